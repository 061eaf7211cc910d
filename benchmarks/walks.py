"""How far a value walks through the house: the functions of exactdice that three things enter.

    make walks

Each is done twice and counted the second time, when all is loaded and what is cached is cached.
A walk counts distinct functions, lambdas and comprehensions by their file and line, in packages.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

import exactdice

HOME = Path(exactdice.__file__).parent


def entered(work: Callable[[], object]) -> set[CodeType]:
    """The code of this package that the work enters."""
    found: set[CodeType] = set()

    def enter(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and Path(frame.f_code.co_filename).is_relative_to(HOME):
            found.add(frame.f_code)

    sys.setprofile(enter)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def package(code: CodeType) -> str:
    """The folder below exactdice in which the code stands, or the module beside the folders."""
    return Path(code.co_filename).relative_to(HOME).with_suffix("").parts[0]


def main() -> None:
    """Print one walk a line."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.md"
        page.write_text("Five dice score **8.64**<!-- exactdice: EP(5) -->.\n", encoding="utf-8")
        walks: dict[str, Callable[[], object]] = {
            'value("EG(0,0)", dice=10, target=40)': lambda: exactdice.value(
                "EG(0,0)", dice=10, target=40
            ),
            "solve(Pig(40))": lambda: exactdice.solve(exactdice.Pig(40)),
            "verify(a page with one mark)": lambda: exactdice.verify(page),
        }
        for name, work in walks.items():
            work()
            codes = entered(work)
            packages = {package(code) for code in codes}
            print(f"{name:40}{len(codes):>5} functions in {len(packages):>2} packages")


main()

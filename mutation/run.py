"""Mutation testing: mutmut changes one module in one place at a time, and the module's tests must fail.

    python mutation/run.py [FILE ...]     the modules of modules.toml, or the named ones again

Each module is mutated in its own copy of the project below build/mutation. The numbers and the survivors go to docs/mutation.md,
with the reasons of survivors.toml. The exit status is 1 when a survivor has no reason there, or a reason has no survivor.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "mutation"
REPORT = ROOT / "docs" / "mutation.md"
TESTS: dict[str, list[str]] = tomllib.loads((ROOT / "mutation/modules.toml").read_text(encoding="utf-8"))["tests"]
MEMORY = 6 << 30  # bytes that one mutant may use: some ask for numbers without end
KILLED = {"killed", "timeout", "segfault", "check was interrupted by user"}  # pytest calls an error while collecting an interruption
SETTINGS = """
[tool.mutmut]
source_paths = ["exactdice"]
only_mutate = ["{file}"]
also_copy = ["examples", "_exactdice_pytest.py"]
pytest_add_cli_args_test_selection = [{selection}]
process_isolation = "forkserver"  # a worker starts without what other tests left in caches
timeout_multiplier = 4.0
timeout_constant = 2.0
use_git_change_detection = false
"""


@dataclass(frozen=True, order=True)
class Change:
    """What a mutant changes: the lines of one function before and after."""

    file: str
    function: str
    was: str
    becomes: str


def main(files: list[str]) -> int:
    """Mutate the named modules (all without names), write the report, and say what has no reason."""
    for file in TESTS:
        if file in files or not files or not place(file).exists():
            mutate(file)
    known = reasons()
    survivors = {file: [change(file, name) for name in sorted(alive(file))] for file in TESTS}
    REPORT.write_text(report(survivors, known), encoding="utf-8")
    everyone = {each for changes in survivors.values() for each in changes}
    for each in sorted(everyone - set(known)):
        print(f"no reason for a survivor: {each}")
    for each in sorted(set(known) - everyone):
        print(f"no survivor any more: {each}")
    return 1 if everyone != set(known) else 0


def place(file: str) -> Path:
    """The copy of the project in which this module is mutated."""
    return WORK / file.removesuffix(".py").replace("/", ".")


def mutate(file: str) -> None:
    """Run mutmut on one module, in a new copy of the project, one process at a time."""
    copy = place(file)
    shutil.rmtree(copy, ignore_errors=True)
    for folder in ("exactdice", "tests", "examples"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "_exactdice_pytest.py", copy)
    selection = ", ".join(json.dumps(each) for each in (*TESTS[file], file, "-k", "not mutmut"))  # the docstrings of the mutants are copies
    settings = SETTINGS.format(file=file, selection=selection)
    (copy / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8") + settings, encoding="utf-8")
    mutmut(file, "run", "--max-children", "1", capture=False)


def mutmut(file: str, *arguments: str, capture: bool = True) -> str:
    """What a command of mutmut prints in the module's copy."""
    command = [Path(sys.executable).with_name("mutmut"), *arguments]
    environment = {**os.environ, "HYPOTHESIS_PROFILE": "mutation", "PYTHONHASHSEED": "0"}
    run = subprocess.run(command, cwd=place(file), env=environment, stdout=subprocess.PIPE if capture else None, text=True, check=True)
    return run.stdout or ""


def statuses(file: str) -> dict[str, str]:
    """The status of each mutant, by its name."""
    lines = mutmut(file, "results", "--all", "true").splitlines()
    return dict(line.strip().split(": ", 1) for line in lines if "__mutmut_" in line)


def alive(file: str) -> list[str]:
    """The names of the mutants that no test killed."""
    return [name for name, status in statuses(file).items() if status not in KILLED]


def change(file: str, name: str) -> Change:
    """The change that a mutant makes, from the difference that mutmut shows."""
    lines = mutmut(file, "show", name).splitlines()
    removed, added = ("\n".join(line[1:].strip() for line in lines if line[:1] == mark != line[1:2]) for mark in "-+")
    function = name.rpartition(".")[2].partition("__mutmut_")[0].removeprefix("x").strip("_ǁ").replace("ǁ", ".")
    return Change(file, function, removed, added)


def reasons() -> dict[Change, dict[str, str]]:
    """The entries of survivors.toml."""
    entries = tomllib.loads((ROOT / "mutation/survivors.toml").read_text(encoding="utf-8")).get("survivor", [])
    return {Change(*(each[key] for key in ("file", "function", "was", "becomes"))): each for each in entries}


def report(survivors: dict[str, list[Change]], known: dict[Change, dict[str, str]]) -> str:
    """docs/mutation.md."""
    ...


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.exit(main(sys.argv[1:]))

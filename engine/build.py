"""Builds a wheel of the engine alone, installs it into an empty environment, solves the games of
the sources there, and runs the tests that need nothing else.

    make engine

The engine is every package before `query` in `tests/project/layers.py`.
"""

import ast
import re
import shutil
import subprocess
import sys
import venv
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "project"))
from layers import ENGINE, PACKAGES  # noqa: E402

BUILD = ROOT / "build" / "engine"
NEEDS = ("highspy", "numpy", "pulp", "python-flint", "sympy")
TEST_NEEDS = ("hypothesis", "pytest", "pytest-xdist")
# What a test of the engine does without: the command line, and packages of others.
BEYOND = {"command_line", "distributed", "dask", "pandas", "pyarrow"}
# These look at the project's own files, or at every command.
OF_THE_PROJECT = ("test_files", "test_loading_extras", "test_exact_text")
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"
[project]
name = "exactdice-engine"
version = "{version}"
description = "The exact solvers of exactdice, without queries, reports and the command line"
requires-python = ">=3.11"
dependencies = {needs}
[tool.setuptools.packages.find]
include = ["exactdice", "exactdice.*"]
[tool.setuptools.package-data]
exactdice = ["py.typed"]
"""


def main() -> None:
    """Build, install, solve, test; the first step that fails ends it."""
    shutil.rmtree(BUILD, ignore_errors=True)
    source, wheels, home = BUILD / "source", BUILD / "wheels", BUILD / "environment"
    copy_engine(source)
    python = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    run([*python, "wheel", "--no-deps", "--no-build-isolation", "-w", wheels, source])
    venv.create(home, with_pip=True)
    (wheel,) = wheels.glob("*.whl")
    there = home / "bin" / "python"
    locked = BUILD / "constraints.txt"
    locked.write_text("\n".join(releases()) + "\n", encoding="utf-8")
    install = [there, "-m", "pip", "--disable-pip-version-check", "-q", "install", "-c", locked]
    run([*install, wheel])
    run([there, ROOT / "engine" / "sources.py"], cwd=BUILD)
    run([*install, *TEST_NEEDS])
    tests = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if is_of_engine(path)]
    print(f"{len(tests)} files of tests need the engine alone", flush=True)
    # From another folder, so that what is imported is the wheel's.
    settings = ["-c", ROOT / "pyproject.toml", "-p", "no:cacheprovider", "-o", "addopts="]
    marks = ["-m", "not slow and not browser", "-q", "-n", "auto", "--dist", "worksteal"]
    run([there, "-m", "pytest", *settings, *marks, *tests], cwd=BUILD)


def copy_engine(source: Path) -> None:
    """Write the sources of the wheel."""
    package = source / "exactdice"
    package.mkdir(parents=True)
    for name in ("__init__.py", "py.typed"):
        shutil.copy(ROOT / "exactdice" / name, package / name)
    for name in ENGINE:
        home = ROOT / "exactdice" / name
        if home.is_dir():
            shutil.copytree(home, package / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(home.with_suffix(".py"), package / f"{name}.py")
    text = (package / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'__version__ = "([^"]+)"', text)
    assert version is not None
    needs = [one for one in asked_releases() if re.match(r"[\w-]+", one)[0] in NEEDS]
    project = PROJECT.format(version=version[1], needs=needs)
    (source / "pyproject.toml").write_text(project, encoding="utf-8")


def asked_releases() -> list[str]:
    """What pyproject.toml asks of packages, as `numpy>=1.26`."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.findall(r'"([\w-]+>=[\d.]+)"', text)


def releases() -> list[str]:
    """The releases that the project locks, as constraints."""
    locked = [ROOT / name for name in ("requirements.txt", "requirements-test.txt")]
    lines = [line for path in locked for line in path.read_text(encoding="utf-8").splitlines()]
    return [line.split(" \\")[0] for line in lines if re.match(r"[\w.-]+==", line)]


def is_of_engine(path: Path) -> bool:
    """Whether the test stands in a folder of the engine and imports nothing beyond it."""
    package = path.parent.name
    is_there = package in ENGINE or any(
        (ROOT / "exactdice" / one / package).is_dir() for one in ENGINE
    )
    is_alone = not path.stem.startswith(OF_THE_PROJECT)
    return is_there and is_alone and not beyond_engine(path)


@cache
def beyond_engine(path: Path) -> bool:
    """Whether the file, or a helper of tests that it imports, imports more than the engine or
    starts the command line.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        for name in names:
            first, *rest = name.split(".")
            if first == "exactdice" and rest and rest[0] in set(PACKAGES) - set(ENGINE):
                return True
            if first in BEYOND or (first in helpers() and beyond_engine(helpers()[first])):
                return True
    return False


@cache
def helpers() -> dict[str, Path]:
    """{name: file} of what tests import of each other."""
    return {path.stem: path for path in (ROOT / "tests").rglob("*.py")}


def run(command: list[object], cwd: Path = ROOT) -> None:
    """Run the command, and end with its status where it fails."""
    ended = subprocess.run([str(part) for part in command], cwd=cwd, check=False)
    if ended.returncode:
        sys.exit(ended.returncode)


if __name__ == "__main__":
    main()

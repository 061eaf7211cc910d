"""Mutation testing: mutmut changes one module in one place at a time, and the module's tests must
fail.

    python mutation/run.py [FILE ...]     the modules of modules.toml, or the named ones again

Each module is mutated in its own copy of the project below build/mutation. The numbers and the
survivors go to mutation/report.md, with the reasons of survivors.toml.
The exit status is 1 when a survivor has no reason there, or a mutant was not tried.
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
from datetime import date
from fractions import Fraction
from pathlib import Path

from exactdice.exact.numbers import decimal_text

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "mutation"
REPORT = ROOT / "mutation" / "report.md"
TESTS: dict[str, list[str]] = tomllib.loads(
    (ROOT / "mutation/modules.toml").read_text(encoding="utf-8")
)["tests"]
MEMORY = 6 << 30  # bytes that one mutant may use: some ask for numbers without end
KILLED = {
    "killed",
    "timeout",
    "segfault",
    "check was interrupted by user",
}  # pytest calls an error while collecting an interruption
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
HEAD = """\
# Mutation testing

`make mutation` changes the modules below in one place at a time (an operator, a number, a text, an
argument, a branch) and runs the tests named in `mutation/modules.toml` and the module's docstrings:
some test must fail. Python statements outside of functions, f-strings and decorated functions
(properties) are not changed. A text that is changed must be noticed, so messages are compared
whole. This page is written by that command; the reasons stand in `mutation/survivors.toml`.

Run on {date}: code that was written since, or moved to other modules, is not in these numbers.

- *equivalent*: no test can tell it from the original by what it returns or raises (it may be
  slower).
- *accepted*: a test could tell, but nothing that is promised depends on it.

| file | mutants | killed | survived | of these equivalent | killed |\
 killed of those not equivalent |
|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True, order=True)
class Change:
    """What a mutant changes: the lines of one function before and after."""

    file: str
    function: str
    was: str
    becomes: str


@dataclass(frozen=True)
class Results:
    """The number of mutants of one module, and what the survivors change."""

    mutants: int
    survivors: list[Change]


def main(files: list[str]) -> int:
    """Mutate the named modules (all without names), write the report, and say what has
    no reason.
    """
    for file in TESTS:
        if file in files or not files or not place(file).exists():
            mutate(file)
    known = reasons()
    found = {file: results(file) for file in TESTS}
    REPORT.write_text(report(found, known), encoding="utf-8")
    everyone = {each for one in found.values() for each in one.survivors}
    for each in sorted(everyone - set(known)):
        print(f"no reason for a survivor: {each}")
    for each in sorted(set(known) - everyone):
        print(f"no survivor any more: {each}")
    missed = [name for file in TESTS for name in untried(file)]
    for name in missed:
        print(
            "no verdict, as mutmut's worker failed (try it alone: mutmut run NAME, in its "
            f"copy): {name}"
        )
    return 1 if everyone - set(known) or missed else 0


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
    selection = ", ".join(
        json.dumps(each) for each in (*TESTS[file], file, "-k", "not mutmut")
    )  # the docstrings of the mutants are copies
    settings = SETTINGS.format(file=file, selection=selection)
    (copy / "pyproject.toml").write_text(
        (ROOT / "pyproject.toml").read_text(encoding="utf-8") + settings, encoding="utf-8"
    )
    mutmut(file, "run", "--max-children", "1", capture=False)


def mutmut(file: str, *arguments: str, capture: bool = True) -> str:
    """What a command of mutmut prints in the module's copy."""
    command = [Path(sys.executable).with_name("mutmut"), *arguments]
    environment = {**os.environ, "HYPOTHESIS_PROFILE": "mutation", "PYTHONHASHSEED": "0"}
    run = subprocess.run(
        command,
        cwd=place(file),
        env=environment,
        stdout=subprocess.PIPE if capture else None,
        text=True,
        check=True,
    )
    return run.stdout or ""


def statuses(file: str) -> dict[str, str]:
    """The status of each mutant, by its name."""
    lines = mutmut(file, "results", "--all", "true").splitlines()
    return dict(line.strip().split(": ", 1) for line in lines if "__mutmut_" in line)


def untried(file: str) -> list[str]:
    """The mutants whose tests never ran: mutmut calls them timeouts too, but its worker failed
    (exit code 255).
    """
    meta = json.loads((place(file) / "mutants" / f"{file}.meta").read_text(encoding="utf-8"))
    return [name for name, code in meta["exit_code_by_key"].items() if code == 255]


def results(file: str) -> Results:
    """How many mutants were tried, and what those change that no test killed."""
    found = statuses(file)
    return Results(
        len(found),
        [change(file, name) for name, status in sorted(found.items()) if status not in KILLED],
    )


def change(file: str, name: str) -> Change:
    """The change that a mutant makes, from the difference that mutmut shows."""
    lines = mutmut(file, "show", name).splitlines()
    removed, added = (
        "\n".join(line[1:].strip() for line in lines if line[:1] == mark != line[1:2])
        for mark in "-+"
    )
    function = (
        name.rpartition(".")[2]
        .partition("__mutmut_")[0]
        .removeprefix("x_")
        .removeprefix("xǁ")
        .replace("ǁ", ".")
    )
    return Change(file, function, removed, added)


def reasons() -> dict[Change, dict[str, str]]:
    """The entries of survivors.toml."""
    entries = tomllib.loads((ROOT / "mutation/survivors.toml").read_text(encoding="utf-8")).get(
        "survivor", []
    )
    return {
        Change(*(each[key].strip() for key in ("file", "function", "was", "becomes"))): each
        for each in entries
    }


def report(found: dict[str, Results], known: dict[Change, dict[str, str]]) -> str:
    """mutation/report.md."""
    rows = "".join(_row(file, each, known) for file, each in found.items())
    parts = [_survivor(each, known.get(each)) for one in found.values() for each in one.survivors]
    head = HEAD.format(date=date.today().isoformat())
    return head + rows + "\n## The survivors\n" + "".join(dict.fromkeys(parts))


def _row(file: str, found: Results, known: dict[Change, dict[str, str]]) -> str:
    survived = len(found.survivors)
    equivalent = sum(known.get(each, {}).get("kind") == "equivalent" for each in found.survivors)
    killed = found.mutants - survived
    scores = [
        f"{decimal_text(Fraction(100 * killed, of), 1)} %"
        for of in (found.mutants, found.mutants - equivalent)
    ]
    return (
        f"| `{file}` | {found.mutants} | {killed} | {survived} | {equivalent} | {scores[0]} "
        f"| {scores[1]} |\n"
    )


def _survivor(each: Change, entry: dict[str, str] | None) -> str:
    reason = f"{entry['kind']}: {entry['reason']}" if entry else "NO REASON YET"
    lines = [f"- {line}" for line in each.was.splitlines()] + [
        f"+ {line}" for line in each.becomes.splitlines()
    ]
    return "\n".join(
        ["", f"`{each.file}`, `{each.function}`, {reason}", "", "```diff", *lines, "```", ""]
    )


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.exit(main(sys.argv[1:]))

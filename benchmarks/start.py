"""The start of the command and of Tab: `python benchmarks/start.py [--only ROW] [--markdown]`.

Processor time of whole processes, the shortest of several, in alternation.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping

from rows import Measurement, Row, run

RUNS = 7
COMMAND = [sys.executable, "-m", "exactdice"]


def used() -> float:
    """The processor time of all processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def processor_time(command: list[str], variables: Mapping[str, str]) -> float:
    """The processor time of one run of the command."""
    before = used()
    subprocess.run(
        command,
        env={**os.environ, **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return used() - before


def value() -> Iterator[Measurement]:
    """A small query, beside the imports that no command line of these packages can do without."""
    imports = [sys.executable, "-c", "import typer._adapters, flint"]
    ours, theirs = [], []
    for _ in range(RUNS):
        ours.append(processor_time([*COMMAND, "value", "EP(5)"], {}))
        theirs.append(processor_time(imports, {}))
    yield Measurement('value "EP(5)"', min(ours), "typer and flint imported", min(theirs))


def completion() -> Iterator[Measurement]:
    """Tab behind `exactdice value E`, with the lists of the Tab before and without them."""
    typed = {
        "_EXACTDICE_COMPLETE": "complete_bash",
        "COMP_WORDS": "exactdice value E",
        "COMP_CWORD": "2",
    }
    kept, anew = [], []
    with tempfile.TemporaryDirectory() as warm:
        processor_time(COMMAND, {**typed, "EXACTDICE_CACHE": warm})
        for _ in range(RUNS):
            kept.append(processor_time(COMMAND, {**typed, "EXACTDICE_CACHE": warm}))
            with tempfile.TemporaryDirectory() as cold:
                anew.append(processor_time(COMMAND, {**typed, "EXACTDICE_CACHE": cold}))
    yield Measurement("Tab behind `value E`", min(kept), "the first Tab", min(anew))


ROWS = {"value": Row(value), "completion": Row(completion)}


if __name__ == "__main__":
    run(ROWS, __doc__ or "")

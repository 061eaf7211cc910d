"""What the benchmarks share: a measurement beside its peer, the rows of a table that can be chosen,
and the command that prints them.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Measurement:
    """One line of the table; `peer_stopped` when the peer was cut off, its time then being a lower
    bound. Without a peer its time is 0.
    """

    what: str
    seconds: float
    peer: str
    peer_seconds: float
    aim: str = ""
    met: bool | None = None
    note: str = ""
    peer_stopped: bool = False

    @property
    def speedup(self) -> float:
        """How many times the peer's time is ours."""
        return self.peer_seconds / self.seconds


def best_of(repetitions: int, *calls: Callable[[], Any]) -> list[float]:
    """The shortest time of each call, the calls taking turns."""
    best = [float("inf")] * len(calls)
    for _ in range(repetitions):
        for k, call in enumerate(calls):
            begun = time.perf_counter()
            call()
            best[k] = min(best[k], time.perf_counter() - begun)
    return best


@dataclass(frozen=True)
class Row:
    """A selectable row of the table."""

    measure: Callable[[], Iterator[Measurement]]
    slow: bool = False  # longer than about 5 s


def require(agreed: bool, peer: str) -> None:
    """Stop the run when a peer found something else."""
    if not agreed:
        raise SystemExit(
            f"{peer} and exactdice disagree: one of them is wrong, no ratio is printed"
        )


# --- printing -------------------------------------------------------------------------------------


def time_text(seconds: float) -> str:
    """The time with three figures, in s or ms."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def ratio_text(measured: Measurement) -> str:
    """How our time compares with the peer's."""
    bound = "more than " if measured.peer_stopped else ""
    speedup = measured.speedup
    return (
        f"{bound}{speedup:.3g} times faster"
        if speedup >= 1
        else f"{1 / speedup:.3g} times its time"
    )


def cells(row: str, measured: Measurement) -> list[str]:
    """One line of the table; dashes where there is no peer."""
    verdict = (
        "" if measured.met is None else f"{measured.aim}: {'met' if measured.met else 'NOT MET'}"
    )
    if not measured.peer_seconds:
        return [row, measured.what, time_text(measured.seconds), "-", "-", verdict]
    theirs = (">" if measured.peer_stopped else "") + time_text(measured.peer_seconds)
    return [
        row,
        measured.what,
        time_text(measured.seconds),
        f"{measured.peer}: {theirs}",
        ratio_text(measured),
        verdict,
    ]


def machine() -> str:
    """What the run was made on."""
    load = ", ".join(f"{x:.2f}" for x in os.getloadavg())
    return (
        f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} "
        f"cores ({platform.machine()}), load {load}"
    )


def arguments(rows: Mapping[str, Row], description: str) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="leave out the rows longer than about 5 s"
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=rows,
        metavar="ROW",
        help=f"one of {', '.join(rows)}; may be repeated",
    )
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    return parser.parse_args()


def run(rows: Mapping[str, Row], description: str, setting: str = "") -> None:
    """Measure the rows asked for on the command line and print the table, then the notes."""
    chosen = arguments(rows, description)
    console = Console(width=200 if chosen.markdown else None)
    console.print("; ".join(filter(None, (machine(), setting))), markup=False, highlight=False)
    table = Table(
        "row",
        "measured",
        "exactdice",
        "peer",
        "ratio",
        "aim",
        box=box.MARKDOWN if chosen.markdown else box.SIMPLE_HEAD,
    )
    notes: list[str] = []
    for name in chosen.only or [
        name for name, row in rows.items() if not (chosen.quick and row.slow)
    ]:
        print(f"{name} ...", file=sys.stderr, flush=True)
        for measured in rows[name].measure():
            table.add_row(*cells(name, measured))
            notes += [f"- {name}, {measured.what}: {measured.note}"] if measured.note else []
    console.print(table)
    console.print("\n".join(notes), markup=False, highlight=False)

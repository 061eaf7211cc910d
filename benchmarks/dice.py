"""Laws of dice against icepool, dyce and lea, in the same run: `python benchmarks/dice.py [--quick]
[--only PART] [--cutoff SECONDS] [--markdown]`.

Every time is processor time, from the making of the dice to the whole law with exact weights,
imports and a warm-up left out. Only first evaluations are measured: the dice are made anew each
time, and what exactdice or a peer has kept of earlier ones is thrown away before. The calls take
turns, and the shortest time counts. A peer is stopped at the cut-off, or when it asks for too much
memory. Nothing is asserted about time, but every law that a peer finds is compared with ours, and a
disagreement fails the run.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from typing import Any

import dice_peers
from dice_peers import Law
from rich import box
from rich.console import Console
from rich.table import Table
from rows import time_text

from exactdice import die
from exactdice.distributions.distribution import Distribution
from exactdice.distributions.pools import highest, largest_set, middle, pairs_won, sets, successes

OURS = "exactdice"
PEERS = ("icepool", "dyce", "lea")
MOST_TIMES = 1.2  # the time of the best peer
TIMES_FASTER = {"1000d6": 100}  # where more is asked for
TURNS, CALLS_A_TURN = 20, 20
SPEND = 1.0  # seconds of all repetitions of one call
BYTES = 4 << 30  # of memory, above which a peer is stopped

ROWS: dict[str, Callable[[], Distribution[Any]]] = {
    "d6 + d6": lambda: die(6) + die(6),
    "d20 >= d12": lambda: die(20) >= die(12),
    "100d6": lambda: 100 @ die(6),
    "1000d6": lambda: 1000 @ die(6),
    "4d6, highest 3": lambda: highest(die(6), 4, 3),
    "20d20, highest 10": lambda: highest(die(20), 20, 10),
    "30d10, highest 10": lambda: highest(die(10), 30, 10),
    "20d20, middle 10": lambda: middle(die(20), 20, 10),
    "20d10, 8 or more": lambda: successes(die(10), 20, 8),
    "20d10, pairs": lambda: sets(die(10), 20, 2),
    "20d10, largest set": lambda: largest_set(die(10), 20),
    "Risk, 3 against 2": lambda: pairs_won(die(6), 3, die(6), 2),
    "10d6, exploding": lambda: 10 @ die(6).explode(3),
}


# --- one call -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What a call took and found; `trouble` when it found nothing."""

    seconds: float = 0.0
    law: Law | None = None
    trouble: str = ""


ABSENT = Answer(trouble="absent")
CUT_OFF = Answer(trouble="cut off")
TOO_LARGE = Answer(trouble=f"> {BYTES >> 30} GB")


class OutOfTime(BaseException):
    """Raised in a call that takes too long; no Exception, so that no peer catches it."""


@contextmanager
def stopped_at(seconds: float) -> Iterator[None]:
    """Stop what needs more than so much processor time, or too much memory."""
    begun = time.process_time()

    def look(*_: object) -> None:
        if time.process_time() - begun > seconds:
            raise OutOfTime

    # A timer of processor time would make process_time itself coarse on some systems.
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, before[1]))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, before)


def kept_results() -> list[Callable[[], None]]:
    """What throws away the results that exactdice and the peers keep, when called."""
    a_function_that_keeps = type(lru_cache(len))
    found = [thing for thing in gc.get_objects() if isinstance(thing, a_function_that_keeps)]
    kept = [f.cache_clear for f in found if f.__module__.partition(".")[0] in (OURS, *PEERS)]
    return [*kept, dice_peers.forget]


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds and result of one call."""
    begun = time.process_time()
    found = call()
    return time.process_time() - begun, found


def our_answer(call: Callable[[], Distribution[Any]]) -> Answer:
    """What our first call takes and finds."""
    seconds, found = timed(call)
    return Answer(seconds, {outcome: found[outcome] for outcome in found})


def peer_answer(peer: str, call: Callable[[], Any] | None, cut_off: float) -> Answer:
    """What the first call of a peer takes and finds."""
    if call is None:
        return ABSENT
    try:
        with stopped_at(cut_off):
            seconds, found = timed(call)
    except OutOfTime:
        return CUT_OFF
    except MemoryError:
        return TOO_LARGE
    except Exception as error:  # whatever a peer raises is said in its cell
        return Answer(trouble=f"failed: {type(error).__name__}")
    return Answer(seconds, dice_peers.law(peer, found))


def shortest(answers: dict[str, Answer], calls: dict[str, Callable[[], Any]]) -> dict[str, Answer]:
    """The answers with the shortest times of more calls, which take turns."""
    found = {tool: answer for tool, answer in answers.items() if answer.law is not None}
    best = {tool: answer.seconds for tool, answer in found.items()}
    spent = dict(best)
    forget = kept_results()
    gc.collect()
    gc.disable()
    for _ in range(TURNS):
        for tool, _ in product(found, range(CALLS_A_TURN)):
            if spent[tool] < SPEND:
                for throw_away in forget:
                    throw_away()
                seconds, _ = timed(calls[tool])
                best[tool] = min(best[tool], seconds)
                spent[tool] += seconds
    gc.enable()
    return answers | {tool: replace(found[tool], seconds=best[tool]) for tool in found}


# --- one row --------------------------------------------------------------------------------------


@dataclass
class Measured:
    """One row of the table: the answers of all."""

    name: str
    answers: dict[str, Answer] = field(default_factory=dict)

    def wrong(self) -> list[str]:
        """The peers whose law is not ours."""
        ours = self.answers[OURS].law
        return [peer for peer in PEERS if self.answers[peer].law not in (None, ours)]

    def best_peer(self) -> str | None:
        """The fastest peer that found the law."""
        found = [peer for peer in PEERS if self.answers[peer].law is not None]
        return min(found, key=lambda peer: self.answers[peer].seconds, default=None)

    def times(self) -> float | None:
        """Our time over that of the best peer."""
        peer = self.best_peer()
        return self.answers[OURS].seconds / self.answers[peer].seconds if peer else None


def measure(name: str, cut_off: float) -> Measured:
    """The answers to one row."""
    calls = {OURS: ROWS[name], **{peer: dice_peers.calls(peer).get(name) for peer in PEERS}}
    for throw_away in kept_results():
        throw_away()
    answers = {OURS: our_answer(ROWS[name])}
    for peer in PEERS:
        answers[peer] = peer_answer(peer, calls[peer], cut_off)
    return Measured(name, shortest(answers, calls))


# --- printing -------------------------------------------------------------------------------------


def answer_text(row: Measured, tool: str, cut_off: float) -> str:
    """The cell of a tool."""
    found = row.answers[tool]
    if found == CUT_OFF:
        return f"> {cut_off:g} s"
    wrong = "WRONG " * (tool in row.wrong())
    return found.trouble or wrong + time_text(found.seconds)


def ratio_text(row: Measured) -> str:
    """Our time beside that of the best peer."""
    times = row.times()
    if times is None:
        return ""
    best = row.best_peer()
    return f"{best}: {times:.3g} times" if times >= 1 else f"{best}: {1 / times:.3g} times faster"


def verdict(row: Measured) -> str:
    """Whether the aim is met."""
    times, faster = row.times(), TIMES_FASTER.get(row.name)
    aim = f"{faster} times faster" if faster else f"{MOST_TIMES} times its time"
    if times is None:
        return f"{aim}: no peer"
    met = times <= (1 / faster if faster else MOST_TIMES)
    return f"{aim}: {'met' if met else 'NOT MET'}"


def table(measured: list[Measured], chosen: argparse.Namespace) -> Table:
    """All rows."""
    columns = ("law", OURS, *PEERS, "against the best peer", "aim")
    made = Table(*columns, box=box.MARKDOWN if chosen.markdown else box.SIMPLE_HEAD)
    for row in measured:
        cells = [answer_text(row, tool, chosen.cutoff) for tool in (OURS, *PEERS)]
        made.add_row(row.name, *cells, ratio_text(row), verdict(row))
    return made


def machine(cut_off: float) -> str:
    """What the run was made on."""
    load = ", ".join(f"{x:.2f}" for x in os.getloadavg())
    return (
        f"Python {platform.python_version()}, {', '.join(map(version_text, PEERS))}, "
        f"{os.cpu_count()} cores ({platform.machine()}), load {load}. Processor time; a peer is "
        f"stopped at {cut_off:g} s"
    )


def version_text(peer: str) -> str:
    """The peer with its version."""
    try:
        return f"{peer} {version(peer)}"
    except PackageNotFoundError:
        return f"{peer} absent"


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out 1000d6, and stop at 1 s")
    parser.add_argument(
        "--only",
        action="append",
        metavar="PART",
        help='only rows whose name contains this, as "highest"; may be repeated',
    )
    parser.add_argument(
        "--cutoff",
        type=float,
        metavar="SECONDS",
        help="processor time after which a peer is stopped (20)",
    )
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    chosen = parser.parse_args()
    chosen.cutoff = chosen.cutoff or (1.0 if chosen.quick else 20.0)
    return chosen


def main() -> None:
    """Measure the rows asked for and print the table; exit status 1 after a disagreement."""
    chosen = arguments()
    measured = []
    for name in ROWS:
        asked_for = any(part in name for part in chosen.only or [""])
        if asked_for and not (chosen.quick and name in TIMES_FASTER):
            print(f"{name} ...", file=sys.stderr, flush=True)
            measured.append(measure(name, chosen.cutoff))
    console = Console(width=200 if chosen.markdown or not sys.stdout.isatty() else None)
    console.print(machine(chosen.cutoff), markup=False, highlight=False)
    console.print(table(measured, chosen))
    if any(row.wrong() for row in measured):
        sys.exit("exactdice and a peer disagree: one of them is wrong")


if __name__ == "__main__":
    main()

"""Matrix games against other exact solvers, in the same run: `python benchmarks/lp.py [--quick]
[--only ROWS] [--cutoff SECONDS]`.

Every time is processor time, from the matrix (for QSopt_ex from its .lp file) to the value and the
mixtures, imports and a warm-up left out, the best of three calls or more; on an idle machine it is
the time one waits. esolver's is that of its process, less that of the process for a 2 x 2 game;
QSopt_ex's library has no such start. Each peer runs in a process of its own, stopped at the
cut-off; larger games of the same family are then skipped. Nothing is asserted about time, but every
exact peer's value is compared with ours, and a disagreement fails the run.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from random import Random

import lp_peers
from lp_peers import CUT_OFF, Answer, Game
from rich import box
from rich.console import Console
from rich.table import Table

from exactdice.games.one_shot_battle import OneShotBattle, payoff_matrix
from exactdice.linear.matrices.solve import saddle_point, solve_matrix_game

SKIPPED = Answer(trouble="skipped")
LATE = (CUT_OFF, SKIPPED)
EXACT: dict[str, Callable[[Game, float], Answer]] = {
    "QSopt_ex": partial(lp_peers.answer, "qsopt_ex"),
    "its esolver": lp_peers.esolver,
    **{name: partial(lp_peers.answer, name) for name in ("pycddlib", "z3", "sympy", "pygambit")},
}
COUNTED = [
    peer for peer in EXACT if peer != "its esolver"
]  # the same solver twice: the start of a process is noise in small games
FLOATS = {"scipy (floats)": partial(lp_peers.answer, "scipy")}
PEERS = EXACT | FLOATS
FAMILIES = {
    "battle": (10, 20, 50, 100),
    "entries -2..2": (5, 10, 30, 100, 200),
    "common denominator": (30, 100, 200, 400),
    "random denominators": (10, 20, 30, 60, 100),
}
TINY = ("entries -2..2 5", "entries -2..2 10")


# --- the games ------------------------------------------------------------------------------------


def game(family: str, m: int) -> Game:
    """The m x m game of the family, the same in every run; drawn again when it has a pure saddle
    point.
    """
    if family == "battle":
        return [[Fraction(n) for n in row] for row in payoff_matrix(OneShotBattle(dice=m))]
    draw = Random(f"{family} {m}")
    entry: Callable[[], Fraction] = {
        "entries -2..2": lambda: Fraction(draw.randint(-2, 2)),
        "common denominator": lambda: Fraction(draw.randint(-1000, 1000), 997),
        "random denominators": lambda: Fraction(draw.randint(-1000, 1000), draw.randint(1, 1000)),
    }[family]
    while True:
        drawn = tuple(tuple(entry() for _ in range(m)) for _ in range(m))
        if saddle_point(drawn) is None:
            return drawn


# --- one row --------------------------------------------------------------------------------------


@dataclass
class Measured:
    """One row of the table: our time and the answers of the peers."""

    name: str
    seconds: float
    value: Fraction
    answers: dict[str, Answer] = field(default_factory=dict)

    def wrong(self) -> list[str]:
        """The exact peers whose value is not ours."""
        return [
            peer
            for peer in EXACT
            if peer in self.answers and self.answers[peer].value not in (None, self.value)
        ]

    def ratio(self, peer: str, cut_off: float) -> tuple[float, bool] | None:
        """The peer's time over ours, and whether that is only a lower bound; None without a
        measurement.
        """
        found = self.answers[peer]
        if found in LATE:
            return cut_off / self.seconds, True
        return None if found.trouble else (found.seconds / self.seconds, False)

    def against_fastest(self, cut_off: float) -> tuple[float, bool] | None:
        """The ratio to the fastest exact peer."""
        ratios = [found for peer in COUNTED if (found := self.ratio(peer, cut_off)) is not None]
        return min(ratios, default=None)


def measure(family: str, m: int, cut_off: float, late: set[str]) -> Measured:
    """Our time and every peer's; `late` are the peers that a smaller game of the family kept to the
    cut-off.
    """
    matrix = game(family, m)
    solve_matrix_game(lp_peers.TRIVIAL)
    solve_matrix_game(matrix)
    seconds, solution = lp_peers.shortest(lambda: solve_matrix_game(matrix))
    row = Measured(f"{family} {m}", seconds, Fraction(solution.value))
    for peer, call in PEERS.items():
        row.answers[peer] = SKIPPED if peer in late else call(matrix, cut_off)
        if row.answers[peer] == CUT_OFF:
            late.add(peer)
    return row


def rows(chosen: argparse.Namespace, progress: Console) -> Iterator[Measured]:
    """The rows asked for, smaller games of a family first."""
    for family, sizes in FAMILIES.items():
        late: set[str] = set()
        for m in sizes:
            name = f"{family} {m}"
            if any(part in name for part in chosen.only or [""]) and not (chosen.quick and m > 30):
                progress.print(f"{name} ...", highlight=False)
                row = measure(family, m, chosen.cutoff, late)
                for peer in row.wrong():
                    progress.print(
                        f"[bold red]DISAGREEMENT at {name}: {peer} found "
                        f"{row.answers[peer].value}, exactdice {row.value}"
                    )
                yield row


# --- the aims -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aim:
    """That we are at least so many times as fast as a peer (None: as every exact peer) in the rows
    that `name` starts.
    """

    what: str
    times: float
    peer: str | None = None
    names: tuple[str, ...] = ("",)
    exactly: bool = False

    def verdict(self, measured: list[Measured], cut_off: float) -> str:
        """Met, not met with the rows at fault, or open where a cut-off hides the answer."""
        concerned = [
            row
            for row in measured
            if (row.name in self.names if self.exactly else row.name.startswith(self.names))
        ]
        ratios = {
            row.name: row.ratio(self.peer, cut_off) if self.peer else row.against_fastest(cut_off)
            for row in concerned
        }
        known = {name: ratio for name, ratio in ratios.items() if ratio}
        below = {name: ratio for name, ratio in known.items() if ratio[0] < self.times}
        missed = [f"{name}: {ratio_text(ratio)}" for name, ratio in below.items() if not ratio[1]]
        hidden = [f"{name}: {ratio_text(ratio)}" for name, ratio in below.items() if ratio[1]]
        if not known:
            return "not measured"
        if missed:
            return f"NOT MET in {len(missed)} of {len(known)} ({', '.join(missed)})"
        return (
            f"open, cut off ({', '.join(hidden)})"
            if hidden
            else f"met ({', '.join(map(ratio_text, known.values()))})"
        )


AIMS = (
    Aim("faster than every exact peer in every row", 1),
    Aim("2 times as fast as QSopt_ex on battle matrices", 2, "QSopt_ex", ("battle",)),
    Aim(
        "10 times as fast as QSopt_ex at a common denominator, m = 100",
        10,
        "QSopt_ex",
        ("common denominator 100",),
        True,
    ),
    Aim(
        "40 times as fast as QSopt_ex at a common denominator, m = 200",
        40,
        "QSopt_ex",
        ("common denominator 200",),
        True,
    ),
    Aim(
        "at most 1.5 times the time of the best exact peer at 5 x 5 and 10 x 10",
        1 / 1.5,
        None,
        TINY,
        True,
    ),
    Aim(
        "1000 times as fast as pygambit at random denominators, m = 20",
        1000,
        "pygambit",
        ("random denominators 20",),
        True,
    ),
)


# --- printing -------------------------------------------------------------------------------------


def time_text(seconds: float) -> str:
    """The time with three figures, in s or ms."""
    if seconds < 1e-5:
        return "< 0.01 ms"
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def ratio_text(ratio: tuple[float, bool] | None) -> str:
    """The ratio with three figures, `>` before a lower bound."""
    return "" if ratio is None else f"{'> ' * ratio[1]}{ratio[0]:.3g}"


def answer_text(row: Measured, peer: str, cut_off: float) -> str:
    """The cell of a peer."""
    found = row.answers[peer]
    if peer in row.wrong():
        return f"WRONG ({time_text(found.seconds)})"
    if found == CUT_OFF:
        return f"> {cut_off:g} s"
    return found.trouble.split(":")[0] or time_text(found.seconds)


def table(measured: list[Measured], cut_off: float, markdown: bool) -> Table:
    """All rows."""
    made = Table(
        "game",
        "exactdice",
        *PEERS,
        "fastest exact peer / exactdice",
        box=box.MARKDOWN if markdown else box.SIMPLE_HEAD,
    )
    for row in measured:
        cells = [answer_text(row, peer, cut_off) for peer in PEERS]
        made.add_row(
            row.name, time_text(row.seconds), *cells, ratio_text(row.against_fastest(cut_off))
        )
    return made


def troubles(measured: list[Measured]) -> Iterator[str]:
    """One line for each peer that failed."""
    for row in measured:
        for peer, found in row.answers.items():
            if found.trouble.startswith("failed"):
                yield f"- {row.name}, {peer} {found.trouble}"


def machine(cut_off: float) -> str:
    """What the run was made on."""
    load = ", ".join(f"{x:.2f}" for x in os.getloadavg())
    return (
        f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()}), "
        f"load {load}. "
        f"Processor time; each peer is cut off at {cut_off:g} s, and skipped for larger games "
        "of the family."
    )


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="leave out the games larger than 30 x 30"
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="PART",
        help='only rows whose name contains this, as "battle"; may be repeated',
    )
    parser.add_argument(
        "--cutoff",
        type=float,
        default=20.0,
        metavar="SECONDS",
        help="processor time after which a peer is stopped",
    )
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    return parser.parse_args()


def main() -> None:
    """Measure the rows asked for, print the table and the aims; exit status 1 after a
    disagreement.
    """
    chosen = arguments()
    sys.set_int_max_str_digits(0)
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    console = Console(width=220 if chosen.markdown or not sys.stdout.isatty() else None)
    measured = list(rows(chosen, Console(stderr=True)))
    console.print(machine(chosen.cutoff), markup=False, highlight=False)
    console.print(table(measured, chosen.cutoff, chosen.markdown))
    lines = [
        *troubles(measured),
        *(f"- {aim.what}: {aim.verdict(measured, chosen.cutoff)}" for aim in AIMS),
    ]
    console.print("\n".join(lines), markup=False, highlight=False, soft_wrap=True)
    if any(row.wrong() for row in measured):
        sys.exit("exactdice and a peer disagree: one of them is wrong")


if __name__ == "__main__":
    main()

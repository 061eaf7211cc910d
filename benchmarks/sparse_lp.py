"""Sparse linear programmes against QSopt_ex and against HiGHS in floats, in the same run:
`python benchmarks/sparse_lp.py [--cutoff SECONDS] [--only PART]`.

Every time is processor time. Ours is from the `Program` to the outcome with its certificate, primal
and dual, checked; that of HiGHS from its arrays to its solution, with its own options; that of
QSopt_ex is the one of its command `esolver` from an LP file, the reading of the file included.
Every value is compared: HiGHS's to nine digits, QSopt_ex's exactly.

The sequence forms are of a bluffing game with one die each, its faces wild where they show 1: the
programme of the first player, one row for each sequence of the second and for each information of
the first.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random

import highspy
import numpy as np

from exactdice.interop.interchange.lp_file import lp_text
from exactdice.linear.lp import Outcome, Program, Row, Variable, optimum

ENTRIES = 5  # a row
SIZES = (1000, 3000, 10_000)
FACES = (3, 4, 5, 6)


def random_programme(rows: int) -> Program:
    """As many variables as rows, five entries a row, a point in whole numbers, the same in every
    run.
    """
    draw = Random(f"sparse {rows}")
    at = [draw.randint(0, 10) for _ in range(rows)]
    made = []
    for i in range(rows):
        form = {j: draw.randint(-100, 100) or 1 for j in draw.sample(range(rows), ENTRIES)}
        activity = sum(a * at[j] for j, a in form.items())
        made.append(Row(f"r{i}", form, upper=activity + draw.randint(0, 20)))
    variables = tuple(Variable(f"x{j}", 0, draw.randint(20, 50)) for j in range(rows))
    costs = {j: draw.randint(1, 100) for j in range(rows)}
    return Program(variables, tuple(made), costs, maximise=True)


# --- a sequence form ------------------------------------------------------------------------------


@dataclass
class Side:
    """The sequences of a player and its information sets."""

    sequences: dict[tuple[object, ...], int] = field(default_factory=lambda: {(): 0})
    parents: list[int] = field(default_factory=list)
    choices: list[list[int]] = field(default_factory=list)

    def sequence(self, *key: object) -> int:
        """The number of the sequence, which begins with the die."""
        return self.sequences.setdefault(key, len(self.sequences))


@dataclass
class Bluffing:
    """One die each; bids rise from one die of face 2 to two dice of face 1, which is wild."""

    faces: int
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    payoffs: dict[tuple[int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.bids = [(n, face) for n in (1, 2) for face in (*range(2, self.faces + 1), 1)]
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            history = waiting.pop()
            self.add(history)
            first = history[-1] + 1 if history else 0
            waiting += [(*history, bid) for bid in range(first, len(self.bids))]

    def add(self, history: tuple[int, ...]) -> None:
        """Enter the information sets after these bids, and what is paid when the last is called."""
        player = len(history) % 2
        side = self.sides[player]
        first = history[-1] + 1 if history else 0
        own = len(history) - 1 - player >= 0 and len(history) >= 2
        for die in range(1, self.faces + 1):
            side.parents.append(side.sequence(die, history[:-1]) if own else 0)
            choices = [side.sequence(die, (*history, b)) for b in range(first, len(self.bids))]
            if history:
                choices.append(side.sequence(die, history, "call"))
                self.pay(history, die)
            side.choices.append(choices)

    def pay(self, history: tuple[int, ...], die: int) -> None:
        """What the first player gains when the die's owner calls."""
        player = len(history) % 2
        for other in range(1, self.faces + 1):
            lost = self.is_true(self.bids[history[-1]], die, other)
            gained = (-1 if lost else 1) * (1 if player == 0 else -1)
            caller = self.sides[player].sequence(die, history, "call")
            bidder = self.sides[1 - player].sequence(other, history)
            self.payoffs[(caller, bidder) if player == 0 else (bidder, caller)] = gained

    def is_true(self, bid: tuple[int, int], *dice: int) -> bool:
        """Whether so many dice show the face or a wild one."""
        count, face = bid
        return sum(die in (1, face) for die in dice) >= count

    def programme(self) -> Program:
        """max v_0: for each sequence of the second player, the v of its information set is at most
        what follows, in later sets and in payoffs.
        """
        first, second = self.sides
        n = len(first.sequences)
        forms: list[dict[int, int]] = [{} for _ in second.sequences]
        forms[0][n] = 1
        for k, (parent, choices) in enumerate(zip(second.parents, second.choices, strict=True)):
            forms[parent][n + 1 + k] = -1
            for sequence in choices:
                forms[sequence][n + 1 + k] = 1
        for (x, y), gained in self.payoffs.items():
            forms[y][x] = -gained
        rows = [Row(f"s{k}", form, upper=0) for k, form in enumerate(forms)]
        rows.append(Row("start", {0: 1}, 1, 1))
        for k, (parent, choices) in enumerate(zip(first.parents, first.choices, strict=True)):
            rows.append(Row(f"i{k}", {parent: -1, **dict.fromkeys(choices, 1)}, 0, 0))
        variables = [Variable(f"x{k}") for k in range(n)]
        variables += [Variable(f"v{k}", None) for k in range(len(second.parents) + 1)]
        chance = Fraction(1, self.faces**2)
        return Program(tuple(variables), tuple(rows), {n: chance}, maximise=True)


# --- the peers ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What a peer took and found; `trouble` when it found nothing."""

    seconds: float = 0.0
    value: Fraction | float | None = None
    trouble: str = ""


def ours(program: Program) -> tuple[float, Outcome]:
    """Our time and outcome, from a programme on which nothing was calculated before."""
    fresh = Program(
        program.variables, program.rows, program.objective, program.constant, program.maximise
    )
    begun = time.process_time()
    outcome = optimum(fresh)
    return time.process_time() - begun, outcome


def highs(program: Program) -> Answer:
    """HiGHS with the options it comes with, on one thread as everything else here."""
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("threads", 1)
    lp = floats(program)
    begun = time.process_time()
    model.passModel(lp)
    model.run()
    seconds = time.process_time() - begun
    value = model.getInfo().objective_function_value
    return Answer(seconds, -value if program.maximise else value)


def floats(program: Program) -> highspy.HighsLp:
    """The programme in HiGHS's arrays, to be minimised."""
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(program.variables), len(program.rows)
    sign = -1 if program.maximise else 1
    costs = np.zeros(lp.num_col_)
    for column, cost in program.objective.items():
        costs[column] = sign * float(cost)
    lp.col_cost_ = costs
    lp.col_lower_ = np.array([-math.inf if v.lower is None else v.lower for v in program.variables])
    lp.col_upper_ = np.array([math.inf if v.upper is None else v.upper for v in program.variables])
    lp.row_lower_ = np.array([-math.inf if r.lower is None else r.lower for r in program.rows])
    lp.row_upper_ = np.array([math.inf if r.upper is None else r.upper for r in program.rows])
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lengths = [len(row.coefficients) for row in program.rows]
    lp.a_matrix_.start_ = np.append(0, np.cumsum(lengths)).astype(np.int32)
    columns = [column for row in program.rows for column in row.coefficients]
    values = [float(a) for row in program.rows for a in row.coefficients.values()]
    lp.a_matrix_.index_ = np.array(columns, dtype=np.int32)
    lp.a_matrix_.value_ = np.array(values)
    return lp


def esolver(program: Program, cut_off: float) -> Answer:
    """QSopt_ex's command on the programme as a file."""
    if shutil.which("esolver") is None:
        return Answer(trouble="not installed")
    with tempfile.TemporaryDirectory() as folder:
        path, found = Path(folder, "programme.lp"), Path(folder, "programme.sol")
        text = lp_text(program)
        path.write_text(text)
        # A file holds whole numbers: its first line says what its objective was multiplied by.
        scaled = re.match(r"\\ The objective is multiplied by (\d+)", text)
        times = int(scaled[1]) if scaled else 1
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        limit = math.ceil(cut_off)
        done = subprocess.run(
            ["esolver", "-L", "-O", found, path],
            capture_output=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)),
        )
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if done.returncode < 0:
            return Answer(seconds, trouble=f"> {limit} s")
        lines = found.read_text().splitlines() if found.exists() else []
        values = [line.split("=")[1] for line in lines if line.strip().startswith("Value =")]
        if not values:
            return Answer(seconds, trouble="failed")
        return Answer(seconds, Fraction(values[0].strip()) / times)


# --- the table ------------------------------------------------------------------------------------


def programmes(only: str) -> Iterator[tuple[str, Program]]:
    """The name and the programme of each row."""
    makers: dict[str, Callable[[], Program]] = {
        **{f"random {m}": lambda m=m: random_programme(m) for m in SIZES},
        **{f"bluffing {f} faces": lambda f=f: Bluffing(f).programme() for f in FACES},
    }
    for name, make in makers.items():
        if only in name:
            yield name, make()


def time_text(seconds: float) -> str:
    """The time with three figures, in s or ms."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def row(name: str, program: Program, cut_off: float) -> str:
    """One line of the table; exits with 1 after a disagreement."""
    seconds, outcome = ours(program)
    rough, exact = highs(program), esolver(program, cut_off)
    if not math.isclose(outcome.value, rough.value, rel_tol=1e-6):
        sys.exit(f"{name}: HiGHS found {rough.value}, exactdice about {float(outcome.value)}")
    if exact.value is not None and exact.value != outcome.value:
        sys.exit(f"{name}: QSopt_ex and exactdice disagree: one of them is wrong")
    entries = sum(len(row.coefficients) for row in program.rows)
    bits = max(x.denominator.bit_length() for x in (*outcome.x, *outcome.y))
    ratio = f"{exact.seconds / seconds:.3g}" if exact.value is not None else ""
    if exact.trouble.startswith(">"):
        ratio = f"> {exact.seconds / seconds:.3g}"
    cells = [
        name,
        f"{len(program.rows)}",
        f"{entries}",
        f"{bits}",
        time_text(seconds),
        time_text(rough.seconds),
        f"{seconds / rough.seconds:.3g}",
        exact.trouble or time_text(exact.seconds),
        ratio,
    ]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Measure the rows asked for and print them as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cutoff", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--only", default="", metavar="PART", help='as "bluffing"')
    chosen = parser.parse_args()
    sys.set_int_max_str_digits(0)
    os.environ["OMP_NUM_THREADS"] = "1"
    optimum(random_programme(200))
    heads = ["programme", "rows", "entries", "bits of a denominator", "exactdice", "HiGHS (floats)"]
    heads += ["exactdice / HiGHS", "QSopt_ex", "QSopt_ex / exactdice"]
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    for name, program in programmes(chosen.only):
        print(row(name, program, chosen.cutoff), flush=True)


if __name__ == "__main__":
    main()

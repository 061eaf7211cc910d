"""The peers of `lp.py`: the value of a matrix game (a sequence of rows of Fractions, paid to the
row player) by other programs.

`python benchmarks/lp_peers.py PEER CUT_OFF` reads a game from its input and prints the time and the
value as JSON. It stops itself with SIGXCPU after that much processor time in one call. Nothing here
imports exactdice.

Two forms of the programme occur: max z with p'A_j >= z, p >= 0, sum p = 1 (A_j is column j), and,
for a matrix made positive by adding a constant, min sum p with p'A_j >= 1, p >= 0, whose optimum is
1 / value. Each peer gets the form in which it is faster.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

Game = Sequence[Sequence[Fraction]]
Value = Fraction | float
Solver = Callable[[Any], Value]  # from what `prepared` makes of the game
FLOATS = ("scipy", "open_spiel")  # the peers that answer with a float
TRIVIAL = ((Fraction(3), Fraction(-1)), (Fraction(-2), Fraction(1)))


@dataclass(frozen=True)
class Answer:
    """What a peer took and found; `trouble` when it found nothing."""

    seconds: float = 0.0
    value: Value | None = None
    trouble: str = ""


MISSING = Answer(trouble="not installed")
CUT_OFF = Answer(trouble="cut off")


def made_positive(game: Game) -> tuple[Fraction, list[list[Fraction]]]:
    """A constant, and the game with it added: every entry at least 1."""
    shift = 1 - min(map(min, game))
    return shift, [[entry + shift for entry in row] for row in game]


def fraction(number: Any) -> Fraction:
    """A peer's rational as a Fraction."""
    return Fraction(int(number.numerator), int(number.denominator))


def shortest(call: Callable[[], Any], spend: float = 0.3) -> tuple[float, Any]:
    """The least processor time of three calls (one when it takes over 2 s), of more while they are
    quick; and what the last returned.

    The clock is that of this thread: under a limit of processor time that of the process only moves
    at each tick of the kernel.
    """
    best, total, calls = math.inf, 0.0, 0
    while not calls or total < spend or (calls < 3 and best < 2):
        begun = time.thread_time()
        found = call()
        seconds = time.thread_time() - begun
        best, total, calls = min(best, seconds), total + seconds, calls + 1
    return best, found


@dataclass(frozen=True)
class LpFile:
    """A game in the positive form, in the LP format, in a file that exists only in memory."""

    shift: Fraction
    path: bytes


def prepared(peer: str, game: Game) -> Game | LpFile:
    """What the peer starts from: the game, or for QSopt_ex a file."""
    if peer != "qsopt_ex":
        return game
    memory = os.memfd_create("game")
    os.write(memory, lp_text(game).encode())
    return LpFile(made_positive(game)[0], b"/proc/self/fd/%d" % memory)


# --- in a process of their own --------------------------------------------------------------------


def pygambit() -> Solver:
    """Gambit's lp_solve in rational arithmetic."""
    import numpy as np
    import pygambit

    def value(game: Game) -> Value:
        payoff = np.array(game, dtype=object)
        table = pygambit.Game.from_arrays(payoff, -payoff)
        return fraction(pygambit.nash.lp_solve(table, rational=True).equilibria[0].payoff("1"))

    return value


def sympy() -> Solver:
    """sympy's linprog, in the positive form and from the column player's side, which needs no first
    phase.
    """
    from sympy import Rational
    from sympy.solvers.simplex import linprog

    def value(game: Game) -> Value:
        shift, positive = made_positive(game)
        rows = [[Rational(n.numerator, n.denominator) for n in row] for row in positive]
        optimum, _ = linprog([-1] * len(game[0]), rows, [1] * len(game))
        return -1 / fraction(optimum) - shift

    return value


def z3() -> Solver:
    """z3's Optimize over the reals."""
    import z3

    def real(number: Fraction) -> Any:
        return z3.RealVal(f"{number.numerator}/{number.denominator}")

    def value(game: Game) -> Value:
        p, z = [z3.Real(f"p{i}") for i in range(len(game))], z3.Real("z")
        model = z3.Optimize()
        model.add(*(probability >= 0 for probability in p), z3.Sum(p) == 1)
        for column in zip(*game, strict=True):
            model.add(
                z3.Sum(
                    [real(n) * probability for n, probability in zip(column, p, strict=True) if n]
                )
                >= z
            )
        goal = model.maximize(z)
        assert model.check() == z3.sat
        return Fraction(model.upper(goal).as_string())

    return value


def pycddlib() -> Solver:
    """cddlib's dual simplex in GMP rationals."""
    from cdd import gmp

    def value(game: Game) -> Value:
        m = len(game)
        columns = [[0, *column, -1] for column in zip(*game, strict=True)]
        signs = [[0, *(int(k == i) for k in range(m)), 0] for i in range(m)]
        rows = [*columns, *signs, [1, *[-1] * m, 0], [-1, *[1] * m, 0], [0] * (m + 1) + [1]]
        program = gmp.linprog_from_array(rows, obj_type=gmp.LPObjType.MAX)
        gmp.linprog_solve(program)
        return fraction(program.obj_value)

    return value


def qsopt_ex() -> Solver:
    """QSopt_ex's library, from an .lp file in memory on; writing it is left out of the time by
    `prepared`.
    """
    try:
        qsopt, gmp = ctypes.CDLL("libqsopt_ex.so.2"), ctypes.CDLL("libgmp.so.10")
    except OSError as absent:
        raise ImportError(str(absent)) from absent
    qsopt.mpq_QSread_prob.restype = gmp.__gmpq_get_str.restype = ctypes.c_void_p
    qsopt.QSexactStart()
    optimum, status = ctypes.create_string_buffer(32), ctypes.c_int()  # 32 bytes: an mpq_t
    gmp.__gmpq_init(optimum)

    def value(file: LpFile) -> Value:
        problem = ctypes.c_void_p(qsopt.mpq_QSread_prob(file.path, b"LP"))
        assert (
            qsopt.QSexact_solver(problem, None, None, None, 1, ctypes.byref(status)) == 0
        )  # 1: primal simplex, as esolver
        assert qsopt.mpq_QSget_objval(problem, optimum) == 0
        qsopt.mpq_QSfree_prob(problem)
        return (
            1 / Fraction(ctypes.string_at(gmp.__gmpq_get_str(None, 10, optimum)).decode())
            - file.shift
        )

    return value


def scipy() -> Solver:
    """scipy's linprog (HiGHS): floats, for scale only."""
    import numpy as np
    from scipy.optimize import linprog

    def value(game: Game) -> Value:
        payoff = np.array([[float(n) for n in row] for row in game])
        m, n = payoff.shape
        rows = np.hstack([-payoff.T, np.ones((n, 1))])
        bounds = [(0, None)] * m + [(None, None)]
        return -float(linprog([0] * m + [-1], rows, [0] * n, [[1] * m + [0]], [1], bounds).fun)

    return value


SOLVERS = {made.__name__: made for made in (pygambit, sympy, z3, pycddlib, qsopt_ex, scipy)}


def answer(peer: str, game: Game, cut_off: float) -> Answer:
    """The answer of a peer in a process of its own."""
    return asked(__file__, peer, cut_off, json.dumps([[str(n) for n in row] for row in game]))


def asked(script: str, peer: str, cut_off: float, text: str) -> Answer:
    """What the script, a process of its own, answers when the peer is given this text."""
    command = [sys.executable, script, peer, str(cut_off)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode == -24:  # SIGXCPU
        return CUT_OFF
    if done.returncode:
        said = done.stderr.strip().splitlines() or [str(done.returncode)]
        return Answer(trouble=f"failed: {said[-1]}")
    lines = done.stdout.splitlines()
    found = json.loads(next(line for line in lines if line.startswith(("{", "null"))))
    if found is None:
        return MISSING
    number = float if peer in FLOATS else Fraction
    return Answer(found["seconds"], number(found["value"]))


def stop_after(seconds: float) -> None:
    """Let this process end once it has used that much more processor time."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + seconds), hard))


def main(peer: str, cut_off: str) -> None:
    """Solve the game on the input and print what it took, None when the peer is not installed."""
    sys.set_int_max_str_digits(0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    game = [[Fraction(n) for n in row] for row in json.load(sys.stdin)]
    try:
        value = SOLVERS[peer]()
    except ImportError:
        print("null")
        return

    start = prepared(peer, game)

    def limited() -> Value:
        stop_after(float(cut_off))
        return value(start)

    value(prepared(peer, TRIVIAL))
    seconds, found = shortest(limited)
    print(json.dumps({"seconds": seconds, "value": str(found)}))


# --- a command ------------------------------------------------------------------------------------


def esolver(game: Game, cut_off: float) -> Answer:
    """QSopt_ex's command, from an .lp file to a solution file, less what it takes for a game of two
    rows and two columns.
    """
    with tempfile.TemporaryDirectory() as folder:
        try:
            start = min(_run(TRIVIAL, folder, cut_off).seconds for _ in range(20))
            runs = list(_runs(game, folder, cut_off))
        except FileNotFoundError:
            return MISSING
    if runs[0].trouble:
        return runs[0]
    return Answer(max(min(run.seconds for run in runs) - start, 0), runs[0].value)


def _runs(game: Game, folder: str, cut_off: float) -> Iterator[Answer]:
    """One run, and more when it is short."""
    first = _run(game, folder, cut_off)
    yield first
    for _ in range(0 if first.trouble or first.seconds > 2 else 2 if first.seconds > 0.1 else 19):
        yield _run(game, folder, cut_off)


def _run(game: Game, folder: str, cut_off: float) -> Answer:
    problem, solution = Path(folder, "game.lp"), Path(folder, "game.sol")
    problem.write_text(lp_text(game))
    solution.unlink(missing_ok=True)
    command = ["esolver", "-R", str(math.ceil(cut_off)), "-L", "-O", str(solution), str(problem)]
    before = _children_seconds()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = _children_seconds() - before
    if "TIME_LIMIT_REACHED" in done.stdout + done.stderr:
        return CUT_OFF
    if not solution.exists():
        return Answer(trouble=f"failed: exit status {done.returncode}")
    optimum = next(
        line.split("=")[1].strip()
        for line in solution.read_text().splitlines()
        if line.strip().startswith("Value =")
    )
    if optimum.endswith("VARS:"):  # esolver cuts a long number, and the end of its line with it
        return Answer(seconds)
    return Answer(seconds, 1 / Fraction(optimum) - made_positive(game)[0])


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def lp_text(game: Game) -> str:
    """The positive form in the LP format."""
    _, positive = made_positive(game)
    total = "\n + ".join(f"p{i}" for i in range(len(game)))
    rows = [
        f" c{j}: " + "\n + ".join(f"{n} p{i}" for i, n in enumerate(column)) + " >= 1"
        for j, column in enumerate(zip(*positive, strict=True))
    ]
    return "\n".join(["Minimize", f" obj: {total}", "Subject To", *rows, "End", ""])


if __name__ == "__main__":
    main(*sys.argv[1:])

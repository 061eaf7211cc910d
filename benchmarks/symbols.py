"""Games that hold a symbol against sympy: `python benchmarks/symbols.py [--quick]`.

Dice Battle with weights p and 1 - p, solved in pieces. The peer is the same recursion by sympy:
each value a `Poly`, and of each pair of candidates the crossings by `Poly.real_roots`. Each row
runs both in the same process, one after the other; the peer is stopped at the cut-off. Nothing is
asserted about time, but values are compared at rational numbers, and a disagreement fails the run.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import sympy

from exactdice import DiceBattle, parameter, solve

ROWS = {"1 die, target 6": (1, 6), "2 dice, target 8": (2, 8), "3 dice, target 20": (3, 20)}
QUICK = ("1 die, target 6", "2 dice, target 8")
CUTOFF = 60  # seconds
NUMBERS = (Fraction(1, 7), Fraction(2, 5), Fraction(13, 20), Fraction(9, 10))


class TooLong(Exception):
    """The peer was stopped."""


def timed(work: Callable[[], object], cutoff: int | None = None) -> tuple[float, object]:
    """The processor time of the work, and its result; None when it was stopped."""

    def stop(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, cutoff or 0)  # of processor time
    begun = time.process_time()
    try:
        result = work()
    except TooLong:
        result = None
    signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - begun, result


def by_sympy(dice: int, target: int) -> list[tuple[sympy.Expr, sympy.Expr, sympy.Poly]]:
    """The pieces of EG(0, 0), by sympy alone: (from, to, polynomial)."""
    p = sympy.Symbol("p")

    def poly(expression: object) -> sympy.Poly:
        return sympy.Poly(expression, p, domain="QQ")

    laws = [{2 * d: poly((1 - p) ** d), 1: poly(1 - (1 - p) ** d)} for d in range(1, dice + 1)]

    @lru_cache(None)
    def pieces(i: int, j: int) -> tuple[tuple[sympy.Expr, sympy.Expr, sympy.Poly], ...]:
        later = {s: pieces(j, i + s) for law in laws for s in law if i + s < target}
        ends = {sympy.Integer(0), sympy.Integer(1)}
        ends |= {end for each in later.values() for piece in each for end in piece[:2]}
        found = []
        for low, high in pairwise(sorted(ends)):
            at = {
                s: next(f for a, b, f in each if a <= low and high <= b)
                for s, each in later.items()
            }
            values = [
                sum((-chance * at[s] if s in at else chance for s, chance in law.items()), poly(0))
                for law in laws
            ]
            crossings = {low, high}
            for one in values:
                for other in values:
                    if one != other:
                        crossings |= {r for r in (one - other).real_roots() if low < r < high}
            for left, right in pairwise(sorted(crossings)):
                middle = sympy.Rational((left + right).evalf(30) / 2)
                best = max(values, key=lambda value: value.eval(middle))
                found.append((left, right, best))
        return tuple(found)

    return list(pieces(0, 0))


def row(name: str, cutoff: int) -> str:
    """The row of one size, after the values were compared."""
    dice, target = ROWS[name]
    p = parameter("p", 0, 1)
    ours, solution = timed(lambda: solve(DiceBattle(dice, target, weights=(p, 1 - p))))
    theirs, peer = timed(lambda: by_sympy(dice, target), cutoff)
    value = solution.value
    for number in NUMBERS:
        at = DiceBattle(dice, target, weights=(number, 1 - number))
        assert value.at(number) == solve(at).value
        for low, high, polynomial in peer or []:
            if low <= number <= high:
                found = polynomial.eval(sympy.Rational(str(number)))
                assert Fraction(str(found)) == value.at(number)
    peer_time = f"{theirs:.3g} s" if peer else f"> {cutoff} s"
    ratio = f"{'' if peer else '> '}{theirs / ours:.3g}"
    size = f"{len(value.pieces.pieces)} | {value.pieces.degree}"
    return f"| {name} | {ours:.3g} s | {peer_time} | {ratio} | {size} |"


def main() -> None:
    """Print a row for each size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cutoff", type=int, default=CUTOFF)
    given = parser.parse_args()
    print("| row | exactdice | sympy | ratio | pieces | degree |")
    print("|---|---|---|---|---|---|")
    for name in QUICK if given.quick else ROWS:
        print(row(name, given.cutoff), flush=True)


if __name__ == "__main__":
    main()

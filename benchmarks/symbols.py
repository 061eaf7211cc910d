"""Games that hold a symbol against sympy: `python benchmarks/symbols.py [--quick]`.

Dice Battle with weights p and 1 - p, solved in pieces. The peer is the same recursion by sympy:
each value a `Poly`, and of each pair of candidates the crossings by `Poly.real_roots`. Each row
runs both in the same process, one after the other; the peer is stopped at the cut-off. Nothing is
asserted about time, but values are compared at rational numbers, and a disagreement fails the run.

Then profiles: the optimal strategy of the fair race against one that throws four dice, where face 1
has the weight p and the others share the rest. The peers are the same elimination by sympy's
`Poly`, and evaluation at points modulo primes, of which a few are tried: as many points and primes
are needed as bounds on the degree and on the coefficients ask for.

`--only storm` compares the profiles with Storm's parametric engine on the same chain, where
`stormpy` is installed; the rational functions must be equal.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import lcm

import numpy as np
import sympy
from flint import fmpz_poly

from exactdice import DiceBattle, dice, parameter, profile_values, solve
from exactdice.game.digraphs import components
from exactdice.game.protocol import strategy
from exactdice.solvers.chain import ChainFunctions
from exactdice.solvers.evaluation.profiles import Following
from exactdice.solvers.symbol_graph import SymbolGraph, explore_symbols
from exactdice.symbolic.rational_function import Parameter, function_of

ROWS = {"1 die, target 6": (1, 6), "2 dice, target 8": (2, 8), "3 dice, target 20": (3, 20)}
QUICK = ("1 die, target 6", "2 dice, target 8")
CUTOFF = 60  # seconds
NUMBERS = (Fraction(1, 7), Fraction(2, 5), Fraction(13, 20), Fraction(9, 10))


def whole_body(weight: object) -> fmpz_poly:
    """The polynomial in p of a weight."""
    return function_of(weight, (Parameter("p"),)).numerator


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
    size = f"{len(value.pieces)} | {value.degree}"
    return f"| {name} | {ours:.3g} s | {peer_time} | {ratio} | {size} |"


PROFILES = {"2 dice, target 12": (2, 12), "6 dice, target 50": (6, 50)}
PRIMES = (2**30 - 35, 2**30 - 41)  # word-size, so that a few products fit into 64 bits
BITS = 29  # that each says of a coefficient


def profile_row(name: str, cutoff: int) -> str:
    """The row of a profile, after the values were compared."""
    most, target = PROFILES[name]
    p = parameter("p", 0, 1)
    game = DiceBattle(most, target, weights=(p, *[(1 - p) / 5] * 5))
    plans = strategy(solve(DiceBattle(most, target)).strategies[0]), dice(min(most, 4))
    ours, values = timed(lambda: profile_values(game, plans)[game.start])
    for number in NUMBERS[:2]:
        at = DiceBattle(most, target, weights=(number, *[(1 - number) / 5] * 5))
        assert values.at(number) == profile_values(at, plans)[at.start]
    chain = explore_symbols(Following(game, plans), may_choose=False)
    theirs, peer = timed(lambda: eliminated(chain), cutoff)
    if peer is not None:
        found = peer.eval(sympy.Rational(1, 7))
        assert Fraction(str(found)) == values.at(Fraction(1, 7))
    degree, bits = bounds(chain)
    part, residues = timed(lambda: [modulo(chain, prime, degree + 1) for prime in PRIMES])
    whole = part / len(PRIMES) * -(-bits // BITS)
    for prime, values_there in zip(PRIMES, residues, strict=True):
        exact = values.at(1)  # the first point
        assert exact.numerator * pow(exact.denominator, -1, prime) % prime == values_there[0]
    peer_time = f"{theirs:.3g} s" if peer is not None else f"> {cutoff} s"
    ratio = f"{'' if peer is not None else '> '}{theirs / ours:.3g}"
    size = f"{len(chain.states)} | {values.degree}"
    return f"| {name} | {ours:.3g} s | {peer_time} | {ratio} | {whole:.3g} s | {size} |"


STORM_PROFILES = {"4 dice, target 25": (4, 25), **PROFILES}


def storm_row(name: str) -> str:
    """The row of a profile beside Storm, after the rational functions were compared."""
    from storm_chain import chance_to_win

    most, target = STORM_PROFILES[name]
    p = parameter("p", 0, 1)
    game = DiceBattle(most, target, weights=(p, *[(1 - p) / 5] * 5))
    plans = strategy(solve(DiceBattle(most, target)).strategies[0]), dice(min(most, 4))
    chain = explore_symbols(Following(game, plans), may_choose=False)
    ours, found = timed(lambda: ChainFunctions(chain).values())
    value = found[chain.states[0]].pieces[0].value
    (top, under), theirs = chance_to_win(chain)
    # What is paid is 1 or -1.
    assert (2 * top - under) * in_p(value.denominator) == in_p(value.numerator) * under
    size = f"{len(chain.states)} | {value.degree}"
    return f"| {name} | {ours:.3g} s | {theirs:.3g} s | {theirs / ours:.3g} | {size} |"


def in_p(polynomial: fmpz_poly) -> sympy.Poly:
    """The polynomial for sympy."""
    coefficients = [int(c) for c in reversed(polynomial.coeffs())]
    return sympy.Poly(coefficients, sympy.Symbol("p"), domain="QQ")


def order_of(chain: SymbolGraph) -> list[int]:
    """The states, each after those that it leads to."""
    return [k for (k,) in components(chain.all_successors())]


def eliminated(chain: SymbolGraph) -> sympy.Poly:
    """The value of the start by sympy: each state is put into those before it."""
    p = sympy.Symbol("p")
    known: dict[int, sympy.Poly] = {}
    for k in order_of(chain):
        if k in chain.payoffs:
            known[k] = sympy.Poly(chain.payoffs[k], p, domain="QQ")
            continue
        law, given = chain.move(chain.moves_of(k)[0])
        (total,) = whole_body(given).coeffs()
        summed = sympy.Poly(0, p, domain="QQ")
        for t, weight in law:
            powers = [int(c) for c in reversed(whole_body(weight).coeffs())]
            summed += sympy.Poly(powers, p, domain="QQ") * known[t]
        known[k] = summed.mul_ground(sympy.Rational(1, int(total)))
    return known[0]


def bounds(chain: SymbolGraph) -> tuple[int, int]:
    """(the degree, bits of the numerator and denominator of a coefficient) at most, of the value
    over the product of the totals: by the longest play, and by the sums of absolute coefficients.
    """
    degrees: dict[int, int] = {}
    norms: dict[int, Fraction] = {}
    totals: dict[int, int] = {}
    for k in order_of(chain):
        if k in chain.payoffs:
            degrees[k], norms[k], totals[k] = 0, Fraction(abs(chain.payoffs[k])), 1
            continue
        law, given = chain.move(chain.moves_of(k)[0])
        bodies = {t: whole_body(weight) for t, weight in law}
        total = int(whole_body(given)[0])
        degrees[k] = max(body.degree() + degrees[t] for t, body in bodies.items())
        sums = {t: sum(abs(int(c)) for c in body.coeffs()) for t, body in bodies.items()}
        norms[k] = sum(Fraction(n) * norms[t] for t, n in sums.items()) / total
        totals[k] = total * lcm(*(totals[t] for t in bodies))
    # A sign is one more bit.
    return degrees[0], (norms[0] * totals[0]).__ceil__().bit_length() + 1


def modulo(chain: SymbolGraph, prime: int, count: int) -> np.ndarray:
    """The value of the start at the points 1, 2, ..., modulo a prime."""
    points = np.arange(1, count + 1, dtype=np.uint64)
    weights: dict[int, np.ndarray] = {}
    known: dict[int, np.ndarray] = {}

    def at_points(weight: object) -> np.ndarray:
        if id(weight) not in weights:
            value = np.zeros(count, dtype=np.uint64)
            for c in reversed(whole_body(weight).coeffs()):
                value = (value * points + np.uint64(int(c) % prime)) % prime
            weights[id(weight)] = value
        return weights[id(weight)]

    for k in order_of(chain):
        if k in chain.payoffs:
            known[k] = np.full(count, int(chain.payoffs[k]) % prime, dtype=np.uint64)
            continue
        law, total = chain.move(chain.moves_of(k)[0])
        inverse = pow(int(whole_body(total)[0]), -1, prime)
        summed = np.zeros(count, dtype=np.uint64)
        for t, weight in law:
            summed += at_points(weight) * known[t] % prime
        known[k] = summed % prime * np.uint64(inverse) % prime
    return known[0]


def main() -> None:
    """Print a row for each size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cutoff", type=int, default=CUTOFF)
    parser.add_argument("--only", choices=["storm"])
    given = parser.parse_args()
    if given.only:
        print("| profile | exactdice | Storm, parametric | ratio | states | degree |")
        print("|---|---|---|---|---|---|")
        for name in sorted(STORM_PROFILES):
            print(storm_row(name), flush=True)
        return
    print("| row | exactdice | sympy | ratio | pieces | degree |")
    print("|---|---|---|---|---|---|")
    for name in QUICK if given.quick else ROWS:
        print(row(name, given.cutoff), flush=True)
    print()
    print("| profile | exactdice | sympy | ratio | modulo primes | states | degree |")
    print("|---|---|---|---|---|---|---|")
    for name in list(PROFILES)[:1] if given.quick else PROFILES:
        print(profile_row(name, given.cutoff), flush=True)


if __name__ == "__main__":
    main()

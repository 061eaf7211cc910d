"""Break points beside bisection with the solver of games without a symbol, in exact arithmetic."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from symbol_games import SymbolGame

from exactdice import parameter, solve
from exactdice.solvers.parametric import solve_pieces

P = parameter("p", 0, 1)
IN_TURNS = ("in turns", "one player", "cycles")
NARROW = Fraction(1, 10**9)
GRID = [Fraction(k, 6) for k in range(1, 6)]


def best_by_number(seed, kind):
    """best(p): {state: all optimal actions}, by the solver with numbers alone."""
    return cache(lambda p: solve(SymbolGame(p, seed, kind)).optimal_actions)


def bisected(best, state, low, high):
    """An interval narrower than 10^-9 at whose ends different actions are best at the state."""
    left = best(low)[state]
    while high - low > NARROW:
        middle = (low + high) / 2
        low, high = (middle, high) if best(middle)[state] == left else (low, middle)
    return low, high


def holds(low, high, number):
    """Whether the interval holds the whole isolating interval of a break."""
    if isinstance(number, int | Fraction):
        return low <= number <= high
    bounds = number.bounds(60)
    return low < bounds.lower and bounds.upper < high


def beside(pieces):
    """A number between the ends of each piece."""
    return [(piece.lower.bounds(60).upper + piece.upper.bounds(60).lower) / 2 for piece in pieces]


def compared(seed, kind):
    """How many breaks are found both ways."""
    solution, best = solve_pieces(SymbolGame(P, seed, kind)), best_by_number(seed, kind)
    found = 0
    for state in best(GRID[0]):
        function = solution.values[state]
        for low, high in pairwise(GRID):
            if best(low)[state] != best(high)[state]:
                near = bisected(best, state, low, high)
                assert any(holds(*near, point) for point in function.breaks), (state, near)
        pieces = function.pieces
        sides = pairwise(zip(pieces, beside(pieces), strict=True))
        for point, ((left, low), (right, high)) in zip(function.breaks, sides, strict=True):
            if left.best != right.best:
                assert holds(*bisected(best, state, low, high), point), (state, point)
                found += 1
    return found


@pytest.mark.parametrize("kind", IN_TURNS)
def test_breaks_are_where_bisection_finds_them(kind):
    assert sum(compared(seed, kind) for seed in range(5)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", IN_TURNS)
def test_breaks_of_many_games_are_where_bisection_finds_them(kind):
    assert sum(compared(seed, kind) for seed in range(5, 60)) > 8

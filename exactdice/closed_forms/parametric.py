"""Dice Battle in turns with a loaded die whose weights hold a symbol: EG and OPT as functions of
the symbol, with exact break points.

It is the game in turns with polynomials as weights, solved in pieces (see `solvers.parametric`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import factorial

import sympy
from flint import fmpq, fmpq_poly

from ..cost import refuse_costly
from ..errors import QueryError
from ..exact import Exact, Progress, as_exact, as_fmpq, shown
from ..games.dice_battle.rules import BattleState, DiceBattle
from ..parametric.pieces import Piece as FunctionPiece
from ..parametric.pieces import Pieces as Function
from ..parametric.points import Root, between, in_order, real_roots
from ..parametric.polynomial import Parameter, Polynomial
from ..solvers.parametric import solve_pieces
from ..symbolic import Symbolic
from ..words.register import Answer, sized, whole
from .derived_form import expression_of
from .pieces import Piece, Pieces

MOST_POINTS = 60  # target of a parametric race
NUMBERS = ("dice", "target", "bust", "bust_score")  # the options that hold no symbol


@dataclass(frozen=True)
class ParametricRace:
    """The rules: weights[f-1] is the chance of face f as the coefficients of a polynomial in the
    symbol `name`, lowest first.
    """

    name: str
    weights: tuple[tuple[Exact, ...], ...]
    dice: int = 10
    target: int = 100
    bust: int = 1
    bust_score: int = 1

    @property
    def faces(self) -> list[fmpq_poly]:
        """The chances of the faces 1, 2, ..."""
        return [_polynomial(weight) for weight in self.weights]

    @property
    def domain(self) -> tuple[Root, Root]:
        """The ends of the interval on which no weight is negative; `QueryError` when there is none,
        or more than one.
        """
        faces = self.faces
        varying = [weight for weight in faces if weight.degree() > 0]
        # beyond the outermost roots there are no chances: these are bounded, and a polynomial
        # that varies is not
        ends = in_order(root for weight in varying for root in real_roots(weight))
        # no weight changes its sign between two ends, so one point of the interval tells
        good = [
            (lower, upper)
            for lower, upper in pairwise(ends)
            if _are_chances(faces, between(lower, upper))
        ]
        # intervals that join are one: at their common end a weight only touches 0
        gaps = [left for left, right in pairwise(good) if left[1] != right[0]]
        if not good or gaps:
            raise QueryError(
                f"the weights must be chances on one interval of {self.name}, but they are so "
                f"on {len(good)}"
            )
        return good[0][0], good[-1][1]


def _polynomial(coefficients: tuple[Exact, ...]) -> fmpq_poly:
    return fmpq_poly([as_fmpq(c) for c in coefficients])


def _are_chances(weights: list[fmpq_poly], at: fmpq) -> bool:
    """Whether no weight is negative there; they sum to 1 in any case."""
    return all(weight(at) >= 0 for weight in weights)


def parametric_race(options: Mapping[str, Answer]) -> ParametricRace | None:
    """The race that the options of a query describe, when a weight holds a symbol; None when none
    does.
    """
    weights = options.get("weights") or ()
    listed = weights if isinstance(weights, tuple) else (weights,)
    if any(isinstance(weight, Polynomial) for weight in listed):
        return None  # with a domain of its own it is solved like any game
    expressions = [expression_of(weight) for weight in listed]
    symbols = sorted({unknown.name for weight in expressions for unknown in weight.free_symbols})
    if not symbols:
        return None
    if len(symbols) > 1:
        raise QueryError(f"the weights must hold one symbol, got {', '.join(symbols)}")
    _check(options, expressions)
    name = symbols[0]
    numbers = {key: options[key] for key in NUMBERS if key in options}
    coefficients = tuple(_coefficients(weight, name) for weight in expressions)
    return ParametricRace(name, coefficients, **numbers)


def _check(options: Mapping[str, object], weights: list[Symbolic]) -> None:
    if str(options.get("variant", "turns")) != "turns" or options.get("digits") is not None:
        raise QueryError(
            "with a symbol in the weights the race is in turns and exact: leave variant and "
            "digits out"
        )
    if options.get("faces", len(weights)) != len(weights):
        raise QueryError(
            f"weights must list one number for each of the {options['faces']} faces, got "
            f"{len(weights)}"
        )
    whole(options.get("dice", 10), "dice", 1)
    sized(options.get("target", 100), "target with a symbol in the weights", 1, MOST_POINTS)
    whole(options.get("bust_score", 1), "bust_score with a symbol in the weights", 1)
    if whole(options.get("bust", 1), "bust", 1) > len(weights):
        raise QueryError(f"bust must be one of the faces 1..{len(weights)}, got {options['bust']}")
    if sympy.expand(sum(weights) - 1) != 0:
        raise QueryError(
            f"weights with symbols must sum to 1, got a sum of {sympy.expand(sum(weights))}"
        )


def _coefficients(weight: Symbolic, name: str) -> tuple[Exact, ...]:
    """The coefficients of the polynomial in the symbol, lowest first."""
    # a constant weight holds no symbol, and then any of this name will do
    unknown = next((s for s in weight.free_symbols if s.name == name), sympy.Symbol(name))
    try:
        polynomial = sympy.Poly(weight, unknown, domain="QQ")
    except sympy.PolynomialError:
        raise QueryError(
            f"weights must be polynomials in {name}, got {shown(str(weight))}"
        ) from None
    lowest_first = reversed(polynomial.all_coeffs())
    return tuple(as_exact(fmpq(int(c.p), int(c.q))) for c in lowest_first)


# --- solving --------------------------------------------------------------------------------------


def game_of(race: ParametricRace) -> DiceBattle:
    """The same rules as a game on the protocol."""
    named = Parameter(race.name)
    weights = tuple(Polynomial(named, weight) for weight in race.faces)
    return DiceBattle(
        race.dice,
        race.target,
        weights=weights,  # type: ignore[arg-type]  # polynomials, which games take as numbers
        bust=race.bust,
        bust_score=race.bust_score,
    )


# a table asks for many states of one race: they share its values
@lru_cache(maxsize=8)
def _solver(race: ParametricRace) -> _Solver:
    return _Solver(race)


class _Solver:
    """The pieces of the states of a race as far as they are found."""

    def __init__(self, race: ParametricRace) -> None:
        _ = race.domain  # refuses weights that are no chances
        self.race, self.game = race, game_of(race)
        self.found: dict[BattleState, Function] = {}

    def solve(self, state: BattleState, progress: Progress | None = None) -> Pieces:
        """The pieces of one state."""
        fewest = min(state.first, state.second)
        # Most states follow those of equal points; a state that does not is solved by itself.
        for start in (BattleState(fewest, fewest), state):
            if state not in self.found:
                self.found |= solve_pieces(self.game, progress, [start]).found
        return _in_powers(self.found[state], self.race)


def _in_powers(function: Function, race: ParametricRace) -> Pieces:
    """The pieces with polynomials and numbers of dice; where play is bound to go on there is no
    denominator with the symbol.
    """
    pieces = tuple(_piece_in_powers(piece) for piece in function.pieces)
    at_ends = tuple(_dice(best) for best in function.at_ends)
    first, *joints, last = at_ends
    return Pieces(race.name, pieces, tuple(joints), (first, last))


def _piece_in_powers(piece: FunctionPiece) -> Piece:
    denominator = piece.value.denominator[0]
    polynomial = fmpq_poly(piece.value.numerator) / denominator
    return Piece(piece.lower.root, piece.upper.root, polynomial, _dice(piece.best))


def _dice(best: Sequence[int]) -> tuple[int, ...]:
    """The numbers of dice, of which the first action is one."""
    return tuple(action + 1 for action in best)


def pieces_of(race: ParametricRace, i: int, j: int, progress: Progress | None = None) -> Pieces:
    """EG(i, j) as a function of the symbol, with the best numbers of dice on each piece.

    >>> from exactdice.queries.evaluate import parse_option
    >>> race = parametric_race({"weights": parse_option("p,1-p"), "dice": 2, "target": 3})
    >>> [str(root) for root in pieces_of(race, 0, 1).breaks]
    ['real root 1 of x^3 - x^2 + 2*x - 1 (about 0.569840)']
    """
    for name, points in (("i", i), ("j", j)):
        if whole(points, name) >= race.target:
            raise QueryError(
                f"{name} must be below the target {race.target}, where the game is over, got "
                f"{shown(points)}"
            )
    rests = race.target - i, race.target - j
    refuse_costly(f"EG with {race.name} in the weights", pieces_steps(race, max(rests)))
    return _solver(race).solve(BattleState(i, j), progress)


def pieces_steps(race: ParametricRace, rest: int) -> int:
    """What the pieces cost where so much is left to score: they grow in number and in degree with
    every die (measured with two faces, up to 3 dice).
    """
    dice = min(race.dice, 20)  # beyond this even the smallest targets are too much
    degree: int = max(chance.degree() for chance in race.faces)
    steps_a_piece = 25 if dice == 1 else 300
    steps: int = steps_a_piece * max(degree, 1) ** 2 * rest ** (dice + 2) // factorial(dice)
    return steps

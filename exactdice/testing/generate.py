"""hypothesis strategies for numbers, laws, dice, matrix games, linear programmes and arenas.

Each shrinks towards few, small, whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import TypeVar

from hypothesis import strategies as st

from ..argument_checks import an_instance, got
from ..distribution import Distribution
from ..errors import RulesError
from ..exact import Exact, simplest, whole_or_none
from ..games.dice_battle.rules import DiceBattle
from ..lp import Outcome, Program, Row, Status, Variable
from ..matrices.solve import Matrix, MatrixSolution, Mixture
from ..throwing import die

T = TypeVar("T")
Drawn = st.SearchStrategy[T]


def exact_numbers(least: int = -3, most: int = 3, largest_denominator: int = 6) -> Drawn[Exact]:
    """Ints and Fractions between two bounds; `RulesError` for a bound that is no int."""
    if _int(largest_denominator, "largest_denominator") < 1:
        raise RulesError(f"largest_denominator must be 1 or more, got {largest_denominator}")
    return _numbers(_int(least, "least"), _int(most, "most"), largest_denominator)


def _int(given: object, where: str) -> int:
    number = whole_or_none(given)
    if number is None:
        raise RulesError(f"{where} must be an int, {got(given)}")
    return number


# To make a strategy, which hypothesis then validates, takes longer than to draw from it: those that
# are asked for in every draw are kept.
@lru_cache(maxsize=64)
def _numbers(least: int, most: int, largest_denominator: int) -> Drawn[Exact]:
    fractions = st.integers(1, largest_denominator).flatmap(partial(_over, least, most))
    # Ints first, since hypothesis shrinks towards the first alternative.
    return st.integers(least, most) | fractions


@lru_cache(maxsize=256)  # denominators, of which there are few, each a small strategy
def _over(least: int, most: int, denominator: int) -> Drawn[Exact]:
    """Numbers between the bounds over this denominator, in lowest terms."""
    numerators = st.integers(least * denominator, most * denominator)
    return numerators.map(lambda n: simplest(Fraction(n, denominator)))


NUMBERS = exact_numbers()


def laws(
    outcomes: Drawn[object] | None = None, most_outcomes: int = 4, most_weight: int = 5
) -> Drawn[Distribution[object]]:
    """Distributions of these outcomes (default: small ints)."""
    drawn = st.integers(0, 9) if outcomes is None else outcomes
    weights = st.integers(1, most_weight)
    weighted = st.dictionaries(drawn, weights, min_size=1, max_size=most_outcomes)
    return weighted.map(Distribution)


def die_laws(most_faces: int = 6) -> Drawn[Distribution[int]]:
    """Dice of 2 faces or more, fair or loaded."""
    fair = st.integers(2, most_faces).map(die)
    loaded = _weights(most_faces).map(_loaded)
    return fair | loaded


def _loaded(weights: tuple[int, ...]) -> Distribution[int]:
    return die(len(weights), weights)


@lru_cache(maxsize=64)
def _weights(most_faces: int) -> Drawn[tuple[int, ...]]:
    """Weights of 2 faces or more, not all 0."""
    weight = st.integers(0, 5)
    weights = st.lists(weight, min_size=2, max_size=most_faces)
    return weights.filter(any).map(tuple)


@st.composite
def battles(draw: st.DrawFn, most_dice: int = 3, most_target: int = 8) -> DiceBattle:
    """Games of Dice Battle in turns: any die, bust face and bust score of 1 or more."""
    weights = draw(_perhaps_loaded())
    faces = 6 if weights is None else len(weights)
    # Small, since each test solves the game, often by several methods.
    dice = draw(st.integers(1, most_dice))
    target = draw(st.integers(1, most_target))
    bust = draw(st.integers(1, faces))
    score = draw(st.integers(1, most_target))
    return DiceBattle(dice=dice, target=target, weights=weights, bust=bust, bust_score=score)


@cache
def _perhaps_loaded() -> Drawn[tuple[int, ...] | None]:
    """None for a fair die of 6 faces, or weights of any."""
    return st.none() | _weights(6)


# --- matrix games ---------------------------------------------------------------------------------


@st.composite
def matrix_games(
    draw: st.DrawFn, most_rows: int = 4, most_columns: int = 4, entries: Drawn[Exact] | None = None
) -> Matrix:
    """Matrices of exact numbers, what the row player (MAX) is paid."""
    if entries is not None:
        an_instance(entries, st.SearchStrategy, "entries", "a strategy of hypothesis")
    # The size first, so that all rows are equally long.
    rows = draw(st.integers(1, most_rows))
    columns = draw(st.integers(1, most_columns))
    entry = NUMBERS if entries is None else entries
    return draw(_matrices_of(entry, rows, columns))


@lru_cache(maxsize=64)
def _matrices_of(entry: Drawn[T], rows: int, columns: int) -> Drawn[tuple[tuple[T, ...], ...]]:
    """Matrices of this size with such entries."""
    line = st.tuples(*[entry] * columns)
    return st.tuples(*[line] * rows)


@st.composite
def solved_matrix_games(
    draw: st.DrawFn, most_rows: int = 4, most_columns: int = 4
) -> tuple[Matrix, MatrixSolution[Exact]]:
    """Pairs (matrix, a solution of it) that are right by construction, without a solver.

    For mixtures p and q and any matrix R, B = R - 1 (p'R) - (R q) 1' + p'R q has p'B = 0 and
    B q = 0, so v + B has the value v. It keeps p, q and v when entries grow in columns that q
    leaves out and fall in rows that p leaves out.
    """
    p = draw(_mixtures(most_rows))
    q = draw(_mixtures(most_columns))
    free = draw(_matrices_of(st.integers(-3, 3), len(p), len(q)))
    value = draw(NUMBERS)
    down = draw(_where_zero(p))
    up = draw(_where_zero(q))
    # The four parts of B in the docstring, computed once for all entries.
    columns = zip(*free, strict=True)
    by_column = [_dot(p, column) for column in columns]
    by_row = [_dot(row, q) for row in free]
    both = _dot(p, by_row)
    matrix: list[tuple[Exact, ...]] = []
    for i, row in enumerate(free):
        of_row = value + both - by_row[i] - down[i]
        of_columns = zip(row, by_column, up, strict=True)
        line = [of_row + r - mean + rise for r, mean, rise in of_columns]
        matrix.append(_simple(line))
    return tuple(matrix), MatrixSolution(value, p, q, "by construction")


def _simple(numbers: Sequence[Exact]) -> tuple[Exact, ...]:
    """The numbers, those that are whole as ints."""
    return tuple(simplest(Fraction(number)) for number in numbers)


@lru_cache(maxsize=64)
def _mixtures(most: int) -> Drawn[Mixture]:
    weight = st.integers(0, 3)
    weights = st.lists(weight, min_size=1, max_size=most)
    return weights.filter(any).map(_mixture)


def _mixture(weights: Sequence[int]) -> Mixture:
    total = sum(weights)
    return _simple([Fraction(weight, total) for weight in weights])


def _where_zero(numbers: Sequence[Exact]) -> Drawn[tuple[int, ...]]:
    """0 beside each number that is not 0, and 0 to 2 beside one that is."""
    return _where_false(tuple(map(bool, numbers)))


@lru_cache(maxsize=64)
def _where_false(truths: tuple[bool, ...]) -> Drawn[tuple[int, ...]]:
    beside_false = st.integers(0, 2)
    parts = [st.just(0) if truth else beside_false for truth in truths]
    return st.tuples(*parts)


def _dot(left: Sequence[Exact], right: Sequence[Exact]) -> Exact:
    pairs = zip(left, right, strict=True)
    products = (a * b for a, b in pairs)
    return sum(products, Fraction(0))


# --- linear programmes ----------------------------------------------------------------------------


@st.composite
def solved_programmes(
    draw: st.DrawFn, most_variables: int = 4, most_rows: int = 4
) -> tuple[Program, Outcome]:
    """Pairs (max c.x with A x <= b, x >= 0; its optimal outcome), right by construction.

    For x, y >= 0 take b = A x + s and c = y A - r with s, r >= 0, s = 0 where y > 0 and r = 0 where
    x > 0: by complementary slackness x and y are optimal. With most entries of x, y, s and r at 0
    the optimum is often degenerate or not unique.
    """
    y = draw(_points(most_rows))
    x = draw(_points(most_variables))
    entries = draw(_matrices_of(st.integers(-3, 3), len(y), len(x)))
    # Complementary slackness by construction: each pair has a 0.
    slack = draw(_where_zero(y))
    loss = draw(_where_zero(x))
    limits = [_dot(row, x) + s for row, s in zip(entries, slack, strict=True)]
    columns = zip(*entries, strict=True)
    gains = [_dot(column, y) - r for column, r in zip(columns, loss, strict=True)]
    program = _programme(entries, _simple(limits), _simple(gains))
    optimum = simplest(Fraction(_dot(gains, x)))
    return program, Outcome(Status.OPTIMAL, "by construction", optimum, x, y)


def _programme(
    entries: Sequence[Sequence[int]], limits: Sequence[Exact], gains: Sequence[Exact]
) -> Program:
    """Max gains.x with entries x <= limits, x >= 0."""
    rows = []
    for i, (row, limit) in enumerate(zip(entries, limits, strict=True)):
        coefficients = dict(enumerate(row))
        rows.append(Row(f"row{i}", coefficients, upper=limit))
    variables = [Variable(f"x{j}") for j in range(len(gains))]
    objective = dict(enumerate(gains))
    return Program(tuple(variables), tuple(rows), objective, maximise=True)


@lru_cache(maxsize=64)
def _points(most: int) -> Drawn[tuple[Exact, ...]]:
    """Points of 1 dimension or more without a negative part."""
    parts = st.integers(0, 2) | exact_numbers(0, 3)
    return st.lists(parts, min_size=1, max_size=most).map(tuple)


# --- arenas ---------------------------------------------------------------------------------------


@st.composite
def arenas(draw: st.DrawFn, most_vertices: int = 6) -> dict[int, tuple[int, ...]]:
    """Finite graphs {vertex: successors} without a cycle: 0, 1, ... with edges to larger ones."""
    last = draw(st.integers(1, most_vertices)) - 1
    graph: dict[int, tuple[int, ...]] = {}
    for k in range(last):
        # Edges to larger numbers alone: no cycle can arise, and the last vertex is a sink.
        later = st.integers(k + 1, last)
        successors = draw(st.sets(later))
        graph[k] = tuple(sorted(successors))
    return graph | {last: ()}

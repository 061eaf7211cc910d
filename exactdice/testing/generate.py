"""hypothesis strategies for numbers, laws, dice, matrix games, linear programmes and arenas.

Each shrinks towards few, small, whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

from hypothesis import strategies as st

from ..distribution import Distribution, die
from ..exact import Exact, simplest
from ..games.dice_battle.rules import DiceBattle
from ..lp import Outcome, Program, Row, Status, Variable
from ..matrices.solve import Matrix, MatrixSolution, Mixture

T = TypeVar("T")
Drawn = st.SearchStrategy[T]


def exact_numbers(least: int = -3, most: int = 3, largest_denominator: int = 6) -> Drawn[Exact]:
    """Ints and Fractions between two bounds."""
    fractions = st.fractions(least, most, max_denominator=largest_denominator)
    # Ints first, since hypothesis shrinks towards the first alternative.
    return st.integers(least, most) | fractions.map(simplest)


def laws(
    outcomes: Drawn[Any] | None = None, most_outcomes: int = 4, most_weight: int = 5
) -> Drawn[Distribution[Any]]:
    """Distributions of these outcomes (default: small ints)."""
    drawn = st.integers(0, 9) if outcomes is None else outcomes
    weights = st.integers(1, most_weight)
    weighted = st.dictionaries(drawn, weights, min_size=1, max_size=most_outcomes)
    return weighted.map(Distribution)


def die_laws(most_faces: int = 6) -> Drawn[Distribution[int]]:
    """Dice of 2 faces or more, fair or loaded."""
    return st.integers(2, most_faces).map(die) | _weights(most_faces).map(_loaded)


def _loaded(weights: tuple[int, ...]) -> Distribution[int]:
    return die(len(weights), weights)


def _weights(most_faces: int) -> Drawn[tuple[int, ...]]:
    """Weights of 2 faces or more, not all 0."""
    return st.lists(st.integers(0, 5), min_size=2, max_size=most_faces).filter(any).map(tuple)


@st.composite
def battles(draw: st.DrawFn, most_dice: int = 3, most_target: int = 8) -> DiceBattle:
    """Games of Dice Battle in turns: any die, bust face and bust score of 1 or more."""
    weights = draw(st.none() | _weights(6))
    faces = 6 if weights is None else len(weights)
    # Small, since each test solves the game, often by several methods.
    dice, target = draw(st.integers(1, most_dice)), draw(st.integers(1, most_target))
    bust, score = draw(st.integers(1, faces)), draw(st.integers(1, most_target))
    return DiceBattle(dice=dice, target=target, weights=weights, bust=bust, bust_score=score)


# --- matrix games ---------------------------------------------------------------------------------


@st.composite
def matrix_games(
    draw: st.DrawFn, most_rows: int = 4, most_columns: int = 4, entries: Drawn[Exact] | None = None
) -> Matrix:
    """Matrices of exact numbers, what the row player (MAX) is paid."""
    # The size first, so that all rows are equally long.
    rows, columns = draw(st.integers(1, most_rows)), draw(st.integers(1, most_columns))
    line = st.tuples(*[exact_numbers() if entries is None else entries] * columns)
    return draw(st.tuples(*[line] * rows))


@st.composite
def solved_matrix_games(
    draw: st.DrawFn, most_rows: int = 4, most_columns: int = 4
) -> tuple[Matrix, MatrixSolution[Exact]]:
    """Pairs (matrix, a solution of it) that are right by construction, without a solver.

    For mixtures p and q and any matrix R, B = R - 1 (p'R) - (R q) 1' + p'R q has p'B = 0 and
    B q = 0, so v + B has the value v. It keeps p, q and v when entries grow in columns that q
    leaves out and fall in rows that p leaves out.
    """
    p, q = draw(_mixtures(most_rows)), draw(_mixtures(most_columns))
    free = [[draw(st.integers(-3, 3)) for _ in q] for _ in p]
    value = draw(exact_numbers())
    down = draw(_where_zero(p))
    up = draw(_where_zero(q))
    # The four parts of B in the docstring, computed once for all entries.
    by_column = [_dot(p, column) for column in zip(*free, strict=True)]
    by_row = [_dot(row, q) for row in free]
    both = _dot(p, by_row)

    def entry(i: int, j: int) -> Exact:
        balanced = free[i][j] - by_column[j] - by_row[i] + both
        return simplest(Fraction(value + balanced + up[j] - down[i]))

    matrix = tuple(tuple(entry(i, j) for j in range(len(q))) for i in range(len(p)))
    return matrix, MatrixSolution(value, p, q, "by construction")


def _mixtures(most: int) -> Drawn[Mixture]:
    weights = st.lists(st.integers(0, 3), min_size=1, max_size=most).filter(any)
    return weights.map(_mixture)


def _mixture(weights: Sequence[int]) -> Mixture:
    return tuple(simplest(Fraction(weight, sum(weights))) for weight in weights)


def _where_zero(numbers: Sequence[Exact]) -> Drawn[tuple[int, ...]]:
    """0 beside each number that is not 0, and 0 to 2 beside one that is."""
    return st.tuples(*[st.just(0) if number else st.integers(0, 2) for number in numbers])


def _dot(left: Sequence[Exact], right: Sequence[Exact]) -> Exact:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


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
    y, x = draw(_points(most_rows)), draw(_points(most_variables))
    entries = [[draw(st.integers(-3, 3)) for _ in x] for _ in y]
    # Complementary slackness by construction: each pair has a 0.
    slack = draw(_where_zero(y))
    loss = draw(_where_zero(x))
    limits = [simplest(Fraction(_dot(row, x) + s)) for row, s in zip(entries, slack, strict=True)]
    columns = zip(*entries, strict=True)
    gains = [simplest(Fraction(_dot(c, y) - r)) for c, r in zip(columns, loss, strict=True)]
    bounded = enumerate(zip(entries, limits, strict=True))
    rows = tuple(Row(f"row{i}", dict(enumerate(row)), upper=b) for i, (row, b) in bounded)
    variables = tuple(Variable(f"x{j}") for j in range(len(x)))
    program = Program(variables, rows, dict(enumerate(gains)), maximise=True)
    optimum = simplest(Fraction(_dot(gains, x)))
    return program, Outcome(Status.OPTIMAL, "by construction", optimum, x, y)


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
        graph[k] = tuple(sorted(draw(st.sets(st.integers(k + 1, last)))))
    return graph | {last: ()}

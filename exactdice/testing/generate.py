"""hypothesis strategies for numbers, laws, dice, matrix games and linear programmes with a known
optimum, and arenas.

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
    return st.integers(least, most) | fractions.map(simplest)


def laws(
    outcomes: Drawn[Any] | None = None, most_outcomes: int = 4, most_weight: int = 5
) -> Drawn[Distribution[Any]]:
    """Distributions of these outcomes (default: small ints)."""
    drawn = st.integers(0, 9) if outcomes is None else outcomes
    return st.dictionaries(
        drawn, st.integers(1, most_weight), min_size=1, max_size=most_outcomes
    ).map(Distribution)


def die_laws(most_faces: int = 6) -> Drawn[Distribution[int]]:
    """Dice of 2 faces or more, fair or loaded."""
    return st.integers(2, most_faces).map(die) | _weights(most_faces).map(
        lambda weights: die(len(weights), weights)
    )


def _weights(most_faces: int) -> Drawn[tuple[int, ...]]:
    return st.lists(st.integers(0, 5), min_size=2, max_size=most_faces).filter(any).map(tuple)


@st.composite
def battles(draw: st.DrawFn, most_dice: int = 3, most_target: int = 8) -> DiceBattle:
    """Games of Dice Battle in turns: any die, bust face and bust score of 1 or more."""
    weights = draw(st.none() | _weights(6))
    faces = 6 if weights is None else len(weights)
    dice, target = draw(st.integers(1, most_dice)), draw(st.integers(1, most_target))
    bust, score = draw(st.integers(1, faces)), draw(st.integers(1, most_target))
    return DiceBattle(dice=dice, target=target, weights=weights, bust=bust, bust_score=score)


# --- matrix games ---------------------------------------------------------------------------------


@st.composite
def matrix_games(
    draw: st.DrawFn, most_rows: int = 4, most_columns: int = 4, entries: Drawn[Exact] | None = None
) -> Matrix:
    """Matrices of exact numbers, what the row player (MAX) is paid."""
    rows, columns = draw(st.integers(1, most_rows)), draw(st.integers(1, most_columns))
    line = st.tuples(*[exact_numbers() if entries is None else entries] * columns)
    return draw(st.tuples(*[line] * rows))


@st.composite
def solved_matrix_games(
    draw: st.DrawFn, most_rows: int = 4, most_columns: int = 4
) -> tuple[Matrix, MatrixSolution]:
    """Pairs (matrix, a solution of it) that are right by construction, without a solver.

    For mixtures p and q and any matrix R, B = R - 1 (p'R) - (R q) 1' + p'R q has p'B = 0 and B q =
    0, so v + B has the value v; it keeps p, q and v when entries grow in columns that q leaves out
    and fall in rows that p leaves out.
    """
    p, q = (draw(_mixtures(most)) for most in (most_rows, most_columns))
    free = [[draw(st.integers(-3, 3)) for _ in q] for _ in p]
    value = draw(exact_numbers())
    down = [0 if share else draw(st.integers(0, 2)) for share in p]
    up = [0 if share else draw(st.integers(0, 2)) for share in q]
    by_column = [_dot(p, column) for column in zip(*free, strict=True)]
    by_row = [_dot(row, q) for row in free]
    both = _dot(p, by_row)
    matrix = tuple(
        tuple(
            simplest(
                Fraction(value + free[i][j] - by_column[j] - by_row[i] + both + up[j] - down[i])
            )
            for j in range(len(q))
        )
        for i in range(len(p))
    )
    return matrix, MatrixSolution(value, p, q, "by construction")


def _mixtures(most: int) -> Drawn[Mixture]:
    weights = st.lists(st.integers(0, 3), min_size=1, max_size=most).filter(any)
    return weights.map(
        lambda drawn: tuple(simplest(Fraction(weight, sum(drawn))) for weight in drawn)
    )


def _dot(left: Sequence[Exact], right: Sequence[Exact]) -> Exact:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


# --- linear programmes ----------------------------------------------------------------------------


@st.composite
def solved_programmes(
    draw: st.DrawFn, most_variables: int = 4, most_rows: int = 4
) -> tuple[Program, Outcome]:
    """Pairs (max c.x with A x <= b, x >= 0; its optimal outcome with point and dual), right by
    construction, without a solver.

    For x, y >= 0 take b = A x + s and c = y A - r with s, r >= 0, s = 0 where y > 0 and r = 0 where
    x > 0: by complementary slackness x and y are optimal. With most entries of x, y, s and r at 0
    the optimum is often degenerate or not unique.
    """
    sizes = [draw(st.integers(1, most)) for most in (most_rows, most_variables)]
    y, x = ([draw(st.integers(0, 2) | exact_numbers(0, 3)) for _ in range(size)] for size in sizes)
    entries = [[draw(st.integers(-3, 3)) for _ in x] for _ in y]
    slack, loss = ([0 if z else draw(st.integers(0, 2)) for z in side] for side in (y, x))
    limits = [simplest(Fraction(_dot(row, x) + s)) for row, s in zip(entries, slack, strict=True)]
    gains = [
        simplest(Fraction(_dot(column, y) - r))
        for column, r in zip(zip(*entries, strict=True), loss, strict=True)
    ]
    rows = tuple(
        Row(f"row{i}", dict(enumerate(row)), upper=b)
        for i, (row, b) in enumerate(zip(entries, limits, strict=True))
    )
    program = Program(
        tuple(Variable(f"x{j}") for j in range(len(x))), rows, dict(enumerate(gains)), maximise=True
    )
    return program, Outcome(
        Status.OPTIMAL, "by construction", simplest(Fraction(_dot(gains, x))), tuple(x), tuple(y)
    )


# --- arenas ---------------------------------------------------------------------------------------


@st.composite
def arenas(draw: st.DrawFn, most_vertices: int = 6) -> dict[int, tuple[int, ...]]:
    """Finite graphs {vertex: successors} without a cycle: vertices 0, 1, ... and edges to larger
    ones.
    """
    count = draw(st.integers(1, most_vertices))
    return {
        k: tuple(sorted(draw(st.sets(st.integers(k + 1, count - 1))))) if k < count - 1 else ()
        for k in range(count)
    }

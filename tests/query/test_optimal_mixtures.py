"""Numbers of all optimal mixtures: Kuhn's family, and what is refused."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from exactdice.exact.errors import UnsolvableError
from exactdice.exact.numbers import Interval
from exactdice.games.listed_game import Listed
from exactdice.query.evaluate import evaluate_query
from exactdice.query.games_by_name import entered
from exactdice.query.optimal_mixtures import Truth, chances, linear, truth
from exactdice.query.register import Word
from exactdice.query.syntax import parse

KUHN = {"game": Word("kuhn")}
THIRD = Fraction(1, 3)

NUMBERS = [
    ("probability(strategy(1), bet)", 0, THIRD),
    ("1 - 2 * probability(strategy(3), bet) / 4", Fraction(1, 2), 1),
    # It bets with 3 three times as often as with 1.
    ("probability(strategy(3), bet) - 3 * probability(strategy(1), bet)", 0, 0),
    ("probability(strategy(2, bet, player=min), call)", THIRD, THIRD),
]


@pytest.mark.parametrize(("query", "least", "most"), NUMBERS)
def test_the_range_of_a_number(query, least, most):
    assert linear(parse(query), KUHN).extent() == Interval(least, most)


def test_the_chances_of_a_law_and_how_statements_are_true():
    found = chances(parse("strategy(1)"), KUHN)
    assert {name: one.extent().upper for name, one in found.items()} == {"check": 1, "bet": THIRD}
    assert truth(parse("probability(strategy(1), bet) = 1/4"), KUHN) == Truth(True, False)


REFUSED = [
    ("probability(strategy(1), bet) ** 2", "over all optimal mixtures"),
    ("probability(strategy(1), bet) * probability(strategy(3), bet)", "joins two"),
    (
        "probability(strategy(1), bet) + probability(strategy(2, check, bet), call)",
        "two choices at once",
    ),
    ("probability(strategy(9), bet)", "not what MAX knows"),
]


@pytest.mark.parametrize(("query", "why"), REFUSED)
def test_what_is_refused(query, why):
    with pytest.raises(UnsolvableError, match=why):
        linear(parse(query), KUHN)


REFERENCE = "drawn.py:GAME"


def solved(rows):
    """The only solution of the equations [coefficients..., right side]; None where none is."""
    rows, size = [list(map(Fraction, row)) for row in rows], len(rows)
    for k in range(size):
        pivot = next((i for i in range(k, size) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(size):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def corners(matrix):
    """(value, the corners of MAX's optimal mixtures): of all (x, v) with x . column >= v for each
    column and x >= 0, those with the largest v.
    """
    size = len(matrix)
    tight = [[*column, -1, 0] for column in zip(*matrix, strict=True)]
    tight += [[int(i == k) for i in range(size)] + [0, 0] for k in range(size)]
    found = []
    for chosen in combinations(tight, size):
        point = solved([[1] * size + [0, 1], *chosen])
        if point is not None:
            sides = [sum(a * b for a, b in zip(row, point, strict=False)) for row in tight]
            if min(sides) >= 0:
                found.append(point)
    value = max(point[-1] for point in found)
    return value, [point[:-1] for point in found if point[-1] == value]


def drawn(seed):
    random = Random(seed)
    rows, columns = random.randint(2, 4), random.randint(2, 4)
    return [[random.randint(-1, 1) for _ in range(columns)] for _ in range(rows)]


def game_of(matrix):
    pairs = {(f"r{i}", f"c{j}"): {x: 1} for i, row in enumerate(matrix) for j, x in enumerate(row)}
    return Listed({"s": pairs} | {x: x for row in matrix for x in row})


MATRICES = {seed: drawn(seed) for seed in range(50)}


def test_most_of_the_games_have_several_optimal_mixtures():
    several = [seed for seed, matrix in MATRICES.items() if len(corners(matrix)[1]) > 1]
    assert len(several) > 15


@pytest.mark.parametrize("seed", MATRICES)
def test_numbers_and_statements_over_all_optimal_mixtures(seed):
    matrix = MATRICES[seed]
    mirrored = [[-row[j] for row in matrix] for j in range(len(matrix[0]))]
    given = {"game": REFERENCE}
    with entered(REFERENCE, game_of(matrix)):
        for player, letter, payoffs in (("max", "r", matrix), ("min", "c", mirrored)):
            value, optimal = corners(payoffs)
            sign = 1 if player == "max" else -1
            assert evaluate_query("value()", given) == sign * value
            for k, shares in enumerate(zip(*optimal, strict=True)):
                least, most = min(shares), max(shares)
                chance = f'probability(strategy("s", player={player}), {letter}{k})'
                asked = linear(parse(f"1 - 2 * {chance}"), given).extent()
                assert asked == Interval(1 - 2 * most, 1 - 2 * least)
                in_range = f'probability_range({letter}{k}, "s", player={player})'
                assert evaluate_query(in_range, given) == Interval(least, most)
                for number in {Fraction(0), Fraction(1, 3), Fraction(1, 2), least, most}:
                    some, every = least <= number <= most, least == number == most
                    assert truth(parse(f"{chance} = {number}"), given) == Truth(some, every)
                    assert truth(parse(f"{chance} > {number}"), given) == Truth(
                        most > number, least > number
                    )
                    assert truth(parse(f"{chance} <= {number}"), given) == Truth(
                        least <= number, most <= number
                    )
            for first, second in combinations(range(len(optimal[0])), 2):
                sums = [x[first] - x[second] for x in optimal]
                asked = " - ".join(
                    f'probability(strategy("s", player={player}), {letter}{k})'
                    for k in (first, second)
                )
                assert linear(parse(asked), given).extent() == Interval(min(sums), max(sums))

"""Colonel Blotto: the game in which every field is named, best answers by listing, the value where
uniform laws fit the fields, bad options.
"""

from fractions import Fraction
from itertools import permutations, product

import pytest

from exactdice import MAX, MIN, Blotto, check, solve, solve_matrix_game
from exactdice.exact.errors import RulesError, TooCostly
from exactdice.games.blotto import best_splits, blotto_solution, pairs_won, part_payments
from exactdice.games.blotto.rules import split_count, splits, ways_to_win


def sign(number):
    return (number > 0) - (number < 0)


def named_splits(units, fields):
    """A number of units for each field, in every way."""
    return [split for split in product(range(units + 1), repeat=fields) if sum(split) == units]


def paid(pays, first, second):
    difference = sum(sign(a - b) for a, b in zip(first, second, strict=True))
    return difference if pays == "fields" else sign(difference)


# --- against the game in which every field is named -----------------------------------------------


@pytest.mark.parametrize("pays", ["fields", "majority"])
@pytest.mark.parametrize(
    "size", [(1, 1, 1), (2, 3, 1), (3, 3, 3), (4, 3, 3), (5, 3, 4), (3, 5, 2), (2, 6, 4), (3, 4, 4)]
)
def test_the_value_is_that_of_the_game_in_which_fields_are_named(size, pays):
    fields, *units = size
    rows, columns = (named_splits(number, fields) for number in units)
    named = solve_matrix_game([[paid(pays, a, b) for b in columns] for a in rows])
    game = Blotto(units[MAX], fields, units[MIN], pays)
    solution = solve(game)
    assert solution.value == named.value
    assert check(solution)
    first, second = (plan[game.start] for plan in solution.strategies)
    assert least(pays, first, columns) == named.value == -least(pays, second, rows)


def least(pays, mixture, others):
    """What shuffled splits are paid at least, against splits with named fields."""
    return min(
        sum(mixture.probability(split) * shuffled(pays, split, other) for split in mixture)
        for other in others
    )


def shuffled(pays, split, other):
    orders = list(permutations(split))
    return Fraction(sum(paid(pays, order, other) for order in orders), len(orders))


def test_the_ways_to_win_are_counted_over_all_orders():
    for first, second in product([(4, 1, 1, 0), (2, 2, 1, 1), (3, 2, 1, 0)], repeat=2):
        differences = [paid("fields", first, order) for order in permutations(second)]
        assert ways_to_win(first, second) == {
            difference: differences.count(difference) for difference in sorted(set(differences))
        }
        assert Fraction(pairs_won(first, second), 4) == Fraction(sum(differences), 24)


# --- the splits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("units", "fields"), [(1, 1), (7, 1), (4, 2), (6, 4), (3, 5), (9, 3)])
def test_splits_are_all_ways_without_the_order(units, fields):
    named = {tuple(sorted(split, reverse=True)) for split in named_splits(units, fields)}
    assert list(splits(units, fields, units)) == sorted(named, reverse=True)
    assert split_count(units, fields) == len(named)


@pytest.mark.parametrize("fields", [1, 2, 3, 4])
def test_the_best_answers_are_those_of_all_splits(fields):
    mixture = {split: 1 + k * k % 5 for k, split in enumerate(splits(7, fields, 7))}
    for units in (1, 5, 8):
        totals = {
            split: sum(w * pairs_won(split, other) for other, w in mixture.items())
            for split in splits(units, fields, units)
        }
        answers = best_splits(part_payments(mixture, units), fields)
        assert answers[0][1] == max(totals.values())
        assert all(totals[split] == total for split, total in answers)


# --- larger games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "share", "units_of_min"),
    [(3, 3, 4), (3, 3, 8), (4, 4, 6), (4, 5, 11), (5, 5, 8), (5, 5, 21), (4, 10, 33), (10, 10, 90)],
)
def test_the_value_where_uniform_laws_fit(fields, share, units_of_min):
    """A part drawn evenly from 1, 3, ..., 2 m - 1, of m units on average, wins 1 - y / m on average
    against y units up to 2 m. Where the parts of all fields can be drawn so with the same sum, that
    is m odd or an even number of fields, all fields together win fields - units_of_min / m. MIN
    concedes no more where even parts fit its units, from 2 m - 2 on.
    """
    value = blotto_solution(Blotto(fields * share, fields, units_of_min)).value
    assert value == fields - Fraction(units_of_min, share)


# --- by name --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"pays": "field"}, RulesError, "pays must be one of fields, majority, got 'field'"),
        ({"units": 10**30}, TooCostly, "ask for fewer units"),
    ],
)
def test_bad_options_are_refused_in_one_line(options, error, message):
    with pytest.raises(error) as caught:
        Blotto(**options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: Blotto(60, 8).actions("choose", MAX), "the payments of "),
        (lambda: solve(Blotto(60, 12, pays="majority")), "ask for fewer units or fields"),
    ],
)
def test_what_is_too_large_is_refused_beforehand(work, message):
    with pytest.raises(TooCostly) as caught:
        work()
    assert message in str(caught.value)


def test_the_majority_is_left_to_the_solver_of_every_game():
    game = Blotto(4, 3, pays="majority")
    with pytest.raises(RulesError, match="needs pays='fields', got 'majority'"):
        blotto_solution(game)
    assert solve(game).value == 0

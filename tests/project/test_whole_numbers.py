"""One function says what a whole number is: what has `__index__` and is no bool. Every option,
index, count and depth asks it.
"""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import fmpz

from exactdice import (
    ConnectFour,
    DiceBattle,
    Distribution,
    Domineering,
    ExactDiceError,
    Leduc,
    Pig,
    TokenGame,
    alpha_beta,
    dice,
    die,
    hold_at,
    proof,
    roll,
    simulate_many,
    solve,
)
from exactdice.exact.numbers import as_whole, whole_or_none
from exactdice.games.on_graphs.rules import Nim
from exactdice.games.phantom_domineering.rules import permutation
from exactdice.games.pig.fast import win_bounds
from exactdice.query.evaluate import evaluate_query
from exactdice.solvers.arenas.search import Tree
from exactdice.testing import check_game, exact

WHOLE = [3, np.int64(3), np.uint8(3), np.array(3), fmpz(3)]
NOT_WHOLE = [
    Fraction(3),
    3.0,
    np.float64(3),
    True,
    np.True_,
    "3",
    None,
    np.array([3, 4]),
    int,
    3 + 0j,
]


@pytest.mark.parametrize("given", WHOLE, ids=repr)
def test_a_whole_number_of_any_type_becomes_a_plain_int(given):
    assert type(as_whole(given, "n")) is int
    assert as_whole(given, "n", 3) == whole_or_none(given) == 3


@pytest.mark.parametrize("given", NOT_WHOLE, ids=repr)
def test_what_is_no_whole_number_is_refused_and_its_type_can_be_seen(given):
    assert whole_or_none(given) is None
    with pytest.raises(ExactDiceError, match=r"^n must be an int of 1 or more, got ") as refused:
        as_whole(given, "n", 1)
    assert str(refused.value).rpartition("got ")[2] != "3"


# One of each kind of argument, which is a whole number; 3 is right everywhere.
DOORS = {
    "DiceBattle dice": lambda n: DiceBattle(dice=n, target=5),
    "Leduc": lambda n: Leduc(n, n, n, (n, n), n),
    "TokenGame tokens": lambda n: TokenGame(tokens=n),
    "ConnectFour lines_through": lambda n: ConnectFour().lines_through(n, n),
    "Domineering banned": lambda n: Domineering(banned=((n, n),)),
    "Nim": lambda n: Nim((n, 4)),
    "Distribution": lambda n: Distribution({"a": n, "b": 1}),
    "throw bust": lambda n: roll(die(6), 1, n, n),
    "hold_at": lambda n: hold_at(n)(Pig().start),
    "permutation": lambda n: permutation(n, n),
    "simulate_many": lambda n: (
        simulate_many(DiceBattle(dice=1, target=3), (dice(1), dice(1)), n, Random(2)).games
    ),
    "alpha_beta": lambda n: alpha_beta(Tree([[3, 4], 4]), depth=n),
    "win_bounds": lambda n: win_bounds(Pig(target=3), n).win(0, 0),
    "check_game": lambda n: check_game(DiceBattle(dice=1, target=1), n),
    "a query's option": lambda n: evaluate_query("EG(0,0)", {"dice": n, "target": 4}),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_takes_every_whole_number_as_the_same(door):
    plain, found = DOORS[door](3), DOORS[door](np.int64(3))
    assert found == plain
    assert repr(found) == repr(plain)  # a plain int is stored, also within


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_what_is_no_whole_number(door):
    with pytest.raises(ExactDiceError) as refused:
        DOORS[door](3.0)
    assert "\n" not in str(refused.value)


def test_games_with_numpy_options_are_equal_and_prove_the_same():
    plain, given = (
        DiceBattle(dice=2, target=5, weights=(1, 2, 3)),
        DiceBattle(np.int64(2), np.int32(5), None, list(np.array([1, 2, 3]))),
    )
    assert given == plain
    assert hash(given) == hash(plain)
    assert proof(solve(given)) == proof(solve(plain))
    exact.close(Fraction(7, 2), "EP(n)", n=np.int64(1))

"""Games that hide something, written as Gambit's `.efg` files."""

import io
from fractions import Fraction

import pytest
from hidden_trees import RandomGame
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import solve
from exactdice.cli.terminal import main as cli
from exactdice.distributions.distribution import uniform
from exactdice.exact import cost
from exactdice.exact.errors import RulesError, TooCostly, UnsolvableError
from exactdice.games.listed_game import ListedInformation
from exactdice.interop.interchange.gambit import efg_text, parse_efg, write_efg
from exactdice.interop.interchange.suffixes import write_game

# MAX sees the card and raises or folds, MIN does not see it.
CARD = ListedInformation(
    {
        "deal": {("wait", "wait"): {"red": 1, "black": 1}},
        "red": {("raise", "wait"): {"red raised": 1}, ("fold", "wait"): {1: 1}},
        "black": {("raise", "wait"): {"black raised": 1}, ("fold", "wait"): {-1: 1}},
        "red raised": {("wait", "meet"): {2: 1}, ("wait", "pass"): {1: 1}},
        # The same actions in another order.
        "black raised": {("wait", "pass"): {1: 1}, ("wait", "meet"): {-2: 1}},
        **{paid: paid for paid in (1, -1, 2, -2)},
    },
    {
        "red": ("sees red", None),
        "black": ("sees black", None),
        "red raised": (None, "raised"),
        "black raised": (None, "raised"),
    },
)
LINES = """EFG 2 R "a card" { "MAX" "MIN" }
c "" 1 "" { "red" 1/2 "black" 1/2 } 0
p "" 1 1 "1: sees red" { "raise" "fold" } 0
p "" 2 1 "1: raised" { "meet" "pass" } 0
t "" 1 "2" { 2 -2 }
t "" 2 "1" { 1 -1 }
t "" 2 "1" { 1 -1 }
p "" 1 2 "2: sees black" { "raise" "fold" } 0
p "" 2 1 "1: raised" { "meet" "pass" } 0
t "" 3 "-2" { -2 2 }
t "" 2 "1" { 1 -1 }
t "" 4 "-1" { -1 1 }
"""


def test_the_nodes_where_a_player_knows_the_same_are_one_set(tmp_path):
    assert efg_text(CARD, "a card") == LINES
    write_efg(CARD, tmp_path / "card.efg", "a card")
    assert (tmp_path / "card.efg").read_text() == LINES
    assert solve(parse_efg(LINES)).value == Fraction(1, 3)  # Myerson 1991, section 2.1


def toss_then_both(seen):
    """A coin, which is seen as listed, then both guess at once: MAX is paid what it guesses and MIN
    does not, 1 for heads and 2 for tails.
    """
    sides = {"heads": 1, "tails": 2}
    table = {"toss": {("wait", "wait"): dict.fromkeys(sides, 1)}}
    for side, paid in sides.items():
        guesses = {}
        for mine in sides:
            for theirs in sides:
                right = (mine == side) - (theirs == side)
                guesses[mine, theirs] = {right * paid: 1}
        table[side] = guesses
    return ListedInformation(table | {paid: paid for paid in (0, 1, -1, 2, -2)}, seen)


SEEN = [  # (what is seen of the coin, value)
    ({}, 0),
    ({side: (side, side) for side in ("heads", "tails")}, 0),
    # Who sees it is right; the other guesses tails, which is worth more.
    ({side: (side, None) for side in ("heads", "tails")}, Fraction(1, 2)),
    ({side: (None, side) for side in ("heads", "tails")}, Fraction(-1, 2)),
]


@pytest.mark.parametrize(("seen", "value"), SEEN)
def test_both_at_once_when_something_is_hidden(seen, value):
    game = toss_then_both(seen)
    assert solve(game).value == solve(parse_efg(efg_text(game))).value == value


@given(st.integers(0, 10**6).map(RandomGame))
@settings(max_examples=40, deadline=None)
def test_a_hidden_game_read_back_has_the_same_value(game):
    assert solve(parse_efg(efg_text(game))).value == solve(game).value


def value_by_gambit(game):
    """The value by Gambit's exact programme, from the file; skips the test without Gambit."""
    pygambit = pytest.importorskip(
        "pygambit", reason="Gambit is not installed (pip install pygambit)"
    )
    tree = pygambit.read_efg(io.StringIO(efg_text(game)))
    (found,) = pygambit.nash.lp_solve(tree, rational=True).equilibria
    if found.max_regret():
        # In one of the games below Gambit 16.7 ends its programme of the tree where, by its own
        # account, a player gains by another strategy; that of the strategic form holds.
        (found,) = pygambit.nash.lp_solve(tree, use_strategic=True, rational=True).equilibria
    assert not found.max_regret()
    return Fraction(str(found.payoff("MAX")))


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_gambit_finds_the_same_value_of_random_games(seed):
    games = [RandomGame(drawn) for drawn in range(seed, seed + 20)]
    assert [value_by_gambit(game) for game in games] == [solve(game).value for game in games]


class Coins:
    """Ten coins one after the other, which nobody sees: 2^11 branches and an end."""

    start = ()

    def payoff(self, state):
        return sum(state) if len(state) == 10 else None

    def actions(self, state, player):
        return ("wait",)

    def outcomes(self, state, joint):
        return uniform([(*state, 0), (*state, 1)])

    def observation(self, state, player):
        return None


RETURNING = ListedInformation({0: {("wait", "wait"): {1: 1}}, 1: {("wait", "wait"): {0: 1}}}, {})
DIFFERENT = ListedInformation(
    {
        0: {("wait", "wait"): {1: 1, 2: 1}},
        1: {("a", "wait"): {3: 1}, ("b", "wait"): {3: 1}},
        2: {("a", "wait"): {3: 1}, ("c", "wait"): {3: 1}},
        3: 0,
    },
    {},
)
REFUSED = [
    (Coins(), TooCostly, "would cost"),
    (RETURNING, UnsolvableError, "can come back to a state"),
    (DIFFERENT, RulesError, "MAX knows () at 1 and at 2, so its actions must be the same there"),
]


@pytest.mark.parametrize(("game", "kind", "message"), REFUSED)
def test_refused(game, kind, message):
    with pytest.raises(kind) as error, cost.limit(1_000_000):
        efg_text(game)
    assert message in str(error.value)


def test_prism_sees_everything(tmp_path):
    with pytest.raises(RulesError, match=r"in a .prism file they see everything: .efg holds it"):
        write_game(CARD, tmp_path / "card.prism")
    assert not list(tmp_path.iterdir())


def test_solved_at_the_terminal(tmp_path, capsys):
    path = tmp_path / "card.efg"
    path.write_text(LINES)
    cli.app(["solve", str(path)], standalone_mode=False)
    # Bluffing a third of the time and meeting two thirds: Myerson 1991, section 2.1.
    assert capsys.readouterr().out.splitlines()[1:] == [
        "value to the first player: 1/3 (about 0.3333333333)",
        "optimal strategy of MAX, by what it saw and did:",
        "  (1: sees red,): raise",
        "  (2: sees black,): raise 1/3, fold 2/3",
        "optimal strategy of MIN, by what it saw and did:",
        "  (1: raised,): meet 2/3, pass 1/3",
        "information sets: 2 and 1, sequences: 5 and 3, method: sequence form",
    ]

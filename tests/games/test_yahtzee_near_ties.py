"""Near ties: all of them in small games, whole numbers only, and what is refused."""

from fractions import Fraction

import pytest

from exactdice.errors import ExactDiceError
from exactdice.games.yahtzee import Yahtzee, Yatzy
from exactdice.games.yahtzee.fast import solved_sheets
from exactdice.games.yahtzee.near_ties import near_ties

GAMES = [
    Yahtzee(dice=2, faces=3, categories=("ones", "twos", "yahtzee"), threshold=4),
    Yahtzee(dice=3, faces=3, rerolls=1, categories=("ones", "yahtzee", "chance")),
    Yatzy(dice=2, faces=4, rerolls=1, categories=("ones", "one_pair", "chance"), upper_bonus=0),
]


def listed(solved, within):
    """{(state, action): its loss}, by asking every situation of the game."""
    found = {}
    for state in solved.states():
        for action, loss in solved.losses(state).items():
            if 0 < loss <= within:
                found[state, action] = loss
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(game.names))
@pytest.mark.parametrize("within", [Fraction(1, 2000), Fraction(1, 9), 1])
def test_they_are_those_of_every_situation(game, within):
    solved = solved_sheets(game)
    ties = near_ties(solved, within)
    assert {(tie.state, tie.other): tie.loss for tie in ties} == listed(solved, within)
    assert [tie.loss for tie in ties] == sorted(tie.loss for tie in ties)
    for tie in ties:
        assert solved.losses(tie.state)[tie.best] == 0


def test_exact_ties_are_none():
    # One die: to keep a die that shows the mean of what follows is as good as to throw it again.
    game = Yahtzee(dice=1, faces=3, rerolls=1, categories=("chance",))
    solved = solved_sheets(game)
    assert len(solved.best(game.start._replace(dice=(2,), left=1))) == 2
    assert [tie for tie in near_ties(solved, Fraction(1, 2)) if tie.state.dice == (2,)] == []


def test_progress_ends_with_all_sheets():
    game, told = GAMES[0], []
    near_ties(solved_sheets(game), progress=lambda done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1] == len(list(solved_sheets(game).unfinished_sheets()))


@pytest.mark.parametrize(
    ("within", "said"), [(0, "more than 0 points, got 0"), (-1, "got -1"), (0.5, "within")]
)
def test_a_wrong_distance_is_refused(within, said):
    with pytest.raises(ExactDiceError, match=said) as error:
        near_ties(solved_sheets(GAMES[0]), within)
    assert "\n" not in str(error.value)

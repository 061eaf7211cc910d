"""What games say besides their rules: the pictures of their states, read back."""

from itertools import islice

import pytest

from exactdice import DiceBattle, Pig
from exactdice.exact.errors import RulesError
from exactdice.game.graph import explore
from exactdice.game.optional import hides, text_of
from exactdice.games.domineering import Domineering
from exactdice.games.on_graphs.rules import Chomp, Nim
from exactdice.games.tokens import TokenGame
from exactdice.solvers import strategy_iteration
from exactdice.solvers.arenas.arena import NormalPlay
from exactdice.testing.game_rules import check_game

DRAWN = [
    NormalPlay(Chomp(3, 3)),
    NormalPlay(Nim((2, 3))),
    Domineering(3, 3, banned=((1, 1),)),
    TokenGame(tokens=4),
]


def states_of(game):
    return [node.state for node in islice(explore(game).nodes, 300)]


@pytest.mark.parametrize("game", [*DRAWN, DiceBattle(dice=2, target=5)], ids=str)
def test_pictures_are_plain_lines_that_fit(game):
    for state in states_of(game):
        lines = text_of(game, state).split("\n")
        assert all(line.isascii() and line.isprintable() for line in lines)
        assert max(map(len, lines)) <= 80


def test_domineering_shows_each_cell_and_each_move():
    game = Domineering(3, 3, banned=((1, 1),))
    for state in states_of(game):
        *rows, _ = text_of(game, state).split("\n")
        cells = "".join(row.partition("    ")[0].replace(" ", "") for row in rows)
        assert [sign == "#" for sign in cells] == [state.occupied >> k & 1 == 1 for k in range(9)]
        numbers = [
            word for row in rows for word in row.partition("    ")[2].split() if word.isdigit()
        ]
        moves = game.actions(state, state.to_move)
        assert sorted(map(int, numbers)) == sorted(moves)


@pytest.mark.parametrize("text", ["\x1b[31mred\x1b[0m", "a\tb", 3], ids=ascii)
def test_a_picture_that_is_no_plain_text_is_told(text):
    class Coloured(DiceBattle):
        def text(self, state):
            return text

    assert any("text" in line for line in complaints(Coloured(dice=1, target=2)))


def complaints(game):
    try:
        check_game(game)
    except Exception as error:
        return str(error).split("\n")
    return []


class Blind:
    """A game in which a player sees something."""

    def observation(self, state, player):
        return state if player else None


class Sometimes(Blind):
    """It says itself whether it hides anything."""

    def __init__(self, hides):
        self.hides = hides


def test_a_game_hides_something_when_it_says_what_is_observed_and_does_not_deny_it():
    assert not hides(DiceBattle(dice=2, target=5))
    assert hides(Blind())
    assert [hides(Sometimes(answer)) for answer in (True, False)] == [True, False]


def failing(*_):
    return 1 // 0


@pytest.mark.parametrize(("member", "wrong"), [("canonical", failing), ("bound_bits", failing)])
def test_members_that_fail_are_named_in_one_line(member, wrong):
    game = type("Broken", (Pig,), {member: wrong})(target=3)
    with pytest.raises(RulesError, match=f"{member}.* of Broken.*fails.*ZeroDivisionError"):
        strategy_iteration(game)

"""What reads the states of a game refuses one whose players do not see them: a number for the game
in which they do would be wrong.
"""

import pytest

from exactdice import MAX, Kuhn
from exactdice.arenas.search import searchable
from exactdice.distribution import point
from exactdice.errors import ExactDiceError
from exactdice.evaluation.profiles import Following, profile_values
from exactdice.evaluation.rates import best_win_rate
from exactdice.evaluation.ties import payoff_range, without_ties
from exactdice.games.strategies import open_plan
from exactdice.interchange.suffixes import write_game
from exactdice.pages.game_page import game_page
from exactdice.solvers import backward_induction, strategy_iteration
from exactdice.words.register import Word

GAME = Kuhn()


def first(state):
    return point("check")


ASKED = {
    "strategy iteration": lambda: strategy_iteration(GAME),
    "backward induction": lambda: backward_induction(GAME),
    "following": lambda: Following(GAME, (first, first)),
    "values of a profile": lambda: profile_values(GAME, (first, first)),
    "win rate": lambda: best_win_rate(GAME, first),
    "range over ties": lambda: payoff_range(GAME, (without_ties(first), without_ties(first))),
    "open plan": lambda: open_plan(GAME, Word("optimal"), MAX)((1,)),
    "page": lambda: game_page(GAME, "kuhn"),
    "search": lambda: searchable(GAME),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_it_is_refused(ask):
    with pytest.raises(ExactDiceError, match=r"hides what|see everything"):
        ask()


@pytest.mark.parametrize("ending", ["prism", "nfg"])
def test_no_file_shows_the_states(ending, tmp_path):
    with pytest.raises(ExactDiceError, match="Kuhn"):
        write_game(GAME, tmp_path / f"kuhn.{ending}")
    assert not list(tmp_path.iterdir())

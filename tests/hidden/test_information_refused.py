"""What reads the states of a game refuses one whose players do not see them: a number for the game
in which they do would be wrong.
"""

import pytest

from exactdice import MAX, Kuhn, best_win_rate, profile_values
from exactdice.cli.server import Question, game_page_of
from exactdice.distributions.distribution import point
from exactdice.exact.errors import ExactDiceError
from exactdice.game.optional import is_pure
from exactdice.interop.interchange.suffixes import write_game
from exactdice.query.register import Word
from exactdice.query.strategies import open_plan
from exactdice.report.pages.game_page import game_page
from exactdice.solvers import backward_induction, strategy_iteration
from exactdice.solvers.arenas.search import searchable
from exactdice.solvers.evaluation.profiles import Following, following
from exactdice.solvers.evaluation.ties import WithoutTies, payoff_range

GAME = Kuhn()


def first(state):
    return point("check")


ASKED = {
    "strategy iteration": lambda: strategy_iteration(GAME),
    "backward induction": lambda: backward_induction(GAME),
    "following": lambda: Following(GAME, (first, first)),
    "values of a profile": lambda: profile_values(GAME, (first, first)),
    "win rate": lambda: best_win_rate(GAME, first),
    "range over ties": lambda: payoff_range(GAME, (WithoutTies(first), WithoutTies(first))),
    "open plan": lambda: open_plan(GAME, Word("optimal"), MAX)((1,)),
    "page": lambda: game_page(GAME, "kuhn"),
    "search": lambda: searchable(GAME),
}


def test_one_process_numbers_what_the_players_know():
    assert not is_pure(following(GAME, (first, first)))


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_it_is_refused(ask):
    with pytest.raises(ExactDiceError, match=r"hides what|see everything"):
        ask()


@pytest.mark.parametrize(
    ("ending", "instead"),
    [
        ("prism", "and in a .prism file they see everything: .efg holds it"),
        ("nfg", "so it is no matrix game: .efg holds it, with what is hidden"),
        ("lp", "so it is no matrix game: .efg holds it, with what is hidden"),
    ],
)
def test_no_file_shows_the_states(ending, instead, tmp_path):
    with pytest.raises(ExactDiceError) as refused:
        write_game(GAME, tmp_path / f"kuhn.{ending}")
    assert str(refused.value).startswith("Kuhn(cards=3, ante=1, bet=1) ")
    assert str(refused.value).endswith(instead)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "ask",
    [
        lambda: game_page(GAME, "kuhn"),
        lambda: game_page_of(Question("kuhn")),
        lambda: game_page_of(Question("goofspiel", "cards=2 bids=hidden")),
    ],
    ids=["page", "site", "site, by an option"],
)
def test_a_page_that_would_show_the_states_says_what_to_ask_instead(ask):
    with pytest.raises(ExactDiceError) as refused:
        ask()
    assert str(refused.value).endswith(
        "hides what happens from its players, and a page would show them its states: exactdice "
        "solve and play go by what a player knows, and so do queries such as value()"
    )

"""About how many histories a game of OpenSpiel has, beside those that are listed."""

import pytest

from exactdice import solve
from exactdice.errors import TooCostly
from exactdice.games.kuhn import Kuhn
from exactdice.graph import explore

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")

from exactdice.adapters.openspiel.game import (  # noqa: E402
    from_openspiel,
    likely_histories,
)

SMALL = [
    "kuhn_poker",
    "leduc_poker",
    "liars_dice(dice_sides=3)",
    "goofspiel(num_cards=3)",
    "matrix_rps",
    "oshi_zumo(coins=3,horizon=4)",
    "pig(winscore=3,horizon=5)",
    "turn_based_simultaneous_game(game=matrix_rps())",
]
ENDLESS = ["oshi_zumo(coins=4)", "pig(winscore=5)", "phantom_ttt", "chess"]


@pytest.mark.parametrize("name", SMALL)
def test_there_are_no_fewer(name):
    assert likely_histories(pyspiel.load_game(name)) <= len(explore(from_openspiel(name)).nodes)


def test_it_is_the_same_in_every_run():
    game = pyspiel.load_game("pig(winscore=5)")
    assert likely_histories(game) == likely_histories(game)


@pytest.mark.parametrize("name", ENDLESS)
def test_a_game_with_too_many_is_refused_before_any_is_listed(name):
    told = []
    with pytest.raises(TooCostly, match=f"openspiel:{name.partition('(')[0]}.* would cost"):
        solve(from_openspiel(name), progress=lambda done, _: told.append(done))
    assert not told


def test_a_name_within_a_name():
    """Kuhn poker in which who would be paid pays: our rules with the payoffs turned round."""

    class Turned(Kuhn):
        def payoff(self, state):
            paid = super().payoff(state)
            return None if paid is None else -paid

    assert solve(from_openspiel("misere(game=kuhn_poker())")).value == solve(Turned()).value

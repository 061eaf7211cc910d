"""Games of OpenSpiel as games here, and what is refused of them."""

import sys

import pytest

from exactdice import MAX, MIN, solve
from exactdice.adapters import from_openspiel, profile_from_openspiel, to_openspiel
from exactdice.errors import ExactDiceError, InexactError, RulesError
from exactdice.games.kuhn import Kuhn
from exactdice.hidden.tree import game_tree
from exactdice.testing import check_game


def test_without_openspiel_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    for asking in (
        lambda: from_openspiel("kuhn_poker"),
        lambda: to_openspiel(Kuhn()),
        lambda: profile_from_openspiel(None, Kuhn()),
    ):
        with pytest.raises(
            ExactDiceError,
            match=r"^this adapter needs the package pyspiel: pip install 'exactdice\[openspiel\]'$",
        ):
            asking()


pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")

SMALL = [
    ("kuhn_poker", {}),
    ("liars_dice", {"dice_sides": 2}),
    ("goofspiel", {"num_cards": 3, "imp_info": True}),
    ("goofspiel", {"num_cards": 3}),
    ("matrix_rps", {}),
    ("dark_hex", {"num_rows": 2, "num_cols": 2}),
    ("nim", {"pile_sizes": "1;2;3"}),
    ("pig", {"winscore": 3, "horizon": 5}),
    ("turn_based_simultaneous_game(game=matrix_rps())", {}),
]


def following(state):
    """The states of OpenSpiel that can come next, each once."""
    if state.is_simultaneous_node():
        for first in state.legal_actions(0):
            for second in state.legal_actions(1):
                after = state.clone()
                after.apply_actions([first, second])
                yield after
    elif not state.is_terminal():
        yield from map(state.child, state.legal_actions())


def histories(game):
    """Every history of OpenSpiel's game, as text, with what player 0 is paid at its end."""
    pending = [game.new_initial_state()]
    while pending:
        state = pending.pop()
        yield state.history_str(), state.returns()[0] if state.is_terminal() else None
        pending.extend(following(state))


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_the_states_are_the_histories_of_openspiel(name, options):
    game = from_openspiel(name, **options)
    assert check_game(game).startswith("the rules are kept at all ")
    theirs = dict(histories(pyspiel.load_game(name, options) if options else game.loaded))
    pending, ours = [game.start], {}
    while pending:
        state = pending.pop()
        paid = game.payoff(state)
        ours[state.reached.history_str()] = paid
        if paid is None:
            for first in game.actions(state, MAX):
                for second in game.actions(state, MIN):
                    pending.extend(game.outcomes(state, (first, second)))
    assert ours == theirs


def test_what_a_player_knows_tells_apart_what_openspiel_tells_apart():
    tree = game_tree(from_openspiel("kuhn_poker"))
    for player in (MAX, MIN):
        strings = set()
        for info in tree.information_sets[player].values():
            (told,) = {play.reached.information_state_string(player) for play in info.states}
            strings.add(told)
        assert len(strings) == len(tree.information_sets[player]) == 6


WRONG = [
    ("kuhnpoker", {}, r"OpenSpiel has no game kuhnpoker \(did you mean kuhn_poker\?\)"),
    ("", {}, "OpenSpiel has no game"),
    ("kuhn_poker(players=", {}, "OpenSpiel does not make kuhn_poker"),
    ("kuhn_poker", {"players": 3}, "is for 3 players, and a game here is for two$"),
    ("kuhn_poker", {"players": 99}, "OpenSpiel does not make kuhn_poker: "),
    ("kuhn_poker", {"playrs": 2}, r"unknown option playrs of kuhn_poker \(did you mean players"),
    ("kuhn_poker", {"players": "2"}, "players of kuhn_poker must be of type int, got '2'"),
    ("goofspiel", {"imp_info": 1}, "imp_info of goofspiel must be of type bool, got 1"),
    ("catch", {}, "catch.* is for 1 player"),
    ("matrix_pd", {}, "matrix_pd.* is general-sum, and a game here is zero-sum"),
    ("mfg_crowd_modelling", {}, "mfg_crowd_modelling.* is (for 1 player|general-sum)"),
    (
        "dark_hex_ir",
        {"board_size": 2},
        r"has information that forgets: MIN .* after \(0, .*\) and after \(0,",
    ),
    ("liars_dice_ir", {"dice_sides": 3}, "has information that forgets: "),
    (3, {}, "a game of OpenSpiel is its name or a pyspiel.Game, got 3"),
    (Kuhn(), {}, "a game of OpenSpiel is its name or a pyspiel.Game, got"),
]


@pytest.mark.parametrize(("name", "options", "said"), WRONG)
def test_what_is_no_game_here_is_refused_in_one_line(name, options, said, capfd):
    with pytest.raises(RulesError, match=said) as error:
        game_tree(from_openspiel(name, **options))
    assert "\n" not in str(error.value)
    # OpenSpiel would say it once more, on standard error.
    assert capfd.readouterr().err == ""


def test_options_of_a_game_that_is_made_already_are_refused():
    with pytest.raises(RulesError, match=r"the options of kuhn_poker.* are set already"):
        from_openspiel(pyspiel.load_game("kuhn_poker"), players=2)


def test_a_payoff_that_is_no_short_fraction_is_refused_at_its_history():
    odd = from_openspiel(pyspiel.create_matrix_game([[0.12345678901]], [[-0.12345678901]]))
    with pytest.raises(InexactError, match=r"at \(\(0, 0\)\), a payoff must be a fraction"):
        solve(odd)

"""Games of OpenSpiel as games here, and what is refused of them."""

import sys
from fractions import Fraction
from math import inf, nan, nextafter, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice import (
    MAX,
    MIN,
    DiceBattle,
    Distribution,
    OneShotBattle,
    solve,
    uniform,
)
from exactdice.exact.errors import (
    ExactDiceError,
    InexactError,
    RulesError,
    TooCostly,
)
from exactdice.game.graph import explore
from exactdice.games.kuhn import Kuhn
from exactdice.games.leduc import Leduc
from exactdice.interop.adapters import from_openspiel, profile_from_openspiel
from exactdice.interop.adapters.openspiel import (
    LARGEST_DENOMINATOR,
    estimate_histories,
    exact_distribution,
    exact_fraction,
)
from exactdice.interop.interchange.gambit import write_efg
from exactdice.solvers.hidden.tree import game_tree
from exactdice.testing import check_game


def test_without_openspiel_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    for asking in (
        lambda: from_openspiel("kuhn_poker"),
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
    ("kuhn_poker", {"players": 3}, "is for 3 players, and a game here is for two$"),
    ("kuhn_poker", {"playrs": 2}, r"unknown option playrs of kuhn_poker \(did you mean players"),
    ("kuhn_poker", {"players": "2"}, "players of kuhn_poker must be of type int, got '2'"),
    ("matrix_pd", {}, "matrix_pd.* is general-sum, and a game here is zero-sum"),
    (
        "dark_hex_ir",
        {"board_size": 2},
        r"has information that forgets: MIN .* after \(0, .*\) and after \(0,",
    ),
    (3, {}, "a game of OpenSpiel is its name or a pyspiel.Game, got 3"),
]


@pytest.mark.parametrize(("name", "options", "said"), WRONG)
def test_what_is_no_game_here_is_refused_in_one_line(name, options, said, capfd):
    with pytest.raises(RulesError, match=said) as error:
        game_tree(from_openspiel(name, **options))
    assert "\n" not in str(error.value)
    # OpenSpiel would say it once more, on standard error.
    assert capfd.readouterr().err == ""


def test_a_payoff_that_is_no_short_fraction_is_refused_at_its_history():
    odd = from_openspiel(pyspiel.create_matrix_game([[0.12345678901]], [[-0.12345678901]]))
    with pytest.raises(InexactError, match=r"at \(\(0, 0\)\), a payoff must be a fraction"):
        solve(odd)


# --- files of ours there --------------------------------------------------------------------------

OURS = [Kuhn(), DiceBattle(dice=2, target=2), OneShotBattle(dice=3)]


@pytest.mark.parametrize("game", OURS, ids=repr)
def test_a_file_of_a_game_here_has_the_same_value_there(game, tmp_path):
    write_efg(game, tmp_path / "game.efg")
    there = pyspiel.load_game(f"efg_game(filename={tmp_path / 'game.efg'})")
    assert solve(from_openspiel(there)).value == solve(game).value


# --- how many histories there are -----------------------------------------------------------------

FEW = [
    "kuhn_poker",
    "leduc_poker",
    "goofspiel(num_cards=3)",
    "matrix_rps",
    "pig(winscore=3,horizon=5)",
    "turn_based_simultaneous_game(game=matrix_rps())",
]
ENDLESS = ["oshi_zumo(coins=4)", "pig(winscore=5)", "phantom_ttt", "chess"]


@pytest.mark.parametrize("name", FEW)
def test_there_are_no_fewer(name):
    assert estimate_histories(pyspiel.load_game(name)) <= len(explore(from_openspiel(name)).nodes)


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


# --- floats as fractions --------------------------------------------------------------------------

denominators = st.integers(1, LARGEST_DENOMINATOR)


@given(st.integers(-(10**6), 10**6), denominators)
def test_a_float_next_to_a_short_fraction_stands_for_it(numerator, denominator):
    exact = Fraction(numerator, denominator) % 2 - 1
    number = float(exact)
    beside = (number, nextafter(number, inf), nextafter(number, -inf))
    for rounded in beside if number else (number,):
        assert exact_fraction(rounded, "it") == exact


@pytest.mark.parametrize("number", [pi, 0.1 + 1e-9, 2.0**-40, 1e-300, nan, inf, -inf])
def test_what_is_near_no_short_fraction_is_refused(number):
    with pytest.raises(InexactError, match=r"^it must be a fraction with a denominator up to"):
        exact_fraction(number, "it")


def test_equal_chances_are_uniform_however_many():
    many = 52 * 51 * 50 * 49
    chances = [(k, 1 / many) for k in range(1000)]
    # A part of them is no law.
    with pytest.raises(InexactError, match=r"^chance, "):
        exact_distribution(chances, "chance")
    every = range(123_457)  # 1/n has a denominator beyond the largest
    assert exact_distribution([(k, 1 / 123_457) for k in every], "chance") == uniform(every)


@pytest.mark.parametrize("floats", [[0.5, 0.25], [0.3, 0.3, 0.3], [0.5, 0.5 + 1e-11]])
def test_chances_that_sum_to_anything_but_1_are_refused(floats):
    with pytest.raises(InexactError, match=r"^here, "):
        exact_distribution(list(enumerate(floats)), "here")


# --- values that others printed -------------------------------------------------------------------


def test_kuhn_poker():
    """Kuhn 1950."""
    assert solve(from_openspiel("kuhn_poker")).value == Fraction(-1, 18)


def test_leduc_poker():
    """The fields of OpenSpiel print -0.085606424078; its rules and ours have one exact value."""
    value = solve(from_openspiel("leduc_poker", suit_isomorphism=True)).value
    assert abs(value - Fraction("-0.085606424078")) < Fraction(1, 10**12)
    assert value == solve(Leduc()).value


def test_goofspiel_with_open_bids():
    """Four cards, random prizes, paid by difference: the first bid at prize 2 is printed as
    (154132, 62196, 240911, 0)/457239.
    """
    game = from_openspiel("goofspiel", num_cards=4, returns_type="point_difference")
    solution = solve(game)
    assert solution.value == 0
    (mixtures,) = (solution.mixtures[s] for s in solution.mixtures if s.history == (1,))
    weights = (154132, 62196, 240911)
    for player, law in enumerate(mixtures):
        words = [f"[P{player}]Bid: {card}" for card in (1, 2, 3)]
        assert law == Distribution(dict(zip(words, weights, strict=True)))

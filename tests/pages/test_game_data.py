"""The data of the page of a game say what the rules and the solver say, for every state."""

import json
from fractions import Fraction
from itertools import product

import brute_force as brute
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import SMALL

from exactdice import MAX, MIN, WAIT, DiceBattle, solve
from exactdice.exact.cost import limit
from exactdice.exact.errors import RulesError, UnsolvableError
from exactdice.game.optional import hides
from exactdice.game.text_of_values import as_written
from exactdice.query.games_by_name import game_named
from exactdice.report.pages import game_data as module
from exactdice.report.pages.game_data import PLACES, Numbers, cut, game_data
from exactdice.solvers.fast_path import generic_function

CACHE = {}
# the games in which everything is seen
SEEN = [name for name in SMALL if not hides(game_named(name, SMALL[name]))]


@pytest.mark.parametrize("name", [name for name in SMALL if name not in SEEN])
def test_what_is_hidden_is_not_shown_on_a_page(name):
    with pytest.raises(RulesError, match="hides what happens from its players"):
        game_data(game_named(name, SMALL[name]))


def made(name):
    """The game, its data as a page reads them, and the state at each place."""
    if name not in CACHE:
        game = game_named(name, SMALL[name])
        data = json.loads(json.dumps(game_data(game).data))
        CACHE[name] = (game, data, states_of(game, data))
    return CACHE[name]


def states_of(game, data):
    """The states by their places, found again among those of the game by what their fields say."""
    by_text = {texts_of(state): state for state in brute.all_states(game)}
    columns = [[field["values"][k] for k in field["column"]] for field in data["fields"]]
    return [by_text.get(texts) for texts in zip(*columns, strict=True)]


def texts_of(state):
    fields = getattr(state, "_fields", None)
    if fields is None:
        return (as_written(state),)
    texts = [as_written(value) for value in state]
    if "to_move" in fields:
        k = fields.index("to_move")
        texts[k] = "nobody" if state.to_move is None else ("MAX", "MIN")[state.to_move]
    return tuple(texts)


def number(data, k):
    size = Fraction(data["numbers"][-1 - k if k < 0 else k])
    return -size if k < 0 else size


def codes(data):
    columns = zip(*(field["column"] for field in data["fields"]), strict=True)
    if not data["units"]:
        return list(range(len(data["value"])))
    return [sum(a * b for a, b in zip(row, data["units"], strict=True)) for row in columns]


@pytest.mark.parametrize("name", SEEN)
def test_every_reachable_state_has_a_place_and_its_value(name):
    game, data, states = made(name)
    assert set(brute.all_states(game)) <= set(states)
    assert states[data["start"]] == game.start
    values = generic_function(solve)(game).values
    for place, state in enumerate(states):
        if state is not None:
            payoff = game.payoff(state)
            expected = values[state] if payoff is None else payoff
            assert number(data, data["value"][place]) == expected


@pytest.mark.parametrize("name", SEEN)
def test_moves_are_those_of_the_rules(name):
    game, data, states = made(name)
    place_of = {code: place for place, code in enumerate(codes(data))}
    for place, state in enumerate(states):
        if state is None or game.payoff(state) is not None:
            continue
        here = codes_of(data, place)
        rows, columns = data["menus"][data["menu"][place]]
        offered = [tuple(game.actions(state, player)) for player in (MAX, MIN)]
        texts = [[data["actions"][k] for k in menu] for menu in (rows, columns)]
        assert texts == [list(map(as_written, actions)) for actions in offered]
        chances = data["chances"][data["chance"][place]]
        for joint, k in zip(product(*offered), chances, strict=True):
            steps, weights = data["changes"][k]
            law = {
                states[place_of[here + step]]: int(w)
                for step, w in zip(steps, weights, strict=True)
            }
            assert law == dict(game.outcomes(state, joint).items())


def codes_of(data, place):
    if not data["units"]:
        return place
    row = [field["column"][place] for field in data["fields"]]
    return sum(a * b for a, b in zip(row, data["units"], strict=True))


@pytest.mark.parametrize("name", SEEN)
def test_best_actions_are_all_that_lose_nothing(name):
    """By what each action is worth, one step ahead."""
    game, data, states = made(name)
    values = generic_function(solve)(game).values
    worth = {
        s: values[s] if game.payoff(s) is None else game.payoff(s) for s in brute.all_states(game)
    }
    for place, state in enumerate(states):
        if state is None or data["best"][place] < 0:
            continue
        player = MAX if len(game.actions(state, MAX)) > 1 else MIN
        other = game.actions(state, 1 - player)[0]
        after = {}
        for action in game.actions(state, player):
            joint = (action, other) if player == MAX else (other, action)
            law = game.outcomes(state, joint)
            after[action] = sum(worth[s] * Fraction(w, law.total) for s, w in law.items())
        best = max(after.values()) if player == MAX else min(after.values())
        said = [data["actions"][k] for k in data["bests"][data["best"][place]]]
        assert said == [as_written(action) for action, w in after.items() if w == best]


@pytest.mark.parametrize("name", ["dice-battle", "one-shot-battle", "goofspiel", "tokens"])
def test_laws_and_pairs_add_up(name):
    _, data, _ = made(name)
    value = number(data, data["value"][data["start"]])
    for law in data["laws"].values():
        chances = [number(data, k) for k in law["chances"]]
        outcomes = [number(data, k) for k in law["outcomes"]]
        assert sum(chances) == 1
        assert sum(map(Fraction.__mul__, chances, outcomes)) == number(data, law["mean"])
    assert number(data, data["laws"]["payoff"]["mean"]) == value
    for pair in data["pairs"]:
        assert sum(number(data, pair[key]) for key in ("win", "draw", "loss")) == 1
        if pair["names"][0] == "optimal":
            assert number(data, pair["gain"]) >= value


def test_a_game_too_large_is_refused_with_what_to_do(monkeypatch):
    monkeypatch.setattr(module, "MOST_STATES", 20)
    with pytest.raises(UnsolvableError, match=r"more than 20 states.*lower target"):
        game_data(game_named("pig", {"target": 5}))
    monkeypatch.undo()
    monkeypatch.setattr(module, "MOST_PAGE", 100)
    with pytest.raises(UnsolvableError, match="characters of data"):
        game_data(game_named("nim", {}))


def test_play_is_left_out_where_its_moves_take_too_much_room(monkeypatch):
    pig = game_named("pig", SMALL["pig"])
    monkeypatch.setattr(
        module, "MOST_PAGE", len(json.dumps(game_data(pig).data, separators=(",", ":"))) - 300
    )
    found = game_data(pig)
    assert "chances" not in found.data
    assert any(text.startswith("play, advice") for text in found.left_out)
    with limit(None):
        assert "chances" in game_data(game_named("pig", SMALL["pig"])).data


def test_pairs_that_take_long_are_left_out(monkeypatch):
    monkeypatch.setattr(module, "MOST_STEPS", 10)
    found = game_data(game_named("pig", SMALL["pig"]))
    assert found.data["pairs"] == []
    assert any("pairs of strategies, which take long" in text for text in found.left_out)


def test_many_pairs_of_actions_are_refused_before_they_are_listed():
    with pytest.raises(UnsolvableError, match=r"720 x 720 pairs of actions.*lists=20"):
        game_data(game_named("phantom-domineering", {}))


def test_waiting_is_known_by_its_number():
    _, data, _ = made("pig")
    assert data["actions"][data["wait"]] == WAIT


def test_a_law_without_an_end_that_ends_too_late_is_left_out():
    """The only die busts but for a chance of about 10^-30, and a bust scores nothing."""
    found = game_data(DiceBattle(dice=1, target=1, weights=(10**30, 1), bust_score=0))
    assert set(found.data["laws"]) == {"payoff"}
    assert any("the law of the length" in text for text in found.left_out)


# --- numbers as pages keep them -------------------------------------------------------------------


@given(st.fractions(min_value=0))
def test_what_is_cut_lies_at_most_one_digit_above(value):
    kept = Fraction(cut((value.numerator, value.denominator)).removeprefix("~"))
    assert 0 <= value - kept < Fraction(1, 10**PLACES)


def test_long_fractions_are_cut_where_all_take_too_much_room(monkeypatch):
    monkeypatch.setattr(module, "MOST_PAGE", 300)
    numbers = Numbers()
    for value in (Fraction(1, 3), Fraction(1, 7**100), Fraction(10**200 + 1, 3)):
        numbers.number(value)
    first, second, third = numbers.texts()
    assert first == "1/3"
    assert second == "~0." + "0" * PLACES
    assert third == f"~{(10**200 + 1) // 3}.{'6' * PLACES}"

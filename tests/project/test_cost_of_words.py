"""Every word and every game with huge numbers is answered in few steps or refused."""

import inspect

import pytest
from counted_calls import ARGUMENTS, HUGE, Counted, WorkBegan, asked

from exactdice import cost, solve
from exactdice.errors import ExactDiceError
from exactdice.games import GAMES
from exactdice.queries.evaluate import evaluate_query, parse_option
from exactdice.queries.words import QUANTITIES
from exactdice.words.register import quantity

LIMIT = 10**5


@pytest.mark.parametrize("name", QUANTITIES)
def test_a_word_of_huge_numbers_is_answered_in_few_steps_or_refused(name, must_end):
    for query, given in asked(name):
        options = {key: parse_option(text) for key, text in given.items()}
        try:
            with cost.limit(LIMIT), Counted(10 * LIMIT):
                evaluate_query(query, options)
        except ExactDiceError:  # one line that says why
            pass
        except WorkBegan:
            pytest.fail(f"{query} with {given} went on")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_huge_numbers_is_solved_in_few_steps_or_refused(name, must_end):
    for option, parameter in inspect.signature(GAMES[name]).parameters.items():
        for number in HUGE:
            if parameter.default is not None and not isinstance(parameter.default, int | tuple):
                continue
            try:
                with cost.limit(LIMIT), Counted(10 * LIMIT):
                    solve(GAMES[name](**{option: number}))
            except ExactDiceError:
                pass
            except WorkBegan:
                pytest.fail(f"{name} with {option}={number} went on")


def test_every_word_states_its_cost():
    assert all(isinstance(QUANTITIES[name].cost, type(lambda: 0)) for name in QUANTITIES)
    with pytest.raises(TypeError, match="cost"):

        @quantity(lambda: None)
        def word_without_cost(_):
            """Never entered."""

    assert "word_without_cost" not in QUANTITIES
    assert set(ARGUMENTS) | {
        "best_dice_real",
        "states",
        "connect_four_value",
        "one_shot_value",
        "one_shot_strategy",
    } == set(QUANTITIES)

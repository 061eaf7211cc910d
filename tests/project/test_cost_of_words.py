"""Every word with huge numbers is answered in few steps or refused."""

import pytest
from counted_calls import ARGUMENTS, LIMIT, Counted, WorkBegan, asked

from exactdice.exact import cost
from exactdice.exact.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.query.register import quantity
from exactdice.query.words import QUANTITIES


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

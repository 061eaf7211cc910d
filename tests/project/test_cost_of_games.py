"""Every game with huge numbers is solved in few steps or refused."""

import inspect

import pytest
from counted_calls import HUGE, LIMIT, Counted, WorkBegan

from exactdice import solve
from exactdice.exact import cost
from exactdice.exact.errors import ExactDiceError
from exactdice.query.games_by_name import GAMES


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

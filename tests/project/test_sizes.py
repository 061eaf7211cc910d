"""A fixed size that guards time or memory holds where cost is limited; limit=none lifts it, and the
message says so.
"""

import importlib
from fractions import Fraction

import pytest

from exactdice import (
    MAX,
    ConnectFour,
    Domineering,
    PhantomDomineering,
    cost,
    solve,
)
from exactdice.closed_forms.fitted import check_range
from exactdice.errors import ExactDiceError
from exactdice.games.phantom_domineering.plans import turns_of
from exactdice.games.phantom_domineering.sure import sure_list
from exactdice.interchange.suffixes import write_game
from exactdice.queries.evaluate import evaluate_query


def query(text, **options):
    return lambda: evaluate_query(text, options)


# {module and constant: (a size that is too small for the work, the work)}
LIFTED = {
    "closed_forms.fitted.MOST": (9, lambda: check_range("n", range(1, 12))),
    "games.domineering.fast.MOST_CELLS": (3, lambda: solve(Domineering(2, 2))),
    "games.phantom_domineering.plans.MOST_POSITIONS": (
        1,
        lambda: turns_of(PhantomDomineering(3, 3), MAX),
    ),
    "games.phantom_domineering.sure.MOST_CELLS": (
        1,
        lambda: sure_list(PhantomDomineering(2, 3), MAX),
    ),
    "words.register.MOST_DIGITS": (1, query("pig_win(0,0,0)", target=3, digits=2)),
}


@pytest.mark.parametrize("name", LIFTED)
def test_a_size_that_guards_work_is_lifted_with_the_limit_of_cost(monkeypatch, name):
    module, _, constant = name.rpartition(".")
    too_small, work = LIFTED[name]
    monkeypatch.setattr(importlib.import_module(f"exactdice.{module}"), constant, too_small)
    with pytest.raises(ExactDiceError, match=r"limit=none"):
        work()
    with cost.limit(None):
        work()


def test_the_command_line_lifts_a_size_and_says_how(tmp_path):
    game = ConnectFour(2, 3, 2)
    with pytest.raises(ExactDiceError, match="ending in"):
        write_game(game, tmp_path / "a.txt")
    with cost.limit(1000), pytest.raises(ExactDiceError, match="limit=none at the command line"):
        evaluate_query("EP(2001)", {})
    with cost.limit(None):
        # (5/6)^2001, the chance of no bust, is below 10^-158, and such throws score at most 12006
        assert 1 < evaluate_query("EP(2001)", {}) < 1 + Fraction(1, 10**150)

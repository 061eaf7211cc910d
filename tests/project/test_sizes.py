"""A fixed size that guards time or memory holds where cost is limited; limit=none lifts it, and the
message says so. Sizes that guard something else are named here with what they guard.
"""

import ast
import importlib
from fractions import Fraction
from pathlib import Path

import pytest

import exactdice
import exactdice.interchange.prism
import exactdice.interchange.suffixes
from exactdice import (
    ConnectFour,
    DiceBattle,
    cost,
)
from exactdice.errors import ExactDiceError
from exactdice.interchange.efg_writer import efg_text
from exactdice.interchange.suffixes import write_game
from exactdice.queries.evaluate import evaluate_query

PACKAGE = Path(exactdice.__file__).parent
ROOMS = ("closed_forms", "games", "interchange", "matrices", "pools", "queries", "throws", "words")
BEGINNINGS = ("MOST", "LARGEST", "LONGEST")
SMALL = DiceBattle(dice=2, target=2)


def query(text, **options):
    return lambda: evaluate_query(text, options)


# {module and constant: (a size that is too small for the work, the work)}; None: only seen to be
# lifted by who reads the code
LIFTED = {
    "games.connect_four.words.MOST_SIDE": (
        1,
        query("connect_four_value()", rows=2, columns=2, line=2),
    ),
    "games.strategies.MOST_DEPTH": (1, None),
    "interchange.efg_writer.MOST_NODES": (1, lambda: efg_text(SMALL)),
    "interchange.suffixes.MOST_CHOICES": (1, None),
    "words.register.MOST_DIGITS": (1, query("pig_win(0,0,0)", target=3, digits=2)),
}
GUARDS_SOMETHING_ELSE = {
    "throws.binomial.MOST_EXACT": "the choice of the method",
    "closed_forms.payoff.MOST_LISTED": "how a formula is written",
    "games.connect_four.counts.MOST_ESTIMATED": "how a cost is estimated",
    "games.connect_four.table.MOST_KEPT": "what is remembered; nothing is refused",
    "games.connect_four.table.MOST_TABLES": "what is remembered; nothing is refused",
    "games.dice_battle.catalogue.MOST_MIXED": "which questions are proposed",
    "games.dice_battle.catalogue.MOST_THROWN": "which questions are proposed",
    "games.domineering.words.MOST_CHECKED_CELLS": "when a proof is checked for a query",
    "games.phantom_domineering.fast.MOST_MOVES": "the bits of a machine word",
    "interchange.lp_file.LONGEST_NAME": "the format of the file",
    "queries.reasons.MOST_OUTCOMES": "how a law is written",
    "queries.syntax.LONGEST": "the text of a query",
    "queries.corners.MOST_NUMBERS": "the choice of the method",
    "queries.syntax.MOST_OPERATIONS": "the text of a query",
}


def sizes():
    """The constants of the rooms that limit a size, as module and name."""
    for file in (file for room in ROOMS for file in sorted((PACKAGE / room).rglob("*.py"))):
        module = ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if name.startswith(BEGINNINGS):
                    yield f"{module}.{name}"


def test_every_size_is_lifted_or_said_to_guard_something_else():
    assert sorted(sizes()) == sorted([*LIFTED, *GUARDS_SOMETHING_ELSE])


@pytest.mark.parametrize("name", [name for name, (_, work) in LIFTED.items() if work])
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

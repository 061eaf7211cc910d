"""Each kind of argument, given a wrong thing in its place, is refused in one line by an error of
this library that says what is wanted. One public function stands for all that take the kind.
"""

from fractions import Fraction
from random import Random

import pytest
from right_things import BATTLE, PROFILE, TOKENS, TREE

import exactdice
from exactdice import MAX, ExactDiceError, Kuhn, SimultaneousBattle, arena, dice, die, solve
from exactdice.writeup.tables.table import make_table, render

VERTICES = arena({"a": ["b"], "b": []})
AT_ONCE = SimultaneousBattle(dice=2, target=2)

# {what is asked for: a function of the wrong thing that stands in its place}
DOORS = {
    "a game": solve,
    "a solution": exactdice.check,
    "a profile": lambda wrong: exactdice.payoff_distribution(BATTLE, wrong),
    "a strategy": lambda wrong: exactdice.best_response(BATTLE, wrong, MAX),
    "a player": lambda wrong: exactdice.best_response(BATTLE, dice(1), wrong),
    "progress": lambda wrong: solve(BATTLE, progress=wrong),
    "a store": lambda wrong: solve(BATTLE, store=wrong),
    "what is kept": lambda wrong: solve(BATTLE, keep=wrong),
    "jobs": lambda wrong: solve(BATTLE, jobs=wrong),
    "digits": lambda wrong: exactdice.enclose(BATTLE, wrong),
    "chance": lambda wrong: exactdice.simulate(BATTLE, PROFILE, wrong),
    "how many plays": lambda wrong: exactdice.simulate_many(BATTLE, PROFILE, wrong, Random(1)),
    "a path": lambda wrong: exactdice.check_file(wrong, BATTLE),
    "a file to be written": lambda wrong: exactdice.write_proof(solve(BATTLE), wrong),
    "a game of several players' throws": lambda wrong: exactdice.reply_bounds(wrong, dice(1), 0, 3),
    "a policy": exactdice.policy,
    "a token game": lambda wrong: exactdice.best_choices(wrong, 3),
    "the game of a score": exactdice.expected_score,
    "the game of a strategy": exactdice.random,
    "a throw": lambda wrong: exactdice.best_choices(TOKENS, wrong),
    "what is known": lambda wrong: exactdice.probability_range(Kuhn(), MAX, wrong, "bet"),
    "an action": lambda wrong: exactdice.probability_range(Kuhn(), MAX, (1,), wrong),
    "a law": lambda wrong: exactdice.roll(wrong, 2),
    "laws": exactdice.total_of,
    "weights": exactdice.Distribution,
    "probabilities": exactdice.from_probabilities,
    "outcomes": exactdice.uniform,
    "faces": exactdice.die,
    "the weights of a die": lambda wrong: die(3, wrong),
    "a bust": lambda wrong: exactdice.roll(die(6), 2, wrong),
    "how many dice": lambda wrong: exactdice.highest(die(6), wrong, 1),
    "how many of them": lambda wrong: exactdice.highest(die(6), 3, wrong),
    "a step": lambda wrong: exactdice.by_faces(die(6), 2, 0, wrong),
    "true or false": lambda wrong: die(6).text(wrong),
    "a number": exactdice.as_exact,
    "an end": lambda wrong: exactdice.Interval(wrong, 2),
    "a text": exactdice.parse_exact,
    "decimals": lambda wrong: exactdice.decimal_text(Fraction(1, 3), wrong),
    "a decimal mark": lambda wrong: exactdice.decimal_text(Fraction(1, 3), 3, wrong),
    "a matrix": exactdice.solve_matrix_game,
    "a name": exactdice.parameter,
    "an arena": exactdice.kernel,
    "what an arena is of": exactdice.arena,
    "a tree": exactdice.Tree,
    "a depth": lambda wrong: exactdice.minimax(TREE, (), depth=wrong),
    "a window": lambda wrong: exactdice.alpha_beta(TREE, (), window=wrong),
    "an option of a game": lambda wrong: exactdice.DiceBattle(dice=wrong),
    "a word for an option": lambda wrong: exactdice.Goofspiel(prizes=wrong),
    "cells": lambda wrong: exactdice.Domineering(2, 2, banned=wrong),
    "jumps": lambda wrong: exactdice.SnakesAndLadders(5, jumps=wrong),
    "numbers of dice": lambda wrong: exactdice.Race(3, dice=wrong),
    "a look": lambda wrong: exactdice.PlotStyle(size=wrong),
    "queries": lambda wrong: exactdice.sweep(wrong, {"d": [1]}),
    "a grid": lambda wrong: exactdice.sweep(["EP(d)"], wrong),
    "a document": exactdice.verify,
    "queries of a table": lambda wrong: make_table(wrong, {"d": [1]}, {}),
    "a table": lambda wrong: render(wrong, "csv"),
}


@pytest.mark.parametrize("kind", DOORS)
def test_a_wrong_thing_is_refused_in_one_line(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for wrong in (object(), 0.5):
        with pytest.raises(ExactDiceError) as refused:
            DOORS[kind](wrong)
        assert "\n" not in str(refused.value), refused.value
        assert 20 < len(str(refused.value)) < 600, refused.value

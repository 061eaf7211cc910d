"""The second implementation of Yahtzee, written from the rules alone, and the first one agree."""

import sys
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from exactdice.games.yahtzee import Yahtzee, Yatzy
from exactdice.games.yahtzee.solver import sheets_of, solved_levels

PATH = Path(__file__).parents[2] / "benchmarks" / "yahtzee_second.py"
SPEC = spec_from_file_location("yahtzee_second", PATH)
second = module_from_spec(SPEC)
sys.modules["yahtzee_second"] = second  # where its dataclasses look for their module
SPEC.loader.exec_module(second)

GAMES = {
    "free": Yahtzee(),
    "forced": Yahtzee(joker="forced"),
    "none": Yahtzee(joker="none"),
    "plain": Yahtzee(joker="none", yahtzee_bonus=0),
    "no_upper_bonus": Yahtzee(upper_bonus=0),
    "yatzy": Yatzy(),
}
# T. Verhoeff's and others' floats, to the digits that they print; the one without a bonus for the
# upper section is not among them.
PRINTED = {
    "free": "254.5896095",
    "forced": "254.5877287",
    "none": "253.9702412",
    "plain": "245.8707745",
    "yatzy": "248.4399894",
}
YAHTZEE_IN_THREE = Fraction(2783176, 6**10)


@pytest.fixture(scope="module")
def solver():
    """The sheets with at most two categories open, free joker rule."""
    return ended(second.Solver(second.VARIANTS["free"]), 2)


def ended(solver, opened):
    """The solver with the sheets solved that have so many open categories."""
    solver.end()
    for filled in reversed(range(solver.rules.all_filled)):
        if solver.opened(filled) <= opened:
            solver.turn(filled)
    return solver


def residue(value, solver):
    """Of a whole number over PER_TURN."""
    whole = value * second.PER_TURN
    assert whole.denominator == 1
    return whole.numerator % solver.prime


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ones", 5 * (1 - Fraction(5, 6) ** 3)),
        ("sixes", 30 * (1 - Fraction(5, 6) ** 3)),
        ("yahtzee", 50 * YAHTZEE_IN_THREE),
        ("chance", 5 * Fraction(14, 3)),
    ],
)
def test_a_last_category_is_worth_its_chance(solver, name, value):
    place = list(solver.rules.categories).index(name)
    filled = solver.rules.all_filled & ~(1 << place)
    sheet = solver.sheets.number[filled, 0 if place >= 6 else 5, 0]
    assert solver.residues[sheet] == residue(value, solver)
    assert solver.floats[sheet] == pytest.approx(float(value), abs=1e-12)


def test_what_floats_leave_open_is_compared_in_whole_numbers(solver, monkeypatch):
    monkeypatch.setattr(second, "UNIT", 1e-6)
    doubtful = ended(second.Solver(second.VARIANTS["free"]), 1)
    solved = np.flatnonzero(doubtful.floats)
    assert doubtful.close
    assert (doubtful.residues[solved] == solver.residues[solved]).all()


def test_a_whole_number_has_its_residue(solver):
    rules = solver.rules
    filled = rules.all_filled & ~(1 << rules.yahtzee | 1)
    sheet = int(solver.sheets.number[filled, 60, 0])
    whole = solver.exact.value(sheet)
    assert whole % solver.prime == solver.residues[sheet]
    assert whole / second.PER_TURN**2 == pytest.approx(solver.floats[sheet])


def test_too_large_a_prime_is_refused():
    with pytest.raises(ValueError, match="prime"):
        second.Solver(second.VARIANTS["free"], 2**61 - 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_all_residues_of_both_implementations_agree(name):
    solver = second.Solver(second.VARIANTS[name])
    solver.solve()
    if name in PRINTED:
        assert f"{solver.floats[0]:.7f}" == PRINTED[name]
    sheets = sheets_of(GAMES[name])
    for level in solved_levels(sheets, cores=2):
        compare(sheets, level, solver)


def compare(sheets, level, solver):
    """All values of a level modulo the prime of the second implementation."""
    residues = np.zeros(level.limbs.shape[1], dtype=np.int64)
    for limb in reversed(level.limbs):  # 48 bits
        for part in (limb >> 24, limb & (1 << 24) - 1):
            residues = (residues << 24 | part) % solver.prime
    for group in sheets.levels[level.written]:
        theirs = residues[sheets.place[group.written, group.extra, group.totals]]
        numbers = solver.sheets.number[group.written, group.totals, group.extra]
        assert (numbers >= 0).all()
        assert (theirs == solver.residues[numbers]).all()

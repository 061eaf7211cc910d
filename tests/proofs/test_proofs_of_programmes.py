"""Proofs of linear programmes."""

import re
from fractions import Fraction
from itertools import product

import pytest
from changed_proofs import ends, sealed
from hypothesis import given
from hypothesis import strategies as st
from ways_of_programmes import pivoted

from exactdice import checker, program_proof
from exactdice.checker import Rejected
from exactdice.linear.lp import Program, Row, Status, Variable
from exactdice.linear.lp.solve import optimum
from exactdice.testing import exact_numbers, solved_programs

# --- linear programmes ----------------------------------------------------------------------------


@given(solved_programs())
def test_the_known_optimum_of_a_programme_is_proved_and_so_is_the_one_found(pair):
    program, known = pair
    for outcome in (known, optimum(program)):
        size = len(program.variables) + len(program.rows)
        said = (
            f"optimal value {known.value} of a programme of {size} constraints on "
            f"{len(program.variables)} variables, maximised"
        )
        assert checker.check(program_proof(program, outcome)) == said


@given(solved_programs())
def test_minimising_the_opposite_is_proved_too(pair):
    program, known = pair
    turned = Program(
        program.variables,
        program.rows,
        {j: -c for j, c in program.objective.items()},
        Fraction(1, 3),
    )
    said = checker.check(program_proof(turned, optimum(turned)))
    assert said.startswith(f"optimal value {Fraction(1, 3) - known.value} of ")


@st.composite
def any_programmes(draw):
    """Small programmes of any kind: free and fixed variables, ranges, crossed bounds; most are
    infeasible or unbounded.
    """
    count = draw(st.integers(1, 2))
    variables = tuple(
        Variable(draw(st.sampled_from("xy")), draw(ends), draw(ends)) for _ in range(count)
    )
    form = st.dictionaries(st.integers(0, count - 1), exact_numbers(-2, 2, 2))
    rows = tuple(
        Row(f"row {i}", draw(form), draw(ends), draw(ends)) for i in range(draw(st.integers(0, 3)))
    )
    return Program(variables, rows, draw(form), draw(exact_numbers()), draw(st.booleans()))


SAID = {
    Status.OPTIMAL: "optimal value ",
    Status.INFEASIBLE: "no x satisfies ",
    Status.UNBOUNDED: "no limit to ",
}


@given(any_programmes())
def test_every_outcome_is_proved_and_grid_points_do_not_contradict_it(program):
    outcome = pivoted(program)
    document = program_proof(program, outcome)
    assert checker.check(document).startswith(SAID[outcome.status])
    if outcome.status == Status.UNBOUNDED:
        return
    grid = [Fraction(k, 2) for k in range(-6, 7)]
    for point in product(grid, repeat=len(program.variables)):
        activity = [
            *point,
            *(sum(c * point[j] for j, c in row.coefficients.items()) for row in program.rows),
        ]
        if all(
            (i.lower is None or i.lower <= z) and (i.upper is None or z <= i.upper)
            for i, z in zip(program.limited(), activity, strict=True)
        ):
            assert outcome.status == Status.OPTIMAL
            worth = program.constant + sum(c * point[j] for j, c in program.objective.items())
            assert worth <= outcome.value if program.maximise else worth >= outcome.value


def test_each_part_of_the_proof_of_a_programme_counts():
    """max x + y, x <= 2, y <= 1, x + y <= 5/2, x, y >= 0: the optimum is 5/2, on an edge."""
    rows = (Row("both", {0: 1, 1: 1}, upper=Fraction(5, 2)),)
    program = Program((Variable("x", 0, 2), Variable("y", 0, 1)), rows, {0: 1, 1: 1}, maximise=True)
    document = program_proof(program, optimum(program))
    assert (
        checker.check(document)
        == "optimal value 5/2 of a programme of 5 constraints on 2 variables, maximised"
    )
    x, y = document["optimal"]["x"], document["optimal"]["y"]
    for message, change in {
        "the value is not that of x": {"values": ["0x2"]},
        "x breaks a constraint": {"optimal": {"x": x | {"x": "0x3"}, "y": y}},
        "y does not show that no other x is better": {
            "optimal": {"x": x | {"x": "0x0"}, "y": y},
            "values": ["0x1/0x2"],
        },
        "y must be a number of 0 or more for each constraint": {
            "optimal": {"x": x, "y": [*y[:-1], "-0x1"]}
        },
        "y does not show that no x is feasible": {"optimal": {"y": y}, "values": []},
        "the ray must improve within the constraints": {
            "optimal": {"x": x, "ray": {"x": "0x1"}},
            "values": [],
        },
        "only an optimum has a value": {"optimal": {"x": x, "ray": {"x": "0x1"}}},
    }.items():
        with pytest.raises(Rejected, match=re.escape(message)):
            checker.check(sealed(document | change))

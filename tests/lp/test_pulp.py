"""The exact PuLP back end, under whichever PuLP is installed: hand-solved programmes, traps and
refusals.
"""

import runpy
import warnings
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import pulp
import pytest
from pulp_problems import MAX, MIN, NONE, built, rows_of, solved

from exactdice import ExactDiceError
from exactdice.exact.errors import InexactError
from exactdice.linear.lp.program import proved
from exactdice.linear.lp.pulp.solver import ExactProblem, ExactSolver, exact_dot, exact_sum

TINY = F(1, 6**40)

# --- programmes as data ---------------------------------------------------------------------------
# (name, sense, {variable: (low, up, cost)}, constant, [(name, {variable: coefficient}, sign,
# right)])

# name: (programme, value, {variable: (value, dj)}, {row: (pi, slack)}), each found by hand, optimum
# and dual unique
SOLVED = {
    "both directions, maximise": (
        (
            MAX,
            {"x": (0, NONE, 3), "y": (0, NONE, 2)},
            4,
            [("c", {"x": 1, "y": 1}, "<=", 4), ("d", {"x": -1}, ">=", -3)],
        ),
        F(15),
        {"x": (3, 0), "y": (1, 0)},
        {"c": (2, 0), "d": (-1, 0)},
    ),
    "both directions, minimise": (
        (
            MIN,
            {"x": (0, NONE, 3), "y": (0, NONE, 2)},
            -1,
            [("c", {"x": 1, "y": 1}, ">=", 4), ("d", {"y": 1}, "<=", 3)],
        ),
        F(8),
        {"x": (1, 0), "y": (3, 0)},
        {"c": (3, 0), "d": (-1, 0)},
    ),
    "free variables and equations": (
        (
            MIN,
            {"u": (NONE, NONE, 1), "v": (NONE, NONE, 0)},
            0,
            [("e", {"u": 3, "v": 1}, "=", 1), ("f", {"v": 1}, "<=", F(1, 7))],
        ),
        F(2, 7),
        {"u": (F(2, 7), 0), "v": (F(1, 7), 0)},
        {"e": (F(1, 3), 0), "f": (F(-1, 3), 0)},
    ),
    "bounds alone": (
        (MAX, {"a": (-5, F(7, 3), 6), "b": (NONE, -1, -1), "c": (F(-1, 2), NONE, -4)}, F(1, 6), []),
        NONE,
        {},
        {},
    ),
    "bounds and a loose row": (
        (
            MAX,
            {"a": (-5, F(7, 3), 6), "b": (-9, -1, -1), "fixed": (2, 2, 5)},
            F(1, 6),
            [("r", {"a": 1, "b": 1}, ">=", -100)],
        ),
        F(14) + 9 + 10 + F(1, 6),
        {"a": (F(7, 3), 6), "b": (-9, -1), "fixed": (2, 5)},
        {"r": (0, -100 - F(7, 3) + 9)},
    ),
    "floats would see no difference": (
        (MAX, {"x": (0, NONE, 1), "y": (0, NONE, 1)}, 0, [("c", {"x": 1, "y": 1 + TINY}, "<=", 1)]),
        F(1),
        {"x": (1, 0), "y": (0, -TINY)},
        {"c": (1, 0)},
    ),
}
ENDLESS = [name for name, case in SOLVED.items() if case[1] is None]
FINITE = [name for name in SOLVED if name not in ENDLESS]


@pytest.mark.parametrize("name", FINITE)
def test_hand_solved(name):
    programme, value, variables, rows = SOLVED[name]
    problem, x = solved(*programme)
    assert problem.status == 1
    assert pulp.value(problem.objective) == value
    assert {v: (x[v].varValue, x[v].dj) for v in x} == variables
    assert {n: (c.pi, c.slack) for n, c in rows_of(problem).items()} == rows
    given = [pulp.value(problem.objective), *(n for v in x.values() for n in (v.varValue, v.dj))]
    assert {
        type(n) for n in given + [n for c in problem.constraints() for n in (c.pi, c.slack)]
    } == {F}
    assert problem.valid(0) is True


VERDICTS = {  # name: (programme, PuLP's status code)
    "infeasible rows": (
        (
            MIN,
            {"x": (0, NONE, 1)},
            0,
            [("a", {"x": 3}, "<=", 1), ("b", {"x": 1}, ">=", F(1, 3) + TINY)],
        ),
        -1,
    ),
    "crossed bounds": ((MAX, {"x": (1, 0, 1)}, 0, []), -1),
    "unbounded": (
        (MAX, {"x": (0, NONE, 1), "y": (0, NONE, 0)}, 0, [("a", {"x": 1, "y": -1}, "<=", 2)]),
        -2,
    ),
    "bounds alone": (SOLVED["bounds alone"][0], -2),
    "no row, minimise": ((MIN, {"x": (F(-1, 3), NONE, 1)}, 5, []), 1),
}


@pytest.mark.parametrize("name", VERDICTS)
def test_verdict(name):
    programme, code = VERDICTS[name]
    problem, x = built(*programme)
    assert problem.solve(ExactSolver()) == problem.status == code
    kept = problem.solverModel
    assert proved(kept.program, kept.outcome)
    assert all((v.varValue is not None) == (code == 1) for v in x.values())
    assert problem.valid(0) == (code == 1)


def test_old_values_do_not_survive_an_infeasible_solve():
    problem, x = solved(MAX, {"x": (0, 1, 1)}, 0, [("a", {"x": 1}, "<=", 1)])
    assert x["x"].varValue == 1
    rows_of(problem)["a"].changeRHS(F(-1))
    problem.solve(ExactSolver())
    assert (problem.status, x["x"].varValue, x["x"].dj, rows_of(problem)["a"].pi) == (
        -1,
        None,
        None,
        None,
    )


def test_the_message(capsys):
    solved(*SOLVED["both directions, maximise"][0], msg=True)
    assert capsys.readouterr().out == "ExactSolver: test is optimal, by exact pivoting\n"


# --- traps: what PuLP turns into floats -----------------------------------------------------------


def exact_pair():
    problem = ExactProblem("traps", MAX)
    return problem, *problem.add_variable_matrix("x", range(2), 0)


HUGE, LEAST = 10**400, F(1, 10**400)
KEPT = [  # a row, and its coefficients and constant
    (lambda x, y: x / 3 + y / 7 <= 1, (F(1, 3), F(1, 7), -1)),
    (lambda x, y: exact_sum([x, y]) <= 1 - TINY, (1, 1, TINY - 1)),
    (lambda x, y: exact_dot([F(1, 3), 0], [x, y]) - TINY <= 1, (F(1, 3), 0, -1 - TINY)),
    (lambda x, y: x + y <= LEAST, (1, 1, -LEAST)),
    (lambda x, y: HUGE * x + F(HUGE, 3) * y <= 10**500, (HUGE, F(HUGE, 3), -(10**500))),
    (
        lambda x, y: exact_sum([exact_sum([x, 1]), exact_sum([-y / 3]), TINY]) * 2 - (x - y) <= 5,
        (1, F(1, 3), 2 + 2 * TINY - 5),
    ),
]


@pytest.mark.parametrize(("written", "kept"), KEPT)
def test_an_exact_problem_keeps(written, kept):
    problem, x, y = exact_pair()
    row = written(x, y)
    problem += row
    assert (row.expression[x], row.expression[y], row.constant) == kept
    problem += -x - y
    problem.solve()
    assert problem.status == 1
    assert problem.valid(0)


LOUD = {
    "lpSum": lambda x, y: pulp.lpSum([x, y]),
    "lpDot": lambda x, y: pulp.lpDot([1, 2], [x, y]),
    "float factor": lambda x, _: 0.5 * x,
    "float right side": lambda x, _: x <= 0.1,
    "unequal lengths": lambda x, y: exact_dot([1], [x, y]),
    "product": lambda x, y: x * y,
    "division by zero": lambda x, _: x / 0,
    "chained comparison": lambda x, y: 0 <= x + y <= 1,
}


@pytest.mark.parametrize("name", LOUD)
def test_nothing_is_rounded_in_silence(name):
    _, x, y = exact_pair()
    with pytest.raises(ExactDiceError) as caught:
        LOUD[name](x, y)
    assert "\n" not in str(caught.value)


def test_a_variable_of_a_plain_problem_does_not_mix():
    _, x, _ = exact_pair()
    other = pulp.LpProblem("plain").add_variable("other")
    for mix in (
        lambda: x + other,
        lambda: other + x,
        lambda: exact_sum([x, other]),
        lambda: x <= other,
        lambda: other >= x,
    ):
        with pytest.raises((InexactError, TypeError)):
            mix()


# --- what an ExactProblem takes -------------------------------------------------------------------


@pytest.mark.parametrize("cat", ["Integer", "Binary"])
def test_integer_variables_are_refused_by_name(cat):
    programme = (MAX, {"whole": (0, 1, 1)}, 0, [("c", {"whole": 2}, "<=", 1)])
    problem, x = built(*programme, cat=cat)
    with pytest.raises(
        ExactDiceError,
        match="whole is an integer variable, and exact branch and bound is not offered",
    ):
        problem.solve(ExactSolver())
    problem.solve(ExactSolver(mip=False))
    assert x["whole"].varValue == F(1, 2)


def test_families_have_the_names_of_pulp():
    ours, theirs = ExactProblem("families"), pulp.LpProblem("families")
    for problem in (ours, theirs):
        problem.families = [problem.add_variable_dicts("a", "uv")]
        problem.families += [problem.add_variable_dicts("b", ("pq", range(2)))["q"]]
        problem.families += [dict(enumerate(problem.add_variable_matrix("c", ("pq", "rs"))[1]))]
    for mine, plain in zip(ours.families, theirs.families, strict=True):
        assert {k: v.name for k, v in mine.items()} == {k: v.name for k, v in plain.items()}


REFUSED = {
    "two variables of one name": lambda p, _: p.add_variable("x_0"),
    "two rows of one name": lambda p, x: (
        p.addConstraint(x <= 1, "c"),
        p.addConstraint(x <= 2, "c"),
    ),
    "a foreign variable in a row": lambda p, _: p.addConstraint(
        ExactProblem().add_variable("x_0") <= 1
    ),
    "an expression of PuLP": lambda p, _: p.__iadd__(pulp.lpSum([1])),
    "a row of PuLP": lambda p, _: p.addConstraint(pulp.LpProblem("q").add_variable("z") <= 1),
    "a float objective": lambda p, _: p.__iadd__(0.5),
    "another solver": lambda p, _: p.solve(pulp.HiGHS(msg=False)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_exact_problem_refuses(name):
    problem, x, _ = exact_pair()
    with pytest.raises(ExactDiceError) as caught:
        REFUSED[name](problem, x)
    assert "\n" not in str(caught.value)


def test_the_rounded_model_goes_to_files(tmp_path):
    problem, x, y = exact_pair()
    problem += x / 2 + y + 1, "gain"
    problem += x + y <= F(1, 2)
    problem += x - y >= F(1, 4), "c"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        problem.rounded().writeLP(str(tmp_path / "m.lp"))
    assert (tmp_path / "m.lp").stat().st_size > 100
    assert problem.rounded().toDict()["constraints"][1]["constant"] == -0.25
    assert "x_0" in repr(problem)
    assert "1/2" in repr(problem)


def test_the_example(capsys):
    path = Path(__file__).parents[2] / "examples" / "lp_with_pulp.py"
    runpy.run_path(str(path), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "12 variables, 12 constraints, 130 coefficients"
    assert lines[1] == "value 0, every constraint exact: True"
    assert lines[2:5] == [
        "p(2) = 1520/8657 = 0.175580",
        "p(3) = 11457/216425 = 0.052938",
        "p(5) = 166968/216425 = 0.771482",
    ]
    assert lines[-1] == "dual value: 0"


@pytest.mark.parametrize("signs", list(product(["<=", ">="], repeat=2)))
def test_pi_is_the_growth_of_the_optimum(signs):
    """Moving a right side by a small amount moves the optimum by pi times it: the meaning of pi in
    every sense and direction.
    """
    step = F(1, 1000)
    for sense in (MIN, MAX):
        variables = {"x": (-5, 5, F(3, 7) * sense), "y": (-5, 5, F(2, 5) * -sense)}
        rows = [
            ("a", {"x": 2, "y": 1}, signs[0], F(1, 3)),
            ("b", {"x": 1, "y": -3}, signs[1], F(2, 9)),
        ]
        problem, _ = solved(sense, variables, 0, rows)
        before, pi = pulp.value(problem.objective), {n: c.pi for n, c in rows_of(problem).items()}
        for name, right in (("a", F(1, 3)), ("b", F(2, 9))):
            problem.get_constraint_by_name(name).changeRHS(right + step)
            problem.solve()
            assert pulp.value(problem.objective) == before + pi[name] * step
            problem.get_constraint_by_name(name).changeRHS(right)


def test_a_constraint_is_found_by_its_name_as_in_a_dict_and_all_are_listed_when_called():
    """PuLP 3 has them in a dict, PuLP 4 behind a method: both spellings are read.

    The diet costs 3 a piece with 2 of protein, of which 5 are needed: 3/2 for each more.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        problem = ExactProblem("diet", MIN)
        x, y = problem.add_variable("x", 0), problem.add_variable("y", 0)
        problem += 3 * x + 2 * y
        problem += 2 * x >= 5, "protein"
        problem += y >= 1, "fibre"
        problem.solve(ExactSolver())
        assert problem.constraints["protein"].pi == F(3, 2)
        assert {name: row.pi for name, row in problem.constraints.items()} == {
            "protein": F(3, 2),
            "fibre": 2,
        }
        assert [row.name for row in problem.constraints()] == list(problem.constraints)
        assert "protein" in problem.constraints
        assert "carbon" not in problem.constraints


def test_signs_of_the_duals_are_those_of_pulp():
    """Against the float solver that PuLP brings (CBC in 3.3, HiGHS in 4), on programmes whose dual
    is unique.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        is_4 = hasattr(pulp, "LpSolveStats")
        other = pulp.HiGHS(msg=False) if is_4 else pulp.PULP_CBC_CMD(msg=False)
    if not other.available():
        pytest.skip(f"{other.name} is not installed")
    for name in FINITE[:3]:
        problem, x = solved(*SOLVED[name][0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            plain = solved(*SOLVED[name][0])[0].rounded()
            plain.solve(other)
            for v in plain.variables():
                assert (v.varValue, v.dj) == pytest.approx(
                    (float(x[v.name].varValue), float(x[v.name].dj)), abs=1e-6
                )
            for c in plain.constraints():
                ours = rows_of(problem)[c.name]
                assert (c.pi, abs(c.slack)) == pytest.approx(
                    (float(ours.pi), abs(float(ours.slack))), abs=1e-6
                )

"""LP files: what is written is the same programme exactly, HiGHS and PuLP agree, and what is not a
linear programme is refused.
"""

from fractions import Fraction
from functools import cache
from math import isclose

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactdice.exact.errors import ExactDiceError, RulesError
from exactdice.interop.interchange.lp_file import lp_text, parse_lp, read_lp, write_lp
from exactdice.linear.lp import Program, Row, Status, Variable
from exactdice.linear.lp.solve import optimum
from exactdice.testing import exact_numbers, solved_programs

law = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ENDS = st.none() | exact_numbers(-3, 3)


@cache  # to make a strategy takes longer than to draw from it
def forms_of(columns):
    return st.dictionaries(st.sampled_from(columns), exact_numbers(), max_size=3)


@st.composite
def programmes(draw):
    """Programmes of any bounds: free variables, ranges, equations, fractions, crossed bounds; often
    infeasible or unbounded.
    """
    columns = range(draw(st.integers(1, 3)))
    variables = tuple(Variable(f"x{k}", draw(ENDS), draw(ENDS)) for k in columns)
    forms = forms_of(columns)
    rows = tuple(
        Row(f"row{k}", draw(forms), *(draw(ENDS) for _ in range(2)))
        for k in range(draw(st.integers(0, 3)))
    )
    return Program(variables, rows, draw(forms), draw(exact_numbers()), draw(st.booleans()))


def factor_in(text):
    return int(
        text.splitlines()[0].removeprefix("\\ The objective is multiplied by ").removesuffix(".")
    )


def objective_at(program, x):
    return program.constant + sum(c * x[k] for k, c in program.objective.items())


def is_feasible(program, x):
    active = [*x, *(sum(c * x[k] for k, c in row.coefficients.items()) for row in program.rows)]
    ends = [(item.lower, item.upper) for item in (*program.variables, *program.rows)]
    return all(
        (low is None or low <= z) and (high is None or z <= high)
        for z, (low, high) in zip(active, ends, strict=True)
    )


@given(programmes())
@law
def test_a_programme_read_back_ends_in_the_same_way(program):
    text = lp_text(program)
    again, before = optimum(parse_lp(text)), optimum(program)
    assert again.status == before.status
    if again.status == Status.OPTIMAL:
        assert (
            again.value
            == before.value * factor_in(text)
            == objective_at(program, again.x) * factor_in(text)
        )
        assert is_feasible(program, again.x)


def solved_by_highs(highspy, path):
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    assert model.readModel(str(path)) == highspy.HighsStatus.kOk
    model.run()
    return model


@given(solved_programs())
@law
def test_highs_reads_the_file_and_finds_the_optimum(tmp_path, drawn):
    highspy = pytest.importorskip("highspy")
    program, outcome = drawn
    write_lp(program, tmp_path / "p.lp")
    model = solved_by_highs(highspy, tmp_path / "p.lp")
    wanted = float(outcome.value * factor_in((tmp_path / "p.lp").read_text()))
    assert isclose(model.getInfo().objective_function_value, wanted, rel_tol=1e-7, abs_tol=1e-7)
    assert model.getLp().col_names_ == [variable.name for variable in program.variables]


def test_highs_reads_a_long_form_with_a_constant(tmp_path):
    highspy = pytest.importorskip("highspy")
    cells = range(30)  # pays 1/2 + sum k x_k with sum x_k <= 1/3: 1/2 + 29/3
    write_lp(
        Program(
            tuple(Variable(f"x{k}") for k in cells),
            (Row("sum", dict.fromkeys(cells, 1), upper=Fraction(1, 3)),),
            dict(enumerate(cells)),
            Fraction(1, 2),
            True,
        ),
        tmp_path / "p.lp",
    )
    model = solved_by_highs(highspy, tmp_path / "p.lp")
    assert isclose(model.getInfo().objective_function_value, 2 * (1 / 2 + 29 / 3))
    assert optimum(read_lp(tmp_path / "p.lp")).value == 1 + Fraction(58, 3)


def test_a_file_that_pulp_writes(tmp_path):
    # u = 3 and w + u + x = 8 leave w + x = 5, paid 1.5 x + w + y - 0.25 z = 5 + x/2 + y - z/4,
    # where y is at most x + 3 and 4.5 - x - z:
    # z at its lower bound -2.5 is best on both counts, then x = 2, y = 5: 5 + 1 + 5 + 0.625.
    pulp = pytest.importorskip("pulp")
    problem = pulp.LpProblem("mix", pulp.LpMaximize)
    variable = getattr(problem, "add_variable", pulp.LpVariable)  # the second is PuLP 3's
    bounds = {"x": (0, None), "y": (None, None), "z": (-2.5, 4), "w": (None, 7.25), "u": (3, 3)}
    x, y, z, w, u = (variable(name, low, high) for name, (low, high) in bounds.items())
    problem += 1.5 * x + y - 0.25 * z + w
    problem += x + y + z <= 4.5, "limit"
    problem += x - y >= -3
    problem += w + u + x == 8
    problem.writeLP(str(tmp_path / "mix.lp"))
    program = read_lp(tmp_path / "mix.lp")
    outcome = optimum(program)
    assert outcome.value == Fraction(93, 8)
    found = {
        variable.name: value for variable, value in zip(program.variables, outcome.x, strict=True)
    }
    assert found == {"x": 2, "y": 5, "z": Fraction(-5, 2), "w": 3, "u": 3}


def test_lp_as_others_write_it():
    text = r"""\ a comment: max
    MAXIMUM 2 x1 + .5 x2 - - 3.
      + 1e-2 x1
    such that
     first: -2 <= x1 - x2 + 1 <= 1.5e1  \ another
     x1 + x2 + 3 x3
       =< 4
     3 >= x3
    BOUNDS
     x1 Free
     - infinity <= x2 <= -1
     x3 = .25
    """
    program = parse_lp(text)
    assert program.maximise
    assert (program.objective, program.constant) == ({0: Fraction(201, 100), 1: Fraction(1, 2)}, 3)
    assert program.variables == (
        Variable("x1", None, None),
        Variable("x2", None, -1),
        Variable("x3", Fraction(1, 4), Fraction(1, 4)),
    )
    assert program.rows == (
        Row("first", {0: 1, 1: -1}, -3, 14),
        Row("row 2", {0: 1, 1: 1, 2: 3}, None, 4),
        Row("row 3", {2: 1}, None, 3),
    )


NAMES = [
    "inf", "infinity", "info", "nan", "free", "st", "end", "bounds", "max", "e", "e10", "1e5", "x",
    "x 1", "objective", "int", "",
]  # fmt: skip


@given(
    st.lists(st.sampled_from(NAMES) | st.text("eE1nifx.+- ", max_size=4), min_size=2, max_size=4),
    st.permutations(range(4)),
)
@law
def test_a_programme_of_any_names_read_back_has_the_same_optimum_to_every_reader(
    tmp_path, names, sizes
):
    """max of the sum of size * variable, each at most 1 by its bound and by a row of its own name:
    the sum of the sizes.
    """
    columns = range(len(names))
    rows = tuple(Row(name, {k: 1}, upper=1) for k, name in enumerate(names))
    program = Program(
        tuple(Variable(name, 0, 5) for name in names),
        rows,
        {k: 1 + sizes[k] for k in columns},
        maximise=True,
    )
    text = lp_text(program)
    again = parse_lp(text)
    assert [variable.name for variable in again.variables] in (names, [f"x{k}" for k in columns])
    assert (again.objective, [row.coefficients for row in again.rows]) == (
        program.objective,
        [row.coefficients for row in rows],
    )
    expected = sum(1 + sizes[k] for k in columns)
    assert optimum(again).value == expected
    (tmp_path / "named.lp").write_text(text)
    model = solved_by_highs(pytest.importorskip("highspy"), tmp_path / "named.lp")
    assert isclose(model.getInfo().objective_function_value, expected)


INFINITE = r"10\^20 or more is infinite to some programs"
BAD_LP = [
    (
        "max inf - x\nst\ninf - x <= 1\nend",
        "line 1: a variable must have a name that no program reads as a number or .*, got 'inf'",
    ),
    ("", "end of the file: Minimize or Maximize must begin the file"),
    ("x <= 1", "line 1: Minimize or Maximize must begin the file, got 'x'"),
    ("min x\nst\nc: x + y\nend", "line 4: <=, >= or = must stand here, got 'end'"),
    ("min x\nst\nc: x >= y\nend", "line 3: a number must stand here, got 'y'"),
    ("min x\nst\nc: x y >= 1\nend", "line 3: \\+, - or a comparison"),
    ("min x\nst\nc: x >= 2 y\nend", "line 3: a row must begin on a new line, got 'y'"),
    ("min x ^ 2\nend", r"only linear forms are read\), got '\^'"),
    ("min x\nst\n1 <= x >= 0\nend", "both comparisons limit the same end"),
    ("min x\nst\nx >= inf\nend", ">= needs a finite number, got 'inf'"),
    (
        "min x\nbounds\nx <= -5\nend",
        "x has the upper bound -5 and no lower one, which programs read in two ways",
    ),
    ("min x\nbounds\n2 x <= 5\nend", "line 3: a variable must stand here, got '2'"),
    ("min x\nbounds\nx 5\nend", "<=, >= or = must stand here, got '5'"),
    ("min x\nGenerals\nx\nend", "only continuous linear programmes are read\\), got 'Generals'"),
    ("min x\nmin y\nend", "got 'min'"),
    ("min x\nend\nx", "line 3: nothing may follow End, got 'x'"),
    ("min 1e99999 x\nend", "a number must look like"),
    # infinite to some programs, in a row and as either bound
    ("max x\nst\nx <= 1e30\nend", INFINITE),
    ("max x\nst\n-1e20 <= x\nend", INFINITE),
    ("max x\nst\nx <= 3\nbounds\nx <= 100000000000000000000\nend", INFINITE),
    # what people forget of the format
    (
        "max x\nst\nx <= 1/3\nend",
        "line 3: there are no fractions in LP files: write a decimal, or multiply the row, got '/'",
    ),
    ("max x st x <= 1", "line 1: a keyword must begin its line, or .* got 'st'"),
    (
        "max x\nst\nGröße + x <= 1\nend",
        "line 3: all but comments must be ASCII, also names .* got 'ö'",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD_LP)
def test_bad_lp(text, message):
    with pytest.raises(RulesError, match=message):
        parse_lp(text)


def test_a_programme_without_variables_is_refused():
    with pytest.raises(RulesError, match="without variables"):
        lp_text(Program((), ()))


WORDS = [
    "min", "max", "st", "bounds", "end", "\n", "x", "y", "c:", "+", "-", "<=", ">=", "=", "2", ".5",
    "1e3", "inf", "free", "int", "[", "\\", "é",
]  # fmt: skip


@given(
    st.lists(st.sampled_from(WORDS), max_size=30).map(lambda words: "min x\nst\n" + " ".join(words))
)
@settings(max_examples=200, deadline=None)
def test_junk_is_read_or_refused(text):
    program = read_or_none(text)
    assert program is None or optimum(parse_lp(lp_text(program))).status == optimum(program).status


def read_or_none(text):
    try:
        return parse_lp(text)
    except ExactDiceError:
        return None


@given(st.integers(10**20 - 2, 10**20 + 2), st.sampled_from([1, -1]), st.booleans())
@law
def test_the_writer_refuses_what_the_reader_refuses(size, sign, in_a_row):
    end = size * sign
    rows = (
        (Row("limit", {0: Fraction(1, 3)}, upper=Fraction(end, 3)),) if in_a_row else ()
    )  # the row is written times 3
    program = Program((Variable("x", None, None if in_a_row else end),), rows, {0: 1})
    if size >= 10**20:
        with pytest.raises(RulesError, match="infinite to some programs"):
            lp_text(program)
    else:
        again = parse_lp(lp_text(program))
        assert (again.rows[0] if in_a_row else again.variables[0]).upper == end


def test_a_keyword_may_be_a_name_within_a_line():
    assert parse_lp("max x + bin\nst\nx + bin <= 1\nend").variables[1].name == "bin"

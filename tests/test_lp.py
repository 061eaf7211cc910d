"""Linear programmes: outcomes by hand, certificates, agreement of every way with each other and with sympy."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.solvers.simplex import InfeasibleLPError, UnboundedLPError, lpmax, lpmin

from exactdice import lp
from exactdice.errors import InexactError, RulesError, UnsolvableError
from exactdice.lp import Engine, Outcome, Program, Row, Status, Variable, optimum, proved

X, Y = Variable("x"), Variable("y")
FREE = Variable("f", None)
THIRD = Fraction(1, 3)

BY_HAND = [  # programme, status, value, x
    (Program((X, Y), (Row("r", {0: 1, 1: 2}, upper=3),), {0: 1, 1: 1}, 5, True), Status.OPTIMAL, 8, (3, 0)),
    (Program((X, Y), (Row("r", {0: 1, 1: 1}, lower=2),), {0: 3, 1: 2}), Status.OPTIMAL, 4, (0, 2)),
    (Program((Variable("x", -2, 3),), (), {0: 1}), Status.OPTIMAL, -2, (-2,)),
    (Program((Variable("x", -2, 3),), (), {0: 1}, maximise=True), Status.OPTIMAL, 3, (3,)),
    (
        Program((Variable("x", Fraction(1, 3), Fraction(1, 3)), Y), (Row("r", {0: 3, 1: 1}, 2, 2),), {1: 1}),
        Status.OPTIMAL,
        1,
        (Fraction(1, 3), 1),
    ),
    (Program((FREE, X), (Row("r", {0: 1, 1: 1}, -1, 4),), {0: 1}), Status.UNBOUNDED, None, None),
    (Program((FREE,), (Row("r", {0: 2}, -1, 4),), {0: 1}), Status.OPTIMAL, Fraction(-1, 2), (Fraction(-1, 2),)),
    (Program((X,), (Row("r", {0: 1}, upper=-1),), {}), Status.INFEASIBLE, None, None),
    (Program((X, Y), (Row("a", {0: 1, 1: 1}, upper=1), Row("b", {0: 1, 1: 1}, lower=2)), {0: 1}), Status.INFEASIBLE, None, None),
    (Program((Variable("x", 2, 1),), (), {0: 1}), Status.INFEASIBLE, None, None),
    (Program((X,), (Row("r", {0: 1}, 3, 2),), {}), Status.INFEASIBLE, None, None),
    (Program((), (), {}, 7), Status.OPTIMAL, 7, ()),
    (Program((), (Row("r", {}, lower=1),), {}), Status.INFEASIBLE, None, None),
    (Program((X,), (), {0: 1}, maximise=True), Status.UNBOUNDED, None, None),
    (Program((X,), (), {}), Status.OPTIMAL, 0, (0,)),
]


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize(("program", "status", "value", "x"), BY_HAND)
def test_by_hand(program, status, value, x, engine):
    outcome = optimum(program, engine)
    assert (outcome.status, outcome.value) == (status, value)
    assert x is None or outcome.x == x


def test_beale_cycles_only_without_care():
    # Beale (1955): the textbook example on which the largest coefficient rule alone cycles; its optimum is 1/20.
    q = Fraction
    rows = (
        Row("a", {0: q(1, 4), 1: -60, 2: q(-1, 25), 3: 9}, upper=0),
        Row("b", {0: q(1, 2), 1: -90, 2: q(-1, 50), 3: 3}, upper=0),
        Row("c", {2: 1}, upper=1),
    )
    beale = Program(tuple(Variable(f"x{j}") for j in range(4)), rows, {0: q(3, 4), 1: -150, 2: q(1, 50), 3: -6}, maximise=True)
    for engine in Engine:
        assert optimum(beale, engine).value == q(1, 20)


def test_klee_minty():
    # Klee and Minty (1972): n = 8, optimum 100^(n-1)
    n = 8
    rows = tuple(Row(f"r{i}", {**{j: 2 * 10 ** (i - j) for j in range(i)}, i: 1}, upper=100**i) for i in range(n))
    cube = Program(tuple(Variable(f"x{j}") for j in range(n)), rows, {j: 10 ** (n - 1 - j) for j in range(n)}, maximise=True)
    for engine in Engine:
        assert optimum(cube, engine).value == 100 ** (n - 1)


# --- random programmes ----------------------------------------------------------------------------------------------

NUMBERS = st.one_of(st.integers(-3, 3), st.fractions(-3, 3, max_denominator=5))
BOUNDS = st.one_of(
    st.just((0, None)),
    st.just((None, None)),
    NUMBERS.map(lambda u: (None, u)),
    NUMBERS.map(lambda v: (v, v)),
    st.tuples(NUMBERS, NUMBERS).map(sorted),
)


@st.composite
def programs(draw, most=4):
    n, m = draw(st.integers(0, most)), draw(st.integers(0, most))
    variables = tuple(Variable(f"x{j}", *draw(BOUNDS)) for j in range(n))
    forms = st.dictionaries(st.integers(0, n - 1), NUMBERS) if n else st.just({})
    rows = tuple(Row(f"r{i}", draw(forms), *draw(BOUNDS)) for i in range(m))
    return Program(variables, rows, draw(forms), draw(NUMBERS), draw(st.booleans()))


@given(programs())
@settings(max_examples=150, deadline=None)
def test_every_way_agrees(program):
    outcomes = [optimum(program, engine) for engine in Engine]  # each is proved before it is returned
    assert len({(outcome.status, outcome.value) for outcome in outcomes}) == 1


def by_sympy(program):
    """(status, value) from sympy's exact simplex, which knows nothing of this package."""
    x = sympy.symbols(f"x:{len(program.variables)}")
    constraints = []

    def limit(expression, lower, upper):
        constraints.extend([expression >= lower] if lower is not None else [])
        constraints.extend([expression <= upper] if upper is not None else [])

    for symbol, variable in zip(x, program.variables, strict=True):
        limit(symbol, variable.lower, variable.upper)
    for row in program.rows:
        limit(sum((sympy.Rational(c) * x[j] for j, c in row.coefficients.items()), sympy.Integer(0)), row.lower, row.upper)
    if any(c == False for c in constraints):  # noqa: E712 - sympy's own false
        return Status.INFEASIBLE, None
    objective = sum((sympy.Rational(c) * x[j] for j, c in program.objective.items()), sympy.Rational(program.constant))
    try:
        value, _ = (lpmax if program.maximise else lpmin)(objective, [c for c in constraints if c != True])  # noqa: E712
    except InfeasibleLPError:
        return Status.INFEASIBLE, None
    except UnboundedLPError:
        return Status.UNBOUNDED, None
    return Status.OPTIMAL, Fraction(int(value.p), int(value.q))


@given(programs(3))
@settings(max_examples=60, deadline=None)
def test_agrees_with_sympy(program):
    outcome = optimum(program)
    assert (outcome.status, outcome.value) == by_sympy(program)


@pytest.mark.slow
@given(programs(4))
@settings(max_examples=20_000, deadline=None)
def test_twenty_thousand_programmes_agree(program):
    outcomes = [optimum(program, engine) for engine in (Engine.FLOAT_BASIS, Engine.PIVOTING)]
    assert len({(outcome.status, outcome.value) for outcome in outcomes}) == 1


@pytest.mark.slow
@given(programs(3))
@settings(max_examples=2_000, deadline=None)
def test_two_thousand_programmes_agree_with_sympy(program):
    outcome = optimum(program)
    assert (outcome.status, outcome.value) == by_sympy(program)


# --- certificates -----------------------------------------------------------------------------------------------------


@given(programs(3), st.integers(0, 20), st.sampled_from([1, -1, Fraction(1, 10**9)]))
@settings(max_examples=150, deadline=None)
def test_a_changed_certificate_is_refused_or_still_proves_the_same(program, place, change):
    outcome = optimum(program)
    for name in ("x", "y", "ray"):
        vector = list(getattr(outcome, name))
        if vector:
            vector[place % len(vector)] += change
            tampered = Outcome(**{**outcome.__dict__, name: tuple(vector)})
            # Another point or dual may prove the same outcome; a wrong value can never be proved.
            if tampered.value is not None and proved(program, tampered):
                assert tampered.value == outcome.value
    if outcome.value is not None:
        assert not proved(program, Outcome(**{**outcome.__dict__, "value": outcome.value + change}))


WRONG = [
    (BY_HAND[0][0], Outcome(Status.OPTIMAL, "", 6, (1, 0), (1,))),  # feasible, not optimal
    (BY_HAND[0][0], Outcome(Status.OPTIMAL, "", 8, (3, 0), (2,))),  # a dual that proves less
    (BY_HAND[0][0], Outcome(Status.OPTIMAL, "", 8, (3, 0), ())),
    (BY_HAND[0][0], Outcome(Status.UNBOUNDED, "", x=(0, 0), ray=(1, 0))),
    (BY_HAND[0][0], Outcome(Status.INFEASIBLE, "", y=(1,))),
    (BY_HAND[0][0], Outcome(Status.INFEASIBLE, "", crossed="x")),
    (BY_HAND[5][0], Outcome(Status.UNBOUNDED, "", x=(0, 0), ray=(1, -1))),  # leaves the bound of x
    (BY_HAND[5][0], Outcome(Status.UNBOUNDED, "", x=(0, 0), ray=(0, 0))),
    (BY_HAND[8][0], Outcome(Status.INFEASIBLE, "", y=(1, 1))),
]


@pytest.mark.parametrize(("program", "outcome"), WRONG)
def test_false_certificates_are_refused(program, outcome):
    assert not proved(program, outcome)


def test_an_unproved_outcome_is_never_returned(monkeypatch):
    monkeypatch.setattr(lp, "_found", lambda *_: Outcome(Status.OPTIMAL, "broken", 9, (3, 0), (1,)))
    with pytest.raises(UnsolvableError, match="no proof"):
        optimum(BY_HAND[0][0])


# --- where floats mislead ---------------------------------------------------------------------------------------------


def hilbert(n):
    """max sum x, H x <= 1, x >= 0 for the Hilbert matrix, whose condition number exceeds 10^15 from n = 12 on."""
    rows = tuple(Row(f"r{i}", {j: Fraction(1, i + j + 1) for j in range(n)}, upper=1) for i in range(n))
    return Program(tuple(Variable(f"x{j}") for j in range(n)), rows, dict.fromkeys(range(n), 1), maximise=True)


@pytest.mark.parametrize("n", [5, 12, 20])
def test_hilbert(n):
    values = {optimum(hilbert(n), engine).value for engine in Engine}
    assert len(values) == 1


def test_a_singular_or_missing_float_basis_falls_back(monkeypatch):
    program = BY_HAND[1][0]
    for basis in (None, [lp.Place.BASIC, lp.Place.LOWER, lp.Place.LOWER], [lp.Place.LOWER, lp.Place.LOWER, lp.Place.BASIC]):
        monkeypatch.setattr(lp, "float_basis", lambda _, found=basis: found)
        assert optimum(program, Engine.FLOAT_BASIS).value == 4


def test_differences_of_ten_to_the_minus_thirty():
    tiny = Fraction(1, 10**30)
    program = Program((X, Y), (Row("a", {0: 1, 1: 1}, upper=1),), {0: 1, 1: 1 + tiny}, maximise=True)
    for engine in Engine:
        assert optimum(program, engine).x == (0, 1)


def test_huge_entries():
    huge = 10**100_000 + 1
    program = Program((X,), (Row("r", {0: huge}, upper=huge * 3),), {0: 1}, maximise=True)
    for engine in Engine:
        assert optimum(program, engine).value == 3


# --- bad input --------------------------------------------------------------------------------------------------------

BAD = [
    (lambda: Program((X,), (Row("r", {0: 0.5}),)), InexactError, "coefficient of x in row r"),
    (lambda: Program((X,), (), {0: float("nan")}), InexactError, "coefficient of x in the objective"),
    (lambda: Program((Variable("x", 0.1),), ()), InexactError, "lower bound of x"),
    (lambda: Program((X,), (Row("r", {0: 1}, upper=1.5),)), InexactError, "upper bound of r"),
    (lambda: Program((X,), (Row("r", {1: 1}),)), RulesError, "column 1, but there are 1 variables"),
    (lambda: Program((X,), (), {}, 0.5), InexactError, "constant"),
]


@pytest.mark.parametrize(("make", "error", "message"), BAD)
def test_bad_programmes(make, error, message):
    with pytest.raises(error, match=message):
        make()

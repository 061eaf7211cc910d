"""Linear programmes: outcomes by hand, certificates, agreement of every way with each other and
with elimination.
"""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ways_of_programmes import WAYS, refined

from exactdice.exact.errors import InexactError, RulesError, UnsolvableError
from exactdice.linear.lp import Outcome, Program, Row, Status, Variable, optimum, proved
from exactdice.linear.lp.floats import Highs
from exactdice.linear.lp.pivoting import Place, Tableau
from exactdice.linear.lp.solve import FloatSolve
from exactdice.testing import exact_numbers

X, Y = Variable("x"), Variable("y")
FREE = Variable("f", None)

BY_HAND = [  # programme, status, value, x
    (
        Program((X, Y), (Row("r", {0: 1, 1: 2}, upper=3),), {0: 1, 1: 1}, 5, True),
        Status.OPTIMAL,
        8,
        (3, 0),
    ),
    (Program((X, Y), (Row("r", {0: 1, 1: 1}, lower=2),), {0: 3, 1: 2}), Status.OPTIMAL, 4, (0, 2)),
    (Program((Variable("x", -2, 3),), (), {0: 1}), Status.OPTIMAL, -2, (-2,)),
    (Program((Variable("x", -2, 3),), (), {0: 1}, maximise=True), Status.OPTIMAL, 3, (3,)),
    (
        Program(
            (Variable("x", Fraction(1, 3), Fraction(1, 3)), Y),
            (Row("r", {0: 3, 1: 1}, 2, 2),),
            {1: 1},
        ),
        Status.OPTIMAL,
        1,
        (Fraction(1, 3), 1),
    ),
    (Program((FREE, X), (Row("r", {0: 1, 1: 1}, -1, 4),), {0: 1}), Status.UNBOUNDED, None, None),
    (
        Program((FREE,), (Row("r", {0: 2}, -1, 4),), {0: 1}),
        Status.OPTIMAL,
        Fraction(-1, 2),
        (Fraction(-1, 2),),
    ),
    (Program((X,), (Row("r", {0: 1}, upper=-1),), {}), Status.INFEASIBLE, None, None),
    (
        Program((X, Y), (Row("a", {0: 1, 1: 1}, upper=1), Row("b", {0: 1, 1: 1}, lower=2)), {0: 1}),
        Status.INFEASIBLE,
        None,
        None,
    ),
    (Program((Variable("x", 2, 1),), (), {0: 1}), Status.INFEASIBLE, None, None),
    (Program((X,), (Row("r", {0: 1}, 3, 2),), {}), Status.INFEASIBLE, None, None),
    (Program((), (), {}, 7), Status.OPTIMAL, 7, ()),
    (Program((), (Row("r", {}, lower=1),), {}), Status.INFEASIBLE, None, None),
    (Program((X,), (), {0: 1}, maximise=True), Status.UNBOUNDED, None, None),
    (Program((X,), (), {}), Status.OPTIMAL, 0, (0,)),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("program", "status", "value", "x"), BY_HAND)
def test_by_hand(program, status, value, x, way):
    outcome = way(program)
    assert (outcome.status, outcome.value) == (status, value)
    assert x is None or outcome.x == x


def test_beale_cycles_only_without_care():
    # Beale (1955): the textbook example on which the largest coefficient rule alone cycles; its
    # optimum is 1/20.
    q = Fraction
    rows = (
        Row("a", {0: q(1, 4), 1: -60, 2: q(-1, 25), 3: 9}, upper=0),
        Row("b", {0: q(1, 2), 1: -90, 2: q(-1, 50), 3: 3}, upper=0),
        Row("c", {2: 1}, upper=1),
    )
    beale = Program(
        tuple(Variable(f"x{j}") for j in range(4)),
        rows,
        {0: q(3, 4), 1: -150, 2: q(1, 50), 3: -6},
        maximise=True,
    )
    for way in WAYS:
        assert way(beale).value == q(1, 20)


# --- random programmes ----------------------------------------------------------------------------

NUMBERS = exact_numbers(-3, 3, 5)
BOUNDS = st.one_of(
    st.just((0, None)),
    st.just((None, None)),
    NUMBERS.map(lambda u: (None, u)),
    NUMBERS.map(lambda v: (v, v)),
    st.tuples(NUMBERS, NUMBERS).map(sorted),
)


@cache  # to make a strategy takes longer than to draw from it
def forms_of(n):
    return st.dictionaries(st.integers(0, n - 1), NUMBERS) if n else st.just({})


@st.composite
def programs(draw, most=4):
    n, m = draw(st.integers(0, most)), draw(st.integers(0, most))
    variables = tuple(Variable(f"x{j}", *draw(BOUNDS)) for j in range(n))
    forms = forms_of(n)
    rows = tuple(Row(f"r{i}", draw(forms), *draw(BOUNDS)) for i in range(m))
    return Program(variables, rows, draw(forms), draw(NUMBERS), draw(st.booleans()))


@given(programs())
@settings(max_examples=75)
def test_every_way_agrees(program):
    outcomes = [way(program) for way in WAYS]
    assert len({(outcome.status, outcome.value) for outcome in outcomes}) == 1


def by_elimination(program):
    """(status, value) by Fourier and Motzkin: the objective t = constant + c x is a variable more,
    and x is eliminated.
    """
    n = len(program.variables)
    limits = set()  # (coefficients of t and x, b): their product is at most b

    def limit(form, lower, upper):
        vector = (0, *(form.get(j, 0) for j in range(n)))
        if upper is not None:
            limits.add((vector, upper))
        if lower is not None:
            limits.add((tuple(-a for a in vector), -lower))

    for j, variable in enumerate(program.variables):
        limit({j: 1}, variable.lower, variable.upper)
    for row in program.rows:
        limit(row.coefficients, row.lower, row.upper)
    cost = (1, *(-program.objective.get(j, 0) for j in range(n)))
    limits |= {(cost, program.constant), (tuple(-a for a in cost), -program.constant)}
    for j in range(1, n + 1):
        above, below = ([(v, b) for v, b in limits if v[j] * sign > 0] for sign in (1, -1))
        limits = {(v, b) for v, b in limits if v[j] == 0} | {
            joined(p, q, j) for p in above for q in below
        }
    if any(v[0] == 0 and b < 0 for v, b in limits):
        return Status.INFEASIBLE, None
    least = max((Fraction(b) / v[0] for v, b in limits if v[0] < 0), default=None)
    most = min((Fraction(b) / v[0] for v, b in limits if v[0] > 0), default=None)
    if least is not None and most is not None and least > most:
        return Status.INFEASIBLE, None
    best = most if program.maximise else least
    return (Status.UNBOUNDED, None) if best is None else (Status.OPTIMAL, best)


def joined(upper, lower, j):
    """The sum of two limits in which variable j cancels, scaled so that equal limits are equal."""
    (v, b), (w, c) = upper, lower
    summed = [
        *(a / Fraction(v[j]) - d / Fraction(w[j]) for a, d in zip(v, w, strict=True)),
        b / Fraction(v[j]) - c / Fraction(w[j]),
    ]
    size = next((abs(a) for a in summed if a), 1)
    return tuple(a / size for a in summed[:-1]), summed[-1] / size


@given(programs(3))
@settings(max_examples=60)
def test_agrees_with_elimination(program):
    outcome = optimum(program)
    assert (outcome.status, outcome.value) == by_elimination(program)


# --- certificates ---------------------------------------------------------------------------------


@given(programs(3), st.integers(0, 20), st.sampled_from([1, -1, Fraction(1, 10**9)]))
@settings(max_examples=150)
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
    monkeypatch.setattr(
        Tableau, "solve", lambda *_: Outcome(Status.OPTIMAL, "broken", 9, (3, 0), (1,))
    )
    with pytest.raises(UnsolvableError, match="no proof"):
        optimum(BY_HAND[0][0])


# --- bad input ------------------------------------------------------------------------------------

BAD = [
    (lambda: Program((X,), (Row("r", {0: 0.5}),)), InexactError, "coefficient of x in row r"),
    (
        lambda: Program((X,), (), {0: float("nan")}),
        InexactError,
        "coefficient of x in the objective",
    ),
    (lambda: Program((X,), (Row("r", {1: 1}),)), RulesError, "column 1, but there are 1 variables"),
    (lambda: Program((X,), (), {}, 0.5), InexactError, "constant"),
]


@pytest.mark.parametrize(("make", "error", "message"), BAD)
def test_bad_programmes(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_klee_minty():
    # Klee and Minty (1972): n = 8, optimum 100^(n-1)
    n = 8
    rows = tuple(
        Row(f"r{i}", {**{j: 2 * 10 ** (i - j) for j in range(i)}, i: 1}, upper=100**i)
        for i in range(n)
    )
    cube = Program(
        tuple(Variable(f"x{j}") for j in range(n)),
        rows,
        {j: 10 ** (n - 1 - j) for j in range(n)},
        maximise=True,
    )
    for way in WAYS:
        assert way(cube).value == 100 ** (n - 1)


def test_a_singular_or_missing_float_basis_falls_back(monkeypatch):
    program = BY_HAND[1][0]
    monkeypatch.setattr(FloatSolve, "magnified", lambda _: None)
    monkeypatch.setattr(FloatSolve, "without_optimum", lambda _: None)
    for basis in (
        None,
        [Place.BASIC, Place.LOWER, Place.LOWER],
        [Place.LOWER, Place.LOWER, Place.BASIC],
    ):
        monkeypatch.setattr(Highs, "places", lambda _, found=basis: found)
        assert refined(program).value == 4

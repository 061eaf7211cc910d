"""The operators of laws against the list of all rolls, and the laws of algebra."""

import copy
import operator
import pickle
from fractions import Fraction

import numpy as np
import pytest
import sympy
from enumerated import (
    all_rolls,
    chances,
    counts,
    distributions_of,
    events,
    is_exact,
    laws,
    numbers,
    unordered,
    whole_laws,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdice import (
    Distribution,
    die,
    joint,
    max_of,
    min_of,
    mixture,
    point,
    roll,
    total_of,
    uniform,
)
from exactdice.exact.errors import ExactDiceError, InexactError, RulesError, TooCostly

few = settings(max_examples=30)
nonzero = distributions_of(numbers.filter(bool))


def checked(found, wanted):
    assert chances(found) == wanted
    assert is_exact(found)


# --- operators, against all rolls -----------------------------------------------------------------


def divided(x, y):
    return Fraction(x) / y


ARITHMETIC = [operator.add, operator.sub, operator.mul]
DIVISIONS = [(operator.truediv, divided), (operator.floordiv,) * 2, (operator.mod,) * 2]
ORDERS = [operator.lt, operator.le, operator.gt, operator.ge]


@few
@pytest.mark.parametrize("function", [*ARITHMETIC, *ORDERS])
@given(laws, laws, numbers)
def test_sums_products_and_comparisons_are_those_of_all_rolls(function, one, other, number):
    checked(function(one, other), all_rolls(function, one, other))
    checked(function(one, number), all_rolls(function, one, number))
    checked(function(number, one), all_rolls(function, number, one))


@few
@pytest.mark.parametrize(("function", "wanted"), DIVISIONS)
@given(laws, nonzero, numbers)
def test_quotients_are_those_of_all_rolls(function, wanted, one, other, number):
    checked(function(one, other), all_rolls(wanted, one, other))
    checked(function(number, other), all_rolls(wanted, number, other))
    if number:
        checked(function(one, number), all_rolls(wanted, one, number))


@few
@given(nonzero, whole_laws, numbers.filter(bool), st.integers(-4, 4))
def test_powers_are_those_of_all_rolls(base, exponent, number, whole):
    def power(x, y):
        return Fraction(x) ** y

    checked(base**exponent, all_rolls(power, base, exponent))
    checked(base**whole, all_rolls(power, base, whole))
    checked(point(number) ** exponent, all_rolls(power, number, exponent))
    checked(7**exponent, all_rolls(power, 7, exponent))


def test_a_power_of_0_with_the_exponent_0_is_1():
    assert die(2) * 0 ** (die(2) - 1) == Distribution({0: 2, 1: 1, 2: 1})


@few
@given(laws)
def test_signs_and_sizes_are_those_of_all_rolls(law):
    checked(-law, all_rolls(operator.neg, law))
    checked(+law, all_rolls(operator.pos, law))
    checked(abs(law), all_rolls(abs, law))


@few
@given(laws, laws, unordered, unordered)
def test_equality_is_that_of_all_rolls_and_needs_no_order(one, other, labels, others):
    checked(one.equals(other), all_rolls(operator.eq, one, other))
    checked(labels.equals(others), all_rolls(operator.eq, labels, others))
    outcome = next(iter(other))
    checked(one.equals(outcome), all_rolls(lambda x: x == outcome, one))


@few
@given(events, events, events)
def test_events_are_combined_as_all_rolls_are(a, b, c):
    checked(a & b, all_rolls(operator.and_, a, b))
    checked(a | b, all_rolls(operator.or_, a, b))
    checked(~a, all_rolls(operator.not_, a))
    assert ~(a & b) == ~a | ~b  # De Morgan
    assert ~(a | b) == ~a & ~b
    assert (a & b) & c == a & (b & c)
    assert all(type(x) is bool for x in a & b)


@few
@given(counts, laws)
def test_a_random_number_of_draws_is_that_of_all_rolls(number, law):
    wanted = {}
    for count, share in chances(number).items():
        for total, p in all_rolls(lambda *roll: sum(roll), *[law] * count).items():
            wanted[total] = wanted.get(total, 0) + share * p
    checked(number @ law, wanted)


@few
@given(laws)
def test_probabilities_and_statistics_are_sums_over_the_outcomes(law):
    known = chances(law)
    outcomes = sorted(known)
    for x in [*outcomes, outcomes[0] - 1, Fraction(1, 7)]:
        assert law[x] == law.probability(x) == known.get(x, 0)
        assert law.cdf(x) == sum(p for y, p in known.items() if y <= x)
        assert law.at_least(x) == sum(p for y, p in known.items() if y >= x)
    for q in [Fraction(1, 100), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), 1]:
        assert law.quantile(q) == min(x for x in outcomes if law.cdf(x) >= q)
    assert law.median() == law.quantile(Fraction(1, 2))
    assert law.modes() == {x for x in known if known[x] == max(known.values())}
    mean = sum(x * p for x, p in known.items())
    assert law.mean() == mean
    assert law.variance() == sum((x - mean) ** 2 * p for x, p in known.items())
    assert sympy.expand(law.sd() ** 2) == sympy.Rational(
        law.variance().numerator, law.variance().denominator
    )
    assert law.sd() >= 0


@few
@given(laws, events, unordered)
def test_joint_laws_list_all_rolls_and_their_marginals_are_the_laws(one, other, labels):
    together = joint(one, other, labels)
    checked(together, all_rolls(lambda *roll: roll, one, other, labels))
    assert [together.marginal(k) for k in range(3)] == [one, other, labels]


@few
@given(laws, laws, laws, numbers)
def test_extremes_are_those_of_all_rolls(one, other, third, number):
    for found, function in [(max_of, max), (min_of, min)]:
        checked(found(one, other, third), all_rolls(function, one, other, third))
        checked(found(one, number), all_rolls(function, one, number))
        assert found(one) == one


@few
@given(laws, numbers, numbers)
def test_clipping_is_that_of_all_rolls(law, one, other):
    low, high = sorted([one, other])
    checked(law.clip(low, high), all_rolls(lambda x: min(max(x, low), high), law))
    checked(law.clip(low), all_rolls(lambda x: max(x, low), law))
    checked(law.clip(high=high), all_rolls(lambda x: min(x, high), law))
    assert law.clip() == law


# --- drawing again --------------------------------------------------------------------------------


def some_of(law, chosen):
    """The outcomes that the bits of a number choose."""
    return [x for k, x in enumerate(law) if chosen >> k & 1]


@few
@given(unordered, st.integers(0, 15), st.integers(0, 3))
def test_drawing_again_is_that_of_all_rolls(law, chosen, times):
    again = some_of(law, chosen)

    def last(*roll):
        return next((x for x in roll[:-1] if x not in again), roll[-1])

    checked(law.reroll(again, times), all_rolls(last, *[law] * (times + 1)))


@few
@given(unordered, st.integers(0, 15))
def test_drawing_again_until_another_comes_is_the_conditional_law(law, chosen):
    again = some_of(law, chosen)
    assume(len(again) < len(law))
    rest = sum(law[x] for x in law if x not in again)
    wanted = {x: law[x] / rest for x in law if x not in again}
    checked(law.reroll(again), wanted)
    checked(law.given(lambda x: x not in again), wanted)


@few
@given(laws, st.integers(0, 15), st.integers(0, 3))
def test_explosions_are_those_of_all_rolls(law, chosen, depth):
    again = some_of(law, chosen)

    def total(exploding):
        def add_up(*roll):
            stop = next((k for k, x in enumerate(roll) if x not in exploding), depth)
            return sum(roll[: stop + 1])

        return all_rolls(add_up, *[law] * (depth + 1))

    checked(law.explode(depth, again), total(again))
    checked(law.explode(depth), total([max(law)]))


@few
@given(st.dictionaries(laws, st.integers(1, 4), min_size=1, max_size=3))
def test_a_mixture_is_drawn_from_a_law_that_is_drawn(weights):
    wanted = {}
    for law, weight in weights.items():
        for x, p in chances(law).items():
            wanted[x] = wanted.get(x, 0) + p * Fraction(weight, sum(weights.values()))
    checked(mixture(Distribution(weights)), wanted)


@few
@given(laws, st.integers(0, 15))
def test_the_wait_for_an_event_is_geometric(law, chosen):
    wanted = some_of(law, chosen)
    assume(wanted)
    p = sum(law[x] for x in wanted)
    wait = law.repeat_until(lambda x: x in wanted)
    assert [wait[k] for k in range(5)] == [0, *((1 - p) ** k * p for k in range(4))]
    assert (wait.mean(), wait.variance()) == (1 / p, (1 - p) / p**2)


# --- the laws of algebra --------------------------------------------------------------------------


@few
@given(laws, laws, laws)
def test_sums_and_products_commute_and_associate(a, b, c):
    for function in (operator.add, operator.mul, max_of, min_of):
        assert function(a, b) == function(b, a)
        assert function(function(a, b), c) == function(a, function(b, c))


@few
@given(laws, laws, numbers, numbers)
def test_numbers_distribute_over_sums_of_laws(a, b, x, y):
    assert x * (a + b) == x * a + x * b
    assert (a + x) + y == a + (x + y)
    assert x * (y * a) == (x * y) * a
    assert a - b == a + -b
    assert x - a == -(a - x)
    assert (a - a).mean() == 0  # two draws, so that the difference itself may be anything


@few
@given(laws, laws)
def test_means_and_variances_of_independent_draws(a, b):
    assert (a + b).mean() == a.mean() + b.mean()
    assert (a - b).mean() == a.mean() - b.mean()
    assert (a * b).mean() == a.mean() * b.mean()
    assert (a + b).variance() == (a - b).variance() == a.variance() + b.variance()
    # The larger and the smaller of two are the two.
    assert max_of(a, b).mean() + min_of(a, b).mean() == a.mean() + b.mean()
    assert (a < b)[True] + (a > b)[True] + a.equals(b)[True] == 1
    assert (a <= b) == ~(a > b)


@few
@given(laws, st.integers(0, 5), st.integers(0, 5))
def test_draws_add_up(law, m, n):
    assert m @ law + n @ law == (m + n) @ law
    assert (n @ law).mean() == n * law.mean()
    assert (n @ law).variance() == n * law.variance()
    assert point(n) @ law == n @ law == sum([law] * n, point(0))
    if n:
        assert n @ law == total_of([law] * n)


@few
@given(counts, laws)
def test_a_random_number_of_draws_obeys_wald_and_total_variance(number, law):
    total = number @ law
    assert total.mean() == number.mean() * law.mean()
    wanted = number.mean() * law.variance() + number.variance() * law.mean() ** 2
    assert total.variance() == wanted


@few
@given(laws, laws, st.integers(-3, 3), st.integers(1, 9))
def test_equal_laws_are_equal_objects_with_one_hash(a, b, shift, scale):
    same = Distribution({x: scale * w for x, w in reversed(a.items())})
    assert (same, hash(same)) == (a, hash(a))
    assert (a + shift - shift, hash(a + shift - shift)) == (a, hash(a))
    assert {a + b: 1} == {b + a: 1}
    assert (a == b) is (chances(a) == chances(b))
    for again in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a)):
        assert (again, hash(again)) == (a, hash(a))


def test_the_same_sum_by_coefficients_and_by_pairs():
    """Outcomes close together and far apart are summed by two methods; a factor leads from one to
    the other.
    """
    close = Distribution({0: 3, 1: 2, 5: 1, 7: 4})
    assert 7 @ (close + 10**9 * die(2)) == 7 @ close + 7 @ (10**9 * die(2))
    far = {x * 10**15 + x % 2: w for x, w in close.items()}
    by_pairs = 5 @ Distribution(far)
    assert by_pairs.map(lambda x: x // 10**15) == 5 @ close
    assert (5 @ (close * Fraction(1, 10**9))) * 10**9 == 5 @ close


def test_many_draws_are_a_power_and_a_random_number_of_them_too():
    assert point(400) @ die(6) == 400 @ die(6) == 200 @ die(6) + 200 @ die(6)
    several = Distribution({0: 1, 300: 2}) @ (die(6) - 3)
    assert several == mixture(Distribution({point(0): 1, 300 @ (die(6) - 3): 2}))


# --- published numbers ----------------------------------------------------------------------------


def test_two_dice_have_36_numbers():
    """The table that every introduction prints: 1, 2, ..., 6, ..., 2, 1 of 36."""
    two = die(6) + die(6)
    assert [36 * two[total] for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert two == 2 @ die(6) == roll(die(6), 2, bust=0, bust_score=0)


def test_sicherman_dice_throw_as_a_pair_of_common_dice():
    """George Sicherman's dice, Gardner, Scientific American, February 1978."""
    assert uniform([1, 2, 2, 3, 3, 4]) + uniform([1, 3, 4, 5, 6, 8]) == 2 @ die(6)


def test_efrons_dice_beat_each_other_in_a_ring_two_times_in_three():
    """Bradley Efron's four dice, Gardner, Scientific American, December 1970."""
    ring = [
        uniform([0, 0, 4, 4, 4, 4]),
        point(3),
        uniform([2, 2, 2, 2, 6, 6]),
        uniform([1, 1, 1, 5, 5, 5]),
    ]
    for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
        assert (one > other)[True] == Fraction(2, 3)


def test_advantage_on_a_d20():
    """The larger of two d20 is x in 2x - 1 of 400 cases, with mean 553/40 = 13.825."""
    best = max_of(die(20), die(20))
    assert [400 * best[x] for x in range(1, 21)] == [2 * x - 1 for x in range(1, 21)]
    assert (best + 5 >= 15)[True] == 1 - Fraction(9, 20) ** 2


# --- what is refused ------------------------------------------------------------------------------

D6, EVENT = die(6), die(6) > 3
WITH_0 = Distribution({0: 1, 1: 1})
LABELS = Distribution({"a": 1, 1: 1})
# All sums of two are different, and to keep them takes gigabytes.
FAR = uniform([i**4 for i in range(5000)])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: D6 + 0.5,
        lambda: D6.quantile(0.5),
        lambda: D6[0.5],
        lambda: uniform([0.5, 1]).median(),
    ],
)
def test_floats_are_refused_and_the_exact_number_is_named(wrong):
    with pytest.raises(InexactError, match=r"the float .*: write "):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: EVENT & True, "combine two laws of True and False, .* a law and True"),
        (lambda: D6[[1]], "must be hashable, such as a tuple"),
        (lambda: (D6 - 2) @ D6, "an outcome of n in n @ law must be an int of 0 or more, got -1"),
        (lambda: D6.marginal(0), "needs outcomes that are tuples"),
        (lambda: D6.repeat_until(lambda face: face > 6), "the event has probability 0"),
        (lambda: (D6 - 7).explode(), "must be 0 or more, got -1: give a depth"),
        (lambda: D6 % WITH_0, "the divisor has the outcome 0, so 1 % 0"),
        (lambda: 0 ** (1 - D6), r"0 \*\* -5 is not defined"),
        (lambda: max_of(LABELS, D6), "must have an order"),
        (lambda: bool(EVENT), r"ask for \(law\).probability\(True\)"),
        (lambda: D6.reroll([7]), "must be outcomes of the law, got 7, which it has not"),
        (lambda: D6.repeat_until(6), "an event must be a function of the outcome, got 6"),
    ],
)
def test_what_has_no_answer_is_refused_in_one_line(wrong, message):
    with pytest.raises(ExactDiceError, match=message) as raised:
        wrong()
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, (RulesError, InexactError))


@pytest.mark.parametrize("stranger", ["a", None, int, die, Distribution, [1], np.array([1, 2])])
@pytest.mark.parametrize("function", [*ARITHMETIC, operator.truediv, operator.pow, operator.gt])
def test_what_stands_beside_a_law_by_mistake_is_a_type_error_as_python_says_it(function, stranger):
    with pytest.raises(TypeError):
        function(D6, stranger)
    with pytest.raises(TypeError):
        function(stranger, D6)


def test_a_fraction_to_the_power_of_a_law_is_a_float_to_python_which_is_said():
    for base in (0.5, Fraction(1, 2)):
        with pytest.raises(InexactError, match=r"write point\(Fraction\(1, 2\)\) \*\* law"):
            base**D6
    assert (point(Fraction(1, 2)) ** D6)[Fraction(1, 8)] == Fraction(1, 6)


def test_whole_numbers_of_numpy_and_sympy_may_stand_on_both_sides():
    for two in (np.int64(2), np.uint8(2), sympy.Integer(2)):
        assert two + D6 == D6 + two == D6 + 2
        assert two - D6 == 2 - D6
        assert two * D6 == 2 * D6
        assert (two > D6) == (D6 < 2)
        assert all(type(x) is int for x in two + D6)


@pytest.mark.parametrize(
    "large",
    [
        lambda: 10**9 @ D6,
        lambda: uniform([2, Fraction(1, 2)]) ** 10**8,
        lambda: FAR + FAR,
        lambda: D6.explode(10**6),
        lambda: die(10**12),
    ],
)
def test_what_is_too_large_is_refused_before_any_work(large, must_end):
    with pytest.raises(TooCostly, match=r"would cost .* ask for something smaller"):
        large()

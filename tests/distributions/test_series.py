"""Endless laws against finite ones of which they are the limit, and against closed forms."""

import copy
import pickle
from fractions import Fraction
from math import comb

import pytest
from enumerated import chances, distributions_of
from flint import fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Distribution, InfiniteDistribution, die, point, uniform
from exactdice.exact.cost import limit
from exactdice.exact.errors import ExactDiceError, InexactError, RulesError, TooCostly

few = settings(max_examples=40)
DEPTH = 4
positive = st.integers(1, 6) | st.builds(Fraction, st.sampled_from([1, 5, 7]), st.just(2))
faces = distributions_of(positive).filter(lambda law: len(law) > 1)
beside = distributions_of(st.integers(-4, 6) | st.sampled_from([Fraction(1, 3), 100]))

EXPLODING = die(6).explode()
WAIT = die(6).repeat_until(lambda face: face == 6)
HEADS = uniform([0, 1]).explode()  # before the first tails


def settled(law, depth=DEPTH):
    """(the exploding law to a depth, an outcome below which all of it is settled): the endless law
    differs from it only where depth + 1 draws were made, each of the outcome that explodes.
    """
    return law.explode(depth), (depth + 1) * max(law)


def moment_bounds(law, known, below):
    """The mean over the outcomes below one, which the whole mean exceeds by at least the rest
    times it.
    """
    inside = sum(x * p for x, p in known.items() if x < below)
    rest = 1 - sum(p for x, p in known.items() if x < below)
    return inside + rest * below


@few
@given(faces)
def test_an_explosion_without_end_is_the_limit_of_finite_ones(law):
    endless = law.explode()
    finite, below = settled(law)
    known = chances(finite)
    for x in sorted(known):
        if x < below:
            assert endless[x] == known[x]
            assert endless.cdf(x) == finite.cdf(x)
            assert endless.at_least(x) == finite.at_least(x)
            q = endless.cdf(x)
            assert endless.quantile(q) == finite.quantile(q) == x
    told, rest = endless.up_to(below - Fraction(1, 1000))
    assert told == {x: p for x, p in known.items() if x < below}
    assert rest == 1 - sum(told.values())
    # The mean lies above what is settled, and the tail is a scaled copy of the law itself.
    assert endless.mean() >= moment_bounds(law, known, below)
    again = law[max(law)]
    assert endless.mean() == law.mean() / (1 - again)
    # X = face + [it explodes] X', so E[X^2] (1 - p) = E[face^2] + 2 p max E[X].
    square = law.mean(lambda x: x**2) + 2 * again * max(law) * endless.mean()
    assert endless.variance() == square / (1 - again) - endless.mean() ** 2


@pytest.mark.parametrize("f", [2, 3, 4, 6, 8, 10, 12, 20, 100])
def test_an_exploding_die_has_the_mean_of_the_closed_form(f):
    law = die(f).explode()
    assert law.mean() == Fraction(f * (f + 1), 2 * (f - 1))
    p = Fraction(1, f)
    assert [law[k * f] for k in range(4)] == [0] * 4  # the top face is never the last
    assert law[2 * f + 1] == p**3


@few
@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 5))
def test_waits_are_geometric_and_sums_of_them_negative_binomial(yes, no, n):
    """P(n-th success at draw k) = C(k - 1, n - 1) p^n (1 - p)^(k - n)."""
    p = Fraction(yes, yes + no)
    wait = Distribution({True: yes, False: no}).repeat_until(bool)
    assert (wait.mean(), wait.variance()) == (1 / p, (1 - p) / p**2)
    several = n @ wait
    for k in range(n, n + 8):
        assert several[k] == comb(k - 1, n - 1) * p**n * (1 - p) ** (k - n)
    assert (several.mean(), several.variance()) == (n / p, n * (1 - p) / p**2)
    assert several.cdf(n + 3) == sum(several[k] for k in range(n + 4))


@few
@given(faces, beside)
def test_sums_with_finite_laws_are_those_of_finite_explosions(law, other):
    endless = law.explode() + other
    finite, below = settled(law)
    below += min(other)
    for x, p in chances(finite + other).items():
        if x < below:
            assert endless[x] == p
    assert endless == other + law.explode()
    assert endless.mean() == law.explode().mean() + other.mean()
    assert endless.variance() == law.explode().variance() + other.variance()
    assert (law.explode() - other).mean() == law.explode().mean() - other.mean()


@few
@given(faces, faces, st.integers(0, 3))
def test_draws_and_sums_of_endless_laws(one, other, n):
    a, b = one.explode(), other.explode()
    assert a + b == b + a
    assert (a + b).mean() == a.mean() + b.mean()
    assert (a + b).variance() == a.variance() + b.variance()
    if n:
        wanted = sum([a] * (n - 1), a)
        assert (n @ a, hash(n @ a)) == (wanted, hash(wanted))
        finite, below = settled(one)
        for x, p in chances(n @ finite).items():
            if x < below + (n - 1) * min(one):
                assert (n @ a)[x] == p
    assert (0 @ a) == point(0)


@few
@given(faces, beside)
def test_comparisons_are_those_of_what_is_settled(law, other):
    endless = law.explode()
    other = other.clip(high=DEPTH * max(law))
    finite, _ = settled(law)
    assert (endless < other) == (finite < other) == (other > endless)
    assert (endless <= other) == (finite <= other) == (other >= endless)
    assert (endless > other) == (finite > other) == (other < endless)
    assert (endless >= other) == (finite >= other) == (other <= endless)
    assert endless.equals(other) == finite.equals(other) == other.equals(endless)
    high = DEPTH * max(law)
    assert endless.clip(high=high) == finite.clip(high=high)
    assert endless.clip(2, high) == finite.clip(2, high)


@few
@given(faces, st.sampled_from([2, Fraction(1, 3), 5]), st.integers(-9, 9))
def test_numbers_scale_and_move_an_endless_law(law, factor, shift):
    endless = law.explode()
    moved = factor * endless + shift
    for x in endless.up_to(3 * max(law))[0]:
        assert moved[factor * x + shift] == endless[x]
    assert moved.mean() == factor * endless.mean() + shift
    assert moved.variance() == factor**2 * endless.variance()
    back = (moved - shift) / factor
    assert (back, hash(back)) == (endless, hash(endless))


def test_equal_laws_reached_on_different_ways_are_equal_and_have_one_hash():
    # A wait is one draw and as many more as fail.
    ways = [WAIT, 1 + Distribution({0: 1, 1: 5}).explode(), die(6).repeat_until(lambda x: x == 1)]
    assert len(set(ways)) == 1
    assert WAIT != 1 + WAIT != EXPLODING
    assert die(6) != WAIT
    # A common factor of numerator and denominator, and a step that is too small.
    top, under = WAIT.numerator, WAIT.denominator
    spread = (fmpz_poly([c for k in p.coeffs() for c in (k, 0, 0)]) for p in (top, under))
    assert InfiniteDistribution(WAIT.first, Fraction(1, 3), *spread) == WAIT
    assert InfiniteDistribution(WAIT.first, 1, 2 * top, 2 * under) == WAIT
    assert InfiniteDistribution(WAIT.first - 1, 1, -fmpz_poly([0, 1]) * top, -under) == WAIT


@pytest.mark.parametrize("law", [EXPLODING, WAIT, HEADS, 3 @ EXPLODING / 7, HEADS + 10**30])
def test_endless_laws_are_copied_and_pickled(law):
    for again in (pickle.loads(pickle.dumps(law)), copy.copy(law), copy.deepcopy(law)):
        assert (again, hash(again), again.mean()) == (law, hash(law), law.mean())


def test_quantiles_far_out_are_exact():
    """P(wait > k) = (5/6)^k."""
    for k in (1, 40, 333):
        q = 1 - Fraction(5, 6) ** k
        assert WAIT.quantile(q) == k
        assert WAIT.quantile(q + Fraction(1, 10**90)) == k + 1
    assert WAIT.median() == 4
    assert HEADS.quantile(Fraction(1, 10**9)) == 0


def test_outcomes_that_cannot_come_have_probability_0():
    assert [EXPLODING[x] for x in (0, -5, 6, 12, Fraction(1, 2))] == [0] * 5
    assert EXPLODING.up_to(-3) == ({}, 1)
    assert (EXPLODING.cdf(0), EXPLODING.at_least(0)) == (0, 1)
    assert EXPLODING.clip(high=-5) == point(-5)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: 1 - EXPLODING,
        lambda: EXPLODING * WAIT,
        lambda: EXPLODING**2,
        lambda: EXPLODING > WAIT,
        lambda: EXPLODING.clip(0),
    ],
)
def test_what_an_endless_law_cannot_do_is_done_by_a_clipped_one(wrong):
    with pytest.raises(RulesError, match="clip") as raised:
        wrong()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda: EXPLODING + 0.5, InexactError, "the float 0.5: write Fraction"),
        (lambda: 1.0 @ EXPLODING, RulesError, "must be an int of 0 or more, got 1.0"),
        (lambda: EXPLODING + "a", TypeError, "unsupported operand"),
    ],
)
def test_bad_input_is_refused(wrong, error, message):
    with pytest.raises(error, match=message):
        wrong()


@pytest.mark.parametrize(
    "large",
    [
        lambda: EXPLODING[10**12],
        lambda: 10**9 @ EXPLODING,
        lambda: EXPLODING + Distribution({0: 1, Fraction(1, 10**12): 1}),
        lambda: uniform([0, 1, 10**30]).explode(),
    ],
)
def test_what_is_too_large_is_refused_before_any_work(large, must_end):
    with pytest.raises(TooCostly, match="would cost"):
        large()


def test_a_limit_counts_the_probabilities_that_are_asked_for():
    with limit(10**4):
        assert EXPLODING[7] == Fraction(1, 36)
        with pytest.raises(ExactDiceError, match="1000 probabilities of an endless law"):
            EXPLODING.cdf(1000)
    with limit(10**6), pytest.raises(TooCostly, match="probabilities of an endless law"):
        EXPLODING.quantile(1 - Fraction(1, 10**100_000))


def test_many_draws_of_an_endless_law_are_told_by_its_factors():
    """The denominator of a sum of n draws is an n-th power, which does not make each probability
    n times as long.
    """
    several = 200 @ WAIT
    assert several[200] == Fraction(1, 6) ** 200
    assert several.quantile(Fraction(1, 2)) in range(1100, 1300)
    # The median of a negative binomial lies within a deviation of its mean.
    assert (several.median() - 1200) ** 2 <= several.variance() == 200 * 30


# --- far out, modes, a random number of draws -----------------------------------------------------


@few
@given(faces, st.integers(1, 3), beside)
def test_the_modes_are_those_of_what_is_settled(law, n, other):
    endless = n @ law.explode() + other
    modes = endless.modes()
    most = {endless[x] for x in modes}
    assert len(most) == 1
    chances_to_far, rest = endless.up_to(max(modes) + 100 + 30 * max(law))
    assert max(chances_to_far.values()) == min(most) > rest
    assert {x for x, p in chances_to_far.items() if p in most} == modes


def test_a_random_number_of_exploding_dice_is_that_of_dice_that_explode_to_a_depth():
    finite, below = settled(die(6))
    found, wanted = die(4) @ EXPLODING, die(4) @ finite
    assert [found[x] for x in range(below)] == [wanted[x] for x in range(below)]
    with pytest.raises(TooCostly, match="the sum of up to 1000000 draws"):
        point(10**6) @ EXPLODING
    with pytest.raises(RulesError, match="an outcome of n in n @ law must be an int of 0 or more"):
        (die(6) - 2) @ EXPLODING


@pytest.mark.parametrize(
    "name", ["map", "sample", "given", "marginal", "reroll", "explode", "items", "total"]
)
def test_what_only_finite_laws_have_leads_to_a_clipped_one(name):
    assert hasattr(EXPLODING.clip(high=20), name)
    with pytest.raises(AttributeError, match=rf"an endless law has no {name}, .*clip\(high=20\)"):
        getattr(EXPLODING, name)
    with pytest.raises(TypeError):
        reversed(EXPLODING)

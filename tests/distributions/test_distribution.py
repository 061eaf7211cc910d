"""Distributions and throws, against the list of all faces."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import closed_form_Q, enumerated_throw, law_of

from exactdice import Distribution, die, from_probabilities, point, roll, total_of
from exactdice.distributions.throwing import safe_roll
from exactdice.exact.errors import ExactDiceError, InexactError, RulesError

weight_lists = st.lists(st.integers(0, 9), min_size=2, max_size=6).filter(any)
laws = (
    st.dictionaries(st.integers(-20, 20), st.integers(0, 50), min_size=1, max_size=6)
    .filter(lambda w: any(w.values()))
    .map(Distribution)
)

# The dice of the token game's assignment (SPEC 1): (1/10 x5, 1/2) and (1/8 x5, 3/8).
LOADED = [(*[Fraction(1, 10)] * 5, Fraction(1, 2)), (*[Fraction(1, 8)] * 5, Fraction(3, 8))]


class Counting:
    """A stand-in for an rng whose randrange(n) gives each of 0..n-1 in turn."""

    def __init__(self) -> None:
        self.next = 0

    def randrange(self, stop: int) -> int:
        self.next += 1
        return (self.next - 1) % stop


# --- throws ---------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(weight_lists, st.integers(1, 3), st.integers(1, 7), st.integers(0, 12))
def test_a_throw_is_the_count_of_all_faces(weights, count, bust, bust_score):
    found = roll(die(len(weights), tuple(weights)), count, bust, bust_score)
    assert law_of(found) == enumerated_throw(weights, count, bust, bust_score)


@pytest.mark.parametrize("d", [1, 2, 3, 7, 10, 40])
def test_Q_is_its_closed_form_and_P_is_its_share(d):
    safe, scored, q = safe_roll(die(6), d), roll(die(6), d), Fraction(5, 6)
    for k in range(6 * d + 3):
        assert safe.probability(k) == closed_form_Q(d, k)
        assert scored.probability(k) == q**d * closed_form_Q(d, k) + (1 - q**d) * (k == 1)


@pytest.mark.parametrize("d", range(2, 9))
def test_Q_obeys_its_recurrence(d):
    """Q(d, k) = sum over j = 2..6 of Q(d - 1, k - j) / 5: Carnielli and Kachaikin, formula (1)."""
    now, before = safe_roll(die(6), d), safe_roll(die(6), d - 1)
    for k in range(6 * d + 2):
        assert now.probability(k) == sum(before.probability(k - j) for j in range(2, 7)) / 5


def test_a_die_that_never_busts_throws_plain_sums_and_one_that_always_does_throws_the_bust_score():
    assert roll(die(6), 3, bust=7) == total_of([die(6)] * 3)
    assert roll(die(2, (1, 0)), 5) == point(1)
    assert roll(die(2, (1, 0)), 5, bust_score=0) == point(0)


def test_300_dice_have_the_mean_and_the_extremes_of_their_closed_form():
    law = roll(die(6), 300)
    assert law.mean() == 4 * 300 * Fraction(5, 6) ** 300 + 1 - Fraction(5, 6) ** 300
    assert law.probability(1800) == law.probability(600) == Fraction(1, 6**300)
    assert max(law) == 1800


# --- laws -----------------------------------------------------------------------------------------


@given(laws, st.integers(1, 10**30))
def test_equal_laws_are_equal_in_lowest_terms(law, factor):
    scaled = Distribution({x: w * factor for x, w in law.items()} | {"never": 0})
    assert scaled == law
    assert hash(scaled) == hash(law)
    assert dict(scaled.weights) == dict(law.weights)
    assert gcd(*law.weights.values()) == 1
    assert len({law, scaled}) == 1
    assert "never" not in scaled
    assert len(scaled) == len(law)


@given(laws)
def test_map_adds_up_what_falls_together(law):
    image = law.map(abs)
    assert law_of(image) == {
        y: sum(p for x, p in law_of(law).items() if abs(x) == y) for y in {abs(x) for x in law}
    }
    assert law.map(lambda _: "one place") == point("one place")


@given(laws, st.lists(laws, min_size=1))
def test_what_is_bound_is_the_law_of_total_probability(law, following):
    """Each outcome is followed by one of a few laws, so some by the same."""
    after = {x: following[k % len(following)] for k, x in enumerate(law)}
    assert law_of(law.bind(after.__getitem__)) == {
        y: sum(law.probability(x) * after[x].probability(y) for x in law)
        for y in {y for x in law for y in after[x]}
    }


@given(laws)
def test_from_probabilities_inverts_probability(law):
    assert from_probabilities({x: law.probability(x) for x in law}) == law


# --- samples --------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(laws)
def test_over_all_integers_below_the_total_sampling_gives_each_outcome_its_weight(law):
    rng = Counting()
    drawn = [law.sample(rng) for _ in range(law.total)]
    assert {x: drawn.count(x) for x in law} == dict(law.weights)


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({1: 0.5}, "weight of 1 must be a non-negative int, got 0.5"),  # DESIGN, house rule 1
        ({1: True}, "weight of 1 must be a non-negative int, got True"),
        ({}, "a distribution needs at least one outcome with a positive weight"),
        ([1, 2], "a distribution must be given as {outcome: weight}, got [1, 2]"),
    ],
    ids=range(4),
)
def test_bad_weights_are_refused(weights, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 the message is compared below
        Distribution(weights)
    assert isinstance(caught.value, RulesError)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: die(1), RulesError, "faces must be an int of 2 or more, got 1"),
        (
            lambda: die(2, (Fraction(1, 2), Fraction(1, 3))),
            RulesError,
            "weights of a die must sum to 1, got a sum of 5/6",
        ),
        (
            lambda: die(2, 3),
            RulesError,
            "weights must list one number for each of the 2 faces, got 3",
        ),
        (
            lambda: point("a").mean(lambda _: 0.5),
            InexactError,
            (
                "worth of 'a' must be exact (an int or a Fraction), got the float 0.5: write "
                "Fraction(1, 2)"
            ),
        ),
        (lambda: safe_roll(die(2, (1, 0)), 1), RulesError, None),
    ],
)
def test_bad_dice_and_probabilities_are_refused(make, error, message):
    with pytest.raises(ExactDiceError) as caught:
        make()
    assert type(caught.value) is error
    assert message is None or str(caught.value) == message


def test_relative_and_absolute_weights_of_a_die_give_the_same_law():
    assert die(6, LOADED[0]) == die(6, (1, 1, 1, 1, 1, 5))
    assert die(6, LOADED[1]) == die(6, (10, 10, 10, 10, 10, 30))
    assert die(3, (Fraction(2), Fraction(4), 2)) == die(3, (1, 2, 1))  # whole: relative


@pytest.mark.parametrize("face", [-1, Fraction(1, 2)])
def test_a_throw_does_not_lose_faces_it_cannot_count(face):
    with pytest.raises(RulesError):
        roll(Distribution({face: 1, 2: 1}), 1)


def test_a_law_cannot_be_changed():
    law = die(3)
    with pytest.raises(AttributeError):
        law.total = 5


def test_the_probability_of_an_event_is_the_sum_of_its_outcomes():
    assert die(6).probability(lambda face: face > 4) == 2 * die(6).probability(5)
    assert Distribution({len: 1, max: 3}).probability(max) == Fraction(
        3, 4
    )  # functions may be outcomes

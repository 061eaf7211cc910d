"""The words for dice: the functions of Python on the same laws, and what a slip is told."""

from fractions import Fraction

import pytest
from enumerated import all_rolls, chances, laws, numbers, whole_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Distribution, InfiniteDistribution, die
from exactdice.distributions import distribution
from exactdice.exact.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query
from exactdice.writeup.tables.number_text import exact


def ask(query, **values):
    return evaluate_query(query, values)


@settings(max_examples=25)
@given(st.integers(2, 40), st.lists(st.integers(0, 9), min_size=2, max_size=8).filter(any))
def test_a_die(faces, weights):
    assert ask("d(f)", f=faces) == die(faces)
    loaded = tuple(weights)
    assert ask("d(f)", f=len(loaded), weights=loaded) == die(len(loaded), loaded)
    written = ", ".join(map(str, loaded))
    assert ask(f"d({len(loaded)}, weights=({written}))") == die(len(loaded), loaded)


@settings(max_examples=25)
@given(st.lists(laws | numbers, min_size=1, max_size=3))
def test_the_largest_and_the_smallest(several):
    names = dict(zip("abc", several, strict=False))
    called = ", ".join(names)
    assert chances(ask(f"max_of({called})", **names)) == all_rolls(lambda *x: max(x), *several)
    assert chances(ask(f"min_of({called})", **names)) == all_rolls(lambda *x: min(x), *several)


@settings(max_examples=25)
@given(laws, laws)
def test_joint_laws_and_their_parts(a, b):
    assert chances(ask("joint(a, b)", a=a, b=b)) == all_rolls(lambda x, y: (x, y), a, b)
    assert ask("marginal(joint(a, b), 1)", a=a, b=b) == b


@settings(max_examples=25)
@given(st.lists(numbers, min_size=1, max_size=5))
def test_a_die_of_ones_own(faces):
    names = {f"x{k}": face for k, face in enumerate(faces)}
    assert ask(f"uniform({', '.join(names)})", **names) == distribution.uniform(faces)


@settings(max_examples=25)
@given(laws, st.data())
def test_drawing_again_and_given_an_outcome(law, data):
    x = data.draw(st.sampled_from(sorted(law)))
    assert ask("given(L, x)", L=law, x=x) == law.given(lambda outcome: outcome == x)
    assert ask("reroll_once(L, x)", L=law, x=x) == law.reroll([x], 1)
    if len(law) > 1:
        assert ask("reroll(L, x)", L=law, x=x) == law.reroll([x])
    low, high = sorted(data.draw(st.tuples(numbers, numbers)))
    assert ask("clip(L, low, high)", L=law, low=low, high=high) == law.clip(low, high)
    assert ask("clip(L, none, high)", L=law, high=high) == law.clip(high=high)
    assert ask("clip(L, low, none)", L=law, low=low) == law.clip(low)


@settings(max_examples=25)
@given(whole_laws, st.integers(0, 3))
def test_explosions(law, depth):
    assert ask("explode(L, n)", L=law, n=depth) == law.explode(depth)
    if len(law) > 1 and max(law) >= 0:
        assert ask("explode(L)", L=law) == law.explode()


@settings(max_examples=25)
@given(laws, laws, st.integers(0, 3), st.integers(1, 3))
def test_mixtures(a, b, v, w):
    mixed = ask("mixture((v, a), (w, b))", a=a, b=b, v=v, w=w)
    shares = [Fraction(v, v + w), Fraction(w, v + w)]
    for x in {*a, *b}:
        assert mixed[x] == shares[0] * a[x] + shares[1] * b[x]
    assert ask("mixture(a, b)", a=a, b=b) == ask("mixture((2, a), (2, b))", a=a, b=b)


def test_tries_up_to_the_first_that_is_true():
    tries = ask("repeat_until(2d6 == 7)")
    assert isinstance(tries, InfiniteDistribution)
    for n in range(1, 5):
        assert tries[n] == Fraction(1, 6) * Fraction(5, 6) ** (n - 1)
    certain = ask("repeat_until(d(6) > 0)")
    assert exact(certain) == "{1: 1}"


def test_events_have_the_words_true_and_false():
    event = ask("d(6) > 4")
    assert ask("given(d(6) > 4, true)") == Distribution({True: 1})
    assert ask("probability(d(6) > 4, false)") == Fraction(2, 3)
    assert ask("reroll_once(d(6) > 4, false)") == event.reroll([False], 1)
    assert ask("uniform(true, false, false)") == event


REFUSED = {
    "d(1)": "the number of faces of a die must be a whole number of 2 or more, got 1",
    "d((6, 8))": r"must be a whole number or a symbol, got \(6, 8\)",
    "d(10**9)": "would cost",
    "d(6, weights=3)": r"as in d\(3, weights=\(1, 1, 2\)\), got 3",
    "max_of(d(6), blind)": r"^max_of\(L\.\.\.\) asks for a law, .* got blind$",
    "max_of(d(6) > 3, 2)": r"max_of\(L\.\.\.\) asks for a law of numbers, got one of true",
    "uniform()": r"needs outcomes, as in uniform\(1, 2, 2, 3, 3, 4\)",
    "explode(d(6), -1)": "depth must be a whole number of 0 or more, got -1",
    "repeat_until(d(6))": r"asks for a comparison, as in repeat_until\(d\(6\) == 6\)",
    "given(d(6), 7)": "has probability 0: nothing is left",
    "clip(d(6), 5, 2)": "low must be at most high",
    "clip(explode(d(6)), 2, none)": r"in a query clip\(law, none, 20\)",
    "marginal(d(6), 0)": "needs outcomes that are tuples of more than 0 parts",
    "mixture((0, d(6)))": "the weights of a mixture must be 0 or more, and one above 0",
}


@pytest.mark.parametrize("query", REFUSED)
def test_a_slip_is_told_in_one_line(query):
    with pytest.raises(ExactDiceError, match=REFUSED[query]) as raised:
        ask(query)
    assert "\n" not in str(raised.value)
    assert "Distribution(" not in str(raised.value)

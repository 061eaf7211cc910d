"""Draws of many laws at once: every outcome comes for as many integers as its weight says."""

from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from oracles import hoeffding

from exactdice import Distribution
from exactdice.evaluation.draws import LONG, Laws

DRAWS = 3000


class Listed:
    """A source of chance that draws these integers of 64 bits in turn, over and over."""

    def __init__(self, words):
        self.words, self.used = words, 0

    def randrange(self, stop):
        drawn, bits = 0, 0
        while 1 << bits < stop:
            drawn |= self.words[self.used % len(self.words)] << bits
            self.used, bits = self.used + 1, bits + 64
        return drawn


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=5), min_size=1, max_size=6))
def test_each_integer_below_the_total_finds_the_outcome_of_its_weight(weights):
    """All integers below the totals of several laws, drawn one after another."""
    laws, entered, expected, numbers, words = Laws(), [], [], [], []
    for index, row in enumerate(weights):
        law = Distribution({(index, k): weight for k, weight in enumerate(row)})
        entered.append(law)
        number = laws.enter(law)
        for word in range(law.total):
            numbers.append(number)
            words.append(word)
        for outcome, weight in law.items():
            expected += [outcome] * weight
    # laws of one outcome draw nothing
    used = [word for word, n in zip(words, numbers, strict=True) if entered[n].total > 1]
    places = laws.drawn(np.array(numbers), Listed(used or [0]))
    assert [laws.outcomes[place] for place in places.tolist()] == expected


def test_short_and_long_laws_beside_each_other():
    """Totals on both sides of the bound and far beyond it, each outcome within Hoeffding's bound;
    it fails with a chance below 1e-9.
    """
    kinds = [
        Distribution({"a": LONG - 2, "b": 1}),
        Distribution({"c": LONG - 1, "d": 1}),
        Distribution({"e": 10**40, "f": 2 * 10**40 + 1}),
        Distribution({"g": 1, "h": 3}),
    ]
    laws = Laws()
    numbers = [laws.enter(law) for law in kinds]
    places = laws.drawn(np.array(numbers * DRAWS), Random(11))
    found = Counter(laws.outcomes[place] for place in places.tolist())
    bound = hoeffding(DRAWS, 1, 1e-9 / 8)
    for law in kinds:
        assert sum(found[outcome] for outcome in law) == DRAWS
        for outcome in law:
            assert abs(Fraction(found[outcome], DRAWS) - law[outcome]) < bound

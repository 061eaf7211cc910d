"""Laws by listing all rolls, with Fractions and nothing of exactdice: what the operators and the
pools are compared with.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import prod

from hypothesis import strategies as st

from exactdice import Distribution

# Few outcomes, some of them negative, broken or far apart.
numbers = (
    st.integers(-5, 6)
    | st.builds(Fraction, st.sampled_from([-7, -5, -1, 1, 5, 7]), st.sampled_from([2, 3, 6]))
    | st.sampled_from([10**6, -(10**6), 10**20])
)


def distributions_of(outcomes, most=4):
    """Laws of these outcomes."""
    weights = st.dictionaries(outcomes, st.integers(1, 5), min_size=1, max_size=most)
    return weights.map(Distribution)


laws = distributions_of(numbers)
whole_laws = distributions_of(st.integers(-5, 6))
counts = distributions_of(st.integers(0, 3))
events = distributions_of(st.booleans(), 2)
unordered = distributions_of(
    st.sampled_from(["a", 1, None, (1, 2), True, Fraction(1, 2), frozenset({1})])
)


def chances(law):
    """{outcome: probability}; the number itself for a number, drawn always."""
    if not isinstance(law, Distribution):
        return {law: Fraction(1)}
    return {outcome: Fraction(weight, law.total) for outcome, weight in law.items()}


def all_rolls(function, *laws):
    """{function(*roll): probability} over all rolls of one draw from each law."""
    found = defaultdict(Fraction)
    for roll in product(*(chances(law).items() for law in laws)):
        found[function(*(x for x, _ in roll))] += prod(p for _, p in roll)
    return dict(found)


def of_pool(function, law, n):
    """{function(list of the n results, the least first): probability} over all rolls."""
    return all_rolls(lambda *roll: function(sorted(roll)), *[law] * n)


def is_exact(law):
    """Whether probabilities sum to 1 and numbers are ints where they are whole, never floats."""
    fine = all(
        not isinstance(x, float) and (not isinstance(x, Fraction) or x.denominator > 1) for x in law
    )
    return fine and sum(law[x] for x in law) == 1

"""Two pools compared die by die, against all rolls and the published numbers of Risk."""

import pytest
from enumerated import all_rolls, chances, whole_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import die, pairs_won
from exactdice.exact.errors import ExactDiceError, TooCostly

few = settings(max_examples=40)
pools = st.integers(1, 3)


def won(n):
    """How many pairs the first n dice of a roll win."""

    def count(*roll):
        pairs = zip(sorted(roll[:n], reverse=True), sorted(roll[n:], reverse=True), strict=False)
        return sum(x > y for x, y in pairs)

    return count


@few
@given(whole_laws, pools, whole_laws, pools)
def test_pairs_are_won_as_in_all_rolls(one, n, other, m):
    found = pairs_won(one, n, other, m)
    assert chances(found) == all_rolls(won(n), *[one] * n, *[other] * m)


# Rolls of all in which the attacker wins both, one or no pair: Osborne, "Markov chains for the RISK
# board game revisited", Mathematics Magazine 76 (2003), and Tan, the same 70 (1997), as corrected.
RISK = {
    (3, 2): (2890, 2611, 2275, 7776),
    (2, 2): (295, 420, 581, 1296),
    (3, 1): (855, 441, 1296),
    (2, 1): (125, 91, 216),
    (1, 2): (55, 161, 216),
    (1, 1): (15, 21, 36),
}


@pytest.mark.parametrize(("dice", "counts"), RISK.items())
def test_risk(dice, counts):
    *ways, rolls = counts
    law = pairs_won(die(6), dice[0], die(6), dice[1])
    assert [rolls * law[k] for k in reversed(range(len(ways)))] == ways
    assert sum(ways) == rolls == 6 ** sum(dice)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: pairs_won(die(6), 0, die(6), 1), "must be an int of 1 or more, got 0"),
        (lambda: pairs_won(die(6), 1, die(6).explode(), 1), "must have finitely many outcomes"),
    ],
)
def test_bad_input_is_refused(wrong, message):
    with pytest.raises(ExactDiceError, match=message):
        wrong()


@pytest.mark.parametrize("n", [1000, 10**30])
def test_what_is_too_large_is_refused_before_any_work(n, must_end):
    with pytest.raises(TooCostly, match="fewer dice"):
        pairs_won(die(6), n, die(6), n)

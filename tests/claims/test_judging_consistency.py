"""Sentences claimed as statements: true, false with the first counterexample, or undecided.

What is true of dice is computed here by enumeration of all throws.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from exactdice.report.claims.claim import Verdict, exit_status
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import verify


@pytest.fixture
def found(tmp_path):
    """The finding on one statement, given as the lines of its claim."""

    def find(*lines):
        file = tmp_path / "claims.toml"
        file.write_text("[[claim]]\n" + "\n".join(lines), encoding="utf-8")
        (finding,) = verify(read_claims(file))
        return finding

    return find


def mean_score(dice):
    """The expected score of a throw, in which a 1 leaves one point, by all throws."""
    throws = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(1 if 1 in throw else sum(throw) for throw in throws), len(throws))


def test_a_true_statement_holds_and_a_false_one_names_the_first_counterexample(found):
    means = {dice: mean_score(dice) for dice in range(1, 8)}
    first = next(dice for dice in means if means[dice] >= means[dice + 1])
    rising = found(f'statement = "all(d, 1..{first - 1}, EP(d) < EP(d + 1))"')
    assert (rising.verdict, exit_status([rising])) == (Verdict.TRUE, 0)
    falling = found('statement = "all(d, 1..6, EP(d) < EP(d + 1))"')
    assert (falling.verdict, exit_status([falling])) == (Verdict.FALSE, 1)
    expected = f"at d = {first}: EP({first}) = {int(means[first] * 10**4) / 10**4}..."
    assert falling.reason.startswith(expected)


def test_the_sentence_is_shown_and_without_one_the_statement(found):
    assert found('statement = "EP(1) > 3"').claim.printed.text == "EP(1) > 3"
    said = found('statement = "EP(1) > 3"', 'printed = "A die scores more than 3."')
    assert said.claim.printed.text == "A die scores more than 3."


def test_options_apply_to_statements(found):
    assert found('statement = "EP(1) = 2"', "given = {faces = 3}").verdict == Verdict.TRUE
    assert found('statement = "EP(1) = 2"').verdict == Verdict.FALSE


def test_bounds_that_overlap_are_refined_before_a_statement_is_undecided(found):
    given = "given = {dice = 3, target = 10, digits = 2}"
    # 84013382656601334217407020842735/240614901699187213221099227578368 = 0.34916117...
    assert found('statement = "EG(0, 0) > 0.349161"', given).verdict == Verdict.TRUE
    value = "84013382656601334217407020842735/240614901699187213221099227578368"
    undecided = found(f'statement = "EG(0, 0) > {value}"', given)
    assert (undecided.verdict, exit_status([undecided])) == (Verdict.UNDECIDED, 2)
    assert "bounds" in undecided.reason


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("sd(d(6)) < 1.7079", Verdict.TRUE),  # sqrt(35/12) = 1.70782...
        ("sd(d(6)) < 1.7078", Verdict.FALSE),
        ("sd(d(6)) = 35/12", Verdict.FALSE),
        ("sd(d(6)) * sd(d(6)) = 35/12", Verdict.TRUE),
        ("2 * sd(d(6)) = sd(4 @ d(6))", Verdict.TRUE),
        ("sd(d(6)) + sd(d(4)) = sd(d(4)) + sd(d(6))", Verdict.TRUE),
    ],
)
def test_irrational_numbers_are_compared_exactly(found, statement, verdict):
    assert found(f'statement = "{statement}"').verdict == verdict


BAD = [
    (['statement = "EP(3)"'], "must be a comparison"),
    (['statement = "all(i, 0..3, EP(i) < "'], "column"),
    (['statement = "EP(k) < 3"'], "k"),
    (['statement = "all(i, 0..1000000000, i >= 0)"'], "a range of 1000000001 values would cost"),
    (['statement = "EP(1) > 3"', 'value = "EP(1)"'], "a number has `value`"),
    (["statement = 3"], "must be given as a text"),
    (['statement = "EP(1) > 3"', 'tolerance = "1"'], 'tolerance belongs to kind = "about"'),
]


@pytest.mark.parametrize(("lines", "message"), BAD)
def test_what_is_no_statement_is_unchecked_with_one_line(found, lines, message):
    finding = found(*lines)
    assert finding.verdict == Verdict.UNCHECKED
    assert message in finding.reason
    assert "\n" not in finding.reason


# --- laws -----------------------------------------------------------------------------------------


def counted(query, *dice):
    """{sum or product, as the query says: how many throws have it}, reduced to chances."""
    throws = list(product(*(range(1, faces + 1) for faces in dice)))
    counts = Counter(map(query, throws))
    return {outcome: Fraction(count, len(throws)) for outcome, count in counts.items()}


LAWS = {
    "d(2) + d(3)": counted(sum, 2, 3),
    "2 @ d(3)": counted(sum, 3, 3),
    "2 * d(3)": counted(lambda throw: 2 * throw[0], 3),
    "d(6) % 3 + 1": counted(sum, 3),
    "d(3)": counted(sum, 3),
}


@pytest.mark.parametrize(("left", "right"), list(combinations_with_replacement(LAWS, 2)))
def test_laws_are_equal_when_each_outcome_is_as_likely(found, left, right):
    are_equal = LAWS[left] == LAWS[right]
    is_so = found(f'statement = "{left} = {right}"')
    is_not = found(f'statement = "not ({left} != {right}) and 1 < 2"')
    assert is_so.verdict == is_not.verdict == (Verdict.TRUE if are_equal else Verdict.FALSE)
    if not are_equal:
        every = sorted({*LAWS[left], *LAWS[right]})
        pairs = {x: (LAWS[left].get(x, 0), LAWS[right].get(x, 0)) for x in every}
        first = next(x for x, (one, other) in pairs.items() if one != other)
        one, other = pairs[first]
        assert is_so.reason == f"the chances of {first} are {one}, {other}"


OF_LAWS = [
    ("all(n, 1..4, n @ d(2) = n * d(2))", Verdict.FALSE),
    ("all(n, 2..4, n @ d(2) != n * d(2))", Verdict.TRUE),
    ("explode(d(6)) + 1 = 1 + explode(d(6))", Verdict.TRUE),
    ("explode(d(6)) = explode(d(8))", Verdict.FALSE),
    ("(d(6) > 3) = (d(2) > 1)", Verdict.TRUE),
    # within a call each law is drawn
    ("probability(d(6) = d(6)) = 1/6", Verdict.TRUE),
    # a law and a number, laws of other kinds, an optimal mixture, of which there may be several
    ("d(6) = 3", Verdict.UNCHECKED),
    ("d(6) < d(8)", Verdict.UNCHECKED),
    ("one_shot_strategy() = one_shot_strategy()", Verdict.UNCHECKED),
]


@pytest.mark.parametrize(("statement", "verdict"), OF_LAWS)
def test_what_is_said_of_laws(found, statement, verdict):
    assert found(f'statement = "{statement}"').verdict == verdict

"""What the text of a claim prints, by the kind of the claim."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_claims import claim

from exactdice.report.claims.claim import Settings, Verdict
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.findings import explanation
from exactdice.report.claims.judging import judge, verify
from exactdice.report.claims.printed_value import read_claimed_number
from exactdice.report.documents.documents import read_document

WITHIN, UNREADABLE = Verdict.WITHIN, Verdict.UNREADABLE


def findings(tmp_path, printed, value, kind="rounded"):
    file = tmp_path / "a.toml"
    file.write_text(f'[[claim]]\nprinted = "{printed}"\nvalue = "{value}"\nkind = "{kind}"\n')
    return verify(read_claims(file))


@pytest.mark.parametrize(
    ("printed", "value", "kind", "verdict"),
    [
        ("about one in 25", "1/25", "about", WITHIN),
        ("at least 8", "7.9", "at-least", Verdict.CONTRADICTED),
        ("nearly 9", "8.5", "at-most", WITHIN),
        # words that say another kind
        ("at least 8", "7", "at-most", UNREADABLE),
        ("about", "9", "about", UNREADABLE),
    ],
)
def test_words_that_the_kind_says_too_may_stand_before_the_number(
    tmp_path, printed, value, kind, verdict
):
    (found,) = findings(tmp_path, printed, value, kind)
    assert found.verdict == verdict
    assert printed.endswith(found.claim.printed.text)


# The pass line of craps wins 244 of 495 times.
ODDS = [
    ("251:244", "244/495", Verdict.UNCLEAR, "read as 251/495 it is contradicted, as 244/495 exact"),
    ("251:244 against", "244/495", Verdict.EXACT, ""),
    ("244:251 for", "244/495", Verdict.EXACT, ""),
    ("250:244 against", "244/495", Verdict.CONTRADICTED, "it is 251:244 against"),
    ("1:1", "1/2", Verdict.EXACT, ""),
    ("1:3", "share_of(4)", Verdict.AGREES, ""),  # 1/4 or 3/4
]


@pytest.mark.parametrize(("printed", "value", "verdict", "said"), ODDS)
def test_odds_may_be_for_or_against(tmp_path, printed, value, verdict, said):
    (found,) = findings(tmp_path, printed, value)
    assert (found.verdict, said in explanation(found)) == (verdict, True), explanation(found)


@given(st.integers(-(10**6), 10**6), st.integers(1, 999), st.integers(1, 5), st.integers(-1, 1))
def test_dots_say_that_the_decimals_are_cut_off(above, below, places, beside):
    """Digits of the quotient by the division of whole numbers: those before the dots are right, and
    others are never called so.
    """
    digits = abs(above) * 10**places // below + beside
    sign = "-" * (above < 0)
    if digits <= 0:
        return
    whole, decimals = divmod(digits, 10**places)
    text = f"{sign}{whole}.{decimals:0{places}}..."
    found = judge(read_claimed_number(claim(text, f"{above}/{below}"), text, Settings()))
    is_right = beside == 0
    assert (found.verdict in (Verdict.CORRECTLY_TRUNCATED, Verdict.EXACT)) == is_right
    # One that is rounded is refused for its dots, and not called wrong.
    is_rounded = 2 * (digits * below - abs(above) * 10**places) <= below and beside == 1
    assert (found.verdict == Verdict.UNCHECKED) == is_rounded


def test_what_is_cut_off_is_not_exact(tmp_path):
    (found,) = findings(tmp_path, "0.166...", "1/6", "exact")
    assert found.verdict == UNREADABLE
    assert "the dots of '0.166...' say that digits follow" in found.reason


# What is 8.7026... (the mean that six dice score), and words before a number that say it is near.
NEAR_WORDS = ["about", "close to", "approximately", "proche de", "environ", "etwa", "ca.", "rund"]


FORMS = [
    ("a.md", "It is {} {}<!-- exactdice: 87026/10^4 -->.\n"),
    ("a.md", "It is {} **{}**<!-- exactdice: 87026/10^4 -->.\n"),
    ("a.md", "| d | x |\n|---|---|\n| 6 | {} {}<!-- exactdice: 87026/10^4 --> |\n"),
    ("a.tex", "It is {} $\\exactly{{87026/10^4}}{{{}}}$.\n"),
    ("a.tex", "It is \\exactly{{87026/10^4}}{{{} {}}}.\n"),
    ("a.tex", "It is {}~{} % exactdice: 87026/10^4\n"),
    ("a.toml", "[[claim]]\nprinted = '{} {}'\nvalue = '87026/10^4'\n"),
]


@pytest.mark.parametrize(
    ("form", "word"), [*product(FORMS[:1], NEAR_WORDS), *product(FORMS[1:], NEAR_WORDS[:2])]
)
def test_words_say_without_a_kind_that_a_number_is_near(tmp_path, word, form):
    """Two digits within a twentieth of the value hold; what is further off, and more digits than
    `about` speaks of, are judged as they are without the word.
    """
    name, text = form
    verdicts = {}
    for number in ("8.7", "8.5", "8.2", "8.703", "8.71", "8.5000"):
        file = tmp_path / name
        file.write_text(text.format(word, number).replace("10^4", "10000"), encoding="utf-8")
        (found,) = verify(read_document(file))
        verdicts[number] = found.verdict
    assert verdicts["8.7"] == verdicts["8.703"] == Verdict.ROUNDED
    assert verdicts["8.5"] == WITHIN
    others = {verdicts[number] for number in ("8.2", "8.71", "8.5000")}
    assert others <= {Verdict.CONTRADICTED, Verdict.OFF_BY_ONE}


@pytest.mark.parametrize(
    "text",
    [
        "It is not close to 8.5@.",
        "It isn't about 8.5@.",
        "It is about 8.5@kind=rounded.",
        "It is about 0@.",
        "It is exactly 8.5@.",
    ],
)
def test_what_no_word_says_to_be_near_is_rounded(tmp_path, text):
    before, after = text.split("@")
    kind, query = after.removesuffix("."), "7/2" if " 0" in before else "87026/10000"
    file = tmp_path / "a.md"
    file.write_text(f"{before}<!-- exactdice: {query} {kind} -->.\n")
    (found,) = verify(read_document(file))
    assert found.verdict in (Verdict.CONTRADICTED, Verdict.OFF_BY_ONE)

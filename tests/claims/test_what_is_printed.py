"""What the text of a claim prints, by the kind of the claim."""

import pytest

from exactdice.claims.claims_file import read_claims
from exactdice.claims.findings import explanation
from exactdice.claims.judging import verify
from exactdice.claims.verdict import Verdict

WITHIN, UNREADABLE = Verdict.WITHIN, Verdict.UNREADABLE


def findings(tmp_path, printed, value, kind="rounded"):
    file = tmp_path / "a.toml"
    file.write_text(f'[[claim]]\nprinted = "{printed}"\nvalue = "{value}"\nkind = "{kind}"\n')
    return verify(read_claims(file))


@pytest.mark.parametrize(
    ("printed", "value", "kind", "verdict"),
    [
        ("about one in 25", "1/25", "about", WITHIN),
        ("approximately 5", "5.1", "about", WITHIN),
        ("etwa 5", "5.1", "about", WITHIN),
        ("environ 5", "6", "about", Verdict.CONTRADICTED),
        ("of the order of 10", "9", "order", WITHIN),
        ("at least 8", "8.5", "at-least", WITHIN),
        ("at least 8", "7.9", "at-least", Verdict.CONTRADICTED),
        ("nearly 9", "8.5", "at-most", WITHIN),
        ("about one in 1,234", "1/1234", "about", WITHIN),
        # words that say another kind
        ("at least 8", "7", "at-most", UNREADABLE),
        ("some 9", "9", "rounded", UNREADABLE),
        ("about 9", "9", "exact", UNREADABLE),
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
    ("251:244", "244/495", Verdict.UNCLEAR, "as odds for, 251/495, it is contradicted"),
    ("251:244", "244/495", Verdict.UNCLEAR, "as odds against, 244/495, it is exact"),
    ("244:251", "244/495", Verdict.UNCLEAR, "write `244:251 for` or `244:251 against`"),
    ("251:244 against", "244/495", Verdict.EXACT, ""),
    ("244:251 for", "244/495", Verdict.EXACT, ""),
    ("244:251 on", "244/495", Verdict.EXACT, ""),
    ("250:244 against", "244/495", Verdict.CONTRADICTED, "it is 251:244 against"),
    ("1:1", "1/2", Verdict.EXACT, ""),
    ("1:2", "1/5", Verdict.CONTRADICTED, "it is 1:4"),
]


@pytest.mark.parametrize(("printed", "value", "verdict", "said"), ODDS)
def test_odds_may_be_for_or_against(tmp_path, printed, value, verdict, said):
    (found,) = findings(tmp_path, printed, value)
    assert (found.verdict, said in explanation(found)) == (verdict, True), explanation(found)

"""`suggest` on documents of every format: accepted proposals hold in each."""

import pytest
from suggested_texts import LATEX, TABLE, WIN, accepted

from exactdice.claims.verdict import Verdict
from exactdice.documents.documents import read_document
from exactdice.documents.verification import findings_in
from exactdice.errors import ClaimsError
from exactdice.suggesting.suggest import claims_of, suggest, written

CSV = "sum,exactly,at least\n2,0.0278,1\n3,0.0556,0.9722\n4,0.0833,0.9167\n5,0.1111,0.8333\n"


@pytest.mark.parametrize(
    ("name", "text", "numbers"),
    [("r.tex", LATEX, 11), ("r.csv", CSV, 8), ("r.md", WIN + TABLE, 11)],
)
def test_accepted_proposals_hold_in_every_format(suggested, tmp_path, name, text, numbers):
    _, found = suggested(text, name)
    copy = tmp_path / f"accepted-{name}"
    copy.write_text(accepted(written(found)))
    verdicts = [finding.verdict for finding in findings_in(read_document(copy))]
    assert len(verdicts) == numbers
    assert set(verdicts) <= {Verdict.EXACT, Verdict.ROUNDED}


def test_plain_text_has_claims_that_are_comments_until_they_are_accepted(suggested, tmp_path):
    _, found = suggested(WIN, "r.txt")
    text = claims_of(found)
    file = tmp_path / "claims.toml"
    file.write_text(text.replace("#suggested ", ""))
    assert [one.verdict for one in findings_in(read_document(file))] == [Verdict.ROUNDED]
    assert "\n[[claim]]" not in text


def test_a_file_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "r.html"
    path.write_text("8.636")
    with pytest.raises(ClaimsError, match=r"suggest reads \.md"):
        suggest(path, "dice", {})

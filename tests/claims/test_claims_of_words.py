"""Claims about the words of every game and of laws, in a document."""

import pytest

from exactdice.claims.verdict import Verdict
from exactdice.documents.verification import findings_in, read_documents

PIG = "game=pig target=4"
# (what is printed, its query, the verdict)
CLAIMS = [
    # a throw of two dice busts with 11 chances of 36, and is 7 or less with 21 of them
    ("7", "median(throw_law(2))", Verdict.EXACT),
    ("11/36", "chance(throw_law(2), 1)", Verdict.EXACT),
    ("0.306", "chance(throw_law(2), 1)", Verdict.ROUNDED),
    ("0.307", "chance(throw_law(2), 1)", Verdict.OFF_BY_ONE),
    # the root of 17075/1296, which is 3.6297...
    ("3.63", "sd(throw_law(2))", Verdict.ROUNDED),
    ("3.64", "sd(throw_law(2))", Verdict.OFF_BY_ONE),
    (
        "1",
        "win(optimal, random) + loss(optimal, random) + draw(optimal, random) " + PIG,
        Verdict.EXACT,
    ),
    ("2", "first_best(0, 0) target=3", Verdict.EXACT),
    ("4", "positions_at(1) game=connect-four rows=3 columns=4", Verdict.EXACT),
    ("1", "value() game=nim heaps=1,2,2", Verdict.EXACT),
    ("2", "best(0, 0) target=3", Verdict.EXACT),  # the set of it
    # what is no number is no claim
    ("1", "first_best() " + PIG, Verdict.UNCHECKED),
    ("1", "mixture() " + PIG, Verdict.UNCHECKED),
    ("1.5", "visits(random, random) " + PIG, Verdict.UNCHECKED),
    ("1", "throw_law(2)", Verdict.UNCHECKED),
    ("1", "value(9, 9) " + PIG, Verdict.UNCHECKED),
    ("1", 'gain(by_table("none.csv"), random) ' + PIG, Verdict.UNCHECKED),
]


def findings(tmp_path, *claims):
    document = tmp_path / "text.md"
    marks = (f"It is {printed}<!-- exactdice: {query} -->.\n" for printed, query in claims)
    document.write_text("\n".join(marks), encoding="utf-8")
    (read,) = read_documents([document])
    return findings_in(read)


@pytest.mark.parametrize(("printed", "query", "verdict"), CLAIMS)
def test_the_verdict_on_a_claim(tmp_path, printed, query, verdict):
    (found,) = findings(tmp_path, (printed, query))
    assert found.verdict == verdict
    assert "\n" not in found.reason

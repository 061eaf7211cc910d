"""`suggest` on documents: what is proposed, and what is left alone."""

from fractions import Fraction

import pytest
from suggested_texts import TABLE, WIN, accepted

from exactdice.claims.verdict import Verdict
from exactdice.documents.documents import read_document
from exactdice.documents.verification import findings_in, read_documents
from exactdice.errors import ClaimsError
from exactdice.suggesting.asking import Asker
from exactdice.suggesting.suggest import claims_of, patch_of, report_lines, suggest, written

start = Asker.__post_init__
OUTSIDE = "Sales rose by 12.7 % to 3,451 units in 2021; 0.4411 of them were new, 64.2 before.\n"


def test_a_number_is_proposed_with_its_query(suggested):
    path, found = suggested(WIN)
    (one,) = found.proposals
    assert (one.query, one.findings[0].verdict) == (
        "chance(pairs_won(d(6), 3, d(6), 2) == 2)",
        Verdict.ROUNDED,
    )
    assert 0 < one.chance < 0.05
    assert next(report_lines(found, path)).startswith(f"{path}:1:58: 37.17 %   ")


def test_a_table_has_one_mark_and_every_number_of_it_holds(suggested, tmp_path):
    _, found = suggested(TABLE)
    (one,) = found.proposals
    assert one.head == "table"
    copy = tmp_path / "accepted.md"
    copy.write_text(accepted(written(found)))
    verdicts = [finding.verdict for finding in findings_in(read_document(copy))]
    assert verdicts == [Verdict.ROUNDED, Verdict.EXACT, *[Verdict.ROUNDED] * 8]


def test_a_table_with_a_wrong_number_is_proposed_all_the_same(suggested):
    _, found = suggested(TABLE.replace("0.9167", "0.9176"))
    (one,) = found.proposals
    verdicts = [finding.verdict for finding in one.findings]
    assert verdicts.count(Verdict.CONTRADICTED) == 1
    assert len(verdicts) == 10


def test_a_number_whose_query_is_written_before_it_is_proposed_even_when_wrong(suggested):
    _, found = suggested("So mean(3d6) = 11.5 and mean(2d6) is 7.\n")
    assert [(one.query, one.findings[0].verdict) for one in found.proposals] == [
        ("mean(3d6)", Verdict.CONTRADICTED),
        ("mean(2d6)", Verdict.EXACT),
    ]


@pytest.mark.parametrize("text", [OUTSIDE, "", "No numbers.\n", f"```\n{WIN}```\n"])
def test_nothing_is_proposed_where_nothing_agrees(suggested, text):
    path, found = suggested(text)
    assert found.proposals == []
    assert patch_of(found) == ""
    assert written(found) == text
    assert len(list(report_lines(found, path))) == 1


STRAIGHT = "A small straight comes in 25.46 % of all games with five dice.\n"


@pytest.mark.parametrize(
    "text",
    [
        STRAIGHT,
        "The tax is 37.17 % in three states and two cities.\n",
        "The attackers roll a small straight in 37.17 %: three dice against two.\n",
        "An attacker wins in 37.17 % of all throws.\n",  # of how many dice is not said
        "| day | up | down |\n|--:|--:|--:|\n" + "\n".join(TABLE.splitlines()[3:]),
    ],
)
@pytest.mark.parametrize("name", ["r.md", "r.txt"])
def test_what_no_word_of_the_text_says_is_listed_and_never_written(suggested, text, name):
    path, found = suggested(text, name)
    assert (found.proposals, patch_of(found), written(found)) == ([], "", text)
    assert "suggested" not in claims_of(found).replace("`#suggested `", "").split("\n", 1)[1]
    assert found.by_number
    assert all("equal by number only" in line for line in [*report_lines(found, path)][:-2:2])


def test_the_bound_on_chance_counts_every_value_that_was_asked(suggested, monkeypatch):
    askers = []
    monkeypatch.setattr(Asker, "__post_init__", lambda asker: askers.append(asker) or start(asker))
    _, found = suggested(f"{WIN}\nOf 4 dice, 8 and 10 faces and 17 points the mean is 21.\n")
    values = {round(10_000 * ends.lower) for _, ends in askers[0].answers if ends.is_exact}
    alike = [value for value in values if 1000 <= value < 10_000]
    assert len(values) > 100
    # Benford's law, summed over all of them: 1 / (m ln 10) for each.
    assert found.proposals[0].chance >= sum(Fraction(434, 1000) / value for value in alike)


def test_numbers_that_have_a_mark_are_left_alone(suggested):
    mark = "<!-- exactdice: chance(pairs_won(d(6), 3, d(6), 2) == 2) -->"
    _, found = suggested(WIN.replace("%", f"%{mark}"))
    assert found.proposals == []
    table = "<!-- exactdice table: chance(2d6 == k); chance(2d6 >= k) k=2..6 -->\n"
    assert suggested(table + TABLE)[1].proposals == []


def test_a_document_of_proposals_claims_nothing_and_says_so(suggested, tmp_path):
    _, found = suggested(WIN)
    path = tmp_path / "proposals.md"
    path.write_text(written(found))
    assert read_document(path).claims == ()
    with pytest.raises(ClaimsError, match="none has been accepted: delete the word `suggested`"):
        read_documents([path])
    with pytest.raises(ClaimsError, match="holds proposals already: accept those"):
        suggest(path, "dice", {})


def test_what_is_not_tried_is_said(suggested, tmp_path):
    path, _ = suggested(WIN)
    found = suggest(path, "dice", {}, Asker(seconds=0))
    assert found.late > 0
    assert any("the time was over" in line for line in report_lines(found, path))
    found = suggest(path, "dice", {}, Asker(steps=1))
    assert any("cost too much" in line for line in report_lines(found, path))

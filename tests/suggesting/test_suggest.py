"""`suggest` on documents: what is proposed, and what is left alone."""

import re
import subprocess
from shutil import which

import pytest

from exactdice.exact.errors import ClaimsError
from exactdice.report.claims.claim import Verdict
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.verification import findings_in, read_documents
from exactdice.report.suggesting.questions import Asker
from exactdice.report.suggesting.suggest import patch_of, report_lines, suggest, written

# Of 36 throws of two dice 1, 2, 3, 4, 5 have the sums 2 to 6; the chances are rounded.
TABLE = """
| sum | exactly | at least |
|----:|--------:|---------:|
| 2 | 0.0278 | 1 |
| 3 | 0.0556 | 0.9722 |
| 4 | 0.0833 | 0.9167 |
| 5 | 0.1111 | 0.8333 |
| 6 | 0.1389 | 0.7222 |
"""


WIN = "Three attackers against two defenders win both armies in 37.17 % of all throws.\n"


LATEX = r"""\documentclass{article}
\begin{document}
Three attackers win both armies in $37.17\,\%$ of all throws, one in 33.58\,\% and
none in 29.26\,\%. % a comment
\begin{tabular}{rrr}
  sum & exactly & at least \\
  2 & 0.0278 & 1 \\
  3 & 0.0556 & $0.9722$ \\
  4 & 0.0833 & 0.9167 \\
  5 & 0.1111 & 0.8333 \\
\end{tabular}
\end{document}
"""
OUTSIDE = "Sales rose by 12.7 % to 3,451 units in 2021; 0.4411 of them were new, 64.2 before.\n"


@pytest.fixture
def suggested(tmp_path):
    def of(text, name="r.md", game="dice", **options):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path, suggest(path, game, options, Asker(seconds=60))

    return of


def test_a_number_is_proposed_with_its_query(suggested):
    path, found = suggested(WIN)
    (one,) = found.proposals
    assert (one.query, one.findings[0].verdict) == (
        "probability(pairs_won(d(6), 3, d(6), 2) == 2)",
        Verdict.ROUNDED,
    )
    assert 0 < one.chance < 0.05
    assert next(report_lines(found, path)).startswith(f"{path}:1:58: 37.17 %   ")


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
def test_what_no_word_of_the_text_says_is_not_proposed(suggested, text):
    _, found = suggested(text)
    assert (found.proposals, patch_of(found), written(found)) == ([], "", text)


def test_numbers_that_have_a_mark_are_left_alone(suggested):
    mark = "<!-- exactdice: probability(pairs_won(d(6), 3, d(6), 2) == 2) -->"
    _, found = suggested(WIN.replace("%", f"%{mark}"))
    assert found.proposals == []
    table = "<!-- exactdice table: probability(2d6 == k); probability(2d6 >= k) k=2..6 -->\n"
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


CSV = "sum,exactly,at least\n2,0.0278,1\n3,0.0556,0.9722\n4,0.0833,0.9167\n5,0.1111,0.8333\n"


@pytest.mark.parametrize(
    ("name", "text", "numbers"),
    [("r.tex", LATEX, 11), ("r.csv", CSV, 8), ("r.md", WIN + TABLE, 11)],
)
def test_accepted_proposals_hold_in_every_format(suggested, tmp_path, name, text, numbers):
    _, found = suggested(text, name)
    copy = tmp_path / f"accepted-{name}"
    copy.write_text(written(found).replace("suggested exactdice", "exactdice"))
    verdicts = [finding.verdict for finding in findings_in(read_document(copy))]
    assert len(verdicts) == numbers
    assert set(verdicts) <= {Verdict.EXACT, Verdict.ROUNDED}


@pytest.mark.parametrize("name", ["r.txt", "r.ipynb"])
def test_a_file_of_another_kind_is_refused(tmp_path, name):
    path = tmp_path / name
    path.write_text("8.636")
    with pytest.raises(ClaimsError, match=r"suggest reads \.md"):
        suggest(path, "dice", {})


def test_options_that_differ_from_the_head_of_the_document_are_said(suggested):
    head = '<!-- exactdice document: dice=5 decimal="." -->\n'
    _, found = suggested(f"{head}So EP(5) = 8.636 and best_dice(10) = 6.\n", game="dice-battle")
    assert [one.mark for one in found.proposals][:1] == ["exactdice: EP(5)"]
    assert all(
        one.findings[0].verdict in (Verdict.ROUNDED, Verdict.EXACT) for one in found.proposals
    )


def test_the_game_is_said_where_it_is_not_the_usual_one(suggested, tmp_path):
    # Against Pig to a single point the first throw that is no 1 wins: 5/6 + 1/36 * 5/6 + ... = 6/7.
    _, found = suggested("So win(optimal, optimal) = 0.857.\n", game="pig", target="1")
    (one,) = found.proposals
    assert one.mark == "exactdice: win(optimal, optimal) game=pig target=1"
    assert one.findings[0].verdict == Verdict.ROUNDED


ENDS = {
    "plain": WIN + TABLE,
    "the number at the end": "Three attackers win both armies in 37.17 %",
    "all of it": "\ufeff" + (WIN + TABLE).replace("\n", "\r\n").rstrip("\r\n"),
    "latex": LATEX,
    "latex with carriage returns": LATEX.replace("\n", "\r\n").rstrip("\r\n"),
}


@pytest.mark.parametrize("case", ENDS)
@pytest.mark.parametrize("tool", ["git", "patch"])
def test_the_patch_changes_what_it_says_and_nothing_else(suggested, tmp_path, case, tool):
    if which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    text = ENDS[case]
    path, found = suggested(text, "r.tex" if case.startswith("latex") else "r.md")
    before, patch = path.read_bytes(), tmp_path / "p.patch"
    patch.write_bytes(re.sub(r"(?m)^(---|\+\+\+) ([ab]/).*/", r"\1 \2", patch_of(found)).encode())
    command = (
        ["git", "apply", patch] if tool == "git" else ["patch", "--binary", "-p1", "-i", patch]
    )
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert found.proposals
    after = path.read_bytes()
    mark = "\ufeff" if found.source.marked else ""
    assert after == (mark + written(found)).encode()
    assert without_proposals(after) == before


def without_proposals(data):
    """The file with what `suggest` puts in taken out again."""
    text = re.sub(rb"<!-- suggested exactdice table.*? -->(?:\r?\n){2}", b"", data)
    text = re.sub(rb"<!-- suggested exactdice: (?:[^-]|-(?!->))*-->", b"", text)
    text = re.sub(rb"(?m)^% suggested exactdice table[^\r\n]*\r?\n", b"", text)
    # On the same line as the text before it: what follows was moved to a line of its own.
    return re.sub(rb"% suggested exactdice:[^\r\n]*\r?\n", b"", text)


def test_a_table_with_a_wrong_number_is_proposed_all_the_same(suggested):
    (right,) = suggested(TABLE)[1].proposals
    _, found = suggested(TABLE.replace("0.9167", "0.9176"))
    (one,) = found.proposals
    # Any of its five numbers might be the wrong one.
    assert one.chance > 5 * right.chance
    verdicts = [finding.verdict for finding in one.findings]
    assert verdicts.count(Verdict.CONTRADICTED) == 1
    assert len(verdicts) == 10

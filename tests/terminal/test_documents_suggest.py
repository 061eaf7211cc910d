"""`exactdice suggest` at the command line: text, patch, writing, and its complaints."""

import pytest
from command_line import run

TEXT = "Three attackers win both armies in 37.17 % of all throws.\n"
MARK = "exactdice: probability(pairs_won(d(6), 3, d(6), 2) == 2)"


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "r.md"
    path.write_text(TEXT)
    return path


def test_proposals_are_listed_with_their_verdict_and_their_chance(report):
    done = run("suggest", report, "dice")
    assert (done.returncode, done.stderr) == (0, "")
    first, second, *_ = done.stdout.splitlines()
    assert first == f"{report}:1:36: 37.17 %   {MARK}"
    assert second.startswith("    correctly rounded; by chance at most 1 in ")
    assert report.read_text() == TEXT


def test_writing_puts_comments_in_that_become_marks(report):
    assert run("suggest", report, "dice", "--write").returncode == 0
    assert report.read_text() == TEXT.replace("%", f"%<!-- suggested {MARK} -->")
    assert "none has been accepted" in run("verify", report).stderr
    report.write_text(report.read_text().replace("suggested ", ""))
    assert run("verify", report).returncode == 0


def test_a_patch_goes_to_standard_output(report):
    assert f"+{TEXT[:20]}" in run("suggest", report, "dice", "--patch").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["{md}", "--patch", "--write"], "exclude each other"),
        (["{txt}", "dice"], "suggest reads .md"),
        (["{md}", "pig", "goal=3"], "unknown option goal of pig"),
        (["missing.md"], "missing.md"),
    ],
)
def test_complaints_are_one_line(report, tmp_path, words, complaint):
    text = tmp_path / "r.txt"
    text.write_text(TEXT)
    done = run("suggest", *(word.format(md=report, txt=text) for word in words))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert complaint in done.stderr

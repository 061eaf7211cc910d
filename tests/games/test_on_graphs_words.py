"""The claims file on the chapter about games on graphs, the queries, the commands and the pictures
of these games.
"""

from pathlib import Path

import pytest
from command_line import run

from exactdice.exact.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query
from exactdice.report.claims.claim import Verdict, exit_status
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import verify

REPORT = Path(__file__).parents[2] / "examples" / "graph_games_report.toml"

VALUES = [
    ("grundy(chomp(1,5))", {}, 4),  # a single row is a heap of Nim: 4 squares beside the poison
    ("grundy(nim(3,4,5))", {}, 3 ^ 4 ^ 5),
    ("grundy(wythoff(1,2))", {}, 0),
    ("grundy(subtraction(21,1,2,3))", {}, 1),
    ("kernel(chomp(2,3))", {}, {(3, 2), (2, 1), (1,)}),
    ("kernel(subtraction(8,1,2,3))", {}, {0, 4, 8}),
    ("winning_moves(nim(3,4,5))", {}, {(1, 4, 5)}),
    ("wins(nim(1,1,1))", {}, 1),
    ("wins(nim(1,1,1))", {"misere": 1}, 0),
    ("winning_moves(nim(2,1))", {"misere": 1}, {(0, 1)}),
    ("positions(chomp(10,10))", {}, 184755),
    ("kernel_steps(chomp(2,3))", {}, 3),
    ("lines_through(3,4)", {}, 13),
    ("connect_four_value()", {"rows": 4, "columns": 4}, 0),
    ("connect_four_search(1)", {}, 7),  # a disc in the middle of the bottom row
    ("connect_four_search(2)", {}, 7 - 10),  # and one on top of it
]


@pytest.mark.parametrize(("query", "options", "expected"), VALUES)
def test_value(query, options, expected):
    assert evaluate_query(query, options) == expected


REFUSED = [
    ("grundy(3)", "must be one of chomp"),
    ("grundy(chopm(2,3))", "did you mean chomp"),
    ("grundy(chomp(0,2))", "whole number of 1 or more, got 0"),
    ("grundy(chomp(20,20))", "grundy would cost .* and the limit is"),
    ("grundy(chomp_rows(1,2))", "none longer than the one above"),
    ("lines_through(7,1)", "row must be at most 6"),
    ("connect_four_search(-1)", "n must be a whole number of 0 or more"),
]


@pytest.mark.parametrize(("query", "message"), REFUSED)
def test_refused_in_one_line(query, message):
    with pytest.raises(ExactDiceError, match=message) as caught:
        evaluate_query(query)
    assert "\n" not in str(caught.value)


def test_the_chapters_numbers():
    """All hold but one: the chapter's definition calls a position without successor winning, and it
    is lost.
    """
    findings = verify(read_claims(REPORT))
    wrong = [finding for finding in findings if finding.verdict != Verdict.EXACT]
    assert [(finding.claim.name, finding.verdict) for finding in wrong] == [
        ("sink-wording", Verdict.CONTRADICTED)
    ]
    assert wrong[0].value == 0
    assert len(findings) == 67
    assert exit_status(findings, strict=True) == 1


# --- at the terminal ------------------------------------------------------------------------------


def test_playing_connect_four_against_a_search():
    done = run(
        "play",
        "connect-four",
        "rows=4",
        "columns=4",
        "--opponent",
        "search(2)",
        text="9\n1\n1\n" + "1\n2\n3\n4\n" * 8,
    )
    assert done.returncode == 0, done.stderr
    assert "'9' is not an action here" in done.stdout
    assert "X . . .\n1 2 3 4" in done.stdout
    assert {"you win", "you lose", "a draw"} & set(done.stdout.splitlines())


COMPLAINTS = [
    (["solve", "connect-four"], "would cost"),
    (["play", "connect-four", "--opponent", "search(-1)"], "whole number of 1 or more"),
    (["play", "nim", "--opponent", "search(2)"], ", got search(2)"),
    (["solve", "nim", "heaps=2,-1"], "a heap must be an int of 0 or more"),
    (["solve", "wythoff", "column=-1"], "column must be an int of 0 or more"),
    (["plot", "kernel(chomp(9,9))", "-o", "a.png"], "more than 150 positions"),
    (["plot", "kernel(nim(1))", "-o", "a.jpg"], "must end in"),
]


@pytest.mark.parametrize(("words", "message"), COMPLAINTS)
def test_complaints(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*words, text="")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []

"""Findings for hosts of repositories."""

import json
import re
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import ROOT

from exactdice.cli.terminal.main import main
from exactdice.jobs.allowance import Allowance
from exactdice.report.claims import findings as written
from exactdice.report.claims.claim import Verdict, exit_status
from exactdice.report.claims.findings import as_markdown, counted
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import document_from
from exactdice.report.documents.verification import Wanted, verified
from exactdice.report.printed.source import Source
from exactdice.solvers.stores.cache import opened

RIGHT, WRONG, CUT = (f"{number}<!-- exactdice: EP(5) -->" for number in ("8.636", "9.999", "8.63"))
OPEN = "x<!-- exactdice: EP(5) -->"
UNREAD = [(Path("b.md"), "b.md: cannot be read: it is a folder")]
HOSTILE = (
    "![a](http://x.y)",
    "<script>alert(1)</script>",
    "[a](javascript:b)",
    "a|b|c",
    "@everyone",
    "`a` **b** ~~c~~ $d$",
    "www.x.y",
)


def results(*texts, path="a.md"):
    document = document_from(Source(Path(path), "\n\n".join(texts)))
    return [(document, verify(document))]


@pytest.mark.parametrize(
    ("texts", "unread", "line"),
    [
        ([RIGHT], [], "1 of 1 number holds"),
        ([RIGHT, WRONG, CUT, OPEN], [], "2 of 4 numbers hold"),
        ([], [], "0 of 0 numbers hold"),
        ([RIGHT], UNREAD, "1 of 1 number holds, 1 document cannot be read"),
        ([RIGHT], [*UNREAD, *UNREAD], "1 of 1 number holds, 1 document cannot be read"),
    ],
)
def test_the_line_counts(texts, unread, line):
    assert counted(results(*texts), unread=unread) == f"exactdice: {line}"


@pytest.mark.parametrize("text", HOSTILE)
def test_the_summary_shows_text_and_nothing_else(text):
    page = as_markdown(results(f"{text}<!-- exactdice: EP(5) -->", path=f"{text}.md"))
    (row,) = (line for line in page.splitlines() if "unchecked: " in unescape(line) and "|" in line)
    # GitHub reads a reference to a character as text, never as mark-up.
    assert len(re.findall(r"\|", row)) == 5
    assert not re.search(r"[<>\[\]`*~@$]|www\.", row)
    assert unescape(row).count(text) >= 2


REPORT = ROOT / "examples" / "dice_battle_report.toml"

WRONG_OF_REPORT = {  # what the exact values say against the two reports
    "text-random-optimal": Verdict.OFF_BY_ONE,
    "algorithm1-bust-at-0": Verdict.CONTRADICTED,
    "algorithm1-highest-score-1": Verdict.CONTRADICTED,
    "algorithm1-highest-score-2": Verdict.CONTRADICTED,
    "close-to-0.11": Verdict.CONTRADICTED,
    "diagonal-grows": Verdict.FALSE,
}


@pytest.fixture(scope="module")
def report():
    with opened() as cache:  # what is found is kept for the command
        (found,) = verified([REPORT], Wanted(), Allowance(), cache)
    return found.document, found.findings


def test_the_report(report):
    _, findings = report
    assert len(findings) == 68
    assert {f.claim.name: f.verdict for f in findings if not written.holds(f)} == WRONG_OF_REPORT
    assert exit_status(findings) == 1
    assert sum(f.verdict == Verdict.CONSISTENT for f in findings) == 9
    assert all(f.estimate.resolved == 2 for f in findings if f.estimate)


def test_the_report_as_json_sarif_and_junit(report):
    entries = json.loads(written.as_json([report]))["documents"][0]["claims"]
    assert len(entries) == 68
    assert next(e for e in entries if e["id"] == "three-dice-win")["exact"] == "841/1296"
    assert REPORT.read_text().splitlines()[entries[0]["line"] - 1] == "[[claim]]"
    results = json.loads(written.as_sarif([report]))["runs"][0]["results"]
    assert len(results) == len(WRONG_OF_REPORT)
    suite = ElementTree.fromstring(written.as_junit([report]))[0]
    assert (suite.get("tests"), suite.get("failures"), len(suite.findall("testcase/failure"))) == (
        "68",
        "6",
        6,
    )


def test_correct_decimals_of_the_report_agree_with_decimal(report):
    for finding in report[1]:
        if isinstance(finding.value, Fraction) and finding.claim.printed.places:
            places = Decimal(1).scaleb(-finding.claim.printed.places)
            by_decimal = (
                Decimal(finding.value.numerator) / Decimal(finding.value.denominator)
            ).quantize(places, ROUND_HALF_EVEN)
            if finding.correct:
                assert Decimal(finding.correct.replace(",", ".")) == by_decimal


def test_verify_the_report(report, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["exactdice", "verify", str(REPORT)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 1
    assert "4 contradicted" in capsys.readouterr().out

"""The report of the examples, verified by worker processes as the command line does it: its
verdicts, and the formats that say them.
"""

import json
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from command_line import ROOT

from exactdice.claims import machine_formats as written
from exactdice.claims.verdict import Verdict, exit_status
from exactdice.documents.underway import Wanted, verified
from exactdice.jobs.allowance import Allowance
from exactdice.stores.cache import opened
from exactdice.terminal.main import main

REPORT = ROOT / "examples" / "dice_battle_report.toml"

WRONG = {  # what the exact values say against the two reports
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
    assert {f.claim.name: f.verdict for f in findings if not written.holds(f)} == WRONG
    assert exit_status(findings) == 1
    assert sum(f.verdict == Verdict.CONSISTENT for f in findings) == 9
    assert all(f.estimate.resolved == 2 for f in findings if f.estimate)


def test_the_report_as_json_sarif_and_junit(report):
    entries = json.loads(written.as_json([report]))["documents"][0]["claims"]
    assert len(entries) == 68
    assert next(e for e in entries if e["id"] == "three-dice-win")["exact"] == "841/1296"
    assert REPORT.read_text().splitlines()[entries[0]["line"] - 1] == "[[claim]]"
    results = json.loads(written.as_sarif([report]))["runs"][0]["results"]
    assert len(results) == len(WRONG)
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

"""The verdicts: what each means, and which of them hold."""

from pathlib import Path

from exactdice.report.claims.claim import HOLDS, MEANINGS, OPEN, STRICTLY_HOLDS, WRONG, Verdict
from exactdice.report.claims.estimates import closeness
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import document_from
from exactdice.report.printed.source import Source


def test_each_verdict_has_one_meaning_on_one_line():
    assert list(MEANINGS) == list(Verdict)
    assert all("\n" not in meaning for meaning in MEANINGS.values())


def test_a_verdict_holds_is_wrong_or_is_open():
    for verdict in Verdict:
        assert [verdict in some for some in (HOLDS, WRONG, OPEN)].count(True) == 1
    assert set(STRICTLY_HOLDS) < set(HOLDS)


OPTIONS = "kind=montecarlo n=1000000 dice=3 target=2"
WIN, LOSS = "win(dice(3), dice(1))", "1 - win(dice(3), dice(1))"


def close(*claims, options=OPTIONS):
    text = "\n\n".join(f"{number}<!-- exactdice: {query} {options} -->" for number, query in claims)
    return closeness(verify(document_from(Source(Path("a.md"), text))))


def test_the_farthest_of_one_run_counts():
    other = ("0.5000", "win(dice(1), dice(1))")
    alone = close(("0.65", WIN), other)
    assert close(("0.6489", WIN), ("0.65", WIN), other) == alone
    assert close(("0.65", WIN), ("0.3511", LOSS), other) == alone

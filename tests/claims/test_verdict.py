"""The verdicts: what each means, and which of them hold."""

from exactdice.claims.verdict import HOLDS, MEANINGS, OPEN, STRICTLY_HOLDS, WRONG, Verdict


def test_each_verdict_has_one_meaning_on_one_line():
    assert list(MEANINGS) == list(Verdict)
    assert all("\n" not in meaning for meaning in MEANINGS.values())


def test_a_verdict_holds_is_wrong_or_is_open():
    for verdict in Verdict:
        assert [verdict in some for some in (HOLDS, WRONG, OPEN)].count(True) == 1
    assert set(STRICTLY_HOLDS) < set(HOLDS)

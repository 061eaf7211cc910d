"""Entries computed anew by workers: what is not as recorded is found, each thing in a line."""

from dataclasses import replace

import pytest
from made_entries import entry, printed

from exactdice.catalogue.recorded import computed, with_record
from exactdice.catalogue.verifying import Outcome, all_computed
from exactdice.jobs.allowance import Allowance

SEVEN = entry(printed=(printed("0.1667"), printed("0.4")), proof="pig target=2")
FOUND = computed(SEVEN, with_proof=True)
RECORDED = with_record(SEVEN, FOUND)


def answered(**changed):
    return replace(RECORDED, answer=replace(RECORDED.answer, **changed))


def judged(**changed):
    first, *others = RECORDED.printed
    return replace(RECORDED, printed=(replace(first, **changed), *others))


def proved(**changed):
    return replace(RECORDED, proof_file=replace(RECORDED.proof_file, **changed))


def test_nothing_differs_from_what_was_just_recorded():
    outcome = Outcome(RECORDED, FOUND)
    assert (outcome.differences, outcome.status) == ((), 0)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (answered(value="1/7"), "value is recorded as 1/7, computed as 1/6"),
        (answered(value=""), "value is recorded as nothing, computed as 1/6"),
        (answered(decimals="0.16"), "decimals is recorded as 0.16, computed as 0.1666"),
        (answered(bits=(1, 4)), "bits is recorded as (1, 4), computed as (1, 3)"),
        (answered(enclosed=True), "enclosed is recorded as true, computed as false"),
        (answered(sha256="0" * 64), "sha256 is recorded as 0000"),
        (
            judged(verdict="exact"),
            "the printed '0.1667' is recorded as exact, computed as correctly rounded",
        ),
        (judged(verdict=""), "is recorded as nothing, computed as correctly rounded"),
        (judged(correct="0.1"), "is recorded as correctly rounded (correct: 0.1), computed as"),
        (judged(number="0.1666"), "is recorded as correctly rounded, computed as truncated"),
        (proved(sha256="0" * 64), "proof_sha256 is recorded as 0000"),
        (proved(size=1), "proof_bytes is recorded as 1, computed as"),
        (replace(RECORDED, proof="pig target=3"), "proof_sha256 is recorded as"),
        (replace(RECORDED, query="chance(2d6, 8)"), "value is recorded as 1/6, computed as 5/36"),
        (replace(RECORDED, answer=None), "nothing is recorded: exactdice catalogue record seven"),
    ],
)
def test_whatever_is_changed_is_found(changed, said):
    outcome = Outcome(changed, computed(changed, with_proof=True))
    assert outcome.status == 1
    assert any(said in line for line in outcome.differences), outcome.differences
    assert not any("\n" in line for line in outcome.differences)


def test_the_wrong_number_is_recorded_with_what_it_should_be():
    wrong = RECORDED.printed[1]
    assert (wrong.verdict, wrong.correct) == ("contradicted", "0.2")


def test_outcomes_come_in_the_order_of_the_entries_whatever_becomes_of_one():
    entries = [
        RECORDED,
        entry("none", query="chance(2d6"),
        entry("costly", query="grundy(chomp(30, 30))"),
        entry("eight", query="chance(2d6, 8)"),
    ]
    told = []
    outcomes = [*all_computed(entries, Allowance(jobs=2), progress=lambda *at: told.append(at))]
    assert [outcome.entry.id for outcome in outcomes] == ["seven", "none", "costly", "eight"]
    assert [outcome.status for outcome in outcomes] == [0, 2, 2, 1]
    assert all(outcome.why for outcome in outcomes[1:3])
    assert told[-1] == (4, 4)

"""A careful author meets no false alarm: every form in which a right number was once called wrong.

Dice of 6 faces; EP(5) = 67151/7776 = 8.6356..., EP(6) = 8.7026...; P(1,2) = 1/6; three dice beat
one at a target of 2 with chance 841/1296 = 0.6489...
"""

from pathlib import Path

import pytest

from exactdice.claims.judging import verify
from exactdice.claims.verdict import Verdict, exit_status
from exactdice.documents.documents import document_from
from exactdice.documents.verification import findings_in
from exactdice.printed.source import Source

NIM = "game=nim heaps=2,2"
SAMPLE = "kind=montecarlo n=10000 dice=3 target=2"
WIN, LOSS, GAIN = "win(dice(3), dice(1))", "loss(dice(3), dice(1))", "gain(dice(3), dice(1))"

RIGHT = {
    # ties between optimal choices
    "another optimal choice": "7<!-- exactdice: OPT(99, 99) -->",
    "a length under another tie-break": f"4<!-- exactdice: turns(optimal, optimal) {NIM} -->",
    # approximate words
    "about one in six": "about one in 6<!-- exactdice: P(1,2) kind=about -->",
    "some nine": "some 9<!-- exactdice: EP(5) kind=about -->",
    "between two numbers": "between 8.6 and 8.7<!-- exactdice: EP(5) kind=interval -->",
    "at least": "at least 8<!-- exactdice: EP(5) kind=at-least -->",
    "an order of magnitude": "of the order of 10<!-- exactdice: EP(5) kind=order -->",
    "many digits of an iteration": (
        "8.6356738683127601<!-- exactdice: EP(5) kind=converged tolerance=1e-9 -->"
    ),
    "cut off, as its author says": "8<!-- exactdice: EP(5) kind=truncated -->",
    "with an error": "8.6 ± 0.1<!-- exactdice: EP(5) -->",
    # one sample, from which all numbers are read
    "one sample": (
        f"0.6489<!-- exactdice: {WIN} {SAMPLE} --> and 0.3511<!-- exactdice: {LOSS} {SAMPLE} --> "
        f"and 0.2978<!-- exactdice: {GAIN} {SAMPLE} -->"
    ),
    "a single throw": "7.01<!-- exactdice: 2d6 kind=montecarlo n=10000 -->",
    "an event": "0.585<!-- exactdice: 2d6 >= 7 kind=montecarlo n=10000 -->",
    # numbers as people print them
    "without a leading 0": "(.1667<!-- exactdice: P(1,2) -->)",
    "an exponent": "it is 1.667e-01<!-- exactdice: P(1,2) -->",
    "nearly": "≈ 8.64<!-- exactdice: EP(5) -->",
    "thousands": "1,296.0<!-- exactdice: 1296 -->",
    "one chance in six": "a chance of 1 in 6<!-- exactdice: P(1,2) -->",
    "percent": "16.7 %<!-- exactdice: P(1,2) -->",
    # sentences
    "a sentence": "Six dice score most. <!-- exactdice claim: argmax(d, 1..10, EP(d)) = 6 -->",
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_holds_strictly_and_nothing_is_hinted(name):
    document = document_from(Source(Path("a.md"), f"{RIGHT[name]}\n"))
    found = findings_in(document)
    assert document.claims
    assert exit_status(found, strict=True) == 0, found
    assert not any(one.hints for one in found)


def test_all_of_them_in_one_document_hold():
    document = document_from(Source(Path("a.md"), "\n\n".join(RIGHT.values())))
    assert exit_status(findings_in(document), strict=True) == 0


def test_the_right_estimates_of_many_samples_are_not_suspect():
    """Of 20 right estimates one is expected to have p < 0.05: alone that is no reason for doubt."""
    # 60 sixes of 300 throws: twice P(X >= 60) = 0.13...; 50 are expected
    numbers = ["0.2000", *["0.1667"] * 3, "0.1600", "0.1733"]
    marks = (
        f"{p}<!-- exactdice: P(1,2) kind=montecarlo n=300 run=r{k} -->"
        for k, p in enumerate(numbers)
    )
    document = document_from(Source(Path("a.md"), "\n\n".join(marks)))
    assert {one.verdict for one in verify(document)} == {Verdict.CONSISTENT}


def test_a_number_that_cannot_be_read_hides_no_other():
    claims = ["5..6<!-- exactdice: EP(5) -->", "8.636<!-- exactdice: EP(5) -->"]
    text = "\n\n".join([*claims, "9<!-- exactdice: EQ(5) -->"])
    verdicts = [one.verdict for one in verify(document_from(Source(Path("a.md"), text)))]
    assert verdicts[1] == Verdict.ROUNDED
    assert Verdict.UNCHECKED in verdicts

"""A number that is one part of a chance, or is said to be negative or a percentage, is unclear."""

from pathlib import Path

import pytest

from exactdice.claims.judging import verify
from exactdice.documents.documents import document_from
from exactdice.documents.patch import patch
from exactdice.printed.source import Source

UNCLEAR = [
    "1 in 6@", "5 out of 36@", "5 of 36@", "1 sur 6@", "1 von 6@", "5 aus 36@", "1 **in** 6@",
    "minus about 0.5@", "moins environ 0,5@", "−≈0.5@", "- ≈ 0.5@ x", "is minus roughly 0.5@",
    "0.5@ (in %)", "0.5@ [%]", "0.5@ (%)", "0.5@ [percent]", "0.5@ thousandths",
    "0.5@ hundredth", "0.5@ millionth", "0.5@ ppm", "0.5@ divided by 3",
]  # fmt: skip
CLEAR = [
    "it is 6@", "in 6@", "about 0.5@", "from 0.4 to 0.5@", "of 36@ games", "0.5@ (in words)",
    "0.5@ [1]", "the 5 dice are about 0.5@", "x -> 0.5@", "of about 0.5@", "p ≈ 0.5@",
]  # fmt: skip


def claim_in(text):
    (claim,) = document_from(
        Source(Path("a.md"), text.replace("@", "<!-- exactdice: 1/2 -->"))
    ).claims
    return claim


UNCLEAR += ["1@ in 6", "1@ out of 6", "1@ sur 6", "3@ of 5 games", "1@ sixth", "1@ comma 5"]
UNCLEAR += ["0.25@ out of 100", "0.25@ in a hundred", "0.25@ ($\\%$)", "0.25@ (×10⁻³)"]
UNCLEAR += ["0.25@ ($\\times 10^{-3}$)", "0.25@ (x 10^-3)", "half 0.25@", "twice 0.25@"]
CLEAR += ["0.25@ point.", "0,25@ point", "17@ in all", "3@ of the games", "0.25@ (Table 3)"]
CLEAR += ["0.25@ of 5 games", "0.5@ (see below)"]


CLEAR += ["2/6 or 1 in 3@", "33 % or 1 in 3@"]
UNCLEAR += ["204@ out of 1296 throws", "5@ out of 36.", "✅ **-1/18@"]
UNCLEAR += ["50@ out of 100", "50@ out of 1000", "50@ out of 1,296", "5@ out of 10", "0@ out of 6"]
UNCLEAR += ["5@ in 36", "a 2 or 1 in 3@ throws", "13 of 48@", "13 out of 48@", "1 / 36@", "✓ 2@"]
UNCLEAR += ["2 ✖ 3@", "✅-1/18@"]


LABELS = ["EP(5)", "EG(0,0)", "Pour d = 5", "Espérance (5 dés)", "Question 5", "Résultat n° 5"]
LABELS += ["**EP(5)**", "$EP(5)$", "Joueur 2", "Pour *d* = 5"]
CLEAR += [f"{label} {sign} 8,636@" for label in LABELS for sign in ":—"]
CLEAR += [f"{label} : $8{{,}}636$@" for label in LABELS]
UNCLEAR += [
    "67151 : 7776@",
    "5 : 8@",
    "5 : 8,5@",
    "Chance 5 : 8,5@",
    "Question 5 : 8@",
    "is 5 : 8,5@",
]
UNCLEAR += ["$EP(5) : 8,636$@", "EP(5) 7 : 8,636@", "(5) : 8,5@"]


@pytest.mark.parametrize("text", UNCLEAR)
def test_a_part_of_a_number_is_unclear(text):
    assert claim_in(f"word {text}").defect


@pytest.mark.parametrize("text", CLEAR)
def test_other_words_bound_a_number(text):
    assert not claim_in(f"word {text}").defect


def test_a_mark_of_thousands_is_unclear_and_no_patch_is_offered():
    for text, verdict in (
        ("1,296<!-- exactdice: 6^4 -->", "unchecked"),
        ("1.296<!-- exactdice: 6^4 -->", "unchecked"),
        ("**1,296**<!-- exactdice: 1296 -->", "unchecked"),
        ("8.636<!-- exactdice: EP(5) -->", "correctly rounded"),
        ("1,297<!-- exactdice: 1296/1000 -->", "off by one in the last place"),
    ):
        document = document_from(Source(Path("a.md"), text))
        (found,) = verify(document)
        assert found.verdict == verdict, text
        assert patch(document, [found]) == "" or verdict != "unchecked"


@pytest.mark.parametrize("printed", ["$12{,}345$", "12{,}345", r"\textbf{12{,}345}", "$12,345$"])
def test_a_mark_of_thousands_in_braces_is_unclear(printed):
    document = document_from(Source(Path("a.tex"), f"{printed} % exactdice: 12345*6/6\n"))
    assert [found.verdict for found in verify(document)] == ["unchecked"]

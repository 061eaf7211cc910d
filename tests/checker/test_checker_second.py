"""Two checkers of proof files, written apart from one page, must say the same of every document."""

import re
from pathlib import Path
from random import Random

import pytest
import second_checker
from two_checkers import PROOFS, same_verdicts

from exactdice import checker

PAGE = Path(__file__).parents[2] / "docs/reference/proof_files.md"


@pytest.mark.parametrize("name", PROOFS)
def test_both_say_the_same_of_changed_proofs(name):
    assert 0 < same_verdicts(PROOFS[name], Random(name), 60) < 60


@pytest.mark.parametrize("name", PROOFS)
def test_both_say_the_same_of_proofs_changed_more_than_once(name):
    assert same_verdicts(PROOFS[name], Random(f"more of {name}"), 30, most=3) < 30


@pytest.mark.slow
@pytest.mark.parametrize("name", PROOFS)
def test_both_say_the_same_of_very_many_changed_proofs(name):
    assert 0 < same_verdicts(PROOFS[name], Random(f"many of {name}"), 4_000, most=3) < 4_000


def test_both_and_the_page_know_the_same_families():
    headings = re.findall(r"^## Family `(\w+)`", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == list(checker.FAMILIES) == list(second_checker.FAMILIES)

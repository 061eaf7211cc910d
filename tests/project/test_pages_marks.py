"""The marks of the pages hold as their readers verify them, but for those that explain."""

import pytest
from command_line import run
from marked_pages import MARKED, OTHERS
from page_blocks import ROOT, page_name


def test_some_pages_have_marks():
    assert ROOT / "docs" / "reference" / "claims.md" in MARKED


@pytest.mark.parametrize("page", OTHERS, ids=page_name)
def test_the_marks_of_a_page_hold(page):
    done = run("verify", "--strict", page)
    assert done.returncode == 0, done.stdout + done.stderr

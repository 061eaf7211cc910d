"""The marks of the pages hold as their readers verify them."""

import pytest
from command_line import run
from page_blocks import PAGES, ROOT, page_name

from exactdice.documents.documents import read_document

# A page without the word of a mark need not be read to know that it has none.
MARKED = [
    page
    for page in PAGES
    if "<!-- exactdice" in page.read_text(encoding="utf-8") and read_document(page).claims
]


def test_some_pages_have_marks():
    assert ROOT / "docs" / "reference" / "claims.md" in MARKED


@pytest.mark.parametrize("page", MARKED, ids=page_name)
def test_the_marks_of_a_page_hold(page):
    done = run("verify", "--strict", page)
    assert done.returncode == 0, done.stdout + done.stderr

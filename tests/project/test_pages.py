"""How pages are tested: their blocks of code are read as commands, their links lead somewhere."""

import re

import pytest
from command_line import run
from matplotlib.image import imread
from page_blocks import PAGES, ROOT, commands, page_name, run_page, same

from exactdice.report.documents.documents import read_document

LINK = re.compile(r"\]\((?P<target>[^)\s#:]+)?(?:#(?P<anchor>[^)\s]+))?\)")


@pytest.mark.parametrize("page", [ROOT / "CONTRIBUTING.md", *PAGES], ids=page_name)
def test_links_between_files_lead_to_files(page):
    """What the site's build checks for its pages, anchors too, holds in the repository as well."""
    text = page.read_text(encoding="utf-8")
    for link in LINK.finditer(re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)):
        if link["target"]:
            assert (page.parent / link["target"]).exists(), f"{page}: {link[0]}"


def test_a_dialogue_is_read_as_its_commands():
    text = "$ exactdice a \\\n  b\nprints\n$ exactdice c  # exit status 2\n"
    first, second = commands(text)
    assert first == ("exactdice a   b", 0, "prints\n")
    assert second == ("exactdice c", 2, "")


def test_what_a_page_leaves_out_may_be_anything():
    assert same("value ...\nend", "value 12\nmore\nend \n")
    assert not same("value 12", "value 13")


# --- marks ----------------------------------------------------------------------------------------

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


# --- the README -----------------------------------------------------------------------------------


def test_the_blocks_of_the_readme_do_what_it_says(tmp_path):
    """Those of each page of docs/ run when the page itself is tested: docs/conftest.py."""
    run_page(ROOT / "README.md", tmp_path)


def test_the_picture_of_the_readme_is_what_is_drawn_today(tmp_path):
    """But for how letters are smoothed, which the versions of libraries decide."""
    title = "Dice Battle: the optimal number of dice, i points against j"
    picture = tmp_path / "drawn.png"
    run("plot", "OPT(i,j)", "i=0..99", "j=0..99", "--title", title, "-o", picture)
    drawn, kept = imread(picture), imread(ROOT / "docs" / "pictures" / "optimal_dice.png")
    assert drawn.shape == kept.shape
    assert (abs(drawn - kept) > 0.1).mean() < 0.02

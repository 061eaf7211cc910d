"""Every block of code of every page runs, and does what the page says; links lead somewhere."""

import re

import pytest
from page_blocks import DOCS, PAGES, ROOT, blocks, commands, run_block, same

# Pages whose blocks have tests of their own, which say more of them than that they run.
OWN_TESTS = {
    "how_to/tables.md": "tests/documents/test_bound_tables.py",
    "how_to/generated.md": "tests/generated/test_latex_mk.py",
    "how_to/notebooks.md": "tests/documents/test_notebooks.py",
    "reference/claims.md": "tests/documents/test_documents_reports.py",
    "contributing/mutation.md": "mutation/run.py",
}


def name(page):
    return page.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_blocks_of_a_page_do_what_it_says(page, tmp_path):
    if name(page) in OWN_TESTS:
        assert (ROOT / OWN_TESTS[name(page)]).exists()
        return
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for block in blocks(page):
        run_block(block, tmp_path)


LINK = re.compile(r"\]\((?P<target>[^)\s#:]+)?(?:#(?P<anchor>[^)\s]+))?\)")


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES], ids=str)
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

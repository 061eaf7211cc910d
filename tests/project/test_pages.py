"""How pages are tested: their blocks of code are read as commands, their links lead somewhere."""

import re

import pytest
from page_blocks import PAGES, ROOT, commands, page_name, same

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

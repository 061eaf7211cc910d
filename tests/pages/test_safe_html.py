"""HTML of documents: what is written is a tree of plain tags, whatever comes in."""

from html.parser import HTMLParser
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.pages.placing import visible
from exactdice.pages.safe_html import ALONE, KEPT, SPANS, safe_html

PARTS = (
    *("<b>", "</b>", "<table>", "<tr>", "<td colspan=2 onclick=x>", "</table>", "<br>", "text"),
    *("<script>", "</script>", "<style>", "</style>", "<!--", "-->", "<![CDATA[", "]]>", "<?"),
    *("<img src=x onerror=y>", "<a href='javascript:x'>", "</div></main>", "<svg/onload=x>"),
    *("<", ">", '"', "&lt;"),
)


class Balanced(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.open = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        assert tag in KEPT | ALONE
        assert all(name in SPANS and value.isdigit() for name, value in attrs)
        if tag in KEPT:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_comment(self, data):
        raise AssertionError(data)


@given(st.lists(st.sampled_from(PARTS), max_size=25).map("".join))
def test_it_is_balanced_and_plain(page):
    assert Balanced(safe_html(page, visible)).open == []


@pytest.mark.parametrize("tag", ["<b ", "<b '", "<b a=", '<b a="', "<a/", "</x", "<!", "<?"])
def test_unfinished_tags_are_read_in_linear_time(tag):
    """A reader of quadratic time takes many seconds."""
    begun = process_time()
    safe_html(tag * 10_000, str)
    assert process_time() - begun < 2

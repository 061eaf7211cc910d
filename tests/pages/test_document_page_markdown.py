"""Markdown as its readers see it, and nothing else of it."""

from html.parser import HTMLParser
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.report.pages.document_page import (
    ALONE,
    KEPT,
    SPANS,
    markdown_page,
    safe_html,
)
from exactdice.report.pages.shown_findings import Places, visible

CASES = {
    "# A": "<h3>A</h3>",
    "*a* **b** `c`": "<p><em>a</em> <strong>b</strong> <code>c</code></p>",
    "a<br>b": "<p>a<br>b</p>",
    "a <!-- hidden --> b": "<p>a  b</p>",
    "<!-- hidden -->": "",
    "<b onclick='x()'>a</b>": "<p>&lt;b onclick=&#x27;x()&#x27;&gt;a&lt;/b&gt;</p>",
    "<b>a</b> H<SUB>2</sub>O": "<p><b>a</b> H<sub>2</sub>O</p>",
    "<kbd>a *b</kbd> c*": "<p>&lt;kbd&gt;a <em>b&lt;/kbd&gt; c</em></p>",
    "<p>a <b>": "<p>a <b></b></p>",
    "a <p>b</p>": "<p>a &lt;p&gt;b&lt;/p&gt;</p>",
    "<div onclick='x()'>a</div>": "<div>a</div>",
    "<script>x()</script>": "",
    "[a](https://example.org 'title')": (
        '<p><a href="https://example.org" rel="noopener noreferrer">a</a></p>'
    ),
    "[a](mailto:a@example.org)": (
        '<p><a href="mailto:a@example.org" rel="noopener noreferrer">a</a></p>'
    ),
    "[a](javascript:x())": "<p><span>a</span></p>",
    "[a](other.md)": "<p><span>a</span></p>",
    "![a *b*](a.png)": '<p><span class="picture">picture: a b</span></p>',
    "it costs $5 and $6": "<p>it costs $5 and $6</p>",
    "$x<y$": '<p><span class="formula">x&lt;y</span></p>',
    "a\u202eb": "<p>a\\u202eb</p>",
    "3. c": '<ol start="3">\n<li>c</li>\n</ol>',
}


@pytest.mark.parametrize(("text", "html"), CASES.items(), ids=map(str, range(len(CASES))))
def test_markdown(text, html):
    assert markdown_page(text, Places([], text)).strip() == html


def test_columns_keep_their_side_without_a_style():
    html = markdown_page("|a|b|\n|-:|:-:|\n|1|2|\n", Places([], ""))
    assert '<td class="right">1</td>' in html
    assert '<td class="center">2</td>' in html
    assert "style" not in html


# --- HTML of documents: a tree of plain tags, whatever comes in -----------------------------------

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

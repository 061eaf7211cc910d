"""Markdown as its readers see it, and nothing else of it."""

import pytest

from exactdice.pages.markdown_page import markdown_page, without_front_matter
from exactdice.pages.placing import Places

CASES = {
    "# A": "<h3>A</h3>",
    "*a* **b** `c`": "<p><em>a</em> <strong>b</strong> <code>c</code></p>",
    "a<br>b": "<p>a<br>b</p>",
    "a <!-- hidden --> b": "<p>a  b</p>",
    "<!-- hidden -->": "",
    "<b onclick='x()'>a</b>": "<p>&lt;b onclick=&#x27;x()&#x27;&gt;a&lt;/b&gt;</p>",
    "<b>a</b> H<SUB>2</sub>O": "<p><b>a</b> H<sub>2</sub>O</p>",
    "<kbd>a *b</kbd> c*": "<p>&lt;kbd&gt;a <em>b&lt;/kbd&gt; c</em></p>",
    "<b>a": "<p>&lt;b&gt;a</p>",
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
    "$$x$$": '<p><span class="formula" data-display="1">x</span></p>',
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


def test_front_matter_is_left_out():
    assert without_front_matter("---\ntitle: a\n---\ntext") == "text"
    assert without_front_matter("text\n---\n") == "text\n---\n"

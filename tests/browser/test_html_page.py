"""The skeleton of all pages, in a browser."""

import sys
from fractions import Fraction

import pytest
from accessibility import failings
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.report.pages.html_page import KATEX, PLOTLY, html_page

BODY = '<main><h1>A page</h1><p id="place">text</p><button id="look">Dark</button></main>'


def opened(page, folder, text):
    """The browser's page, with this text."""
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    page.goto(path.as_uri())
    return page


def test_a_page_opens_and_is_accessible(browser_page, tmp_path):
    page = opened(browser_page, tmp_path, html_page("A page", BODY))
    assert page.title() == "A page"
    assert failings(page) == []
    page.click("#look")
    assert page.evaluate("document.documentElement.dataset.look") == "dark"
    assert failings(page) == []


def test_formulas_and_plots_are_drawn(browser_page, tmp_path):
    page = opened(browser_page, tmp_path, html_page("A page", BODY, bundles=(KATEX, PLOTLY)))
    page.evaluate("katex.render('\\\\frac{1}{6}', document.getElementById('place'))")
    assert page.locator("#place .katex-html").count() == 1
    page.evaluate("Plotly.newPlot('place', [{type: 'heatmap', z: [[1, 2], [3, 4]]}])")
    assert page.locator("#place .heatmaplayer image").count() == 1


# A test of the test: what the fixture forbids is noticed.
@pytest.mark.parametrize(
    "hostile",
    [
        "<script>document.title = 'ran'</script>",
        "<img src=x onerror=\"document.title = 'ran'\">",
        "<svg onload=\"document.title = 'ran'\"></svg>",
    ],
)
def test_nothing_in_the_body_runs(chromium, tmp_path, hostile):
    page = chromium.new_page()
    complaints = []
    page.on("console", lambda said: complaints.append(said.text))
    opened(page, tmp_path, html_page("A page", f"<main><h1>A page</h1>{hostile}</main>"))
    assert page.title() == "A page"
    assert any("Content Security Policy" in said for said in complaints)
    page.close()


def test_data_end_nothing(browser_page, tmp_path):
    text = "</script><script>document.title = 'ran'</script><!--<script>"
    page = opened(browser_page, tmp_path, html_page("A page", BODY, data={"given": [text, 1]}))
    assert page.evaluate("dataOf('given')") == [text, 1]
    assert page.title() == "A page"


def test_fractions_are_rounded_exactly(browser_page, tmp_path):
    page = opened(browser_page, tmp_path, html_page("A page", BODY))

    @settings(max_examples=200, deadline=None)
    @given(st.fractions(), st.integers(0, 40))
    def agrees(number, places):
        text = page.evaluate("([text, places]) => decimals(text, places)", [str(number), places])
        assert abs(Fraction(text) - number) * 2 * 10**places <= 1
        assert len(text.partition(".")[2]) == places

    agrees()


def test_differences_are_exact(browser_page, tmp_path):
    page = opened(browser_page, tmp_path, html_page("A page", BODY))

    @settings(max_examples=100, deadline=None)
    @given(st.fractions(), st.fractions())
    def agrees(first, second):
        asked = [str(first), str(second)]
        assert page.evaluate("([a, b]) => difference(a, b)", asked) == str(first - second)

    agrees()


def test_floats_for_drawing_are_near(browser_page, tmp_path):
    page = opened(browser_page, tmp_path, html_page("A page", BODY))
    for number in (Fraction(1, 3), Fraction(-(10**400) - 1, 10**400), Fraction(7**500, 3**900)):
        drawn = page.evaluate("text => nearby(text)", str(number))
        assert drawn == pytest.approx(float(number), rel=4 * sys.float_info.epsilon)

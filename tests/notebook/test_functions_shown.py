"""What results show in a notebook, and that nothing they hold becomes part of its page."""

import copy
import pickle
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from exactdice import DiceBattle, die, solve, value, verify
from exactdice.cli.notebook.functions import (
    ShownFraction,
    bar,
    bar_html,
    fraction_latex,
    is_notebook,
    words_of,
)
from exactdice.cli.notebook.verified import GREEN, RED, YELLOW

EVIL = '<script>alert("1")</script><img src=x onerror=alert(2)>'


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = set()

    def handle_starttag(self, tag, attrs):
        self.seen |= {tag, *(name for name, _ in attrs)}


def tags_in(page):
    reader = Tags()
    reader.feed(page)
    return reader.seen


def test_a_fraction_is_a_formula_and_any_fraction():
    found = ShownFraction(-3, 8)
    assert found._repr_latex_() == r"$\displaystyle -\frac{3}{8}$"
    assert (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)) == (found, found)
    assert fraction_latex(Fraction(5)) == r"$\displaystyle 5$"


def test_a_long_fraction_is_shown_by_its_decimals_cut_off():
    third = Fraction(10**100 - 1, 3 * 10**100)  # 0.333...
    assert fraction_latex(third) == r"$\displaystyle 0.333333333333\ldots$"
    assert fraction_latex(-third * 2) == r"$\displaystyle -0.666666666666\ldots$"
    huge = ShownFraction(1, 7**10_000)  # of 8451 digits, more than Python writes
    assert huge._repr_latex_() == r"$\displaystyle 0.000000000000\ldots$"
    assert len(repr(huge)) < 200


def test_findings_have_the_colour_of_their_verdict():
    text = "8.64<!-- exactdice: EP(5) --> 9.1<!-- exactdice: EP(5) --> 1<!-- exactdice: no(1) -->"
    page = verify(text)._repr_html_()
    colours = re.findall(r'<tr style="background:(rgba[^"]*)"', page)
    assert colours == [GREEN, RED, YELLOW]
    assert "contradicted: it is 8.6" in page


@pytest.mark.parametrize("word", ["id", "note", "where"])
def test_nothing_in_a_document_becomes_a_part_of_the_page(word):
    evil = EVIL.replace('"', "'")
    text = f'<b>9.1</b><!-- exactdice: EP(5) {word}="{evil}" --> $x$ {EVIL}'
    text += f'<!-- exactdice: "{EVIL} -->\n'
    page = verify(text)._repr_html_()
    allowed = {"table", "thead", "tbody", "tr", "td", "th", "p", "code", "br", "span", "style"}
    assert tags_in(page) <= allowed
    assert "&lt;script&gt;" in page


def test_nothing_in_a_law_or_a_name_becomes_a_part_of_the_page():
    law = die(2).map(lambda face: EVIL)
    assert "script" not in tags_in(law._repr_html_())
    assert "script" not in tags_in(bar_html(EVIL, 1, 2))
    assert not tags_in(bar_html("x" * 10, 3, 10)) - {"code", "progress", "value", "max"}


def test_control_characters_are_made_visible():
    page = verify('9.1<!-- exactdice: EP(5) id="a\x1b[31m" -->\n')._repr_html_()
    assert "\x1b" not in page


def test_words_of_options():
    assert words_of({"i": range(0, 100, 10), "b": True, "x": "1/3"}) == [
        "i=0..90..10",
        "b=true",
        "x=1/3",
    ]


def test_no_bar_outside_a_notebook():
    assert not is_notebook()
    with bar("work") as watch:
        watch(1, 2)


def test_the_value_of_a_solution_is_seen():
    page = solve(DiceBattle(dice=2, target=5))._repr_html_()
    assert "value <b>" in page
    assert value("EG(0,0)", dice=2, target=5) == solve(DiceBattle(dice=2, target=5)).value

"""What bounds a number of Markdown that stands within quotation marks, tags or a link, or begins an
item of a list.
"""

import pytest
from marked_numbers import (
    GOES_ON_IN_MARKDOWN,
    MARKDOWN,
    SIGNS_IN_MARKDOWN,
    assert_no_sign_is_lost,
    read,
)

from exactdice.printed.numbers import parse_printed

WRAPPED_IN_MARKDOWN = [
    '"M"', "“M”", "„M“", "«M»", "<b>M</b>", "<strong>M</strong>", "<td>M</td>", "[M](x.md)",
    '**"M"**', '<b>"M"</b>', "[**M**](https://x.org/a-b)",
]  # fmt: skip


@pytest.mark.parametrize("wrapped", WRAPPED_IN_MARKDOWN)
def test_a_mark_after_quotation_marks_tags_or_a_link_binds_the_number_within(wrapped):
    number = wrapped.replace("M", "0.5")
    assert read("is M, and", MARKDOWN, number) == "0.5"
    assert read("is M, and", MARKDOWN, wrapped.replace("M", "-0.5")) == "-0.5"
    for after in GOES_ON_IN_MARKDOWN:
        cell = "td" in wrapped
        assert read(f"is M{after}", MARKDOWN, number) is None or cell, after
    for sign in SIGNS_IN_MARKDOWN:
        for blank in ("", " ", "\u00a0", "\n"):
            found = read(f"is {sign.lower()}{blank}M", MARKDOWN, number)
            assert found is None or parse_printed(found).value < 0 or "td" in wrapped, sign


LISTS = [
    ("text\n- M", None, "0.5"),
    ("- a\n- M", "0.5", "0.5"),
    ("text\n\n- M", "0.5", "0.5"),
    ("# Head\n\n- a\n  b\n- c\n- M", "0.5", "0.5"),
]


LISTS += [
    ("text\n* M", None, "0.5"),
    ("text −\n- M", None, "0.5"),
    ("1. a\n2. M", "0.5", "0.5"),
    ("- M", "0.5", "0.5"),
]


@pytest.mark.parametrize(("text", "pandoc", "commonmark"), LISTS)
def test_for_pandoc_a_list_needs_a_blank_line_before_it(text, pandoc, commonmark):
    assert read(text, MARKDOWN, suffix=".qmd") == read(text, MARKDOWN, suffix=".Rmd") == pandoc
    assert read(text, MARKDOWN) == commonmark


OPEN_FORMULAS = [
    "$$\np =\n- M$$", "$$\np =\n- M\n$$", "a\n\n$$p =\n- M$$", "$p =\n- M$", "$$p =\n* M$$",
    "> $$p =\n> - M$$", "$$\\begin{aligned}\na\n- M$$",
]  # fmt: skip


CLOSED_FORMULAS = [
    "costs $5\n\n- M", "$$x$$\n\n- M", "$$x$$\n- M", "- $5\n- M", "$a$ and $b$\n- M",
    "- a\n  $b$\n- M", "costs \\$5\n- M",
]  # fmt: skip


@pytest.mark.parametrize("text", OPEN_FORMULAS)
@pytest.mark.parametrize("suffix", [".md", ".qmd"])
def test_no_item_begins_within_a_formula(text, suffix):
    assert_no_sign_is_lost(read(text, MARKDOWN, suffix=suffix))


@pytest.mark.parametrize("text", CLOSED_FORMULAS)
def test_an_item_begins_after_a_formula(text):
    assert read(text, MARKDOWN) == "0.5"

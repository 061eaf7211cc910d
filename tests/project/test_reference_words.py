"""Every word, option, strategy and game stands in the reference."""

import re
from functools import cache

import pytest
from reference_pages import REFERENCE, filled, headings, options, rows, words_of_queries

from exactdice.query.games_by_name import GAMES, maker_named, options_of
from exactdice.query.register import EVERY_NAME, TIE_NAMES
from exactdice.query.syntax import COMPARISONS, LOGIC, QUANTIFIERS, TERM_MARKS
from exactdice.query.words import OF_CLAIMS, QUANTITIES
from exactdice.report.pages.description import example_options, own_words, page, rules_of

SMALL_GAMES = ("nim", "one-shot-battle")  # whose pages are soon filled in


# --- words ----------------------------------------------------------------------------------------


def test_every_word_is_listed_with_its_page_and_described_there():
    listed, pages = filled("words"), words_of_queries.word_pages()
    assert set(pages) == set(QUANTITIES)
    for name, quantity in QUANTITIES.items():
        assert f"| [`{quantity.signature}`]({pages[name]})" in listed
        described = _words_described(pages[name])
        assert f"| `{quantity.signature}` |" in described, name


@cache
def _words_described(name):
    """The page of words; of a game's page the words alone, as the games are worked out for long."""
    if not name.startswith("games/"):
        return filled(name.removesuffix(".md"))
    text = (REFERENCE / name).read_text(encoding="utf-8")
    games = re.findall(r"^<!-- made: game ([\w-]+) -->$", text, re.MULTILINE)
    return "".join(words_of_queries.words(game) for game in games if next(own_words(game), None))


def test_every_word_has_an_example_with_a_value():
    for subject in words_of_queries.SUBJECTS:
        for cell in re.findall(r"<br>`(.+)` \|$", words_of_queries.words(subject), re.MULTILINE):
            assert " = " in cell, cell
            assert "is refused" not in cell, cell


def test_every_option_is_explained():
    listed = rows(filled("options"))
    for name in options.option_names():
        assert any(cell.endswith(f"`{name}`") for cell in listed), name
    assert set(options.MEANINGS) == set(options.option_names())


def test_every_strategy_is_explained():
    listed = rows(filled("strategies"))
    for name in EVERY_NAME:
        assert f"`{name}`" in listed, name
    for name in TIE_NAMES:
        assert f"`{name}`" in filled("strategies")


@pytest.mark.parametrize("mark", [*COMPARISONS, *LOGIC, *TERM_MARKS, "+", "-", "**"])
def test_every_operator_is_explained(mark):
    written = re.findall(r"`([^`\n]+)`", filled("words"))
    assert any(mark in text.split() for text in written), mark


@pytest.mark.parametrize("name", QUANTIFIERS)
def test_every_quantifier_is_explained(name):
    assert any(f"`{name}(" in cell for cell in rows(filled("statements")))


def test_names_of_claims_are_explained():
    for name in OF_CLAIMS:
        assert f"`{name}(" in filled("words")


# --- games ----------------------------------------------------------------------------------------


def test_every_game_is_listed_and_has_its_sections():
    listed = filled("games")
    for name, maker in GAMES.items():
        home = words_of_queries.family_of(name)
        assert f"[`{name}`](games/{home}.md#rules-of-{name})" in listed
        for option in options_of(maker):
            assert re.search(rf"^\| \[`{name}`\].*\b{option}\b", listed, re.MULTILINE)
        text = (REFERENCE / "games" / f"{home}.md").read_text(encoding="utf-8")
        assert f"<!-- made: game {name} -->" in text
        assert f"games/{home}\n" in listed


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_the_section_of_a_game_says_what_the_command_says(name):
    text = filled(f"games/{words_of_queries.family_of(name)}")
    plain = text.replace("\\", "").replace("`", "")
    maker = maker_named(name)
    small = maker(**example_options(name, maker))
    assert f"Rules of {name}" in headings(text)
    assert "\n".join(rules_of(small, maker)).replace("`", "") in plain
    lines = [line.strip() for line in page(name)]
    for answer in [line for line in lines if re.match(r"\w+\(.*\) = ", line)]:
        assert answer in plain

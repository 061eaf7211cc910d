"""Whatever the code offers stands in the reference: the pages as the site fills them in."""

import re
from functools import cache

import pytest
from command_line import run
from page_blocks import blocks
from reference_pages import (
    REFERENCE,
    commands,
    filled,
    headings,
    options,
    rows,
    section,
    words_of_queries,
)

from exactdice.claims.claim import Kind
from exactdice.claims.entry import KEYS, KINDS_OF
from exactdice.claims.machine_formats import FindingsFormat
from exactdice.claims.settings import HEAD
from exactdice.claims.verdict import MEANINGS, Verdict
from exactdice.games.register import GAMES, maker_named, options_of
from exactdice.generated.lists import ListFormat
from exactdice.pages.game_page import example_options, own_words, page, rules_of
from exactdice.queries.syntax import COMPARISONS, LOGIC, QUANTIFIERS, TERM_MARKS
from exactdice.queries.words import OF_CLAIMS, QUANTITIES
from exactdice.tables.cell_styles import STYLES
from exactdice.tables.output_formats import TableFormat
from exactdice.words.strategy_names import EVERY_NAME, TIE_NAMES
from exactdice.workers.cache import VARIABLE

SMALL_GAMES = ("nim", "one-shot-battle")  # whose pages are soon filled in


# --- commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", commands.commands())
def test_every_command_stands_with_its_arguments_and_options(name):
    described = section("commands", f"exactdice {name}")
    found = commands.commands()[name]
    assert found.help.splitlines()[0].replace("\\", "") in described.replace("\\", "")
    for parameter in found.params:
        written = (
            parameter.opts if parameter.param_type_name == "option" else [parameter.name.upper()]
        )
        for word in written:
            assert re.search(rf"`[^`\n]*{re.escape(word)}\b[^`\n]*`", described), word


def test_the_options_of_all_commands_stand_there():
    whole = filled("commands")
    for option in ("--version", "--install-completion", "--show-completion", "limit=none"):
        assert f"`{option}`" in whole


def test_the_exit_status_of_each_command_that_says_one_is_listed():
    listed = filled("exit_codes")
    for name, found in commands.commands().items():
        if "xit status" in found.help:
            assert f"[`{name}" in listed


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


# --- claims ---------------------------------------------------------------------------------------


def test_every_verdict_is_explained_and_has_an_example():
    text = filled("verdicts")
    (shown,) = [one.text for one in blocks(REFERENCE / "verdicts.md") if one.language == "console"]
    counted = shown.rstrip().splitlines()[-1]
    for verdict in Verdict:
        assert f"| {verdict} | {MEANINGS[verdict]} |" in text
        assert f" 1 {verdict}" in counted


@pytest.mark.parametrize("key", [*HEAD, *KEYS, *KINDS_OF, *Kind])
def test_every_key_and_every_kind_of_a_claims_file_is_explained(key):
    assert f"`{key}`" in rows(section("formats", "Claims files"))


@pytest.mark.parametrize("name", FindingsFormat)
def test_every_format_of_findings_is_explained(name):
    before, _, _ = section("formats", "Findings").partition("### JSON")
    assert f"`{name}`" in rows(before)


@pytest.mark.parametrize("name", [*TableFormat, *ListFormat, *STYLES])
def test_every_format_and_style_of_tables_is_named(name):
    kind = name.partition(":")[0]
    assert re.search(rf"`{kind}(:\d)?`", section("formats", "Tables and lists of values"))


REPORT = """
[[claim]]
printed = "8.6"
value = "EP(5)"
kind = "montecarlo"
n = 100

[[claim]]
printed = "8.366"
value = "EP(5)"
"""


def test_what_json_says_of_a_claim_is_explained(tmp_path):
    file = tmp_path / "report.toml"
    file.write_text(REPORT, encoding="utf-8")
    told = run("verify", file, "--format", "json").stdout
    keys = set(re.findall(r'^ *"(\w+)":', told, re.MULTILINE))
    assert {"estimate", "verdict", "p_holm_at_most", "hints"} <= keys
    for key in keys:
        assert f"`{key}`" in filled("formats"), key


def test_the_variable_of_the_cache_is_named():
    assert f"| `{VARIABLE}` |" in filled("environment")

"""The pages of the catalogue: each entry is there, no text breaks out of its place, the commands
run.
"""

import re
import shlex
from dataclasses import replace
from html import unescape

import pytest
from command_line import run
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_entries import catalogue, entry, printed
from markdown_it import MarkdownIt

from exactdice.catalogue.entry import Answer, Family
from exactdice.catalogue.pages import escaped, pages
from exactdice.catalogue.reading import read_catalogue
from exactdice.catalogue.recorded import computed, with_record
from exactdice.exact import UNPRINTABLE

CATALOGUE = read_catalogue()
PAGES = pages(CATALOGUE)
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
HOSTILE = [
    "<script>alert(1)</script>",
    "a | b || c",
    "`code` ``` {role}`x`",
    "[link](javascript:alert) ![x](y) <http://a.b>",
    "# heading",
    "1. one",
    "- item",
    "> quote",
    "*a* _b_ **c** ~~d~~ $x$ {{ y }} &amp; &#60;",
    "(target)=",
    ":::{note}",
    "% comment",
    "+++",
    "\\ \\| \\",
    "| --- | --- |",
    "---",
    "```",
]


def shown(html):
    """The text that a reader sees."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_there_is_a_page_for_each_family_and_one_for_all():
    assert [*PAGES] == ["index.md", *(f"{family.id}.md" for family in CATALOGUE.families)]


@pytest.mark.parametrize("one", CATALOGUE.entries, ids=lambda one: one.id)
def test_each_entry_is_on_its_page_and_in_the_overview(one):
    page = PAGES[f"{one.family}.md"]
    section = page.partition(f"({one.id})=\n## ")[2].partition("\n## ")[0]
    seen = shown(MARKDOWN.render(section))
    for text in (one.rules, one.unit, one.note, one.answer.value, one.answer.decimals):
        assert " ".join(text.split()) in seen
    for number in one.printed:
        for text in (number.number, number.source, number.verdict, number.correct):
            assert " ".join(text.split()) in seen
    assert one.proof_file is None or one.proof_file.sha256 in section
    assert f"](#{one.id})" in PAGES["index.md"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_means_nothing_but_itself(text):
    html = MARKDOWN.render(escaped(text))
    assert html.startswith("<p>")
    assert html.count("<") == 2
    assert unescape(html[3:-5]) == text


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Zs"]), min_size=1).filter(
    lambda text: not UNPRINTABLE.search(text) and "\t" not in text
)


@settings(max_examples=200)
@given(TEXTS)
@example("1.")
def test_any_text_means_nothing_but_itself(text):
    html = MARKDOWN.render(escaped(text)).strip()
    assert unescape(html.removeprefix("<p>").removesuffix("</p>")) == text


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_an_entry_changes_the_page_around_it(text):
    """The page has the same elements as that of a plain text in its place."""

    def elements(text):
        number = printed(text, text, note=text, verdict="exact", correct=text)
        one = entry(
            title=text,
            rules=text,
            unit=text,
            note=text,
            answer=Answer(value=text, sha256="0" * 64),
            printed=(number,),
        )
        made = replace(catalogue(one), families=(Family("dice", text, text),))
        return [re.findall(r"</?\w+", MARKDOWN.render(page)) for page in pages(made).values()]

    assert elements(text) == elements("plain")


def test_an_address_is_a_link():
    one = entry(printed=(printed("1", "A book", url="https://example.org/a_b"),))
    page = pages(catalogue(one))["dice.md"]
    assert 'href="https://example.org/a_b"' in MARKDOWN.render(page)


def commands_in(page):
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def test_the_commands_of_an_entry_run(tmp_path, monkeypatch):
    """Values, decimals and the proof come out as they are printed above the commands."""
    monkeypatch.chdir(tmp_path)
    one = entry("pig-3", query="pig_win(0, 0, 0)", options={"target": 3}, proof="pig target=3")
    recorded = with_record(one, computed(one, with_proof=True))
    found = {}
    for line in commands_in(pages(catalogue(recorded))["dice.md"]):
        program, *words = shlex.split(line)
        assert program == "exactdice"
        if words[0] != "catalogue":  # which has no such entry
            found[line] = run(*words)
    assert all(done.returncode == 0 for done in found.values()), found
    _, check, value, decimals = found.values()
    assert value.stdout.strip() == recorded.answer.value
    assert decimals.stdout.strip() == recorded.answer.decimals
    assert check.stdout.startswith("proved")
    assert (tmp_path / "pig-3.json").stat().st_size == recorded.proof_file.size


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_commands_of_all_pages_name_what_is_there(page):
    for line in commands_in(page):
        program, command, *words = shlex.split(line)
        assert program == "exactdice"
        assert command in ("value", "solve", "check", "catalogue")
        assert words

"""The one form of the file of the catalogue."""

import shlex
import tomllib
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from made_entries import catalogue, entry, printed

from exactdice.catalogue.entry import Answer, ProofFile
from exactdice.catalogue.reading import FILE, catalogue_from, read_catalogue
from exactdice.catalogue.written import catalogue_text
from exactdice.exact import UNPRINTABLE


def is_a_line(text):
    return text.strip() and not UNPRINTABLE.search(text) and "\t" not in text


MARKS = st.characters(exclude_categories=["C", "Z"], include_characters=" ")
LINES = st.text(MARKS, min_size=1, max_size=30).filter(is_a_line)
PARTS = st.integers() | LINES
OPTIONS = st.dictionaries(LINES, PARTS | st.lists(PARTS, min_size=1).map(tuple), max_size=3)
PRINTED = st.builds(
    printed, LINES, LINES, options=OPTIONS, note=LINES, meant=st.just({"kind": "about"})
)
ANSWERS = st.builds(
    Answer,
    value=LINES,
    bits=st.none() | st.tuples(st.integers(0), st.integers(1)),
    sha256=st.just("ab" * 32),
)
ENTRIES = st.builds(
    entry,
    title=LINES,
    rules=LINES,
    unit=LINES,
    options=OPTIONS,
    proof=LINES.map(shlex.quote),
    note=LINES,
    slow=st.booleans(),
    answer=st.none() | ANSWERS,
    proof_file=st.none() | st.just(ProofFile("cd" * 32, 7)),
    printed=st.lists(PRINTED, max_size=2).map(tuple),
)


@settings(max_examples=40)
@given(ENTRIES)
def test_what_is_written_is_read_again(one):
    text = catalogue_text(catalogue(one))
    assert catalogue_from(tomllib.loads(text)) == catalogue(one)


def test_the_file_that_comes_with_the_package_is_in_this_form():
    assert catalogue_text(read_catalogue()) == FILE.read_text(encoding="utf-8")


def test_everything_is_recorded_in_the_file_that_comes_with_the_package():
    assert [one.id for one in read_catalogue().entries if not one.is_recorded] == []


def test_an_entry_lacks_what_is_not_recorded():
    recorded = entry(answer=Answer("1/6", sha256="ab" * 32), printed=())
    assert recorded.is_recorded
    assert not entry().is_recorded
    assert not replace(recorded, proof="pig target=2").is_recorded
    assert not replace(recorded, printed=(printed("0.17"),)).is_recorded

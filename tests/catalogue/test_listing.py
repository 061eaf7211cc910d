"""The lists of the catalogue, as other programmes read them."""

import csv
import json
import tomllib
from io import StringIO

import pytest
from made_entries import catalogue, entry, printed

from exactdice.catalogue.listing import WIDTH, WRITERS, entry_lines
from exactdice.catalogue.reading import catalogue_from, read_catalogue
from exactdice.catalogue.recorded import computed, with_record

CATALOGUE = read_catalogue()
IDS = [one.id for one in CATALOGUE.entries]


def test_json_has_every_field_and_the_commands():
    found = json.loads(WRITERS["json"](CATALOGUE))
    assert [one["id"] for one in found["entries"]] == IDS
    for data, one in zip(found["entries"], CATALOGUE.entries, strict=True):
        assert data["answer"]["decimals"] == one.answer.decimals
        assert [number["verdict"] for number in data["printed"]] == [
            number.verdict for number in one.printed
        ]
        assert data["commands"]["value"].startswith("exactdice value ")


def test_csv_has_a_row_for_each_entry():
    rows = [*csv.DictReader(StringIO(WRITERS["csv"](CATALOGUE)))]
    assert [row["id"] for row in rows] == IDS
    assert [row["sha256"] for row in rows] == [one.answer.sha256 for one in CATALOGUE.entries]


def test_toml_is_the_catalogue_itself():
    assert catalogue_from(tomllib.loads(WRITERS["toml"](CATALOGUE))) == CATALOGUE


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_people_find_each_entry(form):
    text = WRITERS[form](CATALOGUE)
    assert [name for name in IDS if name not in text] == []


@pytest.mark.parametrize("one", CATALOGUE.entries, ids=IDS)
def test_an_entry_is_shown_in_lines_that_fit(one):
    lines = [*entry_lines(one)]
    to_be_pasted = [line for line in lines if line.startswith("    exactdice ")]
    assert to_be_pasted
    assert [line for line in lines if len(line) > WIDTH and line not in to_be_pasted] == []


def test_an_entry_is_shown_with_all_that_is_recorded():
    one = entry(printed=(printed("0.3", note="a slip", url="https://a.org/"),), note="Luck.")
    text = "\n".join(entry_lines(with_record(one, computed(one))))
    for part in (
        "1/6",
        "0.1666",
        "0.3: off by one in the last place, it is 0.2",
        "A book",
        "a slip",
        "Luck.",
    ):
        assert part in text, text


def test_what_is_not_recorded_is_said():
    one = entry(printed=(printed("0.2"),))
    assert "\n".join(entry_lines(one)).count("not recorded") == 2
    assert all("not recorded" in WRITERS[form](catalogue(one)) for form in ("text", "markdown"))

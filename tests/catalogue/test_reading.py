"""The file of the catalogue read, and what is said of one that is wrong."""

import pytest

from exactdice.catalogue.reading import LONGEST_TEXT, catalogue_from, read_catalogue
from exactdice.errors import ExactDiceError, SeveralErrors

FAMILY = {"id": "dice", "title": "Dice", "text": "Throws."}
ENTRY = {
    "id": "seven",
    "family": "dice",
    "title": "Seven",
    "rules": "Two dice are thrown.",
    "query": "chance(2d6, 7)",
    "unit": "probability",
}
PRINTED = {"number": "0.1667", "source": "A book"}
DIGEST = "0" * 64


def content(**changed):
    """A file with one entry, of which these fields are others; None takes a field out."""
    entry = {key: value for key, value in {**ENTRY, **changed}.items() if value is not None}
    return {"family": [FAMILY], "entry": [entry]}


def complaints(found):
    with pytest.raises(SeveralErrors) as raised:
        catalogue_from(found, "file")
    return raised.value.complaints


def test_a_right_file_is_read():
    read = catalogue_from(content(options={"weights": [1, "1/2"], "faces": 2}, sha256=DIGEST))
    (entry,) = read.entries
    assert (entry.id, entry.options) == ("seven", {"weights": (1, "1/2"), "faces": 2})
    assert entry.answer.sha256 == DIGEST


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"id": None}, "entry 1: id is missing"),
        ({"id": "Seven up"}, "entry 1: id must be lower-case words joined by -, as pig-100"),
        ({"title": None}, "entry seven: title is missing"),
        ({"title": 7}, "entry seven: title must be a text in quotes, got 7"),
        ({"title": "  "}, "entry seven: title must be a text in quotes, got '  '"),
        ({"rules": "a\nb"}, "rules must be one line of printable characters, got 'a\\nb'"),
        ({"rules": "a\x1b[2J"}, "rules must be one line of printable characters"),
        ({"note": "x" * (LONGEST_TEXT + 1)}, "note must have at most 2000 characters, got 2001"),
        ({"family": "dise"}, "family must be one of dice, got 'dise' (did you mean dice?)"),
        ({"query": "chance(2d6,"}, "entry seven: query: "),
        ({"unti": "x"}, "unknown field 'unti' (did you mean unit?)"),
        ({"proof": "pig 'target"}, 'proof must be words as in a command line, got "pig \'target"'),
        ({"proof_sha256": DIGEST, "proof_bytes": 7}, "proof is missing, but its file is recorded"),
        ({"slow": "yes"}, "slow must be true or false, got 'yes'"),
        ({"options": [1]}, "options must be a table such as { target = 100 }, got [1]"),
        ({"options": {"a": True}}, 'option a must be a number or a text such as "1/10", got True'),
        ({"options": {"a": []}}, 'option a must be a number or a text such as "1/10", got []'),
        ({"value": "1/6"}, "sha256 is missing: `exactdice catalogue record` writes"),
        ({"sha256": "00"}, "sha256 must be 64 hexadecimal digits, got '00'"),
        ({"sha256": DIGEST, "decimals": "1e5"}, "decimals must be a decimal number, got '1e5'"),
        ({"sha256": DIGEST, "bits": [1]}, "bits must be two whole numbers, as [5, 3], got [1]"),
        ({"sha256": DIGEST, "bits": [1, -1]}, "bits must be a whole number, got -1"),
        ({"proof_bytes": 3.5}, "proof_bytes must be a whole number, got 3.5"),
        ({"printed": {}}, "printed must be written as [[printed]], got {}"),
        ({"printed": [7]}, "entry seven: printed 1: it must be a table, got 7"),
    ],
)
def test_a_bad_field_is_one_line_that_names_the_entry(changed, said):
    found = complaints(content(**changed))
    assert any(said in line for line in found), found
    assert all(line.startswith("file: entry ") and "\n" not in line for line in found)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"number": 0.5}, "number must be a text in quotes, got 0.5"),
        ({"source": None}, "source is missing"),
        ({"kind": "ruonded"}, "got 'ruonded' (did you mean rounded?)"),
        ({"verdict": "right"}, "verdict must be one of exact, true, correctly rounded,"),
        ({"url": "javascript:alert(1)"}, "url must be an address such as https://example.org"),
        ({"url": "https://a.org/> x"}, "url must be an address such as https://example.org"),
        ({"query": "1 +"}, "query: "),
    ],
)
def test_a_bad_field_of_a_printed_number_names_its_place(changed, said):
    fields = {key: value for key, value in {**PRINTED, **changed}.items() if value is not None}
    found = complaints(content(printed=[PRINTED, fields]))
    assert len(found) == 1
    assert found[0].startswith("file: entry seven: printed 2: ")
    assert said in found[0]


def test_every_complaint_is_told_at_once():
    found = complaints(content(title=None, unit=None, slow=1))
    assert len(found) == 3


@pytest.mark.parametrize("key", ["family", "entry"])
def test_an_id_is_there_once(key):
    twice = content()
    twice[key] = twice[key] * 2
    assert complaints(twice)[0].endswith("is there more than once")


def test_no_family_takes_the_name_of_the_overview():
    found = complaints({"family": [{**FAMILY, "id": "index"}], "entry": []})
    assert "the name of the overview" in found[0]


def test_entries_are_by_families_in_the_order_of_these():
    families = [{**FAMILY, "id": name} for name in ("b", "a")]
    entries = [{**ENTRY, "id": f"{name}-{k}", "family": name} for k in (2, 1) for name in "ab"]
    read = catalogue_from({"family": families, "entry": entries})
    assert [entry.id for entry in read.entries] == ["b-2", "b-1", "a-2", "a-1"]


@pytest.mark.parametrize("text", ["[[entry", "a = 1\na = 2", "x = 1e999999"])
def test_what_is_no_toml_is_said_with_its_path(tmp_path, text):
    file = tmp_path / "c.toml"
    file.write_text(text)
    with pytest.raises(ExactDiceError, match=r"c\.toml: not a TOML file: "):
        read_catalogue(file)


def test_a_decimal_option_is_exact(tmp_path):
    file = tmp_path / "c.toml"
    head = (
        '[[family]]\nid="dice"\ntitle="D"\ntext="T"\n[[entry]]\noptions = { weights = [0.1, 1] }\n'
    )
    file.write_text(head + "\n".join(f'{key} = "{value}"' for key, value in ENTRY.items()))
    assert read_catalogue(file).entries[0].options == {"weights": ("1/10", 1)}

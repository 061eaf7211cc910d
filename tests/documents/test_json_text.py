"""JSON whose texts know where they stand: each character of each text is found in the file."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.documents import json_text
from exactdice.documents.json_text import JsonText, read_json
from exactdice.errors import ClaimsError
from exactdice.printed.source import Source

TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from('"\\/\n\u2212\U0001d7d9'))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


def source(text):
    return Source(Path("a.ipynb"), text)


def plain(value):
    """The value with its texts alone."""
    if isinstance(value, JsonText):
        return value.value
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def texts_in(value):
    if isinstance(value, JsonText):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


@settings(max_examples=150, deadline=None)
@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_what_is_read_is_what_json_reads_and_every_character_is_found(value, ascii_only, indent):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    file = source(text)
    read = read_json(file)
    assert plain(read) == value
    for found in texts_in(read):
        assert file.text[found.start - 1] == '"'
        assert found.place(len(found.value)) == found.start + len(found.written)
        for k, character in enumerate(found.value):
            written = file.text[found.place(k) : found.place(k + 1)]
            assert json.loads(f'"{written}"') == character


def test_of_a_key_that_is_there_twice_the_last_counts_as_in_json():
    file = source('{"a": "one", "a": "two"}')
    assert plain(read_json(file)) == json.loads(file.text)
    assert file.text[read_json(file)["a"].start :] == 'two"}'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("9" * 5000, "too many digits"),
        ('["a\nb"]', "a.ipynb:1: cannot be read as JSON: Invalid control character"),
        ('[\n"a"\n"b"]', "a.ipynb:3: cannot be read as JSON: Expecting ',' delimiter"),
        ("", "Expecting value"),
        ('"\\x"', "Invalid"),
    ],
    ids=lambda value: value[:12],
)
def test_what_cannot_be_read_is_refused_in_one_line(text, why):
    with pytest.raises(ClaimsError) as caught:
        read_json(source(text))
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_more_values_than_memory_holds_are_refused(monkeypatch):
    monkeypatch.setattr(json_text, "MOST_VALUES", 3)
    assert plain(read_json(source("[1,2,3]"))) == [1, 2, 3]
    with pytest.raises(ClaimsError, match="at most 3 values"):
        read_json(source("[1,2,3,4]"))

"""The catalogue as the text of its file, in the one form that the file has."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ..files import read_bytes, rewrite_atomically
from .entry import Answer, Catalogue, Entry, Family, Option, Printed, ProofFile
from .reading import MOST_BYTES, catalogue_in

HEAD = """\
# Exactly solved games. What each field means: docs/reference/catalogue_file.md.
# This form is written by `exactdice catalogue record`, and so is what is recorded of each value,
# proof and printed number; `exactdice catalogue verify` compares it with what is computed.
"""

Field = tuple[str, object]  # a key and its value


def catalogue_text(catalogue: Catalogue) -> str:
    """The text of the file: the families, then the entries by families."""
    tables = [_table("family", _of_family(family)) for family in catalogue.families]
    tables += map(entry_text, catalogue.entries)
    return "\n".join([HEAD, *tables])


def rewrite_catalogue(path: Path, change: Callable[[Catalogue], Catalogue]) -> None:
    """Write the file with this change of what it holds, whole or not at all; `ExactDiceError` when
    somebody else writes it meanwhile.
    """
    before = read_bytes(path, MOST_BYTES)
    rewrite_atomically(path, before, catalogue_text(change(catalogue_in(before, path))))


def entry_text(entry: Entry) -> str:
    """The tables of one entry: its own, and one for each printed number."""
    tables = [_table("entry", _of_entry(entry))]
    tables += [_table("entry.printed", _of_printed(one)) for one in entry.printed]
    return "\n".join(tables)


def _of_family(family: Family) -> Iterator[Field]:
    yield "id", family.id
    yield "title", family.title
    yield "text", family.text


def _of_entry(entry: Entry) -> Iterator[Field]:
    yield "id", entry.id
    yield "family", entry.family
    yield "title", entry.title
    yield "rules", entry.rules
    yield "query", entry.query
    yield "options", entry.options
    yield "unit", entry.unit
    yield "proof", entry.proof
    yield "note", entry.note
    yield "slow", entry.slow
    yield from answer_fields(entry.answer)
    yield from proof_fields(entry.proof_file)


def answer_fields(answer: Answer | None) -> Iterator[Field]:
    """The fields that record the value."""
    if answer is not None:
        yield "value", answer.value
        yield "decimals", answer.decimals
        yield "enclosed", answer.enclosed
        yield "bits", answer.bits
        yield "sha256", answer.sha256


def proof_fields(proof_file: ProofFile | None) -> Iterator[Field]:
    """The fields that record the proof."""
    if proof_file is not None:
        yield "proof_sha256", proof_file.sha256
        yield "proof_bytes", proof_file.size


def _of_printed(printed: Printed) -> Iterator[Field]:
    yield "number", printed.number
    yield "query", printed.query
    yield "options", printed.options
    yield from printed.meant.items()
    yield "source", printed.source
    yield "url", printed.url
    yield "note", printed.note
    yield "verdict", printed.verdict
    yield "correct", printed.correct


def _table(name: str, fields: Iterator[Field]) -> str:
    """A table of TOML; fields that say nothing are left out."""
    lines = [f"{key} = {_value(value)}" for key, value in fields if _says_something(value)]
    return "\n".join([f"[[{name}]]", *lines, ""])


def _says_something(value: object) -> bool:
    return value is not None and value is not False and value != "" and value != {}


def _value(value: object) -> str:
    if value is True:
        return "true"
    if isinstance(value, Mapping):
        return _inline(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    # What JSON escapes TOML escapes in the same way; no other text is read from the file.
    return json.dumps(value, ensure_ascii=False)


def _inline(options: Mapping[str, Option]) -> str:
    pairs = (f"{_key(key)} = {_value(value)}" for key, value in options.items())
    return f"{{ {', '.join(pairs)} }}"


def _key(key: str) -> str:
    is_bare = key.isascii() and key.replace("-", "_").isidentifier()
    return key if is_bare else json.dumps(key, ensure_ascii=False)

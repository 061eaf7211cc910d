"""Entries listed: for people, and for other programmes as JSON, CSV and TOML."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from io import StringIO
from textwrap import wrap

from ..files import json_text
from .entry import (
    Catalogue,
    Entry,
    decimals_command,
    option_words,
    proof_command,
    value_command,
    verify_command,
)
from .pages import length, short_value, table, verdicts
from .written import catalogue_text

WIDTH = 80  # columns
INDENT = " " * 4
COLUMNS = (
    "id",
    "family",
    "title",
    "query",
    "options",
    "unit",
    "value",
    "decimals",
    "enclosed",
    "numerator_bits",
    "denominator_bits",
    "sha256",
    "proof_sha256",
    "proof_bytes",
    "in_print",
    "command",
)


def as_text(catalogue: Catalogue) -> str:
    """The entries under the titles of their families: the id, the title and the value of each."""
    return "\n".join(_listed(catalogue))


def _listed(catalogue: Catalogue) -> Iterator[str]:
    for family in catalogue.families:
        yield family.title
        for entry in catalogue.of_family(family.id):
            yield f"  {entry.id}"
            yield from _wrapped(f"{entry.title}: {short_value(entry.answer)}")
    yield ""


def as_markdown(catalogue: Catalogue) -> str:
    """One table of all entries."""
    return table(catalogue.entries)


def as_json(catalogue: Catalogue) -> str:
    """{"families": [...], "entries": [...]}, every field by its name; numbers that may be long are
    texts.
    """
    families = [asdict(family) for family in catalogue.families]
    return json_text({"families": families, "entries": [*map(_as_data, catalogue.entries)]})


def _as_data(entry: Entry) -> dict[str, object]:
    """All fields of the entry, and the commands that make it anew."""
    commands = {"value": value_command(entry), "verify": verify_command(entry)}
    if entry.answer is not None and entry.answer.decimals:
        commands["decimals"] = decimals_command(entry)
    if entry.proof:
        commands["proof"] = proof_command(entry)
    return {**asdict(entry), "commands": commands}


def as_csv(catalogue: Catalogue) -> str:
    """A row for each entry, under the names of the columns."""
    text = StringIO()
    rows = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    rows.writeheader()
    rows.writerows(map(_as_row, catalogue.entries))
    return text.getvalue()


def _as_row(entry: Entry) -> Mapping[str, object]:
    row: dict[str, object] = {
        "id": entry.id,
        "family": entry.family,
        "title": entry.title,
        "query": entry.query,
        "options": " ".join(option_words(entry.options)),
        "unit": entry.unit,
        "in_print": verdicts(entry.printed),
        "command": value_command(entry),
    }
    if entry.answer is not None:
        row["value"], row["decimals"] = entry.answer.value, entry.answer.decimals
        row["enclosed"] = str(entry.answer.enclosed).lower()
        row["sha256"] = entry.answer.sha256
        row["numerator_bits"], row["denominator_bits"] = entry.answer.bits or ("", "")
    if entry.proof_file is not None:
        row["proof_sha256"], row["proof_bytes"] = entry.proof_file.sha256, entry.proof_file.size
    return row


# {format: what writes it}
WRITERS: Mapping[str, Callable[[Catalogue], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "json": as_json,
    "csv": as_csv,
    "toml": catalogue_text,
}


# --- one entry ------------------------------------------------------------------------------------


def entry_lines(entry: Entry) -> Iterator[str]:
    """Everything about the entry in lines of at most 80 columns, but for what is to be pasted."""
    yield f"{entry.id}: {entry.title}" if len(entry.title) < WIDTH - 30 else entry.id
    if len(entry.title) >= WIDTH - 30:
        yield from _wrapped(entry.title)
    for heading, lines in _sections(entry):
        yield heading
        yield from lines


def _sections(entry: Entry) -> Iterator[tuple[str, Iterable[str]]]:
    """(heading, lines) of each part that there is."""
    yield "rules", _wrapped(entry.rules)
    yield "what it means", _wrapped(entry.unit)
    yield "value", list(_value_lines(entry))
    if entry.note:
        yield "note", _wrapped(entry.note)
    if entry.proof_file is not None:
        about = (f"a file of {entry.proof_file.size} bytes, SHA-256", entry.proof_file.sha256)
        yield "proof", [f"{INDENT}{line}" for line in about]
    if entry.printed:
        yield "in print", list(_printed_lines(entry))
    yield "made anew by", [f"{INDENT}{command}" for command in _commands(entry)]


def _value_lines(entry: Entry) -> Iterator[str]:
    answer = entry.answer
    if answer is None:
        yield f"{INDENT}not recorded"
        return
    yield from _wrapped(answer.value)
    if answer.decimals:
        yield f"{INDENT}{answer.decimals}"
    if answer.enclosed:
        yield f"{INDENT}known by bounds that are proved and decide all these digits"
    if not answer.value and answer.sha256:
        yield from _wrapped(f"exactly {length(answer)}, whose text has the SHA-256")
        yield f"{INDENT}{answer.sha256}"


def _printed_lines(entry: Entry) -> Iterator[str]:
    for one in entry.printed:
        correct = f", it is {one.correct}" if one.correct else ""
        yield from _wrapped(f"{one.number}: {one.verdict or 'not recorded'}{correct}")
        yield from _wrapped(f"{one.source} {one.url} {one.note}".strip(), INDENT * 2)


def _commands(entry: Entry) -> Sequence[str]:
    commands = [value_command(entry), verify_command(entry)]
    return [*commands, proof_command(entry)] if entry.proof else commands


def _wrapped(text: str, indent: str = INDENT) -> list[str]:
    return wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )

"""A server of the Model Context Protocol, by which assistants ask for exact values within limits.

What each of its tools answers: plain data from the arguments, worked out in a process of its own;
of a document each claim is such a question, within limits of its own.

No file is read: what a query names by a path would have to lie in a folder that is empty.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

from ...exact.errors import ExactDiceError
from ...exact.files import json_text
from ...exact.numbers import integer_text, printable
from ...exact.session import in_session
from ...jobs.allowance import Allowance
from ...jobs.crew import within
from ...query.evaluate import evaluate_query
from ...query.games_by_name import makers_loaded, options_of
from ...query.proving import proving
from ...query.ranges import ranges_and_options, single_values
from ...query.reasons import reason
from ...query.register import summary_of
from ...query.words import EVERY_NAME, QUANTITIES
from ...report.claims.claim import (
    ALPHA,
    HOLDS,
    MEANINGS,
    OPEN,
    STRICTLY_HOLDS,
    Document,
    Finding,
    Settings,
    Verdict,
    document_status,
    holds,
)
from ...report.claims.entry import claim_from
from ...report.claims.findings import counted, explanation, remarks, summary
from ...report.documents.verification import Verified, Wanted, findings_in, verified
from ...report.pages.description import option_text, page
from ...solvers.stores.cache import opened
from ...writeup.tables.number_text import decimal, exact
from ...writeup.tables.output_formats import TableFormat
from ...writeup.tables.table import render, table_over

Arguments = Mapping[str, Any]  # by their names, as the tool has checked them
Data = dict[str, object]  # that can be written as JSON
DIGITS = 6  # of a decimal
LONGEST_ANSWER = 100_000  # characters: an assistant has to read it


def bounded(work: Callable[[], Data]) -> Data:
    """The answer of the work, unless it is too long to be read."""
    found = work()
    length = len(json_text(found))
    if length > LONGEST_ANSWER:
        raise ExactDiceError(
            f"the answer has {length} characters, and at most {LONGEST_ANSWER} are handed "
            "over: ask for a part of it, as for one probability of a law"
        )
    return found


def without_folder(text: str, path: Path) -> str:
    """The message without the folder, of which nobody else knows."""
    return text.replace(f"{path.parent}/", "").replace(str(path.parent), "the folder")


# No folder is made by default, which would be left behind by a worker that is ended.
@contextmanager
def reading_no_file(path: Path = Path(os.devnull) / "query") -> Iterator[None]:
    """Inside the `with` block a table that a query names would have to lie beside the path, where
    nothing is, and no message names its folder.
    """
    with in_session(folder=path.parent):
        try:
            yield
        except ExactDiceError as error:
            raise ExactDiceError(without_folder(str(error), path)) from error


@contextmanager
def empty_folder(name: str) -> Iterator[Path]:
    """The path of a document in a folder of its own, where tables and sources would have to lie."""
    with TemporaryDirectory(prefix="exactdice-") as folder:
        path = Path(folder).resolve() / name
        with reading_no_file(path):
            yield path


def words_of(options: Arguments) -> list[str]:
    """The options as words that a command takes, `dice=10`; lists with commas."""
    return [f"{key}={_text(value)}" for key, value in options.items()]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return integer_text(value)
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value)


# --- value ----------------------------------------------------------------------------------------


def value(query: str, options: Arguments, digits: int, is_proved: bool) -> Data:
    """The exact value of a query, and as a decimal; where it is asked for, what was proved."""
    with reading_no_file():
        given = single_values(words_of(options), query)
        with proving() if is_proved else nullcontext() as book:
            found = evaluate_query(query, given)
        data: Data = {"query": query, "exact": exact(found), "decimal": decimal(found, digits)}
        because = reason(query, given) if isinstance(found, bool) else ""
    if because:
        data["because"] = because
    # What the checker accepted of the solutions behind the value.
    if book is not None and book.proofs:
        data |= {"proved": True, "proofs": list(book.proofs)}
    elif book is not None:
        what = ", ".join(dict.fromkeys(book.uncovered)) or "the query asks for no solution"
        data |= {"proved": False, "computed_exactly_without_proof": what}
    return data


# --- table ----------------------------------------------------------------------------------------


def table(queries: Sequence[str], options: Arguments, form: TableFormat, style: str) -> Data:
    """A table of queries over ranges, or of distributions."""
    with reading_no_file():
        ranges, given = ranges_and_options(words_of(options), queries)
        made = table_over(queries, ranges, given)
        return {"table": render(made, form, style)}


# --- explain_verdict ------------------------------------------------------------------------------


def explain_verdict(verdict: Verdict | None, claim: Arguments | None) -> Data:
    """The meaning of a verdict, or the one that a claim gets and why."""
    if verdict is None and claim is None:
        raise ExactDiceError("explain_verdict needs verdict or claim")
    explained: Data = {} if verdict is None else {"verdict": meaning(verdict)}
    if claim is not None:
        entry = {("value" if key == "query" else key): text for key, text in claim.items()}
        if "options" in entry:
            # A claims file knows no truths, and 1 and 0 stand for them in queries.
            entry["given"] = {
                key: int(value) if isinstance(value, bool) else value
                for key, value in entry.pop("options").items()
            }
        with empty_folder("claim") as path:
            entered = claim_from(entry, "claim", 0, Settings())
            (finding,) = findings_in(Document(path, "", (entered,), ALPHA))
            data = finding_data(finding, path)
        data |= {"kind": finding.claim.kind, "verdict": meaning(finding.verdict)}
        if finding.value is not None:
            data["decimal"] = decimal(finding.value, DIGITS)
        if finding.correct:
            data["printed_correctly"] = finding.correct
        explained["claim"] = data
    return explained


def finding_data(finding: Finding, path: Path) -> Data:
    """The finding on a claim of the document at the path."""
    data: Data = {
        "printed": finding.claim.printed.text,
        "query": finding.claim.query,
        "verdict": finding.verdict,
        "explanation": without_folder(explanation(finding), path),
    }
    if finding.value is not None:
        data["exact"] = exact(finding.value)
    if finding.hints:
        data["hints"] = list(finding.hints)
    return data


def meaning(verdict: Verdict) -> Data:
    """A verdict in words, and whether what is claimed holds with it."""
    holds = "yes" if verdict in HOLDS else "no"
    if verdict in OPEN:
        holds = "open: it could not be decided"
    elif verdict in HOLDS and verdict not in STRICTLY_HOLDS:
        holds = "yes, but not where verdicts are strict"
    return {"word": verdict, "means": MEANINGS[verdict], "holds": holds}


# --- games ----------------------------------------------------------------------------------------


def games(name: str | None) -> Data:
    """The games and the words of queries with their options, or one game described."""
    if name is not None:
        return {"description": "\n".join(map(printable, page(name)))}
    return {
        "games": [
            {
                "name": name,
                "options": [option_text(*option) for option in options_of(maker).items()],
                "summary": summary_of(maker),
            }
            for name, maker in makers_loaded()
        ],
        "words": [
            {"call": word.signature, "means": word.summary, "options": list(word.options)}
            for word in QUANTITIES.values()
        ],
        "strategies": list(EVERY_NAME),
        "how_to_ask": HOW_TO_ASK,
    }


HOW_TO_ASK = (
    "A query calls a word with numbers and strategies, as gain(blind, optimal); options such as "
    'game=pig and dice=3 go beside it. The words "of every game" need game=NAME. Queries can be '
    "calculated with and compared: 1 - EP(5)/10, all(d, 1..5, EP(d) < EP(d + 1)). Laws of dice are "
    "written 2d6, mean(4d6), 2d6 >= 7."
)


# --- verify_text ----------------------------------------------------------------------------------


class TextFormat(StrEnum):
    """The formats of a text."""

    MARKDOWN = "markdown"
    LATEX = "latex"
    CSV = "csv"
    NOTEBOOK = "notebook"
    TOML = "toml"


SUFFIXES = {TextFormat.MARKDOWN: "md", TextFormat.LATEX: "tex", TextFormat.NOTEBOOK: "ipynb"}


def verify_text(
    text: str,
    form: TextFormat,
    is_strict: bool,
    wanted: Wanted,
    allowance: Allowance,
    is_kept: bool,
    stopped: Event,
) -> Data:
    """The findings on the claims of a text, first those that do not hold; as many as an assistant
    can read.
    """
    with empty_folder(f"text.{SUFFIXES.get(form, form)}") as path:
        path.write_bytes(text.encode())
        with opened(is_kept) as cache:
            (found,) = verified([path], wanted, allowance, cache, stopped=stopped)
        # To say it of thousands of claims takes time of its own.
        return within(allowance, findings_data, (found, path, is_strict), stopped)


def findings_data(judged: tuple[Verified, Path, bool]) -> Data:
    """The findings on the text at the path, judged strictly or not."""
    found, path, strict = judged
    document, findings = found.document, found.findings
    if document is None:
        raise ExactDiceError("; ".join(found.complaints))
    data: Data = {
        "result": counted([(document, findings)], strict),
        "status": document_status(document, findings, strict),
        "summary": summary(document, findings),
        "remarks": [one.replace(str(path), path.name) for one in remarks(document, findings)],
    }
    entries = []
    for finding in findings:
        claim = finding.claim
        source = document.source
        line = source.position(claim.span[0])[0] if source and claim.span else claim.line
        place = {"line": line, "holds": holds(finding, strict)}
        entries.append(place | finding_data(finding, path))
    # A stable sort: within each half they come as they stand in the text.
    entries.sort(key=lambda entry: bool(entry["holds"]))
    # As many as can be read.
    lengths = accumulate((len(json_text(entry)) for entry in entries), initial=len(json_text(data)))
    most = sum(length <= LONGEST_ANSWER for length in lengths) - 1
    left = len(entries) - most
    return data | {"claims": entries[:most]} | ({"left_out": left} if left else {})

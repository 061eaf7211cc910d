"""What each tool answers: plain data from the arguments, worked out in a process of its own.

No file is read: what a query names by a path would have to lie in a folder that is empty.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..claims.claim import Document
from ..claims.entry import claim_from
from ..claims.findings import explanation
from ..claims.settings import ALPHA, Settings
from ..claims.verdict import HOLDS, MEANINGS, OPEN, STRICTLY_HOLDS, Finding, Verdict
from ..documents.verification import findings_in
from ..errors import ExactDiceError
from ..exact import integer_text, printable
from ..files import json_text
from ..games.register import GAMES, doubly_named, installed_games, maker_named, options_of
from ..games.strategy_table import tables_beside
from ..pages.description import option_text, page
from ..queries.evaluate import evaluate_query
from ..queries.ranges import ranges_and_options, single_values
from ..queries.reasons import reason
from ..queries.words import EVERY_NAME, QUANTITIES
from ..tables.number_text import decimal, exact
from ..tables.of_laws import law_table, with_titles
from ..tables.table import make_table, render
from ..words.proving import proving
from ..words.register import Answer, summary_of

Arguments = Mapping[str, Any]  # by their names, as the tool has checked them
Data = dict[str, object]  # that can be written as JSON
DIGITS = 6  # of a decimal
LONGEST_ANSWER = 100_000  # characters: an assistant has to read it


def of_bounded_length(work: Callable[[Arguments], Data]) -> Callable[[Arguments], Data]:
    """The same, which refuses an answer that is too long to be read."""

    @wraps(work)
    def bounded(asked: Arguments) -> Data:
        found = work(asked)
        length = len(json_text(found))
        if length > LONGEST_ANSWER:
            raise ExactDiceError(
                f"the answer has {length} characters, and at most {LONGEST_ANSWER} are handed "
                "over: ask for a part of it, as for one probability of a law"
            )
        return found

    return bounded


@contextmanager
def empty_folder(name: str) -> Iterator[Path]:
    """The path of a document in a folder of its own, where tables and sources would have to lie."""
    with TemporaryDirectory(prefix="exactdice-") as folder:
        path = Path(folder).resolve() / name
        with tables_beside(path):
            yield path


def without_folder(text: str, path: Path) -> str:
    """The message without the folder, of which nobody else knows."""
    return text.replace(f"{path.parent}/", "").replace(str(path.parent), "the folder")


@contextmanager
def reading_no_file() -> Iterator[None]:
    """Inside the `with` block a table that a query names would have to lie where nothing can."""
    # No folder is made, which would be left behind by a worker that is ended.
    path = Path(os.devnull) / "query"
    with tables_beside(path):
        try:
            yield
        except ExactDiceError as error:
            raise ExactDiceError(without_folder(str(error), path)) from error


def _words_of(options: Arguments) -> list[str]:
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


@of_bounded_length
def value(asked: Arguments) -> Data:
    """The exact value of a query, and as a decimal; where it is asked for, what was proved."""
    query, digits = asked["query"], asked["digits"]
    with reading_no_file():
        given = single_values(_words_of(asked["options"]), query)
        if asked["proved"]:
            found, proofs = _proved(query, given)
        else:
            found, proofs = evaluate_query(query, given), {}
        data: Data = {"query": query, "exact": exact(found), "decimal": decimal(found, digits)}
        because = reason(query, given) if isinstance(found, bool) else ""
    return data | ({"because": because} if because else {}) | proofs


def _proved(query: str, given: Mapping[str, object]) -> tuple[Answer, Data]:
    """The value, and what the checker accepted of the solutions behind it."""
    with proving() as book:
        found = evaluate_query(query, given)
    if book.proofs:
        return found, {"proved": True, "proofs": list(book.proofs)}
    what = ", ".join(dict.fromkeys(book.uncovered)) or "the query asks for no solution"
    return found, {"proved": False, "computed_exactly_without_proof": what}


# --- table ----------------------------------------------------------------------------------------


@of_bounded_length
def table(asked: Arguments) -> Data:
    """A table of queries over ranges, or of laws."""
    queries = asked["queries"]
    with reading_no_file():
        ranges, given = ranges_and_options(_words_of(asked["options"]), queries)
        if ranges:
            made = make_table(queries, ranges, given)
        else:
            made = with_titles(law_table(queries, given, []), queries)
        return {"table": render(made, asked["format"], asked["style"])}


# --- explain_verdict ------------------------------------------------------------------------------


@of_bounded_length
def explain_verdict(asked: Arguments) -> Data:
    """What a verdict means, or which one a claim gets and why."""
    told: Data = {}
    if "verdict" in asked:
        told["verdict"] = meaning(asked["verdict"])
    if "claim" in asked:
        told["claim"] = _claim_explained(asked["claim"])
    if not told:
        raise ExactDiceError("explain_verdict needs verdict or claim")
    return told


def meaning(verdict: Verdict) -> Data:
    """A verdict in words, and whether what is claimed holds with it."""
    holds = "yes" if verdict in HOLDS else "no"
    if verdict in OPEN:
        holds = "open: it could not be decided"
    elif verdict in HOLDS and verdict not in STRICTLY_HOLDS:
        holds = "yes, but not where verdicts are strict"
    return {"word": verdict, "means": MEANINGS[verdict], "holds": holds}


def _claim_explained(words: Arguments) -> Data:
    asked = {("value" if key == "query" else key): text for key, text in words.items()}
    if "options" in asked:
        asked["given"] = _as_in_a_file(asked.pop("options"))
    with empty_folder("claim") as path:
        try:
            claim = claim_from(asked, "claim", 0, Settings())
        except ExactDiceError as error:
            raise ExactDiceError(without_folder(str(error), path)) from error
        (finding,) = findings_in(Document(path, "", (claim,), ALPHA))
        return _explained(finding, path)


def _as_in_a_file(options: Arguments) -> Data:
    # A claims file knows no truths, and 1 and 0 stand for them in queries.
    return {key: int(value) if isinstance(value, bool) else value for key, value in options.items()}


def _explained(finding: Finding, path: Path) -> Data:
    claim = finding.claim
    data: Data = {
        "printed": claim.printed.text,
        "query": claim.query,
        "kind": claim.kind,
        "verdict": meaning(finding.verdict),
        "explanation": without_folder(explanation(finding), path),
    }
    if finding.value is not None:
        data |= {"exact": exact(finding.value), "decimal": decimal(finding.value, DIGITS)}
    if finding.correct:
        data["printed_correctly"] = finding.correct
    if finding.hints:
        data["hints"] = list(finding.hints)
    return data


# --- games ----------------------------------------------------------------------------------------


@of_bounded_length
def games(asked: Arguments) -> Data:
    """The games and the words of queries with their options, or one game described."""
    if "name" in asked:
        return {"description": "\n".join(map(printable, page(asked["name"])))}
    return {
        "games": list(_games()),
        "words": [_word(name) for name in QUANTITIES],
        "strategies": list(EVERY_NAME),
        "how_to_ask": HOW_TO_ASK,
    }


HOW_TO_ASK = (
    "A query calls a word with numbers and strategies, as gain(blind, optimal); options such as "
    'game=pig and dice=3 go beside it. The words "of every game" need game=NAME. Queries can be '
    "calculated with and compared: 1 - EP(5)/10, all(d, 1..5, EP(d) < EP(d + 1)). Laws of dice are "
    "written 2d6, mean(4d6), 2d6 >= 7."
)


def _games() -> Iterator[Data]:
    names = [*GAMES, *(one.name for one in installed_games() if one.name not in doubly_named())]
    for name in names:
        try:
            maker = maker_named(name)
        except ExactDiceError:  # a package that cannot be loaded
            continue
        options = [option_text(key, default) for key, default in options_of(maker).items()]
        yield {"name": name, "options": options, "summary": summary_of(maker)}


def _word(name: str) -> Data:
    quantity = QUANTITIES[name]
    return {
        "call": quantity.signature,
        "means": quantity.summary,
        "options": list(quantity.options),
    }

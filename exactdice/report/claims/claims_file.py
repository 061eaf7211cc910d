"""Claims files: the numbers and the sentences a document prints, each with its query, in TOML.

[document]                 title, decimal ("," or "."; default: either),
                           alpha (level for estimates; default 0.01),
                           ties (first, last, random, any: how strategies of the author's programme
                           choose among optimal actions),
                           words = { "Tie" = 0 } (texts that mean numbers)
[given]                    options for every query below, where they apply
[[claim]]                  printed (a text) and value (a query), or statement; id, where, note
    kind = "rounded"       the number is rounded (the default)
    kind = "exact"         the number is meant exactly
    kind = "truncated"     its decimals are cut off
    kind = "about"         it is near, within tolerance = 0.05
    kind = "interval"      two numbers, as 0.33 and 0.34, between which the value is
    kind = "at-most"       the value is at most the number; so "at-least"
    kind = "order"         the number is the value's order of magnitude
    kind = "converged"     an iteration found it, within tolerance = "1e-9"
    kind = "montecarlo"    the number is the mean of n random games; needs n (or games), perhaps
                           "unknown"; run names the sample that several estimates are of
    kind = "uncertain"     the number has a printed error, 0.0672 ± 0.001 or 0.0672(10); level is
                           the chance with which it holds (default: one standard deviation)
    given = {target = 2}   options for this claim alone
    source = "a.csv row=3 column=mean"   where the number stands in the author's own result file
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from ...exact.errors import ClaimsError, ExactDiceError, PlacedError
from ...exact.numbers import parse_exact, shown
from ..printed.source import read_source
from .claim import SUGGESTED, Claim, Document, no_claim, not_accepted, unaccepted
from .entry import ClaimReader
from .settings import HEAD, check_keys, table_in

MOST_DOTS = 100  # of a line of a claims file, those of numbers left out

# Texts and numbers, whose dots part no keys.
WITHOUT_KEYS = re.compile(r"\"[^\"]*\"|'[^']*'|\d\.\d", re.ASCII)

HEADING = re.compile(r"\s*\[\[\s*claim\s*\]\]")
PROPOSED = re.compile(rf"#{SUGGESTED}{HEADING.pattern}")
TOP = {"document", "given", "claim"}


def read_claims(path: Path) -> Document:
    """The claims of the file; `ClaimsError` with file, line, what was required and what came."""
    source = read_source(path)
    for number, line in enumerate(source.text.split("\n"), 1):
        # `tomllib` takes time quadratic in the parts of a dotted key. The plain count first, since
        # the pattern is slower and few lines have many dots at all.
        if line.count(".") > MOST_DOTS and WITHOUT_KEYS.sub("", line).count(".") > MOST_DOTS:
            raise ClaimsError(
                f"{source.path}:{number}: a line of a claims file must have at most "
                f"{MOST_DOTS} dots outside numbers"
            )
    try:
        # A number such as 0.1 is read as the decimal it is, and never becomes a float.
        content = tomllib.loads(source.text.replace("\r\n", "\n"), parse_float=parse_exact)
    except ExactDiceError as error:  # of a number that is written with an exponent, as 1e999 is
        raise ClaimsError(f"{path}: {error}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        kinds = (
            ""
            if path.suffix.lower() == ".toml"
            else "; a document with marks is known by its ending: .md, .tex or .csv"
        )
        raise ClaimsError(f"{path}: not a TOML file: {error}{kinds}") from error
    except ValueError as error:  # what `int` refuses
        raise ClaimsError(
            f"{path}: an int has more digits than can be read: write a long number as a text"
        ) from error
    return _document(ClaimReader(source.path), source.text.splitlines(), content)


def _document(reader: ClaimReader, lines: list[str], content: dict[str, object]) -> Document:
    """The claims of the file; `ClaimsError` naming the line of what is no claim."""
    try:
        check_keys(content, TOP, whose="the file has ")
        head, given = table_in(content, "document"), table_in(content, "given")
        check_keys(head, HEAD, whose="[document] has ")
        words = table_in(head, "words")
    except ExactDiceError as error:
        raise reader.error(0, str(error)) from error
    settings = reader.settings(head, words, given)
    # tomllib tells no lines, so they are those of the headings.
    starts = [n for n, line in enumerate(lines, 1) if HEADING.match(line)]
    proposed = [n for n, line in enumerate(lines, 1) if PROPOSED.match(line)]
    entries: Any = content.get("claim")
    is_list = isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    if not entries or not is_list:
        left = f", {unaccepted(len(proposed))}" if proposed else ""
        raise reader.error(0, f"the file must hold at least one [[claim]]{left}")
    # A heading within a text of several lines, or claims written as one array, would put the
    # lines out of step: then no line is better than a wrong one.
    if len(starts) != len(entries):
        starts = [0] * len(entries)
    claims = list[Claim]()
    for k, (entry, line) in enumerate(zip(entries, starts, strict=True), 1):
        try:
            claims.append(reader.claim(entry, k, line, settings))
        except ClaimsError as error:  # one bad claim: the others are judged all the same
            why = error.message if isinstance(error, PlacedError) else str(error)
            printed = entry.get("printed", "")
            text = printed if isinstance(printed, str) else shown(printed)
            claims.append(no_claim(str(entry.get("id", k)), line, text, why))
    title, named = reader.title(head), reader.one_name_each(tuple(claims))
    text = f"#{SUGGESTED}[[claim]]"
    proposals = tuple(not_accepted(k, line, text) for k, line in enumerate(proposed, 1))
    return Document(reader.path, title, named, settings.alpha, proposals=proposals)

"""Numbers of a document that are no results: years and dates, numbers of sections, items and
references, what stands within code, and the constants of formulas.

A number is judged by what stands near it on its line, so that a long document costs no search.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from itertools import pairwise

from ...exact.errors import PlacedError
from ..printed.markdown import Span, end_of_span
from ..printed.source import Source
from ..printed.typeset import Latex
from .markdown_marks import parts_with_closed_code

NEAR = 60  # characters on either side that are looked at
YEARS = range(1800, 2100)

WHOLE = re.compile(r"\d{1,9}", re.ASCII)
PLAIN_FRACTION = re.compile(r"[-+]?\d{1,9}/\d{1,9}|\\[dt]?frac\{\d{1,9}\}\{\d{1,9}\}", re.ASCII)
# What touches a number on either side where it is a part of a date, a version or an address. The
# patterns for what stands before a number read backwards, so that they need no search.
BEFORE_DATE = re.compile(r"[\w./:-]{0,30}")
AFTER_DATE = re.compile(r"(?:[./:-]?\w){0,30}")
DATE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|v?\d{1,4}(?:\.\d{1,4}){2,4}"
    r"|\d{4}/\d{4}|\d{1,2}:\d{2}(?::\d{2})?",
    re.ASCII,
)
NUMBERED = (
    "section subsection sections chapter chapitre kapitel abschnitt appendix annexe figure figures"
    " fig abbildung table tables tableau tab tabelle listing algorithm algorithme question"
    " questions frage exercise exercice aufgabe equation eq formula formule theorem théorème lemma"
    " lemme proposition definition example exemple remark page pages p pp part partie volume vol"
    " issue note step étape version item line lines ligne no nr n° § # player players joueur"
    " joueurs spieler cours"
)
NUMBERED_WORDS = frozenset(NUMBERED.split())
WORD_BEFORE = re.compile(r"[ \t~]{0,3}\.?(°?[^\W\d_]{1,20}|§|#)")
HEADING = re.compile(r"[ \t>]{0,9}#{1,6}[ \t]{1,9}[\d.]{0,20}")
SECTION = re.compile(r"[\d.]{0,20}\{\*?noitces")
ITEM = re.compile(r"[ \t>]{0,20}(?:\\item[ \t]{0,9})?[(\[]?\Z")
AFTER_ITEM = re.compile(r"[.)\]](?:[ \t]|\Z)")
REFERENCE = re.compile(r"(?:\A|[\s~])(?:[(\[]|\\\[)\Z")
CALL = re.compile(r"[^()\n$]{0,40}\(\w")
FORMULA = re.compile(r"\$\$[^$]+\$\$|\$(?![\s$])[^$\n]+\$(?!\d)")
# A result of a formula stands alone or after a relation, up to the end or to what parts formulas.
RELATION = re.compile(
    r"(?:[=≈≃<>≤≥:&]|\\(?:approx|simeq|sim|cong|equiv|leq?|geq?|to|in)|\\(?:qquad|quad|[ ,;]))"
    r"[\s{]{0,20}\Z"
)
OPENING = re.compile(r"\$\$?|\\[(\[]|\\begin\{[A-Za-z]{1,20}\*?\}")
ENDS = re.compile(
    r"(?:[\s}.,;)\]|&=≈<>]|\\(?:\\|[ ,;!]|qquad|quad|approx|simeq|sim|end|text|right|%)|\Z)"
)
ENDS_FORMULA = re.compile(r"[\s}]{0,20}(?:[.,;&=≈<>]|\\(?:\\|[ ,;]|qquad|quad|approx|end|text)|\Z)")


QUANTITY = re.compile(r"[ \t]?(?:\\?%|[.,]\d)")  # behind what is no year


class Why(StrEnum):
    """Why a number is no result."""

    NO = ""
    DATE = "a year or a date"
    NUMBERING = "the number of a section, a figure or a reference"
    ITEM = "the number of an item"
    CODE = "within code"
    CONSTANT = "a constant of a formula"


Judge = Callable[[int, int], Why]


def judge_of(source: Source, kind: str) -> Judge:
    """What says of a number at start..end why it is no result; `Why.NO` where it may be one."""
    if kind == "csv":
        return lambda _start, _end: Why.NO
    text, formula_at = source.text, formulas_of(source, kind)
    code = []
    if kind == "markdown":
        with suppress(PlacedError):  # complained about where marks are read
            code = parts_with_closed_code(source).spans

    def why(start: int, end: int) -> Why:
        before = text[max(source.line_start(start), start - NEAR) : start]
        after = text[end : max(end, min(source.line_end(start), end + NEAR))]
        is_all_of_code = text[start - 1 : start] == "`" == text[end : end + 1]
        if not is_all_of_code and end_of_span(code, start, len(text)) is not None:
            return Why.CODE
        number, formula = text[start:end], formula_at(start)
        reason = _by_place(before, number, after)
        if reason or formula is None:
            return reason
        before = text[max(formula[0], start - NEAR) : start]
        after = text[end : max(end, min(formula[1], end + NEAR))]
        return Why.CONSTANT if _is_constant(before, number, after) else Why.NO

    return why


def _by_place(before: str, number: str, after: str) -> Why:
    """Why the number is no result, by the words and signs beside it on its line."""
    backwards, is_whole = before[::-1], WHOLE.fullmatch(number) is not None
    left, right = BEFORE_DATE.match(backwards), AFTER_DATE.match(after)
    touching = f"{left[0][::-1] if left else ''}{number}{right[0] if right else ''}"
    is_year = is_whole and len(number) == 4 and int(number) in YEARS
    if DATE.fullmatch(touching.strip("./:-")) or (is_year and not QUANTITY.match(after)):
        return Why.DATE
    if HEADING.fullmatch(before) or SECTION.match(backwards):
        return Why.NUMBERING
    word = WORD_BEFORE.match(backwards)
    may_number = is_whole or re.fullmatch(r"\d{1,3}\.\d{1,3}", number)
    if may_number and word and word[1][::-1].lower() in NUMBERED_WORDS:
        return Why.NUMBERING
    if not is_whole:
        return Why.NO
    if ITEM.fullmatch(before) and AFTER_ITEM.match(after) and len(before) < NEAR:
        return Why.ITEM
    if REFERENCE.search(before) and after.startswith((")", "]", r"\]")):
        return Why.NUMBERING
    return Why.CONSTANT if CALL.match(backwards) and ")" in after else Why.NO


def _is_constant(before: str, number: str, after: str) -> bool:
    """Whether the number is a constant of its formula, and no result of it."""
    begins = not before.strip(" \t\n{") or RELATION.search(before) is not None
    if WHOLE.fullmatch(number) or PLAIN_FRACTION.fullmatch(number):
        return not (begins and ENDS_FORMULA.match(after))
    # A vector of decimals lists results.
    is_listed = before.rstrip(" \t\n{").endswith((",", "(", "[", ";"))
    return not ((begins or is_listed) and ENDS.match(after))


def formulas_of(source: Source, kind: str) -> Callable[[int], Span | None]:
    """Where the formula stands that holds a place, without the signs around it; None where none
    does.
    """
    text, spans = source.text, []
    if kind == "latex":
        places = [*Latex(source).changes[1:], len(text)]
        for start, end in list(pairwise(places))[::2]:
            opening = OPENING.match(text, start)
            spans.append((opening.end() if opening else start, end))
    else:
        for found in FORMULA.finditer(text):
            signs = 2 if found[0].startswith("$$") else 1
            spans.append((found.start() + signs, found.end() - signs))
    starts = [start for start, _ in spans]

    def holding(place: int) -> Span | None:
        k = bisect_right(starts, place) - 1
        return spans[k] if k >= 0 and place < spans[k][1] else None

    return holding

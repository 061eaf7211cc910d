"""Numbers of a document that are no results: years and dates, numbers of sections, items and
references, what stands within code, and the constants of formulas.

A number is judged by what stands near it on its line, so that a long document costs no search.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import pairwise

from ..errors import PlacedError
from ..printed.markdown import end_of_span
from ..printed.source import Source
from ..printed.typeset import Latex
from .markdown_marks import parts_with_closed_code

NEAR = 60  # characters on either side that are looked at
LONGEST_FORMULA = 2000  # characters
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
FORMULA = re.compile(
    rf"\$\$[^$]{{1,{LONGEST_FORMULA}}}\$\$|\$(?![\s$])[^$\n]{{1,{LONGEST_FORMULA}}}\$(?!\d)"
)
# A result of a formula stands alone or after a relation, up to the end or to what parts formulas.
RELATION = re.compile(
    r"(?:[=≈≃<>≤≥:&]|\\(?:approx|simeq|sim|cong|equiv|leq?|geq?|to|in)|\\(?:qquad|quad|[ ,;]))"
    r"[\s{]{0,20}\Z"
)
ENDS = re.compile(
    r"(?:[\s}.,;)\]|&=≈<>]|\\(?:\\|[ ,;!]|qquad|quad|approx|simeq|sim|end|text|right|%)|\Z)"
)
ENDS_FORMULA = re.compile(r"[\s}]{0,20}(?:[.,;&=≈<>]|\\(?:\\|[ ,;]|qquad|quad|approx|end|text)|\Z)")


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
    inside = formulas_of(source, kind)
    code = _code(source) if kind == "markdown" else None

    def why(start: int, end: int) -> Why:
        before, number, after = _around(source, start, end)
        if code is not None and code(start, end):
            return Why.CODE
        return _by_place(before, number, after) or _by_formula(source, inside(start), start, end)

    return why if kind != "csv" else lambda _start, _end: Why.NO


def _around(source: Source, start: int, end: int) -> tuple[str, str, str]:
    """What stands on the line before the number, the number, and what stands after it."""
    text = source.text
    low = max(source.line_start(start), start - NEAR)
    high = min(source.line_end(start), end + NEAR)
    return text[low:start], text[start:end], text[end : max(end, high)]


def _by_place(before: str, number: str, after: str) -> Why:
    """Why the number is no result, by the words and signs beside it."""
    if _is_date(before, number, after):
        return Why.DATE
    backwards = before[::-1]
    if HEADING.fullmatch(before) or SECTION.match(backwards):
        return Why.NUMBERING
    if not WHOLE.fullmatch(number) and not re.fullmatch(r"\d{1,3}\.\d{1,3}", number):
        return Why.NO
    word = WORD_BEFORE.match(backwards)
    if word and word[1][::-1].lower() in NUMBERED_WORDS:
        return Why.NUMBERING
    if not WHOLE.fullmatch(number):
        return Why.NO
    if ITEM.fullmatch(before) and AFTER_ITEM.match(after) and len(before) < NEAR:
        return Why.ITEM
    if REFERENCE.search(before) and after.startswith((")", "]", r"\]")):
        return Why.NUMBERING
    if CALL.match(backwards) and ")" in after:
        return Why.CONSTANT
    return Why.NO


def _is_date(before: str, number: str, after: str) -> bool:
    """Whether it is a year, or a part of a date, a time or a version."""
    left, right = BEFORE_DATE.match(before[::-1]), AFTER_DATE.match(after)
    whole = f"{left[0][::-1] if left else ''}{number}{right[0] if right else ''}"
    if DATE.fullmatch(whole.strip("./:-")):
        return True
    is_plain = WHOLE.fullmatch(number) is not None and len(number) == 4
    return is_plain and int(number) in YEARS and not re.match(r"[ \t]?(?:\\?%|[.,]\d)", after)


def _code(source: Source) -> Callable[[int, int], bool]:
    """Whether a number is a part of code between backticks, and not all of it."""
    try:
        spans = parts_with_closed_code(source).spans
    except PlacedError:  # complained about where marks are read
        return lambda _start, _end: False
    text = source.text

    def is_part(start: int, end: int) -> bool:
        alone = text[start - 1 : start] == "`" == text[end : end + 1]
        return not alone and "`" in text and end_of_span(spans, start, len(text)) is not None

    return is_part


# --- formulas -------------------------------------------------------------------------------------


def formulas_of(source: Source, kind: str) -> Callable[[int], tuple[int, int] | None]:
    """Where the formula stands that holds a place; None where none does."""
    spans = sorted(_latex_formulas(source) if kind == "latex" else _dollars(source))
    starts = [start for start, _ in spans]

    def holding(place: int) -> tuple[int, int] | None:
        k = bisect_right(starts, place) - 1
        return spans[k] if k >= 0 and place < spans[k][1] else None

    return holding


def _dollars(source: Source) -> Iterator[tuple[int, int]]:
    """The formulas of Markdown, without the signs around them."""
    for found in FORMULA.finditer(source.text):
        signs = 2 if found[0].startswith("$$") else 1
        yield found.start() + signs, found.end() - signs


def _latex_formulas(source: Source) -> Iterator[tuple[int, int]]:
    """The formulas of LaTeX, without the signs around them."""
    form = Latex(source)
    form.in_formula(0, "")  # which finds all of them
    places = [place for place in form.changes if place >= 0]
    for start, end in list(pairwise([*places, len(source.text)]))[::2]:
        yield start + len(_opening(source.text, start)), end


def _opening(text: str, at: int) -> str:
    """The sign or the command that opens the formula here."""
    found = re.match(r"\$\$?|\\[(\[]|\\begin\{[A-Za-z]{1,20}\*?\}", text[at : at + 40])
    return found[0] if found else ""


def _by_formula(source: Source, formula: tuple[int, int] | None, start: int, end: int) -> Why:
    """Whether the number is a constant of its formula, and no result of it."""
    if formula is None:
        return Why.NO
    low, high = max(formula[0], start - NEAR), min(formula[1], end + NEAR)
    before, after = source.text[low:start], source.text[end : max(end, high)]
    begins = not before.strip(" \t\n{") or RELATION.search(before) is not None
    number = source.text[start:end]
    if WHOLE.fullmatch(number) or PLAIN_FRACTION.fullmatch(number):
        return Why.NO if begins and ENDS_FORMULA.match(after) else Why.CONSTANT
    # A vector of decimals lists results.
    is_listed = before.rstrip(" \t\n{").endswith((",", "(", "[", ";"))
    stands_alone = (begins or is_listed) and ENDS.match(after)
    return Why.NO if stands_alone else Why.CONSTANT

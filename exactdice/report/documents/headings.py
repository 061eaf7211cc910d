"""Headings of tables that may scale the numbers below them, as `chance in %` or `P (×10³)` do.

A heading is harmless when it holds words, names and calls of a query, symbols with an index and
digits as labels, such as `d = 1`. A factor, a power, a unit of scale, a sum with a number and a
leading minus make it unclear what the numbers below mean. A percentage is clear where the number
says it too, or the query is a hundred times something, as `100*win(a)` below `win%` is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

from ...exact.errors import QueryError
from ...exact.numbers import Exact, shown
from ...query.syntax import Arithmetic, Number, parse, query_latex
from ..printed.beside import IN_PERCENT, PER_CENT, UNITS
from .grids import without_markup

PERCENT = re.compile(
    r"[%‰％]|per ?cent|permil|prozent|promille|pour ?cent|pourmille|\bpct\b|\bv\. ?H\b|\bvH\b"
    r"|\bp\. ?c\b",
    re.IGNORECASE,
)
PER_MILLE = re.compile(r"‰|permil|pro ?mille|pour ?mille", re.IGNORECASE)
CHANGING_WORDS = """
    minus moins negative negativ neg log ln lg sqrt frac dfrac tfrac exp logarithm logarithme
    logarithmus double doubled triple complement complément komplement opposite inverse
    reciprocal square cube root units pp
"""
CHANGING = frozenset(CHANGING_WORDS.split())
POINTS = re.compile(r"\bbasis[ -]?(?:points?|punkte?n?)\b|\bpoints? de base\b", re.IGNORECASE)
THOUSANDS = re.compile(r"[(\[]\s?[kKM]\s?[€$]?\s?[)\]]")
PER_TEN = re.compile(
    r"\b(?:in|en|per|pro|pour|par|of|sur|von|auf|to)\s+1(?:/1)?(?:[ .,'\u00a0\u202f]?0){1,9}(?!\d)",
    re.IGNORECASE,
)
SYMBOL = r"(?:[A-Za-zα-ω](?![^\W_])|[A-Z]{2,3}(?![^\W_])|[A-Za-z][A-Za-z_]{0,20}\()"  # no word
TIMES = "×·⋅∙"
OPERATIONS = re.compile(
    rf"(?<!\d)\s?[{TIMES}]|[{TIMES}]\s?(?:10(?!\d)|[^\d\s]|\Z)"  # `2×2` is a label
    r"|\^[\s{]{0,3}[-+\u2212\u2013\d]|[²³⁰⁴-⁹⁺⁻]|¹⁰|[√÷∕⁄]"
    r"|(?<![A-Za-z0-9])(?:e|10|2)\s?\^|[^\W\d_)]\s[xX]\s?\d|\b1\s?/\s?10{1,9}\b"
    r"|(?:\A|\s)[xX*]\s?\d|(?:mal|fois|times)\s\d|\b(?:half|twice)\s\w"
    r"|\d[eE][-+\u2212]?\d|(?<!\w)e[-\u2212]\d|(?<!\w)x ?10(?!\d)"
    rf"|\d\s?[*+/\u2212\u2013-]\s?\(|\d\s?\*\s?{SYMBOL}|[^\W\d_)\]]\s?\*\s?\d|[)\]]\s?\*\s?\d"
    rf"|\d(?:\s?[-\u2212\u2013+/]\s?)?{SYMBOL}|(?<!\d)10+\s{SYMBOL}|\d\s[A-Za-z][A-Za-z_]{{0,20}}\("
    r"|\s[(\[]1\s?/\s?\d|[^\W\d_]\s?/\s?\d|[)\]]\s?/\s?\d"
    r"|[\w)\]]\s[-\u2212+]\s[\d(]|[)\]]\s?[-\u2212+]\s?\d"
    r"|(?:\A|[(\[{=:])\s?[-\u2212\u2013]\s?[^\W\d_(]|(?:\A|[(\[{=:])\s?[-\u2212\u2013]\s?\("
    r"|\s[-\u2212][^\W\d_(]"
)
# An index, and the arguments of a call, hold labels.
INDEX = re.compile(r"_(?:\{[^{}]{0,60}\}|\w)|\([\w, ;.=]{0,60}\)", re.ASCII)
COMMANDS = {r"\times": "×", r"\cdot": "·", r"\ast": "·", r"\textminus": "\u2212", r"\div": "÷"}
COMMAND = re.compile("|".join(rf"{re.escape(name)}(?![A-Za-z])" for name in COMMANDS))
MARKUP = re.compile(r"\\[()]|[\\$`]|\*\*|</?(?:sup|b|i|em|strong|span)>")


@lru_cache(maxsize=256)  # each marked cell of a column asks for it
def may_scale(heading: str) -> bool:
    """Whether numbers below this heading may be scaled by it.

    >>> [may_scale(text) for text in ("d = 1", "EP(d)", "$v_{2}$", "2 dice", "P in %", "$10^{2}E$")]
    [False, False, False, False, True, True]
    """
    text = _plain(heading)
    return PERCENT.search(text) is not None or _is_changed(text)


def only_percent(heading: str) -> bool:
    """Whether the heading says a percentage and changes the numbers below in no other way."""
    return not _is_changed(PERCENT.sub(" ", _plain(heading)))


def says_hundredths(heading: str) -> bool:
    """Whether the heading says, and only says, that the numbers below are percentages."""
    return only_percent(heading) and PER_MILLE.search(_plain(heading)) is None


def says_unit(text: str) -> bool:
    """Whether a caption or the label of a row says that numbers are parts of more than 1.

    >>> [says_unit(text) for text in ("values in percent", "win (%)", "in thousands:", "5 % rule")]
    [True, True, True, False]
    """
    return any(IN_PERCENT.search(part) for part in re.split(r"[)\].,;:]", _plain(text)))


def scaled_by_label(number: str, label: str, query: str) -> str:
    """The complaint about a number beside such a label, or below such a caption, "" when it is
    clear.
    """
    return "" if not says_unit(label) or _is_said(number, label, query) else scaled_by(label)


def scaled_cell(number: str, heading: str, query: str) -> str:
    """The complaint about a number marked in a cell below this heading, "" when it is clear."""
    if not may_scale(heading) or repeats(heading, query):
        return ""
    is_clear = only_percent(heading) and _is_said(number, heading, query)
    return "" if is_clear else scaled_by(heading)


def _is_said(number: str, heading: str, query: str) -> bool:
    """Whether the number says a percentage itself, or the query multiplies by as many parts."""
    parts = 1000 if PER_MILLE.search(_plain(heading)) else 100
    return PERCENT.search(number) is not None or _times(query) == parts


@lru_cache(maxsize=256)  # each cell of a column asks for it
def _times(query: str) -> Exact | None:
    """The number by which the query multiplies all the rest; None where it multiplies by none.

    >>> _times("100*win(a, b)"), _times("(1 - p)*1000"), _times("100*p/2")
    (100, 1000, None)
    """
    try:
        node = parse(query)
    except QueryError:  # complained about where the query is read
        return None
    match node:
        case Arithmetic("*", Number(times), _) | Arithmetic("*", _, Number(times)):
            return times
    return None


def repeats(heading: str, query: str) -> bool:
    """Whether the heading is the query, as it is asked or as `table` writes it in LaTeX: then it
    says what the numbers below are.

    >>> repeats("$(-d)/3$", "-d/3"), repeats("$d^{2}$", "d**2"), repeats("$d^{2}$", "d")
    (True, True, False)
    """
    try:
        written = query_latex(parse(query))
    except QueryError:  # which is told where the query is asked
        written = query
    return without_markup(heading) in (without_markup(query), without_markup(written))


def scaled_by(heading: str) -> str:
    """The complaint about a heading that may scale the numbers below it."""
    return (
        f"the heading {shown(heading)} may scale the numbers below it: write the percent sign "
        "into each cell, the query of percentages as 100*(...), or the numbers without a factor"
    )


def _plain(heading: str) -> str:
    """The heading as it is printed, as far as matters here."""
    text = re.sub(r"<sup>", "^", unescape(heading))
    text = COMMAND.sub(lambda found: COMMANDS[found[0]], text)
    return MARKUP.sub("", text).strip(" {}*_\t")


def _is_changed(text: str) -> bool:
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", text)}
    said = any(pattern.search(text) for pattern in (POINTS, THOUSANDS, PER_TEN, PER_CENT))
    labels_left_out = INDEX.sub(lambda found: found[0][0].strip("_"), text)
    return bool(words & (UNITS | CHANGING)) or said or bool(OPERATIONS.search(labels_left_out))

"""The numbers of a document that no mark covers and that may be results, each with what stands
around it: names of questions, whole numbers, words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..documents.uncovered import Uncovered
from ..errors import ClaimsError, ExactDiceError
from ..printed.numbers import Printed, parse_printed, readings
from ..printed.source import Source

BEFORE, AFTER = 240, 80  # characters of the paragraph that are looked at
LONGEST_WHOLE = 3  # digits of a whole number that may be an argument
MOST_WHOLES = 6  # whole numbers near a number that may be arguments of its question
PARTS = re.compile(r"[^\w.,-]")  # a character that parts words
WORD = re.compile(r"[^\W\d_]{3,30}")
BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
# What ends a sentence, an item, or the row of a table.
ENDS = re.compile(
    r"[.!?…][\"')*_}$]{0,3}\s|\n[ \t]*(?:[-*+]|\d{1,9}[.)]|\\item)\s|\\\\|\|[ \t\r]*\n"
)
LONGEST_CALL = 100  # characters
# What stands between a call and its value: `EP(5) = 8.636`, `EP(5) \approx`, `EP(5) is about`.
EQUALS = ("=", "≈", "≃", "~", ":", r"\approx", r"\simeq", r"\sim", " is", " is about", " are")
AROUND_CALL = " \t\n$`*{}"
UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
UNITS += " fifteen sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
FRENCH = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze"
GERMAN = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
SPOKEN = {
    **{
        word: value for words in (FRENCH, GERMAN, UNITS) for value, word in enumerate(words.split())
    },
    **{word: 10 * value for value, word in enumerate(TENS.split(), 2)},
    "hundred": 100,
    **dict.fromkeys(("single", "une", "ein", "eine", "einem", "einen", "einer"), 1),
    **dict.fromkeys(("both", "beide", "beiden"), 2),
}
WITH_COMMA = re.compile(r"[-+\u2212]?\d{0,9}(?:,|\{,\})\d{1,30}", re.ASCII)
WITH_POINT = re.compile(r"[-+\u2212]?\d{0,9}\.\d{1,30}", re.ASCII)


@dataclass(frozen=True)
class Found:
    """A number that may be a result, how it reads, and what stands around it."""

    span: tuple[int, int]
    line: int
    column: int
    text: str
    readings: tuple[Printed, ...]
    named: str = ""  # the call that is written before it, where one is
    wholes: frozenset[int] = frozenset()
    last: int | None = None  # the last of these before it
    words: frozenset[str] = frozenset()
    sentence: frozenset[str] = frozenset()  # those of them that stand in its sentence


def results_in(
    source: Source, numbers: Iterable[Uncovered], decimal: str | None
) -> Iterator[Found]:
    """Those of the numbers that can be read, with what stands around them."""
    around = _Around(source)
    for number in numbers:
        found = _read(number, decimal)
        if found is not None:
            yield around.seen(found)


def _read(number: Uncovered, decimal: str | None) -> Found | None:
    """The number as it reads, perhaps in two ways; None where it does not."""
    try:
        read = readings(number.text, decimal)
    except ExactDiceError:
        return None
    return Found(number.span, number.line, number.column, number.text, read)


def read_cell(text: str, decimal: str | None) -> Printed | None:
    """The number in a cell; None where it prints none."""
    try:
        return parse_printed(text, decimal)
    except ClaimsError:
        pass
    try:
        return readings(text, decimal)[0]
    except ClaimsError:
        return None


class _Around:
    """What stands around places of a document, within their paragraphs."""

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self.gaps = [found.start() for found in BLANK_LINE.finditer(source.text)]

    def seen(self, found: Found) -> Found:
        """The number with what stands around it."""
        start, end = found.span
        k = bisect_left(self.gaps, start)
        low = max(self.gaps[k - 1] if k else 0, start - BEFORE)
        high = min(self.gaps[k] if k < len(self.gaps) else len(self.text), end + AFTER)
        before = without_comments(self.text[low:start])
        after = without_comments(self.text[end:high])
        near, sentence = f"{before} {after}", f"{ENDS.split(before)[-1]} {ENDS.split(after)[0]}"
        return replace(
            found,
            named=call_before(before),
            wholes=wholes_in(before, near),
            last=next(reversed(_wholes(before)), None),
            words=words_of(near),
            sentence=words_of(sentence),
        )


def words_of(text: str) -> frozenset[str]:
    """The words of a text in small letters, short ones left out."""
    return frozenset(word.lower() for word in WORD.findall(text))


def wholes_in(before: str, near: str) -> frozenset[int]:
    """The small whole numbers of a text, in digits or in words, the last ones before the number
    first.

    >>> sorted(wholes_in("at fifty-five points to 99, two dice", ""))
    [2, 55, 99]
    """
    found = list(dict.fromkeys([*_wholes(before)[::-1], *_wholes(near)]))
    return frozenset(found[:MOST_WHOLES])


def _wholes(text: str) -> list[int]:
    """The small whole numbers in order."""
    said = map(whole_said, PARTS.split(text.lower()))
    return [number for number in said if number is not None]


@lru_cache(maxsize=4096)  # few words make most of a text
def whole_said(word: str) -> int | None:
    """The small whole number that the word says; None where it says none.

    >>> [whole_said(word) for word in ("99,", "fifty-five", "deux", "0.5", "1000")]
    [99, 55, 2, None, None]
    """
    plain = word.strip(".,-")
    if plain.isdecimal() and plain.isascii():
        return int(plain) if len(plain) <= LONGEST_WHOLE else None
    if plain in SPOKEN:
        return SPOKEN[plain]
    tens, _, unit = plain.partition("-")
    return SPOKEN[tens] + SPOKEN[unit] if {tens, unit} <= SPOKEN.keys() else None


def call_before(text: str) -> str:
    """The call whose value follows the text, "" where there is none.

    >>> call_before("largest at $EP(6) \\\\approx "), call_before("as said (above) it is ")
    ('EP(6)', '')
    """
    head = text[-LONGEST_CALL:].rstrip(AROUND_CALL)
    sign = next((sign for sign in EQUALS if head.endswith(sign)), "")
    head = head.removesuffix(sign).rstrip(AROUND_CALL)
    if not sign or not head.endswith(")"):
        return ""
    depth = 0
    for k in range(len(head) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(head[k], 0)
        if depth == 0:
            return _name_before(head[:k]) and f"{_name_before(head[:k])}{head[k:]}"
    return ""


def _name_before(text: str) -> str:
    """The name at the end of the text, "" without one."""
    first = len(text)
    while first and (text[first - 1].isalnum() or text[first - 1] == "_"):
        first -= 1
    return text[first:]


def without_comments(text: str) -> str:
    """The text without its comments, also one that is not closed in it."""
    parts = text.split("<!--")
    return "".join([parts[0], *(part.partition("-->")[2] for part in parts[1:])])


def decimal_of(texts: Sequence[str]) -> str | None:
    """The decimal mark that a document uses, by its numbers; None where it uses both or none."""
    commas = sum(WITH_COMMA.fullmatch(text) is not None for text in texts)
    points = sum(WITH_POINT.fullmatch(text) is not None for text in texts)
    if commas and points <= commas // 4:
        return ","
    return "." if points and commas <= points // 4 else None

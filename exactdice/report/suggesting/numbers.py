"""The numbers and the tables of a document that no mark covers and that may be results, each number
with what stands around it: names of questions, whole numbers, words; and how unlikely it is that a
number agrees by chance with one of the values that were tried.

For that the number is taken for one that has nothing to do with the game. Of such a number its
sign, its size (the power of ten) and how many digits it has are taken as they are printed; its
digits follow Benford's law, the only one that does not depend on the unit in which something is
measured: they are those of the whole number m with chance

    log10(1 + 1/m) < 1 / (m ln 10) < 0.4343 / m.

So the chance that it agrees with a value that was tried is below the sum of 0.4343/m over the
distinct m that the values, rounded as it is, have with its sign and its size. Zeros at its end are
left out, since round numbers are frequent. A fraction keeps its denominator b; each of the phi(b)
numerators that leave it in lowest terms is equally likely.

These are bounds under a model, and no proof: documents print 0.5 and 1/2 oftener than it says.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from math import comb, gcd, isqrt, prod
from typing import Literal

from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.numbers import Exact
from ..documents.documents import LATEX, READERS
from ..documents.grids import Grid, Rows
from ..documents.latex_marks import printed_commands
from ..documents.latex_tables import TABULAR
from ..documents.markdown_marks import begins_table, parts_with_closed_code, without_comments
from ..documents.marks import Mark
from ..documents.uncovered import Uncovered
from ..printed.numbers import is_empty_cell, readings
from ..printed.source import Source, Span, end_of_span
from ..printed.spellings import Printed

BENFORD = Fraction(4343, 10_000)  # more than 1 / ln 10
MOST_COUNTED = 10_000  # denominators up to which the numerators are counted


def digits_of(printed: Printed) -> tuple[int, int] | None:
    """(m, places): the digits of a rounded number without the zeros at its end, with its sign, and
    the decimal place of the last; None for 0 and for a fraction.

    >>> from exactdice.report.printed.numbers import parse_printed
    >>> digits_of(parse_printed("8.70")), digits_of(parse_printed("-0,0316"))
    ((87, 1), (-316, 4))
    """
    if printed.places is None or printed.value == 0:
        return None
    places = printed.places
    digits = int(printed.value * Fraction(10) ** places)
    while digits % 10 == 0:
        digits = digits // 10
        places = places - 1
    return digits, places


def chance_of_digits(digits: int, tried: Iterable[int]) -> Fraction:
    """More than the chance that a number of as many digits as these agrees with one of those that
    were tried, all at one decimal place.

    >>> chance_of_digits(636, [636, 703, -120, 3]) < Fraction(1, 700)
    True
    """
    size = len(str(abs(digits)))
    alike = {abs(m) for m in tried if m * digits > 0 and len(str(abs(m))) == size}
    return at_most_one(sum((BENFORD / m for m in alike), Fraction(0)))


def chance_of_fraction(value: Exact, tried: Iterable[Exact]) -> Fraction:
    """More than the chance that a fraction of this denominator agrees with one of those that were
    tried.
    """
    whole = value.numerator // value.denominator
    alike = {
        other
        for other in tried
        if other.denominator == value.denominator and other.numerator // other.denominator == whole
    }
    return at_most_one(Fraction(len(alike), numerators(value.denominator)))


def numerators(denominator: int) -> int:
    """How many fractions between 0 and 1 have this denominator in lowest terms; fewer where it is
    large.

    >>> numerators(6), numerators(36)
    (2, 12)
    """
    if denominator > MOST_COUNTED:
        return isqrt(denominator // 2)  # phi(b) >= sqrt(b / 2)
    return sum(gcd(k, denominator) == 1 for k in range(1, denominator + 1))


def chance_of_one(printed: Printed) -> Fraction:
    """More than the chance that the number agrees with one given value."""
    if printed.places is None:
        return chance_of_fraction(printed.value, [printed.value])
    found = digits_of(printed)
    return chance_of_digits(found[0], [found[0]]) if found else Fraction(1)


def chance_of_table(cells: Iterable[Fraction], agreeing: int, tried: int) -> Fraction:
    """More than the chance that so many cells of a table agree with one of the tables that were
    tried, when each agrees by chance with at most these chances, independently: the number of ways
    to choose the cells times the product of the largest chances.

    >>> chance_of_table([Fraction(1, 100)] * 3, 2, 5)
    Fraction(3, 2000)
    """
    largest = sorted(cells, reverse=True)
    together = prod(largest[:agreeing], start=Fraction(1))
    return at_most_one(tried * comb(len(largest), agreeing) * together)


def at_most_one(chance: Fraction) -> Fraction:
    """The chance, 1 where the bound is more."""
    return min(chance, Fraction(1))


def rounded_at(value: Exact, places: int) -> set[int]:
    """The value rounded to nearest at this place, with both answers where it is half way.

    >>> rounded_at(Fraction(1, 8), 2), rounded_at(Fraction(-2, 3), 1)
    ({12, 13}, {-7})
    """
    # In whole numbers without lowest terms, since every candidate is rounded at every place.
    above = 2 * value.numerator * 10 ** max(places, 0)
    below = value.denominator * 10 ** max(-places, 0)
    return {(above + below) // (2 * below), -((below - above) // (2 * below))}


def chance_text(chance: Fraction) -> str:
    """The bound in words, rounded up.

    >>> chance_text(Fraction(1, 4321)), chance_text(Fraction(2, 3))
    ('1 in 4300', '2 in 3')
    """
    if chance > Fraction(1, 2):
        return "2 in 3" if chance <= Fraction(2, 3) else "more than 2 in 3"
    times = int(1 / chance)
    power = max(len(str(times)) - 2, 0)
    kept = times // 10**power
    if power <= 4:
        return f"1 in {kept * 10**power}"
    return f"1 in {kept // 10}.{kept % 10}*10^{power + 1}"


BEFORE, AFTER = 240, 80  # characters of the paragraph that are looked at
PARTS = re.compile(r"[^\w.,-]")  # a character that parts words
WORD = re.compile(r"[^\W\d_]{3,30}")
SMALL_WHOLE = re.compile(r"\d{1,3}", re.ASCII)  # what may be an argument
BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
# What ends a sentence, an item, or the row of a table.
ENDS = re.compile(
    r"[.!?…][\"')*_}$]{0,3}\s|\n[ \t]*(?:[-*+]|\d{1,9}[.)]|\\item)\s|\\\\|\|[ \t\r]*\n"
)
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

    span: Span
    text: str
    readings: tuple[Printed, ...]
    named: str  # the call that is written before it, "" where none is
    wholes: frozenset[int]
    last: int | None  # the last of these before it
    words: frozenset[str]
    sentence: frozenset[str]  # those of them that stand in its sentence


def results_in(
    source: Source, numbers: Iterable[Uncovered], decimal: str | None
) -> Iterator[Found]:
    """Those of the numbers that can be read, with what stands around them in their paragraphs."""
    text = source.text
    gaps = [0, *(found.start() for found in BLANK_LINE.finditer(text)), len(text)]
    for number in numbers:
        try:
            read = readings(number.text, decimal)
        except ExactDiceError:
            continue
        start, end = number.span
        k = bisect_left(gaps, start, 1)
        before = without_comments(text[max(gaps[k - 1], start - BEFORE) : start])
        after = without_comments(text[end : min(gaps[k], end + AFTER)])
        sentence = f"{ENDS.split(before)[-1]} {ENDS.split(after)[0]}"
        said = _whole_numbers(before)
        yield Found(
            number.span,
            number.text,
            read,
            call_before(before),
            frozenset([*said, *_whole_numbers(after)]),
            said[-1] if said else None,
            words_of(f"{before} {after}"),
            words_of(sentence),
        )


def words_of(text: str) -> frozenset[str]:
    """The words of a text in small letters, short ones left out."""
    return frozenset(word.lower() for word in WORD.findall(text))


def _whole_numbers(text: str) -> list[int]:
    """The small whole numbers in order."""
    return [number for number in map(whole_said, PARTS.split(text.lower())) if number is not None]


def whole_said(word: str) -> int | None:
    """The small whole number that the word says; None where it says none.

    >>> [whole_said(word) for word in ("99,", "fifty-five", "deux", "0.5", "1000")]
    [99, 55, 2, None, None]
    """
    plain = word.strip(".,-")
    if SMALL_WHOLE.fullmatch(plain):
        return int(plain)
    if plain in SPOKEN:
        return SPOKEN[plain]
    tens, _, unit = plain.partition("-")
    if {tens, unit} <= SPOKEN.keys():
        return SPOKEN[tens] + SPOKEN[unit]
    return None


def call_before(text: str) -> str:
    """The call whose value follows the text, "" where there is none.

    >>> call_before("largest at $EP(6) \\\\approx "), call_before("as said (above) it is ")
    ('EP(6)', '')
    """
    head = text.rstrip(AROUND_CALL)
    sign = next((sign for sign in EQUALS if head.endswith(sign)), "")
    head = head.removesuffix(sign).rstrip(AROUND_CALL)
    if not sign or not head.endswith(")"):
        return ""
    depth = 0
    for k in range(len(head) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(head[k], 0)
        if depth == 0:
            name = re.split(r"\W", head[:k])[-1]
            return name and f"{name}{head[k:]}"
    return ""


def decimal_of(texts: Sequence[str]) -> str | None:
    """The decimal mark that a document uses, by its numbers; None where it uses both or none."""
    commas = sum(WITH_COMMA.fullmatch(text) is not None for text in texts)
    points = sum(WITH_POINT.fullmatch(text) is not None for text in texts)
    if commas and points <= commas // 4:
        return ","
    if points and commas <= points // 4:
        return "."
    return None


# --- tables ---------------------------------------------------------------------------------------

LABEL = re.compile(r"[A-Za-z_{}\\\d]{0,20}\s?=\s?")
MARKUP = re.compile(r"\\(?:text|textbf|mathrm|emph)\b|[$*`{}]|\\[()]")
MARGINS = ((1, 1), (1, 2), (2, 1), (2, 2))  # rows of headings, and columns of labels


@dataclass(frozen=True)
class Shape:
    """A table: its labels, and its numbers with the cells they stand in; None where a cell is
    empty.
    """

    place: int  # where the line begins before which its mark stands
    header: int  # rows of headings
    labels: int  # columns of labels
    across: tuple[str, ...]  # the label above each column of numbers
    down: tuple[str, ...]  # the label before each row
    cells: Rows
    numbers: tuple[tuple[Printed | None, ...], ...]

    @property
    def span(self) -> Span:
        """Where its numbers stand."""
        return self.cells[0][0].start, self.cells[-1][-1].span[1]


def shapes_in(source: Source, decimal: str | None) -> Iterator[Shape]:
    """The tables of the document whose cells are numbers under headings and beside labels."""
    _, read = READERS[source.path.suffix.lower()]
    end = 0
    for place, before in _table_places(source):
        if place < end:
            continue
        try:
            grid = read(source, Mark("table", "", {}, before, before))
        except ClaimsError:
            continue
        end = grid.rows[-1][-1].span[1]
        shape = _find_shape(grid, place, decimal)
        if shape is not None:
            yield shape


def _table_places(source: Source) -> Iterator[tuple[int, int]]:
    """Where a table may begin: in CSV each line of cells, in Markdown the heading of each table;
    with the line before it, in LaTeX the command itself.
    """
    text, suffix = source.text, source.path.suffix.lower()
    if suffix in LATEX:
        begins = (one.start() for one in printed_commands(source, TABULAR))
        yield from ((source.line_start(at), at) for at in begins)
        return
    fences = [] if suffix == ".csv" else parts_with_closed_code(source).fences
    for number, (before, start) in enumerate(pairwise([-1, *source.starts])):
        if suffix == ".csv":
            is_table = source.line_end(start) > start and not text.startswith("#", start)
        else:
            is_code = end_of_span(fences, start, len(text)) is not None
            is_table = begins_table(source, number) and not is_code
        if is_table:
            yield start, before


def _find_shape(grid: Grid, place: int, decimal: str | None) -> Shape | None:
    """The table with the fewest headings and labels beside which all is numbers; None where there
    is none.
    """
    rows = grid.rows
    if len({len(row) for row in rows}) != 1:
        return None
    read = [[_read_cell(cell.text, decimal) for cell in row] for row in rows]
    for header, labels in MARGINS:
        numbers = [row[labels:] for row in read[header:]]
        cells = [*chain(*numbers)]
        if any(cells) and False not in cells:
            body = rows[header:]
            return Shape(
                place,
                header,
                labels,
                tuple(label_of(cell.text) for cell in rows[header - 1][labels:]),
                tuple(label_of(row[labels - 1].text) for row in body),
                tuple(row[labels:] for row in body),
                tuple(tuple(one or None for one in row) for row in numbers),
            )
    return None


def _read_cell(text: str, decimal: str | None) -> Printed | Literal[False] | None:
    """The number in a cell, None where it is empty, False where it holds something else."""
    if is_empty_cell(text):
        return None
    try:
        return readings(text, decimal)[0]
    except ClaimsError:
        return False


def label_of(text: str) -> str:
    r"""The label without markup, what stands behind `=` where it has one.

    >>> label_of("$d_1=3$"), label_of("**Blind**"), label_of("d = 10")
    ('3', 'blind', '10')
    """
    plain = MARKUP.sub("", text).strip().lower()
    found = LABEL.match(plain)
    return plain[found.end() :].strip() if found else plain

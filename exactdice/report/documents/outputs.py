"""What the outputs of a notebook print: their texts, the numbers in these, and the tables of pandas
and numpy.

A text is made to read as documents write numbers: `Fraction(3, 8)` is 3/8, `np.float64(0.5)` is
0.5, and `1.` in an array has as many decimals as the numbers beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..printed.markdown import Span
from .grids import Cell, Grid, cell_at, is_ellipsis
from .mark_words import Words

# --- texts ----------------------------------------------------------------------------------------

COLOURS = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
OBJECT = re.compile(r"<[A-Za-z_][^<>\n]{0,280}>")  # which shows itself by its name
FRACTION = re.compile(r"\bFraction\((-?\d+), (\d+)\)")
DECIMAL = re.compile(r"\bDecimal\('([^'\n]*)'\)")
SCALAR = re.compile(r"\bnp\.(?:float|int|uint|longdouble)\d*\(([^()\n]*)\)")


def printed_text(text: str) -> str:
    """The text of standard output as it is seen.

    >>> printed_text("10 %\\r20 %\\rdone: \\x1b[1m0.5\\x1b[0m")
    'done: 0.5'
    """
    return _with_plain_numbers("\n".join(map(_seen, COLOURS.sub("", text).split("\n"))))


def _seen(line: str) -> str:
    """What is seen of a line whose parts are written over each other from its beginning on, as a
    bar of progress is.
    """
    seen = ""
    for part in line.removesuffix("\r").split("\r"):
        seen = part + seen[len(part) :]
    return seen + "\r" * line.endswith("\r")


def result_text(text: str) -> str:
    """The text of a result: objects that show nothing but their names are left out.

    >>> result_text("(Fraction(3, 8), np.float64(0.5), <Axes: 1>)")
    '(3/8, 0.5, )'
    """
    return _with_plain_numbers(OBJECT.sub("", text))


def _with_plain_numbers(text: str) -> str:
    text = FRACTION.sub(lambda found: found[1] + f"/{found[2]}" * (found[2] != "1"), text)
    return SCALAR.sub(r"\1", DECIMAL.sub(r"\1", text))


# --- numbers --------------------------------------------------------------------------------------

# What touches a number makes it a part of something else: a version 1.2.3, a date, a name.
WORD = re.compile(r"[\w.,/%+\-\u2212]+")
NUMBER = re.compile(
    r"[-+\u2212]?(?:\d+/\d+|(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)%?",
    re.ASCII | re.IGNORECASE,
)


def before_blanks(text: str, at: int, low: int = 0) -> int:
    """The place before the blanks that end here, at least `low`."""
    while at > low and text[at - 1] in " \t":
        at -= 1
    return at


def numbers_in(text: str) -> Iterator[Span]:
    """Where the numbers of the text stand, as Python and its libraries print them.

    >>> text = "EP(5) = 8.636, np2 1.2.3 1e-09 64.9 %"
    >>> [text[start:end] for start, end in numbers_in(text)]
    ['5', '8.636', '1e-09', '64.9 %']
    """
    for found in WORD.finditer(text):
        word = found[0].rstrip(".,")
        if NUMBER.fullmatch(word):
            start = found.start()
            end = found.start() + len(word)
            # A sign that `print("-", 0.5)` shows, not between two operands.
            sign = before_blanks(text, start) - 1
            if 0 <= sign < start - 1 and text[sign] in "-\u2212":
                left = before_blanks(text, sign)
                start = sign if left == 0 or text[left - 1] in "\n=:([,;|" else start
            is_percentage = text.startswith((" %", "\u00a0%"), end)
            yield start, end + 2 * is_percentage


# --- tables ---------------------------------------------------------------------------------------

NO_VALUE = frozenset(["nan", "none", "<na>", "nat", "null"])


def _checked(rows: Sequence[Sequence[Cell]], usual: Words) -> Grid:
    return Grid(tuple(tuple(map(without_no_value, row)) for row in rows), usual=usual)


def without_no_value(cell: Cell) -> Cell:
    """The cell, empty where it says that a value is missing."""
    return Cell("", cell.start) if cell.text.lower() in NO_VALUE else cell


ARRAY = re.compile(
    r"[ \t]*(?:[A-Za-z_]\w{0,80}[ \t]*[=:][ \t]*)?(?:(?:array|matrix)\()?"
    r"(?=\[)(?!\[\d+ rows x \d+ columns\])"
)
SERIES_ENDS = re.compile(r"(?:Name: [^\n]*, )?(?:Length: \d+, )?dtype: [\w\[\], ]+\s*")


def tables_in(text: str) -> list[Grid]:
    """The tables that a text prints: arrays and lists in brackets, data frames and series of
    pandas.
    """
    found = []
    run: list[Span] = []  # lines that follow each other
    at = 0
    may_open = True
    while at < len(text):
        end = text.find("\n", at)
        end = end if end >= 0 else len(text)
        opened = ARRAY.match(text, at, end) if may_open else None
        closed = _end_of_brackets(text, opened.end()) if opened else 0
        may_open = may_open and not (opened and not closed)  # else nothing closes further on too
        if opened and closed:
            found += [*_of_lines(text, run), _array(text, opened.end(), closed)]
            run = []
            end = max(text.find("\n", closed), closed)
        elif text[at:end].strip():
            run.append((at, end))
        else:
            found += _of_lines(text, run)
            run = []
        at = end + 1
    return [*found, *_of_lines(text, run)]


# --- arrays ---------------------------------------------------------------------------------------

BRACKET = re.compile(r"[\[\]]")
PART = re.compile(r"[\[\]]|[^\[\],\s()]+")
ENTRY = re.compile(r"[^\[\],\s()]+")
FLOAT = re.compile(r"([-+]?\d+)\.(\d*)(e[-+]\d+)?", re.ASCII)


def _end_of_brackets(text: str, start: int) -> int:
    """Where the bracket that opens here is closed; 0 where it never is."""
    depth = 0
    for found in BRACKET.finditer(text, start):
        depth += 1 if found[0] == "[" else -1
        if depth == 0:
            return found.end()
    return 0


def _array(text: str, start: int, end: int) -> Grid:
    """The array between these brackets."""
    rows: list[list[Cell]] = [[]]
    depth = deepest = 0
    for part in PART.finditer(text, start, end):
        if part[0] in "[]":
            depth += 1 if part[0] == "[" else -1
            deepest = max(deepest, depth)
            rows.append([])
        else:
            rows[-1].append(cell_at(text, *part.span()))
    filled = [row for row in rows if row]
    if not filled or deepest > 2:
        wrong = "it has more than two dimensions" if filled else "it has no entries"
        return Grid(((Cell("", start),),), wrong=wrong)
    # One list of numbers is a column: a row for each label.
    shaped = [[cell] for cell in filled[0]] if deepest == 1 else filled
    width = max(map(len, shaped))
    for k, row in enumerate(shaped):  # dots alone stand for rows: then a whole row of them
        if len(row) == 1 and is_ellipsis(row[0].text):
            shaped[k] = [Cell(row[0].text, row[0].start) for _ in range(width)]
    return _checked(shaped, {"header": "0", "labels": "0"})


def with_all_decimals(text: str) -> str:
    """The text with the decimals that numpy leaves out: beside 0.25 it prints 1.00 as `1.  `.

    >>> with_all_decimals("array([[0.25, 1.  ], [1.5 , 2.  ]])")
    'array([[0.25, 1.00  ], [1.50 , 2.00  ]])'
    >>> with_all_decimals("[1. 2.]"), with_all_decimals("[1.5, 0.25]")
    ('[1.0 2.0]', '[1.5, 0.25]')
    """
    parts = []
    at = 0
    for opened in ARRAY_BEGINS.finditer(text):
        if opened.start() < at:
            continue
        end = _end_of_brackets(text, opened.end() - 1)
        if end == 0:
            break
        body = text[opened.start() : end]
        # A list of Python, or an array of its objects, has each number as Python writes it.
        is_list = opened["numpy"] is None and "," in body
        is_numpy = not is_list and not text.startswith(", dtype=object", end)
        parts += [text[at : opened.start()], _padded(body) if is_numpy else body]
        at = end
    return "".join([*parts, text[at:]])


ARRAY_BEGINS = re.compile(r"(?:(?P<numpy>\b(?:array|matrix)\()|(?<![^\s=:]))\[")


def _padded(body: str) -> str:
    """The array with as many decimals in each number as the longest has, and one at least."""
    floats = [FLOAT.fullmatch(entry) for entry in ENTRY.findall(body)]
    places = max((len(found[2]) for found in floats if found), default=0) or 1

    def with_places(entry: re.Match[str]) -> str:
        found = FLOAT.fullmatch(entry[0])
        return f"{found[1]}.{found[2]:0<{places}}{found[3] or ''}" if found else entry[0]

    return ENTRY.sub(with_places, body)


# --- pandas, as text ------------------------------------------------------------------------------


def _of_lines(text: str, lines: Sequence[Span]) -> list[Grid]:
    """The tables that lines without an empty one among them print: series, and data frames."""
    found = []
    first = 0
    for k, (start, end) in enumerate(lines):
        if SERIES_ENDS.fullmatch(text, start, end):
            found += _series(text, lines[first:k])
            first = k + 1
    while first + 1 < len(lines):
        frame = _frame(text, lines, first)
        found += [frame] if frame else []
        first += len(frame.rows) if frame else 1  # a line that names the labels is none of a frame
    return found


def _series(text: str, lines: Sequence[Span]) -> list[Grid]:
    """The series whose values end where that of the last line does."""
    rows = []
    width = lines[-1][1] - lines[-1][0] if lines else 0
    for start, end in reversed(lines):
        label, blanks, value = text[start:end].rpartition("  ")
        if end - start != width or not blanks or not value.strip():
            break
        rows.append(
            [cell_at(text, start, start + len(label)), cell_at(text, end - len(value), end)]
        )
    return [_checked(rows[::-1], {"header": "0"})] if rows else []


def _frame(text: str, lines: Sequence[Span], first: int) -> Grid | None:
    """The data frame whose titles are this one of the lines; None where they are none."""
    start, end = lines[first]
    titles = []
    at = start
    for part in text[start:end].split("  "):  # which are two blanks apart or more
        titles += [cell_at(text, at, at + len(part))] if part.strip() else []
        at += len(part) + 2
    # Above the labels stands nothing, or the name of the columns.
    corner = Cell("", start) if text[start].isspace() or not titles else titles.pop(0)
    if not titles or titles[-1].text.endswith(","):
        return None
    if titles[-1].text == "\\":
        wrong = "it is printed in several parts: show it as the result of the cell instead"
        return Grid(((corner,),), wrong=wrong)
    ends = [title.span[1] - start for title in titles]
    rows = [[corner, *titles]]
    for k, (begin, last) in enumerate(lines[first + 1 :]):
        line = text[begin:last].rstrip()
        ends_there = len(line) == ends[-1] and all(line[end - 1].strip() for end in ends)
        if ends_there and not any(line[end : end + 1].strip() for end in ends):
            # A cell may begin left of its title: the last word is the cell, all before the label.
            edges = [0, len(line[: ends[0]].rpartition(" ")[0]), *ends]
            rows.append([cell_at(text, begin + a, begin + b) for a, b in pairwise(edges)])
        elif k > 0 or len(line) > titles[0].start - start:  # else it names the labels
            break
    if len(rows) < 2:
        return None
    has_labels = any(row[0].text for row in rows)
    return _checked(rows if has_labels else [row[1:] for row in rows], {})

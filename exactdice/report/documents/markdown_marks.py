"""Marks in Markdown: HTML comments, `0,6489<!-- exactdice: QUERY -->`; those shown as code are no
marks. Marks above a code fence bind what a program printed into it:

    <!-- exactdice block: P(d,k) d=1..3 k=1..6 -->     the table that the fence below holds
    <!-- exactdice block: EP(5) at=2 -->               the number of its second line

Several such marks may stand above one fence. Marks of code, here and in notebooks, bind the numbers
that it printed in order: all of them where they are as many, else one of each line, that which
stands alone there or ends it. `at=2` names the line, `at=2:1` the number of it, of a table which
one it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise, takewhile
from typing import NamedTuple

from ...exact.errors import ExactDiceError
from ...exact.numbers import shown
from ..printed.delimiters import SIGN_WORDS, SIGNS, UNITS
from ..printed.numbers import UNPARTED, number_or_none
from ..printed.source import MarkdownParts, Source, Span, end_of_span, parts_of
from ..printed.typeset import Markdown, OutputLine
from .bound_tables import find_indices
from .grids import (
    Cell,
    Grid,
    Rows,
    explain_heading,
    explain_label,
    make_cell,
    says_hundredths,
    says_unit,
)
from .marked_numbers import bind_sentence, find_place
from .marks import (
    NAME,
    TWO_MARKS,
    Mark,
    bad_mark,
    is_mark,
    is_meant,
    read_mark,
)
from .outputs import (
    LINE,
    Output,
    find_numbers,
    html_grid,
    pad_decimals,
    printed_lines,
    printed_text,
    tables_in,
)

OPENING, CLOSING = "<!--", "-->"
NEAR_TABLE = 300  # characters beside a table in which its caption is looked for
WITHIN_ANOTHER = "a mark within another comment: expected --> before it"
STRUCK_OUT = "the number before the mark is struck out, so nobody claims it: remove the mark"
UNSEEN = "readers may see what is marked otherwise, or not at all: see the tags around it"
NAMES = re.compile("exactdice", re.IGNORECASE | re.ASCII)
ROW_BAR = re.compile(r"\\.|\|")  # or what is escaped, such as a bar that is text
MOST_OF_TABLE = 20_000  # characters of a table in HTML before a cell that are looked at
HTML_TAG = re.compile(r"<[^<>]{0,300}>")
# Below a heading; pandoc and kramdown take + between the columns too.
DELIMITERS = re.compile(r"[ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*[|+][ \t]*:?-+:?)*(?:[ \t]*\|)?[ \t]*")


def markdown_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; a bad one says why."""
    form = Markdown(source)
    marks = []
    blocks = []
    last = -1  # where the claim before ended
    for at, end, complaint in _comments(source):
        body = source.text[at + len(OPENING) : end - len(CLOSING)].strip()
        if complaint:
            marks.append(bad_mark(at, end, complaint))
            continue
        if not is_mark(body):
            continue
        mark = read_mark(source, body, at, end)
        if mark.head == "block":
            blocks.append(mark)
        elif mark.head == "claim":
            mark = bind_sentence(source, mark)
        elif mark.head == "table" and form.parts.is_unseen(at):
            mark = mark.refused(UNSEEN)
        elif mark.head == "number" and last >= 0 and not source.text[last:at].strip():
            # Nothing but blanks between the two: the number may be meant by either.
            if marks[-1].head == "number":
                marks[-1] = replace(marks[-1], unclear=TWO_MARKS)
            mark = mark.refused(TWO_MARKS)
        elif mark.head == "number":
            mark = _find_number(source, mark, form)
            last = end
        marks.append(mark)
    bound = _bind_in_fences(source, blocks) if blocks else {}
    for mark in marks:
        yield bound.get(mark.start, mark)


def _comments(source: Source) -> Iterator[tuple[int, int, str]]:
    """Where each comment stands that is not shown as code, and what is wrong when it is a mark that
    is never closed.
    """
    text = source.text
    parts = parts_with_closed_code(source)
    ends = dict(parts.comments)
    at = text.find(OPENING)
    while at >= 0:
        after = parts.end_of_code(at)
        if after is None:
            end = ends.get(at)
            start = at + len(OPENING)
            after = start if end is None else end
            last = source.line_end(at) if end is None else end
            inner = text.find(OPENING, start, last)
            begins = text[start : inner if inner >= 0 else last].lstrip()
            is_closed = inner < 0 and CLOSING in text[start:last]
            if is_meant(begins) and (end is None or not is_closed):
                wrong = f"unclosed mark: expected --> after {shown(begins[:40])}"
                if is_closed:
                    wrong = (
                        f"Markdown prints this mark, got {shown(text[max(0, at - 1) : at + 40])}"
                    )
                yield at, source.line_end(at), wrong
            elif end is not None and inner >= 0 and NAMES.search(text, inner, end):
                yield at, source.line_end(at), WITHIN_ANOTHER
            elif end is not None:
                yield at, end, ""
        at = text.find(OPENING, after)


def parts_with_closed_code(source: Source) -> MarkdownParts:
    """The parts of the document; raises the complaint about code that is never closed and may hide
    marks.
    """
    parts = parts_of(source)
    fence = parts.open_fence
    start = parts.fences[-1][0] if fence else 0
    if fence and NAME in source.text[start:]:
        wrong = f"unclosed code: expected a line {fence.markup} before the end of the document"
        raise source.error(start, wrong)
    return parts


def _find_number(source: Source, mark: Mark, form: Markdown) -> Mark:
    span, unclear = find_place(source, mark.start, form, mark.words.get("kind"))
    in_cell = _whole_cell(source, mark) if unclear else None
    if unclear and not in_cell:
        return replace(mark, number=span, unclear=unclear)
    span = in_cell or span
    at = span[0]
    if at < source.front_matter_end or form.parts.is_unseen(at):
        return replace(mark, number=span, unclear=UNSEEN)
    if end_of_span(_struck_out(source), at, len(source.text)):
        return replace(mark, number=span, unclear=STRUCK_OUT)
    number = source.text[slice(*span)]
    heading, labels = _find_headings(source, at)
    unclear = explain_heading(number, heading, mark.query)
    in_percent = bool(unclear) and says_hundredths(heading)
    for label in labels:
        unclear = unclear or explain_label(number, label, mark.query)
    return replace(mark, number=span, unclear=unclear, in_percent=in_percent)


STRUCK = re.compile(r"(?<!\\)~~+|\n[ \t\r]*\n")


@lru_cache(maxsize=2)  # each number asks for it
def _struck_out(source: Source) -> list[Span]:
    """The texts between ~~ and ~~ of a paragraph."""
    spans = []
    opened: int | None = None
    for found in STRUCK.finditer(source.text):
        is_stroke = found[0][0] == "~"
        if is_stroke and opened is not None:
            spans.append((opened, found.start()))
        opened = found.end() if is_stroke and opened is None else None
    return spans


def _whole_cell(source: Source, mark: Mark) -> Span | None:
    """The number that fills the cell of the mark, in a form such as `2:1` that is read in cells and
    not in running text; None where there is none.
    """
    is_row = source.line(mark.start) - 1 in _pipe_rows(source)
    if mark.words.get("kind") == "interval" or not is_row:
        return None
    for cell in _cells(source, source.line(mark.start) - 1):
        start, end = cell.span
        if start < mark.start and end == mark.end:
            text = source.text[start : mark.start].rstrip()
            printed = number_or_none(text)
            if printed and printed.spelling.fraction[1] not in UNPARTED:
                return start, start + len(text)
    return None


@lru_cache(maxsize=2)  # each number asks for it
def _pipe_rows(source: Source) -> dict[int, int]:
    """{the number of each line of a table of bars, from 0: that of its heading, -1 without one}."""
    rows = dict[int, int]()
    heading: int | None = None  # of the rows that go on here
    for number in range(len(source.starts)):
        text = _line(source, number)
        # Below the heading of two columns or more.
        if ("|" in text or "+" in text) and DELIMITERS.fullmatch(text):
            # What looks like it nearer to a row may be a rule between rows.
            if heading in (None, -1):
                heading = number - 1 if begins_table(source, number - 1) else -1
            rows.setdefault(number - 1, -1)
            rows[number] = heading
        elif heading is not None and "|" in text:
            rows[number] = heading
        else:
            heading = None
    return rows


def _find_headings(source: Source, at: int) -> tuple[str, list[str]]:
    """(the heading of the column in which this place stands, "" where none does, what else may say
    a unit there: the first cell of its row, and of a table in HTML all cells and the caption that
    stand before it).
    """
    heading = ""
    labels = []
    row = source.line(at) - 1
    head = _pipe_rows(source).get(row, -1)
    if head >= 0 and "|" in _line(source, row):
        heads = _cells(source, head)
        cells = _cells(source, row)
        column = sum(cell.start <= at for cell in cells) - 1
        heading = heads[column].text if 0 <= column < len(heads) else ""
        labels += [cells[0].text] if heading else []
    near = source.text[max(0, at - MOST_OF_TABLE) : at]
    _, opened, table = near.lower().rpartition("<table")
    if opened and "</table" not in table:
        labels += HTML_TAG.split(near[-len(table) :])
    return heading, labels


# --- tables ---------------------------------------------------------------------------------------


def markdown_grid(source: Source, mark: Mark) -> Grid:
    """The table after the mark, of bars, in HTML or in a code fence: its heading row and its
    rows.
    """
    if mark.table is not None:
        return mark.table
    html = html_grid(source, mark.end)
    if html is not None:
        return html
    below = range(source.line(mark.end), len(source.starts))  # the lines after the mark's
    heading = next((number for number in below if _line(source, number).strip()), -1)
    if not begins_table(source, heading):
        raise source.error(
            mark.start,
            "expected a Markdown table after the mark: a heading row with |, then a row of ---; or "
            "a <table> of HTML",
        )
    rest = takewhile(lambda number: "|" in _line(source, number), below[heading - below[0] + 2 :])
    rows = [tuple(_cells(source, number)) for number in (heading, *rest)]
    # The lines above the mark and below the table, one of which may be its caption.
    before = source.text[max(0, mark.start - NEAR_TABLE) : mark.start]
    above = before.rstrip().rpartition("\n")[2]
    end = source.line_end(rows[-1][-1].start)
    after = source.text[end : end + NEAR_TABLE].lstrip().partition("\n")[0]
    return Grid(tuple(rows), caption=f"{above}. {after}".strip("# "))


def _line(source: Source, number: int) -> str:
    """The text of this line, numbered from 0."""
    start = source.starts[number]
    return source.text[start : source.line_end(start)]


def begins_table(source: Source, number: int) -> bool:
    """Whether a table of bars begins with this line, numbered from 0, and the next."""
    if not 0 <= number < len(source.starts) - 1 or "|" not in _line(source, number):
        return False
    return DELIMITERS.fullmatch(_line(source, number + 1)) is not None


def _cells(source: Source, number: int) -> list[Cell]:
    """The cells between the bars of this line, numbered from 0."""
    text = source.text
    start = source.starts[number]
    end = source.line_end(start)
    bars = [found.start() for found in ROW_BAR.finditer(text, start, end) if found[0] == "|"]
    edges = [start - 1, *bars, end]
    # A bar at the beginning or the end of the row is optional, so no cell stands beyond it.
    if not text[start : edges[1]].strip(" \t>"):
        edges = edges[1:]
    if len(edges) > 2 and not text[edges[-2] + 1 : end].strip():
        edges = edges[:-1]
    return [make_cell(text, left + 1, right) for left, right in pairwise(edges)]


# --- marks above a code fence ---------------------------------------------------------------------

# What is between the lines of a fence is read as the output of a notebook's cell is, or as rows of
# cells which two blanks, a tab or a bar part.
FURTHEST = 10_000  # characters between a mark and its fence
BARS = "|│┃║"
RULES = ("--", "==", "─", "━", "═")  # one of these stands in a line between rows,
OF_RULES = frozenset(f"-=+: \t{BARS}─━═┼╪╋├┤┌┬┐└┴┘╞╡╔╗╚╝╠╣╦╩╬")  # and these alone
BAR, GAP, BLANK = re.compile(rf"[{BARS}]"), re.compile(r"\t[ \t]*|[ ]{2,}"), re.compile(r"[ \t]+")
NO_FENCE = "expected a code fence (```) right below the mark, which holds what was printed"
IN_QUOTATION = "a code fence in a quotation (>) cannot be bound: take it out of the quotation"
NOT_AS_WRITTEN = (
    "the fence shows numbers as Python's objects or without the decimals that numpy leaves out: "
    "write 3/8 for Fraction(3, 8), 1.00 for `1.  ` beside 0.25"
)


def _bind_in_fences(source: Source, marks: Sequence[Mark]) -> dict[int, Mark]:
    """{where a mark of a block stands: the mark with what it binds in the code fence below it}."""
    fences = parts_of(source).fences
    found = dict[int, Mark]()
    below = dict[int, list[Mark]]()  # the marks above each of the fences
    for mark in marks:
        k = bisect_left(fences, (mark.end, 0))
        is_near = k < len(fences) and fences[k][0] - mark.end <= FURTHEST
        # Nothing but comments may stand between the mark and its fence.
        if not is_near or without_comments(source.text[mark.end : fences[k][0]]).strip():
            found[mark.start] = mark.refused(NO_FENCE)
            continue
        head = "number"
        if ":" not in mark.words.get(AT, ""):
            with suppress(ExactDiceError):
                find_indices(mark, {})
                head = "table"  # as its words give labels, and it names no number of a line
        below.setdefault(k, []).append(replace(mark, head=head))
    for k, bound in below.items():
        first, last = fences[k]
        # Between the two lines of the fence; one that is never closed holds its last line too.
        start = source.text.find("\n", first) + 1
        closing = source.line_start(last)
        is_closed = not source.text[closing:last].strip("`~> \t\r")
        end = max(start, closing if is_closed else last)
        text = source.text[start:end]
        wrong = "" if pad_decimals(printed_text(text)) == text else NOT_AS_WRITTEN
        if source.text[first:last].lstrip().startswith(">"):
            wrong = IN_QUOTATION
        if wrong:
            found |= {mark.start: mark.refused(wrong) for mark in bound}
        else:
            # Rows of cells, or what Python and its libraries print in brackets.
            tables = tables_in(text) if "[" in text else _rows_of_cells(text)
            output = Output(start, end, tuple(tables))
            found |= bind_in_order(source, bound, [output], "the fence")
    return found


def without_comments(text: str) -> str:
    """The text without its comments, also one that is not closed in it."""
    first, *comments = text.split(OPENING)
    return first + "".join(comment.partition(CLOSING)[2] for comment in comments)


def _rows_of_cells(text: str) -> Iterator[Grid]:
    """The tables whose rows are lines without an empty one among them, parted into cells; lines of
    one cell above and below are text.
    """
    for is_row, group in groupby(LINE.finditer(text), lambda line: bool(line[0].strip())):
        lines = [line.span() for line in group if is_row and not _is_rule(line[0])]
        rows = _parted(text, lines, GAP)
        if all(len(row) == 1 for row in rows):
            rows = _parted(text, lines, BLANK)
        held = [k for k, row in enumerate(rows) if len(row) > 1]
        rows = rows[held[0] : held[-1] + 1] if held else []
        if len(rows) > 1:
            # A heading may leave its corner empty, and then begins further right than the rows do.
            heading, *below = rows
            column = [cell.start - text.rfind("\n", 0, cell.start) for cell, *_ in rows]
            is_short = all(len(row) == len(heading) + 1 for row in below)
            if is_short and column[0] > max(column[1:]):
                heading.insert(0, Cell("", heading[0].start))
            yield Grid(tuple(map(tuple, rows)))


def _is_rule(line: str) -> bool:
    """Whether the line stands between rows and prints nothing."""
    return OF_RULES.issuperset(line) and any(rule in line for rule in RULES)


def _parted(text: str, lines: Sequence[Span], between: re.Pattern[str]) -> list[list[Cell]]:
    """The cells of each line, which bars part where it has some."""
    rows = []
    for start, end in lines:
        line = text[start:end]
        has_bars = BAR.search(line) is not None
        is_framed = has_bars and line.strip()[0] in BARS and line.strip()[-1] in BARS
        if is_framed or not has_bars:
            start += len(line) - len(line.lstrip()) + is_framed
            end -= len(line) - len(line.rstrip()) + is_framed
        parts = (BAR if has_bars else between).finditer(text, start, end)
        edges = [(start, start), *(part.span() for part in parts), (end, end)]
        rows.append([make_cell(text, left[1], right[0]) for left, right in pairwise(edges)])
    return rows


# --- marks that bind what code printed ------------------------------------------------------------

AT = "at"
PLACE = re.compile(r"(\d{1,6})(?::(\d{1,6}))?", re.ASCII)
ENDS_A_LINE = " \t,;.)]}"  # behind the number of a line
NO_FRAME = (
    "; a data frame of pandas is read where it is the result of its cell, not where it is printed, "
    "and a series as `series.to_frame()`"
)


class Line(NamedTuple):
    """A line that the code printed, and where its numbers stand."""

    start: int
    end: int
    numbers: list[Span]


def bind_in_order(
    source: Source, marks: Sequence[Mark], outputs: Sequence[Output], where: str
) -> dict[int, Mark]:
    """{where a mark of a number or a table stands: what it binds of these outputs}; `where` names
    what printed them.
    """
    found = _bind_tables(outputs, [mark for mark in marks if mark.head == "table"], where)
    bound = [mark.table.span for mark in found.values() if mark.table]
    # The lines of all outputs, those of bound tables without numbers.
    lines = []
    for start, end in printed_lines(source, outputs):
        places = [(start + a, start + b) for a, b in find_numbers(source.text[start:end])]
        outside = [one for one in places if not any(low <= one[0] < high for low, high in bound)]
        lines.append(Line(start, end, outside))
    in_order = []
    for mark in marks:
        if mark.head == "number" and AT in mark.words:
            found[mark.start] = _bind_named(source, mark, lines, where)
        elif mark.head == "number":
            in_order.append(mark)
    taken = {one.number for one in found.values()}
    free = (line._replace(numbers=[n for n in line.numbers if n not in taken]) for line in lines)
    left = [line for line in free if line.numbers]
    each = [(line, n if len(line.numbers) > 1 else None) for line in left for n in line.numbers]
    if len(each) != len(in_order):
        each = [(line, None) for line in left]
    if len(each) == len(in_order):
        for mark, (line, number) in zip(in_order, each, strict=True):
            found[mark.start] = _bind_number(source, mark, line, number)
    else:
        count = sum(len(line.numbers) for line in left)
        why = (
            f"{where} prints {count} numbers on {len(left)} lines and {len(in_order)} marks bind "
            "numbers: expected as many numbers or lines, or at=2 in the mark for the second line "
            "that is printed and at=2:1 for its first number"
        )
        found |= {mark.start: mark.refused(why) for mark in in_order}
    return found


def placed(rows: Sequence[Sequence[Cell]], by: int) -> Rows:
    """The cells further on in the text."""
    return tuple(tuple(cell.moved(by) for cell in row) for row in rows)


def _other_words(mark: Mark) -> dict[str, str]:
    """The words of the mark but that which says where its number stands."""
    return {key: text for key, text in mark.words.items() if key != AT}


def _bind_tables(outputs: Sequence[Output], marks: Sequence[Mark], where: str) -> dict[int, Mark]:
    """{where the mark stands: the mark with its table}, in order as long as there are as many."""
    here = [(output.start, table) for output in outputs for table in output.tables]
    are_as_many = sum(AT not in mark.words for mark in marks) == len(here)
    in_order = iter(here if are_as_many else [])
    found = dict[int, Mark]()
    for mark in marks:
        named = PLACE.fullmatch(mark.words.get(AT, ""))
        if AT not in mark.words:
            chosen = next(in_order, None)
        else:
            is_here = named and not named[2] and 1 <= int(named[1]) <= len(here)
            chosen = here[int(named[1]) - 1] if named and is_here else None
        if chosen is None:
            wrong = next((f"; of one {table.wrong}" for _, table in here if table.wrong), "")
            if where == "the cell" and not here:
                wrong = NO_FRAME
            why = (
                f"{where} shows {len(here)} tables and {len(marks)} marks bind tables: expected as "
                "many, or at=2 in the mark for the second table"
            )
            found[mark.start] = mark.refused(why + wrong)
            continue
        start, table = chosen
        if table.wrong:
            found[mark.start] = mark.refused(f"the table cannot be read: {table.wrong}")
        else:
            words = {**table.usual, **_other_words(mark)}
            grid = replace(table, rows=placed(table.rows, start))
            found[mark.start] = replace(mark, words=words, table=grid)
    return found


def _bind_named(source: Source, mark: Mark, lines: Sequence[Line], where: str) -> Mark:
    """The mark with the number of the line that it names."""
    at = mark.words[AT]
    named = PLACE.fullmatch(at)
    if named is None:
        return mark.refused(
            f"at must be a line, or a line and a number, as at=2:1, got {shown(at)}"
        )
    if not 1 <= int(named[1]) <= len(lines):
        return mark.refused(f"at={at}: {where} prints {len(lines)} lines, empty ones not counted")
    line = lines[int(named[1]) - 1]
    if named[2] is None:
        return _bind_number(source, mark, line)
    if not 1 <= int(named[2]) <= len(line.numbers):
        return mark.refused(f"at={at}: the line has {len(line.numbers)} numbers")
    return _bind_number(source, mark, line, line.numbers[int(named[2]) - 1])


def _bind_number(source: Source, mark: Mark, line: Line, number: Span | None = None) -> Mark:
    """The mark with this number, else with the only one of the line or that which ends it; unclear
    beside a sign or a unit on the line above or below.
    """
    words = _other_words(mark)
    if number:
        return replace(mark, words=words, number=number)
    kind = words.get("kind")
    here = Source(source.path, source.text[line.start : line.end])
    end = len(here.text.rstrip(ENDS_A_LINE))
    if kind != "interval" and len(line.numbers) == 1:
        end = line.numbers[0][1] - line.start
    (first, last), unclear = find_place(here, end, OutputLine(here), kind)
    at = source.line(line.start) - 1
    above = _first_text(source, range(at - 1, -1, -1))
    below = _first_text(source, range(at + 1, len(source.starts)))
    is_said = above in SIGN_WORDS or (above and set(above) <= SIGNS) or says_unit(above)
    if not unclear and (is_said or below in UNITS or below.startswith(("%", "‰"))):
        unclear = f"the line beside the number may change it: {shown(above)}, then {shown(below)}"
    number = (line.start + first, line.start + last)
    return replace(mark, words=words, number=number, unclear=unclear)


def _first_text(source: Source, numbers: Iterable[int]) -> str:
    """The first of these lines, numbered from 0, that holds text, in small letters."""
    lines = (_line(source, number).strip().lower() for number in numbers)
    return next(filter(None, lines), "")

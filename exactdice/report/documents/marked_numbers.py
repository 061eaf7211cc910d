"""Numbers, intervals and sentences that stand directly before a mark, which binds them.

From the mark to the left, the number is the first text that reads as a number and that `delimiters`
delimits on both sides. If there is none, the claim is unclear, since what reads as a number would
be a part of another. A number in braces is asked whether it is the whole.

A sentence begins after the end of the sentence before it, after another mark, after the front
matter, or where its paragraph, its item, its cell or its quotation does. It is shown, and never
compared.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from ...exact.errors import ClaimsError
from ...exact.numbers import shown
from ..printed.delimiters import Number, goes_on_a_list, is_delimited_left, is_delimited_right
from ..printed.numbers import JOINS, OF_WORDS, ONE_WORDS, is_read_in_text, parse_interval
from ..printed.source import Source, Span, skip_blanks_back
from ..printed.spellings import MINUS, unwrapped
from ..printed.typeset import EDGE, KEEPING, OPEN, UNKNOWN, Format, Piece, pieces
from .marks import Mark

LOOK = 300  # characters before a mark in which its number begins
NEAR = 120  # printed characters beside a number that are looked at
SEEN = 40  # characters shown in a complaint

DIGIT = re.compile(r"\d")
# Odds or a range, of a text reversed, so that the search starts at its end.
ODDS = re.compile(r"\d+(?: ?: ?|[ \t~](?:ot|uz|ertnoc)[ \t~])\d+(?![\d.,:])", re.ASCII)
SIMPLE = re.compile(rf"[+{MINUS}]?\d+(?:[.,]\d+)?", re.ASCII)
FIRST = frozenset("0123456789+-\u2212\u2013$\\{*_`[(.~")  # what a number may begin with
SEEN_AS = str.maketrans({EDGE: " ", OPEN: "*", KEEPING: " "})  # in a complaint
BRACKETS = {**dict.fromkeys("})]", 1), **dict.fromkeys("{([", -1)}


Place = tuple[Span, str]  # where the number before a mark stands, and why it is unclear when it is


class Sought(NamedTuple):
    """A kind of text that is looked for before a mark."""

    reads: Callable[[str], bool]
    words: frozenset[str]  # that it may hold
    first: frozenset[str] = frozenset()  # words that it may begin with
    may_be_one_of_several: bool = True  # whether it may go on a list


def _is_interval(text: str) -> bool:
    try:
        parse_interval(text)
    except ClaimsError:
        return False
    return True


NUMBER = Sought(is_read_in_text, ONE_WORDS | OF_WORDS | {"out", "chance"}, ONE_WORDS)
INTERVAL = Sought(_is_interval, JOINS, may_be_one_of_several=False)


def find_place(source: Source, at: int, form: Format, kind: str | None = None) -> Place:
    """Where the number stands, or of the kind `interval` the interval such as `0.33 and 0.34`, that
    is directly before this place; unclear when there is none.
    """
    sought = INTERVAL if kind == "interval" else NUMBER
    span, unclear = _find_delimited(source, at, form, sought)
    if unclear and sought is INTERVAL:
        seen = preceding_text(source, at, SEEN).strip()
        unclear = (
            "expected an interval such as `0.33 and 0.34` directly before the mark, on the same "
            f"line, got {shown(seen) if seen else 'nothing'}"
        )
    return span, unclear


def preceding_text(source: Source, at: int, most: int) -> str:
    """The text of the line before this place, of which at most so many characters are looked at."""
    return source.text[max(source.line_start(at), at - most) : at]


def _find_delimited(source: Source, mark: int, form: Format, sought: Sought) -> Place:
    text = source.text
    line = source.line_start(mark)
    stop = skip_blanks_back(text, mark, line)
    seen = preceding_text(source, stop, SEEN).strip()
    if DIGIT.search(seen):  # else nothing need be tried
        before = read_left(source, stop, form)
        # The number ends before none, one or more of the closers before the mark.
        close = stop
        nearest = max(line, stop - NEAR)
        while close >= nearest:
            ended = before[: bisect_right(before, close, key=attrgetter("end"))]
            ended += pieces(form, ended[-1].end, close)
            right = read_right(source, close, form)
            start = _find_start(source, ended, close, right, form, sought)
            if start is not None:
                _, core, after = unwrapped(text[start:close])
                span = (close - len(after) - len(core), close - len(after))
                if is_delimited_right(
                    right, Number(text[start:close], form.in_formula(start, right))
                ):
                    return span, ""
                came = f"{shown(core)} then {shown(right.translate(SEEN_AS).strip()[:10])}"
                return span, (
                    f"where the number before the mark ends is not clear: {came}; write the mark "
                    "after the whole number"
                )
            closer = form.closers.search(text, nearest, close)
            if closer is None:
                break
            close = skip_blanks_back(text, closer.start(), line)
    touching = re.split(r"[ \t]", seen)[-1]
    if DIGIT.search(touching):
        return (stop - len(touching), stop), _explain_beginning(source, line, stop, seen)
    place = (stop - len(touching), stop) if seen else (mark, source.line_end(mark))
    return place, (
        "expected a number directly before the mark, on the same line, got "
        f"{shown(seen) if seen else 'nothing'}"
    )


def _explain_beginning(source: Source, line: int, stop: int, seen: str) -> str:
    """The complaint about a number of which it is not clear where it begins."""
    number = preceding_text(source, stop, LOOK).lstrip(" \t>*_`$({[").rstrip("*_`$)}]., \t")
    if line > 0 and SIMPLE.fullmatch(number):  # the line holds nothing else, so another may be cut
        came = f"{shown(source.text[max(0, line - 21) : line - 1])} then {shown(number)}"
        return (
            f"the number before the mark may be cut by a line break: {came}; write it on one line"
        )
    odds = ODDS.match(seen[::-1])
    if odds:
        return (
            f"what stands before the mark may be odds or a range: {shown(odds[0][::-1])}: write "
            "the chance, such as 1/6, or kind=interval for a range; odds are read in cells of a "
            r"marked table, in \exactly{query}{1:5} and in claims files"
        )
    what = "write it as one number, such as -0.25 or 3/8, after a word and a space or after = or ("
    return f"where the number before the mark begins is not clear: {shown(seen)}: {what}"


# --- the text beside a number ---------------------------------------------------------------------


def read_left(source: Source, stop: int, form: Format) -> list[Piece]:
    """The pieces printed before this place, as far left as matters."""
    text = source.text
    low = max(0, stop - LOOK)
    if text[low : low + 1].isdecimal():  # digits, however many, are not cut
        while low > 0 and text[low - 1].isdecimal():
            low -= 1
        low = max(0, low - LOOK)
    line = source.line_start(low)
    if line < low and low < source.line_start(stop):  # not within a line above
        line = low = source.starts[source.line(low)]
    low = form.first(low)
    # What stands further left is not read, so it may be anything: UNKNOWN bounds no number.
    head = [Piece(low, low, EDGE if low == 0 else UNKNOWN)]
    if line == low:
        head.append(form.line_begins(low))
    return [*head, *pieces(form, head[-1].end, stop)]


def read_right(source: Source, at: int, form: Format) -> str:
    """The text printed after this place, up to an edge or as far as matters."""
    text = ""
    for piece in islice(pieces(form, at, len(source.text)), NEAR):
        if source.text.startswith("\\footnote", piece.start):
            return text + UNKNOWN
        text += piece.printed
        if piece.printed == EDGE:
            return text
        at = piece.end
    return text if at == len(source.text) else text + UNKNOWN


def _find_start(
    source: Source, before: list[Piece], stop: int, right: str, form: Format, sought: Sought
) -> int | None:
    """Where the number begins that ends here; None when that is not clear."""
    text = source.text
    depth = 0
    left = "".join(map(attrgetter("printed"), before))
    at = len(left)  # where the piece is printed
    # No number holds a comment, as the mark before this one is in Markdown.
    line = source.line_start(stop)
    comment = text.rfind("-->", line, stop)
    first = comment + len("-->") if comment >= 0 else line
    # The shortest text that reads as a number and is bounded is taken: a longer one would begin
    # left of a certain bound, so hold two numbers.
    for k in range(len(before) - 1, 0, -1):
        start, end, printed = before[k]
        at -= len(printed)
        # Within brackets nothing is tried: a number holds both or none of a pair.
        piece = text[start:end]
        for character in piece:
            depth += BRACKETS.get(character, 0)
        # A number holds no other words than those that it may.
        is_other = len(piece) > 1 and piece.isalpha() and piece.lower() not in sought.words
        if start < first or depth < 0 or (depth == 0 and is_other):
            return None
        if depth or not piece or not (piece[0] in FIRST or piece.lower() in sought.first):
            continue
        number = Number(text[start:stop], form.in_formula(start, right))
        beside = _last(left, at)
        is_one_of_several = not sought.may_be_one_of_several and goes_on_a_list(beside, JOINS)
        if (
            is_delimited_left(beside, number)
            and not is_one_of_several
            and sought.reads(number.text)
        ):
            return start
    return None


def _last(printed: str, end: int) -> str:
    # UNKNOWN in front, since a text that is cut must not look as if it began there.
    return printed[:end] if end <= NEAR else UNKNOWN + printed[end - NEAR : end]


# --- a number in braces ---------------------------------------------------------------------------

IN_SCRIPT = re.compile(r"[\w)\]}][\^_]\{\Z")
NUMERATOR = re.compile(r"\\[dtc]?frac\{\Z")


def is_whole(source: Source, start: int, end: int, number: str, form: Format) -> bool:
    r"""Whether the number in \exactly{query}{number} is certainly no part of another."""
    near = source.text[max(0, start - 10) : start]
    is_above = NUMERATOR.search(near) is not None
    read = Number(number, form.in_formula(start, ""), in_braces=True)
    ends = is_above and source.text.startswith("}{", end)
    if not ends and not is_delimited_right(read_right(source, end, form), read):
        return False
    # Braces of a script or a fraction bound what they hold.
    if is_above or IN_SCRIPT.search(near):
        return True
    left = "".join(piece.printed for piece in read_left(source, start, form))
    return is_delimited_left(_last(left, len(left)), read)


# --- a sentence -----------------------------------------------------------------------------------

FURTHEST = 2000  # characters before a mark that are looked at
ENDS = re.compile(r"[.!?…][\"'”’»)\]*_}]{0,3}(?=\s)")
# What begins a line of a list or a quotation.
OPENS = re.compile(r"[ \t]*(?:[-*+>]|#{1,6}|\d{1,9}[.)]|\\item)[ \t]")
TITLE = re.compile(r"[ \t]*#{1,6}[ \t]")
RULE = re.compile(r"[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t\r]*")
SHORT = re.compile(r"\b(?:[A-Za-z]|Dr|Mr|Mrs|Ms|No|Fig|Tab|Eq|cf|vs|ca|approx|resp|env|z\.B)\.\Z")
SEPARATORS = ("-->", "|", "&")
SAYS = re.compile(r"[\w$]")


def bind_sentence(source: Source, mark: Mark) -> Mark:
    """The mark of a statement with the sentence before it; a bad one where none stands there."""
    found = find_sentence(source, mark.start)
    if found is None:
        return mark.refused("expected a sentence directly before the mark")
    return replace(mark, number=found)


def find_sentence(source: Source, mark: int) -> Span | None:
    """Where the sentence that ends before this place stands; None when nothing stands there.

    >>> from pathlib import Path
    >>> text = "Nothing else. The more dice, the better: up to six. <!-- exactdice claim: ... -->"
    >>> start, end = find_sentence(Source(Path("a.md"), text), text.index("<!--"))
    >>> text[start:end]
    'The more dice, the better: up to six.'
    """
    low = max(0, mark - FURTHEST)
    before = source.text[low:mark]
    text = before.rstrip()
    if before[len(text) :].count("\n") > 1:
        return None  # a blank line parts the mark from what stands above
    while text.endswith("-->") and "<!--" in text:  # marks of its numbers most often
        text = text[: text.rindex("<!--")].rstrip()
    # The last paragraph, item, cell or quotation of the text begins a sentence.
    at = text.rfind("\n") + 1
    line = text[at:]
    while at > 0 and not OPENS.match(line):
        above_at = text.rfind("\n", 0, at - 1) + 1
        above = text[above_at : at - 1]
        # A heading, a line drawn across the page, \begin{...} and a comment go on in no sentence.
        is_latex = "\\begin{" in above or "%" in above.replace("\\%", "")
        if is_latex or not above.strip() or TITLE.match(above) or RULE.fullmatch(above):
            break
        at, line = above_at, above
    opened = OPENS.match(line)
    parted = [text.rfind(sign) + len(sign) for sign in SEPARATORS if sign in text]
    start = max(at + (opened.end() if opened else 0), *parted, source.front_matter_end - low, 0)
    for ended in ENDS.finditer(text):
        # Its own full stop ends no other sentence, nor does that of Dr. or of i.e. within it.
        if ended.end() < len(text) and not SHORT.search(text[: ended.start() + 1][-8:]):
            start = max(start, ended.end())
    start += len(text[start:]) - len(text[start:].lstrip())
    return (low + start, low + len(text)) if SAYS.search(text, start) else None

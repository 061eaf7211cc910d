r"""Marks in LaTeX: `\exactly{QUERY}{0{,}6489}` of exactdice.sty, and comments `0{,}6489 %
exactdice: QUERY`.

Comments, `\verb`, verbatim text and what follows `\end{document}` hold no marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from ..errors import ClaimsError, PlacedError
from ..exact import shown
from ..printed.decimals import UnclearMark
from ..printed.numbers import parse_interval, parse_printed
from ..printed.siunitx import changes_no_digit
from ..printed.source import Source
from ..printed.typeset import Latex, redefined_in
from .before_mark import is_whole
from .grids import Grid, cell_at
from .headings import says_hundredths, scaled_cell
from .latex_columns import Part, after_blank, columns_after, group_end, parts_of
from .latex_groups import enclosing
from .latex_rows import rows_of
from .marks import (
    TWO_MARKS,
    Mark,
    bad_mark,
    is_macro,
    is_mark,
    place_before,
    read_mark,
    with_sentence,
)

VERBATIM = (
    r"(?:[BLS]?Verbatim|verbatim|spverbatim|verbatimtab|alltt|lstlisting|minted|listing|tcblisting"
    r"|comment|filecontents|code|pycode|python|Sinput|Soutput|Highlighting)\*?"
)
TOKEN = re.compile(
    r"\\(?:string|noexpand|meaning)[ ]?\\[A-Za-z]+"  # printed by name, and so no command
    rf"|\\(?:begin\{{(?P<verbatim>{VERBATIM})\}}|verb\*?(?P<verb>[^A-Za-z\s{{}}])"
    r"|(?P<argument>(?:lstinline|mintinline|url|nolinkurl|path|href))(?![A-Za-z@])|(?P<exactly>exactly|exactclaim)(?![A-Za-z@])"
    r"|(?P<end>end\{document\}|endinput(?![A-Za-z@]))|(?P<unread>iffalse(?![A-Za-z@])|if\s?0(?=\s))|(?P<macro>[A-Za-z]{6,11})(?![A-Za-z@])|[\s\S])|(?P<comment>%)"
)
LONGEST_VERB = 2000  # characters
NUMBER, CLAIM = r"\exactly{query}{number}", r"\exactclaim{statement}{sentence}"
TWO_ARGUMENTS = re.compile(
    r"[ \t]*\{[^{}\n]{1,500}\}[ \t]*\{(?:[^{}\n]|\{[^{}\n]{0,100}\}){0,500}\}"
)
DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|NewDocumentCommand|def)\*?[ "
    r"]?\{?\\([A-Za-z]{6,11})(?![A-Za-z])"
)
BRACES = re.compile(r"\\exact(?:ly|claim|value)(?![A-Za-z@])|\\[\s\S]|[{}%]|\n[ \t\r]*\n")


def latex_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; `ClaimsError` with the line
    for a bad one.
    """
    set_up, headings = _set_up(source.text), _Headings(source)
    redefined = redefined_in(source.text)
    for mark in _marks(source):
        known = _in_known_groups(source, _of_known_commands(source, mark, redefined))
        yield headings.checked(_printed_as_written(source, known, set_up))


def _in_known_groups(source: Source, mark: Mark) -> Mark:
    """The mark, unclear where a command around it may print otherwise what it marks."""
    around = enclosing(source.text, mark.start) if mark.head in ("number", "table") else ""
    if not around or mark.unclear:
        return mark
    wrong = f"what is marked stands within {around}, which may print it otherwise: put it outside"
    return (
        bad_mark(mark.start, mark.end, wrong)
        if mark.head == "table"
        else replace(mark, unclear=wrong)
    )


def _marks(source: Source) -> Iterator[Mark]:
    at, last, form = 0, -1, Latex(source)
    own = {found[1] for found in DEFINED.finditer(source.text)}
    while True:
        found = TOKEN.search(source.text, at)
        if found is None or found["end"]:
            return
        at = found.end()
        if found["verbatim"] or found["verb"]:
            at = _after_verbatim(source, found)
        elif found["unread"]:
            at = _after_unread(source.text, at)
        elif found["argument"]:
            at = _after_argument(source, found)
        elif found["comment"]:
            at = source.line_end(found.start())
            yield from _comment_mark(source, found.start(), at, last, form)
        elif found["exactly"] and source.text[at : at + 1] != "}":  # no \newcommand{\exactly}
            try:
                mark = _of_command(source, found, form)
            except PlacedError as error:  # what follows may hold other marks
                yield bad_mark(found.start(), at, error.message)
                continue
            yield mark
            if mark.head == "claim" and mark.number:
                at = mark.number[0]  # numbers of the sentence may have marks of their own
            else:
                at = last = mark.end
        elif found["macro"] and found["macro"] not in own and is_macro(found["macro"]):
            yield from _no_mark(source, found)


def printed_commands(source: Source, command: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The commands of the document that match, in order, but for those in comments, in verbatim
    text and behind its end.
    """
    at = 0
    while True:
        found = TOKEN.search(source.text, at)
        if found is None or found["end"]:
            return
        at = found.end()
        matched = command.match(source.text, found.start())
        if found["verbatim"] or found["verb"]:
            at = _after_verbatim(source, found)
        elif found["unread"]:
            at = _after_unread(source.text, at)
        elif found["argument"]:
            at = _after_argument(source, found)
        elif found["comment"]:
            at = source.line_end(found.start())
        elif matched:
            yield matched


def _no_mark(source: Source, found: re.Match[str]) -> Iterator[Mark]:
    r"""The mark that a command such as \Exactly{query}{number} is meant as, if two arguments follow
    it.
    """
    span = TWO_ARGUMENTS.match(source.text, found.end())
    if span:
        message = (
            rf"expected \exactly{{query}}{{number}}, got {shown(found[0])}; a command of "
            r"this name that is no mark must be defined here"
        )
        yield bad_mark(found.start(), span.end(), message)


def _after_verbatim(source: Source, found: re.Match[str]) -> int:
    if found["verb"]:
        end = source.text.find(
            found["verb"],
            found.end(),
            min(source.line_end(found.start()), found.end() + LONGEST_VERB),
        )
        return end + 1 if end >= 0 else found.end()
    closing = f"\\end{{{found['verbatim']}}}"
    end = source.text.find(closing, found.end())
    if end < 0:
        raise source.error(found.start(), f"expected {closing} before the end of the document")
    return end + len(closing)


CONDITION = re.compile(r"(?<!\\)%[^\n]*|\\(?P<name>if[A-Za-z@]*|fi|else)(?![A-Za-z@])")


def _after_unread(text: str, at: int) -> int:
    r"""After what stands between \iffalse and its \else or \fi, which is not typeset."""
    depth = 0
    for found in CONDITION.finditer(text, at):
        name = found["name"] or ""
        if name.startswith("if"):
            depth += 1
        elif name and depth == 0:
            return found.end()
        elif name == "fi":
            depth -= 1
    return len(text)


LISTING = re.compile(r"[ \t]*(?:\[[^\[\]\n]{0,500}\])?")
LANGUAGE = re.compile(r"[ \t]*\{[^{}\n]{0,100}\}")
ARGUMENT = re.compile(r"[ \t]*\{(?:[^{}\n]|\{[^{}\n]{0,500}\}){0,2000}\}")


def _after_argument(source: Source, found: re.Match[str]) -> int:
    """After the argument that is printed as it is written, in which % begins no comment: in braces,
    or between two equal signs.
    """
    command, text, end = found["argument"], source.text, source.line_end(found.start())
    if command in ("lstinline", "mintinline"):
        options = LISTING.match(text, found.end(), end)
        at = options.end() if options else found.end()
        language = LANGUAGE.match(text, at, end) if command == "mintinline" else None
        at = language.end() if language else at
    else:
        at = found.end()
    braced = ARGUMENT.match(text, at, end)
    if braced:
        return braced.end()
    sign = text[at : at + 1]
    if command == "href" or not sign or sign.isalnum() or sign in "{}[]()\\%,.;: \t\r\n":
        return at
    closing = text.find(sign, at + 1, min(end, at + LONGEST_VERB))
    return closing + 1 if closing >= 0 else at


def _comment_mark(source: Source, start: int, end: int, last: int, form: Latex) -> Iterator[Mark]:
    r"""The mark that the comment is, if it is one; the last \exactly ended at `last`."""
    body = source.text[start:end].lstrip("% \t").rstrip()
    if not is_mark(body):
        return
    mark = read_mark(source, body, start, end)
    if mark.head != "number":
        yield with_sentence(source, mark) if mark.head == "claim" else mark
        return
    if last >= 0 and not source.text[last:start].strip("$})].,;:\\ \t"):
        yield bad_mark(start, end, TWO_MARKS)
        return
    place = place_before(source, mark, form)
    yield replace(mark, number=place.span, unclear=place.unclear)


def _of_command(source: Source, found: re.Match[str], form: Latex) -> Mark:
    r"""The mark of \exactly{query}{number} or \exactclaim{statement}{sentence}."""
    if found["exactly"] == "exactclaim":
        return _exactclaim(source, found.start(), found.end())
    return _exactly(source, found.start(), found.end(), form)


def _exactclaim(source: Source, start: int, at: int) -> Mark:
    r"""The mark \exactclaim{statement}{sentence} that begins at start."""
    statement = argument_of(source, start, at, CLAIM, "the statement")
    sentence = argument_of(source, start, statement[1] + 1, CLAIM, "the sentence", nested=True)
    if not source.text[slice(*sentence)].strip():
        raise source.error(sentence[0], f"expected a sentence in {CLAIM}, got nothing")
    body = source.text[slice(*statement)].replace(r"\_", "_")
    mark = read_mark(source, f"exactdice claim: {body}", start, sentence[1] + 1)
    return mark if mark.head == "unknown" else replace(mark, number=sentence)


def _exactly(source: Source, start: int, at: int, form: Latex) -> Mark:
    r"""The mark \exactly{query}{number} that begins at start."""
    query = argument_of(source, start, at, NUMBER, "the query")
    number = argument_of(source, start, query[1] + 1, NUMBER, "the number")
    text = source.text[slice(*number)]
    if "\n" in text:
        raise source.error(
            number[0], f"the number {shown(text)} is cut by a line break: write it on one line"
        )
    if not text.strip():
        raise source.error(number[0], r"expected a number in \exactly{query}{number}, got nothing")
    body = source.text[slice(*query)].replace(r"\_", "_")
    mark = read_mark(source, f"exactdice: {body}", start, number[1] + 1)
    if mark.head == "unknown":
        return mark
    cell = cell_at(source.text, *number)
    return replace(
        mark, number=cell.span, unclear=_outside(source, start, mark.end, cell.text, form)
    )


def _outside(source: Source, start: int, end: int, number: str, form: Latex) -> str:
    r"""The complaint about a sign, digit or percent sign that stands outside
    \exactly{query}{number}, "" when none does.
    """
    # What is no number may be a word with a declared meaning; else the claim is unreadable.
    if _is_no_number(number) or is_whole(source, start, end, number, form):
        return ""
    before = source.text[max(start - 10, 0) : start]
    after = source.text[end : end + 10]
    came = f"{shown(before)}, {shown(number)}, {shown(after)}"
    return (
        rf"a part of the number may stand outside \exactly{{query}}{{number}}: {came}; "
        r"write all of it, sign and % too, within the braces"
    )


def _is_no_number(text: str) -> bool:
    """Whether the text certainly reads as no number, nor as an interval."""
    for read in (parse_printed, parse_interval):
        try:
            read(text)
        except UnclearMark:
            return False
        except ClaimsError:
            continue
        return False
    return True


NOT_AS_WRITTEN = (
    "what siunitx prints is not clear, since options may round it or change its power of ten"
)
SISETUP = r"\\sisetup(?![A-Za-z@])"
BLANKS = r"\s{0,9}"
TO = r"\{(?P<to>[^{}]{0,500})\}"  # names of packages
LOADED = rf"\\(?:usepackage|RequirePackage){BLANKS}\[(?P<loaded>[^\[\]]{{0,2000}})\]"
PASSED = (
    rf"\\PassOptionsToPackage{BLANKS}"
    r"\{(?P<passed>(?:[^{}]|\{[^{}]{0,200}\}){0,2000})\}"
)
KEYS = rf"\\keys_set:n\w{BLANKS}\{{{BLANKS}siunitx{BLANKS}\}}"
SET_UP = re.compile(rf"(?P<braced>{SISETUP}|{KEYS})|(?:{LOADED}|{PASSED}){BLANKS}{TO}")
MOST_BEFORE = 500  # characters of a line in which a comment may begin
NUMBER_OF_SIUNITX = re.compile(r"\\(?:num|qty|SI)(?![A-Za-z])")


INPUT = re.compile(
    r"(?:^|[^\\%])(?:\\\\)*(?P<input>\\(?:input|include|subfile|import|subimport|InputIfFileExists)"
    r"(?![A-Za-z@])[^\n]{0,80})"
)


@lru_cache(maxsize=1)  # each table of a document asks for it
def _set_up(text: str) -> str:
    """Options that the document gives siunitx for all its numbers, and that may change what they
    print; "" when there are none.
    """
    for found in SET_UP.finditer(text):
        before = text[max(0, found.start() - MOST_BEFORE) : found.start()].rpartition("\n")[2]
        in_comment = re.search(r"(?<!\\)%", before)
        options = _options_of(text, found)
        if not in_comment and not changes_no_digit(options):
            return " ".join(options.split())
    return ""


@lru_cache(maxsize=1)
def _first_input(text: str) -> tuple[int, str]:
    """Where the first other file is put in, which may set siunitx up, and how that is written."""
    for found in INPUT.finditer(text):
        before = text[max(0, found.start() - MOST_BEFORE) : found.start("input")]
        if not re.search(r"(?<!\\)%", before.rpartition("\n")[2]):
            return found.start("input"), found["input"].strip()
    return len(text), ""


def _options_of(text: str, found: re.Match[str]) -> str:
    """The options that this command gives siunitx; "" when they are for other packages."""
    if found["braced"]:
        begin = after_blank(text, found.end())
        end = group_end(text, begin)
        # Options that are no group in braces, such as a command, may be any.
        return text[begin + 1 : end - 1] if end >= 0 else found[0]
    options = found["loaded"] or found["passed"] or ""
    return options if "siunitx" in found["to"] else ""


def _options_after(text: str) -> str:
    """The options in brackets with which a text begins."""
    return text[1:].partition("]")[0] if text.startswith("[") else ""


def _printed_as_written(source: Source, mark: Mark, set_up: str) -> Mark:
    """The mark, unclear when siunitx may print another number than is written."""
    number = source.text[slice(*mark.number)] if mark.number else ""
    found = NUMBER_OF_SIUNITX.search(number)
    if found is None or mark.unclear:
        return mark
    at, written = _first_input(source.text)
    if at < mark.start:
        unclear = (
            rf"what siunitx prints is not clear, since {shown(written)} may set it up: write the "
            r"number without \num"
        )
        return replace(mark, unclear=unclear)
    if not set_up and changes_no_digit(_options_after(number[found.end() :])):
        return mark
    return replace(mark, unclear=f"{NOT_AS_WRITTEN}: {shown(set_up or number)}")


COMMAND = re.compile(r"\\([A-Za-z]+)")
LONGEST_AROUND = 60  # characters of the commands around a number


def _of_known_commands(source: Source, mark: Mark, redefined: frozenset[str]) -> Mark:
    """The mark, unclear when a command in its number or around it is one that the document defines
    anew.
    """
    if not redefined or mark.head != "number" or mark.number is None or mark.unclear:
        return mark
    start, end = mark.number
    before = source.text[max(source.line_start(start), start - LONGEST_AROUND) : start]
    number = before.rpartition(" ")[2] + source.text[start:end]
    return replace(mark, unclear=_anew(number, redefined))


def _anew(text: str, redefined: frozenset[str]) -> str:
    """The complaint about a command in the text that the document defines anew, "" without one."""
    used = {found[1] for found in COMMAND.finditer(text)}
    anew = sorted(used & redefined - {"exactly"})
    return f"what \\{anew[0]} prints is not known: the document defines it anew" if anew else ""


def argument_of(
    source: Source, start: int, at: int, mark: str, what: str, nested: bool = False
) -> tuple[int, int]:
    """Where the text between the braces that follow stands; only a sentence may hold marks and
    comments.
    """
    opening = _opening_brace(source, start, at, mark, what)
    depth = 0
    for found in BRACES.finditer(source.text, opening):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not nested:
            _refuse_within_mark(source, start, mark, found[0])
        if found[0].startswith("\n"):
            break
        if depth == 0:
            return opening + 1, found.start()
    raise source.error(
        start,
        (f"unclosed mark: expected }} after {what} of {mark}, in the same paragraph"),
    )


def _opening_brace(source: Source, start: int, at: int, mark: str, what: str) -> int:
    """Where the next argument of the mark at `start` opens."""
    text = source.text
    # A bound on the blanks, so that a long file of blanks is not walked from each mark.
    while text[at : at + 1] in (" ", "\t", "\r", "\n") and at - start < 10_000:
        at += 1
    if text[at : at + 1] != "{":
        raise source.error(
            start,
            f"expected {{{what}}} in {mark}, got {shown(text[at : at + 20])}",
        )
    return at


def _refuse_within_mark(source: Source, start: int, mark: str, found: str) -> None:
    if found.startswith(r"\exact"):
        raise source.error(
            start, f"nested marks: {found} within {mark}; a number can have one mark"
        )
    if found == "%":
        raise source.error(
            start,
            f"a comment within {mark}: write % as \\%, and the mark on one line",
        )


# --- tables ---------------------------------------------------------------------------------------

TABULAR = re.compile(
    r"\\begin\{(tabular[*xy]?|array|longtable|tabulary|longtblr|tblr|(?:small|[bBpvV])?matrix)\}"
)


def latex_grid(source: Source, mark: Mark) -> Grid:
    """The table after the mark: its rows of cells, rules left out."""
    begin, end = _table_after(source, mark)
    changed = changed_as_a_whole(source.text, [begin], begin.end())
    if changed:
        raise source.error(begin.start(), changed)
    columns, body = columns_after(source, begin)
    parts = parts_of(source, columns)
    printing = _printing_beside(parts)
    if printing:
        raise source.error(begin.start(), printing)
    of_siunitx = [part.text for part in parts if part.kind == "siunitx"]
    _check_siunitx(source, begin.start(), (body, end), of_siunitx)
    rows = rows_of(source, body, end)
    if not rows:
        raise source.error(
            begin.start(), "expected rows of cells in the table after the mark, got none"
        )
    redefined = redefined_in(source.text)
    for cell in (cell for row in rows for cell in row):
        anew = _anew(cell.text, redefined)
        if anew:
            raise source.error(cell.start, anew)
    caption = _caption_of(source.text, begin.start(), end)
    return Grid(rows, bool(of_siunitx), may_end_early=True, caption=caption)


FLOATING = re.compile(r"\\begin\{(?:table|figure|wraptable|sidewaystable)\*?\}")
CAPTION = re.compile(r"\\caption(?:\[[^\[\]]{0,200}\])?\{(?P<text>[^{}]{0,500})")
NEAR_TABLE = 3000  # characters beside a table in which its caption is looked for


def _caption_of(text: str, start: int, end: int) -> str:
    """The caption of the floating environment that holds the table, "" where there is none."""
    before = text[max(0, start - NEAR_TABLE) : start]
    opened = [found.end() for found in FLOATING.finditer(before)]
    if not opened:
        return ""
    after = text[end : end + NEAR_TABLE].partition(r"\end{table")[0]
    found = CAPTION.search(before, opened[-1]) or CAPTION.search(after)
    return found["text"] if found else ""


def _printing_beside(parts: Sequence[Part]) -> str:
    """The complaint about columns that print something beside each cell, "" where none does."""
    unknown = next((part.text for part in parts if part.kind == "unknown"), None)
    if unknown is None:
        return ""
    return (
        "the columns of the table print or may print something beside each cell: "
        f"{shown(unknown)}; write signs and \\% into each cell"
    )


class _Headings:
    """The headings above the marked cells of a document's tables; the last table is kept."""

    def __init__(self, source: Source) -> None:
        self.source, self.start, self.end = source, 0, 0
        self.columns = dict[int, str]()  # the heading of each cell, by where the cell begins
        self.places: list[int] = []
        self.printing = ""
        self.begins = list(TABULAR.finditer(source.text))

    def checked(self, mark: Mark) -> Mark:
        """The mark, unclear when the heading above its number may scale it."""
        if mark.head != "number" or mark.number is None or mark.unclear:
            return mark
        number = self.source.text[slice(*mark.number)]
        heading = self.above(mark.number[0])
        changed = changed_as_a_whole(self.source.text, self.begins, mark.number[0])
        is_in_table = self.start < mark.number[0] < self.end
        changed = changed or (self.printing if is_in_table else "")
        if changed:
            return replace(mark, unclear=changed)
        scaled = scaled_cell(number, heading, mark.query)
        return replace(mark, unclear=scaled, in_percent=bool(scaled) and says_hundredths(heading))

    def above(self, at: int) -> str:
        """The heading of the column in which this place stands, "" where none does."""
        if not self.start <= at < self.end:
            self.read(at)
        k = bisect_right(self.places, at) - 1
        return self.columns[self.places[k]] if k >= 0 and at < self.end else ""

    def read(self, at: int) -> None:
        """Read the table that holds this place; no cells where none does."""
        self.columns, self.places, self.printing = {}, [], ""
        k = bisect_right(self.begins, at, key=lambda begin: begin.start()) - 1
        is_last = k + 1 == len(self.begins)
        self.end = len(self.source.text) if is_last else self.begins[k + 1].start()
        self.start = self.begins[k].start() if k >= 0 else 0
        if k < 0:
            return
        end = self.source.text.find(f"\\end{{{self.begins[k][1]}}}", self.start)
        if at >= end:
            return
        try:
            columns, body = columns_after(self.source, self.begins[k])
            self.printing = _printing_beside(parts_of(self.source, columns))
        except PlacedError:  # of columns that are not known nothing can be said
            return
        self.end = end
        try:
            rows = rows_of(self.source, body, end)
        except PlacedError:  # nor of cells that span too much
            return
        for row in rows[1:]:
            for cell, heading in zip(row, rows[0], strict=False):
                self.columns.setdefault(cell.start, heading.text)
        self.places = sorted(self.columns)


MATRICES = re.compile(r"array|matrix")
# What may open around a matrix, and what may close.
OPENING_SIGNS = r"\left \bigl \Bigl \biggl \Biggl \big \Big \{ \lVert \lvert \displaystyle ( [ { |"
CLOSING_SIGNS = r"\right \bigr \Bigr \biggr \Biggr \big \Big \} \rVert \rvert ) ] } |"
SIGNS_BEFORE = r"""
    $ = < > & , ; : \\ \( \[ \quad \qquad \approx \simeq \sim \equiv \le \leq \ge \geq \to
"""
OPENED, CLOSED = tuple(OPENING_SIGNS.split()), tuple(CLOSING_SIGNS.split())
ALONE_BEFORE = tuple(SIGNS_BEFORE.split())
IN_FORMULA = (r"\(", r"\[", r"\)", r"\]")
BEGINS = re.compile(r"\\(?:begin|label)\{[^{}]*\}(?:\{[^{}]*\})?")
ALONE_BEHIND = re.compile(
    r"\Z|[$=<>&,;:.%]|\\[)\],;!: ]|\\(?:approx|simeq|sim|equiv|leq?|geq?|quad|qquad|to|end|label"
    r"|tag|nonumber|notag|qedhere)(?![A-Za-z])|\\\\"
)
MOST_AROUND = 200  # characters on either side of a matrix that are looked at


def changed_as_a_whole(text: str, begins: list[re.Match[str]], at: int) -> str:
    r"""The complaint about a matrix around this place before or behind which a factor, a sign or a
    power may stand; "" where there is none.
    """
    k = bisect_right(begins, at, key=lambda begin: begin.start()) - 1
    if k < 0 or not MATRICES.search(begins[k][1]):
        return ""
    begin = begins[k]
    closing = f"\\end{{{begin[1]}}}"
    end = text.find(closing, begin.end())
    if end < at:
        return ""
    before = text[max(0, begin.start() - MOST_AROUND) : begin.start()]
    behind = text[end + len(closing) : end + len(closing) + MOST_AROUND]
    left, right = _without_opening(before), _without_closing(behind)
    last = max(left.rfind(r"\begin{"), left.rfind(r"\label{"))
    stands_first = not left or left.endswith(ALONE_BEFORE)
    if (stands_first or (last >= 0 and BEGINS.fullmatch(left, last))) and ALONE_BEHIND.match(right):
        return ""
    came = f"{shown(left[-10:] + begin[0])} and {shown(closing + right[:10])}"
    return (
        f"a factor, a sign or a power may change all of the matrix: {came}; write it after = and "
        "nothing behind it"
    )


def _without_opening(text: str) -> str:
    """The text without blanks and brackets at its end."""
    text = text.rstrip()
    while text.endswith(OPENED) and not text.endswith(IN_FORMULA):
        sign = next(one for one in OPENED if text.endswith(one))
        text = text.removesuffix(sign).rstrip()
    return text


def _without_closing(text: str) -> str:
    """The text without blanks and brackets at its beginning."""
    text = text.lstrip()
    while text.startswith(CLOSED):
        sign = next(one for one in CLOSED if text.startswith(one))
        text = text.removeprefix(sign).lstrip()
    return text


def _table_after(source: Source, mark: Mark) -> tuple[re.Match[str], int]:
    """The command that begins the table after the mark, and where the table ends."""
    begin = TABULAR.search(source.text, mark.end)
    if begin is None:
        raise source.error(
            mark.start, r"expected a table, \begin{tabular} or a like one, after the mark"
        )
    closing = f"\\end{{{begin[1]}}}"
    end = source.text.find(closing, begin.end())
    if end < 0:
        raise source.error(begin.start(), f"expected {closing} before the end of the document")
    nested = TABULAR.search(source.text, begin.end(), end)
    if nested is not None:
        raise source.error(nested.start(), "a table within a table cannot be bound")
    return begin, end


def _check_siunitx(source: Source, begin: int, rows: tuple[int, int], columns: list[str]) -> None:
    """Refuse a table whose numbers siunitx may print otherwise than they are written."""
    common = _set_up(source.text)
    uses = columns or NUMBER_OF_SIUNITX.search(source.text, *rows)
    changing = [options for options in columns if not changes_no_digit(options)]
    changing += [common] if common and uses else []
    at, written = _first_input(source.text)
    changing += [written] if at < begin and uses else []
    if changing:
        raise source.error(begin, f"{NOT_AS_WRITTEN}: {shown(changing[0])}")

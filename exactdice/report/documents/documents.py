"""Documents that hold their own claims: Markdown, LaTeX and CSV files and notebooks with marks.

In a CSV file a line `# exactdice table: QUERY d=1..3 k=1..18` binds the lines after it, up to an
empty line, another # or the end. The separator is `;` when the first of those lines holds one, else
`,`; `separator=;` says it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise
from pathlib import Path

from ...exact.argument_checks import a_path
from ...exact.errors import ClaimsError, ExactDiceError, PlacedError
from ...exact.numbers import parse_exact, shown
from ...game.text_of_values import abridged
from ...query.evaluate import names_in
from ...query.syntax import parse
from ...writeup.tables.table import names_taken
from ..claims.claim import (
    SAMPLED,
    SUGGESTED,
    Claim,
    Document,
    Kind,
    Settings,
    no_claim,
    not_accepted,
)
from ..claims.entry import HEAD, ClaimReader, parsed, read_claims
from ..printed.numbers import printed_word
from ..printed.source import Source, Span, end_of_span, parts_of, read_source
from ..printed.spellings import as_percentage
from .bound_tables import OWN, bind_cells, find_indices
from .grids import Cell, Grid, make_cell
from .latex_marks import latex_marks
from .latex_tables import latex_grid
from .markdown_marks import markdown_grid, markdown_marks
from .marked_numbers import preceding_text
from .marks import (
    NAME,
    TWO_MARKS,
    Mark,
    Words,
    bad_mark,
    is_mark,
    is_meant,
    is_name,
    read_look,
    read_mark,
)
from .notebooks import SUFFIX as NOTEBOOK
from .notebooks import notebook_grid, notebook_marks, read_notebook

Marks = Callable[[Source], Iterator[Mark]]
Grids = Callable[[Source, Mark], Grid]
# Words of a mark that are keys of a claim; so are games, and n where no name is called so.
ENTRY = ("id", "kind", "where", "note", "tolerance", "level", "run", "source")
BINDING = ("number", "claim", "table", "document")  # heads of marks that say what is claimed
MOST_BEFORE = 1000  # characters of a line before a number in which words may say that it is near
MACRO = re.compile(r"\\exactly\s{0,9}\{(?:[^{}]|\{[^{}]{0,200}\}){0,900}\}\s{0,9}\{\s{0,9}\Z")
PROPOSED = f"{SUGGESTED}{NAME}"  # how a comment begins that `suggest` proposes as a mark
BLOCKS = "`exactdice block:` binds what a code fence of Markdown holds, and there is none here"
TWO_ON_TABLE = "two marks on one table: a table can have one mark"


# --- CSV files ------------------------------------------------------------------------------------

FIELD = {
    mark: re.compile(rf'[ \t]*"((?:[^"\n]|"")*)"[ \t]*(?={mark}|\Z)|([^{mark}\n"]*)(?={mark}|\Z)')
    for mark in ",;\t"
}


ODD_COMMENT = re.compile(
    r"(?:[ \t]*\"[ \t]*(?:#|//|%|<!--)|[ \t]+#|[ \t]*(?://|%|<!--))(?P<body>[^\n]*)"
)
IN_CSV = (
    "a mark in a CSV file is a line that begins with #, without quotes, as in `# "
    "exactdice table: QUERY d=1..3`, got "
)
AS_A_WHOLE = "a CSV file is bound as a whole: expected `# exactdice table: QUERY ...`"


def csv_marks(source: Source) -> Iterator[Mark]:
    """The marks of the file, in order: document and tables; a comment in quotes or of another
    format that is meant as one is unknown.
    """
    for start in source.starts:
        end = source.line_end(start)
        # What looks like a mark but is data to this format would else be passed over.
        if not source.text.startswith("#", start):
            odd = ODD_COMMENT.match(source.text, start, end)
            if odd and is_meant(odd["body"]):
                yield bad_mark(start, end, IN_CSV + shown(source.text[start:end]))
            continue
        body = source.text[start:end].strip("# \t")
        if is_mark(body):
            mark = read_mark(source, body, start, end)
            binds_one = mark.head in ("number", "claim")
            yield bad_mark(start, end, AS_A_WHOLE) if binds_one else mark


def csv_grid(source: Source, mark: Mark) -> Grid:
    """The lines after the mark as cells."""
    text = source.text
    lines = []
    # No slice, as a file may hold many tables.
    for start in islice(source.starts, source.line(mark.start), None):
        end = source.line_end(start)
        if start == end or text.startswith("#", start):
            break
        lines.append((start, end))
    if not lines:
        raise source.error(mark.start, "expected the lines of a table after the mark")
    separator = mark.words.get("separator", ";" if ";" in text[slice(*lines[0])] else ",")
    if separator not in FIELD:
        raise source.error(mark.start, f"separator must be ; or , got {shown(separator)}")
    rows = []
    for at, end in lines:
        row = list[Cell]()
        # By a pattern and not by the csv module, which does not say where a cell stands.
        while not row or at <= end:
            found = FIELD[separator].match(text, at, end)
            if found is None:
                raise source.error(
                    at,
                    f"expected a cell, in quotes when it holds {separator!r} or quotes, got "
                    f"{shown(text[at:end][:40])}",
                )
            row.append(make_cell(text, *found.span(found.lastindex or 0)))
            at = found.end() + 1
        rows.append(tuple(row))
    return Grid(tuple(rows))


# --- documents ------------------------------------------------------------------------------------

LATEX = (".tex", ".ltx", ".latex")
READERS: dict[str, tuple[Marks, Grids]] = {
    **dict.fromkeys((".md", ".markdown", ".qmd", ".rmd"), (markdown_marks, markdown_grid)),
    **dict.fromkeys(LATEX, (latex_marks, latex_grid)),
    ".csv": (csv_marks, csv_grid),
    NOTEBOOK: (notebook_marks, notebook_grid),
}


def read_document(path: Path) -> Document:
    """The claims of a Markdown, LaTeX or CSV file or a notebook with marks, by the file's ending.

    Any other is a claims file in TOML. A file without marks has no claims. Raises `ClaimsError`
    with file, line, what was required and what came.
    """
    path = a_path(path)
    is_marked = path.suffix.lower() in READERS
    return document_from(read_source(path)) if is_marked else read_claims(path)


def document_from(source: Source) -> Document:
    """The claims of a document that was read, which holds marks by its ending."""
    reader, grid = READERS[source.path.suffix.lower()]
    opened = _opened(source)
    marks = list(reader(opened))
    document = _Marked(opened, grid).document(marks)
    if PROPOSED not in source.text:
        return document
    # Accepted in place, so that each is found as the mark that it would be, and nowhere else.
    text = source.text.replace(PROPOSED, PROPOSED.replace(SUGGESTED, " " * len(SUGGESTED)))
    accepted = reader(_opened(replace(source.file, text=text)))
    claimed = {mark.start for mark in marks}
    proposed = [(mark.start, mark.end) for mark in accepted if mark.start not in claimed]
    proposals = tuple(
        not_accepted(number, opened.line(span[0]), opened.text[slice(*span)], span)
        for number, span in enumerate(proposed, 1)
    )
    return replace(document, proposals=proposals)


def _opened(source: Source) -> Source:
    """The document as it is read: of a notebook the text of its cells."""
    is_notebook = source.path.suffix.lower() == NOTEBOOK
    return read_notebook(source.file) if is_notebook else source


def document_words(path: Path, text: str) -> Words:
    """The words of a document for the whole of it: title, decimal, alpha and options.

    There are none where its kind holds no such mark.
    """
    if path.suffix.lower() not in READERS:
        return {}
    reader, grid = READERS[path.suffix.lower()]
    source = _opened(Source(path, text.removeprefix("\ufeff")))
    binding = (mark for mark in reader(source) if mark.head in BINDING)
    first = list(islice(binding, 1))  # that of the document comes before all others
    return _Marked(source, grid).head(first)[0]


@dataclass(frozen=True)
class _Entry:
    """A number that a mark binds."""

    span: Span  # where it stands
    words: dict[str, object]  # its claim, as an entry of a claims file
    decimal: str | None  # its decimal mark; None: either
    unclear: str = ""  # why it is not clear which number is meant
    in_percent: bool = False  # so it is because the number may be a percentage
    named_by: int | None = None  # the place that names it, where that is not where it stands


class _Marked(ClaimReader):
    """A document with marks being read."""

    def __init__(self, source: Source, grid: Grids) -> None:
        super().__init__(source.path)
        self.source, self.grid, self.tables = source, grid, list[Span]()
        self.last_table = 0  # where the last mark of a table ends
        self.last_found = (0, 0)  # where the table of it stands
        self.shared = set[Span]()  # cells that stand for several rows or columns
        self.empty = 0  # cells of tables that print nothing
        self.words: dict[str, str] = {}  # with a declared meaning
        self.options: dict[str, str] = {}  # of the whole document

    def error(self, line: int, message: str) -> ClaimsError:
        """The complaint about this line of the text, named as its place in the file is."""
        return error_in_line(self.source, line, message) if line else super().error(line, message)

    def document(self, marks: list[Mark]) -> Document:
        """The document: the claims of its marks, under the options and the settings of its head."""
        # The head first: its options and its decimal mark decide how every number is read.
        words, line = self.head(marks)
        head = dict[str, object]()
        self.options = {}
        for key, text in words.items():
            if key in HEAD:
                head[key] = text
            else:
                self.options[key] = text
        if "alpha" in head:
            try:
                head["alpha"] = parse_exact(words["alpha"])
            except ExactDiceError as error:
                raise self.error(line, str(error)) from error
        meanings = words.get("words", "")  # such as `Tie=0, 1st wins=1`
        for pair in meanings.split(",") if meanings else ():
            word, _, value = map(str.strip, pair.rpartition("="))
            if pair.strip() and not (word and value):
                raise self.error(
                    line, f"words must be written as `Tie=0, 1st wins=1`, got {shown(meanings)}"
                )
            self.words |= {word: value} if word else {}
        settings = self.settings(head, self.words, self.options, line)
        claims = self.refuse_two_marks(self.one_name_each(tuple(self.claims_of(marks, settings))))
        return Document(
            self.path,
            self.title(head),
            claims,
            settings.alpha,
            self.source,
            tuple(self.tables),
            bool(words or marks),
            self.empty,
        )

    def head(self, marks: list[Mark]) -> tuple[Words, int]:
        """The words of the front matter or of the document's mark, and their line."""
        front = front_matter(self.source)
        heads = [mark for mark in marks if mark.head == "document"]
        if not heads:
            return front, 1
        first, *more = heads
        if front:
            raise self.source.error(
                first.start,
                "the options of the document are given twice: in its front matter and in this mark",
            )
        if more:
            raise self.source.error(
                more[0].start,
                "a document has one mark `exactdice document:`, this is the second",
            )
        if first != next(mark for mark in marks if mark.head in BINDING):
            raise self.source.error(
                first.start, "the mark `exactdice document:` must come before all others"
            )
        return first.words, self.source.line(first.start)

    # --- marks ------------------------------------------------------------------------------------

    def claims_of(self, marks: list[Mark], settings: Settings) -> Iterator[Claim]:
        """The claims of each mark; one that is unclear for a mark that cannot be read."""
        count = 0
        for mark in marks:
            claims = list[Claim]()
            try:
                for entry in self.entries(mark, settings.decimal):
                    claims.append(self.marked(entry, count + len(claims) + 1, settings))
            # One bad mark is one bad claim: the others are judged all the same.
            except PlacedError as error:
                # About the number of this mark, or about its table, in the line that is wrong.
                at, end = mark.start, mark.end
                if error.line != self.source.line(at):
                    at = self.source.starts[error.line - 1]
                    end = self.source.line_end(at)
                claims = [self.unclear_claim(mark.number or (at, end), error.message, at)]
            count += len(claims)
            yield from claims

    def entries(self, mark: Mark, common: str | None) -> Iterator[_Entry]:
        """An entry for each number the mark binds; raises the complaint about one that is none."""
        if mark.head in ("unknown", "block"):
            raise self.source.error(mark.start, mark.unclear or BLOCKS)
        if mark.head not in ("number", "claim", "table"):
            return
        # Code prints points.
        decimal = "." if self.source.is_of_code(mark.start) else common
        entry = dict[str, object]()
        given = dict[str, str]()
        for key, text in mark.words.items():
            # In `gain(n) n=3` the word is the value of a name; elsewhere it counts random games.
            if key in ("n", "games") and not says_a_name(mark, key):
                entry[key] = self.number_of_games(mark, key)
            elif key in ENTRY:
                entry[key] = text
            else:
                given[key] = text
        if mark.head == "table":
            yield from self.bind_table(mark, entry, given, decimal)
        elif mark.number is not None:
            is_claim = mark.head == "claim"
            words = entry | {"given": given, "statement" if is_claim else "value": mark.query}
            # A sentence may have several statements, and begin with a number that has a mark.
            named_by = mark.start if is_claim else None
            yield _Entry(mark.number, words, decimal, mark.unclear, mark.in_percent, named_by)

    def number_of_games(self, mark: Mark, key: str) -> int:
        """n as written: 1000000, 1_000_000 or 10^6."""
        text = mark.words[key].replace("_", "")
        found = re.fullmatch(r"(\d{1,18})(?:\^(\d{1,2}))?", text, re.ASCII)
        # The power is at most 10^18 to the 99: small enough to compute and then refuse.
        games: int = int(found[1]) ** int(found[2] or 1) if found else -1
        if not 0 <= games <= 10**18:
            raise self.source.error(
                mark.start,
                f"{key}, the number of random games, must be like 1000000 or 10^6, got "
                f"{shown(mark.words[key])}",
            )
        return games

    def marked(self, entry: _Entry, number: int, settings: Settings) -> Claim:
        """The claim of this entry about the number that stands there."""
        start, end = entry.span
        named_by = start if entry.named_by is None else entry.named_by
        words = {
            "id": self.source.place(named_by),
            "printed": self.source.text[start:end],
            **entry.words,
        }
        # The text of the line before the number, and before the macro around it.
        before = MACRO.sub("", preceding_text(self.source, start, MOST_BEFORE))
        here = replace(settings, decimal=entry.decimal)
        line = self.source.line(named_by)
        claim = self.claim(words, number, line, here, entry.span, before)
        if claim.readings and claim.unreadable and self.source.is_of_code(start):
            # Code prints points, so that its commas are marks of thousands.
            claim = replace(claim, printed=claim.readings[0], readings=(), unreadable="")
        several = (claim.upper, claim.law, claim.members, claim.readings or None)
        # One number that is no estimate, and reads in one way.
        is_one = claim.kind not in SAMPLED and not claim.defect and several == (None,) * 4
        if entry.in_percent and is_one:
            both = (claim.printed, as_percentage(claim.printed))
            return replace(claim, readings=both, doubt=entry.unclear)
        return replace(claim, unclear=entry.unclear)

    def unclear_claim(self, span: Span, why: str, at: int) -> Claim:
        """The claim, named by this place, that stands for what is meant as a mark and is none."""
        text = abridged(" ".join(self.source.text[slice(*span)].split()))
        return no_claim(self.source.place(at), self.source.line(at), text, why, span)

    def refuse_two_marks(self, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        """The claims, those unclear on a number that another mark claims too."""
        spans = sorted(
            claim.span
            for claim in claims
            if claim.span and claim.kind != Kind.STATEMENT and not claim.defect
        )
        # Sorted, those that overlap are neighbours; a cell that stands for several rows or columns
        # is claimed once for each.
        twice = {
            after
            for before, after in pairwise(spans)
            if after[0] < before[1] and (before != after or before not in self.shared)
        }
        return tuple(
            replace(claim, unclear=claim.unclear or TWO_MARKS)
            if claim.span in twice and claim.kind != Kind.STATEMENT
            else claim
            for claim in claims
        )

    # --- tables -----------------------------------------------------------------------------------

    def bind_table(
        self, mark: Mark, entry: dict[str, object], given: Words, decimal: str | None
    ) -> Iterator[_Entry]:
        """An entry for each number of the table after the mark, its id that of the mark counted."""
        try:
            look = read_look(mark.words)
            indices = find_indices(mark, self.options)
            options = {
                key: text for key, text in given.items() if key not in (*OWN, *indices.names)
            }
            taken = [names_taken(parse(query), options) for query in mark.query.split(";")]
            found = self.find_table(mark)
            cells, skipped, empty = bind_cells(self.source, mark, indices, found, self.means_number)
        except PlacedError:
            raise
        except ExactDiceError as error:
            what = "" if isinstance(error, ClaimsError) else "table: "
            raise self.source.error(mark.start, f"{what}{error}") from error
        # Those that no query takes are given to all, so that the claims refuse them by name.
        unknown = set(options).difference(*taken)
        given_to_each = [
            {key: text for key, text in options.items() if key in names | unknown}
            for names in taken
        ]
        if mark.words.get("style") == "dec:0":  # so the table says that its numbers are rounded
            entry = {"kind": Kind.ROUNDED.value, **entry}
        name = entry.pop("id", None)
        self.empty += empty
        # What is left out of the table is covered by no claim.
        at, last = self.last_found
        for start, end in sorted({cell.span for cell in skipped}):
            self.tables.append((at, start))
            at = max(at, end)
        self.tables.append((at, last))
        # A table may say its own decimal mark; siunitx takes either.
        decimal = None if found.either_mark or look.siunitx else look.decimal or decimal
        times = Counter(bound.cell.span for bound in cells)
        for count, bound in enumerate(cells, 1):
            given_here = {**given_to_each[bound.number], **bound.given}
            own = {**entry, "value": bound.query, "given": given_here}
            if times[bound.cell.span] > 1:
                # One of the places for which the cell stands.
                self.shared.add(bound.cell.span)
                line, column = self.source.position(bound.cell.start)
                values = " ".join(f"{key}={text}" for key, text in bound.values.items())
                own["id"] = f"{line}:{column} {values or bound.query}"
            if name:
                own["id"] = f"{name}-{count}"
            yield _Entry(bound.cell.span, own, decimal, bound.doubt, bool(bound.doubt))

    def find_table(self, mark: Mark) -> Grid:
        """The table of the mark; refused where another mark binds it, and for a separator of
        another format.
        """
        if "separator" in mark.words and self.path.suffix.lower() != ".csv":
            raise self.source.error(mark.start, "table: separator is for CSV files")
        between = self.source.text[self.last_table : mark.start]
        last = self.last_table
        self.last_table = mark.end
        # Comments in code may follow each other: their tables stand in the output, and those of
        # marks of a block in the fence below.
        if last and mark.table is None and not ("\n" in between and between.strip()):
            raise self.source.error(mark.start, TWO_ON_TABLE)
        found = self.grid(self.source, mark)
        # Known by its place, since two marks may find the same table; a cell that spans rows ends
        # before others of the last row.
        place = found.rows[0][0].start, max(cell.span[1] for cell in chain(*found.rows))
        if place == self.last_found:
            raise self.source.error(mark.start, TWO_ON_TABLE)
        self.last_found = place
        return found

    def means_number(self, text: str) -> bool:
        """Whether the text of a cell is a word with a declared meaning."""
        return bool(self.words) and printed_word(text, dict.fromkeys(self.words, 0)) is not None


def says_a_name(mark: Mark, key: str) -> bool:
    """Whether the word n or games of the mark is the value of a name in its queries, and no number
    of random games: of an estimate only beside the other of the two, which is that number.
    """
    try:
        names = {name for query in mark.query.split(";") for name in names_in(parsed(query))}
    except ExactDiceError:  # complained about where the claim is read
        return False
    is_estimate = mark.words.get("kind") == Kind.MONTECARLO
    return key in names and (not is_estimate or {"n", "games"} <= mark.words.keys())


# --- front matter ---------------------------------------------------------------------------------

EXPECTED_HEAD = "expected `key: value` in an indented line under exactdice:, and no list"
# A line like `exactdice:` with an indented line `key:` below it, or `exactdice: {key:`.
LATE_HEAD = re.compile(
    r"^(?P<name>[^\s:]{1,80})[ \t]*:[ \t]*(?:\r?\n[ \t]+(?:-[ \t]+)?|\{[ \t]*)[A-Za-z_]\w*[ \t]*:",
    re.MULTILINE,
)
LATE = (
    "options under exactdice: are text here: they are read between two lines --- of which the "
    "first begins the document, or the first cell of a notebook, and nothing stands before it"
)


def front_matter(source: Source) -> dict[str, str]:
    """The words under `exactdice:` in a block between --- lines at the top; none without it.

    Each is an indented line `key: value`. Other keys of the block belong to other programmes.
    """
    end = source.front_matter_end
    # Options of a document further on would pass for text, and the document for one without.
    for start, part_end in source.prose():
        first = max(start, end)
        part = Source(source.path, source.text[first:part_end])
        for found in LATE_HEAD.finditer(part.text):
            code = (parts_of(part).fences, parts_of(part).comments) if is_name(found[1]) else None
            if code and all(end_of_span(one, found.start(), part_end) is None for one in code):
                raise source.error(first + found.start(), LATE)
    words = {}
    inside = False
    for number, line in enumerate(source.text[:end].splitlines(), 1):
        text = line.strip()
        wrong = ""
        if not line.startswith((" ", "\t")):
            if inside and line.startswith("-") and not line.startswith("---"):
                wrong = EXPECTED_HEAD
            inside = line.rstrip() == "exactdice:"
            if not wrong and not inside and is_name(line.partition(":")[0].strip()):
                wrong = "expected `exactdice:` and indented lines below it"
        elif inside and text and not text.startswith("#"):
            key, _, value = map(str.strip, text.partition(":"))
            if not re.fullmatch(r"[A-Za-z_]\w*", key) or not value or key in words:
                wrong = "expected `key: value` under exactdice:, each key once"
            # As YAML reads it, without quotes; one quote alone is a character like any other.
            is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            words[key] = value[1:-1] if is_quoted else value
        if wrong:
            raise error_in_line(source, number, f"{wrong}, got {shown(text)}")
    return words


def error_in_line(source: Source, line: int, message: str) -> PlacedError:
    """The complaint about this line of the text."""
    # Front matter may be cut into more lines than the text has.
    return source.error(source.starts[min(line, len(source.starts)) - 1], message)

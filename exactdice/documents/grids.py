"""Tables of a document as grids of cells, each bound to a query of one index or two."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import ExactDiceError
from ..exact import shown
from ..printed.declared import is_empty_cell
from ..printed.numbers import parse_printed
from ..printed.source import Source
from ..queries.evaluate import names_in, options_in
from ..queries.ranges import read_labels
from ..queries.syntax import parse
from ..tables.table import label_text
from .headings import has_own_percent, may_scale, only_percent, scaled_by
from .marks import Mark

# Words of a table's mark that are no options.
OWN = {"header", "labels", "style", "decimal", "siunitx", "format", "separator"}
MOST_LABELS = 100_000
# A name in LaTeX.
UPRIGHT = re.compile(r"\\(?:mathrm|operatorname|text|textrm)\{((?:[^\\{}]|\\_)*)\}")
FORMULA_SIGNS = re.compile(r"^(?:\$|\\\()|(?:\$|\\\))$")  # around a whole cell
NAMES_AND_NUMBERS = re.compile(r"\d+(?:\.\d+)?|(?P<name>[A-Za-z_]\w*)", re.ASCII)


@dataclass(frozen=True)
class Cell:
    """The text of a cell and where it begins in the source."""

    text: str
    start: int

    @property
    def span(self) -> tuple[int, int]:
        """Where the text stands."""
        return self.start, self.start + len(self.text)


@dataclass(frozen=True)
class Grid:
    """The rows of a table, headings first."""

    rows: tuple[tuple[Cell, ...], ...]
    either_mark: bool = False  # whether its numbers have either decimal mark, as siunitx takes them


@dataclass(frozen=True)
class Bound:
    """A cell that prints a number, and the query it should equal."""

    cell: Cell
    query: str
    number: int  # of the mark's queries
    given: Mapping[str, str]  # the options that its labels give


def cell_at(text: str, start: int, end: int) -> Cell:
    """The cell that stands at start..end, spaces around its text left out."""
    inside = text[start:end]
    return Cell(inside.strip(), start + len(inside) - len(inside.lstrip()))


def bound_cells(source: Source, mark: Mark, grid: Grid) -> Iterator[Bound]:
    """Each cell that prints a number; `ClaimsError` where the table and the mark do not fit."""
    queries = [query.strip() for query in mark.query.split(";")]
    # The names of the indices come in the order of the words: rows, then columns.
    names = index_names(source, mark)
    known = [options_in(parse(query), mark.words) for query in queries]
    header, labels = (_count(source, mark, word) for word in ("header", "labels"))
    _check_heading(source, mark, grid, header)
    heads, body = grid.rows[:header], grid.rows[header:]
    _check_scale(source, mark, heads, [row[labels:] for row in body])
    # Before the labels, which are counted along the first row.
    _check_widths(source, body)
    _check_labels(source, body[0], labels)
    rows = _labels(source, mark, names[0], [row[labels - 1] if labels else None for row in body])
    columns: list[str] = []  # none where each column has a query of its own
    if len(names) == 2:
        # Without a heading nothing is printed above the columns, but they are counted.
        across = heads[-1] if heads else [None] * len(body[0])
        columns = _labels(source, mark, names[1], across[labels:])
    width = len(columns) if len(names) == 2 else len(queries)
    for row, label in zip(body, rows, strict=True):
        cells = _values(source, row, labels, width)
        for k, cell in enumerate(cells):
            # Half of a symmetric table is often left out.
            if is_empty_cell(cell.text):
                continue
            values = {names[0]: label} | ({names[1]: columns[k]} if columns else {})
            number = 0 if columns else k
            yield _bound(cell, queries[number], number, values, known[number])


def _bound(
    cell: Cell, query: str, number: int, values: Mapping[str, str], known: Container[str]
) -> Bound:
    """The cell, bound to the query with these values of the indices."""
    # An index may be a name in the query or an option of it, or both: text is put in for the one,
    # the other is given.
    given = {name: text for name, text in values.items() if name in known}
    return Bound(cell, substituted(query, values), number, given)


def _values(source: Source, row: tuple[Cell, ...], labels: int, width: int) -> tuple[Cell, ...]:
    """The cells of the row after its labels; `ClaimsError` unless they are as many as needed."""
    cells = row[labels:]
    if len(cells) != width:
        raise source.error(
            row[0].start,
            f"this row has {len(cells)} cells after its labels, the mark needs {width}",
        )
    return cells


def _check_heading(source: Source, mark: Mark, grid: Grid, header: int) -> None:
    if len(grid.rows) <= header:
        came = f"the table has {len(grid.rows)} rows, of which {header} are its heading"
        raise source.error(mark.start, f"{came}: expected more")


def _check_scale(
    source: Source, mark: Mark, heads: Sequence[Sequence[Cell]], body: Sequence[Sequence[Cell]]
) -> None:
    """Refuse headings such as `chance in %` above numbers that do not say so themselves."""
    # A heading that repeats the query says what the numbers are.
    queries = {_without_markup(query) for query in mark.query.split(";")}
    cells = [cell for row in heads for cell in row]
    scales = [cell for cell in cells if _without_markup(cell.text) not in queries]
    scales = [cell for cell in scales if may_scale(cell.text)]
    numbers = [cell for row in body for cell in row if not is_empty_cell(cell.text)]
    say_so = all(has_own_percent(cell.text) for cell in numbers)
    unclear = [cell for cell in scales if not (say_so and only_percent(cell.text))]
    if unclear and numbers:
        raise source.error(unclear[0].start, scaled_by(unclear[0].text))


def _check_widths(source: Source, body: Sequence[tuple[Cell, ...]]) -> None:
    for row in body:
        if len(row) != len(body[0]):
            raise source.error(
                row[0].start,
                f"this row has {len(row)} cells, the first below the heading has {len(body[0])}",
            )


def _check_labels(source: Source, row: Sequence[Cell], labels: int) -> None:
    if len(row) < labels:
        raise source.error(
            row[0].start, f"this row has {len(row)} cells, of which {labels} are to be labels"
        )


def index_names(source: Source, mark: Mark) -> list[str]:
    """The names in a table's queries that the mark's words give labels: rows, then columns."""
    queries = mark.query.split(";")
    try:
        nodes = [parse(query) for query in queries]
        open_names = {name for node in nodes for name in names_in(node)}
        known = open_names.union(*map(options_in, nodes))
        words = {name: text for name, text in mark.words.items() if name in known}
        names = [name for name in words if _has_labels(name, words[name], name in open_names)]
    except ExactDiceError as error:
        raise source.error(mark.start, f"table: {error}") from error
    if not 1 <= len(names) <= 2 or (len(names) == 2 and len(queries) > 1):
        expected = (
            "one range (rows) or two (rows, then columns), as in d=1..3 k=1..18 or "
            "a=blind,optimal; several queries (;) take one"
        )
        raise source.error(mark.start, f"a table's mark needs {expected}, got {len(names)}")
    return names


def _has_labels(name: str, text: str, is_open: bool) -> bool:
    """Whether the word gives labels: a range, or for an open name a list or `*` too."""
    return is_open if text == "*" else read_labels(name, text, is_open) is not None


def _count(source: Source, mark: Mark, word: str) -> int:
    text = mark.words.get(word, "1")
    if not re.fullmatch(r"\d", text, re.ASCII):
        raise source.error(mark.start, f"{word} must be a number from 0 to 9, got {shown(text)}")
    return int(text)


def _labels(source: Source, mark: Mark, name: str, printed: Sequence[Cell | None]) -> list[str]:
    """The labels that the mark gives this index, or with `*` those that the table prints.

    Raises `ClaimsError` unless they are as many as the cells and agree with them.
    """
    # The labels are compared with those printed, so that a row left out is no shift of all values
    # below it.
    text = mark.words[name]
    if text == "*":
        return [_printed_label(source, mark, name, cell) for cell in printed]
    labels = _written_labels(source, mark, name, text)
    if len(labels) != len(printed):
        raise source.error(
            mark.start, f"{name}={text} has {len(labels)} labels, but the table has {len(printed)}"
        )
    for label, cell in zip(labels, printed, strict=True):
        if cell is None:
            continue
        if _disagree(label, cell.text) or _is_another(label, labels, cell.text):
            raise source.error(
                cell.start,
                f"the label printed is {shown(cell.text)}, the mark expects {name}={label}",
            )
    return labels


def _written_labels(source: Source, mark: Mark, name: str, text: str) -> list[str]:
    labels = read_labels(name, text, True)
    assert labels is not None  # the name is one of `index_names`
    # By its ends, for a range may be longer than len() can say.
    if isinstance(labels, range) and labels[-1] - labels[0] > MOST_LABELS * labels.step:
        raise source.error(
            mark.start, f"table: a range must have at most {MOST_LABELS} labels, got {text}"
        )
    return [label_text(label) for label in labels]


def _printed_label(source: Source, mark: Mark, name: str, cell: Cell | None) -> str:
    if cell is None:
        raise source.error(
            mark.start, f"{name}=* takes the labels that the table prints, but it prints none"
        )
    # Columns of siunitx need braces around what is no number.
    is_braced = cell.text.startswith("{") and cell.text.endswith("}")
    text = cell.text[1:-1] if is_braced else cell.text
    label = FORMULA_SIGNS.sub("", text).strip()
    label = UPRIGHT.sub(r"\1", label.rpartition("=")[2]).replace(r"\_", "_").strip()
    if not re.fullmatch(r"-?\d+(?:/\d+|\.\d+)?|[A-Za-z_]\w*(?:\(\d+\))?", label, re.ASCII):
        raise source.error(
            cell.start,
            f"the label {shown(cell.text)} must be a number or a word of the query, such as 3, "
            "d = 3 or blind",
        )
    return label


def _disagree(label: str, printed: str) -> bool:
    """Whether both are numbers, and different ones."""
    beside = printed.strip("$ ").rpartition("=")[2]  # `d = 3` says 3
    try:
        return parse_printed(label).value != parse_printed(beside).value
    except ExactDiceError:
        return False


def _is_another(label: str, labels: Sequence[str], printed: str) -> bool:
    """Whether what is printed is another label of the mark, or its only number is another."""
    plain = _without_markup(printed)
    if plain == _without_markup(label):
        return False
    # A label such as "3 dice" says its number among words.
    numbers = re.findall(r"\d+", plain, re.ASCII)
    other = label.isdecimal() and len(numbers) == 1 and numbers != [label]
    return other or plain in map(_without_markup, labels)


def _without_markup(text: str) -> str:
    """The label in small letters, without markup and blanks."""
    return re.sub(r"\\[A-Za-z]+|[\\$*_`{}\s]", "", text).lower()


def substituted(query: str, values: Mapping[str, str]) -> str:
    """The query with the names replaced by texts.

    >>> substituted("gain(a, b)", {"a": "blind", "b": "dice(3)"})
    'gain(blind, dice(3))'
    >>> substituted("P(d,k)/d", {"d": "-1"})
    'P((-1),k)/(-1)'
    """
    parts, at = [], 0
    for found in NAMES_AND_NUMBERS.finditer(query):
        if found["name"] in values and not re.match(r"\s*[(=]", query[found.end() :]):
            text = values[found["name"]]
            # What is no single number or word needs parentheses, as -1 does in P(d,k)/d.
            plain = re.fullmatch(r"\d+|[A-Za-z_]\w*(?:\([^()]*\))?", text, re.ASCII)
            parts += [query[at : found.start("name")], text if plain else f"({text})"]
            at = found.end()
    return "".join(parts) + query[at:]

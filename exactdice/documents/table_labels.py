"""The labels of a table's rows and columns: those that its mark says, or with `*` those that it
prints.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from math import prod

from ..errors import ExactDiceError
from ..exact import shown
from ..printed.numbers import parse_printed, unwrapped
from ..printed.source import Source
from ..queries.ranges import read_labels
from ..tables.table import label_text
from .grids import Cell
from .marks import Mark

MOST_LABELS = 100_000
# A name in LaTeX.
UPRIGHT = re.compile(r"\\(?:mathrm|operatorname|text|textrm)\{((?:[^\\{}]|\\_)*)\}")
# Several values, such as 1-2 or 3 to 5, without markup and blanks.
SEVERAL = re.compile(r"\d(?:[-\u2010-\u2015\u2212]+|\.\.+|\u2026|to|or|and)\d", re.ASCII)
PRINTED = "*"  # of an index whose labels are those that the table prints

Labels = tuple[str, ...]  # of a row or a column: one for each name along it
Printed = Sequence[Cell | None]  # the cells that print these; None where nothing does


def written_labels(source: Source, mark: Mark, names: Sequence[str]) -> list[Labels] | None:
    """The labels that the mark says for these names, the last varying fastest; None where the
    table prints them.
    """
    are_printed = [mark.words[name] == PRINTED for name in names]
    if all(are_printed):
        return None
    if any(are_printed):
        raise source.error(
            mark.start,
            f"table: {' and '.join(names)} stand along one side, so all of them must take the "
            f"labels that are printed, as {names[0]}=*, or none",
        )
    listed = [_listed(source, mark, name) for name in names]
    if prod(map(len, listed)) > MOST_LABELS:
        raise _too_many(source, mark, names)
    return list(product(*listed))


def _listed(source: Source, mark: Mark, name: str) -> list[str]:
    labels = read_labels(name, mark.words[name], True)
    assert labels is not None  # the name is one of `indices_of`
    # By its ends, for a range may be longer than len() can say.
    if isinstance(labels, range) and labels[-1] - labels[0] > MOST_LABELS * labels.step:
        raise _too_many(source, mark, [name])
    return [label_text(label) for label in labels]


def _too_many(source: Source, mark: Mark, names: Sequence[str]) -> ExactDiceError:
    said = " ".join(f"{name}={mark.words[name]}" for name in names)
    return source.error(
        mark.start, f"table: a range must have at most {MOST_LABELS} labels, got {said}"
    )


def check_names(
    source: Source, mark: Mark, names: Sequence[str], printed: Sequence[Printed]
) -> None:
    """Refuse a label such as `r = 1` where another index of the mark stands."""
    for cells in printed:
        for name, cell in zip(names, cells, strict=True):
            said, equals, _ = cell.text.rpartition("=") if cell else ("", "", "")
            told = UPRIGHT.sub(r"\1", unwrapped(said)[1]).strip("$ ")
            if cell and equals and told != name and told in mark.words:
                raise source.error(
                    cell.start, f"the label printed is {shown(cell.text)}, where {name} stands"
                )


def check_labels(
    source: Source, names: Sequence[str], labels: Sequence[Labels], printed: Sequence[Printed]
) -> None:
    """Refuse labels of the mark that are not those printed."""
    # Compared, so that a row left out is no shift of all values below it.
    of_each_name = [{without_markup(one[k]) for one in labels} for k in range(len(names))]
    for here, cells in zip(labels, printed, strict=True):
        for name, label, cell, known in zip(names, here, cells, of_each_name, strict=True):
            if cell is None:
                continue
            if _disagree(label, cell.text) or _is_another(label, known, cell.text):
                raise source.error(
                    cell.start,
                    f"the label printed is {shown(cell.text)}, the mark expects {name}={label}",
                )


def printed_labels(
    source: Source, mark: Mark, names: Sequence[str], printed: Sequence[Printed]
) -> list[Labels]:
    """The labels that the table prints, for each of its rows or columns.

    Below or beside a label of a group nothing is printed for the others of the group: it holds for
    them too.
    """
    found: list[Labels] = []
    last: list[Cell | None] = [None] * len(names)
    for cells in printed:
        for k, cell in enumerate(cells):
            is_inner = k == len(names) - 1
            last[k] = cell if is_inner or (cell and cell.text) else last[k]
        pairs = zip(names, last, strict=True)
        found.append(tuple(_printed_label(source, mark, name, cell) for name, cell in pairs))
    return found


def _printed_label(source: Source, mark: Mark, name: str, cell: Cell | None) -> str:
    if cell is None:
        raise source.error(
            mark.start, f"{name}=* takes the labels that the table prints, but it prints none"
        )
    label = unwrapped(cell.text)[1]
    label = UPRIGHT.sub(r"\1", label.rpartition("=")[2]).replace(r"\_", "_").strip()
    if not re.fullmatch(r"-?\d+(?:/\d+|\.\d+)?|[A-Za-z_]\w*(?:\(\d+\))?", label, re.ASCII):
        raise source.error(
            cell.start,
            f"the label {shown(cell.text)} must be a number or a word of the query, such as 3, "
            "d = 3 or blind; a row or a column that is not bound is named in skip=",
        )
    return label


def _disagree(label: str, printed: str) -> bool:
    """Whether both are numbers, and different ones."""
    beside = printed.strip("$ ").rpartition("=")[2]  # `d = 3` says 3
    try:
        return parse_printed(label).value != parse_printed(beside).value
    except ExactDiceError:
        return False


def _is_another(label: str, labels: set[str], printed: str) -> bool:
    """Whether what is printed is another of these labels, which are without markup, or its only
    number is another, or it says several where the label is one number.
    """
    plain = without_markup(printed)
    if plain == without_markup(label):
        return False
    return (label.isdecimal() and _says_another(label, printed)) or plain in labels


# A number with the marks within it, and what touches it.
MARKS = ".,'\u2019\u00a0\u202f"
NUMBER = re.compile(rf"\d[\d{MARKS}]*")
TOUCHING = re.compile(r"[^\W_]+|[%‰²³⁰-₉]")
ORDINALS = frozenset(["st", "nd", "rd", "th", "er", "re", "e", "ère", "ème"])
SIGNS = ("-", "\u2212", "\u2013", "+", "±", "minus", "moins", "negative", "negativ", "négatif")


def _says_another(label: str, printed: str) -> bool:
    """Whether the only number among the words of a label, as in `3 dice`, is another, or it says
    several.
    """
    text = re.sub(r"[\\$*_`{}]", "", printed)
    numbers = list(NUMBER.finditer(text))
    if len(numbers) != 1:
        return SEVERAL.search(without_markup(printed)) is not None
    (found,) = numbers
    number = found[0].rstrip(MARKS)
    touching = TOUCHING.match(text, found.start() + len(number))
    is_scaled = touching is not None and touching[0].lower() not in ORDINALS
    is_signed = text[: found.start()].rstrip().lower().endswith(SIGNS)
    return number != label or is_signed or is_scaled


def without_markup(text: str) -> str:
    """The label in small letters, without markup and blanks."""
    return re.sub(r"\\[A-Za-z]+|[\\$*_`{}\s]", "", text).lower()

"""A law written out for people: an aligned table with bars, and the same for notebooks as HTML and
LaTeX.

Probabilities are exact where they are short; a column of rounded ones says that it is rounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate

from .exact import decimal_text, exact_text, printable, shown

MOST_ROWS = 60  # the outcomes at the ends are gathered beyond
LONGEST_EXACT = 21  # characters of a probability that is written out
PLACES = 6  # of rounded probabilities
WIDEST_BAR = 30  # characters
CUT = "…"  # ends a bar that would be longer
# Characters that mean something else to LaTeX, or are others in its fonts.
LATEX = {c: rf"\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
AT_LEAST, AT_MOST = "at least", "at most"


@dataclass(frozen=True)
class Row:
    """An outcome in words with its probability, and those of this or any greater or smaller one."""

    outcome: str
    probability: Fraction
    at_least: Fraction
    at_most: Fraction
    gathered: bool = False  # of several outcomes, so that it may be larger than any of them


def outcome_text(outcome: object) -> str:
    """The outcome in words: a number exactly, whatever else as it shows itself."""
    if isinstance(outcome, (int, Fraction)) and not isinstance(outcome, bool):
        return exact_text(outcome)
    return printable(outcome if isinstance(outcome, str) else shown(outcome))


def rows_of(chances: Sequence[tuple[object, Fraction]], rest: Fraction | None = None) -> list[Row]:
    """A row for each pair (outcome, probability), in their order; those at the ends are gathered
    when there are too many. `rest` is the probability of all outcomes that follow.
    """
    first, last = _most_probable_stretch([probability for _, probability in chances])
    smaller = sum((p for _, p in chances[:first]), Fraction(0))
    greater = sum((p for _, p in chances[last:]), rest or Fraction(0))
    named = [(outcome_text(outcome), p, False) for outcome, p in chances[first:last]]
    if first:
        named = [(f"below {named[0][0]}", smaller, True), *named]
    if last < len(chances) or rest is not None:
        named = [*named, (f"above {named[-1][0]}", greater, True)]
    return _added_up(named)


def rows_by_chance(chances: Sequence[tuple[object, Fraction]]) -> list[Row]:
    """The same for outcomes without an order: the most probable first, the others gathered when
    there are too many.
    """
    by_chance = sorted(chances, key=_chance, reverse=True)
    named = [(outcome_text(outcome), p, False) for outcome, p in by_chance[:MOST_ROWS]]
    others = by_chance[MOST_ROWS:]
    if others:
        named.append((f"{len(others)} others", sum(map(_chance, others), Fraction(0)), True))
    return _added_up(named)


def _chance(pair: tuple[object, Fraction]) -> Fraction:
    return pair[1]


def _added_up(named: Sequence[tuple[str, Fraction, bool]]) -> list[Row]:
    """A row for each (name, probability, whether it is gathered) with the sums from both ends."""
    so_far = accumulate(p for _, p, _ in named)
    return [
        Row(name, p, 1 - up_to + p, up_to, gathered)
        for (name, p, gathered), up_to in zip(named, so_far, strict=True)
    ]


def _shares(rows: Sequence[Row]) -> list[Fraction]:
    """The probability of each row over that of the most probable outcome: more than 1 at most
    where outcomes are gathered.
    """
    largest = max(row.probability for row in rows if not row.gathered)
    return [row.probability / largest for row in rows]


def _most_probable_stretch(chances: Sequence[Fraction]) -> tuple[int, int]:
    """The ends of the stretch of at most so many rows that is grown from the most probable one
    towards the more probable side.
    """
    last = chances.index(max(chances)) + 1
    first = last - 1
    while last - first < min(MOST_ROWS, len(chances)):
        below = chances[first - 1] if first else Fraction(-1)
        above = chances[last] if last < len(chances) else Fraction(-1)
        if below >= above:
            first -= 1
        else:
            last += 1
    return first, last


def _columns(rows: Sequence[Row], at_least: bool, at_most: bool) -> dict[str, list[Fraction]]:
    """{title: probabilities}: those of the outcomes, and of this or more and or less on request."""
    columns = {"probability": [row.probability for row in rows]}
    if at_least:
        columns[AT_LEAST] = [row.at_least for row in rows]
    if at_most:
        columns[AT_MOST] = [row.at_most for row in rows]
    return columns


def _cells(title: str, chances: Sequence[Fraction]) -> tuple[str, list[str]]:
    """The title of a column and its cells: exact ones when all are short, else rounded ones."""
    exact = [exact_text(chance) for chance in chances]
    if max(map(len, exact)) <= LONGEST_EXACT:
        return title, exact
    return f"{title} (rounded)", [decimal_text(chance, PLACES) for chance in chances]


def text_table(rows: Sequence[Row], at_least: bool = False, at_most: bool = False) -> str:
    """The rows aligned, with a bar for each probability beside its rounded value: the most probable
    outcome has the widest, where that of gathered outcomes is cut with a sign of it.
    """
    columns = [("outcome", [row.outcome for row in rows])]
    columns += [_cells(*column) for column in _columns(rows, at_least, at_most).items()]
    chances = [row.probability for row in rows]
    columns.append(("rounded", [decimal_text(chance, PLACES) for chance in chances]))
    aligned = [_aligned(title, cells) for title, cells in columns]
    bars = ["", *map(bar, _shares(rows))]
    lines = zip(*aligned, bars, strict=True)
    return "\n".join("  ".join(line).rstrip() for line in lines)


def _aligned(title: str, cells: Sequence[str]) -> list[str]:
    """The column with its title, each cell at the right end of the same width."""
    width = max(map(len, (title, *cells)))
    return [text.rjust(width) for text in (title, *cells)]


def bar(share: Fraction, widest: int = WIDEST_BAR) -> str:
    """A bar of this share of the widest one, to half a character; what is possible has a sign, and
    a longer one is cut.
    """
    if share > 1:
        return "█" * (widest - 1) + CUT
    halves = round(2 * widest * share)
    return "█" * (halves // 2) + "▌" * (halves % 2) if halves else "▏"


def html_table(rows: Sequence[Row], at_least: bool = False, at_most: bool = False) -> str:
    """The rows as a table of HTML with bars, readable where nothing else is loaded; a bar of
    gathered outcomes is cut where that of the most probable outcome ends.
    """
    columns = [_cells(*column) for column in _columns(rows, at_least, at_most).items()]
    titles = "".join(f"<th>{escape(title)}</th>" for title in ("outcome", *dict(columns), ""))
    lines = []
    for row, share, *cells in zip(
        rows, _shares(rows), *(cells for _, cells in columns), strict=True
    ):
        width = decimal_text(100 * min(share, Fraction(1)), 1)
        bar = f'<div style="background:#4477aa;height:0.8em;width:{width}%"></div>'
        texts = "".join(f"<td>{escape(text)}</td>" for text in (row.outcome, *cells))
        lines.append(f'<tr>{texts}<td style="width:12em;text-align:left">{bar}</td></tr>')
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def latex_table(rows: Sequence[Row], at_least: bool = False, at_most: bool = False) -> str:
    """The rows as an array of LaTeX in display mathematics."""
    columns = [
        (title, [_latex_number(cell) for cell in cells])
        for title, cells in (
            _cells(*column) for column in _columns(rows, at_least, at_most).items()
        )
    ]
    titles = " & ".join(rf"\text{{{title}}}" for title in ("outcome", *dict(columns)))
    lines = [
        " & ".join((_latex_outcome(row.outcome), *cells))
        for row, *cells in zip(rows, *(cells for _, cells in columns), strict=True)
    ]
    head = rf"\begin{{array}}{{{'r' * (len(columns) + 1)}}}"
    body = " \\\\\n".join(lines)
    return f"$${head}\n{titles} \\\\ \\hline\n{body}\n\\end{{array}}$$"


def _latex_number(text: str) -> str:
    above, bar, below = text.partition("/")
    return rf"\tfrac{{{above}}}{{{below}}}" if bar else text


def _latex_outcome(text: str) -> str:
    if re.fullmatch(r"-?[0-9]+(/[0-9]+)?", text):
        return _latex_number(text)
    return rf"\text{{{''.join(LATEX.get(c, c) for c in text)}}}"

"""A distribution written out for people: an aligned table with bars.

Probabilities are exact where they are short; a column of rounded ones says that it is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from operator import itemgetter

from ..exact.numbers import Interval, Value, decimal_text, exact_text, printable, shown

MOST_ROWS = 60  # the outcomes at the ends are gathered beyond
LONGEST_EXACT = 21  # characters of a probability that is written out
LONGEST = 40  # characters of another number that is
PLACES = 6  # of rounded probabilities
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


Chances = Sequence[tuple[object, Fraction]]  # pairs (outcome, probability)


@dataclass(frozen=True)
class Row:
    """An outcome in words with its probability, and those of this or any greater or smaller one."""

    outcome: str
    probability: Fraction
    at_least: Fraction
    at_most: Fraction
    gathered: bool = False  # of several outcomes, so that it may be larger than any of them


Rows = Sequence[Row]


def outcome_text(outcome: object) -> str:
    """The outcome in words: a number exactly, whatever else as it shows itself."""
    if isinstance(outcome, (int, Fraction)) and not isinstance(outcome, bool):
        return exact_text(outcome)
    return printable(outcome if isinstance(outcome, str) else shown(outcome))


def rows_of(chances: Chances, rest: Fraction | None = None) -> Rows:
    """A row for each pair (outcome, probability), in their order; those at the ends are gathered
    when there are too many. `rest` is the probability of all outcomes that follow.
    """
    # The stretch that is grown from the most probable outcome towards the more probable side
    probabilities = [probability for _, probability in chances]
    last = probabilities.index(max(probabilities)) + 1
    first = last - 1
    bordered = [Fraction(-1), *probabilities, Fraction(-1)]  # less than any beyond both ends
    while last - first < min(MOST_ROWS, len(chances)):
        if bordered[first] >= bordered[last + 1]:
            first -= 1
        else:
            last += 1
    smaller = sum((p for _, p in chances[:first]), Fraction(0))
    greater = sum((p for _, p in chances[last:]), rest or Fraction(0))
    named = [(outcome_text(outcome), p, False) for outcome, p in chances[first:last]]
    if first:
        named = [(f"below {named[0][0]}", smaller, True), *named]
    if last < len(chances) or rest is not None:
        named = [*named, (f"above {named[-1][0]}", greater, True)]
    return _build_rows(named)


def rows_by_chance(chances: Chances) -> Rows:
    """The same for outcomes without an order: the most probable first, the others gathered when
    there are too many.
    """
    by_chance = sorted(chances, key=itemgetter(1), reverse=True)
    named = [(outcome_text(outcome), p, False) for outcome, p in by_chance[:MOST_ROWS]]
    others = by_chance[MOST_ROWS:]
    if others:
        named.append((f"{len(others)} others", sum((p for _, p in others), Fraction(0)), True))
    return _build_rows(named)


def _build_rows(named: Sequence[tuple[str, Fraction, bool]]) -> Rows:
    """A row for each (name, probability, whether it is gathered) with the sums from both ends."""
    so_far = accumulate(p for _, p, _ in named)
    return [
        Row(name, p, 1 - up_to + p, up_to, gathered)
        for (name, p, gathered), up_to in zip(named, so_far, strict=True)
    ]


def text_table(rows: Rows, at_least: bool = False, at_most: bool = False) -> str:
    """The rows aligned, with the probabilities of this or more and of this or less on request:
    exact ones when all of a column are short, else rounded ones. Beside each rounded probability
    stands a bar: the most probable outcome has the widest, and one that is longer, as it may be
    where outcomes are gathered, is cut with a sign of it.
    """
    probabilities = [row.probability for row in rows]
    columns = {"probability": probabilities}
    if at_least:
        columns["at least"] = [row.at_least for row in rows]
    if at_most:
        columns["at most"] = [row.at_most for row in rows]
    written = [("outcome", [row.outcome for row in rows])]
    for title, chances in columns.items():
        cells = [exact_text(chance) for chance in chances]
        if max(map(len, cells)) > LONGEST_EXACT:
            title = f"{title} (rounded)"
            cells = [decimal_text(p, PLACES) for p in chances]
        written.append((title, cells))
    written.append(("rounded", [decimal_text(p, PLACES) for p in probabilities]))
    aligned = []
    for title, cells in written:
        width = max(map(len, (title, *cells)))
        aligned.append([text.rjust(width) for text in (title, *cells)])
    largest = max(row.probability for row in rows if not row.gathered)
    lines = zip(*aligned, ["", *(bar(p / largest) for p in probabilities)], strict=True)
    return "\n".join("  ".join(line).rstrip() for line in lines)


def bar(share: Fraction, widest: int = 30) -> str:
    """A bar of this share of the widest one, to half a character; what is possible has a sign, and
    a longer one is cut.
    """
    if share > 1:
        return "█" * (widest - 1) + CUT
    halves = round(2 * widest * share)
    return "█" * (halves // 2) + "▌" * (halves % 2) if halves else "▏"


def value_html(value: Value) -> str:
    """The value of a solution exactly where it is short, else rounded.

    >>> value_html(Fraction(-3, 8)), value_html(Fraction(1, 3**100))
    ('<b>-3/8</b>', '<b>0.000000</b> (rounded)')
    """
    if isinstance(value, Interval):
        return f"between {value_html(value.lower)} and {value_html(value.upper)}"
    exact = exact_text(value)
    if len(exact) <= LONGEST:
        return f"<b>{exact}</b>"
    return f"<b>{decimal_text(value, PLACES)}</b> (rounded)"

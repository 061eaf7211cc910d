"""The Sprague-Grundy values of all positions of Chomp, without an explicit graph.

A bar is one integer, its rows the digits in base columns + 1, the top row the highest digit; a bite
lowers digits, so every option is a smaller integer, and the bars are worked through from small to
large. The bites at one column c, from the lowest row that reaches it upwards, each lower one more
digit to c: one subtraction and one look-up for each bite.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...cost import refuse_costly
from ...exact import Progress
from ...solvers.fast_path import exactly
from .rules import Bar, Chomp


def chomp_values(rules: Chomp, progress: Progress | None = None) -> dict[Bar, int]:
    """{bar: Sprague-Grundy value} for every position of the whole bar.

    `TooCostly` when there are too many.

    >>> chomp_values(Chomp(2, 2))
    {(1,): 0, (1, 1): 1, (2,): 1, (2, 1): 0, (2, 2): 2}
    """
    exactly(rules, Chomp, "chomp_values")
    refuse_costly(rules, chomp_steps(rules))
    # a bar as one integer, so that a bite is a subtraction; smaller bars are smaller integers
    weights = [(rules.columns + 1) ** k for k in reversed(range(rules.rows))]
    by_key: dict[int, int] = {}
    found: dict[Bar, int] = {}
    for done, bar in enumerate(_bars(rules.rows, rules.columns), 1):
        key = sum(left * weight for left, weight in zip(bar, weights, strict=False))
        by_key[key] = found[bar] = _value(bar, key, weights, by_key)
        if progress and done % 1000 == 0:
            progress(done, rules.positions)
    return found


def chomp_steps(rules: Chomp) -> int:
    """What the values of all positions cost."""
    return 6 * rules.bites


def _value(bar: Bar, key: int, weights: list[int], by_key: dict[int, int]) -> int:
    """The mex over all bites, as the lowest bit that is not set."""
    present = 0
    reach = len(bar)  # how many rows reach the column
    for column in range(bar[0]):
        # rows only shorten downwards and columns go right, so the reach never grows back
        while bar[reach - 1] <= column:
            reach -= 1
        eaten = key
        last = 0 if column else 1  # the square (0, 0) is the poison, which nobody has to eat
        for row in range(reach - 1, last - 1, -1):
            eaten -= (bar[row] - column) * weights[row]
            present |= 1 << by_key[eaten]
    return (~present & (present + 1)).bit_length() - 1


def _bars(rows: int, columns: int) -> Iterator[Bar]:
    """Every bar from the poison alone to the whole, in the order of their integers."""
    lengths = [1] + [0] * (rows - 1)
    while True:
        used = rows - lengths.count(0)
        yield tuple(lengths[:used])
        row = rows - 1
        # a row is never longer than the one above: the lowest that may grow does, those below
        # start anew
        while row > 0 and lengths[row] == lengths[row - 1]:
            lengths[row] = 0
            row -= 1
        if row == 0 and lengths[0] == columns:
            return
        lengths[row] += 1


def kept_values(rules: Chomp) -> dict[Bar, int]:
    """The same, kept for the questions that follow."""
    return _kept(exactly(rules, Chomp, "chomp_values"))


_kept = lru_cache(maxsize=8)(chomp_values)

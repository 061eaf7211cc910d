"""Colonel Blotto: units are split over fields, both at once; solved, where fields are paid, by the
double oracle: few splits are kept, and best answers are found without listing the others.

Shuffled splits meet each part of one with each part of the other equally often: MAX is paid on
average the sum over all pairs of parts of the sign of their difference, divided by the number of
fields. Against a mixture each part is thus paid by itself, so the best split is found field after
field, by what the parts left and the units left can still be paid.

The majority is no sum over fields: it goes to the generic solver, which lists all splits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from ...distributions.distribution import from_probabilities
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, Progress, simplest
from ...game.protocol import MAX, MIN
from ...game.solution import Solution
from ...linear.matrices.double_oracle import Answers, Oracles, best_of, double_oracle
from ...solvers import solve
from ...solvers.fast_path import exactly, fast_path_of
from .rules import Blotto as Blotto
from .rules import Split


@dataclass(frozen=True)
class BlottoSolution:
    """The value to MAX, and an optimal mixed strategy of shuffled splits for
    each player as {split: probability}; `kept` says how many splits of each the last small game
    had.
    """

    game: Blotto
    value: Exact
    first: Mapping[Split, Exact]
    second: Mapping[Split, Exact]
    kept: tuple[int, int]
    method: str


def blotto_solution(game: Blotto, progress: Progress | None = None) -> BlottoSolution:
    """The exact solution of a game paid by fields, proved against all splits of both players.

    >>> solution = blotto_solution(Blotto(units=5, fields=3, units_of_min=4))
    >>> solution.value, solution.first
    (Fraction(1, 2), {(2, 2, 1): Fraction(1, 2), (3, 2, 0): Fraction(1, 2)})
    """
    exactly(game, Blotto, "blotto_solution")
    if game.pays != "fields":
        raise RulesError(
            f"blotto_solution needs pays='fields', got {game.pays!r}: solve(game) takes every game"
        )
    # about as many rounds as there are units, each with the best answers to some mixtures
    refuse_costly(game, game.fields * max(game.units_by_player) ** 3, "fewer units")

    def best_rows(column: Mapping[Split, int]) -> Answers[Split]:
        return best_splits(part_payments(column, game.units_by_player[MAX]), game.fields)

    def best_columns(row: Mapping[Split, int]) -> Answers[Split]:
        # MIN is paid what MAX loses: its best answers pay MAX the least
        found = best_splits(part_payments(row, game.units_by_player[MIN]), game.fields)
        return [(split, -total) for split, total in found]

    # of the game with all payments times the number of fields
    oracles = Oracles(pairs_won, best_rows, best_columns)
    even: list[Split] = []  # into parts that differ by at most 1
    for units in game.units_by_player:
        share, more = divmod(units, game.fields)
        even.append((share + 1,) * more + (share,) * (game.fields - more))
    found = double_oracle(oracles, even[MAX], even[MIN], progress)
    value = simplest(Fraction(found.value) / game.fields)
    return BlottoSolution(game, value, found.row, found.column, found.kept, found.method)


class NoFastSolution(Exception):
    """The majority is paid, or a player has a single split: then all best splits of the other, who
    alone chooses, are wanted.
    """


@fast_path_of(solve, Blotto, NoFastSolution)
def solve_blotto(game: Blotto, progress: Progress | None = None) -> Solution:
    """The solution as a `Solution`, whose mixed actions at the start draw splits."""
    if game.pays != "fields" or 1 in (game.fields, *game.units_by_player):
        raise NoFastSolution
    found = blotto_solution(game, progress)
    laws = from_probabilities(found.first), from_probabilities(found.second)
    return Solution(game, {game.start: found.value}, {}, found.method, {game.start: laws})


# --- best answers ---------------------------------------------------------------------------------


def pairs_won(first: Split, second: Split) -> int:
    """Over all pairs of a part of each split, how often the first is larger minus how often the
    second is.

    >>> pairs_won((3, 0), (2, 1))
    0
    """
    return sum((part > met) - (part < met) for part in first for met in second)


def part_payments(mixture: Mapping[Split, int], units: int) -> list[int]:
    """The wins minus the losses of a part of 0, 1, ..., `units` against all parts of a mixture of
    splits with integer weights.

    >>> part_payments({(2, 1): 1}, 3)
    [-2, -1, 1, 2]
    """
    weights = [0] * (max(units, *(split[0] for split in mixture)) + 1)
    for split, weight in mixture.items():
        for part in split:
            weights[part] += weight
    up_to = list(accumulate(weights))
    # below the part, minus what is above it
    return [2 * up_to[part] - weights[part] - up_to[-1] for part in range(units + 1)]


def best_splits(paid: Sequence[int], fields: int) -> Answers[Split]:
    """The splits that are paid most when each part is paid by its size, and the best split for each
    size of one part, as far as these are among the best.

    >>> best_splits([0, 2, 3, 3], 2)[0]
    ((2, 1), 5)
    """
    units = len(paid) - 1
    sizes = range(units + 1)
    if fields == 1:
        return [((units,), paid[units])]
    # for all units: the most that so many fields are paid, and the parts that go to them
    best: list[tuple[int, Split]] = [(total, (part,)) for part, total in enumerate(paid)]
    for _ in range(fields - 2):
        longer = []
        for left in sizes:
            total, part = max((paid[k] + best[left - k][0], k) for k in range(left + 1))
            longer.append((total, (part, *best[left - part][1])))
        best = longer
    totals = {}
    for part in sizes:
        total, others = best[units - part]
        totals[tuple(sorted((part, *others), reverse=True))] = paid[part] + total
    return best_of(totals, highest=True)


GAMES = {"blotto": Blotto}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"blotto": {"units": 6, "fields": 3, "units_of_min": 5}}

"""Colonel Blotto: the rule sheet.

Both players split their units over the same fields at once. Who has more units on a field wins it,
and equal numbers win nothing. MAX is paid the number of fields that it wins minus the number that
it loses, or 1, 0 or -1 for the majority: the sign of that difference.

The fields are alike, so an action says only how large the parts are, the largest first, and the
parts go to the fields in an order drawn at random, which outcomes draws for both at once. Nothing
is lost by it. A player who shuffles its parts is paid the same whichever way the other orders its
own: what an optimal mixture of split orders guarantees, the same mixture shuffled guarantees too,
as its mean over all orders of the other; so the value is that of the game in which each names a
number for each field.

Source: E. Borel, "La theorie du jeu et les equations integrales a noyau symetrique" (1921); S.
Hart, "Discrete Colonel Blotto and General Lotto games", International Journal of Game Theory 36
(2008), 441-460, where the payment is the same divided by the number of fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...distributions.distribution import Distribution
from ...exact.cost import STEPS_A_MOVE, refuse_costly
from ...exact.numbers import shown, shown_when_long
from ...game.dice_options import Named, keep_named, keep_whole
from ...game.protocol import Action, Joint, Player, State

PAYS = ("fields", "majority")
COUNTED = 60  # the cost of more fields than these is as good as that of these: nobody can pay it

Split = tuple[int, ...]  # how many units go to each field, the most first


@shown_when_long
@dataclass(frozen=True)
class Blotto:
    """The rules for `units` of each player, or `units_of_min` of MIN, on `fields` fields.

    - `pays`: the number of `fields` won minus those lost, or 1, 0 or -1 for the `majority` of them.

    There are few states: `choose`, where both split their units, and after it each number that MAX
    may be paid. Raises `RulesError` naming the option that is off.

    >>> game = Blotto(units=3, fields=2)
    >>> game.actions(game.start, 0)
    ((3, 0), (2, 1))
    >>> game.outcomes(game.start, ((3, 0), (2, 1)))
    Distribution({0: 1})
    """

    units: int = 6
    fields: int = 3
    units_of_min: int | None = None
    pays: str = "fields"

    named: ClassVar[Named] = {"pays": PAYS}

    def __post_init__(self) -> None:
        keep_whole(self, "units", 1)
        keep_whole(self, "fields", 1)
        if self.units_of_min is not None:
            keep_whole(self, "units_of_min", 1)
        keep_named(self, "pays")
        # What one best answer costs: each part of each field for each number of units left.
        units = max(self.units_by_player)
        refuse_costly(
            f"{shown(units)} units on {shown(self.fields)} fields",
            self.fields * (units + 10) ** 2,
            "fewer units",
        )

    @property
    def units_by_player(self) -> tuple[int, int]:
        """The units of MAX and of MIN."""
        return self.units, self.units if self.units_of_min is None else self.units_of_min

    @property
    def start(self) -> str:
        """Nobody has split its units yet; every later state is the payoff."""
        return "choose"

    def payoff(self, state: State) -> int | None:
        """The difference of the fields won, or its sign, once both have split their units."""
        return None if state == "choose" else int(state)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The splits of the player, those with the largest parts first; `TooCostly` when the
        distributions of all pairs of them are.
        """
        first, second = (split_count(units, self.fields) for units in self.units_by_player)
        # the majority has no way that lists fewer
        alone = ", or the value and the optimal mixtures alone" if self.pays == "fields" else ""
        refuse_costly(
            f"the payments of {shown(first)} x {shown(second)} splits",
            first * second * STEPS_A_MOVE << min(self.fields, COUNTED),
            f"fewer units or fields{alone}",
        )
        units = self.units_by_player[player]
        return tuple(splits(units, self.fields, units))

    def outcomes(self, state: State, joint: Joint) -> Distribution[int]:
        """The distribution of what MAX is paid when both splits are shuffled over the fields."""
        law = Distribution(ways_to_win(*joint))
        if self.pays == "fields":
            return law
        return law.map(lambda difference: (difference > 0) - (difference < 0))


def splits(units: int, fields: int, most: int) -> Iterator[Split]:
    """The splits of the units over the fields, no part larger than `most`, the largest parts first.

    >>> list(splits(4, 3, 4))
    [(4, 0, 0), (3, 1, 0), (2, 2, 0), (2, 1, 1)]
    """
    if fields == 1:
        yield (units,)
        return
    # the first part is the largest: it has no less than an equal share
    least = -(-units // fields)
    for part in range(min(units, most), least - 1, -1):
        for others in splits(units - part, fields - 1, part):
            yield (part, *others)


def split_count(units: int, fields: int) -> int:
    """How many splits of the units over the fields there are: the partitions into at most so many
    parts.

    >>> split_count(4, 3), split_count(100, 5)
    (4, 46262)
    """
    # equally many partitions have no part larger than `fields`
    counts: list[int] = [1] + [0] * units
    for part in range(1, min(fields, units) + 1):
        for total in range(part, units + 1):
            counts[total] += counts[total - part]
    return counts[units]


def ways_to_win(first: Split, second: Split) -> dict[int, int]:
    """{fields won minus fields lost by the first split: in how many of the orders of the second}.

    >>> ways_to_win((2, 1), (3, 0)), ways_to_win((2, 2, 0), (2, 1, 1))
    ({0: 2}, {0: 4, 1: 2})
    """
    refuse_costly(f"the orders of {len(first)} parts", STEPS_A_MOVE * 2 ** len(first))
    ways = Counter({(second, 0): 1})  # by the parts not yet met and the difference so far
    for part in first:
        after: Counter[tuple[Split, int]] = Counter()
        for (left, difference), count in ways.items():
            for k, met in enumerate(left):
                others = left[:k] + left[k + 1 :]
                after[others, difference + (part > met) - (part < met)] += count
        ways = after
    # no part of the second is left
    return dict(sorted((difference, count) for (_, difference), count in ways.items()))

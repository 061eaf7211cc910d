"""What strategies are worth in the simultaneous battle: every state in one pass over rows, in
integers over one scale.

A pass holds floor(V * scale) for every state, V being the mean payoff when each player follows a
plan or, where a plan is None, plays best against the other's. Two scales serve:

- 2^bits. Each state loses less than 1 / scale and a mean, a minimum or a maximum loses no more than
  the numbers it is taken of, so V lies between the number and the number + n / scale, n being the
  most rounds left: target - max(i, j), as every round scores. Where a bust scores nothing, a round
  that leaves both where they were is taken out by V = (rest) / (1 - chance to stay), which loses no
  more either, and n is 2 target - 1 - i - j, as any other round raises i + j.
- S^target with S = W^2D times the totals of the plans' laws. V has a denominator that divides
  S^(rounds left), every division is exact and so is the answer. For games that always move on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import lcm
from typing import Any

from flint import fmpz

from ...distributions.sliding_sums import Law
from ...exact.cost import bits_for, refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Exact, Interval, Progress, ratio, shown, simplest
from ...game.protocol import MAX, MIN, Plans, Player, strategy
from ...solvers.evaluation.ties import OpenPlan, without_ties
from ...solvers.values import BIT_BUDGET
from ..dice_battle.sweep import law_table
from .rules import SimultaneousBattle, SimultaneousState
from .sums import Beside, Entries, Pair, Payoff, grid_steps, sign_of_lead

SMALL = 100  # dice * target up to which the generic functions answer in reasonable time

Laws = tuple[Law, ...]  # that a plan may take at a state: one, but where it leaves ties
LawTable = list[list[Laws]]
LawTables = tuple[LawTable | None, LawTable | None]  # of MAX and of MIN; None for who chooses
Extreme = Callable[[Sequence[Any]], Any]  # min or max


@dataclass
class Worth:
    """The pass; `rows[i][j]` is floor(V(i, j) * scale), and `best[i][j]` every best number of dice
    where one player chooses.

    `toll` is paid to MAX at every round: 1 on payoffs of 0 counts the rounds. Among the laws that
    plans leave open the extreme is taken.
    """

    pair: Pair
    laws: LawTables
    scale: fmpz
    payoff: Payoff = sign_of_lead
    toll: int = 0
    extreme: Extreme | None = None  # of what is left open; None: what is best for who chooses
    rows: list[list[fmpz]] = field(default_factory=list)
    best: list[list[tuple[int, ...]]] = field(default_factory=list)

    def run(self, progress: Progress | None = None) -> Worth:
        """Fill the rows, from the last one down, and return itself."""
        target = self.pair.game.target
        self.rows = [[] for _ in range(target)]
        self.best = [[] for _ in range(target)]
        entries = Entries(self.pair, self.pair.finished(self.payoff).times(self.scale))
        # what MAX is paid when MIN alone has reached the target
        edge = self.scale * self.payoff(0, target)
        # the extreme that is given, else the best for who chooses
        extreme = self.extreme or (max if self.laws[MAX] is None else min)
        for i in reversed(range(target)):
            entries.sums.advance(target * self.pair.throws.dice)
            beside = Beside(self.pair, edge) if self.pair.comes_back else None
            for j in reversed(range(target)):
                entries.enter(j, beside)
                # of each number of dice of the player who chooses, or each way to break the ties
                one, two = (self.pair.pure if laws is None else laws[i][j] for laws in self.laws)
                means = [self._mean(entries, *pair) for pair in product(one, two)]
                chosen = extreme(means)
                self.rows[i].append(chosen)
                self.best[i].append(tuple(d for d, mean in enumerate(means, 1) if mean == chosen))
                if beside is not None:
                    beside.enter(chosen)
            # settled from the last column down: where a bust of MAX scores nothing, a state needs
            # the later columns of its own row
            self.rows[i].reverse()
            self.best[i].reverse()
            # beyond the last column MIN has reached the target and MAX has not
            beyond = [edge] * self.pair.throws.reach
            entries.sums.push(self.pair.packed(self.rows[i] + beyond, target))
            if progress:
                progress(target - i, target)
        return self

    def _mean(self, entries: Entries, first: Law, second: Law) -> fmpz:
        """floor(scale * mean over the joint law), the chance to stay taken out."""
        summed = stay = fmpz(0)
        for a, x in first.parts:
            inner = sum((entries.entry(a, b) * y for b, y in second.parts), fmpz(0))
            summed += inner * (self.pair.lift[a] * x)
            if self.pair.comes_back:
                both_bust = self.pair.both_bust[a]
                stay += sum((both_bust[b] * y for b, y in second.parts), fmpz(0)) * x
        total = self.pair.all_ways * first.total * second.total
        toll = self.scale * self.toll * total
        return (summed + toll) // (total - stay)

    def value(self, state: SimultaneousState) -> Exact:
        """V at a state, when the pass is exact."""
        return simplest(ratio(self.rows[state.first][state.second], self.scale))

    def optimal(self, state: SimultaneousState) -> tuple[int, ...]:
        """Every best number of dice at a state, where one player chooses."""
        return self.best[state.first][state.second]

    @cached_property
    def antisymmetric(self) -> bool:
        """Whether V(i, j) = -V(j, i) by symmetry, where nothing is paid at each round: both follow
        one plan, for a payoff that the one wins from the other.

        Exchanging the players turns the game into itself with the payoff negated, and the plans
        into themselves.
        """
        first, second = self.laws
        if first is None or second is None or self.payoff is not sign_of_lead or self.toll:
            return False
        # MIN looks at (i, j) as MAX looks at (j, i)
        return first == [list(column) for column in zip(*second, strict=True)]

    def bounds(self, state: SimultaneousState) -> Interval:
        """The bounds on V at a state after a pass over 2^bits that leaves no ties open; both 0
        where that is known by symmetry.
        """
        i, j = state
        if i == j and self.antisymmetric:
            return Interval(0, 0)
        target = self.pair.game.target
        # the most rounds that can follow, each of which lost less than 1 / scale
        left = 2 * target - 1 - i - j if self.pair.comes_back else target - max(i, j)
        lower = self.rows[i][j]
        return Interval(*(simplest(ratio(end, self.scale)) for end in (lower, lower + left)))


# --- laws of plans --------------------------------------------------------------------------------


def law_tables(game: SimultaneousBattle, plans: Plans) -> LawTables:
    """The law of the number of dice at every state for each player with a plan."""
    first, second = (None if plan is None else without_ties(strategy(plan)) for plan in plans)
    return open_table(game, first, MAX), open_table(game, second, MIN)


def open_table(game: SimultaneousBattle, plan: OpenPlan | None, player: Player) -> LawTable | None:
    """The laws of the number of dice at every state among which the plan leaves the choice."""
    if plan is None:
        return None
    refuse_costly(game, grid_steps(game))  # before a plan is asked at every state
    return law_table(game, plan, player, SimultaneousState, Law.of)


class ComesBack(UnsolvableError):
    """A state can come back to itself: the fast path has no exact answer."""


def evaluated(
    game: SimultaneousBattle,
    tables: LawTables,
    payoff: Payoff = sign_of_lead,
    toll: int = 0,
    extreme: Extreme | None = None,
    progress: Progress | None = None,
) -> Worth:
    """V exactly at every state, over one scale; where laws leave ties, the extreme over all ways to
    break them, which is that of each state's own ways, as what can follow it has more points.

    Raises `ComesBack` where that scale is too long, or a state of a small game can come back to
    itself: the generic functions then answer. `UnsolvableError` when it is a larger game.
    """
    pair = Pair(game)
    if pair.comes_back:
        # `ComesBack` lets the generic functions take over, as they may for a small game; a large
        # one has no other way, since they would take hours
        refusal = ComesBack if game.dice * game.target <= SMALL else UnsolvableError
        raise refusal(
            f"{shown(game)} can come back to a state: profile_bounds(game, profile, digits=50) "
            "gives certified bounds"
        )
    step = pair.all_ways
    for table in tables:
        if table is not None:
            step *= lcm(*{law.total for row in table for laws in row for law in laws})
    # the length is estimated before the power is made
    if step.bit_length() * game.target > BIT_BUDGET:
        raise ComesBack(f"values of {shown(game)} under these strategies share no short scale")
    return Worth(pair, tables, step**game.target, payoff, toll, extreme).run(progress)


def bounded(
    game: SimultaneousBattle,
    tables: LawTables,
    digits: int,
    payoff: Payoff,
    progress: Progress | None,
) -> Worth:
    """A pass whose bounds are no further apart than 10^-digits."""
    refuse_costly(game, grid_steps(game, bits_for(digits)), "fewer digits")
    pair = Pair(game)
    # each round left loses one last place, and there are fewer than this
    most_rounds = 2 * game.target
    scale = fmpz(1) << (10**digits * most_rounds).bit_length()
    return Worth(pair, tables, scale, payoff).run(progress)

"""The sweep: every state of a dice race in turns, from the last antidiagonal i + j = 2 target - 2
down to 0.

Each player is a `Side` whose states are (own points i, other points j). The tail generating
function of the length of play, h = sum over t of P(more than t throws follow) z^t, obeys

    h(i, j) = 1 + z * mean over the throw of h'(j, i + score),   h = 0 once the race is over,

where h' belongs to the other side. At z = -1 it is the probability that the player to throw wins,
since the throws it makes have odd numbers; at z = +1 it is the mean number of throws. One
recurrence serves solving, evaluating and timing, and what strategies are worth over all ways to
break ties: a side takes, among the distributions of the number of dice that it may choose, one
after which the other side's h is least, or one after which it is largest.

A throw that scores leads to lines further down, which are known. A bust that scores 0 leads from
(i, j) to (j, i), on the same line, and play can come back. So each state is solved together with
its partner, the mirrored state of the other side, as each leads to the other. Let M be the ways to
throw the most dice, B those of a distribution with a bust that scores 0, T its sum over the other
throws, all times the total of the distribution, and ' mark the partner:

    M h = M + z (T + B h'),        M h' = M + z (T' + B' h).

As z^2 = 1, the solution is

    D h = M (M + z B) + z M T + B T',
    D h' = M (M + z B') + z M T' + B' T,        D = M^2 - B B',

and D > 0, since every throw may score: B < M.

All numbers in store are integers over one scale. Each h is reduced by its gcd with D, and the scale
grows by the lcm of what is left on the line: it is always the least common denominator of all h so
far.

Choosing. For given distributions the pair is solved exactly, and any law is compared with the one
chosen by T + B h', the other side's chance after it, as integers. A better one replaces it and the
pair is solved again: first for one side until nothing is better, then one replacement for the
other, and so on. This ends. In what they are worth to the first side, the two equations are
monotone in each other's unknown and contract (B / M < 1). So a replacement of the first side raises
both worths, and its distributions do not repeat while the second side stands still; then the worths
are the best against the second side's law, a replacement of that lowers them, and it does not
repeat either. In the end no law is better on either side, which is the equation of optimal play; by
the contraction it has one solution. Where one chooser breaks all ties, each replacement is better
at both states, or as good at the other, so that no pair of distributions comes twice.

*Floats* rule out numbers of dice that are certainly not the best; what they leave is compared
exactly. Let w = P(the player to throw wins), l = 1 - w, b and p = 1 - b the probabilities that its
throw is a bust that scores 0 and that it scores (b = 0 where every throw does), w_s and l_s its
probabilities to win and to lose by a throw that scores, and ' mark the other side: at the state
after the throw in

    w_s(i, j) = sum P(d, k) l'(j, i + k),      l_s(i, j) = sum P(d, k) w'(j, i + k),

and at the partner (j, i), to which a bust leads back, in w = w_s + b l' and l = l_s + b w'. As
1 - b b' = p + b p', both states together give

    w = (w_s + b l_s') / (p + b p'),      l = (l_s + b w_s') / (p + b p').

Only non-negative numbers are added, multiplied and divided, and all b and p are exact ones rounded
(u = 2^-53). In whatever order the sums are made, w_s of a number of dice costs (reach + 2) u, the
law of a plan (dice + 2) u, its b and p (dice + 3) u each, and the pair 3 u, so that each line adds
at most (reach + 4 dice + 18) u to the relative error, and the worth w_s + b l' of a number of dice
3 u more; `step` has room for that and for terms of second order. Hence a number of dice that looks
worse by more than twice the error, in w or in l, is worse against what the other side has chosen.

Both w and l are kept, as 1 - w would lose the relative error of a small l: near the end of a race
choices differ in numbers far below u. Underflow adds less than 1e-310 on each line, and less than
1e-300 after the division where no p is below `RARE`; averages do not enlarge it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial, reduce
from itertools import compress
from math import lcm
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from flint import fmpz, fmpz_poly

from ...distributions.distribution import Distribution, point
from ...distributions.sliding_sums import SlidingSums, Throws
from ...distributions.throwing import best_dice, roll
from ...exact.cost import affordable
from ...exact.numbers import Exact, Progress, ratio, simplest
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    ActionDistribution,
    Plans,
    Player,
    State,
    Strategy,
    always,
    distribution_of_always,
    function_of,
    legal_choice,
    strategy,
)
from ...solvers.evaluation.ties import OpenPlan, WithoutTies
from ...solvers.fast_path import exactly
from .rules import BattleState, DiceBattle

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]
UNIT = 2.0**-53
# a number below this may owe its digits to an underflow, so nothing is concluded from it
SMALLEST = 1e-280
RARE = 1e-10  # a chance to score below which the floats say nothing
ROUNDS = 50  # of improvement on a line, after which the integers go on alone


class Guide:
    """Float tables of (w, l) of each side, at (i, j) for j < target, then the finished states (w =
    0, l = 1), and the choices on the line at work.
    """

    def __init__(self, game: DiceBattle, throws: Throws, sides: int) -> None:
        self.target = game.target
        self.returns = throws.bust_score == 0
        # [k, d - 1] = P(d dice score k), rounded correctly; scores beyond the reach end the race
        self.throws: Floats = np.zeros((throws.reach + 1, game.dice))
        self.score: Floats = np.ones(game.dice)
        for d in range(1, game.dice + 1):
            law = roll(game.one_die, d, game.bust, throws.bust_score)
            if max(law) > throws.reach:
                law = law.map(lambda score: min(score, throws.reach))
            for score, weight in law.items():
                self.throws[score, d - 1] = weight / law.total
            if self.returns:
                self.score[d - 1] = (law.total - law.weights.get(0, 0)) / law.total
        self.bust = self.throws[0].copy()
        self.throws[0] = 0.0
        shape = 2, game.target, game.target + throws.reach + 1
        self.tables = [np.zeros(shape) for _ in range(sides)]
        for table in self.tables:
            table[1, :, game.target :] = 1.0
        self.step = 1.01 * (throws.reach + 4 * game.dice + 24) * UNIT
        self.means: list[Floats] = []  # (w_s, l_s) of each side, [j, d - 1]
        self.shares: list[Floats] = []  # with which each side throws so many dice, [j, d - 1]
        self.pure: Floats = np.eye(game.dice)
        # the choice last made against j points, which is a good start on the next line
        self.last = [np.zeros(game.target, dtype=np.int64) for _ in range(sides)]

    def propose(
        self, s: int, js: range, plans: Sequence[Floats | None]
    ) -> dict[int, tuple[list[int], Truths]]:
        """For each side that has no plan the numbers of dice (less 1) chosen on the line i + j = s,
        and which may be the best answers to those of the other side, [j, d - 1].
        """
        # the other's chance to win is this side's to lose
        self.means = [
            self._windows(table, s, js)[::-1] @ self.throws for table in reversed(self.tables)
        ]
        here = slice(js.start, js.stop)
        rows = np.arange(len(js))
        # twice the error of every entry of the line, and room for this very comparison
        margin = 2.2 * (2 * self.target - 1 - s) * self.step
        chosen = {k: last[here] for k, last in enumerate(self.last) if plans[k] is None}
        self.shares = [
            self.pure[chosen[k]] if plan is None else plan for k, plan in enumerate(plans)
        ]
        possible: dict[int, Truths] = {}
        # All sides improve at once, which need not end where a bust leads back.
        for _ in range(ROUNDS):
            met = self._met() if self.returns else []
            is_settled = True
            for k, before in chosen.items():
                worth = self.means[k]
                if met:
                    worth = worth + met[-1 - k][::-1, ::-1, None] * self.bust
                most = worth[0].max(axis=1, keepdims=True)
                least = worth[1].min(axis=1, keepdims=True)
                # where even the best chance to win is tiny, w concludes nothing and l alone decides
                enough = np.where(most >= SMALLEST, most * (1 - margin), 0.0)
                at_most = np.maximum(least, SMALLEST) * (1 + margin)
                possible[k] = (worth[0] >= enough) & (worth[1] <= at_most)
                wrong = ~possible[k][rows, before]
                if wrong.any():
                    chosen[k] = np.where(wrong, possible[k].argmax(axis=1), before)
                    self.shares[k] = self.pure[chosen[k]]
                    is_settled = False
            if is_settled or not self.returns:
                break
        else:
            for each in possible.values():
                each[:] = True
        for k, now in chosen.items():
            self.last[k][here] = now
        return {k: (chosen[k].tolist(), possible[k]) for k in chosen}

    def _met(self) -> list[Floats]:
        """(w, l) of each side on the line, by the shares of both."""
        turns = [
            np.einsum("ajd,jd->aj", mean, share)
            for mean, share in zip(self.means, self.shares, strict=True)
        ]
        if not self.returns:
            return turns
        met = []
        for k, (turn, share) in enumerate(zip(turns, self.shares, strict=True)):
            bust = share @ self.bust
            partner = self.shares[-1 - k][::-1] @ self.score
            both = turn + bust * turns[-1 - k][::-1, ::-1]
            met.append(both / (share @ self.score + bust * partner))
        return met

    def _windows(self, table: Floats, s: int, js: range) -> Floats:
        """Row t is table[:, j, s - j : s - j + reach + 1] for j = js[t]: a view, nothing is
        copied.
        """
        apart, down, right = table.strides
        start = js[0] * down + (s - js[0]) * right
        shape = 2, len(js), len(self.throws)
        # from one row to the next j grows by 1 and so the first column falls by 1
        return np.ndarray(shape, np.float64, table, start, (apart, down - right, right))

    def enter(self, s: int, js: range) -> None:
        """Enter w and l of the line as its shares now stand."""
        j = np.arange(js.start, js.stop)
        for table, met in zip(self.tables, self._met(), strict=True):
            table[:, s - j, j] = met


Best = dict[int, tuple[int, ...]]  # {own points: every best number of dice}
Top = tuple[fmpz, fmpz]  # h times the scale times D, and D
Laws = Sequence[
    Sequence[tuple["Ways", ...]]
]  # [own points][other's points]: among which a side may choose
AHEAD = 8
LINES_AHEAD = 8
ZERO = fmpz(0)
ONE = fmpz(1)
Extreme = Callable[[Sequence[fmpz]], fmpz]  # min or max
Made = TypeVar("Made")


@dataclass(frozen=True)
class Line:
    """One side's results on the antidiagonal i + j = s: h(i, s - i) = numerators[i] / scale."""

    s: int
    numerators: fmpz_poly
    scale: fmpz
    best: Best  # empty when the side follows a plan

    def h(self, i: int) -> Fraction:
        """h(i, s - i)."""
        return ratio(self.numerators[i], self.scale)

    def gain(self, i: int) -> Exact:
        """The mean payoff to the player to throw, 2 h - 1, when the sweep is made at z = -1."""
        return simplest(ratio(2 * self.numerators[i] - self.scale, self.scale))


def sweep(
    game: DiceBattle, plans: Plans, z: int, progress: Progress | None = None
) -> Iterator[list[Line]]:
    """The lines of both sides, s = 2 target - 2 down to 0; of one side when both choose or follow
    the same plan, as the game is symmetric.

    A player who chooses maximises its probability to win, so z must then be -1.
    """
    tables = law_tables(game, plans)
    sides = tables[:1] if tables[MAX] == tables[MIN] else tables
    return Sweep(game, sides, [min] * len(sides), z).lines(progress)


def law_tables(game: DiceBattle, plans: Plans) -> list[Laws | None]:
    """The distributions of each plan; None for a player who chooses."""
    exactly(game, DiceBattle, "the fast path")
    tables = list[Laws | None]()
    for player, plan in zip(PLAYERS, plans, strict=True):
        known = function_of(plan)
        if isinstance(known, FixedPlan) and (known.game, known.player) == (game, player):
            tables.append(known.laws)
        elif plan is None:
            tables.append(None)
        else:
            tables.append(strategy_ways(game, WithoutTies(strategy(plan)), player))
    return tables


@dataclass(frozen=True)
class FixedPlan:
    """A player's plan that never changes, so that it is asked once for each state of the game."""

    game: DiceBattle
    player: Player
    plan: Strategy

    def __call__(self, state: BattleState) -> ActionDistribution:
        """The distribution of the number of dice at the state."""
        return self.plan(state)

    @cached_property
    def laws(self) -> Laws:
        """The checked distributions of the plan at every state."""
        return strategy_ways(self.game, WithoutTies(self.plan), self.player)


def throws_of(game: DiceBattle) -> Throws:
    """The throws of 1..dice dice in a race to the target."""
    return Throws.of(game.one_die, game.dice, game.bust, game.bust_score, game.target)


@dataclass(frozen=True, eq=False)
class Ways:
    """A distribution of the number of dice in whole ways to throw the most of them: the weight of a
    throw of each number of dice, all ways, and those with a bust that scores 0. `dice` is the
    number of dice where there is a single one, else 0. Equal ones of a race are one object.
    """

    parts: tuple[tuple[int, fmpz], ...]
    all: fmpz
    busts: fmpz
    dice: int

    @staticmethod
    @lru_cache(maxsize=1000)
    def of(throws: Throws, choice: Distribution[Any]) -> Ways:
        """The law that a plan chooses."""
        most = max(choice)
        parts = tuple((d, throws.powers[most - d] * weight) for d, weight in choice.items())
        busts = fmpz(0)
        if throws.bust_score == 0:
            busts += sum(weight * throws.busts[d] for d, weight in parts)
        dice = most if len(parts) == 1 else 0
        return Ways(parts, throws.powers[most] * choice.total, busts, dice)

    def shares(self, throws: Throws) -> list[float]:
        """The probability of each number of dice, rounded correctly."""
        shares = [0.0] * throws.dice
        for d, weight in self.parts:
            shares[d - 1] = int(weight * throws.powers[d]) / int(self.all)
        return shares


def strategy_ways(game: DiceBattle, plan: OpenPlan, player: Player) -> Laws:
    """The checked distributions of the number of dice among which a plan leaves the choice."""

    def make_state(own: int, other: int) -> BattleState:
        return BattleState(own, other, MAX) if player == MAX else BattleState(other, own, MIN)

    return distribution_table(game, plan, player, make_state, partial(Ways.of, throws_of(game)))


def distribution_table(
    game: Any,
    plan: OpenPlan,
    player: Player,
    make_state: Callable[[int, int], State],
    convert: Callable[[Distribution[Any]], Made],
) -> tuple[tuple[tuple[Made, ...], ...], ...]:
    """[i][j]: the checked distributions of the number of dice, as `convert` makes them, among which
    a plan of the player leaves the choice in a race to the game's target.
    """
    target: int = game.target
    if isinstance(plan, WithoutTies) and distribution_of_always(plan.plan) is not None:
        made = convert(legal_choice(game, make_state(0, 0), player, plan.plan))
        return (((made,),) * target,) * target
    # Many states share one law, which is then checked once: all that go on have the same actions.
    known: dict[object, Made] = {}
    alike: dict[tuple[Made, ...], tuple[Made, ...]] = {}

    def laws(i: int, j: int) -> tuple[Made, ...]:
        state = make_state(i, j)
        found = []
        for choice in plan(state):
            key = tuple(choice.items()) if isinstance(choice, Distribution) else ()
            if key not in known or not key:
                known[key] = convert(legal_choice(game, state, player, always(choice)))
            found.append(known[key])
        return alike.setdefault(tuple(found), tuple(found))

    points = range(target)
    return tuple([tuple([laws(i, j) for j in points]) for i in points])


class Side:
    """One player of the sweep: the distributions among which it may choose (None: all numbers of
    dice), what it looks for in the other side's h, and its own h.
    """

    def __init__(self, throws: Throws, laws: Laws | None, extreme: Extreme) -> None:
        self.laws = laws
        self.extreme = extreme
        self.sums = SlidingSums(throws)
        self.other = self
        self.all = [Ways.of(throws, point(d)) for d in range(1, throws.dice + 1)]
        self.has_differed = False  # whether laws that tie have had different means so far
        # of the line at work, by the other's points
        self.choices: list[Sequence[Ways]] = []
        self.chosen: list[Ways] = []
        self.best: list[tuple[int, ...]] = []
        self.replaced: list[int] = []  # the places at which `improve` found another law
        self.mixed: dict[int, fmpz_poly | None] = {}

    def begin(self, s: int, js: range) -> None:
        """Take up line s."""
        self.sums.advance(s + 1)
        self.mixed = {}
        self.replaced = []
        if self.laws is None:
            self.choices = [self.all] * len(js)
            self.best = [(1,)] * len(js)
        else:
            self.choices = [self.laws[s - j][j] for j in js]
        self.chosen = [laws[0] for laws in self.choices]

    def narrow(self, chosen: Sequence[int], possible: npt.NDArray[np.bool_]) -> None:
        """Take the numbers of dice (less 1) that floats choose; those with which they may tie are
        left to `improve`.
        """
        self.best = [(place + 1,) for place in chosen]
        self.chosen = [self.all[place] for place in chosen]
        self.choices = [(ways,) for ways in self.chosen]
        for place in np.flatnonzero(possible.sum(axis=1) > 1).tolist():
            self.choices[place] = list(compress(self.all, possible[place].tolist()))

    def after(self, ways: Ways, j: int) -> fmpz:
        """T where the other side throws by the distribution and then has j points of its own
        against it.
        """
        sums = self.sums
        busts = self.sums.throws.busts
        if ways.dice:
            return sums.sums[ways.dice][j] + sums.busted[j] * busts[ways.dice]
        key = id(ways)
        if key not in self.mixed:
            self.mixed[key] = None
            return sum((sums.scored(d, j) * weight for d, weight in ways.parts), ZERO)
        # a polynomial for all states of the line takes less than the sums of a few of them
        line = self.mixed[key]
        if line is None:
            line = sums.busted * sum((busts[d] * weight for d, weight in ways.parts), ZERO)
            for d, weight in ways.parts:
                line += sums.sums[d] * weight
            self.mixed[key] = line
        return line[j]

    def improve(self, place: int, j: int, determinant: fmpz, partner: fmpz) -> bool:
        """Whether another law of the state is better than the chosen one, and then takes its place:
        one after which the other side's chance, (T + B h') / M, is what this side looks for, where
        h' times the scale is partner / determinant.
        """
        laws = self.choices[place]
        if len(laws) == 1:
            return False
        common = reduce(fmpz.lcm, (each.all for each in laws))
        worth = [
            (self.other.after(each, j) * determinant + each.busts * partner) * (common // each.all)
            for each in laws
        ]
        extreme = self.extreme(worth)
        best = [each for each, other in zip(laws, worth, strict=True) if other == extreme]
        if self.laws is None:
            self.best[place] = tuple([each.dice for each in best])
        elif len(best) < len(laws):
            self.has_differed = True
        if self.chosen[place] in best:
            return False
        self.chosen[place] = best[0]
        self.replaced.append(place)
        return True


class Sweep:
    """Both sides (one when both play alike), and the scale."""

    def __init__(
        self, game: DiceBattle, tables: Sequence[Laws | None], extremes: Sequence[Extreme], z: int
    ) -> None:
        self.target = game.target
        self.z = z
        self.scale = ONE
        self.throws = throws_of(game)
        self.returns = game.bust_score == 0
        self.sides = [Side(self.throws, *one) for one in zip(tables, extremes, strict=True)]
        for side, other in zip(self.sides, reversed(self.sides), strict=True):
            side.other = other
        self.guide = None
        # Floats look for the largest chance to win.
        if z == -1 and None in tables and {side.extreme for side in self.sides} == {min}:
            guide = Guide(game, self.throws, len(tables))
            if guide.score.min() >= RARE:
                self.guide = guide
        listed = (laws for table in tables if table for row in table for laws in row)
        totals = {int(ways.all) for laws in listed for ways in laws}
        self.all_ways = fmpz(lcm(int(self.throws.powers[-1]), *totals))

    def lines(self, progress: Progress | None = None) -> Iterator[list[Line]]:
        """The lines of the sides, s = 2 target - 2 down to 0."""
        last = 2 * self.target - 2
        for s in range(last, -1, -1):
            yield self._next_line(s)
            if progress:
                progress(last - s + 1, last + 1)

    def _next_line(self, s: int) -> list[Line]:
        js = range(max(0, s - self.target + 1), min(s, self.target - 1) + 1)
        for side in self.sides:
            side.begin(s, js)
        if self.guide is not None:
            # Narrow the choices down to what may be the best by floats.
            plans = [
                None
                if side.laws is None
                else np.array([w.shares(self.throws) for w in side.chosen])
                for side in self.sides
            ]
            for k, proposal in self.guide.propose(s, js, plans).items():
                self.sides[k].narrow(*proposal)
        found = (
            self._solve_pairs(js)
            if self.returns
            else [self._solve_line(side, js) for side in self.sides]
        )
        if self.guide is not None:
            for shares, side in zip(self.guide.shares, self.sides, strict=True):
                for place in side.replaced:
                    shares[place] = side.chosen[place].shares(self.throws)
            self.guide.enter(s, js)
        factor = ONE
        for denominator in {below for line in found for _, below in line}:
            factor = factor.lcm(denominator)
        if factor != 1 and not self.returns:
            # Ahead of what is needed, as each time all that is kept is multiplied.
            factor *= self.all_ways ** (AHEAD + (2 * self.target - s) // LINES_AHEAD)
        self.scale *= factor
        lines = []
        for side, line in zip(self.sides, found, strict=True):
            if factor != 1:
                # all that is kept must stay over the one scale
                side.sums.rescale(factor)
            # own points rise as the other's fall
            tops = [top if factor == 1 else top * (factor // below) for top, below in line[::-1]]
            h = fmpz_poly([ZERO] * js.start + tops)
            side.sums.push(h)
            best = dict(zip(reversed(js), side.best, strict=False))
            lines.append(Line(s, h, self.scale, best if side.laws is None else {}))
        return lines

    def _solve_line(self, side: Side, js: range) -> list[Top]:
        """h of each state of the line, which no throw leads back to: M h = M + z T."""
        z = self.z
        scale = self.scale
        other = side.other
        found = list[Top]()
        level = other.sums.sums
        busted = other.sums.busted
        busts = self.throws.busts
        for place, laws in enumerate(side.choices):
            if len(laws) > 1:
                side.improve(place, js[place], ONE, ZERO)
        for j, ways in zip(js, side.chosen, strict=True):
            d = ways.dice  # `after` is written out, as this loop takes most of the time
            worth = level[d][j] + busted[j] * busts[d] if d else other.after(ways, j)
            mean, rest = divmod(worth, ways.all)
            if rest:
                top = ways.all * scale + z * worth
                common = top.gcd(ways.all)
                found.append((top // common, ways.all // common))
            else:
                found.append((scale - mean if z < 0 else scale + mean, ONE))
        return found

    def _solve_pairs(self, js: range) -> list[list[Top]]:
        """h of each state of the line and of its partner, to which a bust leads back."""
        z = self.z
        scale = self.scale
        first = self.sides[0]
        second = self.sides[-1]
        found = [[(ZERO, ONE)] * len(js) for _ in self.sides]
        # with one side a state's partner is on the same line, so that half of it gives all
        for here in range(len(js) if len(self.sides) > 1 else (len(js) + 1) // 2):
            there = len(js) - 1 - here
            j = js[here]
            i = js[there]
            while True:  # it ends, as the text at the head of this file proves
                one = first.chosen[here]
                two = second.chosen[there]
                T = second.after(one, j)
                T_partner = first.after(two, i)
                M = one.all
                B = one.busts
                M_partner = two.all
                B_partner = two.busts
                D = M * M_partner - B * B_partner
                own = M_partner * ((M + z * B) * scale + z * T) + B * T_partner
                partner = M * ((M_partner + z * B_partner) * scale + z * T_partner) + B_partner * T
                if not first.improve(here, j, D, partner) and not second.improve(there, i, D, own):
                    break
                # The floats spoke of what is replaced: from here on all numbers are compared.
                for side, place in ((first, here), (second, there)):
                    if side.laws is None:
                        side.choices[place] = side.all
            for line, place, top in ((found[0], here, own), (found[-1], there, partner)):
                common = top.gcd(D)
                line[place] = top // common, D // common
        return found


def sweep_steps(game: DiceBattle, s: int = 0, sides: int = 1) -> int:
    """The cost of a sweep down to the antidiagonal i + j = s: for each state and number of dice
    sums of numbers that grow by a throw a line, and the lines that are kept, two bytes a step.
    """
    one = game.one_die
    lines = max(2 * game.target - 1 - s, 0)
    numbers = sides * game.dice * (max(one) + 1) * min(lines, game.target)
    throws = numbers * game.dice * one.total.bit_length() // 16
    if not affordable(throws):  # then to look at each face would take seconds too
        return throws
    bits = number_bits(game, lines)
    # equal weights of neighbouring faces cancel in the sliding sums; no floats guide pairs
    faces = 1 if game.weights is None else len(one)
    faces *= 3 if game.bust_score == 0 else 1
    states = game.target**2 - s * (s + 1) // 2 if s < game.target else lines * (lines + 1) // 2
    # an addition takes a microsecond, and more as the numbers grow (measured up to target=1000)
    sums = sides * faces * game.dice * states * (400 + bits) // 400
    return sums + throws + numbers * bits // 16


@lru_cache(maxsize=64)
def number_bits(game: DiceBattle, lines: int) -> int:
    """About how many bits the numbers of a race have after so many antidiagonals: those of as many
    throws as score best.
    """
    one = game.one_die
    throws = lines * best_dice(game.dice, one, game.bust, game.bust_score)
    # W^8 has the bits of W to an eighth, without floats
    return int(throws * (one.total**8).bit_length() // 8)

"""The sweep: every state of a dice race in turns, from the last antidiagonal i + j = 2 target - 2
down to 0.

Each player is a `Side` whose states are (own points i, other points j). The tail generating
function of the length of play, h = sum over t of P(more than t throws follow) z^t, obeys

    h(i, j) = 1 + z * mean over the throw of h'(j, i + score),   h = 0 once the race is over,

where h' belongs to the other side. At z = -1 it is the chance that the player to throw wins, since
the throws it makes have odd numbers; at z = +1 it is the mean number of throws. One recurrence
serves solving, evaluating and timing, and what strategies are worth over all ways to break ties: a
side takes, among the laws of the number of dice that it may choose, one after which the other
side's h is least, or one after which it is largest.

A throw that scores leads to lines further down, which are known. A bust that scores 0 leads from
(i, j) to (j, i), on the same line, and play can come back. So each state is solved together with
its partner, the mirrored state of the other side, as each leads to the other. Let M be the ways to
throw the most dice, B those of a law with a bust that scores 0, T its sum over the other throws,
all times the total of the law, and ' mark the partner:

    M h = M + z (T + B h'),        M h' = M + z (T' + B' h).

As z^2 = 1, the solution is

    D h = M (M + z B) + z M T + B T',
    D h' = M (M + z B') + z M T' + B' T,        D = M^2 - B B',

and D > 0, since every throw may score: B < M.

All numbers in store are integers over one scale. Each h is reduced by its gcd with D, and the scale
grows by the lcm of what is left on the line: it is always the least common denominator of all h so
far.

Choosing. For given laws the pair is solved exactly, and any law is compared with the one chosen by
T + B h', the other side's chance after it, as integers. A better one replaces it and the pair is
solved again: first for one side until nothing is better, then one replacement for the other, and so
on. This ends. In what they are worth to the first side, the two equations are monotone in each
other's unknown and contract (B / M < 1). So a replacement of the first side raises both worths, and
its laws do not repeat while the second side stands still; then the worths are the best against the
second side's law, a replacement of that lowers them, and it does not repeat either. In the end no
law is better on either side, which is the equation of optimal play; by the contraction it has one
solution. Where one chooser breaks all ties, each replacement is better at both states, or as good
at the other, so that no pair of laws comes twice.
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
from ...distributions.sliding_sums import Law, SlidingSums, Throws
from ...distributions.throwing import best_dice
from ...exact.cost import affordable
from ...exact.numbers import Exact, Progress, matrix_of, ratio, simplest
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    ActionLaw,
    Plans,
    Player,
    State,
    Strategy,
    always,
    function_of,
    law_of_always,
    legal_choice,
    strategy,
)
from ...solvers.evaluation.ties import OpenPlan, without_ties
from ...solvers.fast_path import exactly
from .guide import RARE, Guide
from .rules import BattleState, DiceBattle

Best = dict[int, tuple[int, ...]]  # {own points: every best number of dice}
Top = tuple[fmpz, fmpz]  # h times the scale times D, and D
Laws = list[list[tuple["Ways", ...]]]  # [own points][other's points]: among which a side may choose
AHEAD, LINES_AHEAD = 8, 8
ZERO, ONE = fmpz(0), fmpz(1)
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

    A player who chooses maximises its chance to win, so z must then be -1.
    """
    exactly(game, DiceBattle, "the fast path")
    tables = list[Laws | None]()
    for player, plan in zip(PLAYERS, plans, strict=True):
        known = function_of(plan)
        if isinstance(known, FixedPlan) and (known.game, known.player) == (game, player):
            tables.append(known.laws)
        elif plan is None:
            tables.append(None)
        elif law_of_always(plan) is not None:
            law = legal_choice(game, BattleState(0, 0, player), player, plan)
            tables.append([[(Ways.of(throws_of(game), law),)] * game.target] * game.target)
        else:
            tables.append(plan_laws(game, without_ties(strategy(plan)), player))
    sides = tables[:1] if tables[MAX] == tables[MIN] else tables
    return Sweep(game, sides, [min] * len(sides), z).lines(progress)


@dataclass(frozen=True)
class FixedPlan:
    """A player's plan that never changes, so that it is asked once for each state of the game."""

    game: DiceBattle
    player: Player
    plan: Strategy

    def __call__(self, state: BattleState) -> ActionLaw:
        """The law of the number of dice at the state."""
        return self.plan(state)

    @cached_property
    def laws(self) -> Laws:
        """The checked laws of the plan at every state."""
        return plan_laws(self.game, without_ties(self.plan), self.player)


def throws_of(game: DiceBattle) -> Throws:
    """The throws of 1..dice dice in a race to the target."""
    return Throws.of(game.one_die, game.dice, game.bust, game.bust_score, game.target)


@dataclass(frozen=True)
class Ways:
    """A law of the number of dice in whole ways to throw the most of them: the weight of a throw of
    each number of dice, all ways, and those with a bust that scores 0. `dice` is the number of dice
    where there is a single one, else 0.
    """

    parts: tuple[tuple[int, fmpz], ...]
    all: fmpz
    busts: fmpz
    dice: int

    @staticmethod
    def of(throws: Throws, choice: Distribution[Any]) -> Ways:
        """The law that a plan chooses."""
        law = Law.of(choice)
        parts = tuple((d, throws.powers[law.most - d] * weight) for d, weight in law.parts)
        busts = fmpz(0)
        if throws.bust_score == 0:
            busts += sum(weight * throws.busts[d] for d, weight in parts)
        dice = law.most if len(parts) == 1 else 0
        return Ways(parts, throws.powers[law.most] * law.total, busts, dice)

    def shares(self, throws: Throws) -> list[float]:
        """The probability of each number of dice, rounded correctly."""
        shares = [0.0] * throws.dice
        for d, weight in self.parts:
            shares[d - 1] = int(weight * throws.powers[d]) / int(self.all)
        return shares


def plan_laws(game: DiceBattle, plan: OpenPlan, player: Player) -> Laws:
    """The checked laws of the number of dice among which a plan leaves the choice."""

    def state_of(own: int, other: int) -> BattleState:
        return BattleState(own, other, MAX) if player == MAX else BattleState(other, own, MIN)

    return law_table(game, plan, player, state_of, partial(Ways.of, throws_of(game)))


def law_table(
    game: Any,
    plan: OpenPlan,
    player: Player,
    state_of: Callable[[int, int], State],
    law_of: Callable[[Distribution[Any]], Made],
) -> list[list[tuple[Made, ...]]]:
    """[i][j]: the checked laws of the number of dice, as `law_of` makes them, among which a plan of
    the player leaves the choice in a race to the game's target.
    """
    # Many states share one law, which is then checked once: all that go on have the same actions.
    known: dict[object, Made] = {}

    def laws(i: int, j: int) -> tuple[Made, ...]:
        state, found = state_of(i, j), []
        for choice in plan(state):
            key = tuple(choice.items()) if isinstance(choice, Distribution) else ()
            if key not in known or not key:
                known[key] = law_of(legal_choice(game, state, player, always(choice)))
            found.append(known[key])
        return tuple(found)

    points = range(game.target)
    return matrix_of(laws, points, points)


class Side:
    """One player of the sweep: the laws among which it may choose (None: all numbers of dice), what
    it looks for in the other side's h, and its own h.
    """

    def __init__(self, throws: Throws, laws: Laws | None, extreme: Extreme) -> None:
        self.laws, self.extreme = laws, extreme
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
        self.mixed, self.replaced = {}, []
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
        """T where the other side throws by the law and then has j points of its own against it."""
        sums, busts = self.sums, self.sums.throws.busts
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
        self.target, self.z, self.scale = game.target, z, ONE
        self.throws, self.returns = throws_of(game), game.bust_score == 0
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
        found = self._pairs(js) if self.returns else [self._apart(side, js) for side in self.sides]
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

    def _apart(self, side: Side, js: range) -> list[Top]:
        """h of each state of the line, which no throw leads back to: M h = M + z T."""
        z, scale, other, found = self.z, self.scale, side.other, list[Top]()
        level, busted, busts = other.sums.sums, other.sums.busted, self.throws.busts
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

    def _pairs(self, js: range) -> list[list[Top]]:
        """h of each state of the line and of its partner, to which a bust leads back."""
        z, scale, first, second = self.z, self.scale, self.sides[0], self.sides[-1]
        found = [[(ZERO, ONE)] * len(js) for _ in self.sides]
        # with one side a state's partner is on the same line, so that half of it gives all
        for here in range(len(js) if len(self.sides) > 1 else (len(js) + 1) // 2):
            there = len(js) - 1 - here
            j, i = js[here], js[there]
            while True:  # it ends, as the text at the head of this file proves
                one, two = first.chosen[here], second.chosen[there]
                T, T_partner = second.after(one, j), first.after(two, i)
                M, B, M_partner, B_partner = one.all, one.busts, two.all, two.busts
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
    """What a sweep down to the antidiagonal i + j = s costs: for each state and number of dice sums
    of numbers that grow by a throw a line, and the lines that are kept, two bytes a step.
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

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
from functools import cached_property, lru_cache
from itertools import compress
from math import lcm

from flint import fmpz, fmpz_poly

from ...distributions.distribution import Distribution
from ...distributions.throws.laws import Law, pure_laws
from ...distributions.throws.scores import best_dice
from ...distributions.throws.sums_of_dice import SlidingSums, Throws
from ...exact.by_entry import matrix_of
from ...exact.cost import affordable
from ...exact.numbers import Exact, Progress, ratio, simplest
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    ActionLaw,
    Plans,
    Player,
    Strategy,
    always,
    function_of,
    law_of_always,
    legal_choice,
    strategy,
)
from ...solvers.evaluation.ties import OpenPlan, without_ties
from ...solvers.fast_path import exactly
from .guide import Guide
from .rules import BattleState, DiceBattle

Best = dict[int, tuple[int, ...]]  # {own points: every best number of dice}
Tops = dict[int, tuple[fmpz, fmpz]]  # {own points: (h times the scale times D, D)}
Laws = list[list[tuple[Law, ...]]]  # [own points][other's points]: among which a side may choose
AHEAD, LINES_AHEAD = 8, 8
ONE = fmpz(1)
Extreme = Callable[[Sequence[fmpz]], fmpz]  # min or max


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
            start = BattleState(0, 0, player)
            law = Law.of(legal_choice(game, start, player, plan))
            tables.append([[(law,)] * game.target] * game.target)
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


def plan_laws(game: DiceBattle, plan: OpenPlan, player: Player) -> Laws:
    """The checked laws of the number of dice among which a plan leaves the choice."""
    # Many states share one law, which is then checked once: all that go on have the same actions.
    known: dict[object, Law] = {}

    def laws(i: int, j: int) -> tuple[Law, ...]:
        state = BattleState(i, j, MAX) if player == MAX else BattleState(j, i, MIN)
        found = []
        for choice in plan(state):
            key = tuple(choice.items()) if isinstance(choice, Distribution) else ()
            if key not in known or not key:
                known[key] = Law.of(legal_choice(game, state, player, always(choice)))
            found.append(known[key])
        return tuple(found)

    points = range(game.target)
    return matrix_of(laws, points, points)


@dataclass(frozen=True, eq=False)
class Ways:
    """A law over the ways to throw the most dice and the total of all laws: the ways of each number
    of dice, and those with a bust that scores 0.
    """

    parts: tuple[tuple[int, fmpz], ...]
    busts: fmpz


class Side:
    """One player of the sweep: the laws among which it may choose (None: all numbers of dice), what
    it looks for in the other side's h, and its own h.
    """

    def __init__(self, throws: Throws, laws: Laws | None, extreme: Extreme) -> None:
        self.laws, self.extreme = laws, extreme
        self.sums = SlidingSums(throws)
        self.scored: dict[Ways, fmpz_poly] = {}
        self.best: Best = {}
        self.other = self
        self.guide: Guide | None = None  # which rules numbers of dice out, where that is proved
        self.asks_few = True  # whether few laws are looked at in each state
        self.all = tuple(pure_laws(throws.dice)[1:])
        self.all_ways: list[Ways] = []  # of these laws, where all may be chosen
        self.likely = 0  # the place of the law chosen last, which is most often the next one too

    def begin(self, s: int) -> None:
        """Take up line s."""
        self.sums.advance(s + 1)
        self.scored, self.best = {}, {}

    def after(self, ways: Ways, j: int) -> fmpz:
        """T where the other side throws by the law and then has j points of its own against it."""
        sums = self.sums
        if len(ways.parts) == 1 and self.asks_few:
            ((d, weight),) = ways.parts
            return (sums.sums[d][j] + sums.busted[j] * sums.throws.busts[d]) * weight
        # one polynomial for all states of the line takes less than the sums of a few of them
        if ways not in self.scored:
            line, busted = fmpz_poly([]), fmpz(0)
            for d, weight in ways.parts:
                line += sums.sums[d] * weight
                busted += sums.throws.busts[d] * weight
            self.scored[ways] = line + sums.busted * busted
        return self.scored[ways][j]


class Place:
    """One state of a pair: the laws that a side may choose there, T after each of them over the
    scale, and the one that is chosen.
    """

    def __init__(self, side: Side, ways: Callable[[Law], Ways], i: int, j: int) -> None:
        self.side, self.i = side, i
        if side.laws is None:
            side.all_ways = side.all_ways or [ways(law) for law in side.all]
            self.ways, self.chosen = side.all_ways, side.likely
        else:
            self.ways, self.chosen = [ways(law) for law in side.laws[i][j]], 0
        self.after = [side.other.after(each, j) for each in self.ways]
        self.worth = self.after

    @property
    def T(self) -> fmpz:
        """T after the chosen law."""
        return self.after[self.chosen]

    @property
    def B(self) -> fmpz:
        """The ways with a bust that scores 0."""
        return self.ways[self.chosen].busts

    def bettered(self, determinant: fmpz, partner: fmpz) -> bool:
        """Whether another law is better, which is then chosen; partner is D h' times the scale."""
        worth = [
            scored * determinant + each.busts * partner
            for scored, each in zip(self.after, self.ways, strict=True)
        ]
        self.worth, before = worth, self.chosen
        extreme = self.side.extreme(worth)
        if worth[before] != extreme:
            self.chosen = worth.index(extreme)
        return self.chosen != before


class Sweep:
    """Both sides (one when both play alike), and the scale."""

    def __init__(
        self, game: DiceBattle, tables: Sequence[Laws | None], extremes: Sequence[Extreme], z: int
    ) -> None:
        self.target, self.z, self.scale = game.target, z, fmpz(1)
        self.throws = Throws.of(game.one_die, game.dice, game.bust, game.bust_score, game.target)
        self.returns = game.bust_score == 0
        self.sides = [Side(self.throws, *one) for one in zip(tables, extremes, strict=True)]
        for side, other in zip(self.sides, reversed(self.sides), strict=True):
            side.other, side.asks_few = other, not self.returns
        # A guide knows the lines below alone, and looks for the largest chance to win.
        if not self.returns and z == -1 and None in tables and set(extremes) == {min}:
            guides = [Guide(game, self.throws) for _ in self.sides]
            for guide, opponent in zip(guides, reversed(guides), strict=True):
                guide.other = opponent
            for one, guide in zip(self.sides, guides, strict=True):
                one.guide = guide
        listed = (laws for table in tables if table for row in table for laws in row)
        self.mix = lcm(*{law.total for laws in listed for law in laws})
        self.all_ways = self.throws.powers[game.dice] * self.mix
        self.ways: dict[Law, Ways] = {}
        self.has_differed = False  # whether laws that tie have had different means so far

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
            side.begin(s)
        if self.returns:
            found = self._pairs(s, js)
        else:
            found = [self._apart(side, s, js) for side in self.sides]
        factor = fmpz(1)
        for denominator in {below for line in found for _, below in line.values()}:
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
            tops = [line[i][0] if factor == 1 else line[i][0] * (factor // line[i][1]) for i in js]
            h = fmpz_poly([fmpz(0)] * js.start + tops)
            side.sums.push(h)
            lines.append(Line(s, h, self.scale, side.best))
        return lines

    def _apart(self, side: Side, s: int, js: range) -> Tops:
        """h of each state of the line, which no throw leads back to: M h = M + z T."""
        M, z, scale, known, chosen = self.all_ways, self.z, self.scale, Tops(), list[Law]()
        possible = None if side.guide is None else side.guide.possible(s, js).tolist()
        for place, j in enumerate(js):
            laws: Sequence[Law] = side.all if side.laws is None else side.laws[s - j][j]
            if possible is not None and side.laws is None:
                laws = list(compress(laws, possible[place]))
            law, worth, best = laws[0], side.other.after(self._ways(laws[0]), j), laws[:1]
            if len(laws) > 1:
                after = [side.other.after(self._ways(each), j) for each in laws]
                worth = side.extreme(after)
                best = [each for each, other in zip(laws, after, strict=True) if other == worth]
                law = best[0]
                self.has_differed |= side.laws is not None and len(best) < len(laws)
            if side.laws is None:
                side.best[s - j] = tuple([each.fewest for each in best])
            mean, rest = divmod(worth, M)
            if rest:
                top = M * scale + z * worth
                common = top.gcd(M)
                known[s - j] = top // common, M // common
            else:
                known[s - j] = scale + z * mean, ONE
            chosen.append(law)
        if side.guide is not None:
            side.guide.enter(s, js, chosen)
        return known

    def _pairs(self, s: int, js: range) -> list[Tops]:
        """h of each state of the line and of its partner, to which a bust leads back."""
        found = [Tops() for _ in self.sides]
        # with one side a state's partner is on the same line, so that half of it gives all
        for j in js[: (len(js) + 1) // 2] if len(self.sides) == 1 else js:
            determinant, own, partner = self._settled(s - j, j)
            for line, i, top in ((found[0], s - j, own), (found[-1], j, partner)):
                common = top.gcd(determinant)
                line[i] = top // common, determinant // common
        return found

    def _settled(self, i: int, j: int) -> tuple[fmpz, fmpz, fmpz]:
        """(D, D h scale, D h' scale) for (i, j) of the first side and (j, i) of the second, with
        the best laws, which are entered where a side chooses.
        """
        M, z = self.all_ways, self.z
        one = Place(self.sides[0], self._ways, i, j)
        two = Place(self.sides[-1], self._ways, j, i)
        while True:  # it ends, as the text at the head of this file proves
            D = M * M - one.B * two.B
            own = M * ((M + z * one.B) * self.scale + z * one.T) + one.B * two.T
            partner = M * ((M + z * two.B) * self.scale + z * two.T) + two.B * one.T
            if not one.bettered(D, partner) and not two.bettered(D, own):
                break
        for place in (one, two):
            place.side.likely = place.chosen
            extreme = place.worth[place.chosen]
            if place.side.laws is None:
                best = [d for d, worth in enumerate(place.worth, 1) if worth == extreme]
                place.side.best[place.i] = tuple(best)
            elif any(worth != extreme for worth in place.worth):
                self.has_differed = True
        return D, own, partner

    def _ways(self, law: Law) -> Ways:
        if law not in self.ways:
            powers, parts, busts = self.throws.powers, [], fmpz(0)
            for d, weight in law.parts:
                lifted = powers[self.throws.dice - d] * weight * (self.mix // law.total)
                parts.append((d, lifted))
                if self.returns:
                    busts += lifted * self.throws.busts[d]
            self.ways[law] = Ways(tuple(parts), busts)
        return self.ways[law]


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

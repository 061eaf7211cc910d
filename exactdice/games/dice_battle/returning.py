"""The sweep where a bust scores 0: a bust leads from (i, j) to (j, i), on the same antidiagonal,
and play can come back.

Each state is solved together with its partner, the mirrored state of the other side, as each leads
to the other. With h as in `sweep`, M = W^d the ways to throw d dice, B = M - (W -
w_bust)^d those with a bust, T = T_d the sliding sum over the throws that score, and ' for the
partner,

    M h = M + z (T + B h'),        M' h' = M' + z (T' + B' h).

A plan that mixes numbers of dice has the same equation, with weighted sums for M, B and T. As z^2 =
1, the solution is

    D h = M' (M + z B) + z M' T + B T',
    D h' = M (M' + z B') + z M T' + B' T,
    D = M M' - B B',

and D > 0, since every throw may score: B < M. At i = j with both choosing, the two are one state
and one equation.

Denominators. All numbers in store are integers over one scale. D is reduced by its gcd with each
numerator, and the scale grows by the lcm of what is left on the line. Each of these factors is
needed, so the scale is always the least common denominator of all h so far.

Choosing. For given numbers of dice the pair is solved exactly, and any d is compared with the one
chosen by (T_d + B_d h') / W^d, the other side's chance after it, as integers. A better one replaces
it and the pair is solved again: first for one side until nothing is better, then one replacement
for the other, and so on. This ends. In what they are worth to the first side, the two equations are
monotone in each other's unknown and contract (B/M < 1). So a replacement of the first side raises
both worths, and its numbers do not repeat while the second side stands still; then the worths are
the best against the second side's number, a replacement of that lowers them, and it does not repeat
either. (At i = j, h = u - b h, and a replacement raises h outright.) In the end no number is better
on either side, which is the equation of optimal play; by the contraction it has one solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

from flint import fmpz, fmpz_poly

from ...game import Plans
from ...throws.laws import Law, pure_laws
from ...throws.sums_of_dice import SlidingSums, Throws
from .line import Best, Line, least_of, plan_tables, points_on
from .rules import DiceBattle

Triple = tuple[fmpz, fmpz, fmpz]


class Ways(NamedTuple):
    """A law of the number of dice in whole ways to throw: M of them, B with a bust, and T as a
    weighted sum of T_d.
    """

    all: fmpz
    busts: fmpz
    parts: tuple[tuple[int, fmpz], ...]  # (d, weight)


class Cycle(NamedTuple):
    """The solution of a pair: D h scale = constant * scale + own * T + partner * T', for the first
    state and for the second.
    """

    determinant: fmpz
    first: Triple
    second: Triple


def returning_lines(game: DiceBattle, plans: Plans, z: int) -> Iterator[list[Line]]:
    """The lines of `sweep.sweep` for a game whose bust scores 0."""
    throws = returning_throws(game)
    own, others = plan_tables(game, plans)
    if own == others:
        return returning_lines_of([ReturnSide(game, throws, own)], z)
    first, second = (ReturnSide(game, throws, table) for table in (own, others))
    first.other, second.other = second, first
    return returning_lines_of([first, second], z)


def returning_throws(game: DiceBattle) -> Throws:
    """The throws of up to all dice; busts lead back to the same line, so the sliding sums are told
    of none that scores.
    """
    return Throws.of(game.one_die, game.dice, game.bust, 0, game.target)


def returning_lines_of(sides: list[ReturnSide], z: int) -> Iterator[list[Line]]:
    """The lines of these sides, which throw against each other."""
    race = ReturnRace(sides, z)
    last = 2 * race.game.target - 2
    return (race.next_line(s) for s in range(last, -1, -1))


class ReturnSide:
    """One player of the sweep: its plan (None: the best choice) as a table [own][other] of laws,
    and its h.
    """

    def __init__(self, game: DiceBattle, throws: Throws, plan: list[list[Law]] | None) -> None:
        self.game, self.throws, self.sums = game, throws, SlidingSums(throws)
        self.plan = plan
        self.other = self
        self.pure = pure_laws(game.dice)
        # by the other's points: the laws, of which the last choice is a good start on a new line
        self.laws: dict[int, Law] = dict.fromkeys(range(game.target), self.pure[1])
        self.best: Best = {}

    def begin(self, s: int, js: range) -> None:
        """Take up line s."""
        self.sums.advance(s + 1)
        self.best = {}
        if self.plan is not None:
            self.laws = {j: self.plan[s - j][j] for j in js}

    def bettered(self, i: int, j: int, determinant: fmpz, partner: fmpz) -> bool:
        """Whether another number of dice is better at (i, j), which then replaces the one there;
        partner is D h' times the scale.
        """
        if self.plan is not None:
            return False
        self.best[i] = self._best(j, determinant, partner)
        # where a side chooses, its law is a single number of dice
        if self.laws[j].fewest in self.best[i]:
            return False
        self.laws[j] = self.pure[self.best[i][0]]
        return True

    def _best(self, j: int, determinant: fmpz, partner: fmpz) -> tuple[int, ...]:
        """The numbers after which the other side's chance, (T_d + B_d h') / W^d, is least."""
        level = self.other.sums.sums
        most = self.game.dice  # over whose ways all of them are compared
        candidates = range(1, most + 1)
        worth = []
        for d in candidates:
            scoring = level[d][j] * determinant
            busting = partner * self.throws.busts[d]
            lift = self.throws.powers[most - d]
            worth.append((scoring + busting) * lift)
        return least_of(candidates, worth)

    def scoring(self, ways: Ways, j: int) -> fmpz:
        """T at the state with j points of the other player, times the scale."""
        level = self.other.sums.sums
        if len(ways.parts) == 1:  # a single number of dice, whose weight is 1
            [(d, _)] = ways.parts
            return level[d][j]
        summed = fmpz(0)
        for d, weight in ways.parts:
            summed += level[d][j] * weight
        return summed


Fractions = dict[int, tuple[fmpz, fmpz]]  # {own points: h times the scale, as (top, denominator)}


class ReturnRace:
    """Both sides (one when both play alike), and the scale."""

    def __init__(self, sides: list[ReturnSide], z: int) -> None:
        self.game, self.throws, self.z = sides[0].game, sides[0].throws, z
        self.scale = fmpz(1)
        self.sides = sides

    def next_line(self, s: int) -> list[Line]:
        """The line s of each side, those of greater s being known."""
        js = points_on(s, self.game.target)
        for side in self.sides:
            side.begin(s, js)
        found = self._solved_line(s, js)
        self._grow(found)
        lines = []
        for side, line in zip(self.sides, found, strict=True):
            h = self._entered(side, js, line)
            lines.append(Line(s, h, self.scale, side.best))
        return lines

    def _solved_line(self, s: int, js: range) -> list[Fractions]:
        """h on the line for each side."""
        found: list[Fractions] = [{} for _ in self.sides]
        # with one side a state's partner is on the same line, so that half of it gives all
        half = js[: (len(js) + 1) // 2]
        for j in half if len(self.sides) == 1 else js:
            determinant, own, partner = self._settled(s - j, j)
            found[0][s - j] = _reduced(own, determinant)
            found[-1][j] = _reduced(partner, determinant)
        return found

    def _settled(self, i: int, j: int) -> tuple[fmpz, fmpz, fmpz]:
        """(D, D h scale, D h' scale) for (i, j) of the first side and (j, i) of the second, with
        the best numbers of dice.
        """
        first, second = self.sides[0], self.sides[-1]
        while True:  # it ends, as the text at the head of this file proves
            determinant, own, partner = self._solved(i, j)
            if first.bettered(i, j, determinant, partner):
                continue
            if second.bettered(j, i, determinant, own):
                continue
            return determinant, own, partner

    def _solved(self, i: int, j: int) -> tuple[fmpz, fmpz, fmpz]:
        """The same, with the laws as they stand."""
        first, second = self.sides[0], self.sides[-1]
        one, two = first.laws[j], second.laws[i]
        ways, others = _ways(one, self.throws), _ways(two, self.throws)
        cycle = _cycle(ways, others, self.z)
        own = first.scoring(ways, j)
        partner = second.scoring(others, i)
        constant, by_own, by_partner = cycle.first
        h = constant * self.scale + by_own * own + by_partner * partner
        # for the partner the two change places
        constant, by_own, by_partner = cycle.second
        h_partner = constant * self.scale + by_own * partner + by_partner * own
        return cycle.determinant, h, h_partner

    def _grow(self, found: list[Fractions]) -> None:
        """Multiply the scale by the least factor that makes the line whole, and h with it."""
        denominators = {denominator for side in found for _, denominator in side.values()}
        factor = reduce(fmpz.lcm, denominators, fmpz(1))
        if factor == 1:
            return
        self.scale *= factor
        for side, line in zip(self.sides, found, strict=True):
            side.sums.rescale(factor)
            for i, (top, denominator) in line.items():
                line[i] = top * (factor // denominator), fmpz(1)

    def _entered(self, side: ReturnSide, js: range, line: Fractions) -> fmpz_poly:
        """h times the scale, which is entered into the side's sums."""
        numerators = [line[i][0] for i in js]
        h = fmpz_poly([fmpz(0)] * js.start + numerators)
        side.sums.push(h)
        return h


def _ways(law: Law, throws: Throws) -> Ways:
    """The law over the ways to throw its most dice."""
    busts, parts = fmpz(0), []
    for d, weight in law.parts:
        lifted = weight * throws.powers[law.most - d]
        busts += lifted * throws.busts[d]
        parts.append((d, lifted))
    return Ways(law.total * throws.powers[law.most], busts, tuple(parts))


def _cycle(one: Ways, two: Ways, z: int) -> Cycle:
    """The solution of the two equations, with its common divisor taken out."""
    determinant = one.all * two.all - one.busts * two.busts
    first = _coefficients(one, two, z)
    second = _coefficients(two, one, z)
    # h of every state is made with these numbers, so that short ones are worth a few gcds
    common = reduce(fmpz.gcd, first + second, determinant)
    return Cycle(determinant // common, _divided(first, common), _divided(second, common))


def _coefficients(own: Ways, partner: Ways, z: int) -> Triple:
    """(M' (M + z B), z M', B): what D h has of the constant, of T and of T'."""
    constant = partner.all * (own.all + z * own.busts)
    return constant, z * partner.all, own.busts


def _divided(numbers: Triple, divisor: fmpz) -> Triple:
    a, b, c = numbers
    return a // divisor, b // divisor, c // divisor


def _reduced(top: fmpz, determinant: fmpz) -> tuple[fmpz, fmpz]:
    common = top.gcd(determinant)
    return top // common, determinant // common

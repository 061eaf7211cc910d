"""The sweep: every state of a dice race in turns, from the last antidiagonal i + j = 2 target - 2
down to 0.

Each player is a `Side` whose states are (own points i, other points j). The tail generating
function of the length of play, h = sum over t of P(more than t throws follow) z^t, obeys

    h(i, j) = 1 + z * mean over the throw of h'(j, i + score),   h = 0 once the race is over,

where h' belongs to the other side. At z = -1 it is the chance that the player to throw wins, since
the throws it makes have odd numbers; at z = +1 it is the mean number of throws. One recurrence
serves solving, evaluating and timing.

Every throw here scores, so each line follows from the lines above it. Where a bust scores 0,
`returning` makes the lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import lcm

import numpy as np
import numpy.typing as npt
from flint import fmpz, fmpz_poly

from ...exact import Progress
from ...game import Plans
from ...solvers.fast_path import exactly
from ...throws.laws import Law, pure_laws
from ...throws.sums_of_dice import Scale, SlidingSums, Throws
from .guide import Guide
from .line import Best, Line, least_of, plan_tables, points_on
from .returning import returning_lines
from .rules import DiceBattle

Powers = npt.NDArray[np.int64]
Decision = tuple[list[Law], Best]


def sweep(
    game: DiceBattle, plans: Plans, z: int, progress: Progress | None = None
) -> Iterator[list[Line]]:
    """The lines of both sides, s = 2 target - 2 down to 0; of one side when both choose or follow
    the same plan, as the game is symmetric.

    A player who chooses maximises its chance to win, so z must then be -1.
    """
    exactly(game, DiceBattle, "the fast path")
    # a bust that scores 0 returns to the same points, so a line depends on itself
    make_lines = returning_lines if game.bust_score == 0 else _moving_lines
    for done, lines in enumerate(make_lines(game, plans, z), 1):
        yield lines
        if progress:
            progress(done, 2 * game.target - 1)


def _moving_lines(game: DiceBattle, plans: Plans, z: int) -> Iterator[list[Line]]:
    throws = throws_of(game)
    # floats guide choices: where nobody chooses there is nothing to guide
    guided = None in plans
    own, others = plan_tables(game, plans)
    if own == others:
        return lines_of([Side(game, throws, own, guided)], z)
    first, second = (Side(game, throws, table, guided) for table in (own, others))
    return lines_of(opposed(first, second), z)


def throws_of(game: DiceBattle) -> Throws:
    """The throws of up to all dice."""
    return Throws.of(game.one_die, game.dice, game.bust, game.bust_score, game.target)


def opposed(first: Side, second: Side) -> list[Side]:
    """The two sides, playing against each other."""
    first.other, second.other = second, first
    return [first, second]


def lines_of(sides: list[Side], z: int) -> Iterator[list[Line]]:
    """The lines of the sides, s = 2 target - 2 down to 0, where every throw scores."""
    scale = Scale(sides[0].throws.total, lcm(*(side.mix for side in sides)))
    for s in range(2 * sides[0].game.target - 2, -1, -1):
        yield _next_line(sides, scale, s, z)


def _next_line(sides: list[Side], scale: Scale, s: int, z: int) -> list[Line]:
    """The line s of each side: both decide before either enters, as each looks at the other."""
    for side in sides:
        side.sums.advance(s + 1)
    decisions = [side.decide(s) for side in sides]
    needed = []
    for side, (laws, _) in zip(sides, decisions, strict=True):
        needed.append(side.powers(s, laws))
    _grow(sides, scale, needed)
    lines = []
    for side, (laws, best) in zip(sides, decisions, strict=True):
        h = side.numerators(s, laws, scale.value, z)
        lines.append(Line(s, h, scale.value, best))
    for side, line, powers in zip(sides, lines, needed, strict=True):
        side.enter(line, *powers)
    return lines


def _grow(sides: list[Side], scale: Scale, needed: list[tuple[Powers, Powers]]) -> None:
    """Let the scale and all that is kept over it hold the powers that the line needs."""
    dice_power = max(int(dice.max()) for dice, _ in needed)
    mix_power = max(int(mix.max()) for _, mix in needed)
    factor = scale.grow(dice_power, mix_power)
    if factor == 1:
        return
    for side in sides:
        # all that is kept must stay over the one scale, or sums would mix denominators
        side.sums.rescale(factor)


class Side:
    """One player of the sweep: its plan (None: the best choice) as a table [own][other] of laws,
    its h, and its float guide when someone chooses.
    """

    def __init__(
        self, game: DiceBattle, throws: Throws, plan: list[list[Law]] | None, guided: bool
    ) -> None:
        self.game, self.throws = game, throws
        self.sums = SlidingSums(throws)
        self.guided, self.guide = guided, Guide(game, throws)
        self.plan = plan
        # for each number of own points: the powers of the scale's factors that h needs so far
        self.dice_power: Powers = np.zeros(game.target, dtype=np.int64)
        self.mix_power: Powers = np.zeros(game.target, dtype=np.int64)
        # made once, as the 10,000 states of a sweep would each make them anew
        self.alone = [(d,) for d in range(game.dice + 1)]
        self.pure = pure_laws(game.dice)
        self.other = self

    @property
    def mix(self) -> int:
        """A multiple of the total of every law in the plan."""
        if self.plan is None:
            return 1
        # each mixed throw divides by its total; one multiple of all serves every state
        totals = {total for row in self.plan for _, total in row}
        return lcm(*totals)

    def js(self, s: int) -> range:
        """The other player's points on line s; the own points are s - j."""
        return points_on(s, self.game.target)

    # --- choices ----------------------------------------------------------------------------------

    def decide(self, s: int) -> Decision:
        """The law of the number of dice for each j of the line, and {i: every best number} when the
        side chooses.
        """
        js = self.js(s)
        if self.plan is None:
            best = self._best(s, js)
            # of equally good numbers the first is thrown: ties follow the order of the actions
            firsts = (best[s - j][0] for j in js)
            return [self.pure[d] for d in firsts], best
        laws = [self.plan[s - j][j] for j in js]
        if self.guided:
            self._follow(s, js, laws)
        return laws, {}

    def _best(self, s: int, js: range) -> Best:
        """{i: every best number of dice}: floats rule out what is certainly worse, and integers
        compare the numbers that are left where these are more than one.
        """
        # the other's chance to win is this side's to lose
        lose, win = self.other.guide.means(s, js)
        possible = self.guide.possible(s, win, lose)
        chosen = possible.argmax(axis=1)
        best: Best = {}
        for j, d in zip(js, chosen.tolist(), strict=True):
            best[s - j] = self.alone[d + 1]
        for row in np.flatnonzero(possible.sum(axis=1) > 1).tolist():
            candidates = np.flatnonzero(possible[row]) + 1
            ties = self._compared(js[row], candidates.tolist())
            best[s - js[row]] = ties
            chosen[row] = ties[0] - 1
        places = np.arange(len(js)), chosen
        self.guide.enter(s, js, win[places], lose[places])
        return best

    def _compared(self, j: int, candidates: list[int]) -> tuple[int, ...]:
        """The candidates with the least chance for the other side, compared as integers over one
        denominator.
        """
        sums, powers = self.other.sums, self.throws.powers
        most = candidates[-1]
        # scores of d dice are over the d-th power: brought to the largest, they compare as
        # integers
        worth = [sums.scored(d, j) * powers[most - d] for d in candidates]
        return least_of(candidates, worth)

    def _follow(self, s: int, js: range, laws: list[Law]) -> None:
        """Enter what the plan is worth into the guide, for the other side's choices."""
        weights = np.zeros((len(js), self.game.dice))
        for row, law in enumerate(laws):
            for d, weight in law.parts:
                weights[row, d - 1] = weight / law.total
        lose, win = self.other.guide.means(s, js)
        mean_win = (win * weights).sum(axis=1)
        mean_lose = (lose * weights).sum(axis=1)
        self.guide.enter(s, js, mean_win, mean_lose)

    # --- results ----------------------------------------------------------------------------------

    def powers(self, s: int, laws: list[Law]) -> tuple[Powers, Powers]:
        """The powers of the scale's factors that h needs on this line, for each j: those of what it
        leads to, and its own throw.
        """
        js = self.js(s)
        points = slice(js.start, js.stop)
        dice_power = self.other.dice_power[points]
        mix_power = self.other.mix_power[points]
        most = np.array([law.most for law in laws], dtype=np.int64)
        if self.plan is None:
            return dice_power + most, mix_power.copy()
        mixed = np.array([law.total > 1 for law in laws], dtype=np.int64)
        return dice_power + most, mix_power + mixed

    def numerators(self, s: int, laws: list[Law], scale: fmpz, z: int) -> fmpz_poly:
        """h on line s times the scale, as the coefficients of z^i."""
        js, sums = self.js(s), self.other.sums
        level, busted = sums.sums, sums.busted
        power, busts = self.throws.powers, self.throws.busts
        mixed = self._mixed_lines(laws)
        means = []
        for j, law in zip(js, laws, strict=True):
            # most laws are a single number of dice; as this loop takes most of the time, `scored`
            # is written out in it
            if law.total == 1:
                d = law.parts[0][0]
                means.append((level[d][j] + busted[j] * busts[d]) // power[d])
            else:
                summed = mixed[law][j] if law in mixed else self._mixed_sum(j, law)
                # without a remainder: the scale holds the powers that were found to be needed
                means.append(summed // (power[law.most] * law.total))
        line = _from_means(means, scale, z)
        # own points rise as j falls, and those below the line's first state are no states of it
        least_own = s - js[-1]
        return fmpz_poly([fmpz(0)] * least_own + line[::-1])

    def _mixed_lines(self, laws: list[Law]) -> dict[Law, fmpz_poly]:
        """For each law of several numbers of dice that many states of the line share: what
        `_mixed_sum` gives, as the coefficients of z^j.

        One line of sums takes less than the sums of its states, but more than those of a few.
        """
        many = len(laws) // 4
        return {
            law: self._mixed_line(law)
            for law, states in Counter(laws).items()
            if law.total > 1 and states > many
        }

    def _mixed_line(self, law: Law) -> fmpz_poly:
        sums, power, busts = self.other.sums, self.throws.powers, self.throws.busts
        line, busted = fmpz_poly(), fmpz(0)
        for d, weight in law.parts:
            lift = weight * power[law.most - d]
            line += sums.sums[d] * lift
            busted += busts[d] * lift
        return line + sums.busted * busted

    def _mixed_sum(self, j: int, law: Law) -> fmpz:
        """The mean over a law of several numbers of dice, times the ways to throw the most of them
        and the total of the law.
        """
        sums, power = self.other.sums, self.throws.powers
        summed = fmpz(0)
        for d, weight in law.parts:
            lift = power[law.most - d]
            summed += sums.scored(d, j) * (weight * lift)
        return summed

    def enter(self, line: Line, dice_power: Powers, mix_power: Powers) -> None:
        """Enter the results of a line, and the powers that they need for each j of it."""
        js = self.js(line.s)
        own = line.s - np.arange(js.start, js.stop)
        # the same own points stood on earlier lines, whose needs must not be forgotten
        self.dice_power[own] = np.maximum(self.dice_power[own], dice_power)
        self.mix_power[own] = np.maximum(self.mix_power[own], mix_power)
        self.sums.push(line.numerators)


def _from_means(means: list[fmpz], scale: fmpz, z: int) -> list[fmpz]:
    """1 + z * mean, times the scale."""
    if z == -1:  # to solve, which is the usual sweep; it saves a product for each state
        return [scale - mean for mean in means]
    return [scale + mean * z for mean in means]

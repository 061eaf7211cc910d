"""The sweep: every state of a dice race in turns, from the last antidiagonal i + j = 2 target - 2
down to 0.

Each player is a `Side` whose states are (own points i, other points j). The tail generating
function of the length of play, h = sum over t of P(more than t throws follow) z^t, obeys

    h(i, j) = 1 + z * mean over the throw of h'(j, i + score),   h = 0 once the race is over,

where h' belongs to the other side. At z = -1 it is the chance that the player to throw wins, since
the throws it makes have odd numbers; at z = +1 it is the mean number of throws. One recurrence
serves solving, evaluating and timing.

Every throw here scores, so each line follows from the lines above it. Where a bust scores 0,
`dice_battle_return` makes the lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

import numpy as np
import numpy.typing as npt
from flint import fmpz, fmpz_poly

from ...exact import Progress
from ...game import MAX, MIN, Plans, Player, Strategy
from ...solvers.fast_path import exactly
from ...throws.sliding_sums import Scale, SlidingSums, Throws
from .guide import Guide
from .line import Law, Line, plan_table
from .returning import returning_lines
from .rules import DiceBattle

Powers = npt.NDArray[np.int64]


def sweep(
    game: DiceBattle, plans: Plans, z: int, progress: Progress | None = None
) -> Iterator[list[Line]]:
    """The lines of both sides, s = 2 target - 2 down to 0; of one side when both choose, as the
    game is symmetric.

    A player who chooses maximises its chance to win, so z must then be -1.
    """
    exactly(game, DiceBattle, "the fast path")
    found = (
        returning_lines(game, plans, z) if game.bust_score == 0 else _moving_lines(game, plans, z)
    )
    for done, lines in enumerate(found, 1):
        yield lines
        if progress:
            progress(done, 2 * game.target - 1)


def _moving_lines(game: DiceBattle, plans: Plans, z: int) -> Iterator[list[Line]]:
    throws = Throws.of(game.one_die, game.dice, game.bust, game.bust_score, game.target)
    sides = _sides(game, throws, plans)
    scale = Scale(throws.total, lcm(*(side.mix for side in sides)))
    for s in range(2 * game.target - 2, -1, -1):
        yield _next_line(sides, scale, s, z)


def _sides(game: DiceBattle, throws: Throws, plans: Plans) -> list[Side]:
    guided = None in plans
    if plans == (None, None):
        return [Side(game, throws, None, MAX, guided)]
    first, second = (
        Side(game, throws, plans[0], MAX, guided),
        Side(game, throws, plans[1], MIN, guided),
    )
    first.other, second.other = second, first
    return [first, second]


def _next_line(sides: list[Side], scale: Scale, s: int, z: int) -> list[Line]:
    for side in sides:
        side.sums.advance(s + 1)
    decisions = [side.decide(s) for side in sides]
    powers = [side.powers(s, laws) for side, (laws, _) in zip(sides, decisions, strict=True)]
    factor = scale.grow(
        max(int(dice.max()) for dice, _ in powers), max(int(mix.max()) for _, mix in powers)
    )
    if factor != 1:
        for side in sides:
            side.sums.rescale(factor)
    found = [
        side.numerators(s, laws, scale.value, z)
        for side, (laws, _) in zip(sides, decisions, strict=True)
    ]
    for side, h, needed in zip(sides, found, powers, strict=True):
        side.enter(s, h, *needed)
    return [Line(s, h, scale.value, best) for h, (_, best) in zip(found, decisions, strict=True)]


class Side:
    """One player of the sweep: its plan (None: the best choice), its h, and its float guide when
    someone chooses.
    """

    def __init__(
        self, game: DiceBattle, throws: Throws, plan: Strategy | None, player: Player, guided: bool
    ) -> None:
        self.game, self.throws = game, throws
        self.sums = SlidingSums(throws)
        self.guided, self.guide = guided, Guide(game, throws)
        self.plan = None if plan is None else plan_table(game, plan, player)
        self.dice_power: Powers = np.zeros(
            game.target, dtype=np.int64
        )  # of the scale, as needed by h(i, .) so far
        self.mix_power: Powers = np.zeros(game.target, dtype=np.int64)
        self.alone = [(d,) for d in range(game.dice + 1)]
        self.pure: list[Law] = [(((d, 1),), 1) for d in range(game.dice + 1)]
        self.other = self

    @property
    def mix(self) -> int:
        """A multiple of the total of every law in the plan."""
        return lcm(*{total for row in self.plan for _, total in row}) if self.plan else 1

    def _ends(self, s: int) -> tuple[int, int]:
        """The least of the other player's points on line s, and one more than the most."""
        return max(0, s - self.game.target + 1), min(s, self.game.target - 1) + 1

    def _js(self, s: int) -> range:
        """The other player's points on line s; the own points are s - j."""
        return range(*self._ends(s))

    def decide(self, s: int) -> tuple[list[Law], dict[int, tuple[int, ...]]]:
        """The law of the number of dice for each j of the line, and {i: every best number} when the
        side chooses.
        """
        js = self._js(s)
        if self.plan is None:
            best = self._best(s, js)
            return [self.pure[best[s - j][0]] for j in js], best
        laws = [self.plan[s - j][j] for j in js]
        if self.guided:
            self._follow(s, js, laws)
        return laws, {}

    def _best(self, s: int, js: range) -> dict[int, tuple[int, ...]]:
        lose, win = self.other.guide.means(
            s, js
        )  # the other's chance to win is this side's to lose
        possible = self.guide.possible(s, win, lose)
        chosen = possible.argmax(axis=1)
        best: dict[int, tuple[int, ...]] = {
            s - j: self.alone[d + 1] for j, d in zip(js, chosen.tolist(), strict=True)
        }
        for row in np.flatnonzero(possible.sum(axis=1) > 1).tolist():
            ties = self._compared(js[row], (np.flatnonzero(possible[row]) + 1).tolist())
            best[s - js[row]], chosen[row] = ties, ties[0] - 1
        rows = np.arange(len(js))
        self.guide.enter(s, js, win[rows, chosen], lose[rows, chosen])
        return best

    def _compared(self, j: int, candidates: list[int]) -> tuple[int, ...]:
        """The candidates with the least chance for the other side, compared as integers over one
        denominator.
        """
        top = candidates[-1]
        worth = [self.other.sums.scored(d, j) * self.throws.powers[top - d] for d in candidates]
        least = min(worth)
        return tuple(d for d, value in zip(candidates, worth, strict=True) if value == least)

    def _follow(self, s: int, js: range, laws: list[Law]) -> None:
        weights = np.zeros((len(js), self.game.dice))
        for row, (law, total) in enumerate(laws):
            for d, weight in law:
                weights[row, d - 1] = weight / total
        lose, win = self.other.guide.means(s, js)
        self.guide.enter(s, js, (win * weights).sum(axis=1), (lose * weights).sum(axis=1))

    def powers(self, s: int, laws: list[Law]) -> tuple[Powers, Powers]:
        """The powers of the scale that h needs on this line, for each j: those of what it leads to,
        and its own throw.
        """
        js = np.arange(*self._ends(s))
        dice = np.array([law[-1][0] for law, _ in laws], dtype=np.int64)
        mixed = np.array([total > 1 for _, total in laws], dtype=np.int64) if self.plan else 0
        return self.other.dice_power[js] + dice, self.other.mix_power[js] + mixed

    def numerators(self, s: int, laws: list[Law], scale: fmpz, z: int) -> fmpz_poly:
        """h on line s times the scale, as the coefficients of z^i."""
        js, sums = self._js(s), self.other.sums
        level, busted = sums.sums, sums.busted
        power, busts = self.throws.powers, self.throws.busts
        # most laws are a single number of dice: the loop that takes most of the time is kept plain
        means = [
            (level[law[0][0]][j] + busted[j] * busts[law[0][0]]) // power[law[0][0]]
            if total == 1
            else self._mixed_mean(j, law, total)
            for j, (law, total) in zip(js, laws, strict=True)
        ]
        line = [scale - mean for mean in means] if z == -1 else [scale + mean * z for mean in means]
        return fmpz_poly([fmpz(0)] * (s - js[-1]) + line[::-1])

    def _mixed_mean(self, j: int, law: tuple[tuple[int, int], ...], total: int) -> fmpz:
        """The mean over a law of several numbers of dice."""
        power, top = self.throws.powers, law[-1][0]
        weighted = (self.other.sums.scored(d, j) * (weight * power[top - d]) for d, weight in law)
        return sum(weighted, fmpz(0)) // (power[top] * total)

    def enter(self, s: int, h: fmpz_poly, dice_power: Powers, mix_power: Powers) -> None:
        """Enter the results of line s."""
        own = s - np.arange(*self._ends(s))
        self.dice_power[own] = np.maximum(self.dice_power[own], dice_power)
        self.mix_power[own] = np.maximum(self.mix_power[own], mix_power)
        self.sums.push(h)

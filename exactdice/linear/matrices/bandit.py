"""Matrix games approximated by two bandits that learn from wins alone.

This is the examination paper's algorithm, fast.

In round n the player with A lines draws line i with probability p(i) = eta + (1 - A eta) exp(eta
v(i)) / sum_j exp(eta v(j)), where eta = eta_n = min(1 / (2 A), sqrt(log A / (A n))), and adds
reward / p(i) to v(i). The other player does the same with 1 - reward and its own numbers. The mean
reward approaches the value. Nothing here is exact but the counts: what they prove is computed from
them exactly.

Bound. For each line i the expected sum of rewards that i alone would have had exceeds the expected
sum of rewards by at most `regret_bound(A, N)` = log A / eta_N + (2e - 3) A sum eta_n, against any
other player. Proof: let q be the softmax part of p, g the reward each line would have, x = g / p(i)
for the line drawn and 0 for others, so that eta x <= 1. The number F_n(eta) = log(mean of exp(eta
v_n)) / eta grows with eta, and eta_n falls, so telescoping F_n(eta_n) - F_(n-1)(eta_n), each at
most sum q x + (e - 2) eta_n sum q x^2, gives max v_N - log A / eta_N <= sum over n of those. In the
mean sum q x is sum q g <= sum p g + A eta_n, and sum q x^2 is at most A / (1 - A eta_n) <= 2A.
Hence the mean reward lies, in expectation, within the bounds of both players divided by N of the
value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, e, exp, factorial, log, sqrt
from random import Random

import numpy as np

from ...exact.argument_checks import a_function_of, a_source_of_chance, got
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_whole, ratio
from .double_oracle import LargeGame, line_oracles

ORDER = 10  # terms of the sum of weights at the present rate
NEAR = 1 / 32  # how far the present rate may be above the one of the tree, as a part of it
HEADROOM = 1.0  # how far, times the rate, an estimate may rise before the tree is scaled anew
TRACED = 400  # points of the trace of the mean


def rate(lines: int, n: int) -> float:
    """eta_n of a player with this many lines in round n, counted from 1."""
    return min(1 / (2 * lines), sqrt(log(lines) / (lines * n)))


def rounds_of_paper(rows: int, columns: int) -> int:
    """1000 (A + B) log(A + B), as the paper has it.

    >>> rounds_of_paper(100, 100)
    1059664
    """
    return ceil(1000 * (rows + columns) * log(rows + columns))


def regret_bound(lines: int, rounds: int) -> float:
    """log A / eta_N + (2e - 3) A sum eta_n, where 0 is enough for a single line.

    The sum of the square roots is bounded by its integral.
    """
    if lines == 1:
        return 0.0
    # A eta_n is at most both 1 / 2 and sqrt(A log A / n)
    rates = min(2 * sqrt(lines * log(lines) * rounds), rounds / 2)
    return log(lines) / rate(lines, rounds) + (2 * e - 3) * rates


class Learner:
    """One player: its estimates v, and a tree of weights.

    From the tree a line is drawn, and brought up to date, in O(log A). The tree holds exp(base
    (v(i) - top)) at a rate `base` a little below the present one and a `top` above every v, so
    weights are at most 1 and nothing overflows. A line drawn from the tree is kept with probability
    exp((eta - base) (v(i) - top)), which makes the distribution exactly the one of the present
    rate. The sum of its weights is sum over r < ORDER of (base - eta)^r M_r / r!, where M_r is the
    sum of (top - v)^r exp(base (v - top)); what is left out is below 10^-15 for each line. When eta
    falls below `base`, or an estimate rises above `top`, the tree is built anew; eta falls slowly,
    so this costs little on average.
    """

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.first = 1 << (lines - 1).bit_length()
        self.v = [0.0] * lines
        self.counts = [0] * lines
        self.eta = self.base = self.top = 0.0
        self.tree: list[float] = []
        self.moments: list[float] = []

    def draw(self, n: int, rng: Random) -> tuple[int, float]:
        """The line drawn in round n and the probability it had."""
        if self.lines == 1:
            return 0, 1.0
        self.eta = rate(self.lines, n)
        if not self.base <= self.eta <= self.base * (1 + 1.0001 * NEAR):
            # The tree and the moments at a rate a little below the present one
            self.base = self.eta / (1 + NEAR)
            self.top = max(self.v) + HEADROOM / self.base
            below = self.top - np.array(self.v)
            weights = np.exp(-self.base * below)
            self.moments = []
            for r in range(ORDER):
                moment = (weights * below**r).sum()
                self.moments.append(float(moment) / factorial(r))
            # a heap in an array: the root at 1, the children of k at 2k and 2k + 1, leaves from
            # `first`
            level = np.concatenate([weights, np.zeros(self.first - self.lines)])
            levels = [level]
            while len(level) > 1:
                level = level[::2] + level[1::2]
                levels.append(level)
            self.tree = [0.0, *np.concatenate(levels[::-1]).tolist()]
        beyond = self.base - self.eta
        total = 0.0
        for moment in reversed(self.moments):  # Horner
            total = total * beyond + moment
        # with probability A eta any line, each alike; else by the weights
        even = self.lines * self.eta
        i = rng.randrange(self.lines) if rng.random() < even else self._draw_by_weight(beyond, rng)
        return i, self.eta + (1 - even) * (exp(self.eta * (self.v[i] - self.top)) / total)

    def _draw_by_weight(self, beyond: float, rng: Random) -> int:
        """A line drawn with probability proportional to exp(eta v)."""
        tree = self.tree
        while True:
            at = rng.random() * tree[1]
            place = 1
            while place < self.first:
                place *= 2
                if at >= tree[place]:
                    at -= tree[place]
                    place += 1
            i = place - self.first
            # rounding may lead to one of the empty leaves; others are kept by the rate's part
            if i < self.lines and rng.random() < exp(beyond * (self.top - self.v[i])):
                return i

    def learn(self, i: int, gained: float) -> None:
        """Add to the estimate of the line drawn."""
        self.counts[i] += 1
        if self.lines == 1 or not gained:
            return
        before = self.top - self.v[i]
        self.v[i] += gained
        below = self.top - self.v[i]
        if below < 0:
            self.base = 0.0  # built anew when drawn from
            return
        tree = self.tree
        place = self.first + i
        old = tree[place]
        new = exp(-self.base * below)
        tree[place] = new
        # In the moments the line's term old before^r / r! becomes new below^r / r!.
        for r in range(ORDER):
            self.moments[r] += new - old
            old *= before / (r + 1)
            new *= below / (r + 1)
        # summed anew instead of adding new - old, so that no rounding error gathers
        while place > 1:
            place //= 2
            tree[place] = tree[2 * place] + tree[2 * place + 1]


@dataclass(frozen=True)
class BanditRun:
    """What two bandits did: rounds, wins of MAX, and how often each line was drawn.

    `trace` holds (n, wins of MAX in the first n rounds) for some n.
    """

    rounds: int
    wins: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    trace: tuple[tuple[int, int], ...]

    @property
    def mean(self) -> Fraction:
        """The mean reward of MAX: an estimate of the value."""
        return ratio(self.wins, self.rounds)

    @property
    def bound(self) -> float:
        """How far from the value the expectation of the mean can be, at most."""
        # The greater regret bound is that of the player with more lines.
        return regret_bound(max(len(self.rows), len(self.columns)), self.rounds) / self.rounds

    def mixtures(self) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        """How often each line was drawn, as mixtures: an approximate equilibrium."""
        row, column = (
            tuple(ratio(count, self.rounds) for count in counts)
            for counts in (self.rows, self.columns)
        )
        return row, column


def bandit(
    wins: Callable[[int, int], int],
    shape: tuple[int, int],
    rng: Random,
    rounds: int | None = None,
) -> BanditRun:
    """A run of the algorithm on the game in which row i wins (1) or loses (0) against column j.

    `rounds` defaults to the paper's.

    >>> run = bandit(lambda i, j: (i + j) % 2, (4, 4), Random(1), rounds=2000)
    >>> abs(run.mean - Fraction(1, 2)) < run.bound
    True
    """
    a_function_of(2, wins, "wins", "a function of a row and a column that gives 1 or 0")
    a_source_of_chance(rng)
    if not isinstance(shape, (tuple, list)) or len(shape) != 2:
        raise RulesError(f"shape must be a pair, how many rows and how many columns, {got(shape)}")
    rounds = as_whole(rounds_of_paper(*shape) if rounds is None else rounds, "rounds", 1)
    first = Learner(as_whole(shape[0], "the number of rows", 1))
    second = Learner(as_whole(shape[1], "the number of columns", 1))
    won = 0
    trace = []
    step = max(1, rounds // TRACED)
    for n in range(1, rounds + 1):
        # both draw before either learns: they choose at once
        i, p = first.draw(n, rng)
        j, q = second.draw(n, rng)
        reward = wins(i, j)
        if reward not in (0, 1):
            raise RulesError(f"wins({i}, {j}) must be 1 or 0, {got(reward)}")
        reward = int(reward)
        won += reward
        first.learn(i, reward / p)
        second.learn(j, (1 - reward) / q)
        if n % step == 0 or n == rounds:
            trace.append((n, won))
    return BanditRun(rounds, won, tuple(first.counts), tuple(second.counts), tuple(trace))


@dataclass(frozen=True)
class Guarantees:
    """What a pair of mixtures is worth, exactly.

    MAX's guarantees at least `guaranteed`, MIN's concedes at most `conceded`. The value lies
    between them; their difference (NashConv) is what the two mixtures can lose together against
    best answers, twice what `exactdice.exploitability` calls exploitability.
    """

    guaranteed: Exact
    conceded: Exact


def guarantees(game: LargeGame, rows: Sequence[int], columns: Sequence[int]) -> Guarantees:
    """What mixtures given as counts are worth, exactly; every line that was drawn is computed."""
    if (len(rows), len(columns)) != game.shape:
        raise RulesError(
            f"the counts must be {game.shape[0]} of rows and {game.shape[1]} of columns, got "
            f"{len(rows)} and {len(columns)}"
        )
    oracles = line_oracles(game)
    # The lines that were drawn at all
    p, q = ({k: int(count) for k, count in enumerate(each) if count} for each in (rows, columns))
    _, worst = oracles.best_columns(p)[0]
    _, best = oracles.best_rows(q)[0]
    return Guarantees(ratio(worst, sum(p.values())), ratio(best, sum(q.values())))

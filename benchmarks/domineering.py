"""Phantom Domineering and Domineering: `python benchmarks/domineering.py [--quick] [--only ROW]
[--markdown]`.

The aims are those of the questions of the examination paper, every value exact and proved; the
peers play one game at a time, build the whole matrix, or draw from all lines in each round, as the
paper's text does. A peer that finds another answer stops the run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import exp
from random import Random
from typing import Any

import numpy as np
from rows import Measurement, Row, best_of, require, run

from exactdice import (
    MAX,
    MIN,
    Domineering,
    PhantomDomineering,
    exact_text,
    solve,
    solve_matrix_game,
)
from exactdice.games.phantom_domineering import (
    PhantomLines,
    listed_solution,
    phantom_lines,
)
from exactdice.games.phantom_domineering.rules import winner
from exactdice.linear.matrices.bandit import Learner, rate

U0 = 42
BOARDS = ((3, 5), (4, 4), (5, 3), (3, 6), (4, 5), (5, 4))  # of questions 7 and 8


def limited(lists: int, aim: float) -> Iterator[Measurement]:
    """Each board of questions 7 and 8; the peer plays a sample of the games one by one, its time
    scaled to all of them.
    """
    for rows, columns in BOARDS:
        game = PhantomDomineering(rows, columns, lists=lists, u0=U0)
        found = solve(game)
        (ours,) = best_of(3, lambda game=game: solve(game))
        what = f"lPD({rows}, {columns}), {lists} lists each"
        peer = one_by_one(phantom_lines(game), 2000)
        note = (
            f"value {exact_text(found.value)}, {found.method}, mixtures of "
            f"{' and '.join(str(len(law)) for law in found.mixtures[game.start])} lists"
        )
        yield Measurement(
            what, ours, "all games one by one (from a sample)", peer, f"{aim:g} s", ours < aim, note
        )


def one_by_one(lines: PhantomLines, sample: int) -> float:
    """Seconds for the whole matrix with a Python loop for each game, from a sample."""
    rng = Random(1)
    pairs = [(rng.randrange(lines.shape[0]), rng.randrange(lines.shape[1])) for _ in range(sample)]
    lists = [(lines.priorities(MAX, i), lines.priorities(MIN, j)) for i, j in pairs]
    begun = time.perf_counter()
    wins = [winner(lines.game, a, b) for a, b in lists]
    seconds = time.perf_counter() - begun
    require(
        all(lines.row(i)[j] == won for (i, j), won in zip(pairs[:100], wins, strict=False)),
        "the loop over games",
    )
    return seconds / sample * lines.shape[0] * lines.shape[1]


def full(rows: int, columns: int, aim: float) -> Iterator[Measurement]:
    """All lists, those that play alike merged; the peer plays a sample of the games one by one, its
    time scaled to all of them.
    """
    game = PhantomDomineering(rows, columns)
    (ours,) = best_of(1, lambda: listed_solution(game))
    found, whole = listed_solution(game), phantom_lines(game, merged=False)
    if whole.shape[0] * whole.shape[1] < 10**6:
        require(solve_matrix_game(whole.matrix().tolist()).value == found.value, "the whole matrix")
    size = f"{whole.shape[0]} x {whole.shape[1]} lists"
    different = " and ".join(map(str, phantom_lines(game).shape))
    note = (
        f"value {exact_text(found.value)}, {found.method}, lists that play differently: {different}"
    )
    peer = one_by_one(whole, 2000)
    yield Measurement(
        f"PD({rows}, {columns}), {size}",
        ours,
        "all games one by one (from a sample)",
        peer,
        f"{aim:g} s",
        ours < aim,
        note,
    )


def sure(rows: int, columns: int) -> Iterator[Measurement]:
    """All lists by a list that wins against every list; the peer lists them, as far as it can."""
    game = PhantomDomineering(rows, columns)
    (ours,) = best_of(3, lambda: solve(game))
    found = solve(game)
    listed = PhantomDomineering(3, 4)
    (peer,) = best_of(1, lambda: listed_solution(listed))
    note = f"value {exact_text(found.value)}, {found.method}"
    yield Measurement(
        f"PD({rows}, {columns}), all lists, by a sure list",
        ours,
        "3 x 4 with its lists merged",
        peer,
        note=note,
    )


def iteration(lines: int, rounds: int) -> Iterator[Measurement]:
    """One round of the bandit for both players; the peers draw from all lines in each round, in
    Python and in numpy.
    """
    ours = round_time(lambda: (Learner(lines), Learner(lines)), rounds)
    for name, player, count in (
        ("O(A+B) in Python", Naive, max(20, 200_000 // lines)),
        ("O(A+B) in numpy", NaiveArrays, 500),
    ):
        theirs = round_time(lambda player=player: (player(lines), player(lines)), count)
        met = ours * 100 < theirs
        aim = "100 times faster" if player is Naive else ""
        yield Measurement(
            f"one bandit round, A = B = {lines}", ours, name, theirs, aim, met if aim else None
        )


def round_time(make: Callable[[], Any], rounds: int) -> float:
    """Seconds for a round on the parity game."""
    rng, (first, second) = Random(1), make()
    begun = time.perf_counter()
    for n in range(1, rounds + 1):
        (i, p), (j, q) = first.draw(n, rng), second.draw(n, rng)
        reward = (i + j) % 2
        first.learn(i, reward / p)
        second.learn(j, (1 - reward) / q)
    return (time.perf_counter() - begun) / rounds


class Naive:
    """The paper's text line by line: every probability in every round."""

    def __init__(self, lines: int) -> None:
        self.v = [0.0] * lines

    def draw(self, n: int, rng: Random) -> tuple[int, float]:
        eta, count = rate(len(self.v), n), len(self.v)
        top = max(self.v)
        weights = [exp(eta * (v - top)) for v in self.v]
        total = sum(weights)
        law = [eta + (1 - count * eta) * w / total for w in weights]
        at = rng.random()
        for i, p in enumerate(law):
            at -= p
            if at < 0:
                return i, p
        return count - 1, law[-1]

    def learn(self, i: int, gained: float) -> None:
        self.v[i] += gained


class NaiveArrays:
    """The same with arrays."""

    def __init__(self, lines: int) -> None:
        self.v = np.zeros(lines)

    def draw(self, n: int, rng: Random) -> tuple[int, float]:
        eta = rate(len(self.v), n)
        weights = np.exp(eta * (self.v - self.v.max()))
        law = eta + (1 - len(self.v) * eta) / weights.sum() * weights
        i = min(int(np.searchsorted(law.cumsum(), rng.random())), len(law) - 1)
        return i, float(law[i])

    def learn(self, i: int, gained: float) -> None:
        self.v[i] += gained


def outcome(size: int) -> Iterator[Measurement]:
    """Domineering itself; the peer is the same search without symmetries and without counting
    ahead.
    """
    (ours,) = best_of(1, lambda: solve(Domineering(size, size)))
    found = solve(Domineering(size, size))
    begun = time.perf_counter()
    require(plain_search(size) == (found.value == 1), "the plain search")
    theirs = time.perf_counter() - begun
    note = (
        f"{size} x {size} is won by the {'first' if found.value == 1 else 'second'} player, "
        f"{len(found.values)} positions met"
    )
    yield Measurement(
        f"Domineering on {size} x {size}", ours, "plain search with a table", theirs, note=note
    )


def plain_search(size: int) -> bool:
    """Whether the first player wins, by a table of positions alone."""
    known: dict[tuple[int, int], bool] = {}
    across = [0b11 << (i * size + j) for i in range(size) for j in range(size - 1)]
    down = [(1 | 1 << size) << (i * size + j) for i in range(size - 1) for j in range(size)]

    def wins(taken: int, player: int) -> bool:
        if (taken, player) not in known:
            known[taken, player] = any(
                not wins(taken | d, 1 - player) for d in (across, down)[player] if not d & taken
            )
        return known[taken, player]

    return wins(0, 0)


ROWS: dict[str, Row] = {
    "question-7": Row(lambda: limited(100, 1)),
    "question-8": Row(lambda: limited(10_000, 5)),
    "all-3x3": Row(lambda: full(3, 3, 10)),
    "all-3x4": Row(lambda: full(3, 4, 60)),
    "sure-4x5": Row(lambda: sure(4, 5)),
    "bandit": Row(lambda: iteration(10_000, 200_000)),
    "domineering-4": Row(lambda: outcome(4)),
    "domineering-5": Row(lambda: outcome(5), slow=True),
}


if __name__ == "__main__":
    run(ROWS, __doc__)

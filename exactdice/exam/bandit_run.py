"""The examination paper's approximation of Phantom Domineering beside the exact value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ..errors import UnsolvableError
from ..exact import Exact, Progress, decimal_text, exact_text
from ..games.phantom_domineering.fast import phantom_lines, phantom_solution
from ..games.phantom_domineering.rules import PhantomDomineering
from ..matrices.bandit import BanditRun, Guarantees, bandit, guarantees

# A byte each: 30 MB.
MOST_ENTRIES = 30_000_000  # of the matrix that the run looks its wins up in


@dataclass(frozen=True)
class Approach:
    """A run of the algorithm, the exact value, and what the run's mixtures are worth exactly."""

    run: BanditRun
    value: Exact
    worth: Guarantees


def approach(
    game: PhantomDomineering, rounds: int | None, rng: Random, progress: Progress | None = None
) -> Approach:
    """A run of the paper's algorithm among the lists of the game, equal ones once; `rounds=None`
    takes as many as the paper.

    Raises `UnsolvableError` when the matrix of all wins, which is made first, would have more than
    MOST_ENTRIES.
    """
    lines = phantom_lines(game, merged=False)
    # Asked of the shape, before any win is computed.
    if lines.shape[0] * lines.shape[1] > MOST_ENTRIES:
        raise UnsolvableError(
            f"the run needs all wins, at most {MOST_ENTRIES} of them: {game} has "
            f"{lines.shape[0]} x {lines.shape[1]} lists"
        )
    # A line of bytes gives an int at once where an array would make a numpy number: the run looks
    # up a win in each of its rounds.
    wins = [line.tobytes() for line in lines.matrix()]
    run = bandit(lambda i, j: wins[i][j], lines.shape, rng, rounds, progress)
    # The worth is that of the mixtures against the best replies, which no sampling enters.
    return Approach(run, phantom_solution(game).value, guarantees(lines, run.rows, run.columns))


def approach_lines(found: Approach) -> Iterator[str]:
    """The lines for people: the mean and its bound, the exact value, the worth of the mixtures."""
    run, worth = found.run, found.worth
    yield (
        f"mean reward of {run.rounds} rounds: {decimal_text(run.mean, 6)}, its expectation "
        f"within {run.bound:.4f} of the value"
    )
    decimal = "" if isinstance(found.value, int) else f" (about {decimal_text(found.value, 6)})"
    yield f"exact value: {exact_text(found.value)}{decimal}"
    yield (
        f"the mixtures of the run guarantee {decimal_text(worth.guaranteed, 6)} and concede "
        f"{decimal_text(worth.conceded, 6)}: "
        f"their NashConv is {decimal_text(worth.nash_conv, 6)}, computed exactly"
    )

"""About how many histories a game of OpenSpiel has, found from a few plays.

OpenSpiel does not say when two histories come to the same, so every history is a state here, and a
game that may return to the same board again and again has more of them than can be listed.

In a play that is drawn at random, one over the chance of being drawn so far, summed over the
histories that it passes, is on average the number of all histories (D. E. Knuth, "Estimating the
efficiency of backtrack programs", Mathematics of Computation 29 (1975), 121-136). So one play finds
600 times that number or more with a chance of 1/600 at most, and four of 40 plays do so with one of
at most 91,390 / 600^4, less than one in a million. The 600th part of what the fourth play from
above finds is therefore hardly ever too large, and most often far too small.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ...game import MAX, MIN
from .loading import Spiel

SpielState = Any
# How often the first choice is taken unseen: so the games that go on and on are found.
REPEATED = (0.0, 0.9, 0.99)
PLAYS = 40  # of each kind
FROM_ABOVE = 4  # the play that is believed
DOUBTED = 600  # the part of what it finds that is believed
ENOUGH = 1e30  # histories: no limit is as high
LONGEST = 10_000  # moves of a play that is followed


def likely_histories(game: Spiel) -> int:
    """A number of histories that the game very likely has; it may have many more."""
    rng = Random(1)  # the same plays in every run
    return max(_likely(game, share, rng) for share in REPEATED)


def _likely(game: Spiel, share: float, rng: Random) -> int:
    """The number by plays of one kind."""
    found = sorted(_found(game, share, rng) for _ in range(PLAYS))
    return int(found[-FROM_ABOVE] / DOUBTED)


def _found(game: Spiel, share: float, rng: Random) -> float:
    """The number of histories by one play, in which that share of the choices is the first one."""
    reached = game.new_initial_state()
    weight = found = 1.0
    moves = 0
    while not reached.is_terminal() and found < ENOUGH and moves < LONGEST:
        count = _choices(reached)
        k = 0 if rng.random() < share else rng.randrange(count)
        chance = share * (k == 0) + (1 - share) / count
        weight /= chance
        found += weight
        moves += 1
        _follow(reached, k)
    return found


def _choices(reached: SpielState) -> int:
    """How many ways lead on."""
    if reached.is_chance_node():
        return len(reached.chance_outcomes())
    if reached.is_simultaneous_node():
        return len(_of_both(reached)[MAX]) * len(_of_both(reached)[MIN])
    return len(reached.legal_actions())


def _follow(reached: SpielState, k: int) -> None:
    """Go the k-th way on."""
    if reached.is_chance_node():
        outcome, _ = reached.chance_outcomes()[k]
        reached.apply_action(outcome)
    elif reached.is_simultaneous_node():
        of_max, of_min = _of_both(reached)
        first, second = divmod(k, len(of_min))
        reached.apply_actions([of_max[first], of_min[second]])
    else:
        reached.apply_action(reached.legal_actions()[k])


def _of_both(reached: SpielState) -> tuple[list[int], list[int]]:
    """The numbers of the actions of MAX and of MIN; any number of one who has nothing to choose."""
    return reached.legal_actions(MAX) or [0], reached.legal_actions(MIN) or [0]

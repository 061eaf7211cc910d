"""The fast path of Pig when both strategies are fixed: turns in the place of moves.

Let the player to move at (i, j), points of MAX and MIN, follow its plan to the end of its turn. The
turn holds at the total k with probability h_k, is lost by a bust with b, and else wins. Write M(i,
j) and N(i, j) for the mean of anything that adds up over turns (the chance that MAX wins, the
number of moves) when MAX and MIN begin a turn there, and m, n for what the turn itself adds:

    M(i, j) = m + sum over k of h_k N(i + k, j) + b N(i, j),
    N(i, j) = n + sum over k of h'_k M(i, j + k) + b' M(i, j).

The sums hold only pairs with more points in all, so each pair is two linear equations, from the end
of the game backwards. They have one solution: some face scores, and after it a turn ends by a hold
or, with positive probability, by the target, so b < 1 and b' < 1. Only turns that play reaches from
the start are followed, and in them only the turn totals that it reaches.

A strategy that counts its holds has that number beside the points. A bust leaves both numbers as
they are, so the two turns of a pair still lead to each other and, by holds, to more points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import lcm
from typing import Any, NamedTuple

from flint import fmpq

from ...distributions.distribution import Distribution, from_probabilities
from ...exact.cost import refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Exact, Progress, as_exact, as_fmpq, shown
from ...game.protocol import MAX, MIN, PLAYERS, Profile, strategy
from ...game.solution import Lazy
from ...solvers.evaluation.profiles import mean_length, payoff_law, profile_values, refuse_memory
from ...solvers.fast_path import exactly, fast_path_of
from ...solvers.values import BIT_BUDGET
from .fast import known_state
from .rules import ByHolds, Pig, PigState
from .turn import Ending, RolledDie, ending, followed

WORK_BUDGET = 1_000_000_000  # bits of fractions added up in all: some ten seconds


class Turn(NamedTuple):
    """The start of a turn: its state, and how often each player has held, where its strategy counts
    that, else 0.
    """

    state: PigState
    holds: tuple[int, int] = (0, 0)


Adds = Callable[[Ending, Turn], Any]  # what a turn itself adds, times its total


class Turns:
    """The turns that play under the profile reaches, each followed once."""

    def __init__(self, game: Pig, profile: Profile) -> None:
        """`RulesError` when a strategy plays what the game does not allow, `MissingEntry` when a
        table ends too early, `NeedsMemory` when a strategy remembers other things than its holds.
        """
        self.game = exactly(game, Pig, "the fast path")
        self.die = RolledDie(game)
        refuse_costly(game, turns_steps(game))
        plans = strategy(profile[MAX]), strategy(profile[MIN])
        # whose holds each strategy counts
        self._counts = [plan.player if isinstance(plan, ByHolds) else None for plan in plans]
        # {start of a turn: {total reached in it: chance to roll there}}
        self.rolls: dict[Turn, dict[int, Exact]] = {}
        self.endings: dict[Turn, Ending] = {}
        self.start = Turn(game.start)
        pending = [self.start]
        for start in pending:  # which grows meanwhile
            if start in self.endings:
                continue
            mover = start.state.to_move
            plan = plans[mover]
            if isinstance(plan, ByHolds):
                plan = partial(plan.law, start.holds[mover])
            self.rolls[start] = followed(game, plan, start.state)
            turn = self.endings[start] = self.ending(start)
            pending += [self.passed(start, k) for k in turn.holds]
            pending += [self.passed(start, 0)] * (turn.busts > 0)

    def ending(self, start: Turn, k: int = 0) -> Ending:
        """How the turn ends after a roll at the total k."""
        chances = self.rolls[start]
        # one denominator for all chances to roll: the ending is then made of integers
        mix = lcm(*(chance.denominator for chance in chances.values()))
        rolls = [0] * (self.game.target - start.state.own)
        for total, chance in chances.items():
            rolls[total] = chance.numerator * (mix // chance.denominator)
        return ending(self.die, rolls, k, mix)

    def passed(self, start: Turn, gained: int) -> Turn:
        """The turn of the other after this one gains so many points."""
        first, second = start.holds
        if gained:
            first += self._counts[MAX] == start.state.to_move
            second += self._counts[MIN] == start.state.to_move
        return Turn(start.state.passed(gained), (first, second))

    def states(self) -> Iterator[PigState]:
        """Every unfinished state that play reaches."""
        for start, totals in self.rolls.items():
            for k in totals:
                yield start.state._replace(turn_total=k)

    def means(self, adds: Adds, progress: Progress | None = None) -> dict[Turn, fmpq]:
        """{start of a turn: the mean of the sum of what its turns add}."""
        known: dict[Turn, fmpq] = {}
        work = 0  # bits added up so far; they are known only as they come
        # most points first: a hold only leads to a pair with more
        pairs = sorted(
            {(t.state[:2], t.holds) for t in self.endings},
            key=lambda pair: sum(pair[0]),
            reverse=True,
        )
        for done, ((i, j), held) in enumerate(pairs, 1):
            first, second = (Turn(PigState(i, j, 0, player), held) for player in PLAYERS)
            # x = c + b y and y = d + e x for the turns of MAX and MIN
            c, b = self._line(first, self.endings.get(first), adds, known)
            d, e = self._line(second, self.endings.get(second), adds, known)
            # b e < 1, as the module says, so the division is by a positive number
            x = (c + b * d) / (1 - b * e)
            for start, value in ((first, x), (second, d + e * x)):
                if start in self.endings:
                    bits = value.q.bit_length()
                    work += bits * len(self.endings[start].holds)
                    if bits > BIT_BUDGET:
                        raise UnsolvableError(
                            f"the exact value of {shown(start.state)} under these strategies "
                            f"needs a fraction of more than {BIT_BUDGET} bits: "
                            "take a smaller target, or simulate"
                        )
                    if work > WORK_BUDGET:
                        raise UnsolvableError(
                            f"the exact values before {shown(start.state)} under these strategies "
                            f"need fractions of more than {WORK_BUDGET} bits in all: "
                            "take a smaller target, or simulate"
                        )
                    known[start] = value
            if progress:
                progress(done, len(pairs))
        return known

    def _line(
        self, start: Turn, turn: Ending | None, adds: Adds, known: Mapping[Turn, fmpq]
    ) -> tuple[fmpq, fmpq]:
        """What the turn adds with all that follows a hold, and its chance of a bust; 0 and 0 for a
        turn that play does not reach.
        """
        # of a pair play may begin only one turn; the other is then never led to
        if turn is None:
            return fmpq(0), fmpq(0)
        later = (known[self.passed(start, k)] * weight for k, weight in turn.holds.items())
        held = sum(later, fmpq(adds(turn, start))) / turn.total
        return held, fmpq(turn.busts, turn.total)

    def inside(self, state: PigState, adds: Adds, known: Mapping[Turn, fmpq]) -> fmpq:
        """The mean at a state within a turn, for what a turn adds only by its end."""
        start = Turn(state._replace(turn_total=0))
        k = state.turn_total
        chance = as_fmpq(self.rolls[start][k])
        mean = fmpq(0)
        if chance > 0:
            held, bust = self._line(start, self.ending(start, k), adds, known)
            mean += chance * (held + (bust and bust * known[self.passed(start, 0)]))
        if chance < 1:
            mean += (1 - chance) * known[self.passed(start, k)]
        return mean


def turns_steps(game: Pig) -> int:
    """What following every turn costs that play may reach."""
    return 3 * game.target**3


# --- the answers ----------------------------------------------------------------------------------


def wins_of_max(turn: Ending, start: Turn) -> int:
    """What a turn adds to the chance that MAX wins."""
    won = turn.total - turn.busts - sum(turn.holds.values())
    return won if start.state.to_move == MAX else 0


@fast_path_of(payoff_law, Pig)
def payoff_law_pig(
    game: Pig, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of the payoff from the start: a win or a loss.

    Raises `UnsolvableError` when the fractions grow too long, as they do to 100 points for
    strategies that mix at every state.

    >>> from exactdice import decimal_text, hold_at
    >>> decimal_text(payoff_law(Pig(target=50), (hold_at(20), hold_at(20))).probability(1), 6)
    '0.555562'
    """
    win = _mean(game, profile, wins_of_max, progress)
    return from_probabilities({1: win, -1: 1 - win})


@fast_path_of(mean_length, Pig)
def mean_length_pig(game: Pig, profile: Profile, progress: Progress | None = None) -> Exact:
    """The mean number of moves, rolls and holds, from the start."""
    return _mean(game, profile, lambda turn, _: turn.rolls + sum(turn.holds.values()), progress)


def mean_turns(game: Pig, profile: Profile, progress: Progress | None = None) -> Exact:
    """The mean number of turns of both players, from the start."""
    return _mean(game, profile, lambda turn, _: turn.total, progress)


def turns_moments(
    game: Pig, profile: Profile, progress: Progress | None = None
) -> tuple[Exact, Exact]:
    """The mean and the variance of the number of turns of both players, from the start.

    Of T turns from a state, T' of them after the first, E[T^2] = 1 + 2 E[T'] + E[T'^2], so that
    each turn adds 2 E[T] - 1 to the mean of the square.
    """
    turns = Turns(game, profile)
    means = turns.means(lambda turn, _: turn.total, progress)
    squares = turns.means(lambda turn, start: turn.total * (2 * means[start] - 1), progress)
    mean = means[turns.start]
    square = squares[turns.start]
    return as_exact(mean), as_exact(square - mean * mean)


def _mean(game: Pig, profile: Profile, adds: Adds, progress: Progress | None) -> Exact:
    turns = Turns(game, profile)
    return as_exact(turns.means(adds, progress)[turns.start])


@fast_path_of(profile_values, Pig)
def profile_values_pig(
    game: Pig, profile: Profile, progress: Progress | None = None
) -> Mapping[PigState, Exact]:
    """The value of a profile at every unfinished state that play under it reaches; within a turn
    computed when asked for.
    """
    refuse_memory(profile)
    turns = Turns(game, profile)
    known = turns.means(wins_of_max, progress)

    def value(state: PigState) -> Exact:
        state = known_state(game, state)
        if state.turn_total not in turns.rolls.get(Turn(state._replace(turn_total=0)), {}):
            raise KeyError(state)
        return as_exact(2 * turns.inside(state, wins_of_max, known) - 1)

    return Lazy(turns.states, value)

"""The turns of Pig: the best turn in fixed-point integers, what following a strategy leads to,
exactly, and the evaluation of two fixed strategies, in turns instead of moves.

A turn is described from the mover's side, who has i points and needs n = target - i. Write P(i, j,
k) for its probability to win with turn total k against j, p = P(i, j, 0) and q = P(j, i, 0).
Holding at k is worth 1 - P(j, i + k, 0), a bust 1 - q, and a total of n or more has won.

*Two strategies.* Let the player to move at (i, j), points of MAX and MIN, follow its plan to the
end of its turn. The turn holds at the total k with probability h_k, is lost by a bust with b, and
else wins. Write M(i, j) and N(i, j) for the mean of anything that adds up over turns (the chance
that MAX wins, the number of moves) when MAX and MIN begin a turn there, and m, n for what the turn
itself adds:

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

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from typing import Any, NamedTuple

from flint import fmpq

from ...distributions.distribution import Distribution, from_probabilities
from ...exact.cost import refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Exact, Progress, as_exact, as_fmpq, ratio, shown
from ...game.protocol import MAX, MIN, PLAYERS, Profile, Strategy, legal_choice, strategy
from ...game.solution import Lazy
from ...solvers.evaluation.profiles import (
    mean_length,
    payoff_distribution,
    profile_values,
    refuse_memory,
)
from ...solvers.fast_path import exactly, fast_path_of
from ...solvers.values import BIT_BUDGET
from .rules import ROLL, HoldCounter, Pig, PigState, known_state


class RolledDie:
    """The die of a game as a turn needs it: weights as ints, faces of the target or more taken as
    one.

    `bust` is the weight of the bust face, `safe` has (face, weight) of the others, `steps` (f, w_f
    - w_{f-1}) where it is not 0; `reach` is the largest f among them.
    """

    def __init__(self, game: Pig) -> None:
        weights = Counter[int]()
        for face, weight in game.one_die.weights.items():
            weights[0 if face == game.bust else min(face, game.target)] += weight
        self.total = game.one_die.total
        self.bust = weights.pop(0, 0)
        self.safe = tuple(weights.items())
        self.reach = max(weights) + 1
        self.steps: list[tuple[int, int]] = []
        for face in range(1, self.reach + 1):
            if weights[face] != weights[face - 1]:
                self.steps.append((face, weights[face] - weights[face - 1]))


def best_turn(die: RolledDie, one: int, waiting: Sequence[int], q: int) -> tuple[int, list[int]]:
    """The worth of the best turn, and for each turn total k > 0 the worth of rolling minus that of
    holding.

    All numbers are ints that stand for themselves divided by `one`: waiting[k] for P(j, i + k, 0),
    q for P(j, i, 0). With V(k) = 1 for k >= n, and below

        R(k) = floor((w_bust (1 - q) + sum over f of w_f V(k + f)) / W),
        V(k) = max(R(k), 1 - waiting[k]),

    each rounding down loses less than one unit and the mean of numbers that are too low by at most
    e is too low by at most e; so V(k), and the worth of rolling at k, are too low by less than n -
    k units and never too high.
    """
    n = len(waiting)
    total = die.total
    steps = die.steps
    worth = [one] * (n + die.reach)
    margins = [0] * n
    # The sum of R(k), here for k = n. From k + 1 to k it changes by the steps alone, since w_f
    # moves from V(k + 1 + f) to V(k + f): few terms for a fair die, however many faces it has.
    window = (total - die.bust) * one + die.bust * (one - q)
    for k in range(n - 1, 0, -1):
        for f, change in steps:
            window += change * worth[k + f]
        roll = window // total
        hold = one - waiting[k]
        margins[k] = roll - hold
        worth[k] = roll if roll >= hold else hold  # the innermost loop: faster than max()
    for f, change in steps:
        window += change * worth[f]
    return window // total, margins


@dataclass(frozen=True)
class Ending:
    """How a turn ends under a plan.

    It holds at k with probability holds[k] / total, busts with busts / total, else wins; rolls /
    total is the mean number of rolls in it.
    """

    holds: dict[int, int]
    busts: int
    rolls: int
    total: int


def ending(die: RolledDie, rolls: Sequence[int], start: int = 0, mix: int = 1) -> Ending:
    """How a turn ends that rolls at the total `start` and then rolls at k with probability rolls[k]
    / mix, else holds.

    The probability to come to k is an int over (mix W)^(k - start), as no face is below 1.
    """
    n = len(rolls)
    base = die.total * mix
    reached = [0] * (n + die.reach)  # [k]: the chance to come to k times base^(k - start)
    reached[start] = 1
    forward = [(face, weight * base ** (face - 1)) for face, weight in die.safe]
    holds = {}
    rolled = {}
    last = start
    for k in range(start, n):
        weight = reached[k]
        if not weight:
            continue
        last = k
        chosen = mix if k == start else rolls[k]
        if chosen:
            rolling = rolled[k] = weight * chosen
            for face, onward in forward:
                reached[k + face] += rolling * onward
        if chosen < mix:
            holds[k] = weight * (mix - chosen)
    # over the least common denominator: low terms keep the linear solves small, as the powers of
    # the base are far larger than what a plan that holds early needs
    total = base ** (last + 1 - start)
    held = {k: weight * die.total * base ** (last - k) for k, weight in holds.items()}
    rolls_made = sum(weight * base ** (last - k) for k, weight in rolled.items())
    busts = die.bust * rolls_made
    all_rolls = die.total * rolls_made
    common = gcd(total, all_rolls, busts, *held.values())
    lowest = {k: weight // common for k, weight in held.items()}
    return Ending(lowest, busts // common, all_rolls // common, total // common)


def safe_probability(die: RolledDie, points: int) -> Fraction:
    """The probability to gain so many points by rolling on without a bust: no plan of a turn busts
    more often than this one.
    """
    turn = ending(die, [1] * points)
    return 1 - ratio(turn.busts, turn.total)


def roll_probabilities(game: Pig, plan: Strategy, begin: PigState) -> dict[int, Exact]:
    """{total: the probability to roll there} for the totals that the turn which begins at this
    state reaches under the plan.
    """
    scores = [face for face in game.one_die if face != game.bust]
    chances: dict[int, Exact] = {}
    reached = {0}
    # a total from here on has won, and nothing is chosen there
    for total in range(game.target - begin.own):
        if total in reached:
            state = PigState(begin.first, begin.second, total, begin.to_move)
            law = legal_choice(game, state, begin.to_move, plan)
            weight = law.weights.get(ROLL, 0)
            # most plans do not mix, and this needs no fraction made
            chances[total] = weight if law.total == 1 else ratio(weight, law.total)
            if chances[total]:
                reached.update([total + face for face in scores])
    return chances


def turn_distribution(game: Pig, plan: object, begin: PigState) -> Distribution[int]:
    """The distribution of what the turn that begins at this state adds when its player follows the
    plan: the total that it holds or reaches the target with, 0 after a bust.

    >>> from exactdice import decimal_text, hold_at
    >>> law = turn_distribution(Pig(), hold_at(20), PigState(0, 0))
    >>> decimal_text(law.probability(0), 4), min(k for k in law if k)
    ('0.6245', 20)
    """
    reached: dict[int, Fraction] = defaultdict(Fraction, {0: Fraction(1)})
    added: dict[int, Fraction] = defaultdict(Fraction)
    # a roll makes the total larger, so all that lead to a total come before it
    for total, chance in roll_probabilities(game, strategy(plan), begin).items():
        here = reached.pop(total)
        rolled = here * chance
        added[total] += here - rolled
        for face, weight in game.one_die.items():
            gained = rolled * ratio(weight, game.one_die.total)
            if face == game.bust:
                added[0] += gained
            else:
                reached[total + face] += gained
    # what is left has reached the target
    added |= reached
    return from_probabilities({total: chance for total, chance in sorted(added.items()) if chance})


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
        self._counts = [plan.player if isinstance(plan, HoldCounter) else None for plan in plans]
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
            if isinstance(plan, HoldCounter):
                plan = partial(plan.law, start.holds[mover])
            self.rolls[start] = roll_probabilities(game, plan, start.state)
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
                    if bits > BIT_BUDGET or work > WORK_BUDGET:
                        state = f"{shown(start.state)} under these strategies"
                        need = (
                            f"value of {state} needs a fraction of more than {BIT_BUDGET} bits"
                            if bits > BIT_BUDGET
                            else f"values before {state} need fractions of more than {WORK_BUDGET} "
                            "bits in all"
                        )
                        raise UnsolvableError(
                            f"the exact {need}: take a smaller target, or simulate"
                        )
                    known[start] = value
            if progress:
                progress(done, len(pairs))
        return known

    def _line(
        self, start: Turn, turn: Ending | None, adds: Adds, known: Mapping[Turn, fmpq]
    ) -> tuple[fmpq, fmpq]:
        """The mean of the turn with all that follows a hold, and its probability of a bust; 0 and 0
        for a turn that play does not reach.
        """
        # of a pair play may begin only one turn; the other is then never led to
        if turn is None:
            return fmpq(0), fmpq(0)
        later = (known[self.passed(start, k)] * weight for k, weight in turn.holds.items())
        return sum(later, fmpq(adds(turn, start))) / turn.total, fmpq(turn.busts, turn.total)

    def mean_within_turn(self, state: PigState, adds: Adds, known: Mapping[Turn, fmpq]) -> fmpq:
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
    """The cost of following every turn that play may reach."""
    return 3 * game.target**3


# --- the answers ----------------------------------------------------------------------------------


def wins_of_max(turn: Ending, start: Turn) -> int:
    """The part of a turn in the probability that MAX wins."""
    won = turn.total - turn.busts - sum(turn.holds.values())
    return won if start.state.to_move == MAX else 0


@fast_path_of(payoff_distribution, Pig)
def payoff_distribution_pig(
    game: Pig, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The distribution of the payoff from the start: a win or a loss.

    Raises `UnsolvableError` when the fractions grow too long, as they do to 100 points for
    strategies that mix at every state.

    >>> from exactdice import decimal_text, hold_at
    >>> payoffs = payoff_distribution(Pig(target=50), (hold_at(20), hold_at(20)))
    >>> decimal_text(payoffs.probability(1), 6)
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
    return as_exact(mean), as_exact(squares[turns.start] - mean * mean)


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
        return as_exact(2 * turns.mean_within_turn(state, wins_of_max, known) - 1)

    return Lazy(turns.states, value)

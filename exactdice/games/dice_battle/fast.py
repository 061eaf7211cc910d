"""The fast path of Dice Battle in turns: solve, evaluate and time by a sweep over antidiagonals.

Every function here returns what the generic one returns, over all states (i, j) and not only those
reachable from the start; `sweep` says why it is right, and the tests compare the two.

*Players who draw their number of dice from one distribution all along*, as blind, random and
dice(n) do, look at no points, so the number of throws that each needs has a distribution of its
own. With S(t) = P(a player has not reached the target after t of its own throws), the race of two
goes on

    after 2t throws with the chance S_1(t) S_2(t), after 2t + 1 throws with S_1(t + 1) S_2(t).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise, takewhile
from operator import attrgetter

from flint import fmpq, fmpz, fmpz_poly

from ...distributions.distribution import Distribution, InfiniteDistribution, from_probabilities
from ...distributions.throwing import roll
from ...exact.cost import affordable, refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Exact, Interval, Progress, ratio, shown, simplest
from ...exact.session import in_session, session
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    WAIT,
    Action,
    Game,
    Plans,
    Player,
    Profile,
    Strategy,
    distribution_of_always,
    legal_choice,
)
from ...game.solution import Lazy, Solution
from ...proofs import family_of, itself
from ...solvers import enclose, enclose_exactly, solve
from ...solvers.evaluation.profiles import (
    Following,
    against,
    best_response,
    length_distribution,
    mean_length,
    payoff_distribution,
    profile_values,
    winning_response,
)
from ...solvers.evaluation.ties import OpenProfile, Pays, length_range, paid, payoff_range
from ...solvers.fast_path import exactly, fast_path_of, generic_function
from ..listed_game import Listing, listing, moves_at
from .rules import BattleState, DiceBattle
from .sweep import (
    Extreme,
    Laws,
    Line,
    Sweep,
    law_tables,
    number_bits,
    strategy_ways,
    sweep,
    sweep_steps,
)

METHOD = "sliding sums over antidiagonals"


@dataclass(frozen=True)
class SweptLines:
    """h of both sides at every state, one list of lines (indexed by s = i + j) for each side."""

    game: DiceBattle
    lines: tuple[list[Line], list[Line]]

    def values(self) -> Lazy[BattleState, Exact]:
        """The value of every unfinished state, MAX to throw first, by a sweep at z = -1."""
        return Lazy(self._states, self.value)

    def solution(self, game: Game) -> Solution:
        """The values, and every best number of dice for the player to throw."""
        return Solution(game, self.values(), Lazy(self._states, self.best), METHOD)

    def _states(self) -> Iterator[BattleState]:
        points = range(self.game.target)
        return (BattleState(i, j, player) for player in PLAYERS for i in points for j in points)

    def value(self, state: BattleState) -> Exact:
        """The mean payoff to MAX: 2 h - 1, or 1 - 2 h with MIN to throw."""
        line, own = self._line(state)
        # the line speaks for the player to throw
        return line.gain(own) if state[2] == MAX else -line.gain(own)

    def best(self, state: BattleState) -> tuple[Action, ...]:
        """Every best number of dice; (WAIT,) when the player to throw follows a plan."""
        line, own = self._line(state)
        # a side that follows a plan has no choice, hence no entry
        return line.best.get(own, (WAIT,))

    def _line(self, state: BattleState) -> tuple[Line, int]:
        """The line of the state and the mover's points; KeyError when it is no unfinished state."""
        points = range(self.game.target)
        # a plain tuple equals a BattleState and must work as a key like it
        if not (isinstance(state, tuple) and len(state) == 3):
            raise KeyError(state)
        if state[0] not in points or state[1] not in points or state[2] not in PLAYERS:
            raise KeyError(state)
        first, second, player = state
        return self.lines[player][first + second], (first, second)[player]


def table(
    game: DiceBattle, plans: Plans, z: int = -1, progress: Progress | None = None
) -> SweptLines:
    """The whole table of h, for plans as in `sweep`."""
    refuse_costly(game, table_steps(game, plans))
    # the sweep comes down from the last line, the table is indexed from 0
    lines = list(sweep(game, plans, z, progress))[::-1]
    return SweptLines(game, ([line[0] for line in lines], [line[-1] for line in lines]))


def table_steps(game: DiceBattle, plans: Plans = (None, None)) -> int:
    """The cost of the whole table: the sweep, and two bytes a step for the numbers of
    every state.
    """
    sides = count_sides(plans)
    swept = sweep_steps(game, sides=sides)
    if not affordable(swept):  # then the bits are not counted, which takes seconds too
        return swept
    return swept + sides * game.target**2 * number_bits(game, 2 * game.target) // 32


def count_sides(plans: Plans) -> int:
    """How many sides a sweep has: one when both choose, as the game is symmetric."""
    return 1 if plans == (None, None) else 2


@fast_path_of(solve, DiceBattle)
def solve_battle(game: DiceBattle, progress: Progress | None = None) -> Solution:
    """The solution of Dice Battle at every (i, j), reachable from the start or not."""
    return table(game, (None, None), progress=progress).solution(game)


fast_path_of(enclose, DiceBattle)(enclose_exactly)


@fast_path_of(best_response, DiceBattle)
def best_response_battle(
    game: DiceBattle, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best response to a plan, at every state."""
    plans = against(plan, player)
    return table(game, plans, progress=progress).solution(Following(game, plans))


@fast_path_of(profile_values, DiceBattle)
def profile_values_battle(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> Mapping[BattleState, Exact]:
    """The value of a profile at every state."""
    return table(game, profile, progress=progress).values()


@fast_path_of(payoff_distribution, DiceBattle)
def payoff_distribution_battle(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The distribution of the payoff from the start: a win or a loss."""
    # at z = -1 h is the chance to win of the player to throw
    win = _opening_h(game, profile, -1, progress)
    return from_probabilities({1: win, -1: 1 - win})


@fast_path_of(mean_length, DiceBattle)
def mean_length_battle(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> Exact:
    """The mean number of throws from the start."""
    return simplest(_opening_h(game, profile, 1, progress))


def _opening_h(game: DiceBattle, profile: Profile, z: int, progress: Progress | None) -> Fraction:
    """The tail generating function of the number of throws at z = -1 or 1."""
    known = tail_probabilities(game, profile)
    if known is None:
        refuse_costly(game, sweep_steps(game, sides=2))
        tables = law_tables(game, profile)
        first, second = sorted(tables, key=hash)
        with in_session(progress=progress):
            return openings(game, first, second, z)[tables[MAX] != first]
    found = sum(known[::2], fmpq(0)) + z * sum(known[1::2], fmpq(0))
    return ratio(found.p, found.q)


# A table of strategies asks for two of them twice, with the players exchanged.
@lru_cache(maxsize=32)
def openings(game: DiceBattle, first: Laws, second: Laws, z: int) -> list[Fraction]:
    """h at the start of each plan against the other, for the player who throws first."""
    sides = [first] if first == second else [first, second]
    for lines in Sweep(game, sides, [min] * len(sides), z).lines(session().progress):
        last = lines
    return [line.h(0) for line in last]


def length_steps(game: DiceBattle) -> int:
    """The cost of the distribution of the length (measured up to target=100)."""
    bits = game.dice * game.one_die.total.bit_length()  # of one throw
    return int(game.target**4 * bits // 20)


@fast_path_of(length_distribution, DiceBattle)
def length_distribution_battle(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact] | InfiniteDistribution:
    """The distribution of the number of throws from the start."""
    known = tail_probabilities(game, profile)
    if known is not None:
        ends = [ratio((a - b).p, (a - b).q) for a, b in pairwise(known)]
        return from_probabilities({t: end for t, end in enumerate(ends, 1) if end})
    refuse_costly(game, length_steps(game))
    return generic_function(length_distribution)(game, profile, progress)


def line_at(
    game: DiceBattle,
    plans: Plans = (None, None),
    z: int = -1,
    progress: Progress | None = None,
    s: int = 0,
) -> Line:
    """The line i + j = s for MAX, by default that of the start, keeping in memory only the
    antidiagonals that the sweep needs.

    >>> line_at(DiceBattle(dice=3, target=2)).gain(0)
    Fraction(13, 18)
    """
    refuse_costly(game, sweep_steps(game, s, count_sides(plans)))
    found = (lines[MAX] for lines in sweep(game, plans, z, progress))
    return next(line for line in found if line.s == s)


# --- over all ways to break ties ------------------------------------------------------------------


@fast_path_of(payoff_range, DiceBattle)
def payoff_range_battle(
    game: DiceBattle, plans: OpenProfile, pays: Pays = paid, progress: Progress | None = None
) -> Interval:
    """The least and the largest mean of what is paid at the end.

    The largest probability of MAX comes of the least h' where MAX throws and of the largest where
    MIN does.
    """
    # Somebody always wins, so that every mean is that of the chance to win, in another measure.
    chances = _opening_values(game, plans, ((max, min), (min, max)), -1, progress)
    means = [pays(-1) + (pays(1) - pays(-1)) * chance for chance in chances]
    return Interval(simplest(min(means)), simplest(max(means)))


@fast_path_of(length_range, DiceBattle)
def length_range_battle(
    game: DiceBattle, plans: OpenProfile, progress: Progress | None = None
) -> Interval:
    """The least and the largest mean number of throws."""
    means = _opening_values(game, plans, ((min, min), (max, max)), 1, progress)
    return Interval(simplest(min(means)), simplest(max(means)))


def _opening_values(
    game: DiceBattle,
    plans: OpenProfile,
    both_ends: Sequence[tuple[Extreme, Extreme]],
    z: int,
    progress: Progress | None,
) -> list[Fraction]:
    """h at the start for MAX, when the sides take these extremes, for each end of the range."""
    exactly(game, DiceBattle, "the fast path")
    refuse_costly(game, 2 * sweep_steps(game, sides=2))
    tables = [strategy_ways(game, plans[player], player) for player in PLAYERS]
    found: list[Fraction] = []
    for extremes in both_ends:
        swept = Sweep(game, tables, extremes, z)
        for lines in swept.lines(progress):
            start = lines[MAX]
        found.append(start.h(0))
        # where the laws of each tie have equal means at one end, they have them at the other, too
        if not any(side.has_differed for side in swept.sides):
            break
    return found


# --- what others ask of the game ------------------------------------------------------------------


@fast_path_of(listing, DiceBattle)
def list_battle(game: DiceBattle, most: int, progress: Progress | None = None) -> Listing:
    """The listing with all points below the target, whether or not play can reach them, as the
    tables of the game have them.

    A throw adds its score to the points of who throws, whatever these are: all states in which the
    same player throws move alike.
    """
    if 2 * game.target**2 > most:
        raise UnsolvableError(f"more than {most} states of {shown(game)}: choose a lower target")
    points = range(game.target)
    states = [BattleState(i, j, player) for i in points for j in points for player in PLAYERS]
    scores = set[int]()
    for count in range(1, game.dice + 1):
        scores |= {*roll(game.one_die, count, game.bust, game.bust_score)}
    reached = sorted({own + score for own in points for score in scores} - set(points))
    # the states after the last throw of MAX, and of MIN
    states += [BattleState(own, other, MIN) for own in reached for other in points]
    states += [BattleState(other, own, MAX) for own in reached for other in points]
    return Listing(states, attrgetter("to_move"), partial(moves_at, game))


fast_path_of(family_of, DiceBattle)(itself)

# Somebody always wins.
fast_path_of(winning_response, DiceBattle)(best_response)


def tail_probabilities(game: DiceBattle, profile: Profile) -> list[fmpq] | None:
    """P(more than t throws follow) for t = 0, 1, ... down to the first 0; None where a player may
    look at the points, and where a bust that scores 0 leaves the number of throws without a bound.

    >>> from exactdice.games.dice_battle import dice
    >>> tail_probabilities(DiceBattle(dice=3, target=2), (dice(3), dice(1)))
    [1, 91/216, 91/1296, 0]
    """
    returns = game.bust_score == 0 and game.bust in game.one_die
    if returns or any(distribution_of_always(plan) is None for plan in profile):
        return None
    laws = [
        legal_choice(game, BattleState(0, 0, player), player, profile[player]) for player in PLAYERS
    ]
    # for each roll a product of polynomials, whose numbers gain the bits of a roll each time
    # (measured up to target=1000)
    bits = game.one_die.total.bit_length() * sum(map(max, laws))
    refuse_costly(game, game.target**3 * bits // 150)
    first, second = (survival(game, law) for law in laws)
    found = []
    for (now, after), other in zip(pairwise(first), second, strict=False):
        found += [now * other, after * other]
    return [*takewhile(bool, found), fmpq(0)]


# A table of strategies asks for each of them again and again.
@lru_cache(maxsize=256)
def survival(game: DiceBattle, law: Distribution[int]) -> tuple[fmpq, ...]:
    """S(0), S(1), ... down to the first 0."""
    step = fmpz(game.one_die.total) ** max(law) * law.total
    scores = fmpz_poly([])
    for d, share in law.items():
        # points beyond the target change nothing, and a shorter polynomial multiplies faster
        score = roll(game.one_die, d, game.bust, min(game.bust_score, game.target))
        ways = [score.weights.get(k, 0) for k in range(max(score) + 1)]
        scores += fmpz_poly(ways) * (step // (score.total * law.total) * share)
    points = fmpz_poly([1])
    total = fmpz(1)
    chances = list[fmpq]()
    while points:
        chances.append(fmpq(points(1), total))
        # who has reached the target throws no more
        points = (points * scores).truncate(game.target)
        total *= step
    return (*chances, fmpq(0))

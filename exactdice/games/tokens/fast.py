"""The fast path of the token game: solve by the table of all configurations, values and laws of
policies set by set.

Every function here returns what the generic one returns, the solution also at configurations that
play does not reach; the tests compare the two. Boxes of more than 22 tokens go to the generic
solver, which explores what can be reached.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TypeVar

from flint import fmpq

from ...argument_checks import an_instance, got
from ...distribution import Distribution, from_probabilities, point
from ...errors import RulesError
from ...evaluation.profiles import length_law, mean_length, payoff_law, profile_values
from ...exact import Exact, Progress, as_exact, shown, whole_or_none
from ...game import MAX, WAIT, Action, Profile, State, Strategy, always, legal_choice, strategy
from ...solution import Lazy, Solution
from ...solvers import solve
from ...solvers.fast_path import fast_path_of
from .rules import TokenGame, Tokens, TokenState
from .table import MOST_TOKENS, Box, SweptBox, TooMany, count_states, sweep

V = TypeVar("V")
METHOD = "exact sweep over sets of tokens"


@fast_path_of(solve, TokenGame, TooMany)
def solve_tokens(game: TokenGame, progress: Progress | None = None) -> Solution:
    """The solution of the token game at every configuration, reachable from the start or not."""
    solved = Solved(sweep(game, progress))
    return Solution(
        game,
        Counted(solved.table.box, solved.value),
        Counted(solved.table.box, solved.best),
        METHOD,
    )


class Counted(Lazy[TokenState, V]):
    """A mapping of every unfinished state, counted without listing them."""

    def __init__(self, box: Box, get: Callable[[TokenState], V]) -> None:
        super().__init__(lambda: _unfinished(box), get)
        self._box = box

    def __len__(self) -> int:
        return count_states(self._box)


@dataclass(frozen=True)
class Solved:
    """The table, asked by state."""

    table: SweptBox

    def value(self, state: TokenState) -> Exact:
        """Minus the expected score."""
        mask, thrown = _place(self.table.box, state)
        expected = self.table.worth[mask] if thrown is None else self.table.after(mask, thrown)
        return self.table.number(-int(expected))

    def best(self, state: TokenState) -> tuple[Action, ...]:
        """Every optimal action."""
        mask, thrown = _place(self.table.box, state)
        if thrown is not None:
            return self.table.best_removals(mask, thrown)
        if len(self.table.box.game.counts(state[0])) > 1:
            return self.table.best_counts(mask)
        return (WAIT,)


def _unfinished(box: Box) -> Iterator[TokenState]:
    for mask in range(1, 1 << len(box.tokens)):
        left = box.left(mask)
        yield TokenState(left)
        yield from (
            TokenState(left, total)
            for total in sorted(box.totals(left))
            if box.choices(mask, total)
        )


def _place(box: Box, state: State) -> tuple[int, int | None]:
    """The mask and the throw of an unfinished state; KeyError for anything else."""
    # a state comes from outside: whatever is no state is no key, as in a dict
    if not (isinstance(state, tuple) and len(state) == 2):
        raise KeyError(state)
    left, thrown = state
    if not (isinstance(left, tuple) and left):
        raise KeyError(state)
    mask = box.mask(left)
    # the tokens must stand in ascending order, as the generic states have them
    if box.left(mask) != left:
        raise KeyError(state)
    goes_on = thrown is None or (thrown in box.totals(left) and box.choices(mask, thrown))
    if not goes_on:
        raise KeyError(state)
    return mask, thrown


# --- policies -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Followed:
    """A box played by a strategy."""

    box: Box
    plan: Strategy

    def counted(self, left: Tokens) -> list[tuple[int, fmpq]]:
        """(total, chance) of the throw, where the strategy chooses how many dice."""
        state, counts = TokenState(left), self.box.game.counts(left)
        law = (
            legal_choice(self.box.game, state, MAX, self.plan)
            if len(counts) > 1
            else Distribution({counts[0]: 1})
        )
        chances: dict[int, fmpq] = defaultdict(fmpq)
        for count, weight in law.items():
            throw = self.box.laws[count]
            for total, w in throw.items():
                chances[total] += fmpq(weight * w, law.total * throw.total)
        return sorted(chances.items())

    def removed(self, left: Tokens, mask: int, total: int) -> list[tuple[int, fmpq]]:
        """(mask that is left, chance) after the throw; empty when the game is over."""
        allowed = {tokens: bits for bits, tokens in self.box.choices(mask, total)}
        if not allowed:
            return []
        law = self.plan(TokenState(left, total))
        # plans are asked for every state, so the full check runs only where it will complain
        if not all(action in allowed for action in law):
            # says what is wrong
            legal_choice(self.box.game, TokenState(left, total), MAX, self.plan)
        return [(mask ^ allowed[action], fmpq(weight, law.total)) for action, weight in law.items()]


@fast_path_of(payoff_law, TokenGame)
def payoff_law_tokens(
    game: TokenGame, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of minus the score: the chance of each configuration, larger masks first since a
    removal makes a mask smaller.
    """
    followed = Followed(Box(game), strategy(profile[MAX]))
    full = followed.box.mask(followed.box.tokens)
    # a heap of negative masks gives the largest first: when a mask comes, all that lead to it are
    # done
    chances, pending = {full: fmpq(1)}, [-full]
    ended: dict[Exact, fmpq] = defaultdict(fmpq)
    while pending:
        mask = -heappop(pending)
        chance, left = chances.pop(mask), followed.box.left(mask)
        for total, throw in followed.counted(left) if mask else [(0, fmpq(1))]:
            reached = followed.removed(left, mask, total) if mask else []
            if not reached:
                ended[-game.score_of(left)] += chance * throw
            for after, share in reached:
                # pushed once, by the first removal that leads there
                if after not in chances:
                    chances[after] = fmpq(0)
                    heappush(pending, -after)
                chances[after] += chance * throw * share
    return from_probabilities(
        {payoff: as_exact(p) for payoff, p in sorted(ended.items(), reverse=True)}
    )


# {number of throws: the chance to end after so many with the box shut, and with tokens left}
Ends = dict[int, tuple[fmpq, fmpq]]


def ends_of(followed: Followed) -> Ends:
    """How many throws play takes, and whether the box is shut then, throw by throw."""
    full = followed.box.mask(followed.box.tokens)
    ends: Ends = {}
    throws, going = 0, {full: fmpq(1)}
    while going:
        shut = going.pop(0, fmpq(0))
        going, stuck = _thrown(followed, going)
        # who is stuck has thrown once more than who had shut the box before that throw
        before, left = ends.get(throws, (fmpq(0), fmpq(0)))
        ends[throws] = (before + shut, left)
        throws += 1
        ends[throws] = (fmpq(0), stuck)
    return ends


def _thrown(followed: Followed, going: dict[int, fmpq]) -> tuple[dict[int, fmpq], fmpq]:
    """({configuration: its chance} after one throw more, the chance that this throw ends play)."""
    reached: dict[int, fmpq] = defaultdict(fmpq)
    stuck = fmpq(0)
    for mask, chance in going.items():
        left = followed.box.left(mask)
        for total, throw in followed.counted(left):
            after = followed.removed(left, mask, total)
            stuck += chance * throw if not after else 0
            for smaller, share in after:
                reached[smaller] += chance * throw * share
    return reached, stuck


def throws_law(game: TokenGame, plan: object) -> Distribution[int]:
    """The law of the number of throws when the player follows the plan.

    >>> from exactdice.games.tokens.rules import policy, choices
    >>> throws_law(TokenGame(tokens=2), policy(lambda left, thrown: choices(left, thrown)[0]))
    Distribution({1: 35, 2: 1})
    """
    a_token_game(game, "throws_law")
    ends = ends_of(Followed(Box(game), strategy(plan)))
    return from_probabilities({n: as_exact(shut + left) for n, (shut, left) in ends.items()})


@fast_path_of(length_law, TokenGame)
def length_law_tokens(
    game: TokenGame, profile: Profile, progress: Progress | None = None
) -> Distribution[int]:
    """The law of the number of moves: a throw and a removal in turn, without a last removal where
    tokens are left.
    """
    moves: dict[int, fmpq] = {}
    for throws, (shut, left) in ends_of(Followed(Box(game), strategy(profile[MAX]))).items():
        moves[2 * throws - 1] = left
        moves[2 * throws] = shut
    return from_probabilities(
        {n: as_exact(chance) for n, chance in sorted(moves.items()) if n >= 0}
    )


@fast_path_of(mean_length, TokenGame)
def mean_length_tokens(
    game: TokenGame, profile: Profile, progress: Progress | None = None
) -> Exact:
    """The mean number of moves, throws and removals."""
    return length_law_tokens(game, profile, progress).mean()


@fast_path_of(profile_values, TokenGame, TooMany)
def profile_values_tokens(
    game: TokenGame, profile: Profile, progress: Progress | None = None
) -> Mapping[TokenState, Exact]:
    """The value of a policy at every state, reachable from the start or not."""
    box = Box(game)
    if len(box.tokens) > MOST_TOKENS:
        raise TooMany(f"values of every configuration fit in memory up to {MOST_TOKENS} tokens")
    followed = Followed(box, strategy(profile[MAX]))
    worth = [fmpq(0)] * (1 << len(box.tokens))
    later = _Later(followed, worth)
    # a removal makes the mask smaller, so what a value needs is there already
    for mask in range(len(worth)):
        left = box.left(mask)
        throws = followed.counted(left) if mask else [(0, fmpq(1))]
        worth[mask] = sum(
            (chance * later.mean(left, mask, total) for total, chance in throws), fmpq(0)
        )
        if progress and mask % 1000 == 0:
            progress(mask, len(worth))
    return Counted(box, later.value)


@dataclass(frozen=True)
class _Later:
    """Values after a throw, from those of the smaller masks."""

    followed: Followed
    worth: list[fmpq]

    def mean(self, left: Tokens, mask: int, total: int) -> fmpq:
        """The value after this throw."""
        reached = self.followed.removed(left, mask, total) if mask else []
        if not reached:
            score = self.followed.box.game.score_of(left)
            return fmpq(-score.numerator, score.denominator)
        return sum((share * self.worth[after] for after, share in reached), fmpq(0))

    def value(self, state: TokenState) -> Exact:
        """The value at an unfinished state."""
        mask, thrown = _place(self.followed.box, state)
        return as_exact(self.worth[mask] if thrown is None else self.mean(state[0], mask, thrown))


def score_law(game: TokenGame, plan: object) -> Distribution[Exact]:
    """The exact law of the final score when the player follows the plan: a strategy, a table, or a
    function made by `policy`.

    >>> from exactdice.games.tokens.rules import policy, choices
    >>> score_law(TokenGame(tokens=2), policy(lambda left, thrown: choices(left, thrown)[0]))
    Distribution({0: 2, 1: 1, 2: 33})
    """
    a_token_game(game, "score_law")
    law = payoff_law(game, (strategy(plan), _waits))
    return law.map(lambda payoff: -payoff)


def expected_score(game: TokenGame, plan: object = None) -> Exact:
    """The expected final score when the player follows the plan; without one, the least that any
    plan reaches.

    >>> expected_score(TokenGame(tokens=3))
    Fraction(883, 432)
    """
    a_token_game(game, "expected_score")
    # the value is the payoff, which is minus the score
    return score_law(game, plan).mean() if plan is not None else -solve(game).value


def best_choices(game: TokenGame, thrown: int) -> tuple[Tokens, ...]:
    """All optimal sets of tokens to remove from the start after this throw; none when no tokens sum
    to it.

    Raises `RulesError` for a throw that the dice cannot give.

    >>> best_choices(TokenGame(tokens=3), 3), best_choices(TokenGame(tokens=3), 7)
    (((1, 2),), ())
    """
    a_token_game(game, "best_choices")
    table = sweep(game)
    possible = sorted(table.box.totals(game.start.left))
    total = whole_or_none(thrown)
    if total is None or total not in possible:
        raise RulesError(f"a throw must be one of {shown(tuple(possible))}, {got(thrown)}")
    # the largest mask has all tokens: it is the start
    return table.best_removals(len(table.worth) - 1, total)


def a_token_game(game: object, where: str) -> None:
    """Refuse what is not a token game; one derived from it is."""
    an_instance(game, TokenGame, f"the game of {where}", "a TokenGame, such as TokenGame(tokens=9)")


_waits = always(point(WAIT))

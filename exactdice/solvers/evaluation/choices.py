"""The cost of a choice: the value of the best action less that of the one that was chosen, against
optimal play of the opponent from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpq

from ...distributions.distribution import point
from ...exact.errors import RulesError
from ...exact.numbers import (
    Exact,
    Interval,
    Value,
    as_exact,
    as_fmpq,
    lower_end,
    shown,
    simplest,
    upper_end,
)
from ...game.protocol import (
    MAX,
    NAMES,
    OTHER,
    PLAYERS,
    WAIT,
    Action,
    ActionDistribution,
    Game,
    Player,
    State,
)
from ...game.solution import Enclosure, Solution
from ..hidden.information import Situation
from ..hidden.solution import ImperfectInformationSolution, best_against, follow_plan
from ..hidden.tree import NEVER, GameTree

Worth = Callable[[State], Value]  # of an unfinished state, to MAX
# of the player where both choose
MixedAction = Callable[[State, Player], ActionDistribution]


@dataclass(frozen=True)
class Known:
    """A game under optimal play, as far as it is known: the value of each unfinished state to MAX,
    and an optimal mixed action of each player where both choose.
    """

    game: Game
    worth: Worth
    mixed_action: MixedAction

    def value_at_state(self, state: State) -> Value:
        """The payoff of a finished state, else its value."""
        payoff = self.game.payoff(state)
        return self.worth(state) if payoff is None else as_exact(payoff, "payoff")

    def action_values(self, state: State, player: Player) -> dict[Action, Value]:
        """{action: the mean payoff to the player after it} against optimal play of the opponent.

        Where both choose, the opponent draws from an optimal mixed action. Of several that of the
        solution is taken; the best action is worth the value of the state under each of them.

        >>> from exactdice import DiceBattle, solve
        >>> game = DiceBattle(dice=2, target=2)
        >>> known_of(solve(game)).action_values(game.start, MAX)
        {1: Fraction(13, 18), 2: Fraction(53, 108)}
        """
        other, sign = OTHER[player], 1 if player == MAX else -1
        theirs = tuple(self.game.actions(state, other))
        # Who has one action need not be in any table.
        mixed = point(theirs[0]) if len(theirs) == 1 else self.mixed_action(state, other)
        values = {}
        for action in self.game.actions(state, player):
            paid: dict[Action, Value] = {}
            for one in mixed:
                joint = (action, one) if player == MAX else (one, action)
                following = self.game.outcomes(state, joint)
                worth = {after: self.value_at_state(after) for after in following}
                paid[one] = sign * mean_value(worth, following)
            values[action] = mean_value(paid, mixed)
        return values

    def judged(self, state: State, player: Player, action: Action) -> Choice:
        """The cost of the player's action at the state, and the optimal actions.

        >>> from exactdice import DiceBattle, solve
        >>> game = DiceBattle(dice=2, target=2)
        >>> choice = known_of(solve(game)).judged(game.start, MAX, 2)
        >>> choice.cost, choice.optimal
        (Fraction(25, 108), (1,))
        """
        # The state itself first: what a large game solves for it answers for all that follow.
        self.worth(state)
        return _choice(self.action_values(state, player), state, player, action)


def known_of(solution: Solution | Enclosure) -> Known:
    """The values and mixed actions of the solution, or of the bounds."""
    worth = solution.values if isinstance(solution, Solution) else solution.bounds
    strategies = solution.strategies
    return Known(solution.game, worth.__getitem__, lambda state, player: strategies[player][state])


def mean_value(numbers: Mapping[State, Value], distribution: ActionDistribution) -> Value:
    """The mean of the numbers under the distribution: exact, or bounds where one of them is bounds.

    >>> from exactdice.distributions.distribution import uniform
    >>> mean_value({"a": 1, "b": Interval(0, 1)}, uniform(["a", "b"]))
    Interval(lower=Fraction(1, 2), upper=1)
    """
    total: Value = 0
    for outcome in distribution:
        total = numbers[outcome] * distribution.probability(outcome) + total
    if isinstance(total, Interval):
        return Interval(simplest(Fraction(total.lower)), simplest(Fraction(total.upper)))
    return simplest(Fraction(total))


@dataclass(frozen=True)
class Choice:
    """A choice that was made: where, by whom, what, all actions that are optimal there, and what
    the action costs, in points of value: 0 where it is optimal.

    Under bounds `optimal` holds every action that may be optimal.
    """

    state: State
    player: Player
    action: Action
    optimal: tuple[Action, ...]
    cost: Value

    @property
    def is_optimal(self) -> bool:
        """Whether it is one of the optimal actions."""
        return self.action in self.optimal


def is_choice(game: Game, state: State, player: Player) -> bool:
    """Whether the player has more than one action at the state."""
    return len(game.actions(state, player)) > 1


def _choice(values: Mapping[Action, Value], state: State, player: Player, action: Action) -> Choice:
    """The choice of the action, where each is worth so much to the player."""
    each = tuple(values.values())
    best = Interval(max(map(lower_end, each)), max(map(upper_end, each))).collapsed
    # What may be the best one; and no cost is below 0.
    optimal = tuple(other for other, one in values.items() if upper_end(one) >= lower_end(best))
    cost = best - values[action]
    if isinstance(cost, Interval):
        cost = Interval(max(0, cost.lower), max(0, cost.upper))
    else:
        cost = simplest(Fraction(cost))
    return Choice(state, player, action, optimal, cost)


# --- where the players do not see everything ------------------------------------------------------


# {sequence: the value of its best reply to MAX}, and {place: the probability that play comes there
# when the player does all for that}
Reply = tuple[Mapping[int, fmpq], Mapping[int, fmpq]]


@dataclass(frozen=True, eq=False)
class ImperfectInformationChoices:
    """The choices in a game with this tree and this solution."""

    tree: GameTree
    solution: ImperfectInformationSolution

    @property
    def game(self) -> Game:
        """The game that is played: its states tell what each player knows."""
        return self.tree.informed

    def value_at_state(self, state: State) -> Exact:
        """The value of the start to MAX; `RulesError` for any other state."""
        if state != self.game.start:
            raise RulesError("what a state is worth depends on what the players believe there")
        return self.solution.value

    def optimal_mixed_action(self, situation: Situation, player: Player) -> ActionDistribution:
        """The player's mixed action in the solution."""
        known = self.tree.information(situation.known[player], player)
        return self.solution.strategies[player][known]

    def judged(self, state: Situation, player: Player, action: Action) -> Choice:
        """The cost of the player's action by what it knows in this situation.

        Raises `RulesError` where optimal play of the opponent never leads to this information.
        """
        return _choice(self.action_values(state, player), state, player, action)

    def action_values(self, situation: Situation, player: Player) -> dict[Action, Exact]:
        """{action: the mean payoff to the player after it} by what it knows.

        Raises `RulesError` where optimal play of the opponent never leads to this information.
        """
        place = situation.known[player]
        info = self.tree.information_sets[player][place]
        worth, reached = self._replies[player]
        probability = reached.get(place, NEVER)
        if not probability:
            known = self.tree.information(place, player)
            raise RulesError(
                f"optimal play of {NAMES[OTHER[player]]} never leads to {shown(known)}, so it does "
                "not say what to believe there"
            )
        sign = 1 if player == MAX else -1
        return {
            action: as_exact(sign * worth.get(sequence, NEVER) / probability)
            for action, sequence in info.after.items()
        }

    @cached_property
    def _replies(self) -> Sequence[Reply]:
        """For each player that against the opponent's strategy."""
        tree = self.tree
        replies = []
        for player in PLAYERS:
            other = OTHER[player]
            _, weights = follow_plan(tree, other, self.solution.strategies[other])
            reached: dict[int, fmpq] = {}
            for k, here in enumerate(tree.probabilities):
                if k in tree.states.payoffs or tree.states.actions(k)[player] == (WAIT,):
                    continue
                for places, probability in here.items():
                    weight = as_fmpq(weights.get(tree.sequences[other][places[other]], 0))
                    place = places[player]
                    reached[place] = reached.get(place, NEVER) + probability * weight
            replies.append((best_against(tree, player, weights).worth, reached))
        return replies

"""The protocol every game follows, and the words for its players.

A game is described once, by its rules. Every state is a small matrix game: MAX picks one of its
actions, MIN one of its own, and the pair (the joint action) leads to a `Distribution` of next
states. Payoffs are paid to MAX.

- Taking turns: the player who is not to move has the single action WAIT.
- One player: MIN always waits. No dice: `point(next_state)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal, Protocol

from ..distributions.distribution import Distribution, from_probabilities, point
from ..exact.argument_checks import a_function_of, arguments, got, members, raise_failed, takes
from ..exact.errors import RulesError
from ..exact.numbers import Exact, shown, whole_or_none

Player = Literal[0, 1]
MAX: Final = 0
MIN: Final = 1
PLAYERS: Final[tuple[Player, Player]] = (MAX, MIN)
OTHER: Final[Mapping[Player, Player]] = {MAX: MIN, MIN: MAX}
NAMES: Final = ("MAX", "MIN")
WAIT: Final = "wait"
WAITS: Final = point(WAIT)

# States and actions have types of their own in each game (a NamedTuple, numbers, cells, names), and
# its rules take these as arguments. So the rules of every game fit no narrower type than these, and
# by no other does a game read back its own actions from a strategy.
State = Any  # hashable; a NamedTuple reads best
Joint = Any  # (MAX's action, MIN's action)
ActionDistribution = Distribution[Any]  # of an action
StateDistribution = Distribution[State]  # of the next state
Memory = Any  # what a strategy remembers, hashable
Action = Hashable  # where it is only listed, compared and shown
JointAction = tuple[Action, Action]


class MissingEntry(RulesError):
    """A strategy's table has no entry for a state."""


class NeedsMemory(MissingEntry):
    """A strategy with memory was asked for its action by the state alone."""


class Game(Protocol):
    """What a solver reads: a start and three questions about a state. Implementations are frozen
    dataclasses.
    """

    @property
    def start(self) -> State:
        """The state in which play begins."""

    def payoff(self, state: State) -> Exact | None:
        """What MAX is paid when the game is over in this state; None while it goes on."""

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The player's actions, in the order that breaks ties; (WAIT,) when it is not to move."""

    def outcomes(self, state: State, actions: Joint) -> StateDistribution:
        """The law of the next state under (MAX's action, MIN's action)."""


RULES: Final = ("start", "payoff", "actions", "outcomes")  # the members of the protocol
ASKED_WITH: Final = {
    "payoff": ("state",),
    "actions": ("state", "player"),
    "outcomes": ("state", "actions"),
}


def refuse_no_game(game: object) -> None:
    """Raise `RulesError` for a class, and when a member of the protocol is missing or does not take
    what it is asked with.
    """
    members(game, RULES, "a game", f"an object with {', '.join(RULES[:-1])} and {RULES[-1]}")
    for name, asked in ASKED_WITH.items():
        method = getattr(game, name)
        if not (callable(method) and takes(len(asked), method)):
            raise RulesError(
                f"{name} of {shown(game)} must take {arguments(len(asked))}, as in "
                f"{name}({', '.join(asked)})"
            )


def checked_player(player: object) -> Player:
    """MAX or MIN; `RulesError` for anything else."""
    number = whole_or_none(player)
    if number not in PLAYERS:
        raise RulesError(f"the player must be MAX or MIN, {got(player)}")
    return PLAYERS[number]


def mover(game: Game, state: State) -> Player:
    """The player to move in a state of a game in turns; `RulesError` when both have a choice."""
    player = mover_at(game, state)
    if player is None:
        raise RulesError(
            f"{shown(state)} must have one player to move, but both have a choice there"
        )
    return player


def mover_at(game: Game, state: State) -> Player | None:
    """The player to move in a state; None where both have a choice."""
    rows, columns = (tuple(game.actions(state, player)) for player in PLAYERS)
    return mover_among(rows, columns)


def mover_among(rows: tuple[Action, ...], columns: tuple[Action, ...]) -> Player | None:
    """The player to move when MAX has these actions and MIN those: the other waits or has a single
    action; None if both choose.
    """
    # Where neither has a choice, the one that does not merely wait is to move.
    if columns == (WAIT,) or (len(columns) == 1 and rows != (WAIT,)):
        return MAX
    return MIN if len(rows) == 1 else None


def joint_action(player: Player, action: Action) -> JointAction:
    """The joint action in which this player acts and the other waits."""
    return (action, WAIT) if player == MAX else (WAIT, action)


# --- strategies -----------------------------------------------------------------------------------

Strategy = Callable[[State], ActionDistribution]  # the law of the action in a state
Profile = tuple[Strategy, Strategy]  # MAX's strategy, MIN's strategy
# the same, with None for a player who still chooses
Plans = tuple[Strategy | None, Strategy | None]


def strategy(described: object) -> Strategy:
    """The strategy described by a table {state: action or law} or by a function of the state giving
    either.

    >>> strategy({"a": 3})("a"), strategy(lambda state: Distribution({1: 1, 2: 1}))("any")
    (Distribution({3: 1}), Distribution({1: 1, 2: 1}))
    """
    if isinstance(described, WithMemory):
        return described
    if isinstance(described, partial) and described.func in (_listed_choice, _chosen_by):
        return described  # made here already
    if isinstance(described, Mapping):
        return partial(_listed_choice, described)
    return partial(
        _chosen_by, a_function_of(1, described, "a strategy", "a table or a function of the state")
    )


def checked_profile(profile: object) -> Profile:
    """The profile's two strategies; `RulesError` unless it is a pair of them."""
    if not isinstance(profile, (tuple, list)) or len(profile) != 2:
        raise RulesError(
            f"a profile must be a pair, MAX's strategy and MIN's strategy, {got(profile)}"
        )
    return strategy(profile[MAX]), strategy(profile[MIN])


def _listed_choice(table: Mapping[State, object], state: State) -> ActionDistribution:
    try:  # looked up once, as the table of a solution works out its entries
        return _law(table[state])
    except KeyError:
        raise MissingEntry(f"the strategy's table has no entry for {shown(state)}") from None


def _chosen_by(function: Callable[[State], object], state: State) -> ActionDistribution:
    try:
        choice = function(state)
    except Exception as error:
        raise_failed(f"the strategy {shown(function)}", state, error)
    return _law(choice)


def _law(choice: object) -> ActionDistribution:
    return choice if isinstance(choice, Distribution) else point(choice)


@dataclass(frozen=True)
class WithMemory:
    """A strategy that also looks at what it remembers: something hashable, which every move may
    change.

    `choose(memory, state)` gives its action or the distribution of it, `update(memory, state,
    actions, after)` what it remembers once the joint action led from the state to `after`. Whoever
    follows it keeps the memory beside the state (see `evaluation.profiles`); asked by the state
    alone it raises `NeedsMemory`.
    """

    name: str
    initial: Hashable
    choose: Callable[[Memory, State], object]
    update: Callable[[Memory, State, JointAction, State], Hashable]

    def __call__(self, state: State) -> ActionDistribution:
        """Raises `NeedsMemory`."""
        raise NeedsMemory(
            f"{self.name} remembers what happened before, so {shown(state)} alone does not say "
            "what it plays: ask for gain, win, draw, loss, turns or the law of these"
        )

    def law(self, memory: Hashable, state: State) -> ActionDistribution:
        """The law of its action."""
        return _law(self.choose(memory, state))


def always(law: ActionDistribution) -> Strategy:
    """The strategy that draws from the same law in every state."""
    return partial(_same, law)


def _same(law: ActionDistribution, _: State) -> ActionDistribution:
    return law


def distribution_of_always(plan: Strategy) -> ActionDistribution | None:
    """The law that the strategy draws from in every state, when `always` made it; None for any
    other.

    >>> distribution_of_always(always(point(3))), distribution_of_always({"a": 3}.get)
    (Distribution({3: 1}), None)
    """
    function = function_of(plan)
    if isinstance(function, partial) and function.func is _same:
        (law,) = function.args
        return _law(law)
    return None


def function_of(plan: object) -> object:
    """The function of the state that `strategy` made the strategy of; any other as it is."""
    if isinstance(plan, partial) and plan.func is _chosen_by:
        return plan.args[0]
    return plan


def mixed(*parts: tuple[object, Exact]) -> Strategy:
    """The strategy that on every turn draws one of these (strategy, probability) parts and follows
    it.

    >>> from fractions import Fraction
    >>> mixed((lambda state: 1, Fraction(1, 3)), (lambda state: 2, Fraction(2, 3)))("any state")
    Distribution({1: 1, 2: 2})
    """
    for part in parts:
        if not isinstance(part, (tuple, list)) or len(part) != 2:
            raise RulesError(
                f"a part of a mixture must be a pair, a strategy and its probability, {got(part)}"
            )
    plans = [strategy(described) for described, _ in parts]
    chance = from_probabilities(
        {index: p for index, (_, p) in enumerate(parts)}, "probabilities of a mixture"
    )
    return partial(_drawn, plans, chance)


def _drawn(
    plans: Sequence[Strategy], chance: Distribution[int], state: State
) -> ActionDistribution:
    """The law of the action when one of the plans is drawn and followed."""
    return chance.bind(lambda index: plans[index](state))


def legal_choice(game: Game, state: State, player: Player, plan: Strategy) -> ActionDistribution:
    """The law of the player's action under the plan, after checking that the game allows each of
    its actions.
    """
    allowed = game.actions(state, player)
    # Who is not to move is not asked: a plan need not answer for the states of the other.
    law = plan(state) if allowed != (WAIT,) else WAITS
    for action in law:
        if action not in allowed:
            texts = list(map(shown, allowed))
            few = texts if len(texts) <= 8 else [*texts[:3], "...", texts[-1]]
            raise RulesError(
                f"the strategy of {NAMES[player]} plays {shown(action)} at {shown(state)}, "
                f"where the actions are {', '.join(few)}"
            )
    return law

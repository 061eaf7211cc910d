"""The information of each player in a game with imperfect information.

A player's **information** is the tuple of what it has observed and of its own actions, in the order
in which they came; what it did not observe and where it merely waited is left out. As it holds the
past, nobody forgets (perfect recall). A strategy of such a game is a table {information: action or
law}, or a function of the information.

A game with imperfect information becomes one without, in which each state also tells what the
players know there (`Informed`). There strategies are followed, drawn from and listed as in every
game; which of its states a player can tell apart is up to the solver.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial

from ...distributions.distribution import Distribution, point
from ...exact.argument_checks import got
from ...exact.errors import RulesError
from ...exact.numbers import shown
from ...game.derived import GameWithRecords
from ...game.graph import backward_order, explore
from ...game.optional import Hiding, hides
from ...game.protocol import (
    MAX,
    MIN,
    NAMES,
    PLAYERS,
    WAIT,
    Action,
    ActionDistribution,
    Game,
    Joint,
    Plans,
    Player,
    Profile,
    State,
    Strategy,
    WithMemory,
    strategy,
)

Information = tuple[Hashable, ...]  # what was observed and done, in this order
SEES_ALL = "and this solver is for games in which they see everything: use solve(game)"
BY_STATES = (
    "and this needs to see its states: ask solve, best_response, exploitability, "
    "payoff_distribution or simulate"
)
KNOWS_MORE = (
    "each time a player may know more, without end, so a game that hides something needs play "
    "that always moves on"
)
NOTHING = 0  # the place of a player who has not observed or done anything yet


def refuse_imperfect_information(game: Game, why: str) -> None:
    """Raise `RulesError` for a game that hides something from a player."""
    if hides(game):
        raise RulesError(f"{shown(game)} hides what happens from its players, {why}")


class Knowledge:
    """All that one player may come to know, as a tree: each place in it is one information.

    Places are numbered as they are found, so each has a larger number than the one it grew from.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.before: list[int] = [NOTHING]  # the place that each grew from
        self.latest: list[Hashable] = [None]  # what was learned or done last
        self.acted: list[bool] = [False]  # whether that is an action of its own
        self._after: dict[tuple[int, Hashable], int] = {}

    def acting(self, place: int, action: Action) -> int:
        """The place once the player has done this; who merely waits does nothing."""
        return place if action == WAIT else self._grow(place, action, acted=True)

    def learning(self, place: int, seen: Hashable) -> int:
        """The place once the player has observed this; None is nothing."""
        return place if seen is None else self._grow(place, seen, acted=False)

    def _grow(self, place: int, latest: Hashable, *, acted: bool) -> int:
        # At one place what comes next is learned in some plays and done in others.
        found = self._after.setdefault((place, latest), len(self.before))
        if found == len(self.before):
            self.before.append(place)
            self.latest.append(latest)
            self.acted.append(acted)
        elif self.acted[found] != acted:
            raise RulesError(
                f"what {NAMES[self.player]} knows must tell its own action {shown(latest)} from an "
                f"observation of the same name, after {shown(self.information(place))}"
            )
        return found

    def sequences(self) -> list[int]:
        """For each place the last one at or before it that ends in an action of the player."""
        last = [NOTHING]
        for before, is_own in zip(self.before[1:], self.acted[1:], strict=True):
            # The place before has a smaller number, so its answer is known.
            last.append(len(last) if is_own else last[before])
        return last

    def information(self, place: int) -> Information:
        """The information at the place."""
        parts = []
        while place != NOTHING:
            parts.append(self.latest[place])
            place = self.before[place]
        return tuple(reversed(parts))

    def place_of(self, information: Information) -> int | None:
        """The place of the information; None where play never leads to it."""
        place: int | None = NOTHING
        try:
            for part in information:
                place = None if place is None else self._after.get((place, part))
        except TypeError:
            return None  # what cannot be hashed is no observation
        return place


@dataclass(slots=True, repr=False, unsafe_hash=True)
class Situation:
    """A state of the game, and the place of each player in the tree of what it may know.

    It is written as the state, since messages about rules are about states.
    """

    state: State
    known: tuple[int, int]

    def __repr__(self) -> str:
        return shown(self.state)


class Informed(GameWithRecords):
    """The game whose states tell what each player knows, as `Situation`s; it is written as the
    game.
    """

    game: Hiding
    pure = False  # each process would number what it sees in an order of its own

    def __init__(self, game: Hiding) -> None:
        self.game = game
        self.knowledge = (Knowledge(MAX), Knowledge(MIN))

    @property
    def start(self) -> Situation:
        """The start of the game, with what each player observes there."""
        return self._observe(NOTHING, NOTHING, self.game.start)

    def outcomes(self, state: Situation, joint: Joint) -> Distribution[Situation]:
        """The distribution of the next state, with what each player knows then."""
        distribution = self.game.outcomes(state.state, joint)
        if not isinstance(distribution, Distribution):
            return distribution  # refused with its state by the caller
        first, second = (
            self.knowledge[player].acting(state.known[player], joint[player]) for player in PLAYERS
        )
        observe = partial(self._observe, first, second)
        if len(distribution) > 1:
            return distribution.map(observe)
        (after,) = distribution
        return point(observe(after))

    def information(self, state: Situation, player: Player) -> Information:
        """The information of the player."""
        return self.knowledge[player].information(state.known[player])

    def _observe(self, first: int, second: int, state: State) -> Situation:
        """The state, once the players at these places have learned what they do in it."""
        of_max = self.knowledge[MAX].learning(first, self.game.observation(state, MAX))
        of_min = self.knowledge[MIN].learning(second, self.game.observation(state, MIN))
        return Situation(state, (of_max, of_min))


# --- strategies that know the information alone ---------------------------------------------------


@dataclass(frozen=True)
class ByInformation:
    """A strategy of the informed game that looks at what its player knows, and at nothing else."""

    informed: Informed
    player: Player
    plan: Strategy
    cached: dict[int, ActionDistribution] = field(default_factory=dict, compare=False)

    def __call__(self, state: Situation) -> ActionDistribution:
        """The mixed action; many states have one information, so the plan is asked once."""
        place = state.known[self.player]
        if place not in self.cached:
            self.cached[place] = self.plan(self.informed.information(state, self.player))
        return self.cached[place]


def information_strategy(game: Hiding, plan: object) -> Strategy:
    """The strategy of the information that this describes; `RulesError` if it looks at states."""
    followed = strategy(plan)
    if isinstance(followed, WithMemory):
        raise RulesError(
            f"{followed.name} looks at the states, which the players of {shown(game)} do not see: "
            "give a table or a function of the information"
        )
    return followed


def informed(game: Hiding, plans: Plans) -> tuple[Informed, Plans]:
    """The informed game, and the plans as strategies of it.

    `RulesError` for a player who chooses: on the informed game it would see everything.
    """
    if not isinstance(plans, (tuple, list)) or len(plans) != 2 or None in plans:
        raise RulesError(f"{shown(game)} needs a strategy of each player, {got(plans)}")
    backward_order(explore(game), KNOWS_MORE)  # refuses cycles
    return informed_profile(game, (plans[MAX], plans[MIN]))


def informed_profile(game: Hiding, profile: Sequence[object]) -> tuple[Informed, Profile]:
    """The informed game, and the two strategies as strategies of it."""
    known = Informed(game)
    first, second = (
        ByInformation(known, player, information_strategy(game, profile[player]))
        for player in PLAYERS
    )
    return known, (first, second)

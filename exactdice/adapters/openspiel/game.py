"""A game of OpenSpiel as a game on the protocol.

A state is the history: all actions and outcomes of chance since the start, by OpenSpiel's numbers.
MAX is its player 0. Where chance moves both players wait; where both move at once the joint action
is theirs together.

What a player observes is OpenSpiel's information-state string, each time the player decides. So a
player's information is the sequence of these strings and of its own actions. Where OpenSpiel gives
one string for two such sequences, a player there forgets what it knew before: no equilibrium in
behaviour strategies need exist then, and the game is refused with both histories.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from inspect import Parameter, Signature
from sys import intern
from typing import Any

from ...argument_checks import got
from ...distribution import Distribution, point
from ...errors import RulesError
from ...exact import Exact, shown
from ...extras import needed
from ...game import MAX, MIN, NAMES, PLAYERS, WAIT, Action, Game, Joint, Player
from .histories import likely_histories
from .loading import Spiel, defaults_of, load_spiel
from .numbers import law_meant, meant

SpielState = Any
History = tuple[object, ...]  # OpenSpiel's numbers of actions and outcomes; pairs where both chose
Choices = Mapping[Action, int]  # of one player in a state: the action, by our name, and its number
Known = tuple[Hashable, ...]  # of one player: what it was told, and its own actions by number

STEPS_A_HISTORY = 1000  # two thousand bytes are kept of each, OpenSpiel's own among them
NOTHING: Choices = {}  # of a player who does not decide


def from_openspiel(game: str | Spiel, **options: object) -> Game:
    """The two-player zero-sum game of OpenSpiel with this name and these options, or this `Game` of
    OpenSpiel's; payoffs are those of its player 0.

    `from_openspiel("leduc_poker")`, `from_openspiel("liars_dice", dice_sides=4)`. Its states are
    histories, its actions OpenSpiel's words for them, or their numbers where two share one word. It
    hides what OpenSpiel hides. Chances that are all equal are 1/n; any other, and each payoff, is
    the only fraction with a denominator up to 100,000 within 10^-12 of OpenSpiel's float, and the
    chances of a state sum to exactly 1: else `InexactError` at that history. Constant-sum games are
    read, too.

    Raises `ExactDiceError` when OpenSpiel is not installed, and `RulesError` in one line for a name
    or an option that it does not have, a game that is not for two players, is general-sum, or has
    chances that it does not list; and, at the histories, where a player's information forgets.
    """
    with needed("this adapter", "openspiel"):
        import pyspiel
    if not isinstance(game, (str, pyspiel.Game)):
        raise RulesError(f"a game of OpenSpiel is its name or a pyspiel.Game, {got(game)}")
    if not isinstance(game, str) and options:
        raise RulesError(f"the options of {game} are set already, got {shown(options)}")
    loaded = load_spiel(game, options) if isinstance(game, str) else game
    _refuse_unfit(loaded, pyspiel.GameType)
    kind = loaded.get_type()
    hidden = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    made = HidingOfOpenSpiel if hidden else OfOpenSpiel
    # Two games may have one name, when they are made in Python.
    identity = None if isinstance(game, str) else object()
    return made(str(loaded), identity, loaded)


def maker_as_written(call: str) -> Callable[[], Game]:
    """What makes the game of OpenSpiel that OpenSpiel writes so: one that takes another game, such
    as `misere(game=kuhn_poker())`, has no other way to be named.
    """

    def made() -> Game:
        return from_openspiel(call)

    return made


def maker_of(short: str) -> Callable[..., Game]:
    """What makes the game of OpenSpiel with this name; its options are those of the function."""

    def made(**options: object) -> Game:
        return from_openspiel(short, **options)

    parameters = [
        Parameter(key, Parameter.KEYWORD_ONLY, default=default, annotation=type(default))
        for key, default in defaults_of(short).items()
        if key.isidentifier()
    ]
    # Read by whoever lists the options of a game.
    made.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return made


def _refuse_unfit(game: Spiel, kinds: Any) -> None:
    """Raise `RulesError` saying what the game is when it cannot be solved here."""
    kind = game.get_type()
    players = "1 player" if game.num_players() == 1 else f"{game.num_players()} players"
    unfit = {
        f"for {players}, and a game here is for two": game.num_players() != 2,
        "general-sum, and a game here is zero-sum or constant-sum": kind.utility
        not in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM),
        "a mean-field game, and a game here is for two": kind.dynamics == kinds.Dynamics.MEAN_FIELD,
        "of chances that are drawn but not listed, and chances here are exact": kind.chance_mode
        == kinds.ChanceMode.SAMPLED_STOCHASTIC,
        "without information-state strings, which say what a player knows": kind.information
        == kinds.Information.IMPERFECT_INFORMATION
        and not kind.provides_information_state_string,
    }
    for what, is_so in unfit.items():
        if is_so:
            raise RulesError(f"{game} of OpenSpiel is {what}")


@dataclass(frozen=True, repr=False)
class Play:
    """A history, and what OpenSpiel says of it."""

    history: History
    reached: SpielState = field(compare=False)
    told: tuple[str | None, str | None] = field(compare=False)  # to each player, where it decides
    known: tuple[Known, Known] = field(compare=False)  # by each player before it was told

    def __repr__(self) -> str:
        return f"({', '.join(map(str, self.history))})"

    # Not before it is asked for, as many states are met but never looked at.
    @cached_property
    def choices(self) -> tuple[Choices, Choices]:
        """What each player may choose."""
        return _choices(self.reached, MAX), _choices(self.reached, MIN)


@dataclass(frozen=True, repr=False)
class OfOpenSpiel:
    """A game of OpenSpiel in which the players see everything; see `from_openspiel`."""

    name: str
    identity: object
    loaded: Spiel = field(compare=False)

    def __repr__(self) -> str:
        return f"openspiel:{self.name.removesuffix('()')}"

    @property
    def exploring_cost(self) -> int:
        """What listing all states costs, by a number of histories that there very likely are."""
        return STEPS_A_HISTORY * likely_histories(self.loaded)

    @property
    def start(self) -> Play:
        """Nothing has happened."""
        return self._play((), self.loaded.new_initial_state(), ((), ()))

    def payoff(self, state: Play) -> Exact | None:
        """What player 0 is paid once OpenSpiel says that play is over."""
        if not state.reached.is_terminal():
            return None
        returns = [meant(paid, f"{self} at {state}, a payoff") for paid in state.reached.returns()]
        if sum(returns) != meant(self.loaded.utility_sum(), f"{self}, the sum of payoffs"):
            raise RulesError(
                f"the payoffs of {self} at {state} must sum to {self.loaded.utility_sum()}, got "
                f"{shown(returns)}"
            )
        return returns[MAX]

    def actions(self, state: Play, player: Player) -> tuple[Action, ...]:
        """OpenSpiel's words for the player's actions; their numbers where two share one."""
        return tuple(state.choices[player]) or (WAIT,)

    def outcomes(self, state: Play, joint: Joint) -> Distribution[Play]:
        """What chance does, or the history with the action of the mover or of both."""
        if state.reached.is_chance_node():
            law = law_meant(state.reached.chance_outcomes(), f"{self} at {state}")
            return law.map(partial(self._drawn, state))
        # None where the player has nothing to choose
        chosen = [state.choices[player].get(joint[player]) for player in PLAYERS]
        known = (_after(state, chosen, MAX), _after(state, chosen, MIN))
        if state.reached.is_simultaneous_node():
            after = state.reached.clone()
            # Of a player who has nothing to choose OpenSpiel takes any number.
            after.apply_actions([number or 0 for number in chosen])
            return point(self._play((*state.history, tuple(chosen)), after, known))
        (number,) = (number for number in chosen if number is not None)
        return point(self._play((*state.history, number), state.reached.child(number), known))

    def text(self, state: Play) -> str:
        """The state as OpenSpiel draws it."""
        return str(state.reached)

    def _drawn(self, state: Play, outcome: int) -> Play:
        """The history with this outcome of chance."""
        after = state.reached.child(outcome)
        return self._play((*state.history, outcome), after, state.known)

    def _play(self, history: History, reached: SpielState, known: tuple[Known, Known]) -> Play:
        return Play(history, reached, (None, None), known)


@dataclass(frozen=True, repr=False)
class HidingOfOpenSpiel(OfOpenSpiel):
    """A game of OpenSpiel in which players do not see everything; see `from_openspiel`."""

    # {(player, what it is told): what it knew before, and a history}, of what was met so far
    met: dict[tuple[Player, str], tuple[Known, Play]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def observation(self, state: Play, player: Player) -> str | None:
        """OpenSpiel's information-state string where the player decides."""
        return state.told[player]

    def _play(self, history: History, reached: SpielState, known: tuple[Known, Known]) -> Play:
        play = Play(history, reached, (_told(reached, MAX), _told(reached, MIN)), known)
        for player in PLAYERS:
            self._refuse_forgetting(play, player)
        return play

    def _refuse_forgetting(self, play: Play, player: Player) -> None:
        """Raise `RulesError` when the player was told the same before and had known otherwise."""
        told, known = play.told[player], play.known[player]
        if told is None:
            return
        before, first = self.met.setdefault((player, told), (known, play))
        if before != known:
            raise RulesError(
                f"{self} has information that forgets: {NAMES[player]} is told {shown(told)} after "
                f"{first} and after {play}, but knew or did other things on the way, and players "
                "here recall all"
            )


def numbers_of(reached: SpielState, player: Player) -> list[int]:
    """OpenSpiel's numbers of the player's actions; none where it does not decide."""
    if reached.is_terminal() or reached.is_chance_node():
        return []
    if not reached.is_simultaneous_node() and reached.current_player() != player:
        return []
    numbers: list[int] = reached.legal_actions(player)
    return numbers


def _choices(reached: SpielState, player: Player) -> Choices:
    """{OpenSpiel's word for each action of the player: its number}, where it decides."""
    numbers = numbers_of(reached, player)
    if not numbers:
        return NOTHING
    # Each word kept once, as millions of states may share a few.
    words = [intern(reached.action_to_string(player, number)) for number in numbers]
    # An action that is called as waiting is could not be told from it.
    are_names = len(set(words)) == len(words) and WAIT not in words
    return dict(zip(words if are_names else numbers, numbers, strict=True))


def _told(reached: SpielState, player: Player) -> str | None:
    """What the player is told where it decides."""
    if not numbers_of(reached, player):
        return None
    told: str = reached.information_state_string(player)
    return told


def _after(state: Play, chosen: list[int | None], player: Player) -> Known:
    """What the player knows once it has acted."""
    # Where players see everything nobody is told anything, and nobody can forget.
    if state.told[player] is None:
        return state.known[player]
    return (*state.known[player], state.told[player], chosen[player])

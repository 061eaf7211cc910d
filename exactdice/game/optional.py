"""What a game may say besides its rules: each protocol here is one more member, which a game may
leave out.

`exactdice.testing.check_game` checks the members that a game has. Ask for one by the function
beside its protocol, so that it stands in one place what holds when a game is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Protocol, TypeGuard, runtime_checkable

from ..exact.argument_checks import FAILURES, raise_failed
from ..exact.errors import ExactDiceError, RulesError
from ..exact.numbers import Exact, items_in_order, shown, whole_or_none
from .protocol import NAMES, PLAYERS, Action, Game, Player, State


@runtime_checkable
class SupportsSolo(Protocol):
    """A game that MAX plays alone: MIN always waits."""

    @property
    def solo(self) -> bool:
        """Whether MAX plays alone."""


def is_solo(game: object) -> bool:
    """Whether MAX plays the game alone."""
    # A game that says nothing is one for two: MIN is then asked for its actions.
    return isinstance(game, SupportsSolo) and game.solo


@runtime_checkable
class SupportsObservation(Protocol):
    """A game in which the players do not see everything.

    What a player knows is its information: all that it has observed and its own actions, in the
    order in which they came. Nobody forgets.
    """

    def observation(self, state: State, player: Player) -> Hashable:
        """What the player learns on reaching the state; None for nothing."""


class Hiding(Game, SupportsObservation, Protocol):
    """A game that says what each player observes."""


@runtime_checkable
class SupportsHiding(SupportsObservation, Protocol):
    """A game with an option by which everything is seen: the observation is then the state."""

    @property
    def hides(self) -> bool:
        """Whether a player may not see everything, with the options of this game."""


def hides(game: object) -> TypeGuard[Hiding]:
    """Whether a player may not see everything."""
    # A game that says nothing hides nothing. By its name the member is found sooner than by the
    # protocol, and this is asked again and again.
    if not hasattr(game, "observation"):
        return False
    if isinstance(game, SupportsHiding):
        return _truth(game, "hides", game.hides)
    return isinstance(game, SupportsObservation)


@runtime_checkable
class SupportsText(Protocol):
    """A game that draws its states, as a board for instance."""

    def text(self, state: State) -> str:
        """The state for people, on one or more lines of plain text: no colours, no codes of a
        terminal. Lines of at most 80 ASCII characters can be read everywhere.
        """


def text_of(game: object, state: State) -> str:
    """The state for people: what the game draws, else the fields of a NamedTuple by name, without
    what is None.

    >>> from exactdice import DiceBattle
    >>> from exactdice.solvers.arenas.arena import NormalPlay
    >>> from exactdice.games.on_graphs.rules import Chomp
    >>> game = DiceBattle(dice=2, target=20)
    >>> text_of(game, game.start)
    'first 0, second 0, MAX to move'
    >>> print(text_of(NormalPlay(Chomp(2, 3)), NormalPlay(Chomp(2, 3)).start))
    # o o
    o o o
    MAX to move
    """
    if isinstance(game, SupportsText):
        return game.text(state)
    return ", ".join(field_texts(state)) or shown(state)


def field_texts(state: State) -> tuple[str, ...]:
    """`first 12`, `second 30`, `MAX to move`: the fields of a NamedTuple that are not None; () for
    any other state.
    """
    # A tuple with names tells them; any other state is shown as Python writes it.
    names: tuple[str, ...] = getattr(state, "_fields", ())
    fields = dict(zip(names, state, strict=True)) if names else {}
    return tuple(field_text(name, value) for name, value in fields.items() if value is not None)


def field_text(name: str, value: object) -> str:
    """One field of a state for people; by `to_move` the name of the player."""
    if name == "to_move" and whole_or_none(value) in PLAYERS:
        return f"{NAMES[int(str(value))]} to move"
    if isinstance(value, tuple):
        return f"{name} {' '.join(map(part_text, value)) or 'nothing'}"
    return f"{name} {part_text(value)}"


def part_text(value: object) -> str:
    """A part of a state or an action for people: `{2, 3}` for a set, whole and in order; any other
    as Python writes it.
    """
    if isinstance(value, frozenset):
        return f"{{{', '.join(map(part_text, items_in_order(value)))}}}"
    return str(value)


@runtime_checkable
class SupportsEnding(Protocol):
    """A game with words of its own for its payoffs, where win, loss and draw do not fit."""

    def ending(self, payoff: Exact) -> str:
        """How play ended, in words."""


@runtime_checkable
class SupportsHeuristic(Protocol):
    """A game that can be searched a few moves deep: in turns, without chance."""

    def heuristic(self, state: State) -> Exact:
        """A guess at what MAX will be paid from this state, exact as a number."""


@runtime_checkable
class SupportsCost(Protocol):
    """A game, or the rules of a game on a graph, that knows how large it is from its options."""

    @property
    def exploring_cost(self) -> int:
        """The steps that listing all states takes, estimated before any work (see `cost`)."""


def exploring_cost(rules: object) -> int:
    """The steps that listing all states takes; 0 where the rules do not say."""
    # 0 refuses nothing: the graph is counted as it grows all the same.
    return rules.exploring_cost if isinstance(rules, SupportsCost) else 0


@runtime_checkable
class SupportsDrawn(Protocol):
    """A game in which strategies are followed that may draw an action."""

    def drawn_with(self, state: State) -> Iterable[int]:
        """The weights with which they do so at the state."""


@runtime_checkable
class SupportsNames(Protocol):
    """A game with options that are chosen by name, such as the special rules of Hog."""

    @property
    def named(self) -> Mapping[str, tuple[str, ...]]:
        """{option: the names it takes}."""


def named_options(game: object) -> Mapping[str, tuple[str, ...]]:
    """{option: the names it takes}; {} where every option is a number."""
    return game.named if isinstance(game, SupportsNames) else {}


@runtime_checkable
class SupportsFamily(Protocol):
    """A game whose rules the checker restates from a few parameters: a proof lists no state."""

    def family(self) -> dict[str, object]:
        """{"family": name, parameter: value, ...} in the words of the checker."""

    def family_states(self) -> Iterable[State]:
        """The unfinished states in the checker's order."""

    def family_optimal(self, state: State, optimal: Callable[[State], object]) -> object:
        """What is optimal at one of them in the words of the checker.

        `optimal` says what an explicit graph would say of a state.
        """


@runtime_checkable
class SupportsExtremes(Protocol):
    """A game that is won or lost: a proof may follow the winner's chosen actions alone."""

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest payoff."""


@runtime_checkable
class SupportsPure(Protocol):
    """A game that says whether its rules depend on what they are asked alone, wherever they run."""

    @property
    def pure(self) -> bool:
        """False where the rules must all be asked in one process, in the order of the search."""


def is_pure(game: object) -> bool:
    """Whether the rules may be asked on several cores at once."""
    # Rules depend on the state alone, so a game that says nothing is pure.
    return not hasattr(game, "pure") or _truth(game, "pure", game.pure)


@runtime_checkable
class SupportsLevel(Protocol):
    """A game whose play moves on from level to level, so that no search for levels is needed."""

    def level(self, state: State) -> int:
        """A whole number that grows with every move."""


@runtime_checkable
class SupportsCanonical(Protocol):
    """A game with symmetries: of states that are worth the same one stands for all."""

    def canonical(self, state: State) -> tuple[State, Mapping[Action, Action]]:
        """The state that stands for this one, and {action there: the same action here}.

        The map is of the actions of both players; what it leaves out is called the same. The state
        that stands for others stands for itself.
        """


@runtime_checkable
class SupportsBoundBits(Protocol):
    """A game that knows beforehand how long the fractions of its values can be."""

    def bound_bits(self) -> int:
        """The denominator of every value has at most so many bits."""


def bound_bits(game: object) -> int | None:
    """How many bits the denominators of the values have at most; None where the game is silent."""
    if not isinstance(game, SupportsBoundBits):
        return None
    try:
        answer = game.bound_bits()
    except ExactDiceError:
        raise  # it says already what is wrong
    except FAILURES as error:
        said = shown(f"{type(error).__name__}: {error}")[1:-1]
        raise RulesError(f"bound_bits() of {shown(game)} fails: {said}") from error
    bits = whole_or_none(answer)
    if bits is None or bits < 1:
        raise RulesError(
            f"bound_bits() of {shown(game)} must be a whole number of 1 or more, got "
            f"{shown(answer)}"
        )
    return bits


def canonical_at(game: SupportsCanonical, state: State) -> tuple[State, Mapping[Action, Action]]:
    """What `canonical` answers; `RulesError` unless it is a state and a map of actions."""
    try:
        answer = game.canonical(state)
    except Exception as error:
        raise_failed(f"canonical of {shown(game)}", state, error)
    if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Mapping)):
        raise RulesError(
            f"canonical({shown(state)}) must be a pair, a state and {{action there: action here}}, "
            f"got {shown(answer)}"
        )
    return answer


def _truth(game: object, name: str, given: object) -> bool:
    if not isinstance(given, bool):
        raise RulesError(f"{name} of {shown(game)} must be True or False, got {shown(given)}")
    return given

"""A game whose strategies are named, where it or they hold symbols: what they earn are functions of
these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from ..errors import QueryError
from ..evaluation.memory import Remembering, refuse_memory
from ..evaluation.profiles import best_response, following, no_longest
from ..evaluation.with_symbols import ProfileFunctions
from ..exact import is_symbolic
from ..game import OTHER, PLAYERS, Player, State
from ..kept import kept
from ..optional import hides
from ..parametric.rational_function import RationalFunction
from ..words.register import Argument, Word, watcher
from .states import is_waiting
from .view import Names, OfStates, View, view_of


def draws_by_symbol(name: object) -> bool:
    """Whether it is a mixture of strategies with a symbol among its probabilities."""
    if not isinstance(name, Word) or name.name != "mixed" or not name.arguments:
        return False
    parts, chances = name.arguments[::2], name.arguments[1::2]
    return any(map(is_open, chances)) or any(map(draws_by_symbol, parts))


def is_open(chance: object) -> bool:
    """Whether a probability is a symbol or an expression of symbols."""
    is_name = isinstance(chance, Word) and chance.arguments is None
    return is_name or is_symbolic(chance)


@dataclass(frozen=True)
class PlansView(View):
    """The game under strategies, with functions of all symbols as answers."""

    def contains(self, state: State) -> bool:
        """Whether play can reach the state, whoever plays how."""
        return view_of(self.game).contains(state)

    def payoff_law(self, names: Names) -> Any:
        """The law of what MAX is paid, from the start."""
        return _functions(self, names).payoff_law()

    def gain(self, names: Names) -> Any:
        """What MAX is paid on average, from the start."""
        return _functions(self, names).value()

    def chance(self, names: Names, sign: int) -> Any:
        """The chance that MAX wins (sign 1), that neither does (0), or that MAX loses (-1)."""
        return _functions(self, names).chance(sign)

    def gain_from(self, names: Names, state: State) -> Any:
        """What MAX is paid on average, from the state."""
        values = _by_states(self, names).values()
        if state in values:
            return values[state]
        payoff = self.payoff(state)
        return _functions_from(self, names, state).value() if payoff is None else payoff

    def turns(self, names: Names) -> Any:
        """The mean number of moves."""
        return _functions(self, names).mean_length()

    def turns_law(self, names: Names) -> Any:
        """The law of the number of moves."""
        law = _functions(self, names).length_law()
        if law is None:
            raise no_longest(self.game)
        return law

    def turns_generating_function(self, names: Names, name: str) -> RationalFunction:
        """The sum of P(so many moves) name^moves, a function of this symbol too."""
        return _functions(self, names).generating_function(name)

    def best_response(self, name: Argument, player: Player) -> Any:
        """What MAX is paid on average when `player` plays its best against this strategy of the
        other, in pieces.
        """
        plan = self.plan(name, OTHER[player])
        return best_response(self.game, plan, player, watcher.get()).value

    def reach(self, names: Names, state: State) -> Any:
        """The chance that play passes through the state."""
        functions = _by_states(self, names)
        is_there = partial(_is_at, _as_in_game(self), state)
        if not any(map(is_there, functions.chain.states)):
            self.check(state)
        return functions.reach(is_there)

    def reach_any(self, names: Names, there: OfStates) -> Any:
        """The chance that play passes through a state of which this is true."""
        as_in_game = _as_in_game(self)
        return _by_states(self, names).reach(lambda state: there(as_in_game(state)))

    def entered(self, names: Names, there: OfStates) -> NoReturn:
        """Raises `QueryError`: the chances are functions of symbols."""
        raise QueryError(
            "the law at the first such state depends on symbols: give them numbers, or ask for "
            "reach(a, b, event), its chance"
        )

    def visits(self, names: Names) -> tuple[Any, ...]:
        """How many decisions each player takes on average."""
        functions, as_in_game = _by_states(self, names), _as_in_game(self)
        return tuple(
            functions.mean_visits(partial(_decides, self, player, as_in_game))
            for player in PLAYERS[: self.players]
        )


def _decides(view: View, player: Player, as_in_game: Read, state: State) -> bool:
    return not is_waiting(view.game, as_in_game(state), player)


def _is_at(as_in_game: Read, wanted: State, state: State) -> bool:
    return bool(as_in_game(state) == wanted)


Read = Callable[[State], State]


def _as_in_game(view: View) -> Read:
    """What reads the state of the game off one that says what is known besides."""
    return _state_of if hides(view.game) else _itself


def _state_of(known: Any) -> State:
    return known.state


def _itself(state: State) -> State:
    return state


def _by_states(view: View, names: Names) -> ProfileFunctions:
    """The answers, where strategies look at the state alone."""
    functions = _functions(view, names)
    if isinstance(functions.chain.game, Remembering):
        refuse_memory(functions.chain.game.plans)
    return functions


@kept(8)
def _functions(view: View, names: Names) -> ProfileFunctions:
    return ProfileFunctions(following(view.game, view.profile(names)), watcher.get())


@kept(8)
def _functions_from(view: View, names: Names, state: State) -> ProfileFunctions:
    followed = following(view.game, view.profile(names))
    return ProfileFunctions(followed, watcher.get(), state)


def symbol_named(given: Sequence[Argument]) -> str:
    """The name of the symbol that a word is given last, z without one."""
    if not given:
        return "z"
    (name,) = given[:1]
    if len(given) > 1 or not isinstance(name, Word) or name.arguments is not None:
        raise QueryError(
            "the generating function takes the name of its symbol last, as z, got "
            f"{', '.join(map(str, given))}"
        )
    return name.name

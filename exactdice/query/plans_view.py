"""A game whose strategies are named, where it or they hold symbols: what they earn are functions of
these. Under strategies that follow optimal play of a game with a symbol these are functions in
pieces: between the numbers at which optimal actions change they are those of any number there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise
from typing import Any

from ..cost import refuse_costly
from ..errors import QueryError
from ..evaluation.memory import Remembering, refuse_memory
from ..evaluation.profiles import best_response, following, no_longest
from ..evaluation.with_symbols import ProfileFunctions
from ..exact import Exact, as_exact, is_symbolic, shown
from ..game import OTHER, PLAYERS, Game, Player, State
from ..kept import kept
from ..parametric.function import PiecewiseFunction, joined
from ..parametric.points import simple_between
from ..parametric.polynomial import Polynomial, holds_symbol
from ..solvers.parametric import PiecewiseSolution
from .register import Argument, Word, watcher
from .states import is_waiting
from .view import Names, OfStates, View, pieces_of, view_of

OPTIMAL = "optimal"


def answering(view: View, names: Names) -> View:
    """The view that answers for these strategies: with symbols where the game or one of them holds
    some.
    """
    has_symbol = holds_symbol(view.game)
    if not has_symbol and not any(map(draws_by_symbol, names)):
        return view
    if getattr(view, "digits", None) is not None:
        raise QueryError("what depends on a symbol is answered exactly: leave digits out")
    if has_symbol and any(follows_optimal(view.game, name) for name in names):
        return OptimalPlansView(view.game)
    return PlansView(view.game)


def draws_by_symbol(name: object) -> bool:
    """Whether it is a mixture of strategies with a symbol among its probabilities."""
    if not isinstance(name, Word) or name.name != "mixed" or not name.arguments:
        return False
    parts, chances = name.arguments[::2], name.arguments[1::2]
    return any(map(_is_open, chances)) or any(map(draws_by_symbol, parts))


def _is_open(chance: object) -> bool:
    """Whether a probability is a symbol or an expression of symbols."""
    is_name = isinstance(chance, Word) and chance.arguments is None
    return is_name or is_symbolic(chance)


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
        return _functions(self, names, state).value() if payoff is None else payoff

    def turns(self, names: Names) -> Any:
        """The mean number of moves."""
        return _functions(self, names).mean_length()

    def turns_law(self, names: Names) -> Any:
        """The law of the number of moves."""
        law = _functions(self, names).length_law()
        if law is None:
            raise no_longest(self.game)
        return law

    def turns_generating_function(self, names: Names, name: str) -> Any:
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
        if state not in map(self.in_game, functions.chain.states):
            self.check(state)
        return functions.reach(lambda known: bool(self.in_game(known) == state))

    def reach_any(self, names: Names, there: OfStates) -> Any:
        """The chance that play passes through a state of which this is true."""
        return _by_states(self, names).reach(lambda known: there(self.in_game(known)))

    def entered(self, names: Names, there: OfStates) -> Any:
        """Raises `QueryError`: the chances are functions of symbols."""
        raise QueryError(
            "the law at the first such state depends on symbols: give them numbers, or ask for "
            "reach(a, b, event), its chance"
        )

    def visits(self, names: Names) -> tuple[Any, ...]:
        """How many decisions each player takes on average."""
        functions = _by_states(self, names)
        return tuple(
            functions.mean_visits(
                lambda known, player=player: (  # type: ignore[misc]
                    not is_waiting(self.game, self.in_game(known), player)
                )
            )
            for player in PLAYERS[: self.players]
        )


def _by_states(view: View, names: Names) -> ProfileFunctions:
    """The answers, where strategies look at the state alone."""
    functions = _functions(view, names)
    if isinstance(functions.chain.game, Remembering):
        refuse_memory(functions.chain.game.plans)
    return functions


@kept(8)
def _functions(view: View, names: Names, *start: State) -> ProfileFunctions:
    followed = following(view.game, view.profile(names))
    return ProfileFunctions(followed, watcher.get(), *start)


# --- optimal play that depends on a symbol --------------------------------------------------------


def follows_optimal(game: Game, name: Argument) -> bool:
    """Whether the strategy of this name follows, or mixes in, optimal play that depends on a symbol
    of the game.
    """
    if not isinstance(name, Word) or not is_dataclass(game):
        return False
    if name.name == OPTIMAL:
        return not any(key in _symbolic_options(game) for key, _ in name.options)
    return any(follows_optimal(game, part) for part in name.arguments or ())


def _symbolic_options(game: Any) -> dict[str, Any]:
    """The options of the game that hold a symbol."""
    options = {field.name: getattr(game, field.name) for field in fields(game)}
    return {key: value for key, value in options.items() if holds_symbol(value)}


def _at_number(value: Any, number: Exact) -> Any:
    """The value of an option where its symbol is the number."""
    if isinstance(value, tuple):
        return tuple(_at_number(part, number) for part in value)
    return value.at(number) if isinstance(value, Polynomial) else value


def _named_at(game: Game, name: Argument, number: Exact) -> Argument:
    """The name of the same strategy with the optimal play of this number."""
    if not isinstance(name, Word) or not follows_optimal(game, name):
        return name
    if name.name == OPTIMAL:
        held = _symbolic_options(game)
        numbers = tuple((key, _at_number(value, number)) for key, value in held.items())
        return Word(OPTIMAL, (), (*name.options, *numbers))
    parts = tuple(_named_at(game, part, number) for part in name.arguments or ())
    return Word(name.name, parts, name.options)


@dataclass(frozen=True)
class OptimalPlansView(PlansView):
    """The game under strategies of which one follows its optimal play, with functions in pieces as
    answers; at a break, where choices tie, each piece has the value of its own choice.
    """

    def _in_pieces(self, names: Names, ask: Callable[[PlansView, Names], Any]) -> PiecewiseFunction:
        """The answer of each piece, on one line."""
        solution = pieces_of(self.game)
        if not isinstance(solution, PiecewiseSolution):
            raise QueryError(
                f"optimal play of {shown(self.game)} holds several symbols: give numbers to all "
                "but one"
            )
        changes = set()
        for pieces in solution.found.values():
            if any(piece.mixtures for piece in pieces.pieces):
                raise QueryError(
                    f"both players choose at once in {shown(self.game)}, where optimal play is a "
                    "mixture that changes with the symbol: give the symbol a number"
                )
            pairs = pairwise(pieces.pieces)
            changes |= {left.upper for left, right in pairs if left.best != right.best}
        first, *_, last = next(iter(solution.found.values())).ends
        ends = [first, *sorted(changes, key=lambda point: point.low), last]
        count, watch = len(ends) - 1, watcher.get()
        refuse_costly(
            f"optimal play of {shown(self.game)} in {count} pieces", count * self.start_cost()
        )
        parts = []
        for done, (lower, upper) in enumerate(pairwise(ends)):
            if watch:
                watch(done, count)
            number = as_exact(simple_between(lower, upper))
            here = tuple(_named_at(self.game, name, number) for name in names)
            found = ask(PlansView(self.game), here)
            if not isinstance(found, PiecewiseFunction):
                raise QueryError(
                    "under optimal play that changes with the symbol a value needs to be one on "
                    f"all of its domain, of this symbol alone, got {shown(found)}: state a smaller "
                    "domain, as p=1/4..1/2, and give numbers to others"
                )
            parts.append((lower, upper, found))
        return joined(solution.line, parts)

    def gain(self, names: Names) -> Any:
        """What MAX is paid on average, from the start."""
        return self._in_pieces(names, PlansView.gain)

    def chance(self, names: Names, sign: int) -> Any:
        """The chance that MAX wins (sign 1), that neither does (0), or that MAX loses (-1)."""
        return self._in_pieces(names, lambda view, here: view.chance(here, sign))

    def gain_from(self, names: Names, state: State) -> Any:
        """What MAX is paid on average, from the state."""
        payoff = self.payoff(state)
        if payoff is not None:
            return payoff
        return self._in_pieces(names, lambda view, here: view.gain_from(here, state))

    def turns(self, names: Names) -> Any:
        """The mean number of moves."""
        return self._in_pieces(names, PlansView.turns)

    def reach(self, names: Names, state: State) -> Any:
        """The chance that play passes through the state."""
        return self._in_pieces(names, lambda view, here: view.reach(here, state))

    def reach_any(self, names: Names, there: OfStates) -> Any:
        """The chance that play passes through a state of which this is true."""
        return self._in_pieces(names, lambda view, here: view.reach_any(here, there))

    def visits(self, names: Names) -> tuple[Any, ...]:
        """How many decisions each player takes on average."""
        return tuple(
            self._in_pieces(names, lambda view, here, k=player: view.visits(here)[k])  # type: ignore[misc]
            for player in range(self.players)
        )

    def best_response(self, name: Argument, player: Player) -> Any:
        """What MAX is paid on average when `player` plays its best against this strategy of the
        other.
        """
        if not follows_optimal(self.game, name):
            return super().best_response(name, player)
        return self._in_pieces((name,), lambda view, here: view.best_response(here[0], player))

    def payoff_law(self, names: Names, name: str = "") -> Any:
        """Refused, as what follows: the law is another one in each piece."""
        raise QueryError(
            f"optimal play of {shown(self.game)} changes with its symbol, and so does this law: "
            "ask for gain, win, draw, loss or turns, or give the symbol a number"
        )

    turns_law = turns_generating_function = payoff_law

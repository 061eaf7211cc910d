"""What strategies earn where the game or they hold symbols; also those that follow optimal play of
a game with a symbol: between the numbers at which optimal actions change they are those of any
number there, so each piece has its functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from itertools import pairwise
from typing import Any, NoReturn

from ..cost import refuse_costly
from ..errors import QueryError
from ..exact import Exact, as_exact, shown
from ..game import Game, Player, State
from ..parametric.function import PiecewiseFunction, joined
from ..parametric.points import Point, simple_between
from ..parametric.polynomial import Polynomial, holds_symbol
from ..solvers.parametric import PiecewiseSolution
from ..words.register import Argument, Word, watcher
from .plans_view import PlansView, draws_by_symbol
from .view import Names, OfStates, View, pieces_of

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


def _changes(solution: PiecewiseSolution) -> Iterator[Point]:
    """The numbers at which the optimal actions of some state change."""
    for pieces in solution.found.values():
        if any(piece.mixtures for piece in pieces.pieces):
            raise QueryError(
                f"both players choose at once in {shown(solution.game)}, where optimal play is a "
                "mixture that changes with the symbol: give the symbol a number"
            )
        for left, right in pairwise(pieces.pieces):
            if left.best != right.best:
                yield left.upper


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
        first, *_, last = next(iter(solution.found.values())).ends
        within = sorted(set(_changes(solution)), key=_low)
        count, watch = len(within) + 1, watcher.get()
        refuse_costly(
            f"optimal play of {shown(self.game)} in {count} pieces", count * self.start_cost()
        )
        parts = []
        for done, (lower, upper) in enumerate(pairwise([first, *within, last])):
            if watch:
                watch(done, count)
            number = as_exact(simple_between(lower, upper))
            here = tuple(_named_at(self.game, name, number) for name in names)
            found = _one_symbol(ask(PlansView(self.game), here))
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
        asked = (partial(_visits_of, player) for player in range(self.players))
        return tuple(self._in_pieces(names, ask) for ask in asked)

    def best_response(self, name: Argument, player: Player) -> Any:
        """What MAX is paid on average when `player` plays its best against this strategy of the
        other.
        """
        if not follows_optimal(self.game, name):
            return super().best_response(name, player)
        return self._in_pieces((name,), lambda view, here: view.best_response(here[0], player))

    def payoff_law(self, names: Names) -> NoReturn:
        """Refused: the law is another one in each piece."""
        self._refuse_law("gain, win, draw or loss")

    def turns_law(self, names: Names) -> NoReturn:
        """Refused: the law is another one in each piece."""
        self._refuse_law("turns")

    def turns_generating_function(self, names: Names, name: str) -> NoReturn:
        """Refused: the function is another one in each piece."""
        self._refuse_law("turns")

    def _refuse_law(self, instead: str) -> NoReturn:
        raise QueryError(
            f"optimal play of {shown(self.game)} changes with its symbol, and so does this law: "
            f"ask for {instead}, or give the symbol a number"
        )


def _visits_of(player: int, view: PlansView, names: Names) -> Any:
    return view.visits(names)[player]


def _one_symbol(found: object) -> PiecewiseFunction:
    """The answer of a piece; `QueryError` where it is no function on all of the domain."""
    if isinstance(found, PiecewiseFunction):
        return found
    raise QueryError(
        "under optimal play that changes with the symbol a value needs to be one on all of its "
        f"domain, of this symbol alone, got {shown(found)}: state a smaller domain, as p=1/4..1/2, "
        "and give numbers to others"
    )


def _low(point: Point) -> Any:
    return point.low

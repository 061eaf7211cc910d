"""solve_with_symbols(game): in pieces for one symbol, as rational functions for several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ...exact import Progress
from ...game import Game, State
from ...parametric.polynomial import SeveralSymbols
from ...parametric.rational_function import RationalFunction
from ...solution import computed_for
from .chain import Answers, Choosing, Question, explore_chain
from .solution import PiecewiseSolution, RationalSolution
from .solve import solve_pieces


def solve_with_symbols(
    game: Game, progress: Progress | None = None, starts: Iterable[State] | None = None
) -> PiecewiseSolution | RationalSolution:
    """The solution of a game that holds symbols, from `starts` (from `game.start` without them).

    Raises `SeveralSymbols` for more than one symbol where a player has a choice; else as
    `solve_pieces`.
    """
    begun = None if starts is None else list(starts)
    try:
        return solve_pieces(game, progress, begun)
    except SeveralSymbols as several:
        try:
            return _without_choices(game, progress, begun)
        except Choosing:
            raise several from None


def _without_choices(
    game: Game, progress: Progress | None, starts: Iterable[State] | None
) -> RationalSolution:
    chain = explore_chain(game, progress, starts)
    found = Answers(chain, progress).asked(Question(chain.payoffs))

    def value(state: State) -> RationalFunction:
        return cast("RationalFunction", found[chain.index[state]])

    going_on = {chain.states[k]: None for k in chain.laws}
    names = tuple(parameter.name for parameter in chain.parameters)
    return RationalSolution(game, computed_for(going_on, value), names, "linear equations")

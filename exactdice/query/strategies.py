"""Strategies by name: which names fit a game, and what each of them means there.

Every game has `optimal` and `random`. Strategies of one game are entered by its module in
`query.games`, with `fast_path_of(makers_of, TheGame)`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from ..distributions.distribution import Distribution, point, uniform
from ..exact.errors import NoRange, NoSizes, QueryError, nearest, unknown_option
from ..exact.numbers import Exact, is_symbolic, shown
from ..exact.session import session
from ..game.optional import Hiding, SupportsHeuristic, hides, is_solo
from ..game.protocol import (
    MAX,
    OTHER,
    Action,
    ActionDistribution,
    Game,
    Joint,
    MissingEntry,
    Player,
    State,
    StateDistribution,
    Strategy,
    always,
    mixed,
    mover_at,
    strategy,
)
from ..game.solution import Enclosure, Solution
from ..proofs.checking import check
from ..solvers import enclose, solve
from ..solvers.arenas.search import searcher
from ..solvers.evaluation.ties import OpenPlan, WithoutTies
from ..solvers.stored import Asked
from ..symbolic.rational_function import Polynomial, holds_symbol, polynomial_of, without_domain
from .games_by_name import by_game
from .proving import checked
from .register import (
    OPTIMAL_WITH,
    TIE_NAMES,
    WITH_OPTIONS,
    Options,
    Word,
    is_name,
    named_ties,
    sized,
)
from .states import Actions, actions_known, as_played, as_written
from .strategy_table import by_table, with_files
from .values import said

Found = TypeVar("Found")
# {name as it is written: what makes the strategy from its arguments}
Makers = dict[str, Callable[..., Strategy]]
Chooser = Callable[[Actions], object]  # of an action, or a law, among optimal ones


@by_game
def is_checked_soon(game: Game) -> bool:
    """Whether the checker needs seconds, not many minutes, for what proves the game.

    A game that may take longer enters its own limit in its module of `query.games`.
    """
    return True


def _check_solution(solution: Solution | Enclosure, game: Game, *_: object) -> str | None:
    return check(solution) if is_checked_soon(game) else None


def solved(game: Game) -> Solution:
    """The solution of the game, kept for the queries that follow; that of the store which the
    command line names, where it names one.
    """
    return _solution(game, session().store)


# A query often asks several quantities of one game, seldom of many; one table may fill the memory.
@checked(_check_solution, size=4)
def _solution(game: Game, store: Asked | None) -> Solution:
    return solve(game, session().progress) if store is None else store.of(game)


@checked(_check_solution, size=4)
def enclosed(game: Game, digits: int) -> Enclosure:
    """The bounds of the game, kept in the same way."""
    return enclose(game, digits, session().progress)


def named_strategy(game: Game, word: object, player: Player) -> Strategy:
    """The player's strategy of this name; `QueryError` listing the names that fit the game when it
    is none of them.
    """
    makers = makers_of(game, player)
    plan = make_listed(word, makers)
    if plan is None:
        got = said(word)
        raise QueryError(
            f"a strategy must be one of {', '.join(makers)}, got {got}{nearest(got, makers)}"
        )
    return plan


def make_listed(word: object, makers: Mapping[str, Callable[..., Found]]) -> Found | None:
    """The strategy of the first listed name that the word has, with as many arguments; None where
    it has none of them, `QueryError` for options that are not taken.

    >>> makers = {"blind": lambda: 1, "dice(n)": lambda n: n}
    >>> make_listed(Word("dice", (3,)), makers), make_listed(Word("dice"), makers)
    (3, None)
    """
    if not isinstance(word, Word):
        return None
    options, arguments = dict(word.options), word.arguments or ()
    for listed, make in makers.items():
        name, _, inside = listed.partition("(")
        if word.name != name or (word.arguments is None) != (not inside):
            continue
        # What ends in dots stands for any number.
        if inside and "..." not in inside and len(arguments) != inside.count(", ") + 1:
            continue
        if options and listed not in WITH_OPTIONS:
            raise QueryError(f"{listed} takes no options, got {', '.join(options)}")
        if arguments and listed in WITH_OPTIONS:
            raise QueryError(f"what {name} takes is written option=value, got {word}")
        return make(*arguments, **options)
    return None


# --- the names that fit a game --------------------------------------------------------------------

MOST_DEPTH = 12  # of a search: its time grows by the number of moves with each move looked ahead


@partial(by_game, also_with_symbols=True)
def makers_of(game: Game, player: Player) -> Makers:
    """The strategies that have a name in this game, for this player."""
    offered = partial(actions_known if hides(game) else _actions_at, game, player)
    made: Makers = {
        "optimal": lambda: optimal(game, player),
        OPTIMAL_WITH: partial(_optimal_of_options, game, player),
        **{
            name: partial(partial, choose_offered, offered, TIES[name])
            for name in ("random", "first", "last")
        },
        "mixed(a, p, ...)": partial(_mixed, game, player),
        "by_table(file)": lambda file: by_table(
            Path(with_files(Word("by_table", (file,))).arguments[0].path), game, player
        ),
    }
    if is_solo(game):
        made["worst"] = lambda: worst(game)
    # A search looks at the states.
    if isinstance(game, SupportsHeuristic) and not hides(game):
        made["search(n)"] = lambda depth: searcher(
            game, sized(depth, "the depth of a search", 1, MOST_DEPTH)
        )
    return made


def _actions_at(game: Game, player: Player, state: State) -> Actions:
    return game.actions(state, player)


def choose_offered(
    offered: Callable[[State], Actions], choose: Chooser, state: State
) -> Distribution[Action]:
    """The law of the action among those that are offered at the state, or at what is known."""
    choice = choose(offered(state))
    return choice if isinstance(choice, Distribution) else point(choice)


def _mixed(game: Game, player: Player, *parts: Any) -> Strategy:
    """The strategy that on every turn draws one of these and follows it: a, 1/3, b, 2/3."""
    if not parts or len(parts) % 2:
        raise QueryError(
            "mixed needs strategies and their probabilities in turn, as in "
            f"mixed(first, 1/3, random, 2/3), got {len(parts)} arguments"
        )
    probabilities: list[Exact | Polynomial] = []
    for given in parts[1::2]:
        if is_name(given):
            probabilities.append(without_domain(given.name))
        elif is_symbolic(given):
            probabilities.append(polynomial_of(given, "a probability of mixed"))
        elif isinstance(given, Exact):
            probabilities.append(given)
        else:
            raise QueryError(f"a probability of mixed must be a number or a symbol, got {given}")
    plans = [named_strategy(game, word, player) for word in parts[::2]]
    # Polynomials are taken as numbers by laws.
    return mixed(*zip(plans, probabilities, strict=True))  # type: ignore[arg-type]


# --- optimal play ---------------------------------------------------------------------------------


@by_game
def optimal(game: Game, player: Player) -> Strategy:
    """The player's optimal strategy."""
    _refuse_symbol(game)
    return strategy(solved(game).strategies[player])


def _refuse_symbol(game: Game) -> None:
    if holds_symbol(game):
        raise QueryError(
            f"optimal play of {shown(game)} depends on its symbol: name a strategy that does not, "
            "such as random, or the optimal one of given numbers, as optimal(weights=(1/2,1/2))"
        )


def _optimal_of_options(
    game: Game, player: Player, ties: object = None, **options: object
) -> Strategy:
    """The player's optimal strategy in the game with other options, where `ties` says which of
    several optimal actions it plays.
    """
    other = with_options(game, options)
    if ties is None:
        plan = optimal(other, player)
    elif hides(other):
        raise QueryError(
            "ties are broken where the players see everything: here optimal play is a law of the "
            "action at each information, and probability_range tells how far such laws differ"
        )
    else:
        plan = partial(tied, other, optimal_choices(other), player, tie_break(ties))
    return partial(where_known, plan) if options else plan


def tie_break(ties: object) -> Chooser:
    """The chooser among optimal actions under this name."""
    return TIES[named_ties(ties, TIES)]


def where_known(plan: Callable[[State], Found], state: State) -> Found:
    """The action or the distribution of a plan for a game with other options at the state."""
    try:
        return plan(state)
    except LookupError as error:
        raise MissingEntry(
            "the game with other options, whose optimal play is followed, has no choice at "
            f"{as_written(state)}"
        ) from error


def with_options(game: Any, options: Options) -> Any:
    """The game with other values of these options; `QueryError` for one that it does not have."""
    if not options:
        return game
    # What is no plain value, as the rules of a game on a graph, is not written in a query.
    known = [
        field.name
        for field in (fields(game) if is_dataclass(game) else ())
        if isinstance(getattr(game, field.name), (int, str, tuple, Fraction, type(None)))
    ]
    for key in options:
        if key not in known:
            raise QueryError(unknown_option(key, ["ties", *known], "optimal"))
    return replace(game, **{key: as_played(value) for key, value in options.items()})


Choices = Callable[[State], tuple[Action, ...]]


@by_game
def optimal_choices(game: Game) -> Choices:
    """The function from a state to all optimal actions of the one player who moves, in order."""
    _refuse_symbol(game)
    return partial(_optimal_actions, game)


def _optimal_actions(game: Game, state: State) -> tuple[Action, ...]:
    return solved(game).optimal_actions[state]


def tied(
    game: Game, choices: Choices, player: Player, choose: Chooser, state: State
) -> Distribution[Action]:
    """The law of the action among the optimal ones."""
    offered = tuple(game.actions(state, player))
    if len(offered) == 1:
        return point(offered[0])
    if mover_at(game, state) is None:
        # A mixture has no ties to break.
        return strategy(solved(game).strategies[player])(state)
    return choose_offered(choices, choose, state)


def _action_size(action: Action) -> int:
    """How many an action takes: its number, or the number of its parts; of several actions that
    take fewest the first is chosen.
    """
    if isinstance(action, int):
        return action
    if isinstance(action, tuple):
        return len(action)
    raise NoSizes(f"ties=fewest needs actions that are numbers or collections, got {shown(action)}")


# Functions that can be pickled, as strategies are made of them.
CHOOSERS: tuple[Chooser, ...] = (
    itemgetter(0),
    itemgetter(-1),
    partial(min, key=_action_size),
    uniform,
)
TIES = dict(zip(TIE_NAMES, CHOOSERS, strict=True))


# --- ties left open -------------------------------------------------------------------------------


def open_plan(game: Game, word: object, player: Player) -> OpenPlan:
    """The player's strategy of this name with the ties that it leaves: at each state all
    distributions of the action that it may take. A name that leaves none has one distribution at
    each state.
    """
    plan = make_listed(word, open_makers_of(game, player))
    return WithoutTies(named_strategy(game, word, player)) if plan is None else plan


# {name as it is written: what makes the plan from its arguments}
OpenMakers = dict[str, Callable[..., OpenPlan]]


@by_game
def open_makers_of(game: Game, player: Player) -> OpenMakers:
    """The strategies by name that leave ties in this game, for this player."""
    return {
        "optimal": lambda: all_optimal(game, player),
        OPTIMAL_WITH: partial(_all_optimal_of_options, game, player),
        "mixed(a, p, ...)": partial(_mixed_with_ties, game, player),
    }


def _all_optimal_of_options(
    game: Game, player: Player, ties: object = None, **options: object
) -> OpenPlan:
    """Optimal play of the game with other options; without ties where they are broken by name."""
    if ties is not None:
        return WithoutTies(_optimal_of_options(game, player, ties, **options))
    plan = all_optimal(with_options(game, options), player)
    return partial(where_known, plan) if options else plan


def _mixed_with_ties(game: Game, player: Player, *parts: Any) -> OpenPlan:
    """The strategy that on every turn draws one of these, whose ties stay open."""
    _mixed(game, player, *parts)  # which refuses what is no mixture
    if not all(isinstance(given, Exact) for given in parts[1::2]):
        raise QueryError("a range over ties needs numbers: give the symbols of mixed values")
    plans = [open_plan(game, word, player) for word in parts[::2]]

    def mixtures(state: State) -> list[ActionDistribution]:
        """The distributions of the action for every way to break the ties of the parts."""
        ways = product(*(plan(state) for plan in plans))
        return [mixed(*zip(map(always, way), parts[1::2], strict=True))(state) for way in ways]

    return mixtures


NO_TIES = (
    "this range over ties is for games in which the players see everything: of others ask for "
    "probability_range, or the range of gain, win, draw or loss"
)


def all_optimal(game: Game, player: Player) -> OpenPlan:
    """The player's optimal play, with all optimal actions at each state; following it raises
    `NoRange` where both players choose.
    """
    choices = optimal_choices(game)
    is_hiding = hides(game)

    def optimal_mixed_actions(state: State) -> tuple[ActionDistribution, ...]:
        if is_hiding:
            raise NoRange(NO_TIES)
        offered = tuple(game.actions(state, player))
        if len(offered) == 1:
            return (point(offered[0]),)
        if len(game.actions(state, OTHER[player])) > 1:
            raise NoRange(
                f"both players choose at {as_written(state)}, where optimal play is a mixture: a "
                "range over ties needs optimal play of a game in turns"
            )
        return tuple(map(point, choices(state)))

    return optimal_mixed_actions


# --- the worst play of a game for one -------------------------------------------------------------


@dataclass(frozen=True)
class Reversed:
    """The game with the opposite payoffs: what is best in it is worst in the game."""

    game: Game

    @property
    def start(self) -> State:
        """The start of the game."""
        return self.game.start

    def payoff(self, state: State) -> Exact | None:
        """The opposite of the payoff in the game."""
        paid = self.game.payoff(state)
        return None if paid is None else -paid

    def actions(self, state: State, player: Player) -> Actions:
        """The actions of the game."""
        return self.game.actions(state, player)

    def outcomes(self, state: State, joint: Joint) -> StateDistribution:
        """The law of the next state in the game."""
        return self.game.outcomes(state, joint)


@dataclass(frozen=True)
class ReversedHiding(Reversed):
    """A reversed game that hides something from its player."""

    game: Hiding

    def observation(self, state: State, player: Player) -> Hashable:
        """The player's observation in the game."""
        return self.game.observation(state, player)


def worst(game: Game) -> Strategy:
    """The play that pays least in a game for one."""
    _refuse_symbol(game)
    reverse = ReversedHiding(game) if hides(game) else Reversed(game)
    return strategy(solved(reverse).strategies[MAX])

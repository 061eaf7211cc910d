"""hypothesis strategies for games on the protocol and for profiles of strategies in them.

Every game is a `Listed` table of the states 0, 1, ... that play can reach, from 0; it shrinks
towards few states, actions and outcomes. Actions of MAX are a, b, c, ..., those of MIN x, y, z or,
in turns, a, b, c as well.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from hypothesis import strategies as st

from ..errors import RulesError
from ..exact import Exact, no_int, whole_or_none
from ..game import MAX, MIN, PLAYERS, WAIT, ActionLaw, Game, Player, State, StateLaw, joint_action
from ..games.listed_game import Listed, Stage
from ..graph import Node, explore
from .generate import Drawn, exact_numbers, laws

Weights = dict[State, int]
MAX_ACTIONS, MIN_ACTIONS = "abcdefgh", "xyzuvwst"
# To make a strategy takes longer than to draw from it: those that each example needs are kept.
PAID = exact_numbers(-2, 2)


def games_in_turns(
    most_states: int = 6, most_actions: int = 3, payoffs: Drawn[Exact] | None = None
) -> Drawn[Listed]:
    """Games in which one player moves in each state and play always moves on to a state of a larger
    number.
    """
    return _games(most_states, _in_turns(st.sampled_from(PLAYERS), most_actions), _onwards, payoffs)


def one_player_games(
    most_states: int = 6, most_actions: int = 3, payoffs: Drawn[Exact] | None = None
) -> Drawn[Listed]:
    """Games in which MIN always waits; play always moves on."""
    return _games(most_states, _in_turns(st.just(MAX), most_actions), _onwards, payoffs)


def recurring_games(
    most_states: int = 5, most_actions: int = 3, payoffs: Drawn[Exact] | None = None
) -> Drawn[Listed]:
    """Games in turns in which play may come back to a state, but ends with probability 1 whatever
    the players do.
    """
    return _games(
        most_states, _in_turns(st.sampled_from(PLAYERS), most_actions), _perhaps_back, payoffs
    )


def simultaneous_games(
    most_states: int = 5, most_actions: int = 3, payoffs: Drawn[Exact] | None = None
) -> Drawn[Listed]:
    """Games in which both players choose at once (a player may have a single action); play always
    moves on.
    """
    return _games(most_states, _at_once(most_actions), _onwards, payoffs)


def profiles(
    game: Game,
) -> Drawn[tuple[dict[State, StateLaw], dict[State, StateLaw]]]:
    """Pairs of strategies, MAX's and MIN's, as tables {state: law of the action} over the
    unfinished states of the game.

    >>> game = Listed({0: {("a", "wait"): {1: 1}}, 1: 0})
    >>> from exactdice import profile_values
    >>> from hypothesis import find
    >>> find(profiles(game), lambda profile: profile_values(game, profile)[0] == 0)
    ({0: Distribution({'a': 1})}, {0: Distribution({'wait': 1})})
    """
    nodes = [node for node in explore(game).nodes if node.payoff is None]
    return st.tuples(_choices(nodes, MAX), _choices(nodes, MIN))


def _choices(nodes: list[Node], player: Player) -> Drawn[dict[State, ActionLaw]]:
    """Laws of the player's action at these nodes."""
    drawn = {}
    for node in nodes:
        drawn[node.state] = laws(st.sampled_from(node.actions[player]), most_outcomes=3)
    return st.fixed_dictionaries(drawn)


# --- how they are made ----------------------------------------------------------------------------

Steps = Callable[[int, int], Drawn[Weights]]  # (state, number of states) -> a law of the next state
# a law of the next state -> the joint actions of a state
Stages = Callable[[Drawn[Weights]], Drawn[Stage]]


@st.composite
def _games(
    draw: st.DrawFn, most_states: int, stages: Stages, steps: Steps, payoffs: Drawn[Exact] | None
) -> Listed:
    count = draw(st.integers(1, most_states))
    paid = PAID if payoffs is None else payoffs
    table: dict[State, Any] = {}
    # The last state is over in any case, so play onwards always finds an end.
    for k in range(count):
        # One state in four besides, but not the start, which would end the game at once.
        over = k == count - 1 or (k > 0 and draw(st.integers(0, 3)) == 0)
        table[k] = draw(paid) if over else draw(stages(steps(k, count)))
    return Listed(_reachable(table))


def _reachable(table: dict[State, Any]) -> dict[State, Any]:
    """The states that play can come to from 0, numbered anew in the same order."""
    # States that play cannot reach would be noise in a failing example.
    found = [0]
    for state in found:
        if not _is_payoff(table[state]):
            found.extend({k for law in table[state].values() for k in law}.difference(found))
    # In the same order, so that play onwards still leads to larger numbers.
    new = {state: k for k, state in enumerate(sorted(found))}

    listed: dict[State, Any] = {}
    for state, k in new.items():
        entry = table[state]
        listed[k] = entry if _is_payoff(entry) else _renamed(entry, new)
    return listed


def _renamed(stage: Stage, new: dict[State, int]) -> Stage:
    """The stage with these new names of the states that follow."""
    renamed = {}
    for joint, law in stage.items():
        renamed[joint] = {new[k]: weight for k, weight in law.items()}
    return renamed


def _is_payoff(entry: object) -> bool:
    return isinstance(entry, (int, Fraction))


def _in_turns(movers: Drawn[Player], most_actions: int) -> Stages:
    _check_actions(most_actions)

    @lru_cache(maxsize=64)
    def stage(step: Drawn[Weights]) -> Drawn[Stage]:
        moves = st.lists(step, min_size=1, max_size=most_actions)
        return st.builds(
            lambda who, listed: {
                # The names outnumber the laws drawn, so the shorter of the two decides.
                joint_action(who, a): law
                for a, law in zip(MAX_ACTIONS, listed, strict=False)
            },
            movers,
            moves,
        )

    return stage


def _check_actions(most: int) -> None:
    number = whole_or_none(most)
    if number is None or not 1 <= number <= len(MAX_ACTIONS):
        raise RulesError(
            f"most_actions must be an int from 1 to {len(MAX_ACTIONS)}, got {no_int(most)}"
        )


def _at_once(most_actions: int) -> Stages:
    _check_actions(most_actions)

    @lru_cache(maxsize=64)
    @st.composite
    def stage(draw: st.DrawFn, step: Drawn[Weights]) -> Stage:
        # How many of both first, then the laws: the order of the draws is part of an example.
        counts = [draw(st.integers(1, most_actions)) for _ in PLAYERS]
        rows, columns = _names(MAX_ACTIONS, counts[MAX]), _names(MIN_ACTIONS, counts[MIN])
        return {joint: draw(step) for joint in product(rows, columns)}

    return stage


def _names(letters: str, count: int) -> tuple[str, ...]:
    """The actions of a player; one who has no choice waits."""
    return tuple(letters[:count]) if count > 1 else (WAIT,)


@lru_cache(maxsize=64)
def _onwards(k: int, count: int) -> Drawn[Weights]:
    return st.dictionaries(st.integers(k + 1, count - 1), st.integers(1, 3), min_size=1, max_size=3)


@lru_cache(maxsize=64)
def _perhaps_back(k: int, count: int) -> Drawn[Weights]:
    """Any states, and one of a larger number among them: so from everywhere play soon moves on with
    positive probability.
    """
    # The step onwards has positive weight, and a chain of such steps reaches the last state: with
    # finitely many states play ends with probability 1.
    back = st.dictionaries(st.integers(0, count - 1), st.integers(1, 3), max_size=2)
    return st.builds(
        # The step onwards is written last, lest a weight of the others replace it.
        lambda on, others: dict(sorted({**others, **on}.items())),
        _one_step(k, count),
        back,
    )


def _one_step(k: int, count: int) -> Drawn[Weights]:
    return st.builds(
        lambda successor, weight: {successor: weight},
        st.integers(k + 1, count - 1),
        st.integers(1, 3),
    )

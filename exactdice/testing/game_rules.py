"""Check the rules of a game of your own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from inspect import getattr_static
from itertools import product
from typing import TypeVar

from ..argument_checks import place_of, said_by
from ..distribution import point
from ..errors import ExactDiceError, RulesError
from ..exact import as_whole, shown
from ..game import MAX, MIN, PLAYERS, RULES, Game, State, refuse_no_game
from ..graph import (
    Node,
    StateGraph,
    actions_at,
    graph_of_nodes,
    hashable,
    law_at,
    node_at,
    start_of,
)
from ..solvers.cyclic import refuse_endless
from .optional_members import broken_members

# More lines of the same kind help nobody.
MOST_REPORTED = 20
MOST_QUICKLY = 2000  # states that are looked at where this should take seconds
T = TypeVar("T")


def check_game(game: Game, most_states: int = 100_000) -> str:
    """One line saying how many states keep the rules of the protocol; `RulesError` lists every
    broken rule with its state.

    Checked at each state that play can reach: the payoff is exact or None, each player has actions
    that differ, outcomes are a `Distribution` of states that can be hashed, asking again gives the
    same answers, and no rule raises an error of its own. Then: no state pays 0 while the rules lead
    on from it into the game, and play ends, or each player can end it. The optional members that
    the game has (see `exactdice.optional`) keep their promise. A game of more states than
    `most_states` is checked on the first ones found.

    >>> from exactdice import DiceBattle
    >>> check_game(DiceBattle(dice=1, target=1))
    'the rules are kept at all 7 states'
    """
    if all(getattr_static(game, rule, None) is None for rule in RULES) or isinstance(game, type):
        refuse_no_game(game)
    most_states = as_whole(most_states, "most_states", 1)
    broken: list[str] = []
    graph, whole = _explored(game, most_states, broken)
    # Each test assumes that the ones before it passed: where a rule is broken the graph is not the
    # game's.
    if not broken:
        broken.extend(_paid_in_mid_game(graph))
    # Whether play ends is a question about all states, so only of a whole graph.
    if not broken and whole:
        broken.extend(dict.fromkeys(_endless(graph)))
    if not broken:
        broken.extend(broken_members(graph))
    if broken:
        more = (
            f"\n... and {len(broken) - MOST_REPORTED} more" if len(broken) > MOST_REPORTED else ""
        )
        raise RulesError(
            f"{len(broken)} broken rule{'s' * (len(broken) > 1)}:\n"
            + "\n".join(broken[:MOST_REPORTED])
            + more
        )
    return f"the rules are kept at {'all' if whole else 'the first'} {len(graph.nodes)} states"


def _paid_in_mid_game(graph: StateGraph) -> Iterator[str]:
    """A line for the first state that pays 0, as if the game were over, while the rules lead on
    from it into the game.

    Rules may answer for a state where the game is over: those of a race lead from a draw to scores
    beyond the target. So from another state than the start it counts only when they lead to a state
    that play reaches otherwise, and in which it goes on; or when they lead to a payoff that is not
    0, along a line on which nothing is left to choice or chance, or where play never pays anything
    but 0.
    """
    game, seen = graph.game, set[State]()
    going_on = {node.state for node in graph.nodes if node.payoff is None}
    never_paid = all(node.payoff in (None, 0) for node in graph.nodes)
    for k, node in enumerate(graph.nodes):
        if node.payoff != 0:
            continue
        goes_on = any(k == 0 or after in going_on for after in _after(game, node.state))
        if goes_on or _pays_later(game, node.state, seen, never_paid):
            yield (
                f"{shown(node.state)}: the payoff is 0, so the game is over there, but the "
                "rules lead on from it: "
                "the payoff must be None until the game is over"
            )
            return


def _pays_later(game: Game, state: State, seen: set[State], every_way: bool) -> bool:
    """Whether the rules lead from the state, on every way or only where they leave no other, to a
    payoff that is not 0.

    It looks at MOST_QUICKLY states at most, counted over all that were `seen`.
    """
    # Bounded, since what the rules say of states that play never reaches may go on for ever.
    pending = [state]
    for passed in pending:  # grows while it is read
        if not (every_way or _is_forced(game, passed)):
            continue
        for after in _after(game, passed) - seen if len(seen) < MOST_QUICKLY else ():
            seen.add(after)
            payoff = _payoff_beyond(game, after)
            if payoff:
                return True
            pending.append(after)
    return False


def _payoff_beyond(game: Game, state: State) -> object:
    """The payoff of a state that play does not reach; None where the rules do not answer."""
    try:
        return game.payoff(state)
    # Any error counts as no answer: these states lie outside the game, where rules owe none.
    except Exception:
        return None


def _is_forced(game: Game, state: State) -> bool:
    """Whether the rules name one action of each player at the state and one that follows."""
    try:
        return (
            all(len(actions_at(game, state, player)) == 1 for player in PLAYERS)
            and len(_after(game, state)) == 1
        )
    except Exception:
        return False


def _after(game: Game, state: State) -> set[State]:
    """The other states that the first actions of the players lead to; none where the rules do not
    answer, as the game is over.
    """
    try:
        joint = (actions_at(game, state, MAX)[0], actions_at(game, state, MIN)[0])
        return set(law_at(game, state, joint)) - {state}
    except Exception:
        return set()


def _explored(game: Game, most: int, broken: list[str]) -> tuple[StateGraph, bool]:
    """The graph as far as it was explored, where a state with a broken rule counts as finished, and
    whether that is all.
    """
    index: dict[State, int] = {}
    pending: list[State] = []
    nodes: list[Node] = []
    found = _kept(broken, "start", lambda: point(hashable(start_of(game))))
    if found is not None:
        pending.extend(found)
        index[pending[0]] = 0
    while len(nodes) < min(len(pending), most):
        state = pending[len(nodes)]
        # Asked twice, since a rule that draws lots or keeps a memory would give no game.
        node, again = (
            _kept(broken, shown(state), partial(node_at, game, state, index, pending))
            for _ in range(2)
        )
        if node is None:
            _examine(game, state, broken)
        if node is not None and again is not None and again != node:
            broken.append(
                f"{shown(state)}: asked twice, the rules answer differently; they must depend "
                "on the state alone"
            )
        # A state with a broken rule ends the exploration there, not everywhere.
        nodes.append(node or Node(state, 0))
    return graph_of_nodes(game, nodes, index), len(nodes) == len(pending)


def _examine(game: Game, state: State, broken: list[str]) -> None:
    """Note every broken rule of the state, where the first would hide the others."""
    known = len(broken)
    _kept(broken, shown(state), lambda: game.payoff(state))
    if len(broken) > known:
        return
    rows, columns = (
        _kept(broken, shown(state), partial(actions_at, game, state, player)) or ()
        for player in PLAYERS
    )
    for joint in product(rows, columns):
        law = _kept(broken, shown(state), partial(law_at, game, state, joint))
        for successor in law or ():
            _kept(broken, shown(state), partial(hashable, successor))


def _kept(broken: list[str], where: str, ask: Callable[[], T]) -> T | None:
    """The answer, or None after noting what is broken (once)."""
    try:
        return ask()
    except ExactDiceError as error:
        note = f"{error}{place_of(error)}"
    except Exception as error:  # a mistake in the rules under test
        note = f"{where}: the rules raise {said_by(error)}"
    # One mistake shows at many states; a line that names none is told once.
    if note not in broken:
        broken.append(note)
    return None


def _endless(graph: StateGraph) -> Iterator[str]:
    """A line for each player who cannot end play from every state."""
    for player in PLAYERS:
        try:
            refuse_endless(graph, player)
        except ExactDiceError as error:
            yield str(error)

"""The explicit graph of a game: every state reachable from the start, its layers, and whether play
must end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MethodType

from .acyclic import a_cycle, components, sinks_first
from .argument_checks import FAILURES, listed, no_progress, rule_failed
from .cost import STEPS_A_MOVE, STEPS_A_STATE, allowed, at_most, refuse_costly
from .distribution import Distribution
from .errors import ExactDiceError, RulesError, UnsolvableError
from .exact import Exact, Progress, as_exact, as_whole, shown
from .game import (
    MAX,
    MIN,
    NAMES,
    PLAYERS,
    RULES,
    Action,
    Game,
    Player,
    State,
    mover_among,
    refuse_no_game,
)
from .optional import exploring_cost
from .parametric.polynomial import HoldsSymbol, Polynomial, holds_symbol

MOST_STATES = 1_500_000  # found in some twenty seconds, unless said otherwise
BACKWARD = "backward induction needs play that always moves on"
OF_SYMBOLS = "solve(game) gives its values in pieces; for anything else give the symbol a number"
STEPS_A_BYTE = 10  # of a state: it is made, hashed and compared


@dataclass(frozen=True)
class Node:
    """One state: its payoff when the game is over there, else its actions and the laws of its
    successors.

    `laws[a][b]` is ((successor index, weight), ...) under MAX's action a and MIN's action b, with
    `totals[a][b]`.
    """

    state: State
    payoff: Exact | None
    actions: tuple[tuple[Action, ...], tuple[Action, ...]] = ((), ())
    laws: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = ()
    totals: tuple[tuple[int, ...], ...] = ()

    @property
    def mover(self) -> Player | None:
        """The player to move; None where both have a choice. A single action is no choice, whether
        it is WAIT or another.
        """
        return mover_among(*self.actions)

    def moves(self) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
        """The law of the successors and its total weight for each action of the player to move."""
        for row, totals in zip(self.laws, self.totals, strict=True):
            yield from zip(row, totals, strict=True)

    def move(self, action: int) -> tuple[tuple[tuple[int, int], ...], int]:
        """The law of the successors and its total weight when the player to move plays its action
        of this index.
        """
        a, b = (action, 0) if self.mover == MAX else (0, action)
        return self.laws[a][b], self.totals[a][b]

    def successors(self) -> Iterator[int]:
        """The indices of every state that can follow, possibly repeated."""
        for row in self.laws:
            for law in row:
                for index, _ in law:
                    yield index


@dataclass(frozen=True)
class StateGraph:
    """All states reachable from the start (node 0), in the order they were found."""

    game: Game
    nodes: tuple[Node, ...]
    index: dict[State, int]


def explore(
    game: Game,
    starts: Iterable[State] | None = None,
    progress: Progress | None = None,
    most: int | None = None,
) -> StateGraph:
    """The graph of all states reachable from `game.start` (or from `starts`).

    Unless `most` says otherwise, MOST_STATES are listed where cost is limited, and any number where
    it is not. Raises `UnsolvableError` as soon as more than `most` states are found, `TooCostly`
    when states, transitions and the size of both are together beyond the limit of cost, and
    `RulesError` naming the state when a rule of the protocol is broken: no action, a payoff that is
    not exact, outcomes that are not a `Distribution`, a state that cannot be hashed. `progress` is
    told how many states were looked at, and None as how many there will be.
    """
    refuse_no_game(game)
    no_progress(progress)
    largest = _most_states() if most is None else as_whole(most, "most", 1)
    refuse_costly(game, exploring_cost(game))
    index: dict[State, int] = {}
    for state in _begun(game, starts):
        # Not by enumerate: a start that is listed twice has one number.
        index.setdefault(hashable(state), len(index))
    pending = list(index)
    nodes: list[Node] = []
    size = GrowingSize(game)
    # `pending` grows while it is read: numbers are given as states are found, so breadth first.
    for state in pending:
        node = _explored(game, state, index, pending)
        nodes.append(node)
        if len(pending) > largest:
            raise _too_many(game, largest)
        size.count(node)
        # Told seldom, as many states are looked at in the time that telling takes.
        if progress and len(nodes) % 1000 == 0:
            progress(len(nodes), None)
    return StateGraph(game, tuple(nodes), index)


def _explored(game: Game, state: State, index: dict[State, int], pending: list[State]) -> Node:
    """The node of the state; a rule of the user's that fails there is a `RulesError`."""
    try:
        return node_at(game, state, index, pending)
    except ExactDiceError:
        raise  # it says already what is wrong
    except FAILURES as error:
        raise rule_failed(game, state, RULES, error) from error


def _too_many(game: Game, largest: float) -> UnsolvableError:
    """What is raised when more than the largest number of states are found."""
    return UnsolvableError(
        f"more than {largest} states of {shown(game)} can be reached, and there may be "
        "no end of them: too many to list; "
        "limit=none at the command line lists all, in Python explore(game, most=...) "
        "lists more"
    )


def _begun(game: Game, starts: Iterable[State] | None) -> Iterable[State]:
    """The states where play may begin."""
    if starts is None:
        return [start_of(game)]
    return listed(starts, "starts", "a list of states, or None for the start of the game")


def _most_states() -> int:
    """How many states are listed when nobody says: any number where work may cost any."""
    return at_most(MOST_STATES)


class GrowingSize:
    """The cost of a graph as it grows, refused as soon as it is beyond the limit."""

    def __init__(self, game: object) -> None:
        self.game, self.steps, self.states, self.most = game, 0, 0, allowed()

    def count(self, node: Node) -> None:
        """Add the node. What its state and weights take is looked at in the first hundred, then in
        every 64th for all of them.
        """
        if self.most is None:
            return
        self.states += 1
        self.steps += STEPS_A_STATE
        for row in node.laws:
            self.steps += STEPS_A_MOVE * sum(map(len, row))
        # Measuring takes time too, so of many states only some are measured.
        if self.states <= 100:
            self.steps += _size_of(node)
        elif self.states % 64 == 0:
            self.steps += 64 * _size_of(node)
        if self.steps > self.most:
            refuse_costly(
                f"the graph of {shown(self.game)}, after {self.states} states that were found,",
                self.steps,
            )


def _size_of(node: Node) -> int:
    """The steps that its state and the weights of its laws take."""
    bits = 0
    for totals in node.totals:
        bits += sum(total.bit_length() for total in totals)
    # Two bytes that are kept are a step, so sixteen bits are one.
    return STEPS_A_BYTE * bytes_of(node.state) + bits // 16


def bytes_of(state: State) -> int:
    """About how many bytes the numbers, texts and collections in a state take beyond the first
    hundred or so.
    """
    if isinstance(state, int):
        return state.bit_length() >> 3
    if isinstance(state, (str, bytes)):
        return len(state)
    if isinstance(state, (tuple, frozenset)):
        return 8 * len(state) + sum([bytes_of(part) for part in state])
    return 0


def start_of(game: Game) -> State:
    """The start of the game; `RulesError` when it is a method, where a state is meant."""
    if isinstance(game.start, MethodType):
        raise RulesError("start must be a state, but it is a method: write @property above its def")
    return game.start


def node_at(game: Game, state: State, index: dict[State, int], pending: list[State]) -> Node:
    """The node of the state; states not in the index are entered there and in the list of pending
    ones.
    """
    # The payoff first: rules need not answer for actions where the game is over.
    payoff = game.payoff(state)
    if payoff is not None:
        # Most payoffs are whole: the text for the message is made for the others alone.
        return Node(state, payoff if type(payoff) is int else _exact_payoff(state, payoff))
    # Rows are MAX's actions, columns MIN's; new states are numbered in the order of these laws.
    actions = (actions_at(game, state, 0), actions_at(game, state, 1))
    numbered, totals = [], []
    for a in actions[0]:
        laws = [refuse_symbol(game, law_at(game, state, (a, b))) for b in actions[1]]
        numbered.append(tuple(_numbered(law, index, pending) for law in laws))
        totals.append(tuple(law.total for law in laws))
    return Node(state, None, actions, tuple(numbered), tuple(totals))


def _exact_payoff(state: State, payoff: object) -> Exact:
    if holds_symbol(payoff):
        raise HoldsSymbol(f"the payoff of {shown(state)} holds a symbol: {OF_SYMBOLS}")
    return as_exact(payoff, f"the payoff of {shown(state)}")


def refuse_symbol(game: Game, law: Distribution[State]) -> Distribution[State]:
    """The law; `HoldsSymbol` when its weights hold a symbol."""
    if isinstance(law.total, Polynomial):
        raise HoldsSymbol(
            f"{shown(game)} holds the symbol {law.total.parameter.name}: {OF_SYMBOLS}"
        )
    return law


def _numbered(
    law: Distribution[State], index: dict[State, int], pending: list[State]
) -> tuple[tuple[int, int], ...]:
    numbered = []
    for successor, weight in law.items():
        if successor not in index:
            index[successor] = len(pending)
            pending.append(successor)
        numbered.append((index[successor], weight))
    return tuple(numbered)


def actions_at(game: Game, state: State, player: int) -> tuple[Action, ...]:
    """The player's actions at the state; `RulesError` unless there are some, all different."""
    listed = game.actions(state, PLAYERS[player])
    if not isinstance(listed, (tuple, list)):
        raise RulesError(
            f"the actions of {NAMES[player]} at {shown(state)} must be a tuple, got {shown(listed)}"
        )
    actions = tuple(listed)
    if not actions:
        raise RulesError(
            f"{NAMES[player]} must have at least one action at {shown(state)} (WAIT when it is "
            "not to move), got none"
        )
    try:
        different = len(set(actions))
    except TypeError:
        raise RulesError(
            f"the actions of {NAMES[player]} at {shown(state)} must be hashable, got "
            f"{shown(actions)}"
        ) from None
    if different < len(actions):
        twice = next(action for k, action in enumerate(actions) if action in actions[:k])
        raise RulesError(
            f"the actions of {NAMES[player]} at {shown(state)} must differ, but {shown(twice)} "
            "is listed twice"
        )
    return actions


def law_at(game: Game, state: State, joint: tuple[Action, Action]) -> Distribution[State]:
    """The law of the next state; `RulesError` unless it is a `Distribution`."""
    law = game.outcomes(state, joint)
    if not isinstance(law, Distribution):
        raise RulesError(
            f"outcomes({shown(state)}, {shown(joint)}) must be a Distribution, got {shown(law)}"
        )
    return law


def hashable(state: State) -> State:
    """The state, when it can be hashed; else `RulesError`."""
    try:
        hash(state)
    except TypeError:
        raise RulesError(
            f"a state must be hashable (a NamedTuple reads best), got {shown(state)}"
        ) from None
    return state


def backward_order(graph: StateGraph, why: str = BACKWARD) -> list[int]:
    """The indices of all nodes, each after all its successors.

    Raises `UnsolvableError` naming a cycle when play can come back to a state, and `why` that is
    refused.
    """
    successors = [list(node.successors()) for node in graph.nodes]
    # What lies on a cycle, or leads to one, is left out of this order.
    order = sinks_first(successors)
    if len(order) < len(successors):
        cycle = " -> ".join(shown(graph.nodes[k].state) for k in a_cycle(successors)[:5])
        raise UnsolvableError(f"{shown(graph.game)} can come back to a state ({cycle}): {why}")
    return order


# --- games that come back -------------------------------------------------------------------------


def layers(graph: StateGraph) -> list[list[int]]:
    """The strongly connected components of the graph, each after all that it leads to.

    A layer of several nodes, or of one that leads to itself, is cyclic: play can come back to each
    of its states.
    """
    return components([list(set(node.successors())) for node in graph.nodes])


def is_cyclic(graph: StateGraph, layer: list[int]) -> bool:
    """Whether play can come back to a state of the layer."""
    return len(layer) > 1 or layer[0] in graph.nodes[layer[0]].successors()


def always_ends(graph: StateGraph) -> bool:
    """Whether play ends with probability 1 whatever the players do; then the optimality equation
    has one solution.
    """
    return not endless(graph)[0]


Choices = Mapping[int, Sequence[int]]


def endless(
    graph: StateGraph, ender: Player | None = None, allowed: Choices | None = None
) -> tuple[list[int], dict[int, int]]:
    """The nodes from which play may go on for ever, and for the others a choice of the ender that
    brings the end nearer.

    Without an ender both players keep play going. The ender instead tries to end it, with the
    actions `allowed` at each of its nodes (default: all), against every choice of the other. Nodes
    from which the end is reached with positive probability whatever they do are found backwards
    from the finished states; when that is all of them, the end is never further than some number of
    moves away with some probability, so play ends with probability 1.
    """
    # {successor: (node, demand, the ender's action)}, {node: demands not met so far}
    entering: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    missing: dict[int, set[int]] = {}
    for k, node in enumerate(graph.nodes):
        missing[k] = set()
        allowed_here = None if allowed is None else allowed.get(k)
        for demand, action, successors in _demands(node, ender, allowed_here):
            # A state joins when every demand is met: the ender needs one way for each choice of the
            # other.
            missing[k].add(demand)
            for successor in successors:
                entering[successor].append((k, demand, action))
    ending = [k for k, node in enumerate(graph.nodes) if node.payoff is not None]
    way: dict[int, int] = {}
    for reached in ending:
        for k, demand, action in entering[reached]:
            if demand in missing[k]:
                missing[k].remove(demand)
                # The first way found leads to a state reached before this one, and so nearer to the
                # end.
                way.setdefault(k, action)
                if not missing[k]:
                    ending.append(k)
    return sorted(set(range(len(graph.nodes))).difference(ending)), way


def _demands(
    node: Node, ender: Player | None, allowed: Sequence[int] | None
) -> Iterator[tuple[int, int, list[int]]]:
    """(demand, the ender's action, successors): each demand must be met by one successor that leads
    to the end.

    A demand is one choice of those who keep play going; the ender may answer it with any action it
    plays.
    """
    columns = len(node.actions[MIN])
    for a, row in enumerate(node.laws):
        for b, law in enumerate(row):
            # {who ends the game: (its answer, the demand of the others)}
            choices = {MAX: (a, b), MIN: (b, a), None: (0, a * columns + b)}
            answer, demand = choices[ender]
            if ender is None or allowed is None or answer in allowed:
                yield demand, answer, [successor for successor, _ in law]

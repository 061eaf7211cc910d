"""Gambit's `.efg` files, written.

Any game that always moves on is an extensive game of two players with exact rationals. The tree
unfolds the graph of the game. A player who has a choice has a node in an information set of its
own, or, in a game that hides something, in the set of all nodes where it knows the same. Where both
choose at once MAX's node comes first, and MIN's nodes below it are one information set, since MIN
does not see what MAX chose. A law of several next states is a chance node. Whoever has a single
action has no node. `efg_reader.py` reads such files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

from ..acyclic import a_cycle, sinks_first
from ..argument_checks import a_path, a_text
from ..cost import LIFTED, at_most
from ..errors import RulesError, UnsolvableError
from ..exact import Exact, exact_text, ratio, shown
from ..files import write_atomically
from ..game import MAX, MIN, NAMES, Action, Game, Player, State, refuse_no_game
from ..graph import Node, StateGraph, explore, graph_of_nodes, hashable, node_at
from ..hidden.information import Information, Informed, Situation
from ..optional import hides
from ..proofs.parts import action_names, plain
from .tokens import quoted

MOST_NODES = 100_000  # of a tree that is written
Law = tuple[tuple[int, int], ...]  # ((state, weight), ...)
# a line, empty for none, and what is called for the lines below it
Step = tuple[str, Sequence[Callable[[], "Step"]]]
Below = Callable[[], Step]


def efg_text(game: Game, title: str | None = None) -> str:
    """The game in Gambit's extensive form; the title is that of the file.

    Raises `UnsolvableError` when play can come back to a state, or when the tree has more than
    MOST_NODES nodes.

    >>> from exactdice.games.listed_game import Listed
    >>> toss = {("toss", "wait"): {"heads": 2, "tails": 1}}
    >>> print(efg_text(Listed({"coin": toss, "heads": 1, "tails": 0}), "a coin"))
    EFG 2 R "a coin" { "MAX" "MIN" }
    c "" 1 "" { "heads" 2/3 "tails" 1/3 } 0
    t "" 1 "1" { 1 -1 }
    t "" 2 "0" { 0 0 }
    <BLANKLINE>
    """
    # The states of a game that hides are told apart by what the players know there as well.
    graph = _explored(Informed(game) if hides(game) else game)
    _refuse_large(graph)
    label = quoted(shown(game) if title is None else a_text(title, "title"))
    lines = [f'EFG 2 R {label} {{ "MAX" "MIN" }}', *_Tree(graph).lines()]
    return "\n".join(lines) + "\n"


def write_efg(game: Game, path: Path | str, title: str | None = None) -> None:
    """Write the game to the file, whole or not at all."""
    write_atomically(a_path(path), efg_text(game, title))


def _explored(game: Game) -> StateGraph:
    """The graph of the game, explored until the tree is surely too large.

    Each way on is a branch of the tree, and a state may be the end of many.
    """
    refuse_no_game(game)
    pending = [hashable(game.start)]
    index = {game.start: 0}
    nodes: list[Node] = []
    ways = 0
    for state in pending:  # which grows meanwhile
        nodes.append(node_at(game, state, index, pending))
        # Each state found stands in the tree at least once, so each way on from it is a branch.
        ways += sum(1 for _ in nodes[-1].successors())
        if ways > at_most(MOST_NODES):
            # Play that comes back is the better reason to refuse: no limit stands for it.
            _order(game, nodes)
            _refuse_knowing_more(game)
            raise UnsolvableError(
                f"the tree of {_game_shown(game)} has more than the {MOST_NODES} branches that are "
                f"followed; {LIFTED}"
            )
    return graph_of_nodes(game, nodes, index)


def _order(game: Game, nodes: Sequence[Node]) -> list[int]:
    """The numbers of the nodes, each after those that follow it.

    `UnsolvableError` when play comes back to one of them.
    """
    successors = []
    for node in nodes:
        known = [k for k in node.successors() if k < len(nodes)]
        successors.append(known)
    order = sinks_first(successors)
    if len(order) < len(successors):
        raise _comes_back(game, nodes[a_cycle(successors)[0]].state)
    return order


def _refuse_knowing_more(game: Game) -> None:
    """Raise `UnsolvableError` for a game in which play can come back to a state, even where a
    player knows more each time, so that no situation is there twice.
    """
    if isinstance(game, Informed):
        _order(game, explore(game.game).nodes)


def _comes_back(game: Game, state: State) -> UnsolvableError:
    # In a .prism file the players see everything.
    fitting = "" if isinstance(game, Informed) else "; .prism fits"
    return UnsolvableError(
        f"{_game_shown(game)} can come back to {shown(_state_meant(state))}: an .efg file is a "
        f"tree and cannot hold that{fitting}"
    )


def _game_shown(game: Game) -> str:
    """The game as it was given, for a message."""
    return shown(game.game if isinstance(game, Informed) else game)


def _state_meant(state: State) -> State:
    """The state of the game as it was given."""
    return state.state if isinstance(state, Situation) else state


def _refuse_large(graph: StateGraph) -> None:
    sizes: dict[int, int] = {}
    for k in _order(graph.game, graph.nodes):
        # After its successors, so each size is a sum of known ones: the tree is measured without
        # being made.
        sizes[k] = _size(graph.nodes[k], sizes)
    if sizes[0] > at_most(MOST_NODES):
        raise UnsolvableError(
            f"the tree of {_game_shown(graph.game)} has {shown(sizes[0])} nodes, more than the "
            f"{MOST_NODES} that are written; {LIFTED}"
        )


def _size(node: Node, sizes: dict[int, int]) -> int:
    """The number of nodes of the tree below a state, given those below its successors."""
    rows, columns = map(len, node.actions)
    moves = 1 + rows if node.mover is None else int(rows * columns != 1)
    chance = sum(len(law) > 1 for row in node.laws for law in row)
    return moves + chance + sum(sizes[k] for k in node.successors())


@dataclass(frozen=True)
class _Set:
    """An information set: its actions, the first state in it, and the line of each node."""

    actions: tuple[Action, ...]
    state: State
    line: str

    def in_order(self, actions: Sequence[Action], below: Sequence[Below]) -> list[Below]:
        """What follows the actions of a node, in the order of the set's actions."""
        following = dict(zip(actions, below, strict=True))
        return [following[action] for action in self.actions]


def _new_set(
    number: int, player: Player, actions: tuple[Action, ...], state: State, known: str
) -> _Set:
    """The set of this number, named by what the player knows."""
    labels = " ".join(map(_quoted_name, action_names(actions)))
    # Gambit 16 wants the names of sets to differ, so the number comes first
    name = quoted(f"{number}: {known}")
    return _Set(actions, state, f'p "" {player + 1} {number} {name} {{ {labels} }} 0')


@dataclass
class _Tree:
    """The lines of the tree, each after that of its parent.

    The sets and outcomes are numbered in the order of their lines.
    """

    graph: StateGraph
    # the information sets of MAX, of MIN, and of chance, which Gambit numbers each on its own
    numbers: tuple[Iterator[int], Iterator[int], Iterator[int]] = field(
        default_factory=lambda: (count(1), count(1), count(1))
    )
    # of each player, by the place of what it knows
    known: tuple[dict[int, _Set], dict[int, _Set]] = field(default_factory=lambda: ({}, {}))
    named: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))
    outcomes: dict[Exact, int] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        pending: list[Below] = [partial(self.state, 0)]  # a stack of its own: trees may be deep
        while pending:
            line, below = pending.pop()()
            if line:
                yield line
            pending.extend(reversed(below))

    def state(self, k: int) -> Step:
        node = self.graph.nodes[k]
        if node.payoff is not None:
            return self.end(node.payoff), []
        if node.mover is None:
            return self.at_once(node)
        moves = [partial(self.chance, *move) for move in node.moves()]
        if len(moves) == 1:  # no choice, no node
            return "", moves
        found = self.set_of(node, node.mover)
        return found.line, found.in_order(node.actions[node.mover], moves)

    def at_once(self, node: Node) -> Step:
        """MAX's node, above nodes of MIN in one set: MIN does not see what MAX chose."""
        upper, hidden = self.set_of(node, MAX), self.set_of(node, MIN)
        below = [partial(self.hidden, node, a, hidden) for a in range(len(node.laws))]
        return upper.line, upper.in_order(node.actions[MAX], below)

    def hidden(self, node: Node, a: int, found: _Set) -> Step:
        """MIN's node after MAX's action a, which it does not see."""
        below = [
            partial(self.chance, *move) for move in zip(node.laws[a], node.totals[a], strict=True)
        ]
        return found.line, found.in_order(node.actions[MIN], below)

    def set_of(self, node: Node, player: Player) -> _Set:
        """The information set of the player at the state: a new one, unless it knows the same at a
        state before.
        """
        game = self.graph.game
        actions = node.actions[player]
        if not isinstance(game, Informed):
            return _new_set(
                next(self.numbers[player]), player, actions, node.state, shown(node.state)
            )
        found = self.known[player].get(node.state.known[player])
        if found is None:
            number = next(self.numbers[player])
            known = self.known_text(game.information(node.state, player), player)
            found = _new_set(number, player, actions, node.state.state, known)
            self.known[player][node.state.known[player]] = found
        if set(actions) != set(found.actions):
            raise RulesError(
                f"{NAMES[player]} knows {shown(game.information(node.state, player))} at "
                f"{shown(found.state)} and at {shown(node.state.state)}, so its actions must be "
                f"the same there, got {shown(found.actions)} and {shown(actions)}"
            )
        return found

    def known_text(self, information: Information, player: Player) -> str:
        """What the player knows, with texts in quotes where it would read as another information:
        1 and "1".
        """
        text = ", ".join(str(plain(part)) for part in information)
        if text in self.named[player]:
            text = ", ".join(map(shown, information))
        self.named[player].add(text)
        return text

    def chance(self, law: Law, total: int) -> Step:
        below = [partial(self.state, k) for k, _ in law]
        if len(law) == 1:
            return "", below
        names = action_names([_state_meant(self.graph.nodes[k].state) for k, _ in law])
        parts = []
        for name, (_, weight) in zip(names, law, strict=True):
            parts.append(f"{_quoted_name(name)} {exact_text(ratio(weight, total))}")
        return f'c "" {next(self.numbers[2])} "" {{ {" ".join(parts)} }} 0', below

    def end(self, payoff: Exact) -> str:
        number = self.outcomes.setdefault(payoff, len(self.outcomes) + 1)
        text = exact_text(payoff)
        return f't "" {number} "{text}" {{ {text} {exact_text(-payoff)} }}'


def _quoted_name(name: int | str) -> str:
    return quoted(str(name))

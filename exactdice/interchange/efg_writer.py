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

from ..argument_checks import a_path, a_text
from ..cost import refuse_costly
from ..exact import Exact, exact_text, ratio, shown
from ..files import write_atomically
from ..game import MAX, MIN, Action, Game, Player, refuse_no_game
from ..graph import Node, StateGraph, backward_order, explore
from ..hidden.information import Informed, Situation
from ..hidden.tree import game_tree
from ..optional import hides
from ..proofs.parts import action_names, plain
from .tokens import quoted

STEPS_A_NODE = 1000
NO_TREE = "an .efg file is a tree and cannot hold that"
Law = tuple[tuple[int, int], ...]  # ((state, weight), ...)
# a line, empty for none, and what is called for the lines below it
Step = tuple[str, Sequence[Callable[[], "Step"]]]
Below = Callable[[], Step]


def efg_text(game: Game, title: str | None = None) -> str:
    """The game in Gambit's extensive form; the title is that of the file.

    Raises `UnsolvableError` when play can come back to a state, and `TooCostly` for a tree that
    takes long to write.

    >>> from exactdice.games.listed_game import Listed
    >>> toss = {("toss", "wait"): {"heads": 2, "tails": 1}}
    >>> print(efg_text(Listed({"coin": toss, "heads": 1, "tails": 0}), "a coin"))
    EFG 2 R "a coin" { "MAX" "MIN" }
    c "" 1 "" { "heads" 2/3 "tails" 1/3 } 0
    t "" 1 "1" { 1 -1 }
    t "" 2 "0" { 0 0 }
    <BLANKLINE>
    """
    refuse_no_game(game)
    label = quoted(shown(game) if title is None else a_text(title, "title"))
    # The states of a game that hides are told apart by what the players know there as well.
    graph = game_tree(game).graph if hides(game) else explore(game)
    # After its successors, so each size is a sum of known ones: the tree is measured without being
    # made.
    sizes: dict[int, int] = {}
    for k in backward_order(graph, NO_TREE):
        node = graph.nodes[k]
        rows, columns = map(len, node.actions)
        moves = 1 + rows if node.mover is None else int(rows * columns != 1)
        chance = sum(len(law) > 1 for row in node.laws for law in row)
        sizes[k] = moves + chance + sum(sizes[after] for after in node.successors())
    refuse_costly(
        f"the tree of {shown(game)}, of {shown(sizes[0])} nodes,", STEPS_A_NODE * sizes[0]
    )
    lines = [f'EFG 2 R {label} {{ "MAX" "MIN" }}', *_Tree(graph).lines()]
    return "\n".join(lines) + "\n"


def write_efg(game: Game, path: Path | str, title: str | None = None) -> None:
    """Write the game to the file, whole or not at all."""
    write_atomically(a_path(path), efg_text(game, title))


@dataclass(frozen=True)
class _Set:
    """An information set: its actions, and the line of each node."""

    actions: tuple[Action, ...]
    line: str

    def in_order(self, actions: Sequence[Action], below: Sequence[Below]) -> list[Below]:
        """What follows the actions of a node, in the order of the set's actions."""
        following = dict(zip(actions, below, strict=True))
        return [following[action] for action in self.actions]


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
        if not isinstance(game, Informed):
            return self.new_set(player, node.actions[player], shown(node.state))
        sets, place = self.known[player], node.state.known[player]
        if place not in sets:
            information = game.information(node.state, player)
            text = ", ".join(str(plain(part)) for part in information)
            # With texts in quotes where it would read as another information: 1 and "1".
            if text in self.named[player]:
                text = ", ".join(map(shown, information))
            self.named[player].add(text)
            sets[place] = self.new_set(player, node.actions[player], text)
        return sets[place]

    def new_set(self, player: Player, actions: tuple[Action, ...], known: str) -> _Set:
        """The next set of the player, named by what it knows."""
        number = next(self.numbers[player])
        labels = " ".join(quoted(str(name)) for name in action_names(actions))
        # Gambit 16 wants the names of sets to differ, so the number comes first
        name = quoted(f"{number}: {known}")
        return _Set(actions, f'p "" {player + 1} {number} {name} {{ {labels} }} 0')

    def chance(self, law: Law, total: int) -> Step:
        below = [partial(self.state, k) for k, _ in law]
        if len(law) == 1:
            return "", below
        reached = [self.graph.nodes[k].state for k, _ in law]
        # The states of the game as they were given.
        states = [one.state if isinstance(one, Situation) else one for one in reached]
        parts = [
            f"{quoted(str(name))} {exact_text(ratio(weight, total))}"
            for name, (_, weight) in zip(action_names(states), law, strict=True)
        ]
        return f'c "" {next(self.numbers[2])} "" {{ {" ".join(parts)} }} 0', below

    def end(self, payoff: Exact) -> str:
        number = self.outcomes.setdefault(payoff, len(self.outcomes) + 1)
        text = exact_text(payoff)
        return f't "" {number} "{text}" {{ {text} {exact_text(-payoff)} }}'

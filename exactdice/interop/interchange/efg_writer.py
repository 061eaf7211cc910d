"""Gambit's `.efg` files, written.

Any game that always moves on is an extensive game of two players with exact rationals. The tree
unfolds the graph of the game. A player who has a choice has a node in an information set of its
own, or, in a game that hides something, in the set of all nodes where it knows the same. Where both
choose at once MAX's node comes first, and MIN's nodes below it are one information set, since MIN
does not see what MAX chose. A law of several next states is a chance node. Whoever has a single
action has no node. `efg_reader.py` reads such files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from ...exact.argument_checks import a_path, a_text
from ...exact.cost import refuse_costly
from ...exact.files import write_atomically
from ...exact.numbers import Exact, exact_text, ratio, shown
from ...game.graph import Node, StateGraph, backward_order, explore
from ...game.optional import hides
from ...game.protocol import MAX, MIN, Action, Game, Player, refuse_no_game
from ...proofs import action_names, plain
from ...solvers.hidden.information import Informed, Situation
from ...solvers.hidden.tree import game_tree
from .tokens import quoted

STEPS_A_NODE = 1000
NO_TREE = "an .efg file is a tree and cannot hold that"
Law = tuple[tuple[int, int], ...]  # ((state, weight), ...)
Set = tuple[str, tuple[Action, ...]]  # the line of each of its nodes, and its actions
Steps = Iterator["str | Steps"]  # lines, and in their places what gives lines
CHANCE = 2  # after the two players


def efg_text(
    game: Game, title: str | None = None, number: Callable[[Exact], str] | None = None
) -> str:
    """The game in Gambit's extensive form; the title is that of the file, and `number` says how
    numbers are written, where not as fractions.

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
    said = shown(game) if title is None else a_text(title, "title")
    # The states of a game that hides are told apart by what the players know there as well.
    graph = game_tree(game).graph if hides(game) else explore(game)
    # After its successors, so each size is a sum of known ones: the tree is measured without being
    # made.
    sizes: dict[int, int] = {}
    for k in backward_order(graph, NO_TREE):
        node = graph.nodes[k]
        rows, columns = map(len, node.actions)
        # an end, or MAX's node above one of MIN's for each of MAX's actions
        size = int(node.payoff is not None or rows > 1) + rows * (columns > 1)
        size += sum(len(law) > 1 for law in chain(*node.laws))
        sizes[k] = size + sum(sizes[after] for after in node.successors())
    size = sizes[0]
    refuse_costly(f"the tree of {shown(game)}, of {shown(size)} nodes,", STEPS_A_NODE * size)
    lines = [f'EFG 2 R {quoted(said)} {{ "MAX" "MIN" }}']
    lines += _Tree(graph, number or exact_text).lines()
    return "\n".join(lines) + "\n"


def write_efg(game: Game, path: Path | str, title: str | None = None) -> None:
    """Write the game to the file, whole or not at all."""
    write_atomically(a_path(path), efg_text(game, title))


@dataclass
class _Tree:
    """The lines of the tree, each after that of its parent.

    The sets and outcomes are numbered in the order of their lines.
    """

    graph: StateGraph
    number: Callable[[Exact], str]
    # information sets of MAX, of MIN, and of chance so far, which Gambit numbers each on its own
    counts: Counter[int] = field(default_factory=Counter)
    # {(player, the place of what it knows): the set}
    known: dict[tuple[Player, int], Set] = field(default_factory=dict)
    named: set[tuple[Player, str]] = field(default_factory=set)
    outcomes: dict[Exact, int] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        pending = [self.state(0)]  # a stack of its own: trees may be deep
        while pending:
            step = next(pending[-1], None)
            if step is None:
                pending.pop()
            elif isinstance(step, str):
                yield step
            else:
                pending.append(step)

    def state(self, k: int) -> Steps:
        """The subtree of the state. Where both choose, MAX's node stands above nodes of MIN in one
        set: MIN does not see what MAX chose.
        """
        node = self.graph.nodes[k]
        if node.payoff is not None:
            yield self.end(node.payoff)
            return
        upper, rows = self.choice(node, MAX)
        lower, columns = self.choice(node, MIN)
        if upper:
            yield upper
        for a in rows:
            if lower:
                yield lower
            for b in columns:
                yield self.chance(node.laws[a][b], node.totals[a][b])

    def choice(self, node: Node, player: Player) -> tuple[str, list[int]]:
        """The line of the player's node, empty where it has a single action, and the places of its
        actions in the order of its information set.
        """
        game = self.graph.game
        actions = node.actions[player]
        if len(actions) == 1:
            return "", [0]
        if not isinstance(game, Informed):
            line, _ = self.new_set(player, actions, shown(node.state))
            return line, list(range(len(actions)))
        # The set of the states before at which the player knows the same, or a new one
        key = (player, node.state.known[player])
        if key not in self.known:
            information = game.information(node.state, player)
            text = ", ".join(str(plain(part)) for part in information)
            # With texts in quotes where it would read as another information: 1 and "1".
            if (player, text) in self.named:
                text = ", ".join(map(shown, information))
            self.named.add((player, text))
            self.known[key] = self.new_set(player, actions, text)
        line, listed = self.known[key]
        return line, [actions.index(action) for action in listed]

    def new_set(self, player: Player, actions: tuple[Action, ...], known: str) -> Set:
        """The next set of the player, named by what it knows."""
        self.counts[player] += 1
        number = self.counts[player]
        labels = " ".join(quoted(str(name)) for name in action_names(actions))
        # Gambit 16 wants the names of sets to differ, so the number comes first
        name = quoted(f"{number}: {known}")
        return f'p "" {player + 1} {number} {name} {{ {labels} }} 0', actions

    def chance(self, law: Law, total: int) -> Steps:
        """The node of chance, where it draws, and the states that it leads to."""
        if len(law) > 1:
            reached = [self.graph.nodes[k].state for k, _ in law]
            # The states of the game as they were given.
            states = [one.state if isinstance(one, Situation) else one for one in reached]
            outcomes = " ".join(
                f"{quoted(str(name))} {self.number(ratio(weight, total))}"
                for name, (_, weight) in zip(action_names(states), law, strict=True)
            )
            self.counts[CHANCE] += 1
            yield f'c "" {self.counts[CHANCE]} "" {{ {outcomes} }} 0'
        for k, _ in law:
            yield self.state(k)

    def end(self, payoff: Exact) -> str:
        number = self.outcomes.setdefault(payoff, len(self.outcomes) + 1)
        paid = f"{self.number(payoff)} {self.number(-payoff)}"
        return f't "" {number} "{exact_text(payoff)}" {{ {paid} }}'

"""Gambit's `.efg` files as games.

Two players, zero-sum or constant-sum, chance, and information sets: the file of a game in which a
player does not see everything becomes a game that says what each player observes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from ..distribution import from_probabilities
from ..errors import RulesError
from ..exact import Exact, shown
from ..game import MAX, PLAYERS, WAIT, Action, JointAction, joint_action
from ..games.listed_game import Listed, ListedHidden, Stage
from .efg_nodes import Set, Tree, TreeNode, read_tree
from .efg_recall import refuse_forgetting
from .tokens import read_as

Members = Mapping[Set, Sequence[int]]  # the nodes of each information set


def read_efg(path: Path | str) -> Listed:
    """The game in the file.

    `RulesError` naming the file when it holds none that `parse_efg` reads.
    """
    return read_as(parse_efg, path)


def parse_efg(text: str) -> Listed:
    """The game of the file, paid to the first player what the file pays the first player.

    Its states are the numbers of its nodes, from 0, its actions their labels. Where a player does
    not see what happened it is a `ListedHidden`: a player who is to move observes its information
    set, by its name, or by its number where it has no name of its own. In a constant-sum game the
    second player is paid the rest, so the first player's payoffs alone say how both play.
    Raises `RulesError` naming the line when it is no such game of two players: payoffs that do not
    cancel, or a player who forgets what it knew.

    >>> choice = 'p "" 1 1 "" { "H" "T" } 0 t "" 1 "win" { .5 -1/2 } t "" 0'
    >>> parse_efg('EFG 2 R "odd" { "A" "B" } ' + choice)
    Listed({0: {('H', 'wait'): {1: 1}, ('T', 'wait'): {2: 1}}, 1: Fraction(1, 2), 2: 0})
    >>> coin = 'c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0 '
    >>> guess = 'p "" 1 1 "unseen" { "H" "T" } 0 '
    >>> unseen = coin + guess + 't "" 1 "" { 1 -1 } t "" 0 ' + guess + 't "" 0 t "" 1'
    >>> parse_efg('EFG 2 R "guess" { "A" "B" } ' + unseen).observations
    {1: ('unseen', None), 4: ('unseen', None)}
    """
    tree = read_tree(text)
    _refuse_general_sum(tree)
    refuse_forgetting(tree)
    members = _members(tree.nodes)
    at_once = _choices_of_both(tree.nodes, members)
    # Nodes of the second player are no states: the choice of both is one stage of the game.
    second = set(chain.from_iterable(tree.nodes[k].below for k in at_once))
    if all(len(nodes) == 1 or second.issuperset(nodes) for nodes in members.values()):
        return Listed(
            {
                k: _both(tree.nodes, k) if k in at_once else _stage(node, _distinct(node.labels))
                for k, node in enumerate(tree.nodes)
                if k not in second
            }
        )
    return ListedHidden(dict(enumerate(map(_unseen_stage, tree.nodes))), _observations(tree))


def _refuse_general_sum(tree: Tree) -> None:
    """`RulesError` naming the second player at the first end where the sum of the payoffs is not
    the sum at the first end of all.
    """
    first_end = next(node for node in tree.nodes if node.kind == "t")
    total = sum(first_end.paid)
    for node in tree.nodes:
        # At the end alone: what was paid before may be returned.
        if node.kind == "t" and sum(node.paid) != total:
            first, second = map(shown, node.paid)
            raise RulesError(
                f"line {node.line}: the payoffs of {tree.player(2)} do not cancel those of "
                f"{tree.player(1)}: {first} and {second} have a sum of {shown(sum(node.paid))} "
                f"here, those in line {first_end.line} a sum of {shown(total)}; only zero-sum and "
                "constant-sum games are read"
            )


# --- what each player sees ------------------------------------------------------------------------


def _members(nodes: Sequence[TreeNode]) -> Members:
    members: dict[Set, list[int]] = defaultdict(list)
    for k, node in enumerate(nodes):
        if node.kind == "p":
            members[node.information_set].append(k)
    return members


def _choices_of_both(nodes: Sequence[TreeNode], members: Members) -> set[int]:
    """The nodes at which both choose at once: the player sees all, and the nodes below are all
    those of one set of the other player, of several nodes.
    """
    found = set()
    for k, node in enumerate(nodes):
        if node.kind != "p" or len(members[node.information_set]) > 1 or len(node.below) == 1:
            continue
        below = nodes[node.below[0]]
        of_other = below.kind == "p" and below.player != node.player
        if of_other and members[below.information_set] == node.below:
            found.add(k)
    return found


def _observations(tree: Tree) -> dict[int, tuple[str | int | None, str | int | None]]:
    """{node: (what MAX observes there, what MIN does)}: whoever is to move its information set."""
    # The names of one player alone: the other never reads them.
    names = Counter((player, name) for (player, _), name in tree.sets.items())
    observations: dict[int, tuple[str | int | None, str | int | None]] = {}
    for k, node in enumerate(tree.nodes):
        if node.kind == "p":
            name = tree.sets[node.information_set]
            own = name and names[node.player, name] == 1
            observed = name if own else node.number
            observations[k] = (observed, None) if node.player == 1 else (None, observed)
    return observations


# --- from nodes to states -------------------------------------------------------------------------


def _stage(node: TreeNode, actions: Iterable[Action]) -> Exact | Stage:
    """The payoff at an end, else the laws of what the one to move may do."""
    if node.kind == "t":
        return node.paid[0]
    if node.kind == "c":
        law = from_probabilities(
            dict(zip(node.below, node.chances, strict=True)), f"line {node.line}: probabilities"
        )
        return {(WAIT, WAIT): dict(law.items())}
    player = PLAYERS[node.player - 1]
    choices = zip(actions, node.below, strict=True)
    return {joint_action(player, a): {below: 1} for a, below in choices}


def _unseen_stage(node: TreeNode) -> Exact | Stage:
    """The same in a game that hides, where no action may be called like waiting: a player does not
    know afterwards that it waited.
    """
    actions = _distinct(node.labels)
    return _stage(node, _numbered(actions) if WAIT in actions else actions)


def _both(nodes: Sequence[TreeNode], k: int) -> Stage:
    """The laws of what both may do at once, the one at the node and the other right below it."""
    node = nodes[k]
    stage: dict[JointAction, dict[int, int]] = {}
    for mine, middle in zip(_distinct(node.labels), node.below, strict=True):
        for theirs, end in zip(_distinct(nodes[middle].labels), nodes[middle].below, strict=True):
            stage[_joint(node, mine, theirs)] = {end: 1}
    return stage


def _joint(node: TreeNode, mine: Action, theirs: Action) -> JointAction:
    return (mine, theirs) if PLAYERS[node.player - 1] == MAX else (theirs, mine)


def _distinct(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels, numbered where two are the same or one is empty."""
    listed = tuple(labels)
    if all(listed) and len(set(listed)) == len(listed):
        return listed
    return _numbered(listed)


def _numbered(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{k}: {name}" for k, name in enumerate(labels, 1))

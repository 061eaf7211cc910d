"""Whether the players of an `.efg` file remember: perfect recall.

A player remembers when all nodes of each of its information sets lie behind the same choices of its
own, made in the same order at the same sets. One who does not would have to forget what it did or
knew, and then a strategy by information sets may do worse than one by plans; such files are
refused. A set that play passes twice (the absent-minded driver) is one of these.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import RulesError
from .efg_nodes import Set, Tree, TreeNode

LAST_CHOICES = 5  # of a history that are told: two histories that are refused end differently


@dataclass(frozen=True, eq=False)
class _Choices:
    """The last choice of a player, its information set and the action, and those before it."""

    made_at: Set
    label: str
    before: _Choices | None


def refuse_forgetting(tree: Tree) -> None:
    """`RulesError` naming the set and the two histories where a player forgets."""
    own: list[tuple[_Choices | None, _Choices | None]] = [(None, None)] * len(tree.nodes)
    known: dict[tuple[_Choices | None, Set, int], _Choices] = {}
    first_of: dict[Set, int] = {}
    for k, node in enumerate(tree.nodes):  # each before those below it
        if node.kind != "p":
            for below in node.below:
                own[below] = own[k]
            continue
        history = own[k][node.player - 1]
        first = first_of.setdefault(node.information_set, k)
        remembered = own[first][node.player - 1]
        # Equal choices are one object, so histories of any length are compared at once.
        if history is not remembered:
            _refuse(tree, (tree.nodes[first], remembered), (node, history))
        for a, below in enumerate(node.below):
            key = (history, node.information_set, a)
            made = known.setdefault(key, _Choices(node.information_set, node.labels[a], history))
            own[below] = (made, own[k][1]) if node.player == 1 else (own[k][0], made)


def _refuse(tree: Tree, *places: tuple[TreeNode, _Choices | None]) -> None:
    node = places[0][0]
    player = tree.player(node.player)
    histories = [f"in line {at.line} {_told(tree, choices)}" for at, choices in places]
    raise RulesError(
        f"line {places[1][0].line}: {tree.set_name(node.information_set)} of {player} holds nodes "
        f"behind different choices of its own: {', '.join(histories)}; a player must remember "
        "what it did and knew (perfect recall)"
    )


def _told(tree: Tree, choices: _Choices | None) -> str:
    """The last choices in words, the first of them first."""
    if choices is None:
        return "after no choice"
    parts: list[str] = []
    # The first set of the file that differs is refused, so the sets before it do not differ, and
    # two histories that do end in different choices.
    while choices is not None and len(parts) < LAST_CHOICES:
        parts.append(f'"{choices.label}" at {tree.set_name(choices.made_at)}')
        choices = choices.before
    if choices is not None:
        parts.append("...")
    return f"after {', then '.join(reversed(parts))}"

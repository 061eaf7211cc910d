"""Gambit's `.efg` files, read.

The games are zero-sum games of two players in which each player sees all that happened, or both
choose at once. The format is that of Gambit's manual: the nodes in prefix order, each with a label,
its information set or event, and an outcome. A set, an event or an outcome is described where it
first appears, and may be given by its number alone later. An outcome before the end is paid as
well: what a player is paid is the sum along the path. Numbers are read exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ..argument_checks import a_text
from ..distribution import from_probabilities
from ..errors import RulesError
from ..exact import Exact, shown
from ..game import MAX, PLAYERS, WAIT, JointAction, joint_action
from ..games.listed_game import Listed, Stage
from .tokens import GAMBIT, Reader, Word, number_at, one_line, read_as, unquoted, words_of

Pay = tuple[Exact, ...]


def read_efg(path: Path | str) -> Listed:
    """The game in the file.

    `RulesError` naming the file when it holds none that `parse_efg` reads.
    """
    return read_as(parse_efg, path)


def parse_efg(text: str) -> Listed:
    """The game of the file, paid to the first player.

    Its states are the numbers of its nodes, from 0, its actions their labels. Raises `RulesError`
    naming the line when it is no two-player zero-sum game, and naming the information set when a
    player does not see what happened, other than in the choice of both at once: all the nodes of
    the set directly below one node of the other.

    >>> choice = 'p "" 1 1 "" { "H" "T" } 0 t "" 1 "win" { .5 -1/2 } t "" 0'
    >>> parse_efg('EFG 2 R "odd" { "A" "B" } ' + choice)
    Listed({0: {('H', 'wait'): {1: 1}, ('T', 'wait'): {2: 1}}, 1: Fraction(1, 2), 2: 0})
    """
    nodes = _TreeReader(list(words_of(a_text(text, "a game to be read"), GAMBIT))).tree()
    return Listed(_stages(nodes))


@dataclass
class _Node:
    """A node of the tree: c for chance (player 0), p for a player, t for an end.

    It holds what is paid on the way to it and in it.
    """

    kind: str
    line: int
    player: int = 0
    number: int = 0
    labels: tuple[str, ...] = ()
    chances: tuple[Exact, ...] = ()
    paid: Pay = (0, 0)
    below: list[int] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether a node was read below each of its labels."""
        return len(self.below) == len(self.labels)


@dataclass
class _TreeReader(Reader):
    sets: dict[tuple[int, int], tuple[tuple[str, ...], tuple[Exact, ...]]] = field(
        default_factory=dict
    )
    outcomes: dict[int, Pay] = field(default_factory=dict)

    # -- words --

    def next_is(self, start: str) -> bool:
        return self.text().startswith(start)

    def word(self, required: str) -> Word:
        if self.at >= len(self.words):
            self.refuse(required)
        self.at += 1
        return self.words[self.at - 1]

    def expect(self, *allowed: str) -> None:
        if not any(self.next_is(text) for text in allowed):
            self.refuse(f"{' or '.join(allowed)} must stand here")
        self.at += 1

    def label(self, required: str) -> str:
        if not self.next_is('"') or len(self.text()) < 2 or not self.text().endswith('"'):
            self.refuse(f"{required} must stand here in quotes")
        return one_line(unquoted(self.word(required).text))

    def whole(self, required: str, least: int = 1) -> int:
        # Nine digits are more than any file has nodes, and keep the conversion cheap.
        text = self.text()
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) >= least):
            self.refuse(f"{required} must be a whole number from {least}")
        return int(self.word(required).text)

    # -- the file --

    def tree(self) -> list[_Node]:
        """All nodes, each before those below it."""
        self.prologue()
        nodes: list[_Node] = []
        # A stack of its own instead of recursion, as trees may be deeper than Python recurses.
        unfinished: list[int] = []
        while unfinished or not nodes:
            above = nodes[unfinished[-1]] if unfinished else None
            if above:
                above.below.append(len(nodes))
            nodes.append(self.node((0, 0) if above is None else above.paid))
            unfinished.append(len(nodes) - 1)
            while unfinished and nodes[unfinished[-1]].is_whole:
                unfinished.pop()
        if self.at < len(self.words):
            self.refuse("the file must end after the tree")
        return nodes

    def prologue(self) -> None:
        """Read past the head of the file: its format, the title, the names of the two players and a
        comment.
        """
        # D is the older mark of files with decimals, which are read exactly as well.
        for allowed in (("EFG",), ("2",), ("R", "D")):
            self.expect(*allowed)
        self.label("the title")
        self.expect("{")
        players = 0
        while not self.next_is("}"):
            self.label("the name of a player")
            players += 1
        if players != 2:
            raise RulesError(
                f"line {self.words[0].line}: the game must have two players, got {players}"
            )
        self.at += 1
        if self.next_is('"'):
            self.label("the comment")

    def node(self, paid_above: Pay) -> _Node:
        """The next node of the file, with what is paid on the way to it."""
        kind = self.word("c, p or t must begin a node")
        if kind.text not in ("c", "p", "t"):
            self.at -= 1
            self.refuse("c, p or t must begin a node")
        self.label("the name of the node")
        node = _Node(kind.text, kind.line)
        if kind.text != "t":
            node.player = self.whole("the player") if kind.text == "p" else 0
            if node.player > 2:
                raise RulesError(
                    f"line {kind.line}: the game has two players, got player {node.player}"
                )
            node.number = self.whole("the number of the information set")
            node.labels, node.chances = self.described(node)
        first, second = self.outcome()
        # Summed on the way down, since a payoff of the protocol stands at the end of play alone.
        node.paid = (paid_above[0] + first, paid_above[1] + second)
        return node

    def described(self, node: _Node) -> tuple[tuple[str, ...], tuple[Exact, ...]]:
        """The actions of the node's set and, after chance, their probabilities.

        As before when only the number is given.
        """
        # Each player numbers its sets from 1, and chance (player 0) too.
        key = (node.player, node.number)
        if not self.next_is('"'):
            if key not in self.sets:
                raise RulesError(
                    f"line {node.line}: information set {node.number} must be described where "
                    "it first appears"
                )
            return self.sets[key]
        self.label("the name of the information set")
        self.expect("{")
        labels: list[str] = []
        chances: list[Exact] = []
        while not self.next_is("}") or not labels:
            labels.append(self.label("the name of an action"))
            if node.kind == "c":
                chances.append(number_at(self.word("a probability"), "probability"))
        self.at += 1
        found = (tuple(labels), tuple(chances))
        # Gambit lets a set be described again, but only in the same words.
        if self.sets.setdefault(key, found) != found:
            raise RulesError(
                f"line {node.line}: information set {node.number} is described differently before"
            )
        return found

    def outcome(self) -> Pay:
        """What the outcome of the node pays."""
        number = self.whole("the number of the outcome", 0)
        line = self.words[self.at - 1].line
        if not self.next_is('"'):
            # Outcome 0 is that of nothing paid, and is never described.
            if number and number not in self.outcomes:
                raise RulesError(
                    f"line {line}: outcome {number} must be described where it first appears"
                )
            return self.outcomes.get(number, (0, 0))
        self.label("the name of the outcome")
        self.expect("{")
        paid = tuple(number_at(self.word("a payoff"), "payoff") for _ in range(2))
        self.expect("}")
        if not number or self.outcomes.setdefault(number, paid) != paid:
            raise RulesError(
                f"line {line}: outcome {number} "
                + ("is described differently before" if number else "pays nothing")
            )
        return paid


# --- from the tree to a game ----------------------------------------------------------------------


def _stages(nodes: list[_Node]) -> dict[int, Exact | Stage]:
    """{node: its payoff, or the laws of its joint actions}.

    The nodes in which the second of two at once chooses are left out.
    """
    members: dict[tuple[int, int], list[int]] = defaultdict(list)
    for k, node in enumerate(nodes):
        if node.kind == "p":
            members[node.player, node.number].append(k)
    at_once = {
        k
        for k, node in enumerate(nodes)
        if node.kind == "p" and _begins_choice_of_both(nodes, node, members)
    }
    # Nodes of the second player are no states: the choice of both is one stage of the game.
    second = {below for k in at_once for below in nodes[k].below}
    for (player, number), listed in members.items():
        if len(listed) > 1 and not second.issuperset(listed):
            raise RulesError(
                f"line {nodes[listed[0]].line}: information set {number} of player {player} "
                f"has {len(listed)} nodes, so its player does "
                "not see what happened; only a choice of both at once is read, all its nodes "
                "directly below one node of the other"
            )
    return {k: _stage(nodes, k, k in at_once) for k in range(len(nodes)) if k not in second}


def _begins_choice_of_both(
    nodes: list[_Node], node: _Node, members: dict[tuple[int, int], list[int]]
) -> bool:
    """Whether the player sees all, and the nodes below are all those of one set of the other
    player, of several nodes.
    """
    below = nodes[node.below[0]]
    hidden = (
        below.kind == "p"
        and below.player != node.player
        and members[below.player, below.number] == node.below
    )
    return hidden and len(node.below) > 1 and len(members[node.player, node.number]) == 1


def _stage(nodes: list[_Node], k: int, at_once: bool) -> Exact | Stage:
    node = nodes[k]
    if node.kind == "t":
        if sum(node.paid) != 0:  # at the end alone: what was paid before may be returned
            first, second = map(shown, node.paid)
            raise RulesError(
                f"line {node.line}: the game must be zero-sum, but the players are paid "
                f"{first} and {second} here"
            )
        return node.paid[0]
    if node.kind == "c":
        law = from_probabilities(
            dict(zip(node.below, node.chances, strict=True)), f"line {node.line}: probabilities"
        )
        return {(WAIT, WAIT): dict(law.items())}
    player = PLAYERS[node.player - 1]
    if not at_once:
        return {
            joint_action(player, a): {below: 1}
            for a, below in zip(_distinct(node.labels), node.below, strict=True)
        }
    stage: dict[JointAction, dict[int, int]] = {}
    for mine, middle in zip(_distinct(node.labels), node.below, strict=True):
        for theirs, end in zip(_distinct(nodes[middle].labels), nodes[middle].below, strict=True):
            stage[(mine, theirs) if player == MAX else (theirs, mine)] = {end: 1}
    return stage


def _distinct(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels, numbered where two are the same or one is empty."""
    listed = tuple(labels)
    if all(listed) and len(set(listed)) == len(listed):
        return listed
    return tuple(f"{k}: {name}" for k, name in enumerate(listed, 1))

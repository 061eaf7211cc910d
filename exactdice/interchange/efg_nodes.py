"""The nodes of Gambit's `.efg` files, read.

The format is that of Gambit's manual: the nodes in prefix order, each with a label, its information
set or event, and an outcome. A set, an event or an outcome is described where it first appears, and
may be given by its number alone later. An outcome before the end is paid as well: what a player is
paid is the sum along the path. Numbers are read exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..argument_checks import a_text
from ..errors import RulesError
from ..exact import Exact, shown
from .tokens import GAMBIT, Reader, Word, number_at, one_line, unquoted, words_of

Pay = tuple[Exact, Exact]
Described = tuple[tuple[str, ...], tuple[Exact, ...]]  # actions and, after chance, probabilities
Set = tuple[int, int]  # (player, the number of the set), as each player numbers its sets from 1


@dataclass
class Tree:
    """What is in a file: the names of the two players, those of the information sets, and all
    nodes, each before those below it.
    """

    players: tuple[str, ...]
    sets: dict[Set, str]
    nodes: list[TreeNode]

    def player(self, number: int) -> str:
        """The player as a message names it."""
        name = self.players[number - 1]
        return f'"{name}"' if name else f"player {number}"

    def set_name(self, key: Set) -> str:
        """The information set as a message names it."""
        name = self.sets[key]
        return f'information set {key[1]} ("{name}")' if name else f"information set {key[1]}"


def read_tree(text: str) -> Tree:
    """The tree in the text of a file; `RulesError` naming the line where it is not one of two
    players.
    """
    return _TreeReader(list(words_of(a_text(text, "a game to be read"), GAMBIT))).tree()


@dataclass
class TreeNode:
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
    def information_set(self) -> Set:
        """The player and the number of the set; that of an event where chance moves."""
        return self.player, self.number

    @property
    def is_whole(self) -> bool:
        """Whether a node was read below each of its labels."""
        return len(self.below) == len(self.labels)


@dataclass
class _TreeReader(Reader):
    sets: dict[Set, Described] = field(default_factory=dict)
    described_at: dict[Set, int] = field(default_factory=dict)  # the line
    names: dict[Set, str] = field(default_factory=dict)
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

    def tree(self) -> Tree:
        """The whole file."""
        players = self.prologue()
        nodes: list[TreeNode] = []
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
        return Tree(players, self.names, nodes)

    def prologue(self) -> tuple[str, ...]:
        """The names of the two players, after reading past the head of the file: its format, the
        title and a comment.
        """
        # D is the older mark of files with decimals, which are read exactly as well.
        for allowed in (("EFG",), ("2",), ("R", "D")):
            self.expect(*allowed)
        self.label("the title")
        self.expect("{")
        players: list[str] = []
        while not self.next_is("}"):
            players.append(self.label("the name of a player"))
        if len(players) != 2:
            raise RulesError(
                f"line {self.words[0].line}: the game must have two players, got {len(players)}"
            )
        self.at += 1
        if self.next_is('"'):
            self.label("the comment")
        return tuple(players)

    def node(self, paid_above: Pay) -> TreeNode:
        """The next node of the file, with what is paid on the way to it."""
        kind = self.word("c, p or t must begin a node")
        if kind.text not in ("c", "p", "t"):
            self.at -= 1
            self.refuse("c, p or t must begin a node")
        self.label("the name of the node")
        node = TreeNode(kind.text, kind.line)
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

    def described(self, node: TreeNode) -> tuple[tuple[str, ...], tuple[Exact, ...]]:
        """The actions of the node's set and, after chance, their probabilities.

        As before when only the number is given.
        """
        # Chance is player 0 and numbers its events from 1 as well.
        key = node.information_set
        if not self.next_is('"'):
            if key not in self.sets:
                raise RulesError(
                    f"line {node.line}: information set {node.number} must be described where "
                    "it first appears"
                )
            return self.sets[key]
        name = self.label("the name of the information set")
        self.expect("{")
        labels: list[str] = []
        chances: list[Exact] = []
        while not self.next_is("}") or not labels:
            labels.append(self.label("the name of an action"))
            if node.kind == "c":
                chances.append(number_at(self.word("a probability"), "probability"))
        self.at += 1
        self.names.setdefault(key, name)
        found = (tuple(labels), tuple(chances))
        # Gambit lets a set be described again, but only in the same words.
        if self.sets.setdefault(key, found) != found:
            what = "event" if node.kind == "c" else "information set"
            raise RulesError(
                f"line {node.line}: {what} {node.number} is described differently on line "
                f"{self.described_at[key]}: {_difference(found, self.sets[key])}"
            )
        self.described_at.setdefault(key, node.line)
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
        paid = self.payoffs()
        if not number or self.outcomes.setdefault(number, paid) != paid:
            raise RulesError(
                f"line {line}: outcome {number} "
                + ("is described differently before" if number else "pays nothing")
            )
        return paid

    def payoffs(self) -> Pay:
        """What each of the two players is paid, after the bracket that begins it."""
        paid: list[Exact] = []
        line = self.words[self.at - 1].line
        while not self.next_is("}"):
            paid.append(number_at(self.word("a payoff"), "payoff"))
        if len(paid) != 2:
            raise RulesError(
                f"line {line}: an outcome must pay two players a number each, got {len(paid)}"
            )
        self.at += 1
        return paid[0], paid[1]


def _difference(here: Described, before: Described) -> str:
    """What of a set or an event differs from what was said of it before."""
    (labels, chances), (labels_before, chances_before) = here, before
    if len(labels) != len(labels_before):
        return f"the number of actions is {len(labels)} here and {len(labels_before)} there"
    if labels == labels_before:
        return f"the probabilities are {_listed(chances)} here and {_listed(chances_before)} there"
    same = sorted(labels) == sorted(labels_before)
    what = "the order of the actions" if same else "the list of the actions"
    return f"{what} is {_listed(labels)} here and {_listed(labels_before)} there"


def _listed(parts: Sequence[str | Exact]) -> str:
    return ", ".join(map(shown, parts))

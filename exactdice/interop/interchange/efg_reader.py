"""Gambit's `.efg` files as games.

Two players, zero-sum or constant-sum, chance, and information sets: the file of a game in which a
player does not see everything becomes a game that says what each player observes.

The format is that of Gambit's manual: the nodes in prefix order, each with a label, its information
set or event, and an outcome. A set, an event or an outcome is described where it first appears, and
may be given by its number alone later. An outcome before the end is paid as well: what a player is
paid is the sum along the path. Numbers are read exactly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...distributions.distribution import from_probabilities
from ...exact.argument_checks import a_text
from ...exact.errors import RulesError
from ...exact.numbers import Exact, shown
from ...game.protocol import PLAYERS, WAIT, Action, JointAction, joint_action
from ...games.listed_game import Listed, ListedHidden, Seen, Stage
from .tokens import GAMBIT, Reader, is_whole, number_at, one_line, read_as, unquoted, words_of

Pay = tuple[Exact, Exact]
Set = tuple[int, int]  # (player, the number of the set), as each player numbers its sets from 1


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
    tree = _Tree(list(words_of(a_text(text, "a game to be read"), GAMBIT)))
    tree.read()
    _refuse_general_sum(tree)
    _refuse_forgetting(tree)
    members: dict[Set, list[int]] = defaultdict(list)
    for k, node in enumerate(tree.nodes):
        if node.kind == "p":
            members[node.information_set].append(k)
    # The nodes at which both choose at once: the player sees all, and the nodes below are all those
    # of one set of the other player, of several nodes.
    at_once = set()
    for (player, _), nodes in members.items():
        below = tree.nodes[nodes[0]].below
        first = tree.nodes[below[0]]
        of_other = first.kind == "p" and first.player != player
        is_alone = len(nodes) == 1 < len(below)
        if is_alone and of_other and members[first.information_set] == below:
            at_once.update(nodes)
    # Nodes of the second player are no states: the choice of both is one stage of the game.
    second = {below for k in at_once for below in tree.nodes[k].below}
    hides = not all(second.issuperset(nodes) for nodes in members.values() if len(nodes) > 1)
    stages = {}
    for k, node in enumerate(tree.nodes):
        if hides:
            # No action may be called like waiting: a player does not know afterwards that it
            # waited.
            stages[k] = _stage(node, _distinct(node.labels, WAIT))
        elif k in at_once:
            stages[k] = _both(tree.nodes, k)
        elif k not in second:
            stages[k] = _stage(node, _distinct(node.labels))
    return ListedHidden(stages, _observations(tree)) if hides else Listed(stages)


def _refuse_general_sum(tree: _Tree) -> None:
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


def _refuse_forgetting(tree: _Tree) -> None:
    """`RulesError` naming the set and two of its nodes where a player forgets.

    A player remembers (perfect recall) when all nodes of each of its information sets lie behind
    the same choices of its own, made in the same order at the same sets. One who does not would
    have to forget what it did or knew, and then a strategy by information sets may do worse than
    one by plans. A set that play passes twice (the absent-minded driver) is one of these.
    """
    # By numbers, so that histories of any length are compared at once.
    own = [(0, 0)] * len(tree.nodes)
    numbers: dict[tuple[int, Set, int], int] = {}  # of each choice after a history
    first_of: dict[Set, int] = {}
    for k, node in enumerate(tree.nodes):  # each before those below it
        if node.kind != "p":
            for below in node.below:
                own[below] = own[k]
            continue
        history = own[k][node.player - 1]
        first = first_of.setdefault(node.information_set, k)
        if history != own[first][node.player - 1]:
            name = tree.sets[node.information_set].name
            called = f' ("{name}")' if name else ""
            raise RulesError(
                f"line {node.line}: information set {node.number}{called} of "
                f"{tree.player(node.player)} holds nodes behind different choices of its own, in "
                f"lines {tree.nodes[first].line} and {node.line}; a player must remember what it "
                "did and knew (perfect recall)"
            )
        for a, below in enumerate(node.below):
            made = numbers.setdefault((history, node.information_set, a), len(numbers) + 1)
            own[below] = (made, own[k][1]) if node.player == 1 else (own[k][0], made)


def _observations(tree: _Tree) -> dict[int, Seen]:
    """{node: (what MAX observes there, what MIN does)}: whoever is to move its information set."""
    # The names of one player alone: the other never reads them.
    names = Counter((player, one.name) for (player, _), one in tree.sets.items())
    observations: dict[int, Seen] = {}
    for k, node in enumerate(tree.nodes):
        if node.kind == "p":
            name = tree.sets[node.information_set].name
            observed = name if name and names[node.player, name] == 1 else node.number
            observations[k] = (observed, None) if node.player == 1 else (None, observed)
    return observations


# --- from nodes to states -------------------------------------------------------------------------


def _stage(node: TreeNode, actions: Iterable[Action]) -> Exact | Stage:
    """The payoff at an end, else the laws of what the one to move may do."""
    if node.kind == "t":
        return node.paid[0]
    if node.kind == "c":
        chances = dict(zip(node.below, node.chances, strict=True))
        law = from_probabilities(chances, f"line {node.line}: probabilities")
        return {(WAIT, WAIT): dict(law.items())}
    return {
        joint_action(PLAYERS[node.player - 1], action): {below: 1}
        for action, below in zip(actions, node.below, strict=True)
    }


def _both(nodes: Sequence[TreeNode], k: int) -> Stage:
    """The laws of what both may do at once, the one at the node and the other right below it."""
    node = nodes[k]
    stage: dict[JointAction, dict[int, int]] = {}
    for mine, middle in zip(_distinct(node.labels), node.below, strict=True):
        below = nodes[middle]
        for theirs, end in zip(_distinct(below.labels), below.below, strict=True):
            joint = (mine, theirs) if node.player == 1 else (theirs, mine)
            stage[joint] = {end: 1}
    return stage


def _distinct(labels: tuple[str, ...], taken: str = "") -> tuple[str, ...]:
    """The labels, numbered where two are the same, or one is empty or taken."""
    refused = {"", taken}
    if len(refused.union(labels)) == len(refused) + len(labels):
        return labels
    return tuple(f"{k}: {name}" for k, name in enumerate(labels, 1))


# --- the nodes of the file ------------------------------------------------------------------------


@dataclass(frozen=True)
class Described:
    """An information set or an event where it was described first."""

    name: str
    line: int
    labels: tuple[str, ...]
    chances: tuple[Exact, ...]  # after chance alone

    def __str__(self) -> str:
        return ", ".join(map(shown, (*self.labels, *self.chances)))


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


@dataclass
class _Tree(Reader):
    """What is in a file: the names of the two players, the information sets, and all nodes, each
    before those below it.
    """

    players: list[str] = field(default_factory=list)
    nodes: list[TreeNode] = field(default_factory=list)
    sets: dict[Set, Described] = field(default_factory=dict)
    outcomes: dict[int, Pay] = field(default_factory=dict)

    def player(self, number: int) -> str:
        """The player as a message names it."""
        name = self.players[number - 1]
        return f'"{name}"' if name else f"player {number}"

    # -- words --

    def next_is(self, start: str) -> bool:
        return self.text().startswith(start)

    def expect(self, *allowed: str) -> None:
        if not any(map(self.next_is, allowed)):
            self.refuse(f"{' or '.join(allowed)} must stand here")
        self.at += 1

    def label(self, required: str) -> str:
        text = self.text()
        if len(text) < 2 or text[0] != '"' or text[-1] != '"':
            self.refuse(f"{required} must stand here in quotes")
        self.at += 1
        return one_line(unquoted(text))

    def whole(self, required: str, least: int = 1) -> int:
        text = self.text()
        if not is_whole(text, least):
            self.refuse(f"{required} must be a whole number from {least}")
        self.at += 1
        return int(text)

    # -- the file --

    def read(self) -> None:
        """Read the whole file: its format, the title, the players, a comment and the tree."""
        # D is the older mark of files with decimals, which are read exactly as well.
        for allowed in (("EFG",), ("2",), ("R", "D")):
            self.expect(*allowed)
        self.label("the title")
        self.expect("{")
        while not self.next_is("}"):
            self.players.append(self.label("the name of a player"))
        count = len(self.players)
        if count != 2:
            raise RulesError(
                f"line {self.words[0].line}: the game must have two players, got {count}"
            )
        self.at += 1
        if self.next_is('"'):
            self.label("the comment")
        nodes = self.nodes
        # A stack of its own instead of recursion, as trees may be deeper than Python recurses.
        unfinished: list[TreeNode] = []
        while unfinished or not nodes:
            paid_above: Pay = (0, 0)
            if unfinished:
                unfinished[-1].below.append(len(nodes))
                paid_above = unfinished[-1].paid
            nodes.append(self.node(paid_above))
            unfinished.append(nodes[-1])
            while unfinished and len(unfinished[-1].below) == len(unfinished[-1].labels):
                unfinished.pop()
        if self.at < len(self.words):
            self.refuse("the file must end after the tree")

    def node(self, paid_above: Pay) -> TreeNode:
        """The next node of the file, with what is paid on the way to it."""
        if self.text() not in ("c", "p", "t"):
            self.refuse("c, p or t must begin a node")
        kind = self.words[self.at]
        self.at += 1
        self.label("the name of the node")
        node = TreeNode(kind.text, kind.line)
        if kind.text != "t":
            node.player = self.whole("the player") if kind.text == "p" else 0
            if node.player > 2:
                raise RulesError(
                    f"line {kind.line}: the game has two players, got player {node.player}"
                )
            node.number = self.whole("the number of the information set")
            described = self.described(node)
            node.labels = described.labels
            node.chances = described.chances
        first, second = self.outcome()
        # Summed on the way down, since a payoff of the protocol stands at the end of play alone.
        node.paid = (paid_above[0] + first, paid_above[1] + second)
        return node

    def described(self, node: TreeNode) -> Described:
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
                chances.append(number_at(self.take("a probability"), "probability"))
        self.at += 1
        found = Described(name, node.line, tuple(labels), tuple(chances))
        first = self.sets.setdefault(key, found)
        # Gambit lets a set be described again, but only in the same words.
        if (found.labels, found.chances) != (first.labels, first.chances):
            what = "event" if node.kind == "c" else "information set"
            raise RulesError(
                f"line {node.line}: {what} {node.number} is described differently on line "
                f"{first.line}: as {found} here, as {first} there"
            )
        return first

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
        listed: list[Exact] = []
        while not self.next_is("}"):
            listed.append(number_at(self.take("a payoff"), "payoff"))
        self.at += 1
        if len(listed) != 2:
            raise RulesError(
                f"line {line}: an outcome must pay two players a number each, got {len(listed)}"
            )
        paid = (listed[0], listed[1])
        if not number or self.outcomes.setdefault(number, paid) != paid:
            wrong = "is described differently before" if number else "pays nothing"
            raise RulesError(f"line {line}: outcome {number} {wrong}")
        return paid

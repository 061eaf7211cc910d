"""Gambit's files, read and written with exact rationals: games in extensive form (`.efg`), zero-sum
games in strategic form (`.nfg`).

The formats are those of Gambit's manual. In an `.efg` file the nodes stand in prefix order, each
with a label, its information set or event, and an outcome. A set, an event or an outcome is
described where it first appears, and may be given by its number alone later. An outcome before the
end is paid as well: what a player is paid is the sum along the path. Read are two players, zero-sum
or constant-sum, chance, and information sets: the file of a game in which a player does not see
everything becomes a game that says what each player observes.

Written is any game that always moves on, as a tree that unfolds the graph of the game. A player who
has a choice has a node in an information set of its own, or, in a game that hides something, in the
set of all nodes where it knows the same. Where both choose at once MAX's node comes first, and
MIN's nodes below it are one information set, since MIN does not see what MAX chose. A distribution
over several next states is a chance node. A player with a single action has no node.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Self, TypeVar

from ...distributions.distribution import from_probabilities
from ...exact.argument_checks import a_path, a_text
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError
from ...exact.files import write_atomically
from ...exact.numbers import Exact, exact_text, ratio, shown
from ...game.graph import Node, StateGraph, backward_order, explore
from ...game.optional import hides
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    WAIT,
    Action,
    Game,
    Player,
    joint_action,
    refuse_no_game,
)
from ...games.listed_game import Listed, ListedInformation, Seen, Stage
from ...linear.matrices.solve import Matrix, as_matrix
from ...proofs import action_names, plain
from ...solvers.hidden.information import Informed, Situation
from ...solvers.hidden.tree import game_tree
from .tokens import (
    GAMBIT,
    Reader,
    is_whole,
    one_line,
    parse_number_at,
    quoted,
    read_parsed,
    tokenize,
    unquote,
)

Pay = tuple[Exact, Exact]
Set = tuple[int, int]  # (player, the number of the set), as each player numbers its sets from 1
STEPS_A_NODE = 1000
NO_TREE = "an .efg file is a tree and cannot hold that"
CHANCE = 2  # after the two players
Item = TypeVar("Item")
WrittenSet = tuple[str, tuple[Action, ...]]  # the line of each of its nodes, and its actions
Steps = Iterator["str | Steps"]  # lines, and in their places what gives lines


# --- .efg files read ------------------------------------------------------------------------------


def read_efg(path: Path | str) -> Listed:
    """The game in the file.

    `RulesError` naming the file when it holds none that `parse_efg` reads.
    """
    return read_parsed(parse_efg, path)


def parse_efg(text: str) -> Listed:
    """The game of the file, paid to the first player what the file pays the first player.

    Its states are the numbers of its nodes, from 0, its actions their labels. Where a player does
    not see what happened it is a `ListedInformation`: a player who is to move observes its
    information set, by its name, or by its number where it has no name of its own. In a constant-
    sum game the second player is paid the rest, so the first player's payoffs alone say how both
    play. Raises `RulesError` naming the line when it is no such game of two players: payoffs that
    do not cancel, or a player who forgets what it knew.

    >>> choice = 'p "" 1 1 "" { "H" "T" } 0 t "" 1 "win" { .5 -1/2 } t "" 0'
    >>> parse_efg('EFG 2 R "odd" { "A" "B" } ' + choice)
    Listed({0: {('H', 'wait'): {1: 1}, ('T', 'wait'): {2: 1}}, 1: Fraction(1, 2), 2: 0})
    >>> coin = 'c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0 '
    >>> guess = 'p "" 1 1 "unseen" { "H" "T" } 0 '
    >>> unseen = coin + guess + 't "" 1 "" { 1 -1 } t "" 0 ' + guess + 't "" 0 t "" 1'
    >>> parse_efg('EFG 2 R "guess" { "A" "B" } ' + unseen).observations
    {1: ('unseen', None), 4: ('unseen', None)}
    """
    tree = _TreeReader(list(tokenize(a_text(text, "a game to be read"), GAMBIT)))
    tree.read()
    tree.check_constant_sum()
    tree.check_perfect_recall()
    nodes = tree.nodes
    members: dict[Set, list[int]] = defaultdict(list)
    for k, node in enumerate(nodes):
        if node.kind == "p":
            members[node.information_set].append(k)
    # The nodes at which both choose at once: the player sees all, and the nodes below are all those
    # of one set of the other player, of several nodes.
    at_once = set()
    for (player, _), places in members.items():
        below = nodes[places[0]].below
        first = nodes[below[0]]
        of_other = first.kind == "p" and first.player != player
        is_alone = len(places) == 1 < len(below)
        if is_alone and of_other and members[first.information_set] == below:
            at_once.update(places)
    # Nodes of the second player are no states: the choice of both is one stage of the game.
    second = {below for k in at_once for below in nodes[k].below}
    if not all(second.issuperset(places) for places in members.values() if len(places) > 1):
        # No action may be called like waiting: a player does not know afterwards that it waited.
        stages = {k: _stage(node, WAIT) for k, node in enumerate(nodes)}
        return ListedInformation(stages, tree.observations())
    stages = {}
    for k, node in enumerate(nodes):
        if k in at_once:
            lower = [nodes[middle] for middle in node.below]
            stages[k] = {
                (mine, theirs) if node.player == 1 else (theirs, mine): {end: 1}
                for mine, middle in zip(_distinct(node.labels), lower, strict=True)
                for theirs, end in zip(_distinct(middle.labels), middle.below, strict=True)
            }
        elif k not in second:
            stages[k] = _stage(node)
    return Listed(stages)


def _stage(node: TreeNode, taken: str = "") -> Exact | Stage:
    """The payoff at an end, else the distributions over what the one to move may do."""
    if node.kind == "t":
        return node.paid[0]
    if node.kind == "c":
        probabilities = dict(zip(node.below, node.chances, strict=True))
        drawn = from_probabilities(probabilities, f"line {node.line}: probabilities")
        return {(WAIT, WAIT): dict(drawn.items())}
    return {
        joint_action(PLAYERS[node.player - 1], action): {below: 1}
        for action, below in zip(_distinct(node.labels, taken), node.below, strict=True)
    }


def _distinct(labels: tuple[str, ...], taken: str = "") -> tuple[str, ...]:
    """The labels, numbered where two are the same, or one is empty or taken."""
    refused = {"", taken}
    if len(refused.union(labels)) == len(refused) + len(labels):
        return labels
    return tuple(f"{k}: {name}" for k, name in enumerate(labels, 1))


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


class _GambitReader(Reader):
    """The words of a file of Gambit's."""

    def next_is(self, start: str) -> bool:
        return self.text().startswith(start)

    def expect(self, *allowed: str) -> Self:
        if self.text() not in allowed:
            self.refuse(f"{' or '.join(allowed)} must stand here")
        self.at += 1
        return self

    def label(self, required: str) -> str:
        text = self.text()
        if len(text) < 2 or text[0] != '"' or text[-1] != '"':
            self.refuse(f"{required} must stand here in quotes")
        self.at += 1
        return one_line(unquote(text))

    def braced(self, read: Callable[[], Item], least: int = 0) -> list[Item]:
        """The items between braces, at least so many."""
        self.expect("{")
        items: list[Item] = []
        while len(items) < least or not self.next_is("}"):
            items.append(read())
        self.at += 1
        return items

    def whole(self, required: str, least: int = 1) -> int:
        text = self.text()
        if not is_whole(text, least):
            self.refuse(f"{required} must be a whole number from {least}")
        self.at += 1
        return int(text)

    def number(self, required: str) -> Exact:
        return parse_number_at(self.take(required), required.removeprefix("a "))


@dataclass
class _TreeReader(_GambitReader):
    """The names of the two players in the file, the information sets, and all nodes, each before
    those below it.
    """

    players: list[str] = field(default_factory=list)
    nodes: list[TreeNode] = field(default_factory=list)
    sets: dict[Set, Described] = field(default_factory=dict)
    outcomes: dict[int, Pay] = field(default_factory=dict)

    def player(self, number: int) -> str:
        """The player as a message names it."""
        name = self.players[number - 1]
        return f'"{name}"' if name else f"player {number}"

    # -- the file --

    def read(self) -> None:
        """Read the whole file: its format, the title, the players, a comment and the tree."""
        # D is the older mark of files with decimals, which are read exactly as well.
        self.expect("EFG").expect("2").expect("R", "D").label("the title")
        self.players = self.braced(lambda: self.label("the name of a player"))
        if len(self.players) != 2:
            raise RulesError(
                f"line {self.words[0].line}: the game must have two players, got "
                f"{len(self.players)}"
            )
        if self.next_is('"'):
            self.label("the comment")
        # A stack of its own instead of recursion, as trees may be deeper than Python recurses.
        unfinished = [self.node((0, 0))]
        self.nodes = [*unfinished]
        while unfinished:
            above = unfinished[-1]
            if len(above.below) == len(above.labels):
                unfinished.pop()
                continue
            above.below.append(len(self.nodes))
            unfinished.append(self.node(above.paid))
            self.nodes.append(unfinished[-1])
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
            node.labels, node.chances = described.labels, described.chances
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
        chances = []

        def action() -> str:
            label = self.label("the name of an action")
            if node.kind == "c":
                chances.append(self.number("a probability"))
            return label

        labels = self.braced(action, 1)
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
        """The payoffs of the node's outcome."""
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
        listed = self.braced(lambda: self.number("a payoff"))
        if len(listed) != 2:
            raise RulesError(
                f"line {line}: an outcome must pay two players a number each, got {len(listed)}"
            )
        paid = (listed[0], listed[1])
        if not number or self.outcomes.setdefault(number, paid) != paid:
            wrong = "is described differently before" if number else "pays nothing"
            raise RulesError(f"line {line}: outcome {number} {wrong}")
        return paid

    # -- what is refused, and what each player sees --

    def check_constant_sum(self) -> None:
        """`RulesError` naming the second player at the first end where the sum of the payoffs is
        not the sum at the first end of all.
        """
        # At the end alone: what was paid before may be returned.
        ends = [node for node in self.nodes if node.kind == "t"]
        total = sum(ends[0].paid)
        for node in ends:
            if sum(node.paid) != total:
                first, second = map(shown, node.paid)
                raise RulesError(
                    f"line {node.line}: the payoffs of {self.player(2)} do not cancel those of "
                    f"{self.player(1)}: {first} and {second} have a sum of "
                    f"{shown(sum(node.paid))} here, those in line {ends[0].line} a sum of "
                    f"{shown(total)}; only zero-sum and constant-sum games are read"
                )

    def check_perfect_recall(self) -> None:
        """`RulesError` naming the set and two of its nodes where a player forgets.

        A player remembers (perfect recall) when all nodes of each of its information sets lie
        behind the same choices of its own, made in the same order at the same sets. One who does
        not would have to forget what it did or knew, and then a strategy by information sets may do
        worse than one by plans. A set that play passes twice (the absent-minded driver) is one of
        these.
        """
        # By numbers, so that histories of any length are compared at once.
        own = [(0, 0)] * len(self.nodes)
        numbers: dict[tuple[int, Set, int], int] = {}  # of each choice after a history
        first_of: dict[Set, int] = {}
        for k, node in enumerate(self.nodes):  # each before those below it
            if node.kind != "p":
                for below in node.below:
                    own[below] = own[k]
                continue
            history = own[k][node.player - 1]
            first = first_of.setdefault(node.information_set, k)
            if history != own[first][node.player - 1]:
                name = self.sets[node.information_set].name
                called = f' ("{name}")' if name else ""
                raise RulesError(
                    f"line {node.line}: information set {node.number}{called} of "
                    f"{self.player(node.player)} holds nodes behind different choices of its own, "
                    f"in lines {self.nodes[first].line} and {node.line}; a player must remember "
                    "what it did and knew (perfect recall)"
                )
            for a, below in enumerate(node.below):
                made = numbers.setdefault((history, node.information_set, a), len(numbers) + 1)
                own[below] = (made, own[k][1]) if node.player == 1 else (own[k][0], made)

    def observations(self) -> dict[int, Seen]:
        """{node: (what MAX observes there, what MIN does)}: the player to move observes its
        information set.
        """
        # The names of one player alone: the other never reads them.
        names = Counter((player, one.name) for (player, _), one in self.sets.items())
        observations: dict[int, Seen] = {}
        for k, node in enumerate(self.nodes):
            if node.kind == "p":
                name = self.sets[node.information_set].name
                observed = name if name and names[node.player, name] == 1 else node.number
                observations[k] = (observed, None) if node.player == 1 else (None, observed)
        return observations


# --- .efg files written ---------------------------------------------------------------------------


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
    lines += _TreeWriter(graph).lines()
    return "\n".join(lines) + "\n"


def write_efg(game: Game, path: Path | str, title: str | None = None) -> None:
    """Write the game to the file, whole or not at all."""
    write_atomically(a_path(path), efg_text(game, title))


@dataclass
class _TreeWriter:
    """The lines of the tree, each after that of its parent.

    The sets and outcomes are numbered in the order of their lines.
    """

    graph: StateGraph
    # information sets of MAX, of MIN, and of chance so far, which Gambit numbers each on its own
    counts: Counter[int] = field(default_factory=Counter)
    # {(player, the place of what it knows): the set}
    known: dict[tuple[Player, int], WrittenSet] = field(default_factory=dict)
    named: set[tuple[Player, str]] = field(default_factory=set)
    outcomes: dict[Exact, int] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        pending = [self.subtree(0)]  # a stack of its own: trees may be deep
        while pending:
            step = next(pending[-1], None)
            if step is None:
                pending.pop()
            elif isinstance(step, str):
                yield step
            else:
                pending.append(step)

    def subtree(self, k: int) -> Steps:
        """The subtree of the state. Where both choose, MAX's node stands above nodes of MIN in one
        set: MIN does not see what MAX chose.
        """
        node = self.graph.nodes[k]
        if node.payoff is not None:
            yield self.end_node(node.payoff)
            return
        upper, rows = self.player_node(node, MAX)
        lower, columns = self.player_node(node, MIN)
        if upper:
            yield upper
        for a in rows:
            if lower:
                yield lower
            for b in columns:
                yield self.chance_node(node.laws[a][b], node.totals[a][b])

    def player_node(self, node: Node, player: Player) -> tuple[str, list[int]]:
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

    def new_set(self, player: Player, actions: tuple[Action, ...], known: str) -> WrittenSet:
        """The next set of the player, named by what it knows."""
        self.counts[player] += 1
        number = self.counts[player]
        labels = " ".join(quoted(str(name)) for name in action_names(actions))
        # Gambit 16 wants the names of sets to differ, so the number comes first
        name = quoted(f"{number}: {known}")
        return f'p "" {player + 1} {number} {name} {{ {labels} }} 0', actions

    def chance_node(self, law: Sequence[tuple[int, int]], total: int) -> Steps:
        """The node of chance, where it draws, and the states that it leads to."""
        if len(law) > 1:
            reached = [self.graph.nodes[k].state for k, _ in law]
            # The states of the game as they were given.
            states = [one.state if isinstance(one, Situation) else one for one in reached]
            outcomes = " ".join(
                f"{quoted(str(name))} {exact_text(ratio(weight, total))}"
                for name, (_, weight) in zip(action_names(states), law, strict=True)
            )
            self.counts[CHANCE] += 1
            yield f'c "" {self.counts[CHANCE]} "" {{ {outcomes} }} 0'
        for k, _ in law:
            yield self.subtree(k)

    def end_node(self, payoff: Exact) -> str:
        number = self.outcomes.setdefault(payoff, len(self.outcomes) + 1)
        paid = exact_text(payoff)
        return f't "" {number} "{paid}" {{ {paid} {exact_text(-payoff)} }}'


# --- .nfg files -----------------------------------------------------------------------------------


def nfg_text(matrix: Matrix, title: str = "matrix game") -> str:
    """The game in Gambit's strategic form with payoffs listed for both players, MAX's strategies
    varying fastest.

    >>> print(nfg_text(((0, 1), (1, 0)), "pennies").splitlines()[0])
    NFG 1 R "pennies" { "MAX" "MIN" } { 2 2 }
    """
    matrix = as_matrix(matrix)
    size = f"{len(matrix)} {len(matrix[0])}"
    text = f'NFG 1 R {quoted(a_text(title, "title"))} {{ "MAX" "MIN" }} {{ {size} }}\n\n'
    for paid in chain(*zip(*matrix, strict=True)):  # column by column
        text += f"{exact_text(paid)} {exact_text(-paid)}\n"
    return text


def parse_nfg(text: str) -> Matrix:
    """The payoff matrix to the first player; `RulesError` when the file is no two-player zero-sum
    game in strategic form.

    >>> parse_nfg('NFG 1 R "g" { "A" "B" } { 1 2 } 1/2 -1/2 0.25 -0.25')
    ((Fraction(1, 2), Fraction(1, 4)),)
    """
    reader = _GambitReader(list(tokenize(a_text(text, "a game to be read"), GAMBIT)))
    # D is the older mark of files with decimals, which are read exactly as well.
    reader.expect("NFG").expect("1").expect("R", "D").label("the title")
    players = reader.braced(lambda: reader.label("the name of a player"))

    def strategies() -> int:
        # Gambit lists strategies by their number, or by their names in an inner pair of braces.
        if reader.next_is("{"):
            return len(reader.braced(lambda: reader.label("the name of a strategy"), 1))
        return reader.whole("the number of strategies")

    sizes = reader.braced(strategies)
    if len(players) != 2 or len(sizes) != 2:
        raise RulesError(
            f"the game must have two players, each with its strategies, got {len(players)} "
            f"players and {len(sizes)} numbers of strategies"
        )
    m, n = sizes
    if reader.next_is('"'):
        reader.label("the comment")
    rest = reader.words[reader.at :]
    # Counted before any is read, so that a file cut short is told by its length.
    count = 2 * m * n
    if len(rest) != count:
        raise RulesError(
            f"{m} x {n} strategies need {count} payoffs, got {len(rest)} (the version with "
            "outcomes in braces is not read)"
        )
    # Column by column of the matrix, the two payoffs of each pair together: Gambit lets the first
    # player's strategies vary fastest.
    numbers = [parse_number_at(word, "payoff") for word in rest]
    of_first = numbers[::2]
    for k, (first, second) in enumerate(zip(of_first, numbers[1::2], strict=True)):
        # Exactly 0: a file with rounded decimals may be no zero-sum game, and says so here.
        if first + second != 0:
            raise RulesError(
                f"the game must be zero-sum, but strategies {k % m + 1} and {k // m + 1} pay "
                f"{shown(first)} and {shown(second)}"
            )
    return as_matrix([of_first[i::m] for i in range(m)])


def read_nfg(path: Path | str) -> Matrix:
    """The payoff matrix in the file, to its first player; `RulesError` naming the file when it
    holds none that `parse_nfg` reads.
    """
    return read_parsed(parse_nfg, path)


def write_nfg(
    matrix: Sequence[Sequence[object]], path: Path | str, title: str = "matrix game"
) -> None:
    """Write the game to the file, whole or not at all."""
    write_atomically(a_path(path), nfg_text(as_matrix(matrix), title))

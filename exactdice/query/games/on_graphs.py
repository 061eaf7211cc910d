"""The quantities of games on graphs. Their argument G is a word for a game: chomp(p,q),
wythoff(n,p), nim(a,b,...) and so on.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import checker
from ...exact.errors import QueryError, nearest
from ...game.optional import exploring_cost
from ...games import on_graphs as graph_games
from ...games.on_graphs import explored
from ...games.on_graphs.rules import Chomp, ChompRows, Nim, Subtraction, Wythoff
from ...proofs.problems import values_proof
from ...solvers.arenas import arena as arenas
from ...solvers.arenas.arena import Impartial, Position
from ..proving import checked, ledger, read_off
from ..register import READERS, WORDS, Argument, Arguments, Word, quantity, whole
from ..states import truth_written
from ..values import said

MANY = 1000


def _whole_numbers(given: Arguments, name: str, least: int = 0) -> tuple[int, ...]:
    return tuple(whole(one, name, least) for one in given)


# {word: (how it is called, how many arguments at least and at most, the rules it stands for)}
GRAPH_GAMES: dict[str, tuple[str, int, int, Callable[..., Impartial]]] = {
    "chomp": (
        "chomp(p,q)",
        2,
        2,
        lambda *sides: Chomp(*_whole_numbers(sides, "a side of the bar", 1)),
    ),
    "chomp_rows": (
        "chomp_rows(r1,r2,...)",
        1,
        MANY,
        lambda *rows: ChompRows(_whole_numbers(rows, "a row of the bar", 1)),
    ),
    "wythoff": (
        "wythoff(n,p)",
        2,
        2,
        lambda *queen: Wythoff(*_whole_numbers(queen, "a coordinate of the queen")),
    ),
    "nim": ("nim(a,b,...)", 1, MANY, lambda *heaps: Nim(_whole_numbers(heaps, "a heap"))),
    "subtraction": (
        "subtraction(n,s1,...)",
        2,
        MANY,
        lambda n, *taken: Subtraction(
            whole(n, "the heap"), _whole_numbers(taken, "a number to take", 1)
        ),
    ),
}
WORDS.update(GRAPH_GAMES)


def rules_named(word: Argument) -> Impartial:
    """The rules that the word stands for; `QueryError` when it is no game on a graph, or called
    with other arguments than it takes.
    """
    called = ", ".join(signature for signature, *_ in GRAPH_GAMES.values())
    if not isinstance(word, Word) or word.name not in GRAPH_GAMES or word.arguments is None:
        got = said(word)
        hint = nearest(word.name, GRAPH_GAMES) if isinstance(word, Word) else ""
        raise QueryError(f"a game on a graph must be one of {called}, got {got}{hint}")
    signature, least, most, make = GRAPH_GAMES[word.name]
    if not least <= len(word.arguments) <= most:
        raise QueryError(
            f"{word.name} is called as {signature}, got {len(word.arguments)} "
            f"argument{'s' * (len(word.arguments) != 1)}"
        )
    return make(*word.arguments)


Rules = Impartial
READERS["Rules"] = lambda given, _: rules_named(given)


def ending(misere: Argument = 0) -> bool:
    """The setting of quantities that also know misere play: whether who cannot move wins."""
    truth = truth_written(misere) if isinstance(misere, Word) else None
    return bool(whole(misere if truth is None else int(truth), "misere", 0, 1))


def arena_cost(_: bool, G: Impartial) -> int:
    """The cost of listing all positions of the game."""
    return exploring_cost(G)


def counting_cost(G: Impartial) -> int:
    """The cost of counting the positions of the game, which for a whole bar is a formula."""
    return 0 if isinstance(G, Chomp) else exploring_cost(G)


@checked(
    lambda values, rules: checker.check(values_proof(explored(rules), list(values.values()))),
    size=4,
)
def proved_values(rules: Impartial) -> dict[Position, int]:
    """{position: its Sprague-Grundy value} of the game with these rules."""
    return arenas.grundy_values(explored(rules))


@read_off
@quantity(cost=exploring_cost, G="game")
def grundy(G: Rules) -> int:
    """Sprague-Grundy value of a game on a graph: chomp(p,q), chomp_rows(r1,...), wythoff(n,p),
    nim(a,...) or subtraction(n,s1,...).
    """
    return graph_games.grundy(G) if ledger() is None else proved_values(G)[G.start]


@read_off
@quantity(cost=exploring_cost, G="game")
def kernel(G: Rules) -> frozenset[Position]:
    """The kernel of a game on a graph: all positions from which the player to move loses."""
    if ledger() is None:
        return arenas.kernel(explored(G))
    return frozenset(position for position, value in proved_values(G).items() if value == 0)


@read_off
@quantity(cost=exploring_cost, G="game")
def kernel_steps(G: Rules) -> int:
    """How many steps build the kernel of a game on a graph, each with one position without
    successors: its size.
    """
    # each step takes one position without successors, so steps and positions are as many
    return len(kernel(G))


@read_off
@quantity(ending, cost=arena_cost, G="game")
def winning_moves(misere: bool, G: Rules) -> frozenset[Position]:
    """The positions that the winning moves from the start of a game on a graph lead to; {} where
    the player to move loses.
    """
    if misere:
        # Sprague-Grundy values do not settle misere play: it is solved backwards
        return frozenset(arenas.winning_moves(explored(G), misere=True))
    if ledger() is None:
        return frozenset(graph_games.winning_moves(G))
    return frozenset(position for position in G.options(G.start) if proved_values(G)[position] == 0)


@read_off
@quantity(ending, cost=arena_cost, G="game")
def wins(misere: bool, G: Rules) -> int:
    """1 if the player to move wins from the start of a game on a graph, else 0."""
    if misere:
        return int(G.start in arenas.winning_positions(explored(G), misere=True))
    return int(grundy(G) > 0)


@quantity(cost=counting_cost, G="game")
def positions(G: Rules) -> int:
    """How many positions of a game on a graph can be reached from its start, itself among them."""
    # a whole bar may have too many positions to list, but a formula counts them
    return G.positions if isinstance(G, Chomp) else len(explored(G).vertices)

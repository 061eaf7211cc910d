"""What all proof files are made of: numbers, actions, graphs and the digest, in the words of the
checker; the games whose rules the checker knows as a family, and those that are searched rather
than listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .. import checker
from ..exact.numbers import Exact, Interval, Value, entrywise, name_shown
from ..game.graph import Node, StateGraph
from ..game.optional import SupportsExtremes, SupportsFamily
from ..game.protocol import PLAYERS, Action, Game, Player, State, mover
from ..solvers.fast_path import by_exact_class

Json = Any  # what JSON holds; who reads a file checks what it takes
Document = dict[str, Json]


def proof_document(
    problem: dict[str, object], values: Sequence[object], optimal: object
) -> Document:
    """The document of a problem and its solution, with its digest."""
    document = {"format": checker.FORMAT, "problem": problem, "values": values, "optimal": optimal}
    return document | {"digest": checker.digest(document)}


def number_text(value: Value) -> str | list[str]:
    """The number in hexadecimal, or both ends of bounds."""
    if isinstance(value, Interval):
        return [checker.ratio_text(value.lower), checker.ratio_text(value.upper)]
    # Hexadecimal, since Python and readers of JSON limit or slow down at long decimal numbers.
    return checker.ratio_text(value)


def mixtures_text(row: Iterable[Exact], column: Iterable[Exact]) -> dict[str, list[str]]:
    """An optimal mixture of each player, action by action."""
    return {
        "row": [checker.ratio_text(p) for p in row],
        "column": [checker.ratio_text(q) for q in column],
    }


def action_names(actions: Sequence[Action]) -> list[int | str]:
    """A name for each action as JSON can hold it, numbered where two would have the same."""
    names = [plain(action) for action in actions]
    # Different actions may have one text, as Fraction(1) and the text "1" have.
    if len(set(names)) == len(names):
        return names
    return [f"{k}: {name}" for k, name in enumerate(names, 1)]


def plain(action: Action) -> int | str:
    """The action as JSON can hold it: a text or a small int as it is, a huge int in hexadecimal,
    anything else by its text.
    """
    # A bool is an int to Python, but true to JSON: its text says what it is.
    if isinstance(action, int) and not isinstance(action, bool):
        # Readers of JSON, Python's own among them, limit the digits of an int.
        return action if action.bit_length() < 64 else hex(action)
    return action if isinstance(action, str) else name_shown(action)


# --- explicit graphs ------------------------------------------------------------------------------


# One finished state stands for every position that the winner's strategy avoids.
LEFT_OUT = "any other position"


def graph_problem(graph: StateGraph) -> tuple[Document, list[State]]:
    """The explicit graph in the words of the checker, and its unfinished states."""
    states: list[Document] = []
    for node in graph.nodes:
        name = name_shown(node.state)
        if node.payoff is not None:
            states.append({"state": name, "payoff": checker.ratio_text(node.payoff)})
            continue
        actions = [_names_in(node, player) for player in PLAYERS]
        states.append({"state": name, "actions": actions, "laws": entrywise(_law_text, node.laws)})
    # The lists of values and of what is optimal run over these alone, in this order.
    unfinished = [node.state for node in graph.nodes if node.payoff is None]
    return {"family": "graph", "states": states}, unfinished


def _law_text(law: tuple[tuple[int, int], ...]) -> list[list[object]]:
    return [[successor, hex(weight)] for successor, weight in law]


def _names_in(node: Node, player: Player) -> list[int | str]:
    """The names of the player's actions; a single one of who is not to move is called wait,
    whatever it is.
    """
    # WAIT is a word of this library; the checker calls every only action the same.
    return action_names(node.actions[player]) if node.mover in (None, player) else ["wait"]


def named(game: Game, state: State, chosen: tuple[Action, ...]) -> list[int | str]:
    """The names of these actions of the player to move."""
    actions = game.actions(state, mover(game, state))
    names = dict(zip(actions, action_names(actions), strict=True))
    return [names[action] for action in chosen]


def with_left_out(graph: StateGraph, extremes: tuple[Exact, Exact]) -> tuple[Document, list[State]]:
    """The graph in the words of the checker, and its unfinished states.

    What is left out is known within bounds alone.
    """
    rules, states = graph_problem(graph)
    for state in rules["states"]:
        # The graph needed some payoff there; the proof must hold whatever these positions pay.
        if state["state"] == name_shown(LEFT_OUT):
            state["payoff"] = number_text(Interval(*extremes))
    return rules, states


# --- games that are told in another way -----------------------------------------------------------


BOUNDED = {"graph", "pig", "simultaneous"}  # the families whose values may be bounds


@by_exact_class
# what a class has not registered it does not have
def family_of(game: Game) -> SupportsFamily | None:  # noqa: ARG001
    """The game, when it is of a class registered here with `itself`; None for others, whose proof
    is an explicit graph.
    """
    return None


@by_exact_class
def searched_of(game: Game) -> SupportsExtremes | None:  # noqa: ARG001
    """The game, when it is of a class registered here with `itself`; None for others, of which all
    states are listed.
    """
    return None


def itself(game: Game) -> object:
    """The game."""
    return game

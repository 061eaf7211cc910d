"""Explicit graphs of games in the words of the checker."""

from __future__ import annotations

from .. import checker
from ..by_entry import entrywise
from ..exact import Bounds, Exact, name_shown
from ..game import PLAYERS, Action, Game, Player, State, mover
from ..graph import Node, StateGraph
from .parts import Document, action_names, number_text

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
        laws = entrywise(_law_text, node.laws)
        states.append({"state": name, "actions": actions, "laws": laws})
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
            state["payoff"] = number_text(Bounds(*extremes))
    return rules, states

"""Whether the members that a game has besides its rules keep what `exactdice.optional` says of
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import product
from typing import Any

from ..distribution import Distribution
from ..errors import ExactDiceError, RulesError
from ..exact import Exact, as_exact, shown, whole_or_none
from ..game import MIN, NAMES, PLAYERS, WAIT, Game, Player, State
from ..graph import Node, StateGraph
from ..graph.order import level_at
from ..hidden.tree import game_tree
from ..optional import (
    Hiding,
    SupportsCanonical,
    SupportsCost,
    SupportsEnding,
    SupportsExtremes,
    SupportsFamily,
    SupportsHeuristic,
    SupportsHiding,
    SupportsLevel,
    SupportsNames,
    SupportsPure,
    SupportsSolo,
    SupportsText,
    bound_bits,
    canonical_at,
    hides,
)


def broken_members(graph: StateGraph) -> Iterator[str]:
    """A line for each optional member of the game that breaks its promise, with the first state
    where it does.
    """
    # Each by itself: one broken member does not hide another.
    for member, check in CHECKS.items():
        try:
            complaint = check(graph.game, graph)
        except (
            Exception
        ) as error:  # the member is a stranger's code, and any mistake of it is what is looked for
            complaint = f"raises {type(error).__name__}: {error}"
        if complaint:
            yield f"{member}: {complaint}"


def _solo(game: Game, graph: StateGraph) -> str | None:
    if not isinstance(game, SupportsSolo):
        return None
    if not isinstance(game.solo, bool):
        return f"must be True or False, got {shown(game.solo)}"
    # MIN may have one action, waiting, and no other where MAX plays alone.
    choosing = (
        node
        for node in graph.nodes
        if game.solo and node.payoff is None and node.actions[MIN] != (WAIT,)
    )
    return _first(
        choosing, lambda node: f"is True, but MIN has the actions {shown(node.actions[MIN])}"
    )


def _hides(game: Game, _: StateGraph) -> str | None:
    if not isinstance(game, SupportsHiding) or isinstance(game.hides, bool):
        return None
    return f"must be True or False, got {shown(game.hides)}"


def _observation(game: Game, graph: StateGraph) -> str | None:
    if not hides(game):
        return None
    for node in graph.nodes:
        for player in PLAYERS:
            complaint = _observed_badly(game, node, player)
            if complaint:
                return f"{complaint} (at {shown(node.state)})"
    # What the players know follows whole plays: it is told apart in the tree of all of them.
    try:
        game_tree(game)
    except RulesError as error:
        return str(error)
    except ExactDiceError:
        return None  # too many plays to list, or play that can come back: solve says so
    return None


def _observed_badly(game: Hiding, node: Node, player: Player) -> str | None:
    """Complaint of what the player observes in this state."""
    seen, again = (game.observation(node.state, player) for _ in range(2))
    if seen != again:
        return f"{NAMES[player]} observes {shown(seen)} and, asked again, {shown(again)}"
    try:
        hash(seen)
    except TypeError:
        return f"what {NAMES[player]} observes must be hashable, got {shown(seen)}"
    return None


def _text(game: Game, graph: StateGraph) -> str | None:
    if not isinstance(game, SupportsText):
        return None
    return _first(graph.nodes, lambda node: _no_plain_text(game.text(node.state)))


def _ending(game: Game, graph: StateGraph) -> str | None:
    if not isinstance(game, SupportsEnding):
        return None
    return _first(_finished(graph), lambda node: _no_text(game.ending(_paid(node))))


def _no_text(given: object) -> str | None:
    return None if isinstance(given, str) else f"must be a text, got {shown(given)}"


def _no_plain_text(given: object) -> str | None:
    """Complaint of a text that holds more than printable lines."""
    # It is shown on pages too, where codes of a terminal would be litter.
    if isinstance(given, str) and not all(map(str.isprintable, given.split("\n"))):
        return f"must be plain text without control characters, got {shown(given)}"
    return _no_text(given)


def _heuristic(game: Game, graph: StateGraph) -> str | None:
    if not isinstance(game, SupportsHeuristic):
        return None

    def inexact(node: Node) -> str | None:
        try:
            as_exact(game.heuristic(node.state), "the guess")
        except ExactDiceError as error:
            return str(error)
        return None

    # A guess is asked for only while the game goes on.
    return _first((node for node in graph.nodes if node.payoff is None), inexact)


def _exploring_cost(game: Game, _: StateGraph) -> str | None:
    if not isinstance(game, SupportsCost):
        return None
    number = whole_or_none(game.exploring_cost)
    allowed = number is not None and number >= 0
    return None if allowed else f"must be an int of 0 or more, got {shown(game.exploring_cost)}"


def _extremes(game: Game, graph: StateGraph) -> str | None:
    if not isinstance(game, SupportsExtremes):
        return None
    least, greatest = (as_exact(end, "an end") for end in game.extremes)
    # Bounds need not be reached: they are wrong only when a payoff lies beyond.
    outside = (node for node in _finished(graph) if not least <= _paid(node) <= greatest)
    return _first(
        outside,
        lambda node: (
            f"{shown(least)} to {shown(greatest)} leaves out the payoff {shown(_paid(node))}"
        ),
    )


def _named(game: Game, _: StateGraph) -> str | None:
    if not isinstance(game, SupportsNames):
        return None
    # Options are the fields of a dataclass; a game of another kind has none to name.
    known = {field.name for field in fields(game)} if is_dataclass(game) else set[str]()
    for option, names in game.named.items():
        if option not in known:
            return f"{shown(option)} is no option of the game"
        if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
            return f"the names of {option} must be a tuple of texts, got {shown(names)}"
    return None


def _family(game: Game, _: StateGraph) -> str | None:
    if not isinstance(game, SupportsFamily):
        return None
    said = game.family()
    json.dumps(said)  # a TypeError says what a proof file cannot hold
    if isinstance(said.get("family"), str):
        return None
    return f'must have the name of the family as "family", got {shown(said)}'


def _pure(game: Game, _: StateGraph) -> str | None:
    if not isinstance(game, SupportsPure) or isinstance(game.pure, bool):
        return None
    return f"must be True or False, got {shown(game.pure)}"


def _level(game: Game, graph: StateGraph) -> str | None:
    if not isinstance(game, SupportsLevel):
        return None
    for node in graph.nodes:
        here = level_at(game, node.state)
        for k in node.successors():
            after = graph.states[k]
            if level_at(game, after) <= here:
                return f"must grow with every move, but does not from {shown(node.state)} to " + (
                    shown(after)
                )
    return None


def _bound_bits(game: Game, _: StateGraph) -> str | None:
    try:
        bound_bits(game)
    except RulesError as error:
        return str(error)
    return None


def _canonical(game: Game, graph: StateGraph) -> str | None:
    if not isinstance(game, SupportsCanonical):
        return None
    return _first(graph.nodes, lambda node: _no_symmetry(game, node))


def _no_symmetry(game: Any, node: Node) -> str | None:
    """How the state and the one that stands for it differ."""
    stands, back = canonical_at(game, node.state)
    if canonical_at(game, stands)[0] != stands:
        return f"{shown(stands)} stands for others, but not for itself"
    if game.payoff(stands) != node.payoff:
        return f"the payoff is {shown(game.payoff(stands))} at {shown(stands)}, which stands for it"
    if node.payoff is not None:
        return None
    actions = [tuple(game.actions(stands, player)) for player in PLAYERS]
    called = [[back.get(action, action) for action in those] for those in actions]
    for player, there in zip(PLAYERS, called, strict=True):
        if sorted(map(repr, there)) != sorted(map(repr, node.actions[player])):
            return f"the actions of {NAMES[player]} are not those at {shown(stands)}, mapped back"
    for joint in product(*actions):
        here = game.outcomes(node.state, tuple(back.get(action, action) for action in joint))
        if _folded(game, game.outcomes(stands, joint)) != _folded(game, here):
            return f"what follows {shown(joint)} at {shown(stands)} is not symmetric to it"
    return None


def _folded(game: Any, law: Distribution[State]) -> Distribution[State]:
    """The law of what stands for the next state."""
    return law.map(lambda state: canonical_at(game, state)[0])


def _finished(graph: StateGraph) -> Iterator[Node]:
    return (node for node in graph.nodes if node.payoff is not None)


def _paid(node: Node) -> Exact:
    return as_exact(node.payoff, "payoff")


def _first(nodes: Iterable[Node], complaint: Callable[[Node], str | None]) -> str | None:
    """The first complaint with its state."""
    # Lazily, so that a large graph is not searched beyond the first complaint.
    found = ((node, complaint(node)) for node in nodes)
    return next((f"{text} (at {shown(node.state)})" for node, text in found if text), None)


CHECKS: dict[str, Callable[[Game, StateGraph], str | None]] = {
    "solo": _solo,
    "hides": _hides,
    "observation": _observation,
    "text": _text,
    "ending": _ending,
    "heuristic": _heuristic,
    "exploring_cost": _exploring_cost,
    "extremes": _extremes,
    "named": _named,
    "family": _family,
    "pure": _pure,
    "level": _level,
    "canonical": _canonical,
    "bound_bits": _bound_bits,
}

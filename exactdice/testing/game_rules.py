"""Check the rules of a game of your own, and the members that it has besides."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from inspect import getattr_static
from itertools import product
from typing import Any, TypeVar

from ..distributions.distribution import point
from ..exact.argument_checks import place_of, said_by
from ..exact.errors import ExactDiceError, RulesError
from ..exact.numbers import Exact, as_exact, as_whole, shown, whole_or_none
from ..game.graph import Compiler, Node, Part, StateGraph, actions_at, hashable, law_at, start_of
from ..game.graph.order import level_at
from ..game.optional import bound_bits, canonical_at, hides
from ..game.protocol import MIN, NAMES, PLAYERS, RULES, WAIT, Game, State, refuse_no_game
from ..solvers.hidden.tree import game_tree
from ..solvers.iteration import refuse_endless

# More lines of the same kind help nobody.
MOST_REPORTED = 20
MOST_QUICKLY = 2000  # states that are looked at where this should take seconds
Complaint = str | None  # None where a promise is kept
T = TypeVar("T")


def check_game(game: Game, most_states: int = 100_000) -> str:
    """One line saying how many states keep the rules of the protocol; `RulesError` lists every
    broken rule with its state.

    Checked at each state that play can reach: the payoff is exact or None, each player has actions
    that differ, outcomes are a `Distribution` of states that can be hashed, asking again gives the
    same answers, and no rule raises an error of its own. Then: no state pays 0 while the rules lead
    on from it into the game, and play ends, or each player can end it. The optional members that
    the game has (see `exactdice.game.optional`) keep their promise. A game of more states than
    `most_states` is checked on the first ones found.

    >>> from exactdice import DiceBattle
    >>> check_game(DiceBattle(dice=1, target=1))
    'the rules are kept at all 7 states'
    """
    if all(getattr_static(game, rule, None) is None for rule in RULES) or isinstance(game, type):
        refuse_no_game(game)
    most_states = as_whole(most_states, "most_states", 1)
    broken: list[str] = []
    graph, whole = _explored(game, most_states, broken)
    # Each test assumes that the ones before it passed: where a rule is broken the graph is not the
    # game's.
    if not broken:
        broken.extend(_paid_in_mid_game(graph))
    # Whether play ends is a question about all states, so only of a whole graph.
    if not broken and whole:
        for player in PLAYERS:
            _kept(broken, "play", refuse_endless, graph, player)
    if not broken:
        # Each optional member by itself: a broken one does not hide another.
        for member, check in CHECKS.items():
            try:
                has_member = getattr(game, member, None) is not None
                complaint = check(game, graph) if has_member else None
            # The member is a stranger's code, and any mistake of it is what is looked for.
            except Exception as error:
                complaint = f"raises {type(error).__name__}: {error}"
            if complaint:
                broken.append(f"{member}: {complaint}")
    if broken:
        heading = f"{len(broken)} broken rule{'s' * (len(broken) > 1)}:"
        raise RulesError("\n".join([heading, *first_of(broken)]))
    return f"the rules are kept at {'all' if whole else 'the first'} {len(graph.nodes)} states"


def first_of(lines: Sequence[str]) -> list[str]:
    """The first lines of a list, and how many more there are."""
    first = list(lines[:MOST_REPORTED])
    if len(lines) > MOST_REPORTED:
        first.append(f"... and {len(lines) - MOST_REPORTED} more")
    return first


def _paid_in_mid_game(graph: StateGraph) -> Iterator[str]:
    """A line for the first state that pays 0, as if the game were over, while the rules lead on
    from it into the game.

    Rules may answer for a state where the game is over: those of a race lead from a draw to scores
    beyond the target. So from another state than the start it counts only when they lead to a state
    that play reaches otherwise, and in which it goes on.
    """
    going_on = {node.state for node in graph.nodes if node.payoff is None}
    for k, node in enumerate(graph.nodes):
        after = _after(graph.game, node.state) if node.payoff == 0 else set()
        if after & going_on or (k == 0 and after):
            yield (
                f"{shown(node.state)}: the payoff is 0, so the game is over there, but the "
                "rules lead on from it: "
                "the payoff must be None until the game is over"
            )
            return


def _after(game: Game, state: State) -> set[State]:
    """The other states that the first actions of the players lead to; none where the rules do not
    answer, as the game is over.
    """
    try:
        first, second = (actions_at(game, state, player)[0] for player in PLAYERS)
        return set(law_at(game, state, (first, second))) - {state}
    except Exception:
        return set()


def _explored(game: Game, most: int, broken: list[str]) -> tuple[StateGraph, bool]:
    """The graph as far as it was explored, where a state with a broken rule counts as finished, and
    whether that is all.
    """
    compiler = Compiler(game)
    found = _kept(broken, "start", lambda: point(hashable(start_of(game))))
    for state in found or ():
        compiler.numbers[state]
    states = compiler.states
    while compiler.done < min(len(states), most):
        state = states[compiler.done]
        # Asked twice, since a rule that draws lots or keeps a memory would give no game.
        part, again = (_kept(broken, shown(state), _part_of, game, state) for _ in range(2))
        if part is None:
            # It counts as finished, and what its other rules lead to is looked at all the same.
            compiler.end(0)
            for successor in _examine(game, state, broken):
                compiler.numbers[successor]
            continue
        if again is not None and again != part:
            broken.append(
                f"{shown(state)}: asked twice, the rules answer differently; they must depend "
                "on the state alone"
            )
        compiler.append(part)
    return compiler.graph(), compiler.done == len(states)


def _part_of(game: Game, state: State) -> Part:
    """The part of the graph that is this state."""
    compiler = Compiler(game)
    compiler.add_state(state)
    return compiler.part()


def _examine(game: Game, state: State, broken: list[str]) -> list[State]:
    """The states that follow by rules which are kept, after noting every broken rule of the state,
    where the first would hide the others.
    """
    known = len(broken)
    _kept(broken, shown(state), game.payoff, state)
    if len(broken) > known:
        return []
    after: list[State] = []
    rows, columns = (
        _kept(broken, shown(state), actions_at, game, state, player) or () for player in PLAYERS
    )
    for joint in product(rows, columns):
        law = _kept(broken, shown(state), law_at, game, state, joint)
        asked = ((one, _kept(broken, shown(state), hashable, one)) for one in law or ())
        after += [one for one, kept in asked if kept is not None]
    return after


def _kept(broken: list[str], where: str, ask: Callable[..., T], *asked: Any) -> T | None:
    """The answer, or None after noting what is broken (once)."""
    try:
        return ask(*asked)
    except ExactDiceError as error:
        note = f"{error}{place_of(error)}"
    except Exception as error:  # a mistake in the rules under test
        note = f"{where}: the rules raise {said_by(error)}"
    # One mistake shows at many states; a line that names none is told once.
    if note not in broken:
        broken.append(note)
    return None


# --- optional members: whether they keep what `exactdice.game.optional` says of them --------------


def _solo(game: Any, graph: StateGraph) -> Complaint:
    if game.solo is not True:
        return _no_truth(game.solo)
    # MIN may have one action, waiting, and no other where MAX plays alone.
    going_on = (node for node in graph.nodes if node.payoff is None)
    choosing = (node for node in going_on if node.actions[MIN] != (WAIT,))
    return _first(
        choosing, lambda node: f"is True, but MIN has the actions {shown(node.actions[MIN])}"
    )


def _no_truth(said: object) -> Complaint:
    if isinstance(said, bool):
        return None
    return f"must be True or False, got {shown(said)}"


def _observation(game: Any, graph: StateGraph) -> Complaint:
    if not hides(game):
        return None
    for node, player in product(graph.nodes, PLAYERS):
        seen, again = (game.observation(node.state, player) for _ in range(2))
        at = f"(at {shown(node.state)})"
        if seen != again:
            asked = f"{shown(seen)} and, asked again, {shown(again)}"
            return f"{NAMES[player]} observes {asked} {at}"
        try:
            hash(seen)
        except TypeError:
            return f"what {NAMES[player]} observes must be hashable, got {shown(seen)} {at}"
    # What the players know follows whole plays: it is told apart in the tree of all of them.
    try:
        game_tree(game)
    except RulesError as error:
        return str(error)
    except ExactDiceError:
        return None  # too many plays to list, or play that can come back: solve says so
    return None


def _no_text(given: object) -> Complaint:
    """Complaint of what is no text, or holds more than printable lines."""
    if not isinstance(given, str):
        return f"must be a text, got {shown(given)}"
    # It is shown on pages too, where codes of a terminal would be litter.
    if not all(map(str.isprintable, given.split("\n"))):
        return f"must be plain text without control characters, got {shown(given)}"
    return None


def _heuristic(game: Any, graph: StateGraph) -> Complaint:
    for node in graph.nodes:
        if node.payoff is None:  # a guess is asked for only while the game goes on
            try:
                as_exact(game.heuristic(node.state), "the guess")
            except ExactDiceError as error:
                return f"{error} (at {shown(node.state)})"
    return None


def _exploring_cost(game: Any, _: StateGraph) -> Complaint:
    number = whole_or_none(game.exploring_cost)
    if number is None or number < 0:
        return f"must be an int of 0 or more, got {shown(game.exploring_cost)}"
    return None


def _extremes(game: Any, graph: StateGraph) -> Complaint:
    least, greatest = (as_exact(end, "an end") for end in game.extremes)
    # Bounds need not be reached: they are wrong only when a payoff lies beyond.
    outside = (node for node in _finished(graph) if not least <= _paid(node) <= greatest)
    return _first(
        outside,
        lambda node: (
            f"{shown(least)} to {shown(greatest)} leaves out the payoff {shown(_paid(node))}"
        ),
    )


def _named(game: Any, _: StateGraph) -> Complaint:
    # Options are the fields of a dataclass; a game of another kind has none to name.
    known = {field.name for field in fields(game)} if is_dataclass(game) else set[str]()
    for option, names in game.named.items():
        if option not in known:
            return f"{shown(option)} is no option of the game"
        if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
            return f"the names of {option} must be a tuple of texts, got {shown(names)}"
    return None


def _family(game: Any, _: StateGraph) -> Complaint:
    said = game.family()
    json.dumps(said)  # a TypeError says what a proof file cannot hold
    if isinstance(said.get("family"), str):
        return None
    return f'must have the name of the family as "family", got {shown(said)}'


def _level(game: Any, graph: StateGraph) -> Complaint:
    for node in graph.nodes:
        here = level_at(game, node.state)
        for k in node.successors():
            after = graph.states[k]
            if level_at(game, after) <= here:
                places = f"from {shown(node.state)} to {shown(after)}"
                return f"must grow with every move, but does not {places}"
    return None


def _bound_bits(game: Any, _: StateGraph) -> Complaint:
    try:
        bound_bits(game)
    except RulesError as error:
        return str(error)
    return None


def _no_symmetry(game: Any, node: Node) -> Complaint:
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
        # The laws of what stands for the next state.
        one, other = (
            law.map(lambda state: canonical_at(game, state)[0])
            for law in (game.outcomes(stands, joint), here)
        )
        if one != other:
            return f"what follows {shown(joint)} at {shown(stands)} is not symmetric to it"
    return None


def _finished(graph: StateGraph) -> Iterator[Node]:
    return (node for node in graph.nodes if node.payoff is not None)


def _paid(node: Node) -> Exact:
    return as_exact(node.payoff, "payoff")


def _first(nodes: Iterable[Node], complaint: Callable[[Node], Complaint]) -> Complaint:
    """The first complaint with its state."""
    for node in nodes:
        text = complaint(node)
        if text:
            return f"{text} (at {shown(node.state)})"
    return None


CHECKS: dict[str, Callable[[Any, StateGraph], Complaint]] = {
    "solo": _solo,
    "hides": lambda game, _: _no_truth(game.hides),
    "observation": _observation,
    "text": lambda game, graph: _first(graph.nodes, lambda node: _no_text(game.text(node.state))),
    "ending": lambda game, graph: _first(
        _finished(graph), lambda node: _no_text(game.ending(_paid(node)))
    ),
    "heuristic": _heuristic,
    "exploring_cost": _exploring_cost,
    "extremes": _extremes,
    "named": _named,
    "family": _family,
    "pure": lambda game, _: _no_truth(game.pure),
    "level": _level,
    "canonical": lambda game, graph: _first(graph.nodes, partial(_no_symmetry, game)),
    "bound_bits": _bound_bits,
}

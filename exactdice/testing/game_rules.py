"""Check the rules of a game of your own, the members that it has besides, and what every game
keeps: one answer whichever way it is solved, a proof that is accepted, copies that are the same, an
answer or a reason for every function of queries.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from inspect import getattr_static
from itertools import product
from typing import Any, TypeVar

from ..distributions.distribution import point
from ..exact.argument_checks import place_of, said_by
from ..exact.errors import ExactDiceError, RulesError, UnsolvableError
from ..exact.numbers import Exact, as_exact, as_whole, shown, whole_or_none
from ..game.graph import (
    Compiler,
    Node,
    Part,
    StateGraph,
    actions_at,
    distribution_at,
    explore,
    hashable,
    start_of,
)
from ..game.graph.order import level_at
from ..game.optional import bound_bits, canonical_at, hides
from ..game.protocol import MIN, NAMES, PLAYERS, RULES, WAIT, Game, State, refuse_no_game
from ..proofs.checking import check
from ..query.evaluate import evaluate_query
from ..query.games_by_name import entered
from ..query.register import Word
from ..query.states import worked_queries
from ..solvers import solve
from ..solvers.fast_path import generic_function
from ..solvers.hidden.tree import game_tree
from ..solvers.iteration import refuse_endless
from ..writeup.tables import number_text

MOST_REPORTED = 20  # more lines of the same kind help nobody
MOST_QUICKLY = 2000  # states that are looked at where this should take seconds
REFERENCE = "the game under test"
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
    graph, whole = _explore(game, most_states, broken)
    # Each test assumes that the ones before it passed: where a rule is broken the graph is not the
    # game's.
    if not broken:
        broken.extend(find_payoff_in_mid_game(graph))
    # Whether play ends is a question about all states, so only of a whole graph.
    if not broken and whole:
        for player in PLAYERS:
            _ask(broken, "play", refuse_endless, graph, player)
    if not broken:
        # Each optional member by itself: a broken one does not hide another.
        for member, complaints in MEMBERS.items():
            try:
                has_member = getattr(game, member, None) is not None
                complaint = next(complaints(game, graph), "") if has_member else ""
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
    more = len(lines) - MOST_REPORTED
    return [*lines[:MOST_REPORTED], *[f"... and {more} more"] * (more > 0)]


def find_payoff_in_mid_game(graph: StateGraph) -> Iterator[str]:
    """A line for the first state that pays 0, as if the game were over, while the rules lead on
    from it into the game.

    Rules may answer for a state where the game is over: those of a race lead from a draw to scores
    beyond the target. So from another state than the start it counts only when they lead to a state
    that play reaches otherwise, and in which it goes on.
    """
    game = graph.game
    going_on = {node.state for node in graph.nodes if node.payoff is None}
    for k, node in enumerate(graph.nodes):
        if node.payoff != 0:
            continue
        try:
            first, second = (actions_at(game, node.state, player)[0] for player in PLAYERS)
            after = set(distribution_at(game, node.state, (first, second))) - {node.state}
        except Exception:  # the rules do not answer, as the game is over
            continue
        if after & going_on or (k == 0 and after):
            yield (
                f"{shown(node.state)}: the payoff is 0, so the game is over there, but the "
                "rules lead on from it: "
                "the payoff must be None until the game is over"
            )
            return


def _explore(game: Game, most: int, broken: list[str]) -> tuple[StateGraph, bool]:
    """The graph as far as it was explored, where a state with a broken rule counts as finished, and
    whether that is all.
    """
    compiler = Compiler(game)
    for state in _ask(broken, "start", lambda: point(hashable(start_of(game)))) or ():
        compiler.numbers[state]
    states = compiler.states

    def part_of(state: State) -> Part:
        alone = Compiler(game)
        alone.add_state(state)
        return alone.part()

    while compiler.done < min(len(states), most):
        state = states[compiler.done]
        # Asked twice, since a rule that draws lots or keeps a memory would give no game.
        part, again = (_ask(broken, shown(state), part_of, state) for _ in range(2))
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


def _examine(game: Game, state: State, broken: list[str]) -> list[State]:
    """The states that follow by rules which are kept, after noting every broken rule of the state,
    where the first would hide the others.
    """
    where = shown(state)
    known = len(broken)
    # The member itself may be missing.
    _ask(broken, where, lambda: game.payoff(state))
    if len(broken) > known:
        return []
    after: list[State] = []
    actions = [_ask(broken, where, actions_at, game, state, player) or () for player in PLAYERS]
    for joint in product(*actions):
        following = _ask(broken, where, distribution_at, game, state, joint) or ()
        after += [one for one in following if _ask(broken, where, hashable, one) is not None]
    return after


def _ask(broken: list[str], where: str, ask: Callable[..., T], *arguments: Any) -> T | None:
    """The answer, or None after noting what is broken (once)."""
    try:
        return ask(*arguments)
    except ExactDiceError as error:
        note = f"{error}{place_of(error)}"
    except Exception as error:  # a mistake in the rules under test
        note = f"{where}: the rules raise {said_by(error)}"
    # One mistake shows at many states; a line that names none is told once.
    if note not in broken:
        broken.append(note)
    return None


# --- optional members: how they break what `exactdice.game.optional` says of them -----------------


def paid(node: Node) -> Exact:
    """The payoff of a finished state."""
    return as_exact(node.payoff, "payoff")


def check_solo(game: Any, graph: StateGraph) -> Iterator[str]:
    """MIN may have one action, waiting, and no other where MAX plays alone."""
    yield from check_truth(game.solo)
    for node in graph.nodes:
        if game.solo and node.payoff is None and node.actions[MIN] != (WAIT,):
            actions = shown(node.actions[MIN])
            yield f"is True, but MIN has the actions {actions} (at {shown(node.state)})"


def check_truth(given: object) -> Iterator[str]:
    """It must be a bool."""
    if not isinstance(given, bool):
        yield f"must be True or False, got {shown(given)}"


def check_observation(game: Any, graph: StateGraph) -> Iterator[str]:
    """Observations can be hashed and are the same when asked again; nobody forgets."""
    if not hides(game):
        return
    for node, player in product(graph.nodes, PLAYERS):
        seen, again = (game.observation(node.state, player) for _ in range(2))
        at = f"(at {shown(node.state)})"
        if seen != again:
            yield f"{NAMES[player]} observes {shown(seen)} and, asked again, {shown(again)} {at}"
        try:
            hash(seen)
        except TypeError:
            yield f"what {NAMES[player]} observes must be hashable, got {shown(seen)} {at}"
    # What the players know follows whole plays: it is told apart in the tree of all of them.
    try:
        game_tree(game)
    except RulesError as error:
        yield str(error)
    except ExactDiceError:
        return  # too many plays to list, or play that can come back: solve says so


def check_text(given: object) -> Iterator[str]:
    """It is a text that holds no more than printable lines."""
    if not isinstance(given, str):
        yield f"must be a text, got {shown(given)}"
    # It is shown on pages too, where codes of a terminal would be litter.
    elif not all(map(str.isprintable, given.split("\n"))):
        yield f"must be plain text without control characters, got {shown(given)}"


def check_heuristic(game: Any, node: Node) -> Iterator[str]:
    """A guess is an exact number; it is asked for only while the game goes on."""
    if node.payoff is None:
        try:
            as_exact(game.heuristic(node.state), "the guess")
        except ExactDiceError as error:
            yield str(error)


def check_exploring_cost(game: Any, _: StateGraph) -> Iterator[str]:
    """It is an int of 0 or more."""
    number = whole_or_none(game.exploring_cost)
    if number is None or number < 0:
        yield f"must be an int of 0 or more, got {shown(game.exploring_cost)}"


def check_extremes(game: Any, graph: StateGraph) -> Iterator[str]:
    """Bounds need not be reached: they are wrong only when a payoff lies beyond."""
    least, greatest = (as_exact(end, "an end") for end in game.extremes)
    for node in graph.nodes:
        if node.payoff is not None and not least <= paid(node) <= greatest:
            yield (
                f"{shown(least)} to {shown(greatest)} leaves out the payoff {shown(paid(node))} "
                f"(at {shown(node.state)})"
            )


def check_named(game: Any, _: StateGraph) -> Iterator[str]:
    """Options are the fields of a dataclass; a game of another kind has none to name."""
    known = {field.name for field in fields(game)} if is_dataclass(game) else set[str]()
    for option, names in game.named.items():
        if option not in known:
            yield f"{shown(option)} is no option of the game"
        if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
            yield f"the names of {option} must be a tuple of texts, got {shown(names)}"


def check_family(game: Any, _: StateGraph) -> Iterator[str]:
    """The parameters can stand in a proof file, and name their family."""
    said = game.family()
    json.dumps(said)  # a TypeError says what a proof file cannot hold
    if not isinstance(said.get("family"), str):
        yield f'must have the name of the family as "family", got {shown(said)}'


def check_level(game: Any, graph: StateGraph) -> Iterator[str]:
    """The level grows with every move."""
    for node in graph.nodes:
        here = level_at(game, node.state)
        for k in node.successors():
            after = graph.states[k]
            if level_at(game, after) <= here:
                places = f"from {shown(node.state)} to {shown(after)}"
                yield f"must grow with every move, but does not {places}"


def check_bound_bits(game: Any, _: StateGraph) -> Iterator[str]:
    """It is a whole number of 1 or more."""
    try:
        bound_bits(game)
    except RulesError as error:
        yield str(error)


def check_canonical(game: Any, node: Node) -> Iterator[str]:
    """A state and the one that stands for it have the same payoff, actions and outcomes."""
    stands, back = canonical_at(game, node.state)
    if canonical_at(game, stands)[0] != stands:
        yield f"{shown(stands)} stands for others, but not for itself"
    if game.payoff(stands) != node.payoff:
        yield f"the payoff is {shown(game.payoff(stands))} at {shown(stands)}, which stands for it"
    if node.payoff is not None:
        return
    actions = [tuple(game.actions(stands, player)) for player in PLAYERS]
    for player, those, here in zip(PLAYERS, actions, node.actions, strict=True):
        mapped = [back.get(action, action) for action in those]
        if sorted(map(repr, mapped)) != sorted(map(repr, here)):
            yield f"the actions of {NAMES[player]} are not those at {shown(stands)}, mapped back"
    for joint in product(*actions):
        same = game.outcomes(node.state, tuple(back.get(action, action) for action in joint))
        # The laws of what stands for the next state.
        one, other = (
            law.map(lambda state: canonical_at(game, state)[0])
            for law in (game.outcomes(stands, joint), same)
        )
        if one != other:
            yield f"what follows {shown(joint)} at {shown(stands)} is not symmetric to it"


def _at_states(graph: StateGraph, check: Callable[[Node], Iterator[str]]) -> Iterator[str]:
    """Each complaint of a state, with the state."""
    for node in graph.nodes:
        for complaint in check(node):
            yield f"{complaint} (at {shown(node.state)})"


# The first complaint is reported.
MEMBERS: dict[str, Callable[[Any, StateGraph], Iterator[str]]] = {
    "solo": check_solo,
    "hides": lambda game, _: check_truth(game.hides),
    "observation": check_observation,
    "text": lambda game, graph: _at_states(graph, lambda node: check_text(game.text(node.state))),
    "ending": lambda game, graph: _at_states(
        graph, lambda node: check_text("" if node.payoff is None else game.ending(paid(node)))
    ),
    "heuristic": lambda game, graph: _at_states(graph, partial(check_heuristic, game)),
    "exploring_cost": check_exploring_cost,
    "extremes": check_extremes,
    "named": check_named,
    "family": check_family,
    "pure": lambda game, _: check_truth(game.pure),
    "level": check_level,
    "canonical": lambda game, graph: _at_states(graph, partial(check_canonical, game)),
    "bound_bits": check_bound_bits,
}


# --- what every game keeps ------------------------------------------------------------------------


def check_contract(game: Game, most_states: int = MOST_QUICKLY) -> str:
    """One line saying how much was checked; `RulesError` lists all that the game does not keep.

    Choose options that make the game small, of at most `most_states` states. First `check_game`:
    its rules are kept at every state. Then: the fast way to solve it, where it has one, finds what
    the generic solver finds; the checker accepts the proof of its solution; copies of it are equal
    to it, and its class is found by its name, as pickle needs; each word of every game (`value`,
    `best`, `gain`, ...) has an answer that can be printed, or is refused with a reason; and the
    answers agree with each other, as `gain` with the mean of `payoff_distribution`.

    Use it in a test of your own game:

    >>> from exactdice import DiceBattle
    >>> check_contract(DiceBattle(dice=1, target=2))
    'the contract is kept: 19 states, 20 words answered, 0 refused'
    """
    most = as_whole(most_states, "most_states", 1)
    check_game(game, most)
    try:
        states = len(explore(game, most=most).nodes)
    except UnsolvableError as error:
        raise RulesError(
            f"the contract is checked on games of at most {most} states, and {shown(game)} has "
            "more: choose options that make it small"
        ) from error
    broken = [*compare_solvers(game)]
    try:
        check(solve(game))
    except ExactDiceError as error:
        broken.append(f"the checker does not accept the proof of the solution: {error}")
    broken += compare_copies(game)
    answers: dict[str, Any] = {}
    refused = 0
    with entered(REFERENCE, game):
        for word, query in worked_queries(game).items():
            try:
                answers[word] = evaluate_query(query, {"game": Word(REFERENCE)})
                number_text.exact(answers[word])
            except ExactDiceError:
                refused += 1
            # Whatever else goes wrong in a word is what this looks for.
            except Exception as error:
                broken.append(f"{query} fails: {type(error).__name__}: {error}")
    # The laws of mathematics that the answers break; what was refused is left out.
    for what, (words, difference) in AGREEING.items():
        if answers.keys() >= set(words):
            off = difference(*(answers[word] for word in words))
            if off != 0:
                broken.append(f"{what}, but they differ by {off}")
    if broken:
        heading = f"{len(broken)} part{'s' * (len(broken) > 1)} of the contract not kept:"
        raise RulesError("\n".join([heading, *broken]))
    return (
        f"the contract is kept: {states} states, {len(answers)} words answered, {refused} refused"
    )


def compare_solvers(game: Game) -> Iterator[str]:
    """A line for each answer of the fast solver that the generic one does not give."""
    fast = solve(game)
    generic = generic_function(solve)(game)
    if fast.value != generic.value:
        yield f"the value is {fast.value} the fast way and {generic.value} the generic way"
    # Where something is hidden no state has a value of its own.
    for node in () if hides(game) else explore(game).nodes:
        if node.payoff is None:
            for what, one, other in (
                ("value is", fast.values, generic.values),
                ("optimal actions are", fast.optimal_actions, generic.optimal_actions),
            ):
                found = one.get(node.state)
                expected = other.get(node.state)
                if found != expected:
                    yield (
                        f"at {shown(node.state)} the {what} {shown(found)} the fast way and "
                        f"{shown(expected)} the generic way"
                    )


def compare_copies(game: Game) -> Iterator[str]:
    """A line for each way of copying the game that gives another one."""
    for way in (copy.copy, copy.deepcopy):
        made = way(game)
        if made != game or hash(made) != hash(game):
            yield (
                f"copy.{way.__name__} gives a game that is not equal to it: write "
                "@dataclass(frozen=True) above the class"
            )
    kind = type(game)
    found: object = sys.modules.get(kind.__module__)
    for part in kind.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is not kind:
        yield (
            f"pickle does not find the class as {kind.__qualname__} in {kind.__module__}: define "
            "it at the top of its module"
        )


# {what holds: (the words it is about, how far they are from it)}
AGREEING: dict[str, tuple[tuple[str, ...], Callable[..., Exact]]] = {
    "gain must be the mean of payoff_distribution": (
        ("gain", "payoff_distribution"),
        lambda gain, law: gain - law.mean(),
    ),
    "gain_from the start must be gain": (("gain", "gain_from"), lambda gain, same: gain - same),
    "turns must be the mean of turns_distribution": (
        ("turns", "turns_distribution"),
        lambda turns, law: turns - law.mean(),
    ),
    "win, draw and loss must sum to 1": (
        ("win", "draw", "loss"),
        lambda win, draw, loss: win + draw + loss - 1,
    ),
    "play must pass through the start": (("reach_probability",), lambda reach: reach - 1),
    "best_response_value must be what optimal play earns, or more": (
        ("best_response_value", "value"),
        lambda best, value: min(best - value, 0),
    ),
    "best_response_value of MIN must be what optimal play costs, or less": (
        ("best_response_value of MIN", "value"),
        lambda best, value: max(best - value, 0),
    ),
}

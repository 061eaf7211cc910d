"""Proofs checked and written: of solutions as they are made, of files against the game that they
should be of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import cast

from .. import checker
from ..distributions.distribution import point
from ..exact.argument_checks import a_path, an_instance
from ..exact.errors import TooCostly, UnsolvableError
from ..exact.files import MOST_PROOF_BYTES, read_text
from ..exact.numbers import Exact, Interval, Value, name_shown, shown
from ..game.graph import explore
from ..game.optional import hides
from ..game.protocol import MAX, MIN, ActionDistribution, Game, Player, State, refuse_no_game
from ..game.solution import Enclosure, Solution
from ..linear.lp.program import Program
from ..linear.matrices.solve import exact_entries
from ..solvers.arenas.arena import Arena
from ..solvers.hidden.tree import game_tree
from . import (
    Document,
    Json,
    action_names,
    family_of,
    graph_problem,
    number_text,
    searched_of,
    with_left_out,
)
from .problems import arena_problem, matrix_problem, program_problem
from .solutions import Pursuit, hidden_problem, proof, refuse_symbols

KEPT = 1 << 16  # states whose choice is remembered: each is asked for once for every move


def check(solution: Solution | Enclosure) -> str:
    """One line saying what was proved; `UnsolvableError` when the solution is wrong (a defect) or
    too large for the checker.
    """
    what = (
        "a Solution or an Enclosure, as solve(game) gives one (a proof file is checked by "
        "the command exactdice check)"
    )
    refuse_symbols(solution)
    an_instance(solution, (Solution, Enclosure), "what is checked", what)
    try:
        return checker.check(proof(solution))
    except checker.Rejected as error:
        raise UnsolvableError(
            f"the proof of the solution of {shown(solution.game)} is rejected: {error}"
        ) from error


# what a proof may be about; the last is a matrix
Proved = Game | Arena | Program | Sequence[Sequence[Value]]


def check_file(path: Path | str, about: Proved) -> str:
    """One line saying what the proof file proves of this game, arena, linear programme or matrix.

    Raises `checker.Rejected` when the file holds no proof, or one of anything else, naming the
    difference; `ExactDiceError` when it cannot be read.
    """
    # Proofs may be long, yet a file of any size must not fill the memory.
    text = read_text(a_path(path), MOST_PROOF_BYTES)
    try:
        document = json.loads(
            text, object_pairs_hook=checker.unique, parse_int=checker.whole_number
        )
    except (ValueError, RecursionError) as error:
        raise checker.Rejected(
            str(error) if isinstance(error, checker.Rejected) else f"not a JSON file: {error}"
        ) from error
    return check_document(document, about)


def check_document(document: Document, about: Proved) -> str:
    """One line saying what a proof, as the document of its file, proves of this game, arena, linear
    programme or matrix.
    """
    # The proof itself first: a document that proves nothing need not be compared with anything.
    said = checker.check(document)
    # Through JSON and back, so that tuples and ints are of the types that a file gives.
    rules = json.loads(json.dumps(_problem(about, document)))
    _reject_other(about, _difference(document["problem"], rules, "problem"))
    return said


def _reject_other(about: Proved, found: str | None) -> None:
    """Raise `checker.Rejected` when a difference was found."""
    checker.require(found is None, f"this is a proof, but not of {shown(about)}: {found}")


def _problem(about: Proved, document: Document) -> Document:
    """The rules as a proof of them says them: where there is a choice, in the way of
    this document.
    """
    if isinstance(about, Arena):
        return arena_problem(about)
    if isinstance(about, Program):
        return program_problem(about)
    if isinstance(about, (tuple, list)):
        return matrix_problem(exact_entries(about))
    game = cast("Game", about)
    refuse_no_game(game)
    refuse_symbols(game)
    said = document["problem"]["family"]
    family = None if hides(game) else family_of(game)
    required = "hidden" if hides(game) else "graph"
    if said != required:
        # A game that hides something, or one without a family, can only differ from a file that
        # says otherwise; what lists no states says so.
        return family.family() if family else {"family": required, "states": []}
    # Rejected before any state is looked for: a list of states that begins in another
    first = document["problem"]["states"][0]["state"]
    _reject_other(game, _difference(first, name_shown(game.start), "problem.states[0].state"))
    if hides(game):
        with _no_more_states(game, document) as most:
            return hidden_problem(game_tree(game, most=most))
    # The graph of the states of the game, or of those that the document's proof needs
    searched = searched_of(game)
    if searched:
        checker.require(
            # With these bounds a document would be accepted whatever the winner does.
            document["values"][:1] != [number_text(Interval(*searched.extremes))],
            "bounds that leave out no payoff prove nothing",
        )
        with suppress(NotOfTheGame):
            pursued = _pursued_as(game, searched.extremes, document)
            # What is no pursuit may still be a proof that lists every state.
            if len(pursued["states"]) == len(document["problem"]["states"]):
                return pursued
    with _no_more_states(game, document) as most:
        return graph_problem(explore(game, most=most))[0]


@contextmanager
def _no_more_states(about: Game, document: Document) -> Iterator[int]:
    """How many states the document lists; that more are found says that it is of another game."""
    # Exploring stops at what the file lists, so that a small file never costs a large search.
    listed = len(document["problem"]["states"])
    try:
        yield listed
    except UnsolvableError as error:
        # The limit of cost speaks of the machine, not of the file.
        if isinstance(error, TooCostly):
            raise
        _reject_other(about, f"problem.states has {listed} entries in the file, more are required")


class NotOfTheGame(Exception):
    """A state or an action in a document that the game does not have."""


def _pursued_as(game: Game, extremes: tuple[Exact, Exact], document: Document) -> Document:
    """The rules of the game when the winner, by the value, follows the first actions that the
    document lists for it.
    """
    winner: Player = MIN if document["values"][0] == number_text(extremes[0]) else MAX
    # Values and optimal actions of a document run over its unfinished states alone.
    states = [state for state in document["problem"]["states"] if "payoff" not in state]
    listed = {state["state"]: best for state, best in zip(states, document["optimal"], strict=True)}

    def strategy(state: State) -> ActionDistribution:
        actions = game.actions(state, winner)
        if len(actions) == 1:  # the other's turn, or no choice
            return point(actions[0])
        try:
            return point(
                dict(zip(action_names(actions), actions, strict=True))[listed[name_shown(state)][0]]
            )
        except LookupError:
            raise NotOfTheGame from None

    pursuit = Pursuit(game, winner, lru_cache(KEPT)(strategy), extremes[0])
    with _no_more_states(game, document) as most:
        return with_left_out(explore(pursuit, most=most), extremes)[0]


def _difference(said: Json, rules: Json, where: str) -> str | None:
    """Where the rules in a file first differ from those that were asked for; None when they are the
    same.
    """
    # Types too, since 1 == True to Python while a file means two things by them.
    is_alike = type(said) is type(rules)
    if not is_alike or not isinstance(said, (dict, list)):
        is_same = is_alike and said == rules
        return (
            None if is_same else f"{where} is {_cut(said)} in the file, {_cut(rules)} is required"
        )
    if len(said) != len(rules):
        return f"{where} has {len(said)} entries in the file, {len(rules)} are required"
    if isinstance(said, dict) and said.keys() != rules.keys():
        return (
            f"{where} has the keys {_cut(sorted(said))} in the file, {_cut(sorted(rules))} "
            "are required"
        )
    keys = said if isinstance(said, dict) else range(len(said))
    # The first difference is the one named, and no other is looked for.
    for key in keys:
        within = f"{where}.{key}" if isinstance(said, dict) else f"{where}[{key}]"
        found = _difference(said[key], rules[key], within)
        if found is not None:
            return found
    return None


def _cut(value: object) -> str:
    return f"{value!a:.80}"

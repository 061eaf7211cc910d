"""Proof files: what anyone can check with `checker.py` alone. docs/proof_files.md specifies the format.

Each function here says a problem and its solution in the words of the checker; nothing here decides whether the proof is right.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol, cast

from . import checker
from .arenas.arena import Arena, an_arena, grundy_values
from .distribution import Distribution, point
from .doors import a_path, an_instance, got, no_progress
from .errors import RulesError, UnsolvableError
from .exact import Bounds, Exact, Progress, shown
from .files import MOST_PROOF_BYTES, named, read_text, write_atomically
from .game import MAX, MIN, PLAYERS, Action, Game, Player, State, mover, refuse_no_game
from .graph import Node, StateGraph, explore
from .lp.program import Outcome, Program, Row, Status, Variable, a_program, combination, reduced_costs
from .matrices.solve import MatrixSolution, exact_entries
from .solution import Enclosure, Solution
from .solvers.fast_path import by_exact_class

Document = dict[str, Any]
BOUNDED = {"graph", "pig", "simultaneous"}  # the families whose values may be bounds


class Family(Protocol):
    """A game whose rules the checker restates from a few parameters, so that the proof need not list every state."""

    def family(self) -> dict[str, Any]:
        """{"family": name, parameter: value, ...} in the words of the checker."""

    def family_states(self) -> Iterable[State]:
        """The unfinished states in the checker's order."""

    def family_optimal(self, state: State, optimal: Callable[[State], Any]) -> Any:
        """What is optimal at one of them in the words of the checker, given what an explicit graph would say of states."""


class Searched(Protocol):
    """A game that is won or lost and soon too large to list: its proof follows the winner's chosen actions alone."""

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest payoff."""


@by_exact_class
def family_of(game: Game) -> Family | None:  # noqa: ARG001 - what a class has not registered it does not have
    """The game, when it is of a class registered here with `itself`; None for others, whose proof is an explicit graph."""
    return None


@by_exact_class
def searched_of(game: Game) -> Searched | None:  # noqa: ARG001
    """The game, when it is of a class registered here with `itself`; None for others, of which all states are listed."""
    return None


def itself(game: Any) -> Any:
    """The game."""
    return game


def proof(solution: Solution | Enclosure, progress: Progress | None = None) -> Document:
    """The proof as a JSON document: the rules, each state's value or bounds, what is optimal there, and a digest.

    A game that is searched has a graph in which the winner has a chosen action and its others lead to a state known within bounds.
    """
    an_instance(solution, (Solution, Enclosure), "what is proved", "a Solution or an Enclosure, as solve(game) gives one")
    no_progress(progress)
    if isinstance(solution, Enclosure) and solution.exact is not None:
        return proof(solution.exact, progress)
    game = solution.game
    known = solution.bounds if isinstance(solution, Enclosure) else solution.values
    family, searched = family_of(game), searched_of(game)
    if family and (isinstance(solution, Solution) or family.family()["family"] in BOUNDED):
        states = list(family.family_states())
        with suppress(KeyError):  # a solution of the reachable states alone
            values = [number_text(known[state]) for state in states]
            return _document(family.family(), values, [family.family_optimal(state, partial(_optimal, solution)) for state in states])
    if searched and isinstance(solution, Solution):
        return _pursued(solution, searched.extremes, progress)
    rules, states = _listed(explore(game, progress=progress))
    return _document(rules, [number_text(known[state]) for state in states], [_optimal(solution, state) for state in states])


def check(solution: Solution | Enclosure) -> str:
    """One line saying what was proved; `UnsolvableError` when the solution is wrong (a defect) or too large for the checker."""
    what = "a Solution or an Enclosure, as solve(game) gives one (a proof file is checked by the command exactdice check)"
    an_instance(solution, (Solution, Enclosure), "what is checked", what)
    try:
        return checker.check(proof(solution))
    except checker.Rejected as error:
        raise UnsolvableError(f"the proof of the solution of {shown(solution.game)} is rejected: {error}") from error


def write_proof(solved: Solution | Enclosure | Document, path: Path | str, progress: Progress | None = None) -> None:
    """Write the proof file of the solution, or a proof that is a document already, whole or not at all."""
    write_atomically(a_path(path), _proof_text(solved, progress))


def write_checked_proof(solved: Solution | Enclosure | Document, path: Path | str, progress: Progress | None = None) -> str:
    """Write the same file when the checker accepts its very text, and say what it proves; else `UnsolvableError`, nothing written."""
    text = _proof_text(solved, progress)
    try:
        said = checker.check(json.loads(text, object_pairs_hook=checker.unique))
    except checker.Rejected as error:
        raise UnsolvableError(f"nothing is written to {named(path)}, as the checker rejects the proof: {error}") from error
    write_atomically(a_path(path), text)
    return said


def _proof_text(solved: Solution | Enclosure | Document, progress: Progress | None) -> str:
    if isinstance(solved, dict) and "digest" not in solved:
        raise RulesError(f"what is written must be a Solution, an Enclosure or the document of a proof, {got(solved)}")
    no_progress(progress)
    document = solved if isinstance(solved, dict) else proof(solved, progress)
    return json.dumps(document, separators=(",", ":")) + "\n"


def _document(problem: dict[str, Any], values: list[Any], optimal: Any) -> Document:
    document = {"format": checker.FORMAT, "problem": problem, "values": values, "optimal": optimal}
    return document | {"digest": checker.digest(document)}


def number_text(value: Exact | Bounds) -> Any:
    """The number in hexadecimal, or both ends of bounds."""
    return [checker.ratio_text(end) for end in (value.lower, value.upper)] if isinstance(value, Bounds) else checker.ratio_text(value)


# --- what a proof of something must be about ---------------------------------------------------------------------------

Proved = Game | Arena | Program | Sequence[Sequence[Exact | Bounds]]  # what a proof may be about; the last is a matrix


def check_file(path: Path | str, about: Proved) -> str:
    """One line saying what the proof file proves of this game, arena, linear programme or matrix.

    Raises `checker.Rejected` when the file holds no proof, or one of anything else, naming the difference; `ExactDiceError` when it
    cannot be read.
    """
    text = read_text(a_path(path), MOST_PROOF_BYTES)
    try:
        document = json.loads(text, object_pairs_hook=checker.unique)
    except (ValueError, RecursionError) as error:
        raise checker.Rejected(str(error) if isinstance(error, checker.Rejected) else f"not a JSON file: {error}") from error
    return check_document(document, about)


def check_document(document: Document, about: Proved) -> str:
    """The same of a proof that is a document already."""
    said = checker.check(document)
    rules = json.loads(json.dumps(_problem(about, document)))
    found = _difference(document["problem"], rules, "problem")
    checker.require(found is None, f"this is a proof, but not of {shown(about)}: {found}")
    return said


def _problem(about: Proved, document: Document) -> Document:
    """The rules as a proof of them says them: where there is a choice, in the way of this document."""
    if isinstance(about, Arena):
        return arena_problem(about)
    if isinstance(about, Program):
        return programme_problem(about)
    if isinstance(about, (tuple, list)):
        return matrix_problem(exact_entries(about))
    return _game_problem(cast("Game", about), document)


def _game_problem(about: Game, document: Document) -> Document:
    refuse_no_game(about)
    family, searched = family_of(about), searched_of(about)
    if family and document["problem"]["family"] != "graph":
        return family.family()
    if searched and document["problem"]["family"] == "graph":
        checker.require(
            document["values"][:1] != [number_text(Bounds(*searched.extremes))], "bounds that leave out no payoff prove nothing"
        )
        with suppress(LookupError):  # a state or an action that the game does not have
            return _pursued_as(about, searched.extremes, document)
    return _listed(explore(about))[0]


def _pursued_as(game: Game, extremes: tuple[Exact, Exact], document: Document) -> Document:
    """The rules of the game when the winner, by the value, follows the first actions that the document lists for it."""
    winner: Player = MIN if document["values"][0] == number_text(extremes[0]) else MAX
    unfinished = [state["state"] for state in document["problem"]["states"] if "payoff" not in state]
    listed = dict(zip(unfinished, document["optimal"], strict=True))

    def strategy(state: State) -> Distribution[Any]:
        actions = game.actions(state, winner)
        if len(actions) == 1:  # the other's turn, or no choice
            return point(actions[0])
        return point(dict(zip(action_names(actions), actions, strict=True))[listed[shown(state)][0]])

    return _pursuit(Pursuit(game, winner, cache(strategy), extremes[0]), extremes, None)[0]


def _difference(said: Any, rules: Any, where: str) -> str | None:
    """Where the rules in a file first differ from those that were asked for; None when they are the same."""
    if type(said) is not type(rules) or not isinstance(said, (dict, list)):
        return None if type(said) is type(rules) and said == rules else f"{where} is {_cut(said)} in the file, {_cut(rules)} is required"
    if len(said) != len(rules):
        return f"{where} has {len(said)} entries in the file, {len(rules)} are required"
    if isinstance(said, dict) and said.keys() != rules.keys():
        return f"{where} has the keys {_cut(sorted(said))} in the file, {_cut(sorted(rules))} are required"
    keys = said if isinstance(said, dict) else range(len(said))
    steps = (_difference(said[key], rules[key], f"{where}.{key}" if isinstance(said, dict) else f"{where}[{key}]") for key in keys)
    return next((found for found in steps if found is not None), None)


def _cut(value: Any) -> str:
    return f"{value!a:.80}"


# --- the states of a game ---------------------------------------------------------------------------------------------


def _optimal(solution: Solution | Enclosure, state: State) -> Any:
    """The names of all optimal actions, for bounds of the one that guarantees its end; where both choose a mixture for each."""
    game = solution.game
    if isinstance(solution, Solution):
        mixed = solution.mixtures.get(state)
    else:
        chooses = all(len(game.actions(state, player)) > 1 for player in PLAYERS)
        mixed = (solution.strategies[MAX][state], solution.strategies[MIN][state]) if chooses else None
    if mixed is None:
        return _named(game, state, _chosen(solution, state))
    rows, columns = (game.actions(state, player) for player in PLAYERS)
    return _mixtures([mixed[MAX].probability(a) for a in rows], [mixed[MIN].probability(b) for b in columns])


def _chosen(solution: Solution | Enclosure, state: State) -> tuple[Action, ...]:
    """All optimal actions of the player to move, for bounds the one that guarantees its end."""
    if isinstance(solution, Solution):
        return solution.optimal_actions[state]
    return tuple(solution.strategies[mover(solution.game, state)][state])


def _named(game: Game, state: State, chosen: tuple[Action, ...]) -> list[Any]:
    actions = game.actions(state, mover(game, state))
    names = dict(zip(actions, action_names(actions), strict=True))
    return [names[action] for action in chosen]


def _mixtures(row: Iterable[Exact], column: Iterable[Exact]) -> dict[str, list[str]]:
    return {"row": [checker.ratio_text(p) for p in row], "column": [checker.ratio_text(q) for q in column]}


def _listed(graph: StateGraph) -> tuple[dict[str, Any], list[State]]:
    """The explicit graph in the words of the checker, and its unfinished states."""
    states: list[dict[str, Any]] = []
    for node in graph.nodes:
        name = shown(node.state)
        if node.payoff is not None:
            states.append({"state": name, "payoff": checker.ratio_text(node.payoff)})
            continue
        laws = [[[[k, hex(w)] for k, w in law] for law in row] for row in node.laws]
        states.append({"state": name, "actions": [_names(node, player) for player in PLAYERS], "laws": laws})
    return {"family": "graph", "states": states}, [node.state for node in graph.nodes if node.payoff is None]


def _names(node: Node, player: Player) -> list[int | str]:
    """The names of the player's actions; a single one of who is not to move is called wait, whatever it is."""
    return action_names(node.actions[player]) if node.mover in (None, player) else ["wait"]


def action_names(actions: Sequence[Action]) -> list[int | str]:
    """A name for each action as JSON can hold it, numbered where two would have the same."""
    names = [plain(action) for action in actions]
    return names if len(set(names)) == len(names) else [f"{k}: {name}" for k, name in enumerate(names, 1)]


def plain(action: Action) -> int | str:
    """The action as JSON can hold it: a text or a small int as it is, a huge int in hexadecimal, anything else by its text."""
    if isinstance(action, int) and not isinstance(action, bool):
        return action if action.bit_length() < 64 else hex(action)
    return action if isinstance(action, str) else shown(action)


# --- games that are searched ------------------------------------------------------------------------------------------

LEFT_OUT = "any other position"


@dataclass(frozen=True)
class Pursuit:
    """The game where every action of the player but its strategy's leads to LEFT_OUT, for which the least payoff stands."""

    game: Game
    player: Player
    strategy: Callable[[State], Distribution[Any]]
    left_out: Exact

    @property
    def start(self) -> State:
        """The game's own."""
        return self.game.start

    def payoff(self, state: State) -> Exact | None:
        """The game's own."""
        return self.left_out if state == LEFT_OUT else self.game.payoff(state)

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The game's own."""
        return self.game.actions(state, player)

    def outcomes(self, state: State, joint: Any) -> Distribution[Any]:
        """The game's own where the player follows its strategy."""
        followed = joint[self.player] in self.strategy(state)
        return self.game.outcomes(state, joint) if followed else point(LEFT_OUT)


def _pursued(solution: Solution, extremes: tuple[Exact, Exact], progress: Progress | None) -> Document:
    """The proof that the winner is paid the value, the best that any payoff gives, whatever the other does."""
    game, value = solution.game, number_text(solution.value)
    winner: Player = MIN if solution.value == extremes[0] else MAX
    strategy = cache(solution.strategies[winner].__getitem__)
    rules, states = _pursuit(Pursuit(game, winner, strategy, extremes[0]), extremes, progress)
    movers = [mover(game, state) for state in states]
    chosen = [tuple(strategy(s)) if player == winner else game.actions(s, player) for s, player in zip(states, movers, strict=True)]
    return _document(rules, [value] * len(states), [_named(game, s, actions) for s, actions in zip(states, chosen, strict=True)])


def _pursuit(pursuit: Pursuit, extremes: tuple[Exact, Exact], progress: Progress | None) -> tuple[Document, list[State]]:
    """Its graph in the words of the checker, what is left out known within bounds alone; and its unfinished states."""
    rules, states = _listed(explore(pursuit, progress=progress))
    for state in rules["states"]:
        if state["state"] == shown(LEFT_OUT):
            state["payoff"] = number_text(Bounds(*extremes))
    return rules, states


# --- problems that are no games on the protocol -----------------------------------------------------------------------


def matrix_problem(matrix: Sequence[Sequence[Exact | Bounds]]) -> Document:
    """The rules of a matrix game: a graph of one state where both choose, with a finished state for each payoff."""
    payoffs = list(dict.fromkeys(json.dumps(number_text(entry)) for row in matrix for entry in row))
    place = {payoff: k for k, payoff in enumerate(payoffs, 1)}
    laws = [[[[place[json.dumps(number_text(entry))], "0x1"]] for entry in row] for row in matrix]
    actions = [list(range(1, len(matrix) + 1)), list(range(1, len(matrix[0]) + 1))]
    finished = [{"state": f"payoff {k}", "payoff": json.loads(payoff)} for k, payoff in enumerate(payoffs, 1)]
    return {"family": "graph", "states": [{"state": "matrix game", "actions": actions, "laws": laws}, *finished]}


def matrix_proof(matrix: Sequence[Sequence[Exact | Bounds]], solution: MatrixSolution) -> Document:
    """The proof of the value of a matrix game, and of a mixture for each player that guarantees it.

    >>> from exactdice import solve_matrix_game
    >>> matrix = [[3, -1], [-2, 1]]
    >>> checker.check(matrix_proof(matrix, solve_matrix_game(matrix)))
    "value 1/7 to MAX, over 1 states of an explicit graph from 'matrix game' to 4 payoffs of -2 to 3"
    """
    matrix = exact_entries(matrix)
    an_instance(solution, MatrixSolution, "the solution", "a MatrixSolution, as solve_matrix_game(matrix) gives one")
    if {len(solution.row)} != {len(matrix)} or {len(solution.column)} != set(map(len, matrix)):
        raise RulesError(f"the solution is of a {len(solution.row)} x {len(solution.column)} game, the matrix has {len(matrix)} rows")
    return _document(matrix_problem(matrix), [number_text(solution.value)], [_mixtures(solution.row, solution.column)])


def arena_problem(arena: Arena) -> Document:
    """The rules of an arena: each vertex with the places of its successors, after them; and the place of the start."""
    place = {k: at for at, k in enumerate(arena.order)}
    vertices = [[shown(arena.vertices[k]), [place[s] for s in arena.successors[k]]] for k in arena.order]
    return {"family": "arena", "vertices": vertices, "start": place[arena.number(arena.start)]}


def arena_proof(arena: Arena) -> Document:
    """The proof of the Sprague-Grundy value of every vertex, and so of the kernel and of every move that wins.

    >>> from exactdice import arena
    >>> checker.check(arena_proof(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})))
    "Grundy value 0, over 4 vertices, 2 of them in the kernel, at '3'"
    """
    return values_proof(arena, list(grundy_values(an_arena(arena)).values()))


def values_proof(arena: Arena, values: Sequence[int]) -> Document:
    """The same of these values, in the order of the vertices."""
    grundy = [values[k] for k in arena.order]
    rules = arena_problem(arena)
    return _document(rules, [hex(value) for value in grundy], [[s for s in below if grundy[s] == 0] for _, below in rules["vertices"]])


# --- linear programmes ------------------------------------------------------------------------------------------------


def programme_problem(program: Program) -> Document:
    """The programme in textbook form: every limit of a variable or row is a constraint form . x <= limit."""
    names = _variable_names(program)
    forms: list[Mapping[int, Exact]] = [*({j: 1} for j in range(len(program.variables))), *(row.coefficients for row in program.rows)]
    constraints = []
    for item, form in zip(program.limited(), forms, strict=True):
        for side, limit, sign in _sides(item):
            constraints.append([f"{item.name} {side}", _by_name(names, form, sign), checker.ratio_text(sign * limit)])
    rules = {"family": "lp", "maximise": program.maximise, "constant": checker.ratio_text(program.constant)}
    return rules | {"objective": _by_name(names, program.objective), "constraints": constraints}


def _sides(item: Variable | Row) -> Iterable[tuple[str, Exact, int]]:
    """(side, limit, sign) of each limit that the variable or row has."""
    both = (("upper", item.upper, 1), ("lower", item.lower, -1))
    return [(side, limit, sign) for side, limit, sign in both if limit is not None]


def _variable_names(program: Program) -> list[int | str]:
    """A name for each variable, numbered where two would have the same."""
    return action_names([str(variable.name) for variable in program.variables])


def _by_name(names: list[int | str], numbers: Mapping[int, Exact] | Sequence[Exact], sign: int = 1) -> dict[Any, str]:
    """{name of a variable: its number, times the sign}, those that are 0 left out."""
    pairs = numbers.items() if isinstance(numbers, Mapping) else enumerate(numbers)
    return {names[j]: checker.ratio_text(sign * c) for j, c in pairs if c}


def programme_proof(program: Program, outcome: Outcome) -> Document:
    """The proof of the outcome of a linear programme.

    >>> from exactdice.lp import Program, Row, Variable, optimum
    >>> program = Program((Variable("x"), Variable("y")), (Row("limit", {0: 1, 1: 2}, upper=3),), {0: 1, 1: 1}, maximise=True)
    >>> checker.check(programme_proof(program, optimum(program)))
    'optimal value 3 of a programme of 3 constraints on 2 variables, maximised'
    """
    a_program(program)
    an_instance(outcome, Outcome, "the outcome", "an Outcome, as exactdice.lp.optimum(program) gives one")
    rules, names = programme_problem(program), _variable_names(program)
    weights = zip(program.limited(), _weights(program, outcome), strict=True)
    y = [checker.ratio_text(weight[side]) for item, weight in weights for side, _, _ in _sides(item)]
    if outcome.status == Status.OPTIMAL:
        assert outcome.value is not None
        return _document(rules, [checker.ratio_text(outcome.value)], {"x": _by_name(names, outcome.x), "y": y})
    if outcome.status == Status.UNBOUNDED:
        return _document(rules, [], {"x": _by_name(names, outcome.x), "ray": _by_name(names, outcome.ray)})
    return _document(rules, [], {"y": y})


def _weights(program: Program, outcome: Outcome) -> list[dict[str, Exact]]:
    """For each variable and row the weights of its upper and of its lower limit in the sum that proves the outcome.

    A weight w of z <= upper and -w of z >= lower say the same form; with w of either sign, the one that is not negative is used.
    """
    if outcome.crossed:
        return [_crossing(item, outcome.crossed) for item in program.limited()]
    if outcome.status == Status.UNBOUNDED:
        return [{"upper": 0, "lower": 0} for _ in program.limited()]
    sign = 1 if program.maximise or outcome.status == Status.INFEASIBLE else -1
    costs = reduced_costs(program, outcome.y) if outcome.status == Status.OPTIMAL else [-w for w in combination(program, outcome.y)]
    return [{"upper": max(sign * w, 0), "lower": max(-sign * w, 0)} for w in (*costs, *outcome.y)]


def _crossing(item: Variable | Row, crossed: str) -> dict[str, Exact]:
    both = item.name == crossed and item.lower is not None and item.upper is not None and item.lower > item.upper
    return dict.fromkeys(("upper", "lower"), int(both))

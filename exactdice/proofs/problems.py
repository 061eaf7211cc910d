"""Proofs of matrix games, arenas and linear programmes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from .. import checker
from ..exact.argument_checks import an_instance
from ..exact.errors import RulesError
from ..exact.numbers import Exact, Value, name_shown
from ..linear.lp.program import (
    Outcome,
    Program,
    Status,
    is_crossed,
    refuse_no_outcome,
    weights_of,
)
from ..linear.matrices.solve import MatrixSolution, exact_entries
from ..solvers.arenas.arena import Arena, an_arena, grundy_values
from . import Document, action_names, mixtures_text, number_text, proof_document


def matrix_problem(matrix: Sequence[Sequence[Value]]) -> Document:
    """The rules of a matrix game: a graph of one state where both choose, with a finished state for
    each payoff.
    """
    place: dict[str, int] = {}  # of each payoff, by its JSON text, as bounds are no keys
    laws = []
    for row in matrix:
        # Equal payoffs share one finished state, so that the graph grows with the different ones
        # only.
        texts = [json.dumps(number_text(entry)) for entry in row]
        laws.append([[[place.setdefault(text, len(place) + 1), "0x1"]] for text in texts])
    actions = [list(range(1, count + 1)) for count in (len(matrix), len(matrix[0]))]
    start = {"state": "matrix game", "actions": actions, "laws": laws}
    finished = [{"state": f"payoff {k}", "payoff": json.loads(text)} for text, k in place.items()]
    return {"family": "graph", "states": [start, *finished]}


def matrix_proof(matrix: Sequence[Sequence[Value]], solution: MatrixSolution[Value]) -> Document:
    """The proof of the value of a matrix game, and of a mixture for each player that guarantees it.

    >>> from exactdice import solve_matrix_game
    >>> matrix = [[3, -1], [-2, 1]]
    >>> document = matrix_proof(matrix, solve_matrix_game(matrix))
    >>> checker.check(document)  # doctest: +ELLIPSIS
    "value 1/7 to MAX, over 1 states of ... from 'matrix game' to 4 payoffs of -2 to 3"
    """
    # Read in the way of the solver, so that a matrix which it took is taken here.
    matrix = exact_entries(matrix)
    an_instance(
        solution,
        MatrixSolution,
        "the solution",
        "a MatrixSolution, as solve_matrix_game(matrix) gives one",
    )
    size = len(solution.row), len(solution.column)
    if size != (len(matrix), len(matrix[0])):
        raise RulesError(
            f"the solution is of a {size[0]} x {size[1]} game, the matrix has {len(matrix)} rows"
        )
    return proof_document(
        matrix_problem(matrix),
        [number_text(solution.value)],
        [mixtures_text(solution.row, solution.column)],
    )


def arena_problem(arena: Arena) -> Document:
    """The rules of an arena: each vertex with the places of its successors, after them; and the
    place of the start.
    """
    place = {k: at for at, k in enumerate(arena.order)}
    vertices = [
        [name_shown(arena.vertices[k]), [place[successor] for successor in arena.successors[k]]]
        for k in arena.order
    ]
    return {"family": "arena", "vertices": vertices, "start": place[arena.number(arena.start)]}


def arena_proof(arena: Arena) -> Document:
    """The proof of the Sprague-Grundy value of every vertex, and so of the kernel and of every move
    that wins.

    >>> from exactdice import arena
    >>> checker.check(arena_proof(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})))
    "Grundy value 0, over 4 vertices, 2 of them in the kernel, at '3'"
    """
    return values_proof(arena, list(grundy_values(an_arena(arena)).values()))


def values_proof(arena: Arena, values: Sequence[int]) -> Document:
    """The proof of these Grundy values, given in the order of the vertices."""
    # In the order of the file, in which every successor stands before: one pass then checks all.
    grundy = [values[k] for k in arena.order]
    rules = arena_problem(arena)
    winning = [
        [successor for successor in below if grundy[successor] == 0]
        for _, below in rules["vertices"]
    ]
    return proof_document(rules, [hex(value) for value in grundy], winning)


def program_problem(program: Program) -> Document:
    """The programme in textbook form: every limit of a variable or row is a constraint form . x <=
    limit.
    """
    names = _variable_names(program)
    forms: list[Mapping[int, Exact]] = [{j: 1} for j in range(len(program.variables))]
    forms += [row.coefficients for row in program.rows]
    constraints = []
    for item, form in zip(program.limited(), forms, strict=True):
        # A lower limit above the upper one contradicts it by the sum of the two, with weight 1
        # each: form . x >= limit is -form . x <= -limit.
        for side, limit, sign in (("upper", item.upper, 1), ("lower", item.lower, -1)):
            if limit is not None:
                signed = _named_numbers(names, form.items(), sign)
                constraints.append(
                    [f"{item.name} {side}", signed, checker.ratio_text(sign * limit)]
                )
    return {
        "family": "lp",
        "maximise": program.maximise,
        "constant": checker.ratio_text(program.constant),
        "objective": _named_numbers(names, program.objective.items()),
        "constraints": constraints,
    }


def _variable_names(program: Program) -> list[int | str]:
    """A name for each variable, numbered where two would have the same."""
    return action_names([str(variable.name) for variable in program.variables])


def _named_numbers(
    names: list[int | str], numbers: Iterable[tuple[int, Exact]], sign: int = 1
) -> dict[object, str]:
    """{name of a variable: its number, times the sign}, those that are 0 left out."""
    return {names[j]: checker.ratio_text(sign * number) for j, number in numbers if number}


def program_proof(program: Program, outcome: Outcome) -> Document:
    """The proof of the outcome of a linear programme.

    >>> from exactdice.linear.lp import Program, Row, Variable, optimum
    >>> limit = Row("limit", {0: 1, 1: 2}, upper=3)
    >>> variables = Variable("x"), Variable("y")
    >>> program = Program(variables, (limit,), {0: 1, 1: 1}, maximise=True)
    >>> checker.check(program_proof(program, optimum(program)))
    'optimal value 3 of a programme of 3 constraints on 2 variables, maximised'
    """
    refuse_no_outcome(program, outcome)
    rules = program_problem(program)
    names = _variable_names(program)
    x = _named_numbers(names, enumerate(outcome.x))
    # A ray needs a feasible point to start from; no sum of constraints is claimed.
    if outcome.status == Status.UNBOUNDED:
        ray = _named_numbers(names, enumerate(outcome.ray))
        return proof_document(rules, [], {"x": x, "ray": ray})
    # The dual has one weight for each constraint, so a limit that is missing has none.
    y = []
    for item, weights in zip(program.limited(), _dual_weights(program, outcome), strict=True):
        for limit, weight in zip((item.upper, item.lower), weights, strict=True):
            if limit is not None:
                y.append(checker.ratio_text(weight))
    if outcome.status == Status.INFEASIBLE:
        return proof_document(rules, [], {"y": y})
    assert outcome.value is not None
    return proof_document(rules, [checker.ratio_text(outcome.value)], {"x": x, "y": y})


def _dual_weights(program: Program, outcome: Outcome) -> list[tuple[Exact, Exact]]:
    """For each variable and row the weights of its upper and of its lower limit in the sum that
    proves the outcome.

    A weight w of z <= upper and -w of z >= lower say the same form; with w of either sign, the one
    that is not negative is used.
    """
    if outcome.crossed:
        # Both limits of what they contradict
        crossed = [
            int(item.name == outcome.crossed and is_crossed(item)) for item in program.limited()
        ]
        return [(weight, weight) for weight in crossed]
    # The checker wants weights of a sum that bounds from above what is maximised, and of one that
    # is contradictory; only for a minimum the signs turn round.
    sign = 1 if program.maximise or outcome.status == Status.INFEASIBLE else -1
    objective = program.objective if outcome.status == Status.OPTIMAL else {}
    weights = [sign * w for w in weights_of(program, outcome.y, objective).numbers()]
    return [(max(weight, 0), max(-weight, 0)) for weight in weights]

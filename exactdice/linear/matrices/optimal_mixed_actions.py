"""All optimal strategies of a player, and how often they take an action where it chooses once.

A strategy gives each of the player's actions a weight, and those of all optimal strategies, times
any number, are a cone: the points x >= 0 of a programme whose rows are all homogeneous. In a matrix
game with the value v, of rows that are mixed with the weights p and of the weight u of them all,

    sum p = u,   p' A_j >= v u  for each column j

and in a game with hidden information the sequence form with its objective at least v (see
`exactdice.solvers.hidden.solution`). The law of one choice is the weights of its actions over the
weight u of coming there. So a condition on a distribution, such as `at most 1/3`, is a homogeneous
row x_a <= u/3: several of them, at several choices of one strategy too, are possible together when
a programme has a point, and where it has none its certificate (Farkas) names those that contradict
each other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import comb
from operator import neg
from typing import NamedTuple

from flint import fmpz, fmpz_mat

from ...exact.cost import refuse_costly
from ...exact.numbers import Exact, Interval, Value, entrywise, lower_end, upper_end
from ...game.protocol import MIN, Action, Player
from ..lp import Outcome, Program, Row, Status, Variable, optimum
from ..lp.systems import Scaled, solve_integers
from .solve import (
    Matrix,
    Mixture,
    as_matrix,
    columns_of,
    game_program,
    guaranteed,
    solve_matrix_game,
)

Form = Mapping[int, Exact]  # {column: coefficient}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Condition(NamedTuple):
    """How a linear form of the weights compares with 0."""

    form: Form
    mark: str  # of OPPOSITE

    def row(self, name: str = "condition") -> Row:
        """The row of the condition, or of the closed one next to `<` and `>`."""
        lower = 0 if self.mark in ("==", ">=", ">") else None
        upper = 0 if self.mark in ("==", "<=", "<") else None
        return Row(name, self.form, lower, upper)


@dataclass(frozen=True)
class Strategies:
    """Strategies of a player as the points of a cone; a strategy itself has 1 in the column
    `whole`. Where they are found from bounds, others that are no strategies wanted may be among
    them (`is_outer`).
    """

    cone: Program
    whole: int
    is_outer: bool = False

    def extent(self, form: Form, unit: int) -> Interval | None:
        """The least and the largest of the form where the weight in the column `unit` is 1; None
        where there is no such strategy.
        """
        scaled = self._add_rows([Row("unit", {unit: 1}, 1, 1)])
        least, most = (_best_value(scaled, form, maximise) for maximise in (False, True))
        # Probabilities and means of what is paid have both ends.
        return None if least is None or most is None else Interval(least, most)

    def possible(self, conditions: Sequence[Condition]) -> bool:
        """Whether a strategy keeps all the conditions.

        One that is not closed needs a strategy for itself: the average of these keeps them all.
        """
        keeping = self._add_conditions(conditions)
        if optimum(keeping).status == Status.INFEASIBLE:
            return False
        is_open = {">": (True,), "<": (False,), "!=": (True, False)}
        return all(
            any(_best_value(keeping, one.form, maximise) != 0 for maximise in is_open[one.mark])
            for one in conditions
            if one.mark in is_open
        )

    def conflict(self, conditions: Sequence[Condition]) -> list[int]:
        """The places of conditions, all closed, that no strategy keeps together; none where one
        keeps them all.
        """
        outcome = optimum(self._add_conditions(conditions))
        if outcome.status != Status.INFEASIBLE:
            return []
        first = len(self.cone.rows)
        return [k for k in range(len(conditions)) if outcome.y[first + k]]

    def _add_conditions(self, conditions: Sequence[Condition]) -> Program:
        rows = [one.row() for one in conditions]
        return self._add_rows([*rows, Row("whole", {self.whole: 1}, 1, 1)])

    def _add_rows(self, rows: Sequence[Row]) -> Program:
        return replace(self.cone, rows=(*self.cone.rows, *rows), objective={})


def _best_value(program: Program, form: Form, maximise: bool) -> Exact | None:
    """The least or the largest of the form; None where the programme has no point."""
    outcome: Outcome = optimum(replace(program, objective=dict(form), maximise=maximise))
    return outcome.value


@dataclass(frozen=True)
class OptimalMixedActions:
    """The distributions of an action where the player chooses once, over all its optimal
    strategies.
    """

    strategies: Strategies
    unit: int  # the column of the weight of coming there
    columns: Mapping[Action, int]  # of the weights of the actions
    of: Hashable  # whose strategies they are: choices of one strategy have the same

    @property
    def may_pass_by(self) -> bool:
        """Whether an optimal strategy never comes there by its own choices."""
        if self.unit == self.strategies.whole:
            return False
        return self.strategies.possible([self.comes("==")])

    def comes(self, mark: str = ">") -> Condition:
        """That the strategy comes there by its own choices, or with == that it never does."""
        return Condition({self.unit: 1}, mark)


def mixed_actions_of_matrix(
    matrix: Sequence[Sequence[Value]],
    value: Value,
    actions: Sequence[Action],
    player: Player,
    of: Hashable,
) -> OptimalMixedActions:
    """The optimal distributions of the player in a matrix game with this value, whose rows, or for
    MIN columns, are the actions. From bounds on the entries and the value come some distributions
    more.

    >>> laws = mixed_actions_of_matrix([[0, 0, 1]], 0, ("left", "middle", "right"), 1, "the game")
    >>> laws.strategies.extent({laws.columns["left"]: 1}, laws.unit)
    Interval(lower=0, upper=1)
    """
    # MIN mixes the rows of -A'.
    mine = matrix
    worth = value
    if player == MIN:
        mine = entrywise(lambda entry: -entry, columns_of(matrix))
        worth = -value
    # What a mixture guarantees at most, against the value that it must guarantee at least.
    highest = entrywise(upper_end, mine)
    unit = len(actions)
    rows = [_sum_row(unit)]
    for j, column in enumerate(columns_of(highest)):
        form: dict[int, Exact] = dict(enumerate(column))
        form[unit] = -lower_end(worth)
        rows.append(Row(f"column {j}", form, lower=0))
    is_outer = any(isinstance(number, Interval) for number in chain([worth], *mine))
    return _build_laws([Variable(f"p{k}") for k in range(unit)], rows, actions, of, is_outer)


def mixed_actions_of_choice(
    actions: Sequence[Action], optimal: Sequence[Action], of: Hashable
) -> OptimalMixedActions:
    """The distributions of an action of which some are optimal, whatever is drawn among these."""
    variables = []
    for k, action in enumerate(actions):
        variables.append(Variable(f"p{k}", 0, None if action in optimal else 0))
    return _build_laws(variables, [_sum_row(len(actions))], actions, of)


def _sum_row(unit: int) -> Row:
    """The weights of so many actions sum to the one in the column after them."""
    return Row("sum", {**dict.fromkeys(range(unit), 1), unit: -1}, 0, 0)


def _build_laws(
    variables: Sequence[Variable],
    rows: Sequence[Row],
    actions: Sequence[Action],
    of: Hashable,
    is_outer: bool = False,
) -> OptimalMixedActions:
    unit = len(actions)
    cone = Program((*variables, Variable("sum of all")), tuple(rows))
    columns = {action: k for k, action in enumerate(actions)}
    return OptimalMixedActions(Strategies(cone, unit, is_outer), unit, columns, of)


# --- extreme optimal mixtures ---------------------------------------------------------------------

STEPS_A_SYSTEM = 5000  # of equations
Equation = tuple[dict[int, Exact], Exact]  # a linear form {row: coefficient}, and what it equals


def transposed(matrix: Matrix) -> Matrix:
    """The same game with the players exchanged: -A', so that MIN's mixtures become MAX's."""
    return as_matrix(entrywise(neg, columns_of(matrix)))


def is_unique(entries: Sequence[Sequence[object]]) -> bool:
    """Whether each player has only one optimal mixture.

    >>> is_unique([[3, -1], [-2, 1]]), is_unique([[0, 0], [0, 0]])
    (True, False)
    """
    matrix = as_matrix(entries)
    for one in (matrix, transposed(matrix)):
        optimal = _optimal_rows(one)
        for i in range(len(one)):
            # One is unique when every probability is the same at its least and at its greatest.
            if _best_value(optimal, {i: 1}, False) != _best_value(optimal, {i: 1}, True):
                return False
    return True


def _optimal_rows(matrix: Matrix) -> Program:
    """MAX's programme with z at least the value: its points are MAX's optimal mixtures."""
    full = game_program(matrix)
    value = solve_matrix_game(matrix).value
    *probabilities, z = full.variables
    return replace(full, variables=(*probabilities, replace(z, lower=value)))


def extreme_mixtures(
    entries: Sequence[Sequence[object]],
) -> tuple[tuple[Mixture, ...], tuple[Mixture, ...]]:
    """All extreme optimal mixtures of MAX and of MIN.

    Each player's optimal mixtures are the averages of its extreme ones. Meant for small games:
    raises `TooCostly` when too many systems of equations would be needed.

    >>> extreme_mixtures([[1, 1, 0], [0, 1, 1]])[1]
    ((Fraction(1, 2), 0, Fraction(1, 2)),)
    """
    matrix = as_matrix(entries)
    return tuple(sorted(_vertices(matrix))), tuple(sorted(_vertices(transposed(matrix))))


def _vertices(matrix: Matrix) -> Iterator[Mixture]:
    """The vertices of MAX's optimal polytope.

    They are the points at which as many independent constraints are tight as there are rows.
    """
    polytope = _optimal_rows(matrix)
    m = len(matrix)
    value = polytope.variables[m].lower
    assert value is not None
    # What a probability and a column are at least, each as the equation when it is tight. Those
    # that are tight nowhere no vertex needs.
    constraints: list[Equation] = [({i: 1}, 0) for i in range(m)]
    constraints += [(dict(enumerate(column)), value) for column in columns_of(matrix)]
    whole: Equation = (dict.fromkeys(range(m), 1), 1)
    fixed = [whole]
    sometimes = []
    for form, at in constraints:
        if _best_value(polytope, form, True) == at:
            # of those that are tight everywhere a largest independent part
            left, _ = _integer_system([*fixed, (form, at)], m)
            if left.rank() == len(fixed) + 1:
                fixed.append((form, at))
        elif _best_value(polytope, form, False) == at:
            sometimes.append((form, at))
    missing = m - len(fixed)
    every = f"all extreme optimal mixtures of this {m} x {len(matrix[0])} game"
    refuse_costly(every, STEPS_A_SYSTEM * comb(len(sometimes), missing))
    seen: set[Mixture] = set()
    for chosen in combinations(sometimes, missing):
        square, right = _integer_system([*fixed, *chosen], m)
        met = solve_integers(square, right)
        if met is None:
            continue  # they meet in no point, or in more than one
        point = tuple(met.numbers())
        # where more constraints are tight than needed, several choices meet in one vertex
        if point not in seen and min(point) >= 0 and guaranteed(matrix, point) == value:
            seen.add(point)
            yield point


def _integer_system(equations: list[Equation], m: int) -> tuple[fmpz_mat, list[fmpz]]:
    """The left and the right sides of the equations, each scaled to integers."""
    scaled = [
        Scaled.of([*(form.get(i, 0) for i in range(m)), at]).numerators for form, at in equations
    ]
    return fmpz_mat([line[:-1] for line in scaled]), [line[-1] for line in scaled]

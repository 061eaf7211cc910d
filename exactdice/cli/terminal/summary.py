"""What `solve` tells people about a solution, and `play` about a state of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...distributions.distribution import Distribution, point
from ...exact.numbers import Exact, decimal_text, shown
from ...game.optional import hides
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, WAIT, Player, State
from ...game.solution import Enclosure, Solution
from ...game.text_of_values import as_written, written_apart
from ...linear.lp import Outcome, Program
from ...solvers.arenas.arena import Arena
from ...solvers.arenas.kernels import grundy_values, winning_moves
from ...solvers.hidden.solution import HiddenSolution
from ...solvers.parametric import PiecewiseSolution, RationalSolution
from ...writeup.tables.number_text import decimal, exact
from ...writeup.tables.output_formats import rows_text
from .fitting import MOST_ROWS, action_text, actions_in_words


def summary_lines(
    solution: Solution | PiecewiseSolution | RationalSolution | Enclosure, digits: int = 10
) -> Iterator[str]:
    """The lines; `digits` are the decimals of the value, for bounds those that were asked for."""
    if isinstance(solution, Enclosure):
        yield from _enclosure_lines(solution, digits)
        return
    if isinstance(solution, HiddenSolution):
        yield from _hidden_lines(solution, digits)
        return
    if isinstance(solution, PiecewiseSolution):
        count = len(solution.value.pieces.pieces)
        said = f"{count} piece{'s' * (count > 1)}"
        yield f"value to the first player for each {solution.symbol}, in {said}:"
        yield from rows_text(solution.value).rstrip().splitlines()
        yield f"states: {len(solution.found)}, method: {solution.method}"
        return
    if isinstance(solution, RationalSolution):
        symbols = ", ".join(solution.symbols)
        yield f"value to the first player for all {symbols}: {solution.value}"
        yield f"states: {len(solution.values)}, method: {solution.method}"
        return
    # The start stands for all states, of which there may be millions: `-o` writes them.
    start = solution.game.start
    yield f"value to the first player: {_valued(solution.value, digits)}"
    if start in solution.mixtures:
        for name, law in zip(NAMES, solution.mixtures[start], strict=True):
            yield f"optimal first mixture of {name}: {exact(law)}"
    elif start in solution.values:
        yield f"optimal first action: {', '.join(map(as_written, solution.optimal_actions[start]))}"
    yield f"states: {len(solution.values)}, method: {solution.method}"


def _hidden_lines(solution: HiddenSolution, digits: int) -> Iterator[str]:
    """The value, and by what each player knows the law of its action."""
    yield f"value to the first player: {_valued(solution.value, digits)}"
    for player, table in zip(PLAYERS, solution.strategies, strict=True):
        if not table:
            continue  # it never chooses
        yield f"optimal strategy of {NAMES[player]}, by what it saw and did:"
        texts = written_apart(table)
        for known, law in islice(table.items(), MOST_ROWS):
            state = solution.information_sets[player][known][0]
            names = actions_in_words(solution.game.actions(state, player))
            chances = (f"{names[one]} {exact(law.probability(one))}" for one in law)
            drawn = names[next(iter(law))] if len(law) == 1 else ", ".join(chances)
            yield f"  {texts[known]}: {drawn}"
        if len(table) > MOST_ROWS:
            yield f"  and {len(table) - MOST_ROWS} more: `exactdice export` writes a table"
    sets = [len(table) for table in solution.information_sets]
    # The empty sequence, and each action at each information.
    sequences = [1, 1]
    for player in PLAYERS:
        for members in solution.information_sets[player].values():
            sequences[player] += len(solution.game.actions(members[0], player))
    yield (
        f"information sets: {sets[MAX]} and {sets[MIN]}, sequences: {sequences[MAX]} and "
        f"{sequences[MIN]}, method: {solution.method}"
    )


def _enclosure_lines(solution: Enclosure, digits: int) -> Iterator[str]:
    start = solution.game.start
    value = decimal(solution.value, digits)
    yield f"value to the first player: {value}, proved within 10^-{digits}"
    if hides(solution.game):
        # Laws with long whole numbers, which nobody reads: `-o` writes them.
        of_max, of_min = solution.strategies
        yield f"information sets: {len(of_max)} and {len(of_min)}, method: {solution.method}"
        return
    if start in solution.bounds:
        for name, laws in zip(NAMES, solution.strategies, strict=True):
            # Of a player who waits there is nothing to tell.
            if laws[start] != point(WAIT):
                yield f"first action of {name}: {_law_text(laws[start])}"
    yield f"states: {len(solution.bounds)}, method: {solution.method}"


def programme_lines(program: Program, outcome: Outcome) -> Iterator[str]:
    """What `solve` tells of a linear programme, at an optimum with the value and the point."""
    yield (
        f"{outcome.status}: {len(program.variables)} variables, {len(program.rows)} rows, "
        f"method: {outcome.method}"
    )
    # Infeasible and unbounded programmes have no optimum to show.
    if outcome.value is not None:
        yield f"optimum: {_valued(outcome.value, 10)}"
        for variable, value in zip(program.variables, outcome.x, strict=True):
            yield f"{variable.name} = {shown(value)}"


def arena_lines(arena: Arena) -> Iterator[str]:
    """What `solve` tells of an arena: Grundy value, winning moves, size of the kernel."""
    values = grundy_values(arena)
    moves = ", ".join(map(shown, winning_moves(arena)))
    # The kernel of an acyclic graph is where the Grundy value is 0 (Sprague, Grundy).
    in_kernel = sum(value == 0 for value in values.values())
    yield f"Grundy value of {shown(arena.start)}: {values[arena.start]}"
    yield f"winning moves: {moves or 'none, the player to move loses'}"
    yield f"vertices: {len(values)}, in the kernel: {in_kernel}"


def _valued(value: Exact, digits: int) -> str:
    if isinstance(value, int):
        return shown(value)
    return f"{shown(value)} (about {decimal_text(value, digits)})"


def advice_line(solution: Solution | Enclosure, state: State, player: Player) -> str:
    """The best actions or the best mixture of the player at the state, and its expected gain."""
    # Values are those to MAX; the person may be MIN.
    sign = 1 if player == MAX else -1
    if isinstance(solution, Enclosure):
        best = _law_text(solution.strategies[player][state])
        return f"best: {best}, expected gain {decimal(solution.bounds[state] * sign, 6)}"
    if state in solution.mixtures:
        best = exact(solution.mixtures[state][player])
    else:
        best = " or ".join(map(action_text, solution.optimal_actions[state]))
    return f"best: {best}, expected gain {decimal_text(solution.values[state] * sign, 6)}"


def _law_text(law: Distribution[object]) -> str:
    return str(next(iter(law))) if len(law) == 1 else exact(law)

"""What `solve` tells people about a solution (value, first action, states, method), and `play`
about a state of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..arenas.arena import Arena, grundy_values, winning_moves
from ..distribution import Distribution, point
from ..exact import Exact, decimal_text, shown
from ..game import MAX, NAMES, WAIT, Player, State
from ..lp import Outcome, Program
from ..solution import Enclosure, Solution
from ..tables.style import decimal, exact
from .play import action_text


def summary_lines(solution: Solution | Enclosure, digits: int = 10) -> Iterator[str]:
    """The lines; `digits` are the decimals of the value, for bounds those that were asked for."""
    start = solution.game.start
    if isinstance(solution, Enclosure):
        yield (
            f"value to the first player: {decimal(solution.value, digits)}, proved within "
            f"10^-{digits}"
        )
        if start in solution.bounds:
            chosen = (
                (name, laws[start]) for name, laws in zip(NAMES, solution.strategies, strict=True)
            )
            yield from (
                f"first action of {name}: {_law_text(law)}"
                for name, law in chosen
                if law != point(WAIT)
            )
        yield f"states: {len(solution.bounds)}, method: {solution.method}"
        return
    yield f"value to the first player: {_valued(solution.value, digits)}"
    if start in solution.mixtures:
        for name, law in zip(NAMES, solution.mixtures[start], strict=True):
            yield f"optimal first mixture of {name}: {exact(law)}"
    elif start in solution.values:
        yield f"optimal first action: {', '.join(map(str, solution.optimal_actions[start]))}"
    yield f"states: {len(solution.values)}, method: {solution.method}"


def programme_lines(program: Program, outcome: Outcome) -> Iterator[str]:
    """What `solve` tells of a linear programme: status, size and method, and at an optimum the
    value and the point.
    """
    yield (
        f"{outcome.status}: {len(program.variables)} variables, {len(program.rows)} rows, "
        f"method: {outcome.method}"
    )
    if outcome.value is not None:
        yield f"optimum: {_valued(outcome.value, 10)}"
        yield from (
            f"{variable.name} = {shown(value)}"
            for variable, value in zip(program.variables, outcome.x, strict=True)
        )


def arena_lines(arena: Arena) -> Iterator[str]:
    """What `solve` tells of an arena: the Grundy value of the start, the moves that win there, and
    the size of the kernel.
    """
    values = grundy_values(arena)
    yield f"Grundy value of {shown(arena.start)}: {values[arena.start]}"
    yield (
        "winning moves: "
        f"{', '.join(map(shown, winning_moves(arena))) or 'none, the player to move loses'}"
    )
    yield f"vertices: {len(values)}, in the kernel: {sum(value == 0 for value in values.values())}"


def _valued(value: Exact, digits: int) -> str:
    return shown(value) + (
        "" if isinstance(value, int) else f" (about {decimal_text(value, digits)})"
    )


def advice_line(solution: Solution | Enclosure, state: State, player: Player) -> str:
    """The best actions or the best mixture of the player at the state, and its expected gain."""
    sign = 1 if player == MAX else -1
    if isinstance(solution, Enclosure):
        return (
            f"best: {_law_text(solution.strategies[player][state])}, expected gain "
            f"{decimal(solution.bounds[state] * sign, 6)}"
        )
    mixed = state in solution.mixtures
    best = (
        exact(solution.mixtures[state][player])
        if mixed
        else " or ".join(map(action_text, solution.optimal_actions[state]))
    )
    return f"best: {best}, expected gain {decimal_text(solution.values[state] * sign, 6)}"


def _law_text(law: Distribution[Any]) -> str:
    return str(next(iter(law))) if len(law) == 1 else exact(law)

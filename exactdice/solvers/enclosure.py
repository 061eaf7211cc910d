"""Certified bounds where exact fractions grow too long.

Every value is enclosed in dyadic rationals as close as asked.

Two passes over the units, with the successors' lower ends and with their upper ends. After each
state its value is rounded outwards to a multiple of the grid 2^-p. The value of a state never moves
more than those of its successors (a maximum, a minimum, the value of a matrix game, a mean all have
this), so widths add up over the length of play and are never multiplied.

In a component that play can come back to, rounding down alone would break the proof, as a state's
own lower end comes back to it. So for the lower ends every move inside the component costs MAX one
grid step: the exact solution y of that game has y <= P y + c - grid for every choice of MIN and for
MAX's own choice, so y rounded down still has y <= P y + c. (For the upper ends MIN pays it.) MAX's
choices end play against every choice of MIN, so by optional stopping they guarantee the lower ends;
and MIN's the upper ends.

Where both players choose at once on a cycle the values v solve v = T(v), where T(v)(s) is the value
of the matrix of means at s. They are algebraic numbers and as a rule irrational. Say for the lower
ends:

1. *Near the fixed point.* Solve the matrix game of each state at the present v. MAX keeps its
   mixtures, MIN makes its best reply to them, and that is the next v (Hoffman and Karp). Nothing is
   proved here.
2. *Below it.* Play ends whatever the players do, so the largest mean number w(s) of moves that stay
   in the component solves w = 1 + max P w, exactly. With L = v - d w, rounded down,
   T(L) >= T(v) - d (w - 1) - grid >= L when d = |T(v) - v| + 2 grid.
3. *Proved.* T(L) >= L is checked in fractions at every state. MAX's optimal mixtures in the
   matrices of L then guarantee L: what MAX is paid on average after any number of moves, counting L
   where play still goes on, is never below L, and play ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import ceil, inf

from flint import fmpq

from ..exact.cost import digits_steps, refuse_costly, refuse_digits
from ..exact.errors import UnsolvableError
from ..exact.numbers import Interval, Progress, as_exact, as_whole, shown
from ..game.graph import explore
from ..game.graph.arrays import BOTH, StateGraph
from ..game.graph.order import units_of
from ..game.optional import hides
from ..game.protocol import MAX, MIN, PLAYERS, ActionDistribution, Game, Player, State
from ..game.solution import Enclosure, Solution, computed_for
from .fast_path import by_exact_class
from .hidden.solution import sequence_form
from .iteration import (
    ONE,
    first_choices,
    iterate_strategies,
    propose_choices,
    refuse_simultaneous,
    solve_linear_equations,
)
from .values import ZERO, Values

GUARD = 16  # bits beyond the digits asked, at first: enough for play of thousands of moves
TRIES = 12  # each with twice the bits of the one before
STEPS = 400  # towards the fixed point, at most; ten are usual
FINER = 10  # bits of the search beyond those of the ends
# the probabilities to be next in states of the component, and the mean worth of leaving it
Equation = tuple[dict[int, fmpq], fmpq]


@by_exact_class
def enclose(game: Game, digits: int, progress: Progress | None = None) -> Enclosure:
    """Bounds no further apart than 10^-digits on the value of every reachable state.

    They come with strategies that prove them, for games in turns and simultaneous ones, with cycles
    or without; for a game that hides something from a player the bounds are those of its start.
    Raises `UnsolvableError` naming states from which play need not end, or when digits
    is not a whole number of 1 or more.

    >>> from exactdice import DiceBattle, decimal_text
    >>> bounds = enclose(DiceBattle(dice=3, target=9), digits=20).value
    >>> decimal_text(bounds.lower, 18), decimal_text(bounds.upper, 18)
    ('0.376496286506988171', '0.376496286506988171')
    """
    digits = check_digits(digits)
    if hides(game):
        return rounded_outwards(sequence_form(game, progress), digits)
    graph = explore(game, progress=progress)
    # Each state holds a number of so many digits and is computed with a few times over.
    refuse_costly(graph.game, len(graph) * digits_steps(digits) // 8, "fewer digits")
    allowed = Fraction(1, 10**digits)
    endings = first_choices(graph)
    if endings[MAX]:
        refuse_simultaneous(graph)
    bits = (10**digits).bit_length() + GUARD
    for _ in range(TRIES):
        low, high = (
            _guaranteed_values(graph, player, endings[player], bits, progress) for player in PLAYERS
        )
        widths = [upper - lower for upper, lower in zip(high.exact, low.exact, strict=True)]
        width = as_exact(max(widths))
        if width <= allowed:
            bounds: dict[State, Interval] = {}
            plans: tuple[dict[State, ActionDistribution], dict[State, ActionDistribution]] = (
                {},
                {},
            )
            for k, state in enumerate(graph.states):
                if k not in graph.payoffs:
                    bounds[state] = Interval(as_exact(low.exact[k]), as_exact(high.exact[k]))
                    plans[MAX][state] = low.mixed_actions(k)[MAX]
                    plans[MIN][state] = high.mixed_actions(k)[MIN]
            return Enclosure(graph.game, bounds, plans, "strategy iteration with outward rounding")
        # a width is so many steps of the grid, so this many more bits are enough
        missing = ceil(width / allowed).bit_length()
        bits = max(2 * bits, bits + missing)
    widest = shown(graph.states[widths.index(max(widths))])
    if endings[MAX]:
        raise UnsolvableError(
            f"play need not end from {widest}: what each player can guarantee there stays apart, "
            "and the rules do not say what a play without end pays"
        )
    raise UnsolvableError(
        f"the bounds at {widest} do not come as close as asked with {bits} bits: ask for fewer "
        "digits"
    )


def rounded_outwards(solution: Solution, digits: int) -> Enclosure:
    """The exact solution as bounds at most 10^-digits apart.

    It serves games with a fast path that has no need of bounds.

    >>> from exactdice import DiceBattle, solve
    >>> rounded_outwards(solve(DiceBattle(dice=1, target=1)), 3).value.width < Fraction(1, 1000)
    True
    """
    digits = check_digits(digits)
    # rounded when asked for, as the fast path may compute its values when asked for
    bounds = computed_for(solution.values, partial(_around, solution, digits))
    method = f"{solution.method}, rounded outwards"
    return Enclosure(solution.game, bounds, solution.strategies, method, solution)


def _around(solution: Solution, digits: int, state: State) -> Interval:
    return Interval.around(solution.values[state], digits)


def check_digits(digits: object) -> int:
    """The digits, when they are a whole number of 1 or more; `TooCostly` for too many."""
    number = as_whole(digits, "digits", 1, UnsolvableError)
    refuse_digits(number)
    return number


def _guaranteed_values(
    graph: StateGraph,
    player: Player,
    ending: Mapping[int, int],
    bits: int,
    progress: Progress | None,
) -> Values:
    """The values that the player's strategies guarantee: the lower ends for MAX, the upper ends
    for MIN.
    """
    values = Values(graph, budget=inf)  # rounding keeps the fractions short
    grid = 1 << bits
    toll = fmpq(1 if player == MAX else -1, grid)
    done = 0
    for unit in units_of(graph):
        if unit.is_cyclic:
            component: list[int] = unit.states.tolist()
            if (graph.to_move[unit.states] == BOTH).any():
                _bracket(values, component, player, bits)
            else:
                choice = propose_choices(values, unit.states, ending)
                values.tolls.update(dict.fromkeys(component, toll))
                iterate_strategies(values, [unit.states], choice, player)
            # Rounded after the component is solved as a whole: rounding inside would spoil its
            # equations.
            for k in component:
                values.enter(k, round_for(player, values.exact[k], grid))
        else:
            values.settle(unit.states, lambda value: round_for(player, value, grid))
        done += len(unit.states)
        if progress:
            progress(done + player * len(graph), 2 * len(graph))
    return values


# --- components with simultaneous moves -----------------------------------------------------------


def _bracket(known: Values, component: list[int], player: Player, bits: int) -> None:
    """Enter what the player guarantees in each state of the component, and the mixed actions for
    it: the lower ends for MAX, the upper ends for MIN, as multiples of 2^-bits. Play must end
    whatever the players do.
    """
    grid = 1 << bits
    # On a finer grid than the ends, so that the toll is mostly the grid of the ends themselves.
    residual = _approach_fixed_point(known, component, grid << FINER)
    toll = residual + fmpq(2, grid)
    sign = 1 if player == MAX else -1
    # Step 2 of the module: the largest mean number of moves that stay, over all that players do.
    equations: dict[int, list[Equation]] = {k: [] for k in component}
    for k in component:
        for transitions, total in map(known.graph.move, known.graph.moves_of(k)):
            staying = {t: fmpq(w, total) for t, w in transitions if t in equations}
            equations[k].append((staying, ONE))
    for k, moves in _best_solution(equations, 1).items():
        end = known.exact[k] - sign * toll * moves
        known.enter(k, round_for(player, end, grid))
    for k in component:
        # Step 3: whatever the search did before, this alone is the proof.
        if sign * (known.stage(k) - known.exact[k]) < 0:
            raise UnsolvableError(
                f"the bounds around {shown(known.graph.states[component[0]])} failed their proof: "
                "please report this game"
            )


def round_for(player: Player, value: fmpq, grid: int) -> fmpq:
    """The value as a multiple of 1 / grid, rounded to where the player's guarantee still holds:
    down for MAX and up for MIN.
    """
    scaled = value * grid
    return fmpq(scaled.floor() if player == MAX else scaled.ceil(), grid)


def _approach_fixed_point(known: Values, component: list[int], grid: int) -> fmpq:
    """Enter numbers near the fixed point, and return how far T moves them."""
    values = dict.fromkeys(component, ZERO)
    near: dict[int, fmpq] = {}
    residual = ZERO
    for _ in range(STEPS):
        for k, value in values.items():
            known.enter(k, value)
        moved = max(abs(known.stage(k) - values[k]) for k in component)
        if not near or moved < residual:
            near, residual = values, moved
        if residual * grid <= 2:  # rounding alone moves them as far
            break
        # MAX keeps its mixed actions, MIN makes its best reply to them.
        equations = {k: _reply_equations(known, component, k) for k in component}
        replied = _best_solution(equations, -1)
        values = {k: round_for(MAX, value, grid) for k, value in replied.items()}
    for k, value in near.items():
        known.enter(k, value)
    return residual


def _reply_equations(known: Values, component: list[int], k: int) -> list[Equation]:
    """For each of MIN's actions what follows it when MAX plays its optimal mixed action."""
    rows, columns = known.graph.actions(k)
    mixture, _ = known.mixed_actions(k)
    moves = known.graph.moves_of(k)
    equations = []
    for b in range(len(columns)):
        row = dict.fromkeys(component, ZERO)
        constant = ZERO
        for a, action in enumerate(rows):
            if action in mixture:
                transitions, total = known.graph.move(moves[a * len(columns) + b])
                share = fmpq(mixture.weights[action], mixture.total * total)
                for t, w in transitions:
                    if t in row:
                        row[t] += share * w
                    else:
                        constant += share * w * known.exact[t]
        equations.append(({t: p for t, p in row.items() if p}, constant))
    return equations


def _best_solution(equations: Mapping[int, list[Equation]], sign: int) -> dict[int, fmpq]:
    """x = the largest (sign 1) or the least (-1) of constant + row x among the equations of each
    state, by strategy iteration.
    """
    # Any first choice serves, since play ends under every one of them.
    choice = dict.fromkeys(equations, 0)
    while True:
        rows = {k: offered[choice[k]][0] for k, offered in equations.items()}
        constants = {k: offered[choice[k]][1] for k, offered in equations.items()}
        x = solve_linear_equations(rows, constants)
        before = dict(choice)
        for k, offered in equations.items():
            means = [
                sign * sum((p * x[t] for t, p in row.items()), constant)
                for row, constant in offered
            ]
            # strictly: the values rise at each switch, so no choice comes twice
            if max(means) > sign * x[k]:
                choice[k] = means.index(max(means))
        if choice == before:
            return x

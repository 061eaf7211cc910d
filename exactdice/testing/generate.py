"""hypothesis strategies for numbers, distributions, dice, matrix games, linear programmes, arenas,
games on the protocol, and profiles of strategies in them.

Each shrinks towards few, small, whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, product
from operator import mul
from typing import Any, TypeVar

from hypothesis import strategies as st

from ..distributions.distribution import Distribution
from ..distributions.throwing import die
from ..exact.numbers import Exact, simplest
from ..game.graph import explore
from ..game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    WAIT,
    Game,
    Player,
    State,
    StateDistribution,
    joint_action,
)
from ..games.dice_battle.rules import DiceBattle
from ..games.listed_game import Listed
from ..linear.lp import Outcome, Program, Row, Status, Variable
from ..linear.matrices.solve import Matrix, MatrixSolution, Mixture

T = TypeVar("T")
Drawn = st.SearchStrategy[T]
Numbers = Drawn[Exact]
Payoffs = Numbers | None


def exact_numbers(least: int = -3, most: int = 3, largest_denominator: int = 6) -> Numbers:
    """Ints and Fractions between two bounds, which are ints."""
    fractions = st.integers(1, largest_denominator).flatmap(partial(_over, least, most))
    # Ints first, since hypothesis shrinks towards the first alternative.
    return st.integers(least, most) | fractions


# To make a strategy, which hypothesis then validates, takes longer than to draw from it: those that
# are asked for in every draw are kept.
@lru_cache(maxsize=256)  # denominators, of which there are few, each a small strategy
def _over(least: int, most: int, denominator: int) -> Numbers:
    """Numbers between the bounds over this denominator, in lowest terms."""
    numerators = st.integers(least * denominator, most * denominator)
    return numerators.map(lambda n: simplest(Fraction(n, denominator)))


NUMBERS = exact_numbers()


def laws(
    outcomes: Drawn[object] | None = None, most_outcomes: int = 4, most_weight: int = 5
) -> Drawn[Distribution[object]]:
    """Distributions of these outcomes (default: small ints)."""
    drawn = st.integers(0, 9) if outcomes is None else outcomes
    weights = st.integers(1, most_weight)
    weighted = st.dictionaries(drawn, weights, min_size=1, max_size=most_outcomes)
    return weighted.map(Distribution)


def die_distributions(most_faces: int = 6) -> Drawn[Distribution[int]]:
    """Dice of 2 faces or more, fair or loaded."""
    loaded = _weights(most_faces).map(lambda weights: die(len(weights), weights))
    return st.integers(2, most_faces).map(die) | loaded


@lru_cache(maxsize=64)
def _weights(most_faces: int) -> Drawn[tuple[int, ...]]:
    """Weights of 2 faces or more, not all 0."""
    drawn = st.lists(st.integers(0, 5), min_size=2, max_size=most_faces)
    return drawn.filter(any).map(tuple)


@st.composite
def battles(draw: st.DrawFn, most_dice: int = 3, most_target: int = 8) -> DiceBattle:
    """Games of Dice Battle in turns: any die, bust face and bust score of 1 or more."""
    weights = draw(PERHAPS_LOADED)
    faces = 6 if weights is None else len(weights)
    # Small, since each test solves the game, often by several methods.
    dice = draw(st.integers(1, most_dice))
    target = draw(st.integers(1, most_target))
    bust = draw(st.integers(1, faces))
    score = draw(st.integers(1, most_target))
    return DiceBattle(dice=dice, target=target, weights=weights, bust=bust, bust_score=score)


# None for a fair die of 6 faces, or weights of any.
PERHAPS_LOADED = st.none() | _weights(6)


# --- matrix games ---------------------------------------------------------------------------------


@st.composite
def matrix_games(
    draw: st.DrawFn, most_rows: int = 4, most_columns: int = 4, entries: Payoffs = None
) -> Matrix:
    """Matrices of exact numbers, what the row player (MAX) is paid."""
    # The size first, so that all rows are equally long.
    rows = draw(st.integers(1, most_rows))
    columns = draw(st.integers(1, most_columns))
    entry = NUMBERS if entries is None else entries
    return draw(_matrices_of(entry, rows, columns))


@lru_cache(maxsize=64)
def _matrices_of(entry: Drawn[T], rows: int, columns: int) -> Drawn[tuple[tuple[T, ...], ...]]:
    """Matrices of this size with such entries."""
    return st.tuples(*[st.tuples(*[entry] * columns)] * rows)


@st.composite
def solved_matrix_games(
    draw: st.DrawFn, most_rows: int = 4, most_columns: int = 4
) -> tuple[Matrix, MatrixSolution[Exact]]:
    """Pairs (matrix, a solution of it) that are right by construction, without a solver.

    For mixtures p and q and any matrix R, B = R - 1 (p'R) - (R q) 1' + p'R q has p'B = 0 and
    B q = 0, so v + B has the value v. It keeps p, q and v when entries grow in columns that q
    leaves out and fall in rows that p leaves out.
    """
    p = draw(_mixtures(most_rows))
    q = draw(_mixtures(most_columns))
    free = draw(_matrices_of(st.integers(-3, 3), len(p), len(q)))
    value = draw(NUMBERS)
    down = draw(_where_zero(p))
    up = draw(_where_zero(q))
    # The four parts of B in the docstring, computed once for all entries.
    by_column = [_dot(p, column) for column in zip(*free, strict=True)]
    by_row = [_dot(row, q) for row in free]
    both = _dot(p, by_row)
    matrix: list[tuple[Exact, ...]] = []
    for i, row in enumerate(free):
        of_row = value + both - by_row[i] - down[i]
        of_columns = zip(row, by_column, up, strict=True)
        matrix.append(_simple([of_row + r - mean + rise for r, mean, rise in of_columns]))
    return tuple(matrix), MatrixSolution(value, p, q, "by construction")


def _simple(numbers: Sequence[Exact]) -> tuple[Exact, ...]:
    """The numbers, those that are whole as ints."""
    return tuple(simplest(Fraction(number)) for number in numbers)


@lru_cache(maxsize=64)
def _mixtures(most: int) -> Drawn[Mixture]:
    drawn = st.lists(st.integers(0, 3), min_size=1, max_size=most).filter(any)
    return drawn.map(lambda weights: _simple([Fraction(one, sum(weights)) for one in weights]))


@lru_cache(maxsize=64)
def _where_zero(numbers: tuple[Exact, ...]) -> Drawn[tuple[int, ...]]:
    """0 beside each number that is not 0, and 0 to 2 beside one that is."""
    return st.tuples(*[st.just(0) if number else st.integers(0, 2) for number in numbers])


def _dot(left: Sequence[Exact], right: Sequence[Exact]) -> Exact:
    return sum(map(mul, left, right), Fraction(0))


# --- linear programmes ----------------------------------------------------------------------------


@st.composite
def solved_programs(
    draw: st.DrawFn, most_variables: int = 4, most_rows: int = 4
) -> tuple[Program, Outcome]:
    """Pairs (max c.x with A x <= b, x >= 0; its optimal outcome), right by construction.

    For x, y >= 0 take b = A x + s and c = y A - r with s, r >= 0, s = 0 where y > 0 and r = 0 where
    x > 0: by complementary slackness x and y are optimal. With most entries of x, y, s and r at 0
    the optimum is often degenerate or not unique.
    """
    y = draw(_points(most_rows))
    x = draw(_points(most_variables))
    entries = draw(_matrices_of(st.integers(-3, 3), len(y), len(x)))
    # Complementary slackness by construction: each pair has a 0.
    slack = draw(_where_zero(y))
    loss = draw(_where_zero(x))
    limits = _simple([_dot(row, x) + s for row, s in zip(entries, slack, strict=True)])
    rows = [
        Row(f"row{i}", dict(enumerate(row)), upper=limit)
        for i, (row, limit) in enumerate(zip(entries, limits, strict=True))
    ]
    columns = zip(*entries, strict=True)
    gains = _simple([_dot(column, y) - r for column, r in zip(columns, loss, strict=True)])
    variables = tuple(Variable(f"x{j}") for j in range(len(x)))
    program = Program(variables, tuple(rows), dict(enumerate(gains)), maximise=True)
    (optimum,) = _simple([_dot(gains, x)])
    return program, Outcome(Status.OPTIMAL, "by construction", optimum, x, y)


@lru_cache(maxsize=64)
def _points(most: int) -> Drawn[tuple[Exact, ...]]:
    """Points of 1 dimension or more without a negative part."""
    parts = st.integers(0, 2) | exact_numbers(0, 3)
    return st.lists(parts, min_size=1, max_size=most).map(tuple)


# --- arenas ---------------------------------------------------------------------------------------


@st.composite
def arenas(draw: st.DrawFn, most_vertices: int = 6) -> dict[int, tuple[int, ...]]:
    """Finite graphs {vertex: successors} without a cycle: 0, 1, ... with edges to larger ones."""
    last = draw(st.integers(1, most_vertices)) - 1
    graph: dict[int, tuple[int, ...]] = {}
    for k in range(last):
        # Edges to larger numbers alone: no cycle can arise, and the last vertex is a sink.
        later = st.integers(k + 1, last)
        successors = draw(st.sets(later))
        graph[k] = tuple(sorted(successors))
    return graph | {last: ()}


# --- games ----------------------------------------------------------------------------------------
#
# Every game is a `Listed` table of the states 0, 1, ... that play can reach, from 0; it shrinks
# towards few states, actions and outcomes. Actions of MAX are a, b, c, ..., those of MIN x, y, z
# or, in turns, a, b, c as well.

Weights = dict[State, int]  # a distribution of the next state
Steps = Callable[[int, int], Drawn[Weights]]  # of (the state, the number of states)
MAX_ACTIONS = "abcdefgh"
MIN_ACTIONS = "xyzuvwst"
# To make a strategy takes longer than to draw from it: those that each example needs are kept.
PAID = exact_numbers(-2, 2)
WEIGHT = st.integers(1, 3)
EITHER = st.sampled_from(PLAYERS)
_moves = lru_cache(maxsize=64)(partial(st.lists, min_size=1))


def games_in_turns(
    most_states: int = 6, most_actions: int = 3, payoffs: Payoffs = None
) -> Drawn[Listed]:
    """Games in which one player moves in each state and play always moves on to a state of a larger
    number.
    """
    return _games(most_states, most_actions, payoffs, EITHER, _onwards)


def one_player_games(
    most_states: int = 6, most_actions: int = 3, payoffs: Payoffs = None
) -> Drawn[Listed]:
    """Games in which MIN always waits; play always moves on."""
    return _games(most_states, most_actions, payoffs, st.just(MAX), _onwards)


def recurring_games(
    most_states: int = 5, most_actions: int = 3, payoffs: Payoffs = None
) -> Drawn[Listed]:
    """Games in turns in which play may come back to a state, but ends with probability 1 whatever
    the players do.
    """
    return _games(most_states, most_actions, payoffs, EITHER, _perhaps_back)


def simultaneous_games(
    most_states: int = 5, most_actions: int = 3, payoffs: Payoffs = None
) -> Drawn[Listed]:
    """Games in which both players choose at once (a player may have a single action); play always
    moves on.
    """
    return _games(most_states, most_actions, payoffs, None, _onwards)


def profiles(
    game: Game,
) -> Drawn[tuple[dict[State, StateDistribution], dict[State, StateDistribution]]]:
    """Pairs of strategies, MAX's and MIN's, as tables {state: law of the action} over the
    unfinished states of the game.

    >>> game = Listed({0: {("a", "wait"): {1: 1}}, 1: 0})
    >>> from exactdice import profile_values
    >>> from hypothesis import find
    >>> find(profiles(game), lambda profile: profile_values(game, profile)[0] == 0)
    ({0: Distribution({'a': 1})}, {0: Distribution({'wait': 1})})
    """
    nodes = [node for node in explore(game).nodes if node.payoff is None]

    def strategies(player: Player) -> Drawn[dict[State, StateDistribution]]:
        return st.fixed_dictionaries(
            {node.state: laws(st.sampled_from(node.actions[player]), 3) for node in nodes}
        )

    return st.tuples(strategies(MAX), strategies(MIN))


# --- how they are made ----------------------------------------------------------------------------


@st.composite
def _games(
    draw: st.DrawFn,
    most_states: int,
    most_actions: int,
    payoffs: Payoffs,
    movers: Drawn[Player] | None,
    steps: Steps,
) -> Listed:
    """Games in which one of the movers, None for both players, acts in each state."""
    count = draw(st.integers(1, most_states))
    paid = PAID if payoffs is None else payoffs
    table: dict[State, Any] = {}
    # The last state is over in any case, so play onwards always finds an end.
    for k in range(count):
        # One state in four besides, but not the start, which would end the game at once.
        if k == count - 1 or (k > 0 and draw(st.integers(0, 3)) == 0):
            table[k] = draw(paid)
        elif movers is not None:
            mover = draw(movers)
            laws = draw(_moves(steps(k, count), max_size=most_actions))
            # The names outnumber the laws drawn, so the shorter of the two decides.
            pairs = zip(MAX_ACTIONS, laws, strict=False)
            table[k] = {joint_action(mover, action): law for action, law in pairs}
        else:
            # How many of both first, then the laws: the order of the draws is part of an example.
            counts = [draw(st.integers(1, most_actions)) for _ in PLAYERS]
            # The actions of a player; one who has no choice waits.
            letters = zip((MAX_ACTIONS, MIN_ACTIONS), counts, strict=True)
            names = [tuple(those[:most]) if most > 1 else (WAIT,) for those, most in letters]
            table[k] = {joint: draw(steps(k, count)) for joint in product(*names)}
    # States that play cannot reach would be noise in a failing example.
    found = [0]
    for state in found:
        if isinstance(table[state], dict):
            after = set(chain(*table[state].values()))
            found.extend(after.difference(found))
    # In the same order, so that play onwards still leads to larger numbers.
    new = {state: k for k, state in enumerate(sorted(found))}
    reached = {k: table[state] for state, k in new.items()}
    for k, stage in reached.items():
        if isinstance(stage, dict):
            reached[k] = {
                joint: {new[after]: weight for after, weight in law.items()}
                for joint, law in stage.items()
            }
    return Listed(reached)


@lru_cache(maxsize=64)
def _onwards(k: int, count: int) -> Drawn[Weights]:
    return st.dictionaries(st.integers(k + 1, count - 1), WEIGHT, min_size=1, max_size=3)


@lru_cache(maxsize=64)
def _perhaps_back(k: int, count: int) -> Drawn[Weights]:
    """Any states, and one of a larger number among them: so from everywhere play soon moves on with
    positive probability.
    """
    # The step onwards has positive weight, and a chain of such steps reaches the last state: with
    # finitely many states play ends with probability 1.
    later = st.integers(k + 1, count - 1)
    onwards = st.dictionaries(later, WEIGHT, min_size=1, max_size=1)
    back = st.dictionaries(st.integers(0, count - 1), WEIGHT, max_size=2)
    # The step onwards is written last, lest a weight of the others replace it.
    return st.builds(lambda on, others: dict(sorted({**others, **on}.items())), onwards, back)

"""Connect Four: how many positions there are, estimated from the options alone and counted."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp

import numpy as np

from ...cost import BOUNDLESS, refuse_costly
from ...exact import as_whole, shown
from .levels import Array, Grid, different, grid, in_parts, merged
from .rules import ConnectFour, Discs

STEPS_A_POSITION = 6  # listed, sorted and valued: 0.2 to 0.6 us measured, and 9 bytes that are kept
STEPS_OF_LONG_KEYS = 100  # the same where keys are longer than a machine word: 6 us
MOST_ESTIMATED = 128  # free squares up to which an estimate is a matter of microseconds


def free_squares(game: ConnectFour, state: Discs | None = None) -> list[int]:
    """How many squares of each column are free."""
    taken = 0 if state is None else state[0] | state[1]
    height = game.rows + 1
    file = (1 << game.rows) - 1
    discs = ((taken >> column * height & file).bit_count() for column in range(game.columns))
    return [game.rows - count for count in discs]


def fillings(free: Sequence[int]) -> list[int]:
    """[in how many ways n more discs can stand in the columns, whatever their colours]: the product
    of 1 + x + ... + x^free.
    """
    ways = [1]
    for most in free:
        longer = [0] * (len(ways) + most)
        for place, count in enumerate(ways):
            for discs in range(most + 1):
                longer[place + discs] += count
        ways = longer
    return ways


def expected_lines(game: ConnectFour, discs: int) -> float:
    """How many lines of one colour a board would have on average if so many discs fell on any of
    its squares.
    """
    size, line = game.rows * game.columns, game.line
    # in how many rows, and in how many columns, a line may begin
    up = max(0, game.rows - line + 1)
    across = max(0, game.columns - line + 1)
    lines = game.rows * across + game.columns * up + 2 * up * across
    either = comb((discs + 1) // 2, line) + comb(discs // 2, line)
    return lines * either / comb(size, line) if lines else 0.0


def estimated_positions(game: ConnectFour, free: Sequence[int], often: float) -> list[float]:
    """[about how many positions there are n moves from one with so many free squares]: the ways to
    fill columns, with those discs of the player whose turn it is, that have no line.

    Lines are taken to come as by chance, so that exp(-often * their mean number) of the positions
    have none: `often` is 1 for lines, and more where there may not even be a threat of one. For
    `often` = 1 their sum over 7 x 6 is 4.2 * 10^12; J. Tromp counted 4.53 * 10^12.
    """
    begun = game.rows * game.columns - sum(free)
    already = expected_lines(game, begun)
    found = []
    for n, ways in enumerate(fillings(free)):
        more = expected_lines(game, begun + n) - already
        # of the discs to come, every other one is of the first player
        found.append(ways * comb(n, n // 2) * exp(-often * more))
    return found


def quiet_positions(game: ConnectFour, state: Discs | None = None) -> int:
    """About how many quiet positions a solver lists, of two mirror images one; `BOUNDLESS` beyond
    all that could be listed.
    """
    free = free_squares(game, state)
    # with two in a row whoever moves second is soon lost; one column leaves no choice
    if game.line < 3 or game.columns == 1:
        return 8 * game.columns**2 + sum(free)
    if sum(free) > MOST_ESTIMATED:
        return BOUNDLESS
    # found by listing them: within a quarter on boards of 12 to 30 squares with lines of four
    often = 4.0 if game.line == 3 else 2.5
    return 1 + int(sum(estimated_positions(game, free, often)) / 2)


def all_positions(game: ConnectFour) -> int:
    """About how many positions there are; `BOUNDLESS` beyond all that could be listed."""
    if game.line < 3 or game.columns == 1:
        return quiet_positions(game)
    if game.rows * game.columns > MOST_ESTIMATED:
        return BOUNDLESS
    return 1 + int(sum(estimated_positions(game, free_squares(game), 1.0)))


def steps_a_position(game: ConnectFour) -> int:
    """What it costs to list a position."""
    return STEPS_A_POSITION if grid(game).dtype is not object else STEPS_OF_LONG_KEYS


def solving_steps(game: ConnectFour, state: Discs | None = None) -> int:
    """What it costs to solve the position (default: the empty board), from the options alone."""
    return steps_a_position(game) * quiet_positions(game, state)


def counting_steps(game: ConnectFour, moves: int) -> int:
    """What it costs to count the positions after so many moves."""
    if moves < 1 or moves > game.rows * game.columns:
        return 1
    # beyond the estimate, moves are few columns each
    if game.rows * game.columns > MOST_ESTIMATED:
        most: int = game.columns ** min(moves, 100)
        return steps_a_position(game) * min(most, BOUNDLESS)
    levels = estimated_positions(game, free_squares(game), 1.0)[: moves + 1]
    positions = 1 + int(sum(levels))
    return steps_a_position(game) * positions


# --- counting -------------------------------------------------------------------------------------


def positions_at(game: ConnectFour, moves: int) -> int:
    """How many different positions there are after so many moves, finished ones among them.

    `RulesError` unless the moves are an int of 0 or more, `TooCostly` when they are too many.

    >>> positions_at(ConnectFour(), 6)
    16422
    """
    moves = as_whole(moves, "moves", 0)
    # nobody moves on a full board
    return 0 if moves > game.rows * game.columns else positions_by_moves(game, moves)[-1]


def positions_by_moves(game: ConnectFour, moves: int | None = None) -> list[int]:
    """[how many different positions there are after 0 moves, 1 move, ...] up to so many moves
    (default: up to the full board), finished ones among them; their sum is how many there are.

    Errors are those of `positions_at`.

    >>> positions_by_moves(ConnectFour(), 6)
    [1, 7, 49, 238, 1120, 4263, 16422]
    """
    size = game.rows * game.columns
    last = size if moves is None else as_whole(moves, "moves", 0)
    steps = counting_steps(game, min(last, size))
    refuse_costly(f"counting positions of {shown(game)} after {shown(last)} moves", steps, "fewer")
    board = grid(game)
    level = board.keys([game.start])
    found = [1]
    for _ in range(min(last, size)):
        level = _next_level(board, level)
        # a position that is its own mirror image stands for itself alone
        found.append(2 * len(level) - int((level == board.mirrored(level)).sum()))
    return found


def _next_level(board: Grid, keys: Array) -> Array:
    """All positions one move after those of a level that are not finished."""
    parts = []
    for part in in_parts(keys):
        moved = board.after_any(board.goes_on(part))
        following = [board.canonical(after) for _, _, after in moved]
        parts.append(different(np.concatenate(following)))
    return merged(parts, board.dtype)

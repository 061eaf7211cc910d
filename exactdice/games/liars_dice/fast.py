"""Bounds on the value of liar's dice from its tree of bids, far beyond what can be listed.

What both see is the bids alone, and what a throw is worth there depends on how much of each throw
of the other comes there. So all situations of one history are done at once, as a product of a
matrix with a row of the other's throws, and no situation is ever listed: with two dice against one
of six faces there are 2^18 histories, for 33 million situations.

Both players learn in floats (`learning`); now and then their average plans are rounded to whole
numbers, and the exact best responses to them (`plans`) prove an interval, until it is as narrow as
asked.
"""

from __future__ import annotations

from ...cost import refuse_costly
from ...errors import UnsolvableError
from ...exact import Bounds, Progress, shown
from ...game import MAX, MIN
from ...solution import Enclosure
from ...solvers import enclose
from ...solvers.bounds import check_digits
from ...solvers.fast_path import fast_path_of, the_generic
from .bidding import Bidding
from .learning import Learning
from .plans import PlanTable, best_paid, exact_plan
from .rules import COUNTED, LiarsDice, sorted_throws

METHOD = "discounted regret minimisation, with exact best responses"
PATIENCE = 16  # so many times the usual rounds
FIRST_LOOK = 16  # rounds before the first exact interval
STEPS_A_ROUND = 5000
ENTRIES_A_STEP = 4  # of a player's arrays, in a round
KEPT = 48  # steps for the bytes of the dozen arrays, an entry


@fast_path_of(enclose, LiarsDice)
def enclose_liars_dice(game: LiarsDice, digits: int, progress: Progress | None = None) -> Enclosure:
    """Bounds at most 10^-digits apart at the start, with the strategies that prove them: learned
    where that costs less than listing all situations.
    """
    digits = check_digits(digits)
    if learning_cost(game, digits) < game.exploring_cost:
        return learned_bounds(game, digits, progress)
    return the_generic(enclose)(game, digits, progress)


def learned_bounds(game: LiarsDice, digits: int, progress: Progress | None = None) -> Enclosure:
    """The same by learning.

    Raises `UnsolvableError` when the plans do not come so close in PATIENCE times the usual rounds.
    """
    refuse_costly(game, learning_cost(game, digits), "fewer digits, dice or faces")
    rounds = usual_rounds(digits)
    bidding = Bidding(game)
    learning = Learning(bidding)
    look = FIRST_LOOK
    while look <= PATIENCE * rounds:
        while learning.rounds < look:
            learning.play_round()
            if progress:
                progress(learning.rounds, None)
        found = enclosure(bidding, learning)
        if found.value.width * 10**digits <= 1:
            return found
        look += look // 4
    raise UnsolvableError(
        f"after {learning.rounds} rounds of learning the bounds of {shown(game)} are not as close "
        "as asked: ask for fewer digits"
    )


def usual_rounds(digits: int) -> int:
    """About how many rounds of learning so many digits take."""
    return 1 << 2 * (digits + 1)


def learning_cost(game: LiarsDice, digits: int) -> int:
    """What learning costs, and keeping what is learned: at each history of bids, for all throws of
    both.
    """
    throws = sum(sorted_throws(dice, game.faces) for dice in game.dice)
    bids = min(sum(game.dice) * game.faces, COUNTED)
    entries = throws << (bids - 1)
    return KEPT * entries + usual_rounds(digits) * (STEPS_A_ROUND + entries // ENTRIES_A_STEP)


def enclosure(bidding: Bidding, learning: Learning) -> Enclosure:
    """What the average plans prove, once they are rounded to whole numbers."""
    first = exact_plan(bidding, MAX, learning.average(MAX))
    second = exact_plan(bidding, MIN, learning.average(MIN))
    bounds = Bounds(-best_paid(bidding, MIN, first), best_paid(bidding, MAX, second))
    tables = (
        PlanTable(bidding, MAX, first).table(),
        PlanTable(bidding, MIN, second).table(),
    )
    game = bidding.game
    return Enclosure(game, {game.start: bounds}, tables, METHOD)

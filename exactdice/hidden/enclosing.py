"""Certified bounds on the value of a game with hidden information, where fractions grow too long.

The plans of the sequence form are calculated to some binary places alone, at the basis where floats
end. Each becomes a strategy whose laws are whole numbers over a power of 2; against it the other
player's best response is calculated exactly, in one pass. MAX's strategy is paid that much whatever
MIN does, and MIN's pays no more than the other, so the value lies between. Nothing about the plans
is believed: were they wrong, the bounds would be wide, and right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor

from ..distribution import Distribution, point
from ..exact import Bounds, Exact, Progress
from ..game import MAX, MIN, OTHER, Action, ActionLaw, Player
from ..lp import FloatSolve
from ..optional import Hiding
from ..solution import Enclosure
from .responses import Followed, Weights, best_against
from .sequence_form import SequenceForm, solve_tree
from .tree import GameTree, InformationSet, game_tree

GUARD = 20  # bits beyond the digits asked, at first
TRIES = 3  # each with twice the bits of the one before
MORE_PLACES = 8  # of short ends
METHOD = "sequence form within bounds"
Laws = Mapping[int, ActionLaw]  # of the action, at the place of each information set


def enclose_hidden(game: Hiding, digits: int, progress: Progress | None = None) -> Enclosure:
    """Bounds on the value at most 10^-digits apart, with strategies that prove them."""
    tree = game_tree(game, progress)
    form = SequenceForm.of(tree)
    floats = FloatSolve(form.program(), progress)
    bits = (10**digits).bit_length() + GUARD
    for _ in range(TRIES):
        outcome = floats.near(bits)
        if outcome is None:
            break
        found = _enclosed(tree, form.weights(outcome), bits)
        if found.value.width <= Fraction(1, 10**digits):
            return found
        bits *= 2
    # Floats were misled about the basis: the exact way finds the right one.
    return _around(tree, digits, progress)


def with_short_ends(bounds: Bounds, digits: int) -> Bounds:
    """The bounds, at most 10^-digits apart, rounded outwards to ends of a few decimals more, and
    still so close; ends with a smaller denominator stay.

    >>> with_short_ends(Bounds(Fraction(1000, 3001), Fraction(1000, 2999)), 2)
    Bounds(lower=Fraction(333, 1000), upper=Fraction(167, 500))
    """
    for places in range(digits + 1, digits + MORE_PLACES):
        unit = 10**places
        lower = _short(bounds.lower, unit, floor)
        upper = _short(bounds.upper, unit, ceil)
        if (upper - lower) * 10**digits <= 1:
            return Bounds(lower, upper)
    # They are as far apart as they may be.
    return bounds


def _short(end: Exact, unit: int, rounding: Callable[[Exact], int]) -> Exact:
    """The end over the unit, rounded so; as it is where it is shorter."""
    short = end.denominator <= unit
    return end if short else Fraction(rounding(end * unit), unit)


def _around(tree: GameTree, digits: int, progress: Progress | None) -> Enclosure:
    """The exact value rounded outwards."""
    solution = solve_tree(tree, progress)
    bounds = {state: Bounds.around(value, digits) for state, value in solution.values.items()}
    method = f"{solution.method}, rounded outwards"
    return Enclosure(tree.game, bounds, solution.strategies, method, solution)


def _enclosed(tree: GameTree, weights: tuple[Weights, Weights], bits: int) -> Enclosure:
    """What the plans with about these weights prove."""
    laws = (_rounded(tree, weights, MAX, bits), _rounded(tree, weights, MIN, bits))
    bounds = Bounds(_left_by(tree, MAX, laws[MAX]), _left_by(tree, MIN, laws[MIN]))
    start = tree.game.start
    values = {start: bounds} if tree.game.payoff(start) is None else {}
    first, second = (
        {tree.information(place, player): law for place, law in laws[player].items()}
        for player in (MAX, MIN)
    )
    return Enclosure(tree.game, values, (first, second), METHOD)


def _left_by(tree: GameTree, player: Player, laws: Laws) -> int | Fraction:
    """What MAX is paid when this player follows the laws and the other answers best."""
    followed = Followed.by_laws(tree, player, laws)
    other = OTHER[player]
    return best_against(tree, other, followed.weights).value


def _rounded(
    tree: GameTree, weights: tuple[Weights, Weights], player: Player, bits: int
) -> dict[int, ActionLaw]:
    """The player's plan as laws of whole numbers over 2^bits."""
    elsewhere = best_against(tree, player, weights[OTHER[player]]).chosen
    laws = {}
    for place, info in tree.information_sets[player].items():
        shares = _shares(tree, player, info, weights[player])
        # Where the plan comes with a weight that is nothing but an error, any law is as good.
        is_met = sum(shares.values()) * 2**bits > 2 ** (GUARD // 2)
        laws[place] = _dyadic(shares, bits) if is_met else point(elsewhere[place])
    return laws


def _shares(
    tree: GameTree, player: Player, info: InformationSet, weights: Weights
) -> dict[Action, Fraction]:
    """The weights of the actions, none below 0."""
    shares = {}
    for action in info.actions:
        weight = Fraction(weights[tree.after(info.place, action, player)])
        shares[action] = max(weight, Fraction(0))
    return shares


def _dyadic(shares: Mapping[Action, Fraction], bits: int) -> ActionLaw:
    """About the shares of their sum, as whole numbers that sum to 2^bits."""
    total = sum(shares.values())
    whole = {action: int(share * 2**bits / total) for action, share in shares.items()}
    largest = max(whole, key=whole.__getitem__)
    whole[largest] += 2**bits - sum(whole.values())
    return Distribution(whole)

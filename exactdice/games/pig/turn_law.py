"""The law of what one turn of Pig adds to the points."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from ...distribution import Distribution, from_probabilities
from ...exact import ratio
from ...game import Strategy, legal_choice, strategy
from .rules import ROLL, Pig, PigState


def turn_law(game: Pig, plan: object, begin: PigState) -> Distribution[int]:
    """The law of what the turn that begins at this state adds when its player follows the plan: the
    total that it holds or reaches the target with, 0 after a bust.

    Raises `RulesError` where the game is over.

    >>> from exactdice import decimal_text, hold_at
    >>> law = turn_law(Pig(), hold_at(20), PigState(0, 0))
    >>> decimal_text(law.probability(0), 4), min(k for k in law if k)
    ('0.6245', 20)
    """
    game.refuse_finished(begin.own, begin.other)
    followed = strategy(plan)
    reached: dict[int, Fraction] = defaultdict(Fraction, {0: Fraction(1)})
    added: dict[int, Fraction] = defaultdict(Fraction)
    # a roll makes the total larger, so all that lead to a total come before it
    for total in range(game.target - begin.own):
        chance = reached.pop(total, Fraction(0))
        if chance:
            rolled = chance * _chance_to_roll(game, followed, begin._replace(turn_total=total))
            added[total] += chance - rolled
            _roll(game, total, rolled, reached, added)
    # what is left has reached the target
    for total, chance in reached.items():
        added[total] += chance
    return from_probabilities({total: chance for total, chance in sorted(added.items()) if chance})


def _roll(
    game: Pig,
    total: int,
    rolled: Fraction,
    reached: dict[int, Fraction],
    added: dict[int, Fraction],
) -> None:
    die = game.one_die
    for face, weight in die.items():
        chance = rolled * ratio(weight, die.total)
        if face == game.bust:
            added[0] += chance
        else:
            reached[total + face] += chance


def _chance_to_roll(game: Pig, plan: Strategy, state: PigState) -> Fraction:
    law = legal_choice(game, state, state.to_move, plan)
    return ratio(law.weights.get(ROLL, 0), law.total)

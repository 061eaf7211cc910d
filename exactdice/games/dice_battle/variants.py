"""Dice Battle by its options: in turns, or with both players at once."""

from __future__ import annotations

from ...errors import QueryError, nearest
from ...parametric.polynomial import holds_symbol
from ...throws.words import checked_numbers, named_symbols, scored_die
from ...words.register import Argument, whole
from ..simultaneous_battle.rules import SimultaneousBattle
from .rules import DiceBattle

VARIANTS = ("turns", "simultaneous")


def battle_rules(
    dice: Argument = 10,
    target: Argument = 100,
    faces: Argument = None,
    weights: Argument = None,
    bust: Argument = 1,
    bust_score: Argument = 1,
    variant: Argument = "turns",
) -> DiceBattle | SimultaneousBattle:
    """The rules of Dice Battle in turns, or with variant=simultaneous with both at once."""
    if str(variant) not in VARIANTS:
        raise QueryError(
            f"variant must be one of {', '.join(VARIANTS)}, got "
            f"{variant}{nearest(str(variant), VARIANTS)}"
        )
    rolled = scored_die(faces, named_symbols(weights), bust, bust_score)
    numbers = rolled._replace(weights=None) if holds_symbol(rolled.weights) else rolled
    checked_numbers(dice=dice, target=target, **numbers._asdict())
    # both sheets have the same options in the same order
    options = whole(dice, "dice", 1), whole(target, "target", 1), *rolled
    return DiceBattle(*options) if str(variant) == "turns" else SimultaneousBattle(*options)

"""Dice Battles whose busts score 0: chosen ones, and drawn at random."""

from dataclasses import replace

import drawn_battles

from exactdice import DiceBattle


def battles(most_dice=4, most_target=9):
    """Any that does not always bust, with busts that score 0."""
    drawn = drawn_battles.battles(most_dice, most_target)
    can_end = drawn.filter(lambda game: set(game.one_die) != {game.bust})
    return can_end.map(lambda game: replace(game, bust_score=0))


EXTREME = [
    DiceBattle(10, 20, bust_score=0),
    DiceBattle(3, 25, faces=2, bust_score=0),
    DiceBattle(5, 20, weights=(1, 1, 1, 1, 1, 5), bust_score=0),  # SPEC 1: 1/10 x5, 1/2
    DiceBattle(2, 12, faces=12, bust=12, bust_score=0),
    DiceBattle(3, 9, faces=3, weights=(0, 1, 1), bust_score=0),  # never busts
    DiceBattle(1, 1, bust_score=0),
    DiceBattle(20, 8, bust_score=0),
    DiceBattle(4, 12, weights=(1, *[10**12] * 5), bust_score=0),
    DiceBattle(
        4, 12, weights=(10**12, *[1] * 5), bust_score=0
    ),  # nearly always busts: the two states of a pair are worth nearly 1/2
    DiceBattle(
        4, 9, faces=3, weights=(10**400, 1, 1), bust_score=0
    ),  # every chance to score underflows
    DiceBattle(3, 9, faces=3, weights=(10**110, 1, 2), bust_score=0),  # with three dice only
    DiceBattle(3, 6, faces=3, weights=(1, 10**400, 10**400), bust_score=0),
    DiceBattle(13, 15, faces=2, weights=(10**25, 1), bust_score=0),
    DiceBattle(3, 10, faces=2, weights=(2**53 - 1, 2**53 + 1), bust_score=0),
    DiceBattle(3, 7, faces=4, weights=(1, 10**200, 10**100, 1), bust=3, bust_score=0),
    DiceBattle(3, 12, weights=(1, 10**12, 1, 10**12, 1, 1), bust_score=0),
]

"""Strategies that every game has, by the names that a query writes and as they are played."""

from small_of_each_game import PLANS, is_solo, plan


def pairs(game):
    """(names as a query writes them, the plans)."""
    names = list(PLANS)
    pairs = (
        [(a, "first") for a in names]
        if is_solo(game)
        else [
            ("random", "random"),
            ("first", "last"),
            ("last", "mixed(first, 1/3, random, 2/3)"),
        ]
    )
    shown = 1 if is_solo(game) else 2
    return [(pair[:shown], (plan(game, pair[0], 0), plan(game, pair[1], 1))) for pair in pairs]

"""Dice Battle at its full size: near the end, and the proof."""

import re
from fractions import Fraction

from drawn_battles import full

from exactdice import MAX, BattleState, DiceBattle, check


def test_at_39_to_99_all_is_lost_and_at_40_to_99_only_ten_sixes_help():
    """The other has 99 and needs 1 point, which any throw scores: it wins on its next turn. So the
    mover must reach 100 now. From 39 it needs 61, and ten dice score 60 at most: it loses whatever
    it does, and all ten choices tie at -1. From 40 it needs 60, which only ten sixes score: chance
    6^-10 with ten dice and 0 with fewer, EG = -1 + 2 / 6^10.
    """
    solution = full()
    assert solution.values[BattleState(39, 99, MAX)] == -1
    assert solution.optimal_actions[BattleState(39, 99, MAX)] == tuple(range(1, 11))
    assert solution.values[BattleState(40, 99, MAX)] == -1 + Fraction(2, 6**10)
    assert solution.optimal_actions[BattleState(40, 99, MAX)] == (10,)
    assert all(solution.values[BattleState(i, 99, MAX)] == -1 for i in range(40))


def test_with_1_point_to_go_every_throw_wins_and_all_tie():
    solution = full()
    for j in range(100):
        assert solution.values[BattleState(99, j, MAX)] == 1
        assert solution.optimal_actions[BattleState(99, j, MAX)] == tuple(range(1, 11))


def test_the_full_game_is_proved_and_its_value_has_2895_bits():
    """The checker recomputes all 10000 states with Python's integers; DESIGN: "fractions of up to
    2895 bits".
    """
    solution = full()
    assert re.match(
        r"value of \d+ over 2895 bits, about 0\.\d{10} to the first player", check(solution)
    )
    bits = Fraction(solution.value).denominator.bit_length()
    assert bits == 2895
    assert (
        max(
            Fraction(solution.values[state]).denominator.bit_length()
            for state in DiceBattle().family_states()
        )
        == bits
    )
    rest = Fraction(solution.value).denominator
    for prime in (2, 3):  # every chance is an integer over a power of 6
        while rest % prime == 0:
            rest //= prime
    assert rest == 1

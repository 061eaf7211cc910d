"""The bounds on the battle in which both throw at once, against floats: those that propose mixtures
may be wrong, those by another route agree.
"""

from fractions import Fraction

import numpy as np
import pytest

from exactdice import MAX, SimultaneousBattle, die, point, throw
from exactdice.games.simultaneous_battle.bounds import Pass
from exactdice.games.simultaneous_battle.fast import enclose_simultaneous
from exactdice.games.simultaneous_battle.guide import Kind
from exactdice.matrices.solve import solve_matrix_game
from exactdice.solvers import enclose


@pytest.mark.parametrize("score", [0, 1])
def test_a_wrong_proposal_is_replaced_by_the_exact_solution(monkeypatch, score):
    """The floats only propose: when they always propose one die against one die, the bounds are as
    close as ever.
    """
    game = SimultaneousBattle(dice=10, target=8, bust_score=score)
    expected = enclose(game, 30)
    monkeypatch.setattr(Pass, "_proposed", lambda *_: (((1, 1),), ((1, 1),)))
    found = enclose(game, 30)
    for state, bounds in found.bounds.items():
        assert bounds.width <= Fraction(1, 10**30)
        assert max(bounds.lower, expected.bounds[state].lower) <= min(
            bounds.upper, expected.bounds[state].upper
        )
    assert any(law != point(1) for law in found.strategies[MAX].values())


def fictitious(matrix):
    """The value of a matrix game in floats by the multiplicative weights of both players, as close
    as its own duality gap says.
    """
    p, q = (np.full(len(matrix), 1 / len(matrix)) for _ in range(2))
    mean_p, mean_q = np.zeros(len(matrix)), np.zeros(len(matrix))
    for _ in range(4000):
        next_p, next_q = p * np.exp(0.3 * (matrix @ q)), q * np.exp(-0.3 * (matrix.T @ p))
        p, q = next_p / next_p.sum(), next_q / next_q.sum()
        mean_p, mean_q = mean_p + p, mean_q + q
    mean_p, mean_q = mean_p / mean_p.sum(), mean_q / mean_q.sum()
    return (mean_p @ matrix).min(), (matrix @ mean_q).max()


def float_table(dice_count, target):
    """EG in floats by dense products and the exact solver of one matrix where there is no saddle
    point (entries as they are in binary).
    """
    laws = [throw(die(6), d) for d in range(1, dice_count + 1)]
    width = 6 * dice_count + 1
    P = np.array([[float(law.probability(k)) for k in range(width)] for law in laws])
    points = np.arange(target + width)
    EG = np.sign(points[:, None] - points[None, :]).astype(float)
    mixed = []
    for i in reversed(range(target)):
        for j in reversed(range(i + 1)):
            M = P @ EG[i : i + width, j : j + width] @ P.T
            low, high = M.min(axis=1).max(), M.max(axis=0).min()
            if high - low > 1e-11:
                low = float(
                    solve_matrix_game([[Fraction(x) for x in row] for row in M.tolist()]).value
                )
                mixed.append((i, j, M, low))
            EG[i, j], EG[j, i] = low, -low
    return EG, mixed


def test_floats_by_another_route_agree_to_twelve_digits():
    EG, mixed = float_table(10, 25)
    found = enclose_simultaneous(SimultaneousBattle(dice=10, target=25), 20)
    assert all(
        abs(float(found.bounds[i, j].middle) - EG[i, j]) < 1e-12
        for i in range(25)
        for j in range(25)
    )
    assert [(i, j) for i, j, _, _ in mixed] == [
        (i, j)
        for i in range(24, -1, -1)
        for j in range(i, -1, -1)
        if found.kinds[i, j] == Kind.MIXED
    ]
    for _, _, M, value in mixed[:3]:  # and without any linear algebra
        low, high = fictitious(M)
        assert low <= value + 1e-9
        assert value - 1e-9 <= high
        assert high - low < 0.01

"""The corrected solver of examples/testing_a_float_solver is right at every size."""

from two_float_solvers import CHANGES, CORRECTED, FOUND

from exactdice.testing import exact


def test_the_corrected_solver_differs_in_the_title_and_three_lines():
    assert len(FOUND) == len(CORRECTED)
    assert [
        (until - before, CORRECTED[before].split()[0]) for _, before, until, _, _ in CHANGES
    ] == [
        (1, '"""A'),
        (1, "gain"),
        (1, "best[i,"),
        (1, "faces"),
    ]


def test_the_corrected_solver_is_right_at_every_size():
    names = {}
    exec(compile("\n".join(CORRECTED), "solver_corrected.py", "exec"), names)
    for dice in range(1, 5):
        for target in range(1, 16):
            gain, best = names["solve"](dice, target)
            given = {"i": range(target), "j": range(target), "dice": dice, "target": target}
            exact.table(gain, "EG(i,j)", ulps=64, scale=1, **given)
            exact.table(best, "OPT(i,j)", **given)

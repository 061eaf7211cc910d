"""Recurrences as they are written: one line of text, in LaTeX as many as a page needs."""

from itertools import pairwise

from exactdice.closed_forms.written_recurrence import WIDEST, WrittenRecurrence, on_lines


def written(values, mark=""):
    """Fibonacci numbers with so many values at the start."""
    given = [f"{mark}f({n}) = {n}" for n in range(values)]
    return WrittenRecurrence(f"{mark}f(n)", [f"{mark}f(n-1)", f"{mark}f(n-2)"], given)


def test_a_short_one_is_one_line():
    short = written(2)
    assert short.text == "f(n) = f(n-1) + f(n-2), f(0) = 0, f(1) = 1"
    assert on_lines(written(2, "!"), short) == (
        r"!f(n) = !f(n-1) + !f(n-2), \; !f(0) = 0, \; !f(1) = 1"
    )


def test_a_long_one_stands_on_lines_that_fit_and_lose_nothing():
    plain = written(40)
    assert len(plain.text) > 3 * WIDEST
    latex = on_lines(plain, plain)
    assert latex.startswith(r"\begin{aligned} & f(n) = ")
    lines = latex.removeprefix(r"\begin{aligned} & ").removesuffix(r" \end{aligned}")
    lines = lines.replace(r" \;", "").split(r" \\ & {} ")
    assert " ".join(lines) == plain.text
    assert max(map(len, lines)) <= WIDEST
    # Each line is as full as it can be: the next word would not have had room.
    for line, following in pairwise(lines):
        assert len(f"{line} {following.split(', ')[0]},") > WIDEST


def test_negative_terms_are_subtracted():
    found = WrittenRecurrence("f(n)", ["-f(n-1)", "-2*f(n-2)", "3*f(n-3)"], [])
    assert found.text == "f(n) = -f(n-1) - 2*f(n-2) + 3*f(n-3)"


def test_the_sequence_of_zeros():
    assert WrittenRecurrence("f(n)", [], []).text == "f(n) = 0"

"""Laws as tables: what is gathered is not lost, columns are aligned, names are quoted."""

import re
from fractions import Fraction
from html import unescape

import pytest
from enumerated import chances, laws, unordered
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Distribution, die, joint, uniform
from exactdice.distributions.distribution_text import MOST_ROWS, rows_of
from exactdice.exact.errors import RulesError

few = settings(max_examples=40)
SIDES = ["below", "", "above"]
NAMES = ["R&D", "50%", "a_b", "<b>", "x^2", "{~}", "$1", "#3", "back\\slash", "a|b", '"q"']


def rows_of_law(law):
    return rows_of(sorted(chances(law).items()))


@few
@given(st.lists(st.integers(1, 9), min_size=1, max_size=200), st.integers(0, 3))
def test_the_rows_sum_to_1_and_their_columns_to_the_ends(weights, rest):
    total = sum(weights) + rest
    pairs = [(x, Fraction(w, total)) for x, w in enumerate(weights)]
    rows = rows_of(pairs, Fraction(rest, total) if rest else None)
    assert sum(row.probability for row in rows) == 1
    assert len(rows) <= MOST_ROWS + 2
    for k, row in enumerate(rows):
        assert row.at_most == sum(other.probability for other in rows[: k + 1])
        assert row.at_least == sum(other.probability for other in rows[k:])
    named = {row.outcome: row.probability for row in rows}
    for text, p in named.items():
        side, _, number = text.rpartition(" ")
        x = int(number)
        inside = [q for y, q in pairs if (y < x, y == x, y > x)[SIDES.index(side)]]
        beyond = Fraction(rest, total) if side == "above" else 0
        assert p == sum(inside) + beyond
    if len(weights) <= MOST_ROWS and not rest:
        assert list(named) == [str(x) for x, _ in pairs]


def test_the_rows_are_those_around_the_most_probable_outcome():
    law = 100 @ die(6)
    rows = rows_of_law(law)
    assert rows[0].outcome == "below 320"
    assert rows[-1].outcome == "above 379"
    assert rows[0].probability == law.cdf(319)
    assert rows[-1].probability == law.at_least(380)


@few
@given(laws, st.booleans(), st.booleans())
def test_a_table_is_aligned_and_says_what_the_law_says(law, at_least, at_most):
    head, *lines = law.text(at_least, at_most).split("\n")
    titles = ["outcome", "probability"] + ["at least"] * at_least + ["at most"] * at_most
    assert re.split(r" {2,}", head.strip()) == [*titles, "rounded"]
    end = len(head)
    for line, x in zip(lines, sorted(law), strict=True):
        outcome, *cells, rounded, bar = line.split()
        assert Fraction(outcome) == x
        wanted = [law[x]] + [law.at_least(x)] * at_least + [law.cdf(x)] * at_most
        assert list(map(Fraction, cells)) == wanted
        assert abs(Fraction(rounded) - law[x]) <= Fraction(1, 2 * 10**6)
        assert line[:end].endswith(rounded)  # at the right end of its column
        assert line[end : end + 2] == "  "
        assert set(bar) <= set("█▌▏")


def test_long_probabilities_are_rounded_and_said_to_be():
    head, line, *_ = (30 @ die(6)).text().split("\n")
    assert "probability (rounded)" in head
    assert "/" not in line


@pytest.mark.parametrize("law", [die(6).explode(), die(6).repeat_until(lambda face: face == 6)])
def test_an_endless_law_ends_with_the_probability_of_what_follows(law):
    lines = law.text(at_most=True).split("\n")[1:]
    last = lines[-1].split()
    assert last[0] == "above"
    shown = int(last[1])
    at_most = Fraction(lines[-2].split()[-3])  # rounded, as the exact one is long
    assert abs(at_most - law.cdf(shown)) <= Fraction(1, 2 * 10**6)
    assert law.cdf(shown) >= Fraction(999, 1000)
    assert str(law) == law.text()
    assert "above" in law._repr_html_()


# --- outcomes that are no numbers -----------------------------------------------------------------


@few
@given(unordered)
def test_outcomes_without_an_order_are_listed_with_the_most_probable_first(law):
    lines = law.text().split("\n")[1:]
    assert len(lines) == len(law)
    try:
        law.median()
    except RulesError:
        found = [Fraction(line.split()[-3]) for line in lines]
        assert found == sorted(chances(law).values(), reverse=True)
        with pytest.raises(RulesError, match="must have an order"):
            law.text(at_most=True)


def test_many_outcomes_without_an_order_are_gathered_as_others():
    law = Distribution({None: 10, **{f"n{k}": 1 for k in range(99)}})
    *_, last = law.text().split("\n")
    assert last.split()[:3] == ["40", "others", "40/109"]
    assert len(law.text().split("\n")) == 1 + MOST_ROWS + 1


def test_tuples_truths_and_texts_are_shown():
    assert " (1, 2)  " in joint(die(2), die(2)).text()
    assert [line.split()[0] for line in (die(6) > 2).text().split("\n")[1:]] == ["False", "True"]
    # A text cannot break the table or be obeyed by the terminal.
    assert "a\\nb" in uniform(["a\nb", "\x1b[31m"]).text()
    assert "\x1b" not in uniform(["a\nb", "\x1b[31m"]).text()
    # A number in a text stays one.
    assert "10/3" in Distribution({Fraction(10, 3): 1}).text()


def test_a_notebook_shows_the_table_and_no_part_of_a_name():
    law = uniform(NAMES)
    page = law._repr_html_()
    assert unescape(page) == f"<pre>{law}</pre>"
    assert "<b>" not in page

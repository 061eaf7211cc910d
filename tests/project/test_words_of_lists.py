"""Words out of a fixed list: each is taken as it is written, and every other one is refused with
the list, never read as another.
"""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Hog, Rounding, TokenGame
from exactdice.exact.errors import ExactDiceError
from exactdice.exact.numbers import MARKS, decimal_text, round_to_integer
from exactdice.games.hog import ZERO_RULES
from exactdice.linear.lp.pulp.solver import CATEGORIES, ExactVariable
from exactdice.query.evaluate import evaluate_query
from exactdice.report.pages.findings_writers import WRITERS, as_text
from exactdice.writeup.tables.number_text import cell_style
from exactdice.writeup.tables.output_formats import TableFormat
from exactdice.writeup.tables.table import make_table, render

TABLE = make_table("P(d,k)", {"d": range(1, 2), "k": range(1, 3)}, {})
TAKERS = {  # {name: (what takes the word, the words)}
    "rounding a third": (lambda word: decimal_text(Fraction(1, 3), 0, word), Rounding),
    "round_to_integer": (lambda word: round_to_integer(Fraction(5, 2), word), Rounding),
    "decimal mark": (lambda word: decimal_text(Fraction(1, 3), 2, mark=word), MARKS),
    "category": (lambda word: ExactVariable("x", cat=word), CATEGORIES),
    "table": (lambda word: render(TABLE, word), TableFormat),
    "mark of a table": (lambda word: render(TABLE, TableFormat.CSV, "dec:2", word), [".", ","]),
    "cell style": (cell_style, ["frac", "factored", "repeating", "symbolic"]),
    "findings": (lambda word: as_text([], word), WRITERS),
    "score of tokens": (lambda word: TokenGame(score=word), ["count", "sum", "digits", "any"]),
    "single die": (lambda word: TokenGame(single=word), ["never", "allowed", "compulsory"]),
    "rule for no dice": (lambda word: Hog(zero=word), ZERO_RULES),
    "variant": (
        lambda word: evaluate_query("EG(0,0)", {"variant": word, "dice": 1, "target": 2}),
        ["turns", "simultaneous"],
    ),
}
taker = pytest.mark.parametrize(("take", "words"), TAKERS.values(), ids=TAKERS)
misspelt = st.sampled_from(
    ["half_up", "HALF-UP", "half-up ", "", "Latex", "tex", "deci:3"]
) | st.text("abdefhlnptuw-_ ", max_size=8)


@taker
def test_each_word_is_taken_as_it_is_written(take, words):
    for word in words:
        take(str(word))


@taker
@given(word=misspelt)
@settings(max_examples=30)
def test_every_other_word_is_refused_with_the_list(take, words, word):
    if word in list(words):
        return
    with pytest.raises(ExactDiceError) as refused:
        take(word)
    assert all(known in str(refused.value) for known in words)
    assert "\n" not in str(refused.value)

"""Junk for the readers of what others write, here of queries, their options and claims files. The
answer is a result or one clean error, soon.

Each law is a function of random choices; `make test` tries it on some hundred inputs, `make
test-slow` on 10^6 in all.
"""

from fractions import Fraction

import pytest
from fuzzing import COSTLY, both, is_short, tried
from hypothesis import strategies as st

from exactdice.exact.errors import ClaimsError, ExactDiceError
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.query.syntax import parse, parse_list
from exactdice.report.claims.entry import read_claims

NAMES = [
    *("EG", "EP", "P", "Q", "OPT", "gain", "blind", "dice", "pig_win", "d", "x"),
    *("one_shot_value", "strategy"),
]
PIECES = [
    *(*NAMES, "(", ")", ",", "=", "+", "-", "*", "/", "**", " ", "1", "0", "3/8", "0.25"),
    *("9" * 40, "1e5", ".", "^", "\u0660", "é", "\x00", "\\", '"'),
]
soup = st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=60)


@both
def test_a_query_is_read_or_refused(batches):
    def law(text):
        for read in (parse, parse_list, parse_option):
            try:
                read(text)
            except ExactDiceError as error:
                is_short(error, 700)

    tried(batches, soup, law)


@pytest.mark.usefixtures("must_end")
def test_the_largest_query_allowed_is_small_work():
    """Every number of a query has at most as many digits as the query has characters, so no value
    of numbers alone is large.
    """
    assert evaluate_query("*".join(["99999999"] * 200)) == 99999999**200
    assert evaluate_query("/".join(["99999999"] * 200)) == Fraction(1, 99999999**198)
    assert evaluate_query("+".join(["1/9"] * 100)) == Fraction(100, 9)
    assert str(evaluate_query("*".join(["(x+y)"] * 100))) == "(x + y)**100"


NUMBERS = [
    *("0", "1", "2", "5", "-1", "1/2", "0.3", "99999999", "9" * 300),
    *("d", "blind", "dice(2)", "dice(0)", "()"),
]
numbers = st.sampled_from(NUMBERS)
calls = st.builds(
    lambda name, arguments: f"{name}({', '.join(arguments)})",
    st.sampled_from(["P", "Q", "EP", "EP_step", "best_dice", "payoff"]),
    st.lists(numbers, max_size=3),
)
arithmetic = st.recursive(
    calls | numbers,
    lambda inner: st.builds(
        lambda a, mark, b: f"({a} {mark} {b})", inner, st.sampled_from("+-*/"), inner
    ),
    max_leaves=4,
)
OPTIONS = {
    "faces": st.sampled_from([2, 6, 10**6, 10**300, 0, -1]),
    "bust": st.sampled_from([1, 2, 7, 0, 10**300]),
    "bust_score": st.sampled_from([0, 1, 5, 10**300, -1]),
    "weights": st.lists(st.integers(-1, 3), max_size=7).map(tuple),
}


@both
def test_a_query_of_one_throw_has_a_value_or_is_refused(batches):
    def law(query, options):
        try:
            evaluate_query(query, options)
        except ExactDiceError as error:
            is_short(error)

    tried(
        min(batches, COSTLY),
        {"query": arithmetic, "options": st.fixed_dictionaries({}, optional=OPTIONS)},
        law,
    )


# --- claims files ---------------------------------------------------------------------------------

LINES = [
    *("[document]", 'title = "x"', 'decimal = ","', "alpha = 0.01", "alpha = nan", "[given]"),
    *("dice = 3", "target = 1e400", "weights = [1, 2, [3]]", "[[claim]]", "[[ claim ]]"),
    *('[[claim]]\nprinted = "8,6"\nvalue = "EP(5)"', 'printed = "0.5"', 'printed = "1/0"'),
    *('printed = "\u0661"', 'value = "EP(5)"', 'value = "EP("', 'kind = "exact"'),
    *('kind = "montecarlo"', "n = 10", "n = " + "9" * 5000, "n = inf", 'id = "a"'),
    *("given = { dice = 2 }", "given = { faces = 0x10 }", "note = 1979-05-27"),
    *("x = " + "[" * 2000, "a.b.c = 1", "\u2028", '"""', "#"),
]
files = st.lists(st.sampled_from(LINES), max_size=14).map("\n".join).map(str.encode) | st.binary(
    max_size=80
)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("claims") / "claims.toml"


@both
def test_a_claims_file_is_read_or_refused_with_its_name(place, batches):
    def law(content):
        place.write_bytes(content)
        try:
            read_claims(place)
        except ClaimsError as error:
            is_short(error)
            is_short(str(error).partition(str(place))[0], 0)  # it begins with the name of the file

    tried(batches, files, law)

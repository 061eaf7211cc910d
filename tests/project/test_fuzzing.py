"""Junk for every reader of what others write: queries, options, claims files, proof files. The
answer is a result or one clean error, soon.

Each law is a function of random choices; `make test` tries it on some hundred inputs, `make
test-slow` on 10^6 in all.
"""

from fractions import Fraction

import pytest
from fuzzing import COSTLY, both, is_short, tried
from hypothesis import strategies as st

from exactdice.claims.claims_file import read_claims
from exactdice.errors import ClaimsError, ExactDiceError, QueryError
from exactdice.queries.evaluate import evaluate_query, parse_option
from exactdice.queries.syntax import DEEPEST, LONGEST, MOST_OPERATIONS, parse, parse_list
from exactdice.queries.words import Word

# --- queries --------------------------------------------------------------------------------------

NAMES = [
    "EG",
    "EP",
    "P",
    "Q",
    "OPT",
    "gain",
    "blind",
    "dice",
    "pig_win",
    "d",
    "x",
    "one_shot_value",
    "mixture",
]
PIECES = [
    *NAMES,
    "(",
    ")",
    ",",
    "=",
    "+",
    "-",
    "*",
    "/",
    "**",
    " ",
    "1",
    "0",
    "3/8",
    "0.25",
    "9" * 40,
    "1e5",
    ".",
    "^",
    "\u0660",
    "é",
    "\x00",
    "\\",
    '"',
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


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10**6,
        "-" * (LONGEST - 1) + "1",
        "(" * DEEPEST + "1" + ")" * DEEPEST,
        "EP(" * DEEPEST + "1" + ")" * DEEPEST,
        "+".join(["1"] * (MOST_OPERATIONS + 2)),
        "9" * 10**6,
        "1," * 10**6,
        "f(" + "x=1," * 10**5 + ")",
        "\u00e9" * 10**6,
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.usefixtures("must_end")
def test_limits_on_length_depth_and_operations_come_before_any_work(text):
    with pytest.raises(QueryError):
        parse(text)


@pytest.mark.usefixtures("must_end")
def test_the_largest_query_allowed_is_small_work():
    """Every number of a query has at most as many digits as the query has characters, so no value
    of numbers alone is large.
    """
    assert evaluate_query("*".join(["99999999"] * 200)) == 99999999**200
    assert evaluate_query("/".join(["99999999"] * 200)) == Fraction(1, 99999999**198)
    assert evaluate_query("+".join(["1/9"] * 100)) == Fraction(100, 9)
    assert str(evaluate_query("*".join(["(x+y)"] * 100))) == "(x + y)**100"


@pytest.mark.parametrize(
    "query", ["P({},k)", "Q({},k)", "EP({})", "EP_step({})", "one_shot_value() + P({},1)"]
)
@pytest.mark.parametrize(
    "options",
    [{}, {"bust_score": Word("s")}, {"faces": Word("f")}],
    ids=["plain", "symbolic score", "symbolic die"],
)
@pytest.mark.parametrize("dice", [10**8, 10**300])
def test_huge_numbers_of_dice_are_refused_before_any_work(query, options, dice):
    with pytest.raises(QueryError):
        evaluate_query(query.format(dice), options)


def test_a_huge_bust_score_costs_nothing():
    assert (
        evaluate_query("payoff(1, 2)", {"bust_score": 10**300})
        == Fraction(1, 6) * Fraction(25, 36) - Fraction(5, 6) * Fraction(11, 36) + faces_against()
    )


def faces_against():
    """One die against two when neither shows a bust: P(K1 > K2) - P(K1 < K2), by
    listing all faces.
    """
    faces = range(2, 7)
    return Fraction(
        sum((a > b + c) - (a < b + c) for a in faces for b in faces for c in faces), 216
    )


numbers = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "5",
        "-1",
        "1/2",
        "0.3",
        "99999999",
        "9" * 300,
        "d",
        "blind",
        "dice(2)",
        "dice(0)",
        "()",
    ]
)
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
    "[document]",
    'title = "x"',
    'decimal = ","',
    "alpha = 0.01",
    "alpha = nan",
    "[given]",
    "dice = 3",
    "target = 1e400",
    "weights = [1, 2, [3]]",
    "[[claim]]",
    "[[ claim ]]",
    '[[claim]]\nprinted = "8,6"\nvalue = "EP(5)"',
    'printed = "0.5"',
    'printed = "1/0"',
    'printed = "\u0661"',
    'value = "EP(5)"',
    'value = "EP("',
    'kind = "exact"',
    'kind = "montecarlo"',
    "n = 10",
    "n = " + "9" * 5000,
    "n = inf",
    'id = "a"',
    "given = { dice = 2 }",
    "given = { faces = 0x10 }",
    "note = 1979-05-27",
    "x = " + "[" * 2000,
    "a.b.c = 1",
    "\u2028",
    '"""',
    "#",
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


ONE = '[[claim]]\nprinted = "{}"\nvalue = "{}"\n'
ESTIMATE = ONE + 'kind = "montecarlo"\nn = {}\n'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            ONE.format("0." + "3" * 10**5, "1/3"),
            "a printed number must have at most 10000 characters, got 100002",
        ),
        (
            ESTIMATE.format("0.5", "gain(blind,optimal)", 10**18),
            'must be an int of 2 or more, at most 10^12, or "unknown", got 1000000000000000000',
        ),
        (
            ESTIMATE.format("0.5", "gain(blind,optimal)", 10**4000),
            'at most 10^12, or "unknown", got 10000000...(4001 digits)...00000000',
        ),
        ("#" * 10_000_001, "it must have at most 10000000 bytes, got 10000001"),
        (ONE.format("1", "1") * 50_000 + 'id = "7"\n', "the id '7' is used more than once"),
        (ONE.format("1", "EP(" * 10**5), "a query must have at most 2000 characters"),
        ("x = " + "[" * 10**6, "not a TOML file"),
    ],
    ids=[
        "long number",
        "many games",
        "more games",
        "long file",
        "many claims",
        "long query",
        "deep",
    ],
)
@pytest.mark.usefixtures("must_end")
def test_limits_of_a_claims_file_come_before_any_work(tmp_path, content, said):
    path = tmp_path / "claims.toml"
    path.write_text(content, encoding="utf-8")
    assert said in complaint_about(path)


def complaint_about(path):
    """Why the file, or a claim in it, cannot be read."""
    try:
        claims = read_claims(path).claims
    except ClaimsError as error:
        return str(error)
    return next((claim.defect for claim in claims if claim.defect), "")

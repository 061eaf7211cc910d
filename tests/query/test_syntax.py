"""The grammar of queries: what binds more strongly, what is written back, how a slip is told."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.exact.errors import QueryError
from exactdice.formulas import formula
from exactdice.query.syntax import (
    COMPARISONS,
    LONGEST,
    TOKEN,
    Arithmetic,
    Call,
    Comparison,
    Logic,
    Name,
    Number,
    Several,
    Text,
    level_of,
    parse,
    parse_list,
    query_latex,
    query_text,
    walk,
)

# --- what binds more strongly ---------------------------------------------------------------------

# {query: the same with all its parentheses}
PARENTHESES = {
    "a + b * c": "a + (b * c)",
    "a / b / c": "(a / b) / c",
    "a // b % c * d": "((a // b) % c) * d",
    "n @ L + 1": "(n @ L) + 1",
    "a ** b ** c": "a ** (b ** c)",
    "-a ** 2": "-(a ** 2)",
    "-2d6": "-(2 @ d(6))",
    "2d6": "2 @ d(6)",
    "1d20": "d(20)",
    "0d6": "0 @ d(6)",
    "3 * 2d6": "3 * (2 @ d(6))",
    "2d6 ** 2": "(2 @ d(6)) ** 2",
    "2 @ 3d6": "2 @ (3 @ d(6))",
    "a + b >= c - d": "(a + b) >= (c - d)",
    "not not a < b": "not (not (a < b))",
    "a < b and c < d or e < f": "((a < b) and (c < d)) or (e < f)",
    "a < b or c < d and e < f": "(a < b) or ((c < d) and (e < f))",
    "not a < b and c < d": "(not (a < b)) and (c < d)",
}


@pytest.mark.parametrize("query", PARENTHESES)
def test_parentheses_that_may_be_left_out(query):
    assert parse(query) == parse(PARENTHESES[query])


CHAIN = Comparison(("<=", "<"), (Number(2), Call("d", (Number(6),)), Number(5)))
READ = {
    "2 <= d(6) < 5": CHAIN,
    "(2 <= d(6)) < 5": Comparison(("<",), (Comparison(("<=",), CHAIN.parts[:2]), Number(5))),
    "a and b and c": Logic("and", (Name("a"), Name("b"), Name("c"))),
    "a and (b and c)": Logic("and", (Name("a"), Logic("and", (Name("b"), Name("c"))))),
    "f(a == b, c=d)": Call(
        "f", (Comparison(("==",), (Name("a"), Name("b"))),), (("c", Name("d")),)
    ),
    '"d6 and more"': Text("d6 and more"),
    "android": Name("android"),
    "(1, 2)": Several((Number(1), Number(2))),
    "()": Several(()),
}


@pytest.mark.parametrize("query", READ)
def test_the_tree_of_a_query(query):
    assert parse(query) == READ[query]


def test_dice_are_known_by_digits_on_both_sides():
    dice = [one for one in walk(parse("2d6 + d + d6 + x2d6")) if isinstance(one, Call)]
    assert dice == [Call("d", (Number(6),))]
    assert parse_list("2d6, d(6) > 3") == [parse("2d6"), parse("d(6) > 3")]


# --- written back ---------------------------------------------------------------------------------

names = st.sampled_from(["d", "k", "n", "blind", "EP_step", "x1", "none"])
numbers = (st.integers(0, 30) | st.fractions(0, 5, max_denominator=8)).map(
    lambda x: Number(int(x) if x.denominator == 1 else x)
)
dice = st.builds(
    lambda n, f: Arithmetic("@", Number(n), Call("d", (Number(f),))),
    st.integers(0, 9),
    st.integers(0, 20),
)
texts = st.sampled_from(["a b", "x_1.csv", "50% {of} #1 & more", "a\\b~c^d$"]).map(Text)
leaves = dice | numbers | names.map(Name) | texts
MARKS = ["+", "-", "*", "/", "//", "%", "@", "**"]


def larger(trees):
    several = st.lists(trees, max_size=3).map(tuple)
    two_or_three = st.lists(trees, min_size=2, max_size=3).map(tuple)
    marks = st.lists(st.sampled_from(COMPARISONS), min_size=2, max_size=2)
    options = st.dictionaries(st.sampled_from(["weights", "bust"]), trees, max_size=2)
    return (
        st.builds(Arithmetic, st.sampled_from(MARKS), trees, trees)
        | trees.map(lambda tree: Arithmetic("-", Number(0), tree))
        | st.builds(lambda m, p: Comparison(tuple(m[: len(p) - 1]), p), marks, two_or_three)
        | st.builds(Logic, st.sampled_from(["and", "or"]), two_or_three)
        | trees.map(lambda tree: Logic("not", (tree,)))
        | several.map(Several)
        | st.builds(
            lambda name, arguments, given: Call(name, arguments, tuple(given.items())),
            st.sampled_from(["d", "chance", "f"]),
            several,
            options,
        )
    )


trees = st.recursive(leaves, larger, max_leaves=8)


def as_read(node):
    """The tree as a query can write it: a fraction is a quotient there."""
    if isinstance(node, Number) and node.value.denominator != 1:
        return Arithmetic("/", Number(node.value.numerator), Number(node.value.denominator))
    if isinstance(node, Arithmetic):
        return Arithmetic(node.mark, as_read(node.left), as_read(node.right))
    if isinstance(node, Comparison):
        return Comparison(node.marks, tuple(map(as_read, node.parts)))
    if isinstance(node, Logic):
        return Logic(node.mark, tuple(map(as_read, node.parts)))
    if isinstance(node, Several):
        return Several(tuple(map(as_read, node.parts)))
    if isinstance(node, Call):
        options = tuple((key, as_read(value)) for key, value in node.options)
        return Call(node.name, tuple(map(as_read, node.arguments)), options)
    return node


@settings(max_examples=200)
@given(trees)
def test_what_is_written_is_read_as_the_same_query(tree):
    assert as_read(parse(query_text(tree))) == as_read(tree)


def test_dice_are_written_as_people_write_them():
    for query in (
        "2d6",
        "probability(3 * 2d6 >= 7)",
        "2d6 ** 2",
        "n @ d(6)",
        "1 @ d(6)",
        "2 @ d(6, 7)",
    ):
        assert query_text(parse(query)) == query


@settings(max_examples=200)
@given(trees)
def test_a_query_in_latex_is_well_formed(tree):
    text = re.sub(r"\\[A-Za-z]+|\\.", "C", query_latex(tree))  # commands and escapes
    # What ends an argument, begins a comment or leaves the formula stands nowhere by itself.
    assert not set("%#&$~\\") & set(text)
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0


def test_latex_keeps_parentheses_where_they_matter():
    assert query_latex(parse("2 <= d(6) < 5 and not (a or b)")) == (
        r"2 \leq d(6) < 5 \land \lnot (a \lor b)"
    )
    assert query_latex(parse("(2d6) ** (1 + k) // 3 % 2")) == (
        r"(2 \mathbin{@} d(6))^{1 + k} \mathbin{/\!/} 3 \bmod 2"
    )
    assert level_of(parse("a < b")) < level_of(parse("a + b")) < level_of(parse("a * b"))


# --- slips ----------------------------------------------------------------------------------------

DICE = "dice are written 2d6, and the sum of the 3 highest of 4 highest(d(6), 4, 3)"
COMPARED = "two things are compared by == != < <= > >="
SLIPS = {
    "2d": f"column 2: unexpected 'd' ({DICE})",
    "4d6kh3": f"column 2: unexpected 'd6kh3' ({DICE})",
    "d(6": "column 4: expected ')' before the end",
    "4d6.highest(3)": "4d6.highest(3) is highest(d(6), 4, 3)",
    "d(6) => 3": f"column 7: expected a number, a name or '(', got '>' ({COMPARED})",
    "2 \N{MULTIPLICATION SIGN} 3": "column 3: unexpected '\N{MULTIPLICATION SIGN}' (a product is",
    "2 ^ 3": "column 3: unexpected '^' (a power is written **)",
    "d(6) and": "column 9: the query ends too early",
    "+3": "column 1: expected a number, a name or '(', got '+'",
    "not " * 150 + "(" * 150: "is nested too deeply",
    "1" + " < 2" * 201: "at most 200 operations",
    "2d6 " * LONGEST: f"at most {LONGEST} characters",
}


@pytest.mark.parametrize("query", SLIPS)
def test_a_slip_is_told_with_its_column(query):
    with pytest.raises(QueryError) as raised:
        parse(query)
    assert SLIPS[query] in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 400


@st.composite
def spellings(draw, query):
    """The query with blanks around its tokens and parentheses around the whole."""
    tokens = [found[0].strip() for found in TOKEN.finditer(query)]
    blanks = st.text(" \t", max_size=2)
    text = "".join(draw(blanks) + token for token in tokens) + draw(blanks)
    depth = draw(st.integers(0, 2))
    return "(" * depth + text + ")" * depth


@given(st.data(), st.sampled_from(["EP(d)", "payoff(d,1)", "EG(target-1,j)"]))
@settings(max_examples=15)
def test_every_spelling_of_a_query_has_the_same_formula(data, query):
    found, other = formula(query), formula(data.draw(spellings(query)))
    assert (found.expression, found.origin, found.domain, found.latex) == (
        other.expression,
        other.origin,
        other.domain,
        other.latex,
    )


QUERIES = [
    ("EP_step(d1)*(P(d,k) - 1/4)", r"\mathrm{EP\_step}(d_{1}) \cdot (P(d, k) - 1/4)"),
    ("1-(2-3)", "1 - (2 - 3)"),
    ("gain(dice(1),b,dice=3)", r"\mathrm{gain}(\mathrm{dice}(1), b, \mathrm{dice} = 3)"),
]


@pytest.mark.parametrize(("query", "latex"), QUERIES)
def test_a_query_in_latex(query, latex):
    assert query_latex(parse(query)) == latex

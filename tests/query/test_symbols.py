from fractions import Fraction

import pytest

from exactdice.distributions.distribution import point
from exactdice.exact.errors import ExactDiceError, QueryError
from exactdice.query.arithmetic import join_truths
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.query.reasons import reason
from exactdice.symbolic.function import Condition
from exactdice.writeup.tables.number_text import as_json, decimal, exact, latex
from exactdice.writeup.tables.table import make_table

RACE = {"dice": 2, "target": 3, "weights": parse_option("p,1-p")}


def asked(query, **more):
    return evaluate_query(query, {**RACE, **more})


def at(number):
    weights = (number, 1 - number)
    return evaluate_query("EG(0,0)", {"dice": 2, "target": 3, "weights": weights})


def test_a_number_for_the_symbol_is_that_number_in_the_weights():
    third = Fraction(1, 3)
    assert asked("EG(0,0)", p=third) == at(third) == asked("EG(0,0)").at(third)
    throws = {"weights": parse_option("p,1-p"), "p": third}
    assert evaluate_query("EP(2)", throws) == Fraction(16, 9) + Fraction(5, 9)
    table = make_table("EG(0,0)", {"p": (third, Fraction(1, 2))}, RACE)
    assert table.cells == ((at(third),), (at(Fraction(1, 2)),))


def test_words_of_a_value_with_a_symbol():
    first, last = asked("breakpoints(EG(0,0))")
    assert (first.decimal(6), last.decimal(6)) == ("0.531010", "0.569840")
    assert asked("actions_by_interval(EG(0,0))") == ({2}, {1}, {1})
    assert asked("stable(EG(0,0), 1/3)") == (0, first)
    assert asked("stable(EG(0,0), 1/3, 2)") == (0, first)
    assert asked("derivative(EG(0,0))").at(Fraction(1, 3)) == asked("derivative(EG(0,0), 1/3)")
    assert asked("solve_for(EG(0,0) - 1 = 0)") == (0, 1) == asked("maximum_at(EG(0,0))")
    assert asked("maximum(2 * EG(0,0) + 1)") == 3
    (least,) = asked("minimum_at(EG(0,0))")
    assert abs(at(Fraction(least.decimal(20))) - asked("minimum(EG(0,0))").middle) < 10**-18
    # The one state has the sign of the other: it is the same game from the other side.
    assert Condition("==", (asked("value(1, 0, MIN) + EG(0, 1)"),)).holds()


@pytest.mark.parametrize(
    ("statement", "truth"),
    [
        ("all(p, 0..1, EG(0,0) >= 1/3)", True),
        ("any(p, 0..1, EG(0,0) == 2)", False),
        ("all(p, 0..1, EG(0,0) <= EG(1,0))", True),
        ("not all(p, 0..1, EG(0,0) < 1)", True),
        ("all(p, 0..1, EG(0,0) <= 2/5 or EG(0,0) > 2/5)", True),
        ("all(p, 0..1, EG(0,0) < 1/3 or EG(0,0) > 1/2)", False),
        ("any(p, 0..1, not (EG(0,0) < 1/3 or EG(0,0) > 1/2))", True),
        ("all(p, 0..1, EG(0,0) <= 1/2 and 2 < 1)", False),
        ("all(p, 0..1, EG(0,0) >= p * (1 - p))", True),  # at least 1/3, and that at most 1/4
        # 1 at both ends alone, and between them at least 1/3
        ("all(p, 0..1, EG(0,0) < 1 or p = 0 or p = 1)", True),
        ("all(p, 0..1, EG(0,0) < 1 or p < 1/2)", False),
        ("any(p, 0..1, EG(0,0) >= 1 and 0 < p < 1)", False),
        ("all(p, 0..1, EG(0,0) <= 1 and p * (1 - p) <= 1/4)", True),
        ("all(p, 0..1, all(x, (1, EG(0,0)), x >= 1/3))", True),
        # {1} is read as (1); at least 1/3 everywhere, at 1/2 below 4/10
        ("all(p, 0..1, any(k, 4..10, EG(0,0) >= k/10))", False),
        ("all(p, 0..1, all(k, 0..1, EG(k,0) >= 1/3))", True),
        ("any(p, 0..1, not any(k, 4..10, EG(0,0) >= k/10))", True),
        ("all(p, 0..1, all(p, 1/3..2/3, EG(0,0) < 1 and p < 1) and EG(0,0) <= 1)", True),
    ],
)
def test_statements_over_an_interval(statement, truth):
    assert asked(statement) is truth


def test_a_value_is_compared_with_its_symbol():
    first, last = asked("solve_for(EG(0,0) = p)")
    number = Fraction(first.decimal(20))
    assert abs(at(number) - number) < Fraction(1, 10**18)
    assert last == at(1) == 1


def test_a_counterexample_is_one_of_each_part():
    told = reason("all(p, 0..1, EG(0,0) > 1/2 or EG(0,0) < 2/5)", RACE)
    number = Fraction(told.removeprefix("at p = "))
    assert Fraction(2, 5) <= at(number) <= Fraction(1, 2)


def test_a_variable_is_told_exactly():
    told = reason("any(k, (1/3, 1234567/1234566), k > 1)", {})
    assert told.startswith("at k = 1234567/1234566: ")


def test_no_law_is_joined_with_a_statement_about_a_symbol():
    statement = Condition(">", (asked("EG(0,0)"),))
    with pytest.raises(QueryError, match="and joins no law with what depends on a symbol"):
        join_truths("and", [statement, point(True)])


def test_how_a_function_is_written():
    gain = asked("EG(0,1)", dice=1, target=2)
    assert exact(gain) == "{0..1: 1 - 2*p}"
    assert latex(gain) == "1 - 2 p"
    assert as_json(gain)["pieces"][0]["value"] == "1 - 2*p"
    assert latex(asked("EG(0,0)")).startswith(r"\begin{cases} 1 - 4 p + 10 p^{2}")
    assert decimal(asked("breakpoints(EG(0,0))"), 3) == "(0.531, 0.570)"


def test_a_statement_about_another_symbol_is_left_to_its_own_quantifier():
    """p > 1/2 depends on p alone, whatever q is; the payoff is never above 1."""
    never = "gain(mixed(dice(1), q, dice(1), 1-q), dice(1)) > 5"
    for inner in ("all", "any"):
        within = f"{inner}(q, 0..1, p > 1/2 or {never})"
        assert asked(f"all(p, 0..1, {within})") is False
        assert asked(f"any(p, 0..1, {within})") is True
        assert asked(f"all(p, 3/5..1, {within})") is True
        assert asked(f"any(p, 0..1/2, {within})") is False


def test_what_the_weights_give_is_not_asked_outside_of_their_domain():
    """A mean holds the symbol, and is no probability where the symbol is above 1."""
    with pytest.raises(ExactDiceError, match="has unknowns"):
        evaluate_query("any(p, -1..2, mean(d(2)) > 2)", {"weights": parse_option("p,1-p")})


BAD = [
    ("EG(0,0) > 0", "depends on p: ask all(p, 0..1, ...)"),
    ("solve_for(EG(0,0))", "asks for an equation"),
    ("stable(EG(0,0), 1/3, 1)", "1 is not best at p = 1/3"),
    ("derivative(EG(0,0), q)", "depends on p alone, got q"),
    ("all(p, (0, 1), EG(0,0) > 0)", "the numbers of an interval"),
    ("all(p, 0..1, EG(0,0) > q)", "give q a value, or bind it"),
    ("all(p, 0..1, p < q and EG(0,0) > 0)", "< compares numbers and laws, got {0..1: p} < q"),
    ("all(p, 0..1, minimum(EG(0,0)) <= EG(0,0))", "is compared with rational numbers"),
    ("count(p, 0..1, EG(0,0) > 0)", "there is all and any"),
    ("all(p, 0..1, EG(0,0))", "a comparison of a value with a number"),
    ("all(p, 0..2, EG(0,0) > 0)", "in an interval within 0..1"),
    ("all(p, 0..1, 1 not in argmax(k, (0, p), 3) and EG(0,0) > 0)", "numbers and names, got 'p'"),
    ("all(p, 0..1, argmax(k, 0..1, 3) != (1 - p, 1) and EG(0,0) > 0)", "a symbol: 1 - p"),
    ("EG(0,0) in (1, 2)", "in asks for numbers and names"),
    ("all(p, 0..1, EG(0,0) >= p**501)", "of degree 501, would cost"),
    ("EG(0,0) - p**(10**30)", "of degree 1"),
    ("count(k, 0..1, EG(k,0) >= 0)", "whether it is true at 0 depends on p"),
    ("all(p, 0..1, p/p = 1 and EG(0,0) > 0)", "nothing is divided by p"),
    ("all(p, 0..1, EG(0,0) > 2**p)", "with rational numbers and polynomials in it"),
    ("all(p, 0..1, 2**p > 0 and EG(0,0) > 0)", "must be a polynomial in p with exact numbers"),
    (
        "all(p, 0..1/2, EG(0,0) > gain(mixed(dice(1), 2*p, dice(2), 1 - 2*p), dice(2)))",
        "different domains of p, 0..1 and 0..1/2: state the one that is meant",
    ),
    ("EG(0,0) ** 2", "needs numbers or laws"),
    ("gain(blind, optimal)", "depends on its symbol: name it, as dice(2)"),
]


@pytest.mark.parametrize(("query", "said"), BAD)
def test_bad_questions_are_refused_in_one_line(query, said):
    with pytest.raises(ExactDiceError) as raised:
        asked(query)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_word_for_the_symbol_is_refused():
    with pytest.raises(ExactDiceError, match="p must be a number where weights hold it"):
        asked("EG(0,0)", p=parse_option("blind"))
    with pytest.raises(ExactDiceError, match="unknown option q"):
        asked("EG(0,0)", q=1)

"""The words of laws, against sums over each law."""

import json
from fractions import Fraction

import pytest

from exactdice import Distribution
from exactdice.exact.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word
from exactdice.writeup.tables.number_text import as_json, decimal, exact, latex
from exactdice.writeup.tables.table import make_table

# {query of a law: its options}
LAWS = {
    "roll_distribution(3)": {},
    "roll_distribution(2)": {"weights": (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))},
    "turns_distribution(blind, optimal)": {"dice": 2, "target": 8},
    "payoff_distribution(optimal, random)": {"game": Word("pig"), "target": 4},
    "strategy(1, 0)": {"dice": 4, "target": 3, "variant": Word("simultaneous")},
    "tokens_distribution(1, 2, 3, 4)": {"faces": 3, "score": Word("sum")},
    "2d6": {},
    "turns_distribution(blind, optimal) + 1/2": {"dice": 2, "target": 8},
    "highest(d(6), 4, 3) - 2d4": {},
}
every_law = pytest.mark.parametrize(("query", "options"), LAWS.items(), ids=LAWS)


def table_of(query, options):
    """[(outcome, probability)] in the order of the outcomes."""
    law = evaluate_query(query, options)
    assert isinstance(law, Distribution)
    return sorted((x, Fraction(w, law.total)) for x, w in law.weights.items())


@every_law
def test_means_and_spreads_are_sums_over_the_law(query, options):
    def ask(word, *rest):
        return evaluate_query(f"{word}({', '.join([query, *map(str, rest)])})", options)

    table = table_of(query, options)
    mean = sum(x * p for x, p in table)
    variance = sum((x - mean) ** 2 * p for x, p in table)
    assert ask("mean") == mean
    assert ask("variance") == variance
    # the root is exact, so its square is the variance and nothing near it
    sd = ask("sd")
    assert sd**2 == variance
    assert sd >= 0
    assert ask("support") == {x for x, _ in table}
    most = max(p for _, p in table)
    assert ask("modes") == {x for x, p in table if p == most}
    assert (ask("minimum"), ask("maximum")) == (table[0][0], table[-1][0])


def test_an_endless_law_has_a_least_outcome_and_modes():
    throws = "repeat_until(d(6) == 6)"  # geometric: the first throw is the likeliest
    assert evaluate_query(f"minimum({throws})") == 1
    assert evaluate_query(f"modes({throws})") == {1}
    with pytest.raises(ExactDiceError, match="finitely many outcomes"):
        evaluate_query(f"maximum({throws})")


def test_a_throw_is_what_its_chances_say():
    for score in range(14):
        assert evaluate_query(f"probability(roll_distribution(2), {score})") == evaluate_query(
            f"P(2, {score})"
        )
    assert evaluate_query("mean(roll_distribution(7))") == evaluate_query("EP(7)")


def test_laws_and_sets_are_written_in_every_format():
    law = evaluate_query("strategy()", {"game": Word("nim"), "heaps": (1, 2, 2)})
    assert exact(law) == "{(0, 2, 2): 1}"
    assert as_json(law) == {"(0, 2, 2)": "1"}
    assert exact(frozenset({("a", 1), ("a",)})) == "{(a,), (a, 1)}"
    assert latex(frozenset({"hold", "roll"})) == r"\{\mathrm{hold}, \mathrm{roll}\}"


MIXED = [
    (frozenset({"pass", 2, None}), "{2, none, pass}"),
    (frozenset({frozenset({2, 1}), frozenset({3})}), "{{1, 2}, {3}}"),
    (Distribution({"pass": 1, 3: 1}), "{3: 1/2, pass: 1/2}"),
    (("roll", (1, 2)), "(roll, (1, 2))"),
    (None, "none"),
]


@pytest.mark.parametrize(("value", "text"), MIXED)
def test_actions_of_several_kinds_are_written_in_one_order(value, text):
    assert exact(value) == text
    assert json.dumps(as_json(value))
    assert decimal(value)
    assert latex(value)


REFUSED = [
    ("probability(3, 4)", "asks for a law"),
    ("mean(roll_distribution(2), 3)", "is called as"),
    ("quantile(roll_distribution(2), 0)", "above 0"),
    ("probability(roll_distribution(2), blind)", "got a name: blind"),
    ("mean(strategy(game=pig, target=3))", "law of numbers"),
    ("roll_distribution(2) + (1, 2)", "needs numbers or laws"),
    ("EP(roll_distribution(2))", "numbers and symbols"),
]


@pytest.mark.parametrize(("query", "said"), REFUSED)
def test_what_is_no_law_or_no_number_is_refused(query, said):
    with pytest.raises(ExactDiceError, match=said) as refused:
        evaluate_query(query)
    assert "\n" not in str(refused.value)


def test_words_of_laws_over_a_range_are_the_law_column_by_column():
    given = {"target": 3, "dice": 2}
    table = make_table(
        "probability(turns_distribution(blind, blind), n)", {"n": range(1, 7)}, given
    )
    law = evaluate_query("turns_distribution(blind, blind)", given)
    assert [cell for (cell,) in table.cells] == [law.probability(n) for n in range(1, 7)]
    medians = make_table(
        "median(turns_distribution(blind, blind))", {"target": range(1, 5)}, {"dice": 2}
    )
    assert [cell for (cell,) in medians.cells] == [
        evaluate_query("median(turns_distribution(blind, blind))", {"dice": 2, "target": target})
        for target in range(1, 5)
    ]


@every_law
def test_chances_and_quantiles_are_sums_over_the_law(query, options):
    def ask(word, *rest):
        return evaluate_query(f"{word}({', '.join([query, *map(str, rest)])})", options)

    table = table_of(query, options)
    for x, p in table:
        assert ask("probability", x) == p
        assert ask("at_least", x) == sum(q for y, q in table if y >= x)
        assert ask("at_most", x) == sum(q for y, q in table if y <= x)
        # just where the sum of chances reaches q, and just behind it
        reached = ask("at_most", x)
        assert ask("quantile", reached) == x
        if reached < 1:
            beyond = reached + Fraction(1, 10**9)
            assert ask("quantile", beyond) == min(y for y, _ in table if y > x)
    assert ask("median") == ask("quantile", "1/2")
    assert ask("probability", 1000) == 0
    assert ask("at_least", 1000) == 0
    assert ask("at_most", 1000) == 1
    assert ask("quantile", 1) == table[-1][0]

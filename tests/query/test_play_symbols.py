from fractions import Fraction

import pytest

from exactdice.exact.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.query.reasons import reason
from exactdice.query.register import Word
from exactdice.writeup.tables.number_text import as_json, exact, latex

RACE = {"dice": 2, "target": 3, "weights": parse_option("p,1-p")}
FAIR = {"dice": 2, "target": 3}
MIXED = "mixed(dice(1), q, dice(2), 1 - q)"
TWO = {"dice": 1, "target": 3, "weights": parse_option("p,q,1-p-q")}


def asked(query, given=RACE, **more):
    return evaluate_query(query, {**given, **more})


def numbers(query, p):
    return asked(query, {**FAIR, "weights": (p, 1 - p)})


WORDS = [
    "gain(dice(1), dice(2))",
    "gain(dice(2), optimal(weights=(1/2,1/2)))",
    "gain_from(dice(1), random, 1, 2)",
    "win(random, dice(1))",
    "loss(random, dice(1))",
    "turns(dice(1), dice(2))",
    "reach_probability(dice(1), dice(2), 1, 1)",
    "expected_visits(random, dice(1), MIN)",
    "best_response_value(dice(2))",
    "best_response_value(random, player=min)",
    "exploitability(dice(1), dice(1))",
    "mean(turns_distribution(random, dice(2)))",
    "variance(payoff_distribution(dice(1), dice(2)))",
    "at_least(turns_distribution(random, dice(2)), 3)",
    "probability(payoff_distribution(dice(1), dice(2)), 1)",
]


@pytest.mark.parametrize("query", WORDS)
def test_every_word_of_strategies_is_a_function_of_the_symbol(query):
    function = asked(query)
    for p in (Fraction(1, 7), Fraction(2, 3)):
        assert function.at(p) == numbers(query, p) == asked(query, p=p)


@pytest.mark.parametrize("q", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_a_mixing_weight_is_a_symbol(q):
    for query in (
        f"gain({MIXED}, optimal)",
        f"turns(optimal, {MIXED})",
        f"best_response_value({MIXED})",
    ):
        assert asked(query, FAIR).at(q) == asked(query, FAIR, q=q)
    both = f"win({MIXED}, random)"
    assert asked(both).at(p=Fraction(1, 5), q=q) == asked(both, p=Fraction(1, 5), q=q)
    nested = f"gain(mixed({MIXED}, 1/2, random, 1/2), dice(1))"
    assert asked(nested, FAIR).at(q) == asked(nested, FAIR, q=q)


def test_words_of_functions_ask_of_it():
    assert asked("maximum(gain(dice(1), dice(2)))") == 1
    assert asked(f"minimum(gain({MIXED}, optimal)) > 1/2", FAIR) is True
    (low, high) = asked("solve_for(win(dice(1), dice(2)) = win(dice(2), dice(1)))")[:2]
    assert low != high


def test_two_symbols_where_nothing_is_chosen():
    p, q = Fraction(1, 5), Fraction(1, 7)
    value = asked("EG(0,0)", TWO)
    assert (
        value.at(p=p, q=q) == asked("EG(0,0)", TWO, p=p, q=q) == asked("value()", TWO).at(p=p, q=q)
    )
    assert asked("EG(0,0) - 1 / EG(1,0)", TWO).at(p=p, q=q) == asked(
        "EG(0,0) - 1 / EG(1,0)", TWO, p=p, q=q
    )
    assert asked("OPT(0,0)", TWO) == 1
    mixed = asked(f"gain({MIXED}, random) - gain(random, random)")
    assert mixed.at(p=p, q=q) == asked(f"gain({MIXED}, random) - gain(random, random)", p=p, q=q)


def test_the_generating_function_by_its_name():
    length = asked("turns_generating_function(dice(1), dice(2))")
    assert length.names == ("p", "z")
    assert length.derivative("z").at(z=1, p=Fraction(1, 3)) == numbers(
        "turns(dice(1), dice(2))", Fraction(1, 3)
    )
    pig = asked(
        "turns_generating_function(first, last, x)", {"game": parse_option("pig"), "target": 2}
    )
    assert pig.names == ("x",)
    # From the first throw on each mover rolls on: it wins at once unless it rolls a 1.
    assert pig.at(x=1) == 1


def test_a_derivative_by_the_symbol_that_is_named():
    slope = asked("derivative(turns_generating_function(dice(1), random), z)", FAIR)
    assert slope.at(z=1) == asked("turns(dice(1), random)", FAIR)


GAIN = f"gain({MIXED}, optimal)"


def test_words_take_the_name_of_the_symbol():
    third = Fraction(1, 3)
    slope = asked(f"derivative({GAIN}, q)", FAIR)
    assert slope.at(third) == asked(f"derivative({GAIN}, 1/3)", FAIR)
    (at,) = asked(f"maximum_at({GAIN}, q)", FAIR)
    # At its vertex a polynomial of degree 2 is level; the number is rational, and so is the value.
    assert slope.at(at) == 0
    assert asked(f"maximum({GAIN}, q)", FAIR) == asked(GAIN, FAIR, q=at)
    assert asked(f"minimum({GAIN}, q)", FAIR) == min(asked(GAIN, FAIR, q=end) for end in (0, 1))
    for root in asked(f"solve_for({GAIN} = 19/36, q)", FAIR):
        assert abs(asked(GAIN, FAIR, q=Fraction(root.decimal(20))) - Fraction(19, 36)) < 10**-18


@pytest.mark.parametrize("word", ["derivative", "maximum", "minimum", "maximum_at", "minimum_at"])
def test_another_symbol_is_refused(word):
    with pytest.raises(ExactDiceError, match="depends on q alone, got x"):
        asked(f"{word}({GAIN}, x)", FAIR)


@pytest.mark.parametrize(
    ("statement", "truth"),
    [
        (f"all(q, 0..1, {GAIN} >= 19/36)", False),
        (f"all(q, 0..1/2, {GAIN} >= 19/36)", True),
        (f"any(q, 0..1, {GAIN} > 66075/125000)", True),
        ("all(p, 0..1, EG(0,0,weights=(p,1-p)) >= 1/2)", False),
        # Inside another quantifier, and one of the same name.
        (f"all(x, 1..2, all(q, 0..1, gain({MIXED}, dice(x)) > -1))", True),
        (f"any(q, 1..2, all(q, 1/4..3/4, gain({MIXED}, dice(1)) > -1))", True),
    ],
)
def test_statements_over_a_mixing_symbol(statement, truth):
    assert asked(statement, FAIR) is truth


def test_a_counterexample_between_whole_numbers_is_found():
    # It holds at 0 and 1, and not at the vertex.
    statement = f"all(q, 0..1, {GAIN} <= 528073/1000000)"
    ends = [asked(GAIN, FAIR, q=q) <= Fraction(528073, 10**6) for q in (0, 1)]
    assert (ends, asked(statement, FAIR)) == ([True, True], False)
    number = Fraction(reason(statement, FAIR).removeprefix("at q = "))
    assert asked(GAIN, FAIR, q=number) > Fraction(528073, 10**6)


def test_a_longer_range_is_one_of_whole_numbers():
    tenths = "gain(mixed(dice(1), k/10, dice(2), 1 - k/10), optimal)"
    assert asked(f"all(k, 0..10, {tenths} > 1/2)", FAIR) is True
    added = asked("sum(k, 0..1, gain(mixed(dice(1), k, dice(2), 1 - k), optimal))", FAIR)
    assert added == asked(GAIN, FAIR, q=0) + asked(GAIN, FAIR, q=1)


def test_how_laws_and_functions_are_written():
    law = asked("payoff_distribution(dice(1), dice(1))", dice=1, target=2)
    assert exact(law) == "{1: 1 - p + p^2, -1: p - p^2}"
    assert as_json(law) == {"1": "{0..1: 1 - p + p^2}", "-1": "{0..1: p - p^2}"}
    assert latex(law) == r"\{1: 1 - p + p^{2}, -1: p - p^{2}\}"
    length = asked("turns_generating_function(dice(1), dice(1))", dice=1, target=2)
    assert exact(length) == as_json(length) == "z - p*z + p*z^2 - p^2*z^2 + p^2*z^3"
    assert latex(length) == "z - p z + p z^{2} - p^{2} z^{2} + p^{2} z^{3}"


BAD = [
    ("payoff_distribution(dice(1), optimal)", RACE, "optimal play of DiceBattle"),
    ("gain(mixed(dice(1), q, dice(2), 2 - q), random)", FAIR, "must sum to 1, got a sum of 2"),
    (f"over_ties(gain({MIXED}, optimal))", FAIR, "a range over ties needs numbers"),
    ("strategy()", {**RACE, "variant": Word("simultaneous")}, "at (0, 0) depends on a symbol"),
    ("turns_generating_function(dice(1), dice(2), p)", RACE, "p is a symbol of the game"),
    (f"best_response_value({MIXED})", RACE, "may hold one symbol, got p, q"),
    (f"gain({MIXED}, random) > 0", FAIR, "depends on q: ask all(q, 0..1, ...)"),
    (f"breakpoints(gain({MIXED}, random))", RACE, "got one of p, q"),
    (f"derivative(gain({MIXED}, random), x)", RACE, "x is no symbol of the function"),
]


@pytest.mark.parametrize(("query", "given", "said"), BAD)
def test_bad_input_is_refused_in_one_line(query, given, said):
    with pytest.raises(ExactDiceError) as refused:
        asked(query, given)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


# --- optimal play of a game with a symbol ---------------------------------------------------------

OF_OPTIMAL = [
    "gain(optimal, dice(1))",
    "gain(mixed(dice(1), 1/3, optimal, 2/3), random)",
    "gain_from(dice(2), optimal, 1, 0, MIN)",
    "turns(optimal, optimal)",
    "reach_probability(optimal, dice(2), 1, 1)",
    "expected_visits(dice(1), optimal, MIN)",
    "best_response_value(optimal)",
    "exploitability(dice(1), optimal)",
]


@pytest.mark.parametrize("query", OF_OPTIMAL)
def test_each_piece_is_what_numbers_give(query):
    function = asked(query)
    for p in (Fraction(1, 7), Fraction(11, 20), Fraction(4, 5)):
        assert function.at(p) == asked(query, p=p)


def test_optimal_play_of_both_earns_the_value():
    assert asked("all(p, 0..1, gain(optimal, optimal) = EG(0,0))") is True
    assert asked("gain(optimal, optimal)").is_continuous
    assert asked("all(p, 0..1, exploitability(optimal, optimal) = 0)") is True
    assert asked("all(p, 0..1, gain(optimal, dice(1)) >= EG(0,0))") is True


def test_another_game_and_a_stated_domain():
    pig = {"game": parse_option("pig"), "target": 3, "weights": parse_option("p,1-p")}
    for query in ("gain(optimal, random)", "gain(first, optimal)"):
        assert asked(query, pig).at(Fraction(1, 3)) == asked(query, pig, p=Fraction(1, 3))


def test_the_function_jumps_where_the_choice_changes():
    # Each choice is as good against optimal play, but not against another strategy.
    turns = asked("turns(optimal, optimal)")
    assert not turns.is_continuous
    assert len(turns.breaks) == len(asked("breakpoints(EG(0,0))"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("gain(optimal, blind)", "depends on its symbol: name it, as dice"),
        ("turns_distribution(optimal, dice(1))", "ask for gain, win, draw, loss or turns"),
        ("gain(mixed(optimal, q, dice(1), 1 - q), dice(1))", "give numbers to others"),
        ("gain(optimal, dice(1), variant=simultaneous)", "give the symbol a number"),
    ],
)
def test_what_has_no_pieces_is_refused_in_one_line(query, said):
    with pytest.raises(ExactDiceError, match=said) as raised:
        asked(query)
    assert "\n" not in str(raised.value)

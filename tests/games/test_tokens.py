"""The token game: the notebook's fractions, published numbers, every play and every policy of tiny
boxes, fast against generic.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import every_play, sum_of_dice, token_removals, token_scores

from exactdice import (
    MAX,
    WAIT,
    Distribution,
    ExactDiceError,
    TokenGame,
    TokenState,
    best_choices,
    check,
    decimal_text,
    expected_score,
    from_probabilities,
    policy,
    profile_values,
    score_distribution,
    solve,
    strategy,
    uniform,
)
from exactdice.games.tokens.rules import choices
from exactdice.query.evaluate import evaluate_query
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import verify
from exactdice.solvers.fast_path import generic_function

EXAMPLES = Path(__file__).parents[2] / "examples"
LOADED = (Fraction(1, 10),) * 5 + (Fraction(1, 2),)
waits = strategy(lambda _: WAIT)


def at_random(left, thrown):
    return uniform(choices(left, thrown))


def last_choice(left, thrown):
    return choices(left, thrown)[-1]


# --- sourced numbers ------------------------------------------------------------------------------

NOTEBOOK = {
    (): 0,
    (1,): 1,
    (2,): Fraction(35, 36),
    (3,): Fraction(17, 18),
    (1, 2): Fraction(67, 36),
    (1, 3): Fraction(16, 9),
    (2, 3): Fraction(137, 81),
    (1, 2, 3): Fraction(883, 432),
    (1, 2, 3, 4, 5, 6, 7, 8, 9): Fraction(43012899935, 19591041024),
}


@pytest.mark.parametrize(("tokens", "expected"), NOTEBOOK.items())
def test_the_fractions_of_the_notebook(tokens, expected):
    game = TokenGame(tokens)
    assert expected_score(game) == -generic_function(solve)(game).value == expected


def test_the_choices_of_the_notebook():
    assert {tuple(sorted(c)) for c in choices(tuple(range(1, 10)), 7)} == {
        (7,),
        (1, 6),
        (2, 5),
        (3, 4),
        (1, 2, 4),
    }
    assert best_choices(TokenGame(3), 3) == ((1, 2),)  # so that (3,) is left
    assert best_choices(TokenGame((2,)), 2) == ((2,),)
    assert best_choices(TokenGame((2,)), 4) == ()


def test_the_best_chance_to_shut_nine_tokens_with_two_dice_is_the_published_one():
    # Durango Bill's tables: 7.1432 %. The rules that give it: two dice are thrown always, also when
    # few tokens are left.
    assert decimal_text(100 * (1 - expected_score(TokenGame(score="any"))), 4) == "7.1432"


def test_the_highest_bars_of_the_histograms_of_the_notebook():
    game = TokenGame()
    for plan, top in ((strategy(solve(game).strategies[MAX]), 2), (policy(at_random), 3)):
        law = score_distribution(game, plan)
        assert max(law, key=law.probability) == top


def test_the_claims_file_finds_what_is_wrong_in_the_notebook():
    findings = verify(read_claims(EXAMPLES / "token_game_report.toml"))
    wrong = {
        f.claim.name: (f.claim.printed.text, f.correct)
        for f in findings
        if f.verdict == "contradicted"
    }
    assert wrong == {
        "fair-die": ("1.15", "0.17"),
        "fair-die-theory": ("1.6666", "0.1667"),
        "two-dice-sum": ("1", "35/36"),
    }
    assert {f.verdict for f in findings if f.claim.name not in wrong} == {
        "exact",
        "correctly rounded",
    }


# --- oracles --------------------------------------------------------------------------------------


def test_every_configuration_of_nine_tokens_by_the_recursion_in_fractions():
    worths = token_scores(tuple(range(1, 10)), sum_of_dice((1,) * 6, (1,) * 6), len)
    values = solve(TokenGame()).values
    reached = {left: -values[TokenState(left)] for left in worths if TokenState(left) in values}
    assert len(reached) > 400
    assert reached.items() <= worths.items()


def test_random_choice_at_every_configuration_by_the_recursion_in_fractions():
    game, law = TokenGame((1, 2, 3, 4, 6), score="sum"), sum_of_dice((1,) * 6, (1,) * 6)
    values = profile_values(game, (policy(at_random), waits))
    for left, worth in token_scores((1, 2, 3, 4, 6), law, sum, mean).items():
        if TokenState(left) in values:
            assert -values[TokenState(left)] == worth


@pytest.mark.parametrize("dice", [2, (4, 3), ((1, 2, 5), 2)])
def test_every_single_play_of_a_tiny_box(dice):
    game = TokenGame(4, dice=dice)
    for plan in (policy(at_random), policy(last_choice), strategy(solve(game).strategies[MAX])):
        law = defaultdict(Fraction)
        for chance, paid, _ in every_play(game, (plan, waits)):
            law[-paid] += chance
        assert score_distribution(game, plan) == from_probabilities(law)


def test_no_policy_of_a_tiny_box_is_better():
    game = TokenGame((1, 2, 3, 5), dice=(4, 4), score="sum")
    states = {
        (left, t)
        for left in _subsets((1, 2, 3, 5))
        for t in range(2, 9)
        if len(token_removals(left, t)) > 1
    }
    scores = []
    for chosen in product(*(choices(*state) for state in states)):
        table = dict(zip(states, chosen, strict=True))
        plan = policy(lambda left, t, table=table: table.get((left, t)) or choices(left, t)[0])
        scores.append(score_distribution(game, plan).mean())
    assert len(scores) > 4
    assert min(scores) == expected_score(game)


def _subsets(tokens):
    return [
        tuple(t for k, t in enumerate(tokens) if mask >> k & 1) for mask in range(1 << len(tokens))
    ]


# --- laws -----------------------------------------------------------------------------------------

scores = st.sampled_from(
    ["count", "sum", "digits", "any", lambda left: Fraction(sum(left), 3) - len(left) ** 2]
)
dies = st.integers(2, 6) | st.lists(st.integers(0, 4), min_size=2, max_size=5).filter(any).map(
    tuple
)


@st.composite
def games(draw):
    tokens = draw(st.sets(st.integers(1, 12), max_size=6))
    dice = tuple(draw(st.lists(dies, min_size=1, max_size=3)))
    single = draw(st.sampled_from(["never", "allowed", "compulsory"])) if len(dice) > 1 else "never"
    return TokenGame(
        tuple(tokens),
        dice,
        draw(scores),
        single=single,
        single_when=draw(st.sampled_from(["high_gone", "low_sum"])),
    )


@given(games())
@settings(max_examples=40)
def test_random_boxes_by_the_recursion_in_fractions(game):
    if game.single == "never":
        law = sum_of_dice(
            *(tuple(one.weights.get(f, 0) for f in range(1, max(one) + 1)) for one in game.each_die)
        )
        worths = token_scores(game.start.left, law, game.score_of)
        assert expected_score(game) == worths[game.start.left]
    check(solve(game))


# --- queries --------------------------------------------------------------------------------------

NINE = "1, 2, 3, 4, 5, 6, 7, 8, 9"
QUERIES = [
    (f"tokens_score({NINE})", {}, NOTEBOOK[tuple(range(1, 10))]),
    ("tokens_score()", {}, NOTEBOOK[tuple(range(1, 10))]),
    ("tokens_distribution()", {"tokens": (2, 1)}, Distribution({0: 2, 1: 1, 2: 33})),
    ("tokens_rolls()", {"tokens": 1}, 1),  # two dice never sum to 1: one throw, in vain
    ("tokens_choice(3)", {"tokens": 3}, frozenset({1, 2})),
    ("tokens_score(2)", {"weights": LOADED}, 1 - Fraction(1, 100)),
    # One die. 1 leaves the 3, which then goes with chance 1/6; 3 leaves the 1 alike; 4 shuts the
    # box; anything else leaves 13.
    (
        "tokens_score(1, 3)",
        {"score": "digits", "dice": 1},
        Fraction(5 * 3 + 5 * 1, 36) + Fraction(3, 6) * 13,
    ),
    ("tokens_choice(3, 1, 2, 3)", {}, frozenset({1, 2})),
    ("tokens_choice(3, 1, 2, 3)", {"policy": "random"}, uniform([(3,), (1, 2)])),
    ("tokens_distribution(1, 2)", {}, Distribution({0: 2, 1: 1, 2: 33})),
    ("tokens_probability(2, 1, 2)", {}, Fraction(33, 36)),
    ("tokens_roll(7)", {}, Fraction(1, 6)),
    ("off_probability(1/2, 2, 1/4)", {}, Fraction(1, 2)),
]


@pytest.mark.parametrize(("query", "options", "expected"), QUERIES)
def test_quantities(query, options, expected):
    assert evaluate_query(query, options) == expected


# --- bad input ------------------------------------------------------------------------------------

BAD = [
    ({"tokens": (1, 2, 2)}, "tokens must be different, but 2 is there twice"),
    ({"tokens": (1, 2.0)}, "a token must be an int of 1 or more, got 2.0"),
    ({"dice": 0}, "dice must be how many dice, 1 or more, or a tuple .* got 0"),
    ({"dice": ((),)}, "faces must be an int of 2 or more, got 0"),
    ({"dice": (6, 6), "faces": 6}, "faces and weights describe dice that are all alike"),
    ({"weights": (Fraction(1, 2), Fraction(1, 3))}, "must sum to 1"),
    ({"single_when": "low"}, "single_when must be one of high_gone, low_sum, got 'low'"),
]


@pytest.mark.parametrize(("options", "message"), BAD)
def test_bad_options(options, message):
    with pytest.raises(ExactDiceError, match=message) as raised:
        TokenGame(**options)
    assert "\n" not in str(raised.value)


def test_a_choice_that_does_not_sum_to_the_throw():
    game = TokenGame(3)
    with pytest.raises(ExactDiceError, match=r"must be among \(1, 2, 3\) and sum to 3, got \(2,\)"):
        game.outcomes(TokenState((1, 2, 3), 3), ((2,), WAIT))
    with pytest.raises(
        ExactDiceError, match=r"^the strategy of MAX plays \(1,\) at .*, where the actions are "
    ):
        score_distribution(game, policy(lambda left, _: left[:1]))


def test_a_score_that_is_not_exact():
    with pytest.raises(ExactDiceError, match=r"the score of .* must be exact"):
        solve(TokenGame(2, score=lambda left: len(left) / 2))


BAD_QUERIES = [
    ("tokens_score(4)", {"tokens": 3}, r"a token must be one of \(1, 2, 3\), got 4"),
    ("tokens_score()", {"tokens": 21}, "would cost"),
    ("tokens_score(0)", {}, "tokens must be a whole number of 1 or more, got 0"),
    ("tokens_choice(5, 1, 2)", {}, "no tokens among .* sum to 5: the game is over"),
    (
        "tokens_score(1)",
        {"policy": "best"},
        "a strategy must be one of largest_first, .* optimal, .* worst, got best",
    ),
    ("tokens_choice(3, 1, 2)", {"most": 1}, "no tokens, 1 at most, among"),
    ("off_probability(3, 10, 1/20)", {}, "between 0 and 1"),
]


@pytest.mark.parametrize(("query", "options", "message"), BAD_QUERIES)
def test_bad_queries(query, options, message):
    with pytest.raises(ExactDiceError, match=message):
        evaluate_query(query, options)

"""The sequence form beside all pure strategies, and beside backward induction where all is seen."""

from fractions import Fraction

import pytest
from hidden_trees import Open, RandomGame, SeeingAll, brute_value, paid, pure_strategies

from exactdice import (
    Leduc,
    best_response,
    enclose,
    payoff_distribution,
    solve,
)
from exactdice.distributions.distribution import point
from exactdice.exact.errors import InexactError, RulesError, UnsolvableError
from exactdice.game.protocol import MAX, MIN, WAIT
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word
from exactdice.solvers.hidden.solution import with_short_ends
from exactdice.solvers.hidden.tree import game_tree

MOST_PAIRS = 1200  # of pure strategies: all of them are played


def small(seeds, least=4):
    """Random games with few enough pure strategies, and some choice."""
    for seed in seeds:
        game = RandomGame(seed)
        pairs = len(pure_strategies(game, MAX)) * len(pure_strategies(game, MIN))
        if least <= pairs <= MOST_PAIRS:
            yield game


def check_against_pure_strategies(game):
    """The value is that of the normal form, and no pure strategy gains against the solution."""
    solution = solve(game)
    value = brute_value(game)
    assert solution.value == value
    first, second = solution.strategies
    assert paid(game, (first, second)) == value
    assert min(paid(game, (first, table)) for table in pure_strategies(game, MIN)) == value
    assert max(paid(game, (table, second)) for table in pure_strategies(game, MAX)) == value


def test_random_games_against_all_pure_strategies():
    games = list(small(range(30)))
    assert len(games) > 20
    for game in games:
        check_against_pure_strategies(game)


def test_where_all_is_seen_it_is_backward_induction():
    for seed in range(60):
        game = SeeingAll(seed)
        solution = solve(game)
        assert solution.value == solve(Open(game)).value
        assert solution.method == "sequence form"


def test_information_sets_are_those_of_the_rules():
    for seed in range(50):
        game = RandomGame(seed)
        if game.start in game.ends:
            continue
        found = solve(game).information_sets
        for player in (MAX, MIN):
            expected = {}
            for state, able in game.able.items():
                if able[player] != (WAIT,):
                    expected.setdefault(game.known[state][player], set()).add(state)
            assert {known: set(states) for known, states in found[player].items()} == expected


# --- bad input ------------------------------------------------------------------------------------


class OneChoice:
    """MIN says left or right without seeing which of two rooms MAX went to; `broken` changes one
    member.
    """

    start = "start"

    def __init__(self, **broken):
        self.broken = broken

    def payoff(self, state):
        ends = {"aL": 1, "aR": -1, "bL": -1, "bR": 1}
        other = None if state in ("start", "a", "b") else 0
        return self.broken.get("payoff", ends).get(state, other)

    def actions(self, state, player):
        given = self.broken.get("actions", {})
        able = {"start": (("a", "b"), (WAIT,)), "a": ((WAIT,), ("L", "R"))}
        able["b"] = able["a"]
        return {**able, **given}[state][player]

    def outcomes(self, state, joint):
        return point(joint[MAX] if state == "start" else state + joint[MIN])

    def observation(self, state, player):
        return self.broken.get("observation", {}).get((state, player))


BROKEN = {
    "other actions at the same information": (
        {"actions": {"b": ((WAIT,), ("L", "up"))}},
        RulesError,
        r"MIN knows \(\) at 'a' and at 'b', so its actions must be the same there, "
        r"got \('L', 'R'\) and \('L', 'up'\)",
    ),
    "a payoff that is a float": (
        {"payoff": {"aL": 0.5, "aR": -1, "bL": -1, "bR": 1}},
        InexactError,
        "the payoff of 'aL' must be exact",
    ),
    "an observation that cannot be hashed": (
        {"observation": {("a", MIN): ["x"]}},
        RulesError,
        r"observation\('a', MIN\) must be hashable",
    ),
    "waiting as one of several actions": (
        {"actions": {"start": ((WAIT, "b"), (WAIT,))}},
        RulesError,
        "MAX can only wait at 'start' when it has no other action",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_rules_are_named(case):
    changed, error, words = BROKEN[case]
    with pytest.raises(error, match=words):
        solve(OneChoice(**changed))


def test_an_observation_is_told_from_an_action():
    class Told(OneChoice):
        def actions(self, state, player):
            able = {"start": (("a", "b"), (WAIT,))}
            return able.get(state, ((WAIT,), ("L", "R")))[player]

        def observation(self, state, player):
            # In b MIN learns "L" and acts; in a it acts "L" before it learns anything.
            return "L" if state == "b" and player == MIN else None

    with pytest.raises(RulesError, match="must tell its own action 'L' from an observation"):
        solve(Told())


class Circle:
    """Play that can come back while nobody learns anything."""

    start = 0

    def payoff(self, state):
        return 1 if state == 2 else None

    def actions(self, state, player):
        return (WAIT,)

    def outcomes(self, state, joint):
        return point(0).map(lambda _: 0) if state == 1 else point(1)

    def observation(self, state, player):
        return None


def never_asked(known):
    raise AssertionError("nobody decides anything")


ENDLESS = {
    "solve": lambda: solve(Circle()),
    "enclose": lambda: enclose(Circle(), 3),
    "best_response": lambda: best_response(Circle(), never_asked, MAX),
    "payoff_distribution": lambda: payoff_distribution(Circle(), (never_asked, never_asked)),
}


@pytest.mark.parametrize("ask", ENDLESS.values(), ids=ENDLESS)
def test_the_reason_is_that_players_may_know_more_without_end(ask):
    with pytest.raises(UnsolvableError, match="a player may know more, without end") as refused:
        ask()
    assert "backward induction" not in str(refused.value)


def test_a_long_programme_says_how_far_it_is():
    listing, said = [], []
    tree = game_tree(Leduc(), lambda done, total: listing.append(done))
    solve(Leduc(), lambda done, total: said.append(done))
    assert tree.situations > 0
    # the states are found first, then binary digits of the programme are
    assert said[: len(listing)] == listing
    assert len(said) > len(listing)


# --- bounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("digits", [1, 12, 60])
def test_bounds_hold_the_exact_value(digits):
    game = Leduc(ranks=2, raises=1)
    bounds, value = enclose(game, digits).value, solve(game).value
    assert bounds.lower <= value <= bounds.upper
    assert bounds.width <= Fraction(1, 10**digits)
    short = with_short_ends(bounds, digits)
    assert short.lower <= bounds.lower <= bounds.upper <= short.upper
    assert short.width <= Fraction(1, 10**digits)
    assert all((end * 10 ** (digits + 2)).denominator == 1 for end in (short.lower, short.upper))


def test_a_query_tells_short_ends():
    asked = evaluate_query("value()", {"game": Word("leduc"), "digits": 12})
    # SPEC prints -0.085606424078.
    assert asked.lower < Fraction(-85606424077, 10**12)
    assert asked.upper > Fraction(-85606424079, 10**12)
    assert 10**13 % asked.lower.denominator == 10**13 % asked.upper.denominator == 0

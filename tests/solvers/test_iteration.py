"""Games that come back: strategy iteration and enclosures against brute force over all pure
strategies.
"""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import listed, positional_values

from exactdice import (
    MAX,
    MIN,
    Bounds,
    DiceBattle,
    backward_induction,
    check,
    checker,
    point,
    profile_values,
    solve,
    solve_matrix_game,
)
from exactdice.errors import UnsolvableError
from exactdice.evaluation.best_response import best_response
from exactdice.evaluation.profiles import mean_length, payoff_law
from exactdice.graph import always_ends, endless, explore, is_cyclic, layers
from exactdice.proofs.solutions import proof
from exactdice.solvers import enclose, strategy_iteration, worth


@st.composite
def small_games(draw):
    """A random game in turns with few states, each of which may lead anywhere; payoffs are small
    fractions.
    """
    size = draw(st.integers(1, 5))
    ends = draw(st.lists(st.fractions(-2, 2, max_denominator=4), min_size=1, max_size=3))
    names = [f"s{k}" for k in range(size)] + [f"end{k}" for k in range(len(ends))]
    game = {}
    law = st.dictionaries(st.sampled_from(names), st.integers(1, 3), min_size=1, max_size=3)
    for k in range(size):
        moves = draw(st.lists(law, min_size=1, max_size=3))
        game[f"s{k}"] = (
            draw(st.sampled_from([MAX, MIN])),
            {f"a{n}": weights for n, weights in enumerate(moves)},
        )
    return game | {f"end{k}": payoff for k, payoff in enumerate(ends)}


def brute_force(game):
    """What each player guarantees at each state of the game as written, by `positional_values`."""
    index = {name: k for k, name in enumerate(game)}
    nodes = []
    for rule in game.values():
        if isinstance(rule, tuple):
            player, moves = rule
            laws = [
                {index[t]: Fraction(w, sum(law.values())) for t, w in law.items()}
                for law in moves.values()
            ]
            nodes.append((player, laws))
        else:
            nodes.append(rule)
    low, high = positional_values(nodes)
    return dict(zip(game, low, strict=True)), dict(zip(game, high, strict=True))


def reachable(game):
    """The states of the game as written that play can reach from s0."""
    return [node.state for node in explore(listed(game)).nodes]


@settings(max_examples=400)
@given(small_games())
def test_strategy_iteration_is_brute_force_over_all_pure_strategies(game):
    low, high = brute_force(game)
    states = reachable(game)
    rules = listed(game)
    if all(low[s] == high[s] for s in states):
        solution = strategy_iteration(rules)
        for s in states:
            if isinstance(game[s], tuple):
                assert solution.values[s] == low[s]
                means = {
                    a: sum(Fraction(w, sum(law.values())) * low[t] for t, w in law.items())
                    for a, law in game[s][1].items()
                }
                assert solution.optimal_actions[s] == tuple(
                    a for a, mean in means.items() if mean == low[s]
                )
        assert check(solution).startswith("value ")
        assert all(
            value == low[s] for s, value in profile_values(rules, solution.strategies).items()
        )
    else:
        with pytest.raises(UnsolvableError, match=r"^play need not end from "):
            strategy_iteration(rules)


@settings(max_examples=200)
@given(small_games(), st.integers(1, 30))
def test_bounds_hold_the_value_are_as_close_as_asked_and_proved(game, digits):
    low, high = brute_force(game)
    rules, states = listed(game), [s for s in reachable(game) if isinstance(game[s], tuple)]
    if any(low[s] != high[s] for s in states):
        with pytest.raises(UnsolvableError, match=r"^play need not end from "):
            enclose(rules, digits)
        return
    enclosed = enclose(rules, digits)
    for s in states:
        bounds = enclosed.bounds[s]
        assert bounds.lower <= low[s] <= bounds.upper
        assert bounds.width <= Fraction(1, 10**digits)
    assert check(enclosed).startswith("value ")


@settings(max_examples=150)
@given(small_games(), st.data())
def test_a_profile_and_a_best_response_are_brute_force_on_the_game_left(game, data):
    turns = {s: rule for s, rule in game.items() if isinstance(rule, tuple)}
    plan = {s: data.draw(st.sampled_from(list(rule[1]))) for s, rule in turns.items()}
    for fixed in ((MAX, MIN), (MAX,), (MIN,)):
        left = {
            s: (r[0], {plan[s]: r[1][plan[s]]}) if isinstance(r, tuple) and r[0] in fixed else r
            for s, r in game.items()
        }
        low, high = brute_force(left)
        states = [s for s in reachable(left) if s in turns]
        rules = listed(game)

        def values(fixed=fixed, rules=rules):
            if len(fixed) == 2:
                return profile_values(rules, (plan, plan))
            return best_response(rules, plan, MIN if fixed == (MAX,) else MAX).values

        if all(low[s] == high[s] for s in states):
            found = values()
            assert {s: found[s] for s in states} == {s: low[s] for s in states}
            if len(fixed) == 2:
                law = payoff_law(rules, (plan, plan))
                assert law.mean() == low["s0"]
        else:
            with pytest.raises(UnsolvableError, match=r"^play need not end from "):
                values()


@settings(max_examples=200)
@given(small_games())
def test_play_always_ends_just_when_the_worst_pair_of_strategies_ends_it(game):
    low, _ = brute_force(
        {s: (MIN, rule[1]) if isinstance(rule, tuple) else rule for s, rule in game.items()}
    )
    assert always_ends(explore(listed(game))) == all(low[s] > -inf for s in reachable(game))
    # one player moves everywhere and chooses second: minus infinity wherever it can keep play going


@settings(max_examples=200)
@given(small_games())
def test_layers_are_the_classes_of_states_that_lead_to_each_other_last_ones_first(game):
    graph = explore(listed(game))
    leads = [{k} for k in range(len(graph.nodes))]
    for _ in graph.nodes:
        for k, node in enumerate(graph.nodes):
            leads[k] |= {u for t in node.successors() for u in leads[t]}
    found = layers(graph)
    assert sorted(k for layer in found for k in layer) == list(range(len(graph.nodes)))
    for n, layer in enumerate(found):
        for k in layer:
            assert {t for t in leads[k] if k in leads[t]} == set(layer)
            assert leads[k] <= {t for earlier in found[: n + 1] for t in earlier}
        assert is_cyclic(graph, layer) == any(
            layer[0] in leads[t] for t in graph.nodes[layer[0]].successors()
        )


# --- what play without end does -------------------------------------------------------------------

WAITING = {"s0": (MAX, {"stop": {"bad": 1}, "wait": {"s0": 1}}), "bad": -1}
POLITE = {
    "s0": (MAX, {"take": {"win": 1}, "pass": {"t": 1}}),
    "t": (MIN, {"take": {"loss": 1}, "pass": {"s0": 1}}),
    "win": 1,
    "loss": -1,
}
NOBODY = POLITE | {"win": -1, "loss": 1}


def test_a_player_who_would_rather_wait_for_ever_is_named_with_the_state():
    with pytest.raises(
        UnsolvableError,
        match=r"^play need not end from 's0': MIN cannot end it there, and the rules do not say",
    ):
        solve(listed(WAITING))


def test_play_that_both_can_end_to_their_gain_is_solved_although_it_may_come_back():
    solution = solve(listed(POLITE))
    assert (solution.values["s0"], solution.values["t"]) == (1, -1)
    assert not always_ends(explore(solution.game))
    assert check(solution) == (
        "value 1 to MAX, over 2 states of an explicit graph from \"'s0'\" to 2 payoffs of -1 to 1"
    )


def test_play_that_both_can_end_but_only_at_a_loss_is_refused():
    # any common value in [-1, 1] satisfies the optimality equation
    with pytest.raises(
        UnsolvableError,
        match=r"^play need not end from 's0', 't': MIN cannot end it there without loss",
    ):
        solve(listed(NOBODY))


def test_the_ender_brings_the_end_nearer_by_the_choice_it_is_given():
    graph = explore(listed(POLITE))
    for player in (MAX, MIN):
        stuck, way = endless(graph, player)
        assert stuck == []
        k = graph.index["s0" if player == MAX else "t"]
        assert graph.nodes[k].actions[player][way[k]] == "take"


# --- Dice Battle with bust score 0, generic -------------------------------------------------------


def test_one_die_to_one_point_when_a_bust_adds_nothing():
    # a throw wins with chance 5/6, else the other is in the same place: w = 5/6 + 1/6 (1 - w), so w
    # = 6/7 and the gain 5/7
    game = DiceBattle(dice=1, target=1, bust_score=0)
    assert strategy_iteration(game).value == Fraction(5, 7)
    always = (lambda _: 1, lambda _: 1)
    assert payoff_law(game, always).probability(1) == Fraction(6, 7)
    assert mean_length(game, always) == Fraction(6, 5)  # geometric with chance 5/6


def test_without_cycles_it_is_backward_induction():
    game = DiceBattle(dice=2, target=7)
    mine, theirs = strategy_iteration(game), backward_induction(game)
    assert mine.method == theirs.method == "backward induction"
    assert dict(mine.values) == dict(theirs.values)
    assert dict(mine.optimal_actions) == dict(theirs.optimal_actions)


@settings(max_examples=20)
@given(st.integers(1, 3), st.integers(1, 9), st.integers(0, 2), st.integers(1, 40))
def test_two_precisions_nest_around_the_exact_value(dice, target, bust_score, digits):
    game = DiceBattle(dice, target, bust_score=bust_score)
    exact = strategy_iteration(game)
    wide, narrow = enclose(game, digits), enclose(game, digits + 10)
    for state, value in exact.values.items():
        for enclosed in (wide, narrow):
            assert enclosed.bounds[state].lower <= value <= enclosed.bounds[state].upper
        assert (
            narrow.bounds[state].width <= wide.bounds[state].width or wide.bounds[state].width == 0
        )


def test_a_finished_game_has_its_payoff_as_bounds():
    assert enclose(listed({"s0": Fraction(1, 3)}), 5).value == Bounds(
        Fraction(1, 3), Fraction(1, 3)
    )


@pytest.mark.parametrize("digits", [0, -1, 2.0, True, "50"])
def test_digits_must_be_a_whole_number(digits):
    with pytest.raises(UnsolvableError, match=r"^digits must be an int of 1 or more, got "):
        enclose(listed(POLITE), digits)


def test_a_proof_of_bounds_is_rejected_when_an_end_passes_the_value():
    game = DiceBattle(dice=2, target=3, bust_score=0)
    document, exact = proof(enclose(game, 5)), strategy_iteration(game)
    assert checker.check(document).startswith("value ")
    states = [node.state for node in explore(game).nodes if node.payoff is None]
    for k, state in enumerate(states):
        for end, beyond in ((0, Fraction(1, 10**9)), (1, Fraction(-1, 10**9))):
            changed = [list(pair) for pair in document["values"]]
            moved = checker.ratio_text(exact.values[state] + beyond)
            changed[k] = [changed[k][0], moved] if end else [moved, changed[k][1]]
            tampered = {key: part for key, part in document.items() if key != "digest"} | {
                "values": changed
            }
            with pytest.raises(checker.Rejected):
                checker.check(tampered | {"digest": checker.digest(tampered)})


def test_an_exact_fraction_beyond_the_budget_is_refused_naming_the_state(monkeypatch):
    monkeypatch.setattr(worth, "BIT_BUDGET", 20)
    with pytest.raises(
        UnsolvableError,
        match=(
            r"^the exact value of BattleState\(.*\) needs a fraction of more than 20 bits: "
            r"enclose"
        ),
    ):
        strategy_iteration(DiceBattle(dice=2, target=9))


def test_both_choosing_on_a_cycle_is_refused_naming_the_state():
    class Again:
        start = "s"

        def payoff(self, state):
            return {"s": None, "end": 1}[state]

        def actions(self, state, player):
            return ("x", "y")

        def outcomes(self, state, joint):
            return point("end" if joint[0] == joint[1] else state)

    with pytest.raises(
        UnsolvableError, match=r"can come back to 's', where both players choose at once"
    ):
        strategy_iteration(Again())


# --- both choosing on a cycle: bounds -------------------------------------------------------------


@st.composite
def repeated_matrices(draw):
    """One state with a matrix of (payoff, chance to play again), the other chance ending with the
    payoff.
    """
    size = st.integers(1, 3)
    rows, columns = draw(size), draw(size)
    entry = st.tuples(st.integers(-3, 3), st.fractions(0, Fraction(5, 6), max_denominator=6))
    return [[draw(entry) for _ in range(columns)] for _ in range(rows)]


def repeated(matrix):
    moves = {}
    for a, row in enumerate(matrix):
        for b, (payoff, again) in enumerate(row):
            law = {f"paid {payoff}": again.denominator - again.numerator, "s0": again.numerator}
            moves[a, b] = {t: w for t, w in law.items() if w}
    return listed({"s0": moves} | {f"paid {payoff}": payoff for row in matrix for payoff, _ in row})


@settings(max_examples=100)
@given(repeated_matrices(), st.integers(2, 40))
def test_bounds_hold_the_fixed_point_of_a_repeated_matrix_game(matrix, digits):
    # v -> val(A + v B) - v falls, so its sign at the ends tells on which side of them the value is
    if (
        len(matrix) == 1
        or len(matrix[0]) == 1
        or all(again == 0 for row in matrix for _, again in row)
    ):
        return  # no cycle on which both choose
    bounds = enclose(repeated(matrix), digits).value
    assert bounds.width <= Fraction(1, 10**digits)

    def after(v):
        return solve_matrix_game(
            [[payoff * (1 - again) + v * again for payoff, again in row] for row in matrix]
        ).value

    assert after(bounds.lower) >= bounds.lower
    assert after(bounds.upper) <= bounds.upper


def test_the_bounds_of_a_repeated_matrix_game_are_proved():
    matrix = [[(1, Fraction(1, 2)), (-1, Fraction(1, 3))], [(-1, Fraction(0)), (2, Fraction(1, 2))]]
    enclosed = enclose(repeated(matrix), 30)
    assert check(enclosed).startswith("value ")
    with pytest.raises(
        UnsolvableError,
        match=(
            r"can come back to 's0', where both players choose at once: its value need not "
            r"be a fraction"
        ),
    ):
        solve(repeated(matrix))


def test_matching_pennies_played_until_they_match_is_refused_by_both():
    # MAX could let play go on for ever with the help of MIN
    game = listed(
        {"s0": {(a, b): {"end" if a == b else "s0": 1} for a in "xy" for b in "xy"}, "end": 1}
    )
    for solver in (solve, lambda game: enclose(game, 5)):
        with pytest.raises(
            UnsolvableError, match=r"can come back to 's0', where both players choose at once"
        ):
            solver(game)


@st.composite
def concurrent_games(draw):
    """Two or three states, 2 x 2 actions each; every law may end the game, so play ends whatever
    the players do.
    """
    states = [f"s{k}" for k in range(draw(st.integers(2, 3)))]
    game = {}
    for state in states:
        laws = {(a, b): {draw(st.sampled_from(["win", "loss"])): 1} for a in "xy" for b in "xy"}
        for law in laws.values():
            law.update(
                draw(st.dictionaries(st.sampled_from(states), st.integers(1, 3), max_size=2))
            )
        game[state] = laws
    return game | {"win": 1, "loss": -1}


@settings(max_examples=60)
@given(concurrent_games(), st.integers(1, 30))
def test_bounds_on_cycles_of_simultaneous_choices_are_proved_by_the_checker(game, digits):
    enclosed = enclose(listed(game), digits)
    assert all(bounds.width <= Fraction(1, 10**digits) for bounds in enclosed.bounds.values())
    assert check(enclosed).startswith("value ")


@pytest.mark.parametrize("stay", [10**3, 10**8, 10**400])
def test_bounds_on_a_simultaneous_cycle_that_is_rarely_left(stay):
    laws = [
        {"s1": stay, "win": 1},
        {"s0": stay, "loss": 1},
        {"s0": stay, "loss": 1},
        {"s1": stay, "win": 1},
    ]
    game = {
        s: dict(zip([(a, b) for a in "xy" for b in "xy"], laws, strict=True)) for s in ("s0", "s1")
    } | {"win": 1, "loss": -1}
    enclosed = enclose(listed(game), 5)
    assert enclosed.value.width <= Fraction(1, 10**5)
    assert check(enclosed).startswith("value ")


def test_few_digits_suffice_where_play_hardly_ever_ends():
    game = {
        "s0": (MAX, {"go": {"s1": 10**50, "loss": 1}, "leave": {"win": 1}}),
        "s1": (MIN, {"back": {"s0": 10**50, "win": 1}, "leave": {"loss": 1}}),
    }
    game |= {"win": -1, "loss": 1}
    exact = strategy_iteration(listed(game)).value
    bounds = enclose(listed(game), 5).value
    assert bounds.lower <= exact <= bounds.upper
    assert bounds.width <= Fraction(1, 10**5)


def test_a_forced_action_that_is_not_called_wait_is_no_choice():
    laws = {("a", "forced"): {"s0": 1, "win": 1}, ("b", "forced"): {"s0": 1, "win": 1, "loss": 1}}
    solution = strategy_iteration(listed({"s0": laws, "win": 1, "loss": -1}))
    assert solution.value == 1
    assert solution.strategies[MIN]["s0"] == point("forced")
    assert check(solution).startswith("value 1 ")


def test_linear_layers_of_long_ladders_are_solved():
    # the gambler's ruin: the chance to reach n before 0 from k with even odds is k/n
    n = 400
    game = {
        f"s{k}": (
            MAX,
            {"go": {f"s{k - 1}" if k > 1 else "ruin": 1, f"s{k + 1}" if k < n - 1 else "rich": 1}},
        )
        for k in range(1, n)
    }
    game = {"s200": game["s200"]} | game | {"ruin": 0, "rich": 1}
    values = strategy_iteration(listed(game)).values
    assert all(values[f"s{k}"] == Fraction(k, n) for k in range(1, n))

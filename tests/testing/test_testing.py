"""The testing kit: what is drawn keeps its word, shrinks to a few characters, and the oracle says
what is wrong.
"""

import subprocess
import sys
import tomllib
from fractions import Fraction
from itertools import product

import numpy
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from oracles import positional_values

from exactdice import (
    MAX,
    MIN,
    WAIT,
    BattleState,
    Bounds,
    DiceBattle,
    Distribution,
    check,
    die,
    profile_values,
    solve,
    strategy_iteration,
    total_of,
)
from exactdice.distribution import point
from exactdice.errors import ExactDiceError, InexactError, QueryError, RulesError
from exactdice.exact import decimal_text
from exactdice.graph import backward_order, explore, is_cyclic, layers
from exactdice.lp import Status, proved
from exactdice.lp.solve import optimum
from exactdice.matrices.solve import is_equilibrium, solve_matrix_game
from exactdice.testing import (
    Listed,
    Stored,
    arenas,
    battles,
    check_game,
    die_laws,
    exact,
    exact_numbers,
    games_in_turns,
    laws,
    matrix_games,
    one_player_games,
    profiles,
    recurring_games,
    simultaneous_games,
    solved_matrix_games,
    solved_programmes,
)
from exactdice.testing.generate_games import MAX_ACTIONS

quick = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
KINDS = {
    "in turns": games_in_turns,
    "one player": one_player_games,
    "recurring": recurring_games,
    "simultaneous": simultaneous_games,
}


SHRINKING = settings(
    max_examples=500, database=None, derandomize=True, phases=[Phase.generate, Phase.shrink]
)


def smallest(strategy, condition=lambda _: True):
    return find(strategy, condition, settings=SHRINKING)


# --- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
@quick
@given(st.data())
def test_games_keep_the_protocol_and_their_solution_is_proved(name, data):
    game = data.draw(KINDS[name]())
    assert check_game(game).startswith(f"the rules are kept at all {len(game.table)} states")
    assert check(solve(game)).startswith("value")


@pytest.mark.parametrize("name", KINDS)
@quick
@given(st.data())
def test_games_are_of_their_kind(name, data):
    game = data.draw(KINDS[name]())
    nodes = explore(game).nodes
    assert {node.state for node in nodes} == set(game.table)
    for node in nodes:
        if node.payoff is None:
            assert name == "simultaneous" or node.mover is not None
            assert name != "one player" or node.actions[MIN] == (WAIT,)
    if name != "recurring":
        backward_order(explore(game))


@quick
@given(recurring_games(most_states=4, most_actions=2))
def test_recurring_games_are_worth_what_brute_force_over_all_strategies_says(game):
    graph = explore(game)
    low, high = positional_values(nodes_of(graph))
    assert low == high
    assert all(
        strategy_iteration(game).values.get(n.state, n.payoff) == v
        for n, v in zip(graph.nodes, low, strict=True)
    )


def nodes_of(graph):
    return [
        node.payoff
        if node.payoff is not None
        else (node.mover, [{t: Fraction(w, total) for t, w in law} for law, total in node.moves()])
        for node in graph.nodes
    ]


def test_every_kind_reaches_what_is_peculiar_to_it():
    cyclic = smallest(
        recurring_games(3),
        lambda game: any(is_cyclic(explore(game), layer) for layer in layers(explore(game))),
    )
    assert repr(cyclic) == "Listed({0: {('a', 'wait'): {0: 1, 1: 1}}, 1: 0})"
    mixing = smallest(
        simultaneous_games(4, 2),
        lambda game: any(len(law) > 1 for pair in solve(game).mixtures.values() for law in pair),
    )
    assert len(mixing.table) == 3
    assert sorted(mixing.table.values(), key=str)[:2] == [0, 1]
    assert {len(law) for law in mixing.table[0].values()} <= {1, 2}
    reply = smallest(
        games_in_turns(),
        lambda game: any(node.mover == MIN for node in explore(game).nodes if node.payoff is None),
    )
    assert repr(reply) == "Listed({0: {('wait', 'a'): {1: 1}}, 1: 0})"


@pytest.mark.parametrize("name", KINDS)
def test_games_shrink_to_one_finished_state(name):
    assert repr(smallest(KINDS[name]())) == "Listed({0: 0})"


def test_a_counterexample_is_small_and_its_repr_is_the_game():
    """A wrong law, that the value of a game is a payoff of it, gets a counterexample of three
    states and one coin.
    """
    game = smallest(
        games_in_turns(4),
        lambda game: (
            solve(game).value not in [v for v in game.table.values() if not isinstance(v, dict)]
        ),
    )
    assert repr(game) == "Listed({0: {('a', 'wait'): {1: 1, 2: 1}}, 1: 0, 2: 1})"
    assert eval(repr(game)) == game
    assert hash(eval(repr(game))) == hash(game)


@quick
@given(st.sampled_from([games_in_turns, recurring_games, simultaneous_games]), st.data())
def test_profiles_are_legal_and_worth_no_more_than_the_value_against_an_optimal_opponent(
    kind, data
):
    game = data.draw(kind())
    profile = data.draw(profiles(game))
    solution = solve(game)
    assert set(profile[MAX]) == set(profile[MIN]) == set(solution.values)
    for state, value in profile_values(game, (profile[MAX], solution.strategies[MIN])).items():
        assert value <= solution.values[state]
    for state, value in profile_values(game, (solution.strategies[MAX], profile[MIN])).items():
        assert value >= solution.values[state]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, "a listed game needs a table of at least one state, got {}"),
        ({0: 0.5}, "the payoff of 0 must be exact"),
        ({0: {"a": {0: 1}}}, "state 0 must list joint actions"),
        ({0: {}}, "state 0 must list joint actions"),
        (
            {0: {("a", "x"): {1: 1}, ("b", "y"): {1: 1}}, 1: 0},
            "state 0 must list every joint action, but ('a', 'y') is missing",
        ),
        (
            {0: {("a", "wait"): {7: 1}}},
            "state 0 leads by ('a', 'wait') to 7, which the table does not list",
        ),
        ({0: {("a", "wait"): {1: 0.5}}, 1: 0}, "weight of 1 must be a non-negative int, got 0.5"),
    ],
)
def test_a_listed_game_is_checked_at_the_door(table, said):
    with pytest.raises(ExactDiceError) as caught:
        Listed(table)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("most", [0, len(MAX_ACTIONS) + 1])
@pytest.mark.parametrize("kind", KINDS.values())
def test_more_actions_than_there_are_names_are_refused(kind, most):
    with pytest.raises(RulesError, match=f"most_actions must be an int from 1 to 8, got {most}"):
        kind(most_actions=most)


@quick
@given(battles())
def test_battles_are_solved_by_the_fast_path_as_by_the_generic_solver(game):
    assert solve(game).value == strategy_iteration(game).value


# --- laws, matrix games, programmes, arenas -------------------------------------------------------


@given(laws(), die_laws(), exact_numbers(-2, 5, 4))
def test_laws_dice_and_numbers(law, one, number):
    assert sum(law.probability(x) for x in law) == 1
    assert min(one) >= 1
    assert max(one) <= 6
    assert -2 <= number <= 5
    assert number.denominator <= 4
    assert isinstance(number, int) == (number.denominator == 1)


def test_what_shrinks_is_short():
    assert smallest(laws()) == point(0)
    assert smallest(die_laws()) == die(2)
    assert smallest(battles()) == DiceBattle(dice=1, target=1)
    assert smallest(matrix_games()) == ((0,),)
    assert smallest(arenas()) == {0: ()}
    assert smallest(die_laws(), lambda one: len(set(one.weights.values())) > 1) in (
        Distribution({1: 1, 2: 2}),
        Distribution({1: 2, 2: 1}),
    )
    matrix, solution = smallest(
        solved_matrix_games(), lambda drawn: min(drawn[1].row) > 0 and len(drawn[1].row) == 2
    )
    assert solution.row == (Fraction(1, 2), Fraction(1, 2))
    assert set(sum(matrix, ())) == {0}


@given(matrix_games())
def test_matrix_games_have_a_value(matrix):
    assert is_equilibrium(matrix, solve_matrix_game(matrix))


@given(solved_matrix_games())
def test_solved_matrix_games_are_right_and_the_solver_agrees(drawn):
    matrix, solution = drawn
    for side, lines, sign in (
        (solution.row, list(zip(*matrix, strict=True)), 1),
        (solution.column, matrix, -1),
    ):
        assert sum(side) == 1
        assert min(side) >= 0
        assert (
            min(sign * sum(p * v for p, v in zip(side, line, strict=True)) for line in lines)
            == sign * solution.value
        )
    assert solve_matrix_game(matrix).value == solution.value


@given(solved_programmes())
def test_solved_programmes_are_right_and_the_solver_agrees(drawn):
    program, known = drawn
    x, y = known.x, known.y
    assert min(x) >= 0
    assert min(y) >= 0
    for row, weight in zip(program.rows, y, strict=True):
        activity = sum(a * x[j] for j, a in row.coefficients.items())
        assert activity == row.upper if weight else activity <= row.upper
    assert (
        known.value
        == sum(c * x[j] for j, c in program.objective.items())
        == sum(w * r.upper for w, r in zip(y, program.rows, strict=True))
    )
    assert proved(program, known)
    found = optimum(program)
    assert (found.status, found.value) == (Status.OPTIMAL, known.value)


@given(arenas())
def test_arenas_have_no_cycle_and_list_every_vertex(arena):
    assert all(after > k for k, successors in arena.items() for after in successors)
    assert set(arena) == set(range(len(arena)))
    assert all(after in arena for successors in arena.values() for after in successors)


def test_arenas_reach_every_small_graph():
    edges = list(product(*[[(), (1,), (2,), (1, 2)], [(), (2,)], [()]]))
    for successors in edges:
        wanted = dict(enumerate(successors))
        assert smallest(arenas(3), lambda arena, wanted=wanted: arena == wanted) == wanted


# --- the oracle -----------------------------------------------------------------------------------


def wrong(call, *arguments, **given):
    with pytest.raises(AssertionError) as caught:
        call(*arguments, **given)
    return str(caught.value)


SIXTH = Fraction(1, 6)
NEAR = float(SIXTH)  # correctly rounded


@given(st.fractions(0, 1).filter(bool), st.integers(-6, 6), st.integers(0, 6))
def test_close_counts_ulps_exactly(number, steps, allowed):
    """A float some floats away from the exact value is within n ulps exactly when its exact
    distance is.
    """
    value = float(number)
    for _ in range(abs(steps)):
        value = numpy.nextafter(value, numpy.inf if steps > 0 else -numpy.inf)
    distance = abs(Fraction(float(value)) - number) / Fraction(float(numpy.spacing(float(number))))
    call = (value, f"{number.numerator}/{number.denominator}")
    if distance <= allowed:
        exact.close(*call, ulps=allowed)
    else:
        assert f"where {allowed} may be" in wrong(exact.close, *call, ulps=allowed)


def test_close_knows_the_type_of_the_value():
    exact.close(numpy.float32(NEAR), "P(1,2)")
    exact.close(numpy.float64(NEAR), "P(1,2)")
    exact.close(numpy.longdouble(1) / 6, "P(1,2)")
    assert "ulps" in wrong(exact.close, float(numpy.float32(NEAR)), "P(1,2)")
    exact.close(SIXTH, "P(1,2)")
    exact.close(numpy.int64(3), "best_dice(3)")
    assert (
        wrong(exact.close, Fraction(1, 7), "P(1,2)")
        == "1/7 for P(1,2): the exact value is 1/6, about 0.16666666666666666667; off by 1/42"
    )
    assert (
        wrong(exact.close, 4, "best_dice(3)")
        == "4 for best_dice(3): the exact value is 3; off by 1"
    )
    for value in (float("nan"), float("inf"), numpy.float32("nan")):
        assert "the exact value is 1/6" in wrong(exact.close, value, "P(1,2)")
    for value in (True, "1/6", None, numpy.array([NEAR])):
        with pytest.raises(
            InexactError, match="a number to compare must be a float, an int or a Fraction"
        ):
            exact.close(value, "P(1,2)")


def test_a_negative_tolerance_is_refused():
    with pytest.raises(RulesError, match="ulps must be 0 or more, got -1"):
        exact.close(1 / 6, "P(1,2)", ulps=-1)


def test_close_with_options_names_and_a_scale():
    game = DiceBattle(dice=2, target=6)
    value = float(solve(game).value)
    exact.close(value, "EG(i,j)", i=0, j=numpy.int64(0), dice=2, target=6)
    exact.close(value, "EG(0,0)", dice=2, target=6, variant="turns")
    assert wrong(exact.close, value, "EG(0,0)", dice=2, target=7).startswith(
        f"{value} for EG(0,0) (dice=2, target=7): the exact value is"
    )
    exact.close(1e-17, "P(1,2) - 1/6", scale=1)
    wrong(exact.close, 1e-17, "P(1,2) - 1/6")
    with pytest.raises(InexactError, match=r"^target must be exact"):
        exact.close(value, "EG(0,0)", target=6.0)
    with pytest.raises(QueryError, match="unknown option"):
        exact.close(value, "EG(0,0)", dices=3)


def test_close_with_bounds_laws_sets_and_expressions():
    exact.close(0.5, "EG(0,0) + 1/2", variant="simultaneous", dice=2, target=6, digits=30, scale=1)
    with pytest.raises(QueryError, match="ask for more digits"):
        exact.close(0.0, "EG(3,0)- EG(3,0)", variant="simultaneous", dice=3, target=9, digits=1)
    exact.close(5.7348, "best_dice_real()", ulps=10**12)
    wrong(exact.close, 5.7349, "best_dice_real()", ulps=10**10)
    law = one_shot_mixture = {2: 1520 / 8657, 3: 11457 / 216425, 5: 166968 / 216425}
    exact.close(law, "one_shot_strategy()", dice=10)
    exact.close({**one_shot_mixture, 7: 0.0}, "one_shot_strategy()", dice=10)
    assert wrong(exact.close, {**law, 7: 0.1}, "one_shot_strategy()", dice=10).endswith(
        ": at 7, the exact value is 0; off by more than 10^15 ulps, where 1 may be"
    )
    with pytest.raises(InexactError, match="a law must be given as a mapping"):
        exact.close(0.5, "one_shot_strategy()", dice=10)
    third = {2: 1 / 3, 3: 1 / 3, 1: 1 / 3}
    assert "at " in wrong(exact.close, third, "one_shot_strategy()", dice=3)
    assert "exact value" in wrong(exact.close, {1}, "OPT_all(0,0)", dice=2, target=1)
    exact.close({1, 2}, "OPT_all(0,0)", dice=2, target=1)


def test_optimal():
    options = {"dice": 2, "target": 1}  # whoever throws first wins: every number of dice is optimal
    exact.optimal(1, "OPT_all(0,0)", **options)
    exact.optimal(numpy.int64(2), "OPT_all(0,0)", **options)
    exact.optimal(1, "OPT(0,0)", **options)
    assert (
        wrong(exact.optimal, 2, "OPT(0,0)", **options)
        == "2 for OPT(0,0) (dice=2, target=1): optimal is 1"
    )
    assert (
        wrong(exact.optimal, 3, "OPT_all(0,0)", **options)
        == "3 for OPT_all(0,0) (dice=2, target=1): optimal is {1, 2}"
    )
    exact.optimal(5, "one_shot_strategy()", dice=10)
    wrong(exact.optimal, 1, "one_shot_strategy()", dice=10)


def test_a_table_is_compared_cell_by_cell():
    game = DiceBattle(dice=2, target=5)
    solution = solve(game)
    gains = numpy.array(
        [[float(solution.values[BattleState(i, j)]) for j in range(5)] for i in range(5)]
    )
    ranges = {"i": range(5), "j": range(5), "dice": 2, "target": 5}
    exact.table(gains, "EG(i,j)", **ranges)
    exact.table(
        [[solution.values[BattleState(i, j)] for j in range(5)] for i in range(5)],
        "EG(i,j)",
        **ranges,
    )
    exact.table(
        [[solution.optimal_actions[BattleState(i, j)][-1] for j in range(5)] for i in range(5)],
        "OPT_all(i,j)",
        **ranges,
    )
    gains[3, 1] += 1e-9
    lines = wrong(exact.table, gains, "EG(i,j)", **ranges).splitlines()
    assert lines[0] == "1 of 25 cells of EG(i,j) (dice=2, target=5) are wrong:"
    assert lines[1].startswith(f"  i=3, j=1: {gains[3, 1]}: the exact value is ")
    lines = wrong(exact.table, numpy.zeros((5, 5)), "EG(i,j)", **ranges).splitlines()
    assert lines[-1] == "  ... and 17 more"
    exact.table([1, 2], "best_dice(d)", d=range(1, 3))
    for computed, said in (
        ([1], "the computed table must have a length of 2, got 1"),
        (7, "the computed table must have a length of 2, got 7"),
    ):
        with pytest.raises(QueryError, match=said):
            exact.table(computed, "best_dice(d)", d=range(1, 3))
    with pytest.raises(
        QueryError, match="row 0 of the computed table must have a length of 5, got 1"
    ):
        exact.table([[1]] * 5, "EG(i,j)", **ranges)


def test_a_sample_mean_is_judged_by_its_exact_law():
    exact.consistent(3.5, "EP(1) + 0", games=10**6)
    assert wrong(exact.consistent, 3.0, "EP(1)", games=10**4).startswith(
        "3.0 for EP(1) over 10000 games: the exact mean is 7/2, about 3.5"
    )
    exact.consistent(Fraction(4, 6), "win(dice(1), dice(1))", games=6, target=2)
    assert "which no games give" in wrong(exact.consistent, float("nan"), "EP(1)", games=10)
    for games in (1, 1.5, None):
        with pytest.raises(QueryError, match="games, the number of random games"):
            exact.consistent(3.5, "EP(1)", games=games)
    with pytest.raises(QueryError, match="not the mean of something random"):
        exact.consistent(1.0, "OPT(0,0)", games=10, target=5)


def test_a_mean_of_few_skewed_games_fails_by_a_proven_bound_alone():
    # one 3 or two 2s among 100 throws give it: about one run in 100, where the normal law says
    # 10^-18
    exact.consistent(1.02, "EP(1)", games=100, weights=(9998, 1, 1))
    assert "p at most 0.0" in wrong(
        exact.consistent, 1.02, "EP(1)", games=100, alpha=Fraction(1, 10), weights=(9998, 1, 1)
    )


@pytest.mark.parametrize("weights", [(9998, 1, 1), (98, 1, 1), (50, 1, 49), (1, 1, 1), (1, 1, 98)])
@pytest.mark.parametrize("games", [2, 3, 8, 20])
def test_a_mean_fails_no_oftener_than_alpha(weights, games):
    """The law of the sum by convolution: the means that fail have together a chance of at most
    alpha.
    """
    one = Distribution(dict(enumerate(weights, 1)))
    total = total_of([one] * games)
    alpha = Fraction(1, 20)

    def fails(points):
        try:
            exact.consistent(
                Fraction(points, games), "EP(1)", games=games, alpha=alpha, weights=weights
            )
        except AssertionError:
            return True
        return False

    assert sum(total.probability(points) for points in total if fails(points)) <= alpha


# --- stored values --------------------------------------------------------------------------------

leaves = (
    exact_numbers()
    | laws()
    | st.frozensets(st.integers(0, 9))
    | st.booleans()
    | st.none()
    | st.text(max_size=5)
)
nested = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3)
    ),
)
encodable = nested.filter(lambda values: "\\ud" not in ascii(values))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=encodable, other=encodable)
def test_what_is_stored_is_equal_and_only_that(tmp_path, values, other):
    from exactdice.testing.regression import _listed

    path = tmp_path / "deep" / "values.toml"
    try:
        entries = _listed(values)
    except ExactDiceError:  # two values of the same name
        return
    Stored(path, update=True).check(values)
    Stored(path).check(values)
    assert tomllib.loads(path.read_text(encoding="utf-8")) == entries
    again = Stored(path, update=True)
    again.check(values)
    assert not again.written
    try:
        differ = _listed(other) != entries
    except ExactDiceError:
        return
    if differ:
        wrong(Stored(path).check, other)


def test_differences_are_exact(tmp_path):
    huge = Fraction(10**5000 + 1, 10**5000)
    path = tmp_path / "values.toml"
    Stored(path, update=True).check({"huge": huge, "law": die(2), "gone": 1, "b": Bounds(0, 1)})
    lines = wrong(
        Stored(path).check, {"huge": 1, "law": die(3), "new": [True], "b": Bounds(0, 1)}
    ).splitlines()
    assert lines[0] == "4 of 5 exact values are not as stored in values.toml:"
    assert lines[1].startswith("  huge: 1000000000")
    assert lines[1].endswith("1/10000000...(5001 digits)...00000000 (about 0.0000000000) less")
    assert lines[2:] == [
        "  law: {1: 1/2, 2: 1/2} before, {1: 1/3, 2: 1/3, 3: 1/3} now",
        "  gone: 1 before, missing now",
        "  new[0]: True now, not stored before",
    ]


def test_stored_values_refuse_what_is_not_exact_or_not_readable(tmp_path):
    path = tmp_path / "values.toml"
    with pytest.raises(InexactError, match=r"^a\[1\] must be exact"):
        Stored(path, update=True).check({"a": [1, 0.5]})
    assert not path.exists()
    assert "no exact values are stored in" in wrong(Stored(path).check, [1, 2])
    with pytest.raises(ExactDiceError, match="two of the values to store have the same name '1'"):
        Stored(path).check({1: 2, "1": 3})
    for content in ("a = 1", "a =", b"\xff"):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(ExactDiceError, match=r"values\.toml: the "):
            Stored(path).check(1)


# --- without hypothesis ---------------------------------------------------------------------------


def test_all_but_the_strategies_works_without_hypothesis():
    program = """
import sys
sys.modules["hypothesis"] = None
from exactdice import DiceBattle
from exactdice.testing import Listed, check_game, exact
print(check_game(DiceBattle(dice=1, target=1)))
exact.close(0.5, "1/2")
try:
    from exactdice.testing import laws
except ImportError as error:
    print(error)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == [
        "the rules are kept at all 7 states",
        "exactdice.testing.laws needs hypothesis: pip install hypothesis",
    ]


def test_an_unknown_name_is_an_attribute_error():
    import exactdice.testing

    with pytest.raises(
        AttributeError, match=r"module 'exactdice\.testing' has no attribute 'throws'"
    ):
        _ = exactdice.testing.throws
    assert all(hasattr(exactdice.testing, name) for name in exactdice.testing.__all__)


def test_the_value_of_a_game_is_printed_as_it_is():
    assert (
        decimal_text(solve(Listed({0: {("a", "wait"): {1: 2, 2: 1}}, 1: 0, 2: 1})).value, 3)
        == "0.333"
    )


@pytest.mark.parametrize("wins", [6038, 5990])
def test_the_mean_of_right_random_games_is_consistent_however_it_is_summed(wins):
    """A float mean has lost digits to cancellation or to a running sum; the chance to win is about
    0.602, so both counts are usual.
    """
    games, given = 10_001, {"dice": 3, "target": 20}
    exact_mean = Fraction(2 * wins - games, games)
    running = 0.0
    for k in range(1, games + 1):
        running += ((1 if k <= wins else -1) - running) / k
    for mean in (
        (2 * wins - games) / games,
        1 - 2 * (games - wins) / games,
        running,
        numpy.float64(running),
    ):
        assert abs(Fraction(float(mean)) - exact_mean) < Fraction(1, 10**12)
        exact.consistent(mean, "gain(blind, optimal)", games=games, **given)
    assert "the exact mean is" in wrong(
        exact.consistent, 0.0, "gain(blind, optimal)", games=games, **given
    )

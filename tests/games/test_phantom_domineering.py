"""Domineering and Phantom Domineering: rules by brute force, published outcomes, playouts, double
oracle, bandit, the answer sheet.
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import exp, factorial, log, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import (
    MAX,
    MIN,
    Domineering,
    PhantomDomineering,
    backward_induction,
    solve,
    solve_matrix_game,
)
from exactdice.errors import ExactDiceError, RulesError, UnsolvableError
from exactdice.exam.bandit_run import approach, approach_lines
from exactdice.exam.paper import SheetFormat, answer_sheet, sheet_lines
from exactdice.games.domineering.rules import drawing
from exactdice.games.phantom_domineering.fast import (
    first_free,
    listed_solution,
    orders,
    phantom_lines,
    phantom_solution,
)
from exactdice.games.phantom_domineering.rules import (
    banned_at,
    index_of,
    legal_places,
    list_at,
    move_count,
    permutation,
    played,
    sequence,
    shown_game,
    winner,
)
from exactdice.games.phantom_domineering.sure import sure_list
from exactdice.matrices.bandit import Learner, bandit, guarantees, rate, regret_bound
from exactdice.matrices.by_lines import certain_solution, line_oracles, solve_large_game
from exactdice.matrices.double_oracle import Answers, Oracles, double_oracle
from exactdice.queries.evaluate import evaluate_query

# --- oracles: the rules once more, on sets of cells -----------------------------------------------


def dominoes(rows, columns, player):
    """The two cells of each move, by the index of the paper."""
    if player == 1:
        return [{(i, j), (i, j + 1)} for i in range(rows) for j in range(columns - 1)]
    return [{(i, j), (i + 1, j)} for i in range(rows - 1) for j in range(columns)]


def first_wins(rows, columns, banned, first, second):
    """Whether player 1 wins, each playing the first legal move of its list."""
    taken, turn = set(banned), 0
    while True:
        cells = dominoes(rows, columns, turn % 2 + 1)
        legal = [m for m in (first, second)[turn % 2] if not cells[m] & taken]
        if not legal:
            return turn % 2 == 1
        taken |= cells[legal[0]]
        turn += 1


def mover_wins(rows, columns, banned):
    """Whether the first player, horizontal, wins when both see everything."""

    @cache
    def wins(taken, player):
        return any(
            not wins(taken | frozenset(d), 3 - player)
            for d in dominoes(rows, columns, player)
            if not d & taken
        )

    return wins(frozenset(banned), 1)


boards = st.tuples(st.integers(1, 4), st.integers(1, 4)).filter(lambda sides: sides != (1, 1))


@st.composite
def games(draw, **options):
    """A board with some cells banned and room for a domino."""
    rows, columns = draw(boards)
    cells = list(product(range(rows), range(columns)))
    banned = draw(st.lists(st.sampled_from(cells), max_size=3, unique=True))
    try:
        return PhantomDomineering(rows, columns, tuple(banned), **options)
    except RulesError:
        return PhantomDomineering(rows, columns, **options)


# --- the generator and the permutations -----------------------------------------------------------


@pytest.mark.parametrize("b", range(1, 8))
def test_each_permutation_has_one_index_in_a_period(b):
    lists = [permutation(n, b) for n in range(factorial(b))]
    assert set(lists) == set(permutations(range(b)))
    assert [index_of(order) for order in lists] == list(range(factorial(b)))
    assert [permutation(n + factorial(b), b) for n in range(0, factorial(b), 7)] == lists[::7]


def test_a_permutation_by_hand():
    # n = 7, e = 0123: 7 mod 4 = 3 takes 3; n = 1, e = 012: takes 1, e = 02; n = 0: takes 0, e = 2:
    # takes 2
    assert permutation(7, 4) == (3, 1, 0, 2)


@given(st.integers(1, 20), st.lists(st.integers(0, 64006), min_size=1, max_size=20))
def test_permutations_in_arrays_are_the_same(b, indices):
    assert orders(indices, b).tolist() == [list(permutation(n, b)) for n in indices]


@given(st.integers(0, 64006))
def test_the_generator_follows_its_recurrence(u0):
    terms = sequence(u0, 30)
    assert terms[0] == u0
    assert all(b == 15091 * a % 64007 for a, b in pairwise(terms))
    assert evaluate_query("u(29)", {"u0": u0}) == terms[29]


# --- Domineering ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "value"), [(2, 1), (3, 1), (4, 1), (5, -1), (6, 1)])
def test_known_outcomes_of_square_boards(size, value):
    """Breuker, Uiterwijk and van den Herik, Solving 8 x 8 Domineering (2000): the second player
    wins on 5 x 5, the first on the others.
    """
    assert solve(Domineering(size, size)).value == value


@settings(max_examples=25)
@given(games())
def test_proof_search_agrees_with_the_rules_on_sets_and_with_backward_induction(game):
    board = game.board
    if board.rows * board.columns <= 12:
        generic, found = backward_induction(board), solve(board)
        assert (found.value == 1) == mover_wins(board.rows, board.columns, board.banned)
        assert {state: found.values[state] for state in generic.values} == dict(generic.values)
        assert {state: found.optimal_actions[state] for state in generic.values} == dict(
            generic.optimal_actions
        )


def test_mirrors_that_move_a_banned_cell_are_not_used():
    game = Domineering(3, 4, banned=((0, 0), (2, 2)))
    assert set(solve(game).values) <= set(backward_induction(game).values)


# --- one game of two lists ------------------------------------------------------------------------


@given(games(), st.randoms(use_true_random=False))
def test_arrays_of_games_are_the_games_one_by_one(game, rng):
    first, second = (
        [permutation(rng.randrange(10**6), b) if b else () for _ in range(5)]
        for b in (move_count(game, 0), move_count(game, 1))
    )
    for a, b in product(first, second):
        assert winner(game, a, b) == first_wins(game.rows, game.columns, game.banned, a, b)
    drawn = PhantomDomineering(
        game.rows, game.columns, game.banned, lists=20, u0=rng.randrange(64007)
    )
    lines = phantom_lines(drawn)
    for i in range(lines.shape[0]):
        row = [
            winner(game, lines.priorities(MAX, i), lines.priorities(MIN, j))
            for j in range(lines.shape[1])
        ]
        assert lines.row(i).tolist() == row
        assert [int(lines.column(j)[i]) for j in range(lines.shape[1])] == row
        assert lines.row(i, np.array([lines.shape[1] - 1])).tolist() == row[-1:]


WIDE = [  # a block of free cells far out on a wide board, and the same block alone
    ((1, 300), (0, 290), (1, 3), ()),
    ((2, 140), (0, 135), (2, 3), ((0, 2),)),
    ((130, 2), (126, 0), (4, 2), ((3, 0),)),
    ((3, 200), (0, 180), (3, 3), ((1, 1),)),
]


def wide_and_narrow(size, corner, block, banned):
    cells = set(product(range(block[0]), range(block[1]))) - set(banned)
    free = {(corner[0] + i, corner[1] + j) for i, j in cells}
    outside = tuple(cell for cell in product(range(size[0]), range(size[1])) if cell not in free)
    return PhantomDomineering(*size, outside), PhantomDomineering(*block, banned)


@pytest.mark.parametrize("where", WIDE)
def test_boards_of_more_than_256_moves_are_those_of_their_free_cells(where):
    wide, narrow = wide_and_narrow(*where)
    assert max(move_count(wide, player) for player in (MAX, MIN)) > 256
    assert listed_solution(wide).value == listed_solution(narrow).value
    assert listed_solution(wide).lists == listed_solution(narrow).lists
    lines = phantom_lines(wide)
    for i, j in product(range(lines.shape[0]), range(lines.shape[1])):
        first, second = lines.priorities(MAX, i), lines.priorities(MIN, j)
        assert int(lines.row(i)[j]) == int(lines.column(j)[i]) == winner(wide, first, second)


@pytest.mark.parametrize("b", [255, 256, 257, 300])
def test_orders_of_many_moves_are_permutations(b):
    assert [tuple(row) for row in orders([0, 5, 64006], b).tolist()] == [
        permutation(n, b) for n in (0, 5, 64006)
    ]


def test_boards_of_more_moves_than_the_table_of_first_bits():
    game = PhantomDomineering(6, 6, ((2, 2),), lists=12, u0=7)
    lines = phantom_lines(game)
    assert lines.first.own.dtype == np.uint64
    for i in range(12):
        expected = [
            first_wins(6, 6, [(2, 2)], lines.priorities(MAX, i), lines.priorities(MIN, j))
            for j in range(12)
        ]
        assert lines.row(i).tolist() == expected


@given(st.lists(st.integers(0, 2**62 - 1), min_size=1))
def test_first_free_bit(numbers):
    expected = [next(k for k in range(64) if not n >> k & 1) for n in numbers]
    assert first_free(np.array(numbers, dtype=np.uint64)).tolist() == expected
    assert first_free(np.array([n % 65535 for n in numbers], dtype=np.uint16)).tolist() == [
        next(k for k in range(17) if not (n % 65535) >> k & 1) for n in numbers
    ]


def test_a_game_is_shown_move_by_move():
    game = PhantomDomineering(2, 3, ((0, 0),))
    text = list(shown_game(game, (0, 2, 1, 3), (0, 1, 2)))
    assert text[:3] == [
        "player 1 plays 2, the first legal move of its list 0 2 1 3",
        "  # . .",
        "  < > .",
    ]
    assert text[-1] == "player 1 has no legal move: player 2 wins"
    assert drawing(game, game.banned, played(game, (0, 2, 1, 3), (0, 1, 2))) == ["# . ^", "< > v"]


# --- the matrix of all lists ----------------------------------------------------------------------


def every_list(game, player):
    """All lists, as far as they differ in moves that can ever be legal; the other moves
    come last.
    """
    moves = dominoes(game.rows, game.columns, player + 1)
    legal = [m for m, cells in enumerate(moves) if not cells & set(game.banned)]
    return [
        (*order, *(m for m in range(len(moves)) if m not in legal)) for order in permutations(legal)
    ]


def plays_of(game, mine, player, others):
    """What a list does against every list of the other: the moves of each game."""
    return tuple(
        tuple(played(game, *((mine, other) if player == MAX else (other, mine))))
        for other in others
    )


SMALL = [
    PhantomDomineering(2, 2),
    PhantomDomineering(2, 3),
    PhantomDomineering(3, 2),
    PhantomDomineering(2, 4),
    PhantomDomineering(1, 4, ((0, 0),)),
    PhantomDomineering(3, 3, ((0, 1),)),
    PhantomDomineering(3, 3, ((1, 1),)),  # value 1/2
    PhantomDomineering(4, 2, ((2, 0),)),
    PhantomDomineering(3, 4, ((1, 0), (1, 2))),
]


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_all_lists_full_matrix_and_double_oracle_agree(game):
    first, second = every_list(game, MAX), every_list(game, MIN)
    matrix = [[winner(game, a, b) for b in second] for a in first]
    found = phantom_solution(game)
    assert found.value == solve_matrix_game(matrix).value
    against = [
        sum(p * winner(game, list_at(game, MAX, n), other) for n, p in found.first.items())
        for other in second
    ]
    conceded = [
        sum(q * winner(game, other, list_at(game, MIN, n)) for n, q in found.second.items())
        for other in first
    ]
    assert min(against) == found.value == max(conceded)
    expected = (
        len({plays_of(game, a, MAX, second) for a in first}),
        len({plays_of(game, b, MIN, first) for b in second}),
    )
    assert phantom_lines(game).shape == expected
    assert listed_solution(game).value == found.value


def test_a_board_on_which_all_lists_have_no_sure_winner():
    """The ring of eight cells: each player has two rows or columns of two moves, and the value is
    one half.
    """
    assert phantom_solution(PhantomDomineering(3, 3, ((1, 1),))).value == Fraction(1, 2)


@pytest.mark.parametrize(
    ("sides", "player"),
    [((3, 4), MAX), ((4, 3), MIN), ((3, 5), MAX), ((4, 4), MAX), ((4, 5), MIN), ((5, 4), MAX)],
)
def test_a_sure_list_wins_against_every_sequence_of_replies(sides, player):
    """Every legal reply is tried in turn, by the rules on sets of cells."""
    rows, columns = sides
    order, moves = (
        sure_list(PhantomDomineering(rows, columns), player),
        [dominoes(rows, columns, k) for k in (1, 2)],
    )

    @cache
    def wins(taken, turn):
        legal = [
            moves[turn][m]
            for m in (order if turn == player else range(len(moves[turn])))
            if not moves[turn][m] & taken
        ]
        return (
            all(wins(taken | d, 1 - turn) for d in legal)
            if turn != player
            else bool(legal) and wins(taken | legal[0], 1 - turn)
        )

    assert sorted(order) == list(range(len(moves[player])))
    assert wins(frozenset(), MAX)


@settings(max_examples=30)
@given(games())
def test_there_is_a_sure_list_exactly_when_the_value_is_0_or_1(game):
    if max(len(legal_places(game, player)) for player in (MAX, MIN)) <= 7:
        value = listed_solution(game).value
        assert (sure_list(game, MAX) is not None) == (value == 1)
        assert (sure_list(game, MIN) is not None) == (value == 0)


def test_a_player_without_moves_has_the_empty_list_and_loses():
    assert phantom_solution(PhantomDomineering(1, 4)).value == 1
    assert phantom_solution(PhantomDomineering(4, 1)).value == 0


def test_values_of_the_oral_question():
    """By hand: on 2 x 2 the first domino leaves MIN no move. On 3 x 3 the middle row leaves MIN
    none either.
    """
    assert [evaluate_query(f"phantom({n}, {n})") for n in (2, 3)] == [1, 1]


def test_the_game_on_the_protocol_is_solved_alike():
    game = PhantomDomineering(2, 4, ((1, 3),))
    generic = backward_induction(game)
    fast = solve(game)
    assert generic.value == fast.value == phantom_solution(game).value
    assert set(fast.mixtures["choose"][0]) <= set(game.actions("choose", MAX))


@settings(max_examples=15)
@given(
    st.sampled_from([(3, 4), (4, 4), (4, 5), (5, 4), (3, 6)]),
    st.integers(1, 64006),
    st.integers(2, 40),
)
def test_some_lists_full_matrix_and_double_oracle_agree(sides, u0, lists):
    game = PhantomDomineering(*sides, lists=lists, u0=u0)
    lines = phantom_lines(game)
    matrix = lines.matrix().tolist()
    found = solve_large_game(lines)
    assert found.value == solve_matrix_game(matrix).value
    assert (
        min(sum(p * matrix[i][j] for i, p in found.row.items()) for j in range(lines.shape[1]))
        == found.value
    )
    assert max(sum(q * line[j] for j, q in found.column.items()) for line in matrix) == found.value
    assert sum(found.row.values()) == sum(found.column.values()) == 1


# --- the double oracle ----------------------------------------------------------------------------


class Written:
    """A matrix that is written down, as a large game."""

    def __init__(self, matrix):
        self.entries = np.array(matrix)
        self.shape = self.entries.shape
        self.extremes = (int(self.entries.min()), int(self.entries.max()))

    def row(self, i, among=None):
        return self.entries[i] if among is None else self.entries[i, among]

    def column(self, j, among=None):
        return self.entries[:, j] if among is None else self.entries[among, j]


matrices = st.integers(1, 9).flatmap(
    lambda n: st.lists(
        st.lists(st.integers(-3, 3), min_size=n, max_size=n), min_size=1, max_size=12
    )
)


@given(matrices)
def test_the_double_oracle_solves_any_matrix(matrix):
    game = Written(matrix)
    found = double_oracle(line_oracles(game), 0, 0)
    assert found.value == solve_matrix_game(matrix).value == solve_large_game(game).value
    certain = certain_solution(game)
    least, greatest = game.extremes
    has_sure_line = any(min(row) == greatest for row in matrix) or any(
        max(column) == least for column in zip(*matrix, strict=True)
    )
    assert (certain is not None) == has_sure_line
    if certain:
        assert certain.value == found.value


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(-3, 3), min_size=40, max_size=40), min_size=n, max_size=n
        )
    ),
    st.data(),
)
def test_best_answers_to_mixtures_of_huge_weights_are_exact(matrix, data):
    """Weights far beyond 2^53 that differ in their last digits."""
    weights = {i: 10**40 + data.draw(st.integers(0, 3)) for i in range(len(matrix))}
    totals = [sum(w * matrix[i][j] for i, w in weights.items()) for j in range(40)]
    found = line_oracles(Written(matrix)).best_columns(weights)
    assert found.best == min(totals)
    assert all(totals[j] == total for j, total in found.found)


def test_an_oracle_that_contradicts_the_payoffs_is_noticed():
    oracles = Oracles(lambda i, j: 0, lambda q: Answers([(0, 5)]), lambda p: Answers([(0, 0)]))
    with pytest.raises(UnsolvableError, match="contradicts the payoffs"):
        double_oracle(oracles, 0, 0)


# --- the bandit -----------------------------------------------------------------------------------


def naive_law(v, eta):
    top = max(v)
    weights = [exp(eta * (x - top)) for x in v]
    return [eta + (1 - len(v) * eta) * w / sum(weights) for w in weights]


@settings(max_examples=20)
@given(st.integers(2, 9), st.integers(0, 10**6))
def test_the_learner_draws_with_the_probability_of_the_formula(lines, seed):
    rng, learner = Random(seed), Learner(lines)
    for n in range(1, 400):
        estimates = list(learner.v)
        i, p = learner.draw(n, rng)
        assert p == pytest.approx(
            naive_law(estimates, min(1 / (2 * lines), sqrt(log(lines) / (lines * n))))[i], rel=1e-12
        )
        learner.learn(i, (rng.random() < (i + 1) / lines) / p)


def test_lines_are_drawn_as_often_as_their_probability_says():
    """Pearson's statistic of 20000 draws of one round; its mean is 6 and P(> 35) is below 10^-5."""
    learner, rng, draws = Learner(7), Random(11), 20_000
    learner.v = [0.0, 30.0, 60.0, 90.0, 100.0, 101.0, 50.0]
    law = naive_law(learner.v, rate(7, 1000))
    counts = [0] * 7
    for _ in range(draws):
        counts[learner.draw(1000, rng)[0]] += 1
    assert sum((c - draws * p) ** 2 / (draws * p) for c, p in zip(counts, law, strict=True)) < 35


def test_estimates_of_any_size_do_not_overflow():
    learner, rng = Learner(3), Random(1)
    for n in range(1, 50):
        i, p = learner.draw(n, rng)
        assert 0 < p <= 1
        learner.learn(i, 1e6 * (i + 1))


@pytest.mark.parametrize(
    ("wins", "value"),
    [
        (lambda i, j: (i + j) % 2, 0.5),
        (lambda i, j: int(i == j), 0.1),
        (lambda i, j: int(i != 3 or j > 10), 1),
    ],
)
def test_the_mean_comes_within_the_bound_of_the_value(wins, value):
    """The bound is on the expectation; Hoeffding's bound for the mean of rounds with a failure of
    10^-9 is added.
    """
    run = bandit(wins, (10, 10), Random(5), rounds=20_000)
    assert abs(float(run.mean) - value) < run.bound + sqrt(log(2e9) / (2 * run.rounds))
    assert run.bound < 0.25
    assert sum(run.rows) == sum(run.columns) == run.rounds == run.trace[-1][0]


def test_the_bound_is_the_sum_of_its_terms():
    lines, rounds = 6, 5000
    rates = [rate(lines, n) for n in range(1, rounds + 1)]
    exact_sum = log(lines) / rates[-1] + (2 * exp(1) - 3) * lines * sum(rates)
    assert exact_sum <= regret_bound(lines, rounds) <= 1.1 * exact_sum


def test_what_mixtures_guarantee_is_exact():
    matrix = [[0, 1], [1, 0]]
    worth = guarantees(Written(matrix), [3, 1], [2, 2])
    assert (worth.guaranteed, worth.conceded, worth.nash_conv) == (
        Fraction(1, 4),
        Fraction(1, 2),
        Fraction(1, 4),
    )


def test_the_value_lies_between_what_the_mixtures_guarantee_and_concede():
    found = approach(PhantomDomineering(4, 4, lists=30), 3000, Random(2))
    assert found.worth.guaranteed <= found.value <= found.worth.conceded
    assert "exact value: " in "\n".join(approach_lines(found))


# --- the answer sheet -----------------------------------------------------------------------------


def test_the_sheet_answers_every_question_from_the_definitions():
    sheet = answer_sheet(4242, skip=(8,))
    by_question = {k: [a for a in sheet.answers if a.question == k] for k in range(1, 9)}
    assert [len(by_question[k]) for k in range(1, 9)] == [9, 3, 9, 3, 2, 6, 6, 0]
    u = [4242 * pow(15091, n, 64007) % 64007 for n in range(1002)]
    assert [a.value for a in by_question[1]] == u[:9]
    wins = [
        first_wins(5, 5, (), permutation(u[n], 20), permutation(u[2 * n], 20)) for n in range(1, 10)
    ]
    assert [a.value for a in by_question[3]] == [f"player {1 if won else 2}" for won in wins]
    assert [a.value for a in by_question[4]] == [
        Fraction(sum(x * x for x in u[:n]), sum(u[:n])) for n in (10, 100, 1000)
    ]
    assert [a.value for a in by_question[5]] == [Fraction(1, 2)] * 2
    for answer, (rows, columns) in zip(
        by_question[6], [(1, 4), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2)], strict=True
    ):
        cell = (u[1000] % rows, u[1001] % columns)
        assert str(cell) in answer.asked
        assert answer.value == phantom_solution(PhantomDomineering(rows, columns, (cell,))).value
    assert evaluate_query("phantom_limited(4, 5)", {"u0": 4242}) == by_question[7][4].value


def test_large_sets_of_lists_are_proved_against_every_list():
    lines = phantom_lines(PhantomDomineering(4, 5, lists=2000, u0=42))
    found = solve_large_game(lines)
    assert 0 < found.value < 1
    against_columns = sum(np.array(lines.row(i), dtype=object) * p for i, p in found.row.items())
    against_rows = sum(np.array(lines.column(j), dtype=object) * q for j, q in found.column.items())
    assert min(against_columns) == found.value == max(against_rows)


@pytest.mark.parametrize("form", list(SheetFormat))
def test_the_sheet_is_written_in_each_format(form):
    text = "\n".join(sheet_lines(answer_sheet(42, skip=(7, 8)), form, mixtures=True))
    assert text.count("1/2") >= 2 or r"\frac{1}{2}" in text
    assert "Left out: questions 7, 8." in text
    assert text.count("{") == text.count("}")


# --- bad input and the terminal -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: PhantomDomineering(1, 1),
            "a board must have room for a domino, but 1 x 1 cells have none",
        ),
        (lambda: Domineering(1, 3, ((0, 1),)), "but 1 x 3 cells without (0, 1) have none"),
        (lambda: PhantomDomineering(0, 3), "rows must be an int of 1 or more, got 0"),
        (
            lambda: PhantomDomineering(2, 3, ((2, 0),)),
            "a banned cell must be (0..1, 0..2) on a 2 x 3 board, got (2, 0)",
        ),
        (
            lambda: PhantomDomineering(2, 3, (1, 2, 0)),
            "banned cells must be pairs of a row and a column, got (1, 2, 0)",
        ),
        (
            lambda: PhantomDomineering(2, 3, u0=64007),
            "u0 must be a whole number from 0 to 64006, got 64007",
        ),
        (
            lambda: PhantomDomineering(2, 3, lists=0),
            "lists must be None (all of them) or an int of 1 or more, got 0",
        ),
        (
            lambda: permutation(3, 0),
            "b of a permutation P(n, b) must be an int of 1 or more, got 0",
        ),
        (
            lambda: permutation(-1, 4),
            "n of a permutation P(n, b) must be an int of 0 or more, got -1",
        ),
        (
            lambda: winner(PhantomDomineering(2, 2), (0, 2), (0, 1)),
            "a list must hold each move from 0 to 1 once, got 2 in (0, 2)",
        ),
        (
            lambda: winner(PhantomDomineering(2, 2), (0,), (0, 1)),
            "a list must hold each move from 0 to 1 once, but 1 is missing",
        ),
        (
            lambda: winner(PhantomDomineering(2, 2), (0, 0), (0, 1)),
            "a list must hold each move from 0 to 1 once, got 0 in (0, 0)",
        ),
        (
            lambda: listed_solution(PhantomDomineering(4, 4)),
            "player 1 has 479001600 lists on this board, more than 4000000",
        ),
        (
            lambda: solve(PhantomDomineering(5, 5)),
            "player 1 has 2432902008176640000 lists on this board",
        ),
        (
            lambda: bandit(lambda i, j: 1, (2, 2), Random(1), 0),
            "rounds must be an int of 1 or more, got 0",
        ),
        (lambda: answer_sheet(42, skip=(9,)), "questions are numbered from 1 to 8, got 9"),
        (lambda: evaluate_query("perm(3, 0)"), "b must be a whole number of 1 or more, got 0"),
        (lambda: evaluate_query("u(3)", {"u0": 70000}), "u0 must be at most 64006, got 70000"),
    ],
)
def test_bad_input_is_refused_in_one_line(make, message):
    with pytest.raises(ExactDiceError) as caught:
        make()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def run(*words):
    from typer.testing import CliRunner

    from exactdice.terminal.main import app

    return CliRunner().invoke(app, list(words))


def test_commands_of_the_exam(tmp_path):
    sheet = run("exam", "u0=42", "--skip", "8", "--format", "markdown")
    assert sheet.exit_code == 0
    assert "| a | lPD(4, 4), 100 lists | 2/5 | 0.4000 |" in sheet.stdout
    assert run("exam").exit_code != 0
    assert run("exam", "u0=42", "--format", "pdf").exit_code != 0
    picture = tmp_path / "mean.png"
    done = run(
        "bandit",
        "rows=4",
        "columns=4",
        "lists=20",
        "--rounds",
        "2000",
        "--seed",
        "1",
        "-o",
        str(picture),
    )
    assert done.exit_code == 0, done.exception
    assert picture.stat().st_size > 1000


def test_quantities():
    assert evaluate_query("perm(7, 4)") == (3, 1, 0, 2)
    assert evaluate_query("phantom_winner(2, 2, 0, 0)") == 1
    assert evaluate_query("domineering(5, 5)") == -1
    assert (
        evaluate_query("phantom_banned(3, 3)", {"u0": 1})
        == phantom_solution(PhantomDomineering(3, 3, (banned_at(3, 3, 1),))).value
    )
    assert (
        evaluate_query("phantom(2, 3)", {"banned": (0, 1)})
        == phantom_solution(PhantomDomineering(2, 3, ((0, 1),))).value
    )
    assert run("value", "perm(7, 4)").stdout == "(3, 1, 0, 2)\n"

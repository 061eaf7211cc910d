"""Matrix games in Gambit files, and the matrix of the one-shot battle."""

import io
from fractions import Fraction
from itertools import product

import pytest
from drawn_matrices import MATRICES, law
from hypothesis import given
from hypothesis import strategies as st

from exactdice import Distribution, OneShotBattle
from exactdice.exact.errors import RulesError
from exactdice.games.one_shot_battle import payoff_matrix
from exactdice.interop.interchange.gambit import nfg_text, parse_nfg, read_nfg
from exactdice.linear.matrices.solve import solve_matrix_game
from exactdice.query.evaluate import evaluate_query

# --- Gambit files ---------------------------------------------------------------------------------


@given(MATRICES, st.text(max_size=20))
@law
def test_nfg_round_trip(matrix, title):
    assert parse_nfg(nfg_text(matrix, title)) == matrix


def test_gambit_reads_the_nfg_and_finds_the_same_value():
    pygambit = pytest.importorskip(
        "pygambit", reason="Gambit is not installed (pip install pygambit)"
    )
    matrix = payoff_matrix(OneShotBattle(dice=3, faces=4, weights=(1, 2, 3, 4)))[:2]
    found = pygambit.nash.lp_solve(
        pygambit.read_nfg(io.StringIO(nfg_text(matrix, 'a "title"\\'))), rational=True
    )
    assert Fraction(str(found.equilibria[0].payoff("MAX"))) == solve_matrix_game(matrix).value


def test_nfg_order_and_comment():
    # Gambit's format: the first player's strategies vary fastest; a comment may follow the sizes.
    text = 'NFG 1 R "t" { "A" "B" }\n{ 2 2 }\n"a comment"\n1 -1 2 -2 3 -3 4 -4\n'
    assert parse_nfg(text) == ((1, 3), (2, 4))


def test_nfg_with_named_strategies():
    # Gambit also names the strategies: inner braces stand for their number.
    assert parse_nfg('NFG 1 R "g" { "A" "B" } { { "a" "b" } { "c" } } "" 1 -1 2 -2') == ((1,), (2,))


def test_nfg_files_that_cannot_be_read(tmp_path):
    (tmp_path / "bytes.nfg").write_bytes(b"\xff\xfe")
    for name in ("missing.nfg", "bytes.nfg"):
        with pytest.raises(RulesError, match="cannot be read"):
            read_nfg(tmp_path / name)


BAD_NFG = [
    ('NFG 1 R "t" { "A" "B" } { ' + "9" * 5000 + " 1 } 1 -1", "whole number from 1"),
    ('NFG 1 R "t" { "A" "B" } { 1 1 } 1 " -1', "payoff '\" -1'"),  # a label that is never closed
    ("EFG 2 R", "NFG must stand here"),
    ('NFG 1 R "t" { "A" "B" "C" } { 1 1 1 } 0 0 0', "two players"),
    ('NFG 1 R "t" { "A" "B" } { 1 1 } x -1', "payoff 'x'"),
    ('NFG 1 R "t" { "A" "B"', "the end of the file: the name"),
]


@pytest.mark.parametrize(("text", "message"), BAD_NFG)
def test_bad_nfg(text, message):
    with pytest.raises(RulesError, match=message):
        parse_nfg(text)


# --- the one-shot battle --------------------------------------------------------------------------


def test_the_matrix_of_the_report():
    # SPEC of the assignment's question 10; Carnielli and Kachaikin print -0,375 -0,227 -0,199,
    # Huang and Huang eight decimals.
    a, b, c = Fraction(3, 8), Fraction(49, 216), Fraction(773, 3888)
    assert payoff_matrix(OneShotBattle(dice=3)) == ((0, -a, -b), (a, 0, -c), (b, c, 0))


DICE = [
    {},
    {"faces": 4},
    {"weights": (1, 1, 1, 1, 1, 3)},
    {"bust": 3, "bust_score": 7},
    {"faces": 3, "bust_score": 0},
]


@pytest.mark.parametrize("options", DICE)
def test_the_matrix_by_enumeration(options):
    game = OneShotBattle(dice=2, **options)
    one = game.one_die

    def throws(d):
        for faces in product(one, repeat=d):
            weight = 1
            for face in faces:
                weight *= one.weights[face]
            yield (game.bust_score if game.bust in faces else sum(faces)), weight

    for a, b in product((1, 2), repeat=2):
        balance = sum(w * v * ((k > l) - (k < l)) for k, w in throws(a) for l, v in throws(b))
        assert payoff_matrix(game)[a - 1][b - 1] == Fraction(balance, one.total ** (a + b))


QUANTITIES = [
    ("payoff(1,3)", Fraction(-49, 216)),
    ("one_shot_value()", 0),
    ("one_shot_strategy()", Distribution({3: 1})),
    ("one_shot_gain(dice(1), dice(2))", Fraction(-3, 8)),
    ("one_shot_gain(blind, random)", (Fraction(49, 216) + Fraction(773, 3888)) / 3),
    ("one_shot_gain(optimal, optimal)", 0),
]


@pytest.mark.parametrize(("query", "expected"), QUANTITIES)
def test_quantities(query, expected):
    assert evaluate_query(query, {"dice": 3}) == expected

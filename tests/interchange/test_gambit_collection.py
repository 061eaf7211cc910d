"""Gambit's own collection of `.efg` files, read.

The files are not part of this project. The environment variable EXACTDICE_GAMBIT names a copy of
Gambit's repository (github.com/gambitproject/gambit), whose files are looked up by the names below;
otherwise `.cache/gambit` is looked at.

What must come out is said by pygambit 17: whether a game is constant-sum and of perfect recall, and
what the first player is paid at the equilibrium that its exact `lp_solve` finds. Two cases are said
otherwise: of the three games of Nim by its programme for the strategic form, as the one for trees
returns 0 where either player must win; of `large_payoff_game.efg` by that for trees, as the other
returns 0. There A at both sets is paid 1 at the least, and "Y after A, X after B" concedes no more.
"""

import os
from fractions import Fraction
from pathlib import Path

import pytest

from exactdice import solve
from exactdice.exact.errors import RulesError
from exactdice.interop.interchange.gambit import efg_text, parse_efg, read_efg

WHERE = Path(os.environ.get("EXACTDICE_GAMBIT", Path(__file__).parents[2] / ".cache" / "gambit"))
VALUES = {
    "catalog/books/myerson1991/fig2_1.efg": "1/3",
    "catalog/books/vonstengel2022/fig10.1.efg": "9",
    "catalog/books/vonstengel2022/fig10.12.efg": "1/3",
    "catalog/journals/mor/vonstengelforges2008/fig6.efg": "0",
    "catalog/journals/other/reiley2008/fig1.efg": "1/3",
    "contrib/games/2smp.efg": "0",
    "contrib/games/4cards.efg": "23/24",
    "contrib/games/caro2.efg": "17/18",
    "contrib/games/centcs10.efg": "8/5",
    "contrib/games/centcs6.efg": "8/5",
    "contrib/games/e07.efg": "44/5",
    "contrib/games/e10.efg": "1",
    "contrib/games/e10a.efg": "-1",
    "contrib/games/nim.efg": "-1",
    "contrib/games/nim7.efg": "-1",
    "contrib/games/ttt.efg": "0",
    "doc/poker.efg": "1/3",
    "tests/test_games/2_player_PI_2_dev_off_eq_path_const_sum.efg": "1",
    "tests/test_games/2_player_chance.efg": "1/3",
    "tests/test_games/2_player_chance_nonterm_outcomes_and_missing_term_outcomes.efg": "1/3",
    "tests/test_games/binary_3_levels_generic_payoffs.efg": "6",
    "tests/test_games/chance_in_middle.efg": "32/55",
    "tests/test_games/chance_in_middle_with_nonterm_outcomes.efg": "32/55",
    "tests/test_games/large_payoff_game.efg": "1",
    "tests/test_games/nature_leaves_generic.efg": "11/2",
    "tests/test_games/nature_rooted_generic.efg": "5",
    "tests/test_games/perfect_info_with_chance.efg": "-1",
    "tests/test_games/reduction_generic_payoffs.efg": "3",
    "tests/test_games/stripped_down_poker.efg": "1/3",
    "tests/test_games/two_player_perfect_info_win_lose.efg": "1",
    "tests/test_games/two_player_perfect_info_win_lose_with_nonterm_outcomes.efg": "1",
    "tests/test_games/zerosum_efg_from_sequence_form_STOC94_paper.efg": "13",
}
OTHER_NUMBERS_OF_PLAYERS = {
    "catalog/conf/itcs/jakobsen2016/fig3.efg": 4,
    "catalog/journals/geb/gilboa1997/fig1.efg": 1,
    "catalog/journals/ijgt/selten1975/fig1.efg": 3,
    "tests/test_games/el_farol_bar.efg": 5,
}
GENERAL_SUM = [
    "catalog/books/myerson1991/fig4_2.efg",
    "catalog/books/shohamleytonbrown2008/fig5_1.efg",
    "catalog/conf/itcs/jakobsen2016/fig1a.efg",
    "catalog/journals/ijgt/selten1975/fig2.efg",
    "contrib/games/artist1.efg",
    "tests/test_games/2_player_non_zero_sum.efg",
]
FORGETTING = [
    "catalog/journals/geb/wichardt2008.efg",
    "contrib/games/myerson.efg",
    "tests/test_games/AM-driver-one-infoset.efg",
    "tests/test_games/noPR-information-no-deflate.efg",
    "tests/test_games/subgame_roots_finder_overplapping_infosets_with_Nature.efg",
]


def present(name):
    path = WHERE / name
    if not path.exists():
        pytest.skip(f"{name} is not here: EXACTDICE_GAMBIT names a copy of Gambit's repository")
    return path


@pytest.mark.parametrize(("name", "value"), VALUES.items())
def test_the_first_player_is_paid_what_gambit_says(name, value):
    assert solve(read_efg(present(name))).value == Fraction(value)


@pytest.mark.parametrize(("name", "value"), VALUES.items())
def test_a_file_written_again_has_the_same_value(name, value):
    assert solve(parse_efg(efg_text(read_efg(present(name))))).value == Fraction(value)


@pytest.mark.parametrize(("name", "players"), OTHER_NUMBERS_OF_PLAYERS.items())
def test_other_numbers_of_players_are_refused(name, players):
    with pytest.raises(RulesError, match=f"must have two players, got {players}"):
        read_efg(present(name))


@pytest.mark.parametrize("name", GENERAL_SUM)
def test_general_sums_are_refused_by_the_name_of_the_player(name):
    with pytest.raises(RulesError, match=r'line \d+: the payoffs of ".+" do not cancel'):
        read_efg(present(name))


@pytest.mark.parametrize("name", FORGETTING)
def test_forgetting_players_are_refused_with_both_histories(name):
    with pytest.raises(RulesError, match=r"own, in lines \d+ and \d+; .*recall"):
        read_efg(present(name))

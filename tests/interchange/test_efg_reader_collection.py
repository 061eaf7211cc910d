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
from exactdice.errors import RulesError
from exactdice.interchange.efg_reader import parse_efg, read_efg
from exactdice.interchange.efg_writer import efg_text

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
    "catalog/journals/geb/gilboa1997/fig2.efg": 1,
    "catalog/journals/ijgt/selten1975/fig1.efg": 3,
    "catalog/journals/ijgt/selten1975/fig3.efg": 3,
    "contrib/games/2s2x2x2.efg": 3,
    "contrib/games/2x2x2.efg": 3,
    "contrib/games/condjury.efg": 3,
    "contrib/games/cs.efg": 4,
    "contrib/games/e05.efg": 3,
    "contrib/games/e06.efg": 3,
    "contrib/games/e08.efg": 3,
    "contrib/games/e09.efg": 3,
    "contrib/games/g1.efg": 3,
    "contrib/games/g2.efg": 3,
    "contrib/games/g3.efg": 4,
    "contrib/games/jury_mr.efg": 3,
    "contrib/games/jury_un.efg": 3,
    "contrib/games/my_2-8.efg": 3,
    "contrib/games/my_3-4.efg": 3,
    "tests/test_games/3_player.efg": 3,
    "tests/test_games/3_player_PI_2_dev_off_eq_path.efg": 3,
    "tests/test_games/3_player_PI_2_dev_off_eq_path_strict_dom_for_p1.efg": 3,
    "tests/test_games/3_player_perfect_info_1_move_each.efg": 3,
    "tests/test_games/3_player_with_nonterm_outcomes.efg": 3,
    "tests/test_games/basic_extensive_game.efg": 3,
    "tests/test_games/chance_root_3_moves_only_one_nonzero_prob.efg": 1,
    "tests/test_games/chance_root_5_moves_no_nonterm_player_nodes.efg": 1,
    "tests/test_games/el_farol_bar.efg": 5,
    "tests/test_games/mixed_behavior_game.efg": 3,
    "tests/test_games/noPR-AM-driver-one-player.efg": 1,
    "tests/test_games/not_perfect_recall.efg": 1,
    "tests/test_games/perfect_recall.efg": 1,
    "tests/test_games/reduction_one_player_generic_payoffs.efg": 1,
}
GENERAL_SUM = [
    "catalog/books/myerson1991/fig4_2.efg",
    "catalog/books/shohamleytonbrown2008/fig5_1.efg",
    "catalog/books/shohamleytonbrown2008/fig5_10.efg",
    "catalog/books/shohamleytonbrown2008/fig5_11.efg",
    "catalog/books/shohamleytonbrown2008/fig5_12.efg",
    "catalog/books/shohamleytonbrown2008/fig5_15.efg",
    "catalog/books/shohamleytonbrown2008/fig5_2.efg",
    "catalog/books/shohamleytonbrown2008/fig5_9.efg",
    "catalog/books/shohamleytonbrown2008/fig6_2.efg",
    "catalog/books/shohamleytonbrown2008/fig6_8.efg",
    "catalog/books/vonstengel2022/fig10.5.efg",
    "catalog/books/vonstengel2022/fig10.7.efg",
    "catalog/books/watson2013/exercise29_6.efg",
    "catalog/books/watson2013/fig29_1.efg",
    "catalog/conf/itcs/jakobsen2016/fig1a.efg",
    "catalog/conf/itcs/jakobsen2016/fig1b.efg",
    "catalog/conf/itcs/jakobsen2016/fig1c.efg",
    "catalog/journals/geb/bagwell1995.efg",
    "catalog/journals/ijgt/selten1975/fig2.efg",
    "catalog/journals/mor/vonstengelforges2008/fig1.efg",
    "catalog/journals/mor/vonstengelforges2008/fig9.efg",
    "contrib/games/artist1.efg",
    "contrib/games/artist2.efg",
    "contrib/games/badgame1.efg",
    "contrib/games/badgame2.efg",
    "contrib/games/bayes1a.efg",
    "contrib/games/bayes2a.efg",
    "contrib/games/bcp2.efg",
    "contrib/games/bcp3.efg",
    "contrib/games/bcp4.efg",
    "contrib/games/bhg1.efg",
    "contrib/games/bhg2.efg",
    "contrib/games/bhg3.efg",
    "contrib/games/bhg4.efg",
    "contrib/games/bhg5.efg",
    "contrib/games/cent2.efg",
    "contrib/games/cent3.efg",
    "contrib/games/cent4.efg",
    "contrib/games/cent6.efg",
    "contrib/games/coord2.efg",
    "contrib/games/coord2ts.efg",
    "contrib/games/coord3.efg",
    "contrib/games/coord4.efg",
    "contrib/games/e04.efg",
    "contrib/games/e13.efg",
    "contrib/games/e16.efg",
    "contrib/games/e17.efg",
    "contrib/games/e18.efg",
    "contrib/games/holdout.efg",
    "contrib/games/holdout7.efg",
    "contrib/games/hs1.efg",
    "contrib/games/km1.efg",
    "contrib/games/km2.efg",
    "contrib/games/km3.efg",
    "contrib/games/km6.efg",
    "contrib/games/montyhal.efg",
    "contrib/games/my_2-1.efg",
    "contrib/games/my_2-4.efg",
    "contrib/games/my_3-3a.efg",
    "contrib/games/my_3-3b.efg",
    "contrib/games/my_3-3c.efg",
    "contrib/games/my_3-3d.efg",
    "contrib/games/my_3-3e.efg",
    "contrib/games/palf.efg",
    "contrib/games/palf2.efg",
    "contrib/games/palf3.efg",
    "contrib/games/pvw.efg",
    "contrib/games/pvw2.efg",
    "contrib/games/sh3.efg",
    "contrib/games/sww1.efg",
    "contrib/games/sww2.efg",
    "contrib/games/sww3.efg",
    "contrib/games/tim.efg",
    "contrib/games/vd.efg",
    "contrib/games/w_ex1.efg",
    "contrib/games/w_ex2.efg",
    "contrib/games/wilson1.efg",
    "contrib/games/work1.efg",
    "contrib/games/work2.efg",
    "contrib/games/work3.efg",
    "tests/test_games/2_player_non_zero_sum.efg",
    "tests/test_games/2_player_non_zero_sum_missing_term_outcome.efg",
    "tests/test_games/cent3.efg",
    "tests/test_games/entry_accommodation.efg",
    "tests/test_games/entry_accommodation_with_nonterm_outcomes.efg",
    "tests/test_games/nature_leaves_nongeneric.efg",
    "tests/test_games/nature_rooted_nongeneric.efg",
    "tests/test_games/noPR-AM-driver-two-players.efg",
    "tests/test_games/noPR-action-AM-two-hops.efg",
    "tests/test_games/noPR-action-selten-horse.efg",
    "tests/test_games/reduction_both_players_payoff_ties_GTE_survey.efg",
    "tests/test_games/sample_extensive_game.efg",
]
FORGETTING = [
    "catalog/journals/geb/wichardt2008.efg",
    "contrib/games/myerson.efg",
    "tests/test_games/AM-driver-one-infoset.efg",
    "tests/test_games/AM-driver-subgame.efg",
    "tests/test_games/AM-subgames.efg",
    "tests/test_games/AM-unary-branches.efg",
    "tests/test_games/AM-unary-hops.efg",
    "tests/test_games/gilboa_two_am_agents.efg",
    "tests/test_games/noPR-action-AM-three-chain.efg",
    "tests/test_games/noPR-action-AM.efg",
    "tests/test_games/noPR-action-AM2.efg",
    "tests/test_games/noPR-information-no-deflate.efg",
    "tests/test_games/subgame-8-roots.efg",
    "tests/test_games/subgame_roots_finder_overplapping_infosets_with_Nature.efg",
    "tests/test_games/subgame_roots_finder_small_subgames_and_overplapping_infosets.efg",
    "tests/test_games/subgames.efg",
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
    with pytest.raises(RulesError, match=r"own: in line \d+ after .*, in line \d+ after .*recall"):
        read_efg(present(name))

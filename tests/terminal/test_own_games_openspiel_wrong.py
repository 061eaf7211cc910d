"""What is no game of OpenSpiel here, said in one line of the command."""

import pytest
from command_line import run

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")
NAMED = "openspiel:kuhn_poker"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([f"{NAMED}(players=3)"], "is for 3 players, and a game here is for two"),
        ([NAMED, "players=99"], "OpenSpiel does not make kuhn_poker: "),
        ([NAMED, "playrs=2"], "unknown option playrs of openspiel:kuhn_poker"),
        (["openspiel:liars_dice_ir(dice_sides=3)"], "has information that forgets: "),
        (["openspiel:"], "as in openspiel:kuhn_poker or "),
        (["openspiel:kuhn_poker("], "as in openspiel:kuhn_poker or "),
        (["openspiel:2048"], "as in openspiel:kuhn_poker or "),
        (["openspiel:nonsense"], "OpenSpiel has no game nonsense"),
        (["openspiel:hearts"], "is for 4 players, and a game here is for two"),
        (["openspiel:misere"], "OpenSpiel does not make misere: Missing parameter"),
        (["openspiel:misere(game=nonsense())"], "Unknown game 'nonsense'"),
        (["openspiel:misere(game=kuhn_poker(players=3))"], "is for 3 players"),
        (["openspiel:matrix_pd"], "is general-sum, and a game here is zero-sum"),
        (["openspiel:blackjack"], "is for 1 player, and a game here is for two"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words, said):
    done = run("solve", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr

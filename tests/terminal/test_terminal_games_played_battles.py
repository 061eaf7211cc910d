"""Every battle of the register, and Connect Four, played at the terminal with advice; what else a
player is told.
"""

import io

import pytest
from at_the_terminal import Person, assert_played, every_game, is_battle, run


@pytest.mark.parametrize("name", [game for game in every_game() if is_battle(game)])
def test_played_to_the_end_with_advice(monkeypatch, name):
    assert_played(monkeypatch, name)


def test_connect_four_gets_advice_and_an_opponent(monkeypatch):
    screen = io.StringIO()
    status, out, err = run(
        monkeypatch, "play", "connect-four", "--advice", stdin=Person(screen), stdout=screen
    )
    assert (status, err) == (0, "")
    assert "against search(6)" in out.splitlines()[0]
    assert "best, as far as 6 moves ahead show: " in out
    # On 4 x 4 squares the game is a draw (as published tables of small boards say), and known to
    # the end.
    screen = io.StringIO()
    status, out, err = run(
        monkeypatch,
        "play",
        "connect-four",
        "rows=4",
        "columns=4",
        "--advice",
        stdin=Person(screen),
        stdout=screen,
    )
    assert (status, err) == (0, "")
    assert "against optimal" in out.splitlines()[0]
    assert "expected gain 0" in out.partition("): ?")[2].splitlines()[1]


def test_a_question_mark_without_advice_says_how_to_get_it(monkeypatch):
    screen = io.StringIO()
    _, out, _ = run(monkeypatch, "play", "nim", stdin=io.StringIO("?\n"), stdout=screen)
    assert "with --advice, ? is the best action" in out


def test_offers_are_what_can_be_done(monkeypatch):
    """From 21, taking 1 to 3: `20 or 19 or 18`; in a board of 4 x 4 the first places of a domino
    are not in a row.
    """
    assert (
        "your action, 20 or 19 or 18 (? for help): " in run(monkeypatch, "play", "subtraction")[1]
    )
    out = run(monkeypatch, "play", "domineering", "rows=2", "columns=3", "banned=0,1")[1]
    assert " to " not in out.partition("your action, ")[2]

"""Stores at the command line: written, gone on with, read by queries, checked."""

import io

import at_the_terminal
import pytest
from stores.kept_races import changed

from exactdice import DiceBattle, solve
from exactdice.solvers.stores.store import Store

GAME = ("dice-battle", "dice=2", "target=4", "faces=3")
STORED = (
    "value(0,0) value_to_mover(2,0,MIN) optimal_actions(2,1) strategy(0,0) value(0,0)*2 "
    "gain(optimal,blind)"
)
QUERIED = ("game=dice-battle", *GAME[1:])


def run(monkeypatch, *words, stdin=None):
    return at_the_terminal.run(monkeypatch, *map(str, words), stdin=stdin)


@pytest.fixture
def race(tmp_path, monkeypatch):
    """The folder of a store that `solve` wrote."""
    folder = tmp_path / "race"
    assert run(monkeypatch, "solve", *GAME, "--store", folder)[0] == 0
    return folder


def test_solve_says_the_same_with_a_store_but_for_the_method(race, monkeypatch):
    first = run(monkeypatch, "solve", *GAME)
    again = run(monkeypatch, "solve", *GAME, "--store", race)
    assert first[1].splitlines()[:-1] == again[1].splitlines()[:-1]
    assert again[1].splitlines()[-1].endswith("method: backward induction")


@pytest.mark.parametrize("query", STORED.split())
def test_queries_read_the_store(race, monkeypatch, query):
    plain = run(monkeypatch, "value", query, *QUERIED)
    for _ in range(2):  # the second time from what is kept of the first
        assert run(monkeypatch, "value", query, *QUERIED, "--store", race) == plain
    assert plain[0] == 0


@pytest.mark.parametrize("game", ["connect-four rows=3 columns=3", "simultaneous-battle target=3"])
def test_games_with_a_solver_of_their_own_are_read_too(tmp_path, monkeypatch, game):
    name, *options = game.split()
    assert run(monkeypatch, "solve", name, *options, "--store", tmp_path / "s")[0] == 0
    query = ("value", "value()", f"game={name}", *options)
    assert run(monkeypatch, *query, "--store", tmp_path / "s", "limit=10^4") == (0, "0\n", "")


def test_a_stored_value_can_be_proved(race, monkeypatch):
    status, out, err = run(
        monkeypatch, "value", "value(0,0)", *QUERIED, "--store", race, "--proved"
    )
    value = solve(DiceBattle(dice=2, target=4, faces=3)).value
    assert (status, out.strip()) == (0, f"{value.numerator}/{value.denominator}")
    assert err.startswith("proved: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("value", "value(0,0)", *QUERIED[:2], "target=5"), "is of other rules: its"),
        (("value", "EP(2)"), "--store does nothing here"),
        (("value", "value(1,0)", *QUERIED), "is no state that play of"),
        (("solve", "pig", "target=3"), "of other rules: it holds"),
        (("solve", *GAME, "digits=5"), "--store keeps exact values"),
        (("play", "pig", "target=5"), "the store is of other rules"),
        (("play", *GAME, "digits=3"), "--store keeps exact values, and digits=N asks for bounds"),
        (("check", *GAME[:2]), "the store is of other rules: its target is"),
        (("check", "pig", "target=5"), "of other rules: it holds 'DiceBattle', asked is 'Pig'"),
    ],
)
def test_a_store_that_does_not_serve_is_one_line(race, monkeypatch, words, said):
    command, *rest = words
    at = [race, *rest] if command == "check" else [*rest, "--store", race]
    status, out, err = run(monkeypatch, command, *at)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: ")
    assert said in err


def test_check_finds_every_file_whole_and_every_value_in_its_place(race, monkeypatch):
    status, out, _ = run(monkeypatch, "check", race)
    assert status == 0
    assert out.startswith("whole: ")
    status, out, _ = run(monkeypatch, "check", race, *GAME)
    assert (status, out.split(":")[0]) == (0, "proved")
    sample = ("--sample", "5", "--seed", "1")
    status, out, _ = run(monkeypatch, "check", race, *GAME, *sample)
    assert (status, out.split(" the ")[0]) == (0, "checked: of each of 5 of 19 states")


def test_a_store_whose_values_do_not_follow_from_each_other_is_rejected(race, monkeypatch):
    """As after a change of rules that lie in another file than their class."""
    monkeypatch.setattr(DiceBattle, "payoff", lambda game, state: _finished(game, state))
    sources = Store(race).about["rules"]["sources"]
    monkeypatch.setattr("exactdice.solvers.stores.store._sources", lambda kind: sources)
    status, out, err = run(monkeypatch, "check", race, *GAME)
    assert (status, out) == (1, "")
    assert err.startswith("rejected: the value of ")
    assert err.count("\n") == 1


PAYOFF = DiceBattle.payoff


def _finished(game, state):
    """Twice as much as by the rules."""
    payoff = PAYOFF(game, state)
    return None if payoff is None else 2 * payoff


def test_sheets_are_checked_whole_and_by_their_values(monkeypatch, tmp_path):
    sheets = sheets_in(monkeypatch, tmp_path)
    status, out, err = run(monkeypatch, "check", sheets)
    assert (status, out.split(" are ")[0], err) == (0, "whole: 3 levels with 12 states", "")
    status, out, err = run(monkeypatch, "check", sheets, *SMALL_SHEET)
    assert (status, out.split(" are ")[0], err) == (0, "right: all sheets", "")


@pytest.mark.parametrize("level", range(3))
def test_a_forged_sheet_is_rejected(level, monkeypatch, tmp_path):
    """A value one unit too large, under digests that say so too."""

    def larger(kind, key, content):
        return bytes([content[0] + 1]) + content[1:] if (kind, key) == ("level", level) else content

    sheets = sheets_in(monkeypatch, tmp_path)
    changed(sheets, larger)
    assert run(monkeypatch, "check", sheets)[0] == 0
    status, out, err = run(monkeypatch, "check", sheets, *SMALL_SHEET)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"rejected: level {level} ")


SMALL_SHEET = ("yahtzee", "dice=2", "categories=ones,yahtzee")


def sheets_in(monkeypatch, folder):
    """A store of a small game of Yahtzee."""
    run(monkeypatch, "solve", *SMALL_SHEET, "--store", folder / "sheets")
    return folder / "sheets"


def test_advice_is_read_from_a_store(monkeypatch, tmp_path):
    sheets = sheets_in(monkeypatch, tmp_path)
    given = (*SMALL_SHEET, "--advice", "--store", sheets)
    _, out, _ = run(monkeypatch, "play", *given, stdin=io.StringIO("?\n"))
    assert "best: throw, expected gain 51.719781" in out
    assert (sheets / "store.sqlite").exists()


def test_a_sample_of_a_proof_file_is_refused(monkeypatch, tmp_path):
    (tmp_path / "proof.json").write_text("{}")
    status, _, err = run(monkeypatch, "check", tmp_path / "proof.json", "--sample", "3")
    assert status == 2
    assert "--sample does nothing with a proof file" in err

"""What is no store of the game, or cannot be written: one line each."""

import errno
import os
import sys
from dataclasses import dataclass

import pytest
from kept_races import RACE, Fruit, bytes_in, stored

from exactdice import DiceBattle, Distribution, Kuhn, Pig, files, solve
from exactdice.errors import ExactDiceError
from exactdice.game import WAIT
from exactdice.stores import rules, writing
from exactdice.stores.lock import locked
from exactdice.stores.manifest import read_manifest, write_manifest
from exactdice.stores.reading import Store, stored_solution


def refused(said, work, *given, **options):
    with pytest.raises(ExactDiceError, match=said) as raised:
        work(*given, **options)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (DiceBattle(dice=2, target=5, faces=3), "of other rules: its target is 4, asked is 5"),
        (DiceBattle(dice=1, target=4, faces=3), "of other rules: its dice is 2, asked is 1"),
        (Pig(target=4), "of other rules: it holds 'DiceBattle', asked is 'Pig'"),
    ],
)
def test_a_store_of_other_rules_is_refused_and_left_as_it_is(tmp_path, game, said):
    stored(tmp_path)
    before = bytes_in(tmp_path)
    refused(said, solve, game, store=tmp_path)
    refused(said, stored_solution, tmp_path, game)
    assert bytes_in(tmp_path) == before


def test_a_store_whose_rules_changed_in_their_file_is_refused(tmp_path, monkeypatch):
    stored(tmp_path)
    monkeypatch.setattr(rules, "_sources", lambda kind: {"exactdice.games.race.rules": "0"})
    refused("the rules in exactdice.games.* have changed since", solve, RACE, store=tmp_path)


@pytest.mark.parametrize(("part", "other"), [("version", "0.0.1"), ("format", "exactdice store 0")])
def test_a_store_of_another_version_is_refused(tmp_path, monkeypatch, part, other):
    stored(tmp_path)
    manifest = read_manifest(tmp_path) | {part: other}
    write_manifest(tmp_path, manifest)
    said = "another version: version '0.0.1'" if part == "version" else "the format must be exact"
    refused(said, solve, RACE, store=tmp_path)


class Loaded:
    """A game for one whose die is not among its options."""

    weights = (1, 1)

    start = 0

    def payoff(self, state):
        return state if state >= 3 else None

    def actions(self, state, player):
        return (WAIT,)

    def outcomes(self, state, joint):
        one, two = self.weights
        return Distribution({state + 1: one, state + 2: two})


def test_an_unfinished_store_whose_graph_is_another_is_refused(tmp_path, monkeypatch):
    solve(Loaded(), store=tmp_path)
    monkeypatch.setattr(Loaded, "weights", (1, 2))
    manifest = read_manifest(tmp_path)
    write_manifest(tmp_path, manifest | {"index": None, "levels": manifest["levels"][:1]})
    refused("its states or their moves are not those of this game", solve, Loaded(), store=tmp_path)


def test_a_folder_with_something_else_is_refused_and_left_as_it_is(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    refused("no store and not empty, as notes.txt is in it", stored, tmp_path)
    assert bytes_in(tmp_path) == {"notes.txt": b"mine"}


def test_a_file_or_a_folder_of_nothing_is_no_folder_for_a_store(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    refused("no store can be made there", stored, file)
    refused("no store can be made there", stored, tmp_path / "missing" / "folder")


def test_what_is_no_store_is_not_read(tmp_path):
    refused("this is no store: a folder with a manifest.json", Store, tmp_path)
    refused("this is no store", Store, tmp_path / "missing")


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"format": 3}', "[" * 10**5])
def test_a_manifest_that_is_none_is_refused(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    refused("manifest.json: .*the store is damaged", Store, tmp_path)
    refused("manifest.json: .*the store is damaged", stored, tmp_path)


def test_a_store_that_is_not_finished_is_not_read(tmp_path):
    stored(tmp_path)
    manifest = read_manifest(tmp_path)
    kept = manifest["levels"][:1]
    write_manifest(tmp_path, manifest | {"index": None, "levels": kept})
    refused(r"not finished, 1 of \d+ levels are written: solve the same", Store, tmp_path)
    assert dict(stored(tmp_path).values) == dict(stored(tmp_path).values)


def test_hidden_information_is_refused_before_a_folder_is_made(tmp_path):
    refused("cannot be stored: a store holds the states of", solve, Kuhn(), store=tmp_path / "new")
    assert not list(tmp_path.iterdir())


def test_a_game_that_has_no_exact_value_leaves_no_folder(tmp_path):
    class Endless(Loaded):
        def outcomes(self, state, joint):
            return Distribution({state: 1})

    refused("play need not end", solve, Endless(), store=tmp_path / "new")
    assert not list(tmp_path.iterdir())


def test_an_option_that_is_no_plain_value_is_named(tmp_path):
    @dataclass(frozen=True)
    class Scored(Fruit):
        score: object

    refused("its option score is no plain value", solve, Scored(print), store=tmp_path / "new")
    assert not list(tmp_path.iterdir())


def test_states_that_are_no_plain_values_are_named(tmp_path):
    class Thing(Loaded):
        start = 0.5

        def payoff(self, state):
            return 1 if state >= 3 else None

    refused("a state in a store is made of", solve, Thing(), store=tmp_path / "new")


@pytest.mark.parametrize("fails_at", [0, 1, 2, 5])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_full_disk_is_one_line_and_the_run_can_be_gone_on_with(
    tmp_path, monkeypatch, fails_at, code
):
    folder, whole = tmp_path / "store", tmp_path / "whole"
    stored(whole)
    fsync, left = files.os.fsync, [fails_at]

    def full(handle):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(code, os.strerror(code))
        fsync(handle)

    with monkeypatch.context() as patched:
        patched.setattr(files.os, "fsync", full)
        refused(f"cannot be written: {os.strerror(code)}", stored, folder)
    assert not list(folder.glob("lock"))
    stored(folder)
    assert bytes_in(folder) == bytes_in(whole)


@pytest.mark.parametrize("work", ["begin", "go on"])
def test_a_folder_without_permission_is_one_line(tmp_path, monkeypatch, work):
    """Root may write anywhere, so the system's answer is given here."""
    if work == "go on":
        stored(tmp_path)
        write_manifest(tmp_path, read_manifest(tmp_path) | {"index": None, "levels": []})

    def denied(path, flags, *rest):
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, flags, *rest)

    opened = os.open
    monkeypatch.setattr(os, "open", denied)
    refused("lock: cannot be written: Permission denied", stored, tmp_path)


def test_two_runs_do_not_write_one_folder(tmp_path):
    with locked(tmp_path):
        refused("another run writes this store: wait for its end", stored, tmp_path)
    assert not list(tmp_path.iterdir())
    stored(tmp_path)


def test_a_lock_that_a_killed_run_left_holds_nobody_up(tmp_path):
    (tmp_path / "lock").write_text("")
    (tmp_path / ".exactdice-half").write_text("half a level")
    stored(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert "lock" not in names
    assert ".exactdice-half" not in names


def test_a_lock_that_was_left_at_the_very_end_is_taken_away_unless_it_is_held(tmp_path):
    stored(tmp_path)
    (tmp_path / "lock").write_text("")
    stored(tmp_path)
    assert "lock" not in bytes_in(tmp_path)
    with locked(tmp_path):
        stored(tmp_path)
        assert "lock" in bytes_in(tmp_path)


def test_a_finished_store_is_read_where_nothing_can_be_written(tmp_path, monkeypatch):
    stored(tmp_path)

    def never(*_):
        raise AssertionError("a lock on a store that is only read")

    monkeypatch.setattr(writing, "locked", never)
    assert stored(tmp_path).value


def test_without_pyarrow_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = r"a store needs the package pyarrow: pip install 'exactdice\[store\]'"
    refused(said, stored, tmp_path / "new")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("folder", [3, b"store", "a\0b", None])
def test_what_is_no_path_is_refused(folder):
    if folder is None:
        assert solve(RACE, store=None).value
    else:
        refused("the path of a file must", solve, RACE, store=folder)


def paying(paid):
    class Made(Loaded):
        def payoff(self, state):
            return paid if state >= 3 else None

    return Made()


def test_a_finished_store_is_compared_by_its_graph_where_no_file_tells_the_rules(tmp_path):
    assert solve(paying(5), store=tmp_path).value == 5
    assert solve(paying(5), store=tmp_path).value == 5
    refused("its states or their moves are not those", solve, paying(7), store=tmp_path)


class Paid(Loaded):
    """A game whose option lies in a slot."""

    __slots__ = ("paid",)

    def __init__(self, paid):
        self.paid = paid

    def payoff(self, state):
        return self.paid if state >= 3 else None


@dataclass(frozen=True)
class Plain(Loaded):
    goal: int = 3


class Derived(Plain):
    """A class derived from a data class, with an option more."""

    def __init__(self, paid):
        super().__init__()
        object.__setattr__(self, "paid", paid)

    def payoff(self, state):
        return self.paid if state >= self.goal else None


@pytest.mark.parametrize("kind", [Paid, Derived])
def test_options_in_slots_and_beside_fields_are_compared(tmp_path, kind):
    assert solve(kind(5), store=tmp_path).value == 5
    refused("its paid is 5, asked is 7", solve, kind(7), store=tmp_path)


def test_states_of_classes_of_one_name_are_not_taken_for_each_other(tmp_path):
    def card():
        @dataclass(frozen=True)
        class Card:
            rank: int

        return Card(1)

    class Cards(Loaded):
        start = 0

        def payoff(self, state):
            return 1 if state in ends else None

        def outcomes(self, state, joint):
            return Distribution(dict.fromkeys(ends, 1) if state else dict.fromkeys(cards, 1))

    cards, ends = [card(), card()], ["end"]
    refused("a store cannot tell them apart", solve, Cards(), store=tmp_path / "new")

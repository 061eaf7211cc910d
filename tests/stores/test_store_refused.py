"""What is no store of the game, or cannot be written: one line each."""

import json
from dataclasses import dataclass

import pytest
from kept_races import LONG, RACE, Fruit, changed, disk_of_pages, entries_in, stored, unfinished

from exactdice import DiceBattle, Distribution, Kuhn, Pig, solve
from exactdice.exact.errors import ExactDiceError
from exactdice.game.protocol import WAIT
from exactdice.solvers.stores import base
from exactdice.solvers.stores.store import Store, writing_into


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
    before = entries_in(tmp_path)
    refused(said, solve, game, store=tmp_path)
    refused(said, Store, tmp_path, game)
    assert entries_in(tmp_path) == before


def test_a_store_whose_rules_changed_in_their_file_is_refused(tmp_path, monkeypatch):
    stored(tmp_path)
    monkeypatch.setattr(
        "exactdice.solvers.stores.store._sources", lambda kind: {"exactdice.games.race": "0"}
    )
    refused("the rules in exactdice.games.* have changed since", solve, RACE, store=tmp_path)


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


@pytest.mark.parametrize("part", ["version", "format"])
def test_a_store_of_another_version_is_refused(tmp_path, part):
    def older(kind, key, content):
        return json.dumps(json.loads(content) | {part: "old"}) if kind == "about" else content

    stored(tmp_path)
    changed(tmp_path, older)
    refused(f"written by another version: {part} 'old'", solve, RACE, store=tmp_path)


def test_an_unfinished_store_whose_graph_is_another_is_refused(tmp_path, monkeypatch):
    solve(Loaded(), store=tmp_path)
    monkeypatch.setattr(Loaded, "weights", (1, 2))
    unfinished(tmp_path, 2)
    refused("its states or their moves are not those of this game", solve, Loaded(), store=tmp_path)


def test_a_store_that_is_not_finished_is_not_read(tmp_path):
    values = dict(stored(tmp_path).values)
    unfinished(tmp_path, 2)
    refused(r"not finished, 2 of \d+ levels are written: solve the same", Store, tmp_path)
    assert dict(stored(tmp_path).values) == values


@pytest.mark.parametrize("pages", [3, 8])
def test_a_full_disk_is_one_line_and_the_run_can_be_gone_on_with(tmp_path, pages):
    folder = tmp_path / "store"
    with disk_of_pages(pages):
        refused("cannot be read or written: database or disk is full", stored, folder, LONG)
    stored(folder, LONG)
    stored(tmp_path / "whole", LONG)
    assert entries_in(folder) == entries_in(tmp_path / "whole")


def test_two_runs_do_not_write_one_folder(tmp_path):
    with writing_into(tmp_path):
        refused("another run writes this store: wait for its end", stored, tmp_path)
    assert not list(tmp_path.iterdir())
    stored(tmp_path)


def test_a_finished_store_is_only_read(tmp_path, monkeypatch):
    """It may lie where nothing can be written."""
    stored(tmp_path)
    (tmp_path / "store.sqlite").chmod(0o444)
    connected = base._connected

    def reading(file, alone, is_read):
        assert is_read
        return connected(file, alone, is_read)

    monkeypatch.setattr(base, "_connected", reading)
    assert stored(tmp_path).value


def test_a_folder_with_something_else_is_refused_and_left_as_it_is(tmp_path):
    """Such as a store that an earlier version wrote."""
    (tmp_path / "manifest.json").write_text("mine")
    refused("no store and not empty, as manifest.json is in it", stored, tmp_path)
    refused("this is no store: a folder with a store.sqlite is one", Store, tmp_path)
    refused("this is no store", Store, tmp_path / "missing")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_a_file_or_a_folder_of_nothing_is_no_folder_for_a_store(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    refused("no store can be made there", stored, file)
    refused("no store can be made there", stored, tmp_path / "missing" / "folder")


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

    refused("what is kept is made of", solve, Thing(), store=tmp_path / "new")


def test_what_is_no_path_is_refused():
    refused("the path of a file must", solve, RACE, store=3)


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

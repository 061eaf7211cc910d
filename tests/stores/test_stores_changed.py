"""A byte that changed is found, wherever it is; a store that was forged whole is rejected by its
equations.
"""

import pyarrow
import pytest
from kept_races import RACE, stored

from exactdice import SimultaneousBattle, solve
from exactdice.checker import Rejected
from exactdice.errors import ExactDiceError
from exactdice.stores.equations import check_equations
from exactdice.stores.level_file import number_bytes, read_table, table_bytes
from exactdice.stores.manifest import digest_of, write_manifest
from exactdice.stores.reading import Store

DUEL = SimultaneousBattle(dice=2, target=3, faces=3)
STEP = 61  # between the bytes that are changed


def assert_every_change_is_found(folder, step):
    for file in sorted(folder.iterdir()):
        whole = file.read_bytes()
        for place in range(0, len(whole), step):
            changed = bytearray(whole)
            changed[place] ^= 1 << place % 8
            file.write_bytes(changed)
            with pytest.raises(ExactDiceError, match=file.name):
                Store(folder).check_files()
        file.write_bytes(whole)
    Store(folder).check_files()


def test_a_changed_byte_is_found(tmp_path):
    stored(tmp_path)
    assert_every_change_is_found(tmp_path, STEP)


@pytest.mark.slow
def test_every_changed_byte_is_found(tmp_path):
    stored(tmp_path)
    assert_every_change_is_found(tmp_path, 1)


@pytest.mark.parametrize("changed", [lambda data: data[:-1], lambda data: data + b" "])
def test_a_file_that_is_shorter_or_longer_is_found(tmp_path, changed):
    stored(tmp_path)
    for file in sorted(tmp_path.iterdir()):
        whole = file.read_bytes()
        file.write_bytes(changed(whole))
        with pytest.raises(ExactDiceError, match=f"{file.name}: .*the store is damaged"):
            Store(tmp_path).check_files()
        file.write_bytes(whole)


def test_a_changed_level_is_found_when_a_state_of_it_is_asked_for(tmp_path):
    solution = stored(tmp_path)
    file = max(tmp_path.glob("level-*"))
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ExactDiceError, match=r"level-\d+.arrow: its SHA-256 is not that of"):
        _ = solution.value


def test_a_level_that_is_missing_is_named(tmp_path):
    solution = stored(tmp_path)
    max(tmp_path.glob("level-*")).unlink()
    with pytest.raises(ExactDiceError, match=r"level-\d+.arrow: the file is missing: the store is"):
        _ = solution.value


def test_levels_that_changed_places_are_found(tmp_path):
    stored(tmp_path)
    manifest = Store(tmp_path).manifest
    manifest["levels"][0], manifest["levels"][1] = manifest["levels"][1], manifest["levels"][0]
    write_manifest(tmp_path, manifest)
    with pytest.raises(ExactDiceError, match="the file before it is another one"):
        Store(tmp_path).check_files()


# --- forged whole ---------------------------------------------------------------------------------


def forge(folder, change):
    """Change the first row of the last level that can be, and every digest that follows from it."""
    store = Store(folder)
    manifest = store.manifest
    entry = manifest["levels"][-1]
    file = folder / entry["file"]
    table = read_table(file.read_bytes(), file)
    rows = table.to_pylist()
    change(rows[-1])
    data = table_bytes(pyarrow.Table.from_pylist(rows, schema=table.schema))
    file.write_bytes(data)
    entry["sha256"] = digest_of(data)
    write_manifest(folder, manifest)


def _other_value(row):
    row["numerator"] = number_bytes(int.from_bytes(row["numerator"], "big", signed=True) + 1)


def _other_action(row):
    row["optimal"] = [1 - row["optimal"][0]]


def _one_more_action(row):
    row["optimal"] = [0, 1]


def _lower(row):
    row["level"] = 0


def _negative(row):
    row["mixture_min"] = [number_bytes(weight) for weight in (-1, 2)]


def _one_weight_less(row):
    row["mixture_min"] = row["mixture_min"][:-1]


@pytest.mark.parametrize(
    ("game", "change"),
    [
        (RACE, _other_value),
        (RACE, _other_action),
        (RACE, _one_more_action),
        (RACE, _lower),
        (DUEL, _other_value),
        (DUEL, _lower),
        (DUEL, _negative),
        (DUEL, _one_weight_less),
    ],
)
def test_a_store_that_was_forged_whole_is_rejected(tmp_path, game, change):
    stored(tmp_path, game)
    forge(tmp_path, change)
    store = Store(tmp_path)
    store.check_files()  # nothing is wrong with the bytes
    with pytest.raises(Rejected):
        check_equations(store, game)


def _no_denominator(row):
    row["denominator"] = number_bytes(0)


def _no_such_action(row):
    row["optimal"] = [9]


def _negative_place(row):
    row["optimal"] = [-1]


def _no_text(row):
    row["state"] = "{"


def _other_text(row):
    row["state"] = '{"n":["Popen",["true"]]}'


@pytest.mark.parametrize(
    ("game", "change"),
    [
        (RACE, _no_denominator),
        (RACE, _no_such_action),
        (RACE, _negative_place),
        (RACE, _no_text),
        (RACE, _other_text),
        (DUEL, _one_weight_less),
        (DUEL, _negative),
    ],
)
def test_what_no_solution_says_is_one_line(tmp_path, game, change):
    stored(tmp_path, game)
    forge(tmp_path, change)
    solution = solve(game, store=tmp_path)
    parts = (solution.values, solution.optimal_actions, solution.mixtures)
    with pytest.raises(ExactDiceError) as raised:
        [*map(dict, parts)]
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "change",
    [
        {"levels": 3},
        {"levels": [3]},
        {"levels": [{"file": "../../passwd"}]},
        {"states": "many"},
        {"rules": []},
        {"rules": {"class": 3, "options": {}, "sources": {}}},
        {"index": {"file": "index.arrow"}},
    ],
)
def test_a_manifest_that_says_something_else_is_one_line(tmp_path, change):
    stored(tmp_path)
    write_manifest(tmp_path, Store(tmp_path).manifest | change)
    for work in (Store, stored):
        with pytest.raises(ExactDiceError, match="it does not say what a manifest says"):
            work(tmp_path)


@pytest.mark.parametrize("column", ["file", "row"])
def test_an_index_that_leads_nowhere_is_one_line(tmp_path, column):
    stored(tmp_path)
    manifest = Store(tmp_path).manifest
    file = tmp_path / "index.arrow"
    table = read_table(file.read_bytes(), file)
    rows = [row | {column: 10**6} for row in table.to_pylist()]
    data = table_bytes(pyarrow.Table.from_pylist(rows, schema=table.schema))
    file.write_bytes(data)
    manifest["index"]["sha256"] = digest_of(data)
    write_manifest(tmp_path, manifest)
    solution = solve(RACE, store=tmp_path)
    with pytest.raises(ExactDiceError, match=r"index.arrow: there is no row"):
        _ = solution.value


def test_a_store_that_lacks_a_state_is_rejected(tmp_path, monkeypatch):
    def missing(state):
        raise KeyError(state)

    stored(tmp_path)
    store = Store(tmp_path)
    monkeypatch.setattr(store, "place", missing)
    with pytest.raises(Rejected, match=r"can follow .* but is not in the store"):
        check_equations(store, RACE)

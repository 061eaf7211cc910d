"""What changed is found, wherever it is; a store that was forged whole is rejected by its
equations.
"""

import sqlite3
from contextlib import closing
from typing import NamedTuple

import pytest
from kept_races import RACE, changed, entries_in, stored

from exactdice import SimultaneousBattle, point, solve
from exactdice.checker import Rejected
from exactdice.exact.errors import ExactDiceError
from exactdice.solvers.stores.equations import check_equations
from exactdice.solvers.stores.store import Encoding, Store, classes_beside

DUEL = SimultaneousBattle(dice=2, target=3, faces=3)
STEP = 61  # between the bytes that are changed


def assert_every_change_is_found(folder, step):
    """A change is found, or it is where SQLite keeps nothing of the entries."""
    file, before = folder / "store.sqlite", entries_in(folder)
    whole, found = file.read_bytes(), 0
    for place in range(0, len(whole), step):
        data = bytearray(whole)
        data[place] ^= 1 << place % 8
        file.write_bytes(data)
        try:
            Store(folder).check_whole()
        except ExactDiceError:
            found += 1
        else:
            assert entries_in(folder) == before
    file.write_bytes(whole)
    Store(folder).check_whole()
    assert found > 20


def test_a_changed_byte_is_found(tmp_path):
    stored(tmp_path)
    assert_every_change_is_found(tmp_path, STEP)


@pytest.mark.slow
def test_every_changed_byte_is_found(tmp_path):
    stored(tmp_path)
    assert_every_change_is_found(tmp_path, 1)


def test_a_file_that_is_shorter_is_found(tmp_path):
    stored(tmp_path)
    file = tmp_path / "store.sqlite"
    file.write_bytes(file.read_bytes()[:-4096])
    with pytest.raises(ExactDiceError, match=r"store.sqlite: .*: it is damaged; bring it back"):
        Store(tmp_path).check_whole()


def test_a_changed_state_is_found_when_it_is_asked_for(tmp_path):
    solution = stored(tmp_path)
    file = tmp_path / "store.sqlite"
    value = f'"f":[{solution.value.numerator}'
    assert value.encode() in file.read_bytes()
    other = f"{value[:-1]}{(int(value[-1]) + 1) % 10}"
    file.write_bytes(file.read_bytes().replace(value.encode(), other.encode()))
    with pytest.raises(ExactDiceError, match=r"what it says of state .* was changed"):
        _ = solve(RACE, store=tmp_path).value


def test_an_entry_that_has_gone_or_comes_from_another_store_is_found(tmp_path):
    stored(tmp_path / "race")
    stored(tmp_path / "duel", DUEL)
    file = tmp_path / "race" / "store.sqlite"
    whole = file.read_bytes()
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("DELETE FROM kept WHERE rowid = 3")
    with pytest.raises(ExactDiceError, match="some of what it held has gone"):
        Store(tmp_path / "race")
    file.write_bytes(whole)
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("ATTACH ? AS other", (str(tmp_path / "duel" / "store.sqlite"),))
        (digest,) = base.execute("SELECT digest FROM other.kept WHERE kind = 'state'").fetchone()
        base.execute("UPDATE kept SET digest = ? WHERE kind = 'state'", (digest,))
    with pytest.raises(ExactDiceError, match=r"what it says of state .* was changed"):
        Store(tmp_path / "race").check_whole()


# --- forged whole ---------------------------------------------------------------------------------


class Said(NamedTuple):
    """What a store says of a state."""

    level: int
    value: object
    optimal: tuple
    mixtures: tuple


def forge(folder, game, changes):
    """Change what is said of the start, and every digest that follows from it."""
    encoding = Encoding(classes_beside(game))

    def forged(kind, key, content):
        if kind != "state" or key != encoding.key(game.start):
            return content
        state, *rest = encoding.value(content)
        said = Said(*rest)
        new = said._replace(**{part: change(said) for part, change in changes.items()})
        return encoding.text((state, *new))

    changed(folder, forged)


FORGED = [
    (RACE, {"value": lambda row: row.value + 1}),
    (RACE, {"optimal": lambda row: tuple(3 - action for action in row.optimal)}),
    (RACE, {"optimal": lambda row: (1, 2)}),
    (RACE, {"level": lambda row: 0}),
    (DUEL, {"value": lambda row: row.value + 1}),
    (DUEL, {"level": lambda row: 0}),
    (DUEL, {"mixtures": lambda row: (row.mixtures[0], other(row.mixtures[1]))}),
    (DUEL, {"mixtures": lambda row: (row.mixtures[0], point("wait"))}),
    (DUEL, {"mixtures": lambda row: ()}),
]


def other(mixture):
    """Another law of the numbers of dice."""
    return point(2 if 1 in mixture else 1)


@pytest.mark.parametrize(("game", "changes"), FORGED)
def test_a_store_that_was_forged_whole_is_rejected(tmp_path, game, changes):
    stored(tmp_path, game)
    forge(tmp_path, game, changes)
    store = Store(tmp_path, game)
    store.check_whole()  # nothing is wrong with the digests
    with pytest.raises(Rejected):
        check_equations(store, game)


@pytest.mark.parametrize("content", ["{", '{"n":["Popen",["true"]]}', "[1]", "[0,0,{},[],[]]"])
def test_an_entry_that_is_no_row_is_one_line(tmp_path, content):
    stored(tmp_path)
    changed(tmp_path, lambda kind, key, before: content if kind == "state" else before)
    with pytest.raises(ExactDiceError) as raised:
        _ = solve(RACE, store=tmp_path).value
    assert "\n" not in str(raised.value)


def test_a_store_that_lacks_a_state_is_rejected(tmp_path):
    stored(tmp_path)
    start = Encoding(classes_beside(RACE)).key(RACE.start)
    changed(tmp_path, lambda kind, key, content: None if key == start else content)
    with pytest.raises(Rejected, match=r"can follow .* but is not in the store"):
        check_equations(Store(tmp_path, RACE), RACE)

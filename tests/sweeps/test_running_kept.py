"""Journals: what is kept, what is passed over, and whose they are."""

import random
from concurrent.futures import ProcessPoolExecutor

import pytest

from exactdice.errors import ExactDiceError
from exactdice.jobs.allowance import Allowance
from exactdice.stores import base
from exactdice.sweeps import running
from exactdice.sweeps.cells import Row, here
from exactdice.sweeps.questions import Grid, Questions, grid_of
from exactdice.sweeps.running import journal_of, opened, run

GRID = grid_of(["EP(d)"], {"d": "0..6"}, has_seconds=False)
OTHER = grid_of(["EP(d)"], {"d": "0..7"}, has_seconds=False)
ROWS = list(here(GRID.questions, GRID.cells()))


@pytest.fixture
def output(tmp_path):
    return tmp_path / "a.csv"


def kept(output, grid=GRID):
    with opened(output, grid, False) as journal:
        return dict(journal.rows)


def write(output, rows=ROWS):
    with opened(output, GRID, False) as journal:
        journal.keep(rows)


def test_of_several_rows_for_a_cell_the_first_stands(output):
    write(output, [ROWS[2], Row(2, (("1", "1"),))])
    write(output, [Row(2, (("1", "1"),))])
    assert kept(output) == {2: ROWS[2]}


def test_a_changed_byte_costs_its_row_alone_or_is_refused(output):
    write(output)
    data = bytearray(journal_of(output).read_bytes())
    source = random.Random(24)
    lost = set()
    for _ in range(300):
        place = source.randrange(len(data))
        changed = data.copy()
        changed[place] = (changed[place] + source.randrange(1, 256)) % 256
        journal_of(output).write_bytes(changed)
        try:
            found = kept(output)
        except ExactDiceError:
            continue
        assert all(found[k] == ROWS[k] for k in found)
        lost.add(len(ROWS) - len(found))
    assert {0, 1} <= lost


def test_a_journal_of_another_sweep_is_refused(output):
    write(output)
    with pytest.raises(ExactDiceError, match=r"another sweep \('EP\(d\) d=0\.\.6'\): name another"):
        kept(output, OTHER)
    with opened(output, OTHER, True) as journal:
        assert journal.rows == {}
    assert kept(output, OTHER) == {}


def test_a_file_that_is_no_journal_is_refused_and_left(output):
    journal_of(output).write_text("mine\n")
    with pytest.raises(ExactDiceError, match="it is no journal of a sweep"):
        kept(output)
    assert journal_of(output).read_text() == "mine\n"


def test_an_output_that_was_there_is_refused_and_left(output):
    output.write_text("mine\n")
    with pytest.raises(ExactDiceError, match="it is there already"):
        kept(output)
    assert output.read_text() == "mine\n"
    assert not journal_of(output).exists()


def test_with_again_it_is_replaced_in_the_end_alone(output):
    output.write_text("mine\n")
    with opened(output, GRID, True) as journal:
        journal.keep(ROWS[:3])
    assert output.read_text() == "mine\n"
    with opened(output, GRID, False) as journal:
        assert len(journal.rows) == 3
        assert not journal.is_complete
        run(GRID, here, journal, output)
    assert output.read_text().startswith("d,EP(d),")


def test_an_output_that_was_changed_is_refused(output):
    with opened(output, GRID, False) as journal:
        run(GRID, here, journal, output)
    output.write_text(output.read_text().replace("7/2", "7/3"))
    with pytest.raises(ExactDiceError, match="it was changed after the sweep wrote it"):
        kept(output)


def test_a_journal_is_for_one_sweep_at_a_time(output):
    with opened(output, GRID, False), ProcessPoolExecutor(1) as other:  # noqa: SIM117
        with pytest.raises(ExactDiceError, match="another run is writing it"):
            other.submit(kept, output).result()
    assert kept(output) == {}


def test_rows_beyond_a_limit_are_tried_again_within_larger_ones(output):
    lost = Row(4, (None,), error="over the time limit of 2 s", limits=(2.0, 100))
    write(output, [*ROWS[:4], lost])
    for allowance, is_kept in [
        (Allowance(1, 2, 100), True),
        (Allowance(1, 1, 90), True),
        (Allowance(1, 3, 100), False),
        (Allowance(1, 2, 101), False),
    ]:
        with opened(output, GRID, False) as journal:
            journal.forget_lost(allowance)
            assert (4 in journal.rows) is is_kept


def test_a_full_disk_is_told_in_one_line(output, monkeypatch):
    connected = base._connected

    def full(*given):
        found = connected(*given)
        found.execute("PRAGMA max_page_count = 3")
        return found

    monkeypatch.setattr(base, "_connected", full)
    with (
        opened(output, GRID, False) as journal,
        pytest.raises(ExactDiceError, match="disk is full"),
    ):
        journal.keep([Row(place, (("1" * 500, "1"),)) for place in range(50)])


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(ExactDiceError, match="unable to open database file"):
        kept(tmp_path / "none" / "a.csv")


def test_rows_of_a_game_whose_file_has_changed_are_not_taken_on(output, tmp_path):
    file = tmp_path / "race.py"
    file.write_text("goal = 3\n")
    heading = _heading_of(file)
    assert _heading_of(file) == heading
    file.write_text("goal = 5\n")
    assert _heading_of(file) != heading


def _heading_of(file):
    asked = Questions(("value(0)",), ("target",), (f"game={file}:Race",))
    return running._about(Grid(asked, (range(3, 5),)))


def test_a_file_that_has_changed_is_named(output, tmp_path, monkeypatch):
    table = tmp_path / "plan.csv"
    table.write_text("1\n")
    asked = Questions((f'gain(by_table("{table}"), dice(1))',), ("d",))
    grid = Grid(asked, (range(3),))
    with opened(output, grid, False) as begun:
        begun.keep([Row(0, (("1", "1"),))])
    assert len(kept(output, grid)) == 1
    table.write_text("2\n")
    with pytest.raises(ExactDiceError, match=r"plan\.csv, which the sweep asks, has changed"):
        kept(output, grid)

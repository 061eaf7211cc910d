"""Sweeps run: in the order of the grid, whoever works them out; what is kept of them, what passed
over, and whose it is; ended and begun again.
"""

import multiprocessing
import os
import random
import signal
from concurrent.futures import ProcessPoolExecutor

import pytest
from stores.kept_races import disk_of_pages

from exactdice.exact.errors import ExactDiceError
from exactdice.jobs.allowance import Allowance
from exactdice.writeup.sweep_table import read_sweep
from exactdice.writeup.sweeps import (
    Grid,
    InCrew,
    Questions,
    Row,
    grid_of,
    here,
    journal_of,
    opened,
    run,
    swept,
)

QUERIES = ["EG(0,0)", "optimal_actions(0,0)"]
RANGES = {"dice": "1..3", "target": "2..8"}
SWEPT = grid_of(QUERIES, RANGES, "dice < target", has_seconds=False)


def made(path, executor=here, grid=SWEPT):
    """(the bytes of the file, what became of the sweep)."""
    with opened(path, grid, False) as journal:
        outcome = run(grid, executor, journal, path)
    return path.read_bytes(), outcome


def killed(path, seconds, executor):
    """Run the sweep in another process that is ended after so many seconds; whether it was."""
    process = multiprocessing.get_context("fork").Process(target=made, args=(path, executor))
    process.start()
    process.join(seconds)
    was_running = process.is_alive()
    if was_running:
        os.kill(process.pid, signal.SIGKILL)
    process.join()
    return was_running


def check_kills(path, kills, longest, seed):
    """After so many kills, each of a sweep that is new or was killed before, the file has the bytes
    of an undisturbed run.
    """
    expected, _ = made(path.with_name(f"expected{path.suffix}"))
    source = random.Random(seed)
    done = 0
    while done < kills:
        executor = source.choice([here, InCrew(Allowance(2))])
        was_killed = killed(path, source.uniform(0, longest), executor)
        done += was_killed
        if not was_killed:
            assert path.read_bytes() == expected
            path.unlink()
            journal_of(path).unlink()
    data, _ = made(path)
    assert data == expected


def test_where_nothing_is_meant_nothing_is_left(tmp_path):
    grid = grid_of(["EP(d)"], {"d": "1..3"}, "EP(d) < 0")
    with pytest.raises(ExactDiceError, match="holds for none of the 3 combinations"):
        made(tmp_path / "a.csv", grid=grid)
    with pytest.raises(ExactDiceError, match="holds for none of the 3 combinations"):
        swept(grid, here)
    assert list(tmp_path.iterdir()) == []


def test_rows_that_are_kept_keep_their_seconds(tmp_path):
    grid = grid_of(QUERIES, RANGES)
    path = tmp_path / "a.csv"
    with opened(path, grid, False) as journal:
        journal.keep([*here(grid.questions, list(grid.cells())[:5])])
        known = [row.seconds for row in journal.rows.values()]
    made(path, grid=grid)
    assert list(map(float, read_sweep(path).column("seconds")[:5])) == known


# --- ended at any moment --------------------------------------------------------------------------


def test_a_sweep_that_is_killed_at_random_goes_on(tmp_path):
    check_kills(tmp_path / "a.csv", kills=5, longest=0.08, seed=24)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["csv", "sqlite", "parquet"])
def test_a_sweep_that_is_killed_50_times(tmp_path, ending):
    check_kills(tmp_path / f"a.{ending}", kills=50, longest=0.15, seed=50)


# --- journals -----------------------------------------------------------------------------------

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


def test_a_full_disk_is_told_in_one_line(output):
    with (
        disk_of_pages(3),
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
    return Grid(asked, (range(3, 5),)).identity()


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

"""Sweeps run: in the order of the grid, whoever works them out; what is kept of them, what passed
over, and whose it is; ended and begun again.
"""

import multiprocessing
import os
import random
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack

import pytest
from stores.kept_races import disk_of_pages

from exactdice.exact.errors import ExactDiceError
from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import Crew
from exactdice.writeup.sweep_table import read_sweep
from exactdice.writeup.sweeps import (
    Row,
    Sweep,
    find_rows,
    journal_of,
    opened,
    plan_sweep,
    tabulate,
)

QUERIES = ["EG(0,0)", "optimal_actions(0,0)"]
RANGES = {"dice": "1..3", "target": "2..8"}
SWEPT = plan_sweep(QUERIES, RANGES, "dice < target", has_seconds=False)


def made(path, jobs=0, sweep=SWEPT):
    """The bytes of the file, made by so many workers or in this process."""
    with opened(path, sweep, False) as journal, ExitStack() as stack:
        crew = stack.enter_context(Crew(Allowance(jobs))) if jobs else None
        journal.write_output(sweep, crew)
    return path.read_bytes()


def killed(path, seconds, jobs):
    """Run the sweep in another process that is ended after so many seconds; whether it was."""
    process = multiprocessing.get_context("fork").Process(target=made, args=(path, jobs))
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
    expected = made(path.with_name(f"expected{path.suffix}"))
    source = random.Random(seed)
    done = 0
    while done < kills:
        was_killed = killed(path, source.uniform(0, longest), source.choice([0, 2]))
        done += was_killed
        if not was_killed:
            assert path.read_bytes() == expected
            path.unlink()
            journal_of(path).unlink()
    assert made(path) == expected


def test_where_nothing_is_meant_nothing_is_left(tmp_path):
    sweep = plan_sweep(["EP(d)"], {"d": "1..3"}, "EP(d) < 0")
    with pytest.raises(ExactDiceError, match="holds for none of the 3 combinations"):
        made(tmp_path / "a.csv", sweep=sweep)
    with pytest.raises(ExactDiceError, match="holds for none of the 3 combinations"):
        tabulate(sweep)
    assert list(tmp_path.iterdir()) == []


def test_rows_that_are_kept_keep_their_seconds(tmp_path):
    sweep = plan_sweep(QUERIES, RANGES)
    path = tmp_path / "a.csv"
    with opened(path, sweep, False) as journal:
        enter(journal, find_rows(sweep, range(5)))
        known = [row.seconds for row in journal.values()]
    made(path, sweep=sweep)
    assert list(map(float, read_sweep(path).column("seconds")[:5])) == known


# --- ended at any moment --------------------------------------------------------------------------


def test_a_sweep_that_is_killed_at_random_goes_on(tmp_path):
    check_kills(tmp_path / "a.csv", kills=5, longest=0.08, seed=24)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["csv", "sqlite", "parquet"])
def test_a_sweep_that_is_killed_50_times(tmp_path, ending):
    check_kills(tmp_path / f"a.{ending}", kills=50, longest=0.15, seed=50)


# --- journals -----------------------------------------------------------------------------------

SHORT = plan_sweep(["EP(d)"], {"d": "0..6"}, has_seconds=False)
OTHER = plan_sweep(["EP(d)"], {"d": "0..7"}, has_seconds=False)
ROWS = dict(find_rows(SHORT, range(SHORT.size)))


@pytest.fixture
def output(tmp_path):
    return tmp_path / "a.csv"


def kept(output, sweep=SHORT):
    with opened(output, sweep, False) as journal:
        return {place: row._replace(values=tuple(row.values)) for place, row in journal.items()}


def enter(journal, rows):
    for place, row in rows:
        journal[place] = row


def write(output, rows=ROWS):
    with opened(output, SHORT, False) as journal:
        enter(journal, rows.items())


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
        assert journal == {}
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
    with opened(output, SHORT, True) as journal:
        enter(journal, [*ROWS.items()][:3])
    assert output.read_text() == "mine\n"
    with opened(output, SHORT, False) as journal:
        assert len(journal) == 3
        assert not journal.is_complete
        journal.write_output(SHORT)
    assert output.read_text().startswith("d,EP(d),")


def test_an_output_that_was_changed_is_refused(output):
    made(output, sweep=SHORT)
    output.write_text(output.read_text().replace("7/2", "7/3"))
    with pytest.raises(ExactDiceError, match="it was changed after the sweep wrote it"):
        kept(output)


def test_a_journal_is_for_one_sweep_at_a_time(output):
    with opened(output, SHORT, False), ProcessPoolExecutor(1) as other:  # noqa: SIM117
        with pytest.raises(ExactDiceError, match="another run is writing it"):
            other.submit(kept, output).result()
    assert kept(output) == {}


def test_rows_beyond_a_limit_are_tried_again_within_larger_ones(output):
    lost = Row((None, None), error="over the time limit of 2 s", limits=(2.0, 100))
    write(output, {**ROWS, 4: lost})
    for allowance, is_kept in [
        (Allowance(1, 2, 100), True),
        (Allowance(1, 1, 90), True),
        (Allowance(1, 3, 100), False),
        (Allowance(1, 2, 101), False),
    ]:
        with opened(output, SHORT, False) as journal:
            journal.forget_lost(allowance)
            assert (4 in journal) is is_kept


def test_a_full_disk_is_told_in_one_line(output):
    with (
        disk_of_pages(3),
        opened(output, SHORT, False) as journal,
        pytest.raises(ExactDiceError, match="disk is full"),
    ):
        enter(journal, [(place, Row(("1" * 500, "1"))) for place in range(50)])


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(ExactDiceError, match="unable to open database file"):
        kept(tmp_path / "none" / "a.csv")


def test_rows_of_a_game_whose_file_has_changed_are_not_taken_on(output, tmp_path):
    file = tmp_path / "race.py"
    file.write_text("goal = 3\n")
    sweep = Sweep(("value(0)",), (("target", range(3, 5)),), (f"game={file}:Race",))
    before = sweep.identity()
    assert sweep.identity() == before
    file.write_text("goal = 5\n")
    assert sweep.identity() != before


def test_a_file_that_has_changed_is_named(output, tmp_path, monkeypatch):
    table = tmp_path / "plan.csv"
    table.write_text("1\n")
    sweep = Sweep((f'gain(by_table("{table}"), dice(1))',), (("d", range(3)),))
    with opened(output, sweep, False) as begun:
        begun[0] = Row(("1", "1"))
    assert len(kept(output, sweep)) == 1
    table.write_text("2\n")
    with pytest.raises(ExactDiceError, match=r"plan\.csv, which the sweep asks, has changed"):
        kept(output, sweep)

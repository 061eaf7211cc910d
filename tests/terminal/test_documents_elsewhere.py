"""`--dask`: commands whose work is done on a cluster print and write what they do without it."""

import os

import pytest
from command_line import run
from race_in_a_file import GAME, RACE, here
from verifying import DOCUMENT, check_ctrl_c_ends_it

LOCAL = ("--dask", "local", "--jobs", "2")


def test_documents_are_verified_as_here(tmp_path):
    """A game in a file is found there; a strategy in a table is read here alone."""
    (tmp_path / "a.md").write_text(DOCUMENT)
    (tmp_path / "race.py").write_text(RACE)
    made = here(tmp_path, "export", "dice-battle", "dice=2", "target=5", "-o", "plan.csv")
    assert made[0] == 0, made
    (tmp_path / "b.md").write_text(
        "0.5<!-- exactdice: gain(optimal, optimal) game=Race length=2 -->\n\n"
        '0<!-- exactdice: gain(by_table("plan.csv"), optimal) game=dice-battle dice=2 target=5 '
        "-->\n"
    )
    words = ("verify", "a.md", "b.md", "--game", GAME, "--no-cache")
    found = here(tmp_path, *words, *LOCAL)
    assert found == here(tmp_path, *words)
    assert "exact" in found[1]


def test_processes_are_not_counted_where_there_is_a_cluster(tmp_path):
    (tmp_path / "a.md").write_text(DOCUMENT)
    done = run("verify", tmp_path / "a.md", "--dask", "tcp://127.0.0.1:1", "--jobs", "2")
    assert done.stderr == (
        "error: --jobs does nothing with --dask ADDRESS, whose workers are what they are: leave it "
        "out\n"
    )


@pytest.mark.slow
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
def test_ctrl_c_ends_with_one_line_and_leaves_no_process(tmp_path):
    check_ctrl_c_ends_it(tmp_path, *LOCAL)


def test_a_sweep_of_a_game_in_a_file_writes_the_same_bytes(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    words = ("sweep", "value()", f"game={GAME}", "length=1..3", "--no-seconds", "-o")
    assert here(tmp_path, *words, "a.csv")[0] == 0
    status, out, err = here(tmp_path, *words, "b.csv", *LOCAL)
    assert (status, out, err) == (0, "wrote b.csv: 3 rows\n", "")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert "1/2" in (tmp_path / "a.csv").read_text()


def test_a_game_in_a_file_is_solved_as_here(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    words = ("solve", GAME, "length=9", "-o")
    assert here(tmp_path, *words, "a.json")[0] == 0
    assert here(tmp_path, *words, "b.json", "--dask", "local")[0] == 0
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()

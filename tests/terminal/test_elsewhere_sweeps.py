"""Sweeps and games on a cluster write what they write without it."""

from race_in_a_file import GAME, RACE, here

LOCAL = ("--dask", "local", "--jobs", "2")


def test_a_sweep_writes_the_same_bytes(tmp_path):
    words = ("sweep", "EG(0,0)", "dice=1..2", "target=3..6", "--no-seconds", "-o")
    assert here(tmp_path, *words, "a.csv")[0] == 0
    status, out, err = here(tmp_path, *words, "b.csv", *LOCAL)
    assert (status, out, err) == (0, "wrote b.csv: 8 rows\n", "")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_a_sweep_of_a_game_in_a_file(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    words = (
        "sweep",
        "gain(optimal, optimal)",
        f"game={GAME}",
        "length=1..3",
        "--no-seconds",
        "-o",
        "a.csv",
    )
    status, _, err = here(tmp_path, *words, *LOCAL)
    assert (status, err) == (0, "")
    assert "1/2" in (tmp_path / "a.csv").read_text()


def test_a_game_in_a_file_is_solved_as_here(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    words = ("solve", GAME, "length=9", "-o")
    assert here(tmp_path, *words, "a.json")[0] == 0
    assert here(tmp_path, *words, "b.json", "--dask", "local")[0] == 0
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()

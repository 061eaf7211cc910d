"""`exactdice sweep`: the files that it writes, what it tells, and what it refuses."""

import csv

import pytest
from command_line import run
from sweeping import swept


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rows_in(name):
    with open(name, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_combination_is_a_row_with_what_value_prints(tmp_path):
    told = swept("EG(0,0)", "best(0,0)", "dice=1..2", "target=3..3", "-o", "a.csv")
    assert told == "wrote a.csv: 2 rows\n"
    rows = rows_in("a.csv")
    assert [(row["dice"], row["target"]) for row in rows] == [("1", "3"), ("2", "3")]
    for row in rows:
        words = [f"{name}={row[name]}" for name in ("dice", "target")]
        for query in ("EG(0,0)", "best(0,0)"):
            assert run("value", query, *words).stdout == f"{row[query]}\n"
        decimals = run("value", "EG(0,0)", *words, "--format", "decimal", "--digits", "15").stdout
        assert decimals == f"{row['EG(0,0) decimal']}\n"
        assert float(row["seconds"]) > 0
        assert row["error"] == ""


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_without_seconds_every_run_has_the_same_bytes(tmp_path, jobs):
    words = ["P(d,k)", "d=1..4", "k=1..9", "--where", "k <= 6*d", "--no-seconds"]
    told = swept(*words, "--jobs", jobs, "-o", "a.csv")
    assert told == "wrote a.csv: 33 rows of 36 combinations\n"
    swept(*words, "-o", "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_errors_are_told_and_the_exit_status_is_0():
    told = swept("EG(0,0)", "dice=0..2", "target=3", "-o", "a.csv")
    assert told == (
        "wrote a.csv: 3 rows\n"
        "1 row has an error, the first: dice must be a whole number of 1 or more, got 0\n"
    )


def test_what_is_beyond_a_limit_is_tried_again_within_a_larger_one():
    words = ["EG(0,0)", "dice=3", "target=250..250", "-o", "a.csv", "--jobs", "1"]
    told = swept(*words, "--timeout", "0.1")
    assert told.splitlines()[1:] == [
        "1 row has an error, the first: over the time limit of 0.1 s",
        "1 of them was beyond a limit: the same command with a longer --timeout or more --memory "
        "tries it again",
    ]
    assert swept(*words, "--timeout", "0.1").startswith("a.csv is complete already")
    assert swept(*words, "--timeout", "60") == "wrote a.csv: 1 row\n"
    assert [row["error"] for row in rows_in("a.csv")] == [""]


def test_a_sweep_that_is_complete_is_not_made_again():
    words = ["EP(d)", "d=1..3", "-o", "a.csv"]
    swept(*words)
    assert swept(*words) == "a.csv is complete already; --again works it out anew\n"
    assert swept(*words, "--again") == "wrote a.csv: 3 rows\n"


COMPLAINTS = {
    "parameter": (["EG(0,0)", "dise=1..3"], "did you mean dice?"),
    "step": (["EG(0,0)", "dice=1..3..0"], "a range must go up"),
    "no statement": (["EG(0,0)", "dice=1..3", "--where", "dice+1"], "where must be a statement"),
    "none": (["EG(0,0)", "dice=1..3", "--where", "dice > 7"], "holds for none of the 3"),
    "ending": (["EG(0,0)", "dice=1..3", "-o", "a.txt"], "must end in .parquet, .sqlite or .csv"),
    "folder": (["EG(0,0)", "dice=1..3", "-o", "no/a.csv"], "its folder does not exist"),
    "no file": (["EP(d)", "d=1..3", "-o"], "-o"),
}


@pytest.mark.parametrize("name", COMPLAINTS)
def test_complaints_are_one_line_and_leave_nothing(tmp_path, name):
    words, said = COMPLAINTS[name]
    done = run("sweep", *words, *([] if "-o" in words else ["-o", "a.csv"]))
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_sweep_is_refused_and_left(tmp_path):
    swept("EP(d)", "d=1..3", "-o", "a.csv")
    before = (tmp_path / "a.csv").read_bytes()
    done = run("sweep", "EP(d)", "d=1..4", "-o", "a.csv")
    assert done.returncode == 2
    assert done.stderr == (
        "error: a.csv: it belongs to another sweep ('EP(d) d=1..3'): name another file, or begin "
        "anew with --again\n"
    )
    assert (tmp_path / "a.csv").read_bytes() == before

"""`exactdice sweep`: the files that it writes, what it tells, and what it refuses."""

import csv
import re
import signal
import subprocess
import sys
import time

import pytest
from command_line import plain_environment, run

from exactdice.writeup.sweeps import journal_of


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def swept(*words):
    """What a sweep without complaints prints."""
    done = run("sweep", *words)
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def rows_in(name):
    with open(name, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_combination_is_a_row_with_what_value_prints(tmp_path):
    told = swept("EG(0,0)", "optimal_actions(0,0)", "dice=1..2", "target=3..3", "-o", "a.csv")
    assert told == "wrote a.csv: 2 rows\n"
    rows = rows_in("a.csv")
    assert [(row["dice"], row["target"]) for row in rows] == [("1", "3"), ("2", "3")]
    for row in rows:
        words = [f"{name}={row[name]}" for name in ("dice", "target")]
        for query in ("EG(0,0)", "optimal_actions(0,0)"):
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
    "ending": (["EG(0,0)", "dice=1..3", "-o", "a.txt"], "must end in .parquet, .sqlite or .csv"),
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


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_an_interrupted_sweep_says_what_it_has_and_goes_on(tmp_path):
    words = ["EG(0,0)", "dice=1..3", "target=2..352..70", "--no-seconds", "--jobs", "1"]
    command = [sys.executable, "-m", "exactdice", "sweep", *words, "-o", "a.csv"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=plain_environment())
    journal = journal_of(tmp_path / "a.csv")
    while process.poll() is None and not journal.exists():
        time.sleep(0.01)
    time.sleep(0.5)  # most of the cells take less than a tenth of that, the last ones more
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert "of 18 cells are kept in a.csv.sweep: the same command goes on from there\n" in said
    assert "cells are known from before\nwrote a.csv: 18 rows\n" in swept(*words, "-o", "a.csv")
    swept(*words, "-o", "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_a_claim_cites_the_file(tmp_path):
    swept("P(d,k)", "d=1..3", "k=1", "-o", "a.csv")
    chance = 'source("a.csv", d=2, column="P(d,k)")'
    (tmp_path / "a.md").write_text(
        f"0.306<!-- exactdice: {chance} -->, 0.31"
        '<!-- exactdice: P(2,1) source="a.csv d=2 k=1 column=P(d,k)" -->, '
        f"0.307<!-- exactdice: {chance} -->"
    )
    told = run("verify", "a.md", "--no-cache").stdout.splitlines()
    assert "0.306  matches its source" in told[1]  # 11/36
    assert told[2].endswith("matches its source")
    assert "differs from its source" in told[3]


READ_WRONG = {
    "value": (["a.csv", "EG(0,0)", "dice=7"], "a.csv has no dice=7: it has 0, 1, 2"),
    "missing": (["b.csv"], "b.csv: cannot be read: No such file"),
}


@pytest.mark.parametrize("name", READ_WRONG)
def test_what_is_not_in_the_file_is_told_in_one_line(name):
    swept("EG(0,0)", "optimal_actions(0,0)", "dice=0..2", "target=2..3", "-o", "a.csv")
    words, said = READ_WRONG[name]
    done = run("table", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_place_without_a_value_is_shown_in_a_table_and_refused_in_a_picture():
    swept("EG(0,0)", "dice=0..2", "target=2..3", "--where", "dice < target", "-o", "a.csv")
    (two, three), (gain,) = (
        re.findall(r"0\.\d+", run("table", "EG(0,0)", *words, "--style", "dec:3").stdout)
        for words in (["dice=1", "target=2..3"], ["dice=2..2", "target=3"])
    )
    assert run("table", "a.csv", "--style", "dec:3").stdout.splitlines()[2:] == [
        "|              0 | error | error |",
        f"|              1 | {two} | {three} |",
        f"|              2 |       | {gain} |",
    ]
    done = run("plot", "a.csv", "-o", "a.svg")
    assert done.returncode == 2
    assert "there is no EG(0,0) at dice=0 target=2: dice must be a whole number" in done.stderr
    done = run("plot", "a.csv", "dice=1..2", "-o", "a.svg")
    assert "there is no EG(0,0) at dice=2 target=2: it has no such row" in done.stderr

"""What `table`, `plot` and `verify` read of the files of sweeps."""

import re

import pytest
from command_line import run
from sweeping import swept


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_table_prints_of_the_file_what_it_prints_of_the_query():
    words = ["dice=1..3", "target=10..20..10"]
    swept("EG(0,0)", "best(0,0)", *words, "-o", "a.csv")
    made = run("table", "EG(0,0)", *words, "--style", "dec:4").stdout
    assert run("table", "a.csv", "EG(0,0)", "--style", "dec:4").stdout == made
    made = run("table", "EG(0,0)", "best(0,0)", "dice=2..3", "target=10").stdout
    assert run("table", "a.csv", "dice=2..3", "target=10").stdout == made


def test_plot_draws_of_the_file_what_it_draws_of_the_query(tmp_path):
    words = ["dice=1..3", "target=2..4"]
    swept("EG(0,0)", *words, "-o", "a.csv")
    assert run("plot", "EG(0,0)", *words, "-o", "a.png").returncode == 0
    assert run("plot", "a.csv", "-o", "b.png").returncode == 0
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


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
    "two queries": (["a.csv"], "a table has one range, or two and one query"),
    "value": (["a.csv", "EG(0,0)", "dice=7"], "a.csv has no dice=7: it has 0, 1, 2"),
    "parameter": (["a.csv", "EG(0,0)", "dise=1"], "has no parameter dise (did you mean dice?)"),
    "query": (["a.csv", "EG(0,1)"], "a.csv has no values of EG(0,1)"),
    "missing": (["b.csv"], "b.csv: cannot be read: No such file"),
}


@pytest.mark.parametrize("name", READ_WRONG)
def test_what_is_not_in_the_file_is_told_in_one_line(name):
    swept("EG(0,0)", "best(0,0)", "dice=0..2", "target=2..3", "-o", "a.csv")
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

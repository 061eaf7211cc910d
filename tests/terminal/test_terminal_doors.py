"""What the commands do with their options and their streams: nothing that was typed is passed over
in silence, and standard output holds what was asked for alone.
"""

import json

import pytest
from command_line import run, written_to
from eighty_columns import with_report

from exactdice import checker

MARKED = "The mean is 8.64<!-- exactdice: EP(5) -->.\n"


# --- options that would do nothing ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["verify", "{doc}", "--list", "--fix"], "--fix"),
        (["value", "EP(5)", "--digits", "3"], "--digits"),
        (["table", "--check", "{doc}", "--format", "csv"], "--format"),
        (["play", "tokens", "--opponent", "random"], "--opponent"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(tmp_path, words, option):
    (tmp_path / "a.md").write_text(MARKED, encoding="utf-8")
    done = run(*(word.format(doc=tmp_path / "a.md") for word in words), text="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {option} does nothing ")
    assert done.stderr.endswith(": leave it out\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md"]


# --- truths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "truth", "number"),
    [
        (("solve", "hog", "goal=4", "dice=2", "sow_sad={}"), "False", "0"),
        (("solve", "nim", "heaps=1,2", "misere={}"), "True", "1"),
        (("value", "wins(nim(1,1))", "misere={}"), "True", "1"),
    ],
)
def test_an_option_that_is_a_truth_takes_the_word_as_it_is_listed(words, truth, number):
    done, wanted = (run(*(word.format(given) for word in words)) for given in (truth, number))
    assert (done.returncode, done.stdout) == (0, wanted.stdout)


def test_what_is_no_truth_is_told_which_words_are():
    done = run("solve", "hog", "sow_sad=yes")
    assert (done.returncode, done.stderr) == (2, "error: sow_sad must be True or False, got yes\n")


# --- what is written to standard output -----------------------------------------------------------


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_a_proof_on_standard_output_stands_there_alone(name):
    done = run("solve", "dice-battle", "dice=1", "target=2", "-o", name)
    assert done.returncode == 0
    assert checker.check(json.loads(done.stdout)).startswith("value 13/18 to the first player")
    # the summary that else stands on standard output
    assert done.stderr == run("solve", "dice-battle", "dice=1", "target=2").stdout


def test_what_stands_in_the_file_behind_standard_output_is_kept(tmp_path):
    """The stream is written to; the file that it leads to is not replaced."""
    target = tmp_path / "out.txt"
    with target.open("a", encoding="utf-8") as stream:
        stream.write("before\n")
        stream.flush()
        for name in ("-", "/dev/stdout"):
            assert written_to(stream, "table", "EP(d)", "d=1..1", "-o", name).returncode == 0
        stream.write("after\n")
    table = run("table", "EP(d)", "d=1..1").stdout
    assert target.read_text(encoding="utf-8") == f"before\n{table}{table}after\n"


@pytest.mark.parametrize("output", [[], ["-o", "-"], ["-o", "/dev/stdout"]])
def test_a_table_and_its_claims_are_not_mixed(output):
    done = run("table", "EP(d)", "d=1..2", "--claims", "-", *output)
    assert (done.returncode, done.stdout) == (2, "")
    assert "would be mixed on standard output" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["plot", "EP(d)", "d=1..3"],
        ["export", "dice-battle", "dice=1", "target=2"],
        ["simulate", "dice-battle", "dice=1", "target=2", "--games", "2"],
    ],
)
def test_what_is_no_text_is_not_written_to_standard_output(words):
    done = run(*words, "-o", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "must end in" in done.stderr or "ending in" in done.stderr
    assert done.stderr.count("\n") == 1


LONG = ["table", "P(d,k)", "d=1..2", "k=1..40", "--format"]


COMMANDS = [
    *([*LONG, form] for form in ("markdown", "json", "csv", "latex")),
    ["value", "turns_distribution(dice(1),dice(1))", "target=20", "--format", "json"],
    ["value", "turns_distribution(dice(1),dice(1))", "target=20"],
    *(["verify", "r.md", "--format", form] for form in ("json", "sarif", "junit")),
    ["formula", "EP(d)", "--format", "latex"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_data_are_the_same_whatever_the_width_of_the_terminal(run, monkeypatch, tmp_path, words):
    monkeypatch.chdir(with_report(tmp_path))
    monkeypatch.delenv("COLUMNS", raising=False)
    _, unknown, _ = run(*words)
    assert unknown
    for width in ("1", "40"):
        monkeypatch.setenv("COLUMNS", width)
        _, seen, _ = run(*words)
        assert seen == unknown

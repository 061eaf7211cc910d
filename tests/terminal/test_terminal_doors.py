"""What the commands do with their options and their streams: nothing that was typed is passed over
in silence, and standard output holds what was asked for alone.
"""

import json
import subprocess
import sys

import pytest
from command_line import ROOT, run

from exactdice import checker

MARKED = "The mean is 8.64<!-- exactdice: EP(5) -->.\n"


# --- what is written to standard output -----------------------------------------------------------


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_a_proof_on_standard_output_stands_there_alone(name):
    done = run("solve", "dice-battle", "dice=1", "target=2", "-o", name)
    assert done.returncode == 0
    assert checker.check(json.loads(done.stdout)).startswith("value 13/18 to the first player")
    # the summary that else stands on standard output
    assert done.stderr == run("solve", "dice-battle", "dice=1", "target=2").stdout


def test_the_proof_of_a_file_stands_alone_too(tmp_path):
    (tmp_path / "a.json").write_text('{"a": ["b"], "b": []}', encoding="utf-8")
    done = run("solve", tmp_path / "a.json", "-o", "-")
    assert checker.check(json.loads(done.stdout))
    assert done.stderr == run("solve", tmp_path / "a.json").stdout


def test_what_stands_in_the_file_behind_standard_output_is_kept(tmp_path):
    """The stream is written to; the file that it leads to is not replaced."""
    target = tmp_path / "out.txt"
    with target.open("a", encoding="utf-8") as stream:
        stream.write("before\n")
        stream.flush()
        for name in ("-", "/dev/stdout"):
            command = [sys.executable, "-m", "exactdice", "table", "EP(d)", "d=1..1", "-o", name]
            subprocess.run(command, stdout=stream, check=True, cwd=ROOT)
        stream.write("after\n")
    table = run("table", "EP(d)", "d=1..1").stdout
    assert target.read_text(encoding="utf-8") == f"before\n{table}{table}after\n"


@pytest.mark.parametrize("output", [[], ["-o", "-"], ["-o", "/dev/stdout"]])
def test_a_table_and_its_claims_are_not_mixed(output):
    done = run("table", "EP(d)", "d=1..2", "--claims", "-", *output)
    assert (done.returncode, done.stdout) == (2, "")
    assert "would be mixed on standard output" in done.stderr


@pytest.mark.parametrize("command", ["plot", "export", "simulate", "bandit"])
def test_what_is_no_text_is_not_written_to_standard_output(command):
    what = {
        "plot": ["EP(d)", "d=1..3"],
        "export": ["dice-battle", "dice=1", "target=2"],
        "simulate": ["dice-battle", "dice=1", "target=2", "--games", "2"],
        "bandit": ["rows=2", "columns=2", "--rounds", "2"],
    }
    done = run(command, *what[command], "-o", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "must end in" in done.stderr or "ending in" in done.stderr
    assert done.stderr.count("\n") == 1


# --- a reader that goes away ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        [],
        ["value", "--help"],
        ["games"],
        ["games", "pig"],
        ["--version"],
        ["value", "EP(5)"],
        ["table", "EP(d)", "d=1..2"],
        ["solve", "dice-battle", "dice=1", "target=2", "-o", "-"],
        ["table", "EP(d)", "d=1..2", "-o", "/dev/stdout"],
    ],
)
def test_a_reader_that_went_away_ends_every_command_quietly(words):
    process = subprocess.Popen(
        [sys.executable, "-m", "exactdice", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141
    assert "error" not in complaint
    assert "Traceback" not in complaint


# --- options that would do nothing ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["verify", "{doc}", "--list", "--fix"], "--fix"),
        (["verify", "{doc}", "--list", "--format", "json"], "--format"),
        (["verify", "{doc}", "--list", "--format", "text"], "--format"),
        (["verify", "{doc}", "--list", "--strict"], "--strict"),
        (["verify", "{doc}", "--list", "--proved"], "--proved"),
        (["verify", "{doc}", "--fix", "--format", "json"], "--format"),
        (["value", "EP(5)", "--digits", "3"], "--digits"),
        (["value", "EP(5)", "--digits", "6"], "--digits"),
        (["value", "EP(5)", "--format", "latex", "--digits", "3"], "--digits"),
        (["value", "EP(5)", "--format", "json", "--digits", "3"], "--digits"),
        (["table", "--check", "{doc}", "--format", "csv"], "--format"),
        (["table", "--check", "{doc}", "--style", "dec:2"], "--style"),
        (["table", "--check", "{doc}", "--decimal", ","], "--decimal"),
        (["table", "--check", "{doc}", "--siunitx"], "--siunitx"),
        (["table", "--check", "{doc}", "--claims", "{doc}.toml"], "--claims"),
        (["table", "--check", "{doc}", "-o", "{doc}.md"], "--output"),
        (["simulate", "tokens", "--second", "random", "--games", "2"], "--second"),
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


def test_options_that_do_something_together_are_taken(tmp_path):
    (tmp_path / "a.md").write_text(MARKED, encoding="utf-8")
    assert run("verify", tmp_path / "a.md", "--list", "--skip-unmarked").returncode == 0
    assert run("verify", tmp_path / "a.md", "--fix", "--strict", "--proved").returncode == 0
    done = run("value", "EP(5)", "--format", "decimal", "--digits", "2")
    assert done.stdout == "8.64\n"


# --- the package of LaTeX -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "status"),
    [(["--help"], 0), (["-h"], 0), (["--folder"], 2), (["a", "b"], 2)],
)
def test_the_latex_package_says_how_it_is_used(tmp_path, words, status):
    done = subprocess.run(
        [sys.executable, "-m", "exactdice.documents.latex_package", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    usage = "usage: python -m exactdice.documents.latex_package [FOLDER]"
    said, other = (done.stderr, done.stdout) if status else (done.stdout, done.stderr)
    assert (done.returncode, other) == (status, "")
    assert said.startswith(usage)
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


# --- truths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "truth", "number"),
    [
        (("solve", "hog", "goal=4", "dice=2", "sow_sad={}"), "False", "0"),
        (("solve", "hog", "goal=4", "dice=2", "sow_sad={}"), "True", "1"),
        (("solve", "nim", "heaps=1,2", "misere={}"), "True", "1"),
        (("value", "wins(nim(1,1))", "misere={}"), "True", "1"),
        (("value", "wins(nim(1,1))", "misere={}"), "False", "0"),
    ],
)
def test_an_option_that_is_a_truth_takes_the_word_as_it_is_listed(words, truth, number):
    done, wanted = (run(*(word.format(given) for word in words)) for given in (truth, number))
    assert (done.returncode, done.stdout) == (0, wanted.stdout)


def test_what_is_no_truth_is_told_which_words_are():
    done = run("solve", "hog", "sow_sad=yes")
    assert (done.returncode, done.stderr) == (2, "error: sow_sad must be True or False, got yes\n")

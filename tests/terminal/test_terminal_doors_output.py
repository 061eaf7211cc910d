"""What the commands write to standard output stands there alone."""

import json

import pytest
from command_line import run, written_to

from exactdice import checker

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
            assert written_to(stream, "table", "EP(d)", "d=1..1", "-o", name).returncode == 0
        stream.write("after\n")
    table = run("table", "EP(d)", "d=1..1").stdout
    assert target.read_text(encoding="utf-8") == f"before\n{table}{table}after\n"


@pytest.mark.parametrize("output", [[], ["-o", "-"], ["-o", "/dev/stdout"]])
def test_a_table_and_its_claims_are_not_mixed(output):
    done = run("table", "EP(d)", "d=1..2", "--claims", "-", *output)
    assert (done.returncode, done.stdout) == (2, "")
    assert "would be mixed on standard output" in done.stderr


@pytest.mark.parametrize("command", ["plot", "export", "simulate"])
def test_what_is_no_text_is_not_written_to_standard_output(command):
    what = {
        "plot": ["EP(d)", "d=1..3"],
        "export": ["dice-battle", "dice=1", "target=2"],
        "simulate": ["dice-battle", "dice=1", "target=2", "--games", "2"],
    }
    done = run(command, *what[command], "-o", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "must end in" in done.stderr or "ending in" in done.stderr
    assert done.stderr.count("\n") == 1

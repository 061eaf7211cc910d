"""`exactdice verify` on documents with marks: exit status, lists, patches, and complaints of one
line.
"""

import json

import pytest
from command_line import ROOT, run

GOOD = "8.636<!-- exactdice: EP(5) -->\n"
WRONG = "8.363<!-- exactdice: EP(5) -->\n"


def test_exit_status_and_places(tmp_path):
    file = tmp_path / "r.md"
    file.write_text(GOOD)
    assert run("verify", file).returncode == 0
    file.write_text(GOOD + "\n" + WRONG + "\n12 more\n")
    done = run("verify", file)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"at {file}:3:1: EP(5)" in done.stdout
    assert run("verify", "--list", file).stdout.startswith(f"{file}:5:1: 12 ")
    entries = json.loads(run("verify", file, "--format", "json").stdout)["documents"][0]["claims"]
    assert [entry["verdict"] for entry in entries] == ["correctly rounded", "contradicted"]


def test_fix_prints_a_patch_and_changes_nothing(tmp_path):
    file = tmp_path / "r.md"
    file.write_text(WRONG)
    done = run("verify", "--fix", file)
    assert done.returncode == 1
    assert "-8.363<!--" in done.stdout
    assert "+8.636<!--" in done.stdout
    assert file.read_text() == WRONG


def test_documents_without_marks_are_passed_over_on_request(tmp_path):
    file = tmp_path / "r.md"
    file.write_text("nothing\n")
    assert run("verify", file).returncode == 2
    assert run("verify", "--skip-unmarked", file, ROOT / "CHANGES.md").returncode == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<!-- exactdice document: decimal=; -->", ":1: decimal must be"),
        ("0.5<!-- exactdice: EP(5) -->\n```\n0.5<!-- exactdice: EP(5) -->", ":2: unclosed"),
    ],
)
def test_complaints_are_one_line(tmp_path, text, message):
    file = tmp_path / "r.md"
    file.write_text(text)
    done = run("verify", file)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [file]


BAD_FILES = {
    "latin.md": b"caf\xe9 0.5<!-- exactdice: 1/2 -->",
    "head.md": b"<!-- exactdice document: decimal=; -->",
    "code.md": b"```\n0.5<!-- exactdice: 1/2 -->",
    "none.md": b"no marks",
    "claims.toml": b"x = ",
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_hides_no_other(tmp_path, name):
    bad, wrong = tmp_path / name, tmp_path / "wrong.md"
    bad.write_bytes(BAD_FILES[name])
    wrong.write_text(WRONG)
    for files in ([bad, wrong], [wrong, bad]):
        done = run("verify", *files)
        assert done.returncode == 2
        assert done.stderr.startswith(f"error: {bad}")
        assert done.stderr.count("\n") == 1
        assert f"at {wrong}:1:1: EP(5)" in done.stdout

"""`exactdice verify` on documents with marks: exit status, lists, patches, and complaints of one
line.
"""

import json

import pytest
from command_line import run

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


@pytest.mark.parametrize(
    ("name", "content"),
    [("latin.md", b"caf\xe9 0.5<!-- exactdice: 1/2 -->"), ("claims.toml", b"x = ")],
)
def test_a_bad_file_hides_no_other(tmp_path, name, content):
    bad, wrong = tmp_path / name, tmp_path / "wrong.md"
    bad.write_bytes(content)
    wrong.write_text(WRONG)
    for files in ([bad, wrong], [wrong, bad]):
        done = run("verify", *files)
        assert done.returncode == 2
        assert done.stderr.startswith(f"error: {bad}")
        assert done.stderr.count("\n") == 1
        assert f"at {wrong}:1:1: EP(5)" in done.stdout

"""What the command line tells a person who waits."""

import json

import pytest
from eighty_columns import seen_beside
from surroundings import plainly, with_files
from verifying import DOCUMENT


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


# --- progress -------------------------------------------------------------------------------------


def test_progress_is_seen_when_the_output_goes_to_a_file(folder):
    words = ["simulate", "nim", "heaps=1", "--games", "200", "--seed", "1"]
    out, seen = seen_beside(folder, words)
    assert out.startswith("NormalPlay")
    assert "\x1b" not in out
    assert "200 games" in seen
    assert "None" not in seen


def test_the_bar_tells_how_many_numbers_are_judged(tmp_path):
    path = tmp_path / "report.md"
    path.write_text(DOCUMENT)
    words = ["verify", "--no-cache", str(path), "--format", "json"]
    out, seen = seen_beside(tmp_path, words)
    assert len(json.loads(out)["documents"][0]["claims"]) == 12
    assert "12/12" in seen
    assert "/12" in seen.partition("12/12")[0]
    assert "\x1b" not in out


def test_no_progress_where_nobody_looks(folder):
    assert plainly(folder, ["simulate", "nim", "heaps=1", "--games", "200"]).stderr == b""

"""`verify --also FORMAT=FILE`."""

import json
from pathlib import Path

import pytest
from command_line import run

from exactdice.cli.terminal.documents import reports_in
from exactdice.exact.errors import ExactDiceError


def test_one_run_writes_several_reports(tmp_path):
    document, summary, sarif = (tmp_path / name for name in ("r.md", "s.md", "s=1.json"))
    document.write_text("9.999<!-- exactdice: EP(5) -->\n")
    done = run("verify", document, "--also", f"markdown={summary}", "--also", f"sarif={sarif}")
    assert done.returncode == 1
    assert "WRONG" in done.stdout
    assert summary.read_text().startswith("**exactdice: 0 of 1 number holds**\n")
    assert len(json.loads(sarif.read_text())["runs"]) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["json"], "--also must be FORMAT=FILE"),
        (["json="], "--also must be FORMAT=FILE"),
        (["text=a"], "a format of json, sarif, junit, github, markdown"),
        (["json=no/a"], "its folder does not exist"),
        (["json=r.md"], "it is the file that is read"),
        (["json=a", "sarif=./a"], "written to the same file"),
    ],
)
def test_what_cannot_be_written_is_refused_first(words, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    document = Path("r.md")
    document.touch()
    with pytest.raises(ExactDiceError, match=why):
        reports_in(words, [document])

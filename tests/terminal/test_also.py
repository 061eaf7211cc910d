"""`verify --also FORMAT=FILE`."""

import json
from pathlib import Path

import pytest
from command_line import run

from exactdice.errors import ExactDiceError
from exactdice.terminal.also import reports_in


def test_one_run_writes_several_reports(tmp_path):
    document, badge, quality = (tmp_path / name for name in ("r.md", "badge.txt", "q=1.json"))
    document.write_text("9.999<!-- exactdice: EP(5) -->\n")
    done = run("verify", document, "--also", f"badge={badge}", "--also", f"gitlab={quality}")
    assert done.returncode == 1
    assert "WRONG" in done.stdout
    assert badge.read_text() == "exactdice: 0 of 1 number holds\n"
    assert len(json.loads(quality.read_text())) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["badge"], "--also must be FORMAT=FILE"),
        (["badge="], "--also must be FORMAT=FILE"),
        (["text=a"], "a format of json, sarif, junit, github, gitlab"),
        (["badge=no/a"], "its folder does not exist"),
        (["badge=r.md"], "it is the file that is read"),
        (["badge=a", "shields=./a"], "written to the same file"),
    ],
)
def test_what_cannot_be_written_is_refused_first(words, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    document = Path("r.md")
    document.touch()
    with pytest.raises(ExactDiceError, match=why):
        reports_in(words, [document])

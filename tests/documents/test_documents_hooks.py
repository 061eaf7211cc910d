"""What pre-commit and the action run on documents: every ending and odd names, no links."""

import re
import subprocess
import sys

import yaml
from command_line import ROOT

from exactdice.report.documents.documents import READERS

ENDINGS = {ending.removeprefix(".") for ending in READERS}


def test_the_hook_looks_at_every_ending():
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert set(re.search(r"files: \\\.\(([\w|]+)\)\$", hooks)[1].split("|")) == ENDINGS


def test_the_action_looks_at_every_ending():
    action = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"':\(icase\)\*\.(\w+)'", action)) == ENDINGS


def test_the_hook_passes_over_links_and_keeps_limits():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["args"] == ["--"]
    assert hook["exclude_types"] == ["symlink"]
    assert {"--timeout", "--memory", "--total-timeout"} <= {*hook["entry"].split()}


def test_the_hook_is_a_command(tmp_path):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (tmp_path / "-a b.md").write_text("9.999<!-- exactdice: EP(5) -->\n")
    words = [*hook["entry"].split()[1:], *hook["args"], "-a b.md"]
    done = subprocess.run(
        [sys.executable, "-m", "exactdice", *words], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"contradicted: it is 8.636" in done.stdout

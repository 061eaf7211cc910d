"""What pre-commit runs on documents: odd names are read, links passed over."""

import subprocess
import sys

import yaml
from command_line import ROOT


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

"""What pre-commit and GitLab run on documents: odd names are read, links passed over."""

import json
import os
import shutil
import subprocess
import sys

import pytest
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


@pytest.mark.skipif(
    shutil.which("sh") is None or shutil.which("find") is None, reason="needs a POSIX shell"
)
def test_what_gitlab_runs_passes_over_links(tmp_path):
    text = (ROOT / "examples" / "gitlab_ci.yml").read_text(encoding="utf-8")
    (script,) = yaml.safe_load(text)["verify numbers"]["script"]
    (tmp_path / "-a b.md").write_text("9.999<!-- exactdice: EP(5) -->\n")
    (tmp_path / "c.tex").write_text("\\exactly{EP(5)}{8.636}\n")
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    (tmp_path / "exactdice").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m exactdice "$@"\n')
    (tmp_path / "exactdice").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    subprocess.run(["sh", "-c", script], cwd=tmp_path, env=environment, check=False)
    (found,) = json.loads((tmp_path / "gl-code-quality-report.json").read_text())
    assert found["location"] == {"path": "-a b.md", "lines": {"begin": 1}}
    assert (tmp_path / "badge.txt").read_text() == "exactdice: 1 of 2 numbers hold\n"

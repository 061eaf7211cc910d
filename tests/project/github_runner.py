"""action.yml, and a runner that runs its steps one by one in a repository, as GitHub does."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "run" in step}
BASE = "github.event.pull_request.base.sha || github.event.before"
RIGHT = "8.636<!-- exactdice: EP(5) -->\n"
WRONG = "9.999<!-- exactdice: EP(5) -->\n"
# Does what pip does here: puts a command into the new environment.
PYTHON = """#!/bin/sh
[ "$1 $2 $3" = "-I -m venv" ] || exit 9
mkdir -p "$4/bin"
printf '#!/bin/sh\\necho "$@" >> "{log}"\\n' > "$4/bin/python"
printf '#!/bin/sh\\nexec "{python}" -P -m exactdice "$@"\\n' > "$4/bin/exactdice"
chmod +x "$4/bin/python" "$4/bin/exactdice"
"""
needs_bash = pytest.mark.skipif(
    sys.platform == "win32" or not (shutil.which("bash") and shutil.which("git")),
    reason="needs bash and git",
)


class Runner:
    """A runner with a repository, and the files in which a step hands over what it finds."""

    def __init__(self, folder):
        self.repository, self.temp = folder / "work", folder / "temp"
        self.log = folder / "pip.txt"
        self.output, self.summary = folder / "output.txt", folder / "summary.md"
        for place in (self.repository, self.temp, folder / "bin"):
            place.mkdir()
        for file in (self.output, self.summary, self.log):
            file.touch()
        python = folder / "bin" / "python"
        python.write_text(PYTHON.format(log=self.log, python=sys.executable))
        python.chmod(0o755)
        self.environment = {
            "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "HOME": str(folder),
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
        }
        self.git("init", "--quiet")

    def git(self, *words):
        who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", *who, *words],
            cwd=self.repository,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def commit(self, **files):
        """Commit these texts by their names; the hash."""
        for name, text in files.items():
            path = self.repository / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", "a")
        return self.git("rev-parse", "HEAD")

    def step(self, name, base="", **inputs):
        """The step, run with these inputs, the others as they are."""
        known = {f"inputs.{key}": given["default"] for key, given in ACTION["inputs"].items()}
        known |= {f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()}
        known |= {"runner.temp": str(self.temp), BASE: base}
        environment = {
            key: re.sub(r"\$\{\{ (.*?) \}\}", lambda found: known[found[1]], str(value))
            for key, value in STEPS[name].get("env", {}).items()
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]],
            cwd=self.repository,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def all_steps(self, base="", **inputs):
        """The last step, after all others."""
        done = None
        for name in STEPS:
            done = self.step(name, base, **inputs)
            assert done.returncode == 0 or name == "Verify", done.stderr
        return done

    @property
    def documents(self):
        """The documents that were found."""
        names = (self.temp / "exactdice-documents").read_bytes().split(b"\0")
        return [name.decode() for name in names[:-1]]

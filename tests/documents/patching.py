"""Patches as the programmes apply them that people have."""

import shutil
import subprocess

import pytest

COMMANDS = {
    "patch": ["patch", "-p1", "--binary", "-d", "/"],
    "git": ["git", "apply", "--unsafe-paths", "--directory=/", "-"],
}


def apply(patch):
    """Apply the patch to the files that it names."""
    program = next(filter(shutil.which, COMMANDS), None)
    if program is None:
        pytest.skip("needs the program patch or git")
    done = subprocess.run(COMMANDS[program], input=patch.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done

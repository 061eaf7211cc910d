"""The source distribution: MANIFEST.in takes every file that the repository holds, so that its
tests run from there too.
"""

import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = {".gitignore", ".ci/run"}  # of use in the repository alone


def rules():
    """The lines of MANIFEST.in as (command, patterns)."""
    lines = (
        line.partition("#")[0].split()
        for line in (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    )
    return [(words[0], words[1:]) for words in lines if words]


def taken(name):
    """Whether the file is in the distribution: the last rule that speaks of it decides. Modules and
    pyproject.toml always are.
    """
    found = name == "pyproject.toml" or ("/" not in name and name.endswith(".py"))
    for command, patterns in rules():
        if command in ("graft", "prune") and any(
            name.startswith(f"{folder}/") for folder in patterns
        ):
            found = command == "graft"
        if command == "include" and name in patterns:
            found = True
        if command == "global-exclude" and any(
            fnmatch(part, pattern) for part in name.split("/") for pattern in patterns
        ):
            found = False
    return found


def kept():
    """The files of the repository; the test is not for where git or its repository is absent."""
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs git and the repository")
    return set(done.stdout.split("\0")) - {""}


def test_the_distribution_takes_every_file_of_the_repository():
    assert {name for name in kept() if not taken(name)} <= LEFT_OUT

"""The source distribution: MANIFEST.in takes every file that the repository holds, so that its
tests run from there too.
"""

import subprocess
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT_OUT = {".gitignore", ".ci/run"}  # of use in the repository alone
HOLDS = ("_extensions", "tests", "examples", "docs", "benchmarks", "mutation", "exactdice")
BESIDE = (
    *("README.md", "CHANGES.md", "LICENSE", "Makefile", "MANIFEST.in", "pyproject.toml"),
    *("CITATION.cff", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("requirements.txt", "requirements-test.txt", "requirements-mutation.txt"),
    *("requirements-browser.txt", "requirements-demo.txt", "constraints-oldest.txt"),
)


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
    """The files of the repository; those on the disc where git or its repository is absent, as in
    the distribution itself.
    """
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=False
        )
    except OSError:
        done = None
    if done is not None and done.returncode == 0 and "pyproject.toml" in done.stdout:
        return set(done.stdout.split("\0")) - {""}
    return on_disc()


def on_disc():
    """The same by looking, without what running the tests leaves behind."""
    files = (
        path.relative_to(ROOT)
        for folder in HOLDS
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    )
    return {path.as_posix() for path in files if path.suffix != ".pyc"} | set(BESIDE)


def test_the_distribution_takes_every_file_of_the_repository():
    assert {name for name in kept() if not taken(name)} <= LEFT_OUT


def test_it_does_so_where_git_is_absent(monkeypatch):
    monkeypatch.setenv("PATH", "")
    found = kept()
    assert {
        "tests/oracles.py",
        "tests/checker/second_checker.py",
        "examples/dice_battle_report.toml",
        "mutation/run.py",
    } <= found
    assert {name for name in found if not taken(name)} == set()

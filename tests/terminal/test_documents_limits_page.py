"""docs/reference/limits.md says what is so, and each test that it names is there."""

import inspect
import re

import pytest
from command_line import ROOT

from exactdice.jobs import crew
from exactdice.stores import cache
from exactdice.terminal.documents import verify

PAGE = (ROOT / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(test_\w+)::(test_\w+)`", PAGE)))


@pytest.mark.parametrize(("module", "name"), NAMED)
def test_the_tests_that_it_names_are_there(module, name):
    (file,) = (ROOT / "tests").rglob(f"{module}.py")
    assert f"\ndef {name}(" in file.read_text(encoding="utf-8")


def test_every_point_names_a_test():
    said, _, not_covered = PAGE.partition("## What is not covered")
    points = [line for line in said.splitlines() if line.startswith("- ")]
    assert len(points) > 15
    assert [line for line in points if "`test_" not in line] == []
    assert "`test_" not in not_covered


def test_the_defaults_are_those_of_the_command():
    usual = {name: one.default for name, one in inspect.signature(verify).parameters.items()}
    for option, default in (("timeout SECONDS", 60), ("memory MB", 1000)):
        assert usual[option.split()[0]] == default
        assert f"| `--{option}` | {default} |" in PAGE
    assert (usual["jobs"], usual["total_timeout"], usual["no_cache"]) == (None, None, False)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (crew.MOST_BYTES // 10**6, "{} MB"),
        (cache.MOST_BYTES // 10**6, "about {} MB of the disk"),
    ],
)
def test_the_sizes_are_those_of_the_program(size, said):
    assert said.format(size) in PAGE.replace("\n", " ")

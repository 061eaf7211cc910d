"""The command line in the process of the tests."""

import sys
from functools import partial

import at_the_terminal
import pytest
from processes_begun import processes


@pytest.fixture
def run(monkeypatch):
    """(exit status, standard output, standard error) of the command line in this process."""
    return partial(at_the_terminal.run, monkeypatch)


@pytest.fixture
def started():
    with processes() as start:
        yield start


@pytest.fixture
def without(monkeypatch):
    """without(package, *ours): the package is not installed, and those modules of ours, which
    import it, are not loaded yet.
    """

    def hide(package, *ours):
        for name in [*sys.modules]:
            if name.partition(".")[0] == package or name.startswith(ours):
                monkeypatch.delitem(sys.modules, name)

        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] == package:
                    raise ModuleNotFoundError(f"No module named {name!r}", name=package)

        monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])

    return hide

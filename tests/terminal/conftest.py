"""The command line in the process of the tests."""

import io
import sys

import pytest

import exactdice.terminal.main as cli


@pytest.fixture
def run(monkeypatch):
    """(exit status, standard output, standard error) of the command line in this process."""

    def started(*words):
        streams = {name: io.StringIO() for name in ("stdin", "stdout", "stderr")}
        for name, stream in streams.items():
            monkeypatch.setattr(sys, name, stream)
        monkeypatch.setattr(sys, "argv", ["exactdice", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code, streams["stdout"].getvalue(), streams["stderr"].getvalue()

    return started

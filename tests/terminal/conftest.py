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

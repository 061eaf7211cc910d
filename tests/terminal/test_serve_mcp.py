"""`exactdice mcp` where it cannot begin."""

import sys

import pytest
from typer.testing import CliRunner

from exactdice.errors import ExactDiceError
from exactdice.terminal.main import app


def begun(*words):
    return CliRunner().invoke(app, ["mcp", *words]).exception


@pytest.mark.parametrize("package", ["mcp", "anyio"])
def test_without_its_package_it_says_what_to_install(monkeypatch, package):
    # The room itself stays, as the package has it as an attribute.
    monkeypatch.delitem(sys.modules, "exactdice.mcp_server.server", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)

    class Missing:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] == package:
                raise ModuleNotFoundError(f"No module named {name!r}", name=package)

    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    found = begun()
    assert isinstance(found, ExactDiceError)
    assert str(found) == (
        f"the command mcp needs the package {package}: pip install 'exactdice[mcp]'"
    )


@pytest.mark.parametrize(
    "words", [["--timeout", "0"], ["--memory", "-1"], ["--total-timeout", "0"]]
)
def test_limits_are_above_0(words):
    found = begun(*words)
    assert isinstance(found, ExactDiceError)
    assert "must be above 0" in str(found)

"""`exactdice mcp` where it cannot begin."""

import pytest
from typer.testing import CliRunner

from exactdice.errors import ExactDiceError
from exactdice.terminal.main import app


def begun(*words):
    return CliRunner().invoke(app, ["mcp", *words]).exception


@pytest.mark.parametrize("package", ["mcp", "anyio"])
def test_without_its_package_it_says_what_to_install(without, package):
    # The room itself stays, as the package has it as an attribute.
    without(package, "exactdice.mcp_server.server")
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

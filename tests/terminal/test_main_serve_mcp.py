"""`exactdice serve` where it cannot begin."""

import pytest
from typer.testing import CliRunner

from exactdice.cli.terminal.main import app
from exactdice.exact.errors import ExactDiceError


def complaint_of(*words):
    found = CliRunner().invoke(app, words).exception
    assert isinstance(found, ExactDiceError)
    return str(found)


@pytest.mark.parametrize(
    ("command", "extra", "room", "package"),
    [
        # The room itself stays, as the package has it as an attribute.
        ("serve --mcp", "mcp", "exactdice.cli.mcp_server.server", "mcp"),
        ("serve --mcp", "mcp", "exactdice.cli.mcp_server.server", "anyio"),
        ("serve", "web", "exactdice.cli.server.", "starlette"),
        ("serve", "web", "exactdice.cli.server.", "uvicorn"),
    ],
)
def test_without_its_package_it_says_what_to_install(without, command, extra, room, package):
    without(package, room)
    assert complaint_of(*command.split()) == (
        f"the command {command} needs the package {package}: pip install 'exactdice[{extra}]'"
    )


@pytest.mark.parametrize("command", ["serve --mcp", "serve"])
@pytest.mark.parametrize(
    "words", [["--timeout", "0"], ["--memory", "-1"], ["--total-timeout", "0"]]
)
def test_limits_are_above_0(command, words):
    assert "must be above 0" in complaint_of(*command.split(), *words)

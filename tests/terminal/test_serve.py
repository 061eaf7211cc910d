"""`exactdice serve` as it is begun at a terminal: what hinders it."""

import socket
import sys

import pytest
from processes_begun import processes
from serving import COMMAND
from typer.testing import CliRunner

from exactdice.errors import ExactDiceError
from exactdice.terminal.main import app


@pytest.fixture
def started():
    with processes() as start:
        yield start


def test_a_port_in_use_is_told_in_one_line(started):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = started("-c", COMMAND, "serve", "--port", str(port))
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (2, "")
    assert err == (
        f"error: port {port}: it is in use, perhaps by another exactdice serve: choose another, as "
        "by --port 0 any that is free\n"
    )


def begun(*words):
    return CliRunner().invoke(app, ["serve", *words]).exception


@pytest.mark.parametrize("package", ["anyio", "starlette", "uvicorn"])
def test_without_its_packages_it_says_what_to_install(monkeypatch, package):
    for name in [*sys.modules]:
        if name.partition(".")[0] == package or name.startswith("exactdice.server."):
            monkeypatch.delitem(sys.modules, name)

    class Missing:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] == package:
                raise ModuleNotFoundError(f"No module named {name!r}", name=package)

    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    found = begun()
    assert isinstance(found, ExactDiceError)
    assert str(found) == (
        f"the command serve needs the package {package}: pip install 'exactdice[web]'"
    )


@pytest.mark.parametrize(
    "words", [["--timeout", "0"], ["--memory", "-1"], ["--total-timeout", "0"]]
)
def test_limits_are_above_0(words):
    found = begun(*words)
    assert isinstance(found, ExactDiceError)
    assert "must be above 0" in str(found)

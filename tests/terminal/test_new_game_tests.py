"""The tests that `exactdice new-game` writes pass as they are written."""

import os
import subprocess
import sys

import pytest
from command_line import run

from exactdice.terminal.new_game import FILES

NAME = "egg-race"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The folder of a new game, in a folder with a blank in its name."""
    folder = tmp_path_factory.mktemp("my games")
    done = run("new-game", NAME, folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("wrote ") == len(FILES)
    return folder / NAME


def test_its_own_tests_pass_as_they_are_written(home):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    # They need pytest alone, and the plugins that happen to be here take as long to load.
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout

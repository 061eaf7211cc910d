"""The games with hidden information, described at the terminal."""

import pytest
from described_games import HIDDEN, well_described


@pytest.mark.parametrize("name", HIDDEN)
def test_described(run, name):
    well_described(run, name)

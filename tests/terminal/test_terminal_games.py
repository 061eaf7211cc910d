"""The games in which all is seen, described at the terminal."""

import pytest
from described_games import SEEN, well_described


@pytest.mark.parametrize("name", SEEN)
def test_described(run, name):
    well_described(run, name)

"""Maps: each kind is as it was when someone looked at it."""

import pytest
from drawn_pictures import MAPS, check


@pytest.mark.parametrize("name", MAPS)
def test_a_map_is_as_it_was_looked_at(name):
    check(MAPS[name](), name)

"""Maps of odd values and sizes: each is as it was when someone looked at it."""

import pytest
from drawn_pictures import ODD_MAPS, check


@pytest.mark.parametrize("name", ODD_MAPS)
def test_a_map_is_as_it_was_looked_at(name):
    check(ODD_MAPS[name](), name)

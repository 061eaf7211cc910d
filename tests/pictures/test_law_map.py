"""A map of laws is as it was when someone looked at it."""

import pytest
from drawn_pictures import LAW_MAPS, check


@pytest.mark.parametrize("name", LAW_MAPS)
def test_a_map_is_as_it_was_looked_at(name):
    check(LAW_MAPS[name](), name)

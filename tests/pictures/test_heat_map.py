"""Maps of gains, in each look: as they were when someone looked at them."""

import pytest
from drawn_pictures import MAPS, check


@pytest.mark.parametrize("name", MAPS)
def test_a_map_is_as_it_was_looked_at(name):
    check(MAPS[name](), name)

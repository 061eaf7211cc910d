"""Maps of choices and of chances: each is as it was when someone looked at it."""

import pytest
from drawn_pictures import MORE_MAPS, check


@pytest.mark.parametrize("name", MORE_MAPS)
def test_a_map_is_as_it_was_looked_at(name):
    check(MORE_MAPS[name](), name)

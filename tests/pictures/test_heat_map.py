"""Maps of gains, of choices, of chances and of laws: each as it was when someone looked at it."""

import pytest
from drawn_pictures import LAW_MAPS, MAPS, MORE_MAPS, ODD_MAPS, check

ALL = MAPS | MORE_MAPS | LAW_MAPS | ODD_MAPS


@pytest.mark.parametrize("name", ALL)
def test_a_map_is_as_it_was_looked_at(name):
    check(ALL[name](), name)

"""A fragment is never read as the number before a mark of Markdown."""

import pytest
from fragments import AROUND, WHOLE, assert_whole_or_refused
from read_before_mark import MARKDOWN


@pytest.mark.parametrize(("printed", "value"), WHOLE)
@pytest.mark.parametrize("mark", [MARKDOWN])
@pytest.mark.parametrize("around", AROUND)
def test_a_fragment_is_never_read_as_the_number(folder, printed, value, mark, around):
    assert_whole_or_refused(folder, printed, value, mark, around)

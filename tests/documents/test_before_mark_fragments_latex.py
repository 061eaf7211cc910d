"""A fragment is never read as the number before a mark of LaTeX."""

from fractions import Fraction

import pytest
from fragments import AROUND, WHOLE, assert_whole_or_refused
from read_before_mark import LATEX, read


@pytest.mark.parametrize(("printed", "value"), WHOLE)
@pytest.mark.parametrize("mark", [LATEX])
@pytest.mark.parametrize("around", AROUND)
def test_a_fragment_is_never_read_as_the_number(folder, printed, value, mark, around):
    assert_whole_or_refused(folder, printed, value, mark, around)


SIGNED_THROUGH = [
    r"is -\$0.25",
    r"is $-\$0.25$",
    r"is -{\bfseries 0.25}",
    r"$-\displaystyle 0.25$",
    r"is -\small 0.25",
    r"is -\itshape 0.25",
]


@pytest.mark.parametrize("printed", SIGNED_THROUGH)
def test_a_sign_before_money_or_a_font_is_not_lost(printed):
    assert read(printed, LATEX) is None
    assert read(printed.replace("-", "", 1), LATEX) == Fraction(1, 4)

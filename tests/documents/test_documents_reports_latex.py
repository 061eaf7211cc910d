"""Every number of the report of the examples in LaTeX is marked and holds."""

import pytest
from reports_of_examples import EXAMPLES, assert_every_number_is_marked_and_holds, found_in


@pytest.mark.parametrize(("name", "claims"), [("dice_battle_report.tex", 50)])
def test_every_number_of_the_reports_is_marked_and_holds(name, claims):
    path = EXAMPLES / name
    (findings,) = found_in(path).values()
    assert_every_number_is_marked_and_holds(path, findings, claims)

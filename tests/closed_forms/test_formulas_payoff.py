"""The closed form of the payoff with both numbers of dice free."""

import pytest
from closed_form_values import at

from exactdice.closed_forms import Origin, formula
from exactdice.queries.evaluate import evaluate_query


@pytest.mark.parametrize("options", [{}, {"faces": 4}, {"faces": 3, "bust_score": 0}])
def test_payoff_with_both_numbers_free(options):
    found = formula("payoff(d,e)", options)
    assert found.origin == Origin.PROVED
    for d in range(1, 6):
        for e in range(1, 6):
            assert at(found, d=d, e=e) == evaluate_query(f"payoff({d},{e})", options)

"""How long the tests on random input try."""

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

EACH = settings(
    max_examples=250,
    deadline=3000,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
    database=None,
)
BATCHES, COSTLY = (
    960,
    100,
)  # of 250 inputs for each of four laws, and for two that cost more: 10^6 in all
both = pytest.mark.parametrize(
    "batches", [1, pytest.param(BATCHES, marks=pytest.mark.slow)], ids=["quick", "long"]
)


def tried(batches, inputs, law):
    """The law holds for so many batches of inputs, the first batch new every time."""
    for number in range(batches):
        batch = EACH((given(**inputs) if isinstance(inputs, dict) else given(inputs))(law))
        (seed(number)(batch) if number else batch)()


def is_short(error, most=1000):
    assert len(str(error)) <= most

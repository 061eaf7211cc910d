"""How long the tests on random input try."""

import functools
import time

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

EACH, QUICK = 250, 100  # examples of each batch of many, and of one alone
TRYING = settings(
    deadline=None,  # that of hypothesis is on the wall's clock, where others count too
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


MOST = 3  # seconds of the processor that an input may take, hundreds of times what it does


def ended(law):
    """The law, which also fails for an input that takes too long."""

    @functools.wraps(law)
    def timed(*values, **named):
        begun = time.process_time()
        law(*values, **named)
        assert time.process_time() - begun < MOST

    return timed


def tried(batches, inputs, law):
    """The law holds for so many batches of inputs, the first batch new every time."""
    asked = given(**inputs) if isinstance(inputs, dict) else given(inputs)
    trying = settings(TRYING, max_examples=EACH if batches > 1 else QUICK)
    for number in range(batches):
        batch = trying(asked(ended(law)))
        (seed(number)(batch) if number else batch)()


def is_short(error, most=1000):
    assert len(str(error)) <= most

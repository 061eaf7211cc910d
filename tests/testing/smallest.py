"""The smallest of what the testing kit draws."""

from hypothesis import Phase, find, settings

SHRINKING = settings(
    max_examples=500, database=None, derandomize=True, phases=[Phase.generate, Phase.shrink]
)


def smallest(strategy, condition=lambda _: True):
    return find(strategy, condition, settings=SHRINKING)

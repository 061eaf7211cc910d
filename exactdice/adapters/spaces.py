"""Spaces of actions that know which actions there are.

Only the environments import gymnasium.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..extras import needed

with needed("this adapter", "adapters"):
    from gymnasium.spaces import Discrete

Mask = npt.NDArray[np.int8]


class Actions(Discrete):
    """The numbers that a player's actions can have.

    `sample()` draws one of the actions that it has by what it observes, unless a mask says
    otherwise: the tests of the libraries sample without one, and a number outside the mask is
    refused.
    """

    def __init__(self, most: int, allowed: Callable[[], Mask]) -> None:
        super().__init__(most)
        self._allowed = allowed

    def sample(self, mask: Mask | None = None, probability: Any = None) -> np.int64:
        """A number drawn by Gymnasium's own generator."""
        # Its first release with masks does not take probabilities.
        if probability is not None:
            return super().sample(mask, probability)
        return super().sample(self._allowed() if mask is None else mask)

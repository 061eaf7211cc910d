"""The laws of the number of dice that a plan throws, as whole numbers ready for sums."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..distribution import Distribution


class Law(NamedTuple):
    """A law of the number of dice: ((number of dice, weight), ...), fewest dice first, and the
    total weight, which is 1 exactly when a single number is thrown.
    """

    parts: tuple[tuple[int, int], ...]
    total: int

    @staticmethod
    def of(choice: Distribution[Any]) -> Law:
        """The law of a plan's choice."""
        return Law(tuple(sorted(choice.items())), choice.total)

    @property
    def fewest(self) -> int:
        """The least number of dice."""
        return self.parts[0][0]

    @property
    def most(self) -> int:
        """The largest number of dice, over whose ways to throw the whole law can be brought."""
        return self.parts[-1][0]


def pure_laws(most: int) -> list[Law]:
    """[d]: the law that always throws d dice, for d up to the most."""
    return [Law(((d, 1),), 1) for d in range(most + 1)]

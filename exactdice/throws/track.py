"""Games on a track: where a piece stands after a throw, also when the throw leads beyond the last
square.
"""

from __future__ import annotations

# How a throw that leads beyond the last square is played.
BEYOND = ("stay", "arrive", "bounce")


def moved(square: int, thrown: int, last: int, beyond: str = "stay") -> int:
    """The square after a throw, on a track whose last square is the end.

    A throw that leads beyond it leaves the piece where it is (`stay`), at the end (`arrive`), or as
    many squares before the end as it leads beyond (`bounce`).

    >>> [moved(98, 5, 100, beyond) for beyond in BEYOND]
    [98, 100, 97]
    """
    reached = square + thrown
    if reached <= last:
        return reached
    if beyond == "bounce":
        # a die of more faces than squares would throw the piece off the board: not before the start
        return max(2 * last - reached, 0)
    return last if beyond == "arrive" else square

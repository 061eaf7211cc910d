"""The games: one folder a game, its rule sheet in `rules.py`, its faster way, where it has one, in
`fast.py`; of a game without one the folder may be a single `__init__.py`.
"""

from typing import TYPE_CHECKING

from ..exact.loading import on_request

if TYPE_CHECKING:
    from .on_graphs import by_name as by_name

HOMES = {"on_graphs": ("by_name",)}
__getattr__ = on_request(__name__, HOMES)  # a folder, too, is loaded when it is asked for

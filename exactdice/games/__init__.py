"""The games: one folder a game, its rule sheet in `rules.py`, its solver, where it has one, beside
it; of a game without one the folder may be a single `__init__.py`.
"""

from ..exact.loading import on_request

__getattr__ = on_request(__name__, {})  # a folder is loaded when it is asked for

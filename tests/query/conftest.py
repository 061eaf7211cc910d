"""The figures of queries, which no test saves."""

import pytest

from exactdice.writeup.pictures import by_query, curves


@pytest.fixture
def drawn(monkeypatch):
    """The figures that would be saved."""
    figures = []
    for module in (by_query, curves, by_query.arenas):
        monkeypatch.setattr(module, "save_figure", lambda figure, _: figures.append(figure))
    return figures

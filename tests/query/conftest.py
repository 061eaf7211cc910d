"""The figures of queries, which no test saves."""

import pytest

from exactdice.writeup.pictures import by_query


@pytest.fixture
def drawn(monkeypatch):
    """The figures that would be saved."""
    figures = []
    monkeypatch.setattr(by_query, "save_figure", lambda figure, _: figures.append(figure))
    return figures

"""Domineering and Phantom Domineering once more, on sets of cells."""

from itertools import product

import numpy as np
from hypothesis import strategies as st

from exactdice import PhantomDomineering
from exactdice.exact.errors import RulesError

# --- oracles: the rules once more, on sets of cells -----------------------------------------------


def dominoes(rows, columns, player):
    """The two cells of each move, by the index of the paper."""
    if player == 1:
        return [{(i, j), (i, j + 1)} for i in range(rows) for j in range(columns - 1)]
    return [{(i, j), (i + 1, j)} for i in range(rows - 1) for j in range(columns)]


def first_wins(rows, columns, banned, first, second):
    """Whether player 1 wins, each playing the first legal move of its list."""
    taken, turn = set(banned), 0
    while True:
        cells = dominoes(rows, columns, turn % 2 + 1)
        legal = [m for m in (first, second)[turn % 2] if not cells[m] & taken]
        if not legal:
            return turn % 2 == 1
        taken |= cells[legal[0]]
        turn += 1


boards = st.tuples(st.integers(1, 4), st.integers(1, 4)).filter(lambda sides: sides != (1, 1))


@st.composite
def games(draw, **options):
    """A board with some cells banned and room for a domino."""
    rows, columns = draw(boards)
    cells = list(product(range(rows), range(columns)))
    banned = draw(st.lists(st.sampled_from(cells), max_size=3, unique=True))
    try:
        return PhantomDomineering(rows, columns, tuple(banned), **options)
    except RulesError:
        return PhantomDomineering(rows, columns, **options)


# --- the double oracle ----------------------------------------------------------------------------


class Written:
    """A matrix that is written down, as a large game."""

    def __init__(self, matrix):
        self.entries = np.array(matrix)
        self.shape = self.entries.shape
        self.extremes = (int(self.entries.min()), int(self.entries.max()))

    def row(self, i, among=None):
        return self.entries[i] if among is None else self.entries[i, among]

    def column(self, j, among=None):
        return self.entries[:, j] if among is None else self.entries[among, j]

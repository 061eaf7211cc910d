"""The entries of the catalogue, computed anew with their proofs, are as they are recorded."""

import pytest

from exactdice.catalogue.reading import read_catalogue
from exactdice.catalogue.recorded import computed
from exactdice.catalogue.verifying import Outcome

CATALOGUE = read_catalogue()


SHORTER = {  # where the first entry of a family takes seconds, or its proof does
    "connect-four": "connect-three-3-3",
    "farkle": "farkle-50-6",
    "goofspiel": "goofspiel-4-random-opponent",
    "pig": "pig-20",
    "shut-the-box": "shut-the-box-left-1",
}


def usually_tested(entries):
    """A quick entry of each family: the first where none is named."""
    tested = dict(SHORTER)
    for one in entries:
        if not one.slow:
            tested.setdefault(one.family, one.id)
    return set(tested.values())


TESTED = usually_tested(CATALOGUE.entries)


def case(one):
    return pytest.param(one, id=one.id, marks=() if one.id in TESTED else pytest.mark.slow)


@pytest.mark.parametrize("one", [*map(case, CATALOGUE.entries)])
def test_the_catalogue_is_as_recorded(one):
    outcome = Outcome(one, computed(one, with_proof=True))
    assert outcome.differences == ()
    assert outcome.status == 0

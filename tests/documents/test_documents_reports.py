"""Every number of the reports of the examples, and of the page on claims, is marked and holds."""

import pytest
from reports_of_examples import EXAMPLES, assert_every_number_is_marked_and_holds, found_in

from exactdice.claims.claim import Kind
from exactdice.claims.verdict import exit_status
from exactdice.documents.documents import read_document

PAGE = EXAMPLES.parent / "docs" / "reference" / "claims.md"
CLAIMS = {"dice_battle_report.md": 31, "dice_in_short.md": 65, "dice_battle_report.tex": 50}


@pytest.fixture(scope="module")
def found():
    return found_in(PAGE, *(EXAMPLES / name for name in CLAIMS))


def test_the_page_on_claims_claims_what_it_shows(found):
    document = read_document(PAGE)
    kinds = {claim.kind for claim in document.claims}
    assert {Kind.STATEMENT, Kind.ABOUT, Kind.CONVERGED, Kind.ORDER} <= kinds
    assert len(found[PAGE]) == len(document.claims)
    assert exit_status(found[PAGE], strict=True) == 0


@pytest.mark.parametrize(("name", "claims"), CLAIMS.items())
def test_every_number_of_the_reports_is_marked_and_holds(found, name, claims):
    path = EXAMPLES / name
    assert_every_number_is_marked_and_holds(path, found[path], claims)

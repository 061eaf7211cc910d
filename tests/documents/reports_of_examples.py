"""The reports of the examples, verified as the command line has them."""

from pathlib import Path

from exactdice.claims.verdict import exit_status, rounding_modes
from exactdice.documents.documents import read_document
from exactdice.documents.uncovered import uncovered
from exactdice.documents.underway import Wanted, verified
from exactdice.jobs.allowance import Allowance
from exactdice.stores.cache import opened

EXAMPLES = Path(__file__).parents[2] / "examples"


def found_in(*paths):
    """{path: the findings on all claims}, by worker processes and without what was found before."""
    with opened(is_used=False) as cache:
        return {one.path: one.findings for one in verified(paths, Wanted(), Allowance(), cache)}


def assert_every_number_is_marked_and_holds(path, findings, claims):
    document = read_document(path)
    assert len(document.claims) == claims
    assert list(uncovered(document)) == []
    assert len(findings) == claims
    assert exit_status(findings, strict=True) == 0
    assert {"half-even", "half-up"} <= set(rounding_modes(findings)[1])

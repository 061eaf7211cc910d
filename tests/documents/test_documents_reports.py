"""Every number of the reports of the examples, and of the page on claims, is marked and holds, and
the report in LaTeX compiles.
"""

import re
import subprocess
from pathlib import Path
from shutil import copy, which

import pytest

from exactdice.jobs.allowance import Allowance
from exactdice.report.claims.claim import Kind, exit_status, rounding_modes
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.latex_marks import copy_sty
from exactdice.report.documents.uncovered import uncovered
from exactdice.report.documents.verification import Wanted, verified
from exactdice.solvers.stores.cache import opened

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGE = EXAMPLES.parent / "docs" / "reference" / "claims.md"
CLAIMS = {"dice_battle_report.md": 31, "dice_in_short.md": 65, "dice_battle_report.tex": 50}


@pytest.fixture(scope="module")
def found():
    """{path: the findings on all claims}, by worker processes and without what was found before."""
    paths = (PAGE, *(EXAMPLES / name for name in CLAIMS))
    with opened(is_used=False) as cache:
        return {one.path: one.findings for one in verified(paths, Wanted(), Allowance(), cache)}


def test_the_page_on_claims_claims_what_it_shows(found):
    document = read_document(PAGE)
    kinds = {claim.kind for claim in document.claims}
    assert {Kind.STATEMENT, Kind.ABOUT, Kind.CONVERGED} <= kinds
    assert len(found[PAGE]) == len(document.claims)
    assert exit_status(found[PAGE], strict=True) == 0


@pytest.mark.parametrize(("name", "claims"), CLAIMS.items())
def test_every_number_of_the_reports_is_marked_and_holds(found, name, claims):
    path = EXAMPLES / name
    document = read_document(path)
    assert len(document.claims) == len(found[path]) == claims
    assert list(uncovered(document)) == []
    assert exit_status(found[path], strict=True) == 0
    assert {"half-even", "half-up"} <= set(rounding_modes(found[path])[1])


def test_the_latex_report_compiles(tmp_path):
    program = next(
        (name for name in ("pdflatex", "lualatex", "xelatex", "tectonic") if which(name)), None
    )
    if program is None:
        pytest.skip("needs a LaTeX program")
    copy(EXAMPLES / "dice_battle_report.tex", tmp_path)
    copy_sty(tmp_path)
    words = (
        [program]
        if program == "tectonic"
        else [program, "-interaction=nonstopmode", "-halt-on-error"]
    )
    done = subprocess.run(
        [*words, "dice_battle_report.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert re.findall(r"Warning|Overfull|Underfull", done.stdout) == []
    assert (tmp_path / "dice_battle_report.pdf").exists()

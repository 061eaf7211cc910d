"""Every number of the reports of the examples is marked and holds, and their LaTeX compiles."""

import re
import subprocess
from pathlib import Path
from shutil import copy, which

import pytest

from exactdice.claims.claim import Kind
from exactdice.claims.verdict import exit_status, rounding_modes
from exactdice.documents import verification as checking
from exactdice.documents.documents import read_document
from exactdice.documents.latex_package import copy_sty
from exactdice.documents.uncovered import uncovered

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_page_on_claims_claims_what_it_shows():
    document = read_document(EXAMPLES.parent / "docs" / "claims.md")
    kinds = {claim.kind for claim in document.claims}
    assert {Kind.STATEMENT, Kind.ABOUT, Kind.CONVERGED, Kind.ORDER} <= kinds
    assert exit_status(checking.findings_in(document), strict=True) == 0


@pytest.mark.parametrize(
    ("name", "claims"),
    [("dice_battle_report.md", 31), ("dice_battle_report.tex", 50), ("dice_in_short.md", 65)],
)
def test_every_number_of_the_reports_is_marked_and_holds(name, claims):
    document = read_document(EXAMPLES / name)
    assert len(document.claims) == claims
    assert list(uncovered(document)) == []
    found = checking.findings_in(document)
    assert exit_status(found, strict=True) == 0
    assert {"half-even", "half-up"} <= set(rounding_modes(found)[1])


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

"""The report of the examples in LaTeX compiles."""

import re
import subprocess
from shutil import copy, which

import pytest
from reports_of_examples import EXAMPLES

from exactdice.documents.latex_package import copy_sty


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

"""The write-up of the examples: made by its script, and typeset without a complaint of LaTeX."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BUILD = Path(__file__).parents[2] / "examples" / "writeup" / "build.py"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_the_write_up_compiles_without_warning(tmp_path):
    subprocess.run([sys.executable, BUILD, tmp_path], check=True, timeout=600)
    log = (tmp_path / "main.log").read_text(errors="replace")
    complaints = re.findall(r"^.*Warning: .*$|^(?:Over|Under)full .*$", log, re.MULTILINE)
    assert complaints == []
    assert (tmp_path / "main.pdf").stat().st_size > 10_000

"""The rule of latexmk in the documents: it fills in the values before LaTeX runs."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exactdice.report.documents.latex_marks import copy_sty

PROJECT = Path(__file__).parents[2]
DOCUMENT = r"""\documentclass{article}\usepackage{exactdice}
\begin{document}
The mean is \exactvalue{EP(1)}{dec:2}.
\end{document}
"""


@pytest.mark.skipif(
    shutil.which("latexmk") is None or shutil.which("pdflatex") is None,
    reason="needs latexmk and pdflatex",
)
def test_the_rule_of_latexmk_in_the_documents_fills_the_values_in(tmp_path):
    page = (PROJECT / "docs" / "how_to" / "generated.md").read_text(encoding="utf-8")
    (rule,) = re.findall(r"```perl\n(.*?)```", page, re.DOTALL)
    (tmp_path / "latexmkrc").write_text(rule, encoding="utf-8")
    (tmp_path / "main.tex").write_text(DOCUMENT, encoding="utf-8")
    copy_sty(tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "exactdice").write_text(f'#!/bin/sh\nexec {sys.executable} -m exactdice "$@"\n')
    (programs / "exactdice").chmod(0o755)
    paths = {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(PROJECT)}
    command = ["latexmk", "-pdf", "-interaction=nonstopmode", "main.tex"]
    here = {"cwd": tmp_path, "env": os.environ | paths, "capture_output": True, "timeout": 120}
    done = subprocess.run(command, check=False, **here)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert "{3.50}" in (tmp_path / "main.exact.tex").read_text()
    assert "No value of" not in (tmp_path / "main.log").read_text(errors="replace")
    assert b"Nothing to do" in subprocess.run(command, check=True, **here).stdout
    (tmp_path / "main.tex").write_text(DOCUMENT.replace("EP(1)", "EP("), encoding="utf-8")
    done = subprocess.run(command, check=False, **here)
    assert done.returncode != 0
    assert b"main.tex:3: query 'EP( dec:2'" in done.stderr

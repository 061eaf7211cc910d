r"""What LaTeX itself makes of \exactvalue: the first run, the values, headings."""

import re
import shutil
import subprocess

import pytest

from exactdice.exact.files import write_atomically
from exactdice.report.documents.latex_marks import copy_sty
from exactdice.report.generated import file_of, values_of


def has_latex():
    """Whether the document below can be typeset and read; siunitx is no part of a small LaTeX."""
    if not all(map(shutil.which, ("pdflatex", "pdftotext", "kpsewhich"))):
        return False
    return subprocess.run(["kpsewhich", "siunitx.sty"], capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(
    not has_latex(), reason="needs pdflatex with siunitx, and pdftotext"
)
BAD = re.compile(r"^.*(?:Warning|^!|Overfull|Underfull).*$", re.MULTILINE)
DOCUMENT = r"""% exactdice document: decimal=","
\documentclass{article}
\usepackage{amsmath,siunitx,exactdice,hyperref}
\begin{document}
\section{Heading \exactvalue{EP(1)}{dec:2} and \exactvalue{1/7}{}}
In text \exactvalue{EP(1) - 4}{dec:1}, in math
$\exactvalue{best\_dice(10)}{} + \exactvalue{best_dice(10)}{}$, over \exactvalue{P(1,
   1)}{percent:1} lines, \exactvalue{17 \% 5}{}, a law \exactvalue{d(2)}{}, true
\exactvalue{1 = 1}{}, aligned
\num{\exactvalue{EP(1)}{dec:3 decimal=.}} and \verb|\exactvalue{EP(}{}|.

\noindent\begin{tabular}{lr}
a & \exactvalue{1/7}{repeating} \\ b & \exactvalue{7/3}{mixed}
\end{tabular}
\end{document}
"""


def typeset(folder):
    """The text of the pages, and what LaTeX complains about."""
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    for _ in range(2):
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    text = subprocess.run(
        ["pdftotext", "main.pdf", "-"], cwd=folder, capture_output=True, check=True
    )
    log = (folder / "main.log").read_text(errors="replace")
    return " ".join(text.stdout.decode().split()), BAD.findall(log)


def test_values_stand_where_the_first_run_has_question_marks(tmp_path):
    main = tmp_path / "main.tex"
    # siunitx takes nothing but a number.
    main.write_text(DOCUMENT.replace(r"\num", ""), encoding="utf-8")
    copy_sty(tmp_path)
    text, complaints = typeset(tmp_path)
    assert text.count("??") == 12
    assert any("No value of `EP(1)' `dec:2'" in line for line in complaints)
    main.write_text(DOCUMENT, encoding="utf-8")
    found = values_of(main)
    assert found.errors == ()
    write_atomically(file_of(main), found.text)
    text, complaints = typeset(tmp_path)
    assert complaints == []
    assert "??" not in text
    assert "1 Heading 3,50 and" in text
    assert "In text −0,5, in math 6 + 6, over 16,7 % lines, 2, a law {1 :" in text
    assert "true true, aligned 3.500 and \\exactvalue{EP(}{}." in text

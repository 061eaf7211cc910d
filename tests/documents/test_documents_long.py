"""Long documents are read, or refused, in steps that grow as their text."""

import pytest
from complaints import read_or_refused

from exactdice.report.documents.documents import read_document
from exactdice.report.documents.uncovered import uncovered


@pytest.mark.parametrize(
    ("parts", "size"), [(260, 250_000), pytest.param(5200, 5_000_000, marks=pytest.mark.slow)]
)
@pytest.mark.usefixtures("must_end")
def test_a_latex_file_of_5_mb_is_read(write, parts, size):
    line = (
        "Lorem ipsum, $x_{12} = \\frac{1}{2}$ et $5{,}0 \\cdot 10^{-5}$ \\textbf{0,65}; "
        "voir \\ref{a} % un commentaire\n"
    )
    file = write(
        "\\begin{document}\n"
        + (line * 9 + "\\exactly{EP(5)}{8{,}636}\n\n") * parts
        + "\\end{document}\n",
        "r.tex",
    )
    assert file.stat().st_size > size
    assert len(read_document(file).claims) == parts


LONG = [
    ("r.tex", "\\begin{document}" + "1" * 10**6 + "% exactdice: EP(5)"),
    ("r.tex", "{" * 10**6),
    ("r.tex", "\\exactly{" * 20_000),
    pytest.param("r.tex", "\\exactly{" * 10**5, marks=pytest.mark.slow),
    ("r.md", "`" * 10**6),
]
LONG += [
    ("r.md", "<!-- " * 10**5),
    ("r.md", "](" * 10**5 + "0.5<!-- exactdice: 1/2 -->"),
    ("r.tex", "\\verb|" * 10**5),
]


@pytest.mark.parametrize(("name", "text"), LONG)
@pytest.mark.usefixtures("must_end")
def test_adversarial_text_is_read_or_refused(write, name, text):
    """These have up to 10^6 characters: what took their square in steps would not end."""
    said, document = read_or_refused(write(text, name))
    assert len(said) < 1000
    assert document is None or len(list(uncovered(document))) <= 1

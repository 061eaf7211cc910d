"""The number that is read before a mark of each kind, and whether `--fix` leaves it alone."""

from pathlib import Path

from exactdice.documents import verification as checking
from exactdice.documents.documents import read_document
from exactdice.documents.latex_marks import latex_marks
from exactdice.documents.markdown_marks import markdown_marks
from exactdice.errors import ClaimsError
from exactdice.printed.numbers import parse_printed
from exactdice.printed.source import Source

MARKDOWN, LATEX = "{}<!-- exactdice: {} -->", "{} % exactdice: {}\n"
NAMES = {MARKDOWN: "r.md", LATEX: "r.tex", r"\exactly{{{1}}}{{{0}}}": "r.tex"}


def read(printed, mark=MARKDOWN, query="1/2"):
    """The value that is read; None when the number or the document is refused."""
    source = Source(Path(NAMES[mark]), mark.format(printed, query))
    try:
        found = list((markdown_marks if mark == MARKDOWN else latex_marks)(source))[-1]
        return None if found.unclear else parse_printed(source.text[slice(*found.number)]).value
    except ClaimsError:
        return None


def assert_no_fix(folder, text, mark):
    """A claim that is refused is left as it is by `--fix`."""
    (folder / NAMES[mark]).write_text(mark.format(text, "1/2"), encoding="utf-8", newline="")
    try:
        document = read_document(folder / NAMES[mark])
    except ClaimsError:
        return
    assert checking.patches([(document, checking.findings_in(document))]) == "", text

"""Numbers that no claim covers are found in time linear in the document."""

from contextlib import suppress

import pytest

from exactdice.documents.documents import read_document
from exactdice.documents.uncovered import uncovered
from exactdice.errors import ExactDiceError

# --- work in steps --------------------------------------------------------------------------------

MARK = "<!-- exactdice: EP(5) -->"


LENGTHS = [40_000, pytest.param(80_000, marks=pytest.mark.slow)]  # characters
UNCOVERED = [
    "1",
    "1 ",
    "1\u00a0",
    "1\u00a0111",
    "1.",
    "1,1",
    "-",
    " ",
    "1 111x",
    "10^",
    "\\num{",
    "\\frac{1}{",
    "<a",
    "](",
    "\\verb|",
    "\\begin{tabular}",
    "\\ref[",
    "1cm",
    "%",
]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("suffix", [".md", ".tex", ".csv"])
@pytest.mark.parametrize("part", UNCOVERED)
@pytest.mark.usefixtures("must_end")
def test_the_numbers_that_no_claim_covers_are_found_in_linear_time(tmp_path, suffix, part, length):
    path = tmp_path / f"r{suffix}"
    mark = {
        ".md": f"8.636{MARK}",
        ".tex": r"\exactly{EP(5)}{8.636}",
        ".csv": "a,8.636 # exactdice: EP(5)",
    }[suffix]
    path.write_text(f"{mark}\n\n{part * (length // len(part))}x\n", encoding="utf-8")
    with suppress(ExactDiceError):
        list(uncovered(read_document(path)))

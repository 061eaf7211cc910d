"""Readers take time linear in the file: the work grows as the input does. That no regular
expression is ambiguous is for test_ambiguity.
"""

from contextlib import suppress

import pytest
from worst_shapes import MARK, WORST, read_any, steps

from exactdice.exact.errors import ExactDiceError
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.uncovered import uncovered


@pytest.mark.parametrize(
    ("name", "text"), WORST, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.usefixtures("must_end")
def test_work_grows_as_the_file_does(tmp_path, name, text):
    """Four times the file is at most about four times the work (a quadratic reader needs sixteen
    times).
    """
    path = tmp_path / name
    path.write_text(text(40))
    with suppress(ExactDiceError, RecursionError):
        read_any(path)  # what is loaded once is loaded
    counts = []
    for n in (40, 160):
        path.write_text(text(n))
        counts.append(steps(path))
    assert counts[1] <= 6 * counts[0] + 500, counts


@pytest.mark.parametrize(
    ("name", "text"), WORST, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.parametrize("n", [300, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("must_end")
def test_a_large_file_of_the_worst_shape_is_read_or_refused(tmp_path, name, text, n):
    """What C does within a step: an exponential reader would not end, whatever the machine."""
    path = tmp_path / name
    path.write_text(text(n))
    with suppress(ExactDiceError, RecursionError):
        read_any(path)


# --- marks that stand close, and numbers that no mark covers --------------------------------------

HALF = "<!-- exactdice: 1/2 -->"
DENSE = [  # what each mark looks back over, in vain
    ("r.md", "$" * 80 + f"3{HALF} "),
    ("r.md", "+" * 80 + f"3{HALF} "),
    ("r.md", "3]*" * 30 + f"3*{HALF} "),
    ("r.md", "*\n" * 40 + f"0.5{HALF}\n"),
    ("r.md", f"3{HALF}" * 4),
    ("r.md", "{3} " * 20 + f"_3_{HALF} "),
    ("r.md", "3" + "*_" * 40 + HALF),
    ("r.tex", "3)" * 40 + "3 % exactdice: 1/2\n"),
    ("r.tex", "&" * 80 + r"\exactly{1/2}{3}"),
    ("r.tex", r"{\small" * 10 + r"\exactly{1/2}{3}"),
]
PER_CHARACTER = 800  # steps; one that reads again for each mark needs thousands


@pytest.mark.parametrize(
    ("name", "text"), DENSE, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.usefixtures("must_end")
def test_marks_that_stand_close_do_not_look_back_over_the_same_text(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    steps(path)  # what is loaded once is loaded
    repeated = text * (2000 // len(text))
    path.write_text(repeated)
    assert steps(path) <= PER_CHARACTER * len(repeated)


LENGTHS = [40_000, pytest.param(80_000, marks=pytest.mark.slow)]  # characters
UNCOVERED = [
    *(
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
        "1cm",
        "%",
        "<a",
        "](",
    ),
    *("\\num{", "\\frac{1}{", "\\verb|", "\\begin{tabular}", "\\ref["),
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

"""Readers take time linear in the file: the work grows as the input does. That no regular
expression is ambiguous is for test_ambiguity.
"""

import sys

import pytest
from worst_shapes import WORST, read_any

from exactdice.claims import entry, what_is_printed
from exactdice.errors import ExactDiceError


def steps(path):
    """How many lines of Python are executed, and how many calls of C, while the file is read or
    refused.
    """
    count = 0

    def trace(_frame, _event, _argument):
        nonlocal count
        count += 1
        return trace

    entry.parsed.cache_clear()
    what_is_printed.read_number.cache_clear()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_any(path)
    except (ExactDiceError, RecursionError):
        pass
    finally:
        sys.settrace(before)
    return count


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
    read_quietly = steps(path)  # what is loaded once is loaded
    counts = []
    for n in (40, 160):
        path.write_text(text(n))
        counts.append(steps(path))
    assert counts[1] <= 6 * counts[0] + 500, (read_quietly, counts)


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
PER_CHARACTER = 600  # steps; one that reads again for each mark needs thousands


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

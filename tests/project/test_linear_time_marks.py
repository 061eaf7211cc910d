"""Marks that stand close to each other are read in time linear in the document."""

import pytest
from worst_shapes import steps

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

"""Long shapes before a mark, and long tables, are read or refused at once."""

import pytest
from complaints import complaints
from read_before_mark import NAMES, read

SHAPES = [
    "1" + " " * 32 + "x",
    "1" + " " * 9000,
    "0" * 9000,
    "[0" + " " * 9000,
    "[0; 1" + " ," * 4000,
    "2" + "~" * 9000 + "1/3",
    "49/(2" + "·2" * 4000,
]
SHAPES += [
    "{" * 5000 + "5",
    "5" + "}" * 5000,
    "$" * 5000 + "5",
    r"\frac{" * 1500,
    "-" * 9000 + "5",
    "1~234" * 1800,
    r"\," * 4000 + "5",
    "(" * 9000 + "5",
]
SHAPES += [
    "1/(2^999999" + "·2^999999" * 900 + ")",
    "0." + "1" * 4000 + "(" + "6" * 4000 + ")",
    r"\\" * 4000 + "5",
    "\\" * 9001 + "5",
    "a" * 9000 + r"\5",
]


@pytest.mark.parametrize("mark", NAMES)
@pytest.mark.usefixtures("must_end")
def test_long_shapes_are_read_or_refused_at_once(mark):
    for shape in SHAPES:
        read(shape, mark)
        read((shape + " ") * 15, mark)


TABLE = "<!-- exactdice table: P(d,k) d=1..1 k=1..1 -->\n| d | 1 |\n"
LONG_TABLES = [
    ("r.md", TABLE + "|" + " " * 50_000 + "x\n"),
    ("r.md", TABLE + "|-" + " " * 50_000 + "x\n"),
    (
        "r.tex",
        "% exactdice table: P(d,k) d=1..1 k=1..1\n\\begin{tabular}{rr}"
        + "\\\\[" * 25_000
        + "\\end{tabular}",
    ),
    (
        "r.tex",
        "% exactdice table: P(d,k) d=1..1 k=1..1\n\\begin{tabular}{rr}"
        + "\\cmidrule[" * 25_000
        + "\\end{tabular}",
    ),
    (
        "r.tex",
        "% exactdice table: P(d,k) d=1..1 k=1..1\n\\begin{tabular}{"
        + "[" * 50_000
        + "}\\end{tabular}",
    ),
]


@pytest.mark.parametrize(("name", "text"), LONG_TABLES, ids=lambda text: text[-30:])
@pytest.mark.usefixtures("must_end")
def test_long_tables_are_refused_at_once(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    assert len(complaints(folder / name)) == 1

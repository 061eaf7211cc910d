"""What `table --check --write` writes, `verify` accepts."""

import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.exact.errors import ExactDiceError
from exactdice.query.ranges import ranges_and_options
from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.marked_tables import renewed, with_new_bodies
from exactdice.writeup.tables.output_formats import TableFormat
from exactdice.writeup.tables.table import make_table, render

DOCUMENTS = {
    ".md": (
        "<!-- exactdice document: {head} -->\n\n",
        "<!-- exactdice table: {mark} -->\n<!-- exactdice end -->\n",
    ),
    ".tex": ("% exactdice document: {head}\n", "% exactdice table: {mark}\n% exactdice end\n"),
    ".csv": ("# exactdice document: {head}\n", "# exactdice table: {mark}\n# exactdice end\n"),
}
TABLES = [
    "payoff(d,e) d=1..3 e=1,3",
    "gain(a,b) a=blind,optimal,random b=blind,dice(2) target=2",
    "EP(d) P(d,1) d=1..4",
    "EP(d); best_dice(d) d=2,4",
    "gain(dice(1),dice(1)) target=1..3",
    "EG(i,j) i=0..1 j=0..2 target=3",
]
STYLES = ["frac", "factored", "repeating", "symbolic", "dec:0", "dec:3", "percent:1"]


@pytest.mark.parametrize("kind", DOCUMENTS)
@given(
    st.sampled_from(TABLES),
    st.sampled_from(STYLES),
    st.sampled_from([".", ",", ""]),
    st.sampled_from([".", ",", ""]),
    st.booleans(),
)
@settings(max_examples=20, deadline=None)
def test_verify_accepts_what_table_writes(tmp_path_factory, kind, table, style, mark, own, siunitx):
    head = (f'decimal="{mark}" ' if mark else "") + "dice=2"
    words = f"{table} style={style}" + (f" decimal={own}" if own else "")
    words += " --siunitx" if siunitx and kind == ".tex" and style.startswith("dec") else ""
    top, block = DOCUMENTS[kind]
    path = tmp_path_factory.mktemp("law") / f"report{kind}"
    text = top.format(head=head) + block.format(mark=words)
    path.write_text(with_new_bodies(text, renewed(path, text)), encoding="utf-8")
    findings = verify(read_document(path))
    assert findings
    rounds = style.startswith(("dec", "percent"))
    allowed = {Verdict.EXACT, Verdict.ROUNDED} if rounds else {Verdict.EXACT}
    assert {finding.verdict for finding in findings} <= allowed
    assert not any(one.differs for one in renewed(path, path.read_text("utf-8")))


@pytest.mark.parametrize(
    ("word", "said"), [("skip=Total", "skip=Total"), ("transpose", "transpose=yes")]
)
def test_a_table_of_another_shape_is_not_made_again(tmp_path, word, said):
    with pytest.raises(ExactDiceError, match=f"its mark says {said}: tables of other shapes"):
        renewed(
            tmp_path / "a.md",
            f"<!-- exactdice table: EP(d) d=1..2 {word} -->\n<!-- exactdice end -->\n",
        )


def test_a_heading_of_markdown_is_no_mark(tmp_path):
    text = (
        "# exactdice table: how to\n\n<!-- exactdice table: EP(d) d=1..2 -->\n<!-- "
        "exactdice end -->\n"
    )
    assert len(renewed(tmp_path / "a.md", text)) == 1


@pytest.mark.parametrize("siunitx", [False, True])
def test_labels_printed_in_latex_are_read(tmp_path, siunitx):
    words = ["a=blind,dice(2)", "b=optimal,blind"]
    made = make_table(
        "gain(a,b)", ranges_and_options(words, ["gain(a,b)"])[0], {"dice": 2, "target": 3}
    )
    path = tmp_path / "a.tex"
    text = render(made, TableFormat.LATEX, "dec:4", ".", siunitx)
    path.write_text(
        "% exactdice table: gain(a,b) a=* b=* dice=2 target=3\n" + text, encoding="utf-8"
    )
    findings = verify(read_document(path))
    assert [finding.value for finding in findings] == [value for row in made.cells for value in row]
    assert [finding.claim.query for finding in findings][-1] == "gain(dice(2),blind)"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_every_style_is_valid_latex(tmp_path):
    gains = make_table(
        "gain(a,b)",
        ranges_and_options(["a=blind,dice(2)", "b=blind,optimal"], ["gain(a,b)"])[0],
        {"dice": 2, "target": 3},
    )
    steps = make_table(
        ["EP_step(d)", "payoff(d, 1) - 1/4", "P(d, x)"], {"d": range(1, 4)}, {"x": 2}
    )
    sets = make_table(
        ["OPT_all(i,0)", "turns_distribution(blind, optimal)"],
        {"i": range(2)},
        {"dice": 2, "target": 3},
    )
    texts = [
        render(made, TableFormat.LATEX, style, mark)
        for made in (gains, steps, sets)
        for style in STYLES
        for mark in ".,"
    ]
    texts += [
        render(made, TableFormat.LATEX, "dec:3", mark, True)
        for made in (gains, steps, sets)
        for mark in ".,"
    ]
    head = "\\documentclass{article}\\usepackage{booktabs,siunitx}\\begin{document}\n"
    (tmp_path / "a.tex").write_text(
        head + "\n\n".join(texts) + "\\end{document}\n", encoding="utf-8"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert (done.returncode, b"Missing" in done.stdout) == (0, False)

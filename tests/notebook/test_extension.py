"""The extension in a kernel: what the cells of a session show."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from exactdice.report.claims.claim import exit_status
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.verification import findings_in


def executed(*sources):
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    # The kernel of this Python, by the folder of its environment.
    NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=60,
        allow_errors=True,
        shutdown_kernel="immediate",  # how it ends is no concern of ours
    ).execute()
    return [cell.outputs for cell in notebook.cells]


SLOW = """
from exactdice.cli.notebook import functions
functions.MOMENT = functions.BETWEEN = 0
value("EG(0,0)", dice=2, target=30)
"""


LIMITED = """
import os
from exactdice import verify
from exactdice.cli.notebook import verified
from exactdice.jobs.allowance import Allowance
verified.Allowance = lambda: Allowance(seconds=1)
before = dict(os.environ)
found = verify(
    "8.64<!-- exactdice: EP(5) --> or 0.1<!-- exactdice: EG(0,0) dice=30 target=400 -->."
)
print(os.environ == before)
print(found)
"""
INTERRUPTED = """
import os, signal, threading, time
verified.Allowance = Allowance
began = time.monotonic()
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    verify("0.1<!-- exactdice: EG(0,0) dice=30 target=400 -->")
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - began < 20)
"""


@pytest.fixture(scope="module")
def outputs():
    """The outputs of the cells of one session, which is slow to begin."""
    sources = {
        "without": "import sys\nfrom exactdice import value\nvalue('EG(0,0)', dice=1, target=2)",
        "plain": "from fractions import Fraction\nFraction(1, 3)",
        "load": "%load_ext exactdice",
        "fraction": "Fraction(1, 3)",
        "exact": "%exact EG(0,0) dice=1 target=2",
        "assigned": "x = %exact gain(dice(1), blind) dice=1 target=2\nx + 1",
        "nothing": "%exact",
        "wrong": "%exact EP(",
        "verify": "%%verify\n8.64<!-- exactdice: EP(5) --> or 9.1<!-- exactdice: EP(5) -->",
        "one line": "%%verify\n8.64<!-- exactdice: EP(5) -->",
        "words": "%%verify dice=3\n8.64<!-- exactdice: EP(5) -->",
        "figure": "from exactdice import plot\nplot('2d6')",
        "limited": LIMITED,
        "interrupted": INTERRUPTED,
        "bar": SLOW,
        "unload": "%unload_ext exactdice\nFraction(1, 3)",
    }
    return dict(zip(sources, executed(*sources.values()), strict=True))


def data(outputs):
    """What the cell shows, but for a bar that came, as the machine was busy, and vanished."""
    (output,) = (output for output in outputs if output["data"].get("text/html") != "")
    return output["data"]


def test_values_show_themselves_without_the_extension(outputs):
    assert data(outputs["without"])["text/latex"] == r"$\displaystyle \frac{13}{18}$"
    assert data(outputs["without"])["text/plain"] == "Fraction(13, 18)"
    assert "text/latex" not in data(outputs["plain"])


def test_the_extension_shows_every_fraction(outputs):
    assert outputs["load"] == []
    assert data(outputs["fraction"])["text/latex"] == r"$\displaystyle \frac{1}{3}$"
    assert "text/latex" not in data(outputs["unload"])


def test_exact_is_a_value(outputs):
    assert data(outputs["exact"])["text/plain"] == "Fraction(13, 18)"
    assert data(outputs["assigned"])["text/plain"] == "Fraction(31, 18)"  # with one die: 13/18


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("nothing", "a query is missing, as in %exact EG(0,0) dice=3"),
        ("wrong", "query 'EP('"),
        ("words", "%%verify takes no words"),
    ],
)
def test_what_is_wrong_is_one_line(outputs, cell, message):
    (output,) = outputs[cell]
    said = output.get("text") or output.get("evalue")
    assert message in said
    assert len(said.strip().splitlines()) == 1


def test_verify_shows_a_table_of_findings(outputs):
    page = data(outputs["verify"])["text/html"]
    assert page.count("<tr style=") == 2
    assert "contradicted: it is 8.6" in page
    assert "correctly rounded" in data(outputs["one line"])["text/html"]


def test_a_figure_is_a_picture(outputs):
    assert "image/png" in data(outputs["figure"])


def test_a_bar_moves_and_vanishes(outputs):
    shown, result = outputs["bar"]
    assert shown["data"]["text/html"] == ""  # as the last update left it
    assert "text/latex" in result["data"]


def test_a_document_is_verified_within_limits(outputs):
    said = "".join(output["text"] for output in outputs["limited"] if output.get("text"))
    assert said.startswith("True\n")
    assert "correctly rounded" in said
    assert "unchecked: over the time limit of 1 s" in said


def test_verifying_can_be_interrupted(outputs):
    said = "".join(output["text"] for output in outputs["interrupted"] if output.get("text"))
    assert said == "interrupted True\n"


EXAMPLE = Path(__file__).parents[2] / "examples" / "dice_battle.ipynb"


def texts_of(outputs):
    """What the outputs say, without pictures, which differ from version to version, and bars that
    vanished.
    """
    for output in outputs:
        if output.get("data", {}).get("text/html") == "":
            continue
        for kind, text in (output.get("data") or {"stream": output.get("text")}).items():
            if kind.startswith(("text/", "stream")):
                yield kind, "".join(text)


def test_the_example_is_executed_as_it_stands_and_all_its_numbers_hold(tmp_path):
    stored = nbformat.read(EXAMPLE, as_version=4)
    again = nbformat.read(EXAMPLE, as_version=4)
    # How the kernel ends is no concern of ours.
    NotebookClient(again, kernel_name="python3", timeout=60, shutdown_kernel="immediate").execute()
    for before, after in zip(stored.cells, again.cells, strict=True):
        if before.cell_type == "code":
            assert sorted(texts_of(before.outputs)) == sorted(texts_of(after.outputs)), (
                before.source
            )
    findings = findings_in(read_document(EXAMPLE))
    assert len(findings) == 20
    assert exit_status(findings, strict=True) == 0
    nbformat.write(again, tmp_path / "again.ipynb")
    found = findings_in(read_document(tmp_path / "again.ipynb"))
    assert [one.verdict for one in found] == [one.verdict for one in findings]

"""The example notebook is executed as it stands in the repository, and every number of it holds."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

from exactdice.claims.verdict import exit_status
from exactdice.documents.documents import read_document
from exactdice.documents.verification import findings_in

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

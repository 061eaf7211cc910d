"""No document that has a mark of any kind is skipped as one without marks."""

import pytest
from command_line import run
from made_notebooks import code, markdown, notebook, printed
from test_documents import LATEX, MARKDOWN

from exactdice.exact.errors import ClaimsError
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import READERS, read_document
from exactdice.report.documents.marks import may_hold_marks

TABLE = "| d | EP |\n|---|---|\n| 1 | 4.000 |\n"


TABULAR = "\\begin{tabular}{ll}\nd & EP \\\\\n1 & 4.000 \\\\\n\\end{tabular}\n"


KINDS = {  # (family of suffixes, kind of mark): a document whose only mark is of this kind
    ("md", "claim"): "8.636<!-- exactdice: EP(5) -->\n",
    ("md", "table"): f"<!-- exactdice table: EP(d) d=1..1 style=dec:3 -->\n{TABLE}",
    ("md", "document"): "<!-- exactdice document: dice=3 -->\n",
    ("md", "front matter"): "---\nexactdice:\n  dice: 3\n---\ntext\n",
    ("tex", "claim"): "8.636 % exactdice: EP(5)\n",
    ("tex", "command"): "\\exactly{EP(5)}{8.636}\n",
    ("tex", "table"): f"% exactdice table: EP(d) d=1..1\n{TABULAR}",
    ("tex", "document"): "% exactdice document: dice=3\n",
    ("csv", "table"): "# exactdice table: EP(d) d=1..1\nd,EP\n1,4.000\n",
    ("csv", "document"): "# exactdice document: dice=3\n",
    ("ipynb", "claim"): notebook(markdown("8.636<!-- exactdice: EP(5) -->")),
    ("ipynb", "table"): notebook(code("# exactdice table: EP(d) d=1..1", printed("[4.000]"))),
    ("ipynb", "comment"): notebook(code("# exactdice: EP(5)", printed("8.636"))),
    ("ipynb", "escaped"): notebook(markdown("8.636<!-- exactdice: EP(5) -->")).replace(
        "exact", r"\u0065xact"
    ),
}


FAMILY = {
    suffix: next(
        family
        for family in ("md", "tex", "csv", "ipynb")
        if READERS[suffix] == READERS[f".{family}"]
    )
    for suffix in READERS
}


EVERY_MARK = [
    (suffix, kind) for suffix, family in FAMILY.items() for of, kind in KINDS if of == family
]


@pytest.mark.parametrize(("suffix", "kind"), EVERY_MARK)
def test_no_flag_skips_a_document_with_a_mark_of_any_kind(tmp_path, suffix, kind):
    file = tmp_path / f"report{suffix}"
    file.write_text(KINDS[FAMILY[suffix], kind])
    (document,) = checking.read_documents([file], skip_unmarked=True)
    assert document.has_marks
    for encoding in (
        "utf-16",
        "utf-16-le",
        "utf-32-be",
    ):  # no text that can be read, but marks that must not be lost
        file.write_text(KINDS[FAMILY[suffix], kind], encoding=encoding)
        with pytest.raises(ClaimsError, match="must be UTF-8"):
            checking.read_documents([file], skip_unmarked=True)


def test_every_mark_begins_with_one_of_the_openings(tmp_path):
    """Without them every reader finds no mark: so the openings are all there are."""
    spelled = [text for (_, kind), text in KINDS.items() if kind != "escaped"]
    texts = [*spelled, *(text for text, *_ in (*MARKDOWN, *LATEX))]
    for suffix in READERS:
        for text in texts:
            for opening in ("exactdice", r"\exactly", r"\exactclaim"):
                text = text.replace(opening, "x")
            assert not may_hold_marks(text.encode())
            is_notebook = suffix == ".ipynb" and '"nbformat"' not in text
            file = tmp_path / f"r{suffix}"
            file.write_text(notebook(markdown(text)) if is_notebook else text)
            try:
                assert not read_document(file).has_marks
            except ClaimsError as error:
                assert "verbatim" in str(error)  # noqa: PT017 - a broken document, not a mark


def test_a_wrong_number_in_the_command_alone_is_found(tmp_path):
    file = tmp_path / "report.tex"
    file.write_text("\\exactly{EP(5)}{9.999}\n")
    done = run("verify", "--skip-unmarked", file)
    assert done.returncode == 1
    assert "8.636" in done.stdout
    file.write_text(KINDS["md", "document"])
    done = run("verify", "--skip-unmarked", file.rename(tmp_path / "r.md"))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0,
        "0 claims: no mark claims a number",
    )
    assert run("verify", tmp_path / "r.md").returncode == 2

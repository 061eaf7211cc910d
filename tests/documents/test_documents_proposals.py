"""Proposals of marks that nobody accepted: counted where they stand, and wrong only when strict."""

import json

import pytest

from exactdice.exact.errors import ClaimsError
from exactdice.report.claims.claim import document_status
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.verification import findings_in, read_documents
from exactdice.report.pages.findings_writers import WRITERS, as_text

MARK = "8.636<!-- exactdice: EP(5) -->"
TWO = "8.70<!-- suggested exactdice: EP(6) --> and 7.9<!-- suggested exactdice: EP(4) -->"
NO_PROPOSAL = (
    "`<!-- suggested exactdice: EP(6) -->` is suggested exactdice: EP(6).\n\n~~~\n" + TWO + "\n~~~"
)
CLAIM = '[[claim]]\nprinted = "8.636"\nvalue = "EP(5)"\n'
NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {},
    "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": f"{MARK}.\n{TWO}"}],
}
FILES = {
    "a.md": (f"{MARK}\n\n{TWO}\n\n{NO_PROPOSAL}\n", ["a.md:3:5", "a.md:3:48"]),
    "a.tex": (
        "\\exactly{EP(5)}{8.636} and\n8.70 % suggested exactdice: EP(6)\n"
        "\\begin{verbatim}\n7.9 % suggested exactdice: EP(4)\n\\end{verbatim}\n",
        ["a.tex:2:6"],
    ),
    "a.csv": (
        "# exactdice table: EP(d) d=5..5\nd,EP\n5,8.636\n\n"
        "# suggested exactdice table: EP(d) d=6..6\nd,EP\n6,8.70\n",
        ["a.csv:5:1"],
    ),
    "a.toml": (CLAIM + "".join(f"#suggested {line}\n" for line in CLAIM.split("\n")), ["a.toml:4"]),
    "a.ipynb": (json.dumps(NOTEBOOK), ["a.ipynb:cell 1:line 2:5", "a.ipynb:cell 1:line 2:48"]),
}


def judged(tmp_path, name):
    (tmp_path / name).write_text(FILES[name][0])
    document = read_document(tmp_path / name)
    return document, findings_in(document)


@pytest.mark.parametrize("name", FILES)
def test_proposals_are_counted_where_they_stand(tmp_path, name):
    document, findings = judged(tmp_path, name)
    (entry,) = json.loads(as_text([(document, findings)], "json"))["documents"]
    assert [place.removeprefix(f"{tmp_path}/") for place in entry["proposals"]] == FILES[name][1]
    assert (len(findings), entry["status"]) == (1, 0)
    assert document_status(document, findings, strict=True) == 1


@pytest.mark.parametrize("form", WRITERS)
def test_every_format_says_when_strict_that_proposals_are_not_accepted(tmp_path, form):
    result = judged(tmp_path, "a.md")
    text = as_text([result], form, strict=True).replace("-", " ")
    assert "not accepted" in text or '"proposals"' in text
    (tmp_path / "a.md").write_text(MARK)
    result = (read_document(tmp_path / "a.md"), result[1])
    assert "not accepted" not in as_text([result], form, strict=True)


def test_documents_that_hold_proposals_alone_are_not_passed_over(tmp_path):
    path, empty = tmp_path / "a.md", tmp_path / "b.md"
    path.write_text(TWO)
    empty.write_text("nothing")
    (document,) = read_documents([path, empty], skip_unmarked=True)
    assert document_status(document, [], strict=True) == 1
    with pytest.raises(ClaimsError, match=r"nothing but proposals \(2\), and none has been accept"):
        read_documents([path])


def test_a_claims_file_of_proposals_alone_says_so(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("#suggested [[claim]]\n#suggested printed = '1'\n")
    with pytest.raises(ClaimsError, match=r"one \[\[claim\]\], 1 proposal is not accepted"):
        read_document(path)

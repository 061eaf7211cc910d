"""What `suggest` would change, byte for byte: a patch puts its proposals in and leaves the rest."""

import re
import subprocess
from shutil import which

import pytest
from suggested_texts import LATEX, TABLE, WIN

from exactdice.errors import ClaimsError
from exactdice.suggesting.suggest import patch_of, suggest, written

ENDS = {
    "plain": WIN + TABLE,
    "no newline at the end": (WIN + TABLE).rstrip("\n"),
    "the number at the end": "Three attackers win both armies in 37.17 %",
    "carriage returns": (WIN + TABLE).replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + WIN + TABLE,
    "all of it": "\ufeff" + (WIN + TABLE).replace("\n", "\r\n").rstrip("\r\n"),
    "latex": LATEX,
    "latex with carriage returns": LATEX.replace("\n", "\r\n").rstrip("\r\n"),
}


@pytest.mark.parametrize("case", ENDS)
@pytest.mark.parametrize("tool", ["git", "patch"])
def test_the_patch_changes_what_it_says_and_nothing_else(suggested, tmp_path, case, tool):
    if which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    text = ENDS[case]
    path, found = suggested(text, "r.tex" if case.startswith("latex") else "r.md")
    before, patch = path.read_bytes(), tmp_path / "p.patch"
    patch.write_bytes(re.sub(r"(?m)^(---|\+\+\+) ([ab]/).*/", r"\1 \2", patch_of(found)).encode())
    command = (
        ["git", "apply", patch] if tool == "git" else ["patch", "--binary", "-p1", "-i", patch]
    )
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert found.proposals
    after = path.read_bytes()
    mark = "\ufeff" if found.source.marked else ""
    assert after == (mark + written(found)).encode()
    assert without_proposals(after) == before


def without_proposals(data):
    """The file with what `suggest` puts in taken out again."""
    text = re.sub(rb"<!-- suggested exactdice table.*? -->(?:\r?\n){2}", b"", data)
    text = re.sub(rb"<!-- suggested exactdice: (?:[^-]|-(?!->))*-->", b"", text)
    text = re.sub(rb"(?m)^% suggested exactdice table[^\r\n]*\r?\n", b"", text)
    # On the same line as the text before it: what follows was moved to a line of its own.
    return re.sub(rb"% suggested exactdice:[^\r\n]*\r?\n", b"", text)


def test_latin_1_is_refused_in_one_line_and_nothing_is_written(tmp_path):
    path = tmp_path / "r.md"
    path.write_bytes(WIN.replace("armies", "arm\xe9es").encode("latin-1"))
    with pytest.raises(ClaimsError, match="save the file as UTF-8"):
        suggest(path, "dice", {})


def test_lines_that_end_in_a_return_alone_are_refused_in_a_patch(suggested):
    _, found = suggested(WIN.replace("\n", "\r"))
    with pytest.raises(ClaimsError, match="end in a return alone"):
        patch_of(found)

"""Files that are no documents, odd names and links, and marks of every kind: refused or found."""

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from command_line import ROOT, run
from made_notebooks import code, markdown, notebook, printed
from test_documents import LATEX, MARKDOWN

import exactdice
import exactdice.interchange.nfg
from exactdice import files
from exactdice.claims.claims_file import read_claims
from exactdice.documents import marked_tables as marked
from exactdice.documents import verification as checking
from exactdice.documents.documents import READERS, read_document
from exactdice.documents.marks import OPENINGS, may_hold_marks
from exactdice.errors import ClaimsError, ExactDiceError, RulesError
from exactdice.interchange.suffixes import READERS as GAMES

# --- no document may be skipped that has a mark ---------------------------------------------------

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
            for opening in OPENINGS:
                text = text.replace(opening.decode(), "x")
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


# --- files that are no documents ------------------------------------------------------------------

MADE = ["a link to a device", "a pipe", "a folder", "a hole of 5 GB"]


def odd_file(path, kind):
    if kind == "a link to a device":
        path.symlink_to("/dev/zero")
    elif kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(5 * 10**9)
    return path


def stored(path):
    from exactdice.testing import Stored

    Stored(path, update=False).check({"a": 1})


DOORS = [
    *((suffix, read_document, ClaimsError) for suffix in READERS),
    *(
        (suffix, lambda path: checking.read_documents([path], skip_unmarked=True), ClaimsError)
        for suffix in READERS
    ),
    (".toml", read_claims, ClaimsError),
    (".toml", stored, ExactDiceError),
    (".md", marked.read_document, ClaimsError),
    *((suffix, read, RulesError) for suffix, read in GAMES.items()),
    (".json", files.check_readable, ExactDiceError),
    (".txt", files.read_text, ExactDiceError),
]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize(("suffix", "read", "error"), DOORS)
@pytest.mark.usefixtures("must_end")
def test_what_is_no_document_is_refused_in_one_line(tmp_path, kind, suffix, read, error):
    file = odd_file(tmp_path / f"odd{suffix}", kind)
    with pytest.raises(error, match="cannot be read") as caught:
        read(file)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize(
    ("suffix", "words"),
    [(".lp", ["solve"]), (".json", ["solve"]), (".json", ["check"]), (".md", ["table", "--check"])],
)
def test_the_commands_refuse_what_is_no_document(tmp_path, kind, suffix, words):
    done = run(*words, odd_file(tmp_path / f"odd{suffix}", kind))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "cannot be read" in done.stderr


def test_no_more_is_read_than_is_allowed_whatever_the_size_is_said_to_be(tmp_path, monkeypatch):
    file = tmp_path / "growing"
    file.write_bytes(b"x" * 3000)
    assert files.read_bytes(file, 3000) == b"x" * 3000
    with pytest.raises(ExactDiceError, match="at most 2999 bytes"):
        files.read_bytes(file, 2999)
    real = os.fstat(os.open(file, os.O_RDONLY))
    empty = os.stat_result((stat.S_IFREG | 0o600, *real[1:6], 0, *real[7:10]))
    monkeypatch.setattr(files.os, "fstat", lambda _: empty)
    monkeypatch.setattr(files, "CHUNK", 100)
    with pytest.raises(ExactDiceError, match="at most 500 bytes, got 600"):
        files.read_bytes(file, 500)


OF_STREAMS = {
    "main.py": [".open("],
    "shared.py": [" open(", ".open("],
    "new_game.py": [".read_text("],  # templates of the package
    "worker.py": [" open(", ".open("],  # what Linux says of the process
}  # the null device, where standard streams are closed


def test_every_file_of_a_user_is_read_by_one_function():
    """No other module of the package opens a file to read it; the checker stands alone, behind
    `check_readable`.
    """
    for path in sorted((ROOT / "exactdice").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.name not in ("files.py", "checker.py"):
            found = [
                word for word in ("read_bytes()", ".read_text(", " open(", ".open(") if word in text
            ]
            allowed = (
                ["read_bytes()"]
                if path.name == "latex_package.py"
                else OF_STREAMS.get(path.name, [])
            )
            assert [word for word in found if word not in allowed] == [], path


def test_the_hook_passes_over_links_and_keeps_limits():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["args"] == ["--"]
    assert hook["exclude_types"] == ["symlink"]
    assert {"--timeout", "--memory", "--total-timeout"} <= {*hook["entry"].split()}


def test_the_hook_is_a_command(tmp_path):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (tmp_path / "-a b.md").write_text("9.999<!-- exactdice: EP(5) -->\n")
    words = [*hook["entry"].split()[1:], *hook["args"], "-a b.md"]
    done = subprocess.run(
        [sys.executable, "-m", "exactdice", *words], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"contradicted: it is 8.636" in done.stdout


@pytest.mark.skipif(
    shutil.which("sh") is None or shutil.which("find") is None, reason="needs a POSIX shell"
)
def test_what_gitlab_runs_passes_over_links(tmp_path):
    text = (ROOT / "examples" / "gitlab_ci.yml").read_text(encoding="utf-8")
    (script,) = yaml.safe_load(text)["verify numbers"]["script"]
    (tmp_path / "-a b.md").write_text("9.999<!-- exactdice: EP(5) -->\n")
    (tmp_path / "c.tex").write_text("\\exactly{EP(5)}{8.636}\n")
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    (tmp_path / "exactdice").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m exactdice "$@"\n')
    (tmp_path / "exactdice").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    subprocess.run(["sh", "-c", script], cwd=tmp_path, env=environment, check=False)
    (found,) = json.loads((tmp_path / "gl-code-quality-report.json").read_text())
    assert found["location"] == {"path": "-a b.md", "lines": {"begin": 1}}
    assert (tmp_path / "badge.txt").read_text() == "exactdice: 1 of 2 numbers hold\n"


# --- names and links ------------------------------------------------------------------------------


def test_links_in_a_circle_are_one_line(tmp_path):
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    for refuse in (
        files.check_writable,
        files.read_bytes,
        lambda path: files.write_atomically(path, "x"),
    ):
        with pytest.raises(ExactDiceError, match=r"loop\.json: cannot be (written|read): "):
            refuse(loop)


def test_a_path_with_a_byte_0_is_refused():
    for ask in (
        lambda path: exactdice.check_file(path, exactdice.DiceBattle(1, 1)),
        exactdice.interchange.nfg.read_nfg,
    ):
        with pytest.raises(ExactDiceError, match="must not hold a byte 0"):
            ask("a\0b")


@pytest.mark.parametrize("name", ["a\nb.md", "a\x1bb.md"])
def test_a_name_that_a_patch_cannot_hold_is_refused(tmp_path, name):
    (tmp_path / name).write_text(MARKDOWN_WRONG)
    done = run("verify", "--fix", str(tmp_path / name))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "the head of a patch cannot hold" in done.stderr


MARKDOWN_WRONG = "The mean is 8.363<!-- exactdice: EP(5) -->.\n"  # 8.636


# --- two files, and pipes -------------------------------------------------------------------------


def test_no_file_is_written_over_another_part_of_what_is_asked_for(tmp_path):
    """By one name, by two names of one folder, and by a link to a file that is there."""
    (tmp_path / "there.md").write_text("kept")
    (tmp_path / "link.md").symlink_to(tmp_path / "there.md")
    again = tmp_path / ".." / tmp_path.name
    for one, two in (("a.md", tmp_path), ("a.md", again), ("there.md", again / "link.md")):
        claims = two if two.suffix else two / one
        done = run("table", "EP(d)", "d=1..2", "-o", tmp_path / one, "--claims", claims)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "written to the same file; choose another name" in done.stderr
    assert not (tmp_path / "a.md").exists()
    assert (tmp_path / "there.md").read_text() == "kept"
    done = run("table", "EP(d)", "d=1..2", "-o", os.devnull, "--claims", os.devnull)
    assert done.returncode == 0


def test_a_game_is_not_exported_over_the_file_that_is_read(tmp_path):
    game = tmp_path / "x.efg"
    assert run("export", "chomp", "rows=2", "columns=2", "-o", game).returncode == 0
    text = game.read_text()
    for command in ("export", "solve"):
        done = run(command, game, "-o", game)
        assert done.returncode == 2
        assert "it is the file that is read" in done.stderr
    assert game.read_text() == text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes in folders")
def test_what_is_written_may_go_into_a_pipe(tmp_path):
    """Standard output by its name, and a pipe of the shell, which a link leads to."""
    done = run("table", "EP(d)", "d=1..2", "-o", "/dev/stdout")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("table", "EP(d)", "d=1..2").stdout
    reading, writing = os.pipe()
    with os.fdopen(reading) as reader:
        with os.fdopen(writing, "wb"):
            files.check_writable(Path(f"/dev/fd/{writing}"))
            files.write_atomically(Path(f"/dev/fd/{writing}"), "the table")
        assert reader.read() == "the table"


LONG = "1" * 5000  # digits that Python reads into no int


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (("solve", "a.json"), f'{{"a": [{LONG}]}}', "an int has 5000 digits, and 640 are"),
        (("check", "a.json"), f'{{"a": [{LONG}]}}', "an int has 5000 digits, and 640 are"),
        (("check", "a.json", "pig"), f'{{"a": [{LONG}]}}', "an int has 5000 digits, and 640"),
        (("verify", "a.toml"), f"[document]\nalpha = {LONG}\n", "an int has more digits than"),
        (("verify", "a.toml"), "[document]\nalpha = 1e999\n", "a number must look like 12"),
        (("check", ""), "", "it is a folder, as an empty name says too"),
        (("check", "a.json", ""), "", "the name of the game is empty"),
        (("solve", ""), "", "the name of the game is empty"),
        (("solve", "dice-battle", "dice=1,2"), "", "dice of dice-battle takes one value, got 2"),
    ],
)
def test_what_is_wrong_is_said_in_words_of_our_own(tmp_path, words, text, message):
    place = tmp_path / next((word for word in words if word.startswith("a.")), "a.txt")
    place.write_text(text)
    done = run(*(str(place) if word == place.name else word for word in words))
    assert done.returncode in (1, 2)
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    assert message in done.stderr
    assert "set_int_max_str_digits" not in done.stderr
    assert "not a TOML file" not in done.stderr

"""Files that are no documents, marks of every kind, and text that a terminal would obey: refused,
found, and made harmless.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import ROOT, run
from hypothesis import given
from hypothesis import strategies as st
from test_documents import LATEX, MARKDOWN

import exactdice
import exactdice.interchange.nfg
from exactdice import files
from exactdice.claims.claims_file import read_claims
from exactdice.claims.findings import text_lines
from exactdice.claims.verdict import HOLDS, Verdict
from exactdice.documents import marked_tables as marked
from exactdice.documents import verification as checking
from exactdice.documents.documents import READERS, read_document
from exactdice.documents.marks import OPENINGS, may_hold_marks
from exactdice.errors import ClaimsError, ExactDiceError, RulesError
from exactdice.exact import UNPRINTABLE, printable
from exactdice.interchange.suffixes import READERS as GAMES
from exactdice.queries.evaluate import evaluate_query
from exactdice.queries.syntax import Arithmetic, Call, Name, Number, parse, query_text

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
}
FAMILY = {
    suffix: next(
        family for family in ("md", "tex", "csv") if READERS[suffix] == READERS[f".{family}"]
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
    texts = [*KINDS.values(), *(text for text, *_ in (*MARKDOWN, *LATEX))]
    for suffix in READERS:
        for text in texts:
            for opening in OPENINGS:
                text = text.replace(opening.decode(), "x")
            assert not may_hold_marks(text.encode())
            (file := tmp_path / f"r{suffix}").write_text(text)
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


def test_the_hook_and_the_action_pass_over_links_and_end_their_options():
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert 'args: ["--"]' in hook
    assert "exclude_types: [symlink]" in hook
    action = (ROOT / "examples" / "github_action.yml").read_text(encoding="utf-8")
    assert "git ls-files" not in action
    assert "--format sarif -- >" in action


@pytest.mark.skipif(
    shutil.which("sh") is None or shutil.which("find") is None, reason="needs a POSIX shell"
)
def test_what_the_action_runs_passes_over_links(tmp_path):
    action = (ROOT / "examples" / "github_action.yml").read_text(encoding="utf-8")
    script = " ".join(action.partition("run: >-\n")[2].partition("- name: Annotate")[0].split())
    (tmp_path / "-a b.md").write_text("9.999<!-- exactdice: EP(5) -->\n")
    (tmp_path / "c.tex").write_text("\\exactly{EP(5)}{8.636}\n")
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    subprocess.run(["sh", "-c", script], cwd=tmp_path, env=environment, check=False)
    (found,) = json.loads((tmp_path / "verify.sarif").read_text())["runs"][0]["results"]
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "-a%20b.md"


# --- numbers that Python will not print -----------------------------------------------------------


@pytest.mark.parametrize(
    "number",
    [
        "0x" + "f" * 5000,
        "0o" + "7" * 6000,
        "9" * 5000 + ".0",
        "0." + "9" * 5000,
        "[1, 0x" + "f" * 5000 + "]",
    ],
)
@pytest.mark.parametrize("option", ["faces", "weights", "bust", "bust_score"])
def test_an_option_of_thousands_of_digits_is_one_bad_claim(tmp_path, number, option):
    file = tmp_path / "claims.toml"
    good = '[[claim]]\nprinted = "8.636"\nvalue = "EP(5)"\n'
    file.write_text(
        f"{good}[[claim]]\nprinted = '8.636'\nvalue = 'EP(5)'\ngiven = {{ {option} = {number} }}\n"
    )
    (document,) = checking.read_documents([file])
    found = checking.findings_in(document)
    assert [finding.verdict for finding in found] == [Verdict.ROUNDED, Verdict.UNCHECKED]
    assert option in found[1].reason
    lines = [line for line, _ in text_lines(document, found)]
    assert max(map(len, lines)) < 1000
    for form in checking.WRITERS:
        assert checking.as_text([(document, found)], form)


# --- tables with an index n, hints, patches -------------------------------------------------------


INDEX_N = """<!-- exactdice table: EP(n) n=1..2 style=dec:3 -->
| n | EP(n) |
|---|---|
| 1 | 3.500 |
| 2 | 5.9 |
<!-- exactdice end -->

5.861<!-- exactdice: EP(n) n=2 -->

0.9<!-- exactdice: win(dice(1), dice(1)) target=2 kind=montecarlo n=10 -->
"""


def test_an_index_may_be_called_n(tmp_path):
    file = tmp_path / "r.md"
    file.write_text(INDEX_N)
    document = read_document(file)
    assert [(claim.query, claim.given, claim.games) for claim in document.claims] == [
        ("EP(1)", {}, None),
        ("EP(2)", {}, None),
        ("EP(n)", {"n": 2}, None),
        ("win(dice(1), dice(1))", {"target": 2}, 10),
    ]
    value = (Fraction(5, 6) ** 2 * 8) + Fraction(
        11, 36
    )  # two dice of mean 4 where no die shows the one, else one point
    assert [evaluate_query(claim.node, claim.given) for claim in document.claims[1:3]] == [
        value,
        value,
    ]
    assert all(finding.verdict in HOLDS for finding in checking.findings_in(document)[:3])


numbers = st.one_of(st.integers(0, 9), st.fractions(0, 9, max_denominator=9)).map(Number)
leaves = numbers | st.sampled_from([Name("a"), Name("b")])
nodes = st.recursive(
    leaves,
    lambda inner: (
        st.builds(Arithmetic, st.sampled_from("+-*/"), inner, inner)
        | st.builds(lambda x: Call("EP", (x,)), inner)
    ),
    max_leaves=8,
)


def worth(node):
    """The value of the tree where EP(x) stands for x + 1/7; None where it divides by 0."""
    if isinstance(node, Number):
        return Fraction(node.value)
    if isinstance(node, Name):
        return {"a": Fraction(3, 5), "b": Fraction(-7, 2)}[node.name]
    if isinstance(node, Call):
        inside = worth(node.arguments[0])
        return None if inside is None else inside + Fraction(1, 7)
    left, right = worth(node.left), worth(node.right)
    if left is None or right is None or (node.mark == "/" and right == 0):
        return None
    return {"+": left.__add__, "-": left.__sub__, "*": left.__mul__, "/": left.__truediv__}[
        node.mark
    ](right)


@given(nodes)
def test_a_hint_writes_the_query_that_it_means(node):
    assert worth(parse(query_text(node))) == worth(node)


def test_a_hint_keeps_its_parentheses():
    assert query_text(parse("EP(2)/(3/2)")) == "EP(2) / (3 / 2)"
    assert query_text(Arithmetic("/", Name("a"), Number(Fraction(3, 2)))) == "a / (3/2)"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "text", "a\nb\nc\nd\ne"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_patch_of_a_file_with_a_byte_order_mark_applies(tmp_path, mark, before, end):
    file = tmp_path / "r.md"
    lines = [*before.split("\n"), "8.363<!-- exactdice: EP(5) -->", "the end"]
    file.write_bytes((mark + end.join(lines) + end).encode())
    (document,) = checking.read_documents([file])
    text = checking.patches([(document, checking.findings_in(document))])
    program = next((name for name in ("patch", "git") if shutil.which(name)), None)
    if program is None:
        pytest.skip("needs the program patch or git")
    command = (
        ["patch", "-p1", "--binary", "-d", "/"]
        if program == "patch"
        else ["git", "apply", "--unsafe-paths", "--directory=/", "-"]
    )
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    assert done.returncode == 0, done
    assert file.read_bytes() == (mark + end.join(lines).replace("8.363", "8.636") + end).encode()


# --- what a terminal would obey -------------------------------------------------------------------

EVIL = "\x1b[31m\x9b2J\u202e\x07"


def test_escapes_of_a_document_and_its_name_reach_nobody(tmp_path):
    file = tmp_path / f"a{EVIL} b#%é.toml"
    escaped = json.dumps(EVIL)[1:-1]
    file.write_text(
        f'[document]\ntitle = "t{escaped}"\n[[claim]]\nprinted = "9.9"\nvalue = "EP(5)"\nwhere '
        f'= "w{escaped}"\nnote = "n{escaped}"\n'
    )
    for form in ("text", "json", "sarif", "junit"):
        done = run("verify", "--format", form, file)
        assert done.returncode == 1
        assert not UNPRINTABLE.search(done.stdout.replace("\n", "")), form
    results = json.loads(run("verify", "--format", "sarif", file).stdout)["runs"][0]["results"]
    address = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert address.isascii()
    assert not set(address) & set(' #"<>\\^`{|}')
    from urllib.parse import unquote

    assert unquote(address) == file.as_posix()
    document = json.loads(run("verify", "--format", "json", file).stdout)["documents"][0]
    assert document["title"] == f"t{EVIL}"  # JSON says the character itself, by an escape
    suite = ElementTree.fromstring(run("verify", "--format", "junit", file).stdout)[0]
    assert suite[0].get("classname") == f"t{printable(EVIL)}"


def test_a_name_that_is_no_utf8_is_no_traceback(tmp_path):
    file = os.path.join(os.fsencode(tmp_path), b"a\xff.toml")
    try:
        with open(file, "wb") as opened:
            opened.write(b'[[claim]]\nprinted = "9.9"\nvalue = "EP(5)"\n')
    except OSError:
        pytest.skip("this file system has no such names")
    for form in ("json", "sarif", "junit"):
        done = run("verify", "--format", form, os.fsdecode(file))
        assert (done.returncode, done.stderr) == (1, "")
    assert "a%FF.toml" in run("verify", "--format", "sarif", os.fsdecode(file)).stdout


@given(st.text())
def test_printable_text_has_one_line_and_nothing_to_obey(text):
    assert not UNPRINTABLE.search(printable(text))
    assert printable(printable(text)) == printable(text)


@given(st.text(alphabet='ab\x1b\n\x9b\u202e\ud800é\\"', max_size=10))
def test_json_says_the_same_without_what_a_terminal_would_obey(text):
    written = files.json_text({"a": text})
    assert not UNPRINTABLE.search(written.replace("\n", ""))
    assert json.loads(written) == {"a": text}


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

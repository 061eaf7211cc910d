"""The command line in odd surroundings: widths, encodings, no docstrings, closed standard streams,
readers that go away, odd names.
"""

import json
import os
import pty
import subprocess
import sys
from functools import cache

import pytest

from exactdice.exact import printable
from exactdice.terminal import main as cli
from exactdice.terminal.shared import progress_text

REPORT = (
    "# é ≈ 😀\n\n8.636<!-- exactdice: EP(5) -->\n\nwith 12 décisions — ≈ 😀\n\n8.363<!-- "
    "exactdice: EP(5) -->\n"
)
COMMANDS = {  # words, exit status
    "help": (["--help"], 0),
    "help of verify": (["verify", "--help"], 0),
    "version": (["--version"], 0),
    "value": (["value", "EP(5)"], 0),
    "value as JSON": (["value", "EP(5)", "--format", "json"], 0),
    "table": (["table", "P(d,k)", "d=1..2", "k=1..3"], 0),
    "formula": (["formula", "EP(d)"], 0),
    "plot": (["plot", "EP(d)", "d=1..3", "-o", "o.svg"], 0),
    "verify": (["verify", "r.md"], 1),
    "verify --list": (["verify", "--list", "r.md"], 0),
    "verify --fix": (["verify", "--fix", "r.md"], 1),
    "verify as JSON": (["verify", "--format", "json", "r.md"], 1),
    "verify as SARIF": (["verify", "--format", "sarif", "r.md"], 1),
    "verify as JUnit": (["verify", "--format", "junit", "r.md"], 1),
    "solve": (["solve", "dice-battle", "dice=2", "target=3"], 0),
    "solve -o": (["solve", "nim", "heaps=1", "-o", "n.json"], 0),
    "check": (["check", "s.json"], 0),
    "export": (["export", "dice-battle", "dice=1", "target=2", "-o", "g.efg"], 0),
    "play": (["play", "nim", "heaps=1", "misere=1"], 0),
    "simulate": (["simulate", "nim", "--games", "2", "--seed", "1"], 0),
    "games": (["games"], 0),
    "games NAME": (["games", "pig"], 0),
    "exam": (["exam", "u0=42", *(word for n in range(1, 8) for word in ("--skip", str(n)))], 0),
    "bandit": (
        ["bandit", "rows=2", "columns=2", "lists=3", "u0=42", "--rounds", "5", "--seed", "1"],
        0,
    ),
    "an unknown name": (["value", "EGG(é≈)"], 2),
    "a missing file": (["verify", "missing-é≈.md"], 2),
}
HELP = {
    "help",
    "help of verify",
    "version",
}  # laid out for the width, and without docstrings in other words
ENVIRONMENTS = {
    "COLUMNS=0": {"COLUMNS": "0"},
    "COLUMNS=1": {"COLUMNS": "1"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "LC_ALL=C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "-OO": {"PYTHONOPTIMIZE": "2"},
}
ENCODINGS = {"ascii": "ascii", "cp1252": "cp1252", "LC_ALL=C": "ascii"}
REDIRECTED = {
    "no input": "<&-",
    "no output": ">&-",
    "no errors": "2>&-",
    "nothing": "<&- >&- 2>&-",
    "full": ">/dev/full",
    "no reader": "",
}


def pairs(surroundings):
    """All commands in all surroundings; but for those that were chosen they are long tests."""
    grid = [(around, name) for around in surroundings for name in COMMANDS]
    return [
        pytest.param(*pair, marks=[] if pair in CHOSEN else [pytest.mark.slow]) for pair in grid
    ]


CHOSEN = {
    ("COLUMNS=0", "value as JSON"),
    ("COLUMNS=0", "help"),
    ("ascii", "verify --list"),
    ("ascii", "verify as JSON"),
    ("-OO", "games"),
}
CHOSEN |= {
    ("cp1252", "verify --list"),
    ("LC_ALL=C", "an unknown name"),
    ("no input", "play"),
    ("no output", "solve -o"),
    ("full", "value"),
}
CHOSEN |= {
    ("no errors", "a missing file"),
    ("nothing", "value"),
    ("no reader", "games"),
    ("no reader", "verify"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("terminal")
    (made / "r.md").write_text(REPORT, encoding="utf-8")
    assert run(made, ["solve", "dice-battle", "dice=2", "target=3", "-o", "s.json"]).returncode == 0
    return made


@pytest.fixture(scope="module")
def plain(folder):
    """What each command prints in plain surroundings, found when first asked for."""
    return cache(lambda name: run(folder, COMMANDS[name][0]))


def surrounded(**environment):
    left_out = {"COLUMNS", "LC_ALL", "LANG", "PYTHONUTF8", "PYTHONIOENCODING", "FORCE_COLOR"}
    return {
        **{key: value for key, value in os.environ.items() if key not in left_out},
        "PYTHONUTF8": "1",
        **environment,
    }


def run(folder, words, redirected="", **environment):
    """The command in the folder, an answer to each question on its standard input; its output in
    bytes.
    """
    shell = ["sh", "-c", f'exec "$@" {redirected}', "sh"] if redirected else []
    command = [*shell, sys.executable, "-m", "exactdice", *words]
    env = surrounded(**environment)
    return subprocess.run(
        command,
        cwd=folder,
        env=env,
        capture_output=True,
        input=b"0\n" * 9,
        timeout=300,
        check=False,
    )


def in_encoding(text, encoding):
    """The text with what the encoding cannot hold as JSON escapes it."""
    return b"".join(character(c, encoding) for c in text)


def character(c, encoding):
    try:
        return c.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(c)[1:-1].encode()


def well_ended(done, status):
    assert done.returncode == status, done.stderr.decode(errors="replace")
    assert done.stderr.count(b"\n") <= 1
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.parametrize(("around", "name"), pairs(ENVIRONMENTS))
def test_the_same_is_printed_whatever_the_surroundings(folder, plain, around, name):
    words, status = COMMANDS[name]
    usual, done = plain(name), run(folder, words, **ENVIRONMENTS[around])
    well_ended(usual, status)
    well_ended(done, status)
    assert done.stdout or status == 2
    if name in HELP or (around, name) == ("-OO", "games NAME"):
        return
    if around == "LC_ALL=C" and status == 2:  # the name came as bytes that are no text there
        assert done.stderr.isascii()
        return
    encoding = (
        "utf-8" if name == "verify --fix" else ENCODINGS.get(around, "utf-8")
    )  # a patch is in the document's own encoding
    if (around, name) != ("-OO", "games"):  # without docstrings there is less to tell
        assert done.stdout == in_encoding(usual.stdout.decode(), encoding)
    assert done.stderr == in_encoding(usual.stderr.decode(), ENCODINGS.get(around, "utf-8"))


@pytest.mark.parametrize(("around", "name"), pairs(REDIRECTED))
def test_closed_streams_give_normal_work_or_one_line(folder, plain, around, name):
    words, status = COMMANDS[name]
    usual = plain(name)
    if around == "no reader":
        done = unread(folder, words)
        well_ended(done, status if status == 2 else done.returncode)
        assert done.returncode in (
            {1, 141} if name in HELP else {141, status} if status == 2 else {141}
        )
        return
    done = run(folder, words, REDIRECTED[around])
    if around == "full" and usual.stdout:
        well_ended(done, 2)
        assert done.stderr.startswith(b"error: standard output: No space left")
    elif around in ("no input", "nothing") and name == "play":
        well_ended(done, 2)
    else:
        well_ended(done, status)
        assert done.stdout == (b"" if around in ("no output", "nothing", "full") else usual.stdout)
        assert done.stderr == (b"" if around in ("no errors", "nothing") else usual.stderr)


def unread(folder, words):
    """The command with a reader of its output that has gone already."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "exactdice", *words]
    env = surrounded()
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=env,
            stdout=writer,
            stderr=subprocess.PIPE,
            input=b"0\n" * 9,
            timeout=300,
            check=False,
        )
    finally:
        os.close(writer)


# --- what a terminal would obey -------------------------------------------------------------------

RED = "\x1b[31mred\x1b[0m\x07\u202e"
NAMED_SO = [
    ["value", f"EP({RED})"],
    ["games", RED],
    ["solve", RED],
    ["verify", f"{RED}.md"],
    ["check", f"{RED}.json"],
    ["plot", "EP(d)", RED],
]
NAMED_SO += [
    ["table", "EP(d)", f"{RED}=1"],
    ["value", "EP(1)", "--format", RED],
    [RED],
    ["export", "nim", "-o", f"{RED}.xyz"],
]
NAMED_SO += [
    ["play", "nim", "--opponent", RED],
    ["exam", RED],
    ["bandit", f"u0={RED}"],
    ["simulate", "nim", f"--{RED}"],
    ["formula", RED],
]


@pytest.mark.parametrize("words", NAMED_SO, ids=lambda words: words[0][:9].replace("\x1b", "ESC"))
def test_names_never_reach_the_terminal_raw(monkeypatch, capsys, tmp_path, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["exactdice", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    told = "".join(capsys.readouterr())
    assert told.count("\n") == 1
    assert printable(told[:-1]) == told[:-1]


def test_what_is_written_under_an_odd_name_is_told_in_escapes(folder):
    (folder / f"{RED}.md").write_text(REPORT, encoding="utf-8")
    for words in (
        ["verify", f"{RED}.md"],
        ["verify", "--list", f"{RED}.md"],
        ["solve", "nim", "-o", f"{RED}.json"],
        ["check", f"{RED}.json"],
    ):
        done = run(folder, words)
        well_ended(done, 1 if words == ["verify", f"{RED}.md"] else 0)
        assert all(printable(line) == line for line in done.stdout.decode().split("\n"))


def test_a_name_that_is_no_text_is_told_in_escapes(folder):
    done = subprocess.run(
        [sys.executable, "-m", "exactdice", "verify", b"\xff\x1b.md"],
        cwd=folder,
        env=surrounded(),
        capture_output=True,
        check=False,
    )
    well_ended(done, 2)
    assert done.stderr.startswith(b"error: \\udcff\\x1b.md: cannot be read")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\x1b[2J\x07", r"a\x1b[2J\x07"),
        ("x\x9b31m\x7f", r"x\x9b31m\x7f"),
        ("a\nb\rc\u2028d", r"a\nb\rc\u2028d"),
        ("\u202egnp.exe\u2066", r"\u202egnp.exe\u2066"),
        ("\udcff", r"\udcff"),
        ("é\xa0≈ 😀\t\u200d", "é\xa0≈ 😀\t\u200d"),
    ],
)
def test_printable(text, seen):
    assert printable(text) == seen


# --- progress -------------------------------------------------------------------------------------


def test_a_count_without_a_total():
    assert progress_text(12000, None) == "states found: 12000"
    assert progress_text(0, 7) == "0/7"


def on_terminal(words, folder):
    """(what was written to standard output, what a person at a terminal saw) when only standard
    error is a terminal.
    """
    return looked_at(["-m", "exactdice", *words], folder)


def looked_at(words, folder):
    reader, writer = pty.openpty()
    env = surrounded(TERM="xterm")
    with subprocess.Popen(
        [sys.executable, *words], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=writer
    ) as process:
        os.close(writer)
        seen = b""
        while chunk := read(reader):
            seen += chunk
        out = process.stdout.read()
    os.close(reader)
    return out.decode(), seen.decode()


def read(reader):
    try:
        return os.read(reader, 10_000)
    except OSError:  # the other end is closed
        return b""


def test_progress_is_seen_when_the_output_goes_to_a_file(folder):
    out, seen = on_terminal(["simulate", "nim", "heaps=1", "--games", "200", "--seed", "1"], folder)
    assert out.startswith("NormalPlay")
    assert "\x1b" not in out
    assert "200 games" in seen
    assert "None" not in seen


COUNTING = """
from time import sleep
from exactdice.terminal.shared import progress_bar
with progress_bar("solving a game") as watch:
    for told in ((12000, None), (3, 10)):
        watch(*told)
        sleep(0.4)
"""


def test_the_bar_counts_states_where_the_total_is_unknown(folder):
    _, seen = looked_at(["-c", COUNTING], folder)
    assert seen.index("states found: 12000") < seen.index("3/10")
    assert "None" not in seen


def test_no_progress_where_nobody_looks(folder):
    assert run(folder, ["simulate", "nim", "heaps=1", "--games", "200"]).stderr == b""


# --- completion -----------------------------------------------------------------------------------

COMPLETED = {
    "exactdice games pi": {"pig", "piglet"},
    "exactdice solve pig": {"pig", "piglet"},
    "exactdice play pig ta": {"target="},
    "exactdice play pig --opponent ho": {"hold_at(n)"},
    "exactdice simulate nim dig": {"digits="},
    "exactdice value EG": {"EG("},
    "exactdice table gain_": {"gain_from(", "gain_from_range(", "gain_range("},
    "exactdice plot best_dice_": {"best_dice_real("},
    "exactdice formula EP_": {"EP_step("},
    "exactdice value EG(0,0) di": {"dice=", "digits="},
    "exactdice value states() game=hog go": {"goal="},
    "exactdice value states() game=pi": {"game=pig", "game=piglet"},
    "exactdice value states() game=nothing fac": {"faces="},
    "exactdice export domi": {"domineering"},
    "exactdice exam u": {"u0="},
    "exactdice bandit r": {"rows="},
    "exactdice ga": {"games"},
}


@pytest.mark.parametrize("typed", COMPLETED)
def test_tab_completes(monkeypatch, capsys, typed):
    monkeypatch.setenv("_EXACTDICE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    monkeypatch.setattr(sys, "argv", ["exactdice"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert set(capsys.readouterr().out.split()) == COMPLETED[typed]


# --- a first user's slips -------------------------------------------------------------------------

SLIPS = {
    "verify": "Missing argument 'files'. (see exactdice verify --help)",
    "value EP(5) d=1..3": "d must have one value here: ranges and lists are for tables and "
    "pictures, as in `exactdice table`",
    "solve missing.lp": "missing.lp: cannot be read: No such file or directory",
    "solve missing.efg": "missing.efg: cannot be read: No such file or directory",
    "verify text.docx": "known by its ending: .md, .tex or .csv",
    # 198!, as 99 x 3 squares have 198 places for a domino
    "bandit rows=99": "has 19815524...(371 digits)",
    "games chess": "unknown game chess: known are connect-four, dice-battle",
}


@pytest.mark.parametrize("typed", SLIPS)
def test_slips_are_told_in_one_clear_line(monkeypatch, capsys, tmp_path, typed):
    (tmp_path / "text.docx").write_text("hello")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["exactdice", *typed.split()])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    out, err = capsys.readouterr()
    assert (ended.value.code, out, err.count("\n")) == (2, "", 1)
    assert SLIPS[typed] in err
    assert len(err) < 400

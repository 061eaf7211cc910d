"""The command line as it is typed: odd names, completion, a first user's slips."""

import sys
from types import SimpleNamespace

import pytest
from surroundings import REPORT, plainly, well_ended, with_files

from exactdice.cli.terminal import main as cli
from exactdice.cli.terminal.arguments import complete_option, complete_query
from exactdice.exact.numbers import printable
from exactdice.query.words import QUANTITIES


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


# --- what a terminal would obey -------------------------------------------------------------------

RED = "\x1b[31mred\x1b[0m\x07\u202e"

NAMED_SO = [
    ["value", f"EP({RED})"],
    ["games", RED],
    ["verify", f"{RED}.md"],
    ["plot", "EP(d)", RED],
    ["table", "EP(d)", f"{RED}=1"],
    ["value", "EP(1)", "--format", RED],
    [RED],
    ["export", "nim", "-o", f"{RED}.xyz"],
    ["play", "nim", "--opponent", RED],
    ["simulate", "nim", f"--{RED}"],
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
        done = plainly(folder, words)
        well_ended(done, 1 if words == ["verify", f"{RED}.md"] else 0)
        assert all(printable(line) == line for line in done.stdout.decode().split("\n"))


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


# --- completion -----------------------------------------------------------------------------------

COMPLETED = {
    "exactdice games pi": {"pig", "piglet"},
    "exactdice solve pig": {"pig", "piglet"},
    "exactdice play pig --opponent ho": {"hold_at(n)"},
    "exactdice value EG": {"EG("},
    "exactdice table gain_": {"gain_from("},
    "exactdice value EG(0,0) di": {"dice=", "digits="},
    "exactdice value states() game=hog go": {"goal="},
    "exactdice value states() game=pi": {"game=pig", "game=piglet"},
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


def test_every_quantity_is_offered_with_its_summary():
    offered = dict(complete_query(""))
    assert offered == {f"{name}(": quantity.summary for name, quantity in QUANTITIES.items()}


def test_options_of_several_quantities_stand_together():
    offered = complete_option(SimpleNamespace(params={"query": "EP(2) + EG(0,0) + no_such(1)"}), "")
    assert {"faces=", "bust=", "target="} <= set(offered)
    assert len(offered) == len(set(offered))


# --- a first user's slips -------------------------------------------------------------------------

SLIPS = {
    "verify": "Missing argument: a document, as in: exactdice verify report.md",
    "verify text.docx": "known by its ending: .md, .tex or .csv",
    # 198!, as 99 x 3 squares have 198 places for a domino
    "solve phantom-domineering rows=99": "to list all 19815524...(371 digits)",
    "games chess": "unknown game chess: known are blotto, connect-four",
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
    assert len(err) < 500

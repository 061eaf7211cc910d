"""Nothing that lines for people hold is a command to a runner of GitHub Actions, and a line that
begins with the name of a file is one line.

The rules of the runner are those of its `ActionCommand`: `::` where a line begins, blanks left out,
and `##[` anywhere.
"""

from itertools import product

import pytest
from at_the_terminal import run

RIGHT = "Five dice: 8.636<!-- exactdice: EP(5) -->, 9 and 10.25.\n"
TABLE = "<!-- exactdice table: EP(d) d=1..2 -->\nold\n<!-- exactdice end -->\n"
VALUES = "\\begin{document}\n\\exactvalue{EP(1)}{dec:2}\n"
NAMES = [
    "::error::a",
    "::error file=b,line=1::a",
    " \t::error::a",
    "\u3000::error::a",
    "\u00ad\ufeff::error::a",
    "##[error]a",
    "a##[add-mask]b",
    "a\n::error::b",
    "a\r::error::b",
    "a\x1b[2K\x1b[1G::error::b",
    "a\x85::error::b\u2028::error::c\x0b::error::d",
]
COMMANDS = {
    "verify": (".md", RIGHT, ("verify",)),
    "verify --list": (".md", RIGHT, ("verify", "--list", "--all")),
    "suggest": (".md", "Five dice gain 8.636 on average.\n", ("suggest",)),
    "table --check": (".md", TABLE, ("table", "--check")),
    "table --check --write": (".md", TABLE, ("table", "--write", "--check")),
    "latex": (".tex", VALUES, ("latex",)),
    "check": (".md", "{}", ("check",)),
}


def is_command(line):
    unseen = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
    return line.strip().strip(unseen).strip().startswith("::") or "##[" in line


@pytest.mark.parametrize(
    ("name", "what"), [*((name, "verify") for name in NAMES), *product(NAMES[-1:], [*COMMANDS][1:])]
)
def test_no_name_of_a_file_is_a_command(monkeypatch, tmp_path, name, what):
    ending, text, words = COMMANDS[what]
    monkeypatch.chdir(tmp_path)
    lines = {}
    for stem in ("plain", name):
        (tmp_path / (stem + ending)).write_text(text)
        status, out, err = run(monkeypatch, *words, stem + ending)
        lines[stem] = (status, [*out.split("\n"), *err.split("\n")])
    status, told = lines[name]
    assert not [line for line in told if is_command(line)]
    assert not [line for line in told if any(sign in line for sign in "\r\x1b\x85\u2028\x0b")]
    # As many lines as of a plain name, each about the file.
    assert (status, len(told)) == (lines["plain"][0], len(lines["plain"][1]))


@pytest.mark.parametrize("title", ["::error::a", "##[error]a"])
def test_no_text_of_a_document_is_a_command(monkeypatch, tmp_path, title):
    monkeypatch.chdir(tmp_path)
    head = f"# {title}\n\n<!-- exactdice document: title='{title}' -->\n"
    (tmp_path / "a.md").write_text(head + RIGHT)
    (tmp_path / "a.toml").write_text(
        f"title = '{title}'\n[[claim]]\nid = '{title}'\nprinted = '8.6'\nvalue = 'EP(5)'\n"
        f"note = '{title}'\nwhere = '{title}'\n"
    )
    for file in ("a.md", "a.toml"):
        _, out, err = run(monkeypatch, "verify", file)
        assert not [line for line in [*out.split("\n"), *err.split("\n")] if is_command(line)]


def test_annotations_stay_commands(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(RIGHT)
    _, out, _ = run(monkeypatch, "verify", "--format", "github", "a.md")
    assert out.startswith("::notice file=a.md::")

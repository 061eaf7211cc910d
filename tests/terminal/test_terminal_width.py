"""The width of the terminal is nothing to data."""

import pytest

LONG = ["table", "P(d,k)", "d=1..2", "k=1..40", "--format"]
COMMANDS = [
    *([*LONG, form] for form in ("markdown", "json", "csv", "latex")),
    ["value", "turns_law(dice(1),dice(1))", "target=20", "--format", "json"],
    ["value", "turns_law(dice(1),dice(1))", "target=20"],
    *(["verify", "report.md", "--format", form] for form in ("json", "sarif", "junit")),
    ["formula", "EP(d)", "--format", "latex"],
]
REPORT = """The mean of five dice is 8.636<!-- exactdice: EP(5) -->, no less
than 8.363<!-- exactdice: EP(5) -->. The player moving first gains
0.2978<!-- exactdice: EG(0,0) dice=3 target=2 --> with three dice, and
0.5<!-- exactdice: nosuch(2) --> of what no word of any game says.
"""


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_data_are_the_same_whatever_the_width_of_the_terminal(run, monkeypatch, tmp_path, words):
    (tmp_path / "report.md").write_text(REPORT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    _, unknown, _ = run(*words)
    assert unknown
    for width in ("1", "40"):
        monkeypatch.setenv("COLUMNS", width)
        _, seen, _ = run(*words)
        assert seen == unknown

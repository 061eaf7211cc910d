"""The verdicts, and the README's table of them: running this file renews that."""

import re
from pathlib import Path

from exactdice.claims.verdict import HOLDS, MEANINGS, OPEN, STRICTLY_HOLDS, WRONG, Verdict

README = Path(__file__).parents[2] / "README.md"
TABLE = re.compile(r"(?<=\| verdict \| meaning \| holds \|\n\|---\|---\|---\|\n)(?:\|[^\n]*\n)+")


def row(verdict):
    """What the table says of one verdict."""
    if verdict in STRICTLY_HOLDS:
        answer = "yes"
    else:
        answer = "yes, but not with `--strict`" if verdict in HOLDS else "no"
    return f"| {verdict} | {MEANINGS[verdict]} | {'open' if verdict in OPEN else answer} |\n"


def with_table(text):
    """The README with the table of today."""
    return TABLE.sub("".join(map(row, Verdict)).replace("\\", r"\\"), text)


def test_each_verdict_has_one_meaning_on_one_line():
    assert list(MEANINGS) == list(Verdict)
    assert all("\n" not in meaning for meaning in MEANINGS.values())


def test_a_verdict_holds_is_wrong_or_is_open():
    for verdict in Verdict:
        assert [verdict in some for some in (HOLDS, WRONG, OPEN)].count(True) == 1
    assert set(STRICTLY_HOLDS) < set(HOLDS)


def test_the_table_of_the_readme_is_made_from_the_verdicts():
    text = README.read_text(encoding="utf-8")
    assert with_table(text) == text, "run: .venv/bin/python tests/claims/test_verdict.py"


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")

"""Laws at the command line: printed, drawn, claimed in documents, and a first user's slips."""

from fractions import Fraction

import pytest


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def answer(run, *words):
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    return out


# --- what is printed ------------------------------------------------------------------------------

PRINTED = {
    ("value", "d(2)"): "{1: 1/2, 2: 1/2}\n",
    ("value", "d(6) > 4"): "{false: 2/3, true: 1/3}\n",
    ("value", "probability(2d6 >= k)", "k=7"): "7/12\n",
    ("value", "mean(explode(d(6)))", "--format", "decimal", "--digits", "2"): "4.20\n",
    ("value", "sd(2d6)"): "sqrt(210)/6\n",
    ("value", "d(2) > 1", "--format", "latex"): "\\{\\mathrm{false}: \\frac{1}{2}, ",
    ("value", "d(6) > 4", "--format", "decimal", "--digits", "3"): "{false: 0.667, true: 0.333}\n",
    ("formula", "mean(n @ d(f))"): "mean(n @ d(f)) = n*(f + 1)/2\n",
}


@pytest.mark.parametrize("words", PRINTED, ids=" ".join)
def test_printed(run, words):
    assert answer(run, *words).startswith(PRINTED[words])


def test_text_with_the_columns_that_are_asked_for(run):
    plain = answer(run, "value", "2d6", "--format", "text").splitlines()
    assert [line.split()[:2] for line in plain[1:3]] == [["2", "1/36"], ["3", "1/18"]]
    # the columns are of the text, so asking for one asks for text
    both = answer(run, "value", "2d6", "--at-least", "--at-most").splitlines()
    assert both[6].split()[:4] == ["7", "1/6", "7/12", "7/12"]
    table = answer(run, "table", "2d6", "3d6", "--at-least", "--format", "csv").splitlines()
    assert table[1:3] == ["2,1/36,1,0,1", "3,1/18,35/36,1/216,1"]


def test_endless_laws_end_with_what_is_left(run):
    last = answer(run, "value", "explode(d(6))").strip("{}\n").split(", ")
    chances = [Fraction(entry.partition(": ")[2]) for entry in last]
    assert sum(chances) == 1
    assert last[-1].startswith("above ")
    assert chances[-1] < Fraction(1, 1000)


# --- documents ------------------------------------------------------------------------------------

MARKED = [
    ("0.583", "probability(2d6 >= 7)"),
    ("0.25", "probability(d(6) > 3 and not d(6) <= 3)"),
    ("1/2", "probability(d(6) % 2 == 0)"),
    ("0.667", "probability(1 < d(6) <= 5)"),
    ("0.417", "probability(2d6 >= k) k=8"),
    ("0.581", "probability(2d6 >= 7) kind=montecarlo n=10000"),
    ("7.02", "mean(2d6) kind=montecarlo n=10000"),
]
KINDS = {
    "report.md": "number {} <!-- exactdice: {} -->\n\n",
    "report.tex": "number {} % exactdice: {}\n\n",
    "macro.tex": "number \\exactly{{{1}}}{{{0}}}\n\n",
}


@pytest.mark.parametrize("name", KINDS)
def test_marks_that_hold_comparisons(run, tmp_path, name):
    marked = [(number, query.replace("%", r"\%")) for number, query in MARKED]
    # in the argument of a macro a bare % would begin a comment
    pairs = marked if name.startswith("macro") else MARKED
    if name.startswith("macro"):
        pairs = [(number, query) for number, query in pairs if "=" not in query.partition(")")[2]]
    text = "".join(KINDS[name].format(*pair) for pair in pairs)
    (tmp_path / name).write_text(text, encoding="utf-8")
    out = answer(run, "verify", name)
    assert out.count("  ok ") == len(pairs)


def test_wrong_numbers_in_marks_are_found(run, tmp_path):
    text = (
        "a 0.481 <!-- exactdice: probability(2d6 >= 7) kind=montecarlo n=10000 -->\n\n"
        "b 1 <!-- exactdice: 1 < 2 -->\n"
    )
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    code, out, _ = run("verify", "a.md")
    assert code != 0
    assert "contradicted: exact 0.583" in out
    assert "needs a query whose value is a number, got true" in out


# --- slips ----------------------------------------------------------------------------------------

SLIPS = [
    (("table", "probability(2d6 >= k)", "k=2..4", "--at-least"), "which have no range"),
    (("value", "d6"), "d6 is not a quantity: a die is written d(6) or 1d6"),
    (("value", "probability(d(6))"), "of a distribution ask probability(L, x) for an outcome x"),
    (("value", "2d6", "2d6"), "expected key=value, as in dice=10, got '2d6'"),
    (("table", "explode(d(6))"), "is an endless law, of which no table or picture shows all"),
    (("plot", "d(6) > 3"), "only a law of numbers can be drawn, got d(6) > 3"),
]


@pytest.mark.parametrize(("words", "message"), SLIPS, ids=[" ".join(words) for words, _ in SLIPS])
def test_a_slip_is_one_line_and_exit_status_2(run, tmp_path, words, message):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert message in err
    assert list(tmp_path.iterdir()) == []

"""Marked tables in documents are made again; cells are written in their styles, and what a table
says is claimed, so that `verify` reads it back.
"""

import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from command_line import run
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.distributions.distribution import Distribution
from exactdice.exact.errors import ClaimsError, ExactDiceError
from exactdice.exact.numbers import Interval
from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import verify
from exactdice.report.documents.marked_tables import claims_text, renewed, with_new_bodies
from exactdice.report.printed.numbers import parse_printed
from exactdice.writeup.tables.number_text import cell_style
from exactdice.writeup.tables.output_formats import TableFormat
from exactdice.writeup.tables.table import make_table, render


def test_styles_by_hand():
    sixth, value = Fraction(1, 6), Fraction(-49, 216)
    assert cell_style("repeating", ",").latex(sixth) == r"0{,}1\overline{6}"
    assert cell_style("factored").latex(value) == r"-\frac{49}{2^{3} \cdot 3^{3}}"
    assert cell_style("factored").plain(Fraction(5, 3**14)) == "5/3^14"
    assert cell_style("percent:2").plain(Fraction(2, 3)) == "66.67 %"
    assert cell_style("percent:0", ",").latex(Fraction(-1, 3)) == r"-33\,\%"
    law = Distribution({1: 1, 2: 2})  # outcomes are names, and no parts of a hundred
    assert cell_style("percent:1").plain(law) == "{1: 33.3 %, 2: 66.7 %}"
    apart, close = (
        Interval(Fraction(1, 8), Fraction(1, 4)),
        Interval(Fraction(1, 8), Fraction(63, 500)),
    )
    assert cell_style("percent:0").plain(apart) == "[12, 25] %"  # rounded outwards
    assert cell_style("percent:0").plain(close) == "[12, 13] %"
    assert cell_style("percent:0").plain(Interval(Fraction(7, 8), Fraction(879, 1000))) == "88 %"
    assert cell_style("dec:2", ",").latex(value) == "-0{,}23"


# --- marked tables --------------------------------------------------------------------------------

MARKDOWN = """# A report

<!-- exactdice table: EP(d) "P(d, 1)" d=1..3 --style dec:3 -->
<!-- exactdice end -->

```
<!-- exactdice table: this is code, not a mark -->
```

<!-- exactdice table: EP(d) d=1..2 -->
old
<!-- exactdice end -->
"""
LATEX = (
    "\\begin{table}\n  % exactdice table: EP(d) d=1..2 --style dec:2 --siunitx\n  % "
    "exactdice end\n\\end{table}\n"
)


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.md", MARKDOWN), ("a.tex", LATEX), ("b.md", MARKDOWN.replace("\n", "\r\n"))],
)
def test_marked_tables_are_written_once_and_then_agree(tmp_path, name, text):
    path = tmp_path / name
    found = renewed(path, text)
    assert all(one.differs for one in found)
    new = with_new_bodies(text, found)
    assert not any(one.differs for one in renewed(path, new))
    assert with_new_bodies(new, renewed(path, new)) == new
    assert ("\r\n" in text) == ("\r\n" in new)
    assert new.count("\r") in (0, new.count("\n"))


def test_the_line_that_differs_is_named(tmp_path):
    path = tmp_path / "a.md"
    new = with_new_bodies(MARKDOWN, renewed(path, MARKDOWN))
    (wrong,) = [one for one in renewed(path, new.replace("7.366", "7.367")) if one.differs]
    assert wrong.difference[0] == 8
    assert "7.367" in wrong.difference[1]
    assert "7.366" in wrong.difference[2]


BAD_MARKS = [
    (
        "<!-- exactdice table: EP(d) d=1..2 --stile frac -->\n<!-- exactdice end -->\n",
        r"a\.md:1: a mark takes --style",
    ),
    (
        '<!-- exactdice table: "EP(d) d=1..2 -->\n<!-- exactdice end -->\n',
        r"a\.md:1: the words of the mark cannot be split",
    ),
    (
        "<!-- exactdice table: d=1..2 -->\n<!-- exactdice end -->\n",
        r"a\.md:1: a table has one query",
    ),
    ("nothing\n", r"a\.md: no marked table"),
]


@pytest.mark.parametrize(("text", "message"), BAD_MARKS)
def test_bad_marks(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClaimsError, match=message):
        renewed(Path("a.md"), text)


def test_every_bad_mark_is_complained_about_in_a_line_of_its_own(tmp_path):
    good = "<!-- exactdice table: EP(d) d=1..2 -->\n<!-- exactdice end -->\n"
    bad = [
        good.replace("..2", "..x"),
        good.replace("table:", "tabel:"),
        good.replace("2 -->", "2"),
        good.replace("EP(d)", "EQ(d)"),
        "word " + good.partition("\n")[0] + "\n",
        good.partition("\n")[2],
        good.partition("\n")[0] + "\n",
    ]
    path = tmp_path / "a.md"
    path.write_text(good + good.join(bad), encoding="utf-8")
    done = run("table", "--check", path)
    found = [int(line.split(f"{path}:")[1].split(":")[0]) for line in done.stderr.splitlines()]
    assert (done.returncode, done.stdout, found) == (2, "", [3, 7, 11, 15, 19, 22, 25])


# --- the command line and the example -------------------------------------------------------------


def test_check_and_write_at_the_terminal(tmp_path):
    path = tmp_path / "a.md"
    path.write_text(MARKDOWN, encoding="utf-8")
    assert run("table", "--check", path).returncode == 1
    assert path.read_text(encoding="utf-8") == MARKDOWN
    assert run("table", "--check", path, "--write").returncode == 0
    done = run("table", "--check", path)
    assert (done.returncode, done.stdout) == (0, f"{path}: 2 marked, 0 differ\n")


COMPLAINTS = [
    (["table", "EP(d)", "d=1..2", "--write"], "--write needs --check"),
    (["table", "EP(d)", "P(d,k)", "d=1..2", "k=1..2"], "one query over one or two ranges"),
]


@pytest.mark.parametrize(("words", "message"), COMPLAINTS)
def test_complaints_are_one_line(words, message):
    done = run(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


@pytest.mark.slow
def test_the_write_up_is_generated_and_its_claims_hold(tmp_path):
    script = Path(__file__).parents[2] / "examples" / "writeup" / "build.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, timeout=120)
    text = (tmp_path / "main.tex").read_text(encoding="utf-8")
    used = re.findall(r"\\(?:piece|input|includegraphics(?:\[[^\]]*\])?)\{(\w+\.\w+)\}", text)
    assert len(used) == 10
    assert all((tmp_path / name).stat().st_size for name in used)
    assert (tmp_path / "main.pdf").exists() == (shutil.which("pdflatex") is not None)


def test_names_in_latex_are_upright_and_hold_nothing_that_latex_reserves():
    names = frozenset({"take_two", "a%b"})
    written = cell_style("frac").latex(names)
    assert written == r"\{\mathrm{a}\%\mathrm{b}, \mathrm{take\_two}\}"
    assert (
        cell_style("frac").latex(Distribution({(1, "heads"): 1})) == r"\{(1, \mathrm{heads}): 1\}"
    )


# --- claims ---------------------------------------------------------------------------------------

EXACT_STYLES = ("frac", "factored", "repeating", "symbolic")


@given(st.fractions(max_denominator=400), st.sampled_from(EXACT_STYLES), st.sampled_from(".,"))
def test_exact_styles_keep_the_number_in_text_and_in_latex(number, name, mark):
    style = cell_style(name, mark)
    value = number.numerator if number.denominator == 1 else number
    assert parse_printed(style.plain(value)).value == number
    assert parse_printed(f"${style.latex(value)}$").value == number


TABLES = [
    (["P(d,k)"], {"d": range(1, 4), "k": range(1, 8)}, {}),
    (["EP(d)", "P(d,1)", "EP(d) - best_dice(3)"], {"d": range(1, 6)}, {"faces": 4}),
    (["gain(dice(1), blind)"], {"target": range(1, 4)}, {"dice": 2}),
    (["P(2,k)", "Q(2,k)"], {"k": range(2, 9, 3)}, {"weights": (1, Fraction(1, 2) * 2, 2)}),
]
CELL_STYLES = st.one_of(
    st.sampled_from(EXACT_STYLES),
    st.integers(0, 9).map(lambda places: f"dec:{places}"),
    st.integers(0, 9).map(lambda places: f"percent:{places}"),
)


@given(st.sampled_from(TABLES), CELL_STYLES, st.sampled_from(".,"))
@settings(max_examples=30)
def test_what_a_table_writes_verify_reads_back(tmp_path_factory, table, style, mark):
    made = make_table(*table)
    path = tmp_path_factory.mktemp("claims") / "table.toml"
    path.write_text(claims_text(made, style, mark), encoding="utf-8")
    findings = verify(read_claims(path))
    assert len(findings) == sum(map(len, made.cells))
    assert {finding.verdict for finding in findings} <= {Verdict.EXACT, Verdict.ROUNDED}
    if style in EXACT_STYLES:
        assert {finding.verdict for finding in findings} == {Verdict.EXACT}


def test_a_wrong_digit_in_the_claims_is_found(tmp_path):
    text = claims_text(make_table("P(d,k)", {"d": range(1, 3), "k": range(1, 5)}, {}))
    assert text.count("11/36") == 1
    path = tmp_path / "table.toml"
    path.write_text(text.replace("11/36", "11/35"), encoding="utf-8")
    verdicts = [finding.verdict for finding in verify(read_claims(path))]
    assert verdicts.count(Verdict.CONTRADICTED) == 1


def test_cells_that_say_no_number_are_named_but_not_claimed():
    made = make_table(["OPT_all(i,0)", "OPT(i,0)"], {"i": range(2)}, {"dice": 2, "target": 5})
    text = claims_text(made)
    assert (text.count("[[claim]]"), text.count("says no number")) == (2, 2)
    made = make_table("OPT_all(i,0)", {"i": range(2)}, {"dice": 2, "target": 5})
    with pytest.raises(ExactDiceError, match="no cell with a number"):
        claims_text(made)


def test_siunitx_needs_decimals_in_latex():
    made = make_table("EP(d)", {"d": range(1, 3)}, {})
    with pytest.raises(ExactDiceError, match="siunitx columns need LaTeX and decimals"):
        render(made, TableFormat.LATEX, "frac", siunitx=True)

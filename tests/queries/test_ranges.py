"""One reader of queries and of ranges: a spelling decides nothing, and what `table` writes `verify`
accepts.
"""

import ast
import csv
import io
import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from complaints import refused
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.claims.claims_file import read_claims
from exactdice.claims.judging import verify
from exactdice.claims.verdict import Verdict
from exactdice.closed_forms import formula
from exactdice.closed_forms.states import race_states
from exactdice.documents.documents import read_document
from exactdice.documents.mark_words import read_table_words
from exactdice.documents.marked_tables import renewed, with_new_bodies
from exactdice.documents.table_claims import claims_text
from exactdice.errors import ExactDiceError, QueryError
from exactdice.pictures import by_query, pieces, plot
from exactdice.queries.evaluate import evaluate_query, parse_option
from exactdice.queries.ranges import ranges_and_options, single_values
from exactdice.queries.syntax import TOKEN, parse, query_latex
from exactdice.queries.words import Word
from exactdice.tables.output_formats import TableFormat
from exactdice.tables.table import Table, make_table, render

# --- spellings ------------------------------------------------------------------------------------


@st.composite
def spellings(draw, query):
    """The query with blanks around its tokens and parentheses around the whole."""
    tokens = [found[0].strip() for found in TOKEN.finditer(query)]
    blanks = st.text(" \t", max_size=2)
    text = "".join(draw(blanks) + token for token in tokens) + draw(blanks)
    depth = draw(st.integers(0, 2))
    return "(" * depth + text + ")" * depth


@given(
    st.data(),
    st.sampled_from(["EP(d)", "P(d,1) - EP(d)/2", "EG(d-1,0)*2", "gain(dice(d), blind, dice=3)"]),
)
@settings(max_examples=25)
def test_every_spelling_of_a_query_makes_the_same_table(data, query):
    ranges, options = {"d": range(1, 4)}, {"faces": 4} if "gain" not in query else {"target": 3}
    if "EG" in query:
        options = {"dice": 2, "target": 4}
    made, other = (
        make_table(text, ranges, options) for text in (query, data.draw(spellings(query)))
    )
    assert (made.nodes, made.cells) == (other.nodes, other.cells)
    assert render(made, TableFormat.LATEX) == render(other, TableFormat.LATEX)


@given(st.data(), st.sampled_from(["EP(d)", "payoff(d,1)", "EG(target-1,j)"]))
@settings(max_examples=15)
def test_every_spelling_of_a_query_has_the_same_formula(data, query):
    found, other = formula(query), formula(data.draw(spellings(query)))
    assert (found.expression, found.origin, found.domain, found.latex) == (
        other.expression,
        other.origin,
        other.domain,
        other.latex,
    )


@pytest.fixture
def drawn(monkeypatch):
    """The figures that would be saved."""
    figures = []
    for module in (
        plot,
        pieces,
        by_query.arenas,
        sys.modules["exactdice.pictures.trees"],
    ):
        monkeypatch.setattr(module, "save_figure", lambda figure, _: figures.append(figure))
    return figures


def heights(figure):
    return [list(line.get_ydata()) for line in figure.axes[0].get_lines()]


@pytest.mark.parametrize("query", ["OPT(0,0)", "EG(0,0)", "OPT_all(0,0)"])
@pytest.mark.parametrize("spelling", [" {}", "({})", "\t( {} ) "])
def test_a_picture_of_pieces_is_chosen_by_the_parsed_query(drawn, query, spelling):
    options = {"weights": parse_option("p,1-p"), "dice": 2, "target": 3}
    for text in (query, spelling.format(query)):
        pieces.draw_pieces(race_states(text, {}, options), Path("x.png"), "")
    assert heights(drawn[0]) == heights(drawn[1])
    dice = {y for line in heights(drawn[0]) for y in line if len(line) > 2}
    assert (dice <= {0, 1, 2}) == query.startswith("OPT")


OWN_PICTURES = [
    "kernel(chomp(2,2))",
    "grundy(nim(2,1))",
    "winning_moves(nim(2,1))",
    "kernel_steps(chomp(2,2))",
    "connect_four_search(2)",
]


@pytest.mark.parametrize("query", OWN_PICTURES)
@pytest.mark.parametrize("spelling", [" {}", "({})", "\t( {} ) "])
def test_a_picture_of_its_own_is_chosen_by_the_parsed_query(drawn, query, spelling):
    given = {"rows": 3, "columns": 3, "line": 3} if query.startswith("connect") else {}
    for text in (query, spelling.format(query)):
        by_query.draw_query(text, given, Path("x.png"), "")
    shown = [[child.get_text() for axes in figure.axes for child in axes.texts] for figure in drawn]
    assert shown[0] == shown[1] != []


TEXTUAL = {
    "startswith",
    "endswith",
    "find",
    "count",
    "partition",
    "removeprefix",
    "removesuffix",
    "lower",
}


def is_query(node):
    return getattr(node, "id", getattr(node, "attr", None)) == "query"


def decides_by_text(node):
    """Whether the expression looks into the text of a query, as query.startswith("OPT") or "pig" in
    claim.query do.
    """
    if isinstance(node, ast.Compare):
        return any(
            isinstance(mark, ast.In | ast.NotIn) and is_query(side)
            for mark, side in zip(node.ops, node.comparators, strict=True)
        )
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in TEXTUAL
        and is_query(node.func.value)
    )


def test_no_module_decides_by_the_text_of_a_query():
    root = Path(plot.__file__).parent.parent
    nodes = [
        (path.name, node)
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
    ]
    found = {name for name, node in nodes if decides_by_text(node)}
    assert found == {"shared.py"}  # where a query that is still being typed is completed


QUERIES = [
    ("EP_step(d1)*(P(d,k) - 1/4)", r"\mathrm{EP\_step}(d_{1}) \cdot (P(d, k) - 1/4)"),
    ("1-(2-3)", "1 - (2 - 3)"),
    ("0.25/(a*b)", r"1/4/(a \cdot b)"),
    ("-d", "-d"),
    ("gain(dice(1),b,dice=3)", r"\mathrm{gain}(\mathrm{dice}(1), b, \mathrm{dice} = 3)"),
]


@pytest.mark.parametrize(("query", "latex"), QUERIES)
def test_a_query_in_latex(query, latex):
    assert query_latex(parse(query)) == latex


# --- ranges and lists -----------------------------------------------------------------------------


def test_labels_are_numbers_and_words():
    read = ranges_and_options(
        ["a=blind,dice(3)", "b=optimal", "d=1,1/2", "dice=2..4", "weights=1,2"], ["gain(a, b) + d"]
    )
    labels = {
        "a": (Word("blind"), Word("dice", (3,))),
        "d": (1, Fraction(1, 2)),
        "dice": range(2, 5),
    }
    assert read == (labels, {"b": Word("optimal"), "weights": (1, 2)})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["d=*"], r"d=\* takes the labels that a document prints"),
        (["d=1,,2"], "expected a number, a name"),
        (["d=EP(1),2"], "not the quantity EP"),
        (["d=x+1,2"], "a label must be a number, or a word"),
        (["d=1..3,5"], "a range must look like"),
    ],
)
def test_labels_that_are_refused(words, message):
    with pytest.raises(QueryError, match=message):
        ranges_and_options(words, ["EP(d)"])


GAINS = {"a": "blind,optimal,random", "b": "blind,optimal,random"}
SMALL = {"dice": 3, "target": 20}


def test_table_1_of_the_first_report():
    """Gain for {blind, optimal, random} squared, each cell as the single query says it."""
    words = [f"{name}={text}" for name, text in GAINS.items()]
    made = make_table("gain(a,b)", ranges_and_options(words, ["gain(a,b)"])[0], SMALL)
    names = GAINS["a"].split(",")
    assert made.cells == tuple(
        tuple(evaluate_query(f"gain({a},{b})", SMALL) for b in names) for a in names
    )
    assert made.heading == ["a \\ b", *names]
    rows = list(csv.reader(io.StringIO(render(made, TableFormat.CSV))))
    assert [row[0] for row in rows[1:]] == names
    assert json.loads(render(made, TableFormat.JSON))["columns"] == {"b": names}
    assert r"$\mathrm{optimal}$ & " in render(made, TableFormat.LATEX)


def test_a_map_of_words_shows_its_words_and_numbers(drawn):
    words = [f"{name}={text}" for name, text in GAINS.items()]
    made = make_table("gain(a,b)", ranges_and_options(words, ["gain(a,b)"])[0], SMALL)
    plot.draw(made, Path("x.png"), "")
    axes = drawn[0].axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["blind", "optimal", "random"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["blind", "optimal", "random"]
    assert len(axes.texts) == 9


def test_a_table_of_titles_is_written_and_drawn(drawn):
    made = Table(("50% of {a_b}",), ("counter", range(2)), None, ((1,), (Fraction(1, 2),)))
    assert r"$\mathrm{counter}$ & $\mbox{50\% of \{a\_b\}}$" in render(made, TableFormat.LATEX)
    plot.draw(made, Path("x.png"), "")
    assert drawn[0].axes[0].get_xlabel() == "counter"


def test_bars_over_a_list(drawn):
    plot.draw(make_table("EP(d)", {"d": (1, 3, 30)}, {}), Path("x.png"), "")
    axes = drawn[0].axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "3", "30"]
    assert [bar.get_height() for bar in axes.patches] == [
        float(evaluate_query(f"EP({d})")) for d in (1, 3, 30)
    ]


def test_where_one_value_is_needed_a_range_or_a_list_is_refused(tmp_path):
    for text in ("d=1..3", "d=1,3"):
        with pytest.raises(QueryError, match="d must have one value here"):
            single_values([text], "EP(d)")
    with pytest.raises(QueryError, match="d must have one value, got 2"):
        evaluate_query("EP(d)", {"d": (1, 3)})
    assert single_values(["a=dice(2)", "weights=1,2"], "gain(a, blind)") == {
        "a": Word("dice", (2,)),
        "weights": (1, 2),
    }
    path = tmp_path / "a.toml"
    path.write_text(
        '[[claim]]\nprinted = "1"\nvalue = "EP(d)"\ngiven = {d = "1..3"}\n', encoding="utf-8"
    )
    (claim,) = read_claims(path).claims
    assert "option d: d must have one value here, got the range 1..3" in claim.unclear


def test_claims_of_a_table_of_words_hold(tmp_path):
    words = ["a=blind,dice(2)", "b=optimal,random"]
    made = make_table(
        "gain(a,b)", ranges_and_options(words, ["gain(a,b)"])[0], {"dice": 2, "target": 3}
    )
    for form in TableFormat:
        path = tmp_path / f"{form}.toml"
        path.write_text(claims_text(made, render(made, form), form), encoding="utf-8")
        assert [finding.verdict for finding in verify(read_claims(path))] == [Verdict.EXACT] * 4


def test_a_closed_form_needs_a_range():
    with pytest.raises(QueryError, match="not over a list"):
        formula("EP(d)", {}, {"d": (1, 3, 5)})


MARKS = [
    ("EP(d) - 1 d=1..3", ("EP(d) - 1",), {"d": "1..3"}),
    ("EP(d); P(d, 1) d=1..3", ("EP(d)", "P(d, 1)"), {"d": "1..3"}),
    (
        'EP(d) "P(d, 1)" d=1..3 --style dec:3 --siunitx',
        ("EP(d)", "P(d, 1)"),
        {"d": "1..3", "style": "dec:3", "siunitx": "yes"},
    ),
    ("EP(d) P(d, 1) d=1..3", ("EP(d)", "P(d, 1)"), {"d": "1..3"}),
    (
        '"EP(d)" "-P(d,1)" d=1..3 note="two words"',
        ("EP(d)", "-P(d,1)"),
        {"d": "1..3", "note": "two words"},
    ),
    ("gain(a, b) a=dice(1), b=blind", ("gain(a, b)",), {"a": "dice(1),", "b": "blind"}),
]


@pytest.mark.parametrize(("text", "queries", "words"), MARKS)
def test_the_words_of_a_mark(text, queries, words):
    read = read_table_words(text)
    assert (read.queries, read.words) == (queries, words)


# --- what `table --check --write` writes, `verify` accepts ----------------------------------------

DOCUMENTS = {
    ".md": (
        "<!-- exactdice document: {head} -->\n\n",
        "<!-- exactdice table: {mark} -->\n<!-- exactdice end -->\n",
    ),
    ".tex": ("% exactdice document: {head}\n", "% exactdice table: {mark}\n% exactdice end\n"),
    ".csv": ("# exactdice document: {head}\n", "# exactdice table: {mark}\n# exactdice end\n"),
}
TABLES = [
    "payoff(d,e) d=1..3 e=1,3",
    "gain(a,b) a=blind,optimal,random b=blind,dice(2) target=2",
    "EP(d) P(d,1) d=1..4",
    "EP(d); best_dice(d) d=2,4",
    "gain(dice(1),dice(1)) target=1..3",
    "EG(i,j) i=0..1 j=0..2 target=3",
]
STYLES = ["frac", "mixed", "factored", "repeating", "cf", "symbolic", "dec:0", "dec:3"]


@pytest.mark.parametrize("kind", DOCUMENTS)
@given(
    st.sampled_from(TABLES),
    st.sampled_from(STYLES),
    st.sampled_from([".", ",", ""]),
    st.sampled_from([".", ",", ""]),
    st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_verify_accepts_what_table_writes(tmp_path_factory, kind, table, style, mark, own, siunitx):
    head = (f'decimal="{mark}" ' if mark else "") + "dice=2"
    words = f"{table} style={style}" + (f" decimal={own}" if own else "")
    words += " --siunitx" if siunitx and kind == ".tex" and style.startswith("dec") else ""
    top, block = DOCUMENTS[kind]
    path = tmp_path_factory.mktemp("law") / f"report{kind}"
    text = top.format(head=head) + block.format(mark=words)
    path.write_text(with_new_bodies(text, renewed(path, text)), encoding="utf-8")
    findings = verify(read_document(path))
    assert findings
    allowed = {Verdict.EXACT, Verdict.ROUNDED} if style.startswith("dec") else {Verdict.EXACT}
    assert {finding.verdict for finding in findings} <= allowed
    assert not any(one.differs for one in renewed(path, path.read_text("utf-8")))


def test_the_decimal_mark_and_the_options_of_the_document_are_those_of_its_tables(tmp_path):
    path = tmp_path / "a.md"
    text = (
        '---\nexactdice:\n  decimal: ","\n  faces: 4\n---\n<!-- exactdice table: EP(d) '
        "d=1..1 style=dec:2 -->\n<!-- exactdice end -->\n"
    )
    (found,) = renewed(path, text)
    assert found.body.splitlines()[-1].split() == [
        "|",
        "1",
        "|",
        "2,50",
        "|",
    ]  # (1 + 2 + 3 + 4) / 4


def test_a_formula_in_a_document_is_no_claim(tmp_path):
    path = tmp_path / "a.md"
    path.write_text(
        "<!-- exactdice formula: EP(d) -->\n<!-- exactdice end -->\n3.5<!-- exactdice: EP(1) -->\n",
        encoding="utf-8",
    )
    assert [finding.verdict for finding in verify(read_document(path))] == [Verdict.EXACT]


def test_a_table_with_another_heading_is_not_made_again(tmp_path):
    with pytest.raises(ExactDiceError, match="its mark says header=2"):
        renewed(
            tmp_path / "a.md",
            "<!-- exactdice table: EP(d) d=1..2 header=2 -->\n<!-- exactdice end -->\n",
        )


def test_a_heading_of_markdown_is_no_mark(tmp_path):
    text = (
        "# exactdice table: how to\n\n<!-- exactdice table: EP(d) d=1..2 -->\n<!-- "
        "exactdice end -->\n"
    )
    assert len(renewed(tmp_path / "a.md", text)) == 1


def test_a_word_with_two_arguments_is_no_list_of_labels(tmp_path):
    path = tmp_path / "a.md"
    path.write_text(
        "<!-- exactdice table: grundy(g) g=wythoff(1,2) -->\n| g | x |\n|--|--|\n| w | 0 |\n",
        encoding="utf-8",
    )
    with pytest.raises(ExactDiceError, match="needs one range"):
        refused(path)
    made = make_table(
        "grundy(g)", ranges_and_options(["g=wythoff(1,2),nim(1,2)"], ["grundy(g)"])[0], {}
    )
    assert [row[0] for row in made.cells] == [
        evaluate_query("grundy(wythoff(1,2))"),
        evaluate_query("grundy(nim(1,2))"),
    ]
    assert made.rows[1] == (Word("wythoff", (1, 2)), Word("nim", (1, 2)))


@pytest.mark.parametrize("siunitx", [False, True])
def test_labels_printed_in_latex_are_read(tmp_path, siunitx):
    words = ["a=blind,dice(2)", "b=optimal,blind"]
    made = make_table(
        "gain(a,b)", ranges_and_options(words, ["gain(a,b)"])[0], {"dice": 2, "target": 3}
    )
    path = tmp_path / "a.tex"
    text = render(made, TableFormat.LATEX, "dec:4", ".", siunitx)
    path.write_text(
        "% exactdice table: gain(a,b) a=* b=* dice=2 target=3\n" + text, encoding="utf-8"
    )
    findings = verify(read_document(path))
    assert [finding.value for finding in findings] == [value for row in made.cells for value in row]
    assert [finding.claim.query for finding in findings][-1] == "gain(dice(2),blind)"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_every_style_is_valid_latex(tmp_path):
    gains = make_table(
        "gain(a,b)",
        ranges_and_options(["a=blind,dice(2)", "b=blind,optimal"], ["gain(a,b)"])[0],
        {"dice": 2, "target": 3},
    )
    steps = make_table(
        ["EP_step(d)", "payoff(d, 1) - 1/4", "P(d, x)"], {"d": range(1, 4)}, {"x": 2}
    )
    sets = make_table(
        ["OPT_all(i,0)", "turns_law(blind, optimal)"], {"i": range(2)}, {"dice": 2, "target": 3}
    )
    texts = [
        render(made, TableFormat.LATEX, style, mark)
        for made in (gains, steps, sets)
        for style in STYLES
        for mark in ".,"
    ]
    texts += [
        render(made, TableFormat.LATEX, "dec:3", mark, True)
        for made in (gains, steps, sets)
        for mark in ".,"
    ]
    head = "\\documentclass{article}\\usepackage{booktabs,siunitx}\\begin{document}\n"
    (tmp_path / "a.tex").write_text(
        head + "\n\n".join(texts) + "\\end{document}\n", encoding="utf-8"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert (done.returncode, b"Missing" in done.stdout) == (0, False)


# --- decimals and JSON ----------------------------------------------------------------------------


def column(made, style, number):
    return [
        line.split("|")[number].strip()
        for line in render(made, TableFormat.MARKDOWN, style).splitlines()[2:]
    ]


def test_whole_numbers_have_the_decimals_of_their_column():
    assert column(make_table("P(1,k)", {"k": range(5, 8)}, {}), "dec:3", 2) == [
        "0.167",
        "0.167",
        "0.000",
    ]
    mixed = make_table(["EP(d)", "best_dice(d)"], {"d": range(1, 3)}, {})
    assert [column(mixed, "dec:3", number) for number in (2, 3)] == [["3.500", "5.861"], ["1", "2"]]


CELLS = [
    ("frac", ".", "211/36"),
    ("dec:2", ",", "5,86"),
    ("mixed", ".", "5 31/36"),
    ("cf", ".", "[5; 1, 6, 5]"),
]


@pytest.mark.parametrize(("style", "mark", "cell"), CELLS)
def test_json_cells_are_in_the_style_asked_for(style, mark, cell):
    made = make_table("EP(d)", {"d": range(2, 3)}, {})
    assert json.loads(render(made, TableFormat.JSON, style, mark))["cells"] == [[cell]]


def test_json_keeps_the_shape_of_sets_laws_and_bounds():
    made = make_table(
        ["OPT_all(0,0)", "turns_law(dice(1), dice(1))", "EG(0,0)"],
        {"target": range(2, 3)},
        {"dice": 1},
    )
    assert json.loads(render(made, TableFormat.JSON, "dec:2"))["cells"][0][:2] == [
        [1],
        {"1": "0.83", "2": "0.14", "3": "0.03"},
    ]
    bounds = make_table("EG(0,0)", {"target": range(2, 3)}, {"dice": 1, "digits": 5})
    low, high = (
        json.loads(render(bounds, TableFormat.JSON))["cells"][0][0][end]
        for end in ("lower", "upper")
    )
    assert Fraction(low) <= evaluate_query("EG(0,0)", {"dice": 1, "target": 2}) <= Fraction(high)


# --- the terminal's width is nothing to data ------------------------------------------------------

LONG = ["table", "P(d,k)", "d=1..2", "k=1..40", "--format"]
COMMANDS = [
    *([*LONG, form] for form in ("markdown", "json", "csv", "latex")),
    ["value", "turns_law(dice(1),dice(1))", "target=20", "--format", "json"],
    ["value", "turns_law(dice(1),dice(1))", "target=20"],
    *(
        ["verify", "examples/dice_battle_report.md", "--format", form]
        for form in ("json", "sarif", "junit")
    ),
    ["formula", "EP(d)", "--format", "latex"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_data_are_the_same_whatever_the_width_of_the_terminal(words):
    root = Path(__file__).parents[2]
    plain = {key: value for key, value in os.environ.items() if key != "COLUMNS"}

    def run(width):
        command = [sys.executable, "-m", "exactdice", *words]
        return subprocess.run(
            command, capture_output=True, env={**plain, **width}, cwd=root, timeout=120, check=False
        ).stdout

    seen = {run(width) for width in ({}, {"COLUMNS": "1"}, {"COLUMNS": "40"})}
    assert len(seen) == 1
    assert seen != {b""}

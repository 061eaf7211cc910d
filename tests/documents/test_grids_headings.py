"""What the columns of a table, its headings and labels may print beside its numbers."""

import pytest

from exactdice.exact.numbers import exact_text
from exactdice.query.evaluate import evaluate_query
from exactdice.query.syntax import parse, query_latex
from exactdice.report.claims.claim import OPEN, Verdict

# --- what the columns of a table print, and comments within its cells -----------------------------

TABLE = (
    "% exactdice table: d/20 d=1..2\n\\begin{{tabular}}{{{}}}\nd & v \\\\\n1 & {} \\\\\n2 "
    "& 0.1 \\\\\n\\end{{tabular}}\n"
)


def test_columns_that_print_signs_are_refused_for_what_they_print(findings):
    (found,) = findings(TABLE.format("rr<{\\%}", "0.05"), "r.tex")[1]
    assert found.verdict == Verdict.UNCHECKED
    assert "the columns of the table print" in found.reason


@pytest.mark.parametrize("cell", ["0.0%\n5", "-%\n0.05"])
def test_a_cell_that_goes_on_after_a_comment_is_not_read(findings, cell):
    found = findings(TABLE.format("rr", cell), "r.tex")[1]
    assert [one.verdict.name for one in found] == ["UNREADABLE", "EXACT"]


@pytest.mark.parametrize(
    ("set_up", "columns", "cell", "is_clear"),
    [
        ("round-mode=places,round-precision=1", "rS", "0.05", False),
        ("round-mode=places,round-precision=1", "rr", "\\num{0.05}", False),
        ("", "rS[round-mode=places,round-precision=1]", "0.05", False),
        ("", "rr", "\\num[round-mode=places]{0.05}", False),
        ("round-mode=places,round-precision=1", "rr", "0.05", True),
        ("group-digits=false", "rS", "0.05", True),
        ("", "rS[table-format=1.2]", "0.05", True),
        ("", "rr", "\\num{0.05}", True),
    ],
)
def test_a_table_that_siunitx_may_print_otherwise_is_unclear(
    findings, set_up, columns, cell, is_clear
):
    _, found = findings(f"\\sisetup{{{set_up}}}\n" + TABLE.format(columns, cell), "r.tex")
    verdicts = {one.verdict for one in found}
    assert verdicts.isdisjoint(OPEN) == is_clear
    if not is_clear:
        assert any("siunitx" in one.reason or "\\num" in one.reason for one in found)


# --- what is not known of columns and of siunitx may change the number ----------------------------

HEADED = "k & p \\\\\n1 & {} \\\\\n2 & 0.1667 \\\\\n"


def verdicts_of(findings, columns, before="", cell="0.1667", name="tabular"):
    """Of the numbers in a table of 1/6 with these columns, after this text."""
    mark = f"{before}\n% exactdice table: P(1,k) k=1,2\n"
    table = f"\\begin{{{name}}}{columns}\n{HEADED.format(cell)}\\end{{{name}}}\n"
    return [one.verdict for one in findings(mark + table, "r.tex")[1]]


PRINTING_COLUMNS = [
    r"l>{\textminus}r", r"lr<{\textperthousand}", r"l>{\minus}r", r"l>{\textendash}r",
    r"l>{\symbol{45}}r", r"l>{\char45}r", "l>{‐}r", "l>{‑}r", "l>{－}r", r"l>{\neg}r", "lr<{‰}",
    "lr@{ ‰}", r"lr<{\permil}", r"lr<{\perc}", "lr<{0}", "lr@{0}", "l>{1}r", "lr@{.}l",
    "lS[table-auto-round,table-format=1.1]", "lS[table-omit-exponent]", "lS[group-separator={.}]",
    r"lS@{\,\si{\percent}}", r"lr<{\,\unit{\percent}}", r"lr@{\SI{}{\percent}}",
    r"lr<{~\textpercent}", "l>{$-}r<{$}", r"lr@{\,\%}", "l!{-}r", r"l>{\textbf{-}}r", "l|-r",
]  # fmt: skip
PLAIN_COLUMNS = [
    "lr", r">{\raggedright}lr", "l|r", "|l|r|", "@{}lr@{}", r"l>{\bfseries}r",
    r"l@{\hspace{-1em}}r", "l>{$}r<{$}",
    r"l@{\hskip 1em}r", "*{2}{r}", "l p{3cm}", r"l>{\raggedleft\arraybackslash}p{3cm}",
    "lS[table-format=1.4]", "lS[table-format=-1.4,round-mode=none]",
    r"l>{\columncolor[gray]{.9}}r", r"l !{\vrule} r", r"l@{\,}r", r"l@{\quad}r", "lD{.}{.}{4}",
    r"@{\extracolsep{\fill}}lr", r"l>{\color{red}}r", "l w{c}{2cm}",
]  # fmt: skip
CHANGED = [
    (r"\newcolumntype{P}{>{$-$}c}", "PP"), (r"\newcolumntype{N}{S[round-mode=places]}", "NN"),
    (r"\newcolumntype{Q}[1]{>{#1}c}", "lQ{-}"),
    (r"\newcolumntype{A}{B}\newcolumntype{B}{c<{\%}}", "lA"),
    (r"\usepackage[round-mode=places]{siunitx}", "lS"),
    (r"\PassOptionsToPackage{round-mode=places}{siunitx}", "lS"),
    ("\\sisetup%\n{round-mode=places}", "lS"), (r"\sisetup{table-auto-round}", "lS"),
]  # fmt: skip
UNCHANGED = [
    (r"\newcolumntype{P}{>{$}c<{$}}", "PP"),
    (r"\newcolumntype{P}[1]{>{\raggedleft}p{#1}}", "lP{3cm}"),
    (r"\usepackage[per-mode=symbol]{siunitx}", "lS"), (r"\usepackage[utf8]{inputenc}", "lS"),
]  # fmt: skip
UNREAD, UNCLEAR = [Verdict.UNCHECKED], [Verdict.UNCLEAR]
SIXTHS = [Verdict.ROUNDED] * 2


@pytest.mark.parametrize("columns", PRINTING_COLUMNS)
def test_columns_that_may_print_something_are_refused(findings, columns):
    assert verdicts_of(findings, f"{{{columns}}}") == UNREAD


@pytest.mark.parametrize("columns", PLAIN_COLUMNS)
def test_columns_that_are_known_to_print_nothing_are_read(findings, columns):
    assert verdicts_of(findings, f"{{{columns}}}") == SIXTHS


@pytest.mark.parametrize(("before", "columns"), CHANGED)
def test_columns_and_options_that_are_defined_before_are_seen(findings, before, columns):
    assert verdicts_of(findings, f"{{{columns}}}", before) == UNREAD


@pytest.mark.parametrize(("before", "columns"), UNCHANGED)
def test_definitions_that_print_nothing_are_read(findings, before, columns):
    assert verdicts_of(findings, f"{{{columns}}}", before) == SIXTHS


@pytest.mark.parametrize("before", [before for before, _ in CHANGED if "column" not in before])
def test_options_of_the_document_may_change_each_number_of_siunitx(findings, before):
    text = f"{before}\n$p=\\num{{0.1667}}$ % exactdice: P(1,1)\n"
    assert [one.verdict for one in findings(text, "r.tex")[1]] == UNREAD


@pytest.mark.parametrize("head", ["2 (%)", "k=2 in %", "chance in percent"])
@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("0.1667", UNCLEAR),  # right as it stands, and wrong in percent
        ("16.67", UNCLEAR),  # the other way round
        ("17.67", [Verdict.CONTRADICTED]),
        ("16.68", [Verdict.CONTRADICTED]),  # off by one in percent
        ("16.67 %", SIXTHS[:1]),
    ],
)
def test_a_heading_that_may_scale_the_numbers_below_is_seen(findings, head, cell, expected):
    text = f"<!-- exactdice table: P(1,k) k=1..1 -->\n| k | {head} |\n|---|---|\n| 1 | {cell} |\n"
    assert [one.verdict for one in findings(text)[1]] == expected


@pytest.mark.parametrize("cell", ["0.1667", "166.7"])
def test_a_heading_in_per_mille_is_unclear(findings, cell):
    text = f"<!-- exactdice table: P(1,k) k=1..1 -->\n| k | in ‰ |\n|---|---|\n| 1 | {cell} |\n"
    assert [one.verdict for one in findings(text)[1]] == UNREAD


def test_what_both_readings_of_a_cell_in_percent_are(findings):
    text = "| k | in % |\n|---|---|\n| 1 | 16.67<!-- exactdice: P(1,1) --> |\n"
    _, (found,) = findings(text)
    said = "read as 16.67 it is contradicted, as 0.1667 correctly rounded: the heading 'in %' may"
    assert found.reason.startswith(said)
    assert "write the percent sign into each cell" in found.reason


NOT_ONE_NUMBER = {
    "16.67": "P(1,1) kind=montecarlo n=1000",
    "16.67 ± 0.1": "P(1,1)",
    "16 to 17": "P(1,1) kind=interval",
    "{1: 50, 2: 50}": "1d2",
    "1:5": "P(1,1)",
}


@pytest.mark.parametrize("cell", NOT_ONE_NUMBER)
def test_what_is_not_one_number_below_a_percentage_is_left_unchecked(findings, cell):
    mark = f"exactdice: {NOT_ONE_NUMBER[cell]}"
    text = f"| k | in % |\n|---|---|\n| 1 | {cell}<!-- {mark} --> |\n"
    assert [one.verdict for one in findings(text)[1]] == UNREAD


SCALING_HEADS = [
    r"$E\ (\times 10^{-2})$", "$10^{2}E$", "P ×10³", "P · 10⁻³", "1000·P", "P/100", "P in Tausend",
    "E (x10^3)", "E en pour cent", "P (&#37;)", "1-P", "−P", "Perte (−E)", "P*100", "$-E$",
    r"$\frac{E}{10}$", "1 − EP(d)",
]  # fmt: skip
PERCENT_HEADS = ["P [pct]", "P v.H.", "E en pour cent", "P (&#37;)"]  # of which two readings differ
PLAIN_HEADS = [
    "P", "P(1,1)", "k = 1", "$k=1$", "1", "1 die", "two-player", "2-player game", "win – loss",
    "$v_{12}$", "$v^*$", "**EP**", "*k=1*", "Anzahl Würfel", "Spiel 1 (blind)", "2×2", "win/loss",
    "Gain - Player", "Turn 1 P",
]  # fmt: skip


@pytest.mark.parametrize("head", SCALING_HEADS)
def test_a_heading_with_a_factor_is_unclear_in_markdown_and_in_csv(findings, head):
    marked = f"<!-- exactdice table: P(1,k) k=1..1 -->\n| k | {head} |\n|---|---|\n| 1 | 0.1667 |\n"
    cell = f"| k | {head} |\n|---|---|\n| 1 | 0.1667<!-- exactdice: P(1,1) --> |\n"
    csv = f"# exactdice table: P(1,k) k=1..1\nk,{head}\n1,0.1667\n"
    expected = UNCLEAR if head in PERCENT_HEADS else UNREAD
    assert [one.verdict for one in findings(marked)[1]] == expected
    assert [one.verdict for one in findings(cell)[1]] == expected
    of_csv = UNREAD if ";" in head else expected  # where a semicolon parts cells
    assert [one.verdict for one in findings(csv, "t.csv")[1]] == of_csv


@pytest.mark.parametrize("head", PLAIN_HEADS)
def test_a_heading_of_words_names_and_labels_is_harmless(findings, head):
    marked = f"<!-- exactdice table: P(1,k) k=* -->\n| k | {head} |\n|---|---|\n| 1 | 0.1667 |\n"
    cell = f"| k | {head} |\n|---|---|\n| 1 | 0.1667<!-- exactdice: P(1,1) --> |\n"
    assert [one.verdict for one in findings(marked)[1]] == SIXTHS[:1]
    assert [one.verdict for one in findings(cell)[1]] == SIXTHS[:1]


@pytest.mark.parametrize(
    "query", ["-P(1,k)/3", "1-P(1,k)", "P(1,k)*100", "P(1,k)**2", "P(1,k)/6*2"]
)
def test_the_latex_of_ones_own_query_says_what_the_numbers_below_are(findings, query):
    heading, value = query_latex(parse(query)), exact_text(evaluate_query(query, {"k": 1}))
    table = rf"\begin{{tabular}}{{lr}}$k$ & ${heading}$ \\ \hline 1 & {value} \\\end{{tabular}}"
    bound = f"% exactdice table: {query} k=1..1\n{table}\n"
    assert [one.verdict for one in findings(bound, "r.tex")[1]] == [Verdict.EXACT]
    # The same heading above numbers of another query may scale them.
    other = f"% exactdice table: P(1,k) k=1..1\n{table}\n"
    assert [one.verdict for one in findings(other, "r.tex")[1]] == UNREAD


@pytest.mark.parametrize("head", [r"P (\%)", r"$P \times 10^{3}$", r"\multicolumn{1}{c}{in \%}"])
@pytest.mark.parametrize(
    "rows",
    [
        "1 & 0.1667 \\\\ % exactdice: P(1,1)\n",
        "1 & \\exactly{P(1,1)}{0.1667} \\\\\n",
        "2 & 0.5 \\\\\n\\hline\n1 & $0.1667$ % exactdice: P(1,1)\n\\\\\n",
    ],
)
def test_a_marked_cell_of_latex_looks_at_its_heading(findings, head, rows):
    clear, scaled = (
        rf"\begin{{tabular}}{{lr}}{one} \\\\ \hline" + "\n" + rows + r"\end{tabular}"
        for one in ("k & P", f"k & {head}")
    )
    after = "\n\nHere $p = 0.1667$ % exactdice: P(1,1)\n"
    assert [one.verdict for one in findings(clear + after, "r.tex")[1]] == SIXTHS
    found = [one.verdict for one in findings(scaled + after, "r.tex")[1]]
    assert found == [*(UNREAD if "times" in head else UNCLEAR), *SIXTHS[:1]]


ENVIRONMENTS = [
    ("tabularx", r"{\textwidth}{lX}", SIXTHS),
    ("tabular*", r"{\textwidth}{lr<{\%}}", UNREAD),
    ("tabular", " {lr}", SIXTHS),
    ("tabular", r" {lr<{\%}}", UNREAD),
    ("tabular", "[t]{lr}", SIXTHS),
    ("tblr", "{lr}", SIXTHS),
    ("tblr", "{colspec={lr},hlines}", SIXTHS),
    ("tblr", "{colspec={lr},column{2}={preto={-}}}", UNREAD),
    ("tblr", r"{cells={cmd=\neg}}", UNREAD),
    ("tabular", "", UNREAD),
]


@pytest.mark.parametrize(("name", "columns", "expected"), ENVIRONMENTS)
def test_columns_of_every_kind_of_table_are_found(findings, name, columns, expected):
    assert verdicts_of(findings, columns, name=name) == expected


@pytest.mark.parametrize("columns", ["P", "S[round-mode=places]", r"c<\%", "-c"])
def test_columns_of_a_cell_may_print_something_too(findings, columns):
    cell = rf"\multicolumn{{1}}{{{columns}}}{{0.1667}}"
    found = verdicts_of(findings, "{lr}", r"\newcolumntype{P}{>{$-$}c}", cell)
    assert found == [Verdict.UNREADABLE, Verdict.ROUNDED]


LABELS = [
    ("gain(a, dice(1)) a=blind,optimal", "optimal", "blind", False),
    ("gain(a, dice(1)) a=dice(1),dice(2)", "dice(2)", "dice(1)", False),
    ("P(d,1) d=1..2", "2 dice", "1 die", False),
    ("P(d,1) d=1..2", "$d = 2$", "$d = 1$", False),
    ("gain(a, dice(1)) a=blind,optimal", "**Blind**", "the optimal one", True),
    ("P(d,1) d=1..2", "one", "two", True),
]


@pytest.mark.parametrize(("words", "first", "second", "agree"), LABELS)
def test_printed_labels_must_not_say_the_contrary(findings, words, first, second, agree):
    text = (
        f"<!-- exactdice table: {words} -->\n| x | v |\n|-|-|\n| {first} | 7 |\n| {second} | 8 |\n"
    )
    _, found = findings(text)
    said = any("the label printed is" in one.reason for one in found)
    assert said != agree

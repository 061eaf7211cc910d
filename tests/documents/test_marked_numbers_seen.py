"""Numbers that readers see otherwise than they are written beside a mark: each reads as 0.5, and is
refused, since what is printed is another number, or none.
"""

import json
from pathlib import Path

import pytest
from parted_texts import cases

from exactdice.report.claims.claim import Verdict, holds
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import document_from
from exactdice.report.printed.source import Source

MARK = "<!-- exactdice: 1/2 -->"
A_SIGN = [  # by CommonMark no item begins on the last line
    "the gain is\n\t- 0.5M here",
    "* the gain is\n\t\t- 0.5M here",
    *(f"<{tag}>\nthe gain is\n- 0.5M here\n</{tag}>" for tag in ("div", "p", "pre", "td")),
    "<table><tr><td>\n- 0.5M\n</td></tr></table>",
]
AN_ITEM = [
    "- 0.5M here",
    "the gains are\n- 0.5M here",
    "> - 0.5M here",
]
BEHIND = [
    *("-percent", " per-cent", " permil", " permille", "-fold", "-million", "-thousand", " fold"),
]
BEFORE = [
    *("opposite of", "square of", "cube of", "logarithm of", "triple", "negation of", "root of"),
    *("sum of 1 and", "product of 2 and", "difference of 1 and", "ratio of 1 to"),
    *("opposé de", "carré de", "logarithme de", "Quadrat von", "Dreifache von"),
]
TAGS = [
    "it is -<span\nclass=x>0.5M</span>",
    'it is 1<span title=">">0.5M</span>',
    "it is <span hidden>0.5M</span>",
    "it is 1<?x y?>0.5M",
    "it is -<!X y>0.5M",
    'it is 0.5M<span title=">">7</span>',
    "it is 0.5M<?x y?>7",
    "it is - ![a](b) 0.5M",
    "it is 0.5M![percent](b.png)",
    "it is ~~0.5~~M",
    "it is ~~0.5M~~",
    "it is ~~about 0.5M or so~~",
    "it is <del>about 0.5M or so</del>",
    "<table><caption>values in percent</caption><tr><td>1</td><td>0.5M</td></tr></table>",
    "<table><tr><th>v (%)</th></tr><tr><td>0.5M</td></tr></table>",
]


def verdicts(name, text):
    return verify(document_from(Source(Path(name), text)))


def in_markdown(text):
    (found,) = verdicts("a.md", text.replace("M", MARK))
    return found


OTHERS = [  # headings and labels that scale, a chance that a comment parts
    *(
        f"| n | {heading} |\n|---|---|\n| 1 | 0.5M |"
        for heading in ("v x 1000", "v in 1/100", "exp v", "e^v", "v (%)", "10^v", "log v")
    ),
    *(
        f"| n | v |\n|---|---|\n| {label} | 0.5M |"
        for label in ("value (%)", "value in thousands", "in percent")
    ),
    "value (%): 0.5M",
    "value in thousands: 0.5M",
    f"the chance is 1 <!-- {'x' * 90} -->\nin\n25M",
]


@pytest.mark.parametrize("text", A_SIGN + TAGS + OTHERS)
def test_what_readers_of_markdown_see_otherwise_is_refused(text):
    assert not holds(in_markdown(text))


@pytest.mark.parametrize("text", [*AN_ITEM, "the chance of 0.5M", "the sum is 0.5M"])
def test_the_number_of_an_item_or_behind_plain_words_is_read(text):
    assert in_markdown(text).verdict == Verdict.EXACT


@pytest.mark.parametrize(
    "text",
    ["a\n\n    it is 0.5M\n\nb", "- a\n\n      it is 0.5M", "\tit is 0.5M", "> a\n>\n>     0.5M"],
)
def test_code_by_its_indent_claims_nothing(text):
    assert not verdicts("a.md", text.replace("M", MARK))


@pytest.mark.parametrize("words", BEHIND)
def test_words_behind_a_number_that_scale_it(words):
    assert in_markdown(f"It is 0.5M{words} here.").verdict == Verdict.UNCHECKED
    (found,) = verdicts("a.tex", tex(rf"It is A{{0.5}}{words} here."))
    assert found.verdict == Verdict.UNCHECKED


@pytest.mark.parametrize("words", BEFORE)
def test_words_before_a_number_that_change_it(words):
    assert in_markdown(f"It is the {words} 0.5M here.").verdict == Verdict.UNCHECKED
    (found,) = verdicts("a.tex", tex(rf"It is the {words} A{{0.5}} here."))
    assert found.verdict == Verdict.UNCHECKED


def test_a_caption_that_scales_a_bound_table():
    table = (
        "<!-- exactdice table: probability(d(2) <= i) i=1..2 -->\n"
        "<table><caption>chance in %</caption><tr><th>i</th><th>v</th></tr>"
        "<tr><td>1</td><td>{}</td></tr><tr><td>2</td><td>100 %</td></tr></table>"
    )
    found = [verdicts("a.md", table.format(number)) for number in ("0.5", "50 %")]
    assert [one.verdict for one, _ in found] == [Verdict.UNCLEAR, Verdict.EXACT]


@pytest.mark.parametrize(
    ("label", "is_1"),
    [
        *((one, True) for one in ("1", "1 die", "d = 1", "$d=1$", "1st", "one (1)", "#1")),
        *((one, False) for one in ("minus 1", "-1", "1k", "1,000", "1 000", "1²", "1 %", "1.5")),
    ],
)
def test_the_label_of_a_row_is_the_whole_number(label, is_1):
    table = f"| i | v |\n|---|---|\n| {label} | 0.5 |\n| 2 | 1 |\n"
    found = verdicts("a.md", f"<!-- exactdice table: probability(d(2) <= i) i=1..2 -->\n{table}")
    assert all(map(holds, found)) is is_1


# --- LaTeX ----------------------------------------------------------------------------------------


def tex(body, preamble=""):
    body = body.replace("A{", r"\exactly{1/2}{")
    return (
        "\\documentclass{article}\n\\usepackage{exactdice}\n"
        f"{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )


PRINTED_TOGETHER = [
    r"it is 1\-A{0.5}",
    r"it is $1\>A{0.5}$",
    r"it is $-\>A{0.5}$",
    r"it is 1\small A{0.5}",  # the blank behind a command is not printed
    "it is 1\\noindent\nA{0.5}",
    r"it is 7[\noindent A{0.5}]",
    r"$x---A{0.5}$",
    *(rf"it is 1\begin{{{one}}}A{{0.5}}\end{{{one}}}" for one in ("math", "small", "unknown")),
    r"it is $-$\begin{small}A{0.5}\end{small}",
    r"it is \begin{math}1\end{math}A{0.5}",
    r"it is A{0.5}\begin{math}7\end{math}",
    r"\begin{tabular}{l>{$-$}r} a & A{0.5} \end{tabular}",
    r"\begin{tabular}{l@{1}r} a & A{0.5} \end{tabular}",
]
MATRIX = r"\begin{pmatrix} 1 & 2 \\ A{0.5} & 3 \end{pmatrix}"
CHANGED = [
    *(f"${before}{MATRIX}$" for before in ("-", r"\frac16", "2", r"\exp", "a", r"\sqrt 2")),
    *(f"${MATRIX}{behind}$" for behind in ("^{-1}", "^T", "/2", r"\cdot 2", "x", r"\%")),
    r"$-\left(\begin{array}{c}A{0.5}\end{array}\right)$",
    r"$\frac{1}{6}\left[\begin{array}{c}A{0.5}\end{array}\right]$",
]
UNCHANGED = [
    f"${MATRIX}$",
    rf"\[ {MATRIX}, \]",
    r"\[ M = \left(\begin{array}{cc}A{0.5} & 1\end{array}\right) \]",
    "it is A{0.5}\\\\\n$\\mathbb{E}$ is",
    r"\begin{center} A{0.5} \end{center}",
    r"it is \small A{0.5}",
    r"$x \approx A{0.5}$",
]


@pytest.mark.parametrize("body", PRINTED_TOGETHER + CHANGED)
def test_what_readers_of_latex_see_otherwise_is_refused(body):
    (found,) = verdicts("a.tex", tex(body))
    assert found.verdict == Verdict.UNCHECKED


@pytest.mark.parametrize("body", UNCHANGED)
def test_a_number_that_latex_prints_alone_is_read(body):
    (found,) = verdicts("a.tex", tex(body))
    assert found.verdict == Verdict.EXACT


@pytest.mark.parametrize(
    "definition",
    [
        r"\renewcommand{\quad}{-}",
        r"\def\quad{-}",
        r"\let\quad=-",
        r"\RenewDocumentCommand{\quad}{}{-}",
        r"\expandafter\def\csname quad\endcsname{-}",
    ],
)
def test_a_command_that_the_document_defines_anew_is_not_known(definition):
    plain, early, late = (
        verdicts("a.tex", text)[0].verdict
        for text in (
            tex(r"it is\quad A{0.5}"),
            tex(r"it is\quad A{0.5}", f"{definition}\n"),
            tex(f"it is\\quad A{{0.5}}\n{definition}"),
        )
    )
    assert (plain, early, late) == (Verdict.EXACT, Verdict.UNCHECKED, Verdict.UNCHECKED)


@pytest.mark.parametrize("number", [r"\textbf{0.5}", r"$\frac{1}{2}$", r"\num{0.5}"])
def test_a_number_within_a_command_that_is_defined_anew_is_not_known(number):
    define = r"\renewcommand{%s}[1]{-#1}"
    names = ("\\textbf", "\\frac", "\\num")
    anew = "\n".join(define % name for name in names) + "\n"
    texts = (rf"it is A{{{number}}}", f"it is {number} % exactdice: 1/2\n")
    for text in texts:
        plain, changed = (verdicts("a.tex", tex(text, more))[0] for more in ("", anew))
        assert (plain.verdict, changed.verdict) == (Verdict.EXACT, Verdict.UNCHECKED)
    table = (
        "% exactdice table: probability(d(2) <= i) i=1..2\n\\begin{tabular}{rr}\ni & p \\\\\n1 & "
    )
    table += f"{number} \\\\\n2 & 1\n\\end{{tabular}}"
    plain, changed = (verdicts("a.tex", tex(table, more)) for more in ("", anew))
    assert ([holds(one) for one in plain], [holds(one) for one in changed]) == ([True] * 2, [False])


def test_an_environment_that_the_document_defines_anew_is_not_known():
    body = r"it is 1\begin{center}A{0.5}\end{center}"
    (found,) = verdicts("a.tex", tex(body, "\\renewenvironment{center}{}{}\n"))
    assert found.verdict == Verdict.UNCHECKED


@pytest.mark.parametrize(
    "body",
    [
        "\\iffalse\nit is A{0.5}.\n\\fi",
        "\\iffalse\\ifx\\a\\b x\\fi it is A{0.5}.\\fi",
        "\\if0 it is A{0.5}. \\fi",
        "\\endinput\nit is A{0.5}.",
        *(
            f"\\begin{{{one}}}\nit is A{{0.5}}\n\\end{{{one}}}"
            for one in ("alltt", "verbatim", "lstlisting", "Verbatim", "comment", "tcblisting")
        ),
    ],
)
def test_what_is_not_typeset_or_shown_as_code_claims_nothing(body):
    assert not verdicts("a.tex", tex(body))


def test_what_stands_behind_an_else_is_typeset():
    (found,) = verdicts("a.tex", tex(r"\iffalse x \else it is A{0.5}. \fi"))
    assert found.verdict == Verdict.EXACT


@pytest.mark.parametrize("put_in", [r"\input{setup}", r"\include{a}", r"\subfile{b}"])
def test_a_file_that_is_not_read_may_set_siunitx_up(put_in):
    body = r"it is \exactly{1/2}{\num{0.5}}"
    plain, after, comment = (
        verdicts("a.tex", tex(body, f"\\usepackage{{siunitx}}\n{more}"))[0].verdict
        for more in ("", f"{put_in}\n", f"% {put_in}\n")
    )
    assert (plain, after, comment) == (Verdict.EXACT, Verdict.UNCHECKED, Verdict.EXACT)


# --- notebooks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "verdict"),
    [
        ("0.5\n", Verdict.EXACT),
        ("0.5\r\n", Verdict.EXACT),
        ("- 0.5\n", Verdict.UNCHECKED),
        ("gain =\n- 0.5\n", Verdict.UNCHECKED),
        ("x = - 0.5\n", Verdict.UNCHECKED),
        ("10 %\rdone: 0.5\n", Verdict.EXACT),
        ("10.5\r0.5\n", Verdict.CONTRADICTED),  # 0.55 is seen
        ("0.5\r7\n", Verdict.CONTRADICTED),  # 7.5
        ("0.5\b7\n", Verdict.UNCHECKED),
    ],
)
def test_outputs_are_read_as_they_are_seen(output, verdict):
    stream = {"output_type": "stream", "name": "stdout", "text": [output]}
    assert of_notebook(stream).verdict == verdict


def of_notebook(output):
    """The verdict on the number in the output of a cell that claims 1/2."""
    cell = {
        "cell_type": "code",
        "metadata": {},
        "execution_count": 1,
        "source": ["# exactdice: 1/2"],
        "outputs": [output],
    }
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (found,) = verdicts("a.ipynb", json.dumps(notebook))
    return found


# --- hidden, scaled and enclosed ------------------------------------------------------------------


HIDDEN = cases(r"""
    x <span hidden>is 0.5@</span> y   x <span style="display:none">is 0.5@</span> y
    <div hidden>is 0.5@</div>   <p hidden>⏎is 0.5@⏎</p>
    <div style="display:none">⏎⏎is 0.5@⏎⏎</div>
    x <span style="text-decoration:line-through">is 0.5@</span>
    x <font color=white>0.5@</font>   x <code>0.5@</code>   ![is 0.5@](u)
    <img alt="is 0.5@" src=u>   x <a title="is 0.5@">y</a>   [x](u "is 0.5@")
    [a]: /u 'is 0.5@'   x <?php is 0.5@ ?> y   x <![CDATA[ is 0.5@ ]]> y   <!X is 0.5@ >
    <style>⏎⏎is 0.5@⏎⏎</style>   <script>⏎x = 0.5@   <textarea>⏎> is 0.5@
    x <script>is 0.5@⏎y</script>   x <svg>is 0.5@⏎y</svg>
    x <template>is 0.5@ y</template>   x <pre>is 0.5@ y</pre>   x <sup>is 0.5@⏎y</sup>
    x 10<sup>is 0.5@ y</sup>   ---⏎title: is 0.5@⏎---   x ~is 0.5@ z~   x <td>0.5</td>@% y
    1/3<?<br/>0.5@   ~~x is 0.5@~~   <details>⏎⏎is 0.5@⏎⏎</details>
""")
SAID_BEHIND = cases(r"""
    of a percent   of 1 %   p. cent   points de pour cent   en pourcentage   , in percent
    ‘%’   M   M€   TEUR   mln   mlrd   tn   Bio.   Billionen   quadrillion   Trillionen
    ppt   of a million   auf tausend   ‘thousand’   , in thousands   millionièmes
    Millionstel   kilo   mega   fach   mal so viel   tenfold   thousandfold
    times as much   multiplied by 3   multiplié par 3   divisé par 3   geteilt durch 3   π
    n   $\pi$   $x$   au carré   au cube   im Quadrat   to the third power
    to the power of 3   and a half   et demi   modulo 3   negative   négatif   below zero
    unter null
""")
SAID_BEFORE = cases(r"""
    log10 0.5@   arctan 0.5@   thousand 0.5@   dix mille 0.5@   one and 0.5@
    ein und 0.5@   percent: 0.5@   ‰: 0.5@   hundredths: 0.5@   × 10³: 0.5@   x10: 0.5@
    x negative value of 0.5@   x percent (0.5@)   x = $1000$ $0.5$@   ≠ 0.5@
""")
PRINTED_OTHERWISE = cases(r"""
    e$^{X}$   $X\,\text{k}$   $X\,\mathrm{k}$   X\,M   X\footnote{x}\,\%
    X\footnote{x} thousand   $2\cdot$\phantom{x} X   3\hskip 2pt \exactly{500}{500}
    12\kern2pt \exactly{500}{500}   \ref{x}\,\exactly{500}{500}   minus\\ X
    minus\newline X   minus\hskip 2pt X   mi{}nus X   minus $^{X}$
    minus \begin{center}X\end{center}   \item[$-$] X   \item[minus] X
    \item[$1000\times$] X   "=X   "~X   {\aftergroup\%The chance is X}   \catcode`\5=13 X
    \everymath{-} $X$   \newcommand{\q}[1]{#1The chance is X here.}\q{-}
    \phantom{The chance is X here.}   \sbox0{The chance is X here.}
    \newcommand{\q}{The chance is X here.}   \def\q{The chance is X here.}
    \sout{The chance is X here.}   \textcolor{white}{X}   \rotatebox{180}{X}
""")
PRINTED_OTHERWISE += cases(r"""
    \if01 The chance is X here. \fi   \ifnum0=1 The chance is X here. \fi
    \newif\ifmine \ifmine The chance is X here. \fi
""")
SCALED = cases(r"""
    p (k)   p (M)   mln   pp   p ％   p x 100   p mal 100   p fois 100   x 1000
    p (in units of 0.1)   twice p   half p   complement
""")


SAID = [f"p is 0.5@ {words}" for words in SAID_BEHIND] + SAID_BEFORE


@pytest.mark.parametrize("text", HIDDEN + SAID)
def test_what_readers_do_not_see_or_read_with_more_words_holds_nothing(text):
    found = verdicts("a.md", text.replace("@", MARK))
    assert not any(map(holds, found))
    assert found or text not in SAID


@pytest.mark.parametrize("body", PRINTED_OTHERWISE)
def test_what_latex_may_print_otherwise_holds_nothing(body):
    text = body.replace("X", r"\exactly{1/2}{0.5}")
    assert not any(map(holds, verdicts("a.tex", f"{text}\n")))


@pytest.mark.parametrize("heading", SCALED)
def test_headings_that_name_a_factor_scale(heading):
    table = f"| i | {heading} |\n|---|---|\n| 1 | 0.5 |\n"
    mark = "<!-- exactdice table: probability(d(2) <= i) i=1..1 -->"
    assert not any(map(holds, verdicts("a.md", f"{mark}\n{table}")))


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("# Chances in %\n\n", ""),
        ("In percent:\n\n", ""),
        ("", "\n: Chances in %\n"),
        ("<del>\n\n", "\n</del>"),
        ("<div hidden>\n\n", "\n</div>"),
    ],
)
def test_what_stands_around_a_table_is_seen(above, below):
    mark = "<!-- exactdice table: probability(d(2) <= i) i=1..1 -->"
    table = f"{mark}\n| i | p |\n|---|---|\n| 1 | 0.5 |\n"
    assert all(map(holds, verdicts("a.md", table)))
    assert not any(map(holds, verdicts("a.md", above + table + below)))


@pytest.mark.parametrize(
    ("richer", "is_bound"),
    [
        ({"html": "<b>-0.5</b>"}, False),
        ({"html": "<b>0.5</b>"}, True),
        ({"latex": "$-\\frac{1}{2}$"}, False),
        ({"latex": "$\\displaystyle \\frac{1}{2}$"}, True),
        ({"markdown": "0.7"}, False),
    ],
)
def test_what_jupyter_shows_of_a_result_is_what_counts(richer, is_bound):
    data = {f"text/{kind}": [text] for kind, text in {"plain": "0.5", **richer}.items()}
    output = {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": data}
    assert holds(of_notebook(output)) is is_bound


@pytest.mark.parametrize(
    "text", ["-\n0.5", "minus\n0.5", "0.5\n%", "values in thousands\n0.5", "\x1b[9m0.5", "0.5 mln"]
)
def test_lines_beside_a_printed_number_are_seen(text):
    assert not holds(of_notebook({"output_type": "stream", "name": "stdout", "text": [text]}))

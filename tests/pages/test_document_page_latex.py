"""LaTeX as its source, its formulas and tables as such."""

from pathlib import Path

import pytest

from exactdice.report.pages.document_page import latex_page
from exactdice.report.pages.shown_findings import Places
from exactdice.report.printed.source import Source

CASES = {
    "a $x<y$ b": 'a <span class="formula">x&lt;y</span> b',
    r"\(x\)": '<span class="formula">x</span>',
    r"\[x\]": '<span class="formula" data-display="1">x</span>',
    r"costs \$5, $x": r"costs \$5, $x",
    "a % <b>": 'a <span class="faint">% &lt;b&gt;</span>',
    r"\begin{equation}\label{eq:my_label}x\end{equation}": (
        r'<span class="formula" data-display="1">\begin{equation}x\end{equation}</span>'
    ),
    r"\[\label{eq:b}x\]": '<span class="formula" data-display="1">x</span>',
    "$" + "{" * 31 + "x" + "}" * 31 + "$": (
        f'<code class="untypeset">{"{" * 31}x{"}" * 31}</code>'
    ),
    r"\section*{One $x$}": '<h3>One <span class="formula">x</span></h3>',
    r"\begin{verbatim}$x$\end{verbatim}": r"\begin{verbatim}$x$\end{verbatim}",
    r"\begin{eqnarray}x&=&y\end{eqnarray}": (
        r'<span class="formula" data-display="1">\begin{align}x&amp;=&amp;y\end{align}</span>'
    ),
    "\\begin{tabular}{lr}\\toprule a & b \\\\ 1 & $2$ \\\\ \\end{tabular}": (
        '<div class="scrolls"><table><tr><td>a</td><td>b</td></tr><tr><td>1</td>'
        '<td><span class="formula">2</span></td></tr></table></div>'
    ),
    "a\n\n\n\nb": "a\n\nb",
}


def page(text):
    return latex_page(Source(Path("a.tex"), text), Places([], text))


@pytest.mark.parametrize(("text", "html"), CASES.items(), ids=map(str, range(len(CASES))))
def test_latex(text, html):
    assert page(text) == f'<div class="latex" data-macros="{{}}">{html}</div>'


def test_the_commands_of_the_preamble_are_known_to_formulas():
    html = page("\\newcommand{\\E}[1]{E(#1)}\n\\begin{document}text\\end{document} after")
    assert "{&quot;\\\\E&quot;: &quot;E(#1)&quot;}" in html
    assert html.endswith(">text</div>")

"""Numbers that have a mark beside them, in Markdown and in LaTeX, and what is read of them."""

from fractions import Fraction
from pathlib import Path

from exactdice.documents.latex_marks import latex_marks
from exactdice.documents.markdown_marks import markdown_marks
from exactdice.errors import ClaimsError
from exactdice.printed.numbers import parse_printed
from exactdice.printed.source import Source

MARKDOWN, COMMENT, BRACES = (
    "{}<!-- exactdice: 1/2 -->",
    "{} % exactdice: 1/2\n",
    r"\exactly{{1/2}}{{{}}}",
)


SUFFIXES = {MARKDOWN: ".md", COMMENT: ".tex", BRACES: ".tex"}


def read(text, mark, number="0.5", suffix=""):
    """The text of the number that is read where M stands; None when the claim is unclear."""
    source = Source(Path(f"r{suffix or SUFFIXES[mark]}"), text.replace("M", mark.format(number), 1))
    reader = markdown_marks if mark == MARKDOWN else latex_marks
    try:
        found = next(reader(source))
    except ClaimsError:
        return None
    return None if found.unclear else source.text[slice(*found.number)]


GOES_ON_IN_MARKDOWN = [
    "\n%", "\n·10⁻³", " x 10⁻³", " × **10**³", "\n× **10**³", " 1/2", " 000", "&nbsp;000", "e-3",
    "&#37;", " <sup>2</sup>", "<br><sup>2</sup>", "\n000", " percent", " per cent", " pour cent",
    " Prozent", " million", "\npercent", " · 10<sup>3</sup>", " *10", " * 10",
    "*** 10", "***\n10", "<b>*** 10", "***** 10", " ⅓", "&frac12;",
    " e-3", " E3", "<!-- c -->\n%", "<b>%</b>", "\\%", " \\%", "&percnt;", "&times;10", "\u2009000",
    "**0**", "²", " ²", "^2", "$^2$", "$\\,\\%$", " times 10", "/3", "\n/ 3", "(6)", "٪", "\u200b%",
    "<span>%</span>", "<br>%", "\n> %", "k", " k", "/100", " ⁄ 3", "'000", "’000", "·5", "٫5",
    " 1⁄2", " 1 / 2", " x **10**", "<i></i>%", " &#x25;", "&permil;", "<font color=red>%</font>",
    " $\\times 10^3$", " ×", "<sup>%</sup>",
]  # fmt: skip


SIGNS_IN_MARKDOWN = [
    "‐", "‑", "−", "–", "<b>−</b>", "&minus;", "minus", "−<br>", "−  ", "−\\", "&#8722;", "&#x2d;",
    "**−**", "2 x", "2 ×", "2 &times;", "moins", "±", "$-$", "$\\pm$", "−<!-- c -->",
    "−\n<!-- c -->", "5 /", "√", "<span>−</span>", "−\u200b", "−&nbsp;", "−&zwnj;", "(−", "2·",
    "10^", "＋", "－", "Minus", "\\-", "<sup>−</sup>", "&foo;",
]  # fmt: skip


def assert_no_sign_is_lost(found, text=""):
    """The sign is read, or the claim is unclear."""
    assert found is None or parse_printed(found).value == Fraction(-1, 2), text

r"""What stands on either side of `\exactly{query}{number}`: whether the number in its braces is certainly the whole number.

On the left the number begins after a word and a space, a relation, punctuation, an operation between two operands, or where the line, cell
or formula begins; on the right it ends at the like. Opening and closing markup is looked through. All else may be a part of the number.
"""

from __future__ import annotations

import re

from .before_mark import SPOKEN
from .exact_forms import GAP
from .numbers import MINUS
from .source import Source

NEAR = 100  # characters on either side of a mark that are looked at
FORMULA_NEAR = 3000  # characters before a mark in which a formula may begin
PARAGRAPH = re.compile(r"\n[ \t\r]*\n")
COMMENT = re.compile(r"((?<!\\)(?:\\\\)*)%[^\n]*\n[ \t]*")
PREVIOUS = re.compile(r"\\exactly[ ]?\{(?:[^{}]|\{[^{}]*\})*\}[ ]?\{(?:[^{}\\]|\\.|\{[^{}]*\})*\}")
NOTHING = re.compile(r"\\(?:label|vspace|hspace|color)\*?\{[^{}]*\}")
REFERENCE = re.compile(r"\\(?:eq|page|auto|c|C)?(?:ref|cite)\{[^{}]*\}")
BOUNDARY = re.compile(r"\\(?:begin|end)\{[^{}]*\}(?:\[[^\[\]]*\])?")
COLOURED = re.compile(r"\\(?:textcolor|colorbox)\{[^{}]*\}\{")

SPACE = rf"(?:{GAP}|\\!|\\(?:thin|med|thick)space\b|\\q?quad(?![A-Za-z])|\{{\}}|[ \t])"
SPACES = rf"(?:{SPACE})*"
MARKUP = (
    r"\\(?:text(?:bf|it|rm|sf|tt|sc|normal)?|emph|math(?:bf|rm|it|sf)|boldsymbol|bm|ensuremath|[mhf]box|underline|boxed|caption|footnote"
    r"|(?:sub)*section\*?|paragraph|title)\{"
)
SWITCH = (
    r"\\(?:bfseries|itshape|mdseries|upshape|rmfamily|sffamily|ttfamily|tiny|scriptsize|footnotesize|small|normalsize|large|Large|displaystyle"
    r"|textstyle|noindent|centering)(?![A-Za-z])"
)
OPENING = re.compile(rf"(?:{SPACE}|{SWITCH}|{MARKUP}|\\(?:left|[bB]igg?l?)?[(\[]|(?<!\\)[{{(\[$`“«„])+\Z")
RELATION = (
    r"(?:[=<>≤≥≈≃≅≡≠→⇒]|\\(?:approx|simeq|sim|cong|equiv|neq?|leq?|geq?|leqslant|geqslant|lt|gt"
    r"|to|rightarrow|in|hline|midrule|toprule|item|par)(?![A-Za-z]))"
)
CLEAR_LEFT = re.compile(rf"(?:\A|&|\\\\(?:\[[^\[\]]*\])?|{RELATION}|(?<![0-9])[,.;:!?|]|[0-9][;:!?|]|---|[A-Za-z) ] --(?=[ ]))\Z")
WORD = re.compile(r"(?<![A-Za-z\\])([A-Za-z\u00c0-\u024f]+)\Z")
CLOSING = re.compile(r"(?:[$}'\"”’»*]|\\[)\]]|[ ])+\Z")
NO_GROUP = re.compile(r"(?:\^|_|\\(?:sqrt|over(?:line)?|num|qty|SI|exp|log|ln)\*?(?:\[[^\[\]]*\])?)\{\Z")
GREEK = (
    r"\\(?:alpha|beta|gamma|delta|varepsilon|epsilon|zeta|eta|vartheta|theta"
    r"|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|varphi|phi|chi|psi|omega|ell)"
)
OPERAND = re.compile(
    rf"(?:(?<![A-Za-z\\])[A-Za-z]|[0-9]|(?<![{MINUS}+*/=])\)|(?<![{MINUS}+*/=])\]|!|{GREEK}|[\^_](?:\\.|[^\\{{}}]|\{{[A-Za-z0-9]+\}}))\Z"
)
FORMULA = re.compile(
    r"\\[()\[\]]|\\\$|\$\$?|\\(begin|end)\{(?:equation|align|gather|multline|eqnarray|displaymath|math|aligned|cases|array|split)[a-z]*\*?\}"
)
SPACES_LAST = re.compile(rf"{SPACES}\Z")
CLOSED = re.compile(rf"[A-Za-z0-9!.?][ ]?[)\]]\Z|{GREEK}\Z")

CLOSERS = re.compile(rf"(?:[$}})\]|]|\\[)\]]|\\right(?![A-Za-z])|{MARKUP})*")
PRINTED_BLANKS = re.compile(rf"({SPACES})")
GREEK_OR_TEXT = (
    rf"{GREEK}|\\(?:item|par|footnote|exactly|ref|eqref|cite|label|hline"
    r"|midrule|bottomrule|q?quad|[lc]?dots|pm|hfill|newline|tabularnewline)"
)
ENDS = re.compile(
    rf"(?:\Z|&|\\\\|\\end|\\begin|{RELATION}|(?:{GREEK_OR_TEXT})(?![A-Za-z])|[+{MINUS}–—=;:!?'\"“”’«»]|[,.](?![0-9])"
    rf"|(?:\\cdot|\\times)(?![A-Za-z]){SPACES}(?:[A-Za-z(]|\\[A-Za-z])|(?![eExX][{MINUS}+0-9])[A-Za-z\u00c0-\u024f]|\((?=[A-Za-z]))"
)


def may_go_on(source: Source, start: int, end: int, number: str) -> bool:
    r"""Whether a part of the number may stand outside the mark \exactly{query}{number} at start..end."""
    before, after = text_before(source.text, start), text_after(source.text, end)
    return not (_begins(before, number, in_formula(source.text, start)) and _ends(after, before))


def text_before(text: str, start: int) -> str:
    """What is printed before this place in the same paragraph, as one line."""
    low = max(0, start - NEAR)
    near = text[low:start]
    for paragraph in PARAGRAPH.finditer(near):
        low = start - len(near) + paragraph.end()
    shortened = "\ufffd" if low > 0 and text[low - 1] != "\n" else ""
    return shortened + _plain(text[low:start]).lstrip()


def text_after(text: str, end: int) -> str:
    """What is printed after this place in the same paragraph, as one line."""
    near = text[end : end + NEAR]
    paragraph = PARAGRAPH.search(near)
    return _plain((near[: paragraph.start()] if paragraph else near) + "\n").rstrip()


def _plain(text: str) -> str:
    """One line: without comments, with what prints no text left out and references as words."""
    line = " ".join(COMMENT.sub(r"\1", text).replace("\r", "").split("\n"))
    line = PREVIOUS.sub("number", re.sub(r"[ \t]+", " ", line))
    return REFERENCE.sub("reference", COLOURED.sub("{", NOTHING.sub("", line)))


def in_formula(text: str, start: int) -> bool:
    """Whether a formula is open at this place; False when that is not clear."""
    low = max(0, text.rfind("\n\n", 0, start), start - FORMULA_NEAR)
    if low == start - FORMULA_NEAR:
        return False
    opened = False
    for found in FORMULA.finditer(text, low, start):
        if found[0].startswith("$"):
            opened = not opened
        elif found[0] != r"\$":
            opened = found[0] in (r"\(", r"\[") or found[1] == "begin"
    return opened


def _begins(before: str, number: str, formula: bool) -> bool:
    """Whether the number certainly begins after this text."""
    if NO_GROUP.search(before):
        return before.endswith("^{") or before.endswith("_{")
    left = BOUNDARY.sub("&", before)
    left = re.sub(r"\\[dtc]?frac\{\Z", "&", left)
    opening = OPENING.search(left)
    blanks = opening[0] if opening else ""
    left = left[: opening.start()] if opening else left
    spaced = re.search(r"[ ~]|\\q?quad", blanks) is not None
    if CLEAR_LEFT.search(left) or (re.search(r"[ ]--\Z", left) and spaced and not formula):
        return True
    if re.search(r"[0-9][.,]\Z", left):
        return spaced and not number.strip().isdigit()
    sign = re.search(rf"(?:[+{MINUS}]|\\cdot|\\times|·|×)\Z", left)
    if sign:
        return formula and _is_binary(left[: sign.start()], sign[0])
    return _is_word(left, spaced, "(" in blanks or "[" in blanks, formula)


def _is_binary(left: str, sign: str) -> bool:
    """Whether the operation after this text stands between two operands of a formula."""
    left = SPACES_LAST.sub("", left)
    multiplied_digits = sign[-1] not in f"+{MINUS}" and re.search(r"[0-9]\Z", left)
    return not multiplied_digits and OPERAND.search(left) is not None


def _is_word(left: str, spaced: bool, bracketed: bool, formula: bool) -> bool:
    """Whether what ends here is a word, or markup that closes after one, which is no part of a number after a space."""
    inner = CLOSING.sub("", left)
    word = WORD.search(inner)
    if not (spaced or bracketed):
        return False
    if word:
        return word[1].lower() not in SPOKEN
    if re.search(r"[.,;:!?]\Z", inner):
        return spaced
    if re.search(r"#[0-9]\Z|[0-9]\\%\Z", inner):
        return spaced and not formula
    if re.search(r"[0-9]\Z", inner):
        return spaced and bracketed and not formula
    return CLOSED.search(inner) is not None


def _ends(after: str, before: str) -> bool:
    """Whether the number certainly ends before this text."""
    rest = after
    for _ in range(8):
        blanks = PRINTED_BLANKS.match(rest)
        spaced = bool(blanks and " " in blanks[0])
        rest = rest[blanks.end() :] if blanks else rest
        if rest.startswith("(") and spaced:
            return True
        closers = CLOSERS.match(rest)
        if not closers or not closers.end():
            break
        rest = rest[closers.end() :]
        if rest.startswith("{") and re.search(r"\\[dtc]?frac\{\Z", before):
            return True
    return ENDS.match(rest) is not None

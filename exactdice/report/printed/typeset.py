r"""The text that the source of a document prints, piece by piece, of Markdown and LaTeX alike.

Comments and labels print nothing, spaces of every kind a blank, entities and commands their
character. Markup stays visible as `{ } $`, since it is looked through. What is not known prints
UNKNOWN, which bounds no number.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from html import unescape
from typing import NamedTuple

from .source import BLOCK_TAGS, HIDING, INLINE_TAGS, TAG, MarkdownParts, Source, parts_of

EDGE = "\x1e"  # a cell, an item or a paragraph begins or ends
BREAK = "\n"  # a line, or what an environment holds, begins anew: \\ and \begin
OPEN = "\x02"  # emphasis of Markdown that may open, or be a product
KEEPING = "\u00a0"  # a space that keeps what it stands between together
WIDE = KEEPING * 2  # a space that parts an expression from a label before it
UNKNOWN = "\ufffd"


class Piece(NamedTuple):
    """A part of the source and what it prints."""

    start: int
    end: int
    printed: str


def pieces(form: Format, low: int, stop: int) -> Iterator[Piece]:
    """The pieces printed between these places."""
    at = low
    while at < stop:
        piece = form.piece(at, stop)
        yield piece
        at = piece.end


# --- commands and characters ----------------------------------------------------------------------

# Commands by what they print. One that stands in no list prints UNKNOWN, so that a command which a
# package adds can only make a number unclear, never wrong.
MARKUP = """
    textbf textit textrm textsf texttt textsc textnormal text emph mathbf mathrm mathit mathsf
    mathbb mathcal mathfrak mathscr operatorname mathop
    boldsymbol bm ensuremath mbox hbox underline boxed
    bfseries itshape mdseries upshape rmfamily sffamily ttfamily
    tiny scriptsize footnotesize small normalsize large Large
    displaystyle textstyle noindent centering left right big Big bigl bigr limits protect
"""
BLOCKS = (
    "caption footnote section subsection subsubsection paragraph title item par hline "
    "midrule toprule bottomrule"
)
RELATIONS = (
    "approx simeq sim cong equiv neq ne leq le geq ge leqslant geqslant lt gt to rightarrow in"
)
GREEK = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta kappa lambda mu nu xi pi rho
    sigma tau phi varphi chi psi omega ell
    Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
"""
FUNCTIONS = (
    "Pr max min sup inf lim arg gcd det dim"  # print their names; log and exp change numbers
)
COMMANDS = {
    **dict.fromkeys(MARKUP.split(), ""),
    **dict.fromkeys(BLOCKS.split(), EDGE),
    **dict.fromkeys(RELATIONS.split(), "="),
    **dict.fromkeys(GREEK.split(), "α"),
    **{name: name for name in FUNCTIONS.split()},
    **dict.fromkeys(["thinspace", "medspace", "thickspace", *",:;! "], KEEPING),
    **dict.fromkeys(["quad", "qquad", "hfill"], WIDE),
    **dict.fromkeys(["newline", "tabularnewline"], BREAK),
    **dict.fromkeys("()[]", "$"),
    **{sign: sign for sign in "%&#_*|<>-+.`"},
    **{
        "pm": "±",
        "mp": "∓",
        "cdot": "·",
        "times": "×",
        "div": "÷",
        "textminus": "−",
        "textpercent": "%",
        "percent": "%",
    },
    **{
        "$": "¤",
        "{": "(",
        "}": ")",
        "\n": " ",
        "\r": " ",
        "ldots": "…",
        "dots": "…",
        "LaTeX": "LaTeX",
        "TeX": "TeX",
    },
}
# In LaTeX these are no escaped characters: a place to divide a word, a space, accents and the like.
OF_LATEX = {**COMMANDS, "-": "", ">": KEEPING, **dict.fromkeys("+.`<", UNKNOWN)}
# Environments, which begin and end a line of their own, and those that do not.
LINES = """
    center flushleft flushright itemize enumerate description list quote quotation verse
    equation align alignat flalign gather multline eqnarray displaymath aligned alignedat gathered
    split cases tabular tabularx tabulary longtable array matrix smallmatrix pmatrix bmatrix
    Bmatrix vmatrix Vmatrix table figure abstract theorem lemma proposition corollary proof
    definition example remark frame block minipage multicols tblr longtblr threeparttable
    tablenotes landscape
"""
ENVIRONMENTS = {
    **dict.fromkeys(LINES.split(), BREAK),
    "document": EDGE,
    "math": "$",
    **dict.fromkeys(["tiny", "scriptsize", "footnotesize", "small", "normalsize", "large"], ""),
}
# Most repetitions have a limit, so that an unclosed brace costs no search through the document.
ARGUMENTS = (
    r"(?P<reference>\\(?:eq|page|auto|[cC])?(?:ref|cite[pt]?)\*?(?:\[[^\[\]]{0,80}\])?\{[^{}]{0,200}\}"
    r"|\\(?:url|nolinkurl|path)\{[^{}\n]{0,200}\})"  # in which % begins no comment
    r"|(?P<code>\\(?:verb\*?|lstinline)(?:\|[^|\n]{0,80}\||![^!\n]{0,80}!|\+[^+\n]{0,80}\+)"
    r"|\\(?:char|symbol)[ ]?[\"'`{]?[0-9A-Fa-f]{1,6}\}?)"
    r"|(?P<nothing>\\(?:label|color|index)\*?\{[^{}]{0,200}\})|(?P<gap>\\[vh]space\*?\{[^{}]{0,80}\}"
    r"|\\(?:[hvm]skip|m?kern)\s?-?[\d.]{1,9}\s?(?:pt|em|ex|mm|cm|mu|in|sp)(?![A-Za-z]))"
    r"|(?P<boundary>\\(?:begin|end)\{(?P<environment>[^{}]{0,80})\}(?:\[[^\[\]]{0,80}\])?"
    r"(?:(?<=array\})\{[lcr| ]{1,40}\})?)"
    r"|(?P<newline>\\\\\*?(?:\[[^\[\]]{0,80}\])?)"
    r"|(?P<labelled>\\item\[(?P<label>[^\[\]]{0,80})\])|(?P<coloured>\\(?:textcolor|colorbox)\{[^{}]{0,80}\}(?=\{))"
    r"|(?P<exactly>\\exactly[ ]?\{(?:[^{}]|\{[^{}]*\}){0,2000}\}[ ]?(?=\{))"
)
WORDS = r"(?P<blank>[ \t]+)|(?P<plain>[A-Za-z0-9]+(?![^\x00-\x7f])|[^\W\d_]+|\d+)"
COMMAND = r"\\(?P<command>[A-Za-z]+|[\s\S])\*?" r"|(?P<other>[\s\S])"
FIXED = {
    "reference": "9",
    "code": UNKNOWN,
    "nothing": "",
    "gap": WIDE,  # it may be of no width
    "newline": BREAK,
    "coloured": "",
    "exactly": "",
    "blank": " ",
}
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\r"), "")
CHARACTERS = {
    **INVISIBLE,
    **dict.fromkeys(map(ord, "\u2007\u2009\u202f\u200a\u2002\u2003"), KEEPING),
    ord("\t"): " ",
}
CHARACTERS |= {ord(sign): UNKNOWN for sign in (EDGE, OPEN)}  # no document prints these


def _printed(found: re.Match[str], commands: Mapping[str, str]) -> str:
    """The text that a match of the shared pieces prints."""
    kind = found.lastgroup or ""
    if kind == "command":
        return commands.get(found["command"], UNKNOWN)
    if kind == "labelled":
        label = found["label"]
        return EDGE + (UNKNOWN if "\\" in label else f"{label}: ")
    if found["environment"] is not None:
        return ENVIRONMENTS.get(found["environment"].rstrip("*"), UNKNOWN)
    return FIXED[kind] if kind in FIXED else found[0].translate(CHARACTERS)


# --- LaTeX ----------------------------------------------------------------------------------------


LATEX_PIECE = re.compile(
    r"(?P<paragraph>(?:%[^\n]*)?\n[ \t\r]*(?=\n))|(?P<comment>%[^\n]*(?:\n[ "
    r"\t]*)?)|(?P<soft>\n[ \t]*)"
    rf"|(?P<dash>---?|``|'')|(?P<cell>&)|(?P<tie>~)|(?P<nothing_braced>\{{\}})|(?P<shorthand>\"[=~|/-])|{ARGUMENTS}|{WORDS}|{COMMAND}"
)
SWALLOWED = re.compile(r"[ \t]*(?:\r?\n(?![ \t\r]*\n)[ \t]*)?")  # behind the name of a command
ARGUMENT_TEXTS = re.compile(r"(?:\{[^{}\n]{0,80}\}){1,4}")
FORMULA = re.compile(
    r"%[^\n]*|\\[()\[\]]|\\(?:begin|end)\{(?:equation|align|gather|multline|eqnarray|displaymath|math|aligned|cases|array|split)[a-z]*\*?\}"
    r"|\\[\s\S]|\$\$?|\n[ \t\r]*\n"
)
NAME = re.compile(r"\\([A-Za-z]+)")
# Commands and environments that are defined anew: \renewcommand{\x}, \def\x, \let\x=, \csname x.
DEFINED = re.compile(
    r"\\(?:(?:re)?new(?:robustcmd|command)|providecommand|DeclareRobustCommand|Declare[A-Za-z]{1,20}"
    r"|(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand|[gex]?def|let|futurelet)"
    r"(?![A-Za-z])\*?\s?\{?\s?\\(?P<command>(?!csname)[A-Za-z]+)"
    r"|\\csname\s?(?P<named>[A-Za-z]+)\s?\\endcsname"
    r"|\\(?:(?:re)?newenvironment|(?:New|Renew|Provide|Declare)DocumentEnvironment)\*?"
    r"\s?\{(?P<environment>[^{}]{1,80})\}"
)


def redefined_names(text: str) -> frozenset[str]:
    """The names of all commands and environments that the document defines, known ones too."""
    found = DEFINED.finditer(text)
    return frozenset(one["command"] or one["named"] or one["environment"] for one in found)


LATEX_CLOSERS = re.compile(r"(?:\$|\\\)|\\\]|\}|\\\\|[.,;:?])\Z")
OF_LATEX_ALONE = {
    "paragraph": EDGE,
    "comment": "",
    "soft": " ",
    "cell": EDGE,
    "tie": KEEPING,
    "nothing_braced": "",
    "shorthand": UNKNOWN,
}
DASHES = {"---": "—", "--": "–", "``": "“", "''": "”"}


class Latex:
    """LaTeX, without what packages define."""

    closers = LATEX_CLOSERS  # markup and punctuation that may stand between a number and its mark

    def __init__(self, source: Source) -> None:
        self.source, self.text = source, source.text
        self.redefined = redefined_names(source.text)

    def piece(self, at: int, stop: int) -> Piece:
        """The piece that begins here."""
        found = LATEX_PIECE.match(self.text, at, stop)
        assert found is not None  # `other` is any character
        kind = found.lastgroup
        if kind == "dash":
            is_minus = found[0][0] == "-" and self.in_formula(at, "")
            return Piece(at, found.end(), "−" if is_minus else DASHES[found[0]])
        if self.redefined and NAME.match(found[0]):  # the document may give it another meaning
            names = {name[1] for name in NAME.finditer(found[0])} | {found["environment"] or ""}
            if not names.isdisjoint(self.redefined):
                return Piece(at, found.end(), UNKNOWN)
        if kind in OF_LATEX_ALONE:
            return Piece(at, found.end(), OF_LATEX_ALONE[kind])
        printed, behind = _printed(found, OF_LATEX), None
        if kind == "command" and found["command"].isalpha():
            # Of a command that is not known, what its arguments print is not known either.
            arguments = ARGUMENT_TEXTS if printed == UNKNOWN else SWALLOWED
            behind = arguments.match(self.text, found.end(), stop)
            behind = behind or SWALLOWED.match(self.text, found.end(), stop)
        return Piece(at, behind.end() if behind else found.end(), printed)

    def line_begins(self, at: int) -> Piece:
        """Nothing: a line begins with its text."""
        return Piece(at, at, "")

    def in_formula(self, place: int, _after: str) -> bool:
        """Whether a formula is open here."""
        return bisect_right(self.changes, place - 1) % 2 == 0

    @cached_property
    def changes(self) -> list[int]:
        """-1, and where a formula begins or ends, in turn."""
        changes, opened = [-1], False  # a blank line closes a formula that is left open
        for found in FORMULA.finditer(self.text):
            sign = found[0]
            if sign[0] == "%" or (sign[0] == "\\" and sign[1] not in "()[]" and len(sign) == 2):
                continue
            opens = sign in (r"\(", r"\[") or sign.startswith(r"\begin")
            if sign[0] == "$":
                opens = not opened
            if opens != opened:
                changes.append(found.start())
                opened = opens
        return changes

    def first(self, low: int) -> int:
        """The place itself, since lines are read from their beginning."""
        return low


# --- Markdown -------------------------------------------------------------------------------------

ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
# What may begin a list below the text of a paragraph: by CommonMark an ordered list only with 1, so
# that a line of text which happens to begin with a number such as `14.` stays text.
INTERRUPTING = re.compile(r"[ \t]*(?:[-*+]|1[.)])[ \t]+")
HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+|$)", re.MULTILINE)
ALONE = re.compile(  # a line that is no text
    (
        r"[ \t]*(?:$|\||```|~~~|#{1,6}[ \t]|(?:-[ \t]*){2,}$|(?:=[ \t]*){2,}$|(?:\*[ "
        r"\t]*){3,}$|(?:_[ \t]*){3,}$|:?-+:?[ \t]*\|"
        r"|:?-{2,}:?(?:[ \t]*\+[ \t]*:?-{2,}:?)+[ \t\r]*$)"
    ),
    re.MULTILINE,
)
QUOTE = re.compile(r"(?:[ \t]{0,3}>)*")
DOLLAR = re.compile(r"(?<!\\)\$")
BEFORE_OPENING = frozenset(" \t\n([{\"'“„«‘|:=<≤≥≈≃→—–−-+>~$/×·")  # what emphasis may open after

# Brackets that are escaped around words and numbers are text, as those of a reference are.
BRACKETS = re.compile(r"\\\[(?:[\w ,;.:&'’–%-]|<!--[^<>]{0,500}-->){1,80}\\\]")
TAGS = re.compile(TAG)
MARKDOWN_PIECE = re.compile(
    rf"(?P<comment><!--[\s\S]*?-->)|{TAG}"
    r"|(?P<instruction><\?[\s\S]{0,500}?\?>|<![A-Za-z\[][^>]{0,500}>|<[?!/])|(?P<entity>&#?[A-Za-z0-9]{1,30};)"
    r"|(?P<line>\r?\n)|(?P<hard>\\(?=\r?\n))|(?P<image>!\[[^\[\]\n]{0,300}\](?:\([^()\n]{0,300}\))?)|(?P<emphasis>\*+|_+|~+|`+)|(?P<target>\]\([^()\s]{0,300}\)|\]\[[^\[\]]{0,80}\])"
    rf"|{ARGUMENTS}|{WORDS}|{COMMAND}"
)
MARKDOWN_CLOSERS = re.compile(
    r"(?:\*{1,3}|_{1,2}|`|\$|\\\)|[\"”“»]|</(?:b|i|em|strong|span|td|th|p|li)>"
    r"|\]\([^()\s]{0,80}\))\Z"
)


class Markdown:
    """Markdown with HTML and formulas; by Pandoc's rule a list needs a blank line before it."""

    closers = MARKDOWN_CLOSERS

    def __init__(self, source: Source) -> None:
        self.source, self.text = source, source.text
        self.pandoc = source.path.suffix.lower() in (".qmd", ".rmd")

    def piece(self, at: int, stop: int) -> Piece:
        """The piece that begins here."""
        found = MARKDOWN_PIECE.match(self.text, at, stop)
        assert found is not None  # `other` is any character
        kind, end = found.lastgroup or "", found.end()
        if kind == "line":
            begins = self.line_begins(end)
            alone = EDGE if self._stands_alone(self.source.line_start(at)) else " "
            return Piece(at, begins.end, begins.printed or alone)
        if found["tag"]:
            name = found["name"].lower()
            printed = "" if name in INLINE_TAGS else UNKNOWN
            printed = EDGE if name in BLOCK_TAGS else " " if name == "br" else printed
            return Piece(at, end, UNKNOWN if HIDING.search(found["attributes"]) else printed)
        if kind == "entity":
            meant = unescape(found[0])
            return Piece(at, end, UNKNOWN if meant == found[0] else meant.translate(CHARACTERS))
        if kind == "emphasis":
            return Piece(at, end, self._emphasis(found))
        if found[0] in (r"\[", r"\]") and at in self.brackets:
            return Piece(at, end, found[0][1])
        if found[0] == "|" and self.source.line(at) - 1 in self.parts.rows:
            return Piece(at, end, EDGE)
        own = {"comment": "", "target": "]", "hard": "", "instruction": UNKNOWN, "image": UNKNOWN}
        return Piece(at, end, own[kind] if kind in own else _printed(found, COMMANDS))

    @cached_property
    def parts(self) -> MarkdownParts:
        """The code, the comments and the like of the document; looked up once, as that asks for the
        whole source.
        """
        return parts_of(self.source)

    @cached_property
    def brackets(self) -> frozenset[int]:
        """Where brackets are escaped that are text, and open or close no formula."""
        found = BRACKETS.finditer(self.text)
        return frozenset(at for one in found for at in (one.start(), one.end() - 2))

    @cached_property
    def tags(self) -> list[tuple[int, int]]:
        """Where tags stand."""
        return [*map(re.Match.span, TAGS.finditer(self.text))]

    @cached_property
    def above(self) -> list[tuple[bool, bool, bool]]:
        """Of each line whether it begins a paragraph, whether an item begins further up in it, and
        whether a formula may be open before the line, of which an item's sign may be an operation;
        items of a list part formulas.
        """
        found, is_first, in_list, dollars, pairs = [], True, False, 0, 0
        for start in self.source.starts:
            if is_first:
                in_list, dollars, pairs = False, 0, 0
            is_open = (dollars % 2 == 1 or pairs % 2 == 1) and not in_list
            found.append((is_first, in_list, is_open))
            item = (ITEM if is_first else INTERRUPTING).match(self.text, start)
            in_list = in_list or (item is not None and (is_first or not self.pandoc))
            line = self.text[start : self.source.line_end(start)]
            dollars += len(DOLLAR.findall(line))
            pairs += line.count("$$")
            is_first = self._stands_alone(start)
        return found

    def _emphasis(self, found: re.Match[str]) -> str:
        """Nothing where it closes, OPEN where it may open, the sign itself between operands."""
        sign = found[0][0]
        if found[0] == "~":
            return KEEPING
        if sign in "~`":
            return ""
        before = self.text[found.start() - 1 : found.start()] or " "
        after = self.text[found.end() : found.end() + 1] or " "
        if sign == "_" and after == "{":  # an index in a formula
            return sign
        if after.isspace():
            # An asterisk more than the two that close strong emphasis may be a product.
            may_open = sign == "*" and found[0] != "**"
            return sign if before.isspace() else OPEN * may_open
        if before in BEFORE_OPENING and not self.text.startswith("-->", found.start() - 3):
            return OPEN
        return sign if after.isalnum() else ""

    def line_begins(self, at: int) -> Piece:
        """Signs of a quotation, an item or a heading; an edge unless the line is text."""
        quoted = QUOTE.match(self.text, at)
        begin = quoted.end() if quoted else at
        item = ITEM.match(self.text, begin) or HEADING.match(self.text, begin)
        number = self.source.line(at) - 1
        if item and number in self.parts.begins:
            is_first, in_list, is_open = self.above[number]
            if not self.pandoc or is_first or in_list:
                return Piece(at, item.end(), UNKNOWN if is_open else EDGE)
        return Piece(at, begin, EDGE if ALONE.match(self.text, begin) else "")

    def _stands_alone(self, line: int) -> bool:
        quoted = QUOTE.match(self.text, line)
        return ALONE.match(self.text, quoted.end() if quoted else line) is not None

    def in_formula(self, _place: int, after: str) -> bool:
        """Whether a formula closes after the number: a dollar sign before it may be money."""
        return re.match(r"[*_`})\]]*\$", after) is not None

    def first(self, low: int) -> int:
        """The place itself, or where the comment or the tag begins that holds it."""
        # Pieces of a comment read from its middle would be printed text.
        opening = self.text.rfind("<!--", 0, low)
        if opening >= 0 and self.text.find("-->", opening, low) < 0:
            return opening
        k = bisect_left(self.tags, (low, 0)) - 1
        return self.tags[k][0] if k >= 0 and self.tags[k][1] > low else low


class OutputLine(Markdown):
    """A line that code printed, which holds no item: `- 0.5` is a number with its sign."""

    def line_begins(self, at: int) -> Piece:
        """Nothing: a line begins with its text."""
        return Piece(at, at, EDGE)


Format = Latex | Markdown

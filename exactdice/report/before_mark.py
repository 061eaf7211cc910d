"""The number directly before a mark, read back to what certainly ends it.

The text is walked from the mark to the left. Digits, signs, operators, markup and commands that touch the number belong to its expression,
and so does what a space sets apart when the space can stand within an expression, as in `2 1/3`, `1 + 1/6` or `5,0 · 10^{-5}`. The
expression ends at the start of the line or of a cell, at an opening bracket or a relation sign, and at a space after a word, a punctuation
mark or another number. As a whole it must read as one number; otherwise the claim is unclear, since a part of it would be another number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import NamedTuple

from ..errors import ClaimsError
from ..exact import shown
from .exact_forms import FRAC
from .marks import is_mark
from .numbers import MINUS, MINUSES, MOST_CHARACTERS, WRAPPINGS, parse_printed, unwrapped
from .source import Source


@dataclass(frozen=True)
class Syntax:
    """What the reader must know of a format."""

    closers: re.Pattern[str]  # markup and punctuation that may stand between a number and its mark
    begins_item: Callable[[Source, int], bool]  # whether the line up to this place begins an item of a list
    printed: Callable[[str], tuple[str, str]]  # (what a line prints, the comment at its end)
    following: Callable[[Source, int, int], str]  # what is printed directly after the mark that stands there


@dataclass(frozen=True)
class Place:
    """Where the number before a mark stands, and why it is unclear when it is."""

    span: tuple[int, int]
    unclear: str = ""


MOST_CLOSERS = 8
SHORT_LOOK, LONG_LOOK = 300, MOST_CHARACTERS + 2000  # characters before a mark that are looked at; the second when the first are too few
SEEN = 40  # characters shown in a complaint


def number_before(source: Source, start: int, end: int, syntax: Syntax) -> Place:
    """Where the number directly before the mark at start..end stands; `ClaimsError` when there is none."""
    text, line = source.text, source.line_start(start)
    stop = _without_blanks(text, line, start)
    for close in _ends(text, line, stop, syntax):
        math = _closes_math(text[close:stop] + text[end : end + 2])
        span = _number_ending(source, close, math, syntax)
        if span is not None:
            return Place(span, _cut(source, span, math, syntax) or _going_on(source, span, syntax.following(source, start, end)))
    seen = text[max(line, stop - SEEN) : stop].strip()
    touching = re.split(r"[ \t]", seen)[-1]
    if not any(character.isdecimal() for character in touching):
        came = shown(seen) if seen else "nothing"
        raise source.error(start, f"expected a number directly before the mark, on the same line, got {came}")
    what = "write it as one number, such as -0.25 or 3/8, after a word and a space or after = or ("
    return Place((stop - len(touching), stop), f"where the number before the mark begins is not clear: {shown(seen)}: {what}")


def _without_blanks(text: str, line: int, stop: int) -> int:
    while stop > line and text[stop - 1] in " \t":
        stop -= 1
    return stop


def _ends(text: str, line: int, stop: int, syntax: Syntax) -> Iterator[int]:
    """Where the number may end: before none, one or more of the closers that stand before the mark."""
    for _ in range(MOST_CLOSERS):
        yield stop
        closer = syntax.closers.search(text, max(line, stop - 12), stop)
        if closer is None:
            return
        stop = _without_blanks(text, line, closer.start())


def _closes_math(after: str) -> bool:
    """Whether the number stands in a formula that began further left."""
    return "$" in after or r"\)" in after or r"\]" in after


def _number_ending(source: Source, stop: int, math: bool, syntax: Syntax) -> tuple[int, int] | None:
    """Where the number that ends here stands; None when its beginning is not clear."""
    line = source.line_start(stop)
    for look in (SHORT_LOOK, LONG_LOOK):
        low = max(line, stop - look)
        start = _Walk(source, low, stop, math, syntax).start()
        if start is None:
            return None
        if start > low or low == line:
            return _read(source.text, start, stop)
    return None


OPENERS = tuple(sorted({before for before, _ in WRAPPINGS}, key=len, reverse=True))


SIMPLE = re.compile(rf"[+{MINUS}]?\d+(?:[.,]\d+)?", re.ASCII)


def _read(text: str, start: int, stop: int) -> tuple[int, int] | None:
    """Where the number stands that this text says, markup around it and opening markup before it left out; None when it says none."""
    for _ in range(4):
        start += len(text[start:stop]) - len(text[start:stop].lstrip())
        if _is_number(text[start:stop]):
            before, core, _ = unwrapped(text[start:stop])
            return start + len(before), start + len(before) + len(core)
        opener = next((opener for opener in OPENERS if text.startswith(opener, start)), "")
        start += len(opener)
        if not opener or (opener[-1] in "*_" and text[start : start + 1] in (" ", "\t", "{")):  # a product, an index
            return None
    return None


def _is_number(text: str) -> bool:
    if SIMPLE.fullmatch(text):  # as most are: nothing else need be tried
        return True
    try:
        parse_printed(text)
    except ClaimsError:
        return False
    return True


# --- walking back -------------------------------------------------------------------------------------------------------

ODD = r"\\(?=(?:\\\\)*(?!\\))"  # the backslash of a command, not the second of a line break
TOKEN = re.compile(  # of the text reversed
    rf"(?P<comment>>--)|(?P<gap>[,:; !]{ODD}|dauqq?{ODD}|[~\u00a0\u2007\u2009\u202f])|(?P<space>[ \t]+)|(?P<digits>[0-9]+)"
    rf"|(?P<command>[A-Za-z]+{ODD})|(?P<word>[^\W\d_\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u218b]+)|(?P<tag>>[^<>\n]{{0,80}}[A-Za-z]/?<)|(?P<symbol>\\\\|[^A-Za-z0-9\s\\]{ODD}|[\s\S])"
)
BETWEEN = ("space", "gap", "comment")
FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac")
MINUSES_AND_PLUS = {*MINUSES, "+"}
BELONGS = {
    *".,^/·⋅×*%$_`{}()[]⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹",
    *MINUSES_AND_PLUS,
    r"\%",
    r"\(",
    r"\)",
}
BELONGS |= {"<sup>", "</sup>"} | {rf"\{name}" for name in (*FRACTIONS, "num", "qty", "SI", "overline", "cdot", "times")}
BELONGS |= {before.rstrip("{") for before, _ in WRAPPINGS if before.startswith("\\") and before.endswith("{")}
ENDS = {*"=≈≃≅≡≠<>≤≥≲≳→⇒⟶∈|&•", "\\\\", r"\[", r"\{", r"\$"}
ENDS |= {
    rf"\{name}"
    for name in [
        "approx",
        "simeq",
        "sim",
        "cong",
        "equiv",
        "neq",
        "ne",
        "leq",
        "le",
        "geq",
        "ge",
        "lt",
        "gt",
        "leqslant",
        "geqslant",
        "to",
        "rightarrow",
        "in",
    ]
}
ENDS |= {
    rf"\{name}"
    for name in ["item", "par", "hline", "midrule", "toprule", "bottomrule", "noindent", "centering", "hfill", "displaystyle", "textstyle"]
}
ENDS |= {
    rf"\{name}"
    for name in ["bfseries", "itshape", "mdseries", "upshape", "rmfamily", "sffamily", "ttfamily", "small", "footnotesize", "large"]
}
TRANSPARENT = {r"\$", r"\{", r"\[", r"\displaystyle", r"\textstyle"}
SWITCHES = "bfseries itshape mdseries upshape rmfamily sffamily ttfamily small footnotesize large"
TRANSPARENT |= {rf"\{name}" for name in SWITCHES.split()}
SIGNS_AND_OPERATORS = {*MINUSES_AND_PLUS, *"‐‑⁻±∓/^·⋅×√", r"\pm", r"\mp", r"\cdot", r"\times", r"\textminus"}
BEFORE_SPACE = {*"!?…#", r"\&", r"\}"}  # what stands before a space ends with these
CLOSING = {*"$*_`}\"'”’»", r"\)", r"\]"}  # markup that may close before a space
QUOTES = "\"'“‘«„"
DEPTHS = {**dict.fromkeys("})]", 1), **dict.fromkeys("{([", -1)}
OPERATOR = re.compile(rf"[+{MINUS}*](?=[ \t])|[/×·⋅^]|\\(?:cdot|times)(?![A-Za-z])|\\?%")
SIGNED = re.compile(rf"[+{MINUS}]|\*(?![^\n]*\*)")
SEPARATE = re.compile(r"[$*_`{]*(?!\d{3}(?!\d))\d+(?:[.,]|\{[.,]\})\d", re.ASCII)  # a decimal that continues no group of three digits
ARITHMETIC = re.compile(rf"[(\[][\d\s.,]*[+{MINUS}*/×·⋅^][^()\[\]A-Za-z]*[)\]]\Z")
ENTITY = re.compile(r"&#?[A-Za-z0-9]{1,30};\Z")
BLOCK_TAG = re.compile(r"<(?:td|th|tr|p|li|div|br)(?![A-Za-z])", re.IGNORECASE)
SPOKEN = {"minus", "negative", "moins", "plus", "times", "fois", "over", "sqrt", "root", "log", "ln", "lg", "exp", "sin", "cos", "tan"}


class _Token(NamedTuple):
    start: int
    end: int
    kind: str  # space, gap, comment, digits, command, word or symbol; "line" before the first
    text: str
    marked: bool = False  # a comment that is a mark, or a space with one: what is before it is another number


def _tokens(text: str, low: int, stop: int) -> Iterator[_Token]:
    """The tokens between these places, the last first; spaces and comments that touch are one."""
    backwards, at, between = text[low:stop][::-1], 0, list[_Token]()
    while at < len(backwards):
        token = _token(text, low, stop, backwards, at)
        at = stop - token.start
        if token.kind in BETWEEN:
            between.append(token)
            continue
        yield from _joined(between)
        yield token
        between = []
    yield from _joined(between)


def _token(text: str, low: int, stop: int, backwards: str, at: int) -> _Token:
    """The token that begins here in the text reversed."""
    match = TOKEN.match(backwards, at)
    kind = (match.lastgroup if match else None) or "symbol"
    end = stop - at
    start = stop - match.end() if match else end - 1
    if kind != "comment":
        return _Token(start, end, kind, text[start:end])
    opening = text.rfind("<!--", low, end)
    return _Token(max(opening, low), end, kind, "", opening < 0 or is_mark(text[opening + 4 : end].lstrip()))


def _joined(between: list[_Token]) -> Iterator[_Token]:
    """One token for spaces and comments that touch: a gap if there is one, a comment if there is no space."""
    if between:
        kinds = {token.kind for token in between}
        kind = next(kind for kind in ("gap", "space", "comment") if kind in kinds)
        yield _Token(between[-1].start, between[0].end, kind, "", any(token.marked for token in between))


class _Walk:
    """The text before a place, taken from right to left."""

    def __init__(self, source: Source, low: int, stop: int, math: bool, syntax: Syntax) -> None:
        self.source, self.text, self.low, self.stop = source, source.text, low, stop
        self.math, self.syntax = math, syntax
        self.coming, self.seen, self.all_seen = _tokens(source.text, low, stop), list[_Token](), False

    def start(self) -> int | None:
        """Where the expression that ends at the stop begins; None when it is not clear, and the low end when that may lie further left."""
        start = self.beginning()
        return self.low if self.all_seen and self.low > self.source.line_start(self.stop) else start

    def beginning(self) -> int | None:
        """Where the expression that ends at the stop begins when all text begins at the low end; None when that is not clear."""
        depth = 0
        for k in count():
            token = self.token(k)
            depth += DEPTHS.get(token.text, 0)
            if depth < 0 and token.text in ("(", "["):
                return None if self.multiplied(k + 1) else token.end
            depth = max(depth, 0)
            if token.kind == "line":
                return self.low
            if depth or token.kind == "digits":
                continue
            if self.ends(k):
                return None if self.signed_through(k) else token.end
            if token.kind not in BETWEEN and token.text not in BELONGS:
                return None
        return None

    def token(self, k: int) -> _Token:
        """The k-th token from the right; at the start of the line one without text."""
        if k >= len(self.seen):
            self.seen += islice(self.coming, k + 1 - len(self.seen))
        if k < len(self.seen):
            return self.seen[k]
        self.all_seen = True
        return _Token(self.low, self.low, "line", "")

    def signed_through(self, k: int) -> bool:
        """Whether the expression begins after a command that prints no operand, or money, with a sign or an operation before that."""
        if self.token(k).text not in TRANSPARENT and self.token(k + 1).text not in TRANSPARENT:
            return False
        first = next((n for n in range(k, k + 12) if not self.is_transparent(n)), k + 12)
        return self.token(first).text in SIGNS_AND_OPERATORS

    def is_transparent(self, k: int) -> bool:
        """Whether a sign before this token may belong to what follows it."""
        return self.token(k).kind in BETWEEN or self.token(k).text in TRANSPARENT or self.token(k).text in "{$("

    def multiplied(self, k: int) -> bool:
        """Whether the bracket after this token has a factor or a sign."""
        token = self.token(k)
        return token.kind == "digits" or token.text in {*MINUSES_AND_PLUS, "^", "√"}

    def ends(self, k: int) -> bool:
        """Whether the expression certainly begins after this token."""
        token, left = self.token(k), self.token(k + 1)
        if token.kind in BETWEEN:
            return self.ends_at_space(k)
        if token.text in (":", "—"):
            return left.kind == "word" or left.text in CLOSING
        if token.text in QUOTES:
            return left.kind in ("space", "gap", "line") or left.text in ("(", "[", "{", "|")
        return token.text in ENDS or BLOCK_TAG.match(token.text) is not None

    def ends_at_space(self, k: int) -> bool:
        """Whether the expression certainly begins after this space."""
        space, left = self.token(k), self.token(k + 1)
        right = self.text[space.end : self.stop]
        if left.kind == "line" or self.syntax.begins_item(self.source, space.end):
            return True
        if OPERATOR.match(right) or space.kind == "comment":
            return False
        inner = next((n for n in range(k + 1, k + 9) if self.token(n).text not in CLOSING and not self.is_inline_tag(n)), k + 9)
        touching = self.token(inner)
        if touching.kind in ("line", *BETWEEN):  # the markup opens
            return touching.kind == "line" and left.text not in ("*", "_")
        return self.ends_left(inner, space, right)

    def is_inline_tag(self, k: int) -> bool:
        """Whether this token is markup of HTML within a line."""
        return self.token(k).kind == "tag" and not BLOCK_TAG.match(self.token(k).text)

    def ends_left(self, k: int, space: _Token, right: str) -> bool:
        """Whether what stands before the space, the k-th token, is no part of what stands after it."""
        left, signed = self.token(k), bool(SIGNED.match(right))
        if left.kind == "digits" or left.text in ("%", r"\%") or left.text in "⁰¹²³⁴⁵⁶⁷⁸⁹":
            return space.marked or (space.kind == "space" and not self.math and SEPARATE.match(right) is not None)
        if left.kind == "word":
            single = len(left.text) == 1 and (signed or self.is_times(k))
            return not (self.math or single or left.text.lower() in SPOKEN)
        if left.text in (".", ","):
            zero = re.search(r"(?<![\d.,])0\Z", self.text[max(self.low, left.start - 2) : left.start], re.ASCII)
            return not (right.isdigit() and (zero or self.math))
        if left.text in (")", "]"):
            return not (signed or self.math or ARITHMETIC.search(self.text, max(self.low, left.end - SEEN), left.end))
        if left.text in (":", "—"):
            return self.token(k + 1).kind not in ("line", *BETWEEN) or self.token(k + 2).kind == "word"
        if left.text == ";":
            return not ENTITY.search(self.text, max(self.low, left.end - SEEN), left.end)
        return left.text in ENDS or left.text in BEFORE_SPACE or left.kind == "tag"

    def is_times(self, k: int) -> bool:
        """Whether this letter is written for a multiplication sign."""
        return self.token(k).text in "xX" and "digits" in (self.token(k + 1).kind, self.token(k + 2).kind)


# --- the line before, and what follows the mark -------------------------------------------------------------------------

CUT = re.compile(  # the end of a line that may go on
    rf"(?:\d|[+{MINUS}/^·⋅×÷±∓√][$*_`}}]{{0,6}}|[\d\s)]\*|\d[.,]|\{{[.,]\}}|\\(?:cdot|times|div|pm|mp|sqrt)[$}}]{{0,2}}|{FRAC}(?:\{{[^{{}}]*\}})?)\Z",
    re.ASCII,
)
IN_MATH = re.compile(r"(?:[=&<>≤≥≈$(\[{]|\\\\|\\(?:approx|leq?|geq?|sim)|\\begin\{[a-z]+\*?\})\Z")  # a formula begins anew after it
GOES_ON = re.compile(  # what follows a mark
    r"[$*`_]{0,3}(?:[0-9^/⁄⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]|[.,][0-9]|\{[.,]\}|\([0-9]+\)|\\overline|<sup>"
    r"|[eE][+\-−]?[0-9]|[·⋅٫'’∕][0-9]|[ \t]/[ \t]?[0-9]|[¼-¾⅐-⅞])"
    r"|(?:[$*`_]|\\[,:; ]|[ ~\u00a0\u2009\u202f]){0,4}(?:\\?[%％]|‰|‱|(?:×|·|⋅|\\cdot|\\times)[ \t]{0,4}10)"
)


def _cut(source: Source, span: tuple[int, int], math: bool, syntax: Syntax) -> str:
    """The complaint about a number that may begin on the line before, "" when it does not."""
    line, number = source.line_start(span[0]), source.text[slice(*span)]
    if source.text[line : span[0]].strip(" \t>*_`$({[") or syntax.begins_item(source, span[0]):
        return ""
    before = _line_before(source, line, syntax)
    cut = CUT.search(before)
    if (cut and (cut[0][-1] not in ".,}" or number.isdigit())) or (math and before and not IN_MATH.search(before)):
        came = f"{shown(before[-20:])} then {shown(number)}"
        return f"the number before the mark may be cut by a line break: {came}; write it on one line"
    return ""


def _line_before(source: Source, line: int, syntax: Syntax) -> str:
    """The end of what is printed before this line, "" when nothing there can belong to the line."""
    while line > 0:
        end = line - 1
        line = source.line_start(end)
        printed, comment = syntax.printed(source.text[max(line, end - LONG_LOOK) : end].rstrip())
        if printed.strip() or not comment:
            return "" if is_mark(comment) else printed.rstrip()[-LONG_LOOK:]
    return ""


def _going_on(source: Source, span: tuple[int, int], rest: str) -> str:
    """The complaint about a number that goes on after its mark, "" when it does not."""
    if GOES_ON.match(rest) is None:
        return ""
    came = f"{shown(source.text[slice(*span)])} then {shown(rest[:10])}"
    return f"where the number before the mark ends is not clear: {came}; write the mark after the whole number"

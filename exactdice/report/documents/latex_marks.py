r"""Marks in LaTeX: `\exactly{QUERY}{0{,}6489}` of exactdice.sty, and comments `0{,}6489 %
exactdice: QUERY`.

Comments, `\verb`, verbatim text and what follows `\end{document}` hold no marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ...exact.errors import ClaimsError, ExactDiceError, PlacedError
from ...exact.files import named, read_bytes, write_atomically
from ...exact.numbers import shown
from ..printed.numbers import parse_interval, parse_printed
from ..printed.source import Source, Span
from ..printed.spellings import UnclearMark
from ..printed.typeset import BLOCKS, MARKUP, Latex, redefined_names
from .grids import make_cell
from .latex_tables import (
    NUMBER_OF_SIUNITX,
    end_of_match,
    explain_redefinition,
    explain_siunitx,
    with_heading,
)
from .marked_numbers import bind_sentence, find_place, is_whole, preceding_text
from .marks import (
    TWO_MARKS,
    Mark,
    bad_mark,
    is_macro,
    is_mark,
    read_mark,
)

VERBATIM = (
    r"(?:[BLS]?Verbatim|verbatim|spverbatim|verbatimtab|alltt|lstlisting|minted|listing|tcblisting"
    r"|comment|filecontents|code|pycode|python|Sinput|Soutput|Highlighting)\*?"
)
TOKEN = re.compile(
    r"\\(?:string|noexpand|meaning)[ ]?\\[A-Za-z]+"  # printed by name, and so no command
    rf"|\\(?:begin\{{(?P<verbatim>{VERBATIM})\}}|verb\*?(?P<verb>[^A-Za-z\s{{}}])"
    r"|(?P<argument>(?:lstinline|mintinline|url|nolinkurl|path|href))(?![A-Za-z@])|(?P<exactly>exactly|exactclaim)(?![A-Za-z@])"
    r"|(?P<end>end\{document\}|endinput(?![A-Za-z@]))|(?P<unread>iffalse(?![A-Za-z@])|if\s?0(?=\s))|(?P<macro>[A-Za-z]{6,11})(?![A-Za-z@])|[\s\S])|(?P<comment>%)"
)
# How a mark is written, and what its two arguments are.
NUMBER = (r"\exactly{query}{number}", "query", "number")
CLAIM = (r"\exactclaim{statement}{sentence}", "statement", "sentence")
TWO_ARGUMENTS = re.compile(
    r"[ \t]*\{[^{}\n]{1,500}\}[ \t]*\{(?:[^{}\n]|\{[^{}\n]{0,100}\}){0,500}\}"
)
DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|NewDocumentCommand|def)\*?[ "
    r"]?\{?\\([A-Za-z]{6,11})(?![A-Za-z])"
)
BETWEEN = "$})].,;:\\ \t"  # a number and its mark
BLANKS = re.compile(r"[ \t\r\n]*")
BRACES = re.compile(r"\\exact(?:ly|claim|value)(?![A-Za-z@])|\\[\s\S]|[{}%]|\n[ \t\r]*\n")


AROUND = 60  # characters of the commands around a number


def latex_marks(source: Source) -> Iterator[Mark]:
    """The marks of the document, in order, each claim with its number; `ClaimsError` with the line
    for a bad one.
    """
    text = source.text
    redefined = redefined_names(text)
    for mark in _marks(source):
        if mark.unclear or mark.head not in ("number", "table"):
            yield mark
            continue
        # A command in the number, around it or anywhere in the document may print it otherwise.
        number = text[slice(*mark.number)] if mark.number else ""
        unclear = ""
        if mark.number is not None and redefined:
            before = preceding_text(source, mark.number[0], AROUND)
            unclear = explain_redefinition(before.rpartition(" ")[2] + number, redefined)
        places, names = _groups(text)
        around = names[bisect_right(places, mark.start) - 1]
        if around and not unclear:
            unclear = (
                f"what is marked stands within {around}, which may print it otherwise: put it "
                "outside"
            )
            if mark.head == "table":
                yield mark.refused(unclear)
                continue
        found = NUMBER_OF_SIUNITX.search(number)
        if found and not unclear:
            options = re.match(r"\[([^\]]*)", number[found.end() :])
            of_number = options.groups() if options else ()
            unclear = explain_siunitx(source, mark.start, of_number, number)
        yield with_heading(source, replace(mark, unclear=unclear))


def _marks(source: Source) -> Iterator[Mark]:
    last = -1  # where the last number in braces ended
    text = source.text
    form = Latex(source)
    own = {found[1] for found in DEFINED.finditer(text)}
    tokens = _Tokens(source)
    for found in tokens:
        start, at = found.span()
        if found["comment"]:
            body = text[start : tokens.at].lstrip("% \t").rstrip()
            if not is_mark(body):
                continue
            mark = read_mark(source, body, start, tokens.at)
            if mark.head == "claim":
                mark = bind_sentence(source, mark)
            elif mark.head == "number" and last >= 0 and not text[last:start].strip(BETWEEN):
                mark = mark.refused(TWO_MARKS)
            elif mark.head == "number":
                kind = mark.words.get("kind")
                number, unclear = find_place(source, start, form, kind)
                mark = replace(mark, number=number, unclear=unclear)
            yield mark
        elif found["exactly"] and text[at : at + 1] != "}":  # no \newcommand{\exactly}
            try:
                mark = _exactly(source, found, form)
            except PlacedError as error:  # what follows may hold other marks
                yield bad_mark(start, at, error.message)
                continue
            yield mark
            if mark.head == "claim" and mark.number:
                tokens.at = mark.number[0]  # numbers of the sentence may have marks of their own
            else:
                tokens.at = last = mark.end
        elif found["macro"] and found["macro"] not in own and is_macro(found["macro"]):
            span = TWO_ARGUMENTS.match(text, at)
            if span:  # meant as a mark, as \Exactly{query}{number} is
                message = (
                    rf"expected \exactly{{query}}{{number}}, got {shown(found[0])}; a command of "
                    r"this name that is no mark must be defined here"
                )
                yield bad_mark(start, span.end(), message)


def printed_commands(source: Source, command: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The commands of the document that match, in order, but for those in comments, in verbatim
    text and behind its end.
    """
    for found in _Tokens(source):
        matched = command.match(source.text, found.start())
        if matched and not found["comment"]:
            yield matched


class _Tokens:
    """The commands and comments of a document, in order, without verbatim text and what is not
    typeset; `at` is where the next is looked for.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.at = 0

    def __iter__(self) -> Iterator[re.Match[str]]:
        text = self.source.text
        while (found := TOKEN.search(text, self.at)) and not found["end"]:
            self.at = found.end()
            if found["verbatim"]:
                closing = f"\\end{{{found['verbatim']}}}"
                end = text.find(closing, self.at)
                if end < 0:
                    raise self.source.error(
                        found.start(), f"expected {closing} before the end of the document"
                    )
                self.at = end + len(closing)
            elif found["verb"]:
                self.at = self._skip_to_sign(found["verb"], self.at)
            elif found["argument"]:
                self.at = self._skip_argument(found["argument"])
            elif found["unread"]:
                self.at = self._skip_condition()
            else:
                if found["comment"]:
                    self.at = self.source.line_end(found.start())
                yield found

    def _skip_to_sign(self, sign: str, at: int) -> int:
        """After the sign that closes what is printed as it is written; else the same place."""
        end = self.source.text.find(sign, at, min(self.source.line_end(at), at + FAR))
        return end + 1 if end >= 0 else at

    def _skip_condition(self) -> int:
        r"""After what stands between \iffalse and its \else or \fi."""
        depth = 0
        for found in CONDITION.finditer(self.source.text, self.at):
            name = found["name"] or ""
            if name.startswith("if"):
                depth += 1
            elif name and depth == 0:
                return found.end()
            elif name == "fi":
                depth -= 1
        return len(self.source.text)

    def _skip_argument(self, command: str) -> int:
        """After the argument that is printed as it is written, in which % begins no comment: in
        braces, or between two equal signs.
        """
        text = self.source.text
        at = self.at
        end = self.source.line_end(self.at)
        if command in ("lstinline", "mintinline"):
            at = end_of_match(LISTING.match(text, at, end), at)
        if command == "mintinline":
            at = end_of_match(LANGUAGE.match(text, at, end), at)
        braced = ARGUMENT.match(text, at, end)
        if braced:
            return braced.end()
        sign = text[at : at + 1]
        if command == "href" or not sign or sign.isalnum() or sign in "{}[]()\\%,.;: \t\r\n":
            return at
        return self._skip_to_sign(sign, at + 1)


FAR = 2000  # characters in which the end of such a text is looked for
CONDITION = re.compile(r"(?<!\\)%[^\n]*|\\(?P<name>if[A-Za-z@]*|fi|else)(?![A-Za-z@])")
LISTING = re.compile(r"[ \t]*(?:\[[^\[\]\n]{0,500}\])?")
LANGUAGE = re.compile(r"[ \t]*\{[^{}\n]{0,100}\}")
ARGUMENT = re.compile(r"[ \t]*\{(?:[^{}\n]|\{[^{}\n]{0,500}\}){0,2000}\}")


def _exactly(source: Source, found: re.Match[str], form: Latex) -> Mark:
    r"""The mark \exactly{query}{number} or \exactclaim{statement}{sentence} that begins here."""
    start = found.start()
    is_claim = found["exactly"] == "exactclaim"
    name, first, second = CLAIM if is_claim else NUMBER
    query = argument_of(source, start, found.end(), name, f"the {first}")
    number = argument_of(source, start, query[1] + 1, name, f"the {second}", nested=is_claim)
    text = source.text[slice(*number)]
    if "\n" in text and not is_claim:
        raise source.error(
            number[0], f"the number {shown(text)} is cut by a line break: write it on one line"
        )
    if not text.strip():
        raise source.error(number[0], f"expected a {second} in {name}, got nothing")
    body = source.text[slice(*query)].replace(r"\_", "_")
    head = "exactdice claim" if is_claim else "exactdice"
    mark = read_mark(source, f"{head}: {body}", start, number[1] + 1)
    if mark.head == "unknown":
        return mark
    if is_claim:
        return replace(mark, number=number)
    cell = make_cell(source.text, *number)
    # What is no number may be a word with a declared meaning; else the claim is unreadable.
    if _is_no_number(cell.text) or is_whole(source, start, mark.end, cell.text, form):
        return replace(mark, number=cell.span)
    before = source.text[max(start - 10, 0) : start]
    came = f"{shown(before)}, {shown(cell.text)}, {shown(source.text[mark.end : mark.end + 10])}"
    outside = (
        rf"a part of the number may stand outside \exactly{{query}}{{number}}: {came}; "
        r"write all of it, sign and % too, within the braces"
    )
    return replace(mark, number=cell.span, unclear=outside)


def _is_no_number(text: str) -> bool:
    """Whether the text certainly reads as no number, nor as an interval."""
    for read in (parse_printed, parse_interval):
        try:
            read(text)
        except ClaimsError as error:
            if not isinstance(error, UnclearMark):
                continue
        return False
    return True


def argument_of(
    source: Source, start: int, at: int, mark: str, what: str, nested: bool = False
) -> Span:
    """Where the text between the braces that follow stands; only a sentence may hold marks and
    comments.
    """
    text = source.text
    # A bound on the blanks, so that a long file of blanks is not walked from each mark.
    opening = end_of_match(BLANKS.match(text, at, start + 10_000), at)
    if text[opening : opening + 1] != "{":
        came = shown(text[opening : opening + 20])
        raise source.error(start, f"expected {{{what}}} in {mark}, got {came}")
    depth = 0
    for found in BRACES.finditer(text, opening):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not nested and found[0].startswith(r"\exact"):
            raise source.error(
                start, f"nested marks: {found[0]} within {mark}; a number can have one mark"
            )
        if not nested and found[0] == "%":
            raise source.error(
                start, f"a comment within {mark}: write % as \\%, and the mark on one line"
            )
        if found[0].startswith("\n"):
            break
        if depth == 0:
            return opening + 1, found.start()
    raise source.error(
        start, f"unclosed mark: expected }} after {what} of {mark}, in the same paragraph"
    )


# --- what encloses a number -----------------------------------------------------------------------

# In the braces of a command that is not known, such as \sout and \phantom, or in a definition,
# readers may see a number otherwise, or not at all.
IN_GROUPS = re.compile(
    r"%[^\n]*|\\(?:url|nolinkurl|path)\s?\{[^{}\n]{0,500}\}|\\(?:verb\*?|lstinline(?:\[[^\[\]]{0,99}\])?)"
    r"(?:\|[^|\n]{0,500}\||![^!\n]{0,500}!|\+[^+\n]{0,500}\+)"
    r"|\\(?P<name>[A-Za-z@]+)\*?|\\[\s\S]|(?P<options>\[[^\[\]{}]{0,200}\])|[{}]|[^\s\d=]"
)
OTHERS = r"""
    exactly exactclaim exactvalue frac dfrac tfrac cfrac binom sqrt overline num SI qty href
    hyperref textcolor colorbox fbox framebox makebox parbox raisebox resizebox scalebox adjustbox
    centerline multicolumn multirow captionof subfloat subcaptionbox footnotetext marginpar thanks
    enquote frametitle framesubtitle chapter part label tag left right mathbin mathrel mathop
    textsuperscript textsubscript subparagraph minipage uline emph author date subtitle begin end
"""
PRINTING = frozenset(f"{MARKUP} {BLOCKS} {OTHERS}".split())
# Commands by which any character of the document may be printed otherwise.
TRICKS = re.compile(
    r"\\(?P<name>aftergroup|(?:cat|math|lc|uc)code|lowercase|uppercase|every(?:math|par|display)"
    r"|DeclareMathSymbol)(?![A-Za-z@])"
)


# What stands behind \iffalse is passed over where marks are read.
OPENED = re.compile(r"if(?!f\Z|thenelse\Z)")


@lru_cache(maxsize=2)  # each mark of a document asks for it
def _groups(text: str) -> tuple[list[int], list[str]]:
    """(where braces and conditions of TeX open and close, the outermost command that prints
    otherwise, or perhaps not at all, from there on).
    """
    found_trick = TRICKS.search(text)
    trick = f"\\{found_trick['name']}" if found_trick else ""
    places = [0]
    names = [trick]
    opened = []
    group = ""
    conditions = []
    command = ""  # whose arguments come next
    for found in IN_GROUPS.finditer(text):
        token = found[0]
        before = command
        if found["name"]:
            command = found["name"]
            if OPENED.match(command) and before not in ("newif", "let", "def"):
                is_known = command in ("iftrue", "iffalse")
                conditions.append("" if is_known else f"\\{command}")
            elif command == "fi":
                conditions = conditions[:-1]
            else:
                continue
        elif token == "{":
            is_white = command == "textcolor" and text.endswith("{white}", 0, found.start())
            is_known = not command or (command in PRINTING and not is_white)
            opened.append((command, group))
            group = group or ("" if is_known else f"\\{command}")
            command = ""
        elif token == "}" and opened:
            command, group = opened.pop()
        else:
            if token[0] != "%" and not found["options"]:
                command = ""
            continue
        places.append(found.start())
        names.append(group or next(filter(None, conditions), trick))
    return places, names


# --- the package, copied beside a document --------------------------------------------------------

STY = Path(__file__).with_name("exactdice.sty")


def copy_sty(folder: Path = Path()) -> Path:
    """The path of the copy written into the folder; `ExactDiceError` when the folder is none or
    cannot be written.
    """
    if not folder.is_dir():
        raise ExactDiceError(f"{named(folder)}: must be a folder")
    target = folder / STY.name
    write_atomically(target, read_bytes(STY))
    return target

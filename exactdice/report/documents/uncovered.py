"""The numbers of a document that no claim covers: a list for its author, by their looks alone, as
`exactdice verify --list` prints it, of documents with marks or without.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path

from ...exact.errors import ClaimsError, PlacedError
from ...exact.numbers import Exact, Interval, shown
from ...query.syntax import Number, walk
from ..claims.claim import Claim, Document, Kind
from ..printed.numbers import number_or_none
from ..printed.source import Source, Span, end_of_span
from ..printed.spellings import NUMBER
from ..printed.typeset import Latex
from .documents import LATEX, read_document
from .markdown_marks import parts_with_closed_code
from .marked_numbers import preceding_text
from .notebooks import Notebook
from .outputs import find_numbers
from .verification import read_documents

AROUND = 30  # characters shown on either side
ARGUMENT = r"\{[^{}\n]{0,1000}\}"
BRACKET = r"(?:\[[^\]\n]{0,1000}\])?"
TEX_WORDS = (  # commands whose arguments print no numbers
    r"(?:label|(?:auto|page|eq|name|c|C)?ref|cite[a-z]*|input|include|includegraphics|url|href"
    r"|bibliography|bibliographystyle|vspace\*?|hspace\*?|setcounter|setlength|usepackage"
    r"|documentclass|exactly|begin|end|cmidrule|cline|rule|color|textcolor|definecolor|hypertarget)"
)
LENGTH = (
    r"(?<![\d.])\d+(?:\.\d+)?[ \t]*"
    r"(?:pt|cm|mm|em|ex|in|\\(?:text|line|column)width)(?![A-Za-z])"
)
# What prints no number, by the kind of document. The limits of the repetitions keep a sign that is
# never closed from costing a search through the whole document.
SKIPPED_IN_MARKDOWN = (
    r"<!--(?:[\s\S]*?-->|[\s\S]*)",  # a comment, also one that is never closed
    r"\]\([^)\s]{0,500}",  # the target of a link
    r"<[A-Za-z/][^<>\n]{0,2000}>",  # a tag
    r"https?://\S+",
    r"\{\{<(?:(?!>\}\})[^\n]){0,2000}>\}\}",  # a shortcode of Quarto
    r"\{exact\}(?P<ticks>`{1,9})[^`\n]{0,2000}(?P=ticks)",  # a value that MyST fills in
    r"(?P<code>`{1,9})[^`\n]{0,2000}(?P=code)\{\.exact\}",  # one that pandoc fills in
    r"^[ \t]*\d+[.)](?=\s)",  # the number of an item
)
VERBATIM = re.compile(
    r"\\begin\{(?P<verbatim>(?:verbatim|Verbatim|lstlisting|minted|comment)\*?)\}"
)
SKIPPED_IN_LATEX = (
    rf"{VERBATIM.pattern}(?:[\s\S]*?\\end\{{(?P=verbatim)\}}|[\s\S]*)",
    r"\\verb\*?(?P<bound>[^A-Za-z\s]).{0,200}?(?P=bound)",
    rf"\\begin\{{(?:tabular[*xy]?|array|longtable)\}}(?:{BRACKET}{ARGUMENT})*",
    r"\\exactvalue(?![A-Za-z])\s{0,9}\{[^{}]{0,1000}\}\s{0,9}\{[^{}]{0,1000}\}",
    rf"\\{TEX_WORDS}(?![A-Za-z])\*?{BRACKET}(?:\([a-z]*\))?{ARGUMENT}",
    r"\\\\\[[^\]\n]{0,100}\]",  # the room after a line
    r"\\[\\%$&#_{}]",
    r"%[^\n]*",
    LENGTH,
)
SKIPPED = {
    "markdown": "|".join(SKIPPED_IN_MARKDOWN),
    "latex": "|".join(SKIPPED_IN_LATEX),
    "csv": r"^#[^\n]*",
}


class Why(StrEnum):
    """Why a number is no result."""

    NO = ""
    DATE = "a year or a date"
    NUMBERING = "the number of a section, a figure or a reference"
    ITEM = "the number of an item"
    CODE = "within code"
    CONSTANT = "a constant of a formula"


@dataclass(frozen=True)
class Uncovered:
    """A number that no claim covers, where it stands, the text around it, and why it is no result
    where it is none.
    """

    text: str
    around: str
    span: Span
    place: str  # as the document names it
    left_out: Why = Why.NO


def uncovered(document: Document) -> Iterator[Uncovered]:
    """The numbers of a document with marks that no claim covers, in order; of a notebook those of
    its text that its code did not print either.

    A claims file has none, since it prints no text.
    """
    source = document.source
    if source is None:
        return
    kind = kind_of(source)
    why = make_judge(source, kind)
    spans = [*document.tables, *chain.from_iterable(_spans(c, source) for c in document.claims)]
    text = source.text
    body = source.front_matter_end
    number = NUMBER
    if kind == "markdown":  # code prints no numbers of the document
        for start, end in source.prose():
            fences = parts_with_closed_code(Source(source.path, text[start:end])).fences
            spans += [(start + first, start + last) for first, last in fences]
    elif kind == "latex":  # in which a bare % begins a comment
        number = NUMBER.replace(r"(?:\\%|%)", r"\\%")
        body = max(text.find(r"\begin{document}"), 0)
    elif ";" not in text.partition("\n")[0] and '"' not in text:
        # A comma parts cells; within quotes it is a decimal mark, as it is beside other signs.
        text = text.replace(",", "|")
    token = re.compile(
        rf"(?P<skip>{SKIPPED[kind]})|(?<![\w^.])(?P<number>{number})(?!\w)", re.ASCII | re.MULTILINE
    )
    values = _printed_values(source) if isinstance(source, Notebook) else []
    spans.sort()
    at = 0  # the next of the spans
    covered = 0  # how far those before it reach
    for first, last in source.prose():
        for found in token.finditer(text, max(first, body), last):
            start, end = found.span()
            if not found["number"]:
                continue
            while at < len(spans) and spans[at][0] < end:
                covered = max(covered, spans[at][1])
                at += 1
            if covered <= start and not (values and _is_among(values, found[0])):
                behind = source.text[start : min(source.line_end(start), end + AROUND)]
                around = (preceding_text(source, start, AROUND) + behind).strip()
                place = source.place(start)
                yield Uncovered(found[0], around, (start, end), place, why(start, end))


def _printed_values(source: Notebook) -> list[Exact]:
    """The numbers that the code of a notebook printed, in order of size."""
    printed = set()
    for output in (output for cell in source.cells for output in cell.outputs):
        text = source.text[output.start : output.end]
        printed |= {text[start:end] for start, end in find_numbers(text)}
    return sorted(number.value for number in map(number_or_none, printed) if number is not None)


def _is_among(values: list[Exact], text: str) -> bool:
    """Whether the text is one of these numbers, rounded to the decimals that it shows; a whole
    number is printed as it is.
    """
    number = number_or_none(text)
    if number is None:
        return False
    cell = number.cell if number.places else Interval(number.value, number.value)
    k = bisect_left(values, cell.lower)
    return k < len(values) and values[k] <= cell.upper


def _spans(claim: Claim, source: Source) -> Iterator[Span]:
    """Where the numbers stand that the claim is about: of a sentence those its statement names."""
    if claim.span is None:
        return
    if claim.kind != Kind.STATEMENT:
        yield claim.span
        return
    named = {part.value for part in walk(claim.node) if isinstance(part, Number)}
    for found in re.finditer(NUMBER, source.text[slice(*claim.span)]):
        number = number_or_none(found[0])
        if number is not None and number.value in named:
            yield claim.span[0] + found.start(), claim.span[0] + found.end()


def kind_of(source: Source) -> str:
    """The kind of the document by its ending, which is one of those with marks."""
    suffix = source.path.suffix.lower()
    if suffix == ".csv":
        return "csv"
    return "latex" if suffix in LATEX else "markdown"


# --- as lines -------------------------------------------------------------------------------------


def read_to_list(
    paths: Sequence[Path], skip_unmarked: bool = False
) -> tuple[list[Document], list[ClaimsError]]:
    """(the documents at these paths, the complaints about those that cannot be read); one without
    marks is among them.
    """
    documents = []
    errors = []
    for path in paths:
        try:
            documents += read_documents([path], True) if skip_unmarked else [read_document(path)]
        except ClaimsError as error:  # one bad file hides no other
            errors.append(error)
    return documents, errors


def uncovered_lines(document: Document, everything: bool = False) -> Iterator[str]:
    """`file:line:column: number, with the text around it` for each number that no claim covers,
    then how many there are, and how many were left out that are no results.
    """
    if document.source is None:
        raise ClaimsError(
            f"{document.path}: a claims file prints no text: --list needs a Markdown, LaTeX or "
            "CSV document"
        )
    count = 0
    left_out = Counter[str]()
    for found in uncovered(document):
        if found.left_out and not everything:
            left_out[found.left_out] += 1
            continue
        count += 1
        why = f" ({found.left_out})" if found.left_out else ""
        yield f"{document.path}:{found.place}: {found.text}   in {shown(found.around)}{why}"
    yield f"{document.path}: {count} numbers are covered by no claim, {len(document.claims)} are"
    if left_out:
        reasons = ", ".join(f"{times} {why}" for why, times in sorted(left_out.items()))
        yield (
            f"{document.path}: {left_out.total()} more are left out as no results ({reasons}); "
            "--all lists them too"
        )


# --- numbers that are no results ------------------------------------------------------------------

# A number is judged by what stands near it on its line, so that a long document costs no search.
NEAR = 60  # characters on either side that are looked at
YEARS = range(1800, 2100)

WHOLE = re.compile(r"\d{1,9}", re.ASCII)
PLAIN_FRACTION = re.compile(r"[-+]?\d{1,9}/\d{1,9}|\\[dt]?frac\{\d{1,9}\}\{\d{1,9}\}", re.ASCII)
# What touches a number on either side where it is a part of a date, a version or an address. The
# patterns for what stands before a number read backwards, so that they need no search.
BEFORE_DATE = re.compile(r"[\w./:-]{0,30}")
AFTER_DATE = re.compile(r"(?:[./:-]?\w){0,30}")
DATE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|v?\d{1,4}(?:\.\d{1,4}){2,4}"
    r"|\d{4}/\d{4}|\d{1,2}:\d{2}(?::\d{2})?",
    re.ASCII,
)
NUMBERED = (
    "section subsection sections chapter chapitre kapitel abschnitt appendix annexe figure figures"
    " fig abbildung table tables tableau tab tabelle listing algorithm algorithme question"
    " questions frage exercise exercice aufgabe equation eq formula formule theorem théorème lemma"
    " lemme proposition definition example exemple remark page pages p pp part partie volume vol"
    " issue note step étape version item line lines ligne no nr n° § # player players joueur"
    " joueurs spieler cours"
)
NUMBERED_WORDS = frozenset(NUMBERED.split())
WORD_BEFORE = re.compile(r"[ \t~]{0,3}\.?(°?[^\W\d_]{1,20}|§|#)")
HEADING = re.compile(r"[ \t>]{0,9}#{1,6}[ \t]{1,9}[\d.]{0,20}")
SECTION = re.compile(r"[\d.]{0,20}\{\*?noitces")
ITEM = re.compile(r"[ \t>]{0,20}(?:\\item[ \t]{0,9})?[(\[]?\Z")
AFTER_ITEM = re.compile(r"[.)\]](?:[ \t]|\Z)")
REFERENCE = re.compile(r"(?:\A|[\s~])(?:[(\[]|\\\[)\Z")
CALL = re.compile(r"[^()\n$]{0,40}\(\w")
FORMULA = re.compile(r"\$\$[^$]+\$\$|\$(?![\s$])[^$\n]+\$(?!\d)")
# A result of a formula stands alone or after a relation, up to the end or to what parts formulas.
RELATION = re.compile(
    r"(?:[=≈≃<>≤≥:&]|\\(?:approx|simeq|sim|cong|equiv|leq?|geq?|to|in)|\\(?:qquad|quad|[ ,;]))"
    r"[\s{]{0,20}\Z"
)
OPENING = re.compile(r"\$\$?|\\[(\[]|\\begin\{[A-Za-z]{1,20}\*?\}")
ENDS = re.compile(
    r"(?:[\s}.,;)\]|&=≈<>]|\\(?:\\|[ ,;!]|qquad|quad|approx|simeq|sim|end|text|right|%)|\Z)"
)
ENDS_FORMULA = re.compile(r"[\s}]{0,20}(?:[.,;&=≈<>]|\\(?:\\|[ ,;]|qquad|quad|approx|end|text)|\Z)")


QUANTITY = re.compile(r"[ \t]?(?:\\?%|[.,]\d)")  # behind what is no year


Judge = Callable[[int, int], Why]


def make_judge(source: Source, kind: str) -> Judge:
    """A judge that says of a number at start..end why it is no result, `Why.NO` where it may be."""
    if kind == "csv":
        return lambda _start, _end: Why.NO
    text = source.text
    formula_at = formulas_of(source, kind)
    code = []
    if kind == "markdown":
        with suppress(PlacedError):  # complained about where marks are read
            code = parts_with_closed_code(source).spans

    def why(start: int, end: int) -> Why:
        before = preceding_text(source, start, NEAR)
        after = text[end : max(end, min(source.line_end(start), end + NEAR))]
        is_all_of_code = text[start - 1 : start] == "`" == text[end : end + 1]
        if not is_all_of_code and end_of_span(code, start, len(text)) is not None:
            return Why.CODE
        number = text[start:end]
        formula = formula_at(start)
        reason = _judge_place(before, number, after)
        if reason or formula is None:
            return reason
        # A result of a formula stands alone or after a relation, up to its end or a relation.
        before = text[max(formula[0], start - NEAR) : start]
        after = text[end : max(end, min(formula[1], end + NEAR))]
        begins = not before.strip(" \t\n{") or RELATION.search(before)
        if WHOLE.fullmatch(number) or PLAIN_FRACTION.fullmatch(number):
            return Why.NO if begins and ENDS_FORMULA.match(after) else Why.CONSTANT
        # A vector of decimals lists results.
        is_listed = before.rstrip(" \t\n{").endswith((",", "(", "[", ";"))
        return Why.NO if (begins or is_listed) and ENDS.match(after) else Why.CONSTANT

    return why


def _judge_place(before: str, number: str, after: str) -> Why:
    """Why the number is no result, by the words and signs beside it on its line."""
    backwards = before[::-1]
    is_whole = WHOLE.fullmatch(number) is not None
    left = BEFORE_DATE.match(backwards)
    right = AFTER_DATE.match(after)
    touching = f"{left[0][::-1] if left else ''}{number}{right[0] if right else ''}"
    is_year = is_whole and len(number) == 4 and int(number) in YEARS
    if DATE.fullmatch(touching.strip("./:-")) or (is_year and not QUANTITY.match(after)):
        return Why.DATE
    if HEADING.fullmatch(before) or SECTION.match(backwards):
        return Why.NUMBERING
    word = WORD_BEFORE.match(backwards)
    may_number = is_whole or re.fullmatch(r"\d{1,3}\.\d{1,3}", number)
    if may_number and word and word[1][::-1].lower() in NUMBERED_WORDS:
        return Why.NUMBERING
    if not is_whole:
        return Why.NO
    if ITEM.fullmatch(before) and AFTER_ITEM.match(after) and len(before) < NEAR:
        return Why.ITEM
    if REFERENCE.search(before) and after.startswith((")", "]", r"\]")):
        return Why.NUMBERING
    return Why.CONSTANT if CALL.match(backwards) and ")" in after else Why.NO


def formulas_of(source: Source, kind: str) -> Callable[[int], Span | None]:
    """Where the formula stands that holds a place, without the signs around it; None where none
    does.
    """
    text = source.text
    spans = []
    if kind == "latex":
        changes = [*Latex(source).changes[1:], len(text)]
        for start, end in zip(changes[::2], changes[1::2], strict=False):
            opening = OPENING.match(text, start)
            spans.append((opening.end() if opening else start, end))
    else:
        for found in FORMULA.finditer(text):
            signs = 2 if found[0].startswith("$$") else 1
            spans.append((found.start() + signs, found.end() - signs))

    def holding(place: int) -> Span | None:
        k = bisect_right(spans, (place, len(text))) - 1
        return spans[k] if k >= 0 and place < spans[k][1] else None

    return holding

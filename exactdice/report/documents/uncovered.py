"""The numbers of a document that no claim covers: a list for its author, by their looks alone, as
`exactdice verify --list` prints it, of documents with marks or without.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...exact.errors import ClaimsError
from ...exact.numbers import Interval, shown
from ...query.syntax import Number, walk
from ..claims.claim import Claim, Document, Kind
from ..printed.markdown import Span
from ..printed.numbers import NUMBER, number_or_none
from ..printed.source import Source
from .documents import LATEX, read_document
from .left_out import Why, judge_of
from .markdown_marks import parts_with_closed_code
from .notebooks import Notebook
from .outputs import numbers_in
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


@dataclass(frozen=True)
class Uncovered:
    """A number that no claim covers, where it stands, the text around it, and why it is no result
    where it is none.
    """

    line: int
    column: int
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
    why = judge_of(source, kind)
    spans = [span for claim in document.claims for span in _spans(claim, source)]
    spans += document.tables
    text, body = source.text, source.front_matter_end
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
    is_printed = _is_printed(source)
    spans.sort()
    at, covered = 0, 0  # the next of the spans, and how far those before it reach
    for first, last in source.prose():
        for found in token.finditer(text, max(first, body), last):
            start, end = found.span()
            if not found["number"]:
                continue
            while at < len(spans) and spans[at][0] < end:
                covered = max(covered, spans[at][1])
                at += 1
            if covered <= start and not is_printed(found[0]):
                line, column = source.position(start)
                low = max(source.line_start(start), start - AROUND)
                high = min(source.line_end(start), end + AROUND)
                around, place = source.text[low:high].strip(), source.place(start)
                yield Uncovered(
                    line, column, found[0], around, found.span(), place, why(start, end)
                )


def _is_printed(source: Source) -> Callable[[str], bool]:
    """Whether the code of a notebook printed a number that the text says, perhaps rounded."""
    if not isinstance(source, Notebook):
        return lambda _: False
    printed = set()
    for output in (output for cell in source.cells for output in cell.outputs):
        text = source.text[output.start : output.end]
        printed |= {text[start:end] for start, end in numbers_in(text)}
    read = map(number_or_none, printed)
    values = sorted(number.value for number in read if number is not None)

    def holds(text: str) -> bool:
        number = number_or_none(text)
        if number is None:
            return False
        # Rounded to the decimals that it shows; a whole number is printed as it is.
        cell = number.cell if number.places else Interval(number.value, number.value)
        k = bisect_left(values, cell.lower)
        return k < len(values) and values[k] <= cell.upper

    return holds


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
    documents, errors = [], []
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
    count, left_out = 0, Counter[str]()
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

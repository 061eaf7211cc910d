"""The numbers of a document that no claim covers: a list for its author, by their looks alone."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..claims.claim import Claim, Document, Kind
from ..errors import ClaimsError
from ..exact import Bounds, Exact
from ..printed.numbers import NUMBER, parse_printed
from ..printed.source import Source
from ..queries.syntax import Number, walk
from .documents import LATEX
from .left_out import Why, judge_of
from .markdown_marks import parts_with_closed_code
from .notebooks import Notebook
from .outputs import numbers_in

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
SKIPPED_IN_LATEX = (
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
VERBATIM = re.compile(r"\\begin\{((?:verbatim|Verbatim|lstlisting|minted|comment)\*?)\}")


@dataclass(frozen=True)
class Uncovered:
    """A number that no claim covers, where it stands, the text around it, and why it is no result
    where it is none.
    """

    line: int
    column: int
    text: str
    around: str
    span: tuple[int, int]
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
    claimed = [span for claim in document.claims for span in _spans(claim, source)]
    spans = list(_merged([*claimed, *document.tables, *_hidden(source, kind)]))
    # In LaTeX a bare % begins a comment.
    number = NUMBER.replace(r"(?:\\%|%)", r"\\%") if kind == "latex" else NUMBER
    token = re.compile(
        rf"(?P<skip>{SKIPPED[kind]})|(?<![\w^.])(?P<number>{number})(?!\w)", re.ASCII | re.MULTILINE
    )
    is_printed, text = _is_printed(source), _parted(source, kind)
    for start, end in source.prose():
        for found in token.finditer(text, max(start, _body(source, kind)), end):
            is_number = found["number"] and not _covered(spans, *found.span())
            if is_number and not is_printed(found["number"]):
                yield _at(source, found, why(*found.span()))


def _at(source: Source, found: re.Match[str], why: Why) -> Uncovered:
    line, column = source.position(found.start())
    first = max(source.line_start(found.start()), found.start() - AROUND)
    last = min(source.line_end(found.start()), found.end() + AROUND)
    around, place = source.text[first:last].strip(), source.place(found.start())
    return Uncovered(line, column, found[0], around, found.span(), place, why)


def _parted(source: Source, kind: str) -> str:
    """The text, in which a comma that parts cells is no decimal mark."""
    first = source.text.partition("\n")[0]
    # Within quotes a comma is a decimal mark, as it is where something else parts cells.
    parts_cells = kind == "csv" and ";" not in first and '"' not in source.text
    return source.text.replace(",", "|") if parts_cells else source.text


def _is_printed(source: Source) -> Callable[[str], bool]:
    """Whether the code of a notebook printed a number that the text says, perhaps rounded."""
    if not isinstance(source, Notebook):
        return lambda _: False
    outputs = [output for cell in source.cells for output in cell.outputs]
    texts = [source.text[output.start : output.end] for output in outputs]
    printed = {text[start:end] for text in texts for start, end in numbers_in(text)}
    values = sorted(value for value in map(_value, printed) if value is not None)

    def holds(text: str) -> bool:
        try:
            number = parse_printed(text)
        except ClaimsError:
            return False
        # Rounded to the decimals that it shows; a whole number is printed as it is.
        cell = number.cell if number.places else Bounds(number.value, number.value)
        k = bisect_left(values, cell.lower)
        return k < len(values) and values[k] <= cell.upper

    return holds


def _spans(claim: Claim, source: Source) -> Iterator[tuple[int, int]]:
    """Where the numbers stand that the claim is about: of a sentence those its statement names."""
    if claim.span is None:
        return
    if claim.kind != Kind.STATEMENT:
        yield claim.span
        return
    named = {part.value for part in walk(claim.node) if isinstance(part, Number)}
    for found in re.finditer(NUMBER, source.text[slice(*claim.span)]):
        if _value(found[0]) in named:
            yield claim.span[0] + found.start(), claim.span[0] + found.end()


def _value(text: str) -> Exact | None:
    try:
        return parse_printed(text).value
    except ClaimsError:
        return None


def kind_of(source: Source) -> str:
    """The kind of the document by its ending, which is one of those with marks."""
    suffix = source.path.suffix.lower()
    if suffix == ".csv":
        return "csv"
    return "latex" if suffix in LATEX else "markdown"


def _body(source: Source, kind: str) -> int:
    """Where the text begins, after the front matter or the preamble."""
    if kind == "latex":
        return max(source.text.find(r"\begin{document}"), 0)
    return source.front_matter_end


def _hidden(source: Source, kind: str) -> Iterator[tuple[int, int]]:
    """Where code stands, which prints no numbers of the document."""
    if kind == "markdown":
        for start, end in source.prose():
            part = Source(source.path, source.text[start:end])
            yield from (
                (start + first, start + last) for first, last in parts_with_closed_code(part).fences
            )
    if kind != "latex":
        return
    found = VERBATIM.search(source.text)
    while found:
        end = source.text.find(f"\\end{{{found[1]}}}", found.end())
        end = end if end >= 0 else len(source.text)
        yield found.start(), end
        found = VERBATIM.search(source.text, end)


def _merged(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The same places, those that overlap as one, in order."""
    last = (0, 0)
    for start, end in sorted(spans):
        if start > last[1]:
            yield last
            last = (start, end)
        else:
            last = (last[0], max(last[1], end))
    yield last


def _covered(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of the places, in order and apart, meets start..end."""
    k = bisect_right(spans, (end, 0)) - 1  # the last that begins before the end
    return k >= 0 and start < spans[k][1]

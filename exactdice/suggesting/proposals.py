"""Proposed marks: where they stand, what they say, and the verdict on each once it is accepted.

A proposal is a comment whose first word is `suggested`, so no mark: without that word it is one.
Each is tried: with all of them accepted the document is read as `verify` reads it, and only those
are proposed which then bind the number that they are meant for.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from ..claims.claim import SUGGESTED, Claim, Document
from ..claims.entry import ClaimReader
from ..claims.judging import verify
from ..claims.settings import HEAD
from ..claims.verdict import Finding, Verdict
from ..documents.documents import document_from
from ..documents.left_out import formulas_of
from ..documents.marks import read_words
from ..errors import ExactDiceError
from ..exact import Progress
from ..printed.source import Source
from ..queries.evaluate import GAME, calls_in, options_in
from ..queries.words import QUANTITIES
from ..tables.table import label_text
from ..words.register import Answer
from .matching import Match
from .questions import Question
from .tables import TableMatch

CLOSERS = {"markdown": "*_`$", "latex": "$"}  # markup that may stand between a number and its mark
MOST_CLOSERS = 4
UNKNOWN_GAMES = "kind=montecarlo n=unknown"


@dataclass(frozen=True)
class Proposal:
    """A mark that is proposed for a number or for a table, and why."""

    span: tuple[int, int]  # of the number, or of the numbers of the table
    text: str  # the number as it is printed
    query: str
    options: str
    why: str
    chance: Fraction
    others: tuple[str, ...] = ()  # other queries that give the number
    head: str = ""  # "table" where the mark binds one
    place: int = -1  # where the mark of a table stands; that of a number is tried
    findings: tuple[Finding, ...] = ()
    is_by_number: bool = False  # whether no word of the text says what is asked

    @property
    def asked(self) -> str:
        """The query with its options."""
        return f"{self.query} {self.options}".rstrip()

    @property
    def mark(self) -> str:
        """The mark without the comment around it."""
        head = f"exactdice {self.head}:" if self.head else "exactdice:"
        return f"{head} {self.asked}"


def of_number(match: Match, usual: Mapping[str, str]) -> Proposal:
    """The proposal for a number."""
    first, *others = match.candidates
    options = options_text(first.question, usual)
    why = "the text before it says so" if match.is_named else ""
    texts = tuple(f"{one.query} {options_text(one.question, usual)}".rstrip() for one in others)
    found = match.found
    return Proposal(
        found.span,
        found.text,
        first.query,
        options,
        why,
        match.chance,
        texts,
        is_by_number=match.is_by_number,
    )


def of_table(match: TableMatch, usual: Mapping[str, str]) -> Iterator[Proposal]:
    """The proposal for a table as a whole; where no mark can bind it, one for each number."""
    shape = match.shape
    if not match.is_whole:
        yield from _of_cells(match, usual)
        return
    words = [f"{name}={_labels_text(values)}" for name, values in match.words.items()]
    words += filter(None, [options_text(match.question, usual)])
    sizes = {"header": shape.header, "labels": shape.labels}
    words += [f"{key}={size}" for key, size in sizes.items() if size != 1]
    words += [UNKNOWN_GAMES] * match.is_estimate
    text = f"a table of {match.agreeing + match.differing} numbers"
    why = f"{match.agreeing} of its numbers agree" + " nearly" * match.is_estimate
    query = "; ".join(match.queries)
    yield Proposal(
        shape.span,
        text,
        query,
        " ".join(words),
        why,
        match.chance,
        head="table",
        place=shape.place,
        is_by_number=match.is_by_number,
    )


def _of_cells(match: TableMatch, usual: Mapping[str, str]) -> Iterator[Proposal]:
    """A proposal for each number of a table that no mark can bind as a whole."""
    options = options_text(match.question, usual)
    if match.is_estimate:
        options = f"{options} {UNKNOWN_GAMES}".strip()
    why = "by its place in a table that agrees"
    for cells, queries, numbers in zip(
        match.shape.cells, match.cell_queries, match.shape.numbers, strict=True
    ):
        for cell, query, number in zip(cells, queries, numbers, strict=True):
            if query and number is not None:
                yield Proposal(
                    cell.span,
                    cell.text,
                    query,
                    options,
                    why,
                    match.chance,
                    is_by_number=match.is_by_number,
                )


def _labels_text(values: Sequence[Answer]) -> str:
    """The labels as a mark writes them: a range where they go up by one."""
    whole = [value for value in values if isinstance(value, int)]
    if len(whole) == len(values) > 2 and whole == [*range(whole[0], whole[0] + len(whole))]:
        return f"{whole[0]}..{whole[-1]}"
    return ",".join(map(label_text, values))


def options_text(question: Question, usual: Mapping[str, str]) -> str:
    """The options that the mark must say: those of the question that are others than usual, by the
    document's head or by default.
    """
    words: list[str] = []
    for key, text in question.written.items():
        known = usual[key] if key in usual else _default(question, key)
        if known != text:
            words.append(f'{key}="{text}"' if " " in text else f"{key}={text}")
    # What the head says for the whole document and the question leaves open is said back.
    for key in usual.keys() - question.written.keys() - question.ranges.keys():
        default = _default(question, key)
        if key in options_in(question.node) and default not in ("", usual[key]):
            words.append(f"{key}={default}")
    return " ".join(words)


def _default(question: Question, key: str) -> str:
    """The default of an option as it is written, "" where there is none."""
    if key == GAME:
        return ""  # the game of a question is said, unless the document says it for all
    for call in calls_in(question.node):
        default = QUANTITIES[call.name].options_for(question.given).get(key)
        if default is not None:
            return label_text(default) if not isinstance(default, tuple) else ""
    return ""


# --- where marks stand ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Insertion:
    """A text that is put in at a place, and the proposal that it is of."""

    place: int
    before: str
    after: str
    proposal: Proposal

    def text(self, accepted: bool) -> str:
        """What is put in: a mark, or what is none before it is accepted."""
        return f"{self.before}{'' if accepted else SUGGESTED}{self.proposal.mark}{self.after}"


def newline_at(source: Source, at: int) -> str:
    """The end of the line of this place, as the file writes it."""
    end = source.line_end(at)
    if source.text.startswith("\r\n", end):
        return "\r\n"
    return "\r\n" if end == len(source.text) and "\r\n" in source.text else "\n"


def insertions(source: Source, kind: str, proposal: Proposal) -> Iterator[Insertion]:
    """The places where the mark may stand, the best first."""
    if proposal.head == "table":
        yield _before_table(source, kind, proposal)
    elif kind == "markdown":
        yield from _in_markdown(source, proposal)
    elif kind == "latex":
        yield from _in_latex(source, proposal)


def _before_table(source: Source, kind: str, proposal: Proposal) -> Insertion:
    at, newline = proposal.place, newline_at(source, proposal.place)
    line = source.text[at : source.line_end(at)]
    indent = line[: len(line) - len(line.lstrip(" \t>"))]
    if kind == "markdown":
        gap = f"{newline}{indent.rstrip(' ')}{newline}"
        return Insertion(at, f"{indent}<!-- ", f" -->{gap}", proposal)
    sign = "# " if kind == "csv" else f"{indent}% "
    return Insertion(at, sign, newline, proposal)


def _in_markdown(source: Source, proposal: Proposal) -> Iterator[Insertion]:
    """After the number, and after the markup that closes behind it; never within a formula."""
    inside = formulas_of(source, "markdown")
    for place in _after(source, proposal.span[1], CLOSERS["markdown"]):
        # What closes a formula stands at its end.
        formula = inside(place)
        in_code = source.text[place - 1 : place] != "`" and source.text[place : place + 1] == "`"
        if formula is None and not in_code and not source.text.startswith("$", place):
            yield Insertion(place, "<!-- ", " -->", proposal)


def _in_latex(source: Source, proposal: Proposal) -> Iterator[Insertion]:
    """After the number on a line of its own, which the comment ends: a blank that follows stays
    before it.
    """
    newline = newline_at(source, proposal.span[1])
    for place in reversed(list(_after(source, proposal.span[1], CLOSERS["latex"]))):
        line_end = source.line_end(place)
        rest = source.text[place:line_end]
        if not rest.strip(" \t.,;:$)}"):
            gap = "" if rest.endswith((" ", "\t")) else " "
            yield Insertion(line_end, f"{gap}% ", "", proposal)
        elif rest.startswith(" "):
            yield Insertion(place + 1, "% ", newline, proposal)
        else:
            yield Insertion(place, "% ", newline, proposal)


def _after(source: Source, end: int, closers: str) -> Iterator[int]:
    """The end of the number, then the places after each closer behind it."""
    yield end
    for place in range(end, end + MOST_CLOSERS):
        if source.text[place : place + 1] not in closers or place >= len(source.text):
            return
        yield place + 1


# --- claims about plain text, which holds no marks ------------------------------------------------

OF_CLAIM = ("kind", "n")  # words of a mark that are keys of a claim


def as_claims(
    document: Document, proposals: Sequence[Proposal], decimal: str | None
) -> list[Insertion]:
    """The proposals with the findings on them as claims about the printed numbers."""
    source = document.source
    assert source is not None  # proposals are made for the text of a document
    reader = ClaimReader(source.path)
    settings = reader.settings({"decimal": decimal} if decimal else {}, {}, {})
    claims: list[Claim] = []
    for number, one in enumerate(proposals, 1):
        words = read_words(one.options)
        entry: dict[str, object] = {key: words.pop(key) for key in OF_CLAIM if key in words}
        entry |= {"printed": one.text, "value": one.query, "given": dict(words)}
        line = source.line(one.span[0])
        claims.append(reader.claim(entry, number, line, settings, one.span))
    findings = verify(replace(document, claims=tuple(claims)))
    judged = [
        Insertion(one.span[1], "", "", replace(one, findings=(found,)))
        for one, found in zip(proposals, findings, strict=True)
    ]
    return sorted(judged, key=lambda one: one.proposal.span)


# --- proposals tried ------------------------------------------------------------------------------


def put_in(text: str, changes: Sequence[Insertion], accepted: bool) -> str:
    """The text with all of them."""
    parts, at = list[str](), 0
    for one in sorted(changes, key=lambda one: one.place):
        parts += [text[at : one.place], one.text(accepted)]
        at = one.place
    return "".join([*parts, text[at:]])


def accepted_by_reading(
    document: Document, kind: str, proposals: Sequence[Proposal], progress: Progress | None = None
) -> list[Insertion]:
    """The places of those proposals which, once accepted, are read as they are meant, with the
    findings on them.
    """
    source = document.source
    assert source is not None  # proposals are made for the text of a document
    ways = {k: list(insertions(source, kind, one)) for k, one in enumerate(proposals)}
    chosen = {k: places.pop(0) for k, places in ways.items() if places}
    while chosen:
        read = _read(source, list(chosen.values()))
        failed = [k for k in chosen if not _is_meant(read, chosen, k)]
        if not failed:
            return _judged(chosen, read, progress)
        for k in failed:
            # Each round uses a place up, so there are few rounds.
            if ways[k] and read is not None:
                chosen[k] = ways[k].pop(0)
            else:
                del chosen[k]
    return []


def _read(source: Source, changes: Sequence[Insertion]) -> Document | None:
    """The document with all marks accepted; None where it cannot be read."""
    try:
        return document_from(Source(source.path, put_in(source.text, changes, accepted=True)))
    except ExactDiceError:
        return None


class _Shifted:
    """Where places of the document are when marks are put in."""

    def __init__(self, changes: Iterable[Insertion]) -> None:
        ordered = sorted(changes, key=lambda one: one.place)
        self.places = [one.place for one in ordered]
        self.lengths = [0, *accumulate(len(one.text(accepted=True)) for one in ordered)]

    def __call__(self, span: tuple[int, int]) -> tuple[int, int]:
        """Where this span is then, whose own marks stand behind or before it."""
        before = self.lengths[bisect_right(self.places, span[0])]
        return span[0] + before, span[1] + self.lengths[bisect_left(self.places, span[1])]


def _claims_of(
    read: Document, chosen: Mapping[int, Insertion], k: int, shifted: _Shifted
) -> list[Claim]:
    """The claims that the mark makes."""
    start, end = shifted(chosen[k].proposal.span)
    return [claim for claim in read.claims if claim.span and start <= claim.span[0] < end]


def _is_meant(read: Document | None, chosen: Mapping[int, Insertion], k: int) -> bool:
    """Whether the mark binds the number that it is meant for, or all those of its table."""
    if read is None or read.source is None:
        return False
    proposal = chosen[k].proposal
    claims = _claims_of(read, chosen, k, _Shifted(chosen.values()))
    if not claims or any(claim.unclear for claim in claims):
        return False
    if proposal.head == "table":
        return True
    texts = [read.source.text[slice(*claim.span)] for claim in claims if claim.span]
    return len(texts) == 1 and proposal.text in texts[0]


def _judged(
    chosen: Mapping[int, Insertion], read: Document | None, progress: Progress | None
) -> list[Insertion]:
    """The insertions, their proposals with the findings of `verify`."""
    assert read is not None  # what was read as it is meant
    shifted = _Shifted(chosen.values())
    claims = {k: _claims_of(read, chosen, k, shifted) for k in chosen}
    ours = tuple(claim for found in claims.values() for claim in found)
    findings = iter(verify(replace(read, claims=ours), progress))
    judged = []
    for k, found in claims.items():
        own = tuple(next(findings) for _ in found)
        judged.append(replace(chosen[k], proposal=replace(chosen[k].proposal, findings=own)))
    return sorted(judged, key=lambda one: one.proposal.span)


def verdict_text(findings: Sequence[Finding]) -> str:
    """The verdicts with how many numbers have each, what is wrong last."""
    if not findings:
        return ""
    if len(findings) == 1:
        found = findings[0]
        reason = f": it is {found.correct}" if found.verdict == Verdict.CONTRADICTED else ""
        return f"{found.verdict}{reason if found.correct else ''}"
    counts: dict[str, int] = {}
    for found in findings:
        counts[found.verdict] = counts.get(found.verdict, 0) + 1
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


def usual_options(words: Mapping[str, str]) -> dict[str, str]:
    """The options that the head of a document says for all its queries."""
    return {key: text for key, text in words.items() if key not in HEAD}

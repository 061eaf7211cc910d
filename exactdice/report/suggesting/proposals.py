"""Proposed marks: where they stand, what they say, and the verdict on each once it is accepted.

A proposal is a comment whose first word is `suggested`, so no mark: without that word it is one.
Each is tried: with all of them accepted the document is read as `verify` reads it, and only those
are proposed which then bind the number that they are meant for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ...exact.errors import ExactDiceError
from ...query.evaluate import GAME, calls_in, options_in
from ...query.register import Answer
from ...query.words import QUANTITIES
from ...writeup.tables.table import label_text
from ..claims.claim import SUGGESTED, Claim, Document
from ..claims.judging import verify
from ..claims.verdict import Finding, Verdict
from ..documents.documents import document_from
from ..documents.left_out import formulas_of
from ..printed.markdown import Span
from ..printed.source import Source
from .matching import Match, TableMatch
from .questions import Question

CLOSERS = {"markdown": "*_`$", "latex": "$"}  # markup that may stand between a number and its mark


@dataclass(frozen=True)
class Proposal:
    """A mark that is proposed for a number or for a table, and why."""

    span: Span  # of the number, or of the numbers of the table
    text: str  # the number as it is printed
    query: str
    options: str
    why: str
    chance: Fraction
    others: tuple[str, ...] = ()  # other queries that give the number
    place: int | None = None  # where the mark of a table stands; that of a number is tried
    findings: tuple[Finding, ...] = ()

    @property
    def mark(self) -> str:
        """The mark without the comment around it."""
        head = "exactdice:" if self.place is None else "exactdice table:"
        return f"{head} {self.query} {self.options}".rstrip()


def of_number(match: Match, usual: Mapping[str, str]) -> Proposal:
    """The proposal for a number."""
    asked = [(one.query, options_text(one.question, usual)) for one in match.candidates]
    first, *others = asked
    marks = tuple(" ".join(one).rstrip() for one in others)
    why = "the text before it says so" if match.is_named else ""
    found = match.found
    return Proposal(found.span, found.text, *first, why, match.chance, marks)


def of_table(match: TableMatch, usual: Mapping[str, str]) -> Proposal:
    """The proposal for a table."""
    shape = match.shape
    words = [f"{name}={_labels_text(values)}" for name, values in match.words.items()]
    words.append(options_text(match.question, usual))
    sizes = {"header": shape.header, "labels": shape.labels}
    words += [f"{key}={size}" for key, size in sizes.items() if size != 1]
    words += ["kind=montecarlo n=unknown"] * match.is_estimate
    return Proposal(
        shape.span,
        f"a table of {match.agreeing + match.differing} numbers",
        "; ".join(match.queries),
        " ".join(filter(None, words)),
        f"{match.agreeing} of its numbers agree" + " nearly" * match.is_estimate,
        match.chance,
        place=shape.place,
    )


def _labels_text(values: Sequence[Answer]) -> str:
    """The labels as a mark writes them: a range where they go up by one."""
    whole = [value for value in values if isinstance(value, int)]
    if len(whole) == len(values) > 2:
        first = whole[0]
        last = whole[-1]
        if whole == list(range(first, last + 1)):
            return f"{first}..{last}"
    return ",".join(map(label_text, values))


def options_text(question: Question, usual: Mapping[str, str]) -> str:
    """The options that the mark must say: those of the question that are others than usual, by the
    document's head or by default.
    """
    words = [
        f'{key}="{text}"' if " " in text else f"{key}={text}"
        for key, text in question.written.items()
        if text != (usual[key] if key in usual else _default(question, key))
    ]
    # What the head says for the whole document and the question leaves open is said back.
    said = question.written.keys() | question.ranges.keys()
    known = options_in(question.node)
    for key, text in usual.items():
        default = _default(question, key)
        if key in known - said and default not in ("", text):
            words.append(f"{key}={default}")
    return " ".join(words)


def _default(question: Question, key: str) -> str:
    """The default of an option as it is written, "" where there is none."""
    # The game of a question is said, unless the document says it for all.
    for call in calls_in(question.node) if key != GAME else ():
        default = QUANTITIES[call.name].options_for(question.given).get(key)
        if default is not None:
            if not isinstance(default, tuple):
                return label_text(default)
            return ""
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
        word = "" if accepted else SUGGESTED
        return f"{self.before}{word}{self.proposal.mark}{self.after}"


def insertions(source: Source, kind: str, proposal: Proposal) -> Iterator[Insertion]:
    """The places where the mark may stand, the best first."""
    text = source.text
    _, at = proposal.span
    if proposal.place is not None:
        at = proposal.place
    # The end of the line, as the file writes it.
    end = source.line_end(at)
    has_return = text.startswith("\r\n", end) or (end == len(text) and "\r\n" in text)
    newline = "\r\n" if has_return else "\n"
    if proposal.place is not None:
        line = text[at:end]
        width = len(line) - len(line.lstrip(" \t>"))
        indent = line[:width]
        if kind == "markdown":
            gap = f"{newline}{indent.rstrip(' ')}{newline}"
            yield Insertion(at, f"{indent}<!-- ", f" -->{gap}", proposal)
        else:
            sign = "# " if kind == "csv" else f"{indent}% "
            yield Insertion(at, sign, newline, proposal)
        return
    # The end of the number, then the places after each closer behind it.
    last = at
    while last < len(text) and text[last] in CLOSERS.get(kind, ""):
        last += 1
    if kind == "markdown":
        inside = formulas_of(source, "markdown")
        for place in range(at, last + 1):
            # What closes a formula stands at its end.
            before = text[place - 1 : place]
            after = text[place : place + 1]
            in_code = before != "`" and after == "`"
            if inside(place) is None and not in_code and after != "$":
                yield Insertion(place, "<!-- ", " -->", proposal)
    for place in range(last, at - 1, -1) if kind == "latex" else ():
        rest = text[place:end]
        # A comment ends the line: what follows goes on on the next, a blank stays before it.
        if not rest.strip(" \t.,;:$)}"):
            gap = "" if rest.endswith((" ", "\t")) else " "
            yield Insertion(end, f"{gap}% ", "", proposal)
        else:
            yield Insertion(place + rest.startswith(" "), "% ", newline, proposal)


# --- proposals tried ------------------------------------------------------------------------------


def put_in(text: str, changes: Sequence[Insertion], accepted: bool) -> str:
    """The text with all of them."""
    parts = []
    at = 0
    for one in sorted(changes, key=lambda one: one.place):
        parts += [text[at : one.place], one.text(accepted)]
        at = one.place
    return "".join([*parts, text[at:]])


def accepted_by_reading(
    document: Document, kind: str, proposals: Sequence[Proposal]
) -> list[Insertion]:
    """The places of those proposals which, once accepted, are read as they are meant, with the
    findings on them.
    """
    source = document.source
    assert source is not None  # proposals are made for the text of a document
    ways = {k: list(insertions(source, kind, one)) for k, one in enumerate(proposals)}
    chosen = {k: places.pop(0) for k, places in ways.items() if places}
    while chosen:
        accepted = put_in(source.text, list(chosen.values()), accepted=True)
        try:
            read = document_from(Source(source.path, accepted))
        except ExactDiceError:
            return []
        claims = _claims_of(read, chosen)
        failed = []
        for k, own in claims.items():
            if not _is_meant(own, chosen[k].proposal, accepted):
                failed.append(k)
        if not failed:
            return _judged(read, chosen, claims)
        # Each round uses a place up, so there are few rounds.
        for k in failed:
            if ways[k]:
                chosen[k] = ways[k].pop(0)
            else:
                del chosen[k]
    return []


def _claims_of(read: Document, chosen: Mapping[int, Insertion]) -> dict[int, list[Claim]]:
    """The claims that each mark makes, by where its numbers stand when all marks are put in."""
    lengths = [(one.place, len(one.text(accepted=True))) for one in chosen.values()]
    claims: dict[int, list[Claim]] = {}
    for k, one in chosen.items():
        start, end = one.proposal.span
        start += sum(length for place, length in lengths if place <= start)
        end += sum(length for place, length in lengths if place < end)
        claims[k] = []
        for claim in read.claims:
            if claim.span and start <= claim.span[0] < end:
                claims[k].append(claim)
    return claims


def _is_meant(claims: Sequence[Claim], proposal: Proposal, text: str) -> bool:
    """Whether the mark binds the number that it is meant for, or all those of its table."""
    if not claims or any(claim.unclear for claim in claims):
        return False
    if proposal.place is not None:
        return True
    texts = [text[slice(*claim.span)] for claim in claims if claim.span]
    return len(texts) == 1 and proposal.text in texts[0]


def _judged(
    read: Document, chosen: Mapping[int, Insertion], claims: Mapping[int, Sequence[Claim]]
) -> list[Insertion]:
    """The insertions, their proposals with the findings of `verify`."""
    ours = tuple(claim for found in claims.values() for claim in found)
    findings = iter(verify(replace(read, claims=ours)))
    judged = []
    for k, found in claims.items():
        own = tuple(next(findings) for _ in found)
        insertion = chosen[k]
        proposal = replace(insertion.proposal, findings=own)
        judged.append(replace(insertion, proposal=proposal))
    return sorted(judged, key=lambda one: one.proposal.span)


def verdict_text(findings: Sequence[Finding]) -> str:
    """The verdicts with how many numbers have each; of one number what it is where it is wrong."""
    if len(findings) == 1:
        found = findings[0]
        if found.correct and found.verdict == Verdict.CONTRADICTED:
            return f"{found.verdict}: it is {found.correct}"
        return str(found.verdict)
    counts = Counter(found.verdict for found in findings)
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items())

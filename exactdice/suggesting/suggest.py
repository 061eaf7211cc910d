"""What `exactdice suggest` does with a document: its numbers, the questions, what agrees, and the
proposals as text, as a patch or as claims.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from ..argument_checks import a_path
from ..claims.claim import SUGGESTED, Claim, Document, Kind
from ..claims.entry import UNKNOWN
from ..documents.documents import PROPOSED, READERS, document_from, document_words
from ..documents.patch import unified_diff
from ..documents.uncovered import kind_of, uncovered
from ..errors import ClaimsError
from ..exact import printable, shown
from ..games.register import maker_named, options_of
from ..printed.source import Source, read_source
from .asking import Asker
from .chances import chance_text
from .matching import Matcher
from .numbers import Found, decimal_of, results_in, without_comments, words_of
from .proposals import (
    Insertion,
    Proposal,
    accepted_by_reading,
    as_claims,
    of_number,
    of_table,
    put_in,
    usual_options,
    verdict_text,
)
from .questions import PLAIN_DICE, Question, questions_about
from .shapes import Shape, shapes_in
from .subjects import is_said
from .tables import TableMatcher

MOST_NUMBERS = 5_000  # of a document that are looked at
PLAIN = (".txt", ".text")
BEFORE_TABLE, AFTER_TABLE = 1000, 100  # characters around a table that may say what it answers
BY_NUMBER = "equal by number only"
Watch = Callable[[int, int], None]


@dataclass(frozen=True)
class Suggestions:
    """The proposals for a document, and what was left."""

    source: Source
    insertions: tuple[Insertion, ...]
    by_number: tuple[Proposal, ...]  # of which the text says nothing: they are only listed
    numbers: int  # that no mark covers and that may be results
    looked_at: int
    left_out: int  # numbers that are no results
    tried: int  # questions
    refused: Mapping[str, int]  # questions by what they would cost
    late: int
    decimal: str | None  # the decimal mark of the document, where its numbers say

    @property
    def proposals(self) -> list[Proposal]:
        """What is proposed, in order."""
        return [one.proposal for one in self.insertions]

    @property
    def marked(self) -> int:
        """How many numbers the proposals are about."""
        return sum(len(one.findings) for one in self.proposals)


def suggest(
    path: Path,
    game: str,
    options: Mapping[str, str],
    asker: Asker | None = None,
    watch: Watch = lambda _done, _total: None,
) -> Suggestions:
    """Marks for the numbers of the document that no mark covers, by questions about this game.

    Raises `ClaimsError` for a file that cannot be read or is no document.
    """
    path = a_path(path)
    source, is_plain = _source(path), path.suffix.lower() in PLAIN
    document, words = document_from(source), document_words(source.path, source.text)
    usual, asker = usual_options(words), asker or Asker()
    free = list(uncovered(document))
    results = [one for one in free if not one.left_out]
    decimal = words.get("decimal") or decimal_of([one.text for one in free])
    questions = list(questions_about(game, {**_known(usual, game), **options}))
    matcher = Matcher(questions, asker)
    shapes = list(_free_shapes(document, decimal))
    if is_plain:
        shapes = [replace(one, can_be_marked=False) for one in shapes]
    numbers = list(results_in(source, results[:MOST_NUMBERS], decimal))
    # Numbers first, in half of the time, so that no table takes them theirs.
    beside = _outside(numbers, [one.span for one in shapes])
    found = list(_of_numbers(beside, matcher, usual, Fraction(1, 2), watch))
    found += _of_tables(source, shapes, questions, asker, usual)
    left = _outside(numbers, [one.span for one in found])
    found += _of_numbers(left, matcher, usual, Fraction(1), watch)
    proposals = [one for one in found if not one.is_by_number]
    if is_plain:
        placed = as_claims(document, proposals, decimal)
    else:
        placed = accepted_by_reading(document, kind_of(source), proposals)
    return Suggestions(
        source,
        tuple(placed),
        tuple(sorted((one for one in found if one.is_by_number), key=lambda one: one.span)),
        len(results),
        min(len(results), MOST_NUMBERS),
        len(free) - len(results),
        asker.tried,
        dict(asker.refused),
        asker.late,
        decimal,
    )


def _source(path: Path) -> Source:
    """The document; plain text is read as Markdown is."""
    suffix = path.suffix.lower()
    if suffix not in READERS and suffix not in PLAIN:
        known = ", ".join([*READERS, *PLAIN])
        raise ClaimsError(f"{path}: suggest reads {known}, got {shown(suffix or path.name)}")
    source = read_source(path)
    if PROPOSED in source.text:
        raise ClaimsError(
            f"{path}: holds proposals already: accept those that are right, by deleting the word "
            "`suggested`, and delete the others"
        )
    if suffix in PLAIN:
        return Source(path.with_suffix(".md"), source.text, source.marked)
    return source


def _known(usual: Mapping[str, str], game: str) -> dict[str, str]:
    """The options of the document's head that the game takes."""
    if game == PLAIN_DICE:
        return {}
    taken = options_of(maker_named(game))
    return {key: text for key, text in usual.items() if key in taken}


def _free_shapes(document: Document, decimal: str | None) -> Iterator[Shape]:
    """The tables that no mark binds."""
    assert document.source is not None  # it was read from its text
    spans = [*document.tables, *(claim.span for claim in document.claims if claim.span)]
    for shape in shapes_in(document.source, decimal):
        if not _touches(spans, *shape.span):
            yield shape


def _of_tables(
    source: Source,
    shapes: Sequence[Shape],
    questions: Sequence[Question],
    asker: Asker,
    usual: Mapping[str, str],
) -> Iterator[Proposal]:
    """The proposals for tables, by questions that the text around them says before others."""
    left = [*shapes]
    for is_by_number in (False, True):
        for shape in [*left]:
            words = _words_around(source, shape)
            asked = [one for one in questions if is_said(one.subjects, words) != is_by_number]
            if is_by_number:
                asked = [one for one in asked if not one.is_apart]
            match = None if asker.is_over() else TableMatcher(asked, asker).match(shape)
            if match is not None:
                left.remove(shape)
                yield from of_table(replace(match, is_by_number=is_by_number), usual)


def _words_around(source: Source, shape: Shape) -> frozenset[str]:
    start, end = shape.place, shape.span[1]
    around = source.text[max(start - BEFORE_TABLE, 0) : end + AFTER_TABLE]
    return words_of(without_comments(around))


def _touches(spans: Iterable[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of the places meets start..end."""
    return any(first < end and last > start for first, last in spans)


def _outside(numbers: Iterable[Found], spans: Sequence[tuple[int, int]]) -> list[Found]:
    """The numbers at none of these places."""
    return [one for one in numbers if not _touches(spans, *one.span)]


def _of_numbers(
    numbers: Sequence[Found],
    matcher: Matcher,
    usual: Mapping[str, str],
    part: Fraction,
    watch: Watch,
) -> Iterator[Proposal]:
    """The proposals for single numbers, by what is asked about them in this part of the time."""
    matcher.ask_about(numbers, part, watch)
    for found in numbers:
        match = matcher.match(found)
        if match is not None:
            yield of_number(match, usual)


# --- what is shown --------------------------------------------------------------------------------


def report_lines(found: Suggestions, path: Path) -> Iterator[str]:
    """`file:line:column: number   query   verdict; how unlikely`, then what was left."""
    for one in found.proposals:
        line, column = found.source.position(one.span[0])
        yield f"{path}:{line}:{column}: {' '.join(one.text.split())}   {one.mark}"
        yield f"    {reasons(one)}"
        yield from (f"    or {other}" for other in one.others)
    for one in found.by_number:
        line, column = found.source.position(one.span[0])
        yield f"{path}:{line}:{column}: {' '.join(one.text.split())}   {BY_NUMBER}: {one.asked}"
        yield f"    {reasons(one)}"
        yield from (f"    or {other}" for other in one.others)
    yield from summary_lines(found, path)


def reasons(proposal: Proposal) -> str:
    """The verdict on the mark once it is accepted, and how unlikely it is by chance."""
    chance = f"by chance at most {chance_text(proposal.chance)}"
    return "; ".join(filter(None, [verdict_text(proposal.findings), proposal.why, chance]))


def summary_lines(found: Suggestions, path: Path) -> Iterator[str]:
    """How many numbers have a proposal and how many have none; what was not tried."""
    yield (
        f"{path}: {len(found.proposals)} marks are proposed, for {found.marked} numbers; "
        f"{found.numbers} numbers have no mark, {found.left_out} more are left out as no results"
    )
    if found.by_number:
        yield f"{path}: {len(found.by_number)} more are {BY_NUMBER}, and are never written"
    if found.looked_at < found.numbers:
        yield f"{path}: only the first {found.looked_at} of these numbers were looked at"
    if found.refused:
        listed = ", ".join(sorted(found.refused)[:5])
        yield f"{path}: {sum(found.refused.values())} questions cost too much to try: {listed}"
    if found.late:
        yield f"{path}: {found.late} questions were not tried, as the time was over"


def patch_of(found: Suggestions) -> str:
    """The proposals as one unified diff, with what is said of each before it; "" without any.

    What stands before the first `---` is text to `git apply` and `patch`.
    """
    changes = [((one.place, one.place), one.text(accepted=False)) for one in found.insertions]
    if not changes:
        return ""
    diff = unified_diff(found.source, changes)
    said = [f"{one.text}: {one.query}: {reasons(one)}" for one in found.proposals]
    return "".join(f"# {printable(' '.join(line.split()))}\n" for line in said) + diff


def claims_of(found: Suggestions) -> str:
    """The proposals as a claims file (TOML) whose claims are comments until they are accepted."""
    lines = ["# Without `#suggested ` before its lines each of these is a claim:"]
    lines += ["# accept those that you mean, then check them with: exactdice verify FILE"]
    if found.decimal:
        lines += ["", "[document]", f"decimal = {json.dumps(found.decimal)}"]
    for one in found.proposals:
        for finding in one.findings:
            said = f"line {finding.claim.line}: {finding.verdict}; by chance at most"
            lines += ["", f"# {said} {chance_text(one.chance)}"]
            lines += [f"#{SUGGESTED}{line}" for line in _entry(finding.claim)]
    return "\n".join([*lines, ""])


def _entry(claim: Claim) -> Iterator[str]:
    """The lines of the claim in a claims file."""
    yield "[[claim]]"
    yield f"printed = {json.dumps(claim.printed.text)}"
    yield f"value = {json.dumps(claim.query)}"
    if claim.kind == Kind.MONTECARLO:
        yield 'kind = "montecarlo"'
        yield f"n = {claim.games or json.dumps(UNKNOWN)}"
    if claim.given:
        pairs = (f"{key} = {_toml(value)}" for key, value in claim.given.items())
        yield f"given = {{ {', '.join(pairs)} }}"


def _toml(value: object) -> str:
    return str(value) if isinstance(value, int) else json.dumps(str(value))


def written(found: Suggestions) -> str:
    """The document with all proposals, none of them accepted."""
    return put_in(found.source.text, found.insertions, accepted=False)

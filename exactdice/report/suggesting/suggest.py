"""What `exactdice suggest` does with a document: its numbers, the questions, what agrees, and the
proposals as text or as a patch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...exact.argument_checks import a_path
from ...exact.errors import ClaimsError
from ...exact.numbers import printable, shown
from ...query.games_by_name import maker_named, options_of
from ..claims.settings import HEAD
from ..documents.documents import PROPOSED, READERS, document_from, document_words
from ..documents.markdown_marks import without_comments
from ..documents.notebooks import SUFFIX as NOTEBOOK
from ..documents.patch import unified_diff
from ..documents.uncovered import kind_of, uncovered
from ..printed.markdown import Span
from ..printed.source import Source, read_source
from .chances import chance_text
from .matching import Matcher, TableMatcher
from .numbers import Found, decimal_of, results_in, shapes_in, words_of
from .proposals import (
    Insertion,
    Proposal,
    accepted_by_reading,
    of_number,
    of_table,
    put_in,
    verdict_text,
)
from .questions import PLAIN_DICE, Asker, is_said, questions_about

BEFORE_TABLE, AFTER_TABLE = 1000, 100  # characters around a table that may say what it answers
Watch = Callable[[int, int], None]


@dataclass(frozen=True)
class Suggestions:
    """The proposals for a document, and what was left."""

    source: Source
    insertions: tuple[Insertion, ...]
    numbers: int  # that no mark covers and that may be results
    left_out: int  # numbers that are no results
    refused: Mapping[str, int]  # questions by what they would cost
    late: int

    @property
    def proposals(self) -> list[Proposal]:
        """What is proposed, in order."""
        return [one.proposal for one in self.insertions]


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
    source = _source(a_path(path))
    document = document_from(source)
    words = document_words(source.path, source.text)
    asker = asker or Asker()
    # What the head says for all queries holds for the questions too, as far as the game takes it.
    usual = {key: text for key, text in words.items() if key not in HEAD}
    taken = () if game == PLAIN_DICE else options_of(maker_named(game))
    known = {key: text for key, text in usual.items() if key in taken}
    questions = list(questions_about(game, {**known, **options}))
    free = list(uncovered(document))
    results = [one for one in free if not one.left_out]
    decimal = words.get("decimal") or decimal_of([one.text for one in free])
    bound = [claim.span for claim in document.claims if claim.span]
    bound += document.tables
    tables = shapes_in(source, decimal)
    shapes = [one for one in tables if not _touches(bound, one.span)]
    numbers = list(results_in(source, results, decimal))
    matcher = Matcher(questions, asker)
    found = list[Proposal]()

    def propose(left: Sequence[Found], part: float) -> None:
        matcher.ask_about(left, part, watch)
        matches = map(matcher.match, left)
        found.extend(of_number(match, usual) for match in matches if match)

    # Numbers first, in half of the time, so that no table takes them theirs.
    propose(_outside(numbers, [one.span for one in shapes]), 0.5)
    for shape in shapes:
        start = max(shape.place - BEFORE_TABLE, 0)
        end = shape.span[1] + AFTER_TABLE
        around = words_of(without_comments(source.text[start:end]))
        said = [one for one in questions if is_said(one.subjects, around)]
        table = None if asker.is_over() else TableMatcher(said, asker).match(shape)
        found += [of_table(table, usual)] if table else []
    propose(_outside(numbers, [one.span for one in found]), 1)
    return Suggestions(
        source,
        tuple(accepted_by_reading(document, kind_of(source), found)),
        len(results),
        len(free) - len(results),
        dict(asker.refused),
        asker.late,
    )


def _source(path: Path) -> Source:
    """The document; one that holds proposals is refused."""
    suffix = path.suffix.lower()
    if suffix not in READERS or suffix == NOTEBOOK:
        known = ", ".join(one for one in READERS if one != NOTEBOOK)
        raise ClaimsError(f"{path}: suggest reads {known}, got {shown(suffix or path.name)}")
    source = read_source(path)
    if PROPOSED in source.text:
        raise ClaimsError(
            f"{path}: holds proposals already: accept those that are right, by deleting the word "
            "`suggested`, and delete the others"
        )
    return source


def _touches(spans: Iterable[Span], place: Span) -> bool:
    """Whether one of the places meets this one."""
    start, end = place
    return any(first < end and last > start for first, last in spans)


def _outside(numbers: Iterable[Found], spans: Sequence[Span]) -> list[Found]:
    """The numbers at none of these places."""
    return [one for one in numbers if not _touches(spans, one.span)]


# --- what is shown --------------------------------------------------------------------------------


def report_lines(found: Suggestions, path: Path) -> Iterator[str]:
    """`file:line:column: number   query   verdict; how unlikely`, then what was left."""
    for one in found.proposals:
        line, column = found.source.position(one.span[0])
        printed = " ".join(one.text.split())
        yield f"{path}:{line}:{column}: {printed}   {one.mark}"
        yield f"    {reasons(one)}"
        yield from (f"    or {other}" for other in one.others)
    yield from summary_lines(found, path)


def reasons(proposal: Proposal) -> str:
    """The verdict on the mark once it is accepted, and how unlikely it is by chance."""
    verdict = verdict_text(proposal.findings)
    chance = f"by chance at most {chance_text(proposal.chance)}"
    return "; ".join(filter(None, [verdict, proposal.why, chance]))


def summary_lines(found: Suggestions, path: Path) -> Iterator[str]:
    """How many numbers have a proposal and how many have none; what was not tried."""
    marked = sum(len(one.findings) for one in found.proposals)
    yield (
        f"{path}: {len(found.proposals)} marks are proposed, for {marked} numbers; "
        f"{found.numbers} numbers have no mark, {found.left_out} more are left out as no results"
    )
    if found.refused:
        listed = ", ".join(sorted(found.refused)[:5])
        count = sum(found.refused.values())
        yield f"{path}: {count} questions cost too much to try: {listed}"
    if found.late:
        yield f"{path}: {found.late} questions were not tried, as the time was over"


def patch_of(found: Suggestions) -> str:
    """The proposals as one unified diff, with what is said of each before it; "" without any.

    What stands before the first `---` is text to `git apply` and `patch`.
    """
    put_in_here = [(one.place, one.text(accepted=False)) for one in found.insertions]
    changes = [((place, place), text) for place, text in put_in_here]
    if not changes:
        return ""
    lines = []
    for proposal in found.proposals:
        said = f"{proposal.text}: {proposal.query}: {reasons(proposal)}"
        line = " ".join(said.split())
        lines.append(f"# {printable(line)}\n")
    return "".join(lines) + unified_diff(found.source, changes)


def written(found: Suggestions) -> str:
    """The document with all proposals, none of them accepted."""
    return put_in(found.source.text, found.insertions, accepted=False)

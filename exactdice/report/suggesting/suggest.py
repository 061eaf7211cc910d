"""The work of `exactdice suggest` on a document: its numbers, the questions, what agrees, and the
proposals as text or as a patch.

A proposal is a comment whose first word is `suggested`, so no mark: without that word it is one.
Each is tried: with all of them accepted the document is read as `verify` reads it, and only those
are proposed which then bind the number that they are meant for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from pathlib import Path

from ...exact.argument_checks import a_path
from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.numbers import printable, shown
from ...query.evaluate import GAME, calls_in, options_in
from ...query.games_by_name import maker_named, options_of
from ...query.words import QUANTITIES
from ...writeup.tables.table import label_text
from ..claims.claim import SUGGESTED, Claim, Document, Finding, Verdict
from ..claims.entry import HEAD
from ..claims.judging import verify
from ..documents.documents import PROPOSED, READERS, document_from, document_words
from ..documents.markdown_marks import without_comments
from ..documents.marks import Words
from ..documents.notebooks import SUFFIX as NOTEBOOK
from ..documents.uncovered import formulas_of, kind_of, uncovered
from ..documents.verification import unified_diff
from ..printed.source import Change, Source, Span, read_source, with_changes
from .matching import Matcher, TableMatch, TableMatcher
from .numbers import Shape, chance_text, decimal_of, results_in, shapes_in, words_of
from .questions import PLAIN_DICE, Asker, Question, Watch, is_said, questions_about

BEFORE_TABLE, AFTER_TABLE = 1000, 100  # characters around a table that may say what it answers
CLOSERS = {"markdown": "*_`$", "latex": "$"}  # markup that may stand between a number and its mark


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
        """The proposals in order."""
        return [one.proposal for one in self.insertions]


def suggest(
    path: Path,
    game: str,
    options: Words,
    asker: Asker | None = None,
    watch: Watch = lambda _done, _total: None,
) -> Suggestions:
    """Marks for the numbers of the document that no mark covers, by questions about this game.

    Raises `ClaimsError` for a file that cannot be read or is no document.
    """
    source = _read_unmarked(a_path(path))
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
    bound = [*(claim.span for claim in document.claims if claim.span), *document.tables]
    shapes = [one for one in shapes_in(source, decimal) if not _touches(bound, one.span)]
    numbers = list(results_in(source, results, decimal))
    matcher = Matcher(questions, asker)
    found = list[Proposal]()

    def propose(taken: Sequence[Span], part: float) -> None:
        left = [one for one in numbers if not _touches(taken, one.span)]
        matcher.ask_about(left, part, watch)
        for match in filter(None, map(matcher.match, left)):
            asked = [(one.query, options_text(one.question, usual)) for one in match.candidates]
            first, *others = asked
            why = "the text before it says so" if match.is_named else ""
            marks = tuple(" ".join(one).rstrip() for one in others)
            one = match.found
            found.append(Proposal(one.span, one.text, *first, why, match.chance, marks))

    # Numbers first, in half of the time, so that no table takes them theirs.
    propose([one.span for one in shapes], 0.5)
    for shape in shapes:
        start = max(shape.place - BEFORE_TABLE, 0)
        around = words_of(without_comments(source.text[start : shape.span[1] + AFTER_TABLE]))
        said = [one for one in questions if is_said(one.subjects, around)]
        table = [] if asker.is_over() else TableMatcher(said, asker).match(shape)
        found += [table_proposal(shape, table, usual)] if table else []
    propose([one.span for one in found], 1)
    return Suggestions(
        source,
        tuple(try_proposals(document, kind_of(source), found)),
        len(results),
        len(free) - len(results),
        dict(asker.refused),
        asker.late,
    )


def _read_unmarked(path: Path) -> Source:
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


# --- proposals ------------------------------------------------------------------------------------


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


def table_proposal(shape: Shape, matches: Sequence[TableMatch], usual: Words) -> Proposal:
    """The proposal for a table: one query, or one for each column."""
    first, words = matches[0], list[str]()
    for name, values in first.labels.items():
        whole = [value for value in values if isinstance(value, int)]
        # A range where the labels go up by one.
        if len(whole) == len(values) > 2 and whole == [*range(whole[0], whole[-1] + 1)]:
            words.append(f"{name}={whole[0]}..{whole[-1]}")
        else:
            words.append(f"{name}={','.join(map(label_text, values))}")
    words.append(options_text(first.asked.question, usual))
    sizes = {"header": shape.header, "labels": shape.labels}
    words += [f"{key}={size}" for key, size in sizes.items() if size != 1]
    return Proposal(
        shape.span,
        f"a table of {sum(one.numbers for one in matches)} numbers",
        "; ".join(one.asked.query for one in matches),
        " ".join(filter(None, words)),
        f"{sum(one.agreeing for one in matches)} of its numbers agree",
        max(one.chance for one in matches),
        place=shape.place,
    )


def options_text(question: Question, usual: Words) -> str:
    """The options that the mark must say: those of the question that are others than usual, by the
    document's head or by default.
    """
    words = [
        f'{key}="{text}"' if " " in text else f"{key}={text}"
        for key, text in question.written.items()
        if text != (usual[key] if key in usual else _default_text(question, key))
    ]
    # What the head says for the whole document and the question leaves open is said back.
    said = question.written.keys() | question.ranges.keys()
    known = options_in(question.node)
    for key, text in usual.items():
        default = _default_text(question, key)
        if key in known - said and default not in ("", text):
            words.append(f"{key}={default}")
    return " ".join(words)


def _default_text(question: Question, key: str) -> str:
    """The default of an option as it is written, "" where there is none."""
    # The game of a question is said, unless the document says it for all.
    for call in calls_in(question.node) if key != GAME else ():
        default = QUANTITIES[call.name].options_for(question.given).get(key)
        if default is not None:
            return "" if isinstance(default, tuple) else label_text(default)
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
        """The text that is put in: a mark, or what is none before it is accepted."""
        word = "" if accepted else SUGGESTED
        return f"{self.before}{word}{self.proposal.mark}{self.after}"


def insertions(source: Source, kind: str, proposal: Proposal) -> Iterator[Insertion]:
    """The places where the mark may stand, the best first."""
    text = source.text
    at = proposal.span[1] if proposal.place is None else proposal.place
    # The end of the line, as the file writes it.
    end = source.line_end(at)
    has_return = text.startswith("\r\n", end) or (end == len(text) and "\r\n" in text)
    newline = "\r\n" if has_return else "\n"
    if proposal.place is not None:
        line = text[at:end]
        indent = line[: len(line) - len(line.lstrip(" \t>"))]
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
            after = text[place : place + 1]
            in_code = after == "`" != text[place - 1 : place]
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


def _changes(insertions: Iterable[Insertion], accepted: bool) -> list[Change]:
    """The changes that put all of them into the text."""
    return [((one.place, one.place), one.text(accepted)) for one in insertions]


def try_proposals(document: Document, kind: str, proposals: Sequence[Proposal]) -> list[Insertion]:
    """The places of those proposals which, once accepted, are read as they are meant, with the
    findings on them.
    """
    source = document.source
    assert source is not None  # proposals are made for the text of a document
    ways = {k: list(insertions(source, kind, one)) for k, one in enumerate(proposals)}
    chosen = {k: places.pop(0) for k, places in ways.items() if places}
    while chosen:
        accepted = with_changes(source.text, _changes(chosen.values(), accepted=True))
        try:
            read = document_from(Source(source.path, accepted))
        except ExactDiceError:
            return []
        claims = _claims_meant(read, chosen, accepted)
        if all(claims.values()):
            findings = iter(verify(replace(read, claims=tuple(chain(*claims.values())))))
            judged = []
            for k, one in chosen.items():
                own = tuple(next(findings) for _ in claims[k])
                judged.append(replace(one, proposal=replace(one.proposal, findings=own)))
            return sorted(judged, key=lambda one: one.proposal.span)
        # Each round uses a place up, so there are few rounds.
        for k in [k for k, own in claims.items() if not own]:
            if ways[k]:
                chosen[k] = ways[k].pop(0)
            else:
                del chosen[k]
    return []


def _claims_meant(
    read: Document, chosen: Mapping[int, Insertion], text: str
) -> dict[int, list[Claim]]:
    """The claims that each mark makes where all marks are put into the text; none for one that does
    not bind the number that it is meant for, or all those of its table.
    """
    lengths = [(one.place, len(one.text(accepted=True))) for one in chosen.values()]
    claims = {}
    for k, one in chosen.items():
        proposal, (start, end) = one.proposal, one.proposal.span
        start += sum(length for place, length in lengths if place <= start)
        end += sum(length for place, length in lengths if place < end)
        own = [claim for claim in read.claims if claim.span and start <= claim.span[0] < end]
        texts = [text[slice(*claim.span)] for claim in own if claim.span]
        is_bound = proposal.place is not None or (len(own) == 1 and proposal.text in texts[0])
        claims[k] = own if is_bound and not any(claim.unclear for claim in own) else []
    return claims


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
    """The verdict on the mark once it is accepted, with how many numbers have each; of one number
    what it is where it is wrong. Then how unlikely it is by chance.
    """
    counts = Counter(found.verdict for found in proposal.findings)
    verdict = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    if len(proposal.findings) == 1:
        (found,) = proposal.findings
        is_wrong = found.correct and found.verdict == Verdict.CONTRADICTED
        verdict = f"{found.verdict}: it is {found.correct}" if is_wrong else str(found.verdict)
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
        yield f"{path}: {sum(found.refused.values())} questions cost too much to try: {listed}"
    if found.late:
        yield f"{path}: {found.late} questions were not tried, as the time was over"


def patch_of(found: Suggestions) -> str:
    """The proposals as one unified diff, with what is said of each before it; "" without any.

    What stands before the first `---` is text to `git apply` and `patch`.
    """
    if not found.insertions:
        return ""
    said = (f"{one.text}: {one.query}: {reasons(one)}" for one in found.proposals)
    lines = (f"# {printable(' '.join(text.split()))}\n" for text in said)
    return "".join(lines) + unified_diff(found.source, _changes(found.insertions, accepted=False))


def written(found: Suggestions) -> str:
    """The document with all proposals, none of them accepted."""
    return with_changes(found.source.text, _changes(found.insertions, accepted=False))

"""Documents read, verified, by workers too, and corrected by patches: what `exactdice verify` does
with its files.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import StringIO
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from ...exact.argument_checks import a_path, listed
from ...exact.errors import ClaimsError, ExactDiceError, SeveralErrors
from ...exact.files import named, read_bytes
from ...exact.numbers import Exact, Progress, printable, shown
from ...exact.session import in_session
from ...jobs.allowance import Allowance
from ...jobs.crew import Crew, Task
from ...jobs.worker import PRELOADED, Lost
from ...query.evaluate import calls_in, read_call, sorted_out
from ...solvers.stores.cache import Cache, key_of
from ..claims.claim import WRONG, Claim, Document, Finding, Verdict, options_text
from ..claims.judging import in_order, judge, judge_proved, together, verify, verify_proved
from ..claims.kept import (
    Parts,
    as_kept,
    finding_of,
    from_kept,
    may_be_kept,
    parts_of,
    question,
    reads_files,
)
from ..claims.printed_strategies import is_entry
from ..claims.printed_value import says_near_by_sign
from ..claims.references import resolved
from ..claims.values import LastValue
from ..printed.numbers import parse_printed
from ..printed.source import BOM, Change, Source, Span
from .documents import READERS, document_from, read_document
from .marked_numbers import preceding_text
from .marks import may_hold_marks

if TYPE_CHECKING:
    from ...jobs.cluster import Cluster

NONE_ACCEPTED = (
    "none has been accepted: delete the word `suggested` from those that say what is meant"
)


def read_documents(paths: Iterable[Path], skip_unmarked: bool = False) -> list[Document]:
    """The documents at these paths; one that claims nothing raises `ClaimsError`, or when it has no
    mark of any kind is left out.
    """
    documents = []
    for path in map(a_path, listed(paths, "the documents", "a list of paths")):
        if skip_unmarked and path.suffix.lower() in READERS:
            try:
                if not may_hold_marks(read_bytes(path)):
                    continue
            # Callers catch complaints about documents, of which an unreadable file is one.
            except ExactDiceError as error:
                raise ClaimsError(str(error)) from error
        documents.append(read_document(path))
    for document in documents:
        if not document.claims and not skip_unmarked:
            came = "marks, but none that claims a number" if document.has_marks else "no marks"
            if document.proposals:
                raise ClaimsError(
                    f"{document.path}: holds nothing but proposals ({len(document.proposals)}), "
                    f"and {NONE_ACCEPTED}"
                )
            raise ClaimsError(
                f"{document.path}: holds {came}, such as <!-- exactdice: EP(5) --> or "
                "\\exactly{EP(5)}{8.636}"
            )
    return [document for document in documents if document.has_marks or document.proposals]


def findings_in(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The findings on all claims of the document."""
    with in_session(folder=document.path.parent):
        return verify(document, progress)


def proved_findings_in(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The findings on all claims of the document, from solutions that the checker has accepted."""
    with in_session(folder=document.path.parent):
        return verify_proved(document, progress)


def patches(results: Sequence[tuple[Document, Sequence[Finding]]], strict: bool = False) -> str:
    """One unified diff for all documents, "" when nothing is to be corrected."""
    return "".join(patch(document, found, strict) for document, found in results)


# --- patches that correct wrong numbers -----------------------------------------------------------

# To be read and applied: the file itself is never written.
CONTEXT = 3  # lines around a change, as `diff -u` shows
NEAR = 40  # characters before a number that are looked at


def patch(document: Document, findings: Sequence[Finding], strict: bool = False) -> str:
    """The unified diff that corrects the wrong numbers, "" when there is nothing to correct.

    Estimates are left alone, since another sample is no correction, and so are claims files, whose
    numbers stand in another document, and what code printed, which it would print again.
    """
    source = document.source
    if source is None:
        return ""
    correct = {
        k: found.correct for k, found in enumerate(findings) if _corrects(source, found, strict)
    }
    # A cell may stand for several rows or columns, which do not all have the same number.
    texts: dict[Span | None, set[str | None]] = {}
    for k, claim in enumerate(document.claims):
        texts.setdefault(claim.span, set()).add(correct.get(k))
    spans = [claim.span for claim in document.claims]
    correct = {k: text for k, text in correct.items() if texts[spans[k]] == {text}}
    # What would not be read back as meant is left out rather than written wrong: in its formula
    # `$x--0.25$` is not. What is left is read again without those, since one correction may change
    # how another reads, until all of them hold together.
    while correct:
        placed = ((spans[k], text) for k, text in correct.items())
        # a cell may be claimed several times
        changes = list(dict.fromkeys((span, text) for span, text in placed if span))
        claims: tuple[Claim, ...] = ()
        with suppress(ClaimsError):
            claims = document_from(source.changed(changes)).claims
        held = {
            k: text for k, text in correct.items() if k < len(claims) and _says(claims[k], text)
        }
        # Each round drops a correction or is the last, so there are at most as many as corrections.
        if held == correct:
            return unified_diff(source, changes)
        correct = held
    return ""


def _corrects(source: Source, finding: Finding, strict: bool) -> bool:
    """Whether the number of the finding is wrong and can be replaced by the correct one."""
    claim = finding.claim
    correct = finding.correct
    is_wrong = finding.verdict in WRONG or (strict and finding.verdict == Verdict.TRUNCATED)
    is_written = bool(correct) and "..." not in correct  # and not shortened
    # How often something happens in N is said in words too, which no number replaces.
    is_number = not finding.estimate and claim.printed.per is None and not claim.doubt
    if not (is_wrong and is_written and is_number) or claim.span is None:
        return False
    # What its author took for near, as after ≈ or ca., is no slip of a digit.
    before = preceding_text(source, claim.span[0], NEAR)
    if claim.printed.is_approximate or says_near_by_sign(before):
        return False
    return source.written((claim.span, correct)) is not None


def _says(claim: Claim, correct: str) -> bool:
    """Whether the claim is on this number, by its value and by the decimals shown.

    The texts may differ, since the reader may see less of the markup than was written.
    """
    printed = claim.printed
    try:
        meant = parse_printed(correct, printed.mark.strip("{}"))
    except ClaimsError:
        return False
    return (printed.value, printed.places, claim.defect) == (meant.value, meant.places, "")


# --- the diff -------------------------------------------------------------------------------------


def unified_diff(source: Source, changes: Sequence[Change]) -> str:
    """The unified diff that replaces what stands at these places by texts, which may hold the ends
    of lines; `ClaimsError` where a patch cannot hold the file.
    """
    file = source.file
    if file.has_returns:
        raise ClaimsError(
            f"{file.path}: its lines end in a return alone, which a patch cannot hold: save the "
            "file with other line ends"
        )
    name = source.path.as_posix().lstrip("/")
    if printable(name) != name:
        raise ClaimsError(
            f"{source.path}: its name holds characters that the head of a patch cannot hold: "
            "give the file another name"
        )
    lines = _lines(file.text)
    changed = dict[int, str]()
    in_file = sorted(change for change in map(source.written, changes) if change)
    for (start, end), text in reversed(in_file):  # the last of a line first: places before hold
        number = file.line(start) - 1
        first = file.starts[number]
        line = changed.get(number, lines[number] if number < len(lines) else "")
        changed[number] = line[: start - first] + text + line[end - first :]
    return f"--- a/{name}\n+++ b/{name}\n" + "".join(_hunks(file, lines, changed))


def _lines(text: str) -> list[str]:
    """The lines with their ends, as a patch has them: no other sign than \\n ends one."""
    return StringIO(text, newline="\n").readlines()


def _hunks(file: Source, lines: list[str], changed: dict[int, str]) -> Iterator[str]:
    """The changed lines with those around them, in hunks that do not overlap."""
    added = 0  # lines by the hunks before
    groups: list[list[int]] = []
    for number in sorted(changed):
        if groups and number - groups[-1][-1] <= 2 * CONTEXT:
            groups[-1].append(number)
        else:
            groups.append([number])
    for group in groups:
        first = max(group[0] - CONTEXT, 0)
        end = min(group[-1] + CONTEXT + 1, len(lines))
        written = list[str]()
        for number in range(first, end):
            # The text was read without its byte order mark, but the file has it.
            mark = BOM if file.marked and number == 0 else ""
            written.append(("-" if number in changed else " ") + mark + lines[number])
            if number in changed:
                written += [f"+{line}" for line in _lines(mark + changed[number])]
        count = sum(line[0] != "-" for line in written)
        yield f"@@ -{first + 1},{end - first} +{first + 1 + added},{count} @@\n"
        added += count - (end - first)
        for line in written:
            yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"


# --- by a crew of workers, within limits ----------------------------------------------------------

# Each document is read, its claims are judged, its estimates judged together, every step a task of
# its own. What is beyond a limit costs its own verdict alone. What was found before, and is cached
# on the disk, is not asked again.


@dataclass(frozen=True)
class Wanted:
    """How documents are verified: from proofs alone, and whether those without marks are passed
    over.
    """

    proved: bool = False
    skip_unmarked: bool = False


@dataclass(frozen=True)
class Verified:
    """The outcome for a file: the findings on the claims of its document, or why it cannot be
    read; neither where it holds no marks and is passed over.
    """

    path: Path
    document: Document | None = None
    findings: tuple[Finding, ...] = ()
    complaints: tuple[str, ...] = ()


def verified(
    documents: Sequence[Path | Document],
    wanted: Wanted,
    allowance: Allowance,
    cache: Cache,
    prepare: Callable[[], None] | None = None,
    progress: Progress | None = None,
    stopped: Event | None = None,
    cluster: Cluster | None = None,
) -> Generator[Verified, None, None]:
    """The outcome for each of the files, or documents that were read, in their order, as soon as
    it is known.

    `prepare` makes a new process ready, as by loading a game. `progress` is told how many claims of
    those that were read are judged. What is not done when `stopped` is set is given up.
    With a `cluster` what reads no file is done there.
    """
    results = cache if may_be_kept() else Cache(None)
    files = [_Underway(document, wanted, results) for document in documents]
    waiting = {}
    yielded = done = claims = 0
    PRELOADED[__name__] = None
    with Crew(allowance, prepare, stopped, cluster=cluster) as crew:

        def submit(file: _Underway) -> None:
            entered = {file.steps[k].task: (file, k) for k in file.next_steps()}
            waiting.update(entered)
            crew.add(entered)

        for file in files:
            submit(file)
        for task, answer in crew.answers():
            file, k = waiting.pop(task)
            done = done - file.judged
            claims = claims - file.size
            file.take(k, answer)
            if file.left == 0:
                submit(file)
            done = done + file.judged
            claims = claims + file.size
            if progress:
                progress(done, claims)
            while yielded < len(files) and (outcome := files[yielded].outcome):
                yield outcome
                yielded += 1


@dataclass(frozen=True)
class _Plan:
    """A document and how its claims are judged: in which order, those of a group by one worker, and
    under which keys their findings are kept, None for those that are not.
    """

    document: Document
    order: tuple[int, ...]
    groups: tuple[str, ...]
    keys: tuple[str | None, ...]


class _Step(NamedTuple):
    """A task for a file, and the key under which its answer is kept."""

    task: Task
    key: str | None = None


class _Underway:
    """A file being verified: the steps of the phase that goes on, and their answers."""

    def __init__(self, given: Path | Document, wanted: Wanted, cache: Cache) -> None:
        self.given = given
        self.wanted = wanted
        self.cache = cache
        self.phases = self._phases()
        self.steps: list[_Step] = []
        self.answers: list[Any] | None = None
        self.left = 0  # steps of this phase that are not answered
        self.size = self.judged = 0  # claims, and those of them that are judged, as far as is known
        self.is_judging = False
        self.outcome: Verified | None = None  # once all is done

    def next_steps(self) -> list[int]:
        """The places of those steps of the next phase whose answers are not kept."""
        while self.left == 0 and self.outcome is None:
            try:
                self.steps = self.phases.send(self.answers)
            except StopIteration as ended:
                self.outcome = ended.value
                return []
            known = self.cache.found(step.key for step in self.steps if step.key)
            texts = (known.get(step.key or "") for step in self.steps)
            self.answers = [None if text is None else from_kept(text) for text in texts]
            self.left = self.answers.count(None)
            self.judged += self.is_judging * (len(self.steps) - self.left)
        return [k for k, answer in enumerate(self.answers or []) if answer is None]

    def take(self, k: int, answer: object) -> None:
        """Take the answer to this one of the steps in, and keep it where it may be kept."""
        assert self.answers is not None  # as steps were yielded
        self.answers[k] = answer
        self.left -= 1
        self.judged += self.is_judging
        key = self.steps[k].key
        text = as_kept(answer) if key and not isinstance(answer, Lost) else None
        if key and text is not None:
            self.cache.keep(key, text)

    def _phases(self) -> Generator[list[_Step], Any, Verified]:
        """The file is read, its claims are judged, and what needs all findings is done."""
        path = self.given.path if isinstance(self.given, Document) else self.given
        given = (self.given, self.wanted, self.cache.file is not None)
        (plan,) = yield [_Step(Task(plan_document, given, group=str(path), stays=True))]
        if isinstance(plan, Lost):
            return Verified(path, complaints=(f"{named(path)}: cannot be read: {plan.why}",))
        if not isinstance(plan, _Plan):
            return Verified(path, complaints=plan)
        claims = plan.document.claims
        self.size = len(claims)
        self.is_judging = True
        steps = []
        for k in plan.order:
            claim, group = claims[k], plan.groups[k]
            question = f"{group}\n{claim.ties}\n{claim.query}"
            argument = (path, claim, self.wanted.proved)
            task = Task(judge_claim, argument, group, question, stays=reads_files(claim))
            steps.append(_Step(task, plan.keys[k]))
        judged = yield steps
        self.is_judging = False
        found = {}
        for k, answer in zip(plan.order, judged, strict=True):
            if isinstance(answer, Lost):
                reason = _explain_loss(claims[k], answer)
                found[k] = Finding(claims[k], Verdict.UNCHECKED, reason=reason)
            else:
                found[k] = finding_of(answer, claims[k])
        yield from self._finishing(path, plan, found)
        return Verified(path, plan.document, tuple(found[k] for k in range(len(claims))))

    def _finishing(
        self, path: Path, plan: _Plan, found: dict[int, Finding]
    ) -> Generator[list[_Step], Any, None]:
        """All estimates are judged together, and all entries of optimal strategies."""
        alpha = plan.document.alpha
        groups = {
            "the estimates": sorted(k for k, finding in found.items() if finding.estimate),
            "the entries of strategies": sorted(k for k, one in found.items() if is_entry(one)),
        }
        kinds = [(what, places) for what, places in groups.items() if places]
        steps = []
        for what, places in kinds:
            task = Task(judge_together, ([found[k] for k in places], alpha), group=str(path))
            keys = list(filter(None, [plan.keys[k] for k in places]))
            key = key_of("\n".join([f"{what} {alpha}", *keys]))
            steps.append(_Step(task, key if len(keys) == len(places) else None))
        answers = yield steps
        for (what, places), answer in zip(kinds, answers, strict=True):
            for n, k in enumerate(places):
                claim = found[k].claim
                if isinstance(answer, Lost):
                    reason = f"{answer.why}: {what} together"
                    found[k] = Finding(claim, Verdict.UNCHECKED, reason=reason)
                else:
                    found[k] = finding_of(answer[n], claim)


def _explain_loss(claim: Claim, lost: Lost) -> str:
    """Why the claim is not checked, and the games that its query asks about, as far as they can be
    made.
    """
    games = dict[str, None]()
    with suppress(ExactDiceError):
        scope = sorted_out(claim.node, claim.given)
        for call in calls_in(claim.node):
            quantity, options, _ = read_call(call, scope)
            game = getattr(quantity.setting(**options), "game", None)
            if game is not None:
                games[shown(game)] = None
    return f"{lost.why}: {', '.join(games)}" if games else lost.why


# --- done by workers ------------------------------------------------------------------------------


def plan_document(argument: tuple[Path | Document, Wanted, bool]) -> _Plan | tuple[str, ...]:
    """The document at the path, or that was read, planned, or why it cannot be read; () where it
    has no marks and such are passed over.
    """
    given, wanted, is_cached = argument
    try:
        if isinstance(given, Document):
            documents = [given]
        else:
            documents = read_documents([given], wanted.skip_unmarked)
        if not documents:
            return ()
        document = resolved(documents[0])
    except SeveralErrors as error:
        return error.complaints
    except ExactDiceError as error:
        return (str(error),)
    groups = []
    keys = []
    for claim in document.claims:
        # What claims have in common that are about one game and tables of one folder.
        texts = [str(document.path.parent), *sorted(options_text(claim.given))]
        groups.append(sha256("\n".join(texts).encode(errors="surrogateescape")).hexdigest())
        asked_for = question(claim) if is_cached else None
        proved = f"proved {wanted.proved}\n{asked_for}"
        keys.append(None if asked_for is None else key_of(proved))
    return _Plan(document, tuple(in_order(document.claims)), tuple(groups), tuple(keys))


def judge_claim(argument: tuple[Path, Claim, bool]) -> Parts:
    """The parts of the finding on this claim of a document at the path, from proofs or not."""
    path, claim, is_proved = argument
    with in_session(folder=path.parent):
        value_of = _cached_value(path.parent)
        return parts_of(judge_proved(claim) if is_proved else judge(claim, value_of), claim)


@lru_cache(maxsize=1)
def _cached_value(_: Path) -> LastValue:
    """The last value that was asked for by a document of this folder: the claims of a table often
    ask for one again and again.
    """
    return LastValue()


def judge_together(argument: tuple[Sequence[Finding], Exact]) -> tuple[Parts, ...]:
    """The parts of these findings, judged together at this level."""
    findings, alpha = argument
    judged = together(findings, alpha)
    return tuple(
        parts_of(after, before.claim) for before, after in zip(findings, judged, strict=True)
    )

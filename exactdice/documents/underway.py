"""Documents verified by a crew of workers, within limits: each is read, its claims are judged and
its estimates judged together, every step a task of its own.

What is beyond a limit costs its own verdict alone. What was found before, and is kept on the disk,
is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from ..claims.claim import Claim, Document, options_text
from ..claims.judging import in_order, judge, judge_proved, together
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
from ..claims.references import resolved
from ..claims.settings import ALPHA
from ..claims.values import LastValue
from ..claims.verdict import Finding, Verdict
from ..errors import ExactDiceError, SeveralErrors
from ..exact import Exact, Progress, shown
from ..files import named
from ..games.strategy_table import tables_beside
from ..jobs.allowance import Allowance
from ..jobs.cache import Cache, key_of
from ..jobs.crew import Crew, Lost, Task
from ..queries.evaluate import calls_in, options_of, sorted_out
from ..queries.words import QUANTITIES
from .verification import read_documents

if TYPE_CHECKING:
    from ..jobs.cluster import Cluster

MOST_GAMES_NAMED = 3


@dataclass(frozen=True)
class Wanted:
    """How documents are verified: from proofs alone, and whether those without marks are passed
    over.
    """

    proved: bool = False
    skip_unmarked: bool = False


@dataclass(frozen=True)
class Verified:
    """What was found in a file: the findings on the claims of its document, or why it cannot be
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
    """What is found in each of the files, or documents that were read, in their order, as soon as
    it is known.

    `prepare` makes a new process ready, as by loading a game. `progress` is told how many claims of
    those that were read are judged. What is not done when `stopped` is set is given up.
    With a `cluster` what reads no file is done there.
    """
    kept = cache if may_be_kept() else Cache(None)
    files = [_Underway(document, wanted, kept) for document in documents]
    waiting: dict[Task, tuple[_Underway, _Step]] = {}
    done = claims = told = 0
    with Crew(allowance, prepare, [__name__], stopped, cluster=cluster) as crew:

        def begin(file: _Underway, steps: Iterable[_Step]) -> None:
            entered = {step.task: (file, step) for step in steps}
            waiting.update(entered)
            crew.add(entered)

        for file in files:
            begin(file, file.first_steps())
        for task, answer in crew.answers():
            file, step = waiting.pop(task)
            done, claims = done - len(file.found), claims - file.size
            begin(file, file.steps_after(step, answer))
            done, claims = done + len(file.found), claims + file.size
            if progress:
                progress(done, claims)
            while told < len(files) and (outcome := files[told].outcome):
                yield outcome
                told += 1


@dataclass(frozen=True)
class _Plan:
    """A document and how its claims are judged: in which order, those of a group by one worker, and
    under which keys their findings are kept, None for those that are not.
    """

    document: Document | None = None
    order: tuple[int, ...] = ()
    groups: tuple[str, ...] = ()
    keys: tuple[str | None, ...] = ()


class _Step(NamedTuple):
    """A task for a file, what takes its answer in, and the key under which that is kept."""

    task: Task
    take: Callable[[object], None]
    key: str | None = None


class _Underway:
    """A file being verified, in three phases: it is read, its claims are judged, and what needs all
    findings is done.
    """

    def __init__(self, asked: Path | Document, wanted: Wanted, cache: Cache) -> None:
        self.asked, self.wanted, self.cache = asked, wanted, cache
        self.path = asked.path if isinstance(asked, Document) else asked
        self.document: Document | None = None
        self.plan = _Plan()
        self.complaints: tuple[str, ...] = ()
        self.found: dict[int, Finding] = {}  # by the places of their claims
        self.outcome: Verified | None = None  # once all is done
        self._later = iter((self._judging, self._finishing))
        self._open = 0  # steps of this phase that are not answered

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, once they are read."""
        return self.document.claims if self.document else ()

    @property
    def size(self) -> int:
        """How many claims the file has, as far as is known."""
        return len(self.claims)

    def first_steps(self) -> list[_Step]:
        """The reading."""
        self._open = 1
        is_kept = self.cache.file is not None
        task = Task(_read, (self.asked, self.wanted, is_kept), group=str(self.path), stays=True)
        return [_Step(task, self._take_document)]

    def steps_after(self, step: _Step, answer: object) -> list[_Step]:
        """What is to be done after this answer: nothing, or the steps of the next phase."""
        step.take(answer)
        if step.key and not isinstance(answer, Lost):
            self._keep(step.key, answer)
        self._open -= 1
        return [] if self._open else self._next_steps()

    def _next_steps(self) -> list[_Step]:
        for phase in self._later:
            steps = self._not_known(phase())
            if steps:
                self._open = len(steps)
                return steps
        findings = tuple(self.found[k] for k in range(self.size))
        self.outcome = Verified(self.path, self.document, findings, self.complaints)
        return []

    # --- what is kept -----------------------------------------------------------------------------

    def _not_known(self, steps: Sequence[_Step]) -> list[_Step]:
        """Those of the steps whose answers are not kept; the answers to the others are taken."""
        known = self.cache.found(step.key for step in steps if step.key)
        left = []
        for step in steps:
            answer = from_kept(known[step.key]) if step.key in known else None
            if answer is None:
                left.append(step)
            else:
                step.take(answer)
        return left

    def _keep(self, key: str, answer: object) -> None:
        text = as_kept(answer)
        if text is not None:
            self.cache.keep(key, text)

    def _key(self, asked: str, *places: int) -> str | None:
        """The key of what is asked of these claims together; None where the answer cannot be
        kept.
        """
        keys = [self.plan.keys[k] for k in places]
        return None if None in keys else key_of("\n".join([asked, *filter(None, keys)]))

    # --- the phases -------------------------------------------------------------------------------

    def _take_document(self, answer: object) -> None:
        if isinstance(answer, _Plan):
            self.document, self.plan = answer.document, answer
        elif isinstance(answer, Lost):
            self.complaints = (f"{named(self.path)}: cannot be read: {answer.why}",)
        elif isinstance(answer, tuple):
            self.complaints = answer

    def _judging(self) -> list[_Step]:
        """The judging of each claim."""
        work = _judge_proved if self.wanted.proved else _judge
        steps = []
        for k in self.plan.order:
            claim, group = self.claims[k], self.plan.groups[k]
            asked = f"{group}\n{claim.ties}\n{claim.query}"
            task = Task(work, (self.path, claim), group, asked, stays=reads_files(claim))
            steps.append(_Step(task, partial(self._take_finding, k), self.plan.keys[k]))
        return steps

    def _take_finding(self, k: int, answer: object) -> None:
        claim = self.claims[k]
        if isinstance(answer, Lost):
            self.found[k] = Finding(claim, Verdict.UNCHECKED, reason=_over(claim, answer))
        elif isinstance(answer, tuple):
            self.found[k] = finding_of(answer, claim)

    def _finishing(self) -> list[_Step]:
        """The judging of the estimates together, and of the entries of optimal strategies."""
        findings = [self.found[k] for k in range(self.size)]
        sampled = [k for k, finding in enumerate(findings) if finding.estimate]
        entries = [k for k, finding in enumerate(findings) if is_entry(finding)]
        groups = {"the estimates": sampled, "the entries of strategies": entries}
        return [self._of_several(what, k) for what, k in groups.items() if k]

    def _of_several(self, what: str, places: list[int]) -> _Step:
        findings = [self.found[k] for k in places]
        alpha = self.document.alpha if self.document else ALPHA
        task = Task(_together, (findings, alpha), group=str(self.path))
        key = self._key(f"{what} {alpha}", *places)
        return _Step(task, partial(self._take_several, what, places), key)

    def _take_several(self, what: str, places: list[int], answer: object) -> None:
        if isinstance(answer, Lost):
            reason = f"{answer.why}: {what} together"
            for k in places:
                self.found[k] = Finding(self.claims[k], Verdict.UNCHECKED, reason=reason)
        elif isinstance(answer, tuple):
            told = zip(places, answer, strict=True)
            self.found |= {k: finding_of(parts, self.claims[k]) for k, parts in told}


def _over(claim: Claim, lost: Lost) -> str:
    """Why the claim is not checked, and the game it is about."""
    games = dict.fromkeys(_games_of(claim))
    if not games:
        return lost.why
    return f"{lost.why}: {', '.join(islice(games, MOST_GAMES_NAMED))}"


def _games_of(claim: Claim) -> Iterator[str]:
    """The games that the claim's query asks about, as far as they can be made."""
    with suppress(ExactDiceError):
        options, bindings = sorted_out(claim.node, claim.given)
        for call in calls_in(claim.node):
            setting = QUANTITIES[call.name].setting(**options_of(call, options, bindings))
            game = getattr(setting, "game", None)
            if game is not None:
                yield shown(game)


# --- done by workers ------------------------------------------------------------------------------


def _read(asked: tuple[Path | Document, Wanted, bool]) -> _Plan | tuple[str, ...]:
    """The document at the path, or that was read, planned, or why it cannot be read; () where it
    has no marks and such are passed over.
    """
    what, wanted, is_kept = asked
    try:
        if isinstance(what, Document):
            documents = [what]
        else:
            documents = read_documents([what], wanted.skip_unmarked)
        if not documents:
            return ()
        return _planned(resolved(documents[0]), wanted, is_kept)
    except SeveralErrors as error:
        return error.complaints
    except ExactDiceError as error:
        return (str(error),)


def _planned(document: Document, wanted: Wanted, is_kept: bool) -> _Plan:
    """The plan of the document. It is made here, since options may be long and claims many."""
    claims = document.claims
    groups = (_group(document.path.parent, claim) for claim in claims)
    keys = (_key_of(claim, wanted) if is_kept else None for claim in claims)
    return _Plan(document, tuple(in_order(claims)), tuple(groups), tuple(keys))


def _group(folder: Path, claim: Claim) -> str:
    """What claims have in common that are about one game and tables of one folder."""
    texts = [str(folder), *sorted(options_text(claim.given))]
    return sha256("\n".join(texts).encode(errors="surrogateescape")).hexdigest()


def _key_of(claim: Claim, wanted: Wanted) -> str | None:
    asked = question(claim)
    return None if asked is None else key_of(f"proved {wanted.proved}\n{asked}")


def _judge(asked: tuple[Path, Claim]) -> Parts:
    path, claim = asked
    with tables_beside(path):
        return parts_of(judge(claim, _values_in(path.parent)), claim)


@lru_cache(maxsize=1)
def _values_in(_: Path) -> LastValue:
    """The last value that was asked for by a document of this folder: the claims of a table often
    ask for one again and again.
    """
    return LastValue()


def _judge_proved(asked: tuple[Path, Claim]) -> Parts:
    path, claim = asked
    with tables_beside(path):
        return parts_of(judge_proved(claim), claim)


def _together(asked: tuple[Sequence[Finding], Exact]) -> tuple[Parts, ...]:
    findings, alpha = asked
    judged = together(findings, alpha)
    return tuple(
        parts_of(after, before.claim) for before, after in zip(findings, judged, strict=True)
    )

"""Documents verified by a crew of workers, within limits: each is read, its claims are judged, its
estimates judged together, every step a task of its own.

What is beyond a limit costs its own verdict alone. What was found before, and is kept on the disk,
is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from ...exact.errors import ExactDiceError, SeveralErrors
from ...exact.files import named
from ...exact.numbers import Exact, Progress, shown
from ...exact.session import in_session
from ...jobs.allowance import Allowance
from ...jobs.crew import Crew, Task
from ...jobs.worker import Lost
from ...query.evaluate import calls_in, read_call, sorted_out
from ...solvers.stores.cache import Cache, key_of
from ..claims.claim import Claim, Document, Finding, Verdict, options_text
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
from ..claims.values import LastValue
from .verification import read_documents

if TYPE_CHECKING:
    from ...jobs.cluster import Cluster


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
    waiting = {}
    told = done = claims = 0
    with Crew(allowance, prepare, [__name__], stopped, cluster=cluster) as crew:

        def go_on(file: _Underway) -> None:
            entered = {file.steps[k].task: (file, k) for k in file.next_steps()}
            waiting.update(entered)
            crew.add(entered)

        for file in files:
            go_on(file)
        for task, answer in crew.answers():
            file, k = waiting.pop(task)
            done = done - file.judged
            claims = claims - file.size
            file.take(k, answer)
            if file.left == 0:
                go_on(file)
            done = done + file.judged
            claims = claims + file.size
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

    def __init__(self, asked: Path | Document, wanted: Wanted, cache: Cache) -> None:
        self.asked = asked
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
        assert self.answers is not None  # as steps were told
        self.answers[k] = answer
        self.left -= 1
        self.judged += self.is_judging
        key = self.steps[k].key
        text = as_kept(answer) if key and not isinstance(answer, Lost) else None
        if key and text is not None:
            self.cache.keep(key, text)

    def _phases(self) -> Generator[list[_Step], Any, Verified]:
        """The file is read, its claims are judged, and what needs all findings is done."""
        path = self.asked.path if isinstance(self.asked, Document) else self.asked
        asked = (self.asked, self.wanted, self.cache.file is not None)
        (plan,) = yield [_Step(Task(_read, asked, group=str(path), stays=True))]
        if isinstance(plan, Lost):
            return Verified(path, complaints=(f"{named(path)}: cannot be read: {plan.why}",))
        if not isinstance(plan, _Plan):
            return Verified(path, complaints=plan)
        document = plan.document
        claims = plan.document.claims
        self.size = len(claims)
        self.is_judging = True
        steps = []
        for k in plan.order:
            claim = claims[k]
            group = plan.groups[k]
            question = f"{group}\n{claim.ties}\n{claim.query}"
            argument = (path, claim, self.wanted.proved)
            task = Task(_judge, argument, group, question, stays=reads_files(claim))
            steps.append(_Step(task, plan.keys[k]))
        judged = yield steps
        self.is_judging = False
        found = {}
        for k, answer in zip(plan.order, judged, strict=True):
            if isinstance(answer, Lost):
                found[k] = Finding(claims[k], Verdict.UNCHECKED, reason=_over(claims[k], answer))
            else:
                found[k] = finding_of(answer, claims[k])
        yield from self._finishing(path, plan, found)
        return Verified(path, document, tuple(found[k] for k in range(len(claims))))

    def _finishing(
        self, path: Path, plan: _Plan, found: dict[int, Finding]
    ) -> Generator[list[_Step], Any, None]:
        """All estimates are judged together, and all entries of optimal strategies."""
        claims = plan.document.claims
        alpha = plan.document.alpha

        def key(asked: str, places: Sequence[int]) -> str | None:
            """The key of what is asked of these claims together."""
            keys = [plan.keys[k] for k in places]
            return None if None in keys else key_of("\n".join([asked, *filter(None, keys)]))

        groups = {
            "the estimates": [k for k, finding in found.items() if finding.estimate],
            "the entries of strategies": [k for k, one in found.items() if is_entry(one)],
        }
        groups = {what: sorted(places) for what, places in groups.items() if places}
        steps = []
        for what, places in groups.items():
            task = Task(_together, ([found[k] for k in places], alpha), group=str(path))
            steps.append(_Step(task, key(f"{what} {alpha}", places)))
        answers = yield steps
        for (what, places), answer in zip(groups.items(), answers, strict=True):
            for n, k in enumerate(places):
                if isinstance(answer, Lost):
                    reason = f"{answer.why}: {what} together"
                    found[k] = Finding(claims[k], Verdict.UNCHECKED, reason=reason)
                else:
                    found[k] = finding_of(answer[n], claims[k])


def _over(claim: Claim, lost: Lost) -> str:
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
        asked_for = question(claim) if is_kept else None
        proved = f"proved {wanted.proved}\n{asked_for}"
        keys.append(None if asked_for is None else key_of(proved))
    return _Plan(document, tuple(in_order(document.claims)), tuple(groups), tuple(keys))


def _judge(asked: tuple[Path, Claim, bool]) -> Parts:
    path, claim, is_proved = asked
    with in_session(folder=path.parent):
        values = _values_in(path.parent)
        return parts_of(judge_proved(claim) if is_proved else judge(claim, values), claim)


@lru_cache(maxsize=1)
def _values_in(_: Path) -> LastValue:
    """The last value that was asked for by a document of this folder: the claims of a table often
    ask for one again and again.
    """
    return LastValue()


def _together(asked: tuple[Sequence[Finding], Exact]) -> tuple[Parts, ...]:
    findings, alpha = asked
    judged = together(findings, alpha)
    return tuple(
        parts_of(after, before.claim) for before, after in zip(findings, judged, strict=True)
    )

"""Entries computed anew by a crew of workers, and compared with what is recorded."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from ..exact import Progress, shown
from ..jobs.allowance import Allowance
from ..jobs.crew import Crew, Lost, Task
from ..words.written import as_written
from .entry import Entry, option_words
from .recorded import Computed, computed
from .written import answer_fields, proof_fields

NOT_RECORDED = "nothing"


@dataclass(frozen=True)
class Outcome:
    """What came of an entry: what was computed, or why nothing was."""

    entry: Entry
    found: Computed | None
    why: str = ""

    @property
    def differences(self) -> tuple[str, ...]:
        """A line for each thing that is not as recorded."""
        return () if self.found is None else tuple(_differences(self.entry, self.found))

    @property
    def status(self) -> int:
        """0 all is as recorded, 1 something differs, 2 it could not be computed."""
        if self.found is None:
            return 2
        return 1 if self.differences else 0


def all_computed(
    entries: Sequence[Entry],
    allowance: Allowance,
    with_proofs: bool = False,
    progress: Progress | None = None,
) -> Generator[Outcome, None, None]:
    """The outcome of each entry, in their order, as soon as it is known; `progress` is told how
    many are done.
    """
    asked = {Task(_computed, (entry, with_proofs), _group(entry)): entry for entry in entries}
    done = dict[str, Outcome]()
    told = 0
    with Crew(allowance, preloaded=[__name__]) as crew:
        crew.add(asked)
        for task, answer in crew.answers():
            entry = asked[task]
            done[entry.id] = _outcome(entry, answer)
            if progress:
                progress(len(done), len(entries))
            while told < len(entries) and entries[told].id in done:
                yield done[entries[told].id]
                told += 1


def _group(entry: Entry) -> str:
    """What entries have in common that are about one game, which one worker solves once."""
    return " ".join(sorted(option_words(entry.options))) or entry.id


def _computed(asked: tuple[Entry, bool]) -> Computed:
    """What a worker finds of the entry."""
    return computed(*asked)


def _outcome(entry: Entry, answer: object) -> Outcome:
    if isinstance(answer, Computed):
        return Outcome(entry, answer)
    why = answer.why if isinstance(answer, Lost) else shown(answer)
    return Outcome(entry, None, why)


# --- what differs ---------------------------------------------------------------------------------


def _differences(entry: Entry, found: Computed) -> Iterator[str]:
    if entry.answer is None:
        yield f"nothing is recorded: exactdice catalogue record {entry.id}"
        return
    yield from _between(dict(answer_fields(entry.answer)), dict(answer_fields(found.answer)))
    said = ((one.verdict, one.correct) for one in entry.printed)
    for printed, then, now in zip(entry.printed, said, found.judged, strict=True):
        if then != now:
            what = f"the printed {shown(printed.number)} is"
            yield f"{what} recorded as {_verdict(then)}, computed as {_verdict(now)}"
    if found.proof_file is not None:
        recorded = dict(proof_fields(entry.proof_file))
        yield from _between(recorded, dict(proof_fields(found.proof_file)))


def _between(recorded: dict[str, object], computed: dict[str, object]) -> Iterator[str]:
    """The fields that are not the same."""
    for key, now in computed.items():
        then = recorded.get(key)
        if then != now:
            yield f"{key} is recorded as {_text(then)}, computed as {_text(now)}"


def _text(value: object) -> str:
    if value is None or value == "":
        return NOT_RECORDED
    if isinstance(value, bool):
        return as_written(value)
    return value if isinstance(value, str) else shown(value)


def _verdict(said: tuple[str, str]) -> str:
    verdict, correct = said
    return f"{verdict or NOT_RECORDED}{f' (correct: {correct})' if correct else ''}"

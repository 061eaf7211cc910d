"""Looking at many states on several cores: processes that are copies of this one do a part each, or
workers on other machines.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from types import TracebackType

from ..exact import as_whole
from ..game import Game, State
from ..jobs.allowance import Allowance, cores
from ..jobs.crew import Crew, Task
from ..jobs.worker import is_forking
from ..optional import is_pure
from .compiling import BLOCK, Compiler, Part

SLOW = 1.0  # seconds on one core from which several are asked
MOST_BLOCKS = 32  # in a part
# The games that processes were begun to look at, by their ids, which their copies have inherited.
KNOWN: dict[int, Game] = {}
ELSEWHERE = 64  # workers for which states are parted; a crew of others says not how many it has
FOREVER = 10**7  # seconds, and megabytes: work that is part of a solver has the limits of that


# What makes the crew that looks at states, where that is no crew of this machine. It is ambient, as
# a game is explored in the midst of what is asked of it; the terminal alone sets it.
_crews: ContextVar[Callable[[Allowance], Crew] | None] = ContextVar("crews", default=None)


@contextmanager
def looked_at_by(crews: Callable[[Allowance], Crew]) -> Iterator[None]:
    """While this lasts, many states that take long are looked at by such a crew, to which the rules
    and the states are sent.
    """
    token = _crews.set(crews)
    try:
        yield
    finally:
        _crews.reset(token)


class Parts:
    """The cores that look at states, on leaving the `with` block none."""

    def __init__(self, game: Game, jobs: int | None) -> None:
        self.game = game
        self.is_asked_for = jobs is not None
        self.jobs = _usual_jobs(game) if jobs is None else as_whole(jobs, "jobs", 1)
        self._crews = _crews.get() if is_pure(game) else None
        self.began = monotonic()
        self._crew: Crew | None = None

    def __enter__(self) -> Parts:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        KNOWN.pop(id(self.game), None)
        if self._crew is not None:
            self._crew.__exit__(kind, error, trace)

    def worth_it(self, done: int, waiting: int) -> bool:
        """Whether several cores should look at those that wait, when so many are done."""
        is_begun = self._crews is not None or self._crew is not None
        has_several = is_begun or (self.jobs > 1 and is_forking())
        if waiting < 2 * BLOCK or not has_several:
            return False
        return self.is_asked_for or waiting * (monotonic() - self.began) > SLOW * done > 0

    def of(self, states: Sequence[State]) -> Iterator[tuple[Sequence[State], Part | None]]:
        """The states in parts, in their order, each with what was found of it; None where a rule
        fails there or an answer cannot be handed over.
        """
        blocks = len(states) // BLOCK // (4 * (self.jobs if self._crews is None else ELSEWHERE))
        size = BLOCK * max(1, min(MOST_BLOCKS, blocks))
        parts = [states[k : k + size] for k in range(0, len(states), size)]
        tasks = list(map(self._task, parts))
        answers: dict[int, object] = {}
        given = iter(self._answers(tasks))
        for some, task in zip(parts, tasks, strict=True):
            while id(task) not in answers:
                answered, answer = next(given)
                answers[id(answered)] = answer
            part = answers.pop(id(task))
            yield some, part if isinstance(part, Part) else None

    def _task(self, states: Sequence[State]) -> Task:
        if self._crews is None:
            return Task(_looked_at, (id(self.game), states))
        return Task(_looked_at_elsewhere, (self.game, states))

    def _answers(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, object]]:
        if self._crew is None:
            # Those who look at states are copies of this process, and so know the game.
            KNOWN[id(self.game)] = self.game
            self._crew = (self._crews or Crew)(Allowance(self.jobs, FOREVER, FOREVER))
        self._crew.forget()
        self._crew.add(tasks)
        return self._crew.answers()


def _usual_jobs(game: Game) -> int:
    """How many processes look at states when nobody says."""
    # A process that others began leaves the other cores to those.
    is_first = multiprocessing.parent_process() is None
    return cores() if is_first and is_pure(game) else 1


def _looked_at(asked: tuple[int, Sequence[State]]) -> Part:
    """What is found of the states, in a process that knows the game."""
    number, states = asked
    return _looked_at_elsewhere((KNOWN[number], states))


def _looked_at_elsewhere(asked: tuple[Game, Sequence[State]]) -> Part:
    """What is found of the states of the game."""
    game, states = asked
    compiler = Compiler(game)
    for state in states:
        compiler.look_at(state)
    return compiler.part()

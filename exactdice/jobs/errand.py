"""One task for one worker: its result, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, Generic, TypeVar, cast

from ..errors import ExactDiceError, SeveralErrors
from ..exact import Progress
from .allowance import Allowance
from .crew import Crew, Lost, Task

Argument = TypeVar("Argument")
Result = TypeVar("Result")


def within(
    allowance: Allowance,
    work: Callable[[Argument], Result],
    argument: Argument,
    stopped: Event | None = None,
    preloaded: Sequence[str] = (),
    progress: Progress | None = None,
) -> Result:
    """The result of the work, a function of a module, done in another process.

    Raises `ExactDiceError` saying which limit it passed, or that it was `stopped`, by another
    thread; and with its text the `ExactDiceError` that the work raises. A new interpreter, where
    the process is not forked, has these modules `preloaded`. `progress` is told what the work says
    by `telling`.

    >>> within(Allowance(), abs, -2)
    2
    """
    with Crew(allowance, None, preloaded, stopped, progress) as crew:
        crew.add([Task(_outcome, (work, argument))])
        ((_, answer),) = crew.answers()
    if isinstance(answer, Lost | _Refused):
        raise ExactDiceError(answer.why)
    return cast(_Done[Result], answer).result


@dataclass(frozen=True)
class _Done(Generic[Result]):
    """What the work returned."""

    result: Result


@dataclass(frozen=True)
class _Refused:
    """What the work complained of."""

    why: str


def _outcome(asked: tuple[Callable[[Any], Result], object]) -> _Done[Result] | _Refused:
    work, argument = asked
    try:
        return _Done(work(argument))
    except SeveralErrors as error:
        return _Refused("; ".join(error.complaints))
    except ExactDiceError as error:
        return _Refused(str(error))

"""Tasks that wait for a worker, in groups, and what is known of those that went wrong."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, eq=False)
class Task:
    """A function of a module, which returns a result that can be sent, and its argument.

    Tasks of a `group` share what they compute, so that one worker does them; those of a `question`
    are beyond a limit together. One that `stays` reads files of this machine, or runs code that is
    on it alone.
    """

    work: Callable[[Any], Any]
    argument: object
    group: str = ""
    question: str = ""
    stays: bool = False


@dataclass(frozen=True)
class Lost:
    """Why a task has no result; whether no other task of its question will have one."""

    why: str
    is_of_question: bool = field(default=False, compare=False)


class Waiting:
    """Tasks by their groups, in the order they came; the first of many is found at once.

    >>> waiting = Waiting()
    >>> waiting.add([Task(abs, -1, "a"), Task(abs, -2, "b"), Task(abs, -3, "a")])
    >>> waiting.next_group("", taken={"a"})
    'b'
    >>> [task.argument for task in waiting.batch("a", 9)[0]]
    [-1, -3]
    """

    def __init__(self) -> None:
        self._groups = OrderedDict[str, deque[Task]]()
        self._tries: dict[Task, int] = {}
        self._hopeless: dict[str, Lost] = {}  # questions that were beyond a limit

    def __bool__(self) -> bool:
        return bool(self._groups)

    def __contains__(self, group: str) -> bool:
        return group in self._groups

    def size(self, group: str) -> int:
        """How many tasks of the group wait."""
        return len(self._groups.get(group, ()))

    def add(self, tasks: Iterable[Task]) -> None:
        """Let these wait, too."""
        for task in tasks:
            self._groups.setdefault(task.group, deque()).append(task)

    def again(self, group: str, tasks: Iterable[Task]) -> None:
        """Let these wait before all others of the group."""
        left = [*tasks]
        if left:
            self._groups.setdefault(group, deque()).extendleft(reversed(left))

    def all_taken(self) -> list[Task]:
        """All tasks, of which none waits any more."""
        left = [task for tasks in self._groups.values() for task in tasks]
        self._groups.clear()
        return left

    def next_group(self, last: str, taken: Collection[str]) -> str:
        """The group whose tasks are to be given out next, to who was last at that other one: its
        own, else one that is not taken, else any.
        """
        if last in self._groups:
            return last
        free = (group for group in self._groups if group not in taken)
        return next(free, next(iter(self._groups)))

    def batch(self, group: str, most: int) -> tuple[list[Task], list[tuple[Task, Lost]]]:
        """The next tasks of the group, at most so many, and the answers to those that were passed
        over, as their questions were beyond a limit.
        """
        tasks, batch, lost = self._groups[group], list[Task](), list[tuple[Task, Lost]]()
        while tasks and len(batch) < most:
            task = tasks[0]
            if task.question in self._hopeless:
                lost.append((tasks.popleft(), self._hopeless[task.question]))
                continue
            # One that has ended a worker goes alone, so that it takes no other with it.
            if task in self._tries:
                batch = batch or [tasks.popleft()]
                break
            batch.append(tasks.popleft())
        if not tasks:
            del self._groups[group]
        return batch, lost

    def tried(self, task: Task) -> int:
        """How often the task has ended its worker, this time included."""
        self._tries[task] = self._tries.get(task, 0) + 1
        return self._tries[task]

    def beyond(self, task: Task, why: str) -> Lost:
        """What is lost, and with it all tasks of the question."""
        lost = Lost(why, bool(task.question))
        if task.question:
            self._hopeless[task.question] = lost
        return lost

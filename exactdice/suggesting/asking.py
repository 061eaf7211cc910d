"""The values of questions, each asked within a limit of cost and all within a time: the one place
where `suggest` evaluates anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from time import process_time
from typing import NamedTuple

from ..claims.values import ends_of
from ..cost import limit
from ..errors import ExactDiceError, TooCostly
from ..exact import Exact, is_symbolic
from ..queries.evaluate import evaluate_query
from ..words.register import Answer
from .questions import Question, Values

MOST_STEPS_A_QUESTION = 3 * 10**7  # some three seconds
MOST_SECONDS = 15.0  # of the processor, for all questions about one document
ROUNDS = 3  # each with a hundred times the cost of the one before
BITS = 200  # of the enclosure of an irrational number


class Ends(NamedTuple):
    """Between which numbers a value lies; both are the value where it is known exactly."""

    lower: Exact
    upper: Exact

    @property
    def is_exact(self) -> bool:
        """Whether the value is known exactly."""
        return self.lower == self.upper


class Asked(NamedTuple):
    """A question with values of its names."""

    question: Question
    values: Values

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others."""
        return self.question.query, f"{self.question.written} {self.values}"


@dataclass
class Asker:
    """Evaluates questions until the time is over, and counts what was not tried."""

    steps: int = MOST_STEPS_A_QUESTION
    seconds: float = MOST_SECONDS
    clock: Callable[[], float] = process_time
    refused: Counter[str] = field(default_factory=Counter)  # queries by what they would cost
    tried: int = 0
    kept: dict[tuple[str, str], tuple[Asked, Ends | None]] = field(default_factory=dict)
    left: set[tuple[str, str]] = field(default_factory=set)  # when the time was over
    start: float = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.clock()

    def ask(self, question: Question, values: Values) -> Ends | None:
        """The value of the question with these values of its names; None where it is no number,
        there is none, or it was not tried.
        """
        asked = Asked(question, values)
        self.ask_each([asked], rounds=1)
        return self.kept[asked.key][1] if asked.key in self.kept else None

    def ask_each(
        self,
        several: Iterable[Asked],
        part: Fraction = Fraction(1),
        watch: Callable[[int, int], None] = lambda _done, _total: None,
        rounds: int = ROUNDS,
    ) -> None:
        """Ask what is not known yet, in rounds, the cheap ones first, until this part of the time
        is over.
        """
        new = {one.key: one for one in several if one.key not in self.kept}
        total = len(new)
        for steps in [self.steps // 10 ** (2 * k) or 1 for k in range(rounds)][::-1]:
            for key, one in [*new.items()]:
                if self.is_over(part):
                    self.left |= new.keys()
                    return
                watch(total - len(new), total)
                if self._is_told(one, steps):
                    del new[key]

    @property
    def late(self) -> int:
        """How many questions were left when the time was over."""
        return len(self.left - self.kept.keys())

    @property
    def answers(self) -> Iterator[tuple[Asked, Ends]]:
        """All that has an answer."""
        return ((one, ends) for one, ends in self.kept.values() if ends is not None)

    def is_over(self, part: Fraction = Fraction(1)) -> bool:
        """Whether this part of the time for questions is over."""
        return self.clock() > self.start + float(part) * self.seconds

    def _is_told(self, one: Asked, steps: int) -> bool:
        """Whether the question is answered for so many steps, or has no answer."""
        ends = None
        try:
            with limit(steps):
                ends = _as_ends(evaluate_query(one.question.node, one.question.asked(one.values)))
        except TooCostly:
            if steps < self.steps:
                return False
            self.refused[one.question.query] += 1
        # Not every state is one of the game: what has no answer is no candidate.
        except ExactDiceError:
            pass
        self.tried += 1
        self.kept[one.key] = one, ends
        return True


def _as_ends(value: Answer) -> Ends:
    """The number, or what encloses it; `ExactDiceError` for what is no number."""
    if is_symbolic(value):
        from ..symbolic import enclosure

        value = enclosure(value, BITS)
    ends = ends_of(value)
    return Ends(ends[0], ends[-1])

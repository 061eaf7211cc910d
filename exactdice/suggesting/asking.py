"""The values of questions, each asked within a limit of cost and all within a time: the one place
where `suggest` evaluates anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import process_time
from typing import NamedTuple

from ..claims.values import ends_of
from ..cost import limit
from ..errors import ExactDiceError, TooCostly
from ..exact import Exact, is_symbolic
from ..queries.evaluate import evaluate_query
from ..queries.syntax import Node
from ..words.register import Answer
from .questions import Question, Values

MOST_STEPS_A_QUESTION = 3 * 10**7  # some three seconds
MOST_SECONDS = 15.0  # of the processor, for all questions about one document
BITS = 200  # of the enclosure of an irrational number


class Ends(NamedTuple):
    """Between which numbers a value lies; both are the value where it is known exactly."""

    lower: Exact
    upper: Exact

    @property
    def is_exact(self) -> bool:
        """Whether the value is known exactly."""
        return self.lower == self.upper


@dataclass
class Asker:
    """Evaluates questions until the time is over, and counts what was not tried."""

    steps: int = MOST_STEPS_A_QUESTION
    seconds: float = MOST_SECONDS
    clock: Callable[[], float] = process_time
    refused: Counter[str] = field(default_factory=Counter)  # queries by what they would cost
    late: int = 0  # queries that were left when the time was over
    tried: int = 0
    kept: dict[tuple[str, str], Ends | None] = field(default_factory=dict)
    until: float = field(init=False)

    def __post_init__(self) -> None:
        self.until = self.clock() + self.seconds

    def ask(self, question: Question, values: Values) -> Ends | None:
        """The value of the question with these values of its names; None where it is no number,
        there is none, or it was not tried.
        """
        key = (question.query, f"{question.written} {values}")
        if key not in self.kept:
            if self.is_over():
                self.late += 1
                return None
            self.kept[key] = self._asked(question.query, question.node, question.asked(values))
        return self.kept[key]

    def is_over(self) -> bool:
        """Whether the time for questions is over."""
        return self.clock() > self.until

    def _asked(self, query: str, node: Node, given: Mapping[str, Answer]) -> Ends | None:
        self.tried += 1
        try:
            with limit(self.steps):
                return _as_ends(evaluate_query(node, given))
        except TooCostly:
            self.refused[query] += 1
            return None
        # Not every state is one of the game: what has no answer is no candidate.
        except ExactDiceError:
            return None


def _as_ends(value: Answer) -> Ends:
    """The number, or what encloses it; `ExactDiceError` for what is no number."""
    if is_symbolic(value):
        from ..symbolic import enclosure

        value = enclosure(value, BITS)
    ends = ends_of(value)
    return Ends(ends[0], ends[-1])

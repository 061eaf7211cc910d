"""A recurrence as it is written: as text on one line, in LaTeX on as many as a page needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..parametric.written import aligned_latex, lines_of, signed

WIDEST = 80  # characters of the text that a line of LaTeX stands for


@dataclass(frozen=True)
class WrittenRecurrence:
    """The recurrence in one notation."""

    left: str  # f(n) or a multiple of it
    terms: Sequence[str]  # which are added up to that
    besides: Sequence[str]  # the first values, and what f(n) stands for

    def parts(self, comma: str = ",") -> list[str]:
        """What follows each other, so that a line may end behind each.

        >>> WrittenRecurrence("f(n)", ["2*f(n-1)", "-f(n-2)"], ["f(0) = 0", "f(1) = 1"]).parts()
        ['f(n) = 2*f(n-1)', '- f(n-2),', 'f(0) = 0,', 'f(1) = 1']
        """
        first, *others = self.terms or ["0"]
        terms = [f"{self.left} = {first}", *map(signed, others)]
        *ended, last = [terms[-1], *self.besides]
        return [*terms[:-1], *(f"{part}{comma}" for part in ended), last]

    @property
    def text(self) -> str:
        """All of it on one line."""
        return " ".join(self.parts())


def on_lines(latex: WrittenRecurrence, plain: WrittenRecurrence) -> str:
    """The recurrence for math mode, on lines as wide as the plain text is."""
    return aligned_latex(lines_of(plain.parts(), WIDEST, latex.parts(r", \;")))

"""The examination paper on Phantom Domineering: the complete answer sheet for any u_0, questions 1
to 8.

Where the paper asks for an approximation the exact value is given. Answers are made question by
question, and written as text, Markdown or LaTeX.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial

from ..by_entry import matrix_of
from ..errors import ExactDiceError
from ..exact import Exact, Progress, decimal_text, exact_text, one_of, ratio, shown, simplest
from ..game import MAX, MIN
from ..games.phantom_domineering.fast import phantom_solution
from ..games.phantom_domineering.rules import (
    PhantomDomineering,
    banned_at,
    list_at,
    permutation,
    sequence,
    winner,
)
from ..matrices.solve import Mixture, solve_matrix_game

Board = tuple[int, int]
# The boards of questions 6 and then 7 and 8 as the paper lists them, part by part.
BANNED: dict[str, tuple[Board, Board]] = {
    "a": ((1, 4), (2, 3)),
    "b": ((3, 2), (2, 4)),
    "c": ((3, 3), (4, 2)),
}
LIMITED: dict[str, tuple[Board, ...]] = {
    "a": ((3, 5), (4, 4), (5, 3)),
    "b": ((3, 6), (4, 5), (5, 4)),
}
LISTS = {7: 100, 8: 10_000}
PARITY = 100  # strategies of each player in question 5


class SheetFormat(StrEnum):
    """How the sheet is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"


@dataclass(frozen=True)
class Answer:
    """One number asked for: where, what, its value (or a short text), and the optimal mixtures when
    it is the value of a game.
    """

    question: int
    part: str
    asked: str
    value: Exact | str
    mixtures: tuple[Mapping[int, Exact], Mapping[int, Exact]] | None = None


@dataclass(frozen=True)
class Sheet:
    """The answers for one u_0; `skipped` names the questions left out."""

    u0: int
    answers: tuple[Answer, ...]
    skipped: tuple[int, ...] = ()

    def readings(self) -> dict[int, str]:
        """{question: the reading of the paper that its answers use}."""
        return {number: text for number, text in READINGS.items() if number not in self.skipped}


# The paper can be read in more than one way, so a sheet says what its answers assume.
READINGS = {
    1: "u_n = 15091 u_(n-1) mod 64007.",
    2: "The first three entries of the list, in the order in which they are appended.",
    3: (
        "On 5 x 5 cells each player has 20 moves: list P(u_n, 20) of player 1 against list "
        "P(u_2n, 20) of player 2."
    ),
    4: "The mean of u_x when x in 0..N-1 is drawn with probability u_x / (u_0 + ... + "
    "u_(N-1)): exactly (sum of u_x^2) / (sum of u_x). "
    "The mean of many draws comes close to it.",
    5: f"Each player has {PARITY} strategies, numbered from 0; the numbers decide, not the board.",
    6: (
        "Each player has all its lists; the cell (u_1000 mod N, u_1001 mod P) is banned. A "
        "player without any move has the empty list."
    ),
    7: (
        "The lists of index u_0, ..., u_99 of each player, no cell banned; equal lists count "
        "once, which changes no value."
    ),
    8: (
        "The lists of index u_0, ..., u_9999 of each player, as in question 7; the values are "
        "exact although the paper asks for less."
    ),
}


def answer_sheet(u0: int, skip: Collection[int] = (), progress: Progress | None = None) -> Sheet:
    """The sheet with every question but those to skip; `RulesError` when u0 is not in 0..64006.

    >>> sheet = answer_sheet(42, skip=(3, 5, 6, 7, 8))
    >>> [answer.value for answer in sheet.answers if answer.question == 1][:3]
    [42, 57759, 57750]
    """
    # For its check of u0 alone, which holds whatever questions are skipped.
    sequence(u0, 1)
    unknown = sorted(set(skip) - set(QUESTIONS))
    if unknown:
        raise ExactDiceError(f"questions are numbered from 1 to 8, got {shown(unknown[0])}")
    # Skipping saves time: the games of question 8 are the largest by far.
    asked = [number for number in QUESTIONS if number not in skip]
    answers: list[Answer] = []
    for done, number in enumerate(asked):
        if progress:
            progress(done, len(asked))
        answers.extend(QUESTIONS[number](u0))
    return Sheet(u0, tuple(answers), tuple(sorted(set(skip))))


def _terms(u0: int) -> Iterator[Answer]:
    for n, term in enumerate(sequence(u0, 9)):
        yield Answer(1, "abc"[n // 3], f"u({n})", term)


def _permutations(u0: int) -> Iterator[Answer]:
    for n, term in enumerate(sequence(u0, 3)):
        first_three = ", ".join(map(str, permutation(term, 4)[:3]))
        yield Answer(2, "abc"[n], f"P(u({n}), 4), first three", first_three)


def _winners(u0: int) -> Iterator[Answer]:
    game, terms = PhantomDomineering(5, 5), sequence(u0, 19)
    for n in range(1, 10):
        won = winner(game, list_at(game, MAX, terms[n]), list_at(game, MIN, terms[2 * n]))
        yield Answer(
            3,
            "abc"[(n - 1) // 3],
            f"winner of list u({n}) against u({2 * n}) on 5 x 5",
            f"player {2 - won}",
        )


def _means(u0: int) -> Iterator[Answer]:
    for part, count in zip("abc", (10, 100, 1000), strict=True):
        terms = sequence(u0, count)
        total, squares = sum(terms), sum(t * t for t in terms)
        # From u_0 = 0 every term is 0, and no term could be drawn.
        is_defined = total > 0
        mean = simplest(ratio(squares, total)) if is_defined else "undefined: every u is 0"
        yield Answer(4, part, f"mean of u(x), N = {count}", mean)


def parity_matrix(wanted: int, count: int = PARITY) -> list[list[int]]:
    """The game in which player 1 wins when (i + j) mod 2 is the wanted number."""
    return matrix_of(lambda i, j: int((i + j) % 2 == wanted), range(count), range(count))


def _support(mixture: Mixture) -> dict[int, Exact]:
    return {k: chance for k, chance in enumerate(mixture) if chance}


# The game does not depend on u_0, which every question is given alike.
def _parities(u0: int) -> Iterator[Answer]:  # noqa: ARG001
    for part, wanted in (("a", 1), ("b", 0)):
        found = solve_matrix_game(parity_matrix(wanted))
        # The entries are ints, so the value is no expression in a symbol.
        assert isinstance(found.value, Exact)
        mixtures = _support(found.row), _support(found.column)
        yield Answer(5, part, f"player 1 wins when (i + j) mod 2 = {wanted}", found.value, mixtures)


def _banned(u0: int) -> Iterator[Answer]:
    for part, boards in BANNED.items():
        for rows, columns in boards:
            cell = banned_at(rows, columns, u0)
            yield _solved(
                6,
                part,
                f"iPD({rows}, {columns}), cell {cell} banned",
                PhantomDomineering(rows, columns, (cell,)),
            )


def _limited(question: int, u0: int) -> Iterator[Answer]:
    for part, boards in LIMITED.items():
        for rows, columns in boards:
            game = PhantomDomineering(rows, columns, lists=LISTS[question], u0=u0)
            yield _solved(question, part, f"lPD({rows}, {columns}), {LISTS[question]} lists", game)


def _solved(question: int, part: str, asked: str, game: PhantomDomineering) -> Answer:
    found = phantom_solution(game)
    return Answer(question, part, asked, found.value, (found.first, found.second))


QUESTIONS: dict[int, Callable[[int], Iterator[Answer]]] = {
    1: _terms,
    2: _permutations,
    3: _winners,
    4: _means,
    5: _parities,
    6: _banned,
    7: partial(_limited, 7),
    8: partial(_limited, 8),
}


# --- writing --------------------------------------------------------------------------------------


def sheet_lines(sheet: Sheet, form: SheetFormat, mixtures: bool = False) -> Iterator[str]:
    """The lines of the sheet; with `mixtures` also the optimal mixtures {index of a list:
    probability} that prove the values.

    >>> sheet = answer_sheet(42, skip=range(2, 9))
    >>> print(*list(sheet_lines(sheet, SheetFormat.TEXT))[:4], sep="\\n")
    Answer sheet for u(0) = 42
    <BLANKLINE>
    Question 1   u_n = 15091 u_(n-1) mod 64007.
      a) u(0) = 42
    """
    # A caller in Python may name the format by a text.
    form = one_of(SheetFormat, form, "the format")
    yield from {
        SheetFormat.TEXT: _text,
        SheetFormat.MARKDOWN: _markdown,
        SheetFormat.LATEX: _latex,
    }[form](sheet, mixtures)
    if sheet.skipped:
        note = (
            f"Left out: question{'s' * (len(sheet.skipped) > 1)} "
            f"{', '.join(map(str, sheet.skipped))}."
        )
        yield from (["", note] if form != SheetFormat.LATEX else [rf"\emph{{{note}}}"])


def decimal_of(value: Exact | str) -> str:
    """The value to four decimals when it is a fraction, else nothing."""
    # A whole number is its own decimal, and a text has none.
    return decimal_text(value, 4) if isinstance(value, Fraction) else ""


def exactly(value: Exact | str) -> str:
    """The value exactly, or the text."""
    return value if isinstance(value, str) else exact_text(value)


def mixture_text(mixture: Mapping[int, Exact]) -> str:
    """`{7: 1/3, 12: 2/3}`."""
    return "{" + ", ".join(f"{n}: {exact_text(p)}" for n, p in mixture.items()) + "}"


def _by_question(sheet: Sheet) -> Iterator[tuple[int, str, list[Answer]]]:
    # By the readings, so that each question stands once and in the order of the paper.
    for number, reading in sheet.readings().items():
        yield number, reading, [answer for answer in sheet.answers if answer.question == number]


def _text(sheet: Sheet, mixtures: bool) -> Iterator[str]:
    yield f"Answer sheet for u(0) = {sheet.u0}"
    for number, reading, answers in _by_question(sheet):
        yield from ("", f"Question {number}   {reading}")
        for answer in answers:
            decimal = decimal_of(answer.value)
            # A text is said, a number is equated.
            mark = ":" if isinstance(answer.value, str) else " ="
            yield (
                f"  {answer.part}) {answer.asked}{mark} "
                f"{exactly(answer.value)}{f'  (about {decimal})' if decimal else ''}"
            )
            if mixtures and answer.mixtures:
                yield from (
                    f"       player {k}: {mixture_text(law)}"
                    for k, law in enumerate(answer.mixtures, 1)
                )


def _markdown(sheet: Sheet, mixtures: bool) -> Iterator[str]:
    yield f"# Answer sheet for u(0) = {sheet.u0}"
    for number, reading, answers in _by_question(sheet):
        yield from ("", f"## Question {number}", "", reading, "")
        yield from (
            f"| | asked | exact | decimal |{' player 1 | player 2 |' if mixtures else ''}",
            f"|---|---|---|---|{'---|---|' * mixtures}",
        )
        for answer in answers:
            # A row of Markdown needs all its cells, also where an answer has no mixtures.
            laws = [mixture_text(law) for law in answer.mixtures or ()] or ["", ""]
            cells = [
                answer.part,
                answer.asked,
                exactly(answer.value),
                decimal_of(answer.value),
                *(laws if mixtures else []),
            ]
            yield f"| {' | '.join(cells)} |"


def _latex(sheet: Sheet, mixtures: bool) -> Iterator[str]:
    yield rf"\section*{{Answer sheet for $u_0 = {sheet.u0}$}}"
    for number, reading, answers in _by_question(sheet):
        yield from (
            rf"\subsection*{{Question {number}}}",
            _escaped(reading),
            "",
            r"\begin{tabular}{llll}",
        )
        for answer in answers:
            decimal = decimal_of(answer.value)
            yield (
                rf"{answer.part}) & {_escaped(answer.asked)} & {_number(answer.value)} & "
                rf"{f'${decimal}$' if decimal else ''} \\"
            )
        yield r"\end{tabular}"
        # Below the table: a mixture over many lists is longer than a cell can be.
        for answer in answers if mixtures else ():
            for k, law in enumerate(answer.mixtures or (), 1):
                mixture = _escaped(mixture_text(law))
                yield rf"\par\noindent {_escaped(answer.asked)}, player {k}: {mixture}"


def _number(value: Exact | str) -> str:
    if isinstance(value, str):
        return _escaped(value)
    if isinstance(value, Fraction):
        return rf"$\frac{{{value.numerator}}}{{{value.denominator}}}$"
    return f"${value}$"


def _escaped(text: str) -> str:
    # Braces first, for the sign put for ^ has braces that must stay as they are.
    for mark, written in (("{", r"\{"), ("}", r"\}"), ("_", r"\_"), ("^", r"\^{}"), ("%", r"\%")):
        text = text.replace(mark, written)
    return text

"""Which question a table answers: its labels give the values of the names, its cells must agree.

A table over two indices answers one query; one with labels before its rows alone has a query for
each column. A cell that does not agree is allowed, since a wrong number is what is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations, product

from ..printed.numbers import Printed
from ..words.register import Answer, Word
from .asking import Asker, Ends
from .chances import chance_near, chance_of_one, chance_of_table
from .matching import rounded_ends
from .questions import Question, Values, is_whole, word_text
from .shapes import Shape, as_whole

UNLIKELY = Fraction(1, 1000)  # a table that agrees by chance oftener is not proposed
BESIDE = Fraction(1, 20)  # the same for a column beside one that certainly agrees
SURE = Fraction(1, 10**5)  # a column that agrees so is looked at no further
MOST_WORDS = 24  # ways to give the labels that are unknown words a meaning
MOST_SERIES = 400  # ways to fix the other names of a question over one index
LOOKED_AT = 3  # cells that decide whether a table is worth looking at
NEAR = Fraction(1, 100)  # how far an estimate of many games may be off

Matrix = tuple[tuple[Printed | None, ...], ...]


@dataclass(frozen=True)
class Series:
    """A question over one index, the others fixed."""

    question: Question
    running: str
    fixed: Mapping[str, Answer]


@dataclass(frozen=True)
class TableMatch:
    """A table and the queries that its cells agree with."""

    shape: Shape
    queries: tuple[str, ...]  # one, or one for each column; "" for a column that answers none
    question: Question  # whose options they all have
    words: Mapping[str, tuple[Answer, ...]]  # the labels of each index: rows, then columns
    cell_queries: tuple[tuple[str, ...], ...]  # of each cell; "" where none is known
    agreeing: int
    differing: int
    chance: Fraction
    is_estimate: bool = False
    is_by_number: bool = False  # whether no word of the text says what is asked

    @property
    def is_whole(self) -> bool:
        """Whether one mark binds it all."""
        return self.shape.can_be_marked and all(self.queries)


@dataclass
class Comparison:
    """How the cells of a table, or of a column, agree with values."""

    agreeing: int
    differing: int
    chances: list[Fraction]

    def chance(self, tried: int) -> Fraction:
        """More than the chance that so many agree with one of so many tried."""
        return chance_of_table(self.chances, min(self.agreeing, len(self.chances)), tried)


class TableMatcher:
    """Matches tables with questions."""

    def __init__(self, questions: Sequence[Question], asker: Asker) -> None:
        self.questions, self.asker = questions, asker

    def match(self, shape: Shape) -> TableMatch | None:
        """The likeliest of what the table answers; None where nothing is unlikely by chance."""
        # One after the other, as questions may take long: most tables are over two indices.
        for found in (self._over_two(shape), self._over_one(shape)):
            whole = next((one for one in found if one.is_whole or not shape.can_be_marked), None)
            if whole is not None:
                return whole
        parts = [*self._over_one(shape), *self._over_one(shape.transposed())]
        return min(parts, key=lambda one: one.chance, default=None)

    # --- over two indices ---

    def _over_two(self, shape: Shape) -> Iterator[TableMatch]:
        """The first question over two indices that agrees with the table, if any does: the usual
        ones before those that take longer, exactly before nearly.
        """
        ways = sorted(self._bound_by_labels(shape), key=_beyond_usual)
        tries = product((True, False), (False, True))
        for (is_usual, is_estimate), way in ((one, way) for one in tries for way in ways):
            question, rows, columns = way
            if question.is_usual != is_usual:
                continue
            found = self._compared(shape, question, rows, columns, is_estimate)
            if found is None:
                continue
            chance = found.chance(max(2 * len(ways), self.asker.tried))
            if chance <= UNLIKELY:
                yield _whole_table(shape, question, rows, columns, (found, chance, is_estimate))
                return

    def _bound_by_labels(self, shape: Shape) -> Iterator[tuple[Question, Bound, Bound]]:
        """Each question over two names with the values that the labels give them, in both
        orders.
        """
        for question in self.questions:
            if len(question.ranges) != 2:
                continue
            for rows, columns in permutations(question.ranges):
                for down in _values(shape.down, question.ranges[rows]):
                    same = shape.down == shape.across
                    beside = _values(shape.across, question.ranges[columns])
                    for across in [down] if same else beside:
                        yield question, (rows, down), (columns, across)

    def _compared(
        self, shape: Shape, question: Question, rows: Bound, columns: Bound, is_estimate: bool
    ) -> Comparison | None:
        """How the cells agree; None where the first of them do not, or too few."""
        cells = [
            (number, {rows[0]: row, columns[0]: column})
            for row, line in zip(rows[1], shape.numbers, strict=True)
            for column, number in zip(columns[1], line, strict=True)
        ]
        return self._cells_compared(question, cells, is_estimate)

    def _cells_compared(
        self, question: Question, cells: Sequence[tuple[Printed | None, Values]], is_estimate: bool
    ) -> Comparison | None:
        told = [(number, values) for number, values in cells if number is not None]
        first = [one for one in told if one[0].value != 0][:LOOKED_AT]
        if not first or not any(self._agrees(question, *one, is_estimate) for one in first):
            return None
        found = Comparison(0, 0, [])
        chances: dict[object, Fraction] = {}
        for number, values in told:
            if self._agrees(question, number, values, is_estimate):
                found.agreeing += 1
                # Equal numbers, and opposite ones, may agree for one and the same reason.
                chances.setdefault(abs(number.value), _chance_of_cell(number, is_estimate))
            else:
                found.differing += 1
        found.chances = list(chances.values())
        return found if found.agreeing >= 2 * found.differing and len(chances) > 1 else None

    def _agrees(
        self, question: Question, number: Printed, values: Values, is_estimate: bool
    ) -> bool:
        ends = self.asker.ask(question, values)
        if ends is None:
            return False
        return is_near(number, ends) if is_estimate else is_printed_so(number, ends)

    # --- over one index ---

    def _over_one(self, shape: Shape) -> Iterator[TableMatch]:
        """The table as columns, each with a question over the labels of the rows."""
        found = self._columns(shape)
        known = [one for one in found if one is not None]
        if not known:
            return
        chance = max(one[2] for one in known)
        running, labels = known[0][0].running, known[0][3]
        if any(one[3] != labels for one in known):
            return
        queries = tuple(_renamed(one[0], running) if one else "" for one in found)
        cells = tuple(tuple(_query_at(one, label) for one in found) for label in labels)
        question = known[0][0].question
        if any(one[0].question.written != question.written for one in known):
            return
        agreeing = sum(one[1].agreeing for one in known)
        differing = sum(one[1].differing for one in known)
        yield TableMatch(
            shape, queries, question, {running: labels}, cells, agreeing, differing, chance
        )

    def _columns(self, shape: Shape) -> list[Column | None]:
        """What each column answers; beside one that certainly does, less decides."""
        found = [self._column(shape, k, UNLIKELY) for k in range(len(shape.across))]
        if not any(found):
            return found
        return [one or self._column(shape, k, BESIDE) for k, one in enumerate(found)]

    def _column(self, shape: Shape, k: int, limit: Fraction) -> Column | None:
        """The likeliest question that a column answers; None where none is unlikely enough."""
        numbers = [line[k] for line in shape.numbers]
        found: list[tuple[Series, Comparison, tuple[Answer, ...]]] = []
        tried = 0
        for series in self._all_series(shape.down):
            if self.asker.is_over():
                break
            for labels in _values(shape.down, series.question.ranges[series.running]):
                tried += 1
                cells = [
                    (number, {**series.fixed, series.running: label})
                    for number, label in zip(numbers, labels, strict=True)
                ]
                compared = self._cells_compared(series.question, cells, False)
                if compared is not None:
                    found.append((series, compared, labels))
            if found and found[-1][1].chance(tried) <= SURE:
                break
        best = min(found, key=lambda one: one[1].chance(tried), default=None)
        tried = max(tried, self.asker.tried)
        if best is None or best[1].chance(tried) > limit:
            return None
        return best[0], best[1], best[1].chance(tried), best[2]

    def _all_series(self, labels: Sequence[str]) -> Iterator[Series]:
        """Each question over one of its names that the labels may give values, the others fixed."""
        # Those that are asked already come first.
        for question in sorted(self.questions, key=lambda one: not one.is_usual):
            for running, values in question.ranges.items():
                if not any(True for _ in _values(labels, values)):
                    continue
                others = {name: found for name, found in question.ranges.items() if name != running}
                fixing = replace(question, ranges=others).bindings()
                for fixed in islice(fixing, MOST_SERIES):
                    yield Series(question, running, fixed)


Bound = tuple[str, tuple[Answer, ...]]  # a name and its values
Column = tuple[Series, Comparison, Fraction, tuple[Answer, ...]]


def _beyond_usual(way: tuple[Question, Bound, Bound]) -> int:
    """How many of the labels are none of the usual values: a larger game may be meant."""
    question, *bounds = way
    return sum(value not in question.ranges[name] for name, values in bounds for value in values)


def is_printed_so(number: Printed, ends: Ends) -> bool:
    """Whether a value between the ends is certainly printed as this number, rounded to nearest."""
    if number.per is not None:
        return False
    if number.places is None:
        return ends.is_exact and number.value == ends.lower
    digits = int(number.value * Fraction(10) ** number.places)
    return digits in rounded_ends(ends, number.places)


def is_near(number: Printed, ends: Ends) -> bool:
    """Whether the number may be the estimate of a value between the ends."""
    return abs(Fraction(number.value) - ends.lower) <= NEAR and (number.places or 0) >= 3


def _chance_of_cell(number: Printed, is_estimate: bool) -> Fraction:
    return chance_near(number, NEAR) if is_estimate else chance_of_one(number)


def _values(labels: Sequence[str], usual: Sequence[Answer]) -> Iterator[tuple[Answer, ...]]:
    """The values that the labels may give a name: whole numbers as they stand, words of the name by
    themselves, and unknown words in every way, if these are few.
    """
    wholes = [as_whole(label) for label in labels]
    if all(whole is not None for whole in wholes):
        if all(map(is_whole, usual)) and len(set(wholes)) == len(wholes):
            yield tuple(wholes)
        return
    words = {word_text(value): value for value in usual if word_text(value)}
    if len(words) != len(usual) or len(labels) > len(words) or len(set(labels)) < len(labels):
        return
    if all(label in words for label in labels):
        yield tuple(words[label] for label in labels)
        return
    known = {label: words[label] for label in labels if label in words}
    left = [value for value in words.values() if value not in known.values()]
    unknown = [label for label in labels if label not in known]
    for given in islice(permutations(left, len(unknown)), MOST_WORDS):
        meant = {**known, **dict(zip(unknown, given, strict=True))}
        yield tuple(meant[label] for label in labels)


def _whole_table(
    shape: Shape,
    question: Question,
    rows: Bound,
    columns: Bound,
    judged: tuple[Comparison, Fraction, bool],
) -> TableMatch:
    """The match of a table over two indices."""
    found, chance, is_estimate = judged
    cells = tuple(
        tuple(question.with_values({rows[0]: row, columns[0]: column}) for column in columns[1])
        for row in rows[1]
    )
    return TableMatch(
        shape,
        (question.query,),
        question,
        {rows[0]: rows[1], columns[0]: columns[1]},
        cells,
        found.agreeing,
        found.differing,
        chance,
        is_estimate,
    )


def _query_at(column: Column | None, label: Answer) -> str:
    """The query of a cell of the column; "" where the column answers none."""
    if column is None:
        return ""
    series = column[0]
    return series.question.with_values({**series.fixed, series.running: label})


def _renamed(series: Series, running: str) -> str:
    """The query of the column with its index called so."""
    values = {**series.fixed}
    if series.running != running:
        values[series.running] = Word(running)
    return series.question.with_values(values)

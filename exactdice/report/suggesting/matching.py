"""Which questions have a printed number or a table of numbers for their answers, and how unlikely
that is by chance.

The labels of a table give the values of the names: over two indices it answers one query, with
labels before its rows alone a query for each column. A cell that does not agree is allowed, since a
wrong number is what is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, permutations, product
from operator import itemgetter

from ...exact.errors import ExactDiceError
from ...exact.numbers import Exact, Interval
from ...query.evaluate import calls_in
from ...query.register import Answer
from ...query.syntax import Call, parse
from ..printed.spellings import Printed
from .numbers import (
    Found,
    Shape,
    at_most_one,
    chance_of_digits,
    chance_of_fraction,
    chance_of_one,
    chance_of_table,
    digits_of,
    rounded_at,
)
from .questions import (
    THROWS,
    Answers,
    Asked,
    Asker,
    Question,
    Values,
    Watch,
    is_said,
    is_whole,
    says,
    subject_of,
    word_text,
)

LIKELY = Fraction(1, 20)  # a match that is likelier by chance is not proposed


def is_said_by(asked: Asked, found: Found) -> bool:
    """Whether the text around the number says what is asked: each subject, the throw in the
    number's own sentence, and the whole numbers.
    """
    subjects = (*asked.question.subjects, *filter(None, map(subject_of, asked.names)))
    throws = {(name,) for name in THROWS if says(found.sentence, (name,))}
    is_thrown = throws == {subject for subject in subjects if subject[0] in THROWS}
    is_counted = asked.numbers <= found.wholes
    return is_thrown and is_counted and is_said(subjects, found.words)


def rank_of(asked: Asked, found: Found) -> tuple[int, ...]:
    """Less, the likelier it is meant: whose arguments and words stand near, and that more numbers
    name.
    """
    is_near = asked.arguments <= found.wholes and asked.names <= found.words
    numbers, names = len(asked.numbers & found.wholes), len(asked.names & found.words)
    return (-is_near, -numbers, -(found.last in asked.arguments), -names, len(asked.query))


@dataclass(frozen=True)
class Match:
    """A number and what is asked that gives it, the likeliest meant first."""

    found: Found
    candidates: tuple[Asked, ...]
    chance: Fraction
    is_named: bool = False  # whether the document itself writes the query before the number


class Pool:
    """What was asked by the digits of its answers."""

    def __init__(self, answers: Iterable[tuple[Asked, Interval]]) -> None:
        self.answers = list(answers)
        self.by_places: dict[int, dict[int, list[Asked]]] = {}
        self.by_value: dict[Exact, list[Asked]] = {}
        for one, ends in self.answers:
            if ends.width == 0:
                self.by_value.setdefault(ends.lower, []).append(one)

    def at(self, places: int) -> dict[int, list[Asked]]:
        """What was asked by its answers rounded to nearest at this decimal place."""
        if places not in self.by_places:
            found: dict[int, list[Asked]] = {}
            for one, ends in self.answers:
                for digits in rounded_ends(ends, places):
                    found.setdefault(digits, []).append(one)
            self.by_places[places] = found
        return self.by_places[places]

    def agreeing(self, printed: Printed) -> list[Asked]:
        """What was asked whose answers are printed so."""
        if printed.per is not None or printed.is_minus_zero:
            return []
        if printed.places is None:
            return self.by_value.get(printed.value, [])
        return self.at(printed.places).get(int(printed.value * Fraction(10) ** printed.places), [])

    def chance(self, printed: Printed) -> Fraction:
        """More than the chance that a number like this one agrees with any of them."""
        if printed.places is None:
            return chance_of_fraction(printed.value, self.by_value)
        found = digits_of(printed)
        return chance_of_digits(found[0], self.at(found[1])) if found else Fraction(1)


def rounded_ends(ends: Interval, places: int) -> set[int]:
    """The digits that every number between the ends may be rounded to; none where that is not
    clear.
    """
    return rounded_at(ends.lower, places) & rounded_at(ends.upper, places)


class Matcher:
    """Matches numbers with the candidates of all questions."""

    def __init__(self, questions: list[Question], asker: Asker) -> None:
        self.questions = questions
        self.asker = asker

    def ask_about(self, numbers: Sequence[Found], part: float, watch: Watch) -> None:
        """Ask what these numbers may answer, first what the text names, in this part of the
        time.
        """
        unnamed = [found for found in numbers if not self._match_named(found)]
        if unnamed:
            near = [one for found in unnamed for one in self._nearby_questions(found)]
            words = frozenset().union(*(found.words for found in unnamed))
            # Those together that ask different words of the same: what they share is kept for a few
            # of them only.
            groups: dict[str, list[Asked]] = {}
            for question in self.questions:
                for values in question.bindings() if question.is_usual else ():
                    group = groups.setdefault(f"{question.written} {values}", [])
                    group.append(Asked(question, values))
            usual = [*chain(*groups.values())]
            said = [one for one in usual if is_said(one.question.subjects, words)]
            self.asker.ask_each([*near, *said], part, watch)
            self.asker.ask_each(usual, part, watch)
        self.pool = Pool(self.asker.answers)

    def match(self, found: Found) -> Match | None:
        """The candidates that the number may be; None where none is unlikely enough by chance, or
        said by the text around it.
        """
        named = self._match_named(found)
        matches = (self._match(found, printed) for printed in found.readings)
        return named or min(filter(None, matches), key=lambda one: one.chance, default=None)

    def _match(self, found: Found, printed: Printed) -> Match | None:
        if chance_of_one(printed) > LIKELY:
            return None  # too short to tell anything, as most whole numbers are
        said = [one for one in self.pool.agreeing(printed) if is_said_by(one, found)]
        chance = at_most_one(len(found.readings) * self.pool.chance(printed))
        if not said or chance > LIKELY:
            return None
        once = {(one.query, *one.question.written.items()): one for one in said}
        ranked = sorted(once.values(), key=lambda one: rank_of(one, found))
        return Match(found, tuple(ranked), chance)

    def _nearby_questions(self, found: Found) -> Iterator[Asked]:
        """The questions that the words around the number say, with the whole numbers and words
        around it; what strategies do takes long, and is asked for where it is usual alone.
        """
        for question in self.questions:
            has_plans = any(map(word_text, chain(*question.ranges.values())))
            is_asked = question.is_usual or not has_plans
            is_near = question.numbers <= found.wholes and is_said(question.subjects, found.words)
            if is_asked and is_near:
                near = {
                    name: _nearby_values(values, found) for name, values in question.ranges.items()
                }
                for values in replace(question, ranges=near).bindings():
                    yield Asked(question, values)

    def _match_named(self, found: Found) -> Match | None:
        """The match with the query that is written before the number, under the options of the
        first question that calls the same.
        """
        plain = " ".join(re.sub(r"[\\{}]", "", found.named).split())
        try:
            node = parse(plain)
        except ExactDiceError:
            return None
        name = node.name if isinstance(node, Call) else ""
        alike = (one for one in self.questions for call in calls_in(one.node) if call.name == name)
        like = next(alike, None)
        if like is None:
            return None
        own = {key: text for key, text in like.written.items() if key in like.given}
        question = Question(plain, node, {}, like.given, own)
        ends = self.asker.ask(question, {})
        if ends is None:
            return None
        nearest = min(found.readings, key=lambda one: abs(Fraction(ends.lower) - one.value))
        return Match(found, (Asked(question, {}),), chance_of_one(nearest), is_named=True)


def _nearby_values(usual: Answers, found: Found) -> Answers:
    """The words among the usual values that stand near, their arguments too, and the whole numbers
    between the usual ones that do.
    """
    near = []
    for word in filter(None, map(word_text, usual)):
        name, _, _ = word.partition("(")
        numbers = {int(text) for text in re.findall(r"\d{1,9}", word)}
        if name in found.words and numbers <= found.wholes:
            near += [value for value in usual if word_text(value) == word]
    wholes = [int(value) for value in usual if is_whole(value)]
    if wholes:
        near += sorted(found.wholes.intersection(range(min(wholes), max(wholes) + 1)))
    return tuple(near)


# --- tables ---------------------------------------------------------------------------------------

UNLIKELY = Fraction(1, 1000)  # a table that agrees by chance oftener is not proposed
SURE = Fraction(1, 10**5)  # one that agrees so is looked at no further
LOOKED_AT = 3  # cells that decide whether a table is worth looking at


@dataclass(frozen=True)
class TableMatch:
    """A question that the cells of a table, or of a column, agree with."""

    asked: Asked  # with values of the names that no labels give
    labels: Mapping[str, Answers]  # of the other names: in the rows, then above the columns
    agreeing: int
    numbers: int
    chance: Fraction


@dataclass(frozen=True)
class TableMatcher:
    """Matches tables with questions."""

    questions: Sequence[Question]
    asker: Asker

    def match(self, shape: Shape) -> list[TableMatch]:
        """The question over two indices that the table answers, else one for each column over the
        labels of the rows; none where nothing is unlikely by chance.
        """
        whole = self._best_match((shape.down, shape.across), [*chain(*shape.numbers)])
        if whole and whole.chance <= UNLIKELY:
            return [whole]
        columns = list[TableMatch]()
        for numbers in zip(*shape.numbers, strict=True):
            found = self._best_match((shape.down,), numbers)
            # Beside a column that certainly agrees, less decides.
            if found is None or found.chance > LIKELY:
                return []
            columns.append(found)
        kinds = [(one.labels, one.asked.question.written) for one in columns]
        is_unlikely = min(one.chance for one in columns) <= UNLIKELY
        return columns if is_unlikely and kinds.count(kinds[0]) == len(kinds) else []

    def _best_match(
        self, labels: Sequence[Sequence[str]], numbers: Sequence[Printed | None]
    ) -> TableMatch | None:
        """The question over these labels that agrees least likely by chance: the usual ones are
        tried before those that take longer, those whose values the labels are before others.
        """
        best, ways = None, []
        for question in self.questions:
            usual = question.ranges
            for names in permutations(usual, len(labels)):
                named = zip(names, labels, strict=True)
                read = {name: values_of(texts, usual[name]) for name, texts in named}
                unusual = sum(len({*read[name]}.difference(usual[name])) for name in names)
                others = {name: values for name, values in usual.items() if name not in names}
                if all(read.values()):
                    ways += [
                        (not question.is_usual, unusual, question, fixed, read)
                        for fixed in replace(question, ranges=others).bindings()
                    ]
        ways.sort(key=itemgetter(0, 1))
        for _, _, question, fixed, read in ways:
            places = [dict(zip(read, place, strict=True)) for place in product(*read.values())]
            cells = [
                (number, {**fixed, **place})
                for number, place in zip(numbers, places, strict=True)
                if number is not None
            ]
            not_zero = [cell for cell in cells if cell[0].value != 0]
            if not any(self._agrees(question, *cell) for cell in not_zero[:LOOKED_AT]):
                continue
            wrong = [number for number, place in cells if not self._agrees(question, number, place)]
            # Equal numbers, and opposite ones, may agree for one and the same reason.
            chances = {abs(number.value): chance_of_one(number) for number, _ in cells}
            agreeing = len(chances.keys() - {abs(number.value) for number in wrong})
            if len(cells) < 3 * len(wrong) or agreeing < 2:
                continue
            tried = max(len(ways), len(self.asker.kept))
            chance = chance_of_table(chances.values(), agreeing, tried)
            if best is None or chance < best.chance:
                right = len(cells) - len(wrong)
                best = TableMatch(Asked(question, fixed), read, right, len(cells), chance)
            if best.chance <= SURE:
                break
        return best

    def _agrees(self, question: Question, number: Printed, values: Values) -> bool:
        """Whether a value between the ends of the answer is certainly printed as this number,
        rounded to nearest.
        """
        ends = self.asker.ask(question, values)
        if ends is None or number.per is not None:
            return False
        if number.places is None:
            return number.value == ends.lower == ends.upper
        digits = int(number.value * Fraction(10) ** number.places)
        return digits in rounded_ends(ends, number.places)


def values_of(labels: Sequence[str], usual: Sequence[Answer]) -> Answers:
    """The values that the labels give a name: all of them whole numbers, or each a word that says
    one of the usual values, in one of the languages that `suggest` knows; none where they do not.
    """
    if len(set(labels)) < len(labels):
        return ()
    if all(re.fullmatch(r"\d{1,6}", label, re.ASCII) for label in labels):
        return tuple(map(int, labels)) if all(map(is_whole, usual)) else ()
    words = {word_text(value): value for value in usual}
    if "" in words:
        return ()
    found = list[Answer]()
    for label in labels:
        said = frozenset(re.findall(r"[^\W\d_]+", label))
        # The only one of these words that the label says, where it is none itself.
        meant = (
            [label]
            if label in words
            else [word for word in words if word.isidentifier() and says(said, (word,))]
        )
        if len(meant) != 1 or words[meant[0]] in found:
            return ()
        found.append(words[meant[0]])
    return tuple(found)

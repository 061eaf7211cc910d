"""Which questions have a printed number for their answer, and how unlikely that is by chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod

from ..errors import ExactDiceError
from ..exact import Exact
from ..printed.numbers import Printed
from ..queries.evaluate import calls_in
from ..queries.syntax import Call, Node, parse
from ..queries.words import QUANTITIES
from ..words.register import Answer
from .asking import Asked, Asker, Ends
from .chances import (
    at_most_one,
    chance_of_digits,
    chance_of_fraction,
    chance_of_one,
    digits_of,
    rounded_at,
)
from .numbers import Found
from .questions import Question, Values, is_whole, word_text
from .subjects import THROWS, is_said, says, subject_of

LIKELY = Fraction(1, 20)  # a match that is likelier by chance is not proposed
MOST_SHOWN = 3  # of the queries that give one number
MOST_NEARBY = 64  # ways to give a question the whole numbers around a number


@dataclass(frozen=True)
class Candidate:
    """A question with values of its names, and between which numbers its answer lies."""

    question: Question
    values: Values
    ends: Ends

    @cached_property
    def query(self) -> str:
        """The query that it asks."""
        return self.question.with_values(self.values)

    @cached_property
    def arguments(self) -> frozenset[int]:
        """The whole numbers among its values."""
        return frozenset(int(value) for value in self.values.values() if is_whole(value))

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The whole numbers that a text says which asks it; the start, where all is 0, is none."""
        return self.question.numbers | (self.arguments if any(self.arguments) else frozenset())

    @cached_property
    def names(self) -> frozenset[str]:
        """The words among its values, such as strategies, without what is in parentheses."""
        texts = filter(None, map(word_text, self.values.values()))
        return frozenset(text.partition("(")[0] for text in texts)

    @cached_property
    def said(self) -> frozenset[str]:
        """The words that say what is asked."""
        return frozenset().union(*map(_summary_words, calls_in(self.question.node)))

    def is_said_by(self, found: Found) -> bool:
        """Whether the text around the number says what is asked: each subject, the throw in the
        number's own sentence, and the whole numbers.
        """
        words = [subject for name in self.names if (subject := subject_of(name))]
        subjects = (*self.question.subjects, *words)
        throws = {(name,) for name in THROWS if says(found.sentence, (name,))}
        asked = {subject for subject in subjects if subject[0] in THROWS}
        is_counted = self.numbers <= found.wholes
        return asked == throws and is_counted and is_said(subjects, found.words)


def _summary_words(call: Call) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]{4,30}", QUANTITIES[call.name].summary.lower()))


@dataclass(frozen=True)
class Match:
    """A number and the candidates that give it, the likeliest meant first."""

    found: Found
    printed: Printed
    candidates: tuple[Candidate, ...]
    chance: Fraction
    is_named: bool = False  # whether the document itself writes the query before the number
    is_by_number: bool = False  # whether nothing else but the number agrees


class Pool:
    """Candidates by the digits of their values."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self.candidates = list(candidates)
        self.by_places: dict[int, dict[int, list[Candidate]]] = {}
        self.by_value: dict[Exact, list[Candidate]] = {}
        for one in self.candidates:
            if one.ends.is_exact:
                self.by_value.setdefault(one.ends.lower, []).append(one)

    def at(self, places: int) -> dict[int, list[Candidate]]:
        """The candidates by their values rounded to nearest at this decimal place."""
        if places not in self.by_places:
            found: dict[int, list[Candidate]] = {}
            for one in self.candidates:
                for digits in rounded_ends(one.ends, places):
                    found.setdefault(digits, []).append(one)
            self.by_places[places] = found
        return self.by_places[places]

    def agreeing(self, printed: Printed) -> list[Candidate]:
        """The candidates that are printed so."""
        if printed.per is not None:
            return []
        if printed.places is None:
            return self.by_value.get(printed.value, [])
        digits = int(printed.value * Fraction(10) ** printed.places)
        found = self.at(printed.places).get(digits, [])
        return found if not printed.is_minus_zero else []

    def chance(self, printed: Printed) -> Fraction:
        """More than the chance that a number like this one agrees with any of them."""
        if printed.places is None:
            return chance_of_fraction(printed.value, self.by_value)
        found = digits_of(printed)
        if found is None:
            return Fraction(1)
        digits, places = found
        return chance_of_digits(digits, self.at(places))


def rounded_ends(ends: Ends, places: int) -> set[int]:
    """The digits that every number between the ends may be rounded to; none where that is not
    clear.
    """
    lower = rounded_at(ends.lower, places)
    return lower if ends.is_exact else lower & rounded_at(ends.upper, places)


class Matcher:
    """Matches numbers with the candidates of all questions."""

    def __init__(self, questions: list[Question], asker: Asker) -> None:
        self.questions, self.asker = questions, asker
        self.calls = {call.name for one in questions for call in calls_in(one.node)}

    def ask_about(
        self, numbers: Sequence[Found], part: Fraction, watch: Callable[[int, int], None]
    ) -> None:
        """Ask what these numbers may answer, first what the text names, in this part of the
        time.
        """
        unnamed = [found for found in numbers if not self._named(found)]
        if unnamed:
            near = [one for found in unnamed for one in self._nearby(found)]
            words = frozenset().union(*(found.words for found in unnamed))
            usual = list(_grouped(self.questions))
            said = [one for one in usual if is_said(one.question.subjects, words)]
            self.asker.ask_each([*near, *said], part, watch)
            self.asker.ask_each(usual, part, watch)
        self.pool = Pool(Candidate(*one, ends) for one, ends in self.asker.answers)

    def match(self, found: Found) -> Match | None:
        """The candidates that the number may be; None where none is unlikely enough by chance."""
        named = self._named(found)
        if named is not None:
            return named
        matches = [self._match(found, printed) for printed in found.readings]
        return min((one for one in matches if one), key=_by_number_last, default=None)

    def _match(self, found: Found, printed: Printed) -> Match | None:
        if chance_of_one(printed) > LIKELY:
            return None  # too short to tell anything, as most whole numbers are
        candidates = self.pool.agreeing(printed)
        chance = at_most_one(len(found.readings) * self.pool.chance(printed))
        if not candidates or chance > LIKELY:
            return None
        said = [one for one in candidates if one.is_said_by(found)]
        shown = _ranked(found, said or candidates)[:MOST_SHOWN]
        return Match(found, printed, shown, chance, is_by_number=not said)

    def _nearby(self, found: Found) -> Iterator[Asked]:
        """The questions that the words around the number say, with the arguments around it."""
        for question in self.questions:
            if is_said(question.subjects, found.words) and question.numbers <= found.wholes:
                for values in _near_bindings(question, found):
                    yield Asked(question, values)

    # --- numbers whose query the document writes itself ---

    def _named(self, found: Found) -> Match | None:
        """The match with the query that is written before the number."""
        question = self._question_named(found.named) if found.named else None
        ends = self.asker.ask(question, {}) if question else None
        if question is None or ends is None:
            return None
        printed = _nearest(found.readings, ends)
        candidate = Candidate(question, {}, ends)
        return Match(found, printed, (candidate,), chance_of_one(printed), is_named=True)

    def _question_named(self, text: str) -> Question | None:
        """The question that this call asks, under the options of the first that calls the same."""
        plain = re.sub(r"[\\{}]", "", text)
        try:
            node = parse(plain)
        except ExactDiceError:
            return None
        if not isinstance(node, Call) or node.name not in self.calls:
            return None
        like = next(one for one in self.questions if _calls(one.node, node.name))
        own = {key: text for key, text in like.written.items() if key in like.given}
        return Question(" ".join(plain.split()), node, {}, like.given, own)


def _by_number_last(match: Match) -> tuple[bool, Fraction]:
    return match.is_by_number, match.chance


def _grouped(questions: Iterable[Question]) -> Iterator[Asked]:
    """The usual questions with the values of their names, those together that ask different words
    of the same: what they share is kept for a few of them only.
    """
    groups: dict[str, list[Asked]] = {}
    for question in questions:
        if question.is_usual:
            for values in question.bindings():
                groups.setdefault(f"{question.written} {values}", []).append(
                    Asked(question, values)
                )
    for group in groups.values():
        yield from group


def _calls(node: Node, name: str) -> bool:
    return any(call.name == name for call in calls_in(node))


def _nearest(readings: tuple[Printed, ...], ends: Ends) -> Printed:
    """The reading that is nearest to the value."""
    return min(readings, key=lambda printed: abs(Fraction(printed.value) - ends.lower))


def _near_bindings(question: Question, found: Found) -> Iterator[dict[str, Answer]]:
    """Ways to give the names of the question whole numbers and words that stand near."""
    has_plans = any(word_text(value) for values in question.ranges.values() for value in values)
    if has_plans and not question.is_usual:
        return  # what strategies do takes long, and is asked for tables alone
    choices = [_near_values(values, found) for values in question.ranges.values()]
    if prod(map(len, choices)) <= MOST_NEARBY:
        for chosen in product(*choices):
            yield dict(zip(question.ranges, chosen, strict=True))


def _near_values(usual: tuple[Answer, ...], found: Found) -> list[Answer]:
    """The usual values that stand near, and whole numbers between the usual ones that do."""
    near: list[Answer] = [value for value in usual if word_text(value) and _is_near(value, found)]
    wholes = [int(value) for value in usual if is_whole(value)]
    between = range(min(wholes), max(wholes) + 1) if wholes else ()
    return near + [whole for whole in sorted(found.wholes) if whole in between]


def _is_near(word: Answer, found: Found) -> bool:
    """Whether a strategy is named near the number, its arguments too."""
    name = word_text(word).partition("(")[0]
    numbers = {int(text) for text in re.findall(r"\d{1,9}", word_text(word))}
    return name in found.words and numbers <= found.wholes


def _ranked(found: Found, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, each query once, those first whose arguments and words stand near, and that
    more numbers name.
    """
    by_query = {(one.query, *one.question.written.items()): one for one in candidates}

    def rank(one: Candidate) -> tuple[int, ...]:
        arguments = one.arguments <= found.wholes and one.names <= found.words
        numbers = len(one.numbers & found.wholes)
        told = len(one.said & found.words) + 2 * len(one.names & found.words)
        return (-arguments, -numbers, -(found.last in one.arguments), -told, len(one.query))

    return tuple(sorted(by_query.values(), key=rank))

"""The quantities of queries, and the register of all quantities by name.

The first argument of a quantity's function is made from the options by its `setting`, where it has
options; the others are the query's arguments, read as their annotations say (`READERS`). A word
that is no quantity (a strategy such as `blind`, a symbol such as `d`) arrives as a `Word`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial, wraps
from math import ceil, floor, inf
from typing import Any, NamedTuple, TypeGuard

from ..distributions.distribution import Distribution, InfiniteDistribution
from ..exact.argument_checks import FAILURES, said_by
from ..exact.cost import LIFTED, affordable, at_most, refuse_costly, refuse_digits
from ..exact.errors import AskedFor, ExactDiceError, QueryError, nearest
from ..exact.numbers import Exact, Interval, no_int, ratio, shown, simplest, whole_or_none
from ..exact.session import session
from .proving import FOLLOWING, Function

# A value within a query, as a quantity or the setting of its options is given it: a number, a
# `Word`, a tuple of several, a law or an expression of sympy. Nothing is assumed: an annotation of
# `READERS` checks it, else who takes one, as anyone may write any value for any argument.
Argument = object
Arguments = tuple[Argument, ...]
Options = Mapping[str, Argument]
# What a query, or a part of one, results in: an exact number, bounds, a law, a set, a word, or an
# expression of sympy, whose own types are too incomplete to be checked.
Answer = Any
Answers = tuple[Answer, ...]

DIGITS = 50  # of bounds that are named as a way out


def summary_of(thing: object) -> str:
    """The first paragraph of the docstring on one line; "" when Python leaves docstrings out."""
    paragraph, _, _ = (inspect.getdoc(thing) or "").partition("\n\n")
    return " ".join(paragraph.split())


@dataclass(frozen=True)
class Word:
    """A name in a query that is no quantity, with its arguments when it is called: `blind`,
    `dice(3)`, `d`.
    """

    name: str
    arguments: Arguments | None = None
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        if self.arguments is None:
            return self.name
        options = (f"{key}={_format_argument(value)}" for key, value in self.options)
        return f"{self.name}({', '.join([*map(_format_argument, self.arguments), *options])})"


def is_name(value: object) -> TypeGuard[Word]:
    """Whether it is a word that is not called."""
    return isinstance(value, Word) and value.arguments is None


def is_number(value: object) -> TypeGuard[Exact]:
    """Whether it is an exact number; true and false are none."""
    return isinstance(value, Exact) and not isinstance(value, bool)


@dataclass(frozen=True, eq=False)
class OfState:
    """A part of a query that is asked of states: `ask` takes {name of a field: its value}."""

    text: str
    ask: Callable[[Mapping[str, Answer]], Answer]

    def __str__(self) -> str:
        return self.text


class Unevaluated(NamedTuple):
    """An argument as it is written: a query, with what its parts know."""

    node: Any  # of the tree of a query
    scope: Any


@dataclass(frozen=True)
class Outcomes:
    """Between which numbers the outcomes of a distribution lie, None where there is no end, and
    whether they are these two alone.
    """

    least: Exact | None
    greatest: Exact | None
    has_two: bool = False

    @staticmethod
    def of(outcomes: Collection[Exact]) -> Outcomes:
        """Those of a distribution that may draw all of these numbers."""
        return Outcomes(min(outcomes), max(outcomes), has_two=len(outcomes) == 2)

    def are_within(self, least: Exact, greatest: Exact) -> bool:
        """Whether it is known that all are between these numbers."""
        if self.least is None or self.greatest is None:
            return False
        return least <= self.least and self.greatest <= greatest


@dataclass(frozen=True)
class Moments:
    """Mean and variance of a distribution that is not written out, and its least outcome, or a
    number below it, where one is known.
    """

    mean: Exact
    variance: Exact
    least: Exact | None = None

    @staticmethod
    def of(law: Distribution[Any] | InfiniteDistribution | Moments) -> Moments:
        """Those of a distribution that is known."""
        if isinstance(law, Moments):
            return law
        least = law.first if isinstance(law, InfiniteDistribution) else min(law)
        return Moments(law.mean(), law.variance(), least)


@dataclass(frozen=True)
class Multiples:
    """The numbers k / parts for whole numbers k: for 0..most, or where there is no most for all.

    >>> from fractions import Fraction
    >>> shares = Multiples("share of 13", 13, most=13)
    >>> Fraction(5, 13) in shares, Fraction(14, 13) in shares
    (True, False)
    >>> shares.counts(Interval(Fraction(3, 10), Fraction(5, 10)))
    range(4, 7)
    >>> shares.around(Fraction(2, 5))
    (Fraction(5, 13), Fraction(6, 13))
    """

    what: str  # each of them is
    parts: int
    most: int | None = None

    def __str__(self) -> str:
        counts = "every whole number" if self.most is None else f"0..{shown(self.most)}"
        return f"k/{shown(self.parts)} for k in {counts}"

    def __contains__(self, number: object) -> bool:
        return isinstance(number, Exact) and bool(self.counts(Interval(number, number)))

    def counts(self, bounds: Interval) -> range:
        """The k for which k / parts is within the bounds."""
        first, last = ceil(bounds.lower * self.parts), floor(bounds.upper * self.parts)
        if self.most is not None:
            first, last = max(first, 0), min(last, self.most)
        return range(first, last + 1)

    def around(self, number: Exact) -> tuple[Exact, ...]:
        """Those next to the number, the one at most as great first; one where it is beyond all."""
        below = floor(number * self.parts)
        beside: Collection[int] = (below, below + 1)
        if self.most is not None:
            beside = sorted({min(max(count, 0), self.most) for count in beside})
        return tuple(simplest(ratio(count, self.parts)) for count in beside)


Law = Distribution[Any]
FiniteNumericDistribution = Distribution[Exact]
NumericDistribution = FiniteNumericDistribution | InfiniteDistribution
LawOf = Law | InfiniteDistribution | Moments

# What a quantity may say of the law whose mean it is: what may be drawn, the law itself, and the
# range of the mean over all optimal strategies.
OutcomesOf = Outcomes | Callable[..., Outcomes] | None
DistributionMaker = Callable[..., LawOf] | None
RangeMaker = Callable[..., Interval] | None

# What is drawn is 1 with the chance that the quantity says, else 0; or it is a number of times.
CHANCE = Outcomes(0, 1, has_two=True)
COUNT = Outcomes(0, None)

STATE = "state..."  # the arguments that are the fields of a state


PLAIN_NAME = re.compile(r"[A-Za-z_]\w*(?:-\w+)*", re.ASCII)  # any other text stands in quotes


def _format_argument(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_format_argument, value))}{',' * (len(value) == 1)})"
    is_text = is_name(value)
    return f'"{value}"' if is_text and not PLAIN_NAME.fullmatch(value.name) else str(value)


def parameters_of(function: Callable[..., object]) -> tuple[inspect.Parameter, ...]:
    """The parameters of the function, in order."""
    return tuple(inspect.signature(function).parameters.values())


@lru_cache(maxsize=256)  # of every setting, of which there are fewer
def defaults_of(setting: Callable[..., object]) -> Options:
    """{option: default} of the setting."""
    return {one.name: one.default for one in parameters_of(setting)}


@dataclass(frozen=True)
class OfGame:
    """The setting of words that are about one game: who names that game too says nothing new.

    >>> setting = OfGame("pig", lambda target=100: target)
    >>> setting(game="pig"), dict(setting.options_for({"game": "pig"})), setting.options_for({})
    (100, {'game': Word(name='pig', arguments=None, options=()), 'target': 100}, {'target': 100})
    """

    game: str
    setting: Callable[..., Any]
    has_digits: bool = False  # an option more

    def __call__(self, *, game: Argument = None, **options: Argument) -> Any:
        """The result of the setting for the options but for the game."""
        return self.setting(**options)

    def options_for(self, given: Mapping[str, Any]) -> Options:
        """{option: default}, with the game where it is the one that is given."""
        options = dict(defaults_of(self.setting))
        if self.has_digits:
            options["digits"] = None
        is_named = str(given.get("game")).replace("_", "-") == self.game
        return {"game": Word(self.game), **options} if is_named else options


@dataclass(frozen=True)
class Quantity:
    """A name, what it means, its arguments, and the options that its setting takes."""

    name: str
    function: Callable[..., Any]
    setting: Callable[..., Any]
    cost: Callable[..., int]  # an estimate of its steps, from what the function is given
    law: DistributionMaker = None  # the law whose mean the quantity is
    # {argument: what it stands for}, for the axes of pictures
    meanings: Mapping[str, str] = field(default_factory=dict)
    called: str | None = None  # its arguments as people read them, where Python's say less
    # Of the quantity as a mean: what may be drawn, or what says it of the function's arguments.
    outcomes: OutcomesOf = None
    # Whether its arguments, from the first comparison on, are given as `OfState`.
    of_states: bool = False
    of_queries: bool = False  # whether its arguments are given as `Unevaluated`
    # The range of the quantity over all optimal strategies, from what the function is given.
    ties: RangeMaker = None

    @property
    def summary(self) -> str:
        """The summary of the function."""
        return summary_of(self.function)

    @property
    def options(self) -> Options:
        """{option: default}, when nothing is given."""
        return self.options_for({})

    def options_for(self, given: Mapping[str, Any]) -> Options:
        """{option: default}; one that is given, as the name of a game, may say which others there
        are.
        """
        # Of a setting whose options depend on each other.
        by_options: Callable[..., Options] | None = getattr(self.setting, "options_for", None)
        return defaults_of(self.setting) if by_options is None else by_options(given)

    @cached_property
    def _parameters(self) -> tuple[inspect.Parameter, ...]:
        """Those of the function that are the arguments of a query."""
        return parameters_of(self.function)[self.setting is not no_options :]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments; the last ends in `...` when it stands for any number, and
        those that may be left out stand in brackets.
        """
        if self.called is not None:
            return tuple(self.called.split(", ")) if self.called else ()
        names = []
        for one in self._parameters:
            is_optional = one.default is not one.empty
            dots = "..." if one.kind is one.VAR_POSITIONAL else ""
            names.append(f"[{one.name}]" if is_optional else f"{one.name}{dots}")
        return tuple(names)

    def meaning_of(self, place: int, given: Mapping[str, Any]) -> str | None:
        """The meaning of the argument at this place; None when nobody says."""
        parameters = self.parameters
        name = parameters[place].strip("[]") if place < len(parameters) else ""
        if name in self.meanings:
            return self.meanings[name]
        # what ends in dots stands for the fields of a state, from its place on
        by_options = getattr(self.setting, "fields_for", None)
        if by_options is None or parameters[-1:] != (STATE,):
            return None
        fields: dict[int, str] = dict(enumerate(by_options(given), len(parameters) - 1))
        return fields.get(place)

    @property
    def signature(self) -> str:
        """The quantity as it is called: `EG(i, j)`."""
        return f"{self.name}({', '.join(self.parameters)})"

    @cached_property
    def _arity(self) -> tuple[int, float, list[tuple[str, Callable[[Any, str], Any] | None]]]:
        """How many arguments it takes at least and at most, and the name and the reader of each."""
        least: int = 0
        most: float = 0
        readers = []
        for one in self._parameters:
            readers.append((one.name, READERS.get(str(one.annotation).removesuffix(" | None"))))
            is_many = one.kind is one.VAR_POSITIONAL
            most += inf if is_many else 1
            least += one.default is one.empty and not is_many
        return least, most, readers

    def counted(self, arguments: Arguments) -> Arguments:
        """The arguments, when there are as many as the function takes."""
        least, most, _ = self._arity
        given = len(arguments)
        if not least <= given <= most:
            raise QueryError(
                f"{self.name} is called as {self.signature}, got {given} "
                f"argument{'s' * (given != 1)}"
            )
        return arguments

    def value(
        self, options: Options, arguments: Arguments, law: DistributionMaker = None
    ) -> Answer:
        """The exact value under these options, or the distribution whose mean it is; `TooCostly`
        before any work when that would take too many steps.
        """
        book = session().ledger
        before = 0 if book is None else len(book.said)
        try:
            found = (law or self.function)(*self.afforded(options, arguments))
        except AskedFor as error:
            asking = f"{'an estimate of ' if law else ''}{self.signature}"
            raise QueryError(str(AskedFor(error.wanted, asking))) from None
        if book is not None:
            book.cover(f"{'the law of ' if law else ''}{self.name}", before)
        return found

    def afforded(self, options: Options, arguments: Arguments) -> list[Any]:
        """The setting, where there is one, and the arguments, when the work that they ask for is
        not too costly.
        """
        given = self.given(options, arguments)
        steps = self.cost(*given)
        if not affordable(steps):
            smaller = "something smaller"
            # Bounds, where they cost less.
            within = {**options, "digits": DIGITS}
            can_round = "digits" in self.options_for(options) and options.get("digits") is None
            if can_round and affordable(self.cost(*self.given(within, arguments))):
                smaller = f"bounds, by digits={DIGITS}"
            refuse_costly(self.name, steps, smaller)
        return given

    def given(self, options: Options, arguments: Arguments) -> list[Any]:
        """The setting, where there is one, and the arguments as the function takes them."""
        found = []
        if self.setting is not no_options:
            setting = self.setting(**options)
            by_setting = getattr(self.setting, "read", None)
            if by_setting is not None:
                arguments = by_setting(setting, self.called, arguments)
            found.append(setting)
        *_, readers = self._arity
        for place, value in enumerate(self.counted(arguments)):
            name, reader = readers[min(place, len(readers) - 1)]
            found.append(value if reader is None else reader(value, name))
        return found

    def over_ties(self, options: Options, arguments: Arguments) -> Interval | None:
        """The least and the largest exact value over all optimal strategies; None where no range is
        known.
        """
        if self.ties is None:
            return None
        exactly = {key: value for key, value in options.items() if key != "digits"}
        given = self.given(exactly, arguments)
        refuse_costly(self.name, 2 * self.cost(*given))
        return self.ties(*given)

    @property
    def is_mean(self) -> bool:
        """Whether a sample of something random can estimate it."""
        return self.law is not None or self.outcomes is not None

    def outcomes_of(self, options: Options, arguments: Arguments) -> Outcomes | None:
        """Between which numbers the draws lie whose mean the quantity is; None where nobody
        says.
        """
        if self.outcomes is None or isinstance(self.outcomes, Outcomes):
            return self.outcomes
        return self.outcomes(*self.afforded(options, arguments))


QUANTITIES: dict[str, Quantity] = {}
# Names that a query may call although they are no quantities: dice(3) arrives as a Word with its
# arguments.
WORDS: set[str] = set()


def no_options() -> None:
    """The setting of a quantity that asks of its arguments alone."""


def few_steps(*_: Argument) -> int:
    """The cost of a quantity that takes few steps, whatever it is asked."""
    return 0


def quantity(
    setting: Callable[..., Any] = no_options,
    called: str | None = None,
    cost: Callable[..., int] | None = None,
    law: DistributionMaker = None,
    outcomes: OutcomesOf = None,
    ties: RangeMaker = None,
    *,
    of_states: bool = False,
    of_queries: bool = False,
    follows: bool = False,
    **meanings: str,
) -> Callable[[Function], Function]:
    """Enter the decorated function as the quantity of its name; `meanings` say what its arguments
    stand for, `called` how they are written where the function takes any number of them; a word
    `of_states` is given what stands in them from the first comparison on as `OfState`, one
    `of_queries` all of them as `Unevaluated`; `ties` takes what the function takes and is its range
    over all optimal strategies. What `follows` from its arguments alone is proved when these are.

    `cost` takes what the function takes and estimates its steps (see `exactdice.exact.cost`) before
    any work. An argument whose annotation is one of the `READERS` is read, or refused, before that.
    """

    if cost is None and setting is not no_options:
        raise TypeError("a word with options must state its cost")

    def enter(function: Function) -> Function:
        name, home = function.__name__, function.__module__
        known = QUANTITIES.get(name)
        # Read once more, a module enters its own words again; another may not take them over.
        if known is not None and known.function.__module__ != home:
            raise QueryError(
                f"the word {name} of {home} is taken: {known.function.__module__} has entered it"
            )
        # Of this package what goes wrong is a defect to be shown.
        is_ours = home.split(".")[0] == __name__.split(".")[0]
        asked = function if is_ours else _report_failures(function)
        if follows:
            FOLLOWING.add(name)
        QUANTITIES[name] = Quantity(
            name,
            asked,
            setting,
            cost or few_steps,
            law,
            meanings,
            called,
            outcomes,
            of_states,
            of_queries,
            ties,
        )
        return function

    return enter


# Enters the decorated function as a quantity that follows from its arguments, as the mean of a law.
derived = partial(quantity, follows=True)


def _report_failures(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of somebody else, whose errors say which word fails and why."""

    @wraps(function)
    def asked(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except ExactDiceError:
            raise  # it says already what is wrong
        except FAILURES as error:
            raise QueryError(
                f"the word {function.__name__} of {function.__module__} fails: {said_by(error)}"
            ) from error

    return asked


def size(value: Argument) -> int:
    """The number as the estimate of a cost reads it: 0 for what is no number, as the quantity
    refuses that itself.
    """
    return max(int(value), 0) if isinstance(value, Exact) else 0


def whole(value: Argument, name: str, least: int = 0, most: int | None = None) -> int:
    """The int in a query's argument; `QueryError` when it is anything else, or not in
    least..most.
    """
    number = whole_or_none(value)
    if number is None or number < least:
        got = no_int(value)
        if isinstance(value, Word):  # most often a name that was left open
            got = (
                f"{value}, which has no value: give it one, as in {value.name}={least}, or bind "
                f"it, as in all({value.name}, 0..9, ...)"
            )
        raise QueryError(f"{name} must be a whole number of {least} or more, got {got}")
    if most is not None and number > most:
        raise QueryError(f"{name} must be at most {most}, got {shown(value)}")
    return number


def sized(value: Any, name: str, least: int, most: int) -> int:
    """The int in a query's argument; `QueryError` above `most` too, where cost is limited: it would
    be too much work.
    """
    number = whole(value, name, least)
    if number > at_most(most):
        raise QueryError(f"{name} must be at most {most}, got {shown(number)}; {LIFTED}")
    return number


def digits_asked(digits: Argument) -> int | None:
    """The digits of the bounds asked for; None when exact numbers are."""
    if digits is None:
        return None
    number = whole(digits, "digits", 1)
    refuse_digits(number)
    return number


# {annotation of an argument: what reads it, from its value and its name}
Whole = int  # of 0 or more
Positive = int  # of 1 or more
READERS: dict[str, Callable[[Any, str], Any]] = {
    "Whole": whole,
    "Positive": partial(whole, least=1),
}


# --- names of strategies --------------------------------------------------------------------------


OPTIMAL_WITH = "optimal(option=..., ties=...)"
IN_TURNS_WITH = "in_turns(ties=...)"
TIES_OPTION = "ties"  # the option of a strategy that says how its ties are broken
LEAVING_TIES = ("optimal", "in_turns")  # where that option is left out
TIE_NAMES = ("first", "last", "fewest", "random")  # of the ways to break ties
WITH_OPTIONS = (OPTIMAL_WITH, IN_TURNS_WITH)
EVERY_NAME = (
    "bank_at(n)",
    "blind",
    "by_table(file)",
    "dice(n)",
    "fewest_tokens",
    "first",
    "hold_at(n)",
    "in_turns",
    IN_TURNS_WITH,
    "keep_pace",
    "keep_pace(end, base, divisor)",
    "largest_first",
    "last",
    "lexicographic",
    "match",
    "mixed(a, p, ...)",
    "most_tokens",
    "one_shot",
    "optimal",
    OPTIMAL_WITH,
    "random",
    "scoring_turns(n)",
    "search(n)",
    "worst",
)
WORDS.update(name.partition("(")[0] for name in EVERY_NAME if "(" in name)


def named_ties(ties: object, names: Collection[str]) -> str:
    """The one of these names of tie-breaks that is written; `QueryError` listing them for anything
    else.
    """
    got = str(ties) if isinstance(ties, str | Word) else shown(ties)
    if got in names:
        return got
    raise QueryError(f"ties must be one of {', '.join(names)}, got {got}{nearest(got, names)}")


def leaves_ties(written: object) -> bool:
    """Whether this is a strategy by name that leaves ties, or mixes one that does.

    >>> leaves_ties(Word("optimal")), leaves_ties(Word("mixed", (Word("random"), 1)))
    (True, False)
    """
    if not isinstance(written, Word):
        return False
    if written.name in LEAVING_TIES:
        return TIES_OPTION not in dict(written.options)
    return any(map(leaves_ties, written.arguments or ()))

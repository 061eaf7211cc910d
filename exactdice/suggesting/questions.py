"""The questions that a report on a game asks: queries over small and corner values.

A question is written as the mark of a table is: `P(d, k) d=1..3 k=1..18`; with `ask=near` it is
asked only where the document prints the values of its names. The folder of a game may say its
questions, as a function `questions` from the options that are given to such texts; of another game
the words of every game are asked, and what the folder works out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from ..documents.bound_tables import substituted
from ..documents.mark_words import read_table_words
from ..errors import ExactDiceError, QueryError
from ..exact import Exact
from ..game import MAX
from ..games.register import game_named, home_of, usual_game
from ..games.strategies import makers_of
from ..games.worked import worked_queries
from ..optional import is_solo
from ..queries.evaluate import options_in, read_option
from ..queries.ranges import ranges_and_options
from ..queries.syntax import Call, Name, Node, Number, parse, walk
from ..tables.table import label_text
from ..words.register import Answer, Word
from .subjects import Subject, subject_of

if TYPE_CHECKING:
    from ..game import Game

PLAIN_DICE = "dice"  # stands for no game: sums of dice, and the best of several
UNASKED = ("first", "last", "worst")  # strategies that reports do not compare
BOTH = ("gain", "win", "loss", "draw", "turns")  # words of two strategies
MOST_NAMES = 6  # of strategies
MOST_ACTIONS = 12
SMALL = (0, 1, 2, 3, 4, 5, 10, 20, 50)  # for arguments of which nothing is known

Values = Mapping[str, Answer]


@dataclass(frozen=True)
class Question:
    """A query whose open names take these values, and its options as they are written."""

    query: str
    node: Node
    ranges: Mapping[str, tuple[Answer, ...]]
    given: Mapping[str, Answer]
    written: Mapping[str, str]
    is_usual: bool = True  # whether it is asked although nothing near a number names its values
    own: frozenset[str] = frozenset()  # options that it sets itself

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """What a text must say that asks it."""
        called = (part.name for part in walk(self.node) if isinstance(part, Call | Name))
        names = [name for name in called if name not in self.ranges]
        names += [str(self.given[key]) for key in self.own if word_text(self.given[key])]
        return tuple(dict.fromkeys(filter(None, map(subject_of, names))))

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The whole numbers in it, without those that a text need not say: 0, 1, and 6 faces."""
        written = [part.value for part in walk(self.node) if isinstance(part, Number)]
        written += [self.given[key] for key in self.own]
        return frozenset(int(value) for value in written if is_whole(value)) - {0, 1, 6}

    @property
    def is_apart(self) -> bool:
        """Whether it is of another variant than the one that is asked about."""
        return any(word_text(self.given[key]) for key in self.own)

    def bindings(self) -> Iterator[dict[str, Answer]]:
        """Each way to give the names their values."""
        for values in product(*self.ranges.values()):
            yield dict(zip(self.ranges, values, strict=True))

    def with_values(self, values: Values) -> str:
        """The query with these values in the places of its names."""
        texts = {name: label_text(value) for name, value in values.items()}
        return substituted(self.query, texts)

    def asked(self, values: Values) -> dict[str, Answer]:
        """What the query is evaluated with when its names have these values."""
        return {**self.given, **values}


def read_question(text: str, options: Mapping[str, str]) -> Question:
    """The question written so, under the options that its query takes.

    >>> asked = read_question("P(d, k) d=1..3 k=1,6", {"faces": "6", "target": "50"})
    >>> asked.query, asked.ranges["k"], asked.written
    ('P(d, k)', (1, 6), {'faces': '6'})
    """
    read = read_table_words(text)
    if len(read.queries) != 1:
        raise QueryError(f"a question has one query, got {len(read.queries)}: {text}")
    query = read.queries[0]
    node = parse(query)
    words = {key: value for key, value in read.words.items() if key != "ask"}
    pairs = [f"{key}={value}" for key, value in words.items()]
    ranges, own = ranges_and_options(pairs, [query])
    values = {key: read_option(key, value) for key, value in options.items()}
    known = options_in(node, {**values, **own})
    said = {key for part in walk(node) if isinstance(part, Call) for key, _ in part.options}
    taken = [key for key in values if key in known - said and key not in {**own, **ranges}]
    written = {key: options[key] for key in taken}
    written |= {key: words[key] for key in own}
    given = {**{key: values[key] for key in taken}, **own}
    labels = {name: tuple(found) for name, found in ranges.items()}
    is_usual = read.words.get("ask") != "near"
    return Question(query, node, labels, given, written, is_usual, frozenset(own) - {"digits"})


def questions_about(name: str, options: Mapping[str, str]) -> Iterator[Question]:
    """The questions about the game of this name with these options, those of its folder first; of
    `dice` those about sums of dice.
    """
    if name == PLAIN_DICE:
        if options:
            raise ExactDiceError(f"questions about plain dice take no options, got {[*options]}")
        texts: Iterator[str] = plain_dice()
        said: dict[str, str] = {}
    else:
        values = {key: read_option(key, text) for key, text in options.items()}
        plain = {key: value for key, value in values.items() if key != "digits"}
        game = game_named(name, plain)
        texts = _texts(name, game, plain)
        said = {**({"game": name} if name != usual_game() else {}), **options}
    for text in dict.fromkeys(texts):
        yield read_question(text, said)


def _texts(name: str, game: Game, options: Mapping[str, Answer]) -> Iterator[str]:
    home = home_of(name)
    own = getattr(home, "questions", None)
    if own is not None:
        yield from own(name, dict(options))
    else:
        yield from _of_worked(name)
        yield from of_every_game(game)


def of_every_game(game: Game) -> Iterator[str]:
    """The words of every game, each pair of strategies that have a name without more."""
    names = [name for name in makers_of(game, MAX) if name.isidentifier() and name not in UNASKED]
    names = names[:MOST_NAMES]
    listed = ",".join(names)
    worked = worked_queries(game)
    if is_solo(game):
        yield from (f"{word}({name})" for word in BOTH for name in names if word in worked)
    else:
        for word in BOTH:
            near = " ask=near" if word == "turns" else ""  # which takes long
            yield f"{word}(a, b) a={listed} b={listed}{near}"
        yield from (f"best_response({name})" for name in names)
        yield from (f"best_response_of_min({name})" for name in names)
    yield from _at_the_start(game, worked)


def _at_the_start(game: Game, worked: Mapping[str, str]) -> Iterator[str]:
    """What is asked of the start: its value, its best action, its mixture, how many states."""
    yield from ("value()", "states()")
    if "first_best" in worked:
        yield "first_best()"
    actions = [action for action in game.actions(game.start, MAX) if isinstance(action, int)]
    shown = actions[:MOST_ACTIONS]
    if "mixture" in worked:
        yield from (f"chance(mixture(), {action})" for action in shown)
    elif len(shown) == len(actions):
        yield from (f"after({action})" for action in shown)


def _of_worked(name: str) -> Iterator[str]:
    """The worked queries of the folder's own words, their whole numbers let vary."""
    for query in getattr(home_of(name), "QUERIES", ()):
        yield query
        node = parse(query)
        if isinstance(node, Call) and all(isinstance(part, Number) for part in node.arguments):
            yield from _varied(node)


def _varied(call: Call) -> Iterator[str]:
    """The call with each of its arguments, all whole numbers, from a few."""
    names = "ijkmn"[: len(call.arguments)]
    if not 1 <= len(names) == len(call.arguments) <= 3:
        return
    values = ",".join(map(str, SMALL))
    words = " ".join(f"{name}={values}" for name in names)
    yield f"{call.name}({', '.join(names)}) {words}"


# --- plain dice -----------------------------------------------------------------------------------

USUAL_FACES = (4, 6, 8, 10, 12, 20)
MOST_DICE_SHOWN = 4


def plain_dice() -> Iterator[str]:
    """Questions about sums of a few dice of the usual kinds, the best of several, advantage,
    explosions and Risk.
    """
    for faces in USUAL_FACES:
        for dice in range(1, MOST_DICE_SHOWN + 1):
            if dice * faces <= 40:
                yield from _of_law(f"{dice}d{faces}", range(dice, dice * faces + 1))
        yield from _of_law(f"max_of(d({faces}), d({faces}))", range(1, faces + 1))
        yield from _of_law(f"min_of(d({faces}), d({faces}))", range(1, faces + 1))
        yield f"mean(explode(d({faces})))"
    yield from _of_law("highest(d(6), 4, 3)", range(3, 19))
    for attackers, defenders in product((1, 2, 3), (1, 2)):
        law = f"pairs_won(d(6), {attackers}, d(6), {defenders})"
        yield from (f"chance({law} == {won})" for won in range(min(attackers, defenders) + 1))


def _of_law(law: str, outcomes: range) -> Iterator[str]:
    """The mean, the spread and the chances of a law."""
    yield from (f"{word}({law})" for word in ("mean", "variance", "sd"))
    if len(outcomes) > 1:
        for mark in ("==", ">=", "<="):
            yield f"chance({law} {mark} k) k={outcomes[0]}..{outcomes[-1]} ask=near"


def is_whole(value: object) -> bool:
    """Whether the value of a name is a whole number."""
    return isinstance(value, Exact) and not isinstance(value, bool) and value.denominator == 1


def word_text(value: Answer) -> str:
    """The word that the value is, in small letters; "" for a number."""
    return str(value).lower() if isinstance(value, Word) else ""

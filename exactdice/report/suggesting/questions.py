"""The questions that a report on a game asks: queries over small and corner values, what a text
must say that asks them, and their answers, within a limit of cost and a time.

A question is written as the mark of a table is: `P(d, k) d=1..3 k=1..18`; with `ask=near` it is
asked only where the document prints the values of its names. The folder of a game may say its
questions, as a function `questions` from the options that are given to such texts; of another game
the words of every game are asked, and what the folder works out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from time import process_time

from ...exact.cost import limit
from ...exact.errors import ExactDiceError, QueryError, TooCostly
from ...exact.numbers import Exact, Interval, is_symbolic
from ...exact.session import session
from ...game.optional import is_solo
from ...game.protocol import MAX, Game
from ...query.evaluate import evaluate_query, options_in, read_option
from ...query.games_by_name import game_named, home_of
from ...query.ranges import ranges_and_options
from ...query.register import Answer, Word
from ...query.states import worked_queries
from ...query.strategies import makers_of
from ...query.syntax import Call, Name, Node, Number, parse, walk
from ...writeup.tables.table import label_text
from ..claims.values import ends_of
from ..documents.bound_tables import substituted
from ..documents.marks import Words, read_table_words

PLAIN_DICE = "dice"  # stands for no game: sums of dice, and the best of several
UNASKED = ("first", "last", "worst")  # strategies that reports do not compare
BOTH = ("gain", "win", "loss", "draw", "turns")  # words of two strategies
SMALL = "0,1,2,3,4,5,10,20,50"  # for arguments of which nothing is known
USUAL_FACES = (4, 6, 8, 10, 12, 20)

# A number that merely equals an answer proves nothing: the text beside it must say what was asked.
# A query has a few subjects, one for each word in it, and each must be said:
# `mean(explode(d(6)))` a mean, an explosion and a die.

# Words of each subject; with a hyphen the beginnings of words.
SUBJECTS = {
    "die": "dice die throw- thrown roll rolls roll- dés lancer- lancé- jets würfel- wurf- geworfen",
    "sum": "sum sums total- score- points somme- summe- augen- punkte-",
    "mean": "mean means average- expect- moyen- espér- mittel- durchschnitt- erwart-",
    "spread": "variance- deviation- spread écart varianz- streuung- standardabweichung-",
    "best of": "advantage better best higher highest larger largest maximum lowest dropped "
    "avantage meilleur- maximum vorteil besser- höchst- größ-",
    "worst of": "disadvantage worse worst lower lowest smaller smallest minimum désavantage pire "
    "minimum nachteil schlecht- kleinst- niedrig-",
    "explosion": "explo- again encore erneut nochmal-",
    "pairs": "attack- defend- army armies attaqu- défens- armée- angreif- angriff- verteidig- "
    "armee-",
    "hand": "straight- house kind yahtzee- suite- carré- brelan- yams straße- strasse- pasch- "
    "kniffel-",
    "gain": "gain- advantage edge worth value- payoff- profit- avantage vaut valeur gagn- gewinn- "
    "vorteil wert- auszahlung-",
    "player": "player- joueur- spieler-",
    "win": "win wins winning won winner victor- beat beats gagn- victoire- gewinn- sieg-",
    "loss": "lose loses losing lost loss losses perd- défaite- verlier- verlor- verlust- "
    "niederlage-",
    "draw": "draw draws drawn tie ties tied nul nulle nuls égalité unentschieden- gleichstand",
    "length": "turn turns round- length long- lasts moves throws tours durée coups runde- züge "
    "dauer-",
    "best": "best optimal- optimum meilleur- beste-",
    "response": "response- respond- reply replies réponse- répond- antwort-",
    "mixture": "mixture- mixed mix mélange- mixte- misch- gemischt-",
    "states": "state states position- état- zustand- zustände- stellung-",
    "chance": "chance- probab- likel- odds wahrscheinlich-",
    "blind": "blind- aveugle-",
    "optimal": "optim- best perfect- meilleur- parfait- beste-",
    "random": "random- hasard aléatoire- zufall- zufäll-",
    "simultaneous": "simultan- gleichzeitig-",
}
# The subjects of words of queries, of which one must be said; none of those that need not be.
MEANT = {
    "probability": (),
    "d": ("die", "sum", "pairs"),
    "dice": ("die",),
    "P": ("die",),
    "Q": ("die",),
    "EP": ("mean", "sum"),
    "score": ("sum",),
    "sd": ("spread",),
    "variance": ("spread",),
    "max_of": ("best of",),
    "highest": ("best of",),
    "min_of": ("worst of",),
    "explode": ("explosion",),
    "pairs_won": ("pairs",),
    "EG": ("gain", "player"),
    "gain": ("gain", "player"),
    "value": ("gain",),
    "action_value": ("gain",),
    "payoff": ("gain",),
    "win": ("win", "loss"),
    "turns": ("length",),
    "OPT": ("best",),
    "best_dice": ("best",),
    "best_dice_real": ("best",),
    "first": (),
    "optimal_actions": ("best",),
    "best_response_value": ("response",),
    "one_shot_strategy": ("mixture", "best"),
    "positions": ("states",),
}
# Subjects that say which throw is meant: a sentence that says one is about no other throw.
THROWS = ("pairs", "hand")
GERMAN = {"der", "das", "und", "ist", "den", "mit"}

Subject = tuple[str, ...]  # alternatives
Answers = tuple[Answer, ...]
Watch = Callable[[int, int], None]  # is told how many of how many questions are asked
Values = Mapping[str, Answer]


def subject_of(name: str) -> Subject | None:
    """The subject of a word of a query; None for one that need not be said.

    >>> subject_of("EG"), subject_of("probability"), subject_of("pig_win"), subject_of("hold_at")
    (('gain', 'player'), None, ('win', 'loss'), ('hold-',))
    """
    long = [part for part in name.split("_") if len(part) > 2]
    last = long[-1] if long else ""
    for key in (name, last):
        if key in MEANT:
            return MEANT[key] or None
        if key in SUBJECTS:
            return (key,)
    return (f"{last.removesuffix('s')}-" if last else name,)  # no text says a single letter


def says(words: Set[str], subject: Subject) -> bool:
    """Whether one of these words says the subject.

    >>> says({"the", "average"}, ("mean",)), says({"die", "und", "der"}, ("die",))
    (True, False)
    """
    known = words - {"die"} if words & GERMAN else words
    return any(map(_pattern(subject).fullmatch, known))


def is_said(subjects: Iterable[Subject], words: Set[str]) -> bool:
    """Whether these words say each of the subjects."""
    return all(says(words, subject) for subject in subjects)


@lru_cache(maxsize=256)  # of far fewer subjects
def _pattern(subject: Subject) -> re.Pattern[str]:
    words = " ".join(SUBJECTS.get(part, part) for part in subject).split()
    beginnings = (re.escape(word).replace(r"\-", r"\w*") for word in words)
    return re.compile("|".join(beginnings))


# --- questions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """A query whose open names take these values, and its options as they are written."""

    query: str
    node: Node
    ranges: Mapping[str, Answers]
    given: Mapping[str, Answer]
    written: Words
    is_usual: bool = True  # whether it is asked although nothing near a number names its values
    own: frozenset[str] = frozenset()  # options that it sets itself

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """The subjects that a text must say which asks it."""
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

    def bindings(self) -> Iterator[dict[str, Answer]]:
        """Each way to give the names their values."""
        for values in product(*self.ranges.values()):
            yield dict(zip(self.ranges, values, strict=True))


def read_question(text: str, options: Words) -> Question:
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
    ranges, own = ranges_and_options([f"{key}={value}" for key, value in words.items()], [query])
    values = {key: read_option(key, value) for key, value in options.items()}
    known = options_in(node, {**values, **own})
    calls = [part for part in walk(node) if isinstance(part, Call)]
    free = known - {key for call in calls for key, _ in call.options} - own.keys() - ranges.keys()
    taken = [key for key in values if key in free]
    written = {key: options[key] for key in taken}
    written |= {key: words[key] for key in own}
    given = {**{key: values[key] for key in taken}, **own}
    labels = {name: tuple(found) for name, found in ranges.items()}
    is_usual = read.words.get("ask") != "near"
    return Question(query, node, labels, given, written, is_usual, frozenset(own) - {"digits"})


def questions_about(name: str, options: Words) -> Iterator[Question]:
    """The questions about the game of this name with these options, those of its folder first; of
    `dice` those about sums of dice.
    """
    said = {}
    if name != PLAIN_DICE:
        values = {key: read_option(key, text) for key, text in options.items() if key != "digits"}
        game = game_named(name, values)
        own = getattr(home_of(name), "questions", None)
        texts = own(name, values) if own else _general_questions(name, game)
        said = {**({"game": name} if name != session().game else {}), **options}
    elif options:
        raise ExactDiceError(f"questions about plain dice take no options, got {[*options]}")
    else:
        texts = plain_dice()
    for text in dict.fromkeys(texts):
        yield read_question(text, said)


def _general_questions(name: str, game: Game) -> Iterator[str]:
    """The worked queries of the folder's own words, their whole numbers let vary; then the words of
    every game, for each pair of strategies that have a name without more, and of the start.
    """
    for query in getattr(home_of(name), "QUERIES", ()):
        yield query
        node = parse(query)
        if isinstance(node, Call) and all(isinstance(part, Number) for part in node.arguments):
            names = "ijk"[: len(node.arguments)]
            if 1 <= len(names) == len(node.arguments):
                words = " ".join(f"{name}={SMALL}" for name in names)
                yield f"{node.name}({', '.join(names)}) {words}"
    plans = [plan for plan in filter(str.isidentifier, makers_of(game, MAX)) if plan not in UNASKED]
    worked = worked_queries(game)
    if is_solo(game):
        known = [word for word in BOTH if word in worked]
        yield from (f"{word}({plan})" for word in known for plan in plans)
    else:
        listed = ",".join(plans)
        for word in BOTH:
            near = " ask=near" if word == "turns" else ""  # which takes long
            yield f"{word}(a, b) a={listed} b={listed}{near}"
        for player in ("", ", player=min"):
            yield from (f"best_response_value({plan}{player})" for plan in plans)
    yield from ("value()", "states()")
    if "optimal_actions" in worked:
        yield "first(optimal_actions())"
    actions = list(game.actions(game.start, MAX))
    whole = [action for action in actions if isinstance(action, int)]
    if "strategy" in worked:
        yield from (f"probability(strategy(), {action})" for action in whole)
    elif whole == actions:
        yield from (f"action_value({action})" for action in whole)


def plain_dice() -> Iterator[str]:
    """Questions about sums of a few dice of the usual kinds, the best of several, advantage,
    explosions and Risk.
    """
    for faces in USUAL_FACES:
        for dice in (1, 2, 3, 4):
            if dice * faces <= 40:
                yield from _distribution_questions(f"{dice}d{faces}", range(dice, dice * faces + 1))
        for word in ("max_of", "min_of"):
            law = f"{word}(d({faces}), d({faces}))"
            yield from _distribution_questions(law, range(1, faces + 1))
        yield f"mean(explode(d({faces})))"
    yield from _distribution_questions("highest(d(6), 4, 3)", range(3, 19))
    for attackers, defenders in product((1, 2, 3), (1, 2)):
        law = f"pairs_won(d(6), {attackers}, d(6), {defenders})"
        for won in range(min(attackers, defenders) + 1):
            yield f"probability({law} == {won})"


def _distribution_questions(law: str, outcomes: range) -> Iterator[str]:
    """The mean, the spread and the chances of a distribution."""
    yield from (f"{word}({law})" for word in ("mean", "variance", "sd"))
    for mark in ("==", ">=", "<="):
        yield f"probability({law} {mark} k) k={outcomes[0]}..{outcomes[-1]} ask=near"


def is_whole(value: object) -> bool:
    """Whether the value of a name is a whole number."""
    return isinstance(value, Exact) and not isinstance(value, bool) and value.denominator == 1


def word_text(value: Answer) -> str:
    """The word that the value is, in small letters; "" for a number."""
    return str(value).lower() if isinstance(value, Word) else ""


# --- answers: the one place where `suggest` evaluates anything ------------------------------------

ROUNDS = 3  # each with a hundred times the cost of the one before
BITS = 200  # of the enclosure of an irrational number


@dataclass(frozen=True)
class Asked:
    """A question with values of its names."""

    question: Question
    values: Values

    @property
    def key(self) -> tuple[str, str]:
        """A key that tells it from others."""
        return self.question.query, f"{self.question.written} {self.values}"

    @cached_property
    def query(self) -> str:
        """The query with these values in the places of its names."""
        written = {name: label_text(value) for name, value in self.values.items()}
        return substituted(self.question.query, written)

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


@dataclass
class Asker:
    """Evaluates questions until the time is over, and counts what was not tried."""

    steps: int = 3 * 10**7  # of a question, some three seconds
    seconds: float = 15.0  # of the processor, for all questions about one document
    clock: Callable[[], float] = process_time
    refused: Counter[str] = field(default_factory=Counter)  # queries by what they would cost
    # of a value known exactly both bounds are the value
    kept: dict[tuple[str, str], tuple[Asked, Interval | None]] = field(default_factory=dict)
    left: set[tuple[str, str]] = field(default_factory=set)  # when the time was over
    start: float = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.clock()

    def ask(self, question: Question, values: Values) -> Interval | None:
        """The value of the question with these values of its names; None where it is no number,
        there is none, or it was not tried.
        """
        asked = Asked(question, values)
        self.ask_each([asked], rounds=1)
        _, ends = self.kept.get(asked.key, (asked, None))
        return ends

    def ask_each(
        self,
        several: Iterable[Asked],
        part: float = 1.0,
        watch: Watch = lambda _done, _total: None,
        rounds: int = ROUNDS,
    ) -> None:
        """Ask what is not known yet, in rounds, the cheap ones first, until this part of the time
        is over.
        """
        new = {one.key: one for one in several if one.key not in self.kept}
        total = len(new)
        for k in reversed(range(rounds)):
            steps = self.steps // 10 ** (2 * k) or 1
            for key, one in [*new.items()]:
                if self.is_over(part):
                    self.left |= new.keys()
                    return
                watch(total - len(new), total)
                if self._try_question(one, steps):
                    del new[key]

    @property
    def late(self) -> int:
        """How many questions were left when the time was over."""
        return len(self.left - self.kept.keys())

    @property
    def answers(self) -> Iterator[tuple[Asked, Interval]]:
        """All that has an answer."""
        return ((one, ends) for one, ends in self.kept.values() if ends is not None)

    def is_over(self, part: float = 1.0) -> bool:
        """Whether this part of the time for questions is over."""
        return self.clock() > self.start + part * self.seconds

    def _try_question(self, one: Asked, steps: int) -> bool:
        """Whether the question is answered for so many steps, or has no answer."""
        ends = None
        try:
            with limit(steps):
                value = evaluate_query(one.question.node, {**one.question.given, **one.values})
                if is_symbolic(value):
                    from ...symbolic.expressions import enclosure

                    value = enclosure(value, BITS)
                found = ends_of(value)
                ends = Interval(found[0], found[-1])
        except TooCostly:
            if steps < self.steps:
                return False
            self.refused[one.question.query] += 1
        # Not every state is one of the game: what has no answer is no candidate.
        except ExactDiceError:
            pass
        self.kept[one.key] = one, ends
        return True

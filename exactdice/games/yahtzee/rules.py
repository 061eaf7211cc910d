"""Yahtzee and Scandinavian yatzy for one player: the rule sheets.

A turn has up to three throws: of all dice, then twice of those that the player does not keep. Then
the dice are written into one category of the sheet that is still free, and score what the category
says of them, possibly 0. When the sheet is full the points are added up, and the upper section
(ones to sixes) earns its bonus where its total reaches the threshold. The player wants the most
points on average.

Rules: Yahtzee of Milton Bradley (Hasbro), with its bonuses of 100 points and its jokers; yatzy as
it is played in Denmark, Norway and Sweden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import combinations, product
from typing import ClassVar, NamedTuple

from ...distributions.distribution import Distribution, point
from ...exact.argument_checks import got
from ...exact.cost import STEPS_A_STATE
from ...exact.errors import RulesError, nearest
from ...exact.numbers import Exact, shown, shown_when_long
from ...game.dice_options import Named, keep_named, keep_whole
from ...game.protocol import MAX, WAIT, Action, Joint, Player

Dice = tuple[int, ...]  # in order
THROW = "throw"
FREE = "free"
FORCED = "forced"
NONE = "none"
Names = tuple[str, ...]  # of categories, in the order of the sheet
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
FULL_HOUSE = 25
SMALL_STRAIGHT = 30
LARGE_STRAIGHT = 40
FIVE_ALIKE = 50


@dataclass(frozen=True)
class Category:
    """A line of a sheet: its name, and the points of dice in it.

    - `face`: the face that an upper category counts; 0 for a lower one.
    - `joker`: the points of a joker in it; None where a joker scores as any dice do.
    """

    name: str
    points: Callable[[Dice], int]
    face: int = 0
    joker: int | None = None


# --- the points of dice ---------------------------------------------------------------------------


def face_sum(face: int, dice: Dice) -> int:
    """The sum of the dice that show this face."""
    return face * dice.count(face)


def sum_if_alike(count: int, dice: Dice) -> int:
    """The sum of all dice where so many are alike, else 0."""
    return sum(dice) if most_alike(dice) >= count else 0


def alike_sum(count: int, dice: Dice) -> int:
    """The sum of so many alike, of the highest face that has them, else 0."""
    faces = [face for face, times in Counter(dice).items() if times >= count]
    return count * max(faces, default=0)


def two_pairs(dice: Dice) -> int:
    """The sum of two pairs of different faces, the highest, else 0."""
    pairs = sorted(face for face, times in Counter(dice).items() if times >= 2)
    return 2 * sum(pairs[-2:]) if len(pairs) >= 2 else 0


def house(points: int, dice: Dice) -> int:
    """These points for three of one face and two of another, else 0."""
    return points if sorted(Counter(dice).values()) == [2, 3] else 0


def house_sum(dice: Dice) -> int:
    """The sum of the dice for three of one face and two of another, else 0."""
    return house(sum(dice), dice)


def straight(length: int, points: int, dice: Dice) -> int:
    """These points where so many faces follow each other, else 0."""
    faces = set(dice)
    has_row = any(faces.issuperset(range(face, face + length)) for face in faces)
    return points if has_row else 0


def exact_match(wanted: Dice, points: int, dice: Dice) -> int:
    """These points for the wanted dice, else 0."""
    return points if dice == wanted else 0


def alike(points: int, dice: Dice) -> int:
    """These points where all dice are alike, else 0."""
    return points if most_alike(dice) == len(dice) else 0


def most_alike(dice: Dice) -> int:
    """How many dice show the same face at most."""
    return max(Counter(dice).values(), default=0)


# --- the sheets -----------------------------------------------------------------------------------

UPPER_SECTION = tuple(
    Category(name, partial(face_sum, face), face=face) for face, name in enumerate(UPPER, 1)
)
YAHTZEE = "yahtzee"
YAHTZEE_SHEET = (
    *UPPER_SECTION,
    Category("three_of_a_kind", partial(sum_if_alike, 3)),
    Category("four_of_a_kind", partial(sum_if_alike, 4)),
    Category("full_house", partial(house, FULL_HOUSE), joker=FULL_HOUSE),
    Category("small_straight", partial(straight, 4, SMALL_STRAIGHT), joker=SMALL_STRAIGHT),
    Category("large_straight", partial(straight, 5, LARGE_STRAIGHT), joker=LARGE_STRAIGHT),
    Category(YAHTZEE, partial(alike, FIVE_ALIKE)),
    Category("chance", sum),
)
YATZY_SHEET = (
    *UPPER_SECTION,
    Category("one_pair", partial(alike_sum, 2)),
    Category("two_pairs", two_pairs),
    Category("three_of_a_kind", partial(alike_sum, 3)),
    Category("four_of_a_kind", partial(alike_sum, 4)),
    Category("small_straight", partial(exact_match, (1, 2, 3, 4, 5), 15)),
    Category("large_straight", partial(exact_match, (2, 3, 4, 5, 6), 20)),
    Category("house", house_sum),
    Category("chance", sum),
    Category("yatzy", partial(alike, FIVE_ALIKE)),
)


# --- the games ------------------------------------------------------------------------------------


class SheetState(NamedTuple):
    """A sheet, and how far its turn is.

    - `filled`: the categories written so far, in the order of the sheet.
    - `upper`: the total of the upper section, the threshold where it is beyond; 0 without a bonus.
    - `extra`: 1 where a further Yahtzee earns its bonus, else 0.
    - `dice`: those on the table, in order; none before the first throw of the turn.
    - `left`: how many throws are left; 0 before the first.
    - `points`: all that was scored so far, but the bonus of the upper section.
    """

    filled: Names = ()
    upper: int = 0
    extra: int = 0
    dice: Dice = ()
    left: int = 0
    points: int = 0


@dataclass(frozen=True)
class SheetGame:
    """The options and rules that Yahtzee and yatzy share."""

    dice: int = 5
    faces: int = 6
    rerolls: int = 2
    categories: Names | None = None
    upper_bonus: int = 35
    threshold: int = 63

    whole_sheet: ClassVar[tuple[Category, ...]] = ()
    solo = True
    yahtzee_bonus = 0  # an option of Yahtzee alone
    between: ClassVar[dict[str, tuple[int, int]]] = {
        "dice": (1, 5),
        "faces": (2, 6),
        "rerolls": (0, 10),
        "upper_bonus": (0, 1000),
        "threshold": (1, 1000),
    }

    def __post_init__(self) -> None:
        for name, (least, most) in self.between.items():
            keep_whole(self, name, least)
            if getattr(self, name) > most:
                raise RulesError(f"{name} must be at most {most}, got {shown(getattr(self, name))}")
        if self.categories is not None:
            object.__setattr__(self, "categories", sort_categories(self._offered, self.categories))
            if not self.categories:
                raise RulesError("categories must name one or more, got none")

    @property
    def _offered(self) -> Names:
        """The whole sheet, without the faces that the dice do not have."""
        return tuple(each.name for each in self.whole_sheet if each.face <= self.faces)

    @cached_property
    def sheet(self) -> tuple[Category, ...]:
        """The categories of the game, in the order of the sheet."""
        names = self._offered if self.categories is None else self.categories
        return tuple(each for each in self.whole_sheet if each.name in names)

    @property
    def names(self) -> Names:
        """The names of the categories, in the order of the sheet."""
        return tuple(each.name for each in self.sheet)

    @property
    def cap(self) -> int:
        """The upper total from which on it makes no difference; 0 where there is no bonus."""
        has_upper = any(each.face for each in self.sheet)
        return self.threshold if self.upper_bonus and has_upper else 0

    @property
    def extra_bonus(self) -> int:
        """The points of a further Yahtzee."""
        return self.yahtzee_bonus if YAHTZEE in self.names else 0

    @cached_property
    def most_points(self) -> int:
        """The points that no game can exceed: the most of every category and all bonuses."""
        jokers = sum(each.joker or 0 for each in self.sheet)
        throws = throws_of(self.dice, self.faces)
        best = sum(max(map(each.points, throws)) for each in self.sheet)
        return best + jokers + self.extra_bonus * len(self.sheet) + self.upper_bonus

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all states: sheets with every number of points, and every throw."""
        sheets = (self.cap + 1) << len(self.sheet)
        throws = (self.rerolls + 1) * int(self.faces**self.dice) // 10 + 1
        return STEPS_A_STATE * sheets * self.most_points * throws

    @property
    def start(self) -> SheetState:
        """An empty sheet before the first throw."""
        return SheetState()

    def payoff(self, state: SheetState) -> Exact | None:
        """The points of a full sheet, with the bonus of the upper section."""
        if len(state.filled) < len(self.sheet):
            return None
        return state.points + self.bonus_at(state.upper)

    def bonus_at(self, upper: int) -> int:
        """The bonus of the upper section for its total."""
        return self.upper_bonus if self.cap and upper >= self.cap else 0

    def actions(self, state: SheetState, player: Player) -> tuple[Action, ...]:
        """To throw; then the dice to keep, or, without throws left, a free category."""
        if player != MAX:
            return (WAIT,)
        if not state.dice:
            return (THROW,)
        if state.left:
            return keep_choices(state.dice)
        return tuple(self.scores(state.filled, state.extra, state.dice))

    def outcomes(self, state: SheetState, joint: Joint) -> Distribution[SheetState]:
        """The distribution of the throw, or the sheet with the category written."""
        action = joint[MAX]
        if state.dice and not state.left:
            return point(self.written(state, action))
        kept = action if state.dice else ()
        left = state.left - 1 if state.dice else self.rerolls
        thrown = throws_of(self.dice - len(kept), self.faces)
        return thrown.map(lambda dice: state._replace(dice=tuple(sorted(kept + dice)), left=left))

    def written(self, state: SheetState, name: str) -> SheetState:
        """The sheet after the dice are written into the category."""
        scored = self.scores(state.filled, state.extra, state.dice)[name]
        category = next(each for each in self.sheet if each.name == name)
        added = category.points(state.dice) if category.face else 0
        return SheetState(
            sort_categories(self.names, (*state.filled, name)),
            min(state.upper + added, self.cap),
            max(state.extra, self.begins_extra(name, state.dice)),
            points=state.points + scored,
        )

    def scores(self, filled: Names, extra: int, dice: Dice) -> dict[str, int]:
        """{category that may be written: what the dice score there}."""
        return {each.name: each.points(dice) for each in self.sheet if each.name not in filled}

    @property
    def forces_jokers(self) -> bool:
        """Whether dice all alike may have to be written somewhere."""
        return False

    def plays_jokers(self, filled: Names) -> bool:
        """Whether dice all alike have rules of their own on this sheet."""
        return False

    def begins_extra(self, name: str, dice: Dice) -> int:
        """1 where further Yahtzees earn their bonus once these dice are written there, else 0."""
        return int(bool(self.extra_bonus and name == YAHTZEE and alike(1, dice)))


@shown_when_long
@dataclass(frozen=True)
class Yahtzee(SheetGame):
    """Yahtzee for one, with so many dice of so many faces and so many rerolls in a turn.

    - `categories`: those of the sheet, such as (ones, twos, yahtzee, chance); None for all.
    - `upper_bonus`: the points earned where the upper section reaches the `threshold`; 0 for none.
    - `yahtzee_bonus`: the points of each Yahtzee thrown after one that scored 50; 0 for none.
    - `joker`: what a Yahtzee may do once its category is written. `free`: where the category of its
      face is written too, it scores 25, 30 and 40 in full_house, small_straight and large_straight.
      `forced`: besides, it must be written into the category of its face while that is free, and
      then into a free lower one before any upper one. `none`: it is written as any dice are.

    A full house has two different faces, unless it is a joker. A category of a face that the sheet
    does not have counts as written. Raises `RulesError` naming the option that is off.

    >>> game = Yahtzee()
    >>> game.scores((), 0, (2, 2, 3, 3, 3))["full_house"], len(game.sheet)
    (25, 13)
    >>> game.scores(("fours", "yahtzee"), 1, (4, 4, 4, 4, 4))["large_straight"]
    140
    """

    yahtzee_bonus: int = 100
    joker: str | None = FREE

    whole_sheet: ClassVar[tuple[Category, ...]] = YAHTZEE_SHEET
    between: ClassVar[dict[str, tuple[int, int]]] = {
        **SheetGame.between,
        "yahtzee_bonus": (0, 1000),
    }
    named: ClassVar[Named] = {
        "categories": tuple(each.name for each in YAHTZEE_SHEET),
        "joker": (FREE, FORCED, NONE),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.joker is None:  # as a query reads the word none
            object.__setattr__(self, "joker", NONE)
        keep_named(self, "joker")

    @property
    def forces_jokers(self) -> bool:
        """Whether a Yahtzee may have to be written somewhere."""
        return self.joker == FORCED and YAHTZEE in self.names

    def plays_jokers(self, filled: Names) -> bool:
        """Whether a Yahtzee is a joker on this sheet."""
        return self.joker != NONE and YAHTZEE in filled

    def scores(self, filled: Names, extra: int, dice: Dice) -> dict[str, int]:
        """{category that may be written: what the dice score there, with the bonus of a further
        Yahtzee}.
        """
        scores = super().scores(filled, extra, dice)
        if not alike(1, dice):
            return scores
        if self.plays_jokers(filled):
            free = [each for each in self.sheet if each.name in scores]
            own = [each for each in free if each.face == dice[0]]
            lower = [each for each in free if not each.face]
            if not own:
                scores |= {each.name: each.joker for each in free if each.joker is not None}
            if self.joker == FORCED:
                scores = {each.name: scores[each.name] for each in own or lower or free}
        bonus = self.extra_bonus if extra else 0
        return {name: points + bonus for name, points in scores.items()}


@shown_when_long
@dataclass(frozen=True)
class Yatzy(SheetGame):
    """Scandinavian yatzy for one, with so many dice of so many faces and so many rerolls in a turn.

    Pairs, three and four of a kind score the dice alike alone, the straights 1-2-3-4-5 and
    2-3-4-5-6 score 15 and 20, a house the sum of its dice, and yatzy 50.

    - `categories`: those of the sheet, such as (ones, one_pair, chance); None for all.
    - `upper_bonus`: the points earned where the upper section reaches the `threshold`; 0 for none.

    Raises `RulesError` naming the option that is off.

    >>> scores = Yatzy().scores((), 0, (2, 2, 3, 3, 3))
    >>> scores["house"], scores["one_pair"]
    (13, 6)
    """

    upper_bonus: int = 50

    whole_sheet: ClassVar[tuple[Category, ...]] = YATZY_SHEET
    named: ClassVar[Named] = {"categories": tuple(each.name for each in YATZY_SHEET)}


# --- what does not depend on the sheet ------------------------------------------------------------


def sort_categories(known: Names, names: object) -> Names:
    """These categories in the order of the known ones; `RulesError` for another, or for one that is
    named twice.
    """
    given = (names,) if isinstance(names, str) else names
    if not isinstance(given, (tuple, list)):
        raise RulesError(f"categories must be listed, as in (ones, chance), {got(names)}")
    for name in given:
        if name not in known:
            hint = nearest(name, known) if isinstance(name, str) else ""
            raise RulesError(
                f"a category must be one of {', '.join(known)}, got {shown(name)}{hint}"
            )
        if given.count(name) > 1:
            raise RulesError(f"a category may be named once, got {name} twice")
    return tuple(name for name in known if name in given)


@lru_cache(maxsize=64)  # of up to five dice with up to six faces
def throws_of(count: int, faces: int) -> Distribution[Dice]:
    """The distribution of so many dice, in order.

    >>> throws_of(2, 2)
    Distribution({(1, 1): 1, (1, 2): 2, (2, 2): 1})
    """
    ways = product(range(1, faces + 1), repeat=count)
    return Distribution(Counter(tuple(sorted(way)) for way in ways))


@lru_cache(maxsize=1024)  # of up to five dice there are 462 at most
def keep_choices(dice: Dice) -> tuple[Dice, ...]:
    """Every choice of dice to keep, most dice first.

    >>> keep_choices((1, 1, 2))
    ((1, 1, 2), (1, 1), (1, 2), (1,), (2,), ())
    """
    kept = {part for size in range(len(dice) + 1) for part in combinations(dice, size)}
    return tuple(sorted(kept, key=lambda each: (-len(each), each)))

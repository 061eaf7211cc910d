"""Solitaire Yahtzee a second time, from the rules alone: `python benchmarks/yahtzee_second.py`.

Nothing here imports exactdice. The optimal expectation of every sheet is found twice: in floats,
which only choose, and as a whole number modulo a prime. A set of dice is never looked up in a
table of throws: dice are added to it and taken from it one by one. With n categories open the
expectation is a whole number over 6 ** (15 * n), and the residue is the one of that whole number.

A sheet is (filled, upper, earns): a bit for each category in the order of the rules, the points in
the upper section (never above 63), and 1 where a further Yahtzee earns the extra bonus. The value
is what the rest of the game adds on average; the bonus of the upper section comes with its end.

Floats err by at most a proven share of the value. Two choices that lie closer are the same whole
number modulo the prime, or their sheet is computed again in whole numbers.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

FACES, DICE, THROWS = 6, 5, 3
PER_THROW = FACES**DICE
PER_TURN = PER_THROW**THROWS
LIMIT = 63
PRIME = 2**31 - 1
LARGEST_PRIME = 2**50  # PER_THROW residues are added in 63 bits
UNIT = 2.0**-53
ROUNDINGS = 6 * DICE * THROWS + 1  # five additions and a division for each die, and the points

SETS = [list(combinations_with_replacement(range(1, FACES + 1), m)) for m in range(DICE + 1)]
NUMBER = [{dice: k for k, dice in enumerate(sets)} for sets in SETS]
ROLLS = SETS[DICE]
FIVES = [NUMBER[DICE][(face,) * DICE] for face in range(1, FACES + 1)]


def with_one_more(size: int) -> np.ndarray:
    """[set, face - 1]: the number of the set with one more die."""
    rows = [[tuple(sorted((*s, face))) for face in range(1, FACES + 1)] for s in SETS[size]]
    return np.array([[NUMBER[size + 1][s] for s in row] for row in rows])


def with_one_less(size: int) -> np.ndarray:
    """[set, die]: the number of the set without that die."""
    rows = [[s[:die] + s[die + 1 :] for die in range(size)] for s in SETS[size]]
    return np.array([[NUMBER[size - 1][s] for s in row] for row in rows])


MORE = [with_one_more(size) for size in range(DICE)]
LESS = [np.zeros((1, 0), dtype=int)] + [with_one_less(size) for size in range(1, DICE + 1)]

Dice = tuple[int, ...]
Score = Callable[[Dice], int]


def repeated(dice: Dice, times: int) -> list[int]:
    """The faces shown at least so often, largest first."""
    return [face for face in range(FACES, 0, -1) if dice.count(face) >= times]


def upper(face: int) -> Score:
    """The points of the category of a face."""
    return lambda dice: face * dice.count(face)


def of_a_kind(times: int) -> Score:
    """All dice count, if a face is there so often."""
    return lambda dice: sum(dice) if repeated(dice, times) else 0


def straight(length: int, points: int) -> Score:
    """Fixed points for so many faces in a row."""

    def score(dice: Dice) -> int:
        starts = range(1, FACES - length + 2)
        found = any(set(range(start, start + length)) <= set(dice) for start in starts)
        return points if found else 0

    return score


def full_house(dice: Dice) -> bool:
    """Whether three dice show one face and two another."""
    return sorted(dice.count(face) for face in set(dice)) == [2, 3]


def one_pair(dice: Dice) -> int:
    """The largest pair."""
    return 2 * max(repeated(dice, 2), default=0)


def two_pairs(dice: Dice) -> int:
    """Two pairs of two faces."""
    pairs = repeated(dice, 2)
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def exactly(faces: Dice) -> Score:
    """All dice count, if they show just these faces."""
    return lambda dice: sum(dice) if dice == faces else 0


UPPER: dict[str, Score] = {
    name: upper(face + 1)
    for face, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"))
}
YAHTZEE: dict[str, Score] = UPPER | {
    "three of a kind": of_a_kind(3),
    "four of a kind": of_a_kind(4),
    "full house": lambda dice: 25 if full_house(dice) else 0,
    "small straight": straight(4, 30),
    "large straight": straight(5, 40),
    "yahtzee": lambda dice: 50 if repeated(dice, 5) else 0,
    "chance": sum,
}
YATZY: dict[str, Score] = UPPER | {
    "one pair": one_pair,
    "two pairs": two_pairs,
    "three of a kind": lambda dice: 3 * max(repeated(dice, 3), default=0),
    "four of a kind": lambda dice: 4 * max(repeated(dice, 4), default=0),
    "small straight": exactly((1, 2, 3, 4, 5)),
    "large straight": exactly((2, 3, 4, 5, 6)),
    "full house": lambda dice: sum(dice) if full_house(dice) else 0,
    "chance": sum,
    "yatzy": lambda dice: 50 if repeated(dice, 5) else 0,
}
JOKER_POINTS = {"full house": 25, "small straight": 30, "large straight": 40}


@dataclass(frozen=True)
class Rules:
    """The rules of one variant.

    A throw of five equal dice is a joker when its own upper category and the Yahtzee are filled: it
    then scores full in the full house and the straights. Under the forced rule, with the Yahtzee
    filled, it goes to its upper category, else to a lower one, else anywhere; under the free
    rule it goes anywhere. `extra` is earned by every further Yahtzee after one of 50 points.
    """

    categories: dict[str, Score] = field(default_factory=lambda: YAHTZEE)
    joker: str = "free"
    extra: int = 100
    bonus: int = 35

    @cached_property
    def points(self) -> list[list[int]]:
        """[category][roll]: the points, no joker played."""
        return [[score(dice) for dice in ROLLS] for score in self.categories.values()]

    @property
    def yahtzee(self) -> int:
        """The place of the category Yahtzee."""
        return list(self.categories).index("yahtzee" if "yahtzee" in self.categories else "yatzy")

    @property
    def all_filled(self) -> int:
        """The bits of a full sheet."""
        return (1 << len(self.categories)) - 1

    def five(self, face: int, place: int, filled: int) -> int | None:
        """The points of five equal dice in an open category; None where they may not go."""
        usual = self.points[place][FIVES[face - 1]]
        own = filled >> (face - 1) & 1
        if self.joker == "none" or not filled >> self.yahtzee & 1:
            return usual
        if self.joker == "forced":
            lower_full = filled >> FACES == self.all_filled >> FACES
            elsewhere = (place < FACES and not lower_full) if own else place != face - 1
            if elsewhere:
                return None
        return JOKER_POINTS.get(list(self.categories)[place], usual) if own else usual

    def scores(self, place: int, filled: int) -> list[int | None]:
        """By roll: the points in an open category, or None where the roll may not go."""
        found: list[int | None] = list(self.points[place])
        for face, roll in enumerate(FIVES, start=1):
            found[roll] = self.five(face, place, filled)
        return found


VARIANTS = {
    "free": Rules(joker="free"),
    "forced": Rules(joker="forced"),
    "none": Rules(joker="none"),
    "plain": Rules(joker="none", extra=0),
    "no_upper_bonus": Rules(joker="free", bonus=0),
    "yatzy": Rules(categories=YATZY, joker="none", extra=0, bonus=50),
}


def upper_totals(places: int) -> list[int]:
    """The points that a set of filled upper categories can show, 63 for all above."""
    totals = {0}
    for face in range(1, FACES + 1):
        if places >> (face - 1) & 1:
            counted = [face * times for times in range(DICE + 1)]
            totals = {total + points for total in totals for points in counted}
    return sorted({min(total, LIMIT) for total in totals})


class Sheets:
    """The numbers of all sheets: those of one set of filled categories stand side by side."""

    def __init__(self, rules: Rules) -> None:
        rows: list[tuple[int, int, int]] = []
        self.group: list[slice] = []
        for filled in range(rules.all_filled + 1):
            begin = len(rows)
            earning = bool(rules.extra and filled >> rules.yahtzee & 1)
            totals = upper_totals(filled % (1 << FACES))
            rows += [(filled, total, earns) for earns in range(1 + earning) for total in totals]
            self.group.append(slice(begin, len(rows)))
        self.rules = rules
        self.rows = np.array(rows, dtype=np.int64)
        self.filled, self.upper, self.earns = self.rows.T
        self.number = np.full((len(self.group), LIMIT + 1, 2), -1, dtype=np.int64)
        self.number[self.filled, self.upper, self.earns] = np.arange(len(rows))

    def after(self, sheets: np.ndarray | slice, place: int, points: int) -> np.ndarray:
        """The numbers of the sheets after a score."""
        counted = points if place < FACES else 0
        earning = bool(self.rules.extra and place == self.rules.yahtzee and points)
        total = np.minimum(self.upper[sheets] + counted, LIMIT)
        filled = self.filled[sheets] | 1 << place
        return np.asarray(self.number[filled, total, np.maximum(self.earns[sheets], earning)])


class Best:
    """The best of the choices offered so far: floats that choose, whole numbers that count."""

    def __init__(self, floats: np.ndarray, whole: np.ndarray, prime: int, share: float) -> None:
        self.floats, self.whole, self.prime, self.share = floats, whole, prime, share

    def offer(self, floats: np.ndarray, whole: np.ndarray) -> set[int]:
        """Take what is better; the columns where the floats cannot tell which one is."""
        gap = floats - self.floats
        close = np.abs(gap) <= 2 * self.share * floats
        close &= whole != self.whole
        rows, columns = np.nonzero(close)
        differ = (whole[rows, columns] - self.whole[rows, columns]) % self.prime != 0
        better = gap > 0
        np.copyto(self.floats, floats, where=better)
        np.copyto(self.whole, whole, where=better)
        return set(columns[differ].tolist())


def thrown(rolls: np.ndarray) -> list[np.ndarray]:
    """[size]: by set of kept dice, the sum over the throws of the other dice, one by one."""
    sums = [rolls]
    for size in reversed(range(DICE)):
        sums.insert(0, sums[0][MORE[size]].sum(axis=1))
    return sums


class Solver:
    """The expectations of all sheets of some rules, in floats and modulo a prime."""

    def __init__(self, rules: Rules, prime: int = PRIME) -> None:
        if not PER_THROW < prime < LARGEST_PRIME:
            raise ValueError(f"the prime must lie between 7776 and 2**50, got {prime}")
        self.rules, self.prime = rules, prime
        self.sheets = Sheets(rules)
        self.floats = np.zeros(len(self.sheets.rows))
        self.residues = np.zeros(len(self.sheets.rows), dtype=np.int64)
        self.close: set[int] = set()
        self.exact = Exact(rules, self.sheets)

    def solve(self) -> None:
        """Every sheet, full ones first."""
        self.end()
        for filled in reversed(range(self.rules.all_filled)):
            self.turn(filled)

    def end(self) -> None:
        """The full sheets."""
        full = self.sheets.group[self.rules.all_filled]
        bonus = np.where(self.sheets.upper[full] >= LIMIT, self.rules.bonus, 0)
        self.floats[full] = bonus
        self.residues[full] = bonus

    def turn(self, filled: int) -> None:
        """The sheets of one set of filled categories."""
        group = self.sheets.group[filled]
        share = 1.01 * ROUNDINGS * self.opened(filled) * UNIT
        floats, whole, close = self.scored(filled, share)
        for _ in range(THROWS - 1):
            floats, whole, uncertain = self.kept(floats, whole, share)
            close |= uncertain
        self.floats[group] = thrown_floats(floats)[0][0]
        self.residues[group] = thrown(whole)[0][0] % self.prime
        for sheet in sorted(group.start + column for column in close):
            self.close.add(sheet)
            self.residues[sheet] = self.exact.value(sheet) % self.prime

    def opened(self, filled: int) -> int:
        """The number of open categories."""
        return len(self.rules.categories) - filled.bit_count()

    def scored(self, filled: int, share: float) -> tuple[np.ndarray, np.ndarray, set[int]]:
        """[roll, sheet]: the best score of every roll."""
        group = self.sheets.group[filled]
        shape = (len(ROLLS), group.stop - group.start)
        best = Best(np.full(shape, -1.0), np.full(shape, -1), self.prime, share)
        unit = pow(PER_TURN, self.opened(filled) - 1, self.prime)
        close: set[int] = set()
        for place in range(len(self.rules.categories)):
            if not filled >> place & 1:
                close |= best.offer(*self.choice(filled, place, unit))
        earned = self.rules.extra * self.sheets.earns[group]
        best.floats[FIVES] += earned
        best.whole[FIVES] += earned * unit
        return best.floats, best.whole % self.prime, close

    def choice(self, filled: int, place: int, unit: int) -> tuple[np.ndarray, np.ndarray]:
        """[roll, sheet]: one category, in floats and modulo the prime; -1 where it is barred."""
        group = self.sheets.group[filled]
        scores = self.rules.scores(place, filled)
        kinds = sorted({points or 0 for points in scores})
        kind = np.array([kinds.index(points or 0) for points in scores])
        after = np.array([self.sheets.after(group, place, points) for points in kinds])
        points = np.array(kinds, dtype=np.int64)[:, None]
        floats = (self.floats[after] + points)[kind]
        whole = ((self.residues[after] + points * unit) % self.prime)[kind]
        barred = [roll for roll, points in enumerate(scores) if points is None]
        floats[barred] = -1.0
        whole[barred] = -1
        return floats, whole

    def kept(
        self, floats: np.ndarray, whole: np.ndarray, share: float
    ) -> tuple[np.ndarray, np.ndarray, set[int]]:
        """[roll, sheet]: the best set of dice to keep of every roll."""
        means, sums = thrown_floats(floats), thrown(whole)
        close: set[int] = set()
        chosen = Best(means[0], sums[0], self.prime, share)
        for size in range(1, DICE + 1):
            fewer = chosen
            chosen = Best(means[size], sums[size] * FACES**size, self.prime, share)
            for rows in LESS[size].T:
                close |= chosen.offer(fewer.floats[rows], fewer.whole[rows])
        return chosen.floats, chosen.whole % self.prime, close


def thrown_floats(rolls: np.ndarray) -> list[np.ndarray]:
    """[size]: by set of kept dice, the mean over the throws of the other dice."""
    means = [rolls]
    for size in reversed(range(DICE)):
        means.insert(0, means[0][MORE[size]].sum(axis=1) / FACES)
    return means


class Exact:
    """The expectations of single sheets as whole numbers, for choices that lie too close."""

    def __init__(self, rules: Rules, sheets: Sheets) -> None:
        self.rules, self.sheets = rules, sheets
        self.found: dict[int, int] = {}

    def value(self, sheet: int) -> int:
        """The expectation times PER_TURN to the number of open categories."""
        if sheet not in self.found:
            self.found[sheet] = self.turn(sheet)
        return self.found[sheet]

    def turn(self, sheet: int) -> int:
        """The expectation, by the sheets after it."""
        filled, total, earns = (int(entry) for entry in self.sheets.rows[sheet])
        if filled == self.rules.all_filled:
            return self.rules.bonus if total >= LIMIT else 0
        unit = PER_TURN ** (len(self.rules.categories) - filled.bit_count() - 1)
        rolls = np.full(len(ROLLS), -1, dtype=object)
        for place in range(len(self.rules.categories)):
            if not filled >> place & 1:
                np.maximum(rolls, self.choice(sheet, place, unit), out=rolls)
        rolls[FIVES] += self.rules.extra * earns * unit
        for _ in range(THROWS - 1):
            best = thrown(rolls)
            for size in range(1, DICE + 1):
                fewer = best[size - 1][LESS[size]].max(axis=1)
                best[size] = np.maximum(best[size] * FACES**size, fewer)
            rolls = best[DICE]
        return int(thrown(rolls)[0][0])

    def choice(self, sheet: int, place: int, unit: int) -> np.ndarray:
        """[roll]: one category; -1 where it is barred."""
        row = np.array([sheet])
        scores = self.rules.scores(place, int(self.sheets.filled[sheet]))
        after = {
            points: self.value(int(self.sheets.after(row, place, points)[0]))
            for points in set(scores)
            if points is not None
        }
        values = [-1 if s is None else s * unit + after[s] for s in scores]
        return np.array(values, dtype=object)


def main() -> None:
    """Solve the variants and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", default=list(VARIANTS), help=", ".join(VARIANTS))
    parser.add_argument("--prime", type=int, default=PRIME, help="a prime below 2**50")
    parser.add_argument("-o", "--output", type=Path, help="a folder for the residues, as .npz")
    options = parser.parse_args()
    for name in options.variants:
        begun = time.process_time()
        solver = Solver(VARIANTS[name], options.prime)
        solver.solve()
        seconds = time.process_time() - begun
        print(
            f"{name}: {solver.floats[0]:.10f}, {solver.residues[0]} modulo {solver.prime}, "
            f"{len(solver.floats)} sheets, {len(solver.close)} compared in whole numbers, "
            f"{seconds:.0f} s"
        )
        if options.output:
            write(solver, options.output / f"{name}.npz")


def write(solver: Solver, path: Path) -> None:
    """Write every sheet, its float and its residue."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        sheets=solver.sheets.rows,
        floats=solver.floats,
        residues=solver.residues,
        prime=solver.prime,
        close=sorted(solver.close),
    )


if __name__ == "__main__":
    main()

"""Checks a store of solved sheets of Yahtzee or yatzy, on the standard library alone:

    python3 -I checker.py FOLDER [--sample N] [--seed S] [--modulo [PRIME]] [--progress FILE]

Theorem. Let the stored value of each full sheet be its bonus, and that of each other sheet what its
turn makes of the stored values of the sheets after it: the mean over the first throw of the best of
what may be kept, and so on, up to the best category. Then each stored value is that of optimal
play. Proof: by induction from the full sheets; a turn has finitely many throws and choices, of
which the best, throw by throw, are best on the whole.

So the checker makes the turn of every sheet anew, in whole numbers, by rules that are restated
below from the options in the manifest; nothing of the solver is used. Sheets that differ by their
upper total alone stand beside each other as lanes of one long integer, so that one sum or
comparison serves all of them.

- Without options every sheet is checked; `--sample N` checks N of them, drawn by the seed S.
- `--modulo` checks every sheet modulo a prime that is drawn now, after the store was written, or by
  PRIME: shorter numbers, and what that proves is said at `Modulo`.
- `--progress FILE` keeps how far a check of every sheet has come, and goes on from there.

Exit status: 0 right, 1 rejected, 2 unreadable.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from itertools import combinations_with_replacement, product
from math import log
from pathlib import Path
from typing import Any

Dice = tuple[int, ...]
Move = tuple[int, int, int]  # category, growth of the upper total, 1 if Yahtzees earn more then
Way = tuple[Move, int]  # to write dice: with the points
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
JOKERS = {"full_house": 25, "small_straight": 30, "large_straight": 40}
FORMAT = "exactdice sheets 1"
SECONDS = 5.0  # between two notes of progress
PRIME_BITS = 61
FINE = 38  # choices modulo a prime are compared in units of 2^-38 points


class Rejected(Exception):
    """What is wrong with the store."""


class Unreadable(Exception):
    """Why the store cannot be read."""


# --- the rules ------------------------------------------------------------------------------------


def yahtzee_points(dice: Dice, faces: int) -> dict[str, int]:
    """The points of dice in the lower categories of Yahtzee."""
    most, total = max(map(dice.count, dice)), sum(dice)
    marks = "".join("x" if face in dice else " " for face in range(1, faces + 1))
    return {
        "three_of_a_kind": total if most >= 3 else 0,
        "four_of_a_kind": total if most >= 4 else 0,
        "full_house": 25 if len(dice) == 5 and most == 3 and len(set(dice)) == 2 else 0,
        "small_straight": 30 if "xxxx" in marks else 0,
        "large_straight": 40 if "xxxxx" in marks else 0,
        "yahtzee": 50 if most == len(dice) else 0,
        "chance": total,
    }


def yatzy_points(dice: Dice, faces: int) -> dict[str, int]:
    """The points of dice in the lower categories of yatzy."""
    pairs, threes, fours = (
        [face for face in range(faces, 0, -1) if dice.count(face) >= times] for times in (2, 3, 4)
    )
    is_house = len(dice) == 5 and len(set(dice)) == 2 and len(threes) == 1 and not fours
    return {
        "one_pair": 2 * sum(pairs[:1]),
        "two_pairs": 2 * sum(pairs[:2]) if len(pairs) > 1 else 0,
        "three_of_a_kind": 3 * sum(threes[:1]),
        "four_of_a_kind": 4 * sum(fours[:1]),
        "small_straight": 15 if dice == (1, 2, 3, 4, 5) else 0,
        "large_straight": 20 if dice == (2, 3, 4, 5, 6) else 0,
        "house": sum(dice) if is_house else 0,
        "chance": sum(dice),
        "yatzy": 50 if len(set(dice)) == 1 else 0,
    }


LOWER = {"yahtzee": yahtzee_points, "yatzy": yatzy_points}
LIMITS = {
    "dice": (1, 5),
    "faces": (2, 6),
    "rerolls": (0, 10),
    "upper_bonus": (0, 1000),
    "threshold": (1, 1000),
    "yahtzee_bonus": (0, 1000),
}


def check_rules(said: Any) -> None:
    """Refuse rules of no game."""
    required(isinstance(said, dict), "rules", "an object", said)
    required(said.get("game") in list(LOWER), "game", "yahtzee or yatzy", said.get("game"))
    is_yahtzee = said["game"] == "yahtzee"
    numbers = list(LIMITS)[: 6 if is_yahtzee else 5]
    for name in numbers:
        least, most = LIMITS[name]
        number = said.get(name)
        is_within = type(number) is int and least <= number <= most
        required(is_within, name, f"a whole number from {least} to {most}", number)
    if is_yahtzee:
        jokers = ["free", "forced", "none"]
        required(said.get("joker") in jokers, "joker", ", ".join(jokers), said.get("joker"))
    known = [*UPPER[: said["faces"]], *LOWER[said["game"]]((1,), 1)]
    names = said.get("categories")
    is_sheet = isinstance(names, list) and names != [] and names == [n for n in known if n in names]
    required(is_sheet, "categories", f"some of {', '.join(known)}, in this order", names)
    # a rule that is not looked at would be one that nothing was proved of
    options = ["game", *numbers, *(["joker"] if is_yahtzee else []), "categories"]
    more = [name for name in said if name not in options]
    required(not more, "rules", f"{', '.join(options)} alone", ", ".join(more))


def required(holds: bool, name: str, what: str, got: Any) -> None:
    """Refuse a manifest in which this does not hold."""
    if not holds:
        raise Unreadable(f"the manifest: {name} must be {what}, got {str(got)[:60]!r}")


class Rules:
    """The rules that a manifest states. Categories are known by their number on the sheet."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.dice, self.faces, self.rerolls = said["dice"], said["faces"], said["rerolls"]
        self.names: list[str] = said["categories"]
        self.categories = range(len(self.names))
        self.bonus: int = said["upper_bonus"]
        self.joker: str = said.get("joker", "none")
        self.lower = LOWER[said["game"]]
        has_upper = any(name in UPPER for name in self.names)
        self.cap: int = said["threshold"] if self.bonus and has_upper else 0
        is_yahtzee = said["game"] == "yahtzee" and "yahtzee" in self.names
        self.yahtzee = self.names.index("yahtzee") if is_yahtzee else None
        self.further: int = said["yahtzee_bonus"] if is_yahtzee else 0
        self.ways = Counter(
            tuple(sorted(dice)) for dice in product(range(1, self.faces + 1), repeat=self.dice)
        )
        self.throws = sorted(self.ways)
        self.scored = [
            {dice: self.plain(name, dice) for dice in self.throws} for name in self.names
        ]
        self.unlike = [dice for dice in self.throws if len(set(dice)) > 1]
        self.plain_moves = [self.moves_of(each, self.unlike) for each in self.categories]
        self.plain_ways = {dice: self.ways_of(dice) for dice in self.unlike}
        most = sum(max(scores.values()) for scores in self.scored) + sum(JOKERS.values())
        self.bound = most + self.further * len(self.names) + self.bonus

    def plain(self, name: str, dice: Dice) -> int:
        """The points of dice that are no joker."""
        if name in UPPER:
            face = UPPER.index(name) + 1
            return face * dice.count(face)
        return self.lower(dice, self.faces)[name]

    def writings(self, written: int, extra: int, dice: Dice) -> list[tuple[int, int]]:
        """[(category, points)]: where dice that are all alike may be written when the bits of
        `written` are.
        """
        free = [each for each in self.categories if not written >> each & 1]
        scores = {each: self.scored[each][dice] for each in free}
        if self.yahtzee is not None and self.yahtzee not in free and self.joker != "none":
            scores = self.joker_scores(free, scores, dice[0])
        further = self.further if extra else 0
        return [(each, points + further) for each, points in scores.items()]

    def joker_scores(self, free: list[int], scores: dict[int, int], face: int) -> dict[int, int]:
        """What a Yahtzee of the face may score once its own category is written."""
        own = [each for each in free if self.names[each] == UPPER[face - 1]]
        if own:
            return {each: scores[each] for each in (own if self.joker == "forced" else free)}
        lower = [each for each in free if self.names[each] not in UPPER]
        allowed = lower if lower and self.joker == "forced" else free
        return {each: JOKERS.get(self.names[each], scores[each]) for each in allowed}

    def ways_of(self, dice: Dice) -> list[Way]:
        """How dice that are no joker are written in any category."""
        return [self.way(each, dice, self.scored[each][dice]) for each in self.categories]

    def way(self, category: int, dice: Dice, points: int) -> Way:
        """How dice are written in the category for these points."""
        return (category, self.growth(category, dice), self.begins(category, dice)), points

    def ways_to_write(self, written: int, extra: int, dice: Dice) -> list[Way]:
        """What may be done with the dice, the last category first: fewer points are possible
        there.
        """
        if dice in self.plain_ways:
            ways = reversed(self.plain_ways[dice])
            return [way for way in ways if not written >> way[0][0] & 1]
        writings = sorted(self.writings(written, extra, dice), reverse=True)
        return [self.way(each, dice, points) for each, points in writings]

    def growth(self, category: int, dice: Dice) -> int:
        """What the upper total grows by."""
        is_upper = self.names[category] in UPPER
        return self.scored[category][dice] if is_upper and self.cap else 0

    def begins(self, category: int, dice: Dice) -> int:
        """1 where further Yahtzees earn a bonus from then on."""
        return int(self.further > 0 and category == self.yahtzee and len(set(dice)) == 1)

    def totals(self) -> dict[tuple[int, int], list[int]]:
        """{(categories written as bits, 1 with a bonus for further Yahtzees): the upper totals that
        play can come to}.
        """
        found = {(0, 0): {0}}
        for written in range(1 << len(self.names)):
            for extra in (0, 1):
                for total in [found[written, extra]] if (written, extra) in found else []:
                    self.enter_next(found, written, extra, total)
        return {group: sorted(found[group]) for group in sorted(found)}

    def enter_next(
        self, found: dict[tuple[int, int], set[int]], written: int, extra: int, totals: set[int]
    ) -> None:
        """Enter the totals after one more category."""
        for category, growth, begins in self.moves(written, extra):
            after = found.setdefault((written | 1 << category, extra | begins), set())
            after.update(min(total + growth, self.cap) for total in totals)

    def moves_of(self, category: int, throws: list[Dice]) -> set[Move]:
        """(category, growth of the upper total, bonus for further Yahtzees from then on)."""
        return {
            (category, self.growth(category, dice), self.begins(category, dice)) for dice in throws
        }

    def moves(self, written: int, extra: int) -> set[Move]:
        """What some throw does in some category that it may be written in."""
        free = [each for each in self.categories if not written >> each & 1]
        found = set().union(*(self.plain_moves[each] for each in free))
        for dice in set(self.throws) - set(self.unlike):
            for each, _ in self.writings(written, extra, dice):
                found |= self.moves_of(each, [dice])
        return found


# --- the store ------------------------------------------------------------------------------------


class Store:
    """The numerators of a store, level by level, and what they are over."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = read_manifest(folder)
        check_rules(self.manifest.get("rules"))
        self.rules = Rules(self.manifest["rules"])
        self.totals = self.rules.totals()
        self.levels: dict[int, bytes] = {}
        self.entries = entries_of(self.manifest.get("levels"), len(self.rules.names))
        self.first = first_places(self.totals)
        self.check_sizes()

    def check_sizes(self) -> None:
        """Refuse a level with more or fewer sheets than play can come to."""
        sizes: Counter[int] = Counter()
        for (written, _), totals in self.totals.items():
            sizes[written.bit_count()] += len(totals)
        for level, entry in self.entries.items():
            if entry["sheets"] != sizes[level]:
                raise Rejected(
                    f"level {level} has {entry['sheets']} sheets instead of {sizes[level]}"
                )

    def denominator(self, level: int) -> int:
        """Of the values with so many categories written."""
        throws = self.rules.dice * (self.rules.rerolls + 1)
        return int(self.rules.faces ** (throws * (len(self.rules.names) - level)))

    def level(self, level: int) -> bytes:
        """The bytes of a level, once its SHA-256 is that of the manifest."""
        if level not in self.levels:
            entry = self.entries[level]
            data = (self.folder / entry["file"]).read_bytes()
            if sha256(data).hexdigest() != entry["sha256"]:
                raise Rejected(f"{entry['file']}: its SHA-256 is not that of the manifest")
            if len(data) != entry["sheets"] * entry["bytes"]:
                raise Rejected(f"{entry['file']}: it must have {entry['bytes']} bytes a sheet")
            self.levels[level] = data
        return self.levels[level]

    def numerators(self, group: tuple[int, int], totals: list[int]) -> list[int]:
        """The stored numerators of sheets of a group."""
        level = group[0].bit_count()
        data, size = self.level(level), self.entries[level]["bytes"]
        most = self.rules.bound * self.denominator(level)
        known = {total: place for place, total in enumerate(self.totals[group], self.first[group])}
        found = []
        for total in totals:
            start = known[total] * size
            found.append(int.from_bytes(data[start : start + size], "little"))
            if found[-1] > most:
                raise Rejected(f"{self.said(group, total)} is worth more than any game")
        return found

    def said(self, group: tuple[int, int], total: int) -> str:
        """The sheet in words."""
        written, extra = group
        names = [name for bit, name in enumerate(self.rules.names) if written >> bit & 1]
        return (
            f"the sheet with {', '.join(names) or 'nothing'} written, upper {total}, extra {extra}"
        )


def entries_of(said: Any, last: int) -> dict[int, dict[str, Any]]:
    """{how many categories are written: what the manifest says of the level}."""
    kinds = {"written": int, "file": str, "sheets": int, "bytes": int, "sha256": str}
    required(isinstance(said, list), "levels", "a list", said)
    for entry in said:
        has_all = isinstance(entry, dict) and kinds == {n: type(entry.get(n)) for n in kinds}
        required(has_all, "a level", f"an object with {', '.join(kinds)}", entry)
        name = f"level-{entry['written']:02d}.values"
        required(entry["file"] == name, "a file", name, entry["file"])
    found = {entry["written"]: entry for entry in said}
    missing = [level for level in range(last + 1) if level not in found]
    if missing:
        raise Unreadable(f"the levels {missing} are not solved yet")
    required(len(found) == len(said) == last + 1, "levels", f"those of 0 to {last}", sorted(found))
    return found


def first_places(totals: dict[tuple[int, int], list[int]]) -> dict[tuple[int, int], int]:
    """{group: the place in its level of its first sheet}."""
    next_place: Counter[int] = Counter()
    found = {}
    for group, listed in totals.items():
        level = group[0].bit_count()
        found[group] = next_place[level]
        next_place[level] += len(listed)
    return found


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest, once its digest is that of what it says."""
    try:
        manifest = json.loads((folder / "manifest.json").read_bytes())
        digest = manifest.pop("digest")
        text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
        found = sha256(text.encode()).hexdigest()
    except (OSError, ValueError, AttributeError, KeyError, TypeError, RecursionError) as error:
        raise Unreadable(f"{folder}: it is no store with a manifest ({error})") from error
    required(manifest.get("format") == FORMAT, "format", FORMAT, manifest.get("format"))
    if found != digest:
        raise Rejected("the manifest: its digest is not that of what it says")
    return {**manifest, "digest": digest}


# --- lanes ----------------------------------------------------------------------------------------


class Lanes:
    """Numbers below 2^(width - 1) side by side in one integer.

    Their last `unlike` bits are not compared.
    """

    def __init__(self, count: int, largest: int, unlike: int = 0) -> None:
        self.count = count
        self.bytes = largest.bit_length() // 8 + 1
        self.width = 8 * self.bytes
        self.ones = self.packed([1] * count)
        self.signs = self.ones << (self.width - 1)
        self.ahead = self.signs | self.ones * ((1 << unlike) - 1)

    def packed(self, numbers: list[int]) -> int:
        """The numbers in their lanes."""
        return int.from_bytes(b"".join(n.to_bytes(self.bytes, "little") for n in numbers), "little")

    def unpacked(self, lanes: int) -> list[int]:
        """The numbers of the lanes."""
        data = lanes.to_bytes(self.bytes * self.count, "little")
        starts = range(0, len(data), self.bytes)
        return [int.from_bytes(data[at : at + self.bytes], "little") for at in starts]

    def larger(self, one: int, other: int) -> int:
        """The larger number in each lane, `one` where they are alike."""
        # the sign bit of a lane is left standing where `one` is not smaller
        kept = ((one | self.ahead) - other) & self.signs
        mask = kept - (kept >> (self.width - 1))
        return other ^ ((one ^ other) & mask)


class Exactly:
    """Numbers over a denominator stand for themselves in the lanes."""

    def lanes(self, count: int, bound: int, over: int) -> Lanes:
        """Lanes for so many values up to the bound, over a turn's denominator."""
        return Lanes(count, bound * over)

    def word(self, number: int, over: int) -> int:
        """What stands in a lane."""
        return number

    def agree(self, word: int, number: int) -> bool:
        """Whether a turn came to this number."""
        return word == number


class Modulo:
    """Numbers over a denominator as words: their value in units of 2^-FINE, rounded down, and below
    it their residue modulo a prime. Sums of words, and products with whole numbers, are those of
    both parts; a turn takes two words, and multiplies by `scale` in all.

    What is compared are values rounded down. So the best of several choices is one that is less
    than 2^-FINE points worse than any other, whatever the prime. Where each stored value is what
    its turn makes of these choices, each is what a strategy brings exactly, and no better one
    brings more than (choices of a turn) * (turns left) * 2^-FINE points more.

    The residues show the former. Let the store be older than the prime, and some value not be
    what its turn makes of it: the numerators differ by a whole number that is not 0 and has B bits
    at most, so at most B / (PRIME_BITS - 1) primes of PRIME_BITS bits divide it. There are more
    than 3 x / (5 log x) of them, x = 2^(PRIME_BITS - 1) (Rosser and Schoenfeld 1962), which are
    equally likely to be drawn. One wrong value that is found is enough to reject a store, so the
    number of sheets does not matter.
    """

    def __init__(self, prime: int, scale: int) -> None:
        self.prime, self.scale = prime, scale
        self.room = (2 * prime * scale).bit_length()

    def lanes(self, count: int, bound: int, over: int) -> Lanes:
        """Lanes for so many words of values up to the bound."""
        return Lanes(count, bound * self.scale << FINE + self.room, self.room)

    def word(self, number: int, over: int) -> int:
        """What stands in a lane."""
        return (number << FINE) // over << self.room | number % self.prime

    def agree(self, word: int, number: int) -> bool:
        """Whether a turn came to this number, modulo the prime."""
        residue = word & (1 << self.room) - 1
        return (residue - number) % self.prime == 0


def is_prime(number: int) -> bool:
    """Whether it is a prime, below 2^64: the test of Miller and Rabin with bases that suffice."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if number < 2 or any(number % base == 0 for base in bases):
        return number in bases
    twos = (number - 1 & 1 - number).bit_length() - 1
    for base in bases:
        powers = [pow(base, number - 1 >> twos, number)]
        for _ in range(twos - 1):
            powers.append(powers[-1] ** 2 % number)
        if powers[0] != 1 and number - 1 not in powers:
            return False
    return True


def drawn_prime() -> int:
    """A prime of PRIME_BITS bits, each as likely as the others, from the system's randomness."""
    found = 0
    while not is_prime(found):
        found = random.SystemRandom().randrange(1 << PRIME_BITS - 1, 1 << PRIME_BITS)
    return found


def chance_missed(bits: int) -> float:
    """At most how likely a difference of so many bits is missed modulo a prime drawn."""
    x = 2.0 ** (PRIME_BITS - 1)
    return bits // (PRIME_BITS - 1) / (3 * x / (5 * log(x)))


class Keeping:
    """What may be kept of so many dice, and what comes of it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scale = rules.faces**rules.dice
        faces = range(1, rules.faces + 1)
        self.by_size = [
            list(combinations_with_replacement(faces, n)) for n in range(rules.dice + 1)
        ]
        self.more = {
            kept: [tuple(sorted((*kept, face))) for face in faces]
            for kepts in self.by_size[:-1]
            for kept in kepts
        }
        self.less = {
            kept: {kept[:at] + kept[at + 1 :] for at in range(len(kept))}
            for kepts in self.by_size
            for kept in kepts
        }

    def before_throwing(self, worth: dict[Dice, int], lanes: Lanes) -> dict[Dice, int]:
        """What the best of all that may be kept of each throw is worth, from what throws are worth;
        over a denominator that is `scale` times as large.
        """
        sums = dict(worth)
        for kepts in reversed(self.by_size[:-1]):
            for kept in kepts:
                sums[kept] = sum(sums[more] for more in self.more[kept])
        best: dict[Dice, int] = {}
        for size, kepts in enumerate(self.by_size):
            factor = self.rules.faces**size  # so that all are over one denominator
            for kept in kepts:
                found = sums[kept] * factor
                for less in self.less[kept]:
                    found = lanes.larger(found, best[less])
                best[kept] = found
        return {dice: best[dice] for dice in worth}


# --- checking -------------------------------------------------------------------------------------


class Turn:
    """A turn of sheets of a group with these upper totals, from the stored values after it."""

    def __init__(
        self, known: Known, group: tuple[int, int], totals: list[int], kind: Exactly | Modulo
    ) -> None:
        self.known, self.group, self.totals, self.kind = known, group, totals, kind
        self.rules = known.store.rules
        over = known.store.denominator(group[0].bit_count())
        # what is stored, and the points of the turn
        self.lanes = kind.lanes(len(totals), 2 * self.rules.bound, over)

    def mean(self) -> int:
        """What the turn makes of the values of the sheets after it, in lanes."""
        worth = self.written()
        for _ in range(self.rules.rerolls):
            worth = self.known.keeping.before_throwing(worth, self.lanes)
        return sum(self.rules.ways[dice] * each for dice, each in worth.items())

    def written(self) -> dict[Dice, int]:
        """{throw: what it is worth once it is written in its best category}."""
        scored: dict[Way, int] = {}
        # throws often begin alike: what is best of the ways so far is looked up
        places: dict[tuple[int, Way], int] = {}
        best = [0]
        found = {}
        for dice in self.rules.throws:
            place = 0
            for way in self.rules.ways_to_write(*self.group, dice):
                if way not in scored:
                    scored[way] = self.after(*way)
                if (place, way) not in places:
                    places[place, way] = len(best)
                    best.append(self.lanes.larger(scored[way], best[place]))
                place = places[place, way]
            found[dice] = best[place]
        return found

    def after(self, move: Move, points: int) -> int:
        """The points and the stored values of the sheets that follow, in their lanes."""
        category, growth, begins = move
        following = (self.group[0] | 1 << category, self.group[1] | begins)
        stored, over = self.known.words(following, self.kind)
        words = dict(zip(self.known.store.totals[following], stored, strict=True))
        later = [words[min(total + growth, self.rules.cap)] for total in self.totals]
        return self.lanes.packed(later) + self.lanes.ones * self.kind.word(points * over, over)


class Known:
    """What the turns of a store share."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.keeping = Keeping(store.rules)
        self.kept: dict[tuple[tuple[int, int], Exactly | Modulo], list[int]] = {}

    def words(self, group: tuple[int, int], kind: Exactly | Modulo) -> tuple[list[int], int]:
        """What stands in the lanes for the stored values of a group, and their denominator."""
        over = self.store.denominator(group[0].bit_count())
        if (group, kind) not in self.kept:
            stored = self.store.numerators(group, self.store.totals[group])
            self.kept[group, kind] = [kind.word(number, over) for number in stored]
        return self.kept[group, kind], over


class Checker:
    """Checks the sheets of a store."""

    def __init__(self, store: Store, prime: int | None = None) -> None:
        self.store, self.rules = store, store.rules
        self.known = Known(store)
        self.exactly = Exactly()
        self.modulo = None
        if prime is not None:
            self.modulo = Modulo(prime, self.known.keeping.scale ** (self.rules.rerolls + 1))
        self.by_prime = 0  # sheets that agreed modulo the prime
        self.before = 0  # sheets that a file of progress says were checked before

    def check_group(self, group: tuple[int, int], totals: list[int]) -> None:
        """Reject unless these sheets of a group are right."""
        stored = self.store.numerators(group, totals)
        if group[0].bit_count() == len(self.rules.names):
            is_earned = [self.rules.cap and total >= self.rules.cap for total in totals]
            due = [self.rules.bonus if earned else 0 for earned in is_earned]
            self.compare(group, totals, stored, due)
        elif self.agree_by_prime(group, totals, stored):
            self.by_prime += len(totals)
        else:
            turn = Turn(self.known, group, totals, self.exactly)
            self.compare(group, totals, stored, turn.lanes.unpacked(turn.mean()))

    def agree_by_prime(self, group: tuple[int, int], totals: list[int], stored: list[int]) -> bool:
        """Whether the sheets are right modulo the prime; asked where exact numbers are longer.

        Where two choices are so close that the worse one is taken they are not, and exact numbers
        decide.
        """
        if self.modulo is None:
            return False
        turn = Turn(self.known, group, totals, self.modulo)
        if turn.lanes.bytes >= Turn(self.known, group, totals, self.exactly).lanes.bytes:
            return False
        return all(map(self.modulo.agree, turn.lanes.unpacked(turn.mean()), stored))

    def compare(
        self, group: tuple[int, int], totals: list[int], stored: list[int], due: list[int]
    ) -> None:
        """Reject with the first sheet whose value is not what is due."""
        over = self.store.denominator(group[0].bit_count())
        for total, found, wanted in zip(totals, stored, due, strict=True):
            if found != wanted:
                raise Rejected(
                    f"{self.store.said(group, total)} must be worth about "
                    f"{float(Fraction(wanted, over)):.12f}, got {float(Fraction(found, over)):.12f}"
                )

    def check_all(self, progress: Path | None) -> int:
        """How many sheets are right; those that a file of progress names were checked before."""
        groups = list(self.store.totals.items())
        what = self.store.manifest["digest"] + (" modulo" if self.modulo else "")
        done = read_progress(progress, what, len(groups))
        self.before = sum(len(totals) for _, totals in groups[:done])
        noted = time.monotonic()
        for place, (group, totals) in enumerate(groups[done:], done):
            self.check_group(group, totals)
            if time.monotonic() - noted > SECONDS:
                noted = time.monotonic()
                print(f"{place + 1} of {len(groups)} groups", file=sys.stderr, flush=True)
                write_progress(progress, what, place + 1)
        write_progress(progress, what, len(groups))
        return sum(len(totals) for _, totals in groups)

    def check_sample(self, count: int, seed: int | None) -> int:
        """How many sheets were drawn and are right."""
        sheets = [(group, t) for group, totals in self.store.totals.items() for t in totals]
        drawn = random.Random(seed).sample(sheets, min(count, len(sheets)))
        for group, total in drawn:
            self.check_group(group, [total])
        return len(drawn)


def read_progress(file: Path | None, digest: str, groups: int) -> int:
    """How many of the groups were checked of the store with this digest, in the same way."""
    if file is None or not file.exists():
        return 0
    try:
        said = json.loads(file.read_text())
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{file}: it is no progress of a check ({error})") from error
    if not isinstance(said, dict) or said.get("digest") != digest:
        raise Unreadable(f"{file}: it is the progress with another store, or another check")
    if said.get("groups") not in range(groups + 1):
        raise Unreadable(f"{file}: groups must be 0 to {groups}, got {said.get('groups')}")
    return int(said["groups"])


def write_progress(file: Path | None, digest: str, groups: int) -> None:
    """Write how far the check has come, whole or not at all."""
    if file is not None:
        beside = file.with_name(file.name + ".new")
        beside.write_text(json.dumps({"digest": digest, "groups": groups}))
        os.replace(beside, file)


def lines(checker: Checker, given: argparse.Namespace) -> Iterator[str]:
    """What is said of a store that is right."""
    store, rules = checker.store, checker.store.manifest["rules"]
    if given.sample is None:
        count, which = checker.check_all(given.progress), "all"
    else:
        count, which = checker.check_sample(given.sample, given.seed), "a sample of"
    start = store.numerators((0, 0), [0])[0]
    yield f"right: {which} {count} sheets of {rules_told(rules)}, each from the sheets after it"
    if checker.before:
        yield f"{checker.before} of them were checked before, as {given.progress} says"
    if checker.modulo is not None:
        yield from said_of_prime(checker, checker.modulo, given)
    yield (
        f"value of the empty sheet: about {float(Fraction(start, store.denominator(0))):.12f}, "
        f"{hex(start)} over {rules['faces']}^"
        + str(rules["dice"] * (rules["rerolls"] + 1) * len(rules["categories"]))
    )


def rules_told(rules: dict[str, Any]) -> str:
    """The game with all its options: what is right of it need not be right with another one."""
    options = rules | {"categories": ",".join(rules["categories"])}
    del options["game"]
    return " ".join([rules["game"], *(f"{name}={said}" for name, said in options.items())])


def said_of_prime(checker: Checker, modulo: Modulo, given: argparse.Namespace) -> Iterator[str]:
    """What a check modulo a prime has shown."""
    if not checker.by_prime:
        if checker.before:
            yield f"none of the others modulo the prime {modulo.prime}"
            return
        yield "none of them modulo a prime: exact numbers are as short"
        return
    store, rules = checker.store, checker.rules
    bits = (2 * rules.bound * store.denominator(0)).bit_length()
    yield (
        f"modulo the prime {modulo.prime} alone: {checker.by_prime} of them, where choices are "
        f"compared to 2^-{FINE} points"
    )
    chance = chance_missed(bits)
    if given.modulo is True:
        yield f"a wrong value among them is missed with a chance of at most {chance:.2g}"
    else:
        yield f"had the prime been drawn, the chance to miss a wrong value were {chance:.2g}"
    loss = (rules.rerolls + 1) * 2.0**-FINE  # of a turn
    if given.sample is not None:
        yield f"so none is larger than its best turn's, or smaller by more than {loss:.2g} points"
        return
    loss *= len(rules.names)
    yield f"so no value is larger than the best play's, or smaller by more than {loss:.2g} points"


def prime_meant(given: int | None) -> int | None:
    """The prime that is given, or one drawn now where it is True; None for exact numbers."""
    if given is None:
        return None
    if given is True:
        return drawn_prime()
    if given.bit_length() != PRIME_BITS or not is_prime(given):
        raise Unreadable(f"--modulo takes a prime of {PRIME_BITS} bits, got {given}")
    return given


def refuse_unused(given: argparse.Namespace) -> None:
    """Refuse options that would do nothing."""
    if given.sample is not None and given.sample < 1:
        raise Unreadable(f"--sample takes a number of 1 or more, got {given.sample}")
    if given.seed is not None and given.sample is None:
        raise Unreadable("--seed does nothing without --sample: leave it out")
    if given.progress is not None and given.sample is not None:
        raise Unreadable("--progress does nothing with --sample: leave one of them out")


def main(arguments: list[str] | None = None) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description="Check a store of solved sheets.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--modulo", nargs="?", type=int, const=True, metavar="PRIME")
    parser.add_argument("--progress", type=Path)
    given = parser.parse_args(arguments)
    try:
        refuse_unused(given)
        checker = Checker(Store(given.folder), prime_meant(given.modulo))
        for line in lines(checker, given):
            print(line)
    except Rejected as error:
        print(f"rejected: {error}", file=sys.stderr)
        return 1
    except Unreadable as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: {error.filename}: cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The exact expected score of every configuration of the token game: a sweep over sets of tokens as
bit masks.

Bit k of a mask is the k-th token, in ascending order. A configuration of p tokens is left after at
most p throws, since a throw that does not end the game removes a token or more. So with W, a common
multiple of the totals of the throws, and L, a common multiple of the denominators of the scores,
its expected score is a whole number over W^p L, hence also over the one denominator W^n L of all n
tokens, and so is every score and every mean of one throw less. All comparisons are between whole
numbers over W^n L: nothing is rounded, and ties are seen as ties. The configurations are settled by
their number of tokens, all of one number in one array operation for each set of tokens that some
throw can remove; the arrays hold 64-bit integers when the largest number fits, else Python's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, SupportsInt

import numpy as np
import numpy.typing as npt

from ...cost import refuse_costly
from ...distribution import Distribution
from ...errors import UnsolvableError
from ...exact import Exact, Progress, integer_text, ratio, simplest
from ...solvers.fast_path import exactly
from ...throwing import total_of
from .rules import STEPS_A_REMOVAL, TokenGame, Tokens, checked_tokens, choices, removal_count

Array = npt.NDArray[Any]
Removal = tuple[int, Tokens]  # the mask of the tokens removed, and these tokens
MOST_TOKENS = 22  # four million configurations, as Python's integers when the numbers are large


class TooMany(UnsolvableError):
    """A table of every configuration would not fit in memory."""


class Box:
    """The tokens of a game as bits, its throws, and what each can remove."""

    def __init__(self, game: TokenGame) -> None:
        self.game = exactly(game, TokenGame, "the fast path")
        self.tokens = checked_tokens(game.tokens)
        self.bits = {token: 1 << k for k, token in enumerate(self.tokens)}
        self.laws = _throws(game)
        totals = sorted(set().union(*self.laws.values()))
        # before the removals are listed: their number may double with each token, and each total
        # is looked for among all tokens
        found = removal_count(self.tokens, max(totals)) + len(totals) * len(self.tokens)
        refuse_costly(game, STEPS_A_REMOVAL * found)
        self.removals = {total: self._removals(total) for total in totals}

    def _removals(self, total: int) -> list[Removal]:
        """What the throw can remove when all tokens are left."""
        return [
            (self.mask(chosen), chosen) for chosen in choices(self.tokens, total, self.game.most)
        ]

    def mask(self, tokens: Tokens) -> int:
        """The tokens as a mask; KeyError when one is not of the game."""
        return sum(self.bits[token] for token in tokens)

    def left(self, mask: int) -> Tokens:
        """The tokens of a mask."""
        return tuple(token for token, bit in self.bits.items() if mask & bit)

    def choices(self, mask: int, total: int) -> list[Removal]:
        """What the throw can remove from the mask, in the order of `actions`."""
        return [removal for removal in self.removals[total] if removal[0] & mask == removal[0]]

    def totals(self, left: Tokens) -> set[int]:
        """What can be thrown when these tokens are left."""
        return {total for count in self.game.counts(left) for total in self.laws[count]}


def _throws(game: TokenGame) -> dict[int, Distribution[int]]:
    """{number of dice: the law of their sum}, for the numbers that may be thrown."""
    # the law of one die alone is worked out only where it may be thrown
    counts = [game.all_dice] if game.single == "never" else [1, game.all_dice]
    return {count: total_of(game.each_die[:count]) for count in counts}


@dataclass(frozen=True)
class SweptBox:
    """The expected score of every configuration: `worth[mask] / scale`."""

    box: Box
    worth: Array
    scale: int

    def number(self, numerator: SupportsInt) -> Exact:
        """numerator / scale."""
        return simplest(ratio(int(numerator), self.scale))

    def after(self, mask: int, total: int) -> int:
        """The expected score after this throw, times the scale."""
        worths = [int(self.worth[mask ^ bits]) for bits, _ in self.box.choices(mask, total)]
        if worths:
            return min(worths)
        score = self.box.game.score_of(self.box.left(mask))  # the throw ends the game
        return int(score * self.scale)

    def best_removals(self, mask: int, total: int) -> tuple[Tokens, ...]:
        """All optimal choices after this throw; none when the game is over."""
        removals = self.box.choices(mask, total)
        worth_of = {tokens: int(self.worth[mask ^ bits]) for bits, tokens in removals}
        # without a removal there is nothing to choose, and the game is over
        least = min(worth_of.values(), default=0)
        return tuple(tokens for tokens, worth in worth_of.items() if worth == least)

    def best_counts(self, mask: int) -> tuple[int, ...]:
        """With how many dice it is optimal to throw."""
        counts = self.box.game.counts(self.box.left(mask))
        means = {count: self._mean(mask, count) for count in counts}
        least = min(means.values())
        return tuple(count for count, mean in means.items() if mean == least)

    def _mean(self, mask: int, count: int) -> Fraction:
        """The expected score when so many dice are thrown, times the scale."""
        law = self.box.laws[count]
        weighted = sum(weight * self.after(mask, total) for total, weight in law.items())
        return ratio(weighted, law.total)


def sweep(game: TokenGame, progress: Progress | None = None) -> SweptBox:
    """The table; `TooMany` beyond 22 tokens.

    >>> table = sweep(TokenGame())
    >>> len(table.worth), table.number(table.worth[-1])
    (512, Fraction(43012899935, 19591041024))
    """
    box = Box(game)
    if len(box.tokens) > MOST_TOKENS:
        raise TooMany(
            f"a table of every configuration fits in memory up to {MOST_TOKENS} tokens, got "
            f"{len(box.tokens)}"
        )
    refuse_costly(game, sweep_steps(box.tokens, max(box.removals)))
    # every worth starts as the score: where a throw removes nothing it is what counts
    scores, common = _all_scores(game, box.tokens)
    size = len(box.tokens)
    W = lcm(*(law.total for law in box.laws.values()))
    scale = W**size
    top = max(abs(score) for score in scores) * scale + 1  # larger than any worth
    # a mean sums to at most W times a worth before it is divided, and that must fit
    fits = top * W < 2**62
    worth = (scores.astype(np.int64) if fits else scores) * scale
    for done, level in enumerate(_levels(size), 1):
        _settle(box, worth, level, W, top)
        if progress:
            progress(done, size)
    return SweptBox(box, worth, scale * common)


def sweep_steps(tokens: Tokens, most: int) -> int:
    """What the table costs: for each configuration each set of tokens that a throw of at most so
    much removes.
    """
    configurations = 1 << min(len(tokens), 300)  # more are too many in any case
    return configurations * (5 + removal_count(tokens, most)) // 2


def _settle(box: Box, worth: Array, level: Array, W: int, top: int) -> None:
    """Replace the scores of the configurations of one size by their expected scores."""
    sums: dict[int, Any] = dict.fromkeys(box.laws, 0)  # arrays, once something is added
    for total in box.removals:
        best = _after_throw(box, worth, level, total, top)
        for count, law in box.laws.items():
            if total in law:
                weight = law.weights[total] * (W // law.total)
                sums[count] = sums[count] + best * weight
    # without a remainder, as each worth is over W^p for the p tokens that are left
    means = {count: summed // W for count, summed in sums.items()}
    worth[level] = _chosen(box, level, means)


def _after_throw(box: Box, worth: Array, level: Array, total: int, top: int) -> Array:
    """The least worth that the throw leaves; the score where it removes nothing."""
    # `top` marks what no removal has reached, as no worth is as large
    best = np.full(len(level), top, worth.dtype)
    for bits, _ in box.removals[total]:
        possible = np.flatnonzero((level & bits) == bits)
        best[possible] = np.minimum(best[possible], worth[level[possible] ^ bits])
    # the array still holds the scores of this level, whose worth is entered last
    over = np.flatnonzero(best == top)
    best[over] = worth[level[over]]
    return best


def _chosen(box: Box, level: Array, means: dict[int, Array]) -> Array:
    """The means of the number of dice that is thrown."""
    every = means[box.game.all_dice]
    if box.game.single == "never":
        return every
    is_compulsory = box.game.single == "compulsory"
    one = means[1] if is_compulsory else np.minimum(means[1], every)
    return np.where(_lowered(box, level), one, every)


def _lowered(box: Box, masks: Array) -> Array:
    """Where the first die may be thrown alone."""
    limit = max(box.game.each_die[0])
    if box.game.single_when == "high_gone":
        high = sum(bit for token, bit in box.bits.items() if token > limit)
        return np.asarray((masks & high) == 0)
    sums = np.zeros(len(masks), np.int64)
    for token, bit in box.bits.items():
        bounded = min(token, limit + 1)  # above the limit alone, and no sum overflows
        sums += np.where(masks & bit, bounded, 0)
    return np.asarray(sums <= limit)


def count_states(box: Box) -> int:
    """How many unfinished states there are: every configuration, with each throw that can be thrown
    and removes something.
    """
    masks = np.arange(1, 1 << len(box.tokens))
    thrown_with = _may_be_thrown(box, masks)
    states = len(masks)
    for total, removals in box.removals.items():
        counts = [count for count, law in box.laws.items() if total in law]
        # a total counts once, even where both numbers of dice may throw it
        thrown = np.any([thrown_with[count] for count in counts], axis=0)
        removes = np.zeros(len(masks), bool)
        for bits, _ in removals:
            removes |= (masks & bits) == bits
        states += int(np.sum(thrown & removes))
    return states


def _may_be_thrown(box: Box, masks: Array) -> dict[int, Array]:
    """{number of dice: where so many may be thrown}."""
    if box.game.single == "never":
        return dict.fromkeys(box.laws, np.ones(len(masks), bool))
    lowered = _lowered(box, masks)
    every = ~lowered | (box.game.single == "allowed")
    return {1: lowered, box.game.all_dice: every}


def _levels(size: int) -> Iterator[Array]:
    """The masks of 1 token, of 2 tokens, and so on."""
    count = np.zeros(1, np.int64)  # [mask]: its tokens
    for _ in range(size):
        # masks with one bit more are those below it again, each with one token more
        count = np.concatenate([count, count + 1])
    by_count = np.argsort(count, kind="stable")
    ends = np.cumsum(np.bincount(count))[:-1]
    # the mask without tokens is over: its score is its worth
    yield from np.split(by_count, ends)[1:]


def _added(scores: Array, token: int, kind: str) -> Any:
    """The scores of this kind when a token larger than those left is added."""
    match kind:
        case "count":
            return scores + 1
        case "sum":
            return scores + token
        case "digits":
            return scores * 10 ** len(integer_text(token)) + token
        # "any": a token more is left, whatever was there
        case _:
            return scores * 0 + 1


def _all_scores(game: TokenGame, tokens: Tokens) -> tuple[Array, int]:
    """The score of every mask as a whole number over one denominator, and that denominator."""
    if isinstance(game.score, str):
        # Python integers, as the digits of many tokens exceed 64 bits
        scores = np.array([0], object)
        for token in tokens:
            scores = np.concatenate([scores, _added(scores, token, game.score)])
        return scores, 1
    lefts: list[Tokens] = [()]  # [mask]: its tokens
    for token in tokens:
        lefts += [(*left, token) for left in lefts]
    exact = [game.score_of(left) for left in lefts]
    # a function may score in fractions; over one denominator they compare as integers
    common = lcm(*{score.denominator for score in exact})
    wholes = [score.numerator * (common // score.denominator) for score in exact]
    return np.array(wholes, object), common

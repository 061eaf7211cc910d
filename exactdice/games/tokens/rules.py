"""The token game, also called Shut the Box: the rule sheet.

Numbered tokens lie on the table. The player throws the dice and must remove tokens that sum to the
throw; when no tokens do, or none is left, the game is over. The score of the tokens left is to be
made small: the payoff to MAX is minus the score, and MIN waits always. Source: the French notebook
"Jeu de dés et probabilité" (nine tokens, two dice, the score is the number of tokens left); the
options hold the common table rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple

from ...distributions.distribution import Distribution, point
from ...distributions.throwing import die, exact_weights, total_of
from ...exact.argument_checks import a_function_of, got, raise_failed
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError, nearest
from ...exact.numbers import (
    Exact,
    as_exact,
    as_whole,
    exact_text,
    integer_text,
    no_int,
    shown,
    shown_when_long,
    whole_or_none,
)
from ...game.dice_options import Named, keep_named, keep_whole
from ...game.protocol import MAX, WAIT, Action, Joint, Player, Strategy, strategy

Tokens = tuple[int, ...]  # in ascending order
Score = Callable[[Tokens], Exact]


class TokenState(NamedTuple):
    """The tokens left, in ascending order, and what was thrown: None when the dice are still to be
    thrown.
    """

    left: Tokens
    thrown: int | None = None


def digits(left: Tokens) -> int:
    """The tokens read as one number, in ascending order: (1, 2, 5) is 125, no tokens are 0."""
    number = 0
    for token in left:
        number = number * 10 ** len(integer_text(token)) + token
    return number


SCORES: dict[str, Score] = {
    "count": len,
    "sum": sum,
    "digits": digits,
    "any": lambda left: int(bool(left)),
}
STEPS_A_CONFIGURATION = 7000  # to solve it, and for the law of a policy
SINGLE = ("never", "allowed", "compulsory")
SINGLE_WHEN = ("high_gone", "low_sum")
Die = int | tuple[Exact, ...]


def choices(left: Tokens, total: int, most: int | None = None) -> tuple[Tokens, ...]:
    """All sets of the tokens that sum to the total, of at most so many tokens, those with the
    larger tokens first.

    >>> choices((1, 2, 3, 4, 5, 6, 7, 8, 9), 7)
    ((7,), (1, 6), (2, 5), (3, 4), (1, 2, 4))
    >>> choices((1, 2, 3, 4, 5, 6, 7, 8, 9), 7, most=1)
    ((7,),)
    """
    # the solvers call this for every throw: plain ints need no conversion
    if type(total) is not int:
        total = as_whole(total, "the total")
    if not isinstance(left, (tuple, list)):
        raise RulesError(f"the tokens left must be a tuple of ints, {got(left)}")
    if not all(type(token) is int for token in left):
        left = tuple(as_whole(token, "a token", 1) for token in left)
    descending = tuple(sorted(left, reverse=True))
    return tuple(_sets(descending, total, len(left) if most is None else most))


def _sets(descending: Tokens, total: int, most: int) -> Iterator[Tokens]:
    if total == 0:
        yield ()
    # more tokens than that must not be removed
    if most == 0:
        return
    for k, token in enumerate(descending):
        # a token above the total may still be followed by smaller ones that fit
        if token <= total:
            for rest in _sets(descending[k + 1 :], total - token, most - 1):
                yield (*rest, token)


@shown_when_long
@dataclass(frozen=True)
class TokenGame:
    """Throw the dice and remove tokens that sum to the throw, until that is impossible; the payoff
    is minus the score of the tokens left.

    - `tokens`: a tuple of different positive ints, or n for 1..n.
    - `dice`: how many dice alike, described by `faces` and `weights`; or a tuple with the faces of
      each die, or its weights when loaded.
    - `score`: `count` (tokens left), `sum`, `digits` (read as one number), `any` (1 unless the box
      is shut: the best probability to shut it is 1 minus the score), or a function of the tokens
      left.
    - `single`: whether throwing the first die alone is `never` possible, `allowed` or `compulsory`,
      once (`single_when`) no token above its largest face is left (`high_gone`), or the tokens left
      sum to at most that face (`low_sum`).
    - `most`: at most so many tokens may be removed after one throw; None for any number.

    Raises `RulesError` naming the option that is off, `InexactError` for a float.

    >>> game = TokenGame(tokens=3)
    >>> game.outcomes(game.start, (WAIT, WAIT)).probability(TokenState((1, 2, 3), 7))
    Fraction(1, 6)
    >>> game.actions(TokenState((1, 2, 3), 3), MAX)
    ((3,), (1, 2))
    """

    tokens: int | Tokens = 9
    dice: int | tuple[Die, ...] = 2
    score: str | Score = "count"
    faces: int | None = None
    weights: tuple[Exact, ...] | None = None
    single: str = "never"
    single_when: str = "high_gone"
    most: int | None = None

    named: ClassVar[Named] = {
        "score": tuple(SCORES),
        "single": SINGLE,
        "single_when": SINGLE_WHEN,
    }
    solo = True  # MIN waits always

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", checked_tokens(self.tokens))
        object.__setattr__(self, "dice", _check_dice(self.dice, self.faces, self.weights))
        if self.faces is not None:
            keep_whole(self, "faces", 2)
        if self.weights is not None:
            object.__setattr__(self, "weights", exact_weights(self.weights, len(self.weights)))
        if self.most is not None:
            keep_whole(self, "most", 1)
        if self.all_dice < 2 and self.single != "never":
            raise RulesError(
                f"single={shown(self.single)} needs two dice or more: with one die leave it never"
            )
        keep_named(self, "single")
        keep_named(self, "single_when")
        scores = f"one of {', '.join(SCORES)}, or a function of the tokens left"
        if not isinstance(self.score, str):
            a_function_of(1, self.score, "score", scores)
        elif self.score not in SCORES:
            raise RulesError(
                f"score must be {scores}, got {shown(self.score)}{nearest(self.score, SCORES)}"
            )

    @property
    def each_die(self) -> tuple[Distribution[int], ...]:
        """The distribution of each die."""
        if isinstance(self.dice, tuple):
            return tuple(
                die(len(one), one) if isinstance(one, tuple) else die(one) for one in self.dice
            )
        return (die(_faces(self.faces, self.weights), self.weights),) * self.dice

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all states: every set of the tokens that a throw can remove."""
        most = sum(map(max, self.each_die))
        count = sum(token <= most for token in checked_tokens(self.tokens))
        return STEPS_A_CONFIGURATION << min(count, 300)  # more are too many in any case

    @property
    def start(self) -> TokenState:
        """All tokens, the dice to be thrown."""
        return TokenState(checked_tokens(self.tokens))

    def score_of(self, left: Tokens) -> Exact:
        """The score of the tokens left."""
        # a function of the user may fail or give a float: both are said with the tokens left
        score = SCORES[self.score] if isinstance(self.score, str) else self.score
        try:
            scored = score(left)
        except Exception as error:
            raise_failed(f"score, {shown(score)},", left, error)
        # most are, and need no text for a message
        return scored if type(scored) is int else as_exact(scored, f"the score of {shown(left)}")

    def payoff(self, state: TokenState) -> Exact | None:
        """Minus the score, once no token is left or none can be removed."""
        left = state.left
        if left:
            # the first set that sums to the throw, without listing them all
            most = len(left) if self.most is None else self.most
            if state.thrown is None:
                return None
            for _ in _sets(left[::-1], state.thrown, most):
                return None
        return -self.score_of(left)

    @property
    def all_dice(self) -> int:
        """How many dice there are."""
        return len(self.dice) if isinstance(self.dice, tuple) else self.dice

    def counts(self, left: Tokens) -> tuple[int, ...]:
        """With how many dice the player may throw."""
        if self.single == "never":
            return (self.all_dice,)
        # it is the first die that is thrown alone
        limit = max(self.each_die[0])
        high = max(left, default=0) if self.single_when == "high_gone" else sum(left)
        if high > limit:
            return (self.all_dice,)
        return (1,) if self.single == "compulsory" else (1, self.all_dice)

    def actions(self, state: TokenState, player: Player) -> tuple[Action, ...]:
        """The tokens to remove after a throw, larger ones first; before it how many dice to throw,
        where there is a choice.
        """
        # a game for one: the generic solvers see a second player without a choice
        if player != MAX:
            return (WAIT,)
        if state.thrown is not None:
            return choices(state.left, state.thrown, self.most)
        counts = self.counts(state.left)
        return counts if len(counts) > 1 else (WAIT,)

    def outcomes(self, state: TokenState, joint: Joint) -> Distribution[TokenState]:
        """The distribution of the throw, or the state without the tokens removed."""
        action = joint[MAX]
        if state.thrown is None:
            # where there is no choice of dice the player waits, and the only count is meant
            count = self.counts(state.left)[0] if action == WAIT else action
            return total_of(self.each_die[:count]).map(lambda total: TokenState(state.left, total))
        are_left = set(action) <= set(state.left) and len(set(action)) == len(action)
        too_many = self.most is not None and len(action) > self.most
        if not are_left or too_many or sum(action) != state.thrown:
            at_most = "" if self.most is None else f"at most {self.most}, "
            raise RulesError(
                f"the tokens removed must be {at_most}among {shown(state.left)} and sum to "
                f"{state.thrown}, got {shown(action)}"
            )
        remaining = tuple(token for token in state.left if token not in action)
        return point(TokenState(remaining))

    def text(self, state: TokenState) -> str:
        """The tokens in a row with a dot for each that is gone, and what was thrown.

        >>> TokenGame(tokens=5).text(TokenState((1, 2, 5), 7))
        '1 2 . . 5, thrown 7'
        """
        row = [str(t) if t in state.left else "." for t in checked_tokens(self.tokens)]
        thrown = "" if state.thrown is None else f", thrown {state.thrown}"
        return f"{' '.join(row)}{thrown}"

    def ending(self, payoff: Exact) -> str:
        """The payoff in words for the player."""
        return f"your score is {exact_text(-payoff)}"


def policy(choose: Callable[[Tokens, int | None], object]) -> Strategy:
    """The strategy of a function of (tokens left, throw) that gives the tokens to remove, or a
    distribution of them.

    Where the table rules let the player choose between one die and all, the function is asked with
    None as the throw, for how many.

    >>> policy(lambda left, thrown: choices(left, thrown)[0])(TokenState((1, 2, 3), 3))
    Distribution({(3,): 1})
    """
    function = a_function_of(2, choose, "a policy", "a function of (tokens left, throw)")
    return strategy(partial(_apply_policy, function))


def _apply_policy(choose: Callable[..., object], state: TokenState) -> object:
    return choose(*state)


# --- options --------------------------------------------------------------------------------------

Given = Any  # of a die, as anyone may write it: `die` checks it


def checked_tokens(tokens: object) -> Tokens:
    """The tokens in ascending order, 1..n when an int n is given; `RulesError` unless they are
    different positive ints.
    """
    number = whole_or_none(tokens)
    if number is not None and number >= 1:
        # before the range is made, which may be too long for the memory
        refuse_costly(f"the tokens 1..{shown(number)}", number * number)
        return tuple(range(1, number + 1))
    if not isinstance(tokens, (tuple, list)):
        raise RulesError(
            "tokens must be different positive ints, or n of 1 or more for 1..n, got "
            f"{no_int(tokens)}"
        )
    listed = tuple(as_whole(token, "a token", 1) for token in tokens)
    # one by one, to name the token that comes twice
    for k, token in enumerate(listed):
        if token in listed[:k]:
            raise RulesError(f"tokens must be different, but {shown(token)} is there twice")
    return tuple(sorted(listed))


def _check_dice(dice: Given, faces: Given, weights: Given) -> int | tuple[Die, ...]:
    """How many dice, or a tuple of dice; each die is made once, so that what is wrong with it is
    said.
    """
    number = whole_or_none(dice)
    if number is not None and number >= 1:
        alike = die(_faces(faces, weights), weights)
        refuse_costly(f"the law of the sum of {shown(number)} dice", number * number * len(alike))
        return number
    if not isinstance(dice, (tuple, list)) or not dice:
        raise RulesError(
            "dice must be how many dice, 1 or more, or a tuple with the faces or the weights "
            f"of each, got {no_int(dice)}"
        )
    # which of the two should count would have to be guessed
    if faces is not None or weights is not None:
        raise RulesError(
            "faces and weights describe dice that are all alike: with a tuple of dice put them "
            "there"
        )
    checked: list[Die] = []
    for one in dice:
        if isinstance(one, (tuple, list)):
            die(len(one), tuple(one))
            checked.append(exact_weights(one, len(one)))
        else:
            die(one)
            checked.append(as_whole(one, "faces", 2))
    return tuple(checked)


def _faces(faces: Given, weights: Given) -> Given:
    """The number of faces that is given, else as many as weights, else 6; `die` checks it."""
    if faces is not None:
        return faces
    return len(weights) if isinstance(weights, (tuple, list)) else 6

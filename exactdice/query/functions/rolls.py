"""The quantities of one throw, with numbers or with symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...distributions import throwing
from ...distributions.distribution import Distribution
from ...distributions.throwing import die, kept_die, roll, roll_steps
from ...exact.errors import QueryError
from ...exact.numbers import Exact, is_symbolic, shown, whole_or_none
from ...symbolic.rational_function import Polynomial, without_domain
from ..register import (
    CHANCE,
    Answer,
    Argument,
    Positive,
    Word,
    few_steps,
    is_name,
    quantity,
    size,
    whole,
)
from ..values import said

if TYPE_CHECKING:
    from ...symbolic.expressions import Symbolic  # sympy is slow to import

NO_FACE = 0  # stands for the bust where none is: faces begin at 1
MOST_KEPT_FACES = 1000
SYMBOLIC_TERM = 1000  # steps that sympy takes for a term of a polynomial


class ScoredDie(NamedTuple):
    """A die as the options describe it; its fields may hold words, which stand for symbols."""

    faces: Any
    weights: Any
    bust: int  # NO_FACE when none busts
    bust_score: Any

    @property
    def one(self) -> Distribution[int]:
        """The law of one die, when all is numbers."""
        for name, value in zip(self._fields, self, strict=True):
            for part in value if isinstance(value, tuple) else (value,):
                if part is not None and not isinstance(part, Exact):
                    raise QueryError(f"{name} must be a number here, got {part}")
        # A die is asked for again and again; a large one that is kept would fill the memory.
        make = kept_die if self.faces <= MOST_KEPT_FACES else die
        one = make(self.faces, self.weights)
        if self.bust > self.faces:
            raise QueryError(
                f"bust must be one of the faces 1..{self.faces} or none, got {self.bust}"
            )
        return one

    @property
    def rules(self) -> tuple[int, int]:
        """The bust face and the bust score."""
        return self.bust, whole(self.bust_score, "bust_score")

    def symbolic(self) -> Symbolic:
        """The die for sympy, its weights as probabilities where all are numbers."""
        from ...symbolic.expressions import SymbolicDie

        weights = self.weights
        if weights is not None and all(isinstance(weight, Exact) for weight in weights):
            loaded = self.one
            weights = [loaded.probability(face) for face in range(1, self.faces + 1)]
        expressions = None if weights is None else tuple(map(symbolic_number, weights))
        faces, bust_score = symbolic_number(self.faces), symbolic_number(self.bust_score)
        return SymbolicDie(faces, expressions, self.bust, bust_score)


def scored_die(
    faces: Argument = None, weights: Argument = None, bust: Argument = 1, bust_score: Argument = 1
) -> ScoredDie:
    """The setting of the quantities of one throw: 6 faces, or as many as there are weights, unless
    faces says otherwise; bust=none for the plain sum of the dice.
    """
    if weights is not None and not isinstance(weights, tuple):
        raise QueryError(
            "weights must list one number for each face, as in weights=1/4,1/4,1/2, got "
            f"{shown(str(weights))}"
        )
    if faces is None:
        faces = 6 if weights is None else len(weights)
    if whole_or_none(faces) is not None:
        whole(faces, "faces", 2)
    is_none = isinstance(bust, Word) and str(bust) in ("none", "None")
    bust_face = NO_FACE if is_none else whole(bust, "bust", 1)
    return ScoredDie(faces, weights, bust_face, bust_score)


def named_symbols(weights: Argument) -> Argument:
    """The weights with each name as the symbol that it stands for."""
    if not isinstance(weights, tuple):
        return weights
    return tuple(without_domain(part.name) if is_name(part) else part for part in weights)


def symbolic_number(value: Argument, what: str = "a throw takes numbers and symbols") -> Symbolic:
    """The number or the symbol for sympy."""
    from ...symbolic.expressions import as_expression, symbol

    if is_name(value):
        return symbol(value.name)
    if isinstance(value, Polynomial):
        return value.expression()
    if isinstance(value, Exact) or is_symbolic(value):
        return as_expression(value)
    got = said(value)
    raise QueryError(f"{what}, got {got}")


def _symbolic_count(d: Argument) -> Symbolic:
    if isinstance(d, Exact):
        d = whole(d, "d", 1)
    return symbolic_number(d)


def _is_numeric(rolled: ScoredDie, *arguments: Argument) -> bool:
    """Whether everything is a number, so that no symbols are needed."""
    for part in (rolled.faces, rolled.bust_score, *(rolled.weights or ()), *arguments):
        if not isinstance(part, Exact):
            return False
    return True


def roll_cost(rolled: ScoredDie, d: Argument, *_: Argument) -> int:
    """The cost of the distribution of d dice; with a symbol among the weights that of a power of
    their polynomial.
    """
    if _is_numeric(rolled, d):
        return roll_steps(rolled.one, size(d)) if size(d) else 0
    if not rolled.weights:
        return SYMBOLIC_TERM * size(d)
    return SYMBOLIC_TERM * (size(d) * len(rolled.weights)) ** 2


def mean_cost(rolled: ScoredDie, d: Argument) -> int:
    """The cost of the expected score of d dice."""
    if _is_numeric(rolled, d):
        return throwing.power_steps(rolled.one, size(d))
    return SYMBOLIC_TERM * size(d)


def score_distribution(rolled: ScoredDie, d: Argument) -> Distribution[int]:
    """The law of the score of d dice."""
    return roll(rolled.one, whole(d, "d", 1), *rolled.rules)


@quantity(scored_die, cost=roll_cost, d="dice")
def roll_distribution(rolled: ScoredDie, d: Positive) -> Distribution[int]:
    """Distribution of the score of a throw of d dice."""
    return score_distribution(rolled, d)


@quantity(scored_die, cost=roll_cost, outcomes=CHANCE, d="dice", k="score")
def P(rolled: ScoredDie, d: Argument, k: Argument) -> Answer:
    """Probability that a throw of d dice scores k."""
    if _is_numeric(rolled, d, k):
        return score_distribution(rolled, d).probability(whole(k, "k"))
    from ...symbolic.expressions import score_chance

    return score_chance(rolled.symbolic(), _symbolic_count(d), symbolic_number(k))


@quantity(scored_die, cost=roll_cost, outcomes=CHANCE, d="dice", k="sum")
def Q(rolled: ScoredDie, d: Argument, k: Argument) -> Answer:
    """Probability that d dice sum to k, given that none shows the bust face."""
    if _is_numeric(rolled, d, k):
        bust, _ = rolled.rules
        law = throwing.safe_roll(rolled.one, whole(d, "d", 1), bust)
        return law.probability(whole(k, "k"))
    from ...symbolic.expressions import sum_chance

    return sum_chance(rolled.symbolic(), _symbolic_count(d), symbolic_number(k))


@quantity(scored_die, law=score_distribution, cost=mean_cost, d="dice")
def EP(rolled: ScoredDie, d: Argument) -> Answer:
    """Expected score of a throw of d dice, in points."""
    if _is_numeric(rolled, d):
        return throwing.expected_score(rolled.one, whole(d, "d", 1), *rolled.rules)
    from ...symbolic.expressions import expected_score

    return expected_score(rolled.symbolic(), _symbolic_count(d))


@quantity(scored_die, cost=mean_cost)
def EP_step(rolled: ScoredDie, d: Any) -> Answer:
    """EP(d+1) - EP(d) in points, factored for a symbol d: its sign shows where EP is largest."""
    if _is_numeric(rolled, d):
        return EP(rolled, d + 1) - EP(rolled, d)
    from ...symbolic.expressions import expected_score_step

    return expected_score_step(rolled.symbolic(), _symbolic_count(d))


@quantity(scored_die, cost=few_steps, D="most dice")
def best_dice(rolled: ScoredDie, D: Positive) -> int:
    """The first d in 1..D with the largest expected score EP(d)."""
    return throwing.best_dice(D, rolled.one, *rolled.rules)


@quantity(scored_die, cost=few_steps)
def best_dice_real(rolled: ScoredDie) -> Answer:
    """The real d with the largest EP(d), as an exact expression."""
    from ...symbolic.expressions import best_dice_real as largest

    return largest(rolled.symbolic())

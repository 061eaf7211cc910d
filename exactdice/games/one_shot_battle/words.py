"""The quantities of Dice Battle with one simultaneous throw."""

from __future__ import annotations

from collections.abc import Callable

from ...distribution import Distribution, from_probabilities
from ...errors import QueryError
from ...exact import Bounds, Exact, as_exact
from ...game import MAX, MIN, Player
from ...kept import kept
from ...matrices import solve as matrix_game
from ...matrices.optimal_laws import laws_of_matrix
from ...proofs.checking import check
from ...solution import Solution
from ...throwing import throw_steps
from ...throws.scores import best_dice
from ...throws.words import checked_numbers, scored_die
from ...words.proving import checked, read_off
from ...words.register import (
    OPTIMAL_WITH,
    TIE_NAMES,
    TIES_OPTION,
    Argument,
    Outcomes,
    Word,
    leaves_ties,
    of_game,
    quantity,
    size,
    whole,
)
from ..dice_battle.strategies import dice_count
from ..strategies import name_of
from .matrix import payoff as payoff_of
from .matrix import payoff_matrix
from .rules import OneShotBattle, matrix_steps, order_of_scores


@of_game("one-shot-battle")
def one_shot(
    dice: Argument = 10,
    faces: Argument = None,
    weights: Argument = None,
    bust: Argument = 1,
    bust_score: Argument = 1,
) -> OneShotBattle:
    """The setting of these quantities."""
    rolled = scored_die(faces, weights, bust, bust_score)
    checked_numbers(dice=dice, **rolled._asdict())
    return OneShotBattle(whole(dice, "dice", 1), *rolled)


# kept, as a table asks for many entries of one matrix
@kept(16)
def _matrix(game: OneShotBattle) -> matrix_game.Matrix:
    return payoff_matrix(game)


def _check(solution: matrix_game.MatrixSolution[Exact], game: OneShotBattle) -> str:
    """What the checker proves of the solution from the rules of the game, the matrix left aside."""
    mixtures = (_law(solution.row), _law(solution.column))
    value = as_exact(solution.value)
    as_game = Solution(game, {game.start: value}, {}, solution.method, {game.start: mixtures})
    return check(as_game)


def _law(mixture: matrix_game.Mixture) -> Distribution[int]:
    """The mixture as a law of the number of dice."""
    return from_probabilities(dict(enumerate(mixture, 1)))


@checked(_check, size=16)
def _solution(game: OneShotBattle) -> matrix_game.MatrixSolution[Exact]:
    return matrix_game.solve_matrix_game(_matrix(game))


def two_throws(game: OneShotBattle, d1: Argument, d2: Argument) -> int:
    """The cost of comparing the scores of two throws."""
    return sum(throw_steps(game.one_die, size(d)) for d in (d1, d2))


def matrix_cost(game: OneShotBattle, *_: Argument) -> int:
    """The cost of the payoffs of all numbers of dice."""
    return matrix_steps(game)


WON_OR_LOST = Outcomes(-1, 1)  # or 0, a draw


def payoff_law_of(game: OneShotBattle, d1: Argument, d2: Argument) -> Distribution[int]:
    """The law of what the first player is paid."""
    first, second = whole(d1, "d1", 1), whole(d2, "d2", 1)
    scores = order_of_scores(game, first, second)
    return Distribution({1: scores.greater, 0: scores.equal, -1: scores.less})


@quantity(
    one_shot,
    cost=two_throws,
    law=payoff_law_of,
    d1="dice of the first player",
    d2="dice of the second",
)
def payoff(game: OneShotBattle, d1: Argument, d2: Argument) -> Exact:
    """Expected payoff to the first player when it throws d1 dice once and the second d2."""
    return payoff_of(game, whole(d1, "d1", 1), whole(d2, "d2", 1))


@read_off
@quantity(one_shot, cost=matrix_cost, outcomes=WON_OR_LOST)
def one_shot_value(game: OneShotBattle) -> Exact:
    """Value of the game of one simultaneous throw: 0, as it is symmetric."""
    # solved all the same: the number that is read off is one that the checker has proved
    return _solution(game).value


@read_off
@quantity(one_shot, cost=matrix_cost)
def one_shot_strategy(game: OneShotBattle) -> Distribution[int]:
    """An optimal mixture of the numbers of dice in one simultaneous throw."""
    return _law(_solution(game).row)


@quantity(one_shot, cost=matrix_cost, outcomes=WON_OR_LOST)
def one_shot_gain(game: OneShotBattle, a: Argument, b: Argument) -> Exact:
    """Expected payoff to the first player of one simultaneous throw when it plays a against b."""
    return matrix_game.gain(_matrix(game), _mixture(game, a), _mixture(game, b))


@quantity(one_shot, cost=matrix_cost, outcomes=WON_OR_LOST)
def one_shot_gain_range(game: OneShotBattle, a: Argument, b: Argument) -> Bounds:
    """The least and the largest expected payoff to the first player of one simultaneous throw, when
    it plays a against b, over all optimal mixtures.
    """
    if leaves_ties(a) == leaves_ties(b):  # two optimal mixtures earn the value
        mean = one_shot_gain(game, a, b)
        return Bounds(mean, mean)
    matrix = _matrix(game)
    player: Player
    player, other = (MAX, _mixture(game, b)) if leaves_ties(a) else (MIN, _mixture(game, a))
    counts = range(1, game.dice + 1)
    laws = laws_of_matrix(matrix, _solution(game).value, counts, player, game)
    earned = {}
    for count in counts:
        own = _pure(game, count)
        row, column = (own, other) if player == MAX else (other, own)
        earned[laws.columns[count]] = matrix_game.gain(matrix, row, column)
    found = laws.strategies.extent(earned, laws.unit)
    assert found is not None  # there is an optimal mixture
    return found


def _mixture(game: OneShotBattle, word: Argument) -> matrix_game.Mixture:
    """The mixture of this name over 1..dice."""
    # each is made only when it is asked for: `optimal` solves the game
    makers: dict[str, Callable[..., matrix_game.Mixture]] = {
        "blind": lambda: _pure(game, _blind_count(game)),
        "dice(n)": lambda count: _pure(game, dice_count(game, count)),
        "optimal": lambda: _solution(game).row,
        OPTIMAL_WITH: lambda: _optimal_with(game, word),
        "random": lambda: matrix_game.uniform_mixture(game.dice),
    }
    name, arguments = name_of(word, makers)
    return makers[name](*arguments)


def _optimal_with(game: OneShotBattle, word: Argument) -> matrix_game.Mixture:
    """The optimal mixture, which has no ties that `ties` could break; other options are refused."""
    options = dict(word.options) if isinstance(word, Word) else {}
    if set(options) - {TIES_OPTION} or str(options.get(TIES_OPTION, "first")) not in TIE_NAMES:
        raise QueryError(
            f"of one simultaneous throw optimal takes ties={'|'.join(TIE_NAMES)} alone, got {word}"
        )
    return _solution(game).row


def _blind_count(game: OneShotBattle) -> int:
    """The number of dice with the best expected score."""
    return best_dice(game.dice, game.one_die, game.bust, game.bust_score)


def _pure(game: OneShotBattle, count: int) -> matrix_game.Mixture:
    return matrix_game.pure_mixture(count - 1, game.dice)  # whose places count from 0

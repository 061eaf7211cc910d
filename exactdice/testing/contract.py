"""What every game keeps, beyond its rules: one answer whichever way it is solved, a proof that is
accepted, copies that are the same, and an answer or a reason for every word.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator

from ..exact.errors import ExactDiceError, RulesError, UnsolvableError
from ..exact.numbers import Exact, as_whole, shown
from ..game.graph import explore
from ..game.optional import hides
from ..game.protocol import Game
from ..proofs.checking import check
from ..query.evaluate import evaluate_query
from ..query.games_by_name import entered
from ..query.register import Word
from ..query.states import worked_queries
from ..solvers import solve
from ..solvers.fast_path import the_generic
from ..writeup.tables import number_text
from .game_rules import MOST_QUICKLY, check_game

REFERENCE = "the game under test"


def check_contract(game: Game, most_states: int = MOST_QUICKLY) -> str:
    """One line saying how much was checked; `RulesError` lists all that the game does not keep.

    Choose options that make the game small, of at most `most_states` states. First `check_game`:
    its rules are kept at every state. Then: the fast way to solve it, where it has one, finds what
    the generic solver finds; the checker accepts the proof of its solution; copies of it are equal
    to it, and its class is found by its name, as pickle needs; each word of every game (`value`,
    `best`, `gain`, ...) has an answer that can be printed, or is refused with a reason; and the
    answers agree with each other, as `gain` with the mean of `payoff_law`.

    Use it in a test of your own game:

    >>> from exactdice import DiceBattle
    >>> check_contract(DiceBattle(dice=1, target=2))
    'the contract is kept: 19 states, 22 words answered, 0 refused'
    """
    most = as_whole(most_states, "most_states", 1)
    check_game(game, most)
    try:
        states = len(explore(game, most=most).nodes)
    except UnsolvableError as error:
        raise RulesError(
            f"the contract is checked on games of at most {most} states, and {shown(game)} has "
            "more: choose options that make it small"
        ) from error
    answers: dict[str, object] = {}
    refused: list[str] = []
    broken = [*_ways_that_differ(game)]
    try:
        check(solve(game))
    except ExactDiceError as error:
        broken.append(f"the checker does not accept the proof of the solution: {error}")
    broken += _copies_that_differ(game)
    broken += _words_that_fail(game, answers, refused)
    # The laws of mathematics that the answers break; what was refused is left out.
    for what, (needed, difference) in AGREEING.items():
        if answers.keys() >= set(needed):
            off: Exact = difference(*(answers[word] for word in needed))
            if off != 0:
                broken.append(f"{what}, but they differ by {off}")
    if broken:
        raise RulesError(
            f"{len(broken)} part{'s' * (len(broken) > 1)} of the contract not kept:\n"
            + "\n".join(broken)
        )
    return (
        f"the contract is kept: {states} states, {len(answers)} words answered, "
        f"{len(refused)} refused"
    )


def _ways_that_differ(game: Game) -> Iterator[str]:
    """A line for each answer of the fast way that the generic solver does not give."""
    fast = solve(game)
    generic = the_generic(solve)(game)
    if fast.value != generic.value:
        yield f"the value is {fast.value} the fast way and {generic.value} the generic way"
    # Where something is hidden no state has a value of its own.
    for node in () if hides(game) else explore(game).nodes:
        if node.payoff is None:
            for what, one, other in (
                ("value is", fast.values, generic.values),
                ("optimal actions are", fast.optimal_actions, generic.optimal_actions),
            ):
                found = one.get(node.state)
                expected = other.get(node.state)
                if found != expected:
                    yield (
                        f"at {shown(node.state)} the {what} {shown(found)} the fast way and "
                        f"{shown(expected)} the generic way"
                    )


def _copies_that_differ(game: Game) -> Iterator[str]:
    """A line for each way of copying the game that gives another one."""
    for way in (copy.copy, copy.deepcopy):
        made = way(game)
        if made != game or hash(made) != hash(game):
            yield (
                f"copy.{way.__name__} gives a game that is not equal to it: write "
                "@dataclass(frozen=True) above the class"
            )
    kind = type(game)
    found: object = sys.modules.get(kind.__module__)
    for part in kind.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is not kind:
        yield (
            f"pickle does not find the class as {kind.__qualname__} in {kind.__module__}: define "
            "it at the top of its module"
        )


def _words_that_fail(game: Game, answers: dict[str, object], refused: list[str]) -> Iterator[str]:
    """A line for each word that neither answers nor says why not; the others are noted down."""
    with entered(REFERENCE, game):
        for word, query in worked_queries(game).items():
            try:
                answers[word] = evaluate_query(query, {"game": Word(REFERENCE)})
                number_text.exact(answers[word])
            except ExactDiceError:
                refused.append(word)
            # Whatever else goes wrong in a word is what this looks for.
            except Exception as error:
                yield f"{query} fails: {type(error).__name__}: {error}"


# {what holds: (the words it is about, how far they are from it)}
AGREEING: dict[str, tuple[tuple[str, ...], Callable[..., Exact]]] = {
    "gain must be the mean of payoff_law": (
        ("gain", "payoff_law"),
        lambda gain, law: gain - law.mean(),
    ),
    "gain_from the start must be gain": (("gain", "gain_from"), lambda gain, same: gain - same),
    "turns must be the mean of turns_law": (
        ("turns", "turns_law"),
        lambda turns, law: turns - law.mean(),
    ),
    "win, draw and loss must sum to 1": (
        ("win", "draw", "loss"),
        lambda win, draw, loss: win + draw + loss - 1,
    ),
    "play must pass through the start": (("reach",), lambda reach: reach - 1),
    "best_response must earn what optimal play does, or more": (
        ("best_response", "value"),
        lambda best, value: min(best - value, 0),
    ),
    "best_response_of_min must cost what optimal play does, or less": (
        ("best_response_of_min", "value"),
        lambda best, value: max(best - value, 0),
    ),
}

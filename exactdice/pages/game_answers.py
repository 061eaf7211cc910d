"""What strategies earn against each other, as the data of a page: laws of the payoff and of the
length under optimal play, and a table of pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from .. import cost
from ..cost import STEPS_A_MOVE, STEPS_A_STATE, affordable, allowed
from ..distribution import Distribution, EndlessLaw
from ..errors import ExactDiceError
from ..exact import Bounds, Exact
from ..game import PLAYERS, Game
from ..games.view import View, view_of
from ..optional import is_solo
from ..queries.evaluate import parse_word
from ..words.register import Word
from ..words.written import in_order
from .game_numbers import Numbers
from .game_table import OVER, GameTable

MOST_STEPS_OF_LAWS = 10**7  # of work for each of the two laws, unless the limit of cost is lifted
MOST_STEPS_OF_PAIRS = 15 * 10**6  # of work for all pairs of strategies
MOST_STEPS_OF_OPTIMAL = 10**8  # of work for what optimal play earns against itself
LIFTED = "limit=none at the command line leaves nothing out for its cost"
OPTIMAL = "optimal"


def laws_data(game: Game, numbers: Numbers, left_out: list[str]) -> dict[str, object]:
    """The laws of the payoff and of the length under optimal play, with their means."""
    view = view_of(game)
    names = _words((OPTIMAL,) if is_solo(game) else (OPTIMAL, OPTIMAL))
    asked: list[tuple[str, int, Callable[[], dict[str, object]]]] = [
        ("payoff", view.start_cost(), lambda: _law_data(view.payoff_law(names), numbers)),
        ("length", view.length_cost(), lambda: _law_data(view.turns_law(names), numbers)),
    ]
    made: dict[str, object] = {}
    for what, steps, law in asked:
        found = _within(f"the law of the {what}", MOST_STEPS_OF_LAWS, steps, law, left_out)
        if found is not None:
            made[what] = found
    return made


def _law_data(law: Distribution[Any] | EndlessLaw, numbers: Numbers) -> dict[str, object]:
    """The outcomes and their chances; of an endless law all but the last thousandth, and the
    chance of the rest.
    """
    if isinstance(law, EndlessLaw):
        chances, beyond = law.head()
    else:
        chances, beyond = {x: law.probability(x) for x in in_order(law)}, None
    return {
        "outcomes": [numbers.number(outcome) for outcome in chances],
        "chances": [numbers.number(chance) for chance in chances.values()],
        "mean": numbers.number(law.mean()),
        "beyond": None if beyond is None else numbers.number(beyond),
    }


def _within(
    what: str, most: int, steps: int, work: Callable[[], Any], left_out: list[str]
) -> Any:  # whatever the work gives
    """What the work gives; None where it costs more than `most` or cannot be done, which is told in
    what is left out.
    """
    most_here = allowed() if allowed() is None else min(most, allowed() or most)
    with cost.limit(most_here):
        if not affordable(steps):
            left_out.append(f"{what}, which takes long: {LIFTED}")
            return None
        try:
            return work()
        except ExactDiceError as error:
            left_out.append(f"{what}: {error}")
            return None


# --- pairs of strategies --------------------------------------------------------------------------


def pairs_data(
    game: Game, table: GameTable, names: Sequence[Sequence[str]], numbers: Numbers
) -> tuple[list[dict[str, object]], int]:
    """What the strategies of these names earn against each other, and how many pairs are left out.

    Pairs with `optimal` come first; the rest is left out when the work for all would be too much.
    """
    view, pairs, left_out = view_of(game), [], 0
    steps = _steps_of_pair(view, table)
    remaining = None if allowed() is None else MOST_STEPS_OF_PAIRS
    for pair in _in_order(names):
        if remaining is not None:
            remaining -= steps
        # What optimal play earns is the first thing asked for, and is paid for more.
        is_first = set(pair) == {OPTIMAL} and steps <= MOST_STEPS_OF_OPTIMAL
        is_done = remaining is None or remaining >= 0 or is_first
        found = _earned(view, pair, numbers) if is_done else None
        if found is None:
            left_out += 1
        else:
            pairs.append({"names": list(pair), **found})
    return pairs, left_out


def _steps_of_pair(view: View, table: GameTable) -> int:
    """The steps of what one pair earns: of a view that knows a shorter way what it says, else of
    following the pair through all states.
    """
    steps = _size_of(table)
    menus = [table.players_with_choice(place) for place in range(len(table.states))]
    # Mixtures have long fractions, of which no view counts the work.
    is_mixed = any(len(players) == len(PLAYERS) for players in menus)
    if is_mixed or type(view) is View:
        return steps
    return min(view.start_cost() or steps, steps)


def _size_of(table: GameTable) -> int:
    """The steps of listing what follows each joint action in each state."""
    # A law is kept once in the table, and met in every state that has it.
    ways = [sum(len(table.changes[law][0]) for law in laws) for laws in table.chances]
    met = sum(ways[kind] for kind in table.chance if kind != OVER)
    return STEPS_A_STATE * len(table.states) + STEPS_A_MOVE * met


def _in_order(names: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """All pairs, those with the most optimal strategies first."""
    return iter(sorted(product(*names), key=lambda pair: -pair.count(OPTIMAL)))


def _earned(view: View, pair: Sequence[str], numbers: Numbers) -> dict[str, object] | None:
    """Gain, chances and mean length of the pair; None where they cannot be had."""
    words = _words(pair)
    most = allowed() if allowed() is None else min(MOST_STEPS_OF_OPTIMAL, allowed() or 0)
    try:
        with cost.limit(most):
            law = view.payoff_law(words)
            turns = view.turns(words)
            if isinstance(turns, Bounds):
                return None
    except ExactDiceError:
        return None
    signs = law.map(_sign)
    by_sign = [signs.probability(sign) for sign in (1, 0, -1)]
    numbered = [numbers.number(value) for value in (law.mean(), *by_sign, turns)]
    return dict(zip(("gain", "win", "draw", "loss", "turns"), numbered, strict=True))


def _sign(paid: Exact) -> int:
    return (paid > 0) - (paid < 0)


def _words(names: Sequence[str]) -> tuple[Word, ...]:
    return tuple(map(parse_word, names))

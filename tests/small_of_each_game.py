"""The small game of each name, its states, and strategies from its rules alone."""

from fractions import Fraction

import brute_force as brute
import pytest
from small_games import SMALL

from exactdice.game.optional import hides
from exactdice.query.evaluate import evaluate_query
from exactdice.query.games_by_name import GAMES
from exactdice.query.register import Word

RETURNING = (
    "pig",
    "piglet",
    "farkle",
    "snakes-and-ladders",
    "race",
)  # where play can come back to a state
# Words of games that hide something go by what a player knows: see test_states_informations.py.
SEEN = [name for name in SMALL if not hides(GAMES[name](**SMALL[name]))]
every_game = pytest.mark.parametrize("name", SEEN)


def ask(name, query, **options):
    return evaluate_query(query, {"game": Word(name), **SMALL[name], **options})


def written(part):
    """A part of a state or an action as a query writes it."""
    if isinstance(part, tuple):
        return f"({', '.join(map(written, part))}{',' * (len(part) == 1)})"
    if isinstance(part, str):
        return f'"{part}"'  # a bare word would be the option of that name
    return "none" if part is None else str(part)


def call(word, *arguments):
    return f"{word}({', '.join(arguments)})"


def fields(state):
    """The state as the arguments of a query."""
    return [written(part) for part in state] if isinstance(state, tuple) else [written(state)]


def game_named(name):
    return GAMES[name](**SMALL[name])


def some_states(game):
    """Unfinished states early, in the middle and late in play."""
    states = [state for state in brute.all_states(game) if game.payoff(state) is None]
    return [states[k] for k in sorted({0, len(states) // 3, 2 * len(states) // 3, len(states) - 1})]


def is_solo(game):
    return bool(getattr(game, "solo", False))


# --- strategies from the rules --------------------------------------------------------------------


def one(action):
    return {action: Fraction(1)}


def evenly(actions):
    return {action: Fraction(1, len(actions)) for action in actions}


def mixture_of(first, second):
    return {
        action: Fraction(1, 3) * first.get(action, 0) + Fraction(2, 3) * second.get(action, 0)
        for action in {**first, **second}
    }


PLANS = {
    "first": lambda actions: one(actions[0]),
    "last": lambda actions: one(actions[-1]),
    "random": evenly,
    "mixed(first, 1/3, random, 2/3)": lambda actions: mixture_of(one(actions[0]), evenly(actions)),
}


def plan(game, name, player):
    return lambda state: PLANS[name](brute.allowed(game, state)[player])


# --- optimal play ---------------------------------------------------------------------------------


def worths(name):
    """{unfinished state: its value as the word says}."""
    game = game_named(name)
    states = [state for state in brute.all_states(game) if game.payoff(state) is None]
    return game, {state: ask(name, call("value", *fields(state))) for state in states}


# --- worst play, and optimal play of other options ------------------------------------------------


def least(game, state):
    """The least that a player alone can be paid on average."""
    paid = game.payoff(state)
    if paid is not None:
        return paid
    (waiting,) = brute.allowed(game, state)[1]
    return min(
        sum(p * least(game, after) for after, p in brute.steps(game, state, (a, waiting)).items())
        for a in brute.allowed(game, state)[0]
    )

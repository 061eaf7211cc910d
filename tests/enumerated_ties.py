"""The range of a mean over ties, by following every pure way to break them one by one."""

from itertools import product

import brute_force as brute


def going_on(game):
    """The unfinished states that play can reach."""
    return [state for state in brute.all_states(game) if game.payoff(state) is None]


def optimal_values(game, state, found):
    """Enter in `found` (value, every optimal joint action) for all states from here, by plain
    recursion in a game in turns that always moves on.
    """
    if state in found:
        return found[state][0]
    paid = game.payoff(state)
    if paid is not None:
        found[state] = paid, []
        return paid
    means = {}
    for joint in product(*brute.allowed(game, state)):
        law = brute.steps(game, state, joint)
        means[joint] = sum(p * optimal_values(game, after, found) for after, p in law.items())
    top = (min if brute.mover(game, state) else max)(means.values())
    found[state] = top, [joint for joint, mean in means.items() if mean == top]
    return top


def optimal_actions(game, player):
    """{state: every optimal action of the player} where it moves."""
    found = {}
    optimal_values(game, game.start, found)
    return {
        state: [joint[player] for joint in best]
        for state, (_, best) in found.items()
        if best and brute.mover(game, state) == player
    }


def number_of_ways(*tables):
    """How many pure ways there are to break the ties of these tables {state: choices}."""
    ways = 1
    for table in tables:
        for choices in table.values():
            ways *= len(choices)
    return ways


def pure_tables(table):
    """Every table {state: choice} with one of the choices at each state."""
    states = list(table)
    for choice in product(*table.values()):
        yield dict(zip(states, choice, strict=True))


def extremes(tables, worth):
    """The least and the largest of worth(MAX's table, MIN's table) over all pure ways."""
    found = [worth(*ways) for ways in product(*map(list, map(pure_tables, tables)))]
    return min(found), max(found)


def as_plan(game, player, table):
    """The plan of a table of actions, {action: 1} where the player moves."""

    def plan(state):
        return {table[state]: 1} if state in table else {game.actions(state, player)[0]: 1}

    return plan

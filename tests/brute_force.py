"""What the words of every game must say, found from the rules of the game alone.

Nothing here but `start`, `payoff`, `actions` and `outcomes` is asked of the package: means are the
solutions of linear equations by elimination, and optimal values are proved by what they guarantee.
What was asked of the rules is remembered, as many words need the same.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import inf

from oracles import mean

WAITING = ("wait",)


@cache
def allowed(game, state):
    return tuple(tuple(game.actions(state, player)) for player in (0, 1))


def mover(game, state):
    """The player to move, None where both choose."""
    rows, columns = allowed(game, state)
    if len(rows) > 1 and len(columns) > 1:
        return None
    if len(rows) > 1 or len(columns) > 1:
        return 0 if len(rows) > 1 else 1
    return 0 if rows != WAITING or columns == WAITING else 1


@cache
def steps(game, state, joint):
    law = game.outcomes(state, joint)
    return {after: Fraction(weight, law.total) for after, weight in law.weights.items()}


def levels(game):
    """The sets of states after 0, 1, 2, ... moves, without an end where play can come back."""
    level = {game.start}
    while level:
        yield level
        going_on = (state for state in level if game.payoff(state) is None)
        level = {
            after
            for state in going_on
            for joint in product(*allowed(game, state))
            for after in steps(game, state, joint)
        }


@cache
def all_states(game):
    """All states, those of earlier moves first."""
    found = {}
    for level in levels(game):
        new = sorted(level - found.keys(), key=repr)
        if not new:
            break
        found.update(dict.fromkeys(new))
    return tuple(found)


def solutions(rows, constants):
    """{k: x_k} with x_k = constants[k] + sum of rows[k][m] x_m, by elimination in order."""
    place = {k: number for number, k in enumerate(rows)}
    later, fixed = {}, {}  # x_k by what comes later in the order alone
    for k, of_row in rows.items():
        row, terms = dict(of_row), [(1, constants[k])]
        earlier = [m for m in row if m in later]
        while earlier:
            m = min(earlier, key=place.__getitem__)
            share = row.pop(m)
            terms.append((share, fixed[m]))
            for n, c in later[m].items():
                row[n] = row.get(n, 0) + share * c
            earlier = [m for m in row if m in later]
        stays = 1 - row.pop(k, Fraction(0))
        later[k] = {m: c / stays for m, c in row.items()}
        fixed[k] = mean(terms) / stays
    found = {}
    for k in reversed(rows):
        found[k] = fixed[k] + mean((c, found[m]) for m, c in later[k].items())
    return found


def chain(game, plans, start=None):
    """{state that play reaches: {next state: chance}} when both follow plans; {} at the end."""
    return _chain(game, tuple(plans), game.start if start is None else start)


@lru_cache(maxsize=16)
def _chain(game, plans, start):
    found, waiting = {}, [start]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        found[state] = row = defaultdict(Fraction)
        if game.payoff(state) is None:
            for (a, p), (b, q) in product(*(plan(state).items() for plan in plans)):
                for after, chance in steps(game, state, (a, b)).items():
                    row[after] += p * q * chance
        waiting.extend(row)
    return found


def means(rows, worth):
    """{state: the mean of what is collected from there on}, worth(state) at each state."""
    backwards = dict(reversed(rows.items()))
    return solutions(backwards, {state: Fraction(worth(state)) for state in rows})


def payoffs(game, plans):
    """{payoff: its chance} from the start."""
    rows = chain(game, plans)
    paid = {game.payoff(state) for state in rows} - {None}
    chances = {
        one: means(rows, lambda state, one=one: game.payoff(state) == one)[game.start]
        for one in paid
    }
    return {one: chance for one, chance in chances.items() if chance}


def gain_from(game, plans, state):
    """The mean payoff from the state."""
    return means(chain(game, plans, state), lambda state: game.payoff(state) or 0)[state]


def lengths(game, plans):
    """{number of moves: its chance}, for play that comes back to no state."""
    return lengths_up_to(game, plans, inf)


def lengths_up_to(game, plans, most):
    """{number of moves: its chance}, by following play forward for so many moves."""
    rows = chain(game, plans)
    now, law, moves = {game.start: Fraction(1)}, {}, 0
    while now and moves <= most:
        over = sum(chance for state, chance in now.items() if not rows[state])
        if over:
            law[moves] = over
        later = defaultdict(Fraction)
        for state, chance in now.items():
            for after, step in rows[state].items():
                later[after] += chance * step
        now, moves = later, moves + 1
    return law


def mean_length(game, plans):
    rows = chain(game, plans)
    return means(rows, lambda state: bool(rows[state]))[game.start]


def decisions(game, plans, player):
    """The mean number of times that the player has an action to choose."""
    rows = chain(game, plans)
    acts = {state: bool(rows[state]) and allowed(game, state)[player] != WAITING for state in rows}
    return means(rows, acts.__getitem__)[game.start]


def passes(game, plans, aim):
    """The chance that play passes through the state."""
    rows = chain(game, plans)
    if aim not in rows:
        return 0
    until = {state: {} if state == aim else row for state, row in rows.items()}
    return means(until, lambda state: state == aim)[game.start]


def entered(game, plans, there, x):
    """{x of the state: the chance that play comes to a state of which `there` is true, and that the
    first one has this x}.
    """
    rows = chain(game, plans)
    until = {state: {} if there(state) else row for state, row in rows.items()}

    def chance(value):
        return means(until, lambda state: there(state) and x(state) == value)[game.start]

    return {value: chance(value) for value in {x(state) for state in rows if there(state)}}


def reply(game, plan, player):
    """What MAX is paid when the player replies best to the other's plan, by improving policies."""
    states = [state for state in all_states(game) if game.payoff(state) is None]
    chosen = {state: allowed(game, state)[player][0] for state in states}
    sign = -1 if player else 1
    while True:
        own = lambda state: {chosen[state]: Fraction(1)}  # noqa: E731
        both = (own, plan) if player == 0 else (plan, own)
        rows = {state: defaultdict(Fraction) for state in states}
        constants = dict.fromkeys(states, Fraction(0))
        for state in states:
            _collect(game, state, both, rows[state], constants)
        worth = solutions(dict(reversed(rows.items())), constants)
        improved = False
        for state in states:
            mine = {
                action: sign * _mean(game, state, action, player, plan, worth)
                for action in allowed(game, state)[player]
            }
            if max(mine.values()) > mine[chosen[state]]:
                chosen[state] = max(mine, key=mine.get)
                improved = True
        if not improved:
            return worth[game.start]


def _collect(game, state, plans, row, constants):
    for (a, p), (b, q) in product(*(plan(state).items() for plan in plans)):
        for after, chance in steps(game, state, (a, b)).items():
            paid = game.payoff(after)
            if paid is None:
                row[after] += p * q * chance
            else:
                constants[state] += p * q * chance * paid


def _mean(game, state, action, player, plan, worth):
    found = Fraction(0)
    for other, q in plan(state).items():
        joint = (action, other) if player == 0 else (other, action)
        found += q * follows(game, state, joint, worth)
    return found


def follows(game, state, joint, worth):
    """What MAX is paid on average after the actions, when every state is worth that."""
    total = Fraction(0)
    for after, chance in steps(game, state, joint).items():
        paid = game.payoff(after)
        total += chance * (worth[after] if paid is None else paid)
    return total


def must_end(game):
    """Whether play ends whatever the players do: then equations have one solution, and values that
    both can guarantee one move ahead are the values of the game.
    """
    staying = {state for state in all_states(game) if game.payoff(state) is None}
    while staying:
        still = {
            state
            for state in staying
            if any(
                steps(game, state, joint).keys() <= staying
                for joint in product(*allowed(game, state))
            )
        }
        if still == staying:
            return False
        staying = still
    return True

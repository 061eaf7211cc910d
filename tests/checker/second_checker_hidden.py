"""The part of the second checker that knows the family `hidden`, written from
docs/reference/proof_files.md alone.

What a player knows is written out whole, as a tuple of pairs: ("saw", text) and ("did", name).
"""

from collections import defaultdict
from fractions import Fraction
from math import prod

from second_checker_graph import (
    MAX,
    MIN,
    Law,
    State,
    a_list,
    an_int,
    an_object,
    bounds,
    need,
    number,
    say_something,
    weight,
)

Information = tuple  # of pairs
WAITS = ["wait"]


def check_hidden(rules, values, optimal) -> None:
    states = a_list(an_object(rules, {"states"})["states"])
    need(states, "no states")
    for state in states:
        check_state(state)
    claim = bounds(a_list(values, 1)[0])
    known, chance = histories(states)
    an_object(optimal, {"MAX", "MIN"})
    plans = [plan_of(optimal[name], player, states, known) for player, name in enumerate(NAMES)]
    ends = [k for k, state in enumerate(states) if "payoff" in state]
    paid = {k: number(states[k]["payoff"]) for k in ends}
    for player, end in ((MIN, 0), (MAX, 1)):
        other = 1 - player
        worth = {k: chance[k] * share(plans[other], known[k][other]) * paid[k] for k in ends}
        found = best_response(player, [(known[k][player], worth[k]) for k in ends])
        right = claim[0] <= found if end == 0 else found <= claim[1]
        need(right, "the other player has a better answer to the plan")
    say_something(State(claim), [State((payoff, payoff)) for payoff in paid.values()])


NAMES = ("MAX", "MIN")


def check_state(state) -> None:
    need(type(state) is dict, "a state is an object")
    finished = "payoff" in state
    more = {"payoff"} if finished else {"actions", "laws"}
    an_object(state, {"state", "observed"} | more)
    need(type(state["state"]) in (str, int, float), "a name is a text or a number")
    for seen in a_list(state["observed"], 2):
        need(seen is None or type(seen) is str, "an observation is a text or null")
    if finished:
        return
    rows, columns = a_list(state["actions"], 2)
    for names in (rows, columns):
        need(a_list(names), "no actions")
        need(all(type(name) in (str, int) for name in names), "names are texts or ints")
        need(len(set(names)) == len(names), "a name occurs twice")
    for row in a_list(state["laws"], len(rows)):
        a_list(row, len(columns))


def histories(states) -> tuple[list[tuple[Information, Information]], list[Fraction]]:
    """What both players know in each state, and its chance."""
    known = [None] * len(states)
    chance = [Fraction(0)] * len(states)
    known[0] = after(((), ()), (None, None), states[0])
    chance[0] = Fraction(1)
    for k, state in enumerate(states):
        need(known[k] is not None, "no state leads here")
        for done, law in moves(state, k, len(states)):
            for t, probability in law.items():
                here = after(known[k], done, states[t])
                need(known[t] in (None, here), "two ways leave a player with other information")
                known[t] = here
                chance[t] += chance[k] * probability
    return known, chance


def moves(state, k, size):
    """The actions of both, None for who waits, with the law of the next state."""
    if "payoff" in state:
        return
    rows, columns = state["actions"]
    for row, line in zip(rows, state["laws"], strict=True):
        for column, pairs in zip(columns, line, strict=True):
            done = None if rows == WAITS else row, None if columns == WAITS else column
            yield done, law_of(pairs, k, size)


def law_of(pairs, k, size) -> Law:
    weights = defaultdict(int)
    for pair in a_list(pairs):
        place, chance = a_list(pair, 2)
        need(weight(chance) > 0, "a weight of 0")
        weights[an_int(place, k + 1, size - 1)] += weight(chance)
    need(weights, "an empty law")
    total = sum(weights.values())
    return {place: Fraction(chance, total) for place, chance in weights.items()}


def after(known, done, state) -> tuple[Information, Information]:
    found = []
    for information, action, seen in zip(known, done, state["observed"], strict=True):
        acted = () if action is None else (("did", action),)
        learned = () if seen is None else (("saw", seen),)
        found.append(information + acted + learned)
    return tuple(found)


def plan_of(entries, player, states, known) -> dict:
    """{(information, action): probability}"""
    actions = {}
    for k, state in enumerate(states):
        if "payoff" in state or state["actions"][player] == WAITS:
            continue
        names = state["actions"][player]
        same = actions.setdefault(known[k][player], names) == names
        need(same, "the same information, and other actions")
    plan = {}
    pairs = zip(actions.items(), a_list(entries, len(actions)), strict=True)
    for (information, names), entry in pairs:
        said, texts = a_list(entry, 2)
        written = [(type(part), part) for part in a_list(said)]
        need(written == [(type(part), part) for _, part in information], "other information")
        weights = [weight(text) for text in a_list(texts, len(names))]
        need(sum(weights) > 0, "no weight")
        for name, chance in zip(names, weights, strict=True):
            plan[information, name] = Fraction(chance, sum(weights))
    return plan


def share(plan, information) -> Fraction:
    """The probability that the plan does all that the player did."""
    steps = [k for k, (kind, _) in enumerate(information) if kind == "did"]
    return prod((plan[information[:k], information[k][1]] for k in steps), start=Fraction(1))


def best_response(player, ends) -> Fraction:
    """What MAX is paid when the player answers best, from the worth of the ends of play by
    what it knows there.
    """
    worth, choices = defaultdict(Fraction), defaultdict(dict)
    for information, paid in ends:
        worth[information] += paid
    found = {information[:k] for information in worth for k in range(len(information) + 1)}
    best = max if player == MAX else min
    for information in sorted(found, key=len, reverse=True):
        if information in choices:
            worth[information] += best(choices[information].values())
        if information:
            *_, (kind, name) = information
            if kind == "did":
                choices[information[:-1]][name] = worth[information]
            else:
                worth[information[:-1]] += worth[information]
    return worth[()]

"""A second checker of proof files, written from docs/proof_files.md alone, to test that page and `exactdice/checker.py` against each other.

It is slow and plain. The rules of a game become one graph of small states, and `verify` alone checks what the page says proves a value. It imports
nothing of exactdice.
"""

import hashlib
import json
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

MAX, MIN = 0, 1
Bounds = tuple[Fraction, Fraction]  # to MAX: the lower and the upper end
Law = dict  # {key of the next state: probability}


class Wrong(Exception):
    """The document is no proof."""


@dataclass(frozen=True)
class Finished:
    claim: Bounds


@dataclass(frozen=True)
class Alone:
    """One player moves: a law for each of its actions, the places of the actions listed as optimal."""

    player: int
    laws: list[Law]
    listed: list[int]
    claim: Bounds


@dataclass(frozen=True)
class AtOnce:
    """Both choose: laws[a][b], and the two mixtures."""

    laws: list[list[Law]]
    row: list[Fraction]
    column: list[Fraction]
    claim: Bounds


def problem_of(document) -> str | None:
    """Why the document is no proof; None when it is one."""
    try:
        members = an_object(document, {"format", "problem", "values", "optimal", "digest"})
        need(members["format"] == "exactdice proof 2", "another format")
        need(members["digest"] == digest_of(members), "the digest is another")
        problem = members["problem"]
        need(type(problem) is dict and type(problem.get("family")) is str, "no family")
        need(problem["family"] in FAMILIES, "an unknown family")
        rules = {key: value for key, value in problem.items() if key != "family"}
        FAMILIES[problem["family"]](rules, a_list(members["values"]), members["optimal"])
    except Wrong as wrong:
        return str(wrong)
    return None


def digest_of(members) -> str:
    rest = {key: value for key, value in members.items() if key != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


# What the parts of a document must look like.


def need(condition, reason) -> None:
    if not condition:
        raise Wrong(reason)


def an_object(value, keys):
    need(type(value) is dict and set(value) == keys, f"an object with the keys {sorted(keys)} was required")
    return value


def a_list(value, length=None) -> list:
    need(type(value) is list and length in (None, len(value)), f"a list of {length or 'any number of'} entries was required")
    return value


def an_int(value, low, high=None) -> int:
    need(type(value) is int and low <= value and (high is None or value <= high), f"an int from {low} to {high} was required")
    return value


def number(value) -> Fraction:
    need(type(value) is str and len(value) <= 400_000, "a number is a text")
    parts = re.fullmatch(r"(-?)0x(0|[1-9a-f][0-9a-f]*)(?:/0x([1-9a-f][0-9a-f]*))?", value, re.ASCII)
    need(parts, "this is no number")
    sign, top, bottom = -1 if parts[1] else 1, int(parts[2], 16), int(parts[3] or "1", 16)
    need(not (parts[1] and top == 0), "zero has no sign")
    need(parts[3] is None or (bottom >= 2 and gcd(top, bottom) == 1), "a fraction must be in lowest terms")
    return Fraction(sign * top, bottom)


def weight(value) -> int:
    found = number(value)
    need(found.denominator == 1 and found >= 0, "a weight is whole and not negative")
    return found.numerator


def bounds(value) -> Bounds:
    lower, upper = (number(end) for end in (a_list(value, 2) if type(value) is list else [value, value]))
    need(lower <= upper, "the lower end is above the upper end")
    return lower, upper


def mixture(value, length) -> list[Fraction]:
    found = [number(entry) for entry in a_list(value, length)]
    need(sum(found) == 1 and min(found) >= 0, "these are no probabilities")
    return found


# What proves a value, and that play ends.


def mean(law, graph, end) -> Fraction:
    return sum((chance * graph[key].claim[end] for key, chance in law.items()), Fraction(0))


def verify(graph, exact) -> None:
    """Raise Wrong unless the claims of all states are proven by their equations, and play ends."""
    for state in graph.values():
        if isinstance(state, AtOnce):
            verify_at_once(state, graph)
        elif isinstance(state, Alone):
            (verify_alone if exact else verify_alone_within)(state, graph)
    for player in (MAX, MIN):
        need(can_end(graph, player), "a player cannot end play")


def verify_at_once(state, graph) -> None:
    rows, columns = range(len(state.row)), range(len(state.column))
    for b in columns:
        need(sum(state.row[a] * mean(state.laws[a][b], graph, 0) for a in rows) >= state.claim[0], "the row guarantees less")
    for a in rows:
        need(sum(state.column[b] * mean(state.laws[a][b], graph, 1) for b in columns) <= state.claim[1], "the column concedes more")


def verify_alone(state, graph) -> None:
    means = [mean(law, graph, 0) for law in state.laws]
    value = state.claim[0]
    need(value == (max(means) if state.player == MAX else min(means)), "no action has the value, or a better one is left out")
    need(state.listed == [a for a, found in enumerate(means) if found == value], "not the list of the optimal actions")


def verify_alone_within(state, graph) -> None:
    lower, upper = state.claim
    need(state.listed and state.listed == sorted(set(state.listed)), "the listed actions are out of order")
    own, other = (state.listed, range(len(state.laws))) if state.player == MAX else (range(len(state.laws)), state.listed)
    need(all(mean(state.laws[a], graph, 0) >= lower for a in own), "an action may pay less than the lower end")
    need(all(mean(state.laws[a], graph, 1) <= upper for a in other), "an action may pay more than the upper end")


def can_end(graph, player) -> bool:
    """Whether the player ends play for sure by its listed actions: states are found backwards from the finished ones."""
    found = {key for key, state in graph.items() if isinstance(state, Finished)}
    while True:
        more = {key for key, state in graph.items() if key not in found and leads(state, player, found)}
        if not more:
            return len(found) == len(graph)
        found |= more


def leads(state, player, found) -> bool:
    """Whether for each action of the other player a listed one of this player may lead to a state found before."""
    return all(any(chance > 0 and key in found for law in laws for key, chance in law.items()) for laws in listed_laws(state, player))


def listed_laws(state, player) -> list[list[Law]]:
    """For each action of the other player: the laws of this player's listed actions."""
    if isinstance(state, AtOnce):
        rows, columns = range(len(state.row)), range(len(state.column))
        if player == MAX:
            return [[state.laws[a][b] for a in rows if state.row[a] > 0] for b in columns]
        return [[state.laws[a][b] for b in columns if state.column[b] > 0] for a in rows]
    if player == state.player:
        return [[state.laws[a] for a in state.listed]]
    return [[law] for law in state.laws]


# The families of games.


def check_graph(rules, values, optimal) -> None:
    states = a_list(an_object(rules, {"states"})["states"])
    need(states, "no states")
    unfinished = [place for place, state in enumerate(states) if not (type(state) is dict and "payoff" in state)]
    claims = dict(zip(unfinished, map(bounds, a_list(values, len(unfinished)))))
    answers = dict(zip(unfinished, a_list(optimal, len(unfinished))))
    graph = {}
    for place, state in enumerate(states):
        if place in claims:
            graph[place] = unfinished_state(state, len(states), answers[place], claims[place])
        else:
            graph[place] = Finished(bounds(an_object(state, {"state", "payoff"})["payoff"]))
    payoffs = [state["payoff"] for place, state in enumerate(states) if place not in claims]
    verify(graph, exact=not any(type(value) is list for value in values + payoffs))


def unfinished_state(state, size, answer, claim):
    an_object(state, {"state", "actions", "laws"})
    rows, columns = (action_names(names) for names in a_list(state["actions"], 2))
    laws = [[law_of(law, size) for law in a_list(line, len(columns))] for line in a_list(state["laws"], len(rows))]
    if columns == ["wait"]:
        return Alone(MAX, [line[0] for line in laws], places_of(answer, rows), claim)
    if rows == ["wait"]:
        return Alone(MIN, laws[0], places_of(answer, columns), claim)
    an_object(answer, {"row", "column"})
    return AtOnce(laws, mixture(answer["row"], len(rows)), mixture(answer["column"], len(columns)), claim)


def action_names(names) -> list:
    need(a_list(names) and all(type(name) in (str, int) for name in names), "names of actions were required")
    need(len(set(names)) == len(names), "a name occurs twice")
    return names


def places_of(answer, names) -> list[int]:
    need(all(type(name) in (str, int) and name in names for name in a_list(answer)), "an action that is not there")
    return [names.index(name) for name in answer]


def law_of(pairs, size) -> Law:
    weights = defaultdict(int)
    for place, chance in (a_list(pair, 2) for pair in a_list(pairs)):
        need(weight(chance) > 0, "a weight is 0")
        weights[an_int(place, 0, size - 1)] += weight(chance)
    need(weights, "an empty law")
    return {place: Fraction(chance, sum(weights.values())) for place, chance in weights.items()}


def die_of(rules) -> Law:
    weights = [weight(entry) for entry in a_list(rules["weights"])]
    need(sum(weights) > 0, "all weights are 0")
    an_int(rules["bust"], 1, len(weights))
    return {face: Fraction(chance, sum(weights)) for face, chance in enumerate(weights, 1) if chance}


def throws_of(rules) -> list[Law]:
    """The laws of the scores of 1, 2, ... dice, and all that is asked of the rules of a race."""
    an_object(rules, {"dice", "target", "weights", "bust", "bust_score"})
    target, dice, bust_score = an_int(rules["target"], 1, 2000), an_int(rules["dice"], 1), an_int(rules["bust_score"], 0)
    die = die_of(rules)
    total = sum(weight(entry) for entry in rules["weights"])
    need(dice * len(rules["weights"]) <= 100_000 and max(dice, target) * total.bit_length() <= 1_000_000, "too large")
    sums, throws = {0: Fraction(1)}, []  # {sum of the faces, None after a bust: probability}
    for _ in range(dice):
        longer = defaultdict(Fraction)
        for score, chance in sums.items():
            for face, more in die.items():
                longer[None if score is None or face == rules["bust"] else score + face] += chance * more
        sums = longer
        throw = defaultdict(Fraction)
        for score, chance in sums.items():
            throw[bust_score if score is None else score] += chance
        throws.append(throw)
    need(any(score > 0 for score in throws[0]), "no throw scores")
    return throws


def check_race(rules, values, optimal) -> None:
    throws, target = throws_of(rules), rules["target"]
    values = [number(value) for value in a_list(values, target**2)]
    graph = {MAX: Finished((Fraction(1),) * 2), MIN: Finished((Fraction(-1),) * 2)}  # the keys are the winners
    for place, answer in enumerate(a_list(optimal, target**2)):
        i, j = divmod(place, target)
        listed = [an_int(k, 1, rules["dice"]) - 1 for k in a_list(answer)]
        for player, value in ((MAX, values[place]), (MIN, -values[place])):
            laws = [after(law, lambda score: player if i + score >= target else (1 - player, j, i + score)) for law in throws]
            graph[player, i, j] = Alone(player, laws, listed, (value, value))
    verify(graph, exact=True)


def after(law, following) -> Law:
    """The law of following(score)."""
    found = defaultdict(Fraction)
    for score, chance in law.items():
        found[following(score)] += chance
    return found


def check_simultaneous(rules, values, optimal) -> None:
    throws, target = throws_of(rules), rules["target"]
    need(target + rules["dice"] * len(rules["weights"]) <= 2000, "too large")
    graph = {payoff: Finished((Fraction(payoff),) * 2) for payoff in (-1, 0, 1)}
    claims = [bounds(value) for value in a_list(values, target**2)]
    for place, answer in enumerate(a_list(optimal, target**2)):
        i, j = divmod(place, target)
        laws = [[together(i, j, one, two, target) for two in throws] for one in throws]
        an_object(answer, {"row", "column"})
        row, column = (mixture(answer[key], len(throws)) for key in ("row", "column"))
        graph[i, j] = AtOnce(laws, row, column, claims[place])
    verify(graph, exact=not any(type(value) is list for value in values))


def together(i, j, one, two, target) -> Law:
    found = defaultdict(Fraction)
    for mine, chance in one.items():
        for yours, other in two.items():
            a, b = i + mine, j + yours
            found[(a, b) if max(a, b) < target else (a > b) - (a < b)] += chance * other
    return found


def check_pig(rules, values, optimal) -> None:
    an_object(rules, {"target", "weights", "bust"})
    target, die = an_int(rules["target"], 1, 2000), die_of(rules)
    need(set(die) - {rules["bust"]}, "no face scores")
    exact = not any(type(value) is list for value in values)
    claims = [bounds(value) for value in a_list(values, target**2)]
    letters = a_list(optimal, target**2)
    graph = {MAX: Finished((Fraction(1),) * 2), MIN: Finished((Fraction(-1),) * 2)}  # the keys are the winners
    for place, (lower, upper) in enumerate(claims):
        i, j = divmod(place, target)
        text = letters[place]
        need(type(text) is str and re.fullmatch("[rhb]*", text) and len(text) == target - i - 1, "letters were required")
        for player, claim in ((MAX, (lower, upper)), (MIN, (-upper, -lower))):
            graph[player, i, j, 0] = Alone(player, [roll(rules, die, player, i, j, 0)], [0], claim)
    for place, text in enumerate(letters):
        i, j = divmod(place, target)
        for k in range(len(text), 0, -1):
            for player in (MAX, MIN):
                laws = [roll(rules, die, player, i, j, k), {(1 - player, j, i + k, 0): Fraction(1)}]
                listed = {"r": [0], "h": [1], "b": [0, 1]}[text[k - 1]]
                state = Alone(player, laws, listed, (Fraction(0), Fraction(0)))
                graph[player, i, j, k] = replace(state, claim=claim_of(state, graph, exact))
    verify(graph, exact)


def roll(rules, die, player, i, j, k) -> Law:
    def following(face):
        if face == rules["bust"]:
            return (1 - player, j, i, 0)
        return player if i + k + face >= rules["target"] else (player, i, j, k + face)

    return after(die, following)


def claim_of(state, graph, exact) -> Bounds:
    """What a turn total is worth, which no file says: in an exact proof the better action, within bounds what the listed ones guarantee."""
    better, worse = (max, min) if state.player == MAX else (min, max)
    guard, limit = (0, 1) if state.player == MAX else (1, 0)  # the end the listed actions guarantee, and the end that no action passes
    best = better(mean(law, graph, limit) for law in state.laws)
    sure = best if exact else worse(mean(state.laws[a], graph, guard) for a in state.listed)
    return (sure, best) if state.player == MAX else (best, sure)


# The families that are no games of chance.


def check_arena(rules, values, optimal) -> None:
    vertices = a_list(an_object(rules, {"vertices", "start"})["vertices"])
    an_int(rules["start"], 0, len(vertices) - 1)
    grundy = [weight(value) for value in a_list(values, len(vertices))]
    a_list(optimal, len(vertices))
    for place, pair in enumerate(vertices):
        successors = [an_int(successor, 0, place - 1) for successor in a_list(a_list(pair, 2)[1])]
        need(len(set(successors)) == len(successors), "a successor occurs twice")
        around = {grundy[successor] for successor in successors}
        need(grundy[place] == min(set(range(len(around) + 1)) - around), "not the least whole number that no successor has")
        winning = [an_int(move, 0, place - 1) for move in a_list(optimal[place])]
        need(winning == [successor for successor in successors if grundy[successor] == 0], "not the winning moves")


def form_of(value) -> dict[str, Fraction]:
    need(type(value) is dict, "an object of numbers was required")
    return {name: number(entry) for name, entry in value.items()}


def dot(form, point) -> Fraction:
    return sum((entry * point.get(name, 0) for name, entry in form.items()), Fraction(0))


def check_lp(rules, values, optimal) -> None:
    an_object(rules, {"maximise", "objective", "constant", "constraints"})
    need(type(rules["maximise"]) is bool, "maximise must be true or false")
    sign = 1 if rules["maximise"] else -1
    objective, constant = form_of(rules["objective"]), number(rules["constant"])
    constraints = [a_list(constraint, 3) for constraint in a_list(rules["constraints"])]
    forms, limits = [form_of(form) for _, form, _ in constraints], [number(limit) for _, _, limit in constraints]
    keys = set(optimal) if type(optimal) is dict else set()
    need(keys in ({"x", "y"}, {"y"}, {"x", "ray"}), "no kind of certificate")
    x, ray = form_of(optimal.get("x", {})), form_of(optimal.get("ray", {}))
    y = [number(entry) for entry in a_list(optimal["y"], len(forms))] if "y" in keys else []
    need(all(entry >= 0 for entry in y), "a multiplier is negative")
    names = set(objective).union(*forms)
    summed = {name: sum(entry * form.get(name, 0) for entry, form in zip(y, forms)) for name in names}
    bound = sum(entry * limit for entry, limit in zip(y, limits))
    if "x" in keys:
        need(all(dot(form, x) <= limit for form, limit in zip(forms, limits)), "x breaks a constraint")
    if keys == {"x", "y"}:
        need([number(value) for value in values] == [constant + dot(objective, x)], "not the value of x")
        need(all(summed[name] == sign * objective.get(name, 0) for name in names), "y does not give the objective")
        need(bound == sign * dot(objective, x), "y gives another value")
        return
    need(values == [], "no value can be claimed")
    if keys == {"y"}:
        need(not any(summed.values()) and bound < 0, "y is no contradiction")
    else:
        need(all(dot(form, ray) <= 0 for form in forms) and sign * dot(objective, ray) > 0, "the ray does not improve for ever")


FAMILIES = {
    "graph": check_graph,
    "race": check_race,
    "simultaneous": check_simultaneous,
    "pig": check_pig,
    "arena": check_arena,
    "lp": check_lp,
}

"""A second checker of proof files, written from docs/reference/proof_files.md alone, to test
that page and `exactdice/checker.py`.

It is slow and plain: the rules of a game become one graph of small states, and `verify` checks
there what the page says proves a value. It imports nothing of exactdice.
"""

import hashlib
import json
from collections import defaultdict
from fractions import Fraction

from second_checker_graph import (
    MAX,
    MIN,
    WON,
    Interval,
    Law,
    State,
    Wrong,
    a_list,
    alone,
    an_int,
    an_object,
    are_exact,
    at_once,
    bounds,
    mean,
    need,
    number,
    say_something,
    verify,
    weight,
)
from second_checker_hidden import check_hidden


def problem_of(document) -> str | None:
    """Why the document is no proof; None when it is one."""
    try:
        an_object(document, {"format", "problem", "values", "optimal", "digest"})
        need(document["format"] == "exactdice proof 2", "another format")
        need(document["digest"] == digest_of(document), "another digest")
        problem = document["problem"]
        need(type(problem) is dict and type(problem.get("family")) is str, "no family")
        need(problem["family"] in FAMILIES, "an unknown family")
        rules = {key: value for key, value in problem.items() if key != "family"}
        FAMILIES[problem["family"]](rules, a_list(document["values"]), document["optimal"])
    except (Wrong, ValueError, RecursionError) as wrong:
        return str(wrong)
    return None


def digest_of(document) -> str:
    rest = {key: value for key, value in document.items() if key != "digest"}
    return hashlib.sha256(
        json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
    ).hexdigest()


# --- the families ---------------------------------------------------------------------------------


def check_graph(rules, values, optimal) -> None:
    states = a_list(an_object(rules, {"states"})["states"])
    need(states, "no states")
    for state in states:
        named = type(state) is dict and type(state.get("state")) in (str, int, float)
        need(named, "the name of a state must be a text or a number")
    unfinished = [
        place
        for place, state in enumerate(states)
        if not (type(state) is dict and "payoff" in state)
    ]
    claims = dict(zip(unfinished, a_list(values, len(unfinished)), strict=True))
    answers = dict(zip(unfinished, a_list(optimal, len(unfinished)), strict=True))
    for place in set(range(len(states))) - set(claims):
        claims[place] = an_object(states[place], {"state", "payoff"})["payoff"]
    graph = {place: State(bounds(claim)) for place, claim in claims.items()}
    for place, answer in answers.items():
        graph[place] = unfinished_state(states[place], len(states), answer, graph[place].claim)
    verify(graph, are_exact(claims.values()))
    say_something(graph[0], [state for state in graph.values() if not state.laws])


def unfinished_state(state, size, answer, claim) -> State:
    an_object(state, {"state", "actions", "laws"})
    rows, columns = a_list(state["actions"], 2)
    for names in (rows, columns):
        need(
            a_list(names) and all(type(name) in (str, int) for name in names),
            "names of actions were required",
        )
        need(len(set(names)) == len(names), "a name occurs twice")
    laws = [
        [law_of(law, size) for law in a_list(line, len(columns))]
        for line in a_list(state["laws"], len(rows))
    ]
    if ["wait"] not in (rows, columns):
        return at_once(laws, answer, claim)
    player, names = (MAX, rows) if columns == ["wait"] else (MIN, columns)
    need(
        all(type(name) in (str, int) and name in names for name in a_list(answer)),
        "an action that is not there",
    )
    return alone(
        player,
        [law for line in laws for law in line],
        [names.index(name) for name in answer],
        claim,
    )


def law_of(pairs, size) -> Law:
    found = [
        (an_int(place, 0, size - 1), weight(chance))
        for place, chance in (a_list(pair, 2) for pair in a_list(pairs))
    ]
    total = sum(chance for _, chance in found)
    need(found and all(chance for _, chance in found), "an empty law, or a weight of 0")
    return after(((place, Fraction(chance, total)) for place, chance in found), lambda place: place)


def after(chances, following) -> Law:
    """The law of following(outcome), from pairs of an outcome and its probability."""
    found = defaultdict(Fraction)
    for outcome, chance in chances:
        found[following(outcome)] += chance
    return dict(found)


def throws_of(rules, together=False) -> list[Law]:
    """The laws of the scores of 1, 2, ... dice, and all that is asked of the rules of a race."""
    an_object(rules, {"dice", "target", "weights", "bust", "bust_score"})
    weights = [weight(entry) for entry in a_list(rules["weights"])]
    dice, target, bust = (
        an_int(rules["dice"], 1),
        an_int(rules["target"], 1, 2000),
        an_int(rules["bust"], 1, len(weights)),
    )
    an_int(rules["bust_score"], 0)
    faces, bits, reach = (
        len(weights),
        sum(weights).bit_length(),
        target + (dice * len(weights) if together else 0),
    )
    need(
        dice <= 2000
        and dice
        * min(dice * faces, reach)
        * (faces + reach * target)
        * (1 + (dice * bits // 640) ** 2)
        <= 10**9,
        "too large",
    )
    need(sum(weights) > 0, "all weights are 0")
    die = {face: Fraction(chance, sum(weights)) for face, chance in enumerate(weights, 1) if chance}
    sums = [{0: Fraction(1)}]  # {sum of the faces, None after a bust: probability}
    for _ in range(dice):
        pairs = [
            ((score, face), chance * more)
            for score, chance in sums[-1].items()
            for face, more in die.items()
        ]
        sums.append(
            after(pairs, lambda pair: None if pair[0] is None or pair[1] == bust else sum(pair))
        )
    throws = [
        after(law.items(), lambda score: rules["bust_score"] if score is None else score)
        for law in sums[1:]
    ]
    need(any(throws[0]), "no throw scores")
    return throws


def check_race(rules, values, optimal) -> None:
    throws, target = throws_of(rules), rules["target"]
    graph = {player: State(WON[player]) for player in (MAX, MIN)}
    values, optimal = (
        [number(value) for value in a_list(values, target**2)],
        a_list(optimal, target**2),
    )
    for player, i, j in (
        (player, i, j) for player in (MAX, MIN) for i in range(target) for j in range(target)
    ):

        def following(score, player=player, i=i, j=j):
            return player if i + score >= target else (1 - player, j, i + score)

        value = values[i * target + j] if player == MAX else -values[i * target + j]
        listed = [an_int(k, 1, len(throws)) - 1 for k in a_list(optimal[i * target + j])]
        graph[player, i, j] = alone(
            player, [after(law.items(), following) for law in throws], listed, (value, value)
        )
    verify(graph, exact=True)


def check_simultaneous(rules, values, optimal) -> None:
    throws, target = throws_of(rules, together=True), rules["target"]
    need(target + rules["dice"] * len(rules["weights"]) <= 2000, "too large")
    graph = {who: State(payoff) for who, payoff in WON.items()}
    a_list(values, target**2), a_list(optimal, target**2)
    for place in range(target**2):

        def following(scores, place=place):
            a, b = place // target + scores[0], place % target + scores[1]
            return (a, b) if max(a, b) < target else MAX if a > b else MIN if a < b else "drawn"

        pairs = [
            [[((k, m), p * q) for k, p in one.items() for m, q in two.items()] for two in throws]
            for one in throws
        ]
        laws = [[after(pair, following) for pair in line] for line in pairs]
        graph[divmod(place, target)] = at_once(laws, optimal[place], bounds(values[place]))
    verify(graph, are_exact(values))
    say_something(graph[0, 0], [graph[MAX], graph[MIN]])


def check_pig(rules, values, optimal) -> None:
    an_object(rules, {"target", "weights", "bust"})
    die, target = (
        throws_of(rules | {"dice": 1, "bust_score": 0})[0],
        rules["target"],
    )  # 0 is the bust
    bits = target * sum(map(weight, rules["weights"])).bit_length()
    need(target**3 * len(rules["weights"]) * (1 + (bits // 640) ** 2) <= 10**9, "too large")
    graph = {player: State(WON[player]) for player in (MAX, MIN)}
    exact, values, optimal = (
        are_exact(values),
        [bounds(value) for value in a_list(values, target**2)],
        a_list(optimal, target**2),
    )
    turns = [(player, i, j) for player in (MAX, MIN) for i in range(target) for j in range(target)]

    def roll(player, i, j, k):
        def following(face):
            return (
                (1 - player, j, i, 0)
                if face == 0
                else player
                if i + k + face >= target
                else (player, i, j, k + face)
            )

        return after(die.items(), following)

    for player, i, j in turns:
        lower, upper = values[i * target + j]
        graph[player, i, j, 0] = alone(
            player,
            [roll(player, i, j, 0)],
            [0],
            (lower, upper) if player == MAX else (-upper, -lower),
        )
    for player, i, j in turns:
        letters = optimal[i * target + j]
        need(
            type(letters) is str and len(letters) == target - i - 1 and set(letters) <= set("rhb"),
            "letters were required",
        )
        for k in range(len(letters), 0, -1):
            laws = [roll(player, i, j, k), {(1 - player, j, i + k, 0): Fraction(1)}]
            listed = {"r": [0], "h": [1], "b": [0, 1]}[letters[k - 1]]
            graph[player, i, j, k] = alone(
                player, laws, listed, worth(player, laws, listed, graph, exact)
            )
    verify(graph, exact)
    say_something(graph[MAX, 0, 0, 0], [graph[MAX], graph[MIN]])


def worth(player, laws, listed, graph, exact) -> Interval:
    """What a turn total is worth, which no file says: the better action; within bounds, for the
    player's own end, the worst one listed.
    """
    sure, limit, best, worst = (0, 1, max, min) if player == MAX else (1, 0, min, max)
    passed = best(mean(law, graph, limit) for law in laws)
    kept = passed if exact else worst(mean(laws[a], graph, sure) for a in listed)
    return (kept, passed) if player == MAX else (passed, kept)


def check_arena(rules, values, optimal) -> None:
    vertices = a_list(an_object(rules, {"vertices", "start"})["vertices"])
    an_int(rules["start"], 0, len(vertices) - 1)
    grundy = [weight(value) for value in a_list(values, len(vertices))]
    for place, (pair, moves) in enumerate(
        zip(vertices, a_list(optimal, len(vertices)), strict=True)
    ):
        successors = [an_int(successor, 0, place - 1) for successor in a_list(a_list(pair, 2)[1])]
        need(len(set(successors)) == len(successors), "a successor occurs twice")
        around = {grundy[successor] for successor in successors}
        need(
            grundy[place] == min(set(range(len(around) + 1)) - around),
            "not the least whole number that no successor has",
        )
        winning = [successor for successor in successors if grundy[successor] == 0]
        need([an_int(move, 0) for move in a_list(moves)] == winning, "not the winning moves")


def form_of(value) -> dict[str, Fraction]:
    need(type(value) is dict, "an object of numbers was required")
    return defaultdict(Fraction, {name: number(entry) for name, entry in value.items()})


def check_lp(rules, values, optimal) -> None:
    an_object(rules, {"maximise", "objective", "constant", "constraints"})
    need(type(rules["maximise"]) is bool, "maximise must be true or false")
    sign, objective, constant = (
        1 if rules["maximise"] else -1,
        form_of(rules["objective"]),
        number(rules["constant"]),
    )
    constraints = [a_list(constraint, 3) for constraint in a_list(rules["constraints"])]
    forms, limits = (
        [form_of(form) for _, form, _ in constraints],
        [number(limit) for _, _, limit in constraints],
    )
    keys = set(optimal) if type(optimal) is dict else set()
    need(keys in ({"x", "y"}, {"y"}, {"x", "ray"}), "no kind of certificate")
    x, ray = form_of(optimal.get("x", {})), form_of(optimal.get("ray", {}))
    y = (
        [number(entry) for entry in a_list(optimal["y"], len(forms))]
        if "y" in keys
        else [Fraction(0)] * len(forms)
    )
    need(min(y, default=0) >= 0, "a multiplier is negative")
    names = sorted({name for form in (objective, *forms, x, ray) for name in form})

    def dot(form, point):
        return sum(form[name] * point[name] for name in names)

    summed = {
        name: sum(entry * form[name] for entry, form in zip(y, forms, strict=True))
        for name in names
    }
    bound = sum(entry * limit for entry, limit in zip(y, limits, strict=True))
    need(
        "x" not in keys
        or all(dot(form, x) <= limit for form, limit in zip(forms, limits, strict=True)),
        "x breaks a constraint",
    )
    if keys == {"x", "y"}:
        need(
            [number(value) for value in values] == [constant + dot(objective, x)],
            "not the value of x",
        )
        need(
            all(summed[name] == sign * objective[name] for name in names),
            "y does not give the objective",
        )
        need(bound == sign * dot(objective, x), "y gives another value")
    else:
        need(values == [], "no value can be claimed")
        need(keys != {"y"} or (not any(summed.values()) and bound < 0), "y is no contradiction")
        improves = sign * dot(objective, ray) > 0 and all(dot(form, ray) <= 0 for form in forms)
        need(keys == {"y"} or improves, "the ray does not improve for ever")


FAMILIES = {
    "graph": check_graph,
    "hidden": check_hidden,
    "race": check_race,
    "simultaneous": check_simultaneous,
    "pig": check_pig,
}
FAMILIES |= {"arena": check_arena, "lp": check_lp}

"""Checks a proof file. Standard library only, no import of this package: copy it alone and run
`python -I checker.py FILE`.

A proof file is JSON: a `problem` (its `family` and rules), the claimed `values`, what is `optimal`,
and a `digest` against accidents. In a game each unfinished state has a value, paid to MAX. Where
one player moves, the actions worth it are listed and none is worth more; where both choose, MAX's
mixture guarantees it and MIN's concedes no more. That holds if play ends with probability 1, so
that is checked too.
"""

import hashlib
import json
import math
import os
import re
import stat
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

FORMAT = "exactdice proof 2"
MOST_POINTS, MOST_STEPS, MOST_DIGITS, MOST_BITS = (
    2_000,
    10**9,
    300_000,
    2_000_000,
)  # larger ones would only keep the checker busy
Ends = tuple[Any, Any]  # a lower and an upper bound, the same number twice when it is exact


class Rejected(ValueError):
    """The file is not a proof: the message says where and why."""


def check(document: Any) -> str:
    """One line saying what is proved; raises `Rejected` otherwise."""
    try:
        require(
            document["format"] == FORMAT,
            f"format must be {FORMAT!r}, got {document['format']!r:.80}",
        )
        _, problem, values, optimal, seal = parts(
            document, "a proof", "format", "problem", "values", "optimal", "digest"
        )
        require(
            seal == digest(document),
            "the digest does not match: the file was changed after it was written",
        )
        require(
            problem["family"] in FAMILIES,
            f"problem.family must be one of {sorted(FAMILIES)}, got {problem['family']!r:.80}",
        )
        return FAMILIES[problem["family"]](
            {key: rule for key, rule in problem.items() if key != "family"},
            entries(values),
            optimal,
        )
    except (
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        ArithmeticError,
        RecursionError,
        MemoryError,
    ) as error:
        if isinstance(error, Rejected):
            raise
        raise Rejected(
            f"the document is incomplete or of the wrong shape: {error!r:.200}"
        ) from error


def require(condition: object, message: str) -> None:
    """Raise `Rejected` with the message unless the condition holds."""
    if not condition:
        raise Rejected(message)


def parts(thing: dict[str, Any], what: str, *names: str) -> list[Any]:
    """The values of an object that has just these keys."""
    require(
        isinstance(thing, dict) and set(thing) == set(names),
        f"{what} must have the keys {names}, got {thing!r:.200}",
    )
    return [thing[name] for name in names]


def entries(thing: Any) -> Any:
    """The same, when it is a list: an object or a text would do for its keys or letters."""
    require(isinstance(thing, (list, tuple)), f"a list was required, got {thing!r:.80}")
    return thing


def is_int(value: Any, least: int, most: float) -> bool:
    """Whether the value is an int, no bool, within the limits."""
    return type(value) is int and least <= value <= most


def number(text: Any) -> Fraction:
    """The exact number written as hexadecimal `a/b` in lowest terms, or `a`."""
    right = (
        isinstance(text, str)
        and len(text) <= MOST_DIGITS
        and re.fullmatch("-?0x[0-9a-f]+(/0x[1-9a-f][0-9a-f]*)?", text)
    )
    require(
        right,
        (
            f"a number must be a text such as '-0x3/0x8', of {MOST_DIGITS} characters at most, got "
            f"{text!r:.80}"
        ),
    )
    value = Fraction(*(int(part, 16) for part in text.split("/")))
    require(ratio_text(value) == text, f"the number {text!r:.80} must be in lowest terms")
    return value


def ratio_text(value: Any) -> str:
    """The number as hexadecimal `a/b` in lowest terms, or `a` when whole: hexadecimal has no limit
    on digits.
    """
    return (
        hex(value.numerator)
        if value.denominator == 1
        else f"{hex(value.numerator)}/{hex(value.denominator)}"
    )


def weight(text: Any) -> int:
    """The whole number of 0 or more."""
    value = number(text)
    require(
        value.denominator == 1 and value >= 0,
        f"a weight must be whole and not negative, got {text!r:.80}",
    )
    return value.numerator


def bounds(claim: Any) -> Ends:
    """The two ends of a value."""
    lower, upper = map(number, claim) if isinstance(claim, list) else [number(claim)] * 2
    require(lower <= upper, "the lower bound must be at most the upper")
    return lower, upper


def over_one_denominator(values: list[Fraction]) -> tuple[int, list[int]]:
    """The common denominator, and the values times it."""
    common = 1
    for denominator in {value.denominator for value in values}:
        common = math.lcm(common, denominator)
        # Looked at after each step, to stop before the number is too large to work with.
        require(common.bit_length() <= MOST_BITS, "denominator too large")
    return common, [v.numerator * (common // v.denominator) for v in values]


def shown(ends: Ends, least: Any = -math.inf, most: Any = math.inf) -> str:
    """A short text: the value when small, else its size and a decimal marked as rounded; how far
    above it the upper bound is.
    """
    require(
        least < ends[0] or ends[1] < most or ends[0] == ends[1] or least == most,
        "bounds that leave out no payoff prove nothing",
    )
    value, width = ends[0], ends[1] - ends[0]
    sign, (whole, rest) = "-" if value < 0 else "", divmod(round(abs(value) * 10**10), 10**10)
    near = f", about {sign}{whole}.{rest:010}" if abs(value) < 10**9 else ""
    size = f"of {value.numerator.bit_length()} over {value.denominator.bit_length()} bits{near}"
    text = str(value) if max(abs(value.numerator), value.denominator) < 2**100 else size
    return text + (
        f" or more by at most 2^{width.numerator.bit_length() - width.denominator.bit_length() + 1}"
        if width
        else ""
    )


def chosen(where: str, worth: list[Ends], actions: Any, best: Any, exact: bool) -> Ends:
    """What the listed actions of the player who is paid guarantee, and what none exceeds; if exact
    they are all that reach it.
    """
    most = max(high for _, high in worth)
    right = [a for a, (low, _) in zip(actions, worth) if (low == most if exact else a in best)]
    require(
        right and json.dumps(best) == json.dumps(right),
        f"{where}: the best actions are {right!r:.80}, not {best!r:.80}",
    )
    return min(low for a, (low, _) in zip(actions, worth) if a in best), most


def mixtures_in(where: str, best: Any, sizes: tuple[int, int]) -> list[list[Fraction]]:
    """The mixtures of MAX and of MIN."""
    found = [
        [number(text) for text in entries(mixture)]
        for mixture in parts(best, f"{where}, where both choose,", "row", "column")
    ]
    for mixture, size in zip(found, sizes):
        require(
            len(mixture) == size and min(mixture) >= 0 and sum(mixture) == 1,
            f"{where}: a mixture must be {size} probabilities",
        )
    return found


def check_graph(rules: Any, claimed: Any, optimal: Any) -> str:
    """Every state is listed: with its payoff, or with the actions of both players and a law of the
    next state for each pair.
    """
    (states,) = parts(rules, "a graph", "states")
    ended = ["payoff" in state for state in states]
    for k, state in enumerate(states):
        parts(state, f"state {k}", "state", *(["payoff"] if ended[k] else ["actions", "laws"]))
        named = type(state["state"]) in (str, int, float)
        require(named, f"the name of state {k} must be a text or a number")
    claims, unfinished = iter(claimed), [k for k, end in enumerate(ended) if not end]
    require(
        len(claimed) == len(optimal) == len(unfinished),
        "values and optimal must have one entry for each unfinished state",
    )
    written = [state["payoff"] if end else next(claims) for state, end in zip(states, ended)]
    value, exact, played = (
        [bounds(text) for text in written],
        not any(isinstance(text, list) for text in written),
        {},
    )
    for k, best in zip(unfinished, optimal):
        where, (rows, columns), laws = (
            f"state {k} {states[k]['state']!r:.80}",
            map(entries, states[k]["actions"]),
            states[k]["laws"],
        )
        named = all(
            names and all(type(a) in (int, str) for a in names) and len(set(names)) == len(names)
            for names in (rows, columns)
        )
        right = named and [len(row) for row in laws] == [len(columns)] * len(rows)
        require(
            right,
            f"{where} must have different actions, texts or ints, and a law for each pair of them",
        )
        worth = [[mean(where, law, value) for law in row] for row in laws]
        if columns == ["wait"]:
            least, most = chosen(where, [row[0] for row in worth], rows, best, exact)
            played[k] = [a for a, name in enumerate(rows) if name in best], [0]
        elif rows == ["wait"]:
            most, least = (
                -end
                for end in chosen(
                    where, [(-high, -low) for low, high in worth[0]], columns, best, exact
                )
            )
            played[k] = [0], [b for b, name in enumerate(columns) if name in best]
        else:
            p, q = mixtures_in(where, best, (len(rows), len(columns)))
            least = min(sum(a * row[j][0] for a, row in zip(p, worth)) for j in range(len(q)))
            most = max(sum(b * ends[1] for b, ends in zip(q, row)) for row in worth)
            played[k] = (
                [a for a, share in enumerate(p) if share],
                [b for b, share in enumerate(q) if share],
            )
        right = value[k][0] <= least and most <= value[k][1]
        require(
            right,
            (
                f"{where}: what is optimal guarantees {shown((least, least))} and "
                f"{shown((most, most))}, not the value"
            ),
        )
    for player, name in enumerate(("MAX", "MIN")):
        require(
            can_end(states, played, player),
            f"play need not end: by its listed actions {name} cannot end it from every state",
        )
    low, high = zip(*(ends for ends, end in zip(value, ended) if end))
    what = (
        f"from {states[0]['state']!a:.80} to {len(low)} payoffs of {shown((min(low),) * 2)} "
        f"to {shown((max(high),) * 2)}"
    )
    return (
        f"value {shown(value[0], min(low), max(high))} to MAX, over {len(unfinished)} "
        f"states of an explicit graph {what}"
    )


def mean(where: str, law: Any, value: list[Ends]) -> Ends:
    """The means of both ends of the values over a law [[state, weight], ...]."""
    weights = [weight(w) for _, w in law]
    right = law and min(weights) > 0 and all(is_int(t, 0, len(value) - 1) for t, _ in law)
    require(right, f"{where}: a law must lead to states of the file, with positive weights")
    low, high = (
        sum(value[t][end] * w for (t, _), w in zip(law, weights)) / Fraction(sum(weights))
        for end in (0, 1)
    )
    return low, high


def can_end(states: list[Any], played: dict[int, tuple[list[int], list[int]]], player: int) -> bool:
    """Whether the player, by these actions, reaches the end from every state with positive
    probability, whatever the other does.

    States are found backwards from the finished ones: each action of the other must meet one that
    may lead to a state found before. When all are found, the end is never too far away, so play
    ends with probability 1.
    """
    entering: list[list[tuple[int, int]]] = [
        [] for _ in states
    ]  # (state, action of the other) that a state answers
    missing: dict[int, set[int]] = {}
    for k, allowed in played.items():
        seen = states[k]["laws"] if player == 0 else list(zip(*states[k]["laws"]))
        missing[k] = set(range(len(seen[0])))
        for t, demand in (
            (t, demand)
            for own in allowed[player]
            for demand, law in enumerate(seen[own])
            for t, _ in law
        ):
            entering[t].append((k, demand))
    found = [k for k in range(len(states)) if k not in played]
    for k, demand in (pair for reached in found for pair in entering[reached]):
        if demand in missing[k]:
            missing[k].remove(demand)
            found += [] if missing[k] else [k]
    return len(found) == len(states)


def check_turn(
    where: str,
    value: Ends,
    common: int,
    rolls: int,
    ends: dict[Any, Ends],
    choices: Any,
    optimal: Any,
    exact: bool,
) -> None:
    """The last of a turn's choices (name, actions, laws) is worth the value; laws lead to earlier
    ones or `ends`, numbers over `common`.
    """
    scale = rolls ** len(
        choices
    )  # with it every mean is whole, as the total of a law divides rolls
    ends = {name: (low * scale, high * scale) for name, (low, high) in ends.items()}
    for (name, actions, laws), best in zip(choices, optimal):
        sides = [
            [sum(w * ends[to][side] for to, w in law) // total for law, total in laws]
            for side in ((0,) if exact else (0, 1))
        ]
        ends[name] = chosen(where, list(zip(sides[0], sides[-1])), actions, best, exact)
    (least, most), (lower, upper), scale = ends[name], value, scale * common
    right = (
        lower.numerator * scale <= least * lower.denominator
        and most * upper.denominator <= upper.numerator * scale
    )
    require(right, f"{where}: what is optimal does not guarantee the value")


def race_rules(
    rules: Any, claimed: Any, optimal: Any, most: int
) -> tuple[int, int, list[Any], int, str]:
    """Dice, target, the throws of 1..dice dice as ([(score, weight), ...], total weight), the last
    of the totals, and the rules in words.

    A throw scores its sum, or `bust_score` when any die shows the bust face; `most` at most.
    """
    dice, target, texts, bust, score = parts(
        rules, "a race", "dice", "target", "weights", "bust", "bust_score"
    )
    weights = [weight(text) for text in entries(texts)]
    right = (
        is_int(dice, 1, MOST_POINTS)
        and is_int(target, 1, MOST_POINTS)
        and is_int(score, 0, math.inf)
    )
    require(
        right and is_int(bust, 1, len(weights)),
        "dice, target, bust or bust_score is out of its limits",
    )
    steps, bits = (
        dice * min(dice * len(weights), most) * (len(weights) + most * target),
        dice * sum(weights).bit_length(),
    )
    require(
        steps * (1 + (bits // 640) ** 2) <= MOST_STEPS,
        "dice, target, faces and weights are together too large to check",
    )
    require(
        len(claimed) == len(optimal) == target * target,
        f"values and optimal must have {target * target} entries",
    )
    throws, sums = [], Counter({0: 1})
    for everything in (sum(weights) ** d for d in range(1, dice + 1)):
        before, sums = sums, Counter()
        for (total, ways), (face, w) in product(before.items(), enumerate(weights, 1)):
            sums[min(total + face, most)] += ways * w if face != bust else 0
        throws.append(
            (
                list((sums + Counter({min(score, most): everything - sums.total()})).items()),
                everything,
            )
        )
    require(sum(weights) and any(k for law, _ in throws for k, _ in law), "some throw must score")
    listed = ":".join(str(w) if w < 2**100 else hex(w) for w in weights)
    short = (
        listed
        if len(listed) <= 200
        else f"of SHA-256 {hashlib.sha256(listed.encode()).hexdigest()}"
    )
    told = (
        f"{target} with up to {dice} dice of {len(weights)} faces weighted {short}, a throw "
        f"with a {bust} scoring {score}"
    )
    return dice, target, throws, everything, told


def check_race(rules: Any, claimed: Any, optimal: Any) -> str:
    """Two players in turn throw 1..dice dice, whose sum is scored; the first to reach the target is
    paid 1 by the other.

    States are (i, j), i major: the points of the mover, who is paid, and of the other. It ends, as
    a throw may always score.
    """
    dice, target, throws, rolls, told = race_rules(rules, claimed, optimal, rules["target"])
    values = [number(text) for text in claimed]
    common, scaled = over_one_denominator(values)
    for i in range(target):
        turn = [
            (
                "",
                range(1, dice + 1),
                [([(min(k, target - i), w) for k, w in law], total) for law, total in throws],
            )
        ]
        for j in range(target):
            place, passed = i * target + j, scaled[j * target + i : (j + 1) * target]
            ends = {k: (-v, -v) for k, v in enumerate(passed)} | {target - i: (common, common)}
            check_turn(
                f"state ({i}, {j})",
                (values[place],) * 2,
                common,
                rolls,
                ends,
                turn,
                [optimal[place]],
                True,
            )
    return (
        f"value {shown((values[0],) * 2)} to the first player, over {len(claimed)} states "
        f"of a race to {told}"
    )


def check_pig(rules: Any, claimed: Any, optimal: Any) -> str:
    """A turn is rolls of one die: the bust face ends it with nothing, another is added to its
    total; holding scores the total.

    Points and turn total together at the target win. Values are those of the starts of turns (i,
    j); `optimal` has one letter for each turn total from 1 to target - i - 1: r (roll), h (hold) or
    b (both). Play ends, as a turn may score by its first roll.
    """
    parts(rules, "pig", "target", "weights", "bust")
    _, target, ((throw, total),), _, told = race_rules(
        rules | {"dice": 1, "bust_score": 0}, claimed, optimal, rules["target"]
    )
    require(
        target**3 * len(rules["weights"]) * (1 + (target * total.bit_length() // 640) ** 2)
        <= MOST_STEPS,
        "too large to check",
    )
    value, exact = (
        [bounds(claim) for claim in claimed],
        not any(isinstance(claim, list) for claim in claimed),
    )
    for j in range(target):
        common, held = 1, list[Ends]()  # the values of (j, i), (j, i + 1), ... over one denominator
        for i in reversed(range(target)):
            n, letters, where, first = (
                target - i,
                optimal[i * target + j],
                f"the turn at ({i}, {j})",
                value[j * target + i],
            )
            grown = math.lcm(common, *(end.denominator for end in first)) // common
            common *= grown
            low, high = (end.numerator * (common // end.denominator) for end in first)
            held = [(low, high), *((low * grown, high * grown) for low, high in held)]
            ends = {("held", k): (-high, -low) for k, (low, high) in enumerate(held)} | {
                "won": (common, common)
            }
            rolls = [
                (
                    [
                        (("held", 0) if not f else "won" if k + f >= n else k + f, w)
                        for f, w in throw
                    ],
                    total,
                )
                for k in range(n)
            ]
            choices = [
                (k, ["h", "r"], [([(("held", k), 1)], 1), rolls[k]]) for k in range(n - 1, 0, -1)
            ] + [(0, ["r"], [rolls[0]])]
            best = [
                {"h": ["h"], "r": ["r"], "b": ["h", "r"]}[letter] for letter in letters[::-1]
            ] + [["r"]]
            require(isinstance(letters, str) and len(best) == n, f"{where} needs {n - 1} letters")
            check_turn(where, value[i * target + j], common, total, ends, choices, best, exact)
    return (
        f"value {shown(value[0], -1, 1)} to the first player, over {len(claimed)} turns of "
        f"Pig to {told}"
    )


def check_at_once(rules: Any, claimed: Any, optimal: Any) -> str:
    """The same race when both throw at once: once someone has the target the larger total is paid 1
    by the other, equal ones draw.

    Values are the first player's. Each mixture over 1..dice guarantees its player's end of the
    value by the same ends of the next ones.
    """
    most = len(range(rules["target"])) + len(range(rules["dice"])) * len(
        rules["weights"]
    )  # a bust of more beats all other throws too
    require(most <= MOST_POINTS, f"target + dice x faces must be at most {MOST_POINTS}")
    dice, target, throws, rolls, told = race_rules(rules, claimed, optimal, most)
    value = [bounds(claim) for claim in claimed]
    mixtures = [
        mixtures_in(f"state {divmod(k, target)}", best, (dice, dice))
        for k, best in enumerate(optimal)
    ]
    for player in (0, 1):
        turned = [
            k if player == 0 else k % target * target + k // target for k in range(target * target)
        ]  # own points major
        worth = [value[k][0] if player == 0 else -value[k][1] for k in turned]
        check_guarantees(target, worth, [mixtures[k][player] for k in turned], throws, rolls)
    return (
        f"value {shown(value[0], -1, 1)} to the first player, over {len(claimed)} states of "
        f"a simultaneous race to {told}"
    )


def check_guarantees(
    target: int,
    worth: list[Fraction],
    mixtures: list[list[Fraction]],
    throws: list[Any],
    rolls: int,
) -> None:
    """The mixture at own points i and other points j is worth worth[i * target + j] or more against
    every throw of the other.
    """
    reach, (common, scaled) = (
        target + max(k for law, _ in throws for k, _ in law),
        over_one_denominator(worth),
    )
    finished = [[common * ((i > j) - (i < j)) for j in range(reach)] for i in range(reach)]
    grid = [
        scaled[i * target : (i + 1) * target] + row[target:] if i < target else row
        for i, row in enumerate(finished)
    ]
    met = [
        [
            [sum(w * row[j + k] for k, w in law) * (rolls // total) for law, total in throws]
            for j in range(target)
        ]
        for row in grid
    ]
    for place, mixture in enumerate(mixtures):
        (i, j), score = divmod(place, target), dict[int, Fraction]()
        for share, (law, total) in zip(mixture, throws):
            for k, w in law if share else ():
                score[k] = score.get(k, Fraction(0)) + share * w / total
        over, weights = over_one_denominator(list(score.values()))
        least = min(
            sum(w * met[i + k][j][d] for k, w in zip(score, weights)) for d in range(len(throws))
        )
        require(
            grid[i][j] * over * rolls <= least,
            f"at {i} points against {j} a mixture does not guarantee its end of the value",
        )


def check_arena(rules: Any, claimed: Any, optimal: Any) -> str:
    """A token moves along edges, and who cannot move loses. `vertices` are [name, successors], each
    after its successors.

    The Sprague-Grundy value is the least whole number that no successor has, 0 where the player to
    move loses; the moves to 0 win.
    """
    vertices, start = parts(rules, "an arena", "vertices", "start")
    require(
        len(vertices) == len(claimed) == len(optimal),
        f"values and optimal must have {len(vertices)} entries",
    )
    value = [weight(text) for text in claimed]
    for k, (name, below) in enumerate(vertices):
        where, right = (
            f"vertex {k} {name!r:.80}",
            all(is_int(s, 0, k - 1) for s in entries(below)) and len(set(below)) == len(below),
        )
        require(right, f"{where} must come after its successors, none of them twice")
        has = {value[s] for s in below}
        least, moves = (
            next(n for n in range(len(has) + 1) if n not in has),
            [s for s in below if value[s] == 0],
        )
        right = value[k] == least and json.dumps(optimal[k]) == json.dumps(moves)
        require(right, f"{where} has value {least} and the moves to value 0 {moves!r:.80}")
    require(is_int(start, 0, len(vertices) - 1), "start must be the place of a vertex")
    return (
        f"Grundy value {value[start]}, over {len(value)} vertices, {value.count(0)} of them "
        f"in the kernel, at {vertices[start][0]!a:.80}"
    )


def check_lp(rules: Any, claimed: Any, optimal: Any) -> str:
    """Maximise (or not: minimise) constant + objective . x subject to form . x <= limit for each of
    the constraints.

    Proofs: {x, y} of an optimum, as the constraints' sum weighted by y >= 0 bounds the objective by
    just its worth at x; {y} that no x is feasible, as that sum says 0 . x <= a negative number; {x,
    ray} that there is no limit, as the ray always improves.
    """
    maximise, constant, objective, constraints = parts(
        rules, "a programme", "maximise", "constant", "objective", "constraints"
    )
    require(isinstance(maximise, bool), f"maximise must be true or false, got {maximise!r:.80}")
    forms, limits = (
        [linear(form) for _, form, _ in entries(constraints)],
        [number(limit) for _, _, limit in constraints],
    )
    sign, goal, added = 1 if maximise else -1, linear(objective), number(constant)
    what = (
        f"of a programme of {len(forms)} constraints on {len(set(goal).union(*forms))} "
        f"variables, {'max' if maximise else 'min'}imised"
    )
    x, ray, y = (
        linear(optimal.get("x", {})),
        linear(optimal.get("ray", {})),
        [number(text) for text in entries(optimal.get("y", []))],
    )
    require(
        "x" not in optimal or all(dot(form, x) <= limit for form, limit in zip(forms, limits)),
        "x breaks a constraint",
    )
    require(
        "y" not in optimal or (len(y) == len(forms) and all(w >= 0 for w in y)),
        "y must be a number of 0 or more for each constraint",
    )
    summed, bound = dict[str, Fraction](), sum(w * limit for w, limit in zip(y, limits))
    for name, c in ((name, w * c) for w, form in zip(y, forms) if w for name, c in form.items()):
        summed[name] = summed.get(name, Fraction(0)) + c
    slopes = {name: sign * c for name, c in summed.items() if c}
    if set(optimal) == {"x", "y"}:
        require(
            slopes == goal and sign * bound == dot(goal, x),
            "y does not show that no other x is better",
        )
        require(
            [number(text) for text in claimed] == [added + dot(goal, x)],
            "the value is not that of x",
        )
        return f"optimal value {shown(bounds(claimed[0]))} {what}"
    require(claimed == [], "only an optimum has a value")
    if set(optimal) == {"x", "ray"}:
        require(
            sign * dot(goal, ray) > 0 and all(dot(form, ray) <= 0 for form in forms),
            "the ray must improve within the constraints",
        )
        return f"no limit to the objective {what}"
    require(
        set(optimal) == {"y"} and not slopes and bound < 0, "y does not show that no x is feasible"
    )
    return f"no x satisfies the constraints {what}"


def linear(form: dict[str, Any]) -> dict[str, Fraction]:
    """The numbers of a form or a point, {name of a variable: number}, without those that are 0."""
    return {name: number(text) for name, text in form.items() if text != "0x0"}


def dot(form: dict[str, Fraction], x: dict[str, Fraction]) -> Fraction | int:
    """form . x"""
    return sum(c * x[name] for name, c in form.items() if name in x)


FAMILIES = {
    "graph": check_graph,
    "race": check_race,
    "simultaneous": check_at_once,
    "pig": check_pig,
    "arena": check_arena,
    "lp": check_lp,
}


def digest(document: dict[str, Any]) -> str:
    """SHA-256 of the document without its digest, in a canonical layout."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    return hashlib.sha256(
        json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
    ).hexdigest()


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The JSON object; a repeated key is refused."""
    require(len(dict(pairs)) == len(pairs), "a key is repeated")
    return dict(pairs)


def main(arguments: list[str]) -> int:
    """Check the file named on the command line: exit status 0 when proved, 1 when rejected, 2 when
    unreadable.
    """
    if len(arguments) != 1:
        print("usage: python -I checker.py FILE", file=sys.stderr)
        return 2
    try:
        return say("proved:", check(read(arguments[0])), sys.stdout, 0)
    except OSError as error:
        return say("cannot read:", error, sys.stderr, 2)
    except MemoryError:
        return say("cannot read:", "the file is too large for this machine", sys.stderr, 2)
    except Rejected as error:
        return say("rejected:", error, sys.stderr, 1)
    except (ValueError, RecursionError) as error:  # not JSON, not UTF-8, too deep
        return say("rejected: not a JSON file:", error, sys.stderr, 1)
    except KeyboardInterrupt:
        return say("interrupted", "", sys.stderr, 130)


def read(name: str) -> Any:
    """The JSON value in a regular file: a device may have no end, and a pipe may never begin."""
    require_regular(os.stat(name), name)
    with open(name, encoding="utf-8-sig") as file:
        return json.load(file, object_pairs_hook=unique, parse_int=whole_number)


def require_regular(status: os.stat_result, name: str) -> None:
    """Raise `OSError` unless this is the status of a regular file."""
    if not stat.S_ISREG(status.st_mode):
        raise OSError(f"{name!r} is no regular file, as a folder, a device or a pipe is none")


def whole_number(digits: str) -> int:
    """The int of these digits; `Rejected` beyond what every Python reads."""
    require(len(digits) <= 640, f"an int has {len(digits)} digits, and 640 are the most here")
    return int(digits)


def say(what: str, why: Any, where: Any, status: int) -> int:
    """Print one line and flush it; the exit status, which is 2 when it could not be printed."""
    try:
        print(what, why, file=where, flush=True)
    except (OSError, ValueError) as error:  # a full disc, a reader that went away, a closed stream
        discard(where)
        return 2 if where is sys.stderr else say("cannot print:", error, sys.stderr, 2)
    return status


def discard(where: Any) -> None:
    """Let what is left in a stream go nowhere, or Python would try again at its end."""
    if where is not None and not where.closed:
        os.dup2(os.open(os.devnull, os.O_WRONLY), where.fileno())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

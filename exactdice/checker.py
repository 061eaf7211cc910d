"""Checks a proof file. Standard library only, no import of this package: copy it alone and run `python checker.py FILE`.

A proof file is JSON: the rules of a game (`game`), the exact value to MAX of every unfinished state (`values`) and what is
optimal there (`optimal`): all optimal actions of the player to move or, where both choose, a mixture for each ("row", "column").
A SHA-256 `digest` of the rest catches an accidental change. The proof itself is checked from the rules: in every state each
joint action is valued by its successors' values; where one player moves, the best is the state's value and the actions that
reach it are exactly the listed ones; where both choose, MAX's mixture guarantees the value against every column and MIN's
concedes no more against every row. These equations hold the value if play ends with probability 1, so that is checked too: by
its listed actions alone each player can end play, whatever the other does. Then neither can be kept from its value.
Instead of an exact value a state may have bounds [lower, upper]: then MAX's listed actions guarantee the lower ends by the
lower ends of the successors, and MIN's the upper ends. Numbers are `a/b` in hexadecimal, in lowest terms.

Families of rules:
- `graph`: every state is listed with its payoff, or with the actions of both players (["wait"] for one who is not to move) and
  laws[a][b] = [[next state, weight], ...] for MAX's action a and MIN's action b.
- `race`: two players in turn throw 1..dice dice with the given weights for faces 1, 2, ...; a throw scores its sum, or
  bust_score when any die shows the bust face; the first to reach the target wins (+1, -1). States are (i, j), the points
  of the mover (valued as MAX) and of the other, i major, 0 <= i, j < target.
- `simultaneous`: the same race when both throw at once each round; when someone has the target, the larger total wins, equal ones draw
  (+1, -1, 0). States are (i, j), i major, valued for the first player; optimal holds a mixture over 1..dice for each player.
- `pig`: a turn is rolls of one die with the given weights: the bust face loses the turn total and passes the turn, another face adds its
  number to it; holding (not at 0) adds the turn total to the points and passes the turn; points and turn total together at the target win
  (+1, -1). Values are those of the starts of turns, (i, j) as in a race, and optimal is a text for each with one letter for each turn
  total from 1 to target - i - 1: r (roll), h (hold) or b (both).
"""

import hashlib
import json
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

FORMAT = "exactdice proof 1"
MOST_DICE, MOST_POINTS = 10_000, 2_000  # larger rules would only keep the checker busy


class Rejected(ValueError):
    """The file is not a proof: the message says where and why."""


def check(document: Any) -> str:
    """One line saying what is proved; raises `Rejected` otherwise."""
    require(isinstance(document, dict), "a proof must be a JSON object")
    form, expected = document.get("format"), {"format", "game", "values", "optimal", "digest"}
    require(form == FORMAT, f"format must be {FORMAT!r}, got {form if isinstance(form, str) else type(form)!r:.80}")
    require(set(document) == expected, f"a proof must have the keys {sorted(expected)}, got {sorted(map(repr, document))}"[:300])
    try:
        matches = document["digest"] == digest(document)
    except (ValueError, TypeError, RecursionError) as error:
        raise Rejected(f"the document holds what JSON cannot: {error}") from error
    require(matches, "the digest does not match: the file was changed after it was written")
    rules = document["game"]
    require(isinstance(rules, dict) and str(rules.get("family")) in FAMILIES, f"game.family must be one of {sorted(FAMILIES)}")
    require(isinstance(document["values"], list) and isinstance(document["optimal"], list), "values and optimal must be lists")
    try:
        return FAMILIES[rules["family"]](rules, document["values"], document["optimal"])
    except Rejected:
        raise
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise Rejected(f"the rules are incomplete or of the wrong shape: {error!r:.200}") from error


def require(condition: object, message: str) -> None:
    """Raise `Rejected` with the message unless the condition holds."""
    if not condition:
        raise Rejected(message)


# --- family: graph ------------------------------------------------------------------------------------------------


def check_graph(rules: Any, claimed: list[Any], optimal: list[Any]) -> str:
    """An explicit graph: the equation at every unfinished state, and play that each player can end."""
    states = rules["states"]
    require(set(rules) == {"family", "states"} and isinstance(states, list) and states, "a graph must list its states and nothing else")
    for k, state in enumerate(states):
        require(isinstance(state, dict) and ("payoff" not in state or set(state) == {"state", "payoff"}), f"state {k} must be a state")
    unfinished = [k for k, state in enumerate(states) if "payoff" not in state]
    require(len(claimed) == len(optimal) == len(unfinished), "values and optimal must have one entry for each unfinished state")
    value = {k: (number(state["payoff"]),) * 2 for k, state in enumerate(states) if "payoff" in state}
    value.update(zip(unfinished, map(bounds, claimed)))
    exact = not any(isinstance(v, list) for v in claimed)
    played = {}
    for k, best in zip(unfinished, optimal):
        where, (rows, columns), laws = f"state {k} {states[k]['state']!r:.80}", states[k]["actions"], states[k]["laws"]
        require(set(states[k]) == {"state", "actions", "laws"}, f"{where} must have a state, actions and laws")
        require(
            rows and columns and [len(row) for row in laws] == [len(columns)] * len(rows), f"{where} must have a law for each joint action"
        )
        inside = all(is_int(t) and 0 <= t < len(states) for row in laws for law in row for t, _ in law)
        require(inside, f"{where}: a move must lead to a state of the file")
        low, high = ([[expected([(value[t][end], whole(w)) for t, w in law]) for law in row] for row in laws] for end in (0, 1))
        if rows == ["wait"] or columns == ["wait"]:
            player, actions = (0, rows) if columns == ["wait"] else (1, columns)
            worth = [[row[0] for row in m] if player == 0 else m[0] for m in (low, high)]
            played[k] = check_turn(where, value[k], player, actions, worth, best, exact)
        else:
            played[k] = check_mixtures(where, value[k], low, high, best)
    for player, name in enumerate(("MAX", "MIN")):
        require(can_end(states, played, player), f"play need not end: by its listed actions {name} cannot end it from every state")
    return f"value {ends_text(value[0])} to MAX, over {len(unfinished)} states of an explicit graph"


Allowed = tuple[set[int], set[int]]  # the indices of the actions of MAX and of MIN that a proof relies on


def check_turn(where: str, value: Any, player: int, actions: list[Any], worth: Any, best: Any, exact: bool) -> Allowed:
    """One player moves: its listed actions are all the best ones or, for bounds, guarantee its end of them."""
    if exact:
        check_state(where, value[0], list(zip(actions, worth[0])), best, (max, min)[player])
    listed = {k for k, action in enumerate(actions) if action in best}
    require(
        isinstance(best, list) and best and len(listed) == len(best),
        f"{where}: the listed actions must be some of its actions, got {best!r:.80}",
    )
    (mine, theirs), sign = ((0, 1), 1) if player == 0 else ((1, 0), -1)
    require(all(sign * worth[mine][k] >= sign * value[mine] for k in listed), f"{where}: a listed action does not guarantee its bound")
    require(all(sign * w <= sign * value[theirs] for w in worth[theirs]), f"{where}: an action is better than the other bound")
    return (listed, {0}) if player == 0 else ({0}, listed)


def check_mixtures(where: str, value: Any, low: Any, high: Any, best: Any) -> Allowed:
    """MAX's mixture guarantees the lower end against every column, MIN's concedes no more than the upper against every row."""
    p, q = mixtures_in(where, best, (len(low), len(low[0])))
    least = min(sum(a * row[j] for a, row in zip(p, low)) for j in range(len(q)))
    most = max(sum(b * v for b, v in zip(q, row)) for row in high)
    require(
        value[0] <= least and most <= value[1],
        f"{where}: the mixtures guarantee {shown(Fraction(least))} and {shown(Fraction(most))}, not the value",
    )
    return {k for k, a in enumerate(p) if a}, {k for k, b in enumerate(q) if b}


def mixtures_in(where: str, best: Any, sizes: tuple[int, int]) -> list[list[Fraction]]:
    """The mixtures of MAX and of MIN."""
    require(isinstance(best, dict) and set(best) == {"row", "column"}, f"{where}: both choose, so it needs a row and a column mixture")
    require(all(isinstance(mixture, list) for mixture in best.values()), f"{where}: a mixture must be a list")
    found = [[number(text) for text in best[name]] for name in ("row", "column")]
    for mixture, size in zip(found, sizes):
        require(len(mixture) == size and min(mixture) >= 0 and sum(mixture) == 1, f"{where}: a mixture must be {size} probabilities")
    return found


def expected(law: list[tuple[Fraction, int]]) -> Fraction:
    """The mean of (value, weight) pairs with positive weights."""
    require(law and all(w > 0 for _, w in law), "every law must have positive weights")
    return sum(v * w for v, w in law) / Fraction(sum(w for _, w in law))


def can_end(states: list[Any], played: dict[int, Allowed], player: int) -> bool:
    """Whether the player, by these actions, reaches the end from every state with positive probability, whatever the other does.

    States are found backwards from the finished ones: each action of the other must meet one that may lead to a state found
    before. When all are found, the end is never too far away, so play ends with probability 1.
    """
    entering: list[list[tuple[int, int]]] = [[] for _ in states]  # (state, action of the other) that a state answers
    missing: list[set[int]] = [set() for _ in states]
    for k, allowed in played.items():
        for a, row in enumerate(states[k]["laws"]):
            for b, law in enumerate(row):
                answer, demand = (a, b) if player == 0 else (b, a)
                missing[k].add(demand)
                for t, _ in law if answer in allowed[player] else ():
                    entering[t].append((k, demand))
    found = [k for k, state in enumerate(states) if "payoff" in state]
    for reached in found:
        for k, demand in entering[reached]:
            if demand in missing[k]:
                missing[k].remove(demand)
                if not missing[k]:
                    found.append(k)
    return len(found) == len(states)


# --- family: race -------------------------------------------------------------------------------------------------


def check_race(rules: Any, claimed: list[Any], optimal: list[Any]) -> str:
    """A race in turns to a target; the mover's value is minus the next mover's. It ends, as a throw may always score 1 or more."""
    dice, target, throws = race_rules(rules, claimed, optimal, rules["target"])
    values = [number(v) for v in claimed]
    common, scaled = over_one_denominator(values)
    rolls = math.lcm(*(total for _, total in throws))
    for i in range(target):
        for j in range(target):
            worth = []
            for d, (law, total) in enumerate(throws, 1):
                mine = sum(w * (common if i + k >= target else -scaled[j * target + i + k]) for k, w in law)
                worth.append((d, mine * (rolls // total)))
            check_state(f"state ({i}, {j})", scaled[i * target + j] * rolls, worth, optimal[i * target + j], max)
    return f"value {shown(values[0])} to the first player, over {target * target} states of a race to {target} with up to {dice} dice"


Throw = tuple[list[tuple[int, int]], int]  # [(score, weight)] and the total weight


def race_rules(rules: Any, claimed: list[Any], optimal: list[Any], most: int) -> tuple[int, int, list[Throw]]:
    """The dice, the target and the throws of 1..dice dice of a race, checked; scores of `most` or more count as `most`."""
    keys = {"family", "dice", "target", "weights", "bust", "bust_score"}
    require(set(rules) == keys, f"a race must have the keys {sorted(keys)}")
    dice, target, score = rules["dice"], rules["target"], rules["bust_score"]
    for name, least in (("dice", 1), ("target", 1), ("bust_score", 0)):
        require(is_int(rules[name]) and rules[name] >= least, f"{name} must be an int of {least} or more")
    require(dice <= MOST_DICE and target <= MOST_DICE, f"dice and target must be at most {MOST_DICE}")
    require(len(claimed) == len(optimal) == target * target, f"values and optimal must have {target * target} entries")
    require(isinstance(rules["weights"], list), "weights must be a list")
    throws = all_throws([whole(w) for w in rules["weights"]], rules["bust"], score, dice, most)
    require(score > 0 or any(max(law)[0] > 0 for law, _ in throws), "some throw must score")
    return dice, target, throws


def over_one_denominator(values: list[Fraction]) -> tuple[int, list[int]]:
    """The common denominator, and the values times it."""
    common = math.lcm(*(v.denominator for v in values))
    return common, [v.numerator * (common // v.denominator) for v in values]


def check_simultaneous(rules: Any, claimed: list[Any], optimal: list[Any]) -> str:
    """A simultaneous race: each mixture guarantees its player's end of the value by the same ends of the next values."""
    most = rules["target"] + rules["dice"] * len(rules["weights"])  # a bust that scores more beats every other throw too
    require(most <= MOST_POINTS, f"target + dice * faces must be at most {MOST_POINTS}")
    dice, target, throws = race_rules(rules, claimed, optimal, most)
    value, points = [bounds(c) for c in claimed], range(target)
    mixtures = [mixtures_in(f"state {divmod(k, target)}", best, (dice, dice)) for k, best in enumerate(optimal)]
    for player, sign in ((0, 1), (1, -1)):
        places = [[i * target + j if player == 0 else j * target + i for j in points] for i in points]
        worth = [[sign * value[k][player] for k in row] for row in places]
        check_guarantees(worth, [[mixtures[k][player] for k in row] for row in places], throws)
    what = f"a simultaneous race to {target} with up to {dice} dice"
    return f"value {ends_text(value[0])} to the first player, over {target * target} states of {what}"


def check_guarantees(worth: list[list[Fraction]], mixtures: list[list[list[Fraction]]], throws: list[Throw]) -> None:
    """The mixture at own points i and other points j is worth worth[i][j] or more against every throw of the other."""
    target, rolls, reach = len(worth), math.lcm(*(total for _, total in throws)), max(k for law, _ in throws for k, _ in law)
    common, scaled = over_one_denominator([v for row in worth for v in row])
    grid = [[common * ((i > j) - (i < j)) for j in range(target + reach)] for i in range(target + reach)]
    for i in range(target):
        grid[i][:target] = scaled[i * target : (i + 1) * target]
    met = [[[sum(w * row[j + k] for k, w in law) * (rolls // total) for law, total in throws] for j in range(target)] for row in grid]
    for i, j in ((i, j) for i in range(target) for j in range(target)):
        score: dict[int, Fraction] = {}
        for share, (law, total) in zip(mixtures[i][j], throws):
            for k, w in law if share else ():
                score[k] = score.get(k, Fraction(0)) + share * w / total
        over, weights = over_one_denominator(list(score.values()))
        least = min(sum(w * met[i + k][j][d] for k, w in zip(score, weights)) for d in range(len(throws)))
        require(grid[i][j] * over * rolls <= least, f"at {i} points against {j} a mixture does not guarantee its end of the value")


def all_throws(weights: list[int], bust: int, score: int, dice: int, target: int) -> list[tuple[list[tuple[int, int]], int]]:
    """For 1..dice dice the scores as [(score, weight)] and the total weight; scores of the target or more count as the target."""
    require(all(w >= 0 for w in weights) and sum(weights) > 0, "weights must be non-negative, not all 0")
    require(is_int(bust) and 1 <= bust <= len(weights), f"bust must be a face, got {bust!r:.80}")
    safe = [(face, w) for face, w in enumerate(weights, 1) if face != bust and w]
    throws, sums, everything = [], {0: 1}, 1
    for _ in range(dice):
        added: dict[int, int] = {}
        for total, ways in sums.items():
            for face, w in safe:
                reached = min(total + face, target)
                added[reached] = added.get(reached, 0) + ways * w
        sums, everything = added, everything * sum(weights)
        law = dict(sums)
        law[min(score, target)] = law.get(min(score, target), 0) + everything - sum(sums.values())
        throws.append(([(k, w) for k, w in law.items() if w], everything))
    return throws


# --- family: pig --------------------------------------------------------------------------------------------------


def check_pig(rules: Any, claimed: list[Any], optimal: list[Any]) -> str:
    """Pig: each turn's worth from the values of the starts of turns. Play ends, as every turn may score by its first roll."""
    keys = {"family", "target", "weights", "bust"}
    require(set(rules) == keys, f"pig must have the keys {sorted(keys)}")
    require(isinstance(rules["weights"], list), "weights must be a list")
    target, weights = rules["target"], [whole(w) for w in rules["weights"]]
    require(is_int(target) and 1 <= target <= MOST_DICE, f"target must be an int from 1 to {MOST_DICE}")
    ((throw, total),) = all_throws(weights, rules["bust"], 0, 1, target)
    bust, safe = dict(throw).get(0, 0), [(face, w) for face, w in throw if face]
    require(safe, "some face must score")
    require(len(claimed) == len(optimal) == target * target, f"values and optimal must have {target * target} entries")
    value, exact = [bounds(c) for c in claimed], not any(isinstance(c, list) for c in claimed)
    powers = [total**k for k in range(target + 1)]
    for place in range(target * target):
        i, j = divmod(place, target)
        letters, where = optimal[place], f"the turn at ({i}, {j})"
        require(isinstance(letters, str) and len(letters) == target - i - 1 and set(letters) <= set("rhb"), f"{where} needs its letters")
        common, ((lower, *low), (upper, *high)) = over_common([value[place], *value[j * target + i : (j + 1) * target]])
        least, _ = turn_worth(safe, bust, powers, common, [-end for end in high], letters)
        most, best = turn_worth(safe, bust, powers, common, [-end for end in low])
        require(not exact or best == letters, f"{where}: the letters are not all that is optimal")
        right = lower * powers[target - i] <= least and most <= upper * powers[target - i]
        require(right, f"{where}: the value is not what its letters guarantee")
    return f"value {ends_text(value[0])} to the first player, over {target * target} turns of Pig to {target}"


def over_common(values: list[tuple[Fraction, Fraction]]) -> tuple[int, tuple[list[int], list[int]]]:
    """The least common denominator, and the lower and the upper ends over it."""
    common, ends = over_one_denominator([end for pair in values for end in pair])
    return common, (ends[::2], ends[1::2])


def turn_worth(
    safe: list[tuple[int, int]], bust: int, powers: list[int], win: int, held: list[int], letters: str | None = None
) -> tuple[int, str]:
    """The worth of a turn over total^n, n = len(held), and the letters of what is best in it.

    Holding at k is worth held[k], losing the turn total held[0]. In each turn total the worst of the actions in its letter is
    played; without letters the best.
    """
    n, best = len(held), ""
    worth = [win] * n
    for k in range(n - 1, -1, -1):
        roll = bust * held[0] * powers[n - k - 1]
        roll += sum(w * (worth[k + face] * powers[face - 1] if k + face < n else win * powers[n - k - 1]) for face, w in safe)
        if k:
            hold = held[k] * powers[n - k]
            best = ("b" if roll == hold else "r" if roll > hold else "h") + best
            worth[k] = max(roll, hold) if letters is None else {"r": roll, "h": hold, "b": min(roll, hold)}[letters[k - 1]]
    return roll, best


# --- shared -------------------------------------------------------------------------------------------------------

FAMILIES = {"graph": check_graph, "race": check_race, "simultaneous": check_simultaneous, "pig": check_pig}
WITH_BOUNDS = {"graph", "pig", "simultaneous"}  # the families whose values may be bounds


def check_state(where: str, value: Any, worth: list[tuple[Any, Any]], best: Any, choose: Callable[..., Any]) -> None:
    """The value is the best worth, and the listed actions are all that reach it, in order."""
    top = choose(w for _, w in worth)
    require(value == top, f"{where}: the value is not the best over its actions")
    reached = [action for action, w in worth if w == top]
    require(
        best == reached and [type(a) for a in best] == [type(a) for a in reached],
        f"{where}: the optimal actions are {reached!r:.80}, not {best!r:.80}",
    )


def is_int(value: Any) -> bool:
    """Whether the value is an int and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def number(text: Any) -> Fraction:
    """The exact number written as hexadecimal `a/b` in lowest terms, or `a`."""
    require(isinstance(text, str), f"a number must be a text such as '-0x3/0x8', got {text!r:.80}")
    try:
        top, _, bottom = text.partition("/")
        value = Fraction(int(top, 16), int(bottom, 16) if bottom else 1)
    except (ValueError, ZeroDivisionError) as error:
        raise Rejected(f"a number must look like '-0x3/0x8', got {text!r:.80}") from error
    require(ratio_text(value) == text, f"the number {text!r:.80} must be in lowest terms")
    return value


def bounds(claim: Any) -> tuple[Fraction, Fraction]:
    """The two ends of a value: the same number twice when it is exact."""
    if not isinstance(claim, list):
        return (number(claim),) * 2
    lower, upper = map(number, claim)
    require(lower <= upper, "the lower bound must be at most the upper")
    return lower, upper


def whole(text: Any) -> int:
    """The integer written in hexadecimal."""
    value = number(text)
    require(value.denominator == 1, f"a weight must be whole, got {text!r:.80}")
    return value.numerator


def ratio_text(value: Any) -> str:
    """The number as hexadecimal `a/b` in lowest terms, or `a` when whole: hexadecimal has no limit on digits."""
    return hex(value.numerator) if value.denominator == 1 else f"{hex(value.numerator)}/{hex(value.denominator)}"


def digest(document: dict[str, Any]) -> str:
    """SHA-256 of the document without its digest, in a canonical layout."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def shown(value: Fraction) -> str:
    """A short text: the exact value when small, else its size and a decimal marked as rounded."""
    if value.numerator.bit_length() + value.denominator.bit_length() <= 200:
        return str(value)
    size = f"of {value.numerator.bit_length()} over {value.denominator.bit_length()} bits"
    return size if abs(value) > 10**9 else f"{size}, about {value.numerator * 10**12 // value.denominator / 10**12:.10f}"


def ends_text(ends: tuple[Fraction, Fraction]) -> str:
    """The value, or its lower bound with the distance of the upper one."""
    lower, upper = ends
    return shown(lower) if lower == upper else f"{shown(lower)} or more by at most {power_of_two(upper - lower)}"


def power_of_two(width: Fraction) -> str:
    """The least power of two that is at least the width."""
    return f"2^{-int((1 / width).__floor__()).bit_length() + 1}" if width <= 1 else f"2^{math.ceil(width - 1).bit_length()}"


def read(path: str) -> Any:
    """The JSON document in the file; a repeated key is refused."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len({key for key, _ in pairs}) == len(pairs), "a key is repeated")
        return dict(pairs)

    with open(path, encoding="utf-8") as file:
        try:
            return json.load(file, object_pairs_hook=unique)
        except Rejected:
            raise
        except (ValueError, RecursionError) as error:  # not JSON, not UTF-8, an int of too many digits, too deep
            raise Rejected(f"not a JSON file: {error}") from error


def main(arguments: list[str]) -> int:
    """Check the file named on the command line: exit status 0 when proved, 1 when rejected, 2 when unreadable."""
    if len(arguments) != 1:
        print("usage: python checker.py FILE", file=sys.stderr)
        return 2
    try:
        print("proved:", check(read(arguments[0])))
    except Rejected as error:
        print("rejected:", error, file=sys.stderr)
        return 1
    except OSError as error:
        print("cannot read:", error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

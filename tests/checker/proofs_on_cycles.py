"""Proofs of games on cycles."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from oracles import is_true, listed, merged, positional_values

from exactdice import (
    MAX,
    MIN,
    WAIT,
    Pig,
    PigState,
    enclose,
    piglet,
    proof,
    solve,
    strategy_iteration,
    uniform,
)

# --- true proofs ----------------------------------------------------------------------------------

TIED = Pig(
    3, weights=(1, 2), bust=2
)  # with 0 points against 2 and turn total 1, rolling and holding are equally good
LOOPS = listed(
    {
        "s": (MAX, {"a": {"t": 1, "low": 1}, "b": {"s": 1, "u": 2}, "c": {"high": 1, "low": 3}}),
        "t": (MIN, {"x": {"s": 2, "high": 1}, "y": {"u": 1}}),
        "u": (MIN, {"x": {"t": 1, "low": 1}, "z": {"high": 1, "s": 1}}),
        "low": Fraction(-1, 3),
        "high": 2,
    }
)
# the players may pass for ever without loss, and each may stop: how each ends play belongs to the
# proof
WAITING = listed(
    {
        "s": (MAX, {"pass": {"t": 1}, "stop": {"end": 1}, "err": {"low": 1, "t": 1}}),
        "t": (MIN, {"pass": {"s": 1}, "stop": {"s": 1, "end": 1}}),
        "end": Fraction(1, 2),
        "low": 0,
    }
)
PROOFS = {
    "piglet": lambda: proof(solve(piglet(2))),
    "pig with a tie": lambda: proof(solve(TIED)),
    "pig, three faces": lambda: proof(solve(Pig(2, weights=(2, 1, 3), bust=2))),
    "piglet within bounds": lambda: proof(enclose(piglet(2), 3)),
    "pig within bounds": lambda: proof(enclose(TIED, 2)),
    "loops": lambda: proof(strategy_iteration(LOOPS)),
    "waiting": lambda: proof(strategy_iteration(WAITING)),
    "loops within bounds": lambda: proof(enclose(LOOPS, 3)),
    "waiting within bounds": lambda: proof(enclose(WAITING, 2)),
}

# --- whether a document is true -------------------------------------------------------------------


def number(text):
    top, _, bottom = text.partition("/")
    return Fraction(int(top, 16), int(bottom or "0x1", 16))


def ends(claim):
    return tuple(map(number, claim)) if isinstance(claim, list) else (number(claim),) * 2


def still_true(document):
    """Whether an accepted document says what is so of the rules that it states."""
    within_bounds = any(isinstance(claim, list) for claim in document["values"])
    if document["problem"]["family"] == "graph":
        return graph_bounds_are_true(document) if within_bounds else is_true(document)
    rules = document["problem"]
    game = Pig(
        rules["target"], weights=tuple(int(w, 16) for w in rules["weights"]), bust=rules["bust"]
    )
    letters = tuple(document["optimal"])
    claims = [ends(claim) for claim in document["values"]]
    if not len(claims) == len(letters) == game.target**2:
        return False
    if not within_bounds:
        values, best = pig_truth(game)
        return claims == [(value, value) for value in values] and letters == best
    return pig_bounds_are_true(game, letters, claims)


@lru_cache(maxsize=256)
def pig_truth(game):
    """The values of the starts of turns and the letters, by the solver for any graph: it knows
    nothing of Pig.
    """
    solution = strategy_iteration(FromEverywhere(game))
    starts = [PigState(i, j) for i in range(game.target) for j in range(game.target)]
    spelled = {("roll",): "r", ("hold",): "h", ("roll", "hold"): "b"}
    letters = [
        "".join(
            spelled[solution.optimal_actions[s._replace(turn_total=k)]]
            for k in range(1, game.target - s.first)
        )
        for s in starts
    ]
    return [solution.values[s] for s in starts], tuple(letters)


@dataclass(frozen=True)
class FromEverywhere:
    """Pig whose start is a draw of any unfinished state, so that every one of them is reachable."""

    game: Pig
    start = "anywhere"

    def payoff(self, state):
        return None if state == self.start else self.game.payoff(state)

    def actions(self, state, player):
        return (WAIT,) if state == self.start else self.game.actions(state, player)

    def outcomes(self, state, joint):
        if state == self.start:
            return uniform(self.game.unfinished())
        return self.game.outcomes(state, joint)


@dataclass(frozen=True)
class ByLetters(FromEverywhere):
    """The same when MAX follows the letters: its choice where there is one, that of MIN where the
    letter is b.
    """

    letters: tuple[str, ...] = ()

    def actions(self, state, player):
        if state == self.start or state.to_move == MIN or state.turn_total == 0:
            return super().actions(state, player)
        letter = self.letters[state.first * self.game.target + state.second][state.turn_total - 1]
        chosen = {"r": ("roll",), "h": ("hold",), "b": ("roll", "hold")}[letter]
        return chosen if player == MIN else (WAIT,)

    def outcomes(self, state, joint):
        if state != self.start and state.to_move == MAX and joint[MAX] == WAIT:
            joint = (joint[MIN], WAIT)
        return super().outcomes(state, joint)


@lru_cache(maxsize=256)
def guaranteed(game, letters):
    """What MAX is paid by the letters at least, with MAX and with MIN to begin a turn, by own and
    other points.
    """
    values = strategy_iteration(ByLetters(game, letters)).values
    every = [(i, j) for i in range(game.target) for j in range(game.target)]
    return [values[PigState(i, j, 0, MAX)] for i, j in every], [
        values[PigState(j, i, 0, MIN)] for i, j in every
    ]


def pig_bounds_are_true(game, letters, claims):
    """Who follows the letters is guaranteed the lower end as mover; against who follows them no
    mover passes the upper end.
    """
    right = [
        len(text) == game.target - place // game.target - 1 and set(text) <= set("rhb")
        for place, text in enumerate(letters)
    ]
    if not all(right):
        return False
    moving, waiting = guaranteed(game, letters)
    return all(
        low <= a and -b <= high for (low, high), a, b in zip(claims, moving, waiting, strict=True)
    )


def graph_bounds_are_true(document):
    """By its listed actions alone MAX is guaranteed the lower ends and MIN the upper ends, whatever
    the other does.
    """
    states = document["problem"]["states"]
    unfinished = [k for k, state in enumerate(states) if "payoff" not in state]
    chosen = dict(zip(unfinished, document["optimal"], strict=True))
    claims = dict(zip(unfinished, map(ends, document["values"]), strict=True))

    def nodes(restricted):
        for k, state in enumerate(states):
            if "payoff" in state:
                yield number(state["payoff"])
                continue
            player = MAX if state["actions"][1] == ["wait"] else MIN
            moves = zip(
                state["actions"][player], (law for row in state["laws"] for law in row), strict=True
            )
            kept = [law for name, law in moves if player != restricted or name in chosen[k]]
            yield player, [merged(law) for law in kept]

    low, high = positional_values(list(nodes(MAX)))[0], positional_values(list(nodes(MIN)))[1]
    return all(claims[k][0] <= low[k] and high[k] <= claims[k][1] for k in unfinished)

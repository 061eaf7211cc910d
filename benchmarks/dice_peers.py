"""The peers of `dice.py`: the same laws in the words of icepool, dyce and lea. Nothing here imports
exactdice.

Where a peer has several words for a law, the fastest is taken. dyce's `at` lists throws as long as
at most half of the dice count, so its `survey`, which goes through the faces, is given instead for
20 dice and more. lea works with probabilities: its weights are ints where it can leave them
unnormalised, which is faster, and Fractions elsewhere. It has no words for sets but the list of all
throws.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import ModuleType
from typing import Any

Law = Mapping[Any, Fraction]
Calls = dict[str, Callable[[], Any]]


def peer(name: str) -> ModuleType | None:
    """The module, or None where it is absent."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError:
        return None


# icepool sums n dice by n calls inside each other.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
icepool, dyce, lea = peer("icepool"), peer("dyce"), peer("lea")
if lea is not None:
    lea.set_prob_type("r")
if dyce is not None:
    warnings.simplefilter("ignore", dyce.lifecycle.ExperimentalWarning)


# --- icepool --------------------------------------------------------------------------------------


def of_icepool() -> Calls:
    """Its laws."""
    d = icepool.d
    return {
        "d6 + d6": lambda: d(6) + d(6),
        "d20 >= d12": lambda: d(20) >= d(12),
        "100d6": lambda: 100 @ d(6),
        "1000d6": lambda: 1000 @ d(6),
        "4d6, highest 3": lambda: d(6).highest(4, 3),
        "20d20, highest 10": lambda: d(20).highest(20, 10),
        "30d10, highest 10": lambda: d(10).highest(30, 10),
        "20d20, middle 10": lambda: d(20).middle(20, 10),
        "20d10, 8 or more": lambda: 20 @ (d(10) >= 8),
        "20d10, pairs": lambda: d(10).pool(20).keep_counts(">=", 2).unique().size(),
        "20d10, largest set": lambda: d(10).pool(20).largest_count(),
        "Risk, 3 against 2": lambda: d(6).pool(3).highest(2).sort_pair(">", d(6).pool(2)).size(),
        "10d6, exploding": lambda: 10 @ d(6).explode(depth=3),
    }


def forget_evaluations() -> None:
    """Throw away what icepool keeps outside of functions: each of its evaluators has a table."""
    icepool.math.comb_row_cache.clear()
    for thing in vars(icepool.evaluator).values():
        if hasattr(thing, "_cache"):
            del thing._cache


# --- dyce -----------------------------------------------------------------------------------------


def of_dyce() -> Calls:
    """Its laws."""
    H, P = dyce.H, dyce.P
    return {
        "d6 + d6": lambda: H(6) + H(6),
        "d20 >= d12": lambda: H(20).ge(H(12)),
        "100d6": lambda: 100 @ H(6),
        "1000d6": lambda: 1000 @ H(6),
        "4d6, highest 3": lambda: (4 @ P(6)).at(slice(-3, None)),
        "20d20, highest 10": lambda: kept(20 @ P(20), 10),
        "30d10, highest 10": lambda: kept(30 @ P(10), 10),
        "20d20, middle 10": lambda: (20 @ P(20)).at(slice(5, 15)),
        "20d10, 8 or more": lambda: 20 @ H(10).ge(8),
        "20d10, pairs": lambda: counted(lambda pairs, count: pairs + (count >= 2)),
        "20d10, largest set": lambda: counted(max),
        "Risk, 3 against 2": dyce_risk,
        "10d6, exploding": lambda: 10 @ dyce.explode_n(H(6), n=3),
    }


def kept(pool: Any, k: int) -> Any:
    """The sum of the k highest dice."""

    def step(state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
        seen, total = state
        taken = min(count, k - seen)
        return seen + taken, total + face * taken

    return pool.survey(
        accumulate=step,
        initial=(0, 0),
        order=dyce.p.survey_outcome_order_descending,
        settle=lambda state: state[1],
    )


def counted(step: Callable[[int, int], int]) -> Any:
    """What is counted over the faces of 20d10; a face that no die shows is left out by dyce."""
    return (20 @ dyce.P(10)).survey(
        accumulate=lambda state, _, count: step(state, count),
        initial=0,
        order=dyce.p.survey_outcome_order_ascending,
    )


def dyce_risk() -> Any:
    """All pairs of throws."""
    attack = list((3 @ dyce.P(6)).rolls_with_counts())
    defence = list((2 @ dyce.P(6)).rolls_with_counts())
    return dyce.H.from_counts((won(a, b), v * w) for a, v in attack for b, w in defence)


def won(attack: tuple[int, ...], defence: tuple[int, ...]) -> int:
    """How many pairs the attacker wins, of throws that are sorted from the least die on."""
    return (attack[2] > defence[1]) + (attack[1] > defence[0])


# --- lea ------------------------------------------------------------------------------------------


def of_lea() -> Calls:
    """Its laws."""
    return {
        "d6 + d6": lambda: (counts(6) + counts(6)).calc(normalization=False),
        "d20 >= d12": lambda: (counts(20) >= counts(12)).calc(normalization=False),
        "100d6": lambda: counts(6).times(100, normalization=False),
        "1000d6": lambda: counts(6).times(1000, normalization=False),
        "4d6, highest 3": lambda: thrown(4, 6).map(lambda dice: sum(dice[1:])).calc(),
        "20d20, highest 10": lambda: thrown(20, 20).map(lambda dice: sum(dice[10:])).calc(),
        "30d10, highest 10": lambda: thrown(30, 10).map(lambda dice: sum(dice[20:])).calc(),
        "20d20, middle 10": lambda: thrown(20, 20).map(lambda dice: sum(dice[5:15])).calc(),
        "20d10, 8 or more": lambda: (
            (counts(10) >= 8).calc(normalization=False).times(20, normalization=False)
        ),
        "20d10, pairs": lambda: thrown(20, 10).map(pairs).calc(),
        "20d10, largest set": lambda: thrown(20, 10).map(most_equal).calc(),
        "Risk, 3 against 2": lambda: thrown(3, 6).map(won, thrown(2, 6)).calc(),
        "10d6, exploding": lea_explosion,
    }


def counts(faces: int) -> Any:
    """A die whose probabilities are left as the ints 1."""
    return lea.pmf(dict.fromkeys(range(1, faces + 1), 1), prob_type="x", normalization=False)


def thrown(dice: int, faces: int) -> Any:
    """The sorted throws."""
    return lea.interval(1, faces).draw(dice, sorted=True, replacement=True)


def pairs(dice: tuple[int, ...]) -> int:
    """How many faces are shown twice or more."""
    return sum(dice.count(face) >= 2 for face in set(dice))


def most_equal(dice: tuple[int, ...]) -> int:
    """How many dice show the same face, where that is most."""
    return max(map(dice.count, dice))


def lea_explosion() -> Any:
    """Ten dice of at most four throws each; the last throw counts 6 when it is one."""
    die = lea.interval(1, 6)
    return die.with_replay_if(die == 6, 4, final_value=6).times(10)


# --- all of them ----------------------------------------------------------------------------------


def calls(name: str) -> Calls:
    """{row: the call that finds its law}; none for a peer that is absent."""
    if peer(name) is None:
        return {}
    return {"icepool": of_icepool, "dyce": of_dyce, "lea": of_lea}[name]()


def law(name: str, found: Any) -> Law:
    """The law that a peer has found, as {outcome: probability}."""
    weights = dict(found.pmf_tuple() if name == "lea" else found.items())
    total = sum(weights.values())
    return {outcome: Fraction(w) / total for outcome, w in weights.items() if w}


def forget() -> None:
    """Throw away what the peers keep from one evaluation to the next outside of functions."""
    if icepool is not None:
        forget_evaluations()

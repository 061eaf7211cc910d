"""Dice Battle in turns against its peers, in the same run: `python benchmarks/battle.py [--quick]
[--only ROW] [--markdown]`.

Short measurements are the best of several repetitions, ours and the peer's in alternation. Nothing
is asserted about time, but a peer that finds another answer stops the run: a ratio between
different answers means nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import peers
from rows import Measurement, Row, best_of, require, run

from exactdice import (
    MAX,
    MIN,
    BattleState,
    DiceBattle,
    blind,
    die,
    mean_length,
    payoff_distribution,
    random,
    roll,
    simulate,
    simulate_many,
    solve,
    strategy,
    strategy_iteration,
)
from exactdice.distributions.throwing import kept_roll
from exactdice.games.dice_battle import dice
from exactdice.games.dice_battle.fast import line_at as opening_of
from exactdice.games.dice_battle.fast import survival
from exactdice.games.dice_battle.sweep import sweep
from exactdice.query.register import Word
from exactdice.query.strategies import named_strategy, open_plan, solved
from exactdice.query.ties import optimal_choices
from exactdice.solvers.evaluation.ties import length_range, payoff_range

DICE, TARGET = 10, 100
CUT_OFF = 600.0  # seconds after which the recursion is stopped
CLOSE = 1e-9  # how near a float peer must come to the exact answer


@dataclass(frozen=True)
class Fresh:
    """What a task took in a process of its own, and the EG(0, 0) it found (None when it was
    stopped).
    """

    seconds: float
    megabytes: float
    gain: Fraction | None


def fresh(task: str, target: int, limit: float | None = None) -> Fresh:
    """Run a task of `fresh.py`, stopped at the limit."""
    command = [
        sys.executable,
        str(Path(__file__).with_name("fresh.py")),
        task,
        str(DICE),
        str(target),
    ]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=limit)
    except subprocess.TimeoutExpired as stopped:
        return Fresh(stopped.timeout, 0, None)
    found = json.loads(done.stdout)
    return Fresh(
        found["seconds"], found["megabytes"], Fraction(*(int(part, 16) for part in found["gain"]))
    )


# --- the rows -------------------------------------------------------------------------------------


def states(target: int) -> Iterator[BattleState]:
    """Every (i, j), MAX to throw."""
    return (BattleState(i, j, MAX) for i in range(target) for j in range(target))


def complete() -> Iterator[Measurement]:
    """All of EG and OPT, lazily and as reduced fractions, against a float loop."""
    game, P = DiceBattle(dice=DICE, target=TARGET), peers.float_throws(DICE)
    lazily, floats = best_of(9, lambda: solve(game), lambda: peers.float_solve(P, TARGET))
    (reduced,) = best_of(3, lambda: reduced_table(game))
    note = differing_cells(game, P)
    first = Measurement(
        "EG and OPT",
        lazily,
        "numpy float loop",
        floats,
        "3 times its time",
        lazily <= 3 * floats,
        note,
    )
    yield first
    yield replace(
        first,
        what="the same, every EG a reduced Fraction",
        seconds=reduced,
        aim="",
        met=None,
        note="",
    )


def reduced_table(game: DiceBattle) -> list[Any]:
    """Every EG(i, j) of the solution as a Fraction in lowest terms."""
    values = solve(game).values
    return [values[state] for state in states(game.target)]


def differing_cells(game: DiceBattle, P: np.ndarray) -> str:
    """In how many cells the float argmax is not the exact OPT."""
    solution, (EG, OPT) = solve(game), peers.float_solve(P, game.target)
    require(
        all(
            abs(float(solution.values[s]) - EG[s.first, s.second]) < CLOSE
            for s in states(game.target)
        ),
        "the float loop",
    )
    first = [solution.optimal_actions[s][0] != OPT[s.first, s.second] for s in states(game.target)]
    outside = [
        OPT[s.first, s.second] not in solution.optimal_actions[s] for s in states(game.target)
    ]
    return (
        f"float argmax is not OPT in {sum(first)} of {len(first)} cells, not optimal in "
        f"{sum(outside)}"
    )


def recursion(target: int) -> Iterator[Measurement]:
    """All of EG and OPT against memoised recursion in Fractions, which runs once."""
    game = DiceBattle(dice=DICE, target=target)
    (lazily,) = best_of(9, lambda: solve(game))
    (reduced,) = best_of(3, lambda: reduced_table(game))
    done = fresh("recursion", target, CUT_OFF)
    require(done.gain in (None, solve(game).value), "the recursion")
    for what, ours in (
        (f"EG and OPT, N = {target}", lazily),
        (f"the same, N = {target}, every EG a reduced Fraction", reduced),
    ):
        met = done.seconds >= 150 * ours
        yield Measurement(
            what,
            ours,
            "recursion in Fractions",
            done.seconds,
            "150 times faster",
            met,
            peer_stopped=done.gain is None,
        )


def opening(target: int) -> Iterator[Measurement]:
    """OPT everywhere and EG(0, 0), each side in a process of its own."""
    ours, floats = fresh("opening", target), fresh("floats", target)
    require(abs((ours.gain or 0) - (floats.gain or 0)) < CLOSE, "the float loop")
    aim = "60 s and 1.5 GB" if target == 1000 else ""
    met = ours.seconds < 60 and ours.megabytes < 1500 if aim else None
    note = f"peak memory {ours.megabytes:.0f} MB, of the float loop {floats.megabytes:.0f} MB"
    yield Measurement(
        f"OPT and EG(0,0), N = {target}",
        ours.seconds,
        "numpy float loop",
        floats.seconds,
        aim,
        met,
        note,
    )


def nine_gains() -> dict[tuple[str, str], Any]:
    """The exact gains of {blind, optimal, random} against each other, solving for the optimal
    strategy first.
    """
    game = DiceBattle(dice=DICE, target=TARGET)
    optimal = [strategy(table) for table in solve(game).strategies]
    sides = [
        {"blind": blind(game), "optimal": optimal[player], "random": random(game)}
        for player in (MAX, MIN)
    ]
    return {
        (a, b): payoff_distribution(game, (sides[MAX][a], sides[MIN][b])).mean()
        for a in sides[MAX]
        for b in sides[MIN]
    }


def gains() -> Iterator[Measurement]:
    """The nine gains of Table 1 of the first report."""
    exact, floats = nine_gains(), peers.float_nine_gains(DICE, TARGET)
    require(all(abs(exact[pair] - floats[pair]) < CLOSE for pair in floats), "the float gains")
    ours, theirs = best_of(3, nine_gains, lambda: peers.float_nine_gains(DICE, TARGET))
    yield Measurement(
        "the nine gains, with the solving", ours, "numpy float loops", theirs, "3 s", ours < 3
    )


def throw_300(
    repetitions: int, peer: str, call: Callable[[int], Any], agrees: Callable[[Any], bool]
) -> Iterator[Measurement]:
    """P(300, .) from an empty cache."""

    def ours() -> Any:
        kept_roll.cache_clear()
        return roll(die(6), 300)

    require(agrees(call(300)), peer)
    (seconds,) = best_of(20, ours)
    (theirs,) = best_of(repetitions, lambda: call(300))
    yield Measurement("P(d, .), d = 300", seconds, peer, theirs, "5 ms", seconds < 0.005)


def throw_floats() -> Iterator[Measurement]:
    """P(300, .) against numpy.convolve."""
    law = roll(die(6), 300)

    def agrees(found: Any) -> bool:
        return all(abs(float(law.probability(k)) - p) < CLOSE for k, p in enumerate(found))

    return throw_300(20, "numpy.convolve", peers.float_throw, agrees)


def throw_fractions() -> Iterator[Measurement]:
    """P(300, .) against convolution in Fractions, which runs once."""
    law = roll(die(6), 300)

    def agrees(found: Any) -> bool:
        return bool(found == {k: law.probability(k) for k in law})

    return throw_300(1, "convolution in Fractions", peers.fraction_throw, agrees)


def generic(bust_score: int) -> Iterator[Measurement]:
    """The fast path against the generic solver, which reads nothing but the rules and should take
    30 times as long at most.
    """
    game = DiceBattle(dice=3, target=20, bust_score=bust_score)
    slow, fast = strategy_iteration(game), solve(game)
    require(all(slow.values[s] == fast.values[s] for s in slow.values), "strategy_iteration")
    ours, theirs = best_of(15, lambda: solve(game), lambda: strategy_iteration(game))
    yield Measurement(
        f"EG and OPT, D = 3, N = 20, a bust scores {bust_score}", ours, "generic solver", theirs
    )


def returning(target: int, aim: float) -> Iterator[Measurement]:
    """All of EG and OPT when a bust scores 0, against a plain loop of fmpq, which runs once."""
    game = DiceBattle(dice=DICE, target=target, bust_score=0)
    solution, (line,) = solve(game), list(sweep(game, (None, None), -1))[-1]
    begun = time.perf_counter()
    found = peers.fmpq_return_solve(DICE, target)
    theirs = time.perf_counter() - begun
    for state in states(target):
        gain, first = found[state.first, state.second]
        require(
            (solution.values[state], solution.optimal_actions[state][0])
            == (Fraction(int(gain.p), int(gain.q)), first),
            "the fmpq loop",
        )
    ours, reduced = best_of(5, lambda: solve(game), lambda: reduced_table(game))
    what, note = (
        f"EG and OPT, a bust scores 0, N = {target}",
        f"common denominator of {line.scale.bit_length()} bits",
    )
    yield Measurement(what, ours, "fmpq loop", theirs, f"{aim:g} s", ours < aim, note)
    yield Measurement("the same, every EG a reduced Fraction", reduced, "fmpq loop", theirs)


WARM, COLD = "the game solved before", "with the solving"


def over_ties(query: str, first: str, second: str) -> Iterator[Measurement]:
    """The range over ties against the single number, which should take a fifth of its time."""
    game = DiceBattle(dice=DICE, target=TARGET)
    names = Word(first), Word(second)
    asked = {"gain": (payoff_range, payoff_distribution), "turns": (length_range, mean_length)}
    ranged, single = asked[query]

    def of_range() -> Any:
        return ranged(game, (open_plan(game, names[MAX], MAX), open_plan(game, names[MIN], MIN)))

    def of_one() -> Any:
        return single(game, tuple(named_strategy(game, names[k], k) for k in (MAX, MIN)))

    def cold(call: Callable[[], Any]) -> Callable[[], Any]:
        def solving_first() -> Any:
            solved.cache_clear()
            return call()

        return solving_first

    one = of_one().mean() if query == "gain" else of_one()
    require(of_range().lower <= one <= of_range().upper, "the single number")
    measured = {WARM: (of_range, of_one), COLD: (cold(of_range), cold(of_one))}
    for when, calls in measured.items():
        ours, theirs = best_of(5, *calls)
        what = f"{query}_range({first}, {second}), {when}"
        aim = "5 times its time"
        yield Measurement(what, ours, f"{query}", theirs, aim, ours < 5 * theirs)


def ties() -> Iterator[Measurement]:
    """Ranges over all ways that optimal strategies break their ties."""
    yield from over_ties("gain", "optimal", "random")
    yield from over_ties("gain", "blind", "optimal")
    yield from over_ties("turns", "optimal", "random")


def choices() -> Iterator[Measurement]:
    """All that each cell of OPT may be, asked cell by cell as in a table that is compared with."""
    cells = [{"i": i, "j": j} for i in range(TARGET) for j in range(TARGET)]
    (ours,) = best_of(1, lambda: [optimal_choices("OPT(i, j)", cell) for cell in cells])
    yield Measurement("all optimal choices of 10,000 cells", ours, "", 0, "10 s", ours < 10)


def gains_table() -> Iterator[Measurement]:
    """gain(dice(d), dice(e)) for every d and e: by the law of each player's own throws, and by a
    sweep over all points for each pair.
    """
    game = DiceBattle(dice=DICE, target=TARGET)
    pairs = [(dice(d), dice(e)) for d, e in product(range(1, DICE + 1), repeat=2)]

    def ours() -> list[Any]:
        survival.cache_clear()
        return [payoff_distribution(game, pair).mean() for pair in pairs]

    def swept() -> list[Any]:
        return [opening_of(game, pair).gain(0) for pair in pairs]

    require(ours() == swept(), "the sweep")
    seconds, theirs = best_of(2, ours, swept)
    yield Measurement(
        "gain(dice(d), dice(e)), 10 x 10", seconds, "a sweep each", theirs, "3 s", seconds < 3
    )


def plays() -> Iterator[Measurement]:
    """Plays of optimal against optimal: counted together, and one by one."""
    game = DiceBattle(dice=DICE, target=TARGET)
    first, second = (strategy(plan) for plan in solve(game).strategies)
    few, many = 500, 10_000

    def one_by_one() -> None:
        rng = Random(1)
        for _ in range(few):
            simulate(game, (first, second), rng)

    ours, theirs = best_of(
        3, lambda: simulate_many(game, (first, second), many, Random(1)), one_by_one
    )
    scaled = theirs * many / few
    yield Measurement("10,000 plays", ours, "one by one", scaled, "1 s", ours < 1)


ROWS = {
    "complete": Row(complete),
    "recursion-50": Row(lambda: recursion(50)),
    "recursion-100": Row(lambda: recursion(100), slow=True),
    "opening-300": Row(lambda: opening(300)),
    "opening-1000": Row(lambda: opening(1000), slow=True),
    "gains": Row(gains),
    "gains-table": Row(gains_table, slow=True),
    "ties": Row(ties),
    "choices": Row(choices),
    "plays": Row(plays, slow=True),
    "throw-floats": Row(throw_floats),
    "throw-fractions": Row(throw_fractions, slow=True),
    "generic-1": Row(lambda: generic(1)),
    "generic-0": Row(lambda: generic(0)),
    "return-30": Row(lambda: returning(30, 1)),
    "return-50": Row(lambda: returning(50, 3)),
    "return-100": Row(lambda: returning(100, 60)),
}


if __name__ == "__main__":
    run(ROWS, __doc__, f"D = {DICE}, N = {TARGET} unless said")

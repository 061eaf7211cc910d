"""Games with hidden information, solved exactly: `python benchmarks/hidden.py [--quick]
[--only ROW] [--markdown]`.

`solve` goes from the rules to the value and both strategies, the tree and the check of the proof
included. OpenSpiel (floats) and pygambit (exact) start from the listed tree, which exactdice writes
for them. "programme" is the exact optimum of the sequence form with its certificate, beside HiGHS
alone on the same programme in floats, by its own default options.

Every time is processor time, the best of three calls (one when it takes over 2 s). What is
measured runs in a process of its own; a peer is stopped after STOPPED_AT, in reading the tree or in
solving it. Every value that a peer finds is compared with ours, and a disagreement stops the run.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context

import hidden_peers
from lp_peers import CUT_OFF, Answer, shortest
from rows import Measurement, Row, require, run

from exactdice import (
    Goofspiel,
    Kuhn,
    Leduc,
    LiarsDice,
    exact_text,
    solve,
)
from exactdice.exact.cost import limit
from exactdice.game.optional import Hiding
from exactdice.interop.interchange.gambit import efg_text
from exactdice.linear.lp import Program, optimum
from exactdice.linear.lp.floats import FloatProgram
from exactdice.solvers.hidden.solution import SequenceForm
from exactdice.solvers.hidden.tree import game_tree

STOPPED_AT = 20.0  # seconds
NEAR = 1e-6  # of floats
PEERS = {"open_spiel": "OpenSpiel (floats)", "pygambit": "pygambit (exact)"}


@dataclass(frozen=True)
class Case:
    """A game, and what is aimed at: seconds and megabytes of `solve`, and how many times HiGHS the
    programme may take.
    """

    game: Hiding
    seconds: float | None = None
    megabytes: float | None = None
    times: float | None = None
    own_names: dict[str, str] = field(default_factory=dict)  # {peer: the game's name there}


CASES = {
    "leduc": Case(Leduc(), seconds=0.4, own_names={"open_spiel": "leduc_poker"}),
    "kuhn-13": Case(Kuhn(cards=13)),
    "goofspiel": Case(Goofspiel(cards=4, prizes="order", bids="hidden")),
    "goofspiel-random": Case(Goofspiel(cards=4, prizes="random", bids="hidden")),
    "dudo": Case(LiarsDice(faces=6, wild=True), seconds=15, megabytes=2000, times=3),
}


@dataclass(frozen=True)
class Ours:
    """What `solve` takes and finds, and what its programme takes beside HiGHS."""

    seconds: float
    value: Fraction
    megabytes: float
    size: str
    programme: float
    highs: float


def measured(name: str) -> Ours:
    """Ours in this process, which nothing else has used."""
    game = CASES[name].game
    solve(Kuhn())
    seconds, solution = shortest(lambda: solve(game))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    program = SequenceForm(game_tree(game)).program()
    size = f"{len(program.rows)} rows, {sum(len(row.coefficients) for row in program.rows)} entries"
    # A copy in each call, as a programme keeps the integers that are made of it.
    exactly, _ = shortest(lambda: optimum(replace(program)))
    value = Fraction(solution.value)
    return Ours(seconds, value, megabytes, size, exactly, highs_alone(program))


def highs_alone(program: Program) -> float:
    """The time of HiGHS from the programme that it holds already, the best of three."""
    floats = FloatProgram(program)
    return min(_highs_once(floats) for _ in range(3))


def _highs_once(floats: FloatProgram) -> float:
    highs = floats.model()
    assert highs is not None, "exactdice needs highspy"
    highs.model.resetOptions()
    highs.model.setOptionValue("output_flag", False)
    highs.model.setOptionValue("threads", 1)
    begun = time.thread_time()
    highs.model.run()
    seconds = time.thread_time() - begun
    require(highs.model.getModelStatus() == highs.highspy.HighsModelStatus.kOptimal, "HiGHS")
    return seconds


def alone(name: str) -> Ours:
    """What `measured` finds in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(measured, name).result()


# --- the table ------------------------------------------------------------------------------------


def rows(name: str) -> Iterator[Measurement]:
    """The measurements of a game."""
    case, ours = CASES[name], alone(name)
    yield from aimed_at(case, ours)
    with limit(None):  # the tree of Dudo has many more nodes than files are for
        text = efg_text(case.game, name)
    for peer, title in PEERS.items():
        yield beside(ours, title, hidden_peers.answer(peer, text, STOPPED_AT))
        if peer in case.own_names:
            found = hidden_peers.answer(peer, case.own_names[peer], STOPPED_AT)
            yield beside(ours, f"{title}, its own game", found)
    times = ours.programme / ours.highs
    aim = f"{case.times:g} times its time" if case.times else ""
    met = times <= case.times if case.times else None
    yield Measurement("programme", ours.programme, "HiGHS (floats)", ours.highs, aim, met)


def aimed_at(case: Case, ours: Ours) -> Iterator[Measurement]:
    """Ours without a peer, with its aim."""
    within = [] if case.seconds is None else [ours.seconds < case.seconds]
    aims = [f"{case.seconds:g} s"] if within else []
    if case.megabytes is not None:
        within.append(ours.megabytes < case.megabytes)
        aims.append(f"{case.megabytes:g} MB")
    note = f"value {exact_text(ours.value)}, {ours.size}, {ours.megabytes:.0f} MB"
    met = all(within) if within else None
    yield Measurement("solve", ours.seconds, "", 0, " and ".join(aims), met, note)


def beside(ours: Ours, peer: str, found: Answer) -> Measurement:
    """Ours beside the answer of a peer."""
    if found == CUT_OFF:
        return Measurement("solve", ours.seconds, peer, STOPPED_AT, peer_stopped=True)
    if found.value is None:
        why = "out of memory" if "MemoryError" in found.trouble else found.trouble
        return Measurement(f"solve; {peer}: {why}", ours.seconds, "", 0)
    is_near = abs(found.value - ours.value) < NEAR
    require(is_near if isinstance(found.value, float) else found.value == ours.value, peer)
    return Measurement("solve", ours.seconds, peer, found.seconds)


def installed(name: str) -> str:
    """The package with its version."""
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"{name} is not installed"


if __name__ == "__main__":
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    used = ", ".join(map(installed, ("highspy", "open_spiel", "pygambit")))
    run(
        {name: Row(partial(rows, name), slow=name == "dudo") for name in CASES},
        __doc__,
        f"{used}; processor time, a peer is stopped at {STOPPED_AT:g} s",
    )

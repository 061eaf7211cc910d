"""The peers of `hidden.py`: the value of a game that hides something, given as the text of an
`.efg` file, by other programs.

`python benchmarks/hidden_peers.py PEER CUT_OFF` reads the text from its input and prints the time
and the value to the first player as JSON. It stops itself with SIGXCPU after that much processor
time in one call, or in reading the text, which is left out of the time. Nothing here imports
exactdice. A text of one word is for OpenSpiel the name of a game of its own.
"""

from __future__ import annotations

import io
import json
import os
import resource
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from lp_peers import Answer, asked, fraction, shortest, stop_after

Value = Fraction | float
MOST_BYTES = 8_000_000_000  # of memory: one peer writes its programme as full rows
SMALL_GAME = """EFG 2 R "matching pennies" { "MAX" "MIN" }
p "" 1 1 "" { "h" "t" } 0
p "" 2 1 "" { "h" "t" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { -1 1 }
p "" 2 1 "" { "h" "t" } 0
t "" 2 "" { -1 1 }
t "" 1 "" { 1 -1 }
"""


def pygambit() -> Callable[[str], Callable[[], Value]]:
    """Gambit's lp_solve on the extensive form, in rational arithmetic."""
    import pygambit as gambit

    def value(tree: Any) -> Value:
        found = gambit.nash.lp_solve(tree, rational=True).equilibria[0]
        return fraction(found.payoff("MAX"))

    return lambda text: partial(value, gambit.read_efg(io.StringIO(text)))


def open_spiel() -> Callable[[str], Callable[[], Value]]:
    """OpenSpiel's sequence-form programme, in floats by the solver that it takes by itself."""
    import pyspiel
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    def value(game: Any) -> Value:
        return float(solve_zero_sum_game(game)[0])

    def prepared(text: str) -> Callable[[], Value]:
        if len(text.split()) == 1:
            return partial(value, pyspiel.load_game(text))
        memory = os.memfd_create("game")
        os.write(memory, text.encode())
        named = {"filename": f"/proc/self/fd/{memory}"}
        return partial(value, pyspiel.load_game("efg_game", named))

    return prepared


SOLVERS = {made.__name__: made for made in (pygambit, open_spiel)}


def answer(peer: str, text: str, cut_off: float) -> Answer:
    """The answer of a peer in a process of its own."""
    return asked(__file__, peer, cut_off, text)


def main(peer: str, cut_off: str) -> None:
    """Solve the game on the input and print what it took, None when the peer is not installed."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    text = sys.stdin.read()
    try:
        prepared = SOLVERS[peer]()
    except ImportError:
        print("null")
        return

    prepared(SMALL_GAME)()
    stop_after(float(cut_off))
    call = prepared(text)

    def limited() -> Value:
        stop_after(float(cut_off))
        return call()

    seconds, found = shortest(limited)
    print(json.dumps({"seconds": seconds, "value": str(found)}))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The token game against the plain recursion in a dictionary of Fractions, in the same run: `python
benchmarks/tokens.py`.

Times are wall-clock times, the best of some calls, imports left out. Both sides compute the
expected score of every configuration of the tokens 1..n with two dice; the peer lists the choices
of a throw by recursion and keeps {tokens left: Fraction}, as the source notebook asks. Nothing is
asserted about time, but another answer of the peer stops the run.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rows import time_text

from exactdice import MAX, TokenGame, policy, score_law, solve, strategy, uniform
from exactdice.games.tokens.rules import choices
from exactdice.games.tokens.table import sweep

AIMS = {9: 0.02, 12: 0.2, 16: 10.0}  # seconds
TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def rests(left: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    """What the removals of this total leave."""
    if total == 0:
        yield left
    elif left and total > 0:
        *others, last = left
        yield from rests(tuple(others), total - last)
        for rest in rests(tuple(others), total):
            yield (*rest, last)


def dictionary(n: int) -> dict[tuple[int, ...], Fraction]:
    """{tokens left: expected number of tokens at the end} in Fractions."""
    configurations: list[tuple[int, ...]] = [()]
    for token in range(1, n + 1):
        configurations += [(*left, token) for left in configurations]
    worth: dict[tuple[int, ...], Fraction] = {}
    for left in configurations:
        worth[left] = Fraction(0)
        for total, chance in TWO_DICE.items():
            worth[left] += chance * min(
                (worth[rest] for rest in rests(left, total)), default=len(left)
            )
    return worth


def best_of(repetitions: int, call: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest time of the call, and what it returned."""
    best, found = float("inf"), None
    for _ in range(repetitions):
        begun = time.perf_counter()
        found = call()
        best = min(best, time.perf_counter() - begun)
    return best, found


def configurations(n: int, with_peer: bool) -> list[str]:
    """The row of every configuration of 1..n."""
    ours, table = best_of(1 if n > 16 else 5, lambda: sweep(TokenGame(n)))
    aim = "" if n not in AIMS else f"{time_text(AIMS[n])}: {'met' if ours < AIMS[n] else 'NOT MET'}"
    cells = [f"1..{n}, {len(table.worth)} configurations", time_text(ours)]
    if not with_peer:
        return [*cells, "", "", aim]
    theirs, worth = best_of(1, lambda: dictionary(n))
    if any(table.number(w) != worth[table.box.left(mask)] for mask, w in enumerate(table.worth)):
        raise SystemExit(f"the peer disagrees at 1..{n}")
    return [*cells, time_text(theirs), f"{theirs / ours:.3g} times faster", aim]


def laws() -> Iterator[list[str]]:
    """The rows of the laws of the score; the first is with the solving."""
    game = TokenGame()
    seconds, _ = best_of(3, lambda: score_law(game, strategy(solve(game).strategies[MAX])))
    yield ["law of the score of optimal play, 1..9", time_text(seconds), "", "", ""]
    seconds, _ = best_of(
        3, lambda: score_law(game, policy(lambda left, thrown: uniform(choices(left, thrown))))
    )
    yield ["law of the score of random choice, 1..9", time_text(seconds), "", "", ""]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="leave out 1..20, and the peer at 1..16"
    )
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    chosen = parser.parse_args()

    table = Table(
        "computed",
        "exactdice",
        "dictionary of Fractions",
        "ratio",
        "aim",
        box=box.MARKDOWN if chosen.markdown else box.SIMPLE_HEAD,
    )
    for row in laws():
        table.add_row(*row)
    for n in (9, 12, 16) if chosen.quick else (9, 12, 16, 20):
        table.add_row(*configurations(n, with_peer=n <= (12 if chosen.quick else 16)))
    console = Console(width=160)
    console.print(table)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"peak memory of this run: {peak:.0f} MB", highlight=False)


if __name__ == "__main__":
    main()

"""One task in a process of its own: `python benchmarks/fresh.py TASK D N` prints its time, peak
memory and EG(0, 0) as JSON.

The time leaves out imports. The peak is that of the whole process: VmHWM where /proc has it, else
ru_maxrss, which on Linux starts from the memory of the process that launched this one.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any


def opening(dice: int, target: int) -> Any:
    """OPT everywhere and EG(0, 0), exactly."""
    from exactdice import DiceBattle
    from exactdice.games.dice_battle import fast as dice_battle_fast

    return lambda: dice_battle_fast.line_at(DiceBattle(dice=dice, target=target)).gain(0)


def floats(dice: int, target: int) -> Any:
    """All of EG and OPT in numpy floats."""
    import peers

    return lambda: float(peers.float_solve(peers.float_throws(dice), target)[0][0, 0])


def recursion(dice: int, target: int) -> Any:
    """All of EG and OPT by recursion in Fractions."""
    import peers

    return lambda: peers.fraction_recursion(dice, target)[0, 0][0]


def peak_megabytes() -> float:
    """The most memory this process has held."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        2**20 if sys.platform == "darwin" else 1024
    )


def main(task: str, dice: str, target: str) -> None:
    """Run the task and print what it took."""
    call = {"opening": opening, "floats": floats, "recursion": recursion}[task](
        int(dice), int(target)
    )
    begun = time.perf_counter()
    gain = call()
    seconds = time.perf_counter() - begun
    exact = [hex(part) for part in gain.as_integer_ratio()]
    print(json.dumps({"seconds": seconds, "megabytes": peak_megabytes(), "gain": exact}))


if __name__ == "__main__":
    main(*sys.argv[1:])

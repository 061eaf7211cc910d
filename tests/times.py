"""The files of tests that take over 5 s each when run alone: `make test-times`.

On a machine that is shared both clocks run too fast: the one on the wall counts the waiting for
others, the processor's counts what a file's processes do at once on several cores. The lesser of
both, in the best of a few runs, is what the file takes at most on a free machine.
"""

import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 5  # seconds
RUNS = 3  # of a file that seems to take longer


def seconds(file):
    """(on the wall, of the processor) of one run of the file, its processes included."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    used, began = processor(), time.monotonic()
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - began, processor() - used


def processor():
    """The processor's seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def shortest(file):
    """The run that would be done soonest on a free machine, of as many as it takes to know that it
    takes no longer than allowed.
    """
    best = seconds(file)
    for _ in range(RUNS - 1):
        if min(best) <= MOST:
            break
        best = min(best, seconds(file), key=min)
    return best


if __name__ == "__main__":
    named = [Path(name).resolve() for name in sys.argv[1:]]
    for file in named or sorted((ROOT / "tests").rglob("test_*.py")):
        wall, used = shortest(file)
        if min(wall, used) > MOST:
            shown = file.relative_to(ROOT)
            print(f"{wall:.1f} s on the wall, {used:.1f} s of the processor  {shown}", flush=True)

"""A run that is killed anywhere is gone on with, and has what an undisturbed run has."""

import os
import random
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from kept_races import RACE, Fruit, entries_in, stored

from exactdice import solve

HERE = Path(__file__).parent

# Each run is a process of its own, forked from one that has loaded everything, and ends without any
# tidying up after so many steps of SQLite.
AT_EVERY_STEP = """
import os, sys
from pathlib import Path
sys.path.insert(0, {here!r})
from kept_races import SHORT, Fruit, entries_in, stored
from exactdice.solvers.stores import base
folder, game, stride, connected = Path({folder!r}), {game}, {stride}, base._connected

def run(into, last=None):
    child = os.fork()
    if not child:
        left = [last]
        def counted():
            left[0] -= 1
            if left[0] < 0:
                os._exit(9)
        def counting(*given):
            found = connected(*given)
            if last is not None:
                found.set_progress_handler(counted, 1)
            return found
        base._connected = counting
        stored(into, game)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

assert run(folder / "whole") == 0
whole, killed, last = entries_in(folder / "whole"), 0, 0
while run(folder / f"{{last}}", last) == 9:
    killed += 1
    assert run(folder / f"{{last}}") == 0, last
    assert entries_in(folder / f"{{last}}") == whole, last
    last += stride
print(killed)
"""


def killed_at_every(stride, folder, game="SHORT"):
    script = AT_EVERY_STEP.format(here=str(HERE), folder=str(folder), game=game, stride=stride)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def test_a_run_that_is_killed_at_a_step_is_gone_on_with(tmp_path):
    assert killed_at_every(150, tmp_path) > 3


@pytest.mark.slow
@pytest.mark.parametrize("game", ["SHORT", "Fruit()"])
def test_a_run_that_is_killed_at_any_step_is_gone_on_with(tmp_path, game):
    assert killed_at_every(7, tmp_path, game) > 30


RUN = """
import sys
from exactdice import DiceBattle, solve
solve(DiceBattle(dice=3, target=14), store=sys.argv[1])
"""


@pytest.mark.slow
def test_a_hundred_kills_at_random_moments_leave_what_there_would_be(tmp_path):
    rng, kills = random.Random(24), 0
    begun = monotonic()
    subprocess.run([sys.executable, "-c", RUN, str(tmp_path / "whole")], check=True)
    longest = 1.2 * (monotonic() - begun)  # so that some runs come to their end
    whole = entries_in(tmp_path / "whole")
    while kills < 100:
        folder, ended = tmp_path / f"{kills}", None
        while ended != 0:
            run = subprocess.Popen([sys.executable, "-c", RUN, str(folder)])
            try:
                ended = run.wait(rng.uniform(0, longest))
                assert ended == 0
            except subprocess.TimeoutExpired:
                run.kill()
                run.wait()
                kills += 1
        assert entries_in(folder) == whole


SEEDED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from kept_races import Fruit, stored
stored(Path(sys.argv[1]), Fruit())
"""


def test_what_is_kept_does_not_depend_on_the_seed_of_hashes(tmp_path):
    """This process has one of its own."""
    stored(tmp_path / "here", Fruit())
    subprocess.run(
        [sys.executable, "-c", SEEDED, str(tmp_path / "there"), str(HERE)],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        check=True,
    )
    assert entries_in(tmp_path / "here") == entries_in(tmp_path / "there")


def test_what_is_kept_does_not_depend_on_how_many_processes_look_for_states(tmp_path):
    for jobs in (1, 2):
        solve(RACE, store=tmp_path / f"{jobs}", jobs=jobs)
    assert entries_in(tmp_path / "1") == entries_in(tmp_path / "2")

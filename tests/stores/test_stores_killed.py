"""A run that is killed anywhere is gone on with, and the files are those of an undisturbed run."""

import os
import random
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from kept_races import RACE, Fruit, bytes_in, stored

from exactdice import solve

HERE = Path(__file__).parent

# Each run is a process of its own, forked from one that has loaded everything, and ends without any
# tidying up at the n-th step that changes the disk.
AT_EVERY_STEP = """
import os, sys
from pathlib import Path
sys.path.insert(0, {here!r})
from kept_races import SHORT, Fruit, bytes_in, stored
import pandas, pyarrow.ipc  # pyarrow loads pandas as soon as it is given a list
folder, game, stride = Path({folder!r}), {game}, {stride}

def run(into, last=None):
    child = os.fork()
    if not child:
        left = [last]
        def counted(function):
            def before(*given, **options):
                if left[0] is not None:
                    left[0] -= 1
                    if left[0] < 0:
                        os._exit(9)
                # A kill leaves the system running, which needs no word to keep what was written.
                return None if function is synced else function(*given, **options)
            return before
        synced = os.fsync
        for name in ("fsync", "replace", "chmod", "unlink", "mkdir"):
            setattr(os, name, counted(getattr(os, name)))
        stored(into, game)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

assert run(folder / "whole") == 0
whole, killed, last = bytes_in(folder / "whole"), 0, 0
while run(folder / f"{{last}}", last) == 9:
    killed += 1
    assert run(folder / f"{{last}}") == 0, last
    assert bytes_in(folder / f"{{last}}") == whole, last
    last += stride
print(killed)
"""


def killed_at_every(stride, folder, game="SHORT"):
    script = AT_EVERY_STEP.format(here=str(HERE), folder=str(folder), game=game, stride=stride)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def test_a_run_that_is_killed_at_a_step_is_gone_on_with(tmp_path):
    assert killed_at_every(14, tmp_path) > 3


@pytest.mark.slow
@pytest.mark.parametrize("game", ["SHORT", "Fruit()"])
def test_a_run_that_is_killed_at_any_step_is_gone_on_with(tmp_path, game):
    assert killed_at_every(1, tmp_path, game) > 30


RUN = """
import sys
from exactdice import DiceBattle, solve
solve(DiceBattle(dice=3, target=14), store=sys.argv[1])
"""


@pytest.mark.slow
def test_a_hundred_kills_at_random_moments_leave_the_bytes_as_they_are(tmp_path):
    rng, kills = random.Random(24), 0
    begun = monotonic()
    subprocess.run([sys.executable, "-c", RUN, str(tmp_path / "whole")], check=True)
    longest = 1.2 * (monotonic() - begun)  # so that some runs come to their end
    whole = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
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
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole


SEEDED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from kept_races import Fruit, stored
stored(Path(sys.argv[1]), Fruit())
"""


def test_the_files_do_not_depend_on_the_seed_of_hashes(tmp_path):
    """This process has one of its own."""
    stored(tmp_path / "here", Fruit())
    subprocess.run(
        [sys.executable, "-c", SEEDED, str(tmp_path / "there"), str(HERE)],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        check=True,
    )
    assert bytes_in(tmp_path / "here") == bytes_in(tmp_path / "there")


def test_the_files_do_not_depend_on_how_many_processes_look_for_states(tmp_path):
    for jobs in (1, 2):
        solve(RACE, store=tmp_path / f"{jobs}", jobs=jobs)
    assert bytes_in(tmp_path / "1") == bytes_in(tmp_path / "2")

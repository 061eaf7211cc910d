"""Settings of every test: how long an example takes says nothing on whether it is right.

The long tests draw twice as many examples, HYPOTHESIS_PROFILE=thorough. Mutation testing runs a few
examples many times, the same ones each time: HYPOTHESIS_PROFILE=mutation.
"""

import gc
import os
import signal
import sys
import tempfile
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory

import pytest
from kept_environment import kept_environment

# Files of this name hold no doctests, and as modules they are in each other's way.
collect_ignore_glob = ["*conftest.py"]

# To compile the package takes longer than most tests, and most commands that they start: what is
# compiled is kept, beside the sources or, where the environment forbids that, in the folder of what
# is built. So is hypothesis, which pytest compiles in its own way: it is imported after this.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    sys.pycache_prefix = str(Path(__file__).parents[1] / "build" / "compiled")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# A file that is written anew waits for the disk, longer than most tests take: what tests write lies
# in memory, where the machine has enough of it. Workers inherit the folder.
MEMORY, ENOUGH_ROOM = Path("/dev/shm"), 2 << 30
IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
if not IS_WORKER and os.access(MEMORY, os.W_OK) and disk_usage(MEMORY).free > ENOUGH_ROOM:
    WRITTEN = TemporaryDirectory(prefix="tests-", dir=MEMORY)
    os.environ["TMPDIR"] = tempfile.tempdir = WRITTEN.name

# What earlier runs found is no test of this one.
CACHE = TemporaryDirectory(prefix="exactdice-cache-")
os.environ["EXACTDICE_CACHE"] = CACHE.name

# What is imported and collected stays to the end: to search it for garbage takes as long as the
# rest of collecting, and would be done again and again while tests run.
gc.disable()
# New objects before a search, and searches before a wider one. Most of what tests make is no
# garbage, and as often as Python searches it by itself, a tenth of the processor's time goes there.
SELDOM = (20_000, 20, 20)


def pytest_configure():
    """Say how hypothesis tries examples."""
    from hypothesis import Phase, settings

    settings.register_profile("exactdice", deadline=None, print_blob=True, max_examples=50)
    settings.register_profile("thorough", deadline=None, print_blob=True, max_examples=100)
    settings.register_profile(
        "mutation",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=50,
        phases=(Phase.explicit, Phase.generate),
    )
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "exactdice"))


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers():
    """One worker more than there are cores: some always wait for a command that a test started."""
    cores = yield
    return cores + 1


def pytest_collection_finish():
    """Leave all that is there out of every search for garbage, and search again from here on."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(*SELDOM)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """Of a module without dialogues of Python nothing is collected as doctests, which would search
    all that it imports.
    """
    found = yield
    if file_path.suffix != ".py" or ">>> " in file_path.read_text(encoding="utf-8"):
        return found
    return [file for file in found if type(file) is pytest.Module]


@pytest.fixture(autouse=True)
def the_environment_is_left_as_it_was():
    """No test finds what another one has left in the environment."""
    with kept_environment():
        yield


ENOUGH = 60  # seconds of the processor's time, of which each test below takes a few at most


@pytest.fixture
def must_end():
    """A test that would go on for hours fails. It counts the processor's time for this process
    alone, however busy the machine is.
    """

    def stop(*_):
        pytest.fail(f"it did not end in {ENOUGH} s of the processor's time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENOUGH)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)

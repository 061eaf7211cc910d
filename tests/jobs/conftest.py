"""What does portions is there before the first worker of any test begins, and one cluster."""

import pytest

from exactdice.jobs.worker import PRELOADED

PRELOADED.update(dict.fromkeys(["exactdice.jobs.cluster", "exactdice.writeup.sweeps"]))


@pytest.fixture(scope="session")
def cluster():
    from exactdice.jobs.cluster import connected

    with connected("local", 2) as found:
        yield found

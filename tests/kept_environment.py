"""The environment, as it was before."""

import os
from contextlib import contextmanager

PYTESTS_OWN = "PYTEST_CURRENT_TEST"


@contextmanager
def kept_environment():
    """What a library writes into the environment, as pygame and Dask do, does not outlive the test:
    every command that a later test starts would inherit it, and none could be run in a process
    that is loaded already.
    """
    before = environment()
    yield
    after = environment()
    for name in after.keys() - before.keys():
        del os.environ[name]
    for name, value in before.items():
        if after.get(name) != value:
            os.environ[name] = value


def environment():
    """The variables and their values, but for what pytest writes there of each test."""
    found = dict(os.environ)
    found.pop(PYTESTS_OWN, None)
    return found

"""Processes that end with the test that began them."""

import subprocess
import sys
from contextlib import contextmanager


@contextmanager
def processes():
    """Starts processes that end with the block at the latest."""
    begun = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        begun.append(process)
        return process

    try:
        yield start
    finally:
        for process in begun:
            process.kill()
            process.communicate()

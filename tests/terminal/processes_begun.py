"""Processes that end with the test that began them."""

import subprocess
import sys
from contextlib import contextmanager

# What is started in the background of a shell ignores Ctrl-C, and so would what it starts.
HEEDING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


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

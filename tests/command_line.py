"""The command line in another process, as a person starts it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(*words, text=None, **environment):
    command = [sys.executable, "-m", "exactdice", *map(str, words)]
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", **environment}
    return subprocess.run(
        command, capture_output=True, text=True, input=text, env=env, timeout=120, check=False
    )

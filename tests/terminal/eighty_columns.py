"""Commands on a terminal of 80 columns, and what is too wide for it."""

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

from surroundings import surrounded

REPORT = """The mean of five dice is 8.636<!-- exactdice: EP(5) -->, no less
than 8.363<!-- exactdice: EP(5) -->. The player moving first gains
0.7222<!-- exactdice: EG(0,0) dice=3 target=2 -->, and 12 of 0.5<!-- exactdice: nosuch(2) -->
"""

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def too_wide(text):
    return [line for line in ESCAPE.sub("", text).splitlines() if len(line) > 80]


def with_report(folder):
    """The folder, with a report in it."""
    (folder / "r.md").write_text(REPORT, encoding="utf-8")
    return folder


def seen(folder, words):
    """What the command writes on a terminal of 80 columns and 24 lines."""
    return on_terminal(folder, words, "stdout")[0]


def seen_beside(folder, words):
    """(what it writes to a file, what a person sees) where standard error alone is a terminal."""
    return on_terminal(folder, words, "stderr")[::-1]


def on_terminal(folder, words, stream):
    """(what the command writes on a terminal, to which this stream leads, what on the other)."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = surrounded(TERM="xterm-256color")
    env.pop("NO_COLOR", None)
    with tempfile.TemporaryFile() as other:
        process = subprocess.Popen(
            [sys.executable, "-m", "exactdice", *words],
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            **({"stdout": other, "stderr": other} | {stream: theirs}),
        )
        os.close(theirs)
        parts = []
        # Linux ends what is read of a closed terminal by an error.
        with contextlib.suppress(OSError):
            while part := os.read(ours, 65536):
                parts.append(part)
        os.close(ours)
        process.wait(timeout=60)
        other.seek(0)
        return b"".join(parts).decode().replace("\r\n", "\n"), other.read().decode()

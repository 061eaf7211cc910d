"""What the command `exactdice` starts. It is outside the package so that Ctrl-C while the package
loads ends with one line too.
"""

import sys

INTERRUPTED = 130


def main() -> None:
    """Load the package and run its command line."""
    try:
        from exactdice.cli.terminal.main import main as command_line

        command_line()
    except KeyboardInterrupt:
        print("interrupted: files are written whole or not at all", file=sys.stderr)
        sys.exit(INTERRUPTED)

"""What is too wide for a terminal of 80 columns."""

import re

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def too_wide(text):
    return [line for line in ESCAPE.sub("", text).splitlines() if len(line) > 80]

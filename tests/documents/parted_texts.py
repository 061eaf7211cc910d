"""Short texts, as tests list them."""

import re


def cases(text):
    """The texts that three blanks part, in which ⏎ is a new line and ␣ the blank at an end."""
    texts = re.split(r"\n| {3,}", text)
    return [one.strip().replace("⏎", "\n").replace("␣", " ") for one in texts if one.strip()]

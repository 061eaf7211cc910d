"""The names of the strategies of all games, as they are listed.

They stand here together, below the games, as the parser of queries and the completion of the
terminal need them before there is a game; a test compares them with what the games enter.
"""

from __future__ import annotations

from .register import WORDS, Word

OPTIMAL_WITH = "optimal(option=..., ties=...)"
IN_TURNS_WITH = "in_turns(ties=...)"
TIES_OPTION = "ties"  # the option of a strategy that says how its ties are broken
LEAVING_TIES = ("optimal", "in_turns")  # where that option is left out
TIE_NAMES = ("first", "last", "fewest", "random")  # of the ways to break ties
WITH_OPTIONS = (OPTIMAL_WITH, IN_TURNS_WITH)
EVERY_NAME = (
    "bank_at(n)",
    "blind",
    "by_table(file)",
    "dice(n)",
    "fewest_tokens",
    "first",
    "hold_at(n)",
    "in_turns",
    IN_TURNS_WITH,
    "keep_pace",
    "keep_pace(end, base, divisor)",
    "largest_first",
    "last",
    "lexicographic",
    "match",
    "mixed(a, p, ...)",
    "most_tokens",
    "one_shot",
    "optimal",
    OPTIMAL_WITH,
    "random",
    "scoring_turns(n)",
    "search(n)",
    "worst",
)
WORDS.update(name.partition("(")[0] for name in EVERY_NAME if "(" in name)


def leaves_ties(written: object) -> bool:
    """Whether this is a strategy by name that leaves ties, or mixes one that does.

    >>> leaves_ties(Word("optimal")), leaves_ties(Word("mixed", (Word("random"), 1)))
    (True, False)
    """
    if not isinstance(written, Word):
        return False
    if written.name in LEAVING_TIES:
        return TIES_OPTION not in dict(written.options)
    return any(map(leaves_ties, written.arguments or ()))

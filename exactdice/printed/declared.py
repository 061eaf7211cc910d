"""Words with a declared meaning, such as `Tie` for 0, and cells that print no number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..argument_checks import a_text, got
from ..errors import ClaimsError
from ..exact import Exact, as_exact, shown
from .spellings import Printed, Spelling
from .wrappings import unwrapped

EMPTY = frozenset(["", "-", "--", "---", "\u2212", "–", "—", "n/a", "n.a.", r"\textendash"])
EMPTY |= {r"\textemdash", r"\textendash{}", r"\textemdash{}"}
MARKUP = re.compile(r"\\[A-Za-z]+|[\\$*_`{}]")


def is_empty_cell(text: str) -> bool:
    """Whether a cell prints no number: nothing, a dash, or `n/a`.

    >>> is_empty_cell("$-$"), is_empty_cell("N/A"), is_empty_cell("0")
    (True, True, False)
    """
    plain = text.strip().lower()
    return plain in EMPTY or unwrapped(plain)[1].strip() in EMPTY


def printed_word(text: str, words: Mapping[str, Exact]) -> Printed | None:
    """The exact number that the text means by these words, markup and case aside; None when it is
    none of them.

    >>> printed_word("**tie**", {"Tie": 0, "1st wins": 1}).value
    0
    """
    word = _plain(text)
    for known, value in _listed(words):
        if _plain(known) == word:
            before, _, after = unwrapped(text.strip())
            number = as_exact(value, f"the meaning of {shown(known)}")
            return Printed(text.strip(), number, None, "", Spelling(before, after=after))
    return None


def check_words(words: Mapping[str, Exact]) -> None:
    """Refuse words that say nothing, are the same but for markup and case, or mean no number."""
    seen = dict[str, str]()
    for word, value in _listed(words):
        as_exact(value, f"the meaning of {shown(word)}")
        plain = _plain(word)
        if not plain and not is_empty_cell(word):
            raise ClaimsError(f"a word with a meaning must not be empty, got {shown(word)}")
        if plain in seen:
            raise ClaimsError(f"the words {shown(seen[plain])} and {shown(word)} are the same")
        seen[plain] = word


def _listed(words: object) -> Iterable[tuple[str, Exact]]:
    if not isinstance(words, Mapping):
        raise ClaimsError(f"words must be a dict of texts and their exact numbers, {got(words)}")
    return words.items()


def _plain(text: str) -> str:
    """The text in small letters without markup, blanks as one."""
    return " ".join(MARKUP.sub("", a_text(text, "a word")).casefold().split())

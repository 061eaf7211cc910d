"""The number, or the two of an interval, that the text of a claim prints, by the claim's kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.numbers import shown
from ...query.register import Answer
from ..printed.numbers import (
    may_be_against,
    odds_against,
    parse_interval,
    parse_printed,
    parse_uncertain,
    printed_word,
    readings,
)
from ..printed.spellings import Printed, UnclearMark, unwrapped
from .claim import SAMPLED, Claim, Kind, Settings, no_number
from .values import is_whole

# Words that say without a kind that the number is near, on either side of it.
SAY_NEAR = (
    *("about", "around", "approximately", "approx", "roughly", "circa", "close to", "near"),
    *("environ", "à peu près", "proche de", "autour de"),
    *("etwa", "ungefähr", "rund", "nahe an", "nahe bei"),
)
ABBREVIATED = ("approx.", "ca.", "env.")  # which are read with the number
NEAR_WORDS = (
    *SAY_NEAR,
    *("approx.", "some", "nearly", "almost", "presque", "fast", "knapp"),
)
WORDS = "|".join(map(re.escape, (*SAY_NEAR, *ABBREVIATED))).replace(r"\ ", r"[\s~]+")
SAYS_NEAR = re.compile(rf"(?<![\w\\-])(?:{WORDS})[\s~$*_`{{(\\]*\Z", re.IGNORECASE)
DENIED = re.compile(
    r"(?:\bnot|n['’]t|nowhere|nothing|never|\bpas|nicht|kein\w{0,2})\W{1,9}\Z", re.IGNORECASE
)
# The same by a sign, directly before a number or before the markup around it.
SIGN = re.compile(r"(?:[≈≃∼≅]|\\(?:approx|simeq|sim)|\b(?:ca|c|approx|env)\.)\Z", re.IGNORECASE)
TILDE = re.compile(r"(?:\A|[^\w.,)}~])~\Z")  # no tie, which stands behind what it ties
MARKUP = " \t$~{(*_`"
# Kinds whose numbers are said with words before them, and these words: about one in 25, at least 8.
SAID = {
    Kind.ROUNDED: SAY_NEAR,
    Kind.ABOUT: NEAR_WORDS,
    Kind.AT_MOST: ("at most", "no more than", "up to", "au plus", "höchstens", *NEAR_WORDS),
    Kind.AT_LEAST: ("at least", "no less than", "au moins", "mindestens", *NEAR_WORDS),
}

PrintedLaw = tuple[tuple[str, Printed], ...]  # the outcomes with their chances
# An entry begins after a comma, with its outcome and a colon.
OUTCOME = r"-?\d{1,30}(?:[/.]\d{1,30})?|[A-Za-z_]\w{0,60}|\([^(){}:]{1,200}\)"
ENTRY = re.compile(rf"[,;]\s{{0,9}}(?P<outcome>{OUTCOME})\s{{0,9}}(?::|\\colon|\\mapsto)", re.ASCII)
UPRIGHT = re.compile(r"\\(?:mathrm|text|textrm|mbox)\{([^\\{}]{0,80})\}")
SET = re.compile(r"\$?\s*\\?\{(?P<inside>[^{}]*?)\\?\}\s*\$?")
MEMBER = re.compile(r"\d{1,30}|[A-Za-z_]\w{0,60}", re.ASCII)

read_number = lru_cache(maxsize=4096)(parse_printed)  # tables print a number many times


def read_claimed_number(claim: Claim, text: str, settings: Settings) -> Claim:
    """The claim with what the text prints, or why that cannot be read."""
    try:
        found = _read_by_kind(claim, text, settings)
        if not may_be_against(found.printed):
            return found
        odds = found.printed
        doubt = f"write `{odds.text} for` or `{odds.text} against`"
        return replace(found, readings=(odds, odds_against(odds)), doubt=doubt)
    except UnclearMark as error:
        both = readings(_strip_words(text, claim.kind), settings.decimal)
        return replace(claim, printed=both[0], readings=both, unreadable=str(error))
    except ExactDiceError as error:
        return replace(claim, unreadable=str(error))


def _read_by_kind(claim: Claim, text: str, settings: Settings) -> Claim:
    one_line, decimal, kind = " ".join(text.split()), settings.decimal, claim.kind
    if kind == Kind.INTERVAL:
        low, high = parse_interval(text, decimal)
        return replace(claim, printed=replace(low, text=one_line), upper=high)
    if kind in SAMPLED:
        try:
            return replace(claim, printed=parse_uncertain(text, decimal))
        except ExactDiceError:  # an estimate of so many games may have no error
            if kind == Kind.UNCERTAIN:
                raise
            return replace(claim, printed=read_number(text, decimal))
    if "{" in text:  # as few texts
        members = parse_set(text)
        law = None if members else parse_distribution(text, lambda one: read_number(one, decimal))
        if members is not None or law is not None:
            try:  # what may be a number as well, as {0,65} in LaTeX
                number = read_number(text, decimal)
            except UnclearMark:
                raise
            except ExactDiceError:
                number = no_number(text)
            return replace(claim, printed=number, members=members, law=law)
    declared, plain = printed_word(text, settings.words), _strip_words(text, kind)
    printed = declared or read_number(plain, decimal)
    if plain != text and not declared:
        printed = replace(printed, text=one_line)
    if printed.is_cut_off and kind == Kind.EXACT:
        raise ClaimsError(
            f"the dots of {shown(printed.text)} say that digits follow, so it is not exact: write "
            "a fraction, or kind=truncated"
        )
    if kind == Kind.ROUNDED and printed.is_cut_off:
        kind = Kind.TRUNCATED
    elif kind == Kind.ROUNDED and printed.error is not None:
        # An error that is printed is meant: only as a mean of n games it has another test.
        kind = Kind.UNCERTAIN
    return replace(claim, printed=printed, kind=kind)


def _strip_words(text: str, kind: Kind) -> str:
    """The text behind the words that say its kind, as in `about one in 25`."""
    words = " ".join(text.replace("~", " ").split())
    for said in SAID.get(kind, ()):
        if words.casefold().startswith(f"{said} "):
            return words[len(said) + 1 :]
    return text


def says_near(before: str) -> bool:
    """Whether a text ends with a word which says that the number behind it is near.

    >>> [says_near(text) for text in ("it is close to $", "etwa ", "not about ", "all of ")]
    [True, True, False, False]
    """
    found = SAYS_NEAR.search(before)
    return found is not None and not DENIED.search(before[: found.start()])


def says_near_by_sign(before: str) -> bool:
    """Whether a text ends with a sign such as ≈ or ca., or with the markup behind one.

    >>> [says_near_by_sign(text) for text in ("it is ≈ $", "ca. ", " ~", "Table~", "is ")]
    [True, True, True, False, False]
    """
    after_tilde = before.rstrip(MARKUP.replace("~", ""))
    return bool(SIGN.search(before.rstrip(MARKUP)) or TILDE.search(after_tilde))


def read_nearness(claim: Claim, before: str) -> Claim:
    """The claim of a number that no kind is said of, near where words before it, or with which its
    own text begins, say so; 0 and 1 by a sign too, and where they are estimates.

    More than two digits say more than `about` does: such a number is rounded to them.
    """
    printed = claim.printed
    start = re.search(r"\d", printed.text)
    own = printed.text[: start.start()] if start else ""
    is_said = says_near(own) or says_near(before)
    if is_whole(printed) and printed.value in (-1, 0, 1):
        is_said = is_said or printed.is_approximate or says_near_by_sign(before)
        if claim.kind == Kind.MONTECARLO and is_said:
            return replace(claim, printed=replace(printed, is_approximate=True))
    else:
        shown = printed.per or printed
        number = abs(Fraction(shown.value))
        if shown.places is None:
            is_coarse = 0 < max(number.numerator, number.denominator) < 10
        else:
            digits = int(number * Fraction(10) ** shown.places)
            # Zeros at the end of a whole number show nothing.
            while shown.places + shown.spelling.scale <= 0 and digits >= 100 and digits % 10 == 0:
                digits //= 10
            is_coarse = 0 < digits < 100
        if not is_coarse:
            return claim
    return replace(claim, is_near=True) if claim.kind == Kind.ROUNDED and is_said else claim


# --- laws and sets --------------------------------------------------------------------------------


def parse_distribution(text: str, read: Callable[[str], Printed]) -> PrintedLaw | None:
    r"""The outcomes of the distribution that a text prints, with their chances as `read` reads
    them; None where it prints none.

    >>> from ..printed.numbers import parse_printed
    >>> printed = r"$\{1: \frac{1}{3}, 2: \frac{2}{3}\}$"
    >>> [name for name, _ in parse_distribution(printed, parse_printed)]
    ['1', '2']
    >>> parse_distribution("{1, 2}", parse_printed) is None
    True
    """
    before, inside, _ = unwrapped(text.strip())
    if inside.startswith("\\{") and inside.endswith("\\}"):
        inside = inside[2:-2]
    elif "{" not in before:
        return None
    inside = UPRIGHT.sub(r"\1", inside).replace("\\_", "_")
    inside = f",{inside.strip()}"  # so that the first entry stands after a comma as well
    found = list(ENTRY.finditer(inside))
    if not found or found[0].start():
        return None
    ends = [after.start() for _, after in pairwise(found)] + [len(inside)]
    law = dict[str, Printed]()
    for one, end in zip(found, ends, strict=True):
        name = "".join(one["outcome"].split())
        if name in law:
            raise ClaimsError(f"a printed law must have each outcome once, got {name} again")
        try:
            law[name] = read(inside[one.end() : end].strip())
        except UnclearMark as error:  # of a single number both readings would be tried
            raise ClaimsError(str(error)) from error
    return tuple(law.items())


def parse_set(text: str) -> frozenset[Answer] | None:
    r"""The members of the set that a text prints; None where it prints none.

    >>> sorted(parse_set(r"$\{1, 2\}$"))
    [1, 2]
    >>> parse_set("{0.5}") is None and parse_set("{7}") is None
    True
    """
    found = SET.fullmatch(text.strip())
    # Braces around one number may be those of LaTeX, and a set of one is judged like its member.
    is_number = "\\{" not in text and unwrapped(text.strip())[1].strip().isdecimal()
    if found is None or is_number:
        return None
    parts = [part.strip() for part in found["inside"].split(",")]
    if not all(MEMBER.fullmatch(part) for part in parts):
        return None
    return frozenset(int(part) if part.isdecimal() else part for part in parts)

"""The number, or the two of an interval, that the text of a claim prints, by the claim's kind."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ..printed.chances import may_be_against, odds_against
from ..errors import ClaimsError, ExactDiceError
from ..exact import shown
from ..printed.decimals import UnclearMark
from ..printed.declared import printed_word
from ..printed.intervals import parse_interval
from ..printed.numbers import Printed, parse_printed, readings
from ..printed.uncertain import parse_uncertain
from .claim import SAMPLED, Claim, Kind, no_number
from .printed_laws import law_printed
from .sets import members_printed
from .settings import Settings

NEAR_WORDS = (
    *("about", "around", "approximately", "approx", "approx.", "roughly", "some", "nearly"),
    *("almost", "circa", "environ", "presque", "etwa", "rund", "ungefähr", "fast", "knapp"),
)
# Kinds whose numbers are said with words before them, and these words: about one in 25, at least 8.
SAID = {
    Kind.ABOUT: NEAR_WORDS,
    Kind.ORDER: (
        *("of the order of", "in the order of", "on the order of", "de l'ordre de"),
        *("in der größenordnung von", *NEAR_WORDS),
    ),
    Kind.AT_MOST: ("at most", "no more than", "up to", "au plus", "höchstens", *NEAR_WORDS),
    Kind.AT_LEAST: ("at least", "no less than", "au moins", "mindestens", *NEAR_WORDS),
}

read_number = lru_cache(maxsize=4096)(parse_printed)  # tables print a number many times


def with_number(claim: Claim, text: str, settings: Settings) -> Claim:
    """The claim with what the text prints, or why that cannot be read."""
    try:
        found = _with_printed(claim, text, settings)
        if not may_be_against(found.printed):
            return found
        return replace(found, readings=(found.printed, odds_against(found.printed)))
    except UnclearMark as error:
        both = readings(_without_words(text, claim.kind), settings.decimal)
        return replace(claim, printed=both[0], readings=both, unreadable=str(error))
    except ExactDiceError as error:
        return replace(claim, unreadable=str(error))


def _with_printed(claim: Claim, text: str, settings: Settings) -> Claim:
    if claim.kind == Kind.INTERVAL:
        low, high = parse_interval(text, settings.decimal)
        whole = replace(low, text=" ".join(text.split()))
        return replace(claim, printed=whole, upper=high)
    if claim.kind in SAMPLED:
        return replace(claim, printed=read_estimate(text, claim.kind, settings.decimal))
    members = members_printed(text)
    law = None if members else law_printed(text, lambda one: read_number(one, settings.decimal))
    if members is not None or law is not None:
        number = _number_in_braces(text, settings.decimal)
        return replace(claim, printed=number, members=members, law=law)
    declared = printed_word(text, settings.words) if settings.words else None
    printed = declared or _read_said(text, claim.kind, settings.decimal)
    return replace(claim, printed=printed, kind=_kind_meant(claim.kind, printed))


def _kind_meant(kind: Kind, printed: Printed) -> Kind:
    """The kind that the claim says, else the one that the number shows."""
    if printed.is_cut_off and kind == Kind.EXACT:
        raise ClaimsError(
            f"the dots of {shown(printed.text)} say that digits follow, so it is not exact: write "
            "a fraction, or kind=truncated"
        )
    if kind != Kind.ROUNDED:
        return kind
    if printed.is_cut_off:
        return Kind.TRUNCATED
    # An error that is printed is meant: only as a mean of n games it has another test.
    return kind if printed.error is None else Kind.UNCERTAIN


def _number_in_braces(text: str, decimal: str | None) -> Printed:
    """The number that a printed set may be as well, as {0,65} in LaTeX; else what is none."""
    try:
        return read_number(text, decimal)
    except UnclearMark:
        raise
    except ExactDiceError:
        return no_number(text)


def _read_said(text: str, kind: Kind, decimal: str | None) -> Printed:
    """The printed number, after words such as `about` where its kind says as much."""
    number = _without_words(text, kind)
    printed = read_number(number, decimal)
    return printed if number == text else replace(printed, text=" ".join(text.split()))


def _without_words(text: str, kind: Kind) -> str:
    """The text behind the words that say its kind, as in `about one in 25`."""
    words = " ".join(text.replace("~", " ").split())
    for said in SAID.get(kind, ()):
        if words.casefold().startswith(f"{said} "):
            return words[len(said) + 1 :]
    return text


def read_estimate(text: str, kind: Kind, decimal: str | None) -> Printed:
    """The printed number with its error; an estimate of so many games may have none."""
    try:
        return parse_uncertain(text, decimal)
    except ExactDiceError:
        if kind == Kind.UNCERTAIN:
            raise
        return read_number(text, decimal)

"""A finding as the report page shows it: its number, its group, and what its panel says."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import count
from typing import Any

from ...distributions.distribution import Distribution, EndlessLaw
from ...exact.errors import ExactDiceError
from ...exact.numbers import (
    Exact,
    Interval,
    Rounding,
    decimal_text,
    exact_text,
    is_symbolic,
    printable,
)
from ...query.laws import Within
from ...query.register import Moments, Multiples
from ...writeup.tables import number_text
from ..claims.approximate import APPROXIMATE, Allowed, allowed_by
from ..claims.claim import Claim, Document, Kind, options_text
from ..claims.findings import explanation, place
from ..claims.kept import enclosed_value
from ..claims.verdict import OPEN, Finding, Verdict, holds
from ..claims.without_decimals import as_meant

LONGEST_EXACT = 20_000  # characters of an exact value on the page; a longer one by its decimals
PLACES_OF_LONG = 100  # decimals of a value that is longer


class Group(StrEnum):
    """What a reader is to make of a number, the gravest first."""

    WRONG = "wrong"
    OPEN = "open"
    ODD = "odd"
    RIGHT = "right"


SIGNS = {Group.WRONG: "✗", Group.OPEN: "?", Group.ODD: "!", Group.RIGHT: "✓"}


def group_of(finding: Finding, strict: bool) -> Group:
    """The group of its verdict; strictly, what is odd is wrong."""
    if finding.verdict in OPEN:
        return Group.OPEN
    if not holds(finding, strict):
        return Group.WRONG
    return Group.RIGHT if holds(finding, strict=True) else Group.ODD


@dataclass(frozen=True)
class ShownFinding:
    """A finding with its number on the page, from 1."""

    number: int
    document: Document
    finding: Finding
    group: Group

    @property
    def key(self) -> str:
        """What the element that shows it is called on the page."""
        return f"finding-{self.number}"

    @property
    def claim(self) -> Claim:
        """The claim that it is about."""
        return self.finding.claim

    @property
    def is_sentence(self) -> bool:
        """Whether a sentence is claimed, and no number."""
        return self.claim.kind == Kind.STATEMENT

    @property
    def printed(self) -> str:
        """What is printed, on one line."""
        return printable(" ".join(plain_printed(self.claim.printed.text).split()))

    @property
    def label(self) -> str:
        """What it is for those who hear the page."""
        return f"{self.printed}: {self.finding.verdict}"


def shown_findings(
    results: Sequence[tuple[Document, Sequence[Finding]]], strict: bool
) -> list[list[ShownFinding]]:
    """The findings of each document, numbered through the page."""
    numbers = count(1)
    return [
        [ShownFinding(next(numbers), document, one, group_of(one, strict)) for one in found]
        for document, found in results
    ]


PLAIN = {
    "{,}": ",",
    "{.}": ".",
    r"\,": "\u202f",
    r"\%": "%",
    "~": "\u00a0",
    "$": "",
    r"\(": "",
    r"\)": "",
}


def plain_printed(text: str) -> str:
    r"""The printed text without the little mark-up that numbers mostly have.

    >>> plain_printed(r"$ 0{,}25$"), plain_printed(r"\frac{5}{6}")
    ('0,25', '\\frac{5}{6}')
    """
    text = without_mark_up(text).strip()
    return text if "\\" in text else text.strip("*`")


def without_mark_up(text: str) -> str:
    """The text without the mark-up of formulas around and within plain numbers."""
    for markup, plain in PLAIN.items():
        text = text.replace(markup, plain)
    return text


def said_of(finding: Finding) -> str:
    """The explanation of the verdict, in which the number is written as it is seen."""
    said = explanation(finding)
    is_marked_up = any(markup in finding.claim.printed.text for markup in PLAIN)
    return printable(without_mark_up(said) if is_marked_up else said)


# --- what the panel says --------------------------------------------------------------------------


def data_of(shown: ShownFinding) -> dict[str, object]:
    """What the panel of a finding shows, as JSON holds it; every exact number is a text `a/b`."""
    finding, claim = shown.finding, shown.claim
    texts = {
        "name": claim.name,
        "place": place(shown.document, claim),
        "printed": shown.printed,
        "verdict": str(finding.verdict),
        "said": said_of(finding),
        "where": claim.where,
        "note": claim.note,
        "query": "" if claim.unclear else " ".join([claim.query, *options_text(claim.given)]),
        "correct": plain_printed(finding.correct),
    }
    return {
        **{key: printable(text) for key, text in texts.items() if text},
        "number": shown.number,
        "group": str(shown.group),
        "hints": [*map(printable, finding.hints)],
        "modes": [*map(str, finding.modes)],
        "value": value_data(finding),
        "cell": cell_data(finding),
        "law": law_data(finding),
    }


def value_data(finding: Finding) -> dict[str, object] | None:
    """The exact value: its text, and numbers that decimals are read off; of one that is too long
    for a page bounds with many decimals.
    """
    value = finding.value
    if value is None:
        return None
    text = printable(number_text.exact(value))
    ends = ends_of(finding)
    if len(text) > LONGEST_EXACT:
        said = f"too long for this page: {len(text)} characters"
        if not ends:
            return {"kind": "other", "text": f"{text[:200]}... ({said})"}
        lower = decimal_text(min(ends), PLACES_OF_LONG, Rounding.FLOOR)
        upper = decimal_text(max(ends), PLACES_OF_LONG, Rounding.CEILING)
        lower, upper = exact_text(Fraction(lower)), exact_text(Fraction(upper))
        return {"kind": "bounds", "text": said, "lower": lower, "upper": upper}
    if len(ends) == 1:
        return {"kind": "number", "text": text}
    if ends:
        kind = "bounds" if isinstance(value, Interval) else "irrational"
        lower, upper = map(exact_text, ends)
        return {"kind": kind, "text": text, "lower": lower, "upper": upper}
    if isinstance(value, Distribution | EndlessLaw):
        return {"kind": "law", "text": text, "outcomes": _outcomes(value)}
    is_set = isinstance(value, frozenset | Multiples)
    return {"kind": "set" if is_set else "other", "text": text}


def _outcomes(law: Distribution[Any] | EndlessLaw) -> list[list[str]]:
    """The outcomes of a law with their chances."""
    entries = number_text.law_entries(law)
    return [[printable(name), exact_text(chance)] for name, chance in entries]


def ends_of(finding: Finding) -> tuple[Exact, ...]:
    """The value as a number, or the two ends between which it lies; none where it is no number."""
    value = finding.value
    if isinstance(value, bool):
        return ()
    if isinstance(value, Exact):
        return (value,)
    bounds = value if isinstance(value, Interval) else finding.enclosed
    if bounds is None and is_symbolic(value):
        bounds = enclosed_value(value)
    return () if bounds is None else (bounds.lower, bounds.upper)


# --- the numbers that print so --------------------------------------------------------------------


def cell_data(finding: Finding) -> dict[str, object] | None:
    """Between which numbers the value should lie, with where these are from; None where that is
    one number, or is open to one side.
    """
    claim = finding.claim
    if claim.defect or claim.kind == Kind.STATEMENT or claim.members or claim.law:
        return None
    said, cell = _cell(finding)
    if cell is None or not cell.width:
        return None
    ends = {"lower": exact_text(cell.lower), "upper": exact_text(cell.upper)}
    return {"said": said, "printed": exact_text(claim.printed.value), **ends}


def _cell(finding: Finding) -> tuple[str, Interval | None]:
    """What the interval is, and the interval; None where it is open to a side, is a matter of
    squares or not known.
    """
    claim, printed = finding.claim, finding.claim.printed
    if finding.estimate is not None:
        return "the means that print so", finding.estimate.cell
    if claim.kind in APPROXIMATE:
        allowed = Allowed(None, None)
        if claim.kind != Kind.ORDER:
            with suppress(ExactDiceError):
                allowed = allowed_by(claim)
        ends = allowed.ends
        return "what the document allows", Interval(*ends) if len(ends) == 2 else None
    if claim.kind == Kind.UNCERTAIN and printed.error is not None:
        error = Interval(printed.value - printed.error, printed.value + printed.error)
        return "the printed error", error
    if claim.kind == Kind.EXACT or (printed.places is None and printed.per is None):
        return "", None
    if claim.kind == Kind.TRUNCATED or finding.verdict == Verdict.TRUNCATED:
        said = "the numbers that are cut off so"
        if printed.places is None:
            return said, None
        unit = Fraction(10) ** -printed.places
        beyond = printed.value + (unit if printed.value >= 0 else -unit)
        return said, Interval(min(printed.value, beyond), max(printed.value, beyond))
    values = ends_of(finding)
    meant = as_meant(claim, values).printed if values else printed
    return "the numbers that are rounded so", meant.cell


# --- estimates ------------------------------------------------------------------------------------


def law_data(finding: Finding) -> dict[str, object] | None:
    """The law of the mean that an estimate is one of: its mean and its variance, between which the
    page draws it, and how many games; None where that is not known.
    """
    estimate = finding.estimate
    if estimate is None or not estimate.games:
        return None
    law = estimate.law
    # Of bounds on two outcomes the law in the middle.
    middle = law.laws()[0] if isinstance(law, Within) and law.outcomes.has_two else law
    known = Moments.of(middle) if isinstance(middle, Moments | Distribution) else None
    if known is None or known.variance <= 0:
        return None
    outcomes = list[list[str]]()
    # Of one game, where they are few.
    if isinstance(law, Distribution) and len(number_text.exact(law)) <= LONGEST_EXACT:
        outcomes = _outcomes(law)
    return {
        "mean": exact_text(known.mean),
        "variance": exact_text(Fraction(known.variance) / estimate.games),
        "games": estimate.games,
        "z": None if estimate.z is None else decimal_text(estimate.z, 2),
        "outcomes": outcomes,
    }

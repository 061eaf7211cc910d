"""Findings as the report page shows them: the number and the group of each, its panel, and its
place in the text of the document.

A stand-in takes the place of each number while the document is rendered, and becomes a button where
its text is written out. It holds a digest of the document, so that no document can hold one itself.

Of a formula the page holds the source, which its script has KaTeX typeset. A number within a longer
formula stands beside it as a button too. In the formula it has a colour of its own, by which the
script finds it once it is typeset, and makes it the button.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from html import escape
from itertools import count
from operator import itemgetter
from typing import Any

from ...distributions.distribution import Distribution, InfiniteDistribution
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
from ..claims.claim import OPEN, Claim, Document, Finding, Kind, Verdict, holds, options_text
from ..claims.findings import explanation, place
from ..claims.kept import enclosed_value
from ..claims.rounded import APPROXIMATE, allowed_by
from ..claims.values import interpret_whole_number
from ..printed.source import Change, with_changes

LONGEST_EXACT = 20_000  # characters of an exact value on the page; a longer one by its decimals
PLACES_OF_LONG = 100  # decimals of a value that is longer


class Group(StrEnum):
    """How a reader is to take a number, the gravest first."""

    WRONG = "wrong"
    OPEN = "open"
    ODD = "odd"
    RIGHT = "right"


SIGNS = {Group.WRONG: "✗", Group.OPEN: "?", Group.ODD: "!", Group.RIGHT: "✓"}


@dataclass(frozen=True)
class ShownFinding:
    """A finding with its number on the page, from 1."""

    number: int
    document: Document
    finding: Finding
    group: Group

    @property
    def key(self) -> str:
        """The id of its element on the page."""
        return f"finding-{self.number}"

    @property
    def claim(self) -> Claim:
        """The claim that it is about."""
        return self.finding.claim

    @property
    def printed(self) -> str:
        """The printed text on one line."""
        return printable(" ".join(plain_printed(self.claim.printed.text).split()))


def shown_findings(
    results: Sequence[tuple[Document, Sequence[Finding]]], strict: bool
) -> list[list[ShownFinding]]:
    """The findings of each document, numbered through the page, in the groups of their verdicts;
    strictly, what is odd is wrong.
    """
    numbers, shown = count(1), []
    for document, found in results:
        own = []
        for one in found:
            group = Group.RIGHT if holds(one, strict=True) else Group.ODD
            if not holds(one, strict):
                group = Group.OPEN if one.verdict in OPEN else Group.WRONG
            own.append(ShownFinding(next(numbers), document, one, group))
        shown.append(own)
    return shown


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
    text = _without_mark_up(text).strip()
    return text if "\\" in text else text.strip("*`")


def _without_mark_up(text: str) -> str:
    for markup, plain in PLAIN.items():
        text = text.replace(markup, plain)
    return text


def explanation_shown(finding: Finding) -> str:
    """The explanation of the verdict, in which the number is written as it is seen."""
    said = explanation(finding)
    is_marked_up = any(markup in finding.claim.printed.text for markup in PLAIN)
    return printable(_without_mark_up(said) if is_marked_up else said)


# --- what the panel says --------------------------------------------------------------------------


def panel_data(shown: ShownFinding) -> dict[str, object]:
    """The panel of a finding, as JSON holds it; every exact number is a text `a/b`."""
    finding, claim = shown.finding, shown.claim
    texts = {
        "name": claim.name,
        "place": place(shown.document, claim),
        "printed": shown.printed,
        "verdict": str(finding.verdict),
        "said": explanation_shown(finding),
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
        "value": _value_data(finding),
        "cell": _cell_data(finding),
        "law": _distribution_data(finding),
    }


def _value_data(finding: Finding) -> dict[str, object] | None:
    """The exact value: its text, and numbers that decimals are read off; of one that is too long
    for a page bounds with many decimals.
    """
    value = finding.value
    if value is None:
        return None
    text = printable(number_text.exact(value))
    ends = _ends_of(finding)
    if len(text) > LONGEST_EXACT:
        said = f"too long for this page: {len(text)} characters"
        if not ends:
            return {"kind": "other", "text": f"{text[:200]}... ({said})"}
        lower = exact_text(Fraction(decimal_text(min(ends), PLACES_OF_LONG, Rounding.FLOOR)))
        upper = exact_text(Fraction(decimal_text(max(ends), PLACES_OF_LONG, Rounding.CEILING)))
        return {"kind": "bounds", "text": said, "lower": lower, "upper": upper}
    if len(ends) == 1:
        return {"kind": "number", "text": text}
    if ends:
        kind = "bounds" if isinstance(value, Interval) else "irrational"
        lower, upper = map(exact_text, ends)
        return {"kind": kind, "text": text, "lower": lower, "upper": upper}
    if isinstance(value, Distribution | InfiniteDistribution):
        return {"kind": "law", "text": text, "outcomes": _outcomes(value)}
    is_set = isinstance(value, frozenset | Multiples)
    return {"kind": "set" if is_set else "other", "text": text}


def _outcomes(law: Distribution[Any] | InfiniteDistribution) -> list[list[str]]:
    """The outcomes of a distribution with their chances."""
    entries = number_text.distribution_entries(law)
    return [[printable(name), exact_text(chance)] for name, chance in entries]


def _ends_of(finding: Finding) -> tuple[Exact, ...]:
    """The value as a number, or the two ends between which it lies; none where it is no number."""
    value, bounds = finding.value, finding.enclosed
    if isinstance(value, Exact):
        return () if isinstance(value, bool) else (value,)
    if isinstance(value, Interval):
        bounds = value
    elif bounds is None and is_symbolic(value):
        bounds = enclosed_value(value)
    return () if bounds is None else (bounds.lower, bounds.upper)


# --- the numbers that print so --------------------------------------------------------------------


def _cell_data(finding: Finding) -> dict[str, object] | None:
    """Between which numbers the value should lie, with where these are from; None where that is
    one number, is open to one side or not known.
    """
    claim, printed = finding.claim, finding.claim.printed
    ends: tuple[Exact, ...] = ()
    if claim.defect or claim.kind == Kind.STATEMENT or claim.members or claim.law:
        return None
    if finding.estimate is not None:
        said, cell = "the means that print so", finding.estimate.cell
        ends = (cell.lower, cell.upper) if cell else ()
    elif claim.kind in APPROXIMATE:
        said = "what the document allows"
        with suppress(ExactDiceError):
            ends = allowed_by(claim).ends
    elif claim.kind == Kind.UNCERTAIN and printed.error is not None:
        said = "the printed error"
        ends = (printed.value - printed.error, printed.value + printed.error)
    elif claim.kind == Kind.EXACT or (printed.places is None and printed.per is None):
        return None
    elif claim.kind == Kind.TRUNCATED or finding.verdict == Verdict.TRUNCATED:
        said = "the numbers that are cut off so"
        if printed.places is not None:
            unit = Fraction(10) ** -printed.places
            ends = (printed.value, printed.value + (unit if printed.value >= 0 else -unit))
    else:
        values, said = _ends_of(finding), "the numbers that are rounded so"
        cell = (interpret_whole_number(claim, values).printed if values else printed).cell
        ends = (cell.lower, cell.upper)
    if len(ends) < 2 or ends[0] == ends[1]:
        return None
    lower, upper = map(exact_text, sorted(ends))
    return {"said": said, "printed": exact_text(printed.value), "lower": lower, "upper": upper}


# --- estimates ------------------------------------------------------------------------------------


def _distribution_data(finding: Finding) -> dict[str, object] | None:
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
    # Those of one game, where they are few.
    if isinstance(law, Distribution) and len(number_text.exact(law)) <= LONGEST_EXACT:
        outcomes = _outcomes(law)
    return {
        "mean": exact_text(known.mean),
        "variance": exact_text(Fraction(known.variance) / estimate.games),
        "games": estimate.games,
        "z": None if estimate.z is None else decimal_text(estimate.z, 2),
        "outcomes": outcomes,
    }


Span = tuple[int, int]
SIGNS_OF_PAIRS = re.compile(r"\\[\s\S]|[{}$]")
OPENED_BY = {"}": "{", "$": "$", r"\)": r"\("}
DIGIT = re.compile(r"\d")
DIGITS = 20  # of the digest, 80 bits
STAND_IN = re.compile(r"N(?P<digest>[0-9a-f]{20})x(?P<number>\d{1,9})x")


def visible(text: str) -> str:
    r"""The text as HTML in which nothing is mark-up, with controls and turns of direction as their
    escapes.

    >>> print(visible("a < b\x00"))
    a &lt; b\x00
    """
    return escape("\n".join(map(printable, text.split("\n"))))


def button(shown: ShownFinding, inside: str, kind: str = "") -> str:
    """The button that opens the panel of a finding."""
    classes = " ".join(filter(None, ("finding", shown.group, kind)))
    return (
        f'<button type="button" class="{classes}" id="{shown.key}" '
        f'data-finding="{shown.number}" aria-haspopup="dialog" '
        f'aria-label="{escape(f"{shown.printed}: {shown.finding.verdict}")}">{inside}'
        f'<span class="sign" aria-hidden="true">{SIGNS[shown.group]}</span></button>'
    )


class Places:
    """The findings of a document, and which of them the page shows already."""

    def __init__(self, shown: Iterable[ShownFinding], text: str) -> None:
        digest = sha256(text.encode(errors="backslashreplace")).hexdigest()
        self.digest = digest[:DIGITS]
        self.known = {one.number: one for one in shown}
        self.left = dict(self.known)
        self.beside: set[int] = set()  # those whose stand-in is in the place of no text
        self.texts: dict[int, str] = {}  # what stands in the source where a number is

    def standing_for(self, shown: ShownFinding) -> str:
        """The stand-in of a finding."""
        return f"N{self.digest}x{shown.number}x"

    def pieces(self, text: str) -> Iterator[str | ShownFinding]:
        """The text, and in its order the findings whose stand-ins it holds."""
        last = 0
        for found in STAND_IN.finditer(text):
            if found["digest"] == self.digest:
                yield text[last : found.start()]
                yield self.known[int(found["number"])]
                last = found.end()
        yield text[last:]

    def found_in(self, text: str) -> list[ShownFinding]:
        """The findings whose stand-ins the text holds."""
        return [piece for piece in self.pieces(text) if isinstance(piece, ShownFinding)]

    def html(self, text: str, inside: Callable[[str], str] = visible) -> str:
        """The text as HTML, a button for each stand-in, and in it what `inside` makes of the text
        that stands there in the source.
        """
        return "".join(
            visible(one) if isinstance(one, str) else self.html_of(one, inside)
            for one in self.pieces(text)
        )

    def html_of(self, shown: ShownFinding, inside: Callable[[str], str]) -> str:
        """The button of the finding, one with the verdict on it where it stands beside what it is
        about; only what it prints where the button stands elsewhere.
        """
        is_beside = shown.number in self.beside
        is_new = self.left.pop(shown.number, None) is not None
        if is_beside:
            return button(shown, visible(shown.finding.verdict), "chip") if is_new else ""
        text = inside(self.texts[shown.number])
        return button(shown, text) if is_new else text

    def rest(self) -> str:
        """The findings that have no place, as a list of buttons; "" when all have."""
        rest, self.left = [*self.left.values()], {}
        if not rest:
            return ""
        items = "".join(f"<li>{button(one, visible(one.printed))}</li>" for one in rest)
        return (
            '<div class="unplaced"><p>Claimed here, without a place in what is shown:</p>'
            f"<ul>{items}</ul></div>"
        )

    # --- the text -------------------------------------------------------------------------------

    def with_stand_ins(self, text: str, hidden: Sequence[Span] = (), start: int = 0) -> str:
        """The text that stands at `start` in the source with stand-ins for its numbers, and without
        what is hidden (marks, which readers do not see).
        """
        here = list[tuple[Span, ShownFinding]]()
        for one in self.left.values():
            first, last = one.claim.span or (-1, -1)
            if start <= first and last <= start + len(text):
                here.append(((first - start, last - start), one))
        changes, others, end = list[Change](), list[tuple[int, ShownFinding]](), -1
        for (first, last), one in sorted(here, key=itemgetter(0)):
            is_sentence = one.claim.kind == Kind.STATEMENT and not one.claim.unclear
            # Sentences, and numbers of one place, stand in the place of no text.
            if is_sentence or first < end or first == last:
                others.append((last, one))
                continue
            end = last
            held = _paired(text, (first, last))
            self.texts[one.number] = text[slice(*held)]
            changes.append((held, self.standing_for(one)))
        taken = [span for span, _ in changes]
        for first, last in hidden:
            for span in _free_parts((first - start, last - start), taken):
                if span[0] >= 0 and span[1] <= len(text):
                    changes.append((span, ""))
        inserted = dict[int, str]()
        for at, one in others:
            self.beside.add(one.number)
            # At the end of what is changed there.
            place = next((last for (first, last), _ in changes if first < at < last), at)
            inserted[place] = inserted.get(place, "") + self.standing_for(one)
        changes += [((at, at), text) for at, text in inserted.items()]
        return with_changes(text, changes)


def _paired(text: str, span: Span) -> Span:
    """The longest part of the span that holds a number and no half of a pair of `$`, braces or
    `\\(`: the other half of it stands outside, and formulas would begin and end elsewhere.
    """
    opened, alone = list[tuple[str, Span]](), list[Span]()
    for found in SIGNS_OF_PAIRS.finditer(text, *span):
        sign = found[0]
        if opened and opened[-1][0] == OPENED_BY.get(sign):
            opened.pop()
        elif sign in OPENED_BY.values():
            opened.append((sign, found.span()))
        elif sign in OPENED_BY:
            alone.append(found.span())
    alone = sorted([*alone, *(one for _, one in opened)])
    starts = [span[0], *(last for _, last in alone)]
    ends = [*(first for first, _ in alone), span[1]]
    parts = [one for one in zip(starts, ends, strict=True) if DIGIT.search(text, *one)]
    return max(parts, key=lambda one: one[1] - one[0], default=span) if alone else span


def _free_parts(hidden: Span, taken: Sequence[Span]) -> Iterator[Span]:
    """The parts of what is hidden that hold no number."""
    first, last = hidden
    # From the first that may end after this place.
    for start, end in taken[max(bisect_right(taken, (first, first)) - 1, 0) :]:
        if start >= last:
            break
        if start > first:
            yield first, start
        first = max(first, end)
    if first < last:
        yield first, last


# --- formulas -------------------------------------------------------------------------------------

DEEPEST = 30  # groups within one another; browsers take exponential time to lay out deeper ones
NESTING = re.compile(
    r"\\(?P<inner>left|begin)(?![A-Za-z])|\\(?P<outer>right|end)(?![A-Za-z])|\\.|[{}]"
)
COLOURS = 0x100000  # the colour of the first number


def formula(source: str, places: Places, is_display: bool = False) -> str:
    """The formula of this source, with the numbers in it as buttons."""
    found = places.found_in(source)
    if not found:
        return typeset(source, is_display)
    if len(found) == 1 and source.strip() == places.standing_for(found[0]):
        return places.html_of(found[0], lambda text: typeset(text, is_display))
    plain = coloured = ""
    for one in places.pieces(source):
        if isinstance(one, str):
            text = in_colour = one
        else:
            text = places.texts.get(one.number, "")
            in_colour = text.strip("$")
            # One that is there already has no colour.
            if one.number in places.left and one.number not in places.beside:
                in_colour = rf"\mathord{{\textcolor{{#{COLOURS + one.number:06x}}}{{{in_colour}}}}}"
        plain, coloured = plain + text, coloured + in_colour
    new = {one.number: one for one in found if one.number in places.left}
    beside = "".join(places.html_of(one, printed_number) for one in new.values())
    return f'{typeset(plain, is_display, coloured)}<span class="beside">{beside}</span>'


def typeset(source: str, is_display: bool = False, coloured: str = "") -> str:
    """The place of a formula: its source, which is read where no script runs."""
    plain = visible(source.strip().removeprefix("$").removesuffix("$"))
    depth = deepest = 0
    for found in NESTING.finditer(source):
        if found["inner"] or found[0] == "{":
            depth += 1
        elif found["outer"] or found[0] == "}":
            depth -= 1
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        return f'<code class="untypeset">{plain}</code>'
    display = ' data-display="1"' if is_display else ""
    more = f' data-tex="{escape(coloured)}"' if coloured else ""
    return f'<span class="formula"{display}{more}>{plain}</span>'


def printed_number(text: str) -> str:
    r"""A number outside formulas, plain where it has little mark-up: `0{,}25` as 0,25."""
    plain = plain_printed(text)
    return typeset(text) if "\\" in plain or "{" in plain else visible(plain)

"""Numbers put into the text of a document: a stand-in takes the place of each while the document is
rendered, and becomes a button where its text is written out.

A stand-in holds a digest of the document, so that no document can hold one itself.

Of a formula the page holds the source, which its script has KaTeX typeset. A number within a longer
formula stands beside it as a button too. In the formula it has a colour of its own, by which the
script finds it once it is typeset, and makes it the button.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape

from ...exact.numbers import printable
from ..printed.source import Change, with_changes
from .shown_findings import SIGNS, ShownFinding, plain_printed

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
        f'aria-label="{escape(shown.label)}">{inside}'
        f'<span class="sign" aria-hidden="true">{SIGNS[shown.group]}</span></button>'
    )


def chip(shown: ShownFinding) -> str:
    """A button that stands beside what it is about, with the verdict on it."""
    return button(shown, visible(shown.finding.verdict), "chip")


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

    def replaced(self, text: str, written: Callable[[ShownFinding], str]) -> str:
        """The text with what is written for each finding in the place of its stand-in."""
        return "".join(one if isinstance(one, str) else written(one) for one in self.pieces(text))

    def html(self, text: str, inside: Callable[[str], str] = visible) -> str:
        """The text as HTML, a button for each stand-in, and in it what `inside` makes of the text
        that stands there in the source.
        """
        return "".join(
            visible(one) if isinstance(one, str) else self.html_of(one, inside)
            for one in self.pieces(text)
        )

    def html_of(self, shown: ShownFinding, inside: Callable[[str], str]) -> str:
        """The button of the finding; only what it prints where the button stands elsewhere."""
        is_beside = shown.number in self.beside
        if self.left.pop(shown.number, None) is None:
            return "" if is_beside else inside(self.texts[shown.number])
        return chip(shown) if is_beside else button(shown, inside(self.texts[shown.number]))

    def rest(self) -> str:
        """What has found no place, as a list of buttons; "" when all have."""
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
        changes, others = list[Change](), list[tuple[int, ShownFinding]]()
        end = -1
        for (first, last), one in sorted(here, key=lambda pair: pair[0]):
            # Sentences, and numbers of one place, stand in the place of no text.
            if (one.is_sentence and not one.claim.unclear) or first < end or first == last:
                others.append((last, one))
                continue
            end = last
            held = _paired(text, (first, last))
            self.texts[one.number] = text[slice(*held)]
            changes.append((held, self.standing_for(one)))
        moved = ((first - start, last - start) for first, last in hidden)
        cut = _cut(moved, [span for span, _ in changes])
        changes += [(span, "") for span in cut if span[0] >= 0 and span[1] <= len(text)]
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
    start, end = span
    alone = _halves(text, start, end)
    if not alone:
        return span
    firsts = [start, *(last for _, last in alone)]
    lasts = [*(first for first, _ in alone), end]
    parts = [one for one in zip(firsts, lasts, strict=True) if DIGIT.search(text, *one)]
    return max(parts, key=lambda one: one[1] - one[0], default=span)


def _halves(text: str, start: int, end: int) -> list[Span]:
    """Where between these places a sign of a pair stands whose other one does not."""
    opened, alone = list[tuple[str, Span]](), list[Span]()
    for found in SIGNS_OF_PAIRS.finditer(text, start, end):
        sign = found[0]
        if opened and opened[-1][0] == OPENED_BY.get(sign):
            opened.pop()
        elif sign in OPENED_BY.values():
            opened.append((sign, found.span()))
        elif sign in OPENED_BY:
            alone.append(found.span())
    return sorted([*alone, *(span for _, span in opened)])


def _cut(hidden: Iterable[Span], taken: Sequence[Span]) -> Iterable[Span]:
    """The parts of what is hidden that hold no number."""
    for first, last in hidden:
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

    def coloured(one: ShownFinding) -> str:
        """The number in its colour; one that is there already in none."""
        text = places.texts.get(one.number, "").strip("$")
        if one.number not in places.left or one.number in places.beside:
            return text
        return rf"\mathord{{\textcolor{{#{COLOURS + one.number:06x}}}{{{text}}}}}"

    plain = places.replaced(source, lambda one: places.texts.get(one.number, ""))
    in_colours = places.replaced(source, coloured)
    beside = ""
    for one in found:
        if places.left.pop(one.number, None) is not None:
            is_beside = one.number in places.beside
            text = places.texts.get(one.number, "")
            beside += chip(one) if is_beside else button(one, printed_number(text))
    return f'{typeset(plain, is_display, in_colours)}<span class="beside">{beside}</span>'


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

"""Numbers put into the text of a document: a stand-in takes the place of each while the document is
rendered, and becomes a button where its text is written out.

A stand-in holds a digest of the document, so that no document can hold one itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape

from ..exact import UNPRINTABLE, printable
from ..printed.source import Change, with_changes
from .shown_findings import SIGNS, ShownFinding

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
    return escape(UNPRINTABLE.sub(_as_escape, text))


def _as_escape(found: re.Match[str]) -> str:
    return found[0] if found[0] == "\n" else printable(found[0])


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
        pieces = self.pieces(text)
        return "".join(written(one) if isinstance(one, ShownFinding) else one for one in pieces)

    def html(self, text: str, inside: Callable[[str], str] = visible) -> str:
        """The text as HTML, a button for each stand-in, and in it what `inside` makes of the text
        that stands there in the source.
        """
        pieces = self.pieces(text)
        made = (
            visible(one) if isinstance(one, str) else self.html_of(one, inside) for one in pieces
        )
        return "".join(made)

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
        end = start + len(text)
        here = [one for one in self.left.values() if _is_within(one.claim.span, start, end)]
        here.sort(key=lambda one: one.claim.span or (0, 0))
        held = {one.number: _paired(text, _moved(one.claim.span or (0, 0), start)) for one in here}
        taken, others = self._apart(here)
        changes = [self._in_place(one, text, held[one.number]) for one in taken]
        spans = [span for span, _ in changes]
        cut = (span for span in _cut((_moved(one, start) for one in hidden), spans))
        changes += [(span, "") for span in cut if span[0] >= 0 and span[1] <= len(text)]
        inserted = dict[int, list[ShownFinding]]()
        for one in others:
            at = _outside(_moved(one.claim.span or (0, 0), start)[1], [s for s, _ in changes])
            inserted.setdefault(at, []).append(one)
        changes += [((at, at), self._inserted(ones)) for at, ones in inserted.items()]
        return with_changes(text, changes)

    def _apart(self, here: Sequence[ShownFinding]) -> tuple[list[ShownFinding], list[ShownFinding]]:
        """(the numbers whose places are apart, all others: sentences, and numbers of one place)."""
        taken, others, last = list[ShownFinding](), list[ShownFinding](), -1
        for one in here:
            first, end = one.claim.span or (0, 0)
            if (one.is_sentence and not one.claim.unclear) or first < last or first == end:
                others.append(one)
            else:
                taken.append(one)
                last = end
        return taken, others

    def _in_place(self, shown: ShownFinding, text: str, span: Span) -> Change:
        self.texts[shown.number] = text[slice(*span)]
        return span, self.standing_for(shown)

    def _inserted(self, shown: Iterable[ShownFinding]) -> str:
        numbers = [*shown]
        self.beside |= {one.number for one in numbers}
        return "".join(map(self.standing_for, numbers))


def _is_within(span: Span | None, start: int, end: int) -> bool:
    return span is not None and start <= span[0] and span[1] <= end


def _moved(span: Span, start: int) -> Span:
    return span[0] - start, span[1] - start


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
    return max(parts, key=_length, default=span)


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


def _length(span: Span) -> int:
    return span[1] - span[0]


def _cut(hidden: Iterable[Span], taken: Sequence[Span]) -> Iterable[Span]:
    """The parts of what is hidden that hold no number."""
    for first, last in hidden:
        for start, end in taken[_index(taken, first) :]:
            if start >= last:
                break
            if start > first:
                yield first, start
            first = max(first, end)
        if first < last:
            yield first, last


def _index(spans: Sequence[Span], at: int) -> int:
    """The first of the spans that may end after this place."""
    return max(bisect_right(spans, (at, at)) - 1, 0)


def _outside(at: int, spans: Sequence[Span]) -> int:
    """The place, or the end of what is changed there."""
    for first, last in spans:
        if first < at < last:
            return last
    return at

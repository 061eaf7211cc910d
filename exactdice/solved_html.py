"""A solution for notebooks: its value, and maps of the values and of the first optimal actions over
two numbers of the state.

Floats appear here because a picture is made of them.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import islice, pairwise
from struct import pack

from .exact import Bounds, Exact, Value, decimal_text, exact_text, shown
from .game import Action, Game, State

LONGEST = 40  # characters of a number that is written out
PLACES = 6
MOST_STATES = 200_000  # that are looked at for a map
LARGEST = 10**300  # a larger value is no float
TO_MOVE = "to_move"  # the field that is as at the start in every state of a map
Colour = tuple[int, int, int]
AROUND_0: tuple[Colour, ...] = ((33, 102, 172), (247, 247, 247), (178, 24, 43))  # as in plots
UPWARD: tuple[Colour, ...] = (
    (68, 1, 84),
    (59, 82, 139),
    (33, 145, 140),
    (94, 201, 98),
    (253, 231, 37),
)
Points = Mapping[tuple[int, int], Exact]


def solved_html(
    game: Game,
    value: Value,
    values: Mapping[State, Value],
    optimal: Mapping[State, Sequence[Action]],
) -> str:
    """The solution of a game: what MAX is paid, and a map of what is paid from each state where two
    whole numbers tell the states apart.
    """
    head = f"<p><code>{escape(shown(game))}</code>: value {value_html(value)} to MAX</p>"
    axes = _axes(game.start)
    if axes is None:
        return head
    states = _states(game.start, axes, values)
    paid = {place: _middle(values[state]) for place, state in states.items()}
    chosen = {place: optimal[state][0] for place, state in states.items() if optimal.get(state)}
    maps = [heat_map("value", paid, axes)]
    numbers = {place: action for place, action in chosen.items() if type(action) is int}
    if numbers and len(numbers) == len(chosen):
        maps.append(heat_map("first optimal action", numbers, axes))
    return f'{head}<div style="display:flex;flex-wrap:wrap;gap:2em">{"".join(maps)}</div>'


def value_html(value: Value) -> str:
    """The value exactly where it is short, else rounded.

    >>> from fractions import Fraction
    >>> value_html(Fraction(-3, 8)), value_html(Fraction(1, 3**100))
    ('<b>-3/8</b>', '<b>0.000000</b> (rounded)')
    """
    if isinstance(value, Bounds):
        return f"between {value_html(value.lower)} and {value_html(value.upper)}"
    exact = exact_text(value)
    if len(exact) <= LONGEST:
        return f"<b>{exact}</b>"
    return f"<b>{decimal_text(value, PLACES)}</b> (rounded)"


def _middle(value: Value) -> Exact:
    return value.middle if isinstance(value, Bounds) else value


def _axes(start: State) -> tuple[str, str] | None:
    """The first two fields of a state that are whole numbers; None where there are no such."""
    fields = getattr(start, "_fields", ())
    whole = [name for name in fields if name != TO_MOVE and type(getattr(start, name)) is int]
    return (whole[0], whole[1]) if len(whole) >= 2 else None


def _states(
    start: State, axes: tuple[str, str], values: Mapping[State, Value]
) -> dict[tuple[int, int], State]:
    """The states that differ from the start in these two fields alone, by them."""
    others = [name for name in getattr(start, "_fields", ()) if name not in axes]
    found: dict[tuple[int, int], State] = {}
    for state in islice(values, MOST_STATES):
        if all(getattr(state, name) == getattr(start, name) for name in others):
            found[getattr(state, axes[0]), getattr(state, axes[1])] = state
    return found


def heat_map(title: str, points: Points, axes: tuple[str, str]) -> str:
    """A map of the values by two whole numbers, the first upward and the second across, with what
    the least and the largest colour mean.
    """
    ups, acrosses = ([place[k] for place in points] for k in (0, 1))
    low, high = min(points.values()), max(points.values())
    if not -LARGEST < low <= high < LARGEST:
        return ""
    both_signs = low < 0 < high
    ends = (-max(-low, high), max(-low, high)) if both_signs else (low, high)
    anchors = AROUND_0 if both_signs else UPWARD
    rows = [
        _colours(points, up, range(min(acrosses), max(acrosses) + 1), ends, anchors)
        for up in range(max(ups), min(ups) - 1, -1)
    ]
    scale = _image([[_between(anchors, k / 63) for k in range(64)]], "10em", "0.8em")
    across = f"{escape(axes[1])} {min(acrosses)} to {max(acrosses)}"
    upward = f"{escape(axes[0])} {max(ups)} down to {min(ups)}"
    return (
        f"<figure style='margin:0'><figcaption>{escape(title)}</figcaption>"
        f"{_image(rows, '20em', '20em')}<div>across {across}, from the top {upward}</div>"
        f"<div>{_number(ends[0])} {scale} {_number(ends[1])}</div></figure>"
    )


def _number(value: Exact) -> str:
    text = exact_text(value)
    return text if len(text) <= PLACES else decimal_text(value, 4)


def _colours(
    points: Points,
    up: int,
    across: range,
    ends: tuple[Exact, Exact],
    anchors: Sequence[Colour],
) -> list[Colour]:
    """The colours of a row; grey where no state is."""
    low, high = ends
    width = high - low
    row: list[Colour] = []
    for place in across:
        value = points.get((up, place))
        if value is None:
            row.append((160, 160, 160))
        else:
            row.append(_between(anchors, float((value - low) / width) if width else 0.5))
    return row


def _between(anchors: Sequence[Colour], share: float) -> Colour:
    """The colour at this share of the way along the anchors."""
    pairs = list(pairwise(anchors))
    k = min(int(share * len(pairs)), len(pairs) - 1)
    part = share * len(pairs) - k
    one, other = pairs[k]
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _image(rows: Sequence[Sequence[Colour]], width: str, height: str) -> str:
    """The picture, a pixel for each colour, in any size."""
    data = b64encode(png(rows)).decode()
    look = f"width:{width};height:{height};image-rendering:pixelated;vertical-align:middle"
    return f'<img src="data:image/png;base64,{data}" style="{look}">'


def png(rows: Sequence[Sequence[Colour]]) -> bytes:
    """The pixels as a file of PNG, RGB with 8 bits each (RFC 2083)."""
    header = pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    lines = b"".join(b"\0" + bytes(part for colour in row for part in colour) for row in rows)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunks(parts))


def _chunks(parts: Sequence[tuple[bytes, bytes]]) -> Iterator[bytes]:
    for kind, data in parts:
        yield pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))

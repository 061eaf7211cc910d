r"""Printed numbers: how documents write them, in plain text, Markdown and LaTeX.

decimals        0,65   0.65   0{,}65   \num{0.65}   −0,65   +1.5   .5347   -1.
                12 345,6 (thin or no-break spaces, `\,` or `~` between threes)
                1,234.5   1.234,5   1'234.5   1 234,5   1,234,567
                signs stand before the number or its wrapping:
                -$0,65$   −**0,65**   $-\mathbf{0,65}$   $-\,3$   $-$3   {-}3
percentages     64,89 %   64.89\,\%   \qty{64.89}{\percent}   the value is a hundredth
powers of ten   5,0 \cdot 10^{-5}   5.0×10⁻⁵   \num{5.0e-5}   4.489e-03
                rounded to the digits shown
exact numbers   3/8   3 / 8   \frac{3}{8}   \nicefrac{3}{8}   10^{-5}   2 1/3   49/(2^3·3^3)
                0.1(6)   0.1\overline{6}   [0; 2, 1, 3]   1:24 (odds, for 1/25)   24:1 against
chances         1 in 25   1 out of 25   one in 25   1 sur 25   1 von 25   where 25 is rounded
shares          13 of 48   13 out of 48   13 in 48   13 sur 48   13 von 48   exact
with an error   0.067 ± 0.001   0.067 \pm 0.001   (6.7 ± 0.1) %   6.7(1)e-2   \num{0.067(1)}
cut off         0.166..   0.166...   0.166…   0.166\ldots   16.6… %
approximate     ≈ 8.70   ~8.70   ≃ 8.70   ca. 8.70   approx. 8.70   $\approx 8.70$   \sim 8.70
wrappings       $0,65$   \(0,65\)   **0,65**   *0,65*   `0,65`   \textbf{0,65}   {0,65}
words           those that a document declares, such as "Tie" for 0

In a document with decimal commas, 8.70 is read with a note; 8.703 is refused, since it may be 8703.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from ..errors import ClaimsError, ExactDiceError
from ..exact import Exact, shown
from .chances import parse_chance
from .decimals import (
    BLANK,
    MINUS,
    NUMBER,
    OTHER_MARK,
    PERCENT,
    THREES,
    UnclearMark,
    parse_plain,
)
from .declared import printed_word
from .spellings import LONGEST_PHRASE, MOST_CHARACTERS, Printed, check_text
from .uncertain import parse_with_error
from .wrappings import unwrapped

__all__ = [
    "MINUS",
    "MOST_CHARACTERS",
    "NUMBER",
    "Printed",
    "is_read_in_text",
    "parse_printed",
    "readings",
    "unwrapped",
]

APPROXIMATE = r"(?:[≈~≃∼≅]|\\(?:approx|sim|simeq)(?![A-Za-z])|(?:ca|approx|env|c)\.)"
DOTS = re.compile(r"\.\.\.?|…|\\(?:l?dots|cdots)(?:\{\}|(?![A-Za-z]))")
APPROXIMATELY = re.compile(rf"(?:\${APPROXIMATE}\$|{APPROXIMATE}){BLANK}", re.IGNORECASE)


def parse_printed(
    text: str, decimal: str | None = None, words: Mapping[str, Exact] | None = None
) -> Printed:
    """The printed number; `decimal` is the document's decimal mark, None when either is accepted;
    `words` are texts with a declared meaning.

    >>> parse_printed("\u22120,0316", ",").value, parse_printed(r"5{,}0 \\cdot 10^{-5}").places
    (Fraction(-79, 2500), 6)
    >>> parse_printed("4.489e-03").value, parse_printed("1,234.5").value
    (Fraction(4489, 1000000), Fraction(2469, 2))
    >>> parse_printed("0.067 ± 0.001").error, parse_printed("8.70", ",").note
    (Fraction(1, 1000), 'written with the other decimal mark')
    """
    check_text(text, decimal)
    try:
        printed = printed_word(text, words) if words is not None else None
        printed = printed or _parsed(text, decimal)
    except UnclearMark as error:
        raise UnclearMark(f"printed number {shown(text)}: {error}") from error
    except ExactDiceError as error:
        raise ClaimsError(f"printed number {shown(text)}: {error}") from error
    if printed is None:
        raise _refused(text, decimal)
    return printed


def readings(text: str, decimal: str | None = None) -> tuple[Printed, ...]:
    """Each number that the text may be, the likeliest first: two where a mark before three digits
    may be the decimal mark or one of thousands.

    >>> [printed.value for printed in readings("8.703", ",")]
    [8703, Fraction(8703, 1000)]
    """
    check_text(text, decimal)
    found = THREES.search(text)
    if found is None or not _is_unclear(text, found["mark"].strip("{}")):
        return (parse_printed(text, decimal),)
    mark = found["mark"].strip("{}")
    with_decimals, with_thousands = parse_printed(text, mark), _with_thousands(text, found["mark"])
    if decimal in (None, mark):
        return (with_decimals, with_thousands)
    return (with_thousands, replace(with_decimals, note=OTHER_MARK))


def _is_unclear(text: str, mark: str) -> bool:
    """Whether the mark may be one of thousands, as it is where the other is the decimal mark."""
    try:
        parse_printed(text, "," if mark == "." else ".")
    except UnclearMark:
        return True
    except ClaimsError:
        return False
    return False


def _with_thousands(text: str, mark: str) -> Printed:
    """The number whose only mark is one of thousands."""
    printed = parse_printed(text.replace(mark, ""))
    how = replace(printed.spelling, gap=mark)
    return replace(printed, text=text.strip(), spelling=how)


SUM = re.compile(rf"\+[{MINUS}]")  # 2 +-1 may be a sum
MARKS = (".", ",", "{.}", "{,}")  # of decimals
UNPARTED = ("/", "}{")  # between the parts of a fraction that is no share and no odds


def is_read_in_text(text: str) -> bool:
    """Whether the text is a number in running text too, where a blank parts numbers and shares, a
    colon stands in proportions and a point ends a sentence.

    >>> is_read_in_text("1,234.5"), is_read_in_text("1 234.5"), is_read_in_text("1:24")
    (True, False, False)
    """
    try:
        printed = _parsed(text, None)
    except UnclearMark:  # N of `1 in 1,234`: a number, of which one reading may hold
        return True
    except ExactDiceError:
        return False
    if printed is None or printed.spelling.fraction[1] not in UNPARTED:
        return False
    if printed.error is not None and SUM.search(text):
        return False
    parted = printed.per or printed  # by blanks: N of `1 in N`, or the number itself
    if parted.spelling.gap == " ":
        return False
    is_ended = parted.spelling.after.startswith(MARKS) and not parted.is_cut_off
    # A point may begin a number; a comma before digits stands in a sloppy list.
    is_begun = parted.spelling.begins_with_mark and parted.mark.strip("{}") == ","
    return not (is_ended or is_begun)


def _parsed(text: str, decimal: str | None) -> Printed | None:
    """The number in any form but words; None when it is in none."""
    printed = parse_plain(text, decimal)
    if printed or len(text) > LONGEST_PHRASE:
        return printed
    return (
        parse_with_error(text, decimal)
        or parse_chance(text, decimal)
        or _cut_off(text, decimal)
        or _approximate(text, decimal)
    )


def _cut_off(text: str, decimal: str | None) -> Printed | None:
    """The number whose decimals go on as its dots say."""
    plain = text.strip()
    before, core, after = unwrapped(plain)
    found = DOTS.search(core)
    rest = core[found.end() :] if found else ""
    if found is None or (rest and not re.fullmatch(PERCENT, rest)):
        return None
    printed = parse_plain(core[: found.start()] + rest, decimal)
    # Behind a whole number they go on a list or a sentence.
    if printed is None or (printed.places or 0) + printed.spelling.scale <= 0:
        return None
    how = printed.spelling
    how = replace(how, before=before + how.before, after=found[0] + how.after + after)
    return replace(printed, text=plain, spelling=how, is_cut_off=True)


def _approximate(text: str, decimal: str | None) -> Printed | None:
    """The number after a sign such as ≈, which may stand in the markup around both."""
    plain = text.strip()
    before, core, after = unwrapped(plain)
    found = APPROXIMATELY.match(plain)
    if found:
        before, core, after = "", plain, ""
    else:
        found = APPROXIMATELY.match(core)
    rest = core[found.end() :] if found else ""
    if found is None or APPROXIMATELY.match(rest):
        return None
    printed = _parsed(rest, decimal)
    if printed is None:
        return None
    how = printed.spelling
    how = replace(how, before=before + found[0] + how.before, after=how.after + after)
    return replace(printed, text=plain, spelling=how, is_approximate=True)


def _refused(text: str, decimal: str | None) -> ClaimsError:
    mark = decimal or "."
    forms = f"12, -0{mark}25, 50 %, 3/8, 4{mark}5e-03, 1 in 25 or 0{mark}25 ± 0{mark}01"
    several = re.fullmatch(r"\D*\d+(?:[.,]\d+){2,}\D*", text, re.ASCII)
    why = ", with at most one decimal mark and threes between marks of thousands" * bool(several)
    return ClaimsError(f"a printed number must look like {forms}{why}, got {shown(text)}")

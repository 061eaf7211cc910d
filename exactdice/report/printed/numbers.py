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
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.numbers import Exact, parse_exact, shown, simplest
from .spellings import (
    BLANK,
    E_NOTATION,
    GAP,
    LONGEST_PHRASE,
    MINUS,
    OTHER_MARK,
    PERCENT,
    SIGNS,
    SIUNITX_CLOSING,
    SIUNITX_OPENING,
    THREES,
    UNCLEAR,
    Printed,
    Spelling,
    UnclearMark,
    as_percentage,
    check_length,
    parse_plain,
    parse_scale,
    strip_open_markup,
    unclear_mark,
    unwrapped,
)

APPROXIMATE = r"(?:[≈~≃∼≅]|\\(?:approx|sim|simeq)(?![A-Za-z])|(?:ca|approx|env|c)\.)"
DOTS = re.compile(r"\.\.\.?|…|\\(?:l?dots|cdots)(?:\{\}|(?![A-Za-z]))")
APPROXIMATELY = re.compile(rf"(?:\${APPROXIMATE}\$|{APPROXIMATE}){BLANK}", re.IGNORECASE)


def parse_printed(text: str, decimal: str | None = None) -> Printed:
    """The printed number; `decimal` is the document's decimal mark, None when either is accepted.

    >>> parse_printed("\u22120,0316", ",").value, parse_printed(r"5{,}0 \\cdot 10^{-5}").places
    (Fraction(-79, 2500), 6)
    >>> parse_printed("4.489e-03").value, parse_printed("1,234.5").value
    (Fraction(4489, 1000000), Fraction(2469, 2))
    >>> parse_printed("0.067 ± 0.001").error, parse_printed("8.70", ",").note
    (Fraction(1, 1000), 'written with the other decimal mark')
    """
    check_length(text)
    try:
        printed = _parse(text, decimal)
    except ExactDiceError as error:
        kind = UnclearMark if isinstance(error, UnclearMark) else ClaimsError
        raise kind(f"printed number {shown(text)}: {error}") from error
    if printed is None:
        mark = decimal or "."
        several = re.fullmatch(r"\D*\d+(?:[.,]\d+){2,}\D*", text, re.ASCII)
        why = ", with at most one decimal mark and threes between marks of thousands"
        raise ClaimsError(
            f"a printed number must look like 12, -0{mark}25, 50 %, 3/8, 4{mark}5e-03, 1 in 25 or "
            f"0{mark}25 ± 0{mark}01{why if several else ''}, got {shown(text)}"
        )
    return printed


def number_or_none(text: str) -> Printed | None:
    """The number that is printed, None where the text is none."""
    try:
        return parse_printed(text)
    except ClaimsError:
        return None


def readings(text: str, decimal: str | None = None) -> tuple[Printed, ...]:
    """Each number that the text may be, the likeliest first: two where a mark before three digits
    may be the decimal mark or one of thousands.

    >>> [printed.value for printed in readings("8.703", ",")]
    [8703, Fraction(8703, 1000)]
    """
    check_length(text)
    found = THREES.search(text)
    gap = found["mark"] if found else ""
    mark = gap.strip("{}")
    is_unclear = False
    try:
        if found:  # it may be one of thousands where the other is the decimal mark
            parse_printed(text, "," if mark == "." else ".")
    except ClaimsError as error:
        is_unclear = isinstance(error, UnclearMark)
    if not is_unclear:
        return (parse_printed(text, decimal),)
    with_decimals, whole = parse_printed(text, mark), parse_printed(text.replace(gap, ""))
    how = replace(whole.spelling, gap=gap)
    with_thousands = replace(whole, text=text.strip(), spelling=how)
    if decimal in (None, mark):
        return (with_decimals, with_thousands)
    return (with_thousands, replace(with_decimals, note=OTHER_MARK))


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
        printed = _parse(text, None)
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


def _parse(text: str, decimal: str | None) -> Printed | None:
    """The number in any form but words; None when it is in none."""
    printed = parse_plain(text, decimal)
    if printed or len(text) > LONGEST_PHRASE:
        return printed
    printed = parse_with_error(text, decimal) or parse_chance(text, decimal)
    if printed:
        return printed
    plain = text.strip()
    before, core, after = unwrapped(plain)
    # Decimals that go on as dots say; behind a whole number these go on a list or a sentence.
    found = DOTS.search(core)
    rest = core[found.end() :] if found else ""
    if found and (not rest or re.fullmatch(PERCENT, rest)):
        printed = parse_plain(core[: found.start()] + rest, decimal)
        if printed and (printed.places or 0) + printed.spelling.scale > 0:
            how = replace(printed.spelling, after=found[0] + printed.spelling.after)
            printed = replace(printed, spelling=how, is_cut_off=True)
            return printed.within(plain, before, after)
    # After a sign such as ≈, which may stand in the markup around both.
    if APPROXIMATELY.match(plain):
        before, core, after = "", plain, ""
    found = APPROXIMATELY.match(core)
    rest = core[found.end() :] if found else ""
    printed = _parse(rest, decimal) if found and not APPROXIMATELY.match(rest) else None
    if found is None or printed is None:
        return None
    return replace(printed, is_approximate=True).within(plain, before + found[0], after)


# --- with an error --------------------------------------------------------------------------------

PLUS_MINUS = re.compile(rf"(?:±|\\pm(?![A-Za-z])|\+/?[{MINUS}])(?:{GAP}|[ \t])*")
BRACKETED = re.compile(
    r"(?P<open>(?:\\left)?\()(?P<inside>[^()\\]*(?:\\(?!right)[^()\\]*)*)"
    r"(?P<close>(?:\\right)?\))(?P<tail>.*)",
    re.DOTALL,
)
UNITS = r"\((?P<units>\d{1,30})\)"
IN_UNITS = re.compile(rf"(?P<open>)(?P<digits>[^()]*\d)(?P<error>{UNITS})(?P<tail>[^()]*)")
UNCERTAIN_SIUNITX = re.compile(
    rf"(?P<open>{SIUNITX_OPENING})\s*(?P<digits>[^()\s{{}}]*?\d)"
    rf"(?P<error>{UNITS}|[ ]*(?:\+-|\\pm(?![A-Za-z])|±)[ ]*(?P<width>\d[\d.,]*))"
    rf"(?P<tail>(?:[ ]*{E_NOTATION})?\s*{SIUNITX_CLOSING})"
)


def parse_uncertain(text: str, decimal: str | None = None) -> Printed:
    """The number with its error, where digits in brackets are those of an error and not a period.

    >>> parse_uncertain("0.0672(10)").error, parse_uncertain("(6.7 ± 0.1) %").error
    (Fraction(1, 1000), Fraction(1, 1000))
    """
    check_length(text, "a number with an error", LONGEST_PHRASE)
    printed = parse_with_error(text, decimal, is_uncertain=True)
    if printed is None:
        raise ClaimsError(
            "a number with an error must look like 0.067 ± 0.001, 0.067(1) or (6.7 ± 0.1) %, got "
            f"{shown(text)}"
        )
    return printed


def parse_with_error(text: str, decimal: str | None, is_uncertain: bool = False) -> Printed | None:
    """The number when it certainly has an error, as it is said to be uncertain, or has it after ±,
    in siunitx, or in brackets before a power of ten; None when it has none.
    """
    before, core, after = unwrapped(text.strip())
    in_units = IN_UNITS.fullmatch(core)
    is_scaled = in_units is not None and parse_scale(in_units["tail"]) is not None
    printed = _parse_units(in_units, decimal) if is_uncertain and is_scaled else None
    printed = printed or _parse_units(UNCERTAIN_SIUNITX.fullmatch(core), decimal)
    if printed is None and PLUS_MINUS.search(core):
        printed = _parse_plus_minus(core, decimal)
    if printed is None and in_units and in_units["tail"]:  # as in 6.72(10)e-2, which is no period
        if re.fullmatch(PERCENT, in_units["tail"]):
            raise ClaimsError(
                "the digits in brackets may be an uncertainty or a period: write the number "
                f"without them, got {shown(core)}"
            )
        printed = _parse_units(in_units, decimal) if is_scaled else None
    return printed and printed.within(text.strip(), before, after)


def _parse_plus_minus(core: str, decimal: str | None) -> Printed | None:
    """value ± error, perhaps in brackets before a percent sign or a power of ten."""
    found = BRACKETED.fullmatch(core)
    opening, text, tail = found.group("open", "inside", "tail") if found else ("", core, "")
    closing, scale = found["close"] + tail if found else "", parse_scale(tail)
    signs = list(PLUS_MINUS.finditer(text))
    if scale is None or len(signs) != 1:
        return None
    start, end = signs[0].span()
    printed, error = _parse_side(text[:start], decimal), _parse_side(text[end:], decimal)
    if printed is None or error is None:
        return None
    if printed.places is None or error.places is None or error.text.startswith(SIGNS):
        raise ClaimsError(
            f"value and error must be decimals, the error unsigned, got {shown(text)}"
        )
    how, size = printed.spelling, Fraction(10) ** scale
    # Of `6.72 ± 0.10 %` the value may be 6.72 or 6.72 %.
    if bool(how.scale) != bool(error.spelling.scale):
        raise ClaimsError(
            "a percent sign or a power of ten must be printed with value and error alike, as in "
            f"(6.7 ± 0.1) %, got {shown(text)}"
        )
    if found and how.scale:
        return None
    scaled = replace(
        printed,
        value=simplest(printed.value * size),
        places=printed.places - scale,
        error=simplest(error.value * size),
        note=printed.note or error.note,
        spelling=replace(how, scale=how.scale + scale),
    )
    return scaled.within(core, opening, text[start:] + closing)


def _parse_side(text: str, decimal: str | None) -> Printed | None:
    """The number on one side of ±, whose markup may be open where the text of both begins or ends:
    that of $0.5$ ± $0.1$ is taken off outside.
    """
    for bare in (text.strip(), strip_open_markup(text)):
        printed = parse_plain(bare, decimal)
        if printed:
            before, _, after = text.partition(bare)
            return printed.within(bare, before, after)
    return None


def _parse_units(found: re.Match[str] | None, decimal: str | None) -> Printed | None:
    r"""0.0672(10), and 6.72(10)e-2; \num{0.0672(10)}, or \num{0.0672 +- 0.001}."""
    if found is None:
        return None
    tail = "".join(found["tail"].split())
    printed = parse_plain(found["open"] + found["digits"] + tail, decimal)
    error = parse_plain(found["units"] or found["width"], None)
    if printed is None or printed.places is None or error is None or error.places is None:
        return None
    scale = -printed.places if found["units"] else printed.spelling.scale
    how = replace(printed.spelling, after=found["error"] + found["tail"])
    return replace(printed, error=simplest(error.value * Fraction(10) ** scale), spelling=how)


# --- chances, shares and odds ---------------------------------------------------------------------

SPACES = rf"(?:[ \t]|{GAP})+"
ONE_WORDS = frozenset(["one", "un", "une", "ein", "eine", "einer", "eins"])
OF_WORDS = frozenset(["in", "of", "sur", "auf", "von"])
ONE = rf"(?:1|{'|'.join(sorted(ONE_WORDS, key=len, reverse=True))})"
OF = r"(?:in|out of|sur|auf|von)"
ONE_IN = re.compile(
    rf"\$?{ONE}\$?{SPACES}(?:chance{SPACES})?{OF}{SPACES}(?=[\d$\\{{*+{MINUS}])", re.IGNORECASE
)
AGAINST = "against"
ODDS = re.compile(
    rf"(\d+)(\s*(?::|\{{:\}})\s*|{SPACES}(?:to|zu|contre){SPACES})(\d+)(\s+(?:for|on|{AGAINST}))?",
    re.ASCII | re.IGNORECASE,
)
SHARE = re.compile(
    rf"(\d+)({SPACES}(?:in|of|out of|sur|von){SPACES})(\d+)", re.ASCII | re.IGNORECASE
)


def parse_chance(text: str, decimal: str | None) -> Printed | None:
    """The number written as `1 in N`, where N was rounded, as an exact share, `k of n` or `k in n`
    for k/n with k > 1, or as exact odds, a:b or `a to b` for a/(a + b) and `a:b against` for
    b/(a + b); None when it is none of them.
    """
    core = text.strip()
    if ONE_IN.match(core):  # $1$ in $25$ holds two formulas, and $1:24$ is one
        return _parse_rate(core, decimal)
    before, core, after = unwrapped(core)
    printed = _parse_rate(core, decimal)
    if printed:
        return printed.within(text.strip(), before, after)
    if (found := SHARE.fullmatch(core)) and int(parse_exact(found[1])) > 1:
        # Of `1 in n` it is n that was rounded.
        value = parse_exact(f"{found[1]}/{found[3]}")
        if value > 1:
            raise ClaimsError(f"k of a share `k of n` must be at most n, got {shown(core)}")
        printed = Printed(core, value, None, "", Spelling(fraction=("", found[2], "")))
    elif found := ODDS.fullmatch(core):
        to, against = int(parse_exact(found[1])), int(parse_exact(found[3]))
        if to + against == 0:
            raise ClaimsError(f"odds a:b must not both be 0, got {shown(core)}")
        behind = found[4] or ""
        how = Spelling(fraction=("", found[2], behind), is_odds=True)
        printed = Printed(core, simplest(Fraction(to, to + against)), None, "", how)
        if behind.lower().endswith(AGAINST):
            printed = odds_against(printed)
    return printed and printed.within(text.strip(), before, after)


def _parse_rate(core: str, decimal: str | None) -> Printed | None:
    found = ONE_IN.match(core)
    per = parse_plain(core[found.end() :], decimal) if found else None
    if found is None or per is None:
        return None
    unclear = UNCLEAR.fullmatch(per.text)
    if unclear and decimal is None:
        raise unclear_mark(per.text, unclear, unclear["mark"].strip("{}"))
    if per.places is None or "%" in per.text or per.value < 1:
        raise ClaimsError(f"N of `1 in N` must be a decimal of 1 or more, got {shown(per.text)}")
    value = simplest(Fraction(1) / per.value)
    return Printed(core, value, None, per.mark, Spelling(found[0]), per=per, note=per.note)


def odds_against(odds: Printed) -> Printed:
    """The number that odds for something are when they are against it, as casinos print them."""
    how = replace(odds.spelling, is_against=True)
    return replace(odds, value=simplest(1 - Fraction(odds.value)), spelling=how)


def may_be_against(printed: Printed) -> bool:
    """Whether odds are printed without the word that says for or against what they are."""
    return printed.spelling.is_odds and not printed.spelling.fraction[-1]


# --- words with a declared meaning, and cells that print no number --------------------------------

EMPTY = frozenset(["", "-", "--", "---", "\u2212", "–", "—", "n/a", "n.a.", r"\textendash"])
EMPTY |= {r"\textemdash", r"\textendash{}", r"\textemdash{}"}
WORD_MARKUP = re.compile(r"\\[A-Za-z]+|[\\$*_`{}]")


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
    word = plain_word(text)
    for known, value in words.items():
        if plain_word(known) == word:
            before, _, after = unwrapped(text.strip())
            return Printed(text.strip(), value, None, "", Spelling(before, after=after))
    return None


def plain_word(text: str) -> str:
    """The text in small letters without markup, blanks as one."""
    return " ".join(WORD_MARKUP.sub("", text).casefold().split())


# --- intervals ------------------------------------------------------------------------------------

LEADS = frozenset(["between", "from", "entre", "de", "zwischen", "von"])
JOINS = frozenset(["and", "to", "et", "à", "a", "und", "bis"])
LEAD = re.compile(rf"(?:{'|'.join(sorted(LEADS))})\s+", re.IGNORECASE)
BETWEEN = re.compile(
    rf"(?:\s|~)(?:{'|'.join(sorted(JOINS, key=len, reverse=True))})(?=[\s~])"
    r"|---?|[-–—]|\.\.\.?|…|\\(?:l?dots|text(?:en|em)dash)(?![A-Za-z])",
    re.IGNORECASE,
)
BRACKETS = re.compile(r"(?:\\left)?[][(](?P<inside>[^][()]*?)(?:\\right)?[][)]")
LISTED = re.compile("[,;]")


def parse_interval(text: str, decimal: str | None = None) -> tuple[Printed, Printed]:
    """The two ends of a printed interval, the smaller first:

    0.33 and 0.34   between 0.33 and 0.34   from 0.33 to 0.34   0.33–0.34   0.33--0.34
    0,33 à 0,34     entre 0,33 et 0,34      zwischen 0,33 und 0,34   0,33 bis 0,34
    [0.33, 0.34]    [0,33; 0,34]    (0.33, 0.34)    33–34 %, where both are percentages

    >>> [end.value for end in parse_interval("between 0.25 and 0.5")]
    [Fraction(1, 4), Fraction(1, 2)]
    """
    check_length(text, "an interval", LONGEST_PHRASE)
    core = unwrapped(LEAD.sub("", text.strip(), count=1))[1]
    bracketed = BRACKETS.fullmatch(core)
    inside, join = (bracketed["inside"], LISTED) if bracketed else (core, BETWEEN)
    found = dict[tuple[Exact, Exact], tuple[Printed, Printed]]()
    for sign in join.finditer(inside):
        # The last of several hyphens may be the sign of the second number.
        for end in range(sign.end(), sign.end() - 1 - sign[0].startswith("--"), -1):
            # A text that is no number on one side is joined elsewhere.
            with suppress(ClaimsError):
                # A formula may begin or end there, as in $0.33$--$0.34$ without the outer signs.
                low, high = (
                    parse_printed(strip_open_markup(text), decimal)
                    for text in (inside[: sign.start()], inside[end:])
                )
                if any(one.error is not None or one.spelling.is_odds for one in (low, high)):
                    continue  # only plain numbers
                is_plain = low.places is not None and not low.spelling.scale
                if is_plain and "%" in high.text and "%" not in low.text:
                    low = as_percentage(low)  # said once for both
                found[low.value, high.value] = (low, high)
    ordered = [ends for (low, high), ends in found.items() if low <= high]
    if not found:
        raise ClaimsError(
            "an interval must look like 0.33 and 0.34, 0.33–0.34 or [0.33, 0.34], got "
            f"{shown(text)}"
        )
    if len(ordered) > 1:
        raise ClaimsError(f"where the first number of an interval ends is not clear: {shown(text)}")
    if not ordered:
        raise ClaimsError(
            f"the first number of an interval must be at most the second, got {shown(text)}"
        )
    return ordered[0]

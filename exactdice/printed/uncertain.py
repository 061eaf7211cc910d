r"""Numbers with a printed error.

0.0672 ± 0.001   0.0672 \pm 0.001   0.0672 +/- 0.001   (6.72 ± 0.10) %
0.0672(10)   6.72(10)e-2            the digits in brackets count units of the last decimal
\num{0.0672 \pm 0.001}   \num{0.0672(10)}   \qty{6.72 +- 0.10}{\percent}
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from ..errors import ClaimsError
from ..exact import Exact, parse_exact, shown, simplest
from .decimals import (
    E_NOTATION,
    MINUS,
    PERCENT,
    SIGNS,
    SIUNITX_CLOSING,
    SIUNITX_OPENING,
    parse_plain,
    scale_said,
)
from .exact_forms import GAP
from .spellings import LONGEST_PHRASE, Printed, check_text
from .wrappings import unwrapped, without_open_markup

AROUND = rf"(?:{GAP}|[ \t])*"
PLUS_MINUS = re.compile(rf"(?:±|\\pm(?![A-Za-z])|\+/?[{MINUS}]){AROUND}")
BRACKETED = re.compile(
    r"(?P<open>(?:\\left)?\()(?P<inside>[^()\\]*(?:\\(?!right)[^()\\]*)*)"
    r"(?P<close>(?:\\right)?\))(?P<tail>.*)",
    re.DOTALL,
)
IN_UNITS = re.compile(r"(?P<digits>[^()]*\d)(?P<error>\((?P<units>\d{1,30})\))(?P<tail>[^()]*)")
SIUNITX = re.compile(
    rf"(?P<open>{SIUNITX_OPENING})(?P<inside>[^{{}}]*)(?P<close>{SIUNITX_CLOSING})"
)
INSIDE = re.compile(
    rf"(?P<digits>[^()\s]*?\d)(?P<error>\((?P<units>\d{{1,30}})\)"
    rf"|[ ]*(?:\+-|\\pm(?![A-Za-z])|±)[ ]*(?P<width>\d[\d.,]*))"
    rf"(?P<tail>(?:[ ]*{E_NOTATION})?)"
)


def parse_uncertain(text: str, decimal: str | None = None) -> Printed:
    """The number with its error, where digits in brackets are those of an error and not a period.

    >>> parse_uncertain("0.0672(10)").error, parse_uncertain("(6.7 ± 0.1) %").error
    (Fraction(1, 1000), Fraction(1, 1000))
    """
    check_text(text, decimal, "a number with an error", LONGEST_PHRASE)
    printed = _in_units(text, decimal) or parse_with_error(text, decimal)
    if printed is None:
        raise ClaimsError(
            "a number with an error must look like 0.067 ± 0.001, 0.067(1) or (6.7 ± 0.1) %, got "
            f"{shown(text)}"
        )
    return printed


def parse_with_error(text: str, decimal: str | None) -> Printed | None:
    """The number when it certainly has an error: after ±, in siunitx, or in brackets before a power
    of ten; None when it has none.
    """
    before, core, after = unwrapped(text.strip())
    printed = (
        _in_siunitx(core, decimal)
        or _after_plus_minus(core, decimal)
        or _before_power(core, decimal)
    )
    return printed and _wrapped(printed, before, text, after)


def _wrapped(printed: Printed, before: str, text: str, after: str) -> Printed:
    how = printed.spelling
    how = replace(how, before=before + how.before, after=how.after + after)
    return replace(printed, text=text.strip(), spelling=how)


# --- after ± --------------------------------------------------------------------------------------


def _after_plus_minus(core: str, decimal: str | None) -> Printed | None:
    if not PLUS_MINUS.search(core):
        return None
    found = BRACKETED.fullmatch(core)
    if found is None:
        return _sum(core, decimal)
    scale = scale_said(found["tail"])
    printed = None if scale is None else _sum(found["inside"], decimal)
    if printed is None or scale is None or printed.spelling.scale or printed.error is None:
        return None
    return _times(printed, found, scale, printed.error)


def _times(printed: Printed, found: re.Match[str], scale: int, error: Exact) -> Printed:
    """The number in brackets times 10^scale, which the text after them says."""
    how, places, size = printed.spelling, printed.places or 0, Fraction(10) ** scale
    return replace(
        printed,
        value=simplest(printed.value * size),
        places=places - scale,
        error=simplest(error * size),
        spelling=replace(
            how,
            before=found["open"] + how.before,
            after=how.after + found["close"] + found["tail"],
            scale=scale,
        ),
    )


def _sum(text: str, decimal: str | None) -> Printed | None:
    """value ± error, without brackets around both."""
    signs = list(PLUS_MINUS.finditer(text))
    if len(signs) != 1:
        return None
    sign = signs[0]
    printed = _part(text[: sign.start()], decimal)
    error = _part(text[sign.end() :], decimal)
    if printed is None or error is None:
        return None
    if printed.places is None or error.places is None or error.text.startswith(SIGNS):
        raise ClaimsError(
            f"value and error must be decimals, the error unsigned, got {shown(text)}"
        )
    # Of `6.72 ± 0.10 %` the value may be 6.72 or 6.72 %.
    if bool(printed.spelling.scale) != bool(error.spelling.scale):
        raise ClaimsError(
            "a percent sign or a power of ten must be printed with value and error alike, as in "
            f"(6.7 ± 0.1) %, got {shown(text)}"
        )
    how = replace(printed.spelling, after=printed.spelling.after + text[sign.start() :])
    return replace(printed, spelling=how, error=error.value, note=printed.note or error.note)


def _part(text: str, decimal: str | None) -> Printed | None:
    """The number on one side of ±, whose markup may be open where the text of both begins or ends:
    that of $0.5$ ± $0.1$ is taken off outside.
    """
    printed = parse_plain(text, decimal)
    if printed:
        return _wrapped(printed, "", text, text[len(text.rstrip()) :])
    bare = without_open_markup(text)
    printed = parse_plain(bare, decimal) if bare else None
    before, _, after = text.partition(bare) if bare else ("", "", "")
    return printed and _wrapped(printed, before, bare, after)


# --- in brackets ----------------------------------------------------------------------------------


def _before_power(core: str, decimal: str | None) -> Printed | None:
    """6.72(10)e-2, which is no period; of 16.6(6) % the digits may be one."""
    found = IN_UNITS.fullmatch(core)
    if found is None or not found["tail"]:
        return None
    if re.fullmatch(PERCENT, found["tail"]):
        raise ClaimsError(
            "the digits in brackets may be an uncertainty or a period: write the number without "
            f"them, got {shown(core)}"
        )
    return _in_units(core, decimal)


def _in_units(text: str, decimal: str | None) -> Printed | None:
    before, core, after = unwrapped(text.strip())
    found = IN_UNITS.fullmatch(core)
    if found is None or scale_said(found["tail"]) is None:
        return None
    printed = parse_plain(found["digits"] + found["tail"], decimal)
    if printed is None or printed.places is None:
        return None
    return _wrapped(_with_units(printed, found, printed.spelling.after), before, text, after)


def _with_units(printed: Printed, found: re.Match[str], after: str) -> Printed:
    error = int(parse_exact(found["units"])) * Fraction(10) ** -(printed.places or 0)
    how = printed.spelling
    return replace(
        printed, error=simplest(error), spelling=replace(how, after=found["error"] + after)
    )


# --- siunitx --------------------------------------------------------------------------------------


def _in_siunitx(core: str, decimal: str | None) -> Printed | None:
    r"""\num{0.0672(10)}, where digits in brackets are always an error, or \num{0.0672 +- 0.001}."""
    command = SIUNITX.fullmatch(core)
    found = INSIDE.fullmatch(command["inside"].strip()) if command else None
    if command is None or found is None:
        return None
    tail = found["tail"].strip()
    printed = parse_plain(f"{command['open']}{found['digits']}{tail}{command['close']}", decimal)
    if printed is None:
        return None
    after = found["tail"] + command["close"]
    if found["units"]:
        return _with_units(printed, found, after)
    width = parse_plain(found["width"], None)
    if width is None or width.places is None:
        return None
    how = printed.spelling
    return replace(
        printed,
        error=simplest(width.value * Fraction(10) ** how.scale),
        spelling=replace(how, after=found["error"] + after),
    )

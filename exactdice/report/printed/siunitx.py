r"""Options of the LaTeX package siunitx, and whether it prints a number as it is written.

They may round a number, leave its exponent out or set other signs between its digits. So those
that change none of it are named here with the values that they may have; any other may change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

NAMED = re.compile(r"[A-Za-z0-9.!+\- ]*")
BOOLEAN = re.compile(r"true|false|")
ANYTHING = re.compile(r"[\s\S]*")  # of what sets lists, ranges and units, and no single number
FONT = re.compile(r"[a-z ]*|\\[a-z]{1,20}(?:family|series|shape)|\\(?:text|math)?(?:rm|sf|tt)")
SPACE = re.compile(r"\\[,;:! ]|~|\\(?:thinspace|enspace|quad|medspace)| ?")
PRODUCT = re.compile(r"\\cdot|\\times|\\ensuremath\{\\(?:cdot|times)\}|·|×")
MARK = re.compile(r"[.,]|\\text\{[.,]\}")
EXPONENT = re.compile(r"e|E|\\(?:mathrm|text|ensuremath)\{(?:e|E|\\mathrm\{e\})\}")
GROUPS = re.compile("true|false|integer|decimal|none|all|")
FORMAT = re.compile(r"[<>]?[+-]?\d*(?:[.,]\d+)?(?:e[+-]?\d+)?")
FALSE, NONE, INPUT = re.compile("false"), re.compile("none"), re.compile("input")
OPTIONS = [  # the values of the options named
    (
        BOOLEAN,
        """
        tight-spacing retain-explicit-plus retain-zero-exponent retain-explicit-decimal-marker
        detect-all detect-weight detect-family detect-mode detect-shape detect-none
        detect-display-math propagate-math-font text-family-to-math text-series-to-math
        reset-text-family reset-text-series reset-text-shape reset-math-version
        group-four-digits separate-uncertainty bracket-unit-denominator forbid-literal-units
        sticky-per table-fixed-width table-align-exponent table-align-uncertainty
        table-align-comparator table-align-text-pre table-align-text-post
        table-align-text-before table-align-text-after
        """,
    ),
    (
        NAMED,
        """
        mode number-mode unit-mode locale per-mode color number-color unit-color
        table-number-alignment table-text-alignment table-alignment table-alignment-mode
        table-unit-alignment table-column-width table-figures-integer table-figures-decimal
        table-figures-exponent table-sign-mantissa table-sign-exponent group-minimum-digits
        detect-inline-family detect-inline-weight
        """,
    ),
    (
        ANYTHING,
        """
        inter-unit-product inter-unit-separator per-symbol fraction-function qualifier-mode
        list-separator list-final-separator list-pair-separator list-units list-exponents
        range-phrase range-units range-exponents product-units product-mode
        table-space-text-pre table-space-text-post
        """,
    ),
    (FONT, "number-font-command unit-font-command"),
    (FONT, "text-rm text-sf text-tt math-rm math-sf math-tt"),
    (SPACE, "group-separator quantity-product number-unit-product number-unit-separator"),
    (PRODUCT, "exponent-product output-product"),
    (MARK, "output-decimal-marker"),
    (EXPONENT, "output-exponent-marker"),
    (GROUPS, "group-digits"),
    (FORMAT, "table-format"),
    (FALSE, "table-auto-round table-omit-exponent"),
    (NONE, "round-mode"),
    (INPUT, "exponent-mode"),
]
VALUES = {name: values for values, names in OPTIONS for name in names.split()}
PARTS = re.compile(r"[{},]")
COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")


def changes_no_digit(options: str) -> bool:
    """Whether siunitx, with options such as `per-mode=symbol`, prints the digits as written."""
    for option in options_in(options):
        name, _, value = (part.strip() for part in option.partition("="))
        if not name and not value:
            continue
        while value.startswith("{") and value.endswith("}"):
            value = value[1:-1]
        allowed = VALUES.get(name)
        if allowed is None or not allowed.fullmatch(value):
            return False
    return True


def options_in(options: str) -> Iterator[str]:
    """The options between the commas that stand in no braces."""
    options = COMMENT.sub("", options)
    depth = start = 0
    for found in PARTS.finditer(options):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if found[0] == "," and depth == 0:
            yield options[start : found.start()]
            start = found.end()
    yield options[start:]

"""How often estimates with a wrong number of games are noticed: writes the table of
docs/explanation/estimates.md.

    python benchmarks/estimates.py

Each document prints the shares of throws in which dice of 3, 4, 5, ... sides show no more than half
their sides, to four decimals, with n = 10^4; in truth they are of another number of throws. Each
die is thrown for itself, so the estimates are independent. The seed is fixed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np

from exactdice.claims.claim import Claim, Kind
from exactdice.claims.estimates import closeness_after_holm, corrected
from exactdice.claims.judging import judge
from exactdice.claims.verdict import Finding, Verdict
from exactdice.exact import decimal_text
from exactdice.printed.numbers import parse_printed
from exactdice.queries.syntax import parse

PAGE = Path(__file__).parents[1] / "docs" / "estimates.md"
BEGIN, END = "<!-- power: begin -->\n", "<!-- power: end -->"
PRINTED = 10**4
PLACES = 4
TRUE = (10**2, 10**3, 10**4, 10**5, 10**6)
COUNTS = (3, 5, 10)
DOCUMENTS = 100
ALPHA = Fraction(1, 100)
SEED = 2026


@cache
def alone(sides: int, text: str) -> Finding:
    """The finding on one printed share."""
    query = f"d({sides}) <= {sides // 2}"
    printed = parse_printed(text)
    return judge(Claim(query, 1, "", printed, query, parse(query), Kind.MONTECARLO, {}, PRINTED))


def document(rng: np.random.Generator, games: int, count: int) -> list[Finding]:
    """The findings on so many shares."""
    found = []
    for sides in range(3, 3 + count):
        hits = int(rng.binomial(games, (sides // 2) / sides))
        found.append(alone(sides, decimal_text(Fraction(hits, games), PLACES)))
    return corrected(found, ALPHA)


def row(rng: np.random.Generator, games: int, count: int) -> str:
    """The shares of documents that are noticed, in percent."""
    noticed = {"contradicted": 0, "too close": 0, "other n": 0, "any": 0}
    for _ in range(DOCUMENTS):
        findings = document(rng, games, count)
        close = closeness_after_holm(findings)
        marks = {
            "contradicted": any(one.verdict == Verdict.CONTRADICTED for one in findings),
            "too close": close is not None and close < ALPHA,
            "other n": any(one.estimate and one.estimate.doubt for one in findings),
        }
        marks["any"] = any(marks.values())
        for key, is_so in marks.items():
            noticed[key] += is_so
    shares = " | ".join(f"{100 * number / DOCUMENTS:.1f}" for number in noticed.values())
    return f"| {count} | {games:,} | {shares} |"


def table() -> str:
    """The table of the page."""
    rng = np.random.default_rng(SEED)
    rows = [row(rng, games, count) for count in COUNTS for games in TRUE]
    heads = "estimates | true n | contradicted | too close | other n likelier | any of these"
    return "\n".join([f"| {heads} |", "|---|---|---|---|---|---|", *rows]) + "\n"


def main() -> None:
    """Write the table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(before + BEGIN + table() + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()

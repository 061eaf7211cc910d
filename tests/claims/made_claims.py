"""Claims as they would be read from a file, and a document of them."""

from fractions import Fraction
from pathlib import Path

from exactdice.query.syntax import parse
from exactdice.report.claims.claim import Claim, Document, Kind
from exactdice.report.printed.numbers import parse_printed


def claim(printed, query="1", kind=Kind.ROUNDED, games=None, **given):
    return Claim(printed, 1, "", parse_printed(printed), query, parse(query), kind, given, games)


def document(*claims, alpha=Fraction(1, 100)):
    return Document(Path("d.toml"), "title", tuple(claims), alpha)

"""Hints on wrong numbers of dice: which query beside the claimed one has the printed value."""

import pytest

from exactdice.claims.claims_file import read_claims
from exactdice.claims.hints import with_hints
from exactdice.claims.judging import verify

# {(printed, query): a hint}; the printed number is that of the query in the hint
HINTS = {
    ("0.722", "chance(2d6 >= 7)"): "it is the value of chance(2d6 >= 6)",
    ("0.583", "chance(2d6 > 7)"): "it is the value of chance(2d6 >= 7)",
    ("0.838", "chance(2d6 >= 8)"): "it is the value of chance(3d6 >= 8)",
    ("0.417", "chance(2d6 >= 7)"): "it is the complement, 1 minus the value",
    ("13.43", "mean(highest(d(6), 4, 3))"): "it is the value of mean(highest(d(6), 5, 3))",
}


@pytest.mark.parametrize(("printed", "query"), HINTS)
def test_the_query_that_was_meant(tmp_path, printed, query):
    path = tmp_path / "claims.toml"
    path.write_text(f'[[claim]]\nprinted = "{printed}"\nvalue = "{query}"\n', encoding="utf-8")
    (finding,) = with_hints(verify(read_claims(path)))
    assert HINTS[printed, query] in finding.hints

"""Junk in claims files: the answer is a result or one clean error, soon."""

import pytest
from fuzzing import both, is_short, tried
from hypothesis import strategies as st

from exactdice.claims.claims_file import read_claims
from exactdice.errors import ClaimsError

LINES = [
    "[document]",
    'title = "x"',
    'decimal = ","',
    "alpha = 0.01",
    "alpha = nan",
    "[given]",
    "dice = 3",
    "target = 1e400",
    "weights = [1, 2, [3]]",
    "[[claim]]",
    "[[ claim ]]",
    '[[claim]]\nprinted = "8,6"\nvalue = "EP(5)"',
    'printed = "0.5"',
    'printed = "1/0"',
    'printed = "\u0661"',
    'value = "EP(5)"',
    'value = "EP("',
    'kind = "exact"',
    'kind = "montecarlo"',
    "n = 10",
    "n = " + "9" * 5000,
    "n = inf",
    'id = "a"',
    "given = { dice = 2 }",
    "given = { faces = 0x10 }",
    "note = 1979-05-27",
    "x = " + "[" * 2000,
    "a.b.c = 1",
    "\u2028",
    '"""',
    "#",
]
files = st.lists(st.sampled_from(LINES), max_size=14).map("\n".join).map(str.encode) | st.binary(
    max_size=80
)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("claims") / "claims.toml"


@both
def test_a_claims_file_is_read_or_refused_with_its_name(place, batches):
    def law(content):
        place.write_bytes(content)
        try:
            read_claims(place)
        except ClaimsError as error:
            is_short(error)
            is_short(str(error).partition(str(place))[0], 0)  # it begins with the name of the file

    tried(batches, files, law)

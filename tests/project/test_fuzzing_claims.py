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


ONE = '[[claim]]\nprinted = "{}"\nvalue = "{}"\n'
ESTIMATE = ONE + 'kind = "montecarlo"\nn = {}\n'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            ONE.format("0." + "3" * 10**5, "1/3"),
            "a printed number must have at most 10000 characters, got 100002",
        ),
        (
            ESTIMATE.format("0.5", "gain(blind,optimal)", 10**18),
            'must be an int of 2 or more, at most 10^12, or "unknown", got 1000000000000000000',
        ),
        (
            ESTIMATE.format("0.5", "gain(blind,optimal)", 10**4000),
            'at most 10^12, or "unknown", got 10000000...(4001 digits)...00000000',
        ),
        ("#" * 10_000_001, "it must have at most 10000000 bytes, got 10000001"),
        (ONE.format("1", "1") * 50_000 + 'id = "7"\n', "the id '7' is used more than once"),
        (ONE.format("1", "EP(" * 10**5), "a query must have at most 2000 characters"),
        ("x = " + "[" * 10**6, "not a TOML file"),
    ],
    ids=[
        "long number",
        "many games",
        "more games",
        "long file",
        "many claims",
        "long query",
        "deep",
    ],
)
@pytest.mark.usefixtures("must_end")
def test_limits_of_a_claims_file_come_before_any_work(tmp_path, content, said):
    path = tmp_path / "claims.toml"
    path.write_text(content, encoding="utf-8")
    assert said in complaint_about(path)


def complaint_about(path):
    """Why the file, or a claim in it, cannot be read."""
    try:
        claims = read_claims(path).claims
    except ClaimsError as error:
        return str(error)
    return next((claim.defect for claim in claims if claim.defect), "")

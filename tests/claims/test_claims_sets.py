"""Printed sets of choices: with 99 points each, a single point wins, so that each of the ten
numbers of dice is optimal; with none, the best of ten numbers is 6.
"""

import pytest

from exactdice.claims.claims_file import read_claims
from exactdice.claims.judging import verify
from exactdice.claims.printed_laws import members_printed
from exactdice.claims.verdict import Verdict

WRONG = Verdict.CONTRADICTED
ALL = "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        (ALL, "OPT_all(99, 99)", Verdict.EXACT),
        (ALL, "OPT(99, 99)", Verdict.EXACT),
        ("{1, 2}", "OPT_all(99, 99)", WRONG),
        ("{1, 2}", "OPT(99, 99)", Verdict.ANOTHER),
        ("{1,2}", "OPT(99, 99)", Verdict.ANOTHER),
        (r"\{1, 2\}", "OPT(99, 99)", Verdict.ANOTHER),
        (r"$\{1,2\}$", "OPT(99, 99)", Verdict.ANOTHER),
        ("{1, 11}", "OPT(99, 99)", WRONG),
        ("{6}", "OPT(0, 0)", Verdict.EXACT),
        ("6", "OPT_all(0, 0)", Verdict.EXACT),
        ("5", "OPT_all(0, 0)", WRONG),
        ("{5, 6}", "OPT(0, 0)", WRONG),
        ("{6}", "argmax(d, 1..10, EP(d))", Verdict.EXACT),
        ("{5, 6}", "argmax(d, 1..10, EP(d))", WRONG),
        ("{blind}", "OPT(0, 0)", WRONG),
        ("{0,65}", "13/20", Verdict.EXACT),  # a number in braces of LaTeX
    ],
)
def test_a_printed_set(tmp_path, printed, value, verdict):
    file = tmp_path / "a.toml"
    file.write_text(f"[[claim]]\nprinted = '{printed}'\nvalue = '{value}'\n")
    (found,) = verify(read_claims(file))
    assert found.verdict == verdict


@pytest.mark.parametrize("text", ["{7}", "{0.5}", "{1, 2", "1, 2", "{a+b}", "{}", "{1, {2}}"])
def test_what_is_no_set(text):
    assert members_printed(text) is None

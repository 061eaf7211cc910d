"""The lint of ambiguous regular expressions knows bad patterns from good ones."""

import pytest
from ambiguity import ambiguity

BAD = {  # what is known to explode, from the issue trackers of many projects
    r"(a+)+$": "exponential",
    r"(?:\\ |\s| )+y": "exponential",
    r"(?:[ ]| )+x": "exponential",
    r"(a|a)*b": "exponential",
    r"(a|aa)+$": "exponential",
    r"(\w+\s?)*:": "exponential",
    r"\s*\s*x": "polynomial",
    r".*.*x": "polynomial",
    r"\d*[0-9]*x": "polynomial",
    r"end\s*(?:-->)?\s*$": "polynomial",
    r":(?P<words>.*?)(?:-->)?\s*$": "polynomial",
    r"a*b?a*c": "polynomial",
    r"[^\n]{0,1000}[a-z]{0,1000}x": "polynomial",
}
GOOD = [
    r"(\s|x )*y",
    r"(?:[^\n]*\n)*x",
    r"\d+\.\d+x",
    r"\s*[a-z]+\s*=x",
    r'"(?:[^"\\]|\\.)*"x',
    r"(a|b)*c",
    r"a{2,3}b",
    r"\d+(?:,\d+)*x",
    r"a*",
    r"a|b|c",
]


@pytest.mark.parametrize(("pattern", "kind"), BAD.items())
def test_the_lint_knows_bad_patterns(pattern, kind):
    assert ambiguity(pattern) == kind


@pytest.mark.parametrize("pattern", GOOD)
def test_the_lint_passes_good_patterns(pattern):
    assert ambiguity(pattern) == ""


def test_a_search_begins_anew_everywhere():
    assert ambiguity(r"\s+x") == ""
    assert ambiguity(r"\s+x", searched=True) == "polynomial"
    assert ambiguity(r"\\[^\n]*", searched=True) == ""  # cannot fail any more
    assert ambiguity(r"\\[a-z]\d", searched=True) == ""

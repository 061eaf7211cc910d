"""The domain of a symbol is read in claims files and in marks as at the command line."""

from fractions import Fraction
from pathlib import Path

import pytest

from exactdice.exact.errors import ClaimsError
from exactdice.query.ranges import ranges_and_options
from exactdice.report.claims.claim import Verdict, exit_status, options_text
from exactdice.report.claims.entry import parse_options, read_claims
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import document_from, read_document
from exactdice.report.documents.marked_tables import claims_text, renewed, with_new_bodies
from exactdice.report.documents.verification import findings_in, read_documents
from exactdice.report.printed.source import Source
from exactdice.writeup.tables.table import make_table

RACE = 'dice = 2\ntarget = 3\nweights = "p,1-p"\n'
RIGHT = [Verdict.EXACT, Verdict.TRUE]


def verdicts(path):
    return [finding.verdict for finding in verify(read_claims(path))]


# On p <= 1/2 the value falls: its formula there is decreasing.
CLAIMS = """
[[claim]]
printed = "893/2048"
value = "maximum(EG(0,0))"
kind = "exact"
given = { p = "1/4..1/2" }

[[claim]]
statement = "all(p, 1/4..1/2, EG(0,0) <= 893/2048)"
given = { p = "1/4..1/2" }
"""


def test_a_domain_in_a_claim_and_in_the_options_of_the_document(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(f"[given]\n{RACE}{CLAIMS}")
    common = tmp_path / "common.toml"
    without = CLAIMS.replace('given = { p = "1/4..1/2" }', "")
    common.write_text(f'[given]\n{RACE}p = "1/4..1/2"\n{without}')
    assert verdicts(own) == verdicts(common) == RIGHT


def test_marks_of_a_document_state_a_domain(tmp_path):
    path = tmp_path / "report.md"
    path.write_text(
        "<!-- exactdice document: dice=2 target=3 weights=p,1-p -->\n\n"
        "At most 893/2048<!-- exactdice: maximum(EG(0,0)) kind=exact p=1/4..1/2 -->.\n\n"
        "<!-- exactdice table: maximum(EG(d,0)) d=0..2 p=1/4..1/2 -->\n"
        "| d | maximum |\n|--|--|\n| 0 | 893/2048 |\n| 1 | 3/4 |\n| 2 | 1 |\n"
    )
    assert [finding.verdict for finding in verify(read_document(path))] == [Verdict.EXACT] * 4


HALF = Fraction(1, 2)
ONE_DIE = "dice=1 target=2 weights=p,1-p"  # worth 1 - 2*p + 2*p^2


def of_one_die(p):
    return 1 - 2 * p + 2 * p * p


@pytest.mark.parametrize(
    ("labels", "head"),
    [("p=0..1..1/4", ONE_DIE), ("p=0..1..0.25", ""), ("p=0,1/4,1/2,3/4,1", ""), ("p=*", ONE_DIE)],
)
def test_rows_over_a_symbol_are_verified(tmp_path, labels, head):
    """Whether the symbol stands in the options of the document or of the mark."""
    path = tmp_path / "report.md"
    own = "" if head else f" {ONE_DIE}"
    values = {p: of_one_die(p) for p in (Fraction(k, 4) for k in range(5))}
    values[HALF] += 1
    rows = "".join(f"| {p} | {value} |\n" for p, value in values.items())
    path.write_text(
        f"<!-- exactdice document: {head or 'decimal=.'} -->\n\n"
        f"<!-- exactdice table: EG(0,0) {labels}{own} -->\n| p | gain |\n|--|--|\n{rows}"
    )
    found = [finding.verdict for finding in verify(read_document(path))]
    assert found == [Verdict.EXACT] * 2 + [Verdict.CONTRADICTED] + [Verdict.EXACT] * 2


def test_what_is_written_of_a_symbol_is_verified(tmp_path):
    """Beside an index of the query too, and of a symbol of a mixture."""
    path = tmp_path / "report.md"
    path.write_text(
        f"<!-- exactdice table: EG(0,j) {ONE_DIE} p=0..1..1/2 j=0..1 -->\n"
        "<!-- exactdice end -->\n\n"
        "<!-- exactdice table: gain(mixed(dice(1),q,dice(2),1-q),dice(2)) dice=2 target=3 "
        "q=0..1..1/3 -->\n<!-- exactdice end -->\n"
    )
    text = path.read_text()
    path.write_text(with_new_bodies(text, renewed(path, text)))
    findings = verify(read_document(path))
    assert [finding.verdict for finding in findings] == [Verdict.EXACT] * (3 * 2 + 4)
    assert [findings[k].claim.printed.text for k in (0, 2, 4)] == [
        str(of_one_die(p)) for p in (0, HALF, 1)
    ]


def test_a_number_for_the_symbol_goes_into_the_weights_as_in_a_single_mark(tmp_path):
    """The largest value of what is a number then is asked for by both."""
    path = tmp_path / "report.md"
    query = "maximum(EG(0,0)) - p"
    path.write_text(
        f"<!-- exactdice document: {ONE_DIE} -->\n\n"
        f"<!-- exactdice table: {query} p=1/4,1/2 -->\n| p | gain |\n|--|--|\n"
        "| 1/4 | 0.75 |\n| 1/2 | 0.5 |\n\n"
        f"It is 0.75<!-- exactdice: {query} p=1/4 -->.\n"
    )
    findings = verify(read_document(path))
    assert [finding.verdict for finding in findings] == [Verdict.UNCHECKED] * 3


def test_the_claims_of_a_table_with_a_domain_are_read_back(tmp_path):
    words = ["d=0..2", "dice=2", "target=3", "weights=p,1-p", "p=1/4..1/2"]
    query = "maximum(EG(d,0))"
    table = make_table(query, *ranges_and_options(words, [query]))
    path = tmp_path / "table.toml"
    path.write_text(claims_text(table))
    assert verdicts(path) == [Verdict.EXACT] * 3


def test_options_with_a_domain_are_written_as_they_are_read():
    given = parse_options({"weights": "p,q", "p": "0..1/2"})
    assert options_text(given) == ["weights=p,q", "p=0..1/2"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"weights": "p,1-p", "p": "0..q"}, "write its domain as p=0..1/2"),
        ({"weights": "p,1-p", "p": "1/2..1/2"}, "interior"),
        ({"weights": "p,1-p", "dice": "1..2"}, "ranges are for tables"),
    ],
)
def test_what_is_no_domain_is_refused_in_one_line(table, said):
    with pytest.raises(ClaimsError, match=said) as raised:
        parse_options(table)
    assert "\n" not in str(raised.value)


PIG = "game=pig target=4"
# (what is printed, its query, the verdict)
OF_WORDS = [
    # a throw of two dice busts with 11 chances of 36, and is 7 or less with 21 of them
    ("7", "median(roll_distribution(2))", Verdict.EXACT),
    ("0.306", "probability(roll_distribution(2), 1)", Verdict.ROUNDED),
    # the root of 17075/1296, which is 3.6297...
    ("3.63", "sd(roll_distribution(2))", Verdict.ROUNDED),
    (
        "1",
        "win(optimal, random) + loss(optimal, random) + draw(optimal, random) " + PIG,
        Verdict.EXACT,
    ),
    ("4", "positions_at(1) game=connect-four rows=3 columns=4", Verdict.EXACT),
    ("2", "optimal_actions(0, 0) target=3", Verdict.EXACT),  # the set of it
    # what is no number is no claim
    ("1", "first(optimal_actions()) " + PIG, Verdict.UNCHECKED),
    ("1.5", "expected_visits(random, random) " + PIG, Verdict.UNCHECKED),
    ("1", "roll_distribution(2)", Verdict.UNCHECKED),
    ("1", 'gain(by_table("none.csv"), random) ' + PIG, Verdict.UNCHECKED),
]


def findings(tmp_path, *claims):
    document = tmp_path / "text.md"
    marks = (f"It is {printed}<!-- exactdice: {query} -->.\n" for printed, query in claims)
    document.write_text("\n".join(marks), encoding="utf-8")
    (read,) = read_documents([document])
    return findings_in(read)


@pytest.mark.parametrize(("printed", "query", "verdict"), OF_WORDS)
def test_the_verdict_on_a_claim(tmp_path, printed, query, verdict):
    (found,) = findings(tmp_path, (printed, query))
    assert found.verdict == verdict
    assert "\n" not in found.reason


NIM = "game=nim heaps=2,2"
SAMPLE = "kind=montecarlo n=10000 dice=3 target=2"
WIN, LOSS, GAIN = "win(dice(3), dice(1))", "loss(dice(3), dice(1))", "gain(dice(3), dice(1))"

ALL_RIGHT = {
    # ties between optimal choices
    "another optimal choice": "7<!-- exactdice: OPT(99, 99) -->",
    "a length under another tie-break": f"4<!-- exactdice: turns(optimal, optimal) {NIM} -->",
    # approximate words
    "about one in six": "about one in 6<!-- exactdice: P(1,2) kind=about -->",
    "between two numbers": "between 8.6 and 8.7<!-- exactdice: EP(5) kind=interval -->",
    "at least": "at least 8<!-- exactdice: EP(5) kind=at-least -->",
    "many digits of an iteration": (
        "8.6356738683127601<!-- exactdice: EP(5) kind=converged tolerance=1e-9 -->"
    ),
    "cut off, as its author says": "8<!-- exactdice: EP(5) kind=truncated -->",
    "with an error": "8.6 ± 0.1<!-- exactdice: EP(5) -->",
    # one sample, from which all numbers are read
    "one sample": (
        f"0.6489<!-- exactdice: {WIN} {SAMPLE} --> and 0.3511<!-- exactdice: {LOSS} {SAMPLE} --> "
        f"and 0.2978<!-- exactdice: {GAIN} {SAMPLE} -->"
    ),
    "an event": "0.585<!-- exactdice: 2d6 >= 7 kind=montecarlo n=10000 -->",
    # numbers as people print them
    "without a leading 0": "(.1667<!-- exactdice: P(1,2) -->)",
    "nearly": "≈ 8.64<!-- exactdice: EP(5) -->",
    "thousands": "1,296.0<!-- exactdice: 1296 -->",
    "percent": "16.7 %<!-- exactdice: P(1,2) -->",
    # sentences
    "a sentence": "Six dice score most. <!-- exactdice claim: argmax(d, 1..10, EP(d)) = 6 -->",
}


@pytest.mark.parametrize("name", ALL_RIGHT)
def test_what_is_right_holds_strictly_and_nothing_is_hinted(name):
    document = document_from(Source(Path("a.md"), f"{ALL_RIGHT[name]}\n"))
    found = findings_in(document)
    assert document.claims
    assert exit_status(found, strict=True) == 0, found
    assert not any(one.hints for one in found)


def test_the_right_estimates_of_many_samples_are_not_suspect():
    """Of 20 right estimates one is expected to have p < 0.05: alone that is no reason for doubt."""
    # 60 sixes of 300 throws: twice P(X >= 60) = 0.13...; 50 are expected
    numbers = ["0.2000", *["0.1667"] * 3, "0.1600", "0.1733"]
    marks = (
        f"{p}<!-- exactdice: P(1,2) kind=montecarlo n=300 run=r{k} -->"
        for k, p in enumerate(numbers)
    )
    document = document_from(Source(Path("a.md"), "\n\n".join(marks)))
    assert {one.verdict for one in verify(document)} == {Verdict.CONSISTENT}

"""Claims that name others of their file: rounding intervals against all unrounded values on a
grid, verdicts, and what names nothing.
"""

from fractions import Fraction
from itertools import product

import pytest

from exactdice.exact.numbers import NEAREST, decimal_text
from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.findings import explanation
from exactdice.report.claims.judging import verify, verify_proved
from exactdice.report.documents.verification import findings_in, read_documents

STEPS = 20


def claims_file(folder, *claims):
    """A claims file of these claims, each a dict of its keys."""
    path = folder / "report.toml"
    texts = []
    for claim in claims:
        lines = [f"{key} = '''{value}'''" for key, value in claim.items()]
        texts.append("\n".join(["[[claim]]", *lines, ""]))
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def findings(folder, *claims):
    return verify(read_claims(claims_file(folder, *claims)))


def last(folder, *claims):
    return findings(folder, *claims)[-1]


def number(name, printed, **more):
    """A claim of a number that is right."""
    return {"id": name, "printed": printed, "value": f"({printed})", **more}


def cells(printed):
    """Numbers on a grid that are printed so, its ends among them."""
    places = len(printed.partition(".")[2])
    value, half = Fraction(printed), Fraction(1, 2 * 10**places)
    return [value + half * Fraction(k, STEPS) for k in range(-STEPS, STEPS + 1)]


def all_printed(results, places):
    """Everything that the results are printed as, in any mode of rounding to nearest."""
    return {decimal_text(result, places, mode) for result in results for mode in NEAREST}


FORMULAS = {
    "{a} + {b}": lambda a, b: a + b,
    "{a} / {b}": lambda a, b: a / b,
    "{a} / ({a} + {b})": lambda a, b: a / (a + b),
    "max({a}, {b}) - {a}": lambda a, b: max(a, b) - a,
}


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize(("a", "b"), [("0.65", "0.4"), ("2.1", "0.97")])
def test_a_number_is_refuted_just_when_no_unrounded_numbers_give_it(tmp_path, formula, a, b):
    """Every pair on a grid over both cells; the formulas are continuous, so that what is printed
    between two of their values is printed of a value between.
    """
    results = [FORMULAS[formula](x, y) for x, y in product(cells(a), cells(b))]
    possible = all_printed(results, 2)
    least, most = (round(100 * end) for end in (min(results), max(results)))
    asked = [decimal_text(Fraction(k, 100), 2) for k in range(least - 3, most + 4)]
    query = formula.format(a='claim("a")', b='claim("b")')
    claims = [{"printed": text, "value": query} for text in asked]
    found = findings(tmp_path, number("a", a), number("b", b), *claims)[2:]
    for text, one in zip(asked, found, strict=True):
        inside = min(map(Fraction, possible)) <= Fraction(text) <= max(map(Fraction, possible))
        wide = formula.startswith("max")  # a occurs twice, in no quotient: only enclosed
        assert one.verdict in (Verdict.AGREES, Verdict.CONTRADICTED)
        assert (one.verdict == Verdict.AGREES) == inside or (wide and not inside)


A, B = number("a", "0.65"), number("b", "0.345")
JUDGED = [  # (how it is meant, printed, query, verdict, what is said)
    ({}, "0.995", 'claim("a") + claim("b")', Verdict.AGREES, "it lies in [0.9895, 1.0005]"),
    ({}, "0.98", 'claim("a") + claim("b")', Verdict.CONTRADICTED, "should lie in [0.9895, 1.0005]"),
    ({"kind": "exact"}, "1.1", 'claim("a") * 2', Verdict.CONTRADICTED, "lie in [1.29, 1.31]"),
    ({"kind": "truncated"}, "1.3", 'claim("a") * 2', Verdict.AGREES, "it lies in [1.29, 1.31]"),
    ({"kind": "truncated"}, "1.4", 'claim("a") * 2', Verdict.CONTRADICTED, "in [1.29, 1.31]"),
    ({}, "67 %", 'claim("a")', Verdict.CONTRADICTED, "it should lie in [0.645, 0.655]"),
    ({}, "0.33", 'claim("third")', Verdict.ROUNDED, "correctly rounded"),
    ({}, "1", 'claim("a") / claim("a")', Verdict.AGREES, "it lies in [1, 1]"),
    ({"kind": "about"}, "0.5", 'claim("a")', Verdict.CONTRADICTED, "not in"),
    ({"kind": "at-least"}, "0.66", 'claim("a")', Verdict.CONTRADICTED, ""),
    ({}, "0.33", 'claim("cut")', Verdict.AGREES, "it lies in [0.33, 0.34]"),
    ({}, "5", 'claim("about")', Verdict.AGREES, "it lies in [4.5, 5.5]"),
    ({}, "1/2", 'claim("zero")', Verdict.AGREES, "it lies in [-0.5, 0.5]"),
    ({}, "1.50", 'mean_of_whole(claim("n"))', Verdict.AGREES, "42/28 is printed so"),
    (
        {},
        "1.48",
        'mean_of_whole(claim("n"))',
        Verdict.CONTRADICTED,
        "no mean of 28 whole numbers is printed so: the nearest are 1.46 and 1.50",
    ),
    ({}, "38.5 %", "share_of(13)", Verdict.AGREES, "5/13 is printed so"),
    ({}, "0.2751", 'clopper_pearson_low(13, claim("n"), 0.95)', Verdict.ROUNDED, ""),
]
OTHERS = [
    A,
    B,
    number("third", "1/3"),
    number("n", "28", kind="exact"),
    {"id": "cut", "printed": "0.33", "value": "0.339", "kind": "truncated"},
    {"id": "about", "printed": "5", "value": "5", "kind": "about"},
    {"id": "zero", "printed": "0", "value": "0"},
    {"id": "minus zero", "printed": "-0.0", "value": "-0.01"},
]


@pytest.mark.parametrize(("how", "printed", "query", "verdict", "said"), JUDGED)
def test_the_verdict_on_a_number_that_follows_from_others(
    tmp_path, how, printed, query, verdict, said
):
    found = last(tmp_path, *OTHERS, {"printed": printed, "value": query, **how})
    assert (found.verdict, said in explanation(found)) == (verdict, True)
    assert "\n" not in explanation(found)


STATEMENTS = {
    'claim("a") + claim("b") = 1': Verdict.AGREES,
    'claim("a") + claim("b") = 1.1': Verdict.FALSE,
    'claim("a") > claim("b")': Verdict.TRUE,
    'claim("a") <= claim("a")': Verdict.TRUE,
    'claim("third") = 1/3': Verdict.TRUE,
    # what is false decides, whatever is open before it
    'claim("a") > 0.65 and claim("b") > 1': Verdict.FALSE,
    'not (claim("a") > 0.65 or claim("b") > 1)': Verdict.AGREES,
    '0.65 < claim("a") < claim("b")': Verdict.FALSE,
    'all(k, 1..3, claim("a") > k/10)': Verdict.TRUE,
    'all(k, 64..66, claim("a") > k/100)': Verdict.FALSE,
    'any(k, 64..66, claim("a") = k/100)': Verdict.AGREES,
    'claim("a") in share_of(20)': Verdict.AGREES,
    'claim("a")': Verdict.UNCHECKED,
}


@pytest.mark.parametrize(("statement", "verdict"), STATEMENTS.items())
def test_the_verdict_on_a_statement_about_other_claims(tmp_path, statement, verdict):
    found = last(tmp_path, *OTHERS, {"statement": statement})
    assert found.verdict == verdict


def test_a_false_statement_says_the_intervals(tmp_path):
    found = last(tmp_path, A, {"statement": 'all(k, 66..67, claim("a") < k / 100 - 0.005)'})
    assert found.verdict == Verdict.AGREES  # it is open at 66
    found = last(tmp_path, A, {"statement": 'claim("a") > 0.7'})
    assert explanation(found) == 'false: claim("a") = [129/200, 131/200]'


BAD = {
    'claim("tabel1")': "there is no claim 'tabel1' in this file (did you mean table1?)",
    'claim("here")': "the claim refers to itself: it must name the other claims",
    'claim("c1")': "",
    'claim("no number")': "claim 'no number' says no number: a printed number must look",
    "claim()": 'claim needs the id of a claim in quotes, as in claim("table1-a")',
    'share_of(claim("table1"))': "n must be known exactly, got a rounded number: the claim",
    '1 / claim("small")': "division by bounds that hold 0",
    "count(k, 1..3, claim(k) > 0)": "must not ask for k, the variable of a quantifier",
}


@pytest.mark.parametrize(("query", "said"), BAD.items())
def test_what_names_nothing_is_unchecked_in_one_line_with_its_place(tmp_path, query, said):
    others = [
        number("table1", "0.65"),
        number("small", "0.0"),
        {"id": "c1", "printed": "1", "value": 'claim("c2")'},
        {"id": "c2", "printed": "1", "value": 'claim("c1")'},
        {"id": "no number", "printed": "x", "value": "1"},
        {"id": "sentence", "statement": "1 < 2"},
        {"id": "most", "printed": "1", "value": "1", "kind": "at-most"},
    ]
    path = claims_file(tmp_path, *others, {"id": "here", "printed": "1", "value": query})
    found = verify(read_claims(path))
    here = found[-1]
    in_circle = [one.verdict for one in found if one.claim.name in ("c1", "c2")]
    assert in_circle == [Verdict.AGREES] * 2  # each asks only what the other prints
    expected = Verdict.UNCHECKED if said else Verdict.AGREES
    assert here.verdict == expected
    assert said in here.reason
    assert "\n" not in here.reason
    assert here.claim.line == path.read_text(encoding="utf-8").splitlines().index("id = '''here'''")


def test_a_long_chain_of_claims_is_no_circle(tmp_path):
    links = [{"id": f"c{k}", "printed": "0.5", "value": f'claim("c{k + 1}")'} for k in range(300)]
    found = findings(tmp_path, *links, number("c300", "0.5"))
    assert {one.verdict for one in found} == {Verdict.AGREES, Verdict.EXACT}


def test_marks_name_each_other_and_tables_their_cells(tmp_path):
    path = tmp_path / "report.md"
    path.write_text(
        "He wins 65 %<!-- exactdice: 0.6489 id=win --> and loses 35 %"
        '<!-- exactdice: 1 - claim("win") -->, not 37 %<!-- exactdice: 1 - claim("win") -->.\n'
        'That is all.<!-- exactdice: 2 * claim("win") -->\n',
        encoding="utf-8",
    )
    (document,) = read_documents([path])
    verdicts = [found.verdict for found in findings_in(document)]
    expected = [Verdict.ROUNDED, Verdict.AGREES, Verdict.CONTRADICTED, Verdict.UNCHECKED]
    assert verdicts == expected


def test_no_proof_covers_what_is_printed(tmp_path):
    document = read_claims(claims_file(tmp_path, A, {"printed": "0.65", "value": 'claim("a")'}))
    assert [one.proofs for one in verify_proved(document)] == [(), ()]

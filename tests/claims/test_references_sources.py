"""Claims compared with the author's own result files, and what is wrong in these."""

import json
from fractions import Fraction

import pytest

from exactdice.exact.errors import ExactDiceError, QueryError
from exactdice.query.syntax import query_text
from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.findings import explanation
from exactdice.report.claims.judging import verify
from exactdice.report.claims.references import Sources, read_origin
from exactdice.report.documents.verification import findings_in, patches, read_documents

CSV = """player,mean,n,mean score,note
blind,0.6489,28,1.5e-2,"64,9 %"
optimal,-0.25,30,.5,
random,n/a,31,3/8,twice
random,NaN,32,1,twice
"""
CONTENT = {"runs": [{"win": 0.6489, "a/b": 1, "m~n": 2, "": 3, "on": True}, {"win": "0.7"}]}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "results.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "other.csv").write_text("a;b\n1,5;2\n", encoding="utf-8")
    (tmp_path / "tabs.tsv").write_text("a\tb\n1\t2\n", encoding="utf-8")
    (tmp_path / "results.json").write_text(json.dumps(CONTENT), encoding="utf-8")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.json").write_text("[1e-3, 1E+2, 12345678901234567890.5, null]")
    return tmp_path


def at(file, pointer=None, row=None, column=None):
    return file, pointer, row, column


NUMBERS = {
    at("results.csv", row=1, column="mean"): Fraction("0.6489"),
    at("results.csv", row=2, column="mean score"): Fraction(1, 2),
    at("results.csv", row=3, column="mean score"): Fraction(3, 8),
    at("results.csv", row=1, column="note"): Fraction(649, 1000),
    at("other.csv", row=1, column="a"): Fraction(3, 2),
    at("results.json", "/runs/0/win"): Fraction("0.6489"),
    at("results.json", "/runs/0/m~0n"): 2,
    at("runs/a.json", "/0"): Fraction(1, 1000),
    at("runs/../runs/a.json", "/2"): Fraction("12345678901234567890.5"),
}


@pytest.mark.parametrize(("place", "number"), NUMBERS.items())
def test_a_number_is_read_exactly(folder, place, number):
    assert Sources(folder).number(*place) == number


MISSING = {
    at("results.csv", row=1, column=6): "has no column 6: its columns are player, mean, n",
    at(
        "results.txt", "/runs"
    ): "a source is a file that ends in .csv, .tsv, .json, .parquet or .sqlite",
    at("results.csv", row=1, column="maen"): (
        "results.csv has no column 'maen' (did you mean mean?): its columns are player, mean, n"
    ),
    at("results.csv", row=3, column="mean"): "line 4, column mean: there is no number, got 'n/a'",
    at("results.json", row=1, column=2): "is named by a JSON pointer alone",
    at("results.json", "/runs/0/wim"): (
        "'/runs/0/wim' leads to nothing: /runs/0 is an object, which has no 'wim' (did you mean win"
    ),
    at("results.json", "/runs/0/win/x"): "/runs/0/win is the text '0.6489', which has no 'x'",
    at("results.json", "runs"): "a JSON pointer begins with /, as in /runs/0/win, got 'runs'",
    at("gone.csv", row=1, column=2): "gone.csv: cannot be read: No such file",
    at("../a.json", "/0"): "sources in its own folder or below it, got '../a.json'",
}


@pytest.mark.parametrize(("place", "said"), MISSING.items())
def test_what_is_not_there_is_said_in_one_line(folder, place, said):
    with pytest.raises(ExactDiceError) as error:
        Sources(folder).number(*place)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


BROKEN = {
    "a.json": ("{", "/0", "not a JSON file"),
    "c.csv": ("", None, "the first line of a CSV file must name its columns"),
    "d.csv": ('a,b\n"1', None, "d.csv, line 2: unexpected end of data"),
    "e.csv": ("a,a\n1,2\n", None, "e.csv has the column 'a' more than once"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_broken(tmp_path, name):
    content, pointer, said = BROKEN[name]
    (tmp_path / name).write_text(content, encoding="utf-8")
    row, column = (None, None) if pointer else (1, "a")
    with pytest.raises(ExactDiceError, match=said):
        Sources(tmp_path).number(name, pointer, row, column)


WORDS = {
    "results.csv row=3 column=mean": 'source("results.csv", row=3, column="mean")',
    "results.csv row=blind column='mean score'": (
        'source("results.csv", row="blind", column="mean score")'
    ),
    "'my results.json' /runs/0/win": 'source("my results.json", "/runs/0/win")',
}


@pytest.mark.parametrize(("words", "call"), WORDS.items())
def test_the_words_of_a_source(words, call):
    assert query_text(read_origin(words)) == call


@pytest.mark.parametrize(
    "words",
    ["", "a.csv row=1 colum=mean", "a.csv row= column=mean", "a.csv row=1", "'a.csv", "a b"],
)
def test_other_words_are_refused(words):
    with pytest.raises(QueryError, match="a source is written as file, row and column, or as file"):
        read_origin(words)


# --- verdicts -------------------------------------------------------------------------------------

THERE = 'source("results.csv", row=1, column="mean")'
FROM_JSON = "source = 'results.json /runs/0/win'"
JUDGED = {  # the keys of a claim: the verdict, what is said
    f"printed = '0.65'\nvalue = '{THERE}'": (Verdict.MATCHES, "matches its source"),
    f"printed = '0.64'\nvalue = '{THERE}'": (Verdict.TRUNCATED, "rounded it is 0.65"),
    f"printed = '0.66'\nvalue = '{THERE}'": (
        Verdict.DIFFERS,
        "differs from its source: it is 0.65",
    ),
    f"printed = '0.65'\n{FROM_JSON}": (Verdict.MATCHES, "matches its source"),
    # both the exact value and the source
    f"printed = '0.65'\nvalue = '0.6489'\n{FROM_JSON}": (
        Verdict.ROUNDED,
        "correctly rounded (half-even, half-up, half-down, up, ceiling); matches its source",
    ),
    f"printed = '0.65'\nvalue = '0.7'\n{FROM_JSON}": (
        Verdict.CONTRADICTED,
        "contradicted: it is 0.70; matches its source",
    ),
    f"printed = '0.66'\nvalue = '0.66'\n{FROM_JSON}": (
        Verdict.DIFFERS,
        "differs from its source: it has 6489/10000, printed 0.65; of its exact value: exact",
    ),
    f"printed = '0.66'\nvalue = '0.7'\n{FROM_JSON}": (
        Verdict.CONTRADICTED,
        "contradicted: it is 0.70; differs from its source: it has 6489/10000, printed 0.65",
    ),
    f"printed = '0.64'\nvalue = '0.64'\n{FROM_JSON}": (
        Verdict.EXACT,
        "exact; matches its source, cut off",
    ),
    "printed = '0.65'\nkind = 'montecarlo'\nn = 1000\ngiven = {dice = 3, target = 2}\n"
    "value = 'win(dice(3), dice(1))'\nsource = 'results.json /runs/1/win'": (
        Verdict.DIFFERS,
        "it has 7/10, printed 0.70; of its exact value: consistent",
    ),
    # what cannot be looked up
    "printed = '0.65'\nsource = 'results.json /runs/9/win'": (
        Verdict.UNCHECKED,
        "a list of 2, which has no",
    ),
    "printed = '0.65'\nvalue = '0.65'\nsource = 'a.csv'": (Verdict.UNCHECKED, "named by its row"),
    f"statement = '1 < 2'\n{FROM_JSON}": (Verdict.UNCHECKED, "source belongs to kind"),
    "printed = '1'\nvalue = 'source()'": (Verdict.UNCHECKED, "source is written source("),
}


@pytest.mark.parametrize(("keys", "expected"), JUDGED.items())
def test_the_verdict_on_a_claim_with_a_source(folder, keys, expected):
    path = folder / "report.toml"
    path.write_text(f"[[claim]]\n{keys}\n", encoding="utf-8")
    (found,) = verify(read_claims(path))
    verdict, said = expected
    assert (found.verdict, said in explanation(found)) == (verdict, True)
    assert "\n" not in explanation(found)


def test_marks_have_sources_and_a_patch_puts_in_the_number_of_the_file(folder):
    path = folder / "report.md"
    path.write_text(
        f"65 %<!-- exactdice: {THERE} -->, or 56 %<!-- exactdice: {THERE} -->, or\n"
        '65 %<!-- exactdice: 0.65 source="results.csv row=1 column=mean" -->, or\n'
        '66 %<!-- exactdice: 0.66 source="results.csv row=1 column=mean" -->.\n',
        encoding="utf-8",
    )
    documents = read_documents([path])
    found = findings_in(documents[0])
    expected = [Verdict.MATCHES, Verdict.DIFFERS, Verdict.EXACT, Verdict.DIFFERS]
    assert [one.verdict for one in found] == expected
    changed = [line for line in patches([(documents[0], found)]).splitlines() if line[0] == "+"]
    # where the exact value is printed, the file may be the one that is wrong
    assert changed[1:] == [
        f"+65 %<!-- exactdice: {THERE} -->, or 65 %<!-- exactdice: {THERE} -->, or"
    ]


def test_a_table_names_a_row_of_its_source_by_its_index(folder):
    path = folder / "report.md"
    path.write_text(
        '<!-- exactdice table: source("results.csv", row=i, column="n") i=1..2 -->\n'
        "| i | n |\n|---|---|\n| 1 | 28 |\n| 2 | 31 |\n",
        encoding="utf-8",
    )
    (document,) = read_documents([path])
    verdicts = [found.verdict for found in findings_in(document)]
    assert verdicts == [Verdict.MATCHES, Verdict.DIFFERS]

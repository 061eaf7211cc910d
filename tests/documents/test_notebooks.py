"""Notebooks: marks in prose and in code, what they bind, where findings stand, patches, lists."""

import json
import pickle
import re
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from complaints import read_or_refused
from hypothesis import given, settings
from hypothesis import strategies as st
from made_notebooks import code, failure, markdown, notebook, printed, raw, result
from patching import apply

from exactdice.exact.errors import ClaimsError
from exactdice.report.claims import findings as written
from exactdice.report.claims.claim import WRONG, Verdict, exit_status
from exactdice.report.claims.findings import place
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.marked_tables import renewed
from exactdice.report.documents.notebooks import JsonText, read_json
from exactdice.report.documents.uncovered import uncovered
from exactdice.report.documents.verification import findings_in, patch
from exactdice.report.printed.source import Source

EP = {d: 1 + (4 * d - 1) * Fraction(5, 6) ** d for d in range(1, 11)}


@pytest.fixture
def found(write):
    """The document and the findings of a notebook of these cells."""

    def found_in(*cells, **more):
        document = read_document(write(notebook(*cells, **more), "a.ipynb"))
        return document, findings_in(document)

    return found_in


def verdicts(findings):
    return [str(finding.verdict) for finding in findings]


# --- prose ----------------------------------------------------------------------------------------


def test_marks_of_markdown_cells_are_those_of_markdown(found):
    table = (
        "<!-- exactdice table: EP(d) d=5..6 -->\n| d | EP |\n|---|---|\n| 5 | 8,64 |\n| 6 | 8,9 |"
    )
    document, findings = found(
        markdown(
            '<!-- exactdice document: decimal="," dice=10 -->\n'
            "EP(5) is 8,64<!-- exactdice: EP(5) -->."
        ),
        markdown(f"{table}\n\nFive score more than four. <!-- exactdice claim: EP(5) > EP(4) -->"),
    )
    assert verdicts(findings) == ["correctly rounded", "correctly rounded", "contradicted", "true"]
    assert [place(document, one.claim).rpartition("/")[2] for one in findings] == [
        "a.ipynb:cell 1:line 2:10",
        "a.ipynb:cell 2:line 4:7",
        "a.ipynb:cell 2:line 5:7",
        "a.ipynb:cell 2:line 7:1",
    ]
    assert findings[2].correct == "8,7"


def test_cells_end_what_is_left_open_in_them(found):
    _, findings = found(
        markdown("```python\nopen code"),
        markdown("<!-- an open comment"),
        markdown("* an item, and ` one backtick"),
        markdown("8.636<!-- exactdice: EP(5) -->` and a backtick"),
    )
    assert verdicts(findings) == ["correctly rounded"]


def test_front_matter_stands_in_the_first_cell(found):
    for first in (raw, markdown):
        text = "---\ntitle: x\nexactdice:\n  dice: 3\n  target: 2\n---\n"
        _, findings = found(
            first(text), markdown("0.64894<!-- exactdice: win(dice(3), dice(1)) -->")
        )
        (one,) = findings
        assert one.claim.given == {"dice": 3, "target": 2}
    _, findings = found(
        markdown("---"), markdown("exactdice:\n---"), markdown("1<!-- exactdice: 1 -->")
    )
    assert verdicts(findings) == ["exact"]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            [
                markdown("1<!-- exactdice: 1 -->"),
                markdown("x\n<!-- exactdice document: dice=3 -->"),
            ],
            "a.ipynb:cell 2:line 2: the mark `exactdice document:` must come before all others",
        ),
        (
            [raw("---\nexactdice:\n  dice 3\n---\n"), markdown("1<!-- exactdice: 1 -->")],
            "a.ipynb:cell 1:line 3: expected `key: value`",
        ),
    ],
)
def test_what_is_wrong_with_the_whole_names_cell_and_line(found, cells, message):
    with pytest.raises(ClaimsError, match=re.escape(message)):
        found(*cells)


def test_a_mark_in_a_raw_cell_is_not_passed_over(found):
    _, (one,) = found(raw("8.636<!-- exactdice: EP(5) -->"))
    assert (one.verdict, "raw cell" in one.reason) == (Verdict.UNCHECKED, True)


def test_the_text_of_a_verify_cell_is_markdown(found):
    document, findings = found(
        code("%%verify\n8.636<!-- exactdice: EP(5) -->\n\n# exactdice: EP(1)")
    )
    assert verdicts(findings) == ["correctly rounded"]
    assert place(document, findings[0].claim).endswith("a.ipynb:cell 1:line 2:1")


# --- code -----------------------------------------------------------------------------------------

PICTURE = {
    "output_type": "display_data",
    "metadata": {},
    "data": {"image/png": "aa", "text/plain": "1"},
}
BINDING = {  # comments of the cell, its outputs: what each comment binds, or why it does not
    "one number": (["EP(5)"], [printed("8.636\n")], ["8.636"]),
    "a result": (["EP(5)"], [result("8.6357")], ["8.6357"]),
    "a scalar of numpy": (["EP(5)"], [result("np.float64(8.6357)")], ["8.6357"]),
    "a fraction": (["3/8"], [result("Fraction(3, 8)")], ["3/8"]),
    "behind its name": (["EP(5)"], [printed("EP(5) = 8.636\n")], ["8.636"]),
    "as many as marks": (["EP(5)", "EP(6)"], [result("(8.636, 8.70)")], ["8.636", "8.70"]),
    "a line each": (["EP(5)", "EP(6)"], [printed("EP(5) = 8.6\n\nEP(6) = 8.7\n")], ["8.6", "8.7"]),
    "entries of a dict": (["EP(1)", "EP(2)"], [result("{1: 3.5,\n 2: 5.86}")], ["3.5", "5.86"]),
    "two streams": (["EP(5)"], [printed("8."), printed("636\n")], ["8.636"]),
    "not of stderr": (["EP(5)"], [printed("5 %\n", "stderr"), printed("8.6")], ["8.6"]),
    "a number that is named": (["EP(6) at=2:1"], [printed("1 2\n\n8.7 9")], ["8.7"]),
    "named and not": (["EP(6) at=2", "EP(5)"], [printed("x = 8.6\ny = 8.7")], ["8.7", "8.6"]),
    "an interval": (["EP(5) kind=interval"], [printed("8.5 to 8.7")], ["8.5 to 8.7"]),
    "none": (["EP(5)"], [printed("nothing")], ["the cell prints 0 numbers"]),
    "an error": (
        ["EP(5)"],
        [printed("8.6"), failure("TypeError")],
        ["the code of the cell ended in 'Ty"],
    ),
    "too many": (
        ["EP(5)"],
        [printed("8.6 8.7 8.8\n8.9")],
        ["the cell prints 4 numbers on 2 lines"],
    ),
    "no such line": (["EP(5) at=3"], [printed("8.6")], ["at=3: the cell prints 1 lines"]),
    "a part": (["sqrt(2)"], [printed("2 * sqrt(2)")], ["where the number before the mark begins"]),
    "a picture": (["1"], [PICTURE], ["the cell has no output"]),
}


@pytest.mark.parametrize(("queries", "outputs", "bound"), BINDING.values(), ids=BINDING)
def test_what_comments_in_code_bind(write, queries, outputs, bound):
    comments = "\n".join(f"f()  # exactdice: {query}" for query in queries)
    document = read_document(write(notebook(markdown("x"), code(comments, *outputs)), "a.ipynb"))
    assert len(document.claims) == len(bound)
    for claim, expected in zip(document.claims, bound, strict=True):
        assert (
            claim.unclear.startswith(expected) if claim.unclear else claim.printed.text == expected
        )


def test_a_sharp_within_a_text_is_no_comment(found):
    texts = "'# exactdice: 1'\n\"\"\"\n# exactdice: 1\n\"\"\"\n'\\'# exactdice: 1'\n!echo don't\n"
    _, findings = found(code(f"{texts}# exactdice: 2", printed("2")))
    assert [one.claim.query for one in findings] == ["2"]


def test_code_prints_points_whatever_the_document_writes(found):
    _, findings = found(
        markdown('<!-- exactdice document: decimal="," -->\n8,636<!-- exactdice: EP(5) -->'),
        code("# exactdice: EP(5)", printed("8.636")),
        code("# exactdice: 1000", printed("1,000.0")),
    )
    assert verdicts(findings) == ["correctly rounded", "correctly rounded", "exact"]


def test_a_comma_that_code_prints_is_one_of_thousands(found):
    cell = code("x  # exactdice: EP(5)\ny  # exactdice: 1000*EP(5)", printed("8,636\n8,636\n"))
    assert verdicts(found(cell)[1]) == ["contradicted", "correctly rounded"]


def test_a_sentence_in_code_and_a_misspelt_mark_are_told(found):
    _, findings = found(code("# exactdice claim: 1 < 2\n# exact-dice EP(5)", printed("1")))
    assert verdicts(findings) == ["unchecked", "unchecked"]
    assert "a sentence stands in a Markdown cell" in findings[0].reason


def test_a_finding_on_an_output_says_that_code_printed_it(found):
    document, (one,) = found(
        markdown("x"), code("f()\n# exactdice: EP(5)", printed("a\n\nEP 8.9\n"))
    )
    assert one.verdict == Verdict.CONTRADICTED
    assert place(document, one.claim).endswith("a.ipynb:cell 2:output 2:4")
    assert "correct the code and run the notebook again" in one.claim.note
    assert patch(document, [one]) == ""


EXACT, OFF_BY_ONE = Verdict.EXACT, Verdict.OFF_BY_ONE
TABLES = {  # the mark, the output: its cells that hold or not, or why it is unclear
    "a column": (
        "EP(d) d=5..6",
        result("array([8.636, 8.9  ])"),
        ["correctly rounded", "contradicted"],
    ),
    "a matrix": (
        "10*r+c r=1..2 c=0..1",
        printed("[[10 11]\n [20 22]]\n"),
        [EXACT] * 3 + [OFF_BY_ONE],
    ),
    "trailing zeros are said": ("x x=0.25,1.04", printed("[0.25 1.  ]"), ["contradicted", EXACT]),
    "too few rows": (
        "EP(d) d=1..3",
        result("[3.5, 5.9]"),
        ["d=1..3 has 3 labels, but the table has 2"],
    ),
    "two tables": (
        "EP(d) d=1..2",
        printed("[1 2]\n[3 4]\n"),
        ["the cell shows 2 tables and 1 marks"],
    ),
    "the third of two": (
        "EP(d) d=1..1 at=3",
        printed("[1 2]\n[3.5]\n"),
        ["the cell shows 2 tables"],
    ),
    "cut": ("n*1 n=0..9", printed("[0 1 ... 7 9]"), [EXACT, EXACT, EXACT, OFF_BY_ONE]),
    "cut though all are there": (
        "n*1 n=0..3",
        printed("[0 1 ... 2 3]"),
        ["n=0..3 has 4 labels, but the table has 4 rows and dots for more"],
    ),
    "cut both ways": (
        "10*r+c r=1..9 c=0..8",
        printed("[[10 ... 18]\n [20 ... 28]\n ...\n [90 ... 97]]\n"),
        [EXACT] * 5 + [OFF_BY_ONE],
    ),
    "a triangle that is not filled": (
        '10*r+c r=1..3 c=1..3 skip="c > r"',
        printed("[[11 0 0]\n [21 22 0]\n [31 32 34]]\n"),
        [EXACT] * 5 + [OFF_BY_ONE],
    ),
}


def test_two_tables_and_a_number_of_one_cell(found):
    comments = (
        "# exactdice table: EP(d) d=1..2\n# exactdice table: EP(d) d=3..4\n# exactdice: EP(5)"
    )
    outputs = [printed("[3.5 5.9]\n"), result("array([7.37, 8.23])"), printed("and 8.64\n")]
    document, findings = found(code(comments, *outputs))
    assert sorted(one.claim.printed.text for one in findings) == [
        "3.5",
        "5.9",
        "7.37",
        "8.23",
        "8.64",
    ]
    assert exit_status(findings) == 0
    assert len(document.tables) == 2


@pytest.mark.parametrize(("mark", "output", "expected"), TABLES.values(), ids=TABLES)
def test_tables_that_code_prints(found, mark, output, expected):
    _, findings = found(code(f"# exactdice table: {mark}", output))
    if findings[0].claim.unclear:
        assert expected[0] in findings[0].reason
    else:
        assert sorted(verdicts(findings)) == sorted(expected)


def test_the_cells_of_a_table_are_judged_by_their_own_labels(found):
    """A row that is shifted is seen by its label."""
    page = "<table><thead><tr><th></th><th>2</th><th>3</th></tr></thead><tbody>{}</tbody></table>"
    rows = (
        "<tr><th>1</th><td>0.1667</td><td>0.1667</td></tr><tr><th>2</th><td>0</td><td>0.5</td></tr>"
    )
    _, findings = found(
        code("# exactdice table: P(d,k) d=1..2 k=2..3", result("", html=page.format(rows)))
    )
    assert verdicts(findings) == ["correctly rounded", "correctly rounded", "exact", "contradicted"]
    _, (one,) = found(
        code("# exactdice table: P(d,k) d=2..3 k=2..3", result("", html=page.format(rows)))
    )
    assert one.reason == "the label printed is '1', the mark expects d=2"


# --- the file -------------------------------------------------------------------------------------


CELLS = [
    markdown(
        '"quoted" \U0001d7d9 \\alpha\t−8.9<!-- exactdice: -EP(5) --> and '
        "8.9<!-- exactdice: EP(5) -->\n8.636<!-- exactdice: EP(5) -->"
    ),
    code("# exactdice: EP(5)", printed("8.9\n")),
    markdown("| d | EP |\n|---|---|\n| 5 | 8.9<!-- exactdice: EP(5) --> |\n"),
]
FORMS = {
    "as Jupyter writes": notebook(*CELLS),
    "escaped": notebook(*CELLS, ascii_only=True),
    "on one line": notebook(*CELLS, indent=None),
    "sources as texts": notebook(*[{**cell, "source": "".join(cell["source"])} for cell in CELLS]),
    "CRLF": notebook(*CELLS).replace("\n", "\r\n"),
    "BOM": "\ufeff" + notebook(*CELLS),
    "no end of line": notebook(*CELLS).rstrip(),
    "CRLF in the texts": notebook(*CELLS).replace("\\n", "\\r\\n"),
    "other escapes": notebook(*CELLS).replace("<!--", "\\u003c!--").replace("/", "\\/"),
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_patch_changes_the_wrong_numbers_of_prose_and_no_other_byte(write, text):
    document = read_document(write(text, "a.ipynb"))
    findings = findings_in(document)
    assert [str(one.verdict) for one in findings] == [
        "contradicted",
        "contradicted",
        "correctly rounded",
        "contradicted",
        "contradicted",
    ]
    apply(patch(document, findings))
    after = document.path.read_bytes()
    minus = "\\u2212" if text.isascii() else "−"
    assert after.decode() == (
        text.replace(f"{minus}8.9", f"{minus}8.6", 1)
        .replace("and 8.9", "and 8.6", 1)
        .replace("| 8.9", "| 8.6", 1)
    )
    again = findings_in(read_document(write(after, "a.ipynb")))
    assert sum(one.verdict in WRONG for one in again) == 1  # what the code printed


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_machines_are_told_the_lines_of_the_file(write, text):
    document = read_document(write(text, "a.ipynb"))
    findings = findings_in(document)
    results = [(document, findings)]
    regions = [
        entry["locations"][0]["physicalLocation"]["region"]
        for entry in json.loads(written.as_sarif(results))["runs"][0]["results"]
    ]
    rows = text.removeprefix("\ufeff").split("\n")
    seen = [
        rows[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]
        for region in regions
    ]
    minus = "\\u2212" if text.isascii() else "−"
    assert seen == [f"{minus}8.9", "8.9", "", "8.9"]  # of an output where it begins
    output = regions[2]
    assert rows[output["startLine"] - 1][output["startColumn"] - 1 :].startswith("8.9")
    claims = json.loads(written.as_json(results))["documents"][0]["claims"]
    assert [claim["line"] for claim in claims if claim["verdict"] == "contradicted"] == [
        region["startLine"] for region in regions
    ]


def test_a_number_cut_into_two_texts_of_the_file_is_judged_and_not_patched(write):
    cell = {**markdown(""), "source": ["8.", "9<!-- exactdice: EP(5) -->"]}
    document = read_document(write(notebook(cell), "a.ipynb"))
    findings = findings_in(document)
    assert (verdicts(findings), patch(document, findings)) == (["contradicted"], "")
    assert '"startLine"' in written.as_sarif([(document, findings)])


def test_the_list_has_the_numbers_of_the_prose_that_no_output_has(write):
    text = (
        "EP(5) is 8.64<!-- exactdice: EP(5) -->, as printed 8.636 and 87.0 %, but 8.71 and 17.\n"
        "`0.123`? 3 dice\n\n```\n9.87\n```\n<!-- 6.54"
    )
    document = read_document(
        write(
            notebook(
                markdown(text),
                code("x = 4.56", result("(8.6357, 0.8702, 3)"), result("[[2.25]]")),
                markdown("and 7.5"),
            ),
            "a.ipynb",
        )
    )
    listed = [(found.place, found.text) for found in uncovered(document)]
    assert listed[1:] == [
        ("cell 1:line 1:74", "8.71"),
        ("cell 1:line 1:83", "17"),
        ("cell 1:line 2:2", "0.123"),
        ("cell 3:line 1:5", "7.5"),
    ]
    assert listed[0][1] == "5"  # of the name EP(5), as in any document


HOSTILE = {
    "a list": ("[]", "nbformat must be 4"),
    "empty": ("", "cannot be read as JSON"),
    "format 3": ('{"nbformat": 3, "worksheets": []}', "nbformat must be 4: open it in Jupyter"),
    "a cell of text": (notebook(markdown("x"), "x"), "cell 2 is none of format 4"),
    "another type": (notebook({"cell_type": "html", "source": ""}), "cell 1 is none"),
    "no outputs": (notebook({"cell_type": "code", "source": ""}), "cell 1 is none"),
    "no data": (notebook(code("", {"output_type": "execute_result"})), "cell 1 is none"),
    "a conflict": ('{\n<<<<<<< ours\n "cells": []}', "a.ipynb:2: cannot be read as JSON"),
}


@pytest.mark.parametrize(("text", "why"), HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_notebook_is_refused_in_one_line(write, text, why):
    with pytest.raises(ClaimsError) as caught:
        read_document(write(text, "a.ipynb"))
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_notebooks_may_have_is_read(found, write):
    """Attachments, outputs of unknown kinds, null where metadata stood, lone surrogates."""
    cell = {
        **markdown("8.636<!-- exactdice: EP(5) --> and surrogate"),
        "attachments": {"a.png": {"image/png": "aa"}},
    }
    odd = {"output_type": "update_display_data", "data": 7}
    text = notebook(cell, code("x", odd), {**code("y"), "metadata": None})
    document = read_document(write(text.replace("surrogate", "\\ud800"), "a.ipynb"))
    findings = findings_in(document)
    assert verdicts(findings) == ["correctly rounded"]
    assert written.as_json([(document, findings)])
    document, findings = found()
    assert (document.claims, document.has_marks) == ((), False)


def test_many_cells_take_time_in_proportion(found):
    """Were each looked up from the first on, these would take minutes."""
    cells = [markdown("1<!-- exactdice: 1 -->"), code("# exactdice: 2", printed("2"))] * 500
    _, findings = found(*cells)
    assert set(verdicts(findings)) == {"exact"}


def test_tables_of_a_notebook_are_not_made_again(write):
    file = write(notebook(markdown("<!-- exactdice table: EP(d) d=1..2 -->")), "a.ipynb")
    with pytest.raises(ClaimsError, match="the tables of a notebook are made by its code"):
        renewed(file, file.read_text())


def test_a_notebook_that_was_read_may_go_to_another_process(found):
    document, findings = found(*CELLS)
    document.source.place(0)
    again = pickle.loads(pickle.dumps(document))
    assert again.claims == document.claims
    assert patch(again, findings) == patch(document, findings)


@pytest.mark.parametrize("seed", range(15))
def test_a_mutated_notebook_is_read_or_refused_in_one_line(write, seed):
    rng = Random(seed)
    text = notebook(*CELLS, code("# exactdice table: EP(d) d=1..2", result("array([3.5, 5.9])")))
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(text))
        sign = rng.choice(
            ['"', "\\\\", "\\n", "{", "]", "<!--", "\\u2212", "#", "'", "|", "null", ""]
        )
        text = text[:at] + sign + text[at + rng.choice([0, 1, 30]) :]
    refused, document = read_or_refused(write(text, "a.ipynb"))
    assert "\n" not in refused
    if document is None:
        return
    findings = findings_in(document)
    assert len(findings) == len(document.claims)
    assert written.as_sarif([(document, findings)])
    assert all(
        f"cell {document.source.cell(claim.span[0]).number}:" in place(document, claim)
        for claim in document.claims
    )
    assert isinstance(patch(document, findings), str)


# --- JSON that knows where its texts stand --------------------------------------------------------

TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from('"\\/\n\u2212\U0001d7d9'))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


def json_source(text):
    return Source(Path("a.ipynb"), text)


def plain(value):
    """The value with its texts alone."""
    if isinstance(value, JsonText):
        return str(value)
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def texts_in(value):
    if isinstance(value, JsonText):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


@settings(max_examples=40, deadline=None)
@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_what_is_read_is_what_json_reads_and_every_character_is_found(value, ascii_only, indent):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    file = json_source(text)
    read = read_json(file)
    assert plain(read) == value
    for found in texts_in(read):
        assert file.text[found.start - 1] == '"'
        assert found.place(len(found)) == found.start + len(found.written)
        for k, character in enumerate(found):
            written = file.text[found.place(k) : found.place(k + 1)]
            assert json.loads(f'"{written}"') == character


def test_of_a_key_that_is_there_twice_the_last_counts_as_in_json():
    file = json_source('{"a": "one", "a": "two"}')
    assert plain(read_json(file)) == json.loads(file.text)
    assert file.text[read_json(file)["a"].start :] == 'two"}'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a":' * 100_000, "nested too deeply"),
        ("9" * 5000, "too many digits"),
        ('["a\nb"]', "a.ipynb:1: cannot be read as JSON: Invalid control character"),
        ('[\n"a"\n"b"]', "a.ipynb:3: cannot be read as JSON: Expecting ',' delimiter"),
    ],
    ids=lambda value: value[:12],
)
def test_what_cannot_be_read_is_refused_in_one_line(text, why):
    with pytest.raises(ClaimsError) as caught:
        read_json(json_source(text))
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)

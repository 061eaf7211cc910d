"""Numbers that Python will not print, odd text in hints and patches, and what a terminal would
obey.
"""

import json
import os
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st
from patching import apply

from exactdice.exact import files
from exactdice.exact.numbers import UNPRINTABLE, printable
from exactdice.query.evaluate import evaluate_query
from exactdice.query.syntax import Arithmetic, Call, Name, Number, parse, query_text
from exactdice.report.claims.claim import HOLDS, Verdict
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import read_document
from exactdice.report.pages.findings_writers import WRITERS, as_text

# --- numbers that Python will not print -----------------------------------------------------------


@pytest.mark.parametrize("number", ["0x" + "f" * 5000, "9" * 5000 + ".0", "0." + "9" * 5000])
@pytest.mark.parametrize("option", ["faces", "weights"])
def test_an_option_of_thousands_of_digits_is_one_bad_claim(tmp_path, number, option):
    file = tmp_path / "claims.toml"
    good = '[[claim]]\nprinted = "8.636"\nvalue = "EP(5)"\n'
    file.write_text(
        f"{good}[[claim]]\nprinted = '8.636'\nvalue = 'EP(5)'\ngiven = {{ {option} = {number} }}\n"
    )
    (document,) = checking.read_documents([file])
    found = checking.findings_in(document)
    assert [finding.verdict for finding in found] == [Verdict.ROUNDED, Verdict.UNCHECKED]
    assert option in found[1].reason
    for form in WRITERS:
        assert as_text([(document, found)], form)


# --- tables with an index n, hints, patches -------------------------------------------------------


INDEX_N = """<!-- exactdice table: EP(n) n=1..2 style=dec:3 -->
| n | EP(n) |
|---|---|
| 1 | 3.500 |
| 2 | 5.9 |
<!-- exactdice end -->

5.861<!-- exactdice: EP(n) n=2 -->

0.9<!-- exactdice: win(dice(1), dice(1)) target=2 kind=montecarlo n=10 -->
"""


def test_an_index_may_be_called_n(tmp_path):
    file = tmp_path / "r.md"
    file.write_text(INDEX_N)
    document = read_document(file)
    assert [(claim.query, claim.given, claim.games) for claim in document.claims] == [
        ("EP(1)", {}, None),
        ("EP(2)", {}, None),
        ("EP(n)", {"n": 2}, None),
        ("win(dice(1), dice(1))", {"target": 2}, 10),
    ]
    value = (Fraction(5, 6) ** 2 * 8) + Fraction(
        11, 36
    )  # two dice of mean 4 where no die shows the one, else one point
    assert [evaluate_query(claim.node, claim.given) for claim in document.claims[1:3]] == [
        value,
        value,
    ]
    assert all(finding.verdict in HOLDS for finding in checking.findings_in(document)[:3])


numbers = st.one_of(st.integers(0, 9), st.fractions(0, 9, max_denominator=9)).map(Number)
leaves = numbers | st.sampled_from([Name("a"), Name("b")])
nodes = st.recursive(
    leaves,
    lambda inner: (
        st.builds(Arithmetic, st.sampled_from("+-*/"), inner, inner)
        | st.builds(lambda x: Call("EP", (x,)), inner)
    ),
    max_leaves=8,
)


def worth(node):
    """The value of the tree where EP(x) stands for x + 1/7; None where it divides by 0."""
    if isinstance(node, Number):
        return Fraction(node.value)
    if isinstance(node, Name):
        return {"a": Fraction(3, 5), "b": Fraction(-7, 2)}[node.name]
    if isinstance(node, Call):
        inside = worth(node.arguments[0])
        return None if inside is None else inside + Fraction(1, 7)
    left, right = worth(node.left), worth(node.right)
    if left is None or right is None or (node.mark == "/" and right == 0):
        return None
    return {"+": left.__add__, "-": left.__sub__, "*": left.__mul__, "/": left.__truediv__}[
        node.mark
    ](right)


@given(nodes)
def test_a_hint_writes_the_query_that_it_means(node):
    assert worth(parse(query_text(node))) == worth(node)


def test_a_hint_keeps_its_parentheses():
    assert query_text(parse("EP(2)/(3/2)")) == "EP(2) / (3 / 2)"
    assert query_text(Arithmetic("/", Name("a"), Number(Fraction(3, 2)))) == "a / (3/2)"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "a\nb\nc\nd\ne"])
def test_a_patch_of_a_file_with_a_byte_order_mark_applies(tmp_path, before, end):
    file = tmp_path / "r.md"
    lines = [*before.split("\n"), "8.363<!-- exactdice: EP(5) -->", "the end"]
    file.write_bytes(f"\ufeff{end.join(lines)}{end}".encode())
    (document,) = checking.read_documents([file])
    text = checking.patches([(document, checking.findings_in(document))])
    apply(text)
    right = end.join(lines).replace("8.363", "8.636")
    assert file.read_bytes() == f"\ufeff{right}{end}".encode()


# --- what a terminal would obey -------------------------------------------------------------------

EVIL = "\x1b[31m\x9b2J\u202e\x07"


def test_escapes_of_a_document_and_its_name_reach_nobody(tmp_path):
    file = tmp_path / f"a{EVIL} b#%é.toml"
    escaped = json.dumps(EVIL)[1:-1]
    file.write_text(
        f'[document]\ntitle = "t{escaped}"\n[[claim]]\nprinted = "9.9"\nvalue = "EP(5)"\nwhere '
        f'= "w{escaped}"\nnote = "n{escaped}"\n'
    )
    for form in ("text", "json", "sarif", "junit"):
        done = run("verify", "--format", form, file)
        assert done.returncode == 1
        assert not UNPRINTABLE.search(done.stdout.replace("\n", "")), form
    results = json.loads(run("verify", "--format", "sarif", file).stdout)["runs"][0]["results"]
    address = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert address.isascii()
    assert not set(address) & set(' #"<>\\^`{|}')
    from urllib.parse import unquote

    assert unquote(address) == file.as_posix()
    document = json.loads(run("verify", "--format", "json", file).stdout)["documents"][0]
    assert document["title"] == f"t{EVIL}"  # JSON says the character itself, by an escape
    suite = ElementTree.fromstring(run("verify", "--format", "junit", file).stdout)[0]
    assert suite[0].get("classname") == printable(str(file))


def test_a_name_that_is_no_utf8_is_no_traceback(tmp_path):
    file = os.path.join(os.fsencode(tmp_path), b"a\xff.toml")
    try:
        with open(file, "wb") as opened:
            opened.write(b'[[claim]]\nprinted = "9.9"\nvalue = "EP(5)"\n')
    except OSError:
        pytest.skip("this file system has no such names")
    for form in ("json", "sarif", "junit"):
        done = run("verify", "--format", form, os.fsdecode(file))
        assert (done.returncode, done.stderr) == (1, "")
    assert "a%FF.toml" in run("verify", "--format", "sarif", os.fsdecode(file)).stdout


@given(st.text())
def test_printable_text_has_one_line_and_nothing_to_obey(text):
    assert not UNPRINTABLE.search(printable(text))
    assert printable(printable(text)) == printable(text)


@given(st.text(alphabet='ab\x1b\n\x9b\u202e\ud800é\\"', max_size=10))
def test_json_says_the_same_without_what_a_terminal_would_obey(text):
    written = files.json_text({"a": text})
    assert not UNPRINTABLE.search(written.replace("\n", ""))
    assert json.loads(written) == {"a": text}

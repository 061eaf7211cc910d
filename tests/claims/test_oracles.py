"""Functions of the author's own as oracles, which run only where they are allowed."""

import pytest

from exactdice.claims.claims_file import read_claims
from exactdice.claims.judging import verify
from exactdice.claims.references import resolved
from exactdice.claims.verdict import Verdict
from tests.command_line import run

MODULE = """
from decimal import Decimal
from fractions import Fraction

def third(n=3, **more): return Fraction(1, n)
def text(): return "0.25"
def decimal(): return Decimal("0.1")
def endless(): return Decimal("NaN")
def floating(): return 0.5
def nothing(): return None
def truth(): return True
def fails(): return 1 // 0
def refuses(): assert False, "not so"
def named(name, pair): return {"blind": 2}[name] + sum(pair)
def words(): return "many"
number = 3
"""
FOUND = {
    'python("oracle:third")': ("0.33", Verdict.ROUNDED, ""),
    'python("oracle:third", 4) + 1': ("1.25", Verdict.EXACT, ""),
    'python("oracle:third", n=8)': ("0.125", Verdict.EXACT, ""),
    'python("oracle:third", 2 * claim("two"))': ("0.25", Verdict.EXACT, ""),
    'python("oracle:text")': ("0.3", Verdict.ROUNDED, ""),
    'python("oracle:decimal")': ("1/10", Verdict.EXACT, ""),
    'python("oracle:named", blind, (1, 2))': ("5", Verdict.EXACT, ""),
    'python("oracle:third")*3 - EP(1)': ("1", Verdict.CONTRADICTED, ""),
    'python("inner.oracle:third")': ("0.34", Verdict.OFF_BY_ONE, ""),
    'python("oracle:floating")': (
        "0.5",
        Verdict.UNCHECKED,
        "got the float 0.5: write Fraction(1, 2)",
    ),
    'python("oracle:nothing")': ("0.5", Verdict.UNCHECKED, "must be exact (an int or a Fraction)"),
    'python("oracle:truth")': ("1", Verdict.UNCHECKED, "must be exact (an int or a Fraction)"),
    'python("oracle:endless")': ("1", Verdict.UNCHECKED, "must be exact"),
    'python("oracle:words")': ("1", Verdict.UNCHECKED, "a number must look like 12, 3/8 or 0.25"),
    'python("oracle:fails")': ("1", Verdict.UNCHECKED, "python(oracle:fails) fails: ZeroDivision"),
    'python("oracle:refuses")': ("1", Verdict.UNCHECKED, "AssertionError: not so"),
    'python("oracle:third", m, 2, 3)': ("1", Verdict.UNCHECKED, "fails: TypeError"),
    'python("oracle:third", claim("rounded"))': ("1", Verdict.UNCHECKED, "numbers and names known"),
    'python("oracle:thrid")': ("1", Verdict.UNCHECKED, "no function thrid (did you mean third?)"),
    'python("oracle:number")': ("1", Verdict.UNCHECKED, "oracle.py has no function number"),
    'python("orcale:third")': ("1", Verdict.UNCHECKED, "orcale.py: there is no such file"),
    'python("broken:third")': ("1", Verdict.UNCHECKED, "broken.py, line 1"),
    'python("../oracle:third")': ("1", Verdict.UNCHECKED, "python needs a module and a function"),
    'python("oracle")': ("1", Verdict.UNCHECKED, "python needs a module and a function"),
    "python()": ("1", Verdict.UNCHECKED, 'python needs a function, as in python("oracle:win", 3)'),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "oracle.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken.py").write_text("def third(:\n", encoding="utf-8")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "oracle.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def claims_file(folder, printed, query):
    path = folder / "report.toml"
    path.write_text(
        f"[[claim]]\nprinted = '{printed}'\nvalue = '{query}'\n"
        "[[claim]]\nid = 'two'\nprinted = '2'\nvalue = '2'\nkind = 'exact'\n"
        "[[claim]]\nid = 'rounded'\nprinted = '2'\nvalue = '2'\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("query", FOUND)
def test_what_a_function_returns_is_taken_exactly_or_refused_in_one_line(folder, query):
    printed, verdict, said = FOUND[query]
    document = resolved(read_claims(claims_file(folder, printed, query)), allow_python=True)
    found = verify(document)[0]
    assert (found.verdict, said in found.reason) == (verdict, True)
    assert "\n" not in found.reason


def test_no_code_runs_unless_the_command_line_allows_it(folder):
    (folder / "oracle.py").write_text(
        "open('ran', 'w').close()\ndef third(): return 1\n", encoding="utf-8"
    )
    path = claims_file(folder, "1", 'python("oracle:third")')
    plain = run("verify", path)
    assert plain.returncode == 2
    assert "unchecked: python(...) needs --allow-python" in plain.stdout
    assert not (folder / "ran").exists()
    allowed = run("verify", path, "--allow-python")
    assert (allowed.returncode, (folder / "ran").exists()) == (0, True)

"""The pytest plugin: claims as tests, the fixtures, and that pytest starts without exactdice."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import exactdice
import exactdice.report.claims.entry
import exactdice.report.claims.judging
import exactdice.testing.oracle  # what a run inside loads is forgotten after it

pytest_plugins = ["pytester"]
ROOT = Path(exactdice.__file__).parent.parent

CLAIMS = """
[document]
title = "A report"

[given]
dice = 2
target = 6

[[claim]]
id = "right"
printed = "8.636"
value = "EP(5)"

[[claim]]
id = "wrong"
printed = "8.7"
value = "EP(5)"
where = "Question 2"
note = "a slip of the pen"

[[claim]]
id = "cut"
printed = "0.16"
value = "P(1,2)"

[[claim]]
id = "lucky"
printed = "3.5"
value = "EP(1)"
kind = "montecarlo"
n = 1000

[[claim]]
id = "unlucky"
printed = "0.9"
value = "gain(dice(1), dice(2))"
kind = "montecarlo"
n = 1000

[[claim]]
id = "unknown"
printed = "1"
value = "unheard(3)"
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """pytest with this plugin alone, whether or not the installed package enters it."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.syspath_prepend(str(ROOT))
    return lambda *words: pytester.runpytest_inprocess("-p", "_exactdice_pytest", *words)


@pytest.fixture
def apart(pytester, monkeypatch):
    """What pytest prints in a process of its own."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    words = [sys.executable, "-m", "pytest", "-q", "-p", "_exactdice_pytest", "."]
    return lambda: (
        subprocess.run(words, capture_output=True, text=True, check=False, cwd=pytester.path).stdout
    )


def test_each_claim_of_a_named_file_is_a_test_with_its_verdict(pytester, run):
    pytester.makefile(".toml", report=CLAIMS)
    result = run("report.toml", "-v", "--junitxml=junit.xml")
    result.assert_outcomes(passed=3, failed=3)
    result.stdout.fnmatch_lines(
        ["report.toml::right PASSED*", "report.toml::wrong FAILED*", "*claim wrong*"]
    )
    line = CLAIMS.strip().splitlines().index('id = "wrong"')
    result.stdout.fnmatch_lines(
        [
            (
                f"report.toml:{line}: 8.7 for EP(5): off by one in the last place: it is 8.6 (only "
                "up, ceiling gives the printed number)"
            ),
            "where: Question 2",
            "note: a slip of the pen",
            (
                "report.toml:*: 0.9 for gain(dice(1), dice(2)) (dice=2, target=6): contradicted: "
                "exact *"
            ),
            "report.toml:*: 1 for unheard(3): unchecked: unknown quantity unheard*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    junit = (pytester.path / "junit.xml").read_text(encoding="utf-8")
    assert '<property name="verdict" value="truncated (rounded it is 0.17)"' in junit
    assert '<property name="verdict" value="consistent: exact 3.5' in junit


def test_one_claim_can_be_picked(pytester, run):
    pytester.makefile(".toml", report=CLAIMS)
    run("report.toml::right").assert_outcomes(passed=1)
    run("report.toml", "-k", "lucky and not unlucky").assert_outcomes(passed=1, deselected=5)


def test_only_named_files_or_those_of_the_setting_are_collected(pytester, run):
    pytester.makefile(
        ".toml", report=CLAIMS, other="[tool]\nname = 1\n", pyproject="[project]\nname = 'x'\n"
    )
    pytester.makepyfile(test_nothing="def test_nothing(): pass")
    run().assert_outcomes(passed=1)
    pytester.makeini("[pytest]\nexactdice_claims = rep*.toml docs/*.toml\n")
    run().assert_outcomes(passed=4, failed=3)
    docs = pytester.mkdir("docs")
    (docs / "more.toml").write_text(CLAIMS, encoding="utf-8")
    run().assert_outcomes(passed=7, failed=6)
    run("test_nothing.py").assert_outcomes(passed=1)


def test_a_broken_claim_is_one_failure_with_one_line(pytester, run):
    pytester.makefile(".toml", report='[[claim]]\nprinted = "1"\n')
    result = run("report.toml")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*report.toml:1:*claim 1: value must be given as a text in quotes; it is missing"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_strict_and_collect_only(pytester, run):
    pytester.makefile(".toml", report=CLAIMS)
    pytester.makeini("[pytest]\nexactdice_strict = true\n")
    run("report.toml").assert_outcomes(passed=2, failed=4)
    run("report.toml", "--collect-only", "-q").stdout.fnmatch_lines(
        ["report.toml::right", "report.toml::wrong"]
    )


# --- fixtures -------------------------------------------------------------------------------------


def test_the_fixture_exact(pytester, run):
    pytester.makepyfile(
        """
        def test_close(exact):
            exact.close(1 / 6, "P(1,2)")
        def test_wrong(exact):
            exact.close(1 / 7, "P(d,2)", d=1)
        def test_optimal(exact):
            exact.optimal(3, "OPT_all(0,0)", dice=2, target=1)
        def test_table(exact):
            exact.table([1 / 6, 0.5], "P(1,k)", k=range(2, 4))
        """
    )
    result = run()
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(
        [
            (
                "E *AssertionError: 0.14285714285714285 for P(d,2) (d=1): the exact value is 1/6, "
                "about 0.16666666666666666667; off by * ulps*"
            ),
            "E *AssertionError: 3 for OPT_all(0,0) (dice=2, target=1): optimal is {1, 2}",
            "E *AssertionError: 1 of 2 cells of P(1,k) are wrong:",
            "E *k=3: 0.5: the exact value is 1/6*",
        ]
    )
    assert "oracle.py" not in result.stdout.str()  # the place shown is that of the test


REGRESSION = """
    import pytest
    from exactdice import Interval, Distribution, parse_exact
    def test_one(exact_regression):
        exact_regression({"EG(0,0)": parse_exact("13/18"), "law": Distribution({2: 2, 1: 1})})
    class TestMore:
        @pytest.mark.parametrize("name", ["a/b", "a:b", "c"])
        def test_two(self, exact_regression, name):
            exact_regression([1, {2, 1}, "1", True, Interval(0, 1), 10**5000], "first")
            exact_regression(len(name), "\U0001f3b2")
"""


def test_exact_regression_stores_and_compares(pytester, run):
    pytester.makepyfile(test_it=REGRESSION)
    result = run()
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines(
        [
            (
                "E *no exact values are stored in *test_one.toml: run pytest --exact-update to "
                "write the 2 of this test"
            )
        ]
    )
    folder = pytester.path / "test_it_exact"
    assert not folder.exists()
    result = run("--exact-update")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines([f"exact values written to {folder}*test_one.toml"])
    assert len(list(folder.iterdir())) == 7
    lines = (folder / "test_one.toml").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == ['"EG(0,0)" = "13/18"', '"law" = "{1: 1/3, 2: 2/3}"']
    first = tomllib.loads((folder / "TestMore.test_two-c.first.toml").read_text(encoding="utf-8"))
    assert list(first.values()) == ["1", "{1, 2}", "'1'", "True", "[0, 1]", "1" + "0" * 5000]
    run().assert_outcomes(passed=4)
    assert "written" not in run("--exact-update").stdout.str()


def test_differences_are_listed(pytester, run):
    pytester.makepyfile(test_it=REGRESSION)
    run("--exact-update")
    pytester.makepyfile(
        test_it=REGRESSION.replace("13/18", "7/9").replace(
            '"law": Dist', '"b": [1], "l\x7fw": Dist'
        )
    )
    result = run()
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(
        [
            "E *AssertionError: 4 of 4 exact values are not as stored in test_one.toml:",
            "E *EG(0,0): 13/18 before, 7/9 now",
            "E *law: {1: 1/3, 2: 2/3} before, missing now",
            "E *b[[]0[]]: 1 now, not stored before",
        ]
    )
    run("--exact-update").assert_outcomes(passed=4)
    run().assert_outcomes(passed=4)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("exact_regression(1); exact_regression(2)", "*is called twice with the name '' in one*"),
        ('exact_regression({"a": [1, 0.5]})', "*InexactError: a[[]1[]] must be exact*"),
        ('exact_regression({1: 2, "1": 3})', "*two of the values to store have the same name '1'"),
    ],
)
def test_what_cannot_be_stored_is_refused(pytester, run, body, said):
    pytester.makepyfile(test_it=f"def test_it(exact_regression):\n    {body}\n")
    run("--exact-update").stdout.fnmatch_lines([f"E {said}"])


@pytest.mark.parametrize("content", [b"value =", b"\xff"])
def test_a_file_that_cannot_be_read_is_named(pytester, run, content):
    pytester.makepyfile(test_it="def test_it(exact_regression):\n    exact_regression(1)\n")
    run("--exact-update")
    (pytester.path / "test_it_exact" / "test_it.toml").write_bytes(content)
    run().stdout.fnmatch_lines(["E *ExactDiceError: *test_it.toml*: * be read*"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[[claim]\n", "not a TOML file: Expected *"),
        ("", "the file must hold at least one *claim*"),
        ("[tool]\nname = 1\n", "the file has the unknown key tool: known are claim, *"),
    ],
)
def test_a_broken_claims_file_named_on_the_command_line_says_what_is_wrong(
    pytester, run, content, said
):
    path = pytester.makefile(".toml", report=content)
    result = run(str(path))
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*report.toml: {said}"])


def test_a_file_that_another_plugin_reads_is_left_to_it_unless_it_has_claims(pytester, run):
    pytester.makeconftest(
        """
        import pytest

        class Item(pytest.Item):
            def runtest(self):
                pass

        class File(pytest.File):
            def collect(self):
                return [Item.from_parent(self, name="other")]

        def pytest_collect_file(file_path, parent):
            return File.from_parent(parent, path=file_path) if file_path.suffix == ".toml" else None
        """
    )
    pytester.makefile(".toml", theirs="[tool]\nname = 1\n", report=CLAIMS)
    run("theirs.toml").assert_outcomes(passed=1)
    run("report.toml").assert_outcomes(passed=4, failed=3)


# --- a project that merely has exactdice installed ------------------------------------------------


def test_pytest_starts_without_importing_exactdice(pytester, apart):
    pytester.makefile(
        ".toml", pyproject="[tool.pytest.ini_options]\n", data="[[claim]]\nprinted = 3\n"
    )
    pytester.makepyfile(
        """
        import sys
        def test_nothing_is_imported(request):
            slow = ("exactdice", "flint", "sympy", "numpy", "hypothesis")
            assert not [name for name in sys.modules if name.startswith(slow)]
        """
    )
    assert "1 passed" in apart()


def test_a_project_with_names_of_its_own_keeps_them(pytester, run):
    pytester.makeconftest("import pytest\n@pytest.fixture\ndef exact():\n    return 'mine'\n")
    pytester.makepyfile("def test_mine(exact):\n    assert exact == 'mine'\n")
    run().assert_outcomes(passed=1)


def test_a_broken_installation_breaks_only_the_tests_that_use_it(pytester, apart):
    """With an exactdice that cannot be imported, tests that do not ask for it run."""
    pytester.mkdir("exactdice").joinpath("__init__.py").write_text(
        "raise ImportError('broken')\n", encoding="utf-8"
    )
    pytester.makepyfile(test_a="def test_without(): pass\ndef test_with(exact): pass\n")
    assert "1 passed, 1 error" in apart()


def test_the_entry_point_is_the_light_module():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["pytest11"] == {"exactdice": "_exactdice_pytest"}
    assert "_exactdice_pytest" in project["tool"]["setuptools"]["py-modules"]

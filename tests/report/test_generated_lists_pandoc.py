"""The extension of Quarto, in pandoc: its filter fills in values and tables by one run of
`exactdice value --list`, and leaves displayed code alone; its shortcode leaves places for it.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
EXTENSION = PROJECT / "_extensions" / "exactdice"
PANDOC = shutil.which("pandoc")
pytestmark = pytest.mark.skipif(PANDOC is None, reason="needs pandoc")
HEAD = """---
exactdice:
  title: A report
  decimal: ","
  faces: 6
---

"""
# Notes each of its runs, and what it was asked.
PROGRAM = f"""#!{sys.executable}
import sys
with open("runs", "a") as runs:
    runs.write(" ".join(sys.argv[1:]) + "\\n")
sys.path.insert(0, {str(PROJECT)!r})
from exactdice.cli.terminal.main import main
main()
"""


FILTER = ("--lua-filter", str(EXTENSION / "filter.lua"))


def pandoc(folder, text, *words, before=FILTER, program=PROGRAM):
    """What pandoc made of the document: its exit status, its output, its complaints."""
    exactdice = folder / "bin" / "exactdice"
    exactdice.parent.mkdir(exist_ok=True)
    exactdice.write_text(program, encoding="utf-8")
    exactdice.chmod(0o755)
    done = subprocess.run(
        [PANDOC, *before, *words],
        input=text,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, "PATH": str(exactdice.parent)},  # no other exactdice
    )
    return done.returncode, done.stdout, done.stderr


PAGE = """
Five: `EP(5) dec:3`{.exact}, one `EP(1)`{.exact}, below
[`EP(1) - 4 dec:1 decimal=.`{.exact}](https://a.test). Shown: `EP(`.

[x]{.exactdice asked="P(1,1)   percent=1"}, a word `1 = 1`{.exact}.[^1]

[^1]: Again `EP(5) dec:3`{.exact}.

```{.exact-table}
P(d,1)
d=1..2 dec:2
```

```
`EP(`{.exact}
```
"""


def test_values_and_tables_are_filled_in_by_one_run(tmp_path):
    status, page, complaints = pandoc(tmp_path, HEAD + PAGE, "-t", "markdown", "--wrap=none")
    assert (status, complaints) == (0, "")
    assert "Five: 8,636, one $\\frac{7}{2}$, below [−0.5](https://a.test). Shown: `EP(`." in page
    assert "16,7 %, a word true." in page.replace("\u00a0", " ")
    assert "[^1]: Again 8,636." in page
    assert "    `EP(`{.exact}" in page
    assert [
        line.split() for line in page.splitlines() if line.strip().startswith(("1 ", "2 "))
    ] == [["1", "0,17"], ["2", "0,31"]]
    assert (tmp_path / "runs").read_text() == "values - --format tsv\n"


def test_a_page_of_html_has_formulas(tmp_path):
    _, page, _ = pandoc(tmp_path, f"{HEAD}`EP(1)`{{.exact}}", "-t", "html", "--mathml")
    assert "<mfrac><mn>7</mn><mn>2</mn></mfrac>" in page


def test_a_page_that_asks_for_nothing_runs_nothing(tmp_path):
    assert pandoc(tmp_path, f"{HEAD}`EP(1)`", "-t", "markdown")[:2] == (0, "`EP(1)`\n")
    assert not (tmp_path / "runs").exists()


def test_what_is_wrong_ends_the_build_and_all_of_it_is_said(tmp_path):
    text = f"{HEAD}`EP(`{{.exact}} `EP(1)`{{.exact}} `nosuch(1)`{{.exact}}"
    status, page, complaints = pandoc(tmp_path, text)
    assert (status, page) == (83, "")
    assert "exactdice: EP(: query 'EP(', column 4: the query ends too early" in complaints
    assert "exactdice: nosuch(1): unknown quantity nosuch" in complaints
    assert "2 of 3 values cannot be had" in complaints
    assert "traceback" not in complaints


@pytest.mark.parametrize("program", ["#!/no/such/program\n", "#!/bin/sh\nexit 3\n"])
def test_a_program_that_fails_is_named(tmp_path, program):
    status, _, complaints = pandoc(tmp_path, "`EP(1)`{.exact}", program=program)
    assert status == 83
    assert "exactdice gave no values: it must be installed, and on the path" in complaints


def test_options_of_the_document_are_no_words_of_the_command_line(tmp_path):
    (tmp_path / "evil.py").write_text("open('loaded', 'w')")
    head = "---\nexactdice:\n  game: ./evil.py:Evil\n  limit: none\n---\n"
    status, _, complaints = pandoc(tmp_path, f"{head}`states()`{{.exact}}")
    assert status == 83
    assert "unknown game" in complaints
    assert (tmp_path / "runs").read_text() == "values - --format tsv\n"
    assert not (tmp_path / "loaded").exists()


# --- the shortcode, called as Quarto calls it -----------------------------------------------------

CALLS = """
local handlers = dofile("{path}")
local no_keyword = {{ __index = function() return pandoc.Inlines({{}}) end }}
local function called(arguments, keywords)
  local place = handlers.exact(arguments, setmetatable(keywords, no_keyword), {{}}, {{}})
  return pandoc.Para({{ place }})
end
function Pandoc(document)
  return pandoc.Pandoc({{
    called({{ "EP(5)" }}, {{ decimal = ".", dec = "3" }}),
    called({{ '"count(d, 1..9, EP(d) > 8)"', "dec:1" }}, {{ weights = "1, 1, 1, 1, 1, 1" }}),
    called({{ pandoc.Inlines({{ pandoc.Str("EP(1)") }}) }}, {{}}),
  }}, document.meta)
end
"""


@pytest.fixture
def calls(tmp_path):
    """A filter that calls the shortcode."""
    script = tmp_path / "calls.lua"
    script.write_text(CALLS.format(path=EXTENSION / "shortcode.lua"), encoding="utf-8")
    return script


def test_a_shortcode_is_a_place_whose_text_is_the_shortcode(calls):
    command = ["pandoc", "--lua-filter", calls, "-t"]
    pages = [
        subprocess.run([*command, form], input=b"", capture_output=True, timeout=60, check=True)
        for form in ("json", "plain")
    ]
    blocks = json.loads(pages[0].stdout)["blocks"]
    places = [block["c"][0] for block in blocks]
    assert all(place["t"] == "Span" for place in places)
    assert [place["c"][0][1:] for place in places] == [
        [["exactdice"], [["asked", "EP(5) dec=3 decimal=."]]],
        [["exactdice"], [["asked", 'count(d, 1..9, EP(d) > 8) dec:1 weights="1, 1, 1, 1, 1, 1"']]],
        [["exactdice"], [["asked", "EP(1)"]]],
    ]
    # Quarto puts the text into displayed code, which so stays as it was written.
    assert pages[1].stdout.startswith(b"{{< exact EP(5) dec=3 decimal=. >}}\n")


def test_the_filter_fills_in_what_shortcodes_leave(tmp_path, calls):
    filters = ["--lua-filter", str(calls), "--lua-filter", str(EXTENSION / "filter.lua")]
    status, page, complaints = pandoc(tmp_path, HEAD, "-t", "markdown", before=filters)
    assert (status, complaints) == (0, "")
    means = [4 * d * (5 / 6) ** d + 1 - (5 / 6) ** d for d in range(1, 10)]
    above = sum(mean > 8 for mean in means)
    assert page == f"{means[4]:.3f}\n\n{above}\n\n$\\frac{{7}}{{2}}$\n"


def test_the_extension_names_its_files():
    text = (EXTENSION / "_extension.yml").read_text(encoding="utf-8")
    named = [line.strip().removeprefix("- ") for line in text.splitlines() if ".lua" in line]
    assert sorted(named) == sorted(path.name for path in EXTENSION.glob("*.lua"))

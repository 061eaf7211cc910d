"""The extension of Sphinx: values, tables and pictures in reStructuredText and MyST, and what is
wrong.
"""

import re
from fractions import Fraction
from io import StringIO

import pytest
from command_line import run

pytest.importorskip("sphinx", reason="needs sphinx")
pytest.importorskip("myst_parser", reason="needs myst_parser")

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util.docutils import docutils_namespace


def build(folder, builder="html", **settings):
    """What the build complains about, and the application."""
    warnings = StringIO()
    settings = {
        "extensions": ["exactdice.sphinx", "myst_parser"],
        "html_theme": "basic",
        **settings,
    }
    places = (folder, None, folder / f"_{builder}", folder / "_trees", builder)
    with docutils_namespace():
        app = Sphinx(*places, confoverrides=settings, status=None, warning=warnings)
        app.build()
    return warnings.getvalue(), app


RST = """
Scores
======

Five dice: :exact:`EP(5) dec:3`, one: :exact:`EP(1)`, busts: :exact:`P(1,1) percent:1`,
below: :exact:`EP(1) - 4 dec:1`, a law: :exact:`d(2)`, a word: :exact:`1 = 1`.
Code: ``EP(5) dec:3``.

.. exact-table:: P(d,1) d=1..2
   :style: percent:0
   :caption: Chances *to bust*
   :name: chances
   :align: left
   :class: wide

.. exact-table::

   payoff(d,e)
   d=1..2 e=1..2

.. code-block:: rst

   :exact:`EP(`

.. toctree::

   other
"""
MYST = """
# Other

Five dice: {exact}`EP(5) dec:3`. Shown: `` {exact}`EP(` ``.

```{exact-table} 2d2 dec:2
:decimal: ","
```

```md
{exact}`EP(`
```
"""
BAD_RST = """
Bad
===

Here :exact:`EP(` and :exact:`EP(1) dec:1`.

.. exact-table:: EP(d) d=3..1
   :style: dec:2
"""
BAD_MYST = """
# Bad

Here {exact}`nosuch(1)`.

```{exact-table} P(d,1) d=1..2 roman
```

```{exact-plot} EP(d)
```
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A built project of both languages, its application and its folder."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "index.rst").write_text(RST, encoding="utf-8")
    (folder / "other.md").write_text(MYST, encoding="utf-8")
    warnings, app = build(folder)
    assert warnings == ""
    return folder, app


def tables_in(app, name):
    return list(app.env.get_doctree(name).findall(nodes.table))


def texts(table):
    return [
        [cell.astext() for cell in row.findall(nodes.entry)] for row in table.findall(nodes.row)
    ]


def test_values_stand_in_the_text(project):
    folder, app = project
    (paragraph, *_) = app.env.get_doctree("index").findall(nodes.paragraph)
    five = 20 * Fraction(5, 6) ** 5 + 1 - Fraction(5, 6) ** 5
    assert (
        paragraph.astext().split()
        == (
            f"Five dice: {float(five):.3f}, one: \\frac{{7}}{{2}}, busts: 16.7 %, below: −0.5, "
            "a law: \\{1: \\frac{1}{2}, 2: \\frac{1}{2}\\}, a word: true. Code: EP(5) dec:3."
        ).split()
    )
    formulas = [node.astext() for node in paragraph.findall(nodes.math)]
    assert formulas == [r"\frac{7}{2}", r"\{1: \frac{1}{2}, 2: \frac{1}{2}\}"]
    page = (folder / "_html" / "index.html").read_text(encoding="utf-8")
    assert 'Five dice: 8.636, one: <span class="math notranslate nohighlight">' in page
    assert '<span class="pre">EP(5)</span> <span class="pre">dec:3</span>' in page
    assert "EP(" in page  # displayed code is left alone


def test_values_stand_in_markdown_too(project):
    _, app = project
    (paragraph, *_) = app.env.get_doctree("other").findall(nodes.paragraph)
    assert paragraph.astext() == "Five dice: 8.636. Shown: {exact}`EP(`."
    (table,) = tables_in(app, "other")
    assert texts(table) == [["outcome", "probability"], ["2", "0,25"], ["3", "0,50"], ["4", "0,25"]]


def test_tables_have_what_their_options_say(project):
    folder, app = project
    chances, payoffs = tables_in(app, "index")
    assert texts(chances) == [["d", "P(d, 1)"], ["1", "17\u00a0%"], ["2", "31\u00a0%"]]
    assert chances["align"] == "left"
    assert chances["classes"] == ["exact-table", "wide"]
    assert chances["ids"] == ["chances"]
    assert chances[0].astext() == "Chances to bust"
    page = (folder / "_html" / "index.html").read_text(encoding="utf-8")
    assert "Chances <em>to bust</em>" in page
    # One die against two: throwing both wins 3/8 more often.
    assert texts(payoffs)[1:] == [["1", "0", r"-\frac{3}{8}"], ["2", r"\frac{3}{8}", "0"]]


def test_latex_gets_the_same(project):
    folder, _ = project
    warnings, _ = build(folder, "latex")
    assert warnings == ""
    (main,) = (path for path in (folder / "_latex").glob("*.tex"))
    text = main.read_text(encoding="utf-8")
    assert r"Five dice: 8.636, one: \(\frac{7}{2}\), busts: 16.7" in text
    assert r"\(\mathrm" not in text.partition("Chances")[0]
    assert r"\sphinxtableatstartofbodyhook" in text


def test_options_of_the_project_hold_and_another_one_makes_all_documents_anew(tmp_path):
    (tmp_path / "index.rst").write_text("A\n=\n\n:exact:`P(1,1) dec:2`\n", encoding="utf-8")
    assert build(tmp_path)[0] == ""
    options = {"faces": 4, "decimal": ",", "dice": 3}
    warnings, app = build(tmp_path, exactdice_options=options)
    assert warnings == ""
    assert app.env.get_doctree("index").astext().split() == ["A", "0,25"]
    warnings, app = build(tmp_path, exactdice_options=options)
    assert list(app.builder.get_outdated_docs()) == []
    with pytest.raises(ConfigError, match=r"whole number or text\}, got 'dice': 0\.5"):
        build(tmp_path, exactdice_options={"dice": 0.5})
    with pytest.raises(ConfigError, match=r"the unknown option targt \(did you mean target\?\)"):
        build(tmp_path, exactdice_options={"targt": 20})


def test_what_is_wrong_is_an_error_with_its_line(tmp_path):
    (tmp_path / "index.rst").write_text(BAD_RST, encoding="utf-8")
    (tmp_path / "bad.md").write_text(f"---\norphan: true\n---\n{BAD_MYST}", encoding="utf-8")
    warnings, app = build(tmp_path)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", warnings).replace(f"{tmp_path}/", "")
    lines = plain.splitlines()
    errors = [line for line in lines if "ERROR" in line]
    assert len(errors) == 5
    assert errors[0].startswith("bad.md:7: ERROR: exact: unknown quantity nosuch")
    assert errors[1].startswith("bad.md:9: ERROR: exact-table: ")
    assert errors[2].startswith("bad.md:12: ERROR: exact-plot: a plot needs one or two ranges")
    assert errors[3].startswith("index.rst:5: ERROR: exact: query 'EP(', column 4")
    assert errors[4].startswith("index.rst:7: ERROR: exact-table: a range must go up")
    assert "3.5" in app.env.get_doctree("index").astext()  # the others are computed all the same


# --- pictures -------------------------------------------------------------------------------------

DRAWN = """
# Drawn

```{exact-plot} EP(d) d=1..6
:title: Scores
:caption: Mean *scores*.
:alt: A curve
:width: 50%
```
"""
LOOKED_AT = """A
=

.. exact-plot:: EG(i,j) i=0..4 j=0..4 target=5 dice=2
   :style: paper
   :size: 5x4
   :levels: 1/2
   :labels: i=mine; j=theirs
   :width: 50%

.. exact-plot:: EG(i,j) i=0..4 j=0..4 target=5 dice=2
   :style: odd
"""


def test_a_picture_is_that_of_the_command(tmp_path):
    (tmp_path / "index.md").write_text(DRAWN, encoding="utf-8")
    warnings, app = build(tmp_path)
    assert warnings == ""
    (figure,) = app.env.get_doctree("index").findall(nodes.figure)
    (image,) = figure.findall(nodes.image)
    assert (image["alt"], image["width"]) == ("A curve", "50%")
    (drawn,) = (tmp_path / "_html" / "_images").glob("*.svg")
    done = run("plot", "EP(d)", "d=1..6", "--title", "Scores", "-o", tmp_path / "scores.svg")
    assert done.returncode == 0
    assert without_ids(drawn) == without_ids(tmp_path / "scores.svg")
    page = (tmp_path / "_html" / "index.html").read_text(encoding="utf-8")
    assert "Mean <em>scores</em>." in page


def test_options_of_a_picture_say_how_it_looks(tmp_path):
    (tmp_path / "index.rst").write_text(LOOKED_AT, encoding="utf-8")
    warnings, _ = build(tmp_path)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", warnings)
    assert plain.count("ERROR") == 1
    assert "exact-plot: style must be one of screen, paper, got 'odd'" in plain
    written = [path.read_text() for path in (tmp_path / "_html" / "_images").glob("*.svg")]
    (paper,) = [text for text in written if "<!-- mine -->" in text]
    assert 'width="360pt" height="288pt"' in paper
    assert "<!-- theirs -->" in paper
    assert len(written) == 1


def test_latex_gets_a_pdf(tmp_path):
    (tmp_path / "index.md").write_text(DRAWN, encoding="utf-8")
    warnings, _ = build(tmp_path, "latex")
    assert warnings == ""
    (main,) = (tmp_path / "_latex").glob("*.tex")
    text = main.read_text(encoding="utf-8")
    assert re.search(r"\\sphinxincludegraphics\[[^]]*\]\{\{?\w+\}?\.pdf\}", text)


def without_ids(path):
    """Matplotlib names the parts of a picture anew each time."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"(id=\"|#)[a-z]\w*", "", text)

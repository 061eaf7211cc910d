"""The extension of Sphinx: pictures."""

import re

import pytest
from command_line import run

pytest.importorskip("sphinx", reason="needs sphinx")
pytest.importorskip("myst_parser", reason="needs myst_parser")

from docutils import nodes
from sphinx_builds import build

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

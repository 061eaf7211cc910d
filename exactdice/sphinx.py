"""Sphinx extension: numbers and tables computed where they stand, in reStructuredText and in
Markdown of MyST.

    extensions = ["exactdice.sphinx"]                        # conf.py
    exactdice_options = {"decimal": ",", "dice": 10}         # for every query that takes them

A role, :exact:`EP(5) dec:3`, is a value, and the directives exact-table and exact-plot a table and
a picture; what they hold are the words of `exactdice.report.generated`. A bad one is an
error of the build with its file and line.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from . import __version__
from .exact.errors import ExactDiceError
from .exact.loading import needed
from .report.generated import Asked, Made, Written, WrittenTable, check_common, drawn, made
from .writeup.pictures.figure import labels_of, save_figure

with needed("exactdice.sphinx", "sphinx"):
    from docutils import nodes
    from docutils.parsers.rst import directives
    from docutils.parsers.rst.directives.images import Image
    from sphinx.errors import ConfigError
    from sphinx.util.docutils import SphinxDirective, SphinxRole

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

OPTIONS = "exactdice_options"
KINDS = (".svg", ".pdf")  # of pictures: for pages of the web and for LaTeX
# Options of a picture that are texts of a `PlotStyle`; its size is that of the letters beside it,
# while the width of an image says how large a page shows it.
LOOK = ("style", "size", "font", "decimal", "levels")
ENVIRONMENT = 2  # changed when what is kept between two builds means something else


def setup(app: Sphinx) -> dict[str, object]:
    """Enter the role, the directive and the options in the application."""
    # Sphinx shows what every library notes; of each letter that a font keeps nobody need know.
    logging.getLogger("fontTools.subset").setLevel(logging.WARNING)
    app.add_config_value(OPTIONS, {}, "env", types=(dict,))
    # Compared with that of the last build: another version makes all documents anew.
    app.add_config_value("exactdice_version", __version__, "env")
    app.connect("config-inited", _check_options)
    app.add_role("exact", ExactRole())
    app.add_directive("exact-table", ExactTable)
    app.add_directive("exact-plot", ExactPlot)
    return {
        "version": __version__,
        "env_version": ENVIRONMENT,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _check_options(_: Sphinx, config: Config) -> None:
    """Raise `ConfigError` unless the options are {name: number or text}."""
    for key, value in config[OPTIONS].items():
        if not isinstance(key, str) or isinstance(value, bool) or not isinstance(value, int | str):
            raise ConfigError(
                f"{OPTIONS} must be {{name: whole number or text}}, got {key!r}: {value!r}"
            )
    try:
        check_common(_common_words(config))
    except ExactDiceError as error:
        raise ConfigError(f"{OPTIONS}: {error}") from error


def _common_words(config: Config) -> dict[str, str]:
    """The words that hold for all documents."""
    return {key: str(value) for key, value in config[OPTIONS].items()}


def _make(asked: Asked, environment: BuildEnvironment) -> Made:
    """A value that the document being read asks for; `ExactDiceError` when it cannot be had."""
    document = Path(environment.doc2path(environment.docname))
    (found,) = made([asked], _common_words(environment.config), document)
    if isinstance(found, ExactDiceError):
        raise found
    return found


def _value_node(written: Written) -> nodes.Node:
    """The value as text or as a formula."""
    if written.is_text:
        return nodes.Text(written.displayed)
    return nodes.math(written.latex, written.latex)


class ExactRole(SphinxRole):
    """The role `exact`: the value of a query."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The value; an error of the build where it cannot be had."""
        try:
            found = _make(Asked(self.text), self.env)
        except ExactDiceError as error:
            message = self.inliner.reporter.error(f"exact: {error}", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        assert isinstance(found, Written)
        return [_value_node(found)], []


class ExactTable(SphinxDirective):
    """The directive `exact-table`: a table of queries over ranges, or of distributions."""

    required_arguments = 0
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "style": directives.unchanged_required,
        "decimal": directives.unchanged_required,
        "caption": directives.unchanged_required,
        "align": lambda text: directives.choice(text, ("left", "center", "right")),
        "class": directives.class_option,
        "name": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The table; an error of the build where it cannot be had."""
        try:
            # The argument, the text below it, and the options that say how the table looks
            shown = [key for key in ("style", "decimal") if key in self.options]
            look = [f"{key}={self.options[key]}" for key in shown]
            words = " ".join([*self.arguments, *self.content, *look])
            found = _make(Asked(words, True), self.env)
        except ExactDiceError as error:
            raise self.error(f"exact-table: {error}") from error
        assert isinstance(found, WrittenTable)
        table = _table_node(found)
        table["classes"] += ["exact-table", *self.options.get("class", [])]
        if "align" in self.options:
            table["align"] = self.options["align"]
        self.add_name(table)
        self.set_source_info(table)
        caption = self.options.get("caption", "")
        children, messages = self.state.inline_text(caption, self.lineno)
        if children:
            table.insert(0, nodes.title(caption, "", *children))
        return [table, *messages]


class ExactPlot(Image, SphinxDirective):
    """The directive `exact-plot`: the picture of a query over ranges, or of distributions.

    Its options are those of an image, a title and a caption, and those of `exactdice plot` that say
    how it looks.
    """

    arguments: list[str]
    required_arguments = 1
    has_content = False
    option_spec: ClassVar[dict[str, Any]] = {
        **(Image.option_spec or {}),
        "title": directives.unchanged_required,
        "caption": directives.unchanged_required,
        **dict.fromkeys(LOOK, directives.unchanged_required),
        "labels": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """The picture; an error of the build where it cannot be had."""
        words = " ".join(self.arguments[0].split())
        title = self.options.pop("title", None)
        caption = self.options.pop("caption", None)
        try:
            # What the options say of how it looks; they are none of an image.
            held = [key for key in LOOK if key in self.options]
            look: dict[str, object] = {key: self.options.pop(key) for key in held}
            if "labels" in self.options:
                look["labels"] = labels_of(self.options.pop("labels").split("; "))
            path = self._drawn(words, title, look)
        except ExactDiceError as error:
            raise self.error(f"exact-plot: {error}") from error
        self.options.setdefault("alt", words)
        document = Path(self.env.doc2path(self.env.docname))
        self.arguments = [Path(os.path.relpath(path, document.parent)).as_posix()]
        images = list(super().run())
        if caption is None:
            return images
        children, messages = self.state.inline_text(caption, self.lineno)
        figure = nodes.figure("", *images)
        figure += nodes.caption(caption, "", *children)
        return [figure, *messages]

    def _drawn(self, words: str, title: str | None, look: dict[str, object]) -> Path:
        """The files of the picture, NAME.*, of which a builder takes the kind that it can show:
        drawn once, and kept beside what else Sphinx keeps between two builds.
        """
        common = _common_words(self.env.config)
        asked = json.dumps([__version__, words, title, common, look])
        name = hashlib.sha256(asked.encode()).hexdigest()[:16]
        folder = Path(self.env.doctreedir) / "exact-plots"
        paths = [folder / f"{name}{kind}" for kind in KINDS]
        if not all(path.exists() for path in paths):
            folder.mkdir(parents=True, exist_ok=True)
            figure = drawn(words, common, Path(self.env.doc2path(self.env.docname)), title, look)
            for path in paths:
                save_figure(figure, path)
        return folder / f"{name}.*"


def _table_node(written: WrittenTable) -> nodes.table:
    """The table as a node, its columns as wide as what they hold."""
    rows = [
        [nodes.entry("", nodes.paragraph("", "", _value_node(cell))) for cell in row]
        for row in (written.heading, *written.rows)
    ]
    widths = [max(len(cell.astext()) for cell in column) for column in zip(*rows, strict=True)]
    heading, *body = (nodes.row("", *row) for row in rows)
    group = nodes.tgroup(cols=len(widths))
    group += [nodes.colspec(colwidth=max(width, 1)) for width in widths]
    group += nodes.thead("", heading)
    group += nodes.tbody("", *body)
    return nodes.table("", group)

r"""The values of a LaTeX document: \exactvalue{QUERY}{STYLE} of exactdice.sty, and the file
MAIN.exact.tex that holds what each of them prints.

Files that the document takes in by \input, \include and \subfile are read too, as far as they lie
in its folder. Comments, \verb, verbatim text and what follows \end{document} ask for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..argument_checks import a_path
from ..documents.documents import LATEX, document_words
from ..documents.latex_marks import argument_of, printed_commands
from ..errors import ClaimsError, ExactDiceError, PlacedError, QueryError
from ..exact import Progress, shown
from ..files import named, read_bytes
from ..games.strategy_table import path_below
from ..printed.source import Source, read_source
from .making import Asked, Written, check_common, made

VALUE = r"\exactvalue{query}{style}"
COMMAND = re.compile(
    r"\\exactvalue(?P<value>)(?![A-Za-z@])"
    r"|\\(?:input|include|subfile)(?![A-Za-z@])[ \t]*"
    r"(?:\{(?P<braced>[^{}\n]{1,500})\}|(?P<bare>[^\s{}\\%]{1,500}))"
)
ESCAPED = re.compile(r"\\([_%#&$])")
HEADER = (
    "% Values for \\exactvalue of exactdice.sty, written by `exactdice latex`: change no line.\n"
)


@dataclass(frozen=True)
class Place:
    r"""One \exactvalue: the line where it stands, and its arguments as LaTeX reads them."""

    path: Path
    line: int
    query: str
    style: str

    @property
    def asked(self) -> Asked:
        r"""What it asks for: \_ and the like stand for the character."""
        return Asked(ESCAPED.sub(r"\1", f"{self.query} {self.style}".strip()))


@dataclass(frozen=True)
class Reading:
    """What a document and the files that it takes in ask for."""

    files: tuple[Path, ...]
    places: tuple[Place, ...]
    errors: tuple[ClaimsError, ...]
    left_out: tuple[str, ...]  # files that are not read, each with the place that names it


@dataclass(frozen=True)
class Values:
    """The text of the file of values, how many it holds, and what is wrong elsewhere."""

    text: str
    count: int
    errors: tuple[ClaimsError, ...]
    reading: Reading

    def differ_from(self, before: bytes | None) -> bool:
        """Whether the file of values, which held this before, is to be written."""
        # A document that asks for nothing needs no file, but one that is there says so.
        return before != self.text.encode() and (before is not None or self.count > 0)


def values_of(main: Path, progress: Progress | None = None) -> Values:
    """The values that the document asks for; `ClaimsError` when it cannot be read.

    Each error names its file and line, and hides no other value.
    """
    if a_path(main).suffix.lower() not in LATEX:
        raise ClaimsError(f"{named(main)}: must be a LaTeX document, ending in {', '.join(LATEX)}")
    source = read_source(main)
    common = document_words(main, source.text)
    try:
        check_common(common)
    except ClaimsError as error:
        raise ClaimsError(f"{named(main)}: {error}") from error
    reading = _Reader(main, source).read()
    lines, errors = _lines(main, reading.places, common, progress)
    text = "".join([HEADER, *lines])
    return Values(text, len(lines), (*reading.errors, *errors), reading)


def _lines(
    main: Path, places: tuple[Place, ...], common: Mapping[str, str], progress: Progress | None
) -> tuple[list[str], list[ClaimsError]]:
    """A line for each value, the same one once, and what is wrong with the others."""
    found = made([place.asked for place in places], common, main, progress)
    lines: dict[str, None] = {}
    errors = list[ClaimsError]()
    for place, value in zip(places, found, strict=True):
        if isinstance(value, Written):
            text = in_text(value)
            lines[f"\\exactdicevalue{{{place.query}}}{{{place.style}}}{{{text}}}\n"] = None
        else:
            errors.append(PlacedError(place.path, place.line, str(value)))
    return list(lines), errors


def in_text(value: Written) -> str:
    r"""The value in LaTeX, for text and for math mode.

    A number has the digits of the text around it, as bold as they are.

    >>> [in_text(Written(text, text)) for text in ("8.636", "-8.636", "{1}")]
    ['8.636', '\\ensuremath{-}8.636', '\\ensuremath{{1}}']
    """
    if not value.is_text:
        return rf"\ensuremath{{{value.latex}}}"
    is_negative = value.latex.startswith("-")
    return r"\ensuremath{-}" * is_negative + value.latex.removeprefix("-")


# --- reading --------------------------------------------------------------------------------------


class _Reader:
    """A document being read, and then the files that it takes in, each once."""

    def __init__(self, main: Path, source: Source) -> None:
        self.main, self.sources, self.seen = main, [source], {main.resolve()}
        self.places, self.errors = list[Place](), list[ClaimsError]()
        self.left_out = list[str]()

    def read(self) -> Reading:
        """What all of them ask for."""
        # Sources are added while they are walked: each file may take in others.
        for source in self.sources:
            try:
                for found in printed_commands(source, COMMAND):
                    self.enter(source, found)
            except ClaimsError as error:  # the rest of this file is verbatim text without an end
                self.errors.append(error)
        files = tuple(source.path for source in self.sources)
        return Reading(files, tuple(self.places), tuple(self.errors), tuple(self.left_out))

    def enter(self, source: Source, found: re.Match[str]) -> None:
        """Enter the value or the file that the command asks for; what is wrong with it is noted."""
        try:
            if found["value"] is None:
                self.take_in(source, found)
            elif source.text[found.end() : found.end() + 1] != "}":  # no \newcommand{\exactvalue}
                self.places.append(_place(source, found))
        except ClaimsError as error:
            self.errors.append(error)

    def take_in(self, source: Source, found: re.Match[str]) -> None:
        """Enter the LaTeX document that the command takes in; one outside the folder is left
        out.
        """
        name = (found["braced"] or found["bare"]).strip().strip('"')
        try:
            path = self.path_of(name)
        except QueryError:
            self.left_out.append(
                f"{named(source.path)}:{source.line(found.start())}: {named(name)}"
            )
            return
        if path is None or path.resolve() in self.seen:
            return
        self.seen.add(path.resolve())
        self.sources.append(read_source(path))

    def path_of(self, name: str) -> Path | None:
        """The path of the file that LaTeX reads by this name; None when it is no document of LaTeX
        or is not there, `QueryError` when it lies elsewhere.
        """
        # As LaTeX looks for them: from the folder of the main document, with the ending first.
        for candidate in (f"{name}.tex", name):
            path = path_below(self.main.parent, candidate, "files")
            if path.suffix.lower() in LATEX and path.is_file() and path != file_of(self.main):
                return path
        return None


def _place(source: Source, found: re.Match[str]) -> Place:
    r"""The \exactvalue that begins here; `PlacedError` when it is not written out."""
    start = found.start()
    query = argument_of(source, start, found.end(), VALUE, "the query")
    style = argument_of(source, start, query[1] + 1, VALUE, "the style")
    texts = [re.sub(r"\s+", " ", source.text[slice(*span)]) for span in (query, style)]
    for text in texts:
        without = ESCAPED.sub("", text)
        if "#" in without or "\\" in without:
            raise source.error(
                start,
                f"{VALUE} must be written out, without commands and arguments of macros such as "
                f"#1, got {shown(text)}",
            )
    return Place(source.path, source.line(start), *texts)


# --- the file of values ---------------------------------------------------------------------------


def file_of(main: Path) -> Path:
    """The file that holds the values of this document: main.exact.tex for main.tex."""
    return main.with_suffix(".exact.tex")


def written_before(main: Path) -> bytes | None:
    """The bytes of the file of values that lies beside the document; None without one.

    Raises `ExactDiceError` for a file of this name that holds something else, and for a link, which
    may lead anywhere.
    """
    path = file_of(main)
    if not path.is_symlink() and not path.exists():
        return None
    data = b"" if path.is_symlink() else read_bytes(path)
    if not data.startswith(HEADER.encode()):
        raise ExactDiceError(
            f"{named(path)}: cannot be written: it is no file of values, whose first line "
            "`exactdice latex` writes; move it away"
        )
    return data

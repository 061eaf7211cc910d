r"""The values of a LaTeX document: \exactvalue{QUERY}{STYLE} of exactdice.sty, and the file
MAIN.exact.tex that holds what each of them prints.

Files that the document takes in by \input, \include and \subfile are read too, as far as they lie
in its folder. Comments, \verb, verbatim text and what follows \end{document} ask for nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...exact.argument_checks import a_path
from ...exact.errors import ClaimsError, ExactDiceError, PlacedError, QueryError
from ...exact.files import named, read_bytes
from ...exact.numbers import Progress, shown
from ...query.strategy_table import path_below
from ..documents.documents import LATEX, document_words
from ..documents.latex_marks import argument_of, printed_commands
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
    reading = _read(main, source)
    found = made([place.asked for place in reading.places], common, main, progress)
    # A line for each value, the same one once.
    lines: dict[str, None] = {}
    errors = list(reading.errors)
    for place, value in zip(reading.places, found, strict=True):
        if isinstance(value, Written):
            text = in_text(value)
            lines[f"\\exactdicevalue{{{place.query}}}{{{place.style}}}{{{text}}}\n"] = None
        else:
            errors.append(PlacedError(place.path, place.line, str(value)))
    return Values("".join([HEADER, *lines]), len(lines), tuple(errors), reading)


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


def _read(main: Path, source: Source) -> Reading:
    """What the document and the files that it takes in ask for, each file once."""
    sources = [source]
    seen = {main.resolve()}
    places = []
    errors = []
    left_out = []

    def take_in(source: Source, found: re.Match[str]) -> None:
        """Enter the LaTeX document that the command takes in; one outside the folder is left
        out.
        """
        name = (found["braced"] or found["bare"]).strip().strip('"')
        # As LaTeX looks for them: from the folder of the main document, with the ending first.
        for candidate in (f"{name}.tex", name):
            try:
                path = path_below(main.parent, candidate, "files")
            except QueryError:
                at = f"{named(source.path)}:{source.line(found.start())}"
                left_out.append(f"{at}: {named(name)}")
                return
            if path.suffix.lower() in LATEX and path.is_file() and path != file_of(main):
                if path.resolve() not in seen:
                    seen.add(path.resolve())
                    sources.append(read_source(path))
                return

    # Sources are added while they are walked: each file may take in others.
    for one in sources:
        try:
            for found in printed_commands(one, COMMAND):
                try:
                    if found["value"] is None:
                        take_in(one, found)
                    elif one.text[found.end() : found.end() + 1] != "}":
                        # and no \\newcommand{\\exactvalue}
                        places.append(_place(one, found))
                except ClaimsError as error:
                    errors.append(error)
        except ClaimsError as error:  # the rest of this file is verbatim text without an end
            errors.append(error)
    files = tuple(one.path for one in sources)
    return Reading(files, tuple(places), tuple(errors), tuple(left_out))


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

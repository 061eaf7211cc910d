r"""The columns of a LaTeX table, and whether they print nothing beside what its cells hold.

Columns may set text before and after each of their cells, as `>{$-$}r`, `r@{\,\%}` and columns that
the document defines do. Only what is named here prints nothing; any other part may be a sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..errors import PlacedError
from ..exact import shown
from ..printed.siunitx import options_in
from ..printed.source import Source

BLANK = re.compile(r"(?:\s|%[^\n]*\n)*")
BRACES = re.compile(r"\\[\s\S]|%[^\n]*|[{}]")
OPTION = re.compile(r"\[[^\[\]{}]{0,200}\]")
LONGEST = 20_000  # characters of columns
TWO_ARGUMENTS = ("tabular*", "tabularx", "tabulary")  # the width of the table goes before
DEFINED = re.compile(
    r"\\(?:(?:re)?newcolumntype|(?:New|Declare)ColumnType)[ ]?"
    r"(?:\{[ ]?(?P<braced>[^\s{}\\])[ ]?\}|(?P<bare>[^\s{}\\]))"
    r"[ ]?(?:\[[^\[\]]{0,80}\]){0,2}"
)


class Part(NamedTuple):
    """A part of the columns: its kind and its text."""

    kind: str
    text: str


COLUMN = re.compile(
    r"(?P<nothing>\s+|%[^\n]*|[|:])"
    r"|(?P<insert>[<>@!])\s*(?=\{)"
    r"|(?P<times>\*)\s*\{\s*\d{1,3}\s*\}\s*(?=\{)"
    r"|(?P<dashed>;)\s*(?=\{)"
    r"|(?P<wide>[pmb]|[wW]\s*\{[lcrs]\})\s*(?=\{)"
    r"|(?P<siunitx>S)\s*(?:\[(?P<options>[^\[\]]*)\])?"
    r"|(?P<dcolumn>D\s*\{[.,]\}\s*\{(?:[.,]|\{,\}|\\cdot)\}\s*\{-?[\d.]{0,5}\})"
    r"|(?P<column>[lcr]|[XQ](?:\[[A-Za-z0-9., -]*\])?)"
    r"|(?P<own>\S)"
)
DECLARATIONS = r"""
    quad qquad enspace enskip thinspace hfill hfil vline vrule strut relax ignorespaces unskip
    noindent leavevmode centering raggedright raggedleft arraybackslash Centering RaggedRight
    RaggedLeft bfseries mdseries itshape slshape scshape upshape rmfamily sffamily ttfamily
    normalfont bf it rm sf tt boldmath unboldmath displaystyle textstyle scriptstyle
    tiny scriptsize footnotesize small normalsize large Large let\newline\\
"""
NAMES = "|".join(map(re.escape, DECLARATIONS.split()))
UNIT = r"\s*(?:pt|em|ex|cm|mm|in|sp|bp|pc|dd|cc|mu)(?![A-Za-z])"
LENGTH = (
    rf"\s*(?:-?(?:\d+(?:\.\d*)?|\.\d+){UNIT}|-?[\d.]*\\(?:tabcolsep|arraycolsep|fill)(?![A-Za-z]))"
)
PRINTS_NOTHING = re.compile(
    r"[\s$|{}~]|%[^\n]*\n|\\[,:;! ]"
    rf"|\\(?:{NAMES})(?![A-Za-z@])"
    r"|\\hspace\*?\s*\{[^{}]*\}|\\[hv]?phantom\s*\{[^{}]*\}"
    rf"|\\(?:hskip|kern|mskip|mkern){LENGTH}(?:\s*(?:plus|minus){LENGTH}){{0,2}}"
    r"|\\extracolsep\s*(?:\{[^{}]*\}|\\fill(?![A-Za-z]))"
    r"|\\color\s*(?:\[[^\[\]]*\])?\{[^{}]*\}"
    r"|\\columncolor\s*(?:\[[^\[\]]*\])?\{[^{}]*\}(?:\[[^\[\]]*\]){0,2}"
)
# Options of tabularray that print nothing.
LINES = re.compile(
    r"(?:[hv]lines?(?:\s*\{[^{}]*\})?|width|rowsep|colsep|stretch|rows|columns|"
    r"(?:left|right|above|below)sep)\Z"
)
SETTING = re.compile(r"[A-Za-z0-9.,\s-]*|\\(?:textwidth|linewidth|columnwidth)|[0-9.]*\\\w+width")


def columns_after(source: Source, begin: re.Match[str]) -> tuple[str, int]:
    """(the columns of the table that begins here, where its rows begin); a matrix has none."""
    if begin[1].endswith("matrix"):
        return "", begin.end()
    at, start = begin.end(), begin.end()
    for _ in range(2 if begin[1] in TWO_ARGUMENTS else 1):
        start = _opening(source.text, at)
        at = group_end(source.text, start)
        if at < 0:
            raise _no_columns(source, begin)
    return source.text[start + 1 : at - 1], at


def _no_columns(source: Source, begin: re.Match[str]) -> PlacedError:
    return source.error(
        begin.start(), f"expected the columns of the table in braces after {shown(begin[0])}"
    )


def _opening(text: str, at: int) -> int:
    """Where the brace of the next argument should stand, after options in brackets."""
    at = after_blank(text, at)
    option = OPTION.match(text, at)
    return after_blank(text, option.end()) if option else at


def after_blank(text: str, at: int) -> int:
    """After the blanks and comments that begin here."""
    found = BLANK.match(text, at)
    return found.end() if found else at


def group_end(text: str, start: int) -> int:
    """Where the group in braces ends that begins here; -1 when none does or it is not closed."""
    if not text.startswith("{", start):
        return -1
    depth = 0
    for found in BRACES.finditer(text, start, start + LONGEST):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return -1


def parts_of(source: Source, columns: str) -> list[Part]:
    """The parts of the columns and of the definitions that they use: `siunitx` with its options,
    and `unknown`, which may print something.
    """
    keys = _keys(columns)
    if keys is None:
        return list(_parts(columns, _definitions(source.text), set()))
    spec, unknown = keys
    found = _parts(spec, _definitions(source.text), set())
    return [*(Part("unknown", text) for text in unknown), *found]


def _keys(columns: str) -> tuple[str, list[str]] | None:
    """(the columns, other options that may print something) of tabularray's `colspec={lr},hlines`;
    None when these are columns alone.
    """
    if not re.search(r"colspec\s*=|[hv]lines", columns):
        return None
    spec, unknown = "", []
    for option in options_in(columns):
        name, _, value = (part.strip() for part in option.partition("="))
        if name == "colspec":
            spec = value[1:-1]
        elif option.strip() and not (LINES.match(name) and SETTING.fullmatch(value)):
            unknown.append(option.strip())
    return spec, unknown


@lru_cache(maxsize=1)  # each table of a document asks for them
def _definitions(text: str) -> dict[str, list[str]]:
    """The columns that the document defines, by their letter."""
    definitions: dict[str, list[str]] = {}
    for found in DEFINED.finditer(text):
        end = group_end(text, found.end())
        meant = text[found.end() + 1 : end - 1] if end >= 0 else "?"
        definitions.setdefault(found["braced"] or found["bare"], []).append(meant)
    return definitions


def _parts(columns: str, definitions: dict[str, list[str]], seen: set[str]) -> Iterator[Part]:
    """The parts that matter; each definition is read once."""
    at = 0
    while at < len(columns):
        found = COLUMN.match(columns, at)
        assert found is not None  # `own` is any character
        at, kind, letter = found.end(), found.lastgroup or "", found[0][0]
        if letter in definitions:
            at = found.start() + 1
            yield from _defined(letter, definitions, seen)
            at = _after_groups(columns, at)
        elif kind in ("insert", "times", "dashed", "wide"):
            end = group_end(columns, at)
            inside = columns[at + 1 : max(end - 1, at + 1)]
            yield from _with_group(Part(kind, inside), definitions, seen)
            at = end if end >= 0 else len(columns)
        elif kind in ("siunitx", "options"):
            yield Part("siunitx", found["options"] or "")
        elif kind == "own":
            yield Part("unknown", columns[found.start() : found.start() + 20])


def _with_group(part: Part, definitions: dict[str, list[str]], seen: set[str]) -> Iterator[Part]:
    if part.kind == "times":
        yield from _parts(part.text, definitions, seen)
    elif part.kind == "insert" and not _prints_nothing(part.text):
        yield Part("unknown", part.text)


def _prints_nothing(text: str) -> bool:
    at = 0
    while at < len(text):
        found = PRINTS_NOTHING.match(text, at)
        if found is None:
            return False
        at = found.end()
    return True


def _defined(letter: str, definitions: dict[str, list[str]], seen: set[str]) -> Iterator[Part]:
    if letter in seen:
        return
    seen.add(letter)
    rest = {name: meant for name, meant in definitions.items() if name != letter}
    for meant in definitions[letter]:
        yield from _parts(meant, rest, seen)


def _after_groups(columns: str, at: int) -> int:
    """After the arguments of a column that the document defines."""
    end = group_end(columns, at)
    while end >= 0:
        at = end
        end = group_end(columns, at)
    return at

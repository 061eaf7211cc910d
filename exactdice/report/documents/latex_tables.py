r"""Tables of LaTeX: their columns, their rows, and what may print their numbers otherwise.

Columns may set text before and after each of their cells, as `>{$-$}r`, `r@{\,\%}` and columns that
the document defines do. Only what is named here prints nothing; any other part may be a sign. The
cells between & and \\ stand, by \multicolumn and \multirow, at every place that they cover; rules,
colours and comments are left out. siunitx may round all numbers of a document, and a factor before
a matrix changes all of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from pylatexenc.latexwalker import (
    LatexGroupNode,
    LatexMacroNode,
    LatexNode,
    LatexSpecialsNode,
    LatexWalker,
    LatexWalkerParseError,
    get_default_latex_context_db,
)
from pylatexenc.macrospec import LatexContextDb, SpecialsSpec, std_macro

from ...exact.errors import PlacedError
from ...exact.numbers import shown
from ..printed.source import Source, Span
from ..printed.spellings import changes_no_digit, options_in
from ..printed.typeset import redefined_names
from .grids import Grid, Rows, Spanning, explain_heading, make_cell, says_hundredths, spread
from .marks import Mark

TABULAR = re.compile(
    r"\\begin\{(tabular[*xy]?|array|longtable|tabulary|longtblr|tblr|(?:small|[bBpvV])?matrix)\}"
)


def latex_grid(source: Source, mark: Mark) -> Grid:
    """The table after the mark: its rows of cells, rules left out."""
    text = source.text
    begin = TABULAR.search(text, mark.end)
    if begin is None:
        raise source.error(
            mark.start, r"expected a table, \begin{tabular} or a like one, after the mark"
        )
    start = begin.start()
    closing = f"\\end{{{begin[1]}}}"
    end = text.find(closing, begin.end())
    if end < 0:
        raise source.error(start, f"expected {closing} before the end of the document")
    nested = TABULAR.search(text, begin.end(), end)
    if nested is not None:
        raise source.error(nested.start(), "a table within a table cannot be bound")
    wrong = explain_factor(text, begin, begin.end())
    columns, body = ("", 0) if wrong else columns_after(source, begin)
    unknown, of_siunitx = parts_of(source, columns)
    wrong = wrong or explain_columns(unknown)
    if not wrong and (of_siunitx or NUMBER_OF_SIUNITX.search(text, body, end)):
        wrong = explain_siunitx(source, start, of_siunitx)
    rows = () if wrong else rows_of(source, body, end)
    if not rows:
        wrong = wrong or "expected rows of cells in the table after the mark, got none"
        raise source.error(start, wrong)
    redefined = redefined_names(text)
    for cell in chain(*rows) if redefined else ():
        anew = explain_redefinition(cell.text, redefined)
        if anew:
            raise source.error(cell.start, anew)
    # The caption of the floating environment that holds the table.
    before = text[max(0, start - NEAR_TABLE) : start]
    opened = [found.end() for found in FLOATING.finditer(before)]
    after_table = text[end : end + NEAR_TABLE].partition(r"\end{table")[0]
    found = None
    if opened:
        found = CAPTION.search(before, opened[-1]) or CAPTION.search(after_table)
    caption = found["text"] if found else ""
    return Grid(rows, bool(of_siunitx), may_end_early=True, caption=caption)


FLOATING = re.compile(r"\\begin\{(?:table|figure|wraptable|sidewaystable)\*?\}")
CAPTION = re.compile(r"\\caption(?:\[[^\[\]]{0,200}\])?\{(?P<text>[^{}]{0,500})")
NEAR_TABLE = 3000  # characters beside a table in which its caption is looked for


def explain_columns(unknown: Sequence[str]) -> str:
    """The complaint about columns that print something beside each cell, "" where none does."""
    if not unknown:
        return ""
    return (
        "the columns of the table print or may print something beside each cell: "
        f"{shown(unknown[0])}; write signs and \\% into each cell"
    )


COMMAND = re.compile(r"\\([A-Za-z]+)")


def explain_redefinition(text: str, redefined: frozenset[str]) -> str:
    """The complaint about a command in the text that the document defines anew, "" without one."""
    anew = sorted({found[1] for found in COMMAND.finditer(text)} & redefined - {"exactly"})
    return f"what \\{anew[0]} prints is not known: the document defines it anew" if anew else ""


# --- columns --------------------------------------------------------------------------------------

BLANK = re.compile(r"(?:\s|%[^\n]*\n)*")
BRACES = re.compile(r"\\[\s\S]|%[^\n]*|[{}]")
BEFORE_COLUMNS = re.compile(rf"{BLANK.pattern}(?:\[[^\[\]{{}}]{{0,200}}\]{BLANK.pattern})?")
LONGEST = 20_000  # characters of columns
TWO_ARGUMENTS = ("tabular*", "tabularx", "tabulary")  # the width of the table goes before
DEFINED = re.compile(
    r"\\(?:(?:re)?newcolumntype|(?:New|Declare)ColumnType)[ ]?"
    r"(?:\{[ ]?(?P<braced>[^\s{}\\])[ ]?\}|(?P<bare>[^\s{}\\]))"
    r"[ ]?(?:\[[^\[\]]{0,80}\]){0,2}"
)
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
    r"(?:[\s$|{}~]|%[^\n]*\n|\\[,:;! ]"
    rf"|\\(?:{NAMES})(?![A-Za-z@])"
    r"|\\hspace\*?\s*\{[^{}]*\}|\\[hv]?phantom\s*\{[^{}]*\}"
    rf"|\\(?:hskip|kern|mskip|mkern){LENGTH}(?:\s*(?:plus|minus){LENGTH}){{0,2}}"
    r"|\\extracolsep\s*(?:\{[^{}]*\}|\\fill(?![A-Za-z]))"
    r"|\\color\s*(?:\[[^\[\]]*\])?\{[^{}]*\}"
    r"|\\columncolor\s*(?:\[[^\[\]]*\])?\{[^{}]*\}(?:\[[^\[\]]*\]){0,2})*"
)
# Options of tabularray that print nothing.
LINES = re.compile(
    r"(?:[hv]lines?(?:\s*\{[^{}]*\})?|width|rowsep|colsep|stretch|rows|columns|"
    r"(?:left|right|above|below)sep)\Z"
)
SETTING = re.compile(r"[A-Za-z0-9.,\s-]*|\\(?:textwidth|linewidth|columnwidth)|[0-9.]*\\\w+width")


def columns_after(source: Source, begin: re.Match[str]) -> tuple[str, int]:
    """(the columns of the table that begins here, where its rows begin); a matrix has none."""
    text = source.text
    at = start = begin.end()
    if begin[1].endswith("matrix"):
        return "", at
    for _ in range(2 if begin[1] in TWO_ARGUMENTS else 1):
        start = end_of_match(BEFORE_COLUMNS.match(text, at), at)
        at = group_end(text, start)
        if at < 0:
            raise source.error(
                begin.start(),
                f"expected the columns of the table in braces after {shown(begin[0])}",
            )
    return text[start + 1 : at - 1], at


def end_of_match(found: re.Match[str] | None, at: int) -> int:
    """The place after what was found here; the same place where nothing was."""
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


def parts_of(source: Source, columns: str) -> tuple[list[str], list[str]]:
    """(what may print something, the options of columns of siunitx), in these columns and in the
    definitions that they use.
    """
    unknown = []
    of_siunitx = []
    seen = set()
    if re.search(r"colspec\s*=|[hv]lines", columns):  # of tabularray
        options = options_in(columns)
        columns = ""
        for option in options:
            name, _, value = (part.strip() for part in option.partition("="))
            if name == "colspec":
                columns = value[1:-1]
            elif option.strip() and not (LINES.match(name) and SETTING.fullmatch(value)):
                unknown.append(option.strip())

    def read(columns: str, definitions: dict[str, list[str]]) -> None:
        at = 0
        while found := COLUMN.match(columns, at):
            at = found.end()
            kind = found.lastgroup or ""
            letter = found[0][0]
            end = group_end(columns, at)
            if letter in definitions:
                rest = {name: meant for name, meant in definitions.items() if name != letter}
                meant = [] if letter in seen else definitions[letter]  # each is read once
                seen.add(letter)
                for one in meant:
                    read(one, rest)
                at = found.start() + 1
                while (end := group_end(columns, at)) >= 0:  # its arguments
                    at = end
            elif kind in ("insert", "times", "dashed", "wide"):
                inside = columns[at + 1 : max(end - 1, at + 1)]
                if kind == "times":
                    read(inside, definitions)
                elif kind == "insert" and not PRINTS_NOTHING.fullmatch(inside):
                    unknown.append(inside)
                at = end if end >= 0 else len(columns)
            elif kind in ("siunitx", "options"):
                of_siunitx.append(found["options"] or "")
            elif kind == "own":
                unknown.append(columns[found.start() : found.start() + 20])

    read(columns, _definitions(source.text))
    return unknown, of_siunitx


@lru_cache(maxsize=1)  # each table of a document asks for them
def _definitions(text: str) -> dict[str, list[str]]:
    """The columns that the document defines, by their letter."""
    definitions: dict[str, list[str]] = {}
    for found in DEFINED.finditer(text):
        end = group_end(text, found.end())
        meant = text[found.end() + 1 : end - 1] if end >= 0 else "?"
        definitions.setdefault(found["braced"] or found["bare"], []).append(meant)
    return definitions


# --- rows -----------------------------------------------------------------------------------------

# What stands between rows, or before the text of a cell, and prints no text.
RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|addlinespace|endhead|endfirsthead|endfoot|endlastfoot"
    r"|centering|hdashline|morecmidrules|strut)(?![A-Za-z])(?:\[[^\[\]\n]*\])?"
    r"|\\(?:cline|cmidrule|cdashline)(?:\[[^\[\]]*\])?(?:\([^()\n]*\))?\{[\d-]+\}"
    r"|\\(?:row|cell)color(?:\[[^\[\]\n]*\])?\{[^{}\n]*\}"
    r"|\\specialrule(?:\{[^{}\n]*\}){3}"
    r"|\\rule(?:\[[^\[\]\n]*\])?\{0(?:\.0)?(?:pt|em|ex|cm|mm|in)\}\{[^{}\n]*\}"  # of no width
)
# before the text of a cell: blanks, rules and comments
IGNORED = re.compile(rf"(?:\s|{RULES.pattern}|%[^\n]*\n)*")
COMMENT = re.compile(r"(?<!\\)%")
BREAK_OPTION = re.compile(r"\*|\[[^\[\]\n]*\]")  # what belongs to \\ when it follows directly
COUNT = re.compile(r"\{?\s*(-?\d{1,9})(?:\.\d{1,9})?\s*\}?\Z")
# What ends a part of a longtable: the heading of the first page, of the others, and the last lines.
PARTS = ("endfirsthead", "endhead", "endfoot", "endlastfoot")


@lru_cache(maxsize=1)
def _commands() -> LatexContextDb:
    """The commands that pylatexenc reads: verbatim text, and those whose arguments hold a cell."""
    commands = get_default_latex_context_db().filter_context(keep_categories=["verbatim"])
    spanning = [std_macro("multicolumn", "{{{"), std_macro("multirow", "[{[{[{")]
    commands.add_context_category("cells", spanning, specials=[SpecialsSpec("&")], prepend=True)
    return commands


def rows_of(source: Source, start: int, end: int) -> Rows:
    """The rows between these places, headings first, without those of later pages; `PlacedError`
    where braces or environments are not closed.
    """
    body = source.text[start:end]
    # Columns may hold one $ of a pair, >{$}r<{$}, and no formula parts cells: $ is any character.
    walker = LatexWalker(body.replace("$", "\0"), _commands(), tolerant_parsing=False)
    try:
        found, _, _ = walker.get_latex_nodes()
    except LatexWalkerParseError as error:
        at = start + (error.pos or 0)
        raise source.error(at, f"the table cannot be read: {error.msg}") from error
    except RecursionError as error:
        raise source.error(start, "the table cannot be read: too many open braces") from error
    parts = dict[str, list[LatexNode]]()
    nodes = list[LatexNode]()
    for node in found:
        if _macro_name(node) in PARTS:
            parts.setdefault(_macro_name(node), nodes)
            nodes = []
        else:
            nodes.append(node)
    heading = parts.get("endfirsthead", parts.get("endhead", []))
    written = [
        [one._replace(cell=one.cell.moved(start)) for one in row]
        for row in (*_rows(source, body, heading), *_rows(source, body, nodes))
        if len(row) > 1 or not row[0].cell.text.startswith(r"\caption")
    ]
    return spread(source, written)


def _macro_name(node: LatexNode) -> str:
    return str(node.macroname) if isinstance(node, LatexMacroNode) else ""


def _rows(source: Source, body: str, nodes: Sequence[LatexNode]) -> Iterator[list[Spanning]]:
    """The rows as they are written in the body, empty ones too."""
    if not nodes:
        return
    row = []
    cell = []
    start = nodes[0].pos
    for node in nodes:
        name = _macro_name(node)
        if name not in ("\\", "tabularnewline") and not isinstance(node, LatexSpecialsNode):
            cell.append(node)
            continue
        row.append(_spanning(source, body, (start, node.pos), cell))
        start = node.pos + node.len
        cell = []
        if name:
            start = end_of_match(BREAK_OPTION.match(body, start), start) if name == "\\" else start
            yield row
            row = []
    yield [*row, _spanning(source, body, (start, nodes[-1].pos + nodes[-1].len), cell)]


def _spanning(source: Source, body: str, place: Span, nodes: Sequence[LatexNode]) -> Spanning:
    r"""The cell within \multicolumn and \multirow, and how many columns and rows it spans."""
    start, end = place
    start = end_of_match(IGNORED.match(body, start, end), start)
    comment = COMMENT.search(body, start, end)
    # What goes on after a comment is no number, or not all of it.
    if comment and not body[comment.start() : end].partition("\n")[2].strip():
        end = comment.start()
    cell = make_cell(body, start, end)
    first, last = cell.span
    inside = [node for node in nodes if node.pos < last and first < node.pos + node.len]
    name = _macro_name(inside[0]) if inside else ""
    if name not in ("multicolumn", "multirow"):
        return Spanning(cell)
    arguments = [one for one in inside[0].nodeargd.argnlist if one is not None]
    texts = [body[one.pos : one.pos + one.len] for one in arguments]
    counted = COUNT.match(next(text for text in texts if text[0] != "["))
    if counted is None:
        return Spanning(cell)
    count = int(counted[1])
    content = arguments[-1]
    is_across = name == "multicolumn"
    # A column that may print something beside the text is none that is known.
    columns = texts[1].removeprefix("{").removesuffix("}") if is_across else ""
    is_group = len(inside) == 1 and isinstance(content, LatexGroupNode)
    found = Spanning(cell)
    if is_group and not any(parts_of(source, columns)):
        within = (content.pos + 1, content.pos + content.len - 1)
        found = _spanning(source, body, within, content.nodelist)
    return found._replace(columns=count) if is_across else found._replace(rows=count)


# --- numbers that siunitx prints ------------------------------------------------------------------

NOT_AS_WRITTEN = (
    "what siunitx prints is not clear, since options may round it or change its power of ten"
)
BLANKS = r"\s{0,9}"
KEYS = rf"\\keys_set:n\w{BLANKS}\{{{BLANKS}siunitx{BLANKS}\}}"
LOADED = rf"\\(?:usepackage|RequirePackage){BLANKS}\[(?P<loaded>[^\[\]]{{0,2000}})\]"
PASSED = (
    rf"\\PassOptionsToPackage{BLANKS}"
    r"\{(?P<passed>(?:[^{}]|\{[^{}]{0,200}\}){0,2000})\}"
)
# Comments, what sets siunitx up, and what takes in other files, which may do so.
SET_UP = re.compile(
    rf"(?P<comment>(?<!\\)%[^\n]*)|(?P<braced>\\sisetup(?![A-Za-z@])|{KEYS})"
    rf"|(?:{LOADED}|{PASSED}){BLANKS}\{{(?P<to>[^{{}}]{{0,500}})\}}"
    r"|(?P<input>\\(?:input|include|subfile|import|subimport|InputIfFileExists)(?![A-Za-z@]))"
)
NUMBER_OF_SIUNITX = re.compile(r"\\(?:num|qty|SI)(?![A-Za-z])")


@lru_cache(maxsize=1)  # each table and each number of a document asks for it
def _set_up(text: str) -> tuple[str, int, str]:
    """(options that the document gives siunitx for all its numbers, and that may change what they
    print, "" without such, where the first other file is put in, how that is written).
    """
    changing = ""
    first = len(text)
    written = ""
    for found in SET_UP.finditer(text):
        options = ""
        if found["input"] and not written:
            first = found.start()
            written = text[first : found.end() + 80].partition("\n")[0].strip()
        elif found["braced"]:
            begin = end_of_match(BLANK.match(text, found.end()), found.end())
            end = group_end(text, begin)
            # Options that are no group in braces, such as a command, may be any.
            options = text[begin + 1 : end - 1] if end >= 0 else found[0]
        elif "siunitx" in (found["to"] or ""):
            options = found["loaded"] or found["passed"] or ""
        if not changing and not changes_no_digit(options):
            changing = " ".join(options.split())
    return changing, first, written


def explain_siunitx(
    source: Source, at: int, of_columns: Sequence[str] = (), number: str = ""
) -> str:
    """The complaint about numbers of siunitx here, in columns or in a command with such options,
    "" where it prints them as they are written.
    """
    changing, first, written = _set_up(source.text)
    if first < at:
        return (
            rf"what siunitx prints is not clear, since {shown(written)} may set it up: write the "
            r"number without \num"
        )
    bad = next((options for options in of_columns if not changes_no_digit(options)), "")
    came = changing or (number if bad and number else bad)
    return f"{NOT_AS_WRITTEN}: {shown(came)}" if came else ""


# --- marked cells, and the headings above them ----------------------------------------------------


@lru_cache(maxsize=1)  # each mark of a document asks for them
def _tables(text: str) -> list[re.Match[str]]:
    return list(TABULAR.finditer(text))


@lru_cache(maxsize=1)  # each number of a table asks for them
def _headings(source: Source, begin: re.Match[str]) -> tuple[int, str, list[int], list[str]]:
    """(where the table that begins here ends, what its columns print, where its cells below the
    heading begin, the heading of each); of what is not known nothing is said.
    """
    end = source.text.find(f"\\end{{{begin[1]}}}", begin.start())
    printing = ""
    columns = dict[int, str]()
    with suppress(PlacedError):
        spec, body = columns_after(source, begin)
        printing = explain_columns(parts_of(source, spec)[0])
        rows = rows_of(source, body, end)
        for cell, heading in chain(*(zip(row, rows[0], strict=False) for row in rows[1:])):
            columns.setdefault(cell.start, heading.text)
    places = sorted(columns)
    return end, printing, places, [columns[place] for place in places]


def with_heading(source: Source, mark: Mark) -> Mark:
    """The mark, unclear when the heading above its number may scale it, or what stands around the
    table changes it.
    """
    if mark.head != "number" or mark.number is None or mark.unclear:
        return mark
    at = mark.number[0]
    tables = _tables(source.text)
    k = bisect_right(tables, at, key=re.Match.start) - 1
    if k < 0:
        return mark
    end, printing, places, headings = _headings(source, tables[k])
    changed = explain_factor(source.text, tables[k], at)
    if not changed and tables[k].start() < at < end:
        changed = printing
    if changed:
        return replace(mark, unclear=changed)
    above = bisect_right(places, at) - 1
    heading = headings[above] if above >= 0 and at < end else ""
    scaled = explain_heading(source.text[slice(*mark.number)], heading, mark.query)
    return replace(mark, unclear=scaled, in_percent=bool(scaled) and says_hundredths(heading))


# --- matrices -------------------------------------------------------------------------------------

AROUND = 200  # characters on either side of a matrix that are looked at
# What may open before a matrix, of a text reversed, and what may close behind it.
OPENED = re.compile(
    r"(?:\s|(?:tfel|gib|giB|lgib|lgiB|lggib|lggiB|treVl|trevl|elytsyalpsid)\\"
    r"|[(\[](?!\\)|\{\\?|\|)*"
)
CLOSED = re.compile(r"(?:\s|\\(?:right|bigr|Bigr|biggr|Biggr|big|Big|rVert|rvert)|\\?\}|[)\]|])*")
SIGNS_BEFORE = r"""
    $ = < > & , ; : \\ \( \[ \quad \qquad \approx \simeq \sim \equiv \le \leq \ge \geq \to
"""
ALONE_BEFORE = tuple(SIGNS_BEFORE.split())
BEGINS = re.compile(r"\\(?:begin|label)\{[^{}]*\}(?:\{[^{}]*\})?")
ALONE_BEHIND = re.compile(
    r"\Z|[$=<>&,;:.%]|\\[)\],;!: ]|\\(?:approx|simeq|sim|equiv|leq?|geq?|quad|qquad|to|end|label"
    r"|tag|nonumber|notag|qedhere)(?![A-Za-z])|\\\\"
)


def explain_factor(text: str, begin: re.Match[str], at: int) -> str:
    r"""The complaint about a matrix that begins here, before or behind which a factor, a sign or a
    power may stand; "" where there is none, or this place is behind it.
    """
    closing = f"\\end{{{begin[1]}}}"
    end = text.find(closing, begin.end())
    if not begin[1].endswith(("array", "matrix")) or end < at:
        return ""
    before = text[max(0, begin.start() - AROUND) : begin.start()]
    behind = text[end + len(closing) : end + len(closing) + AROUND]
    left = before[: len(before) - end_of_match(OPENED.match(before[::-1]), 0)]
    right = behind[end_of_match(CLOSED.match(behind), 0) :]
    last = max(left.rfind(r"\begin{"), left.rfind(r"\label{"))
    stands_first = not left or left.endswith(ALONE_BEFORE)
    if (stands_first or (last >= 0 and BEGINS.fullmatch(left, last))) and ALONE_BEHIND.match(right):
        return ""
    came = f"{shown(left[-10:] + begin[0])} and {shown(closing + right[:10])}"
    return (
        f"a factor, a sign or a power may change all of the matrix: {came}; write it after = and "
        "nothing behind it"
    )

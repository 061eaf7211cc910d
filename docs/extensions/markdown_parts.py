"""Parts of Markdown made from texts of the code: tables, text as it is, docstrings."""

import inspect
import re
from collections.abc import Iterable, Iterator, Sequence

CODE = re.compile(r"(``.+?``|`[^`]+`)", re.DOTALL)
MARK_UP = re.compile(r"[\\*_<>\[\]{}$#|~]")
ITEM = re.compile(r"(?:- |\d+\. )")


def text(plain: str) -> str:
    """The text as Markdown that shows it; what stands between backticks is code.

    >>> text("`a*b` is a*b")
    '`a*b` is a\\\\*b'
    """
    parts = CODE.split(plain)
    return "".join(
        part if k % 2 else MARK_UP.sub(lambda sign: f"\\{sign[0]}", part)
        for k, part in enumerate(parts)
    )


def code(plain: str) -> str:
    """The text as code within a line; "" stays empty.

    >>> code("gain(a, b)"), code("a `b`")
    ('`gain(a, b)`', '`` a `b` ``')
    """
    if not plain:
        return ""
    runs = [len(run) for run in re.findall("`+", plain)]
    ticks = "`" * (max(runs, default=0) + 1)
    blank = " " * bool(runs)
    return f"{ticks}{blank}{plain}{blank}{ticks}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown; a bar in a cell is escaped where it is not yet."""
    lines = [_row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    within = (re.sub(r"(?<!\\)\|", r"\\|", " ".join(cell.split())) for cell in cells)
    return f"| {' | '.join(within)} |"


def fence(content: str, language: str = "text") -> str:
    """A block of code."""
    return f"```{language}\n{content.rstrip()}\n```\n"


# --- docstrings -----------------------------------------------------------------------------------


def docstring(thing: object) -> str:
    """The docstring of the thing as Markdown: paragraphs, lists, blocks and its examples."""
    return prose(inspect.getdoc(thing) or "")


def prose(plain: str) -> str:
    """A text of the code as Markdown: what is indented is a block, what begins with >>> a dialogue.

    >>> prose("The sum.\\n\\n    a + b\\nis exact.").split("\\n")
    ['The sum.', '', '```text', 'a + b', '```', '', 'is exact.', '']
    """
    return "\n".join(map(_part, _paragraphs(inspect.cleandoc(plain))))


def _paragraphs(plain: str) -> Iterator[list[str]]:
    """The lines of each paragraph; blocks and dialogues that blank lines part stay together."""
    lines: list[str] = []
    for line in plain.splitlines():
        if line.strip() and not _begins_anew(line, lines):
            lines.append(line)
            continue
        if lines:
            yield lines
        lines = [line] if line.strip() else []
    if lines:
        yield lines


def _begins_anew(line: str, before: list[str]) -> bool:
    """Whether a block begins or ends here without a blank line."""
    if not before or _is_dialogue(before) or _is_list(before):
        return False
    return _is_dialogue([line]) or line.startswith("    ") != before[0].startswith("    ")


def _is_dialogue(lines: list[str]) -> bool:
    return lines[0].startswith(">>> ")


def _is_list(lines: list[str]) -> bool:
    return ITEM.match(lines[0]) is not None


def _part(lines: list[str]) -> str:
    if _is_dialogue(lines):
        return fence("\n".join(map(_without_directive, lines)), "python")
    if lines[0].startswith("    "):
        return fence(inspect.cleandoc("\n" + "\n".join(lines)))
    return text("\n".join(lines)) + "\n"


def _without_directive(line: str) -> str:
    """The line of a dialogue without what tells the test how to compare it."""
    return re.sub(r"\s*# doctest:.*$", "", line)

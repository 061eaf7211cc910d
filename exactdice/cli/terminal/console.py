"""The standard streams: text for people and for other programs, lines that fit the terminal,
tables, errors, and the progress bar.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from typer import Exit

from ...exact.files import is_standard_output
from ...exact.numbers import printable
from ...exact.session import in_session

if TYPE_CHECKING:
    import rich.progress

# 128 + 13, as the shell reports a process that SIGPIPE ended.
BROKEN_PIPE = 141  # exit status when nobody reads on
# What stands for the signs of drawings where an encoding lacks them.
STAND_INS = {"█": "#", "▌": "=", "▏": ".", "…": "..."}
# What a runner of GitHub Actions takes for a command in the output of a step: `::` at the beginning
# of a line, behind nothing but what is not seen, and `##[` anywhere.
COMMAND = re.compile(
    r"^(?P<before>(?:[^\S\n]|[\u00ad\u200b-\u200d\u2060\ufeff])*):(?=:)|\#(?=\#\[)", re.MULTILINE
)
# What is called in Python is an option at the terminal.
IN_PYTHON = re.compile(
    r"\b(?:enclose|(?:profile|reply|outcome)_bounds)\(game(?:, (?:profile|plan|player))*, "
    r"(digits=\d+)\)"
)
WIDTH = 80  # columns of a terminal that nobody has made wider
NARROWEST = 20  # columns; for less nothing is laid out
CUT = "..."


# --- lines that fit -------------------------------------------------------------------------------


def shortened(text: str, width: int) -> str:
    """The text, cut with dots where it is longer.

    >>> shortened("first 0, second 0", 10), shortened("roll", 10)
    ('first 0...', 'roll')
    """
    return text if len(text) <= width else text[: width - len(CUT)] + CUT


def fitted(line: str, width: int = WIDTH, hanging: int = 2) -> list[str]:
    """The line, continued below with `hanging` more blanks in front where it is longer than the
    width. It is broken at blanks alone: a number or a query without one is never cut.

    >>> fitted("  options: dice, target, faces", 20)
    ['  options: dice,', '    target, faces']
    """
    if len(line) <= width:
        return [line]
    indent = len(line) - len(line.lstrip()) + hanging
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def aligned(*columns: Sequence[str]) -> Iterator[str]:
    """The rows of a table whose columns are these, each as wide as its longest cell."""
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        cells = map(str.ljust, row, widths)
        yield f"  {'  '.join(cells)}".rstrip()


# --- the standard streams -------------------------------------------------------------------------


def prepare_streams() -> None:
    """Make the standard streams and the width fit to be used, whatever this process was given.

    A stream that is closed reads as empty, or swallows what is written. What an encoding cannot
    hold is written as an escape that JSON reads too; what it cannot read becomes a mark. A width of
    0 columns counts as unknown.
    """
    # Results must not fail because a terminal lacks a letter.
    codecs.register_error("exactdice", _escape)
    for name, mode, errors in (
        ("stdin", "r", "replace"),
        ("stdout", "w", "exactdice"),
        ("stderr", "w", "exactdice"),
    ):
        stream = getattr(sys, name)
        if stream is None:  # closed; open as long as the process lives
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
        setattr(sys, name, stream)
    # Unknown, or wider than any terminal.
    if not 0 < len(os.environ.get("COLUMNS", "").lstrip("0")) < 5:
        os.environ.pop("COLUMNS", None)


def _escape(error: UnicodeError) -> tuple[str, int]:
    r"""Stand-ins for the characters that could not be encoded, and where to go on: plain signs for
    those of drawings, \uXXXX for others, two of these for what lies beyond.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = ""
    for sign in error.object[error.start : error.end]:
        # In UTF-16 a character beyond \uFFFF is two units, as JSON writes it.
        digits = sign.encode("utf-16-be", "surrogatepass").hex()
        text += STAND_INS.get(sign) or re.sub("....", r"\\u\g<0>", digits)
    return text, error.end


@dataclass(frozen=True)
class Output:
    """Standard output or standard error. Text is written as it is but for what a terminal would
    obey; lines that are said to people fit their terminal.
    """

    name: str

    @property
    def stream(self) -> TextIO:
        """The stream that has the name now."""
        # Looked up each time: tests and redirect_stdout put other streams in its place.
        return cast(TextIO, getattr(sys, self.name))

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads along."""
        return self.stream.isatty()

    @property
    def is_coloured(self) -> bool:
        """Whether styles are shown: on a terminal that knows them, unless NO_COLOR is set."""
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return self.is_terminal and os.environ.get("TERM") != "dumb"

    def print(
        self, text: object = "", end: str = "\n", style: str = "", literal: bool = False
    ) -> None:
        """Write the text; the style is for terminals alone. Nothing reads as a command to a runner
        of GitHub, unless the text is `literal`, for other programs.
        """
        # A document under check may hold control characters that would move the cursor.
        visible = "\n".join(map(printable, str(text).split("\n")))
        if not literal:
            visible = _escape_commands(visible)
        with self._read_by_somebody():
            if style and self.is_coloured:
                from rich.console import Console

                # Text goes out as it is: brackets are no markup, and long lines are not wrapped.
                console = Console(
                    file=self.stream, highlight=False, soft_wrap=True, markup=False, emoji=False
                )
                console.print(visible, end=end, style=style)
            else:
                self.stream.write(visible + end)
            # At once, so that lines of both streams come in the order they were written.
            self.stream.flush()

    def say(self, line: str, style: str = "", hanging: int = 4) -> None:
        """Write a line for people: on a terminal on as many lines as it needs there. In a file or a
        pipe it stays one line, for the programs that read lines.
        """
        lines = [line]
        if self.is_terminal:
            columns = shutil.get_terminal_size((WIDTH, 24)).columns
            lines = fitted(line, max(columns, NARROWEST), hanging)
        for part in lines:
            self.print(part, style=style)

    def data(self, text: str) -> None:
        """Write what another program reads to the letter, in UTF-8 as the files it is about; a
        terminal gets it like any text.
        """
        if self.is_terminal or not isinstance(self.stream, TextIOWrapper):
            self.print(text, end="")
        else:
            with self._read_by_somebody():
                # a name keeps its bytes
                self.stream.buffer.write(text.encode(errors="surrogateescape"))
                self.stream.flush()

    @contextmanager
    def _read_by_somebody(self) -> Iterator[None]:
        """End the command when nobody reads on; typer and rich would do so with status 1, which
        says something else here.
        """
        try:
            yield
        except BrokenPipeError:
            self.discard()
            raise Exit(BROKEN_PIPE) from None

    def discard(self) -> None:
        """Let what is still to be written go nowhere: its reader went away, or its disc is full."""
        # The descriptor itself, since Python flushes the stream once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())


def _escape_commands(text: str) -> str:
    r"""The text with an escape where a runner would read a command: files and documents may have
    any names and titles.

    >>> print(_escape_commands("::error::a.md"), _escape_commands("a::b ##[error]"))
    \x3a:error::a.md a::b \x23#[error]
    """
    return COMMAND.sub(
        lambda found: r"\x23" if found["before"] is None else found["before"] + r"\x3a", text
    )


out = Output("stdout")
err = Output("stderr")


def report_error(message: str) -> int:
    """Print the error as one line; the exit status."""
    # In one line whatever the message holds, so that scripts can read it.
    words = IN_PYTHON.sub(r"\1", message).split()
    tell(f"error: {' '.join(words)}", style="red")
    return 2


def tell(line: str, style: str = "") -> None:
    """Print the line on standard error; where nobody reads that there is nobody to tell."""
    try:
        err.print(line, style=style)
    except (OSError, Exit):
        err.discard()


def output_beside(file: Path | None) -> Output:
    """The stream for what is not in the file: standard error when the file is standard
    output, so that nothing stands there but what was asked for.
    """
    return err if is_standard_output(file) else out


# --- progress -------------------------------------------------------------------------------------


class Bar:
    """A bar that is moved by calling it, and hidden while lines are printed; none is drawn where
    standard error is no terminal.
    """

    def __init__(self, title: str, has_thread: bool) -> None:
        # In a file or a log the frames of a bar would be litter.
        self._drawn: rich.progress.Progress | None = None
        self._has_thread = has_thread
        if err.is_terminal:
            # rich is slow to load, and most commands end before anybody needs a bar.
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._drawn = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.fields[count]}", markup=False),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                auto_refresh=has_thread,
                transient=True,
            )
            self._task = self._drawn.add_task(printable(title), total=None, count="")

    def __call__(self, done: int, total: int | None) -> None:
        """Move the bar; where nobody knows how much there is, it counts the states found, or the
        binary digits of a linear program.
        """
        if self._drawn is not None:
            self._drawn.update(
                self._task,
                completed=done,
                total=total,
                count=f"so far: {done}" if total is None else f"{done}/{total}",
                refresh=not self._has_thread,
            )

    def show(self) -> None:
        """Show the bar."""
        if self._drawn is not None:
            self._drawn.start()

    def hide(self) -> None:
        """Take it away, so that lines can be printed where it was."""
        if self._drawn is not None:
            self._drawn.stop()


@contextmanager
def progress_bar(title: str, inner: bool = True, has_thread: bool = True) -> Iterator[Bar]:
    """A bar on standard error while work lasts, where that is a terminal. `inner`: solvers called
    by queries move it. Without a thread of its own it is drawn when it is moved alone.
    """
    bar = Bar(title, has_thread)
    bar.show()
    try:
        with in_session(progress=bar if inner and err.is_terminal else None):
            yield bar
    finally:
        bar.hide()

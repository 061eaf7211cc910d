"""What the commands share: the standard streams, the progress bar, words like dice=10 and how a
shell completes them.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO, cast

import typer

from ...exact.errors import ExactDiceError
from ...exact.files import STANDARD_OUTPUT, check_writable, is_standard_output
from ...exact.numbers import printable
from ...exact.session import in_session
from ...query.ranges import ranges_and_options as ranges_and_options
from ...query.ranges import split_words as split_words
from ...query.register import Word
from ...query.words import EVERY_NAME, QUANTITIES
from .fitting import fitted, terminal_width

if TYPE_CHECKING:
    import rich.progress

# 128 + 13, as the shell reports a process that SIGPIPE ended.
BROKEN_PIPE = 141  # exit status when nobody reads on
GIVEN = (
    "Options and values as key=value: dice=10 target=100 i=3; limit=none lets work of any "
    "cost begin."
)

# What stands for the signs of drawings where an encoding lacks them.
STAND_INS = {"█": "#", "▌": "=", "▏": ".", "…": "..."}

# --- the standard streams -------------------------------------------------------------------------


def ready() -> None:
    """Make the standard streams and the width fit to be used, whatever this process was given.

    A stream that is closed reads as empty, or swallows what is written. What an encoding cannot
    hold is written as an escape that JSON reads too; what it cannot read becomes a mark. A width of
    0 columns counts as unknown.
    """
    # Results must not fail because a terminal lacks a letter.
    codecs.register_error("exactdice", _escape)
    sys.stdin = _fit(sys.stdin, "r", "replace")
    sys.stdout = _fit(sys.stdout, "w", "exactdice")
    sys.stderr = _fit(sys.stderr, "w", "exactdice")
    if (
        not 0 < len(os.environ.get("COLUMNS", "").lstrip("0")) < 5
    ):  # unknown, or wider than any terminal
        os.environ.pop("COLUMNS", None)


def _fit(stream: TextIO | None, mode: str, errors: str) -> TextIO:
    """The stream with this treatment of errors; a closed one becomes one that leads nowhere."""
    # open as long as the process lives
    usable = open(os.devnull, mode, encoding="utf-8") if stream is None else stream  # noqa: SIM115
    if isinstance(usable, TextIOWrapper):
        usable.reconfigure(errors=errors)
    return cast(TextIO, usable)


def _escape(error: UnicodeError) -> tuple[str, int]:
    r"""What stands for the characters that could not be encoded, and where to go on: plain signs
    for those of drawings, \uXXXX for others, two of these for what lies beyond.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    written = ""
    for sign in error.object[error.start : error.end]:
        # In UTF-16 a character beyond \uFFFF is two units, as JSON writes it.
        digits = sign.encode("utf-16-be", "surrogatepass").hex()
        units = (f"\\u{digits[k : k + 4]}" for k in range(0, len(digits), 4))
        written += STAND_INS.get(sign) or "".join(units)
    return written, error.end


@dataclass(frozen=True)
class Output:
    """Standard output or standard error. Text is written as it is but for what a terminal would
    obey; lines that are said to people fit their terminal.
    """

    name: str

    @property
    def stream(self) -> TextIO:
        """What stands under the name now."""
        # Looked up each time: tests and redirect_stdout put other streams in its place.
        found: TextIO = getattr(sys, self.name)
        return found

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
        of GitHub, unless the text is `literal`, for other programmes.
        """
        # A document under check may hold control characters that would move the cursor.
        visible = "\n".join(map(printable, str(text).split("\n")))
        if not literal:
            visible = _without_commands(visible)
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
        pipe it stays one line, for the programmes that read lines.
        """
        if not self.is_terminal:
            self.print(line, style=style)
            return
        for part in fitted(line, terminal_width(), hanging):
            self.print(part, style=style)

    def data(self, text: str) -> None:
        """Write what another programme reads to the letter, in UTF-8 as the files it is about; a
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
            raise typer.Exit(BROKEN_PIPE) from None

    def discard(self) -> None:
        """Let what is still to be written go nowhere: its reader went away, or its disc is full."""
        # The descriptor itself, since Python flushes the stream once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())


# What a runner of GitHub Actions takes for a command in the output of a step: `::` at the beginning
# of a line, behind nothing but what is not seen, and `##[` anywhere.
COMMAND = re.compile(
    r"^(?P<before>(?:[^\S\n]|[\u00ad\u200b-\u200d\u2060\ufeff])*):(?=:)|\#(?=\#\[)", re.MULTILINE
)


def _without_commands(text: str) -> str:
    r"""The text with an escape where a runner would read a command: files and documents may have
    any names and titles.

    >>> print(_without_commands("::error::a.md"), _without_commands("a::b ##[error]"))
    \x3a:error::a.md a::b \x23#[error]
    """
    return COMMAND.sub(
        lambda found: r"\x23" if found["before"] is None else found["before"] + r"\x3a", text
    )


out = Output("stdout")
err = Output("stderr")


def failed(message: str) -> int:
    """Print the error as one line; the exit status."""
    in_python = (
        r"\b(?:enclose|(?:profile|reply|outcome)_bounds)\(game(?:, "
        r"(?:profile|plan|player))*, (digits=\d+)\)"
    )
    # what is called in Python is an option at the terminal
    for_here = re.sub(in_python, r"\1", message)
    # In one line whatever the message holds, so that scripts can read it.
    tell(f"error: {' '.join(for_here.split())}", style="red")
    return 2


def tell(line: str, style: str = "") -> None:
    """Print the line on standard error; where nobody reads that there is nobody to tell."""
    try:
        err.print(line, style=style)
    except (OSError, typer.Exit):
        err.discard()


def beside(file: Path | None) -> Output:
    """Where people are told what is not in the file: standard error when the file is standard
    output, so that nothing stands there but what was asked for.
    """
    return err if is_standard_output(file) else out


def as_file(path: Path | None) -> Path | None:
    """The path that an option names; `-` is standard output, as with other programmes."""
    return STANDARD_OUTPUT if path == Path("-") else path


def check_picture(path: Path) -> None:
    """Raise `ExactDiceError` when no picture can be written there, before long work is begun."""
    from ...writeup.pictures.figure import check_kind

    check_kind(path)
    check_writable(path)


def refuse_unused(context: typer.Context, beside_what: str, *options: str) -> None:
    """Raise `ExactDiceError` when one of the options was typed, which do nothing beside the other
    one.
    """
    # An option that is passed over in silence would seem to have been obeyed.
    typed = [
        parameter.opts[-1]
        for parameter in context.command.params
        if parameter.name is not None
        and getattr(context.get_parameter_source(parameter.name), "name", "") == "COMMANDLINE"
    ]
    for option in options:
        if option in typed:
            raise ExactDiceError(f"{option} does nothing {beside_what}: leave it out")


class Bar:
    """A bar that is moved by calling it, and hidden while lines are printed; none is shown where
    standard error is no terminal.
    """

    def __init__(self, what: str, has_thread: bool) -> None:
        # In a file or a log the frames of a bar would be litter.
        self._shown: rich.progress.Progress | None = None
        self._has_thread = has_thread
        if err.is_terminal:
            # rich is slow to load, and most commands end before anybody needs a bar.
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._shown = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.fields[count]}", markup=False),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                auto_refresh=has_thread,
                transient=True,
            )
            self._task = self._shown.add_task(printable(what), total=None, count="")

    def __call__(self, done: int, total: int | None) -> None:
        """Move the bar; where nobody knows how much there is, it counts the states found, or the
        binary digits of a programme.
        """
        if self._shown is not None:
            count = f"so far: {done}" if total is None else f"{done}/{total}"
            at_once = not self._has_thread
            self._shown.update(
                self._task, completed=done, total=total, count=count, refresh=at_once
            )

    def show(self) -> None:
        """Show the bar."""
        if self._shown is not None:
            self._shown.start()

    def hide(self) -> None:
        """Take it away, so that lines can be printed where it was."""
        if self._shown is not None:
            self._shown.stop()


@contextmanager
def progress_bar(what: str, inner: bool = True, has_thread: bool = True) -> Iterator[Bar]:
    """A bar on standard error while work lasts, where that is a terminal. `inner`: solvers called
    by queries move it. Without a thread of its own it is drawn when it is moved alone.
    """
    bar = Bar(what, has_thread)
    bar.show()
    try:
        with in_session(progress=bar if inner and err.is_terminal else None):
            yield bar
    finally:
        bar.hide()


# --- what the shell offers when Tab is pressed ----------------------------------------------------

WORD = re.compile(r"[^\W\d]\w*\(?")  # with the parenthesis of a call


def complete_query(incomplete: str) -> list[tuple[str, str]]:
    """Quantities whose call starts so."""
    calls = ((f"{quantity.name}(", quantity.summary) for quantity in QUANTITIES.values())
    return [(call, summary) for call, summary in calls if call.startswith(incomplete)]


def complete_game(incomplete: str) -> list[str]:
    """Games whose name starts so."""
    from ...query.games_by_name import GAMES, installed_games

    names = dict.fromkeys([*GAMES, *(found.name for found in installed_games())])
    return [name for name in names if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """Names of strategies that start so."""
    return [name for name in EVERY_NAME if name.startswith(incomplete)]


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """Options of the query's quantities or of the game named before, and games where one is an
    option.
    """
    from ...query.games_by_name import GAMES, is_known, maker_named, options_of

    words = context.params
    game = str(words.get("game") or "")
    known = ["digits="] if game in GAMES else []
    if game in GAMES:
        known += [f"{option}=" for option in options_of(maker_named(game))]
    named = [word for word in words.get("given") or [] if word.startswith("game=")]
    name = named[-1].removeprefix("game=") if named else ""
    given = {"game": Word(name)} if name and is_known(name) else {}
    # A completion is a guess while the line is incomplete, so the query is not parsed.
    for call in WORD.findall(str(words.get("query") or "")):
        if call.endswith("(") and call[:-1] in QUANTITIES:
            known += [f"{option}=" for option in QUANTITIES[call[:-1]].options_for(given)]
    if "game=" in known:
        known += [f"game={one}" for one in GAMES]
    return [word for word in dict.fromkeys(known) if word.startswith(incomplete)]


# --- arguments ------------------------------------------------------------------------------------

Query = Annotated[
    str,
    typer.Argument(
        help="A query, such as 'EG(0,0)' or 'gain(blind, optimal)'.", autocompletion=complete_query
    ),
]
Given = Annotated[list[str] | None, typer.Argument(help=GIVEN, autocompletion=complete_option)]
Ranged = Annotated[
    list[str] | None,
    typer.Argument(
        help="Ranges and options: i=0..99 j=0..99 dice=10", autocompletion=complete_option
    ),
]
Seed = Annotated[
    int | None, typer.Option(help="Seed of the random numbers; default: different every time.")
]


def output_option(purpose: str) -> Any:
    """The option -o FILE, which says what is written there."""
    return typer.Option("-o", "--output", callback=as_file, help=purpose)


GameName = Annotated[
    str,
    typer.Argument(help="The name of a game; see `exactdice games`.", autocompletion=complete_game),
]

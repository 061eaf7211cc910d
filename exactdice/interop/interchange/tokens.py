"""Words of files with their lines, exact numbers as other programs write them, quoted labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NoReturn, TypeVar

from ...exact.argument_checks import a_path
from ...exact.errors import ExactDiceError, RulesError
from ...exact.files import named, read_text
from ...exact.numbers import Exact, parse_exact, shown, simplest

Read = TypeVar("Read")
DECIMAL = re.compile(r"([+-]?)(?=[.\d])(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?", re.ASCII)
# a label never closed is a word: no second look for its end
GAMBIT = re.compile(r'"(?:[^"\\]|\\.?)*"?|[{}]|[^\s{}",]+', re.DOTALL)


@dataclass(frozen=True)
class Word:
    """A word of a file, the number of its line, and whether the line begins with it."""

    text: str
    line: int
    first: bool = False


@dataclass
class Reader:
    """The words of a file, read one after the other, and the place of the next one."""

    words: list[Word]
    at: int = 0

    def text(self, ahead: int = 0) -> str:
        """The next word, or one so many words after it; empty after the end of the file."""
        at = self.at + ahead
        return self.words[at].text if at < len(self.words) else ""

    def take(self, required: str) -> Word:
        """The next word, behind which reading goes on; refused at the end of the file."""
        if self.at >= len(self.words):
            self.refuse(required)
        self.at += 1
        return self.words[self.at - 1]

    def refuse(self, required: str) -> NoReturn:
        """Raise `RulesError` saying what is required in place of the next word."""
        if self.at >= len(self.words):
            raise RulesError(f"the end of the file: {required}")
        word = self.words[self.at]
        raise RulesError(f"line {word.line}: {required}, got {shown(word.text.strip())}")


def tokenize(text: str, pattern: re.Pattern[str]) -> Iterator[Word]:
    """The words that the pattern finds, with their lines counted from 1."""
    line = 1
    at = 0
    for match in pattern.finditer(text):
        between = text[at : match.start()]
        # The format of linear programmes tells sections by the words that begin a line.
        first = "\n" in between or not at
        line = line + between.count("\n")
        at = match.end()
        yield Word(match.group(), line, first)
        line += match.group().count("\n")


def number(text: str) -> Exact:
    """The exact number written as an integer, a fraction or a decimal, also as `.80`, `3.` or
    `1.5e-3`.

    >>> number(".80"), number("-1.5e-3"), number("2/6")
    (Fraction(4, 5), Fraction(-3, 2000), Fraction(1, 3))
    """
    match = DECIMAL.fullmatch(text)
    # A fraction, or no number at all: parse_exact reads the one and refuses the other.
    if match is None or not any(match.group(2, 3)):
        return parse_exact(text)
    sign, whole, decimals, exponent = match.groups()
    mantissa = parse_exact(f"{sign}{whole or 0}.{decimals or 0}")
    # At most four digits of exponent are read, so that a short word never makes an endless number.
    return simplest(mantissa * Fraction(10) ** int(exponent or 0))


def parse_number_at(word: Word, what: str) -> Exact:
    """The exact number that the word is; else `RulesError` naming the line."""
    try:
        return number(word.text)
    # Whatever is wrong with the number, its line is what helps to find it.
    except ExactDiceError as error:
        raise RulesError(f"line {word.line}: {what} {shown(word.text)}: {error}") from error


def is_whole(text: str, least: int) -> bool:
    """Whether the text is a whole number from this on."""
    # ASCII, as isdigit holds for ² too; of nine digits at most, as no file holds more nodes or
    # payoffs, which keeps the conversion cheap.
    return len(text) <= 9 and text.isascii() and text.isdigit() and int(text) >= least


def one_line(text: str) -> str:
    """The text with every run of white space as one space, for a comment or a label."""
    return " ".join(text.split())


def quoted(text: str) -> str:
    r"""The text as a label in Gambit's files.

    A backslash is written as /, because Gambit 16 misreads two of them.

    >>> print(quoted('say "a\\b"'))
    "say \"a/b\""
    """
    escaped = one_line(text).replace("\\", "/").replace('"', '\\"')
    return f'"{escaped}"'


def unquote(label: str) -> str:
    """The text of a label in quotes."""
    return re.sub(r"\\(.)", r"\1", label[1:-1], flags=re.DOTALL)


def read_parsed(parse: Callable[[str], Read], path: Path | str) -> Read:
    """The result of `parse` on the text of the file.

    `RulesError` naming the file when it cannot be read or parsed.
    """
    try:
        text = read_text(a_path(path))
    except ExactDiceError as error:
        raise RulesError(str(error)) from error
    try:
        return parse(text)
    except ExactDiceError as error:
        raise RulesError(f"{named(path)}: {error}") from error

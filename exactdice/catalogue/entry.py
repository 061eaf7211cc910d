"""What the catalogue holds: families of games, and in each the questions that were solved."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..errors import ExactDiceError, nearest

PLACES = 30  # decimals that are recorded

# The value of an option as the file has it: a number, a text, or several of them.
Option = int | str | tuple[int | str, ...]


@dataclass(frozen=True)
class Family:
    """A heading of the catalogue and one sentence about the games under it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class Printed:
    """A number that the literature prints, and what is recorded of it."""

    number: str  # as it is printed
    source: str  # the citation
    query: str = ""  # whose value the number should be; "" for that of the entry
    options: Mapping[str, Option] = field(default_factory=dict)  # beside those of the entry
    # What a claims file says of a number beside it: kind, n, tolerance and the like.
    meant: Mapping[str, Option] = field(default_factory=dict)
    url: str = ""
    note: str = ""
    # recorded
    verdict: str = ""
    correct: str = ""  # how the number should read, where the verdict is that it is wrong


@dataclass(frozen=True)
class Answer:
    """What is recorded of the value of a query."""

    value: str = ""  # in full, where that is short
    decimals: str = ""  # of a number that is not whole, correctly rounded
    enclosed: bool = False  # whether it is known by bounds, between which these are the decimals
    bits: tuple[int, int] | None = None  # of the numerator and the denominator of a fraction
    sha256: str = ""  # of the exact value, written as `exactdice value` prints it


@dataclass(frozen=True)
class ProofFile:
    """What is recorded of the file that proves an entry."""

    sha256: str
    size: int  # in bytes


@dataclass(frozen=True)
class Entry:
    """A question that was solved: what is asked, and what is recorded of the answer."""

    id: str
    family: str
    title: str
    rules: str
    query: str
    unit: str
    options: Mapping[str, Option] = field(default_factory=dict)
    proof: str = ""  # what `exactdice solve` is given to write a proof; "" where there is none
    note: str = ""
    slow: bool = False  # whether it takes more than some seconds
    answer: Answer | None = None
    proof_file: ProofFile | None = None
    printed: tuple[Printed, ...] = ()

    @property
    def is_recorded(self) -> bool:
        """Whether everything is recorded that the machine has to say."""
        has_proof = self.proof_file is not None or not self.proof
        return self.answer is not None and has_proof and all(one.verdict for one in self.printed)


@dataclass(frozen=True)
class Catalogue:
    """All families and entries, in the order in which they are shown."""

    families: tuple[Family, ...]
    entries: tuple[Entry, ...]

    def of_family(self, family: str) -> tuple[Entry, ...]:
        """The entries of this family; `ExactDiceError` when there is no such family."""
        known = [one.id for one in self.families]
        if family not in known:
            raise ExactDiceError(
                f"the catalogue has no family {family}{nearest(family, known)}: the families are "
                f"{', '.join(known)}"
            )
        return tuple(entry for entry in self.entries if entry.family == family)

    def named(self, ids: Iterable[str]) -> tuple[Entry, ...]:
        """The entries with these ids; `ExactDiceError` for one that the catalogue has not."""
        by_id = {entry.id: entry for entry in self.entries}
        found = []
        for one in ids:
            if one not in by_id:
                raise ExactDiceError(
                    f"the catalogue has no entry {one}{nearest(one, by_id)}: "
                    "`exactdice catalogue list` shows all"
                )
            found.append(by_id[one])
        return tuple(found)

    def with_entry(self, entry: Entry) -> Catalogue:
        """The same with this entry in the place of the one of its id."""
        entries = tuple(entry if one.id == entry.id else one for one in self.entries)
        return replace(self, entries=entries)


# --- the commands that make an entry anew ---------------------------------------------------------


def option_words(options: Mapping[str, Option]) -> list[str]:
    """The options as a command line has them.

    >>> option_words({"target": 100, "weights": (1, "1/2")})
    ['target=100', 'weights=1,1/2']
    """
    return [f"{key}={option_text(value)}" for key, value in options.items()]


def option_text(value: Option) -> str:
    """The value of an option as a command line has it."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def value_command(entry: Entry) -> str:
    """What prints the exact value.

    >>> value_command(Entry("pig", "pig", "", "", "win(optimal, optimal)", "", {"game": "pig"}))
    'exactdice value "win(optimal, optimal)" game=pig'
    """
    return _command("value", _no_option(entry.query), *option_words(entry.options))


def _no_option(word: str) -> str:
    """The word as a command line takes it for what it is: one that begins with a minus sign would
    be one of its options.
    """
    return f" {word}" if word.startswith("-") else word


def decimals_command(entry: Entry) -> str:
    """What prints the decimals."""
    return f"{value_command(entry)} --format decimal --digits {PLACES}"


def proof_command(entry: Entry) -> str:
    """What writes the proof file."""
    return _command("solve", *shlex.split(entry.proof), "-o", f"{entry.id}.json")


def verify_command(entry: Entry) -> str:
    """What compares all that is recorded with what is computed."""
    return f"exactdice catalogue verify {entry.id}{' --proofs' * bool(entry.proof)}"


def _command(*words: str) -> str:
    return " ".join(["exactdice", *map(_quoted, words)])


def _quoted(word: str) -> str:
    """The word for a shell, in double quotes where they do, since every shell knows these."""
    plain = shlex.quote(word)
    has_special = any(mark in word for mark in '"$`\\!')
    return plain if plain == word or has_special else f'"{word}"'

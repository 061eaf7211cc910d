"""The file of the catalogue read: TOML to entries. Whatever is wrong with it is one line each, with
the id of the entry.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

from ..claims.claim import Kind
from ..claims.verdict import Verdict
from ..errors import ExactDiceError, SeveralErrors, nearest
from ..exact import UNPRINTABLE, Exact, exact_text, parse_exact, shown
from ..files import named, plain_text, read_bytes
from ..queries.syntax import parse
from .entry import Answer, Catalogue, Entry, Family, Option, Printed, ProofFile

FILE = Path(__file__).with_name("catalogue.toml")
OVERVIEW = "index"  # the name of a page, which no family has
MOST_BYTES = 10_000_000
LONGEST_TEXT = 2000  # characters of one field

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
DECIMALS = re.compile(r"-?[0-9]+(?:\.[0-9]+)?", re.ASCII)
DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
URL = re.compile(r"https?://[A-Za-z0-9.-]+(?:/[A-Za-z0-9._~/?#=&%+:,;@-]*)?", re.ASCII)

OF_FAMILY = ("id", "title", "text")
ASKED = ("id", "family", "title", "rules", "query", "options", "unit", "proof", "note", "slow")
OF_ANSWER = ("value", "decimals", "enclosed", "bits", "sha256")
OF_PROOF = ("proof_sha256", "proof_bytes")
OF_ENTRY = (*ASKED, *OF_ANSWER, *OF_PROOF, "printed")
MEANT = ("kind", "n", "tolerance", "level")  # as in claims files
OF_PRINTED = ("number", "query", "options", *MEANT, "source", "url", "note", "verdict", "correct")


def read_catalogue(path: Path = FILE) -> Catalogue:
    """The catalogue in the file; `SeveralErrors` with a line for each thing that is wrong."""
    return catalogue_in(read_bytes(path, MOST_BYTES), path)


def catalogue_in(data: bytes, path: Path) -> Catalogue:
    """The catalogue in the bytes of this file; `SeveralErrors` as above."""
    text = plain_text(path, data)
    try:
        # A number such as 0.1 is read as the decimal it is, and never becomes a float.
        content = tomllib.loads(text, parse_float=parse_exact)
    except (ValueError, RecursionError) as error:  # what is no TOML is a ValueError too
        raise ExactDiceError(f"{named(path)}: not a TOML file: {error}") from error
    return catalogue_from(content, named(path))


def catalogue_from(content: Mapping[str, object], where: str = "the catalogue") -> Catalogue:
    """The catalogue of this content; `SeveralErrors` as above, each line beginning with `where`."""
    complaints = list[str]()
    top = _Table(content, where, ("family", "entry"), complaints)
    families = [_family(table) for table in top.tables("family", OF_FAMILY)]
    known = [family.id for family in families]
    entries = [_entry(table, known) for table in top.tables("entry", OF_ENTRY)]
    _refuse_twice(known, f"{where}: the family", complaints)
    _refuse_twice([entry.id for entry in entries], f"{where}: the entry", complaints)
    if complaints:
        raise SeveralErrors(complaints)
    in_order = sorted(entries, key=lambda entry: known.index(entry.family))
    return Catalogue(tuple(families), tuple(in_order))


def _refuse_twice(ids: list[str], what: str, complaints: list[str]) -> None:
    twice = [one for one, count in Counter(ids).items() if one and count > 1]
    complaints.extend(f"{what} {one} is there more than once" for one in twice)


def _family(table: _Table) -> Family:
    family = Family(table.id(), table.text("title"), table.text("text"))
    if family.id == OVERVIEW:
        table.refuse(f"id must be another than {OVERVIEW}, which is the name of the overview")
    return family


def _entry(table: _Table, families: Collection[str]) -> Entry:
    family = table.text("family")
    if family and family not in families:
        listed = ", ".join(families) or "none"
        table.refuse(
            f"family must be one of {listed}, got {shown(family)}{nearest(family, families)}"
        )
    return Entry(
        table.id(),
        family,
        table.text("title"),
        table.text("rules"),
        table.query(is_needed=True),
        table.text("unit"),
        table.options(),
        table.proof(),
        table.text("note", is_needed=False),
        table.flag("slow"),
        _answer(table),
        _proof_file(table),
        tuple(_printed(one) for one in table.tables("printed", OF_PRINTED)),
    )


def _answer(table: _Table) -> Answer | None:
    """What is recorded of the value; None where nothing is."""
    if not table.has_any(OF_ANSWER):
        return None
    answer = Answer(
        table.text("value", is_needed=False),
        table.matching("decimals", DECIMALS.fullmatch, "a decimal number"),
        table.flag("enclosed"),
        table.bits(),
        table.matching("sha256", DIGEST.fullmatch, "64 hexadecimal digits"),
    )
    if not answer.sha256 and not answer.enclosed:
        table.refuse("sha256 is missing: `exactdice catalogue record` writes what is recorded")
    return answer


def _proof_file(table: _Table) -> ProofFile | None:
    if not table.has_any(OF_PROOF):
        return None
    if not table.has_any(("proof",)):
        table.refuse("proof is missing, but its file is recorded: remove proof_sha256, proof_bytes")
    digest = table.matching("proof_sha256", DIGEST.fullmatch, "64 hexadecimal digits")
    return ProofFile(digest, table.whole("proof_bytes"))


def _printed(table: _Table) -> Printed:
    meant = {key: table.option(key) for key in MEANT if key in table.content}
    table.one_of("kind", Kind)
    return Printed(
        table.text("number"),
        table.text("source"),
        table.query(is_needed=False),
        table.options(),
        meant,
        table.matching("url", URL.fullmatch, "an address such as https://example.org/page"),
        table.text("note", is_needed=False),
        table.one_of("verdict", Verdict),
        table.text("correct", is_needed=False),
    )


class _Table:
    """A table of the file whose fields are read one by one. What is wrong is added to the
    complaints, and something stands in its place, so that all is told at once.
    """

    def __init__(
        self, content: object, where: str, known: Collection[str], complaints: list[str]
    ) -> None:
        self.where, self.complaints = where, complaints
        self.content: Mapping[str, object] = content if isinstance(content, dict) else {}
        if not isinstance(content, Mapping):
            self.refuse(f"it must be a table, got {shown(content)}")
        for key in self.content:
            if key not in known:
                self.refuse(
                    f"unknown field {shown(key)}{nearest(key, known)}: known are {', '.join(known)}"
                )

    def refuse(self, why: str) -> None:
        """Add a complaint about this table."""
        self.complaints.append(f"{self.where}: {why}")

    def has_any(self, keys: Collection[str]) -> bool:
        """Whether one of the fields is there."""
        return not self.content.keys().isdisjoint(keys)

    def tables(self, key: str, known: Collection[str]) -> list[_Table]:
        """The tables under this key, each named by its id or its place."""
        found = self.content.get(key, [])
        if not isinstance(found, list):
            self.refuse(f"{key} must be written as [[{key}]], got {shown(found)}")
            return []
        return [
            _Table(one, f"{self.where}: {key} {_name(one, place)}", known, self.complaints)
            for place, one in enumerate(found, 1)
        ]

    def id(self) -> str:
        """The id."""
        return self.matching(
            "id", ID.fullmatch, "lower-case words joined by -, as pig-100", is_needed=True
        )

    def text(self, key: str, is_needed: bool = True) -> str:
        """The text of one line under this key; "" where it may be missing."""
        if key not in self.content:
            if is_needed:
                self.refuse(f"{key} is missing")
            return ""
        text = self.content[key]
        if not isinstance(text, str) or not text.strip():
            self.refuse(f"{key} must be a text in quotes, got {shown(text)}")
            return ""
        if UNPRINTABLE.search(text) or "\t" in text:
            self.refuse(f"{key} must be one line of printable characters, got {shown(text)}")
        elif len(text) > LONGEST_TEXT:
            self.refuse(f"{key} must have at most {LONGEST_TEXT} characters, got {len(text)}")
        return text

    def matching(
        self, key: str, is_right: Callable[[str], object], wanted: str, is_needed: bool = False
    ) -> str:
        """The text under this key, which has the shape that is wanted."""
        text = self.text(key, is_needed)
        if text and not is_right(text):
            self.refuse(f"{key} must be {wanted}, got {shown(text)}")
        return text

    def one_of(self, key: str, words: Iterable[str]) -> str:
        """The word under this key, one of these; "" where it is missing."""
        word, known = self.text(key, is_needed=False), [*words]
        if word and word not in known:
            self.refuse(
                f"{key} must be one of {', '.join(known)}, got {shown(word)}{nearest(word, known)}"
            )
        return word

    def query(self, is_needed: bool) -> str:
        """The query, which can be read."""
        text = self.text("query", is_needed)
        if text:
            self._try("query", lambda: parse(text))
        return text

    def proof(self) -> str:
        """What `exactdice solve` is given, as words of a command line; "" where it is missing."""
        text = self.text("proof", is_needed=False)
        try:
            shlex.split(text)
        except ValueError as error:
            self.refuse(f"proof must be words as in a command line, got {shown(text)}: {error}")
        return text

    def flag(self, key: str) -> bool:
        """Whether the field says true; it may be missing."""
        found = self.content.get(key, False)
        if not isinstance(found, bool):
            self.refuse(f"{key} must be true or false, got {shown(found)}")
        return found is True

    def whole(self, key: str) -> int:
        """The whole number under this key, 0 or more."""
        return self._whole(key, self.content.get(key))

    def _whole(self, key: str, found: object) -> int:
        if isinstance(found, int) and not isinstance(found, bool) and found >= 0:
            return found
        self.refuse(f"{key} must be a whole number, got {shown(found)}")
        return 0

    def bits(self) -> tuple[int, int] | None:
        """The sizes of a numerator and a denominator; None where there are none."""
        found = self.content.get("bits")
        if found is None:
            return None
        if not isinstance(found, list) or len(found) != 2:
            self.refuse(f"bits must be two whole numbers, as [5, 3], got {shown(found)}")
            return None
        return self._whole("bits", found[0]), self._whole("bits", found[1])

    def options(self) -> dict[str, Option]:
        """The options beside a query; {} where there are none."""
        found = self.content.get("options", {})
        if not isinstance(found, dict):
            self.refuse(f"options must be a table such as {{ target = 100 }}, got {shown(found)}")
            return {}
        return {key: self._option(f"option {key}", value) for key, value in found.items()}

    def option(self, key: str) -> Option:
        """The value of a field that holds a number or a text."""
        return self._option(key, self.content[key])

    def _option(self, key: str, value: object) -> Option:
        if isinstance(value, list) and value:
            return tuple(self._single(key, part) for part in value)
        return self._single(key, value)

    def _single(self, key: str, value: object) -> int | str:
        """A number or a text; a decimal such as 0.5 is the text 1/2."""
        is_number = isinstance(value, Exact) and not isinstance(value, bool)
        if isinstance(value, int) and is_number:
            return value
        if isinstance(value, Exact) and is_number:
            return exact_text(value)
        if isinstance(value, str) and value and not UNPRINTABLE.search(value):
            return value
        self.refuse(f'{key} must be a number or a text such as "1/10", got {shown(value)}')
        return 0

    def _try(self, key: str, read: Callable[[], object]) -> None:
        try:
            read()
        except ExactDiceError as error:
            self.refuse(f"{key}: {error}")


def _name(content: object, place: int) -> str:
    """What a table is called in a complaint: its id, else its place among its kind."""
    found = content.get("id") if isinstance(content, dict) else None
    return found if isinstance(found, str) and ID.fullmatch(found) else str(place)

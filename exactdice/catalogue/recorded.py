"""What is recorded of an entry, computed anew: its value, the file of its proof, and the verdict of
`verify` on each number that is printed of it.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from ..claims.claim import Claim, Document, Kind
from ..claims.entry import claim_from
from ..claims.judging import verify
from ..claims.options import options_read
from ..claims.settings import Settings
from ..claims.verdict import Finding, holds
from ..errors import ExactDiceError, UndecidedError
from ..exact import Bounds, Exact, Progress, decimal_text, is_symbolic
from ..files import MOST_PROOF_BYTES, named, read_bytes
from ..proofs.checking import check_file
from ..proofs.writing import write_checked_proof
from ..queries.evaluate import evaluate_query
from ..queries.game_words import digits_in, game_from
from ..solvers import enclose, solve
from ..tables.number_text import decimal, exact
from .entry import PLACES, Answer, Catalogue, Entry, Option, Printed, ProofFile, option_text
from .reading import FILE
from .written import rewrite_catalogue

LONGEST_NUMBER = 60  # characters of a fraction that is recorded in full
LONGEST_ANSWER = 300  # of a set, a law or an expression


@dataclass(frozen=True)
class Computed:
    """What is found of an entry: its value, what is said of each printed number, and its proof,
    where that was asked for.
    """

    answer: Answer
    judged: tuple[tuple[str, str], ...]  # (verdict, how a wrong number should read)
    proof_file: ProofFile | None = None


def computed(entry: Entry, with_proof: bool = False) -> Computed:
    """Everything that is recorded of the entry; `ExactDiceError` where it cannot be computed."""
    answer, judged = answer_of(entry), tuple(map(_said, findings_of(entry)))
    return Computed(answer, judged, made_proof(entry) if with_proof and entry.proof else None)


def with_record(entry: Entry, found: Computed) -> Entry:
    """The entry with this record in the place of its own; its proof is left where none was made."""
    pairs = zip(entry.printed, found.judged, strict=True)
    judged = tuple(replace(one, verdict=said, correct=correct) for one, (said, correct) in pairs)
    proof_file = found.proof_file or entry.proof_file
    return replace(
        entry,
        answer=found.answer,
        printed=judged,
        proof_file=proof_file if entry.proof else None,
    )


def asked(entry: Entry) -> Entry:
    """The entry with nothing recorded: what it asks."""
    printed = tuple(replace(one, verdict="", correct="") for one in entry.printed)
    return replace(entry, answer=None, proof_file=None, printed=printed)


def write_record(entry: Entry, found: Computed, path: Path) -> None:
    """Write what was found of the entry into the file as it is by now, so that who changed other
    entries meanwhile loses nothing; `ExactDiceError` when it no longer asks what was computed.
    """

    def recorded(listed: Catalogue) -> Catalogue:
        (by_now,) = listed.named([entry.id])
        if asked(by_now) != asked(entry):
            raise ExactDiceError(
                f"{named(path)}: entry {entry.id} was changed while it was computed: record it "
                "again"
            )
        return listed.with_entry(with_record(by_now, found))

    rewrite_catalogue(path, recorded)


# --- the value ------------------------------------------------------------------------------------


def answer_of(entry: Entry) -> Answer:
    """What is recorded of the value of the entry's query.

    >>> answer_of(Entry("dice", "dice", "", "", "chance(2d6, 7)", "")).decimals
    '0.166666666666666666666666666667'
    """
    value = evaluate_query(entry.query, _read(entry.options))
    if is_symbolic(value):
        from ..symbolic import refuse_unknowns

        refuse_unknowns(value)
    if isinstance(value, Bounds):
        return Answer(decimals=_decimals_within(value), enclosed=True)
    text = exact(value)
    longest = LONGEST_NUMBER if isinstance(value, Exact) else LONGEST_ANSWER
    return Answer(
        value=text if len(text) <= longest else "",
        decimals=_decimals(value),
        bits=_bits(value),
        sha256=sha256(text.encode()).hexdigest(),
    )


def _decimals(value: object) -> str:
    """The decimals of a number that is not whole; "" of anything else."""
    if isinstance(value, int):  # true and false too
        return ""
    if isinstance(value, Exact):
        return _ended(value)
    return decimal(value, PLACES) if is_symbolic(value) else ""


def _ended(number: Exact) -> str:
    """The number rounded, or all its decimals where they end sooner."""
    rounded = decimal_text(number, PLACES)
    ends = (10**PLACES * number).denominator == 1
    return rounded.rstrip("0") if ends else rounded


def _decimals_within(bounds: Bounds) -> str:
    """As many decimals as the bounds decide: both ends round to them, and so does what lies
    between.
    """
    for places in range(PLACES, -1, -1):
        lower, upper = (decimal_text(end, places) for end in (bounds.lower, bounds.upper))
        if lower == upper:
            return lower
    raise UndecidedError("the bounds decide no digit: ask for more by the option digits")


def _bits(value: object) -> tuple[int, int] | None:
    """The sizes of numerator and denominator of an exact number."""
    if not isinstance(value, Exact) or isinstance(value, bool):
        return None
    return value.numerator.bit_length(), value.denominator.bit_length()


def _read(options: Mapping[str, Option]) -> dict[str, object]:
    """The options as a query takes them, read as a command line has them."""
    return options_read({key: option_text(value) for key, value in options.items()})


# --- the printed numbers --------------------------------------------------------------------------


def findings_of(entry: Entry) -> list[Finding]:
    """What `verify` finds of the printed numbers: those of an entry are one document, and the
    entry's options are given for all its queries.
    """
    settings = Settings(given=_read(entry.options))
    claims = [
        _claim(printed, entry, f"{entry.id} {place}", settings)
        for place, printed in enumerate(entry.printed, 1)
    ]
    return verify(Document(FILE, entry.title, tuple(claims))) if claims else []


def _claim(printed: Printed, entry: Entry, name: str, settings: Settings) -> Claim:
    """The claim that a printed number makes."""
    is_sentence = printed.meant.get("kind") == Kind.STATEMENT
    words: dict[str, object] = {
        "printed": printed.number,
        "statement" if is_sentence else "value": printed.query or entry.query,
        **printed.meant,
    }
    if printed.options:
        words["given"] = {key: option_text(value) for key, value in printed.options.items()}
    return claim_from(words, name, 0, settings)


def _said(finding: Finding) -> tuple[str, str]:
    """The verdict, and how a number that does not hold should read."""
    return str(finding.verdict), "" if holds(finding) else finding.correct


# --- the proof ------------------------------------------------------------------------------------


def made_proof(entry: Entry) -> ProofFile:
    """What is recorded of the proof, which is written to a folder for a while."""
    with TemporaryDirectory(prefix="exactdice-") as folder:
        return write_proof(entry, Path(folder) / "proof.json")


def write_proof(entry: Entry, path: Path, progress: Progress | None = None) -> ProofFile:
    """Write the file that `exactdice solve` makes of the entry's proof, once the checker accepts
    it; what is recorded of it.

    The file as it lies on the disk is checked once more, against the rules of the game. It has the
    same bytes on every run. Raises `ExactDiceError` for an entry without a proof.
    """
    if not entry.proof:
        raise ExactDiceError(f"{entry.id} has no proof file")
    name, *words = shlex.split(entry.proof)
    digits, options = digits_in(words)
    game = game_from(name, options)
    solved = solve(game, progress) if digits is None else enclose(game, digits, progress)
    write_checked_proof(solved, path, progress)
    check_file(path, game)
    data = read_bytes(path, MOST_PROOF_BYTES)
    return ProofFile(sha256(data).hexdigest(), len(data))

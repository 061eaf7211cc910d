"""The commands of the catalogue of exactly solved games. No mathematics here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import ExactDiceError
from ..files import check_writable, is_standard_output, named
from .documents import Jobs, Memory, Timeout
from .shared import beside, err, out, output_option, progress_bar

if TYPE_CHECKING:  # loaded by the commands that need it
    from ..catalogue.entry import Catalogue, Entry
    from ..catalogue.verifying import Outcome
    from ..jobs.allowance import Allowance

SECONDS = 3600.0  # for one entry
MEGABYTES = 4000

catalogue = typer.Typer(
    help="Exactly solved games: values, proofs, and what the literature prints.",
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    """Enter these commands."""
    app.add_typer(catalogue, name="catalogue")


def complete_entry(incomplete: str) -> list[tuple[str, str]]:
    """Entries whose id starts so, each with its title."""
    entries = _read(None).entries
    return [(entry.id, entry.title) for entry in entries if entry.id.startswith(incomplete)]


def complete_family(incomplete: str) -> list[tuple[str, str]]:
    """Families whose id starts so, each with its title."""
    families = _read(None).families
    return [(one.id, one.title) for one in families if one.id.startswith(incomplete)]


EntryId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="The id of an entry; see `exactdice catalogue list`.",
        autocompletion=complete_entry,
    ),
]
EntryIds = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID]...", help="Ids of entries.", autocompletion=complete_entry),
]
EveryEntry = Annotated[bool, typer.Option("--all", help="Every entry of the catalogue.")]
OfFamily = Annotated[
    str | None,
    typer.Option("--family", help="Only this family.", autocompletion=complete_family),
]
ListForm = Annotated[str, typer.Option("--format", help="text, markdown, json, csv or toml.")]
OtherFile = Annotated[
    Path | None,
    typer.Option("--file", help="Another catalogue than the one that comes with exactdice."),
]
WithProofs = Annotated[
    bool,
    typer.Option(
        "--proofs", help="Make the proofs too, have the checker accept them, compare their digests."
    ),
]
ProofOutput = Annotated[Path, output_option("Write the proof to this file.")]


@catalogue.command("list")
def list_entries(family: OfFamily = None, form: ListForm = "text", file: OtherFile = None) -> None:
    """List the entries with their values."""
    from ..catalogue.listing import WRITERS
    from ..exact import one_of

    write = WRITERS[one_of(WRITERS, form, "--format")]
    listed = _read(file)
    text = write(listed if family is None else _only(listed, family))
    out.print(text, end="") if form == "text" else out.data(text)


def _only(listed: Catalogue, family: str) -> Catalogue:
    """The catalogue of this family alone."""
    entries = listed.of_family(family)
    return replace(
        listed,
        families=tuple(one for one in listed.families if one.id == family),
        entries=entries,
    )


@catalogue.command()
def show(entry: EntryId, file: OtherFile = None) -> None:
    """Show all that is recorded of an entry, and the commands that make it anew."""
    from ..catalogue.listing import entry_lines

    (found,) = _read(file).named([entry])
    first, *lines = entry_lines(found)
    out.print(first, style="bold")
    for line in lines:
        out.say(line, style="" if line.startswith(" ") else "bold")


@catalogue.command()
def verify(
    entries: EntryIds = None,
    everything: EveryEntry = False,
    proofs: WithProofs = False,
    file: OtherFile = None,
    jobs: Jobs = None,
    timeout: Timeout = SECONDS,
    memory: Memory = MEGABYTES,
) -> None:
    """Compute entries anew and compare them with all that is recorded.

    Exit status: 0 all is as recorded, 1 something differs, 2 an entry could not be computed.
    """
    chosen = _chosen(_read(file), entries, everything)
    allowance = _allowance(jobs, timeout, memory)
    status = alike = 0
    for outcome in _computed(chosen, allowance, proofs):
        status = max(status, outcome.status)
        alike += outcome.status == 0
        _tell(outcome, proofs)
    out.print(f"{alike} of {len(chosen)} entries are as recorded")
    raise typer.Exit(status)


def _tell(outcome: Outcome, proofs: bool) -> None:
    """Say what came of an entry, a line for each difference."""
    name = outcome.entry.id
    if outcome.found is None:
        err.print(f"{name}: not computed: {outcome.why}", style="red")
        return
    for line in outcome.differences:
        out.say(f"{name}: {line}", style="red")
    if not outcome.differences:
        with_proof = " with its proof" * (proofs and bool(outcome.entry.proof))
        out.print(f"{name}: as recorded{with_proof}", style="green")


@catalogue.command()
def record(
    entries: EntryIds = None,
    everything: EveryEntry = False,
    file: OtherFile = None,
    jobs: Jobs = None,
    timeout: Timeout = SECONDS,
    memory: Memory = MEGABYTES,
) -> None:
    """Compute entries anew and write what is found into the catalogue, for who adds to it.

    Without ids these are the entries of which something is not recorded. The file is written whole
    and in its one form after each of them. Exit status 2: an entry could not be computed, and stays
    as it was.
    """
    from ..catalogue.reading import FILE
    from ..catalogue.recorded import write_record
    from ..catalogue.written import rewrite_catalogue

    target = file or FILE
    check_writable(target)
    chosen = _to_record(_read(target), entries, everything)
    lost = 0
    for outcome in _computed(chosen, _allowance(jobs, timeout, memory), with_proofs=True):
        if outcome.found is None:
            _tell(outcome, proofs=True)
            lost += 1
        else:
            # At once, so that an interruption loses nothing.
            write_record(outcome.entry, outcome.found, target)
    rewrite_catalogue(target, lambda listed: listed)
    out.print(f"recorded {len(chosen) - lost} of {len(chosen)} entries in {named(target)}")
    raise typer.Exit(2 if lost else 0)


def _to_record(listed: Catalogue, ids: list[str] | None, everything: bool) -> Sequence[Entry]:
    """The entries that are named, all, or those of which something is not recorded."""
    if ids or everything:
        return _chosen(listed, ids, everything)
    return [entry for entry in listed.entries if not entry.is_recorded]


@catalogue.command()
def proof(entry: EntryId, output: ProofOutput, file: OtherFile = None) -> None:
    """Write the proof of an entry, once the checker accepts it."""
    from ..catalogue.recorded import write_proof

    (found,) = _read(file).named([entry])
    check_writable(output)
    with progress_bar(f"proving {entry}") as watch:
        written = write_proof(found, output, watch)
    told = beside(output)
    told.print(f"{written.size} bytes, SHA-256 {written.sha256}")
    if not is_standard_output(output):
        told.print(
            f"proof written to {named(output)}: check it with `exactdice check {named(output)}`"
        )
    if found.proof_file not in (None, written):
        raise ExactDiceError(f"the proof of {entry} is not the file that is recorded")


# --- what the commands share ----------------------------------------------------------------------


def _read(file: Path | None) -> Catalogue:
    from ..catalogue.reading import FILE, read_catalogue

    return read_catalogue(file or FILE)


def _chosen(listed: Catalogue, ids: list[str] | None, everything: bool) -> Sequence[Entry]:
    """The entries that are named, or all of them."""
    if everything and ids:
        raise ExactDiceError("name entries or say --all, not both")
    if everything:
        return listed.entries
    if not ids:
        raise ExactDiceError(
            "name the entries by their ids, which `exactdice catalogue list` shows, or say --all"
        )
    return listed.named(dict.fromkeys(ids))


def _allowance(jobs: int | None, timeout: float, memory: int) -> Allowance:
    from ..jobs.allowance import Allowance

    return Allowance(jobs, timeout, memory)


def _computed(
    entries: Sequence[Entry], allowance: Allowance, with_proofs: bool
) -> Iterator[Outcome]:
    """The outcomes of the entries, beside a bar that is hidden while one is told."""
    from ..catalogue.verifying import all_computed

    what = entries[0].id if len(entries) == 1 else f"{len(entries)} entries"
    # Processes are begun while it is shown, so that no thread of its own may draw it.
    with progress_bar(what, inner=False, has_thread=False) as bar:
        outcomes = all_computed(entries, allowance, with_proofs, bar)
        with closing(outcomes):
            for outcome in outcomes:
                bar.hide()
                yield outcome
                bar.show()

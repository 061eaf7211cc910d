"""The catalogue as pages of MyST Markdown: an overview, and a page for each family. Nothing is
computed: the pages say what is recorded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from .entry import (
    PLACES,
    Answer,
    Catalogue,
    Entry,
    Family,
    Printed,
    decimals_command,
    proof_command,
    value_command,
    verify_command,
)
from .reading import OVERVIEW

MARKS = re.compile(r"[\\`*_{}\[\]()#+!<>&|~$^:@%=-]")  # what means something in Markdown
LISTED = re.compile(r"^(\d+)\.(?=\s|$)", re.ASCII)  # what would begin a list
NONE = "–"  # what a cell of a table says where there is nothing to say
SHORT = 12  # decimals in a table
HEADINGS = ("entry", "value", "size", "in print")


def pages(catalogue: Catalogue) -> dict[str, str]:
    """{name of a file: its text}: `index.md` with the table of all entries, and `FAMILY.md` for
    each family, where the id of an entry is its anchor.
    """
    made = {f"{OVERVIEW}.md": _overview(catalogue)}
    for family in catalogue.families:
        entries = catalogue.of_family(family.id)
        made[f"{family.id}.md"] = _family_page(family, entries)
    return made


# --- the overview ---------------------------------------------------------------------------------


def _overview(catalogue: Catalogue) -> str:
    return "\n".join(
        [
            "# Exactly solved games\n",
            f"{_counted(catalogue)} Every number here was computed exactly and is compared anew by "
            "`exactdice catalogue verify --all`.\n",
            "```{toctree}",
            ":hidden:\n",
            *(family.id for family in catalogue.families),
            "```\n",
            *(_section(family, catalogue.of_family(family.id)) for family in catalogue.families),
        ]
    )


def _counted(catalogue: Catalogue) -> str:
    """How much there is, in a sentence."""
    numbers = sum(len(entry.printed) for entry in catalogue.entries)
    return (
        f"{len(catalogue.entries)} questions in {len(catalogue.families)} families, and "
        f"{numbers} numbers that the literature prints, each with its verdict."
    )


def _section(family: Family, entries: Sequence[Entry]) -> str:
    heading = f"## [{escaped(family.title)}]({family.id}.md)"
    return f"{heading}\n\n{escaped(family.text)}\n\n{table(entries, is_linked=True)}"


def table(entries: Iterable[Entry], is_linked: bool = False) -> str:
    """The entries as a table of Markdown, a row each; linked to their pages, or by their ids."""
    rows = [_row(HEADINGS), _row("---" for _ in HEADINGS)]
    rows += (_row(_cells(entry, is_linked)) for entry in entries)
    return "".join(rows)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _cells(entry: Entry, is_linked: bool) -> Iterator[str]:
    title = escaped(entry.title)
    yield f"[{title}](#{entry.id})" if is_linked else f"`{entry.id}` {title}"
    yield escaped(short_value(entry.answer))
    yield escaped(size(entry.answer)) or NONE
    yield escaped(verdicts(entry.printed)) or NONE


def short_value(answer: Answer | None) -> str:
    """The value for a table: in full where it is short, else its first decimals, cut off.

    >>> short_value(Answer("13/18")), short_value(Answer(decimals="0.068719047323035171"))
    ('13/18', '0.068719047323…')
    """
    if answer is None:
        return "not recorded"
    whole, mark, decimals = answer.decimals.partition(".")
    if answer.value or not mark:
        return answer.value or whole or "a long answer"
    return f"{whole}.{decimals[:SHORT]}{'…' * (len(decimals) > SHORT)}"


def size(answer: Answer | None) -> str:
    """How long the exact value is, where it is not printed in full; "" where it is.

    >>> size(Answer(bits=(2891, 2895)))
    '2891 / 2895 bits'
    """
    if answer is None or answer.value:
        return ""
    if answer.bits is None:
        return "bounds" if answer.enclosed else ""
    return f"{answer.bits[0]} / {answer.bits[1]} bits"


def verdicts(printed: Iterable[Printed]) -> str:
    """How many of the printed numbers have which verdict.

    >>> verdicts([Printed("0.5", "A", verdict="exact"), Printed("1/2", "B", verdict="exact")])
    '2 exact'
    """
    counts = Counter(one.verdict or "not recorded" for one in printed)
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


# --- a family -------------------------------------------------------------------------------------


def _family_page(family: Family, entries: Iterable[Entry]) -> str:
    parts = [f"# {escaped(family.title)}\n\n{escaped(family.text)}\n", *map(entry_text, entries)]
    return "\n".join(parts)


def entry_text(entry: Entry) -> str:
    """The section of one entry."""
    return "\n".join([f"({entry.id})=\n## {escaped(entry.title)}\n", *_parts(entry)])


def _parts(entry: Entry) -> Iterator[str]:
    """The paragraphs of the section."""
    yield f"**Rules.** {escaped(entry.rules)}\n"
    yield f"**What it means.** {escaped(entry.unit)}\n"
    yield f"**Value.** {_value(entry.answer)}\n"
    if entry.note:
        yield f"**Note.** {escaped(entry.note)}\n"
    if entry.proof:
        yield _proof(entry)
    if entry.printed:
        yield _in_print(entry.printed)
    yield f"**Made anew by**\n\n{_commands(_anew(entry))}"


def _value(answer: Answer | None) -> str:
    """The value in full where it is short, its decimals, and how the exact value is known by its
    digest.
    """
    if answer is None:
        return "Not recorded."
    said = "; ".join([*_value_itself(answer), *_exactly(answer)])
    return f"{said}."


def _value_itself(answer: Answer) -> Iterator[str]:
    if answer.value:
        yield code(answer.value)
    if answer.decimals:
        places = len(answer.decimals.partition(".")[2])
        has_all = places < PLACES and not answer.enclosed
        yield f"{code(answer.decimals)}{'' if has_all else ', correctly rounded'}"


def _exactly(answer: Answer) -> Iterator[str]:
    """What stands for an exact value that is too long to be printed."""
    if answer.enclosed:
        yield "known by bounds that are proved and decide all these digits"
    elif not answer.value:
        digest = f"the SHA-256 of its text is {code(answer.sha256)}"
        yield f"the exact value is {length(answer)}, and {digest}"


def length(answer: Answer) -> str:
    """How long an exact value is that is not recorded in full.

    >>> length(Answer(bits=(2891, 2895)))
    'a fraction of 2891 over 2895 bits (about 871 over 872 digits)'
    """
    if answer.bits is None:
        return "a text that is too long to be shown"
    numerator, denominator = answer.bits
    about = f"about {digits(numerator)} over {digits(denominator)} digits"
    return f"a fraction of {numerator} over {denominator} bits ({about})"


def digits(bits: int) -> int:
    """About how many decimal digits a number of so many bits has.

    >>> digits(2895)
    872
    """
    return bits * 30103 // 100000 + 1  # log10(2) = 0.30103


def _proof(entry: Entry) -> str:
    """The proof: what is recorded of its file, and the commands that write and check it."""
    recorded = entry.proof_file
    about = (
        f"A file of {recorded.size} bytes with the SHA-256 {code(recorded.sha256)}, "
        if recorded
        else "A file "
    )
    commands = [proof_command(entry), f"exactdice check {entry.id}.json"]
    return f"**Proof.** {about}written and checked by\n\n{_commands(commands)}"


def _in_print(printed: Iterable[Printed]) -> str:
    rows = [_row(("printed", "by", "verdict")), _row(["---"] * 3)]
    rows += (_row((escaped(one.number), _citation(one), _verdict(one))) for one in printed)
    return f"**In print.**\n\n{''.join(rows)}"


def _citation(printed: Printed) -> str:
    link = f" <{printed.url}>" if printed.url else ""
    note = f" ({escaped(printed.note)})" if printed.note else ""
    return f"{escaped(printed.source)}{link}{note}"


def _verdict(printed: Printed) -> str:
    correct = f"; it is {printed.correct}" if printed.correct else ""
    return escaped(f"{printed.verdict or 'not recorded'}{correct}")


def _anew(entry: Entry) -> Iterator[str]:
    yield value_command(entry)
    if entry.answer is not None and entry.answer.decimals:
        yield decimals_command(entry)
    yield verify_command(entry)


# --- Markdown -------------------------------------------------------------------------------------


def escaped(text: str) -> str:
    r"""The text as Markdown, in which none of it means anything but itself.

    >>> print(escaped("a *b* | <c>"), escaped("1. d"))
    a \*b\* \| \<c\> 1\. d
    """
    return LISTED.sub(r"\1\\.", MARKS.sub(r"\\\g<0>", text))


def code(text: str) -> str:
    """The text as code within a line, whatever it holds; not for cells of tables.

    >>> code("{1}"), code("a`b")
    ('`{1}`', '`` a`b ``')
    """
    runs = [len(run) for run in re.findall("`+", text)]
    fence = "`" * (max(runs, default=0) + 1)
    blank = " " if runs else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def _commands(lines: Iterable[str]) -> str:
    """A block of commands to be pasted. Each begins with the name of the program, so that none ends
    the block.
    """
    return "\n".join(["```sh", *lines, "```", ""])

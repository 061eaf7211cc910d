"""The catalogue of solved games, made from its claims files docs/catalogue/*.toml.

To `exactdice verify` a line that begins with `#:` is a comment. Here it is read too: what a game
is, and what a claims file has no keys for. Nothing is computed: pages say what is recorded.
"""

import shlex
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import markdown_parts as markdown

FOLDER = Path(__file__).parents[1] / "catalogue"
SHORT = 12  # decimals in a table
NONE = "–"  # what a cell says where there is nothing to say


@dataclass(frozen=True)
class Entry:
    """A question that was solved: what is asked and recorded of it, and the claims about it."""

    said: dict[str, Any]
    claims: list[dict[str, Any]]

    @property
    def title(self) -> str:
        """What is asked."""
        return markdown.text(self.said["title"])

    @property
    def value(self) -> str:
        """The exact value where it is recorded in full; else ""."""
        return self.said.get("value") or self._printed(self.said["id"])

    @property
    def decimals(self) -> str:
        """The value to 30 decimals; "" where it is no number, or whole."""
        return self._printed(f"{self.said['id']} decimals")

    @property
    def in_print(self) -> list[dict[str, Any]]:
        """The claims that others have printed."""
        return [claim for claim in self.claims if "verdict" in claim]

    def _printed(self, name: str) -> str:
        found = (claim["printed"] for claim in self.claims if claim["id"] == name)
        return next(found, "")


@cache
def families() -> dict[str, tuple[dict[str, Any], list[Entry]]]:
    """{name of a file: (what its head says, its entries)}."""
    return {path.stem: _family(path) for path in sorted(FOLDER.glob("*.toml"))}


def _family(path: Path) -> tuple[dict[str, Any], list[Entry]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    content = tomllib.loads("\n".join(line.removeprefix("#: ") for line in lines))
    entries = [Entry(said, []) for said in content["entry"]]
    by_id = {entry.said["id"]: entry for entry in entries}
    for claim in content["claim"]:
        by_id[claim["id"].split()[0]].claims.append(claim)
    return content["document"], entries


def catalogue(page: str) -> str:
    """The overview, `index`, or the page of a family."""
    if page == "index":
        return _overview()
    head, entries = families()[page]
    parts = [f"# {markdown.text(head['title'])}\n", markdown.text(head["text"]), ""]
    return "\n".join([*parts, *(part for entry in entries for part in _section(page, entry))])


# --- the overview ---------------------------------------------------------------------------------


def _overview() -> str:
    every = [entry for _, entries in families().values() for entry in entries]
    numbers = sum(len(entry.in_print) for entry in every)
    head = (
        f"{len(every)} questions in {len(families())} families, and {numbers} numbers that the "
        "literature prints, each with its verdict. Every number here was computed exactly."
    )
    parts = ["# Exactly solved games\n", head, "", "```{toctree}", ":hidden:\n", *families()]
    parts.append("```\n")
    for name, (said, entries) in families().items():
        title, text = markdown.text(said["title"]), markdown.text(said["text"])
        rows = markdown.table(["entry", "value", "in print"], map(_row, entries))
        parts += [f"## [{title}]({name}.md)\n", text, "", rows]
    return "\n".join(parts)


def _row(entry: Entry) -> list[str]:
    whole, point, decimals = entry.decimals.partition(".")
    short = f"{whole}{point}{decimals[:SHORT]}{'…' * (len(decimals) > SHORT)}"
    counts = Counter(claim["verdict"] for claim in entry.in_print)
    judged = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    link = f"[{entry.title}](#{entry.said['id']})"
    return [link, markdown.text(entry.value or short), judged or NONE]


# --- a family -------------------------------------------------------------------------------------


def _section(family: str, entry: Entry) -> Iterator[str]:
    said = entry.said
    yield f"({said['id']})=\n## {entry.title}\n"
    yield f"**Rules.** {markdown.text(said['rules'])}\n"
    yield f"**What it means.** {markdown.text(said['unit'])}\n"
    yield f"**Value.** {'; '.join(_values(entry))}.\n"
    if "note" in said:
        yield f"**Note.** {markdown.text(said['note'])}\n"
    if "proof" in said:
        yield f"**Proof.** {_proof(said)}"
    if entry.in_print:
        yield "**In print.**\n"
        yield markdown.table(["printed", "by", "verdict"], map(_judged, entry.in_print))
    options = (f"{key}={_option(value)}" for key, value in said.get("options", {}).items())
    query = f" {said['query']}" if said["query"].startswith("-") else said["query"]
    command = shlex.join(["exactdice", "value", query, *options])
    yield f"**Made anew by**\n\n{markdown.fence(command, 'sh')}"
    yield f"and compared by `exactdice verify docs/catalogue/{family}.toml`.\n"


def _option(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _values(entry: Entry) -> Iterator[str]:
    """The value in full where it is short, its decimals, and the digest of a long one."""
    said = entry.said
    yield from (markdown.code(one) for one in (entry.value, entry.decimals) if one)
    if "enclosed" in said:
        yield "known by bounds that are proved and decide all these digits"
    elif not entry.value:
        above, below = said["bits"]
        digest = markdown.code(said["sha256"])
        yield f"a fraction of {above} over {below} bits, the SHA-256 of whose text is {digest}"


def _proof(said: dict[str, Any]) -> str:
    file = f"{said['id']}.json"
    commands = f"exactdice solve {said['proof']} -o {file}\nexactdice check {file}"
    about = f"A file of {said['proof_bytes']} bytes with the SHA-256 `{said['proof_sha256']}`"
    return f"{about}, written and checked by\n\n{markdown.fence(commands, 'sh')}"


def _judged(claim: dict[str, Any]) -> list[str]:
    link = f" <{claim['url']}>" if "url" in claim else ""
    note = f" ({markdown.text(claim['note'])})" if "note" in claim else ""
    correct = f"; it is {claim['correct']}" if "correct" in claim else ""
    by = f"{markdown.text(claim['where'])}{link}{note}"
    return [markdown.text(claim["printed"]), by, f"{claim['verdict']}{correct}"]


# --- another page's table -------------------------------------------------------------------------


def recorded_values(family: str) -> str:
    """The values that are recorded of a family as a table, and what is printed of them."""
    head = ["what", "to 30 decimals", "bits of the fraction", "SHA-256 of the fraction", "in print"]
    _, entries = families()[family]
    return markdown.table(head, (_recorded(one) for one in entries if "bits" in one.said))


def _recorded(entry: Entry) -> list[str]:
    above, below = entry.said["bits"]
    judged = (
        f"{one['printed']}: {one['verdict']} ({markdown.text(one['where'])})"
        for one in entry.in_print
    )
    digest = markdown.code(entry.said["sha256"])
    return [entry.title, entry.decimals, f"{above} / {below}", digest, "; ".join(judged)]

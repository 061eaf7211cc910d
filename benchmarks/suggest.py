"""How many marks `exactdice suggest` finds again, and how many it proposes where none is right:
writes the table of docs/how_to/suggest.md.

    python benchmarks/suggest.py

The marks of the example documents are taken out, then the proposals are compared with them, number
by number. A proposal is right when its query has the exact value of the author's query. Documents
that have nothing to do with dice, and numbers thrown at random, must have no proposals.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from exactdice.report.claims.claim import Claim, Kind
from exactdice.report.claims.values import claimed_value
from exactdice.report.documents.documents import read_document
from exactdice.report.suggesting.questions import Asker
from exactdice.report.suggesting.suggest import Suggestions, suggest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "how_to" / "suggest.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->"
MARKED = {
    "examples/dice_battle_report.md": "dice-battle",
    "examples/dice_battle_report.tex": "dice-battle",
    "examples/dice_in_short.md": "dice",
}
OTHERS = ("CHANGES.md", "CONTRIBUTING.md", "mutation/report.md", "benchmarks/README.md")
PAGES = 20
WORDS = ("games", "players", "points", "throws", "of", "to", "with", "the", "mean", "chance")
WORDS_A_PAGE = 400
LINES = 5000
SECONDS = 120.0  # far more than is needed, so that a busy machine changes no row
SEED = 2026
HEAD = "| document | numbers with a mark | found again | proposed in all | seconds |\n"
HEAD += "|---|---:|---:|---:|---:|\n"


def without_marks(text: str) -> str:
    """The document as it was before anybody marked it."""
    text = re.sub(r"<!-- exactdice table:.*?-->\n\n?", "", text)
    text = re.sub(r"<!-- exactdice.*?-->", "", text)
    text = re.sub(r"exactdice:\n(?:  .*\n)+", "", text)
    text = re.sub(r"(?m)^% exactdice.*\n", "", text)
    return without_commands(re.sub(r"% exactdice.*", "", text))


def without_commands(text: str) -> str:
    r"""The text with the second argument of \exactly in its place."""
    parts = text.split(r"\exactly{")
    kept = [parts[0]]
    for part in parts[1:]:
        _, _, number = part.partition("}{")
        end = closing(number)
        kept.append(number[:end] + number[end + 1 :])
    return "".join(kept)


def closing(text: str) -> int:
    """Where the brace stands that closes what is open before the text."""
    depth = 1
    for place, sign in enumerate(text):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth == 0:
            return place
    return len(text)


def proposed(found: Suggestions) -> list[Claim]:
    """What the proposals claim, in order."""
    return [finding.claim for one in found.proposals for finding in one.findings]


def agreeing(marked: list[Claim], proposals: list[Claim]) -> Iterator[bool]:
    """For each proposal on a number with a mark, whether it has the value of the mark's query."""
    texts = [[claim.printed.text for claim in claims] for claims in (marked, proposals)]
    matcher = SequenceMatcher(None, *texts, autojunk=False)
    for block in matcher.get_matching_blocks():
        for k in range(block.size):
            yield claimed_value(marked[block.a + k]) == claimed_value(proposals[block.b + k])


def row(name: str, marked: list[Claim], path: Path, game: str) -> str:
    """A row of the table."""
    start = process_time()
    found = proposed(suggest(path, game, {}, Asker(seconds=SECONDS)))
    seconds = process_time() - start
    right = sum(agreeing(marked, found)) if marked else 0
    return f"| {name} | {len(marked)} | {right} | {len(found)} | {seconds:.0f} |\n"


def twenty_pages(report: str, random: Random) -> str:
    """The report among pages of other text with a number in every line."""
    pages = []
    for _ in range(PAGES):
        lines = []
        for _ in range(WORDS_A_PAGE // 12):
            said = " ".join(random.choices(WORDS, k=11))
            lines.append(f"{said} {random.random() * 10 ** random.randint(0, 3):.3f}")
        pages.append(".\n".join(lines))
    return report + "\n\n" + "\n\n".join(pages)


def rows(folder: Path) -> Iterator[str]:
    """All rows: marked documents, a long one, documents on other things."""
    for name, game in MARKED.items():
        claims = [one for one in read_document(ROOT / name).claims if one.kind != Kind.STATEMENT]
        plain = without_marks((ROOT / name).read_text(encoding="utf-8"))
        path = folder / Path(name).name
        path.write_text(plain, encoding="utf-8")
        yield row(name, claims, path, game)
        if name.endswith("report.md"):
            path = folder / "twenty_pages.md"
            path.write_text(twenty_pages(plain, Random(SEED)), encoding="utf-8")
            yield row("the same, then 20 pages of numbers at random", claims, path, game)
    random, path = Random(SEED), folder / "random.md"
    lines = (f"The gain is {random.random():.4f} of it." for _ in range(LINES))
    path.write_text("\n\n".join(lines), encoding="utf-8")
    yield row(f"{LINES} lines, each with four digits at random", [], path, "dice-battle")
    for name in OTHERS:
        yield row(name, [], ROOT / name, "dice-battle")


def main() -> None:
    """Print the table and write it into the page."""
    with TemporaryDirectory() as folder:
        table = HEAD + "".join(rows(Path(folder)))
    sys.stdout.write(table)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    text = f"{before}{BEGIN}\n{table}\n{END}{rest.partition(END)[2]}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

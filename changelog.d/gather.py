"""Move the entries of this folder to the head of CHANGES.md: `python changelog.d/gather.py`."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).parent
CHANGES = FOLDER.parent / "CHANGES.md"
UNRELEASED = "(not released)"


def entries(folder: Path = FOLDER) -> dict[Path, str]:
    """{file: its lines}, in the order of their names; `SystemExit` for one that is no list."""
    found = {}
    for path in sorted(folder.glob("*.md")):
        if path.name == "README.md":
            continue
        text = path.read_text(encoding="utf-8").strip()
        if not text.startswith("- "):
            sys.exit(f"{path}: expected list items that begin with `- `, got {text[:40]!r}")
        found[path] = text
    return found


def gathered(changes: str, texts: list[str]) -> str:
    """The changelog with these lines at the end of the section that is not released."""
    head, mark, rest = changes.partition(UNRELEASED)
    if not mark:
        sys.exit(f"CHANGES.md: expected a section `## N.N.N {UNRELEASED}` to write the entries to")
    section, following, older = rest.partition("\n## ")
    return head + mark + "\n".join([section.rstrip(), *texts, ""]) + following + older


def main() -> None:
    """Gather the entries, then remove their files."""
    found = entries()
    changes = CHANGES.read_text(encoding="utf-8")
    CHANGES.write_text(gathered(changes, list(found.values())), encoding="utf-8")
    for path in found:
        path.unlink()
    print(f"{len(found)} entries moved to {CHANGES.name}")


if __name__ == "__main__":
    main()

"""The libraries that pages of HTML carry with them, from what the code says of each."""

import markdown_parts as markdown

from exactdice.report.pages.html_page import BUNDLED, BUNDLES


def bundled_libraries() -> str:
    """A table of the libraries, and the licence of each in full."""
    rows = ([one.name, one.version, one.licence] for one in BUNDLES)
    texts = (licence_text(one.name, one.licence_file) for one in BUNDLES)
    return markdown.table(["library", "version", "licence"], rows) + "\n" + "\n".join(texts)


def licence_text(name: str, file: str) -> str:
    """The licence as its holders write it."""
    text = (BUNDLED / file).read_text(encoding="utf-8").strip()
    return f"## Licence of {name}\n\n```text\n{text}\n```\n"

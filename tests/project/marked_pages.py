"""The pages that hold marks, by where they stand."""

from page_blocks import DOCS, PAGES

from exactdice.documents.documents import read_document

# A page without the word of a mark need not be read to know that it has none.
MARKED = [
    page
    for page in PAGES
    if "<!-- exactdice" in page.read_text(encoding="utf-8") and read_document(page).claims
]
EXPLAINING = [page for page in MARKED if page.is_relative_to(DOCS / "explanation")]
OTHERS = [page for page in MARKED if page not in EXPLAINING]

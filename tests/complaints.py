"""What is said of a document that is bad as a whole, or of the bad marks in it."""

from exactdice.exact.errors import ClaimsError
from exactdice.report.documents.documents import read_document


def complaints(file):
    """`path:line: message` for the document, or for each claim of it that cannot be judged."""
    try:
        document = read_document(file)
    except ClaimsError as error:
        return [str(error)]
    return [f"{file}:{claim.line}: {claim.defect}" for claim in document.claims if claim.defect]


def read_or_refused(file):
    """(message, None) when the document is refused, else ("", the document)."""
    try:
        return "", read_document(file)
    except ClaimsError as error:
        return str(error), None

"""The extension of IPython, `%load_ext exactdice`: magics `%exact` and `%%verify`, and Fractions as
formulas.
"""

from __future__ import annotations

from fractions import Fraction

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, cell_magic, line_magic, magics_class

from ...exact.errors import ExactDiceError
from ...query.register import Answer
from ...report.documents.marks import read_words, split_query
from .functions import fraction_latex, value, verify
from .verified import Verified


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Bring `%exact` and `%%verify` into the session, and show every Fraction as a formula."""
    shell.register_magics(ExactMagics)
    formats = shell.display_formatter
    if formats is not None:
        formats.formatters["text/latex"].for_type(Fraction, fraction_latex)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Show Fractions as Python does again."""
    formats = shell.display_formatter
    if formats is not None:
        formats.formatters["text/latex"].pop(Fraction, None)


@magics_class
class ExactMagics(Magics):
    """The magics of exactdice; what goes wrong is one line, as at the command line."""

    @line_magic
    def exact(self, line: str) -> Answer:
        """The exact value of a query: `%exact EG(0,0) dice=3`."""
        if not line.strip():
            raise UsageError("a query is missing, as in %exact EG(0,0) dice=3")
        try:
            query, words = split_query(line)
            return value(query, **read_words(words))
        except ExactDiceError as error:
            raise UsageError(str(error)) from error

    @cell_magic
    def verify(self, line: str, cell: str) -> Verified:
        """The findings on the text of the cell: Markdown with marks."""
        if line.strip():
            raise UsageError("%%verify takes no words: options stand in the mark of the document")
        try:
            return verify(cell if cell.endswith("\n") else f"{cell}\n")
        except ExactDiceError as error:
            raise UsageError(str(error)) from error

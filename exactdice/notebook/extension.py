"""What `%load_ext exactdice` does."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .shown import fraction_latex

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Bring `%exact` and `%%verify` into the session, and show every Fraction as a formula."""
    from .magics import ExactMagics

    shell.register_magics(ExactMagics)
    formats = shell.display_formatter
    if formats is not None:
        formats.formatters["text/latex"].for_type(Fraction, fraction_latex)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Show Fractions as Python does again."""
    formats = shell.display_formatter
    if formats is not None:
        formats.formatters["text/latex"].pop(Fraction, None)

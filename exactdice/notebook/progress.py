"""A bar of progress below a cell, while work lasts that takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from time import monotonic
from typing import TYPE_CHECKING

from ..exact import Progress, printable
from ..queries.words import watcher

if TYPE_CHECKING:
    from IPython.core.display_functions import DisplayHandle

MOMENT = 1  # seconds before a bar is shown
BETWEEN = 0.1  # and between two of its states


def is_notebook() -> bool:
    """Whether this runs in the kernel of a notebook; IPython is not loaded to find out."""
    loaded = sys.modules.get("IPython")
    shell = loaded.get_ipython() if loaded else None
    return shell is not None and hasattr(shell, "kernel")


class Bar:
    """A bar in the output of a cell, which vanishes at its end."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.next = monotonic() + MOMENT
        self.handle: DisplayHandle | None = None

    def watch(self, done: int, total: int | None) -> None:
        """Show how far the work has come, not more often than an eye follows."""
        now = monotonic()
        if now < self.next:
            return
        self.next = now + BETWEEN
        self._show(bar_html(self.what, done, total))

    def _show(self, page: str) -> None:
        from IPython.display import HTML, display

        if self.handle is None:
            self.handle = display(HTML(page), display_id=True)
        else:
            self.handle.update(HTML(page))

    def end(self) -> None:
        """Take the bar away."""
        if self.handle is not None:
            self._show("")


def bar_html(what: str, done: int, total: int | None) -> str:
    """The bar: a part of a whole, or a count where nobody knows how much there is.

    >>> bar_html("a < b", 3, None)
    '<code>a &lt; b</code> so far: 3'
    """
    name = f"<code>{escape(printable(what))}</code>"
    if total is None:
        return f"{name} so far: {done}"
    return f'{name} <progress value="{done}" max="{total}"></progress> {done}/{total}'


@contextmanager
def bar(what: str, inner: bool = True) -> Iterator[Progress]:
    """A bar while the work within lasts, in a notebook alone. `inner`: solvers called by queries
    move it.
    """
    if not is_notebook():
        yield lambda _done, _total: None
        return
    shown = Bar(what)
    token = watcher.set(shown.watch if inner else None)
    try:
        yield shown.watch
    finally:
        watcher.reset(token)
        shown.end()

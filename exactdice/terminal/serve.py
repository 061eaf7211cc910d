"""The command that serves a site on this machine. No mathematics here."""

from __future__ import annotations

from typing import Annotated

import typer

from ..extras import needed
from ..jobs.allowance import MEGABYTES, SECONDS
from .shared import err, out

PORT = 8017

Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0: any that is free.")]
Opened = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")]
AtOnce = Annotated[
    int | None,
    typer.Option("--jobs", min=1, help="Jobs at once; default: as many as there are cores."),
]
Timeout = Annotated[float, typer.Option(help="Seconds for one question, or claim of a document.")]
Memory = Annotated[int, typer.Option(help="Megabytes for one question.")]
TotalTimeout = Annotated[float, typer.Option(help="Seconds for one document.")]


def register(app: typer.Typer) -> None:
    """Enter this command."""
    app.command()(serve)


def serve(
    port: Port = PORT,
    browser: Opened = False,
    jobs: AtOnce = None,
    timeout: Timeout = SECONDS,
    memory: Memory = MEGABYTES,
    total_timeout: TotalTimeout = 600,
) -> None:
    """Serve a site for browsers on this machine alone, until Ctrl-C.

    Queries, reports on documents and pages of games are worked out within these limits, and nothing
    is kept on the disk.
    """
    from ..jobs.allowance import Allowance, cores

    allowance = Allowance(1, timeout, memory, total_timeout)
    with needed("the command serve", "web"):
        from ..server.running import serve as serve_site

    def tell(address: str) -> None:
        out.print(f"exactdice is at {address} until Ctrl-C ends it")
        if browser:
            _open(address)

    serve_site(port, allowance, jobs or max(2, cores()), tell)
    err.print("ended")


def _open(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        err.print(f"no browser could be begun: open {address} yourself")

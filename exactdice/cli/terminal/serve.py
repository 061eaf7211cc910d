"""The commands that serve: a site on this machine, and assistants. No mathematics here."""

from __future__ import annotations

from typing import Annotated

import typer

from ...exact.loading import needed
from ...jobs.allowance import MEGABYTES, SECONDS
from .documents import NoCache
from .shared import err, out

PORT = 8017


Timeout = Annotated[float, typer.Option(help="Seconds for one question, or claim of a document.")]
Memory = Annotated[int, typer.Option(help="Megabytes for one question.")]
TotalTimeout = Annotated[float, typer.Option(help="Seconds for one document or request.")]
Requests = Annotated[
    int | None,
    typer.Option("--jobs", min=1, help="Requests at once; default: as many as there are cores."),
]


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0: any that is free.")
    ] = PORT,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, help="Jobs at once; default: as many as there are cores."),
    ] = None,
    timeout: Timeout = SECONDS,
    memory: Memory = MEGABYTES,
    total_timeout: TotalTimeout = 600,
) -> None:
    """Serve a site for browsers on this machine alone, until Ctrl-C.

    Queries, reports on documents and pages of games are worked out within these limits, and nothing
    is kept on the disk.
    """
    import webbrowser

    from ...jobs.allowance import Allowance, cores

    allowance = Allowance(1, timeout, memory, total_timeout)
    with needed("the command serve", "web"):
        from ..server.application import serve as serve_site

    def tell(address: str) -> None:
        out.print(f"exactdice is at {address} until Ctrl-C ends it")
        if browser and not webbrowser.open(address):
            err.print(f"no browser could be begun: open {address} yourself")

    serve_site(port, allowance, jobs or max(2, cores()), tell)
    err.print("ended")


def mcp(
    jobs: Requests = None,
    timeout: Timeout = 20,
    memory: Memory = MEGABYTES,
    total_timeout: TotalTimeout = 120,
    no_cache: NoCache = False,
) -> None:
    """Serve assistants by the Model Context Protocol, on standard input and output.

    They ask for exact values within these limits, which no request can change.
    """
    from ...jobs.allowance import Allowance, cores

    # One process a request, so that no more work at once than there may be requests.
    allowance = Allowance(1, timeout, memory, total_timeout)
    with needed("the command mcp", "mcp"):
        from ..mcp_server.server import Limits, serve

    serve(Limits(allowance, not no_cache), jobs or cores())

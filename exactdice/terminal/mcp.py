"""The command that serves assistants. No mathematics here."""

from __future__ import annotations

from typing import Annotated

import typer

from ..extras import needed
from ..jobs.allowance import MEGABYTES

Requests = Annotated[
    int | None,
    typer.Option(min=1, help="Requests at once; default: as many as there are cores."),
]
Timeout = Annotated[float, typer.Option(help="Seconds for one question.")]
Memory = Annotated[int, typer.Option(help="Megabytes for one question.")]
TotalTimeout = Annotated[float, typer.Option(help="Seconds for one request.")]
NoCache = Annotated[
    bool,
    typer.Option("--no-cache", help="Neither use what was found before nor keep what is found."),
]


def register(app: typer.Typer) -> None:
    """Enter this command."""
    app.command()(mcp)


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
    from ..jobs.allowance import Allowance, cores

    # One process a request, so that no more work at once than there may be requests.
    allowance = Allowance(1, timeout, memory, total_timeout)
    with needed("the command mcp", "mcp"):
        from ..mcp_server.server import Limits, serve

    serve(Limits(allowance, not no_cache), jobs or cores())

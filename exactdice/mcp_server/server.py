"""The server: requests of assistants, so many at once, each done by a worker that ends with it."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from functools import partial
from threading import Event
from typing import Any

import anyio
import anyio.to_thread
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp.types import Tool as ToolOfProtocol

from .. import __version__
from ..errors import ExactDiceError
from ..exact import printable
from ..files import json_text
from .answers import Data
from .tools import TOOLS, Limits, make_ready, named

INSTRUCTIONS = (
    "Exact values of dice games and small two-player games, to check numbers of papers. Ask "
    "`games` for the words, `value` or `table` for numbers, `explain_verdict` for one printed "
    "number, `verify_text` for a document with marks. Every value is exact; what is beyond the "
    "limits of this server is refused, never approximated."
)
Context = ServerRequestContext[Any]


def server(limits: Limits, at_once: int) -> Server[Any]:
    """The server, which does so many requests at once; others wait."""
    desk = _Desk(limits, at_once)
    return Server(
        "exactdice",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=desk.list_tools,
        on_call_tool=desk.call_tool,
    )


def serve(limits: Limits, at_once: int) -> None:
    """Serve on the standard streams until the input ends, or Ctrl-C ends this process."""
    # Else the thread that waits for input would have to get some first.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(_serve, server(limits, at_once), limits)


async def _serve(made: Server[Any], limits: Limits) -> None:
    # Inside it, so that no process that is begun has the streams of the protocol.
    async with stdio_server() as (read, write), anyio.create_task_group() as beside:
        beside.start_soon(anyio.to_thread.run_sync, partial(make_ready, limits.allowance))
        await made.run(read, write, made.create_initialization_options())


class _Desk:
    """Where requests are answered."""

    def __init__(self, limits: Limits, at_once: int) -> None:
        self.limits = limits
        self._places = anyio.CapacityLimiter(at_once)

    async def list_tools(
        self, _context: Context, _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """All tools; none changes anything."""
        reads_only = ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        )
        listed = [
            ToolOfProtocol(
                name=tool.name,
                title=tool.title,
                description=tool.description,
                input_schema=dict(tool.schema),
                annotations=reads_only,
            )
            for tool in TOOLS
        ]
        return ListToolsResult(tools=listed)

    async def call_tool(self, _context: Context, params: CallToolRequestParams) -> CallToolResult:
        """The answer of the tool; an error in one line where it has none."""
        try:
            found = await self._answer(params.name, params.arguments or {})
        except ExactDiceError as error:
            return _result(_complaint(error), is_error=True)
        return _result(json_text(found), structured=found)

    async def _answer(self, name: str, asked: Mapping[str, Any]) -> Data:
        """What the tool answers, in a thread that ends its worker when nobody waits any more."""
        stopped = Event()
        work = partial(named(name).answer, asked, self.limits, stopped)
        try:
            return await anyio.to_thread.run_sync(
                work, abandon_on_cancel=True, limiter=self._places
            )
        finally:
            stopped.set()


def _complaint(error: ExactDiceError) -> str:
    return printable(" ".join(str(error).split()))


def _result(text: str, structured: Data | None = None, is_error: bool = False) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=structured,
        is_error=is_error,
    )

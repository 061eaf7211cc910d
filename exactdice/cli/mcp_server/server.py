"""The server: its tools as typed functions, so many requests at once, each done by a worker that
ends with it.
"""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Annotated, Any

import anyio
import anyio.to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
)

from ... import __version__
from ...exact.errors import ExactDiceError
from ...exact.files import MOST_BYTES, json_text
from ...exact.numbers import printable, shown
from ...jobs.allowance import Allowance
from ...jobs.crew import within
from ...jobs.worker import PRELOADED
from ...report.claims.claim import Kind, Verdict
from ...report.documents.verification import Wanted
from ...writeup.tables.output_formats import TableFormat
from .. import mcp_server as answers

# What workers need, loaded once for all of them where processes are not forked.
NEEDED = (
    "exactdice.report.documents.verification",
    "exactdice.cli.mcp_server",
    "exactdice.query.all_loaded",  # of which `games` tells
)
PRELOADED.update(dict.fromkeys(NEEDED))
INSTRUCTIONS = (
    "Exact values of dice games and small two-player games, to check numbers of papers. Ask "
    "`games` for the words, `value` or `table` for numbers, `explain_verdict` for one printed "
    "number, `verify_text` for a document with marks. Every value is exact; what is beyond the "
    "limits of this server is refused, never approximated."
)


# --- arguments ------------------------------------------------------------------------------------


def refuse_float(given: object) -> object:
    """The argument as it is; `ValueError` for a float."""
    if isinstance(given, float):
        raise ValueError("write a decimal as a text")
    return given


Word = Annotated[StrictStr, Field(max_length=MOST_BYTES)]
Option = Annotated[
    Word | StrictInt | StrictBool | list[Word | StrictInt], BeforeValidator(refuse_float)
]
Query = Annotated[
    Word,
    Field(
        description="A query, such as EP(5), EG(0,0), gain(blind, optimal), win(i,j), 2d6 >= 7, "
        "mean(4d6), 1 - EP(5)/10, or a statement such as all(d, 1..5, EP(d) < EP(d + 1)). The "
        "tool `games` lists all words."
    ),
]
Options = Annotated[
    dict[str, Option],
    Field(
        default_factory=dict,
        description="Options of the query, and values of names that it leaves open: "
        '{"game": "pig", "target": 20, "dice": 3, "weights": "1,1,2"}. Write fractions and '
        'decimals as texts: "3/8", "0.25".',
    ),
]
Ranges = Annotated[
    dict[str, Option],
    Field(
        default_factory=dict,
        description='Ranges of the open names of the queries, {"d": "1..10"} or {"d": "1,3,5"} or '
        '{"a": "blind,optimal"}, and options, {"dice": 3}.',
    ),
]
Queries = Annotated[
    list[Query],
    Field(
        min_length=1,
        max_length=20,
        description='Queries with open names, ["EP(d)", "best_dice(d)"], or laws.',
    ),
]
Digits = Annotated[StrictInt, Field(ge=0, le=1000, description="Decimals of the decimal.")]


Document = Annotated[
    StrictStr, Field(max_length=MOST_BYTES, description="The text of the document.")
]


GameName = Annotated[Word, Field(description="A game to be described, as pig or dice-battle.")]


class Claim(BaseModel):
    """A printed number or sentence, and what it should be the value of."""

    model_config = ConfigDict(extra="forbid")

    printed: Word = Field(
        description='The number or the sentence as it is printed: "8.64", "64.9 %", "1 in 25".'
    )
    query: Query | None = None
    statement: Word | None = Field(
        None, description="In place of a query, where a sentence is claimed."
    )
    options: Options
    kind: Kind = Field(Kind.ROUNDED, description="How the number is meant.")
    n: StrictInt | None = Field(None, description="Of kind montecarlo: how many random games.")
    tolerance: Word | None = Field(None, description='Of kinds about and converged: "0.5", "5 %".')
    level: Word | None = Field(None, description='Of kinds with a printed error: "0.95".')


# --- tools ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limits:
    """The allowance of a request, and whether results are cached on the disk."""

    allowance: Allowance
    is_kept: bool = True


class Tools:
    """The tools as assistants read them: so many of their requests are done at once, others
    wait.
    """

    def __init__(self, limits: Limits, at_once: int) -> None:
        self.limits = limits
        self._places = anyio.CapacityLimiter(at_once)

    async def value(
        self,
        query: Query,
        options: Options,
        digits: Digits = answers.DIGITS,
        proved: Annotated[
            StrictBool,
            Field(
                description="Also say what an independent checker accepted of the solution behind "
                "the value."
            ),
        ] = False,
    ) -> CallToolResult:
        """The exact value of a query about dice or a small two-player game: a fraction, a law, a
        set, or true or false for a statement; and the same as a decimal. Nothing is rounded before
        it is printed, no floats are used. Use it to check a number of a paper against its exact
        value.
        """
        return await self._by_worker(partial(answers.value, query, options, digits, proved))

    async def table(
        self,
        queries: Queries,
        options: Ranges,
        format: TableFormat = TableFormat.MARKDOWN,
        style: Annotated[
            Word,
            Field(description="How cells are written: frac, dec:4, mixed, factored, symbolic."),
        ] = "frac",
    ) -> CallToolResult:
        """A table of one query over one or two ranges, of several queries over one range, or of
        laws such as 2d6, whose rows are the outcomes. Nothing is rounded before it is printed, no
        floats are used.
        """
        return await self._by_worker(partial(answers.table, queries, options, format, style))

    async def verify_text(
        self,
        text: Document,
        format: answers.TextFormat,
        strict: Annotated[
            StrictBool,
            Field(
                description="A number cut off or suspect is wrong too, and a proposal not accepted."
            ),
        ] = False,
        proved: Annotated[
            StrictBool, Field(description="Use no solution that the checker rejects.")
        ] = False,
    ) -> CallToolResult:
        r"""Compares the numbers that are marked in a text with exact values. Marks: in Markdown
        `8.64<!-- exactdice: EP(5) -->` and `A sentence. <!-- exactdice claim: EP(5) > 8 -->`, in
        LaTeX `\exactly{EP(5)}{8.64}`, in CSV `# exactdice table: ...` before a table, in TOML
        [[claim]] with printed = "8.64" and value = "EP(5)". No file is read: a mark that names one
        is unchecked. Answers with a verdict for each claim, first those that do not hold.
        """
        wanted, limits = Wanted(proved=proved), self.limits
        texts = (text, format, strict, wanted, limits.allowance, limits.is_kept)
        return await self._answer(partial(answers.verify_text, *texts))

    async def explain_verdict(
        self, verdict: Verdict | None = None, claim: Claim | None = None
    ) -> CallToolResult:
        """Says in words what a verdict of verify_text means; and for a claim (a printed number or
        sentence with its query) which verdict it gets and why, with the exact value and hints at
        what the printed number is the right value of.
        """
        entry = None if claim is None else claim.model_dump(exclude_unset=True, exclude_none=True)
        return await self._by_worker(partial(answers.explain_verdict, verdict, entry))

    async def games(self, name: GameName | None = None) -> CallToolResult:
        """Lists the games and the words of queries, each with its options; or describes one game:
        rules, options with limits, strategies, and each word with a worked query. Ask this before
        you write a query.
        """
        return await self._by_worker(partial(answers.games, name))

    async def _by_worker(self, work: Callable[[], answers.Data]) -> CallToolResult:
        """The work done by one worker."""
        allowance = self.limits.allowance
        return await self._answer(lambda stopped: within(allowance, answers.bounded, work, stopped))

    async def _answer(self, work: Callable[[Event], answers.Data]) -> CallToolResult:
        """The answer of the work, in a thread that ends its worker when nobody waits any more."""
        stopped = Event()
        try:
            found = await anyio.to_thread.run_sync(
                partial(work, stopped), abandon_on_cancel=True, limiter=self._places
            )
        finally:
            stopped.set()
        return CallToolResult(
            content=[TextContent(type="text", text=json_text(found))], structured_content=found
        )


# --- server ---------------------------------------------------------------------------------------


class _Server(MCPServer[None]):
    """A server whose tools complain in one line."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            text = str(cause if isinstance(cause, ExactDiceError) else error)
            if isinstance(cause, ValidationError):
                complaints = []
                for one in cause.errors():
                    given = one["input"]
                    got = f", got {shown(given)}" if isinstance(given, str | int | float) else ""
                    complaints.append(f"{'.'.join(map(str, one['loc']))}: {one['msg']}{got}")
                text = "; ".join(complaints)
            line = printable(" ".join(text.split()))
            return CallToolResult(content=[TextContent(type="text", text=line)], is_error=True)


def server(limits: Limits, at_once: int) -> MCPServer[None]:
    """The server, which does so many requests at once; others wait."""
    tools = Tools(limits, at_once)
    titled: dict[str, Callable[..., Any]] = {
        "Exact value of a query": tools.value,
        "Table of exact values": tools.table,
        "Verify the marked numbers of a document": tools.verify_text,
        "What a verdict means, or what a claim gets": tools.explain_verdict,
        "Games and words": tools.games,
    }
    made = []
    for title, work in titled.items():
        # A tool changes nothing, and refuses arguments that it does not know.
        one = Tool.from_function(
            work,
            title=title,
            description=" ".join((work.__doc__ or "").split()),
            annotations=ToolAnnotations(
                read_only_hint=True, idempotent_hint=True, open_world_hint=False
            ),
            structured_output=False,
        )
        arguments = one.fn_metadata.arg_model
        arguments.model_config["extra"] = "forbid"
        arguments.model_rebuild(force=True)
        one.parameters = arguments.model_json_schema()
        made.append(one)
    return _Server(
        "exactdice",
        version=__version__,
        instructions=INSTRUCTIONS,
        tools=made,
        log_level="ERROR",
        lifespan=partial(preload_workers, limits.allowance),
    )


@asynccontextmanager
async def preload_workers(allowance: Allowance, _server: MCPServer[None]) -> AsyncIterator[None]:
    """Load the modules that workers need beside, so that the first request need not wait for it."""
    # Once the server runs, so that no process that is begun has the streams of the protocol.
    async with anyio.create_task_group() as beside:
        ready = partial(within, allowance, bool, None)
        beside.start_soon(anyio.to_thread.run_sync, ready)
        yield


def serve(limits: Limits, at_once: int) -> None:
    """Serve on the standard streams until the input ends, or Ctrl-C ends this process."""
    # Else the thread that waits for input would have to get some first.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(server(limits, at_once).run_stdio_async)

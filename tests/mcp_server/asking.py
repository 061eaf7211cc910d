"""A client of the SDK and a server, in one process or over the standard streams of another."""

import json
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

from exactdice.cli.mcp_server.server import Limits, server
from exactdice.jobs.allowance import Allowance

ROOT = Path(__file__).parents[2]
# Some 10 s, of some 10^9 steps, which are just within the limit of cost.
LONG = {"query": "EG(0,0)", "options": {"dice": 10, "target": 600}}


def limits(seconds=20.0, megabytes=1000, total=60.0):
    return Limits(Allowance(1, seconds, megabytes, total), is_kept=False)


def asked(*requests, given=None, at_once=2):
    """What the server answers to these requests, (tool, arguments), one after the other."""

    async def ask():
        async with Client(server(given or limits(), at_once)) as client:
            return [await client.call_tool(name, words) for name, words in requests]

    return anyio.run(ask)


def listed_tools():
    """The tools as the server lists them."""

    async def listed():
        async with Client(server(limits(), 1)) as client:
            return (await client.list_tools()).tools

    return anyio.run(listed)


def answer(tool, **words):
    """The data that a tool answers."""
    (found,) = asked((tool, words))
    assert not found.is_error, text_of(found)
    assert json.loads(text_of(found)) == found.structured_content
    return found.structured_content


def complaint(tool, words, given=None):
    """The error of a tool, in one line."""
    (found,) = asked((tool, words), given=given)
    assert found.is_error
    assert found.structured_content is None
    assert "\n" not in text_of(found)
    return text_of(found)


def text_of(found):
    (content,) = found.content
    return content.text


@asynccontextmanager
async def over_streams(*words):
    """A client of the command `exactdice serve --mcp` with these options."""
    command = ["-m", "exactdice", "serve", "--mcp", "--no-cache", *words]
    begun = StdioServerParameters(
        command=sys.executable, args=command, env={"PYTHONPATH": str(ROOT)}
    )
    async with Client(begun) as client:
        yield client

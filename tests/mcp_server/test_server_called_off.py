"""Requests that nobody waits for any more."""

import sys
from time import monotonic

import anyio
import pytest
from asking import LONG, over_streams
from at_work import at_work

LONG_TEXT = {"text": "0.1<!-- exactdice: EG(0,0) dice=10 target=600 -->", "format": "markdown"}


@pytest.mark.skipif(sys.platform != "linux", reason="needs ps as Linux has it")
def test_a_request_that_is_called_off_ends_its_worker():
    async def ask():
        async with over_streams("--jobs", "1") as client:
            await client.call_tool("value", {"query": "EP(1)"})
            for request in [("value", LONG), ("verify_text", LONG_TEXT)]:
                async with anyio.create_task_group() as group:
                    group.start_soon(client.call_tool, *request)
                    await until(at_work)
                    group.cancel_scope.cancel()
                begun = monotonic()
                # The one place is free again, long before the 12 s of the other are over.
                found = await client.call_tool("value", {"query": "EP(5)"})
                assert monotonic() - begun < 5
                assert found.structured_content["exact"] == "67151/7776"
                await until(lambda: not at_work())
                assert monotonic() - begun < 5

    anyio.run(ask)


async def until(is_so):
    """Return once it is so at each of some looks: to take a message is work for a moment, too."""
    looks = 0
    while looks < 4:
        looks = looks + 1 if is_so() else 0
        await anyio.sleep(0.05)

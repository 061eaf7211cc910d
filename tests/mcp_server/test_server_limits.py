"""What the server does not do: work beyond its limits, or for nobody."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from time import monotonic

import anyio
from asking import LONG, ROOT, asked, complaint, limits
from mcp import Client

from exactdice.mcp_server.server import server

MARKED = "8.636<!-- exactdice: EP(5) -->"


def test_a_question_beyond_the_time_limit_is_refused():
    assert complaint("value", LONG, limits(0.5)) == "over the time limit of 0.5 s"


def test_one_claim_beyond_the_limit_leaves_the_others():
    text = f"{MARKED}\n\n0.1<!-- exactdice: EG(0,0) dice=10 target=600 -->"
    request = ("verify_text", {"text": text, "format": "markdown"})
    (found,) = asked(request, given=limits(1))
    claims = found.structured_content["claims"]
    assert [one["verdict"] for one in claims] == ["unchecked", "correctly rounded"]
    assert claims[0]["explanation"].startswith("unchecked: over the time limit of 1 s: DiceBattle")


def test_a_document_ends_within_the_limit_of_its_request():
    text = "\n\n".join(
        f"0.1<!-- exactdice: EG(0,0) dice=10 target={k} -->" for k in range(600, 620)
    )
    begun = monotonic()
    (found,) = asked(
        ("verify_text", {"text": text, "format": "markdown"}), given=limits(20, total=1)
    )
    assert monotonic() - begun < 10
    assert found.structured_content["status"] == 2


def test_requests_at_once_get_each_its_own_answer():
    async def ask():
        answers = {}
        async with Client(server(limits(), 2)) as client, anyio.create_task_group() as group:

            async def one(d):
                found = await client.call_tool("value", {"query": f"EP({d})"})
                answers[d] = Fraction(found.structured_content["exact"])

            for d in range(1, 9):
                group.start_soon(one, d)
        return answers

    for d, mean in anyio.run(ask).items():
        none = Fraction(5, 6) ** d
        assert mean == 1 - none + none * 4 * d


def test_over_the_standard_streams_nothing_is_written_but_the_protocol():
    """By hand, since the client passes over what is no message."""
    messages = [
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "a", "version": "1"},
            },
        },
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "value", "arguments": LONG}},
        {"id": 3, "method": "tools/call", "params": {"name": "nothing", "arguments": {}}},
    ]
    lines = [json.dumps({"jsonrpc": "2.0", **message}) for message in messages]
    lines.insert(3, "this is no message")
    command = [sys.executable, "-m", "exactdice", "mcp", "--timeout", "0.5", "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
    with subprocess.Popen(command, **pipes, text=True, env=environment) as process:
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        told = {}
        while 2 not in told:
            message = json.loads(process.stdout.readline())
            told[message.get("id")] = message
        process.stdin.close()
        rest = process.stdout.read()
        assert process.wait(timeout=20) == 0
    assert told[2]["result"]["content"][0]["text"] == "over the time limit of 0.5 s"
    assert told[2]["result"]["isError"] is True
    assert told[3]["result"]["isError"] is True
    assert rest == ""

"""The server as an assistant uses it: tools, limits, requests at once, requests called off."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from time import monotonic

import anyio
import pytest
from asking import LONG, ROOT, answer, asked, complaint, limits, listed_tools, over_streams, text_of
from at_work import at_work
from mcp import Client

from exactdice.cli.mcp_server.server import server

MARKED = "8.636<!-- exactdice: EP(5) -->"


def test_the_tools_say_what_they_take():
    tools = listed_tools()
    names = ["value", "table", "verify_text", "explain_verdict", "games"]
    assert [tool.name for tool in tools] == names
    for tool in tools:
        assert tool.annotations.read_only_hint
        assert tool.input_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        # No request can say what it may cost.
        assert not {"timeout", "memory", "jobs", "limit"} & {*tool.input_schema["properties"]}


def test_a_value_is_exact():
    # The mean of five dice of which none shows a 1, else 1.
    mean = (1 - Fraction(5, 6) ** 5) + Fraction(5, 6) ** 5 * 5 * 4
    found = answer("value", query="EP(5)", digits=3)
    assert Fraction(found["exact"]) == mean
    assert found["decimal"] == "8.636"


def test_a_statement_comes_with_its_reason():
    found = answer("value", query="all(d, 1..8, EP(d) < EP(d + 1))")
    assert found["exact"] == "false"
    assert found["because"].startswith("at d = 6: ")


@pytest.mark.parametrize(
    ("query", "options", "is_proved"),
    [("EG(0,0)", {"dice": 1, "target": 2}, True), ("EP(5)", {}, False)],
)
def test_it_is_said_what_is_proved(query, options, is_proved):
    found = answer("value", query=query, options=options, proved=True)
    assert found["proved"] is is_proved
    assert ("proofs" in found) is is_proved


def test_options_may_be_numbers_texts_and_lists():
    given = [{"weights": "1,1,2", "faces": 3}, {"weights": [1, 1, 2], "faces": "3"}]
    one, other = (answer("value", query="EP(1)", options=options)["exact"] for options in given)
    # 1 with probability 1/4, 2 with 1/4, 3 with 1/2.
    assert one == other == "9/4"


def test_a_table_of_a_law():
    lines = answer("table", queries=["2d6"], format="csv")["table"].splitlines()
    assert lines[0] == "outcome,probability"
    assert sum(Fraction(line.split(",")[1]) for line in lines[1:]) == 1


def test_a_text_is_verified():
    text = f"{MARKED}\n\n9.999<!-- exactdice: EP(5) -->\n\n8.63<!-- exactdice: EP(5) -->\n"
    found = answer("verify_text", text=text, format="markdown")
    assert found["result"] == "exactdice: 2 of 3 numbers hold"
    assert [(one["line"], one["verdict"]) for one in found["claims"]] == [
        (3, "contradicted"),
        (1, "correctly rounded"),
        (5, "truncated"),
    ]
    assert answer("verify_text", text=text, format="markdown", strict=True)["result"] == (
        "exactdice: 1 of 3 numbers hold"
    )


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("latex", r"\exactly{EP(5)}{8.636}"),
        ("csv", "# exactdice table: EP(d) d=5..6\nd,EP\n5,8.636\n6,8.703\n"),
        ("toml", '[[claim]]\nprinted = "8.636"\nvalue = "EP(5)"\n'),
    ],
)
def test_texts_of_each_format(form, text):
    assert answer("verify_text", text=text, format=form)["status"] == 0


def test_a_verdict_and_a_claim_are_explained():
    claim = {
        "printed": "0.7222",
        "query": "gain(dice(1), dice(1))",
        "options": {"dice": 3, "target": 2},
    }
    found = answer("explain_verdict", verdict="truncated", claim=claim)
    assert found["verdict"]["holds"] == "yes, but not where verdicts are strict"
    assert found["claim"]["exact"] == "13/18"
    assert found["claim"]["verdict"]["word"] == "correctly rounded"


def test_games_are_listed_and_described():
    found = answer("games")
    assert "pig" in [game["name"] for game in found["games"]]
    assert "EP(d)" in [word["call"] for word in found["words"]]
    assert answer("games", name="dice-battle")["description"].startswith("dice-battle\n")


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "words", "why"),
    [
        ("value", {"query": 5}, "query: Input should be a valid string, got 5"),
        ("value", {"query": "EP(5)", "options": {"faces": 0.5}}, "write a decimal as a text"),
        ("value", {"query": "EP(5)", "options": {"limit": "none"}}, "unknown option limit"),
        ("value", {"query": "500d6"}, "characters, and at most 100000 are handed over"),
        ("table", {"queries": []}, "queries: List should have at least 1 item"),
        ("table", {"queries": ["EP(d)"], "options": {"d": "1..10000000"}}, "the limit is 10^9"),
        (
            "verify_text",
            {"text": "8", "format": "pdf"},
            "format: Input should be 'markdown', 'latex'",
        ),
        ("verify_text", {"text": "no marks", "format": "markdown"}, "text.md: holds no marks"),
        ("explain_verdict", {}, "explain_verdict needs verdict or claim"),
        ("games", {"name": "./x.py:Y"}, "unknown game"),
        ("valeu", {}, "Unknown tool: valeu"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tool, words, why):
    assert why in complaint(tool, words)


def test_no_file_is_read(tmp_path):
    """Neither by a path, nor by one that is relative to where the server runs."""
    for name in ("a.csv", "a.json"):
        (tmp_path / name).write_text("column\n8.636\n")
    queries = [
        f'source("{tmp_path}/a.csv", row=1, column=1)',
        'source("a.csv", row=1, column=1)',
        'source("../a.csv", row=1, column=1)',
        'gain(by_table("a.csv"), blind)',
        f'gain(by_table("{tmp_path}/a.csv"), blind)',
    ]
    text = "\n\n".join(f"8.636<!-- exactdice: {query} -->" for query in queries)
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        found = answer("verify_text", text=text, format="markdown")
        values = asked(*(("value", {"query": query}) for query in queries))
    finally:
        os.chdir(before)
    assert {one["verdict"] for one in found["claims"]} == {"unchecked"}
    assert len(found["claims"]) == len(queries)
    assert all(one.is_error for one in values)
    # Of the folder where they would have to lie nothing is known outside.
    assert "exactdice-" not in json.dumps(found)
    assert not any("exactdice-" in text_of(one) for one in values)


def test_a_long_document_is_told_as_far_as_it_can_be_read():
    found = answer("verify_text", text=f"{MARKED}\n\n" * 2000, format="markdown")
    assert found["result"] == "exactdice: 2000 of 2000 numbers hold"
    assert len(found["claims"]) + found["left_out"] == 2000
    assert len(json.dumps(found)) < 110_000


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
    words = ["serve", "--mcp", "--timeout", "0.5", "--no-cache"]
    command = [sys.executable, "-m", "exactdice", *words]
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

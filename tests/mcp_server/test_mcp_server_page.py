"""docs/how_to/mcp.md says what there is."""

import json
import re
from pathlib import Path

from asking import answer, listed_tools
from command_line import run

PAGE = (Path(__file__).parents[2] / "docs" / "how_to" / "mcp.md").read_text(encoding="utf-8")
CONFIGURATION, ASKED, ANSWERED, CLAIM = map(
    json.loads, re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
)


def test_the_tools_and_their_arguments():
    _, _, rest = PAGE.partition("## Tools")
    table, _, _ = rest.partition("For instance")
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    listed = {
        name.strip(" `"): re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", arguments))
        for _, name, arguments, *_ in rows
    }
    assert listed == {tool.name: [*tool.input_schema["properties"]] for tool in listed_tools()}


def test_the_examples_are_answered_so():
    assert answer("value", **ASKED) == ANSWERED
    found = answer("explain_verdict", **CLAIM)["claim"]
    assert found["verdict"]["word"] == "off by one in the last place"
    assert (found["exact"], found["printed_correctly"]) == ("67151/7776", "8.6")


def test_the_options_are_those_of_the_command():
    (server,) = CONFIGURATION["mcpServers"].values()
    told = run(*server["args"], "--help").stdout
    words = {word for word in server["args"] if word.startswith("--")}
    words |= {*re.findall(r"^\| `(--[a-z-]+)`", PAGE, re.MULTILINE)}
    assert words == {"--mcp", "--timeout", "--memory", "--jobs", "--total-timeout"}
    assert all(word in told for word in words)

"""`exactdice serve` begun as at a terminal, and asked."""

import json
from http.client import HTTPConnection

# What is started in the background of a shell ignores Ctrl-C, and so would what it starts.
HEEDING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
COMMAND = f"{HEEDING}from exactdice.terminal.main import main\nmain()"
BEFORE, BEHIND = "exactdice is at http://127.0.0.1:", "/ until Ctrl-C ends it\n"


def serving(started, *words):
    """The process, and the port that it says."""
    process = started("-c", COMMAND, "serve", "--port", "0", *words)
    line = process.stdout.readline()
    assert line.startswith(BEFORE), process.stderr.read()
    assert line.endswith(BEHIND)
    return process, int(line.removeprefix(BEFORE).removesuffix(BEHIND))


def asked(port, method, address, words=None):
    """(status, headers, text) of the answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
    connection.request(method, address, json.dumps(words) if words else None, headers)
    response = connection.getresponse()
    return response.status, dict(response.getheaders()), response.read().decode()

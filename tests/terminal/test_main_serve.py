"""`exactdice serve` as it is begun at a terminal: what hinders it, and its end.

It is at its address until Ctrl-C ends it: at once, also while it is at work. Nothing is left where
the process is told to end.
"""

import json
import os
import signal
import socket
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest
from processes_begun import HEEDING

COMMAND = f"{HEEDING}from exactdice.cli.terminal.main import main\nmain()"
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


def test_a_port_in_use_is_told_in_one_line(started):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = started("-c", COMMAND, "serve", "--port", str(port))
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (2, "")
    assert err == (
        f"error: port {port}: it is in use, perhaps by another exactdice serve: choose another, as "
        "by --port 0 any that is free\n"
    )


# --- its end --------------------------------------------------------------------------------------


def test_ctrl_c_ends_it_at_once_also_during_a_job_when_who_waits_is_told(started):
    process, port = serving(started)
    long = {"query": "EG(0,0)", "options": "dice=10 target=600"}
    job = json.loads(asked(port, "POST", "/jobs/query", long)[2])["job"]
    waiting = HTTPConnection("127.0.0.1", port, timeout=20)
    waiting.request("GET", f"/jobs/{job}/events")
    events = waiting.getresponse()
    while b"running" not in events.readline():
        pass
    begin = monotonic()
    process.send_signal(signal.SIGINT)
    assert b'{"state": "ended"}' in events.read()
    assert monotonic() - begin < 2
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "", "ended\n")
    # A port that was left just now can be had again, though a connection to it is remembered.
    again = started("-c", COMMAND, "serve", "--port", str(port))
    assert again.stdout.readline() == f"{BEFORE}{port}{BEHIND}"
    check_it_answers_there_and_ends_by_ctrl_c(again, port)


def begun_by(process):
    """The processes that a thread of this one has begun; none where the system does not say."""
    listed = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [int(one) for file in listed for one in file.read_text().split()]


def check_it_answers_there_and_ends_by_ctrl_c(process, port):
    status, headers, text = asked(port, "GET", "/")
    assert (status, text[:15]) == (200, "<!doctype html>")
    # What serves it is nobody's concern.
    assert "server" not in {name.lower() for name in headers}
    # It is there for this machine alone: another address of it is none of the site's.
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=5)
    # A terminal tells all: also who still loads what workers need.
    for told in (*begun_by(process), process.pid):
        os.kill(told, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "", "ended\n")
    with pytest.raises(ConnectionRefusedError):
        asked(port, "GET", "/")


@pytest.fixture
def folder():
    """An empty folder with a short name, as the name of a socket has at most 107 bytes."""
    with TemporaryDirectory() as name:
        yield Path(name)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP])
def test_nothing_is_left_where_the_process_is_told_to_end(started, folder, monkeypatch, sent):
    monkeypatch.setenv("TMPDIR", str(folder))
    process, port = serving(started)
    job = json.loads(asked(port, "POST", "/jobs/query", {"query": "EP(5)"})[2])["job"]
    assert asked(port, "GET", f"/jobs/{job}/events")[0] == 200
    process.send_signal(sent)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "ended\n")
    assert [*folder.iterdir()] == []

"""`exactdice serve` is at its address until Ctrl-C ends it: at once, also while it is at work."""

import json
import os
import signal
import socket
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic

import pytest
from processes_begun import processes
from serving import BEFORE, BEHIND, COMMAND, asked, serving


@pytest.fixture
def started():
    with processes() as start:
        yield start


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

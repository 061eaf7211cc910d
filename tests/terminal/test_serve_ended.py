"""`exactdice serve` ended by Ctrl-C while it is at work: at once, and who waits is told."""

import json
import signal
from http.client import HTTPConnection
from time import monotonic

import pytest
from processes_begun import processes
from serving import BEFORE, BEHIND, COMMAND, asked, serving


@pytest.fixture
def started():
    with processes() as start:
        yield start


def test_ctrl_c_during_a_job_ends_at_once_and_who_waits_is_told(started):
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

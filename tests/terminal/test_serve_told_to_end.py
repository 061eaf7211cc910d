"""`exactdice serve` told to end as a process: nothing is left."""

import json
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from processes_begun import processes
from serving import asked, serving


@pytest.fixture
def started():
    with processes() as start:
        yield start


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

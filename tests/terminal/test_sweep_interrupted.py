"""A sweep that Ctrl-C ends says what it has, and goes on."""

import signal
import subprocess
import sys
import time

import pytest
from command_line import plain_environment
from sweeping import swept

from exactdice.sweeps.running import journal_of


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_an_interrupted_sweep_says_what_it_has_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["EG(0,0)", "dice=1..3", "target=2..202..40", "--no-seconds", "--jobs", "1"]
    command = [sys.executable, "-m", "exactdice", "sweep", *words, "-o", "a.csv"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=plain_environment())
    journal = journal_of(tmp_path / "a.csv")
    log = journal.with_name(f"{journal.name}-wal")
    while not log.exists() or log.read_bytes().count(b'[["') < 3:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert "of 18 cells are kept in a.csv.sweep: the same command goes on from there\n" in said
    assert "cells are known from before\nwrote a.csv: 18 rows\n" in swept(*words, "-o", "a.csv")
    swept(*words, "-o", "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()

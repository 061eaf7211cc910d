"""Workers that are killed at random cost no verdict but that of the claim that they were at."""

import inspect
import json
import os
import random
import re
import signal
import threading
import time
from collections import Counter

import pytest
from command_line import ROOT, run
from verifying import (
    DOCUMENT,
    SLOW,
    all_ended,
    begun,
    check_ctrl_c_ends_it,
    children,
    wait_for_workers,
)

from exactdice.cli.terminal.documents import verify
from exactdice.jobs import crew
from exactdice.solvers.stores import cache

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
REPORT = ROOT / "examples" / "dice_battle_report.toml"
BY_KILL = "its process ended 2 times, by SIGKILL, most often as its memory was at an end"


def claims_of(text):
    (document,) = json.loads(text)["documents"]
    return {claim["id"]: claim for claim in document["claims"]}


def killed_at_random(pause, seed, most, words):
    """(what `verify` prints while its workers are killed at random, how many were killed)."""
    source, killed = random.Random(seed), 0
    with begun(*words) as process:
        printed = []
        reader = threading.Thread(target=lambda: printed.append(process.stdout.read()))
        reader.start()
        wait_for_workers(process, 1)
        while process.poll() is None:
            time.sleep(source.uniform(0, 2 * pause))
            workers = children(process.pid)
            if workers and killed < most:
                try:
                    os.kill(source.choice(workers), signal.SIGKILL)
                except ProcessLookupError:
                    continue
                killed += 1
        reader.join()
        complaints = process.stderr.read()
    assert complaints == "" or complaints.endswith(f"{BY_KILL}\n")
    return printed[0], killed


def check_right_in_spite_of_kills(kills, document, each, pause):
    """Each claim has one verdict, which is that of an undisturbed run or says why there is none."""
    words = [document, "--no-cache", "--format", "json", "--jobs", "2"]
    expected = claims_of(run("verify", *words).stdout)
    total, seed, lost = 0, 0, 0
    while total < kills:
        printed, killed = killed_at_random(pause, seed, min(each, kills - total), words)
        total, seed = total + killed, seed + 1
        documents = json.loads(printed)["documents"]
        if not documents:  # it was being read
            assert BY_KILL in printed
            continue
        names = Counter(claim["id"] for claim in documents[0]["claims"])
        assert set(names.values()) == {1}
        found = claims_of(printed)
        assert found.keys() == expected.keys()
        for name, claim in found.items():
            hints_apart = {**claim, "hints": expected[name].get("hints")}
            if BY_KILL in claim["explanation"]:
                assert claim["verdict"] == "unchecked"
                lost += 1
            elif "hints" not in claim:  # they were lost, the verdict was not
                assert hints_apart == {**expected[name], "hints": expected[name].get("hints")}
            else:
                assert claim == expected[name]
    return total, lost


def test_workers_killed_at_random_cost_no_verdict_but_their_own(tmp_path):
    path = tmp_path / "report.md"
    path.write_text(DOCUMENT.replace("target=9 ", "target=60 "))
    total, _ = check_right_in_spite_of_kills(3, path, 3, pause=0.15)
    assert total == 3


@pytest.mark.slow
def test_a_hundred_workers_are_killed():
    total, lost = check_right_in_spite_of_kills(100, REPORT, 25, pause=0.2)
    assert total == 100
    print(f"{lost} claims were lost")


# --- interrupted ----------------------------------------------------------------------------------


def test_ctrl_c_ends_with_one_line_and_leaves_no_process(tmp_path):
    check_ctrl_c_ends_it(tmp_path, "--jobs", "2")


@pytest.mark.slow  # quickly: tests/jobs/test_worker.py
def test_workers_end_with_the_command(tmp_path):
    path = tmp_path / "slow.md"
    path.write_text(SLOW)
    with begun(path, "--jobs", "2") as process:
        workers = wait_for_workers(process)
        process.terminate()
        process.communicate(timeout=20)
    assert process.returncode == -signal.SIGTERM
    assert all_ended(workers)


# --- as many as are asked for ---------------------------------------------------------------------


def test_any_number_of_processes_gives_the_same_output(tmp_path):
    paths = [tmp_path / "a.md", tmp_path / "b.md"]
    for path in paths:
        path.write_text(DOCUMENT)
    words = ["verify", "--no-cache", *paths]
    one, eight = (run(*words, "--jobs", jobs) for jobs in (1, 8))
    assert one.stdout == eight.stdout
    assert (one.returncode, one.stderr) == (eight.returncode, eight.stderr)
    assert one.stdout.count("EG(0,0)") >= 2


PAGE = (ROOT / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")


NAMED = sorted(set(re.findall(r"`(test_\w+)::(test_\w+)`", PAGE)))


@pytest.mark.parametrize(("module", "name"), NAMED)
def test_the_tests_that_it_names_are_there(module, name):
    (file,) = (ROOT / "tests").rglob(f"{module}.py")
    assert f"\ndef {name}(" in file.read_text(encoding="utf-8")


def test_every_point_names_a_test():
    said, _, not_covered = PAGE.partition("## What is not covered")
    points = [line for line in said.splitlines() if line.startswith("- ")]
    assert len(points) > 15
    assert [line for line in points if "`test_" not in line] == []
    assert "`test_" not in not_covered


def test_the_defaults_are_those_of_the_command():
    usual = {name: one.default for name, one in inspect.signature(verify).parameters.items()}
    for option, default in (("timeout SECONDS", 60), ("memory MB", 1000)):
        assert usual[option.split()[0]] == default
        assert f"| `--{option}` | {default} |" in PAGE
    assert (usual["jobs"], usual["total_timeout"], usual["no_cache"]) == (None, None, False)


@pytest.mark.parametrize(
    ("size", "said"),
    [(crew.MOST_BYTES // 10**6, "{} MB"), (cache.MOST_BYTES // 10**6, "about {} MB of the disk")],
)
def test_the_sizes_are_those_of_the_program(size, said):
    assert said.format(size) in PAGE.replace("\n", " ")

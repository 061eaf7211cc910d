"""Workers that are killed at random cost no verdict but that of the claim that they were at."""

import json
import os
import random
import signal
import threading
import time
from collections import Counter

import pytest
from command_line import ROOT, run
from verifying import DOCUMENT, begun, children, wait_for_workers

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

"""Whatever stands in documents, `verify` ends in time, writes nothing beside them, tells of each of
them, and what it writes for programmes can be read.
"""

import json
import os
import time
from collections import Counter
from random import Random
from xml.etree import ElementTree

import pytest
from command_line import ROOT, run

GOOD = "8.636<!-- exactdice: EP(5) -->\n\n8.363<!-- exactdice: EP(5) -->\n"
FORMS = ("json", "sarif", "junit", "github")


def told(form, text):
    """The files that are told of, each as often as it is."""
    if form == "json":
        found = json.loads(text)
        entries = [*found["documents"], *found.get("errors", [])]
        return Counter(entry["file"] for entry in entries)
    if form == "sarif":
        (log,) = json.loads(text)["runs"]
        places = [entry["locations"][0]["physicalLocation"] for entry in log["results"]]
        return Counter(place["artifactLocation"]["uri"] for place in places)
    if form == "junit":
        return Counter(suite.get("name") for suite in ElementTree.fromstring(text))
    lines = text.splitlines()
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)
    return Counter(
        line.partition("file=")[2].partition(",")[0].partition("::")[0] for line in lines
    )


def snapshot(folder):
    """What lies in the folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- damaged documents ----------------------------------------------------------------------------


ORIGINALS = [
    ROOT / name
    for name in (
        "docs/reference/claims.md",
        "examples/dice_battle_report.md",
        "examples/dice_battle_report.tex",
        "examples/dice_battle_report.toml",
        "examples/dice_in_short.md",
        "examples/graph_games_report.toml",
        "examples/survey_report.toml",
        "examples/token_game_report.toml",
    )
]
MOST_LINES = 40  # of a document, taken from its beginning or its middle
INSERTED = [
    b"9" * 5000,
    b"10**10**10",
    b"EG(0,0) target=2000",
    b"EP(10**9)",
    b"(" * 3000,
    b"[" * 3000 + b"]" * 3000,
    b"\x1b[2J\x1b]0;title\x07",
    b"::error file=a::b\r\n::set-output name=a::b",
    b"]]></testcase><!--",
    b"\0",
    b"\xff\xfe",
    "\u202e\u2028\ufeff\U0010ffff".encode(),
    b"<!-- exactdice: 1/0 -->",
    b"<!-- exactdice table: EG(i,j) i=0..10**6 j=0..10**6 -->",
    b"<!-- exactdice document: dice=10**9 -->",
    b'source("/etc/passwd", row=1, column=1)',
    b'by_table("../../secret.csv")',
    b"limit=none",
    b"game=./evil.py:Evil",
    b"\\exactly{\\input{/etc/passwd}}{1}",
    b"[document]\ntitle = 5\n",
]


def flipped(random, data):
    k = random.randrange(len(data))
    return data[:k] + bytes([data[k] ^ 1 << random.randrange(8)]) + data[k + 1 :]


def inserted(random, data):
    k = random.randrange(len(data))
    return data[:k] + random.choice(INSERTED) + data[k:]


def line_changed(random, data):
    lines = data.splitlines(keepends=True)
    k = random.randrange(len(lines))
    lines[k : k + 1] = random.choice([[], [lines[k]] * 2, [lines[k], random.choice(lines)]])
    return b"".join(lines) or b"\n"


def cut_short(random, data):
    return data[: random.randrange(1, len(data) + 1)]


WAYS = [flipped, flipped, inserted, line_changed, line_changed, cut_short]


def write_mutated(folder, count, seed=0):
    """The paths of so many damaged documents, each with damage of its own."""
    random, paths = Random(seed), []
    originals = {path: path.read_bytes().splitlines(keepends=True) for path in ORIGINALS}
    for number in range(count):
        path = ORIGINALS[number % len(ORIGINALS)]
        lines = originals[path]
        first = random.choice([0, 0, random.randrange(len(lines))])
        data = b"".join(lines[first : first + MOST_LINES])
        for _ in range(random.randint(1, 4)):
            data = random.choice(WAYS)(random, data)
        paths.append(folder / f"{number}{path.suffix}")
        paths[-1].write_bytes(data)
    return paths


@pytest.mark.parametrize(
    ("count", "seconds"), [(8, 30), pytest.param(1000, 300, marks=pytest.mark.slow)]
)
def test_damaged_documents_cost_their_own_verdicts_alone(tmp_path, monkeypatch, count, seconds):
    paths = write_mutated(tmp_path, count)
    monkeypatch.chdir(tmp_path)
    before = snapshot(tmp_path)
    begun = time.monotonic()
    limits = ["--timeout", "0.3", "--memory", "300", "--total-timeout", str(seconds)]
    names = [path.name for path in paths]
    done = run("verify", "--no-cache", *limits, "--format", "json", *names)
    assert time.monotonic() - begun < seconds + 15
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr
    assert "defect of exactdice" not in done.stdout + done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert set(told("json", done.stdout)) == set(names)
    assert snapshot(tmp_path) == before


# --- every format is whole ------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("limits", [[], ["--total-timeout", "0.001"]], ids=["usual", "no time"])
def test_formats_are_whole_beside_unreadable_documents(tmp_path, monkeypatch, form, limits):
    monkeypatch.chdir(tmp_path)
    names = ["good.md", "binary.md", "missing.md", "late.toml", "odd\x1b[1m\nname.md"]
    (tmp_path / names[0]).write_text(GOOD)
    (tmp_path / names[1]).write_bytes(b"\0\xff")
    (tmp_path / names[3]).write_text("[[claim]]\nprinted = ']]>\x7f&<'\nvalue = 'EP(1)'\n")
    (tmp_path / names[4]).write_text(GOOD)
    done = run("verify", "--format", form, *limits, *names)
    assert done.returncode == 2
    assert "\x1b" not in done.stdout + done.stderr
    assert len(told(form, done.stdout)) == len(names)


# --- each limit is passed from inside a document --------------------------------------------------

BEYOND = {  # {what a document holds: what is said of it}
    "0.07<!-- exactdice: EG(0,0) target=100000 -->": "limit is 10^9",
    "0.07<!-- exactdice: EG(0,0) dice=10**9 -->": "unchecked",
    "0.07<!-- exactdice: EG(0,0) limit=none -->": "limit",
    "1<!-- exactdice: 10**10**10 -->": "unchecked",
    f"1<!-- exactdice: {'(' * 500}1{')' * 500} -->": "unchecked",
    f"1<!-- exactdice: {'1+' * 1500}1 -->": "unchecked",
    f"{'9' * 100_000}<!-- exactdice: EP(5) -->": "at most 10000 characters",
    "1<!-- exactdice: count(i, 0..10**12, i > 5) -->": "unchecked",
    "1<!-- exactdice: value() game=./evil.py:Evil -->": "unknown game",
    '1<!-- exactdice: source("/etc/passwd", row=1, column=1) -->': "ends in .csv",
    '1<!-- exactdice: source("../x.csv", row=1, column=1) -->': "in its own folder",
    '1<!-- exactdice: source("link.csv", row=1, column=1) -->': "in its own folder",
    '1<!-- exactdice: win(by_table("/etc/passwd"), random) -->': "in its own folder",
    '1<!-- exactdice: win(by_table("link.csv"), random) -->': "in its own folder",
}


def test_each_limit_is_passed_from_inside_a_document(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "x.csv").write_text("a\n1\n")
    (folder / "link.csv").symlink_to(tmp_path / "x.csv")
    (folder / "evil.py").write_text("raise SystemExit('code of a document was run')\n")
    paths = [folder / f"{k}.md" for k in range(len(BEYOND))]
    for path, text in zip(paths, BEYOND, strict=True):
        path.write_text(f"{text}\n\n8.636<!-- exactdice: EP(5) -->\n")
    before = snapshot(tmp_path)
    done = run("verify", "--format", "json", "--timeout", "5", *paths)
    documents = json.loads(done.stdout)["documents"]
    for document, (text, why) in zip(documents, BEYOND.items(), strict=True):
        first, second = (claim["verdict"] for claim in document["claims"])
        assert first in ("unchecked", "unreadable", "undecided"), text[:80]
        assert second == "correctly rounded", text[:80]
        is_told = why in json.dumps(document["claims"][0])
        assert is_told, text[:80]
    assert snapshot(tmp_path) == before


def test_a_document_that_is_a_pipe_or_a_device_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    (tmp_path / "circle.md").symlink_to("circle.md")
    names = ["pipe.md", "zero.md", "circle.md"]
    done = run("verify", *(tmp_path / name for name in names))
    assert done.returncode == 2
    assert done.stderr.count("cannot be read") == done.stderr.count("\n") == 3

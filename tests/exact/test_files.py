"""Written files: on the disk, whole, under the name, mode and links they had; and the files that
pin what make installs.
"""

import os
import re
import stat
import tomllib
from contextlib import nullcontext
from pathlib import Path
from threading import Thread

import pytest

import exactdice
from exactdice.exact import files
from exactdice.exact.errors import ExactDiceError
from exactdice.exact.files import write_atomically

ROOT = Path(exactdice.__file__).parents[1]
BYTES = "é"  # two of them in UTF-8

posix = pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")


@posix
@pytest.mark.parametrize(
    "name",
    ["x" * 255, BYTES * 127, "-n", ".", " ", "a\nb"],
    ids=["255 letters", "254 bytes", "dash", "dot", "blank", "line"],
)
def test_a_file_may_have_any_legal_name(tmp_path, name):
    path = tmp_path / f"{name}"
    if path == tmp_path:
        with pytest.raises(ExactDiceError, match="cannot be written: Is a directory"):
            write_atomically(path, "new")
        return
    for text in ("first", "second"):
        write_atomically(path, text)
        assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, text)]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755, 0o444, 0o2755])
def test_a_file_keeps_its_mode(tmp_path, mode):
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(mode)
    write_atomically(path, "new")
    assert (stat.S_IMODE(path.stat().st_mode), path.read_text()) == (mode, "new")


@posix
def test_a_link_is_followed_and_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "dangling").symlink_to("made")
    write_atomically(tmp_path / "link", "new")
    write_atomically(tmp_path / "dangling", "made by a link")
    assert (tmp_path / "real").read_text() == "new"
    assert (tmp_path / "made").read_text() == "made by a link"
    assert (tmp_path / "link").is_symlink()


@posix
def test_content_and_name_are_synced_before_the_file_is_said_to_be_written(tmp_path, monkeypatch):
    events = []
    real_fsync, real_replace = os.fsync, os.replace

    def fsync(handle):
        events.append(
            "folder"
            if stat.S_ISDIR(os.fstat(handle).st_mode)
            else f"{os.fstat(handle).st_size} bytes"
        )
        real_fsync(handle)

    def replace(old, new):
        events.append("renamed")
        real_replace(old, new)

    monkeypatch.setattr(files.os, "fsync", fsync)
    monkeypatch.setattr(files.os, "replace", replace)
    write_atomically(tmp_path / "file", "x" * 1000)
    assert events == ["1000 bytes", "renamed", "folder"]


@posix
@pytest.mark.parametrize("failing", ["fsync", "replace", "chmod"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, failing):
    (tmp_path / "file").write_text("old")

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, failing, full)
    with pytest.raises(ExactDiceError, match=r"file: cannot be written: No space left on device$"):
        write_atomically(tmp_path / "file", "new")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("file", "old")]


def test_every_writer_of_the_package_writes_whole_files():
    """The pictures go through a buffer; nothing else opens a file to write."""
    writes = re.compile(
        r"\.write_text\(|\.write_bytes\(|savez|np\.save\(|open\([^)]*[\"'][wax]b?[\"']|\.to_csv\(|json\.dump\("
    )
    found = {
        path.relative_to(ROOT / "exactdice").as_posix()
        for path in (ROOT / "exactdice").rglob("*.py")
        if writes.search(path.read_text(encoding="utf-8"))
    }
    # One tells Linux something of its own process, two fill temporary folders of their own.
    filling = {"cli/mcp_server/__init__.py", "cli/server/__init__.py"}
    assert found == {"exact/files.py", "exact/processes.py", *filling}
    saved = [
        re.findall(r"savefig\(\s*(\w+)", path.read_text(encoding="utf-8"))
        for path in (ROOT / "exactdice").rglob("*.py")
        if path.name != "shown.py"  # which hands on what its owner asks of matplotlib
    ]
    assert {name for names in saved for name in names} == {"buffer"}


# --- what make installs ---------------------------------------------------------------------------

PINNED = sorted(ROOT.glob("requirements*.txt"))
OLDEST = ROOT / "constraints-oldest.txt"
PIN = re.compile(
    r"([A-Za-z0-9._-]+)==([0-9][A-Za-z0-9.!+]*)(; [a-z_]+ [<=>]+ \"[^\"]+\")?((?: "
    r"--hash=sha256:[0-9a-f]{64})+)"
)


def pins(path):
    """The entries of the file, each on one line."""
    text = path.read_text(encoding="utf-8").replace(" \\\n    ", " ")
    return [line for line in text.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(
    "path",
    [*PINNED, OLDEST, ROOT / "Makefile", ROOT / "pyproject.toml"],
    ids=lambda path: path.name,
)
def test_no_file_names_where_packages_come_from(path):
    """That is for the settings of pip to say."""
    text = path.read_text(encoding="utf-8").replace("rm -rf ", "")
    foreign = r"://|--index|--extra-index|--find-links|--trusted-host|-i |-f "
    assert not re.search(foreign, text)


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def named(requirements):
    return {canonical(re.match(r"[\w.-]+", name)[0]) for name in requirements}


def pinned(name):
    return {canonical(PIN.fullmatch(line)[1]) for line in pins(ROOT / name)}


def test_all_that_make_needs_is_pinned_once_the_build_tool_too():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    user = named([*project["build-system"]["requires"], *project["project"]["dependencies"]])
    test = named(
        [name for key in ("plot", "test", "check", "adapters", "docs") for name in extras[key]]
    )
    files = {path.name: pinned(path.name) for path in PINNED}
    assert user <= files["requirements.txt"]
    assert test <= files["requirements-test.txt"] | files["requirements-demo.txt"]
    # What the README and the tutorials use, pictures and tests of one's own.
    assert {*named(extras["plot"]), "pytest", "hypothesis"} <= files["requirements-demo.txt"]
    assert named(extras["mutation"]) <= files["requirements-mutation.txt"]
    assert sum(map(len, files.values())) == len(set().union(*files.values()))


def test_the_oldest_packages_are_those_that_the_project_allows():
    """Of `pytest>=8` the release 8, 8.0 or 8.0.0: nothing that is older satisfies it."""
    lines = OLDEST.read_text(encoding="utf-8").splitlines()
    exact = dict(line.split("==") for line in lines if not line.startswith("#"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (installed,) = re.findall(r"^EXTRAS := \.\[(.+)\]$", makefile, re.MULTILINE)
    needs = [*project["dependencies"], *(n for key in installed.split(",") for n in extras[key])]
    for need in needs:
        name, least = need.split(">=")
        given = exact[canonical(name)].split(".")
        wanted = least.split(".")
        assert given[: len(wanted)] == wanted, need
        assert set(given[len(wanted) :]) <= {"0"}, need


@posix
def test_a_pipe_that_is_read_gets_all(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = "line\n" * 100_000  # more than a pipe holds
    read = []
    reader = Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    write_atomically(pipe, text)
    reader.join(30)
    assert read == [text]


class NothingReady:
    """A file that does not wait and has nothing ready: its read returns None."""

    def read(self, size):
        return None


def test_a_file_with_nothing_ready_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(files, "_open_regular", lambda path, most: nullcontext(NothingReady()))
    with pytest.raises(ExactDiceError, match=r"^kmsg: cannot be read: it has nothing to read yet$"):
        files.read_bytes("kmsg")

"""What is kept is found again by this program alone; whatever is wrong with the file costs work and
nothing else.
"""

import re
import sqlite3
import stat
import subprocess
import sys

import pytest
from command_line import run

from exactdice import __version__
from exactdice.solvers.stores import base
from exactdice.solvers.stores import cache as module
from exactdice.solvers.stores.cache import NAME, folder, key_of, opened, this_program

TEXTS = {f"key {k}": f"text {k} é\n" for k in range(1200)}  # more than are looked up together


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("EXACTDICE_CACHE", str(tmp_path / "new" / "folder"))
    return tmp_path / "new" / "folder" / NAME


def keep(texts):
    with opened() as cache:
        for key, text in texts.items():
            cache.keep(key, text)


def found(keys):
    with opened() as cache:
        return cache.found(keys)


def test_what_is_kept_is_found_again(file):
    assert found(TEXTS) == {}
    keep(TEXTS)
    assert found([*TEXTS, *TEXTS, "another"]) == TEXTS
    keep({"key 1": "new"})
    assert found(["key 1"]) == {"key 1": "new"}


def test_nobody_else_reads_the_folder(file):
    keep({"a": "b"})
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_cache_that_is_not_to_be_used_makes_no_file(file):
    with opened(is_used=False) as cache:
        cache.keep("a", "b")
        assert cache.found(["a"]) == {}
    assert not file.parent.exists()


@pytest.mark.parametrize("content", [b"", b"no data base", b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_data_base_is_begun_anew(file, content):
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    assert found(["a"]) == {}
    keep({"a": "b"})
    assert found(["a"]) == {"a": "b"}


def test_a_byte_that_the_disk_altered_costs_its_text_and_is_never_told(file):
    keep({"a": "x" * 300})
    data = file.read_bytes()
    file.write_bytes(data.replace(b"x" * 300, b"x" * 150 + b"y" + b"x" * 149))
    assert found(["a"]) == {}


@pytest.mark.parametrize("place", range(0, 8192, 256))
def test_a_damaged_file_is_no_error(file, place):
    keep({f"key {k}": f"text {k}" for k in range(50)})
    data = bytearray(file.read_bytes())
    data[place : place + 256] = b"\xff" * len(data[place : place + 256])
    file.write_bytes(data)
    assert set(found([f"key {k}" for k in range(50)]).items()) <= {
        (f"key {k}", f"text {k}") for k in range(50)
    }
    keep({"a": "b"})


def test_a_table_of_another_shape_is_no_error(file):
    file.parent.mkdir(parents=True)
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE kept (key, number)")
    other.close()
    keep({"a": "b"})
    assert found(["a"]) == {"a": "b"}


def test_a_locked_file_is_passed_over(file, monkeypatch):
    keep({"a": "b"})
    monkeypatch.setattr(base, "SECONDS", 0.05)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert found(["a"]) == {}
    keep({"a": "c"})
    holder.execute("ROLLBACK")
    holder.close()
    assert found(["a"]) == {"a": "b"}


def test_a_folder_that_cannot_be_made_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("EXACTDICE_CACHE", str(tmp_path / "file" / "folder"))
    keep({"a": "b"})
    assert found(["a"]) == {}


def test_two_processes_at_once(file):
    script = """
from exactdice.solvers.stores.cache import opened
for k in range(20):
    with opened() as cache:
        cache.keep(f"{me} {k}", f"text {k}")
"""
    both = [subprocess.Popen([sys.executable, "-c", f"me = {me}\n{script}"]) for me in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    keys = [f"{me} {k}" for me in range(2) for k in range(20)]
    assert found(keys) == {key: f"text {key.split()[1]}" for key in keys}


def test_what_was_made_first_is_forgotten_where_it_is_too_much(file, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 200_000)
    for k in range(100):
        keep({f"key {k}": f"{k:03}" * 2000})
        assert file.stat().st_size < 250_000
    kept = found([f"key {k}" for k in range(100)])
    assert "key 99" in kept
    assert "key 0" not in kept
    newest = [f"key {k}" for k in range(100 - len(kept), 100)]
    assert sorted(kept) == sorted(newest)


def test_another_program_has_other_keys(monkeypatch):
    before = key_of("question")
    assert before == key_of("question") != key_of("another question")
    monkeypatch.setattr(module, "this_program", lambda: "another version")
    assert key_of("question") != before


def program_at(home, monkeypatch):
    monkeypatch.setattr(module, "HOME", home)
    return this_program.__wrapped__()


def test_a_program_is_its_version_its_python_and_its_code_wherever_that_lies(tmp_path, monkeypatch):
    assert re.fullmatch(
        rf"exactdice {__version__} \(code [0-9a-f]{{12}}\), Python 3\.\d+, python-flint [\d.]+",
        this_program(),
    )
    for name in ("one", "other"):
        (tmp_path / name / "room").mkdir(parents=True)
        (tmp_path / name / "room" / "a.py").write_text("a = 1\n")
    one, other = tmp_path / "one", tmp_path / "other"
    before = program_at(one, monkeypatch)
    assert before == program_at(other, monkeypatch)
    (other / "room" / "a.py").rename(other / "room" / "b.py")
    assert before != program_at(other, monkeypatch)
    (one / "room" / "a.py").write_text("a = 2\n")
    assert before != program_at(one, monkeypatch)


def test_where_and_clear(file):
    environment = {"EXACTDICE_CACHE": str(file.parent)}
    assert run("verify", "--cache", "show", **environment).stdout == f"{file.parent}\n"
    assert run("verify", "--cache", "clear", **environment).stdout == "deleted 0 bytes\n"
    keep({"a": "b"})
    size = file.stat().st_size
    assert run("verify", "--cache", "clear", **environment).stdout == f"deleted {size} bytes\n"
    assert not file.exists()
    file.mkdir()
    done = run("verify", "--cache", "clear", **environment)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot be deleted" in done.stderr


def test_without_the_variable_it_is_where_the_system_has_caches(monkeypatch):
    monkeypatch.delenv("EXACTDICE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    if sys.platform == "linux":
        assert str(folder()) == "/somewhere/exactdice"
    assert folder().name == "exactdice"

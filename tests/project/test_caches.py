"""What a process keeps for itself is bounded: every function that remembers results says of how
many calls, and every table that is filled while the program runs says what can enter it.
"""

import ast

import pytest
from caches import all_caches, all_tables, caches_in, tables_in

from exactdice.games.register import folder_of
from exactdice.throws.scoring_dice import choices

MANY = 64  # results: beyond so many of a function the code says why they are small or few
GIVEN = {  # decorators of ours, which are told the number where they are used
    ("kept", "remembered"),
    ("words/proving", "answer"),
}
TABLES = {  # {table of a module: what can enter it}
    ("adapters/openspiel", "NOTHING"): "nothing: it stays empty",
    ("graph/parts", "KNOWN"): "the games that are explored now, each until that is done",
    ("games/register", "LOADED"): "the games in files that the command line names",
    ("jobs/cluster", "IDLE"): "as many processes as portions were done at once",
    ("jobs/process", "PRELOADED"): "modules of ours and of matplotlib that our own code names",
    ("loading", "_loaded"): "the files that the command line names",
    ("solvers/fast_path", "FAST_PATHS"): "our own functions, as their modules are loaded",
    ("words/proving", "READ_OFF"): "names of words, as their modules are loaded",
    ("words/proving", "FOLLOWING"): "names of words, as their modules are loaded",
    ("words/register", "QUANTITIES"): "words, as their modules are loaded",
    ("words/register", "WORDS"): "words, as their modules are loaded",
}


# One test asks all: to list them for a test each, every run of any tests would read all modules.
def test_every_function_that_remembers_says_of_how_many_calls():
    for found in all_caches():
        says_of_how_many_calls(found)


def says_of_how_many_calls(found):
    where = f"exactdice/{found.module}.py, line {found.line}: {found.name}"
    if (found.module, found.name) in GIVEN:
        return
    assert found.most is not None, f"{where} remembers without bound: write lru_cache(maxsize=N)"
    assert found.most <= MANY or found.is_explained, (
        f"{where} remembers {found.most} results: say in a comment on that line or above it why "
        "they are small or few"
    )


def test_every_table_that_is_filled_later_has_a_bound():
    assert sorted(all_tables()) == sorted(TABLES)


@pytest.mark.parametrize("function", [folder_of, choices])
def test_the_numbers_that_are_read_are_those_that_hold(function):
    (found,) = (one for one in all_caches() if one.name == function.__name__)
    assert function.cache_info().maxsize == found.most


WRITTEN = """
from functools import cache, lru_cache
import functools
MOST = 1 << 10
ENTERED: dict[str, int] = {}
FULL = {"a": 1}

@cache
def without(n): ...

@functools.lru_cache
def bare(n): ...

@lru_cache(maxsize=None)
def endless(n): ...

@cache
def single(): ...

@lru_cache(MOST)
def stated(n): ...

kept = lru_cache(maxsize=7)(print)
print(cache(max))
"""


def test_this_file_sees_what_has_no_bound(tmp_path, monkeypatch):
    """The test of the test."""
    file = tmp_path / "made.py"
    file.write_text(WRITTEN)
    assert ast.parse(WRITTEN)
    monkeypatch.setattr("caches.ROOT", tmp_path)
    assert {found.name: found.most for found in caches_in(file)} == {
        "without": None,
        "bare": None,
        "endless": None,
        "single": 1,
        "stated": 1024,
        "print": 7,
        "max": None,
    }
    assert list(tables_in(file)) == [("made", "ENTERED")]

"""The pytest plugin as pytest loads it at its start: options, hooks and fixtures that import
exactdice only when they are used.

It stands beside the package, because importing anything inside a package imports the package: a
project that merely has exactdice installed must not wait for it, nor fail with it. What the hooks
do is in `exactdice/testing/pytest_plugin.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from exactdice.testing import ExactOracle
    from exactdice.testing.pytest_plugin import Regression

MOST_BYTES = 10_000_000  # of a claims file, as exactdice/claims/claims.py says
WRITTEN = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option and the settings of the plugin."""
    group = parser.getgroup("exactdice")
    group.addoption(
        "--exact-update",
        action="store_true",
        help="write the exact values that exact_regression compares with",
    )
    parser.addini(
        "exactdice_claims",
        "claims files to collect among the tests, as patterns from the root folder",
        type="args",
    )
    parser.addini(
        "exactdice_strict",
        "a printed number that is cut off instead of rounded fails too",
        type="bool",
        default=False,
    )


@pytest.hookimpl(hookwrapper=True)
def pytest_collect_file(file_path: Path, parent: Any) -> Generator[None, Any, None]:
    """Add a claims file that is named on the command line or by the setting `exactdice_claims`.

    One that is named and has no claims is told what it lacks, unless another plugin reads it.
    """
    collected = yield
    if file_path.suffix != ".toml":
        return
    others = collected.get_result()
    is_named = parent.session.isinitpath(file_path) and (not others or _has_claims(file_path))
    if is_named or any(
        fnmatch(_from_root(file_path, parent.config), pattern)
        for pattern in parent.config.getini("exactdice_claims")
    ):
        from exactdice.testing.pytest_plugin import ClaimsFile

        collected.force_result([*others, ClaimsFile.from_parent(parent, path=file_path)])


def _has_claims(path: Path) -> bool:
    """Whether the file has claims, or is broken and so may have meant to; any other is left to
    other plugins.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            return True  # the claims reader says what is wrong
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError:
        return False
    except (ValueError, RecursionError):
        return True
    return "claim" in document or not document


def _from_root(path: Path, config: pytest.Config) -> str:
    return (
        path.relative_to(config.rootpath).as_posix()
        if path.is_relative_to(config.rootpath)
        else path.as_posix()
    )


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say which files of exact values were written."""
    for path in config.stash.get(WRITTEN, []):
        terminalreporter.write_line(f"exact values written to {path}")


@pytest.fixture
def exact() -> ExactOracle:
    """Compares computed values with exact ones: exact.close, exact.optimal, exact.table,
    exact.consistent.
    """
    from exactdice.testing import exact as oracle

    return oracle


@pytest.fixture
def exact_regression(request: pytest.FixtureRequest) -> Regression:
    """Compares exact values with those stored beside the test: exact_regression({"EG(0,0)":
    value}).
    """
    from exactdice.testing.pytest_plugin import Regression

    return Regression(request, request.config.stash.setdefault(WRITTEN, []))

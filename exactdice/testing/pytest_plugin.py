"""For pytest: claims files as tests, one for each claim, and the fixture `exact_regression`.

- `pytest report.toml` collects the claims of a file that is named on the command line; files
  matched by the setting `exactdice_claims` (patterns from the root folder) are collected among the
  tests. The message of a test that fails is the verdict, and the verdict is also the property
  `verdict` of every test in JUnit files. With the setting `exactdice_strict` a number cut off
  instead of rounded fails too. An estimate is judged together with all estimates of its file.
- The fixture `exact` is `exactdice.testing.exact`: close, optimal, table, consistent.
- `exact_regression(values)` compares exact values with those stored beside the test, in
  `<module>_exact/<test>.toml`; `pytest --exact-update` writes them. A test that calls it more than
  once names each call: `exact_regression(values, "first")`.

pytest loads `_exactdice_pytest.py` beside this package at its start; that imports this module when
it is needed.
"""

from __future__ import annotations

import json
import re
import tomllib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pytest

from ..distributions.distribution import Distribution
from ..exact.errors import ClaimsError, ExactDiceError
from ..exact.files import decoded, read_bytes, rewrite_atomically
from ..exact.numbers import Interval, as_exact, exact_text, is_symbolic, items_in_order, shown
from ..game.text_of_values import abridged
from ..report.claims.claim import SAMPLED, Claim, Document, Finding, holds, options_text
from ..report.claims.entry import read_claims
from ..report.claims.findings import explanation
from ..report.claims.judging import judge, verify
from ..report.claims.references import resolved
from .game_rules import first_of

HEADING = "# Exact values that a test compares with, written by `pytest --exact-update`.\n"
WHOLE = 10**9  # a width at which `shown` abbreviates nothing
Texts = dict[str, str]  # {where: text}


class ClaimFails(Exception):
    """A claim does not hold: the message says its verdict."""


class ClaimsFile(pytest.File):
    """A claims file; each claim is a test."""

    document: Document

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each claim, under its id."""
        try:
            # Read at the collection, so that a bad file is one error and no missing tests.
            self.document = resolved(read_claims(self.path))
        except ClaimsError as error:
            raise self.CollectError(str(error)) from error
        for claim in self.document.claims:
            yield ClaimItem.from_parent(self, name=claim.name, claim=claim)

    @cached_property
    def estimates(self) -> dict[str, Finding]:
        """The findings on all estimates, whose p-values are corrected together."""
        claims = tuple(claim for claim in self.document.claims if claim.kind in SAMPLED)
        findings = verify(replace(self.document, claims=claims))
        return {finding.claim.name: finding for finding in findings}


class ClaimItem(pytest.Item):
    """One claim."""

    def __init__(self, *, claim: Claim, **given: Any) -> None:
        super().__init__(**given)
        self.claim = claim

    def runtest(self) -> None:
        """Judge the claim; `ClaimFails` with the verdict unless it holds."""
        assert isinstance(self.parent, ClaimsFile)
        # An estimate is judged with all others even when pytest runs it alone, for Holm's
        # correction depends on their number.
        estimated = self.claim.kind in SAMPLED
        finding = self.parent.estimates[self.claim.name] if estimated else judge(self.claim)
        # Before the test may fail, so that JUnit files have the verdict of failures too.
        self.user_properties.append(("verdict", explanation(finding)))
        if not holds(finding, self.config.getini("exactdice_strict")):
            claim = finding.claim
            given = f" ({', '.join(options_text(claim.given))})" if claim.given else ""
            message = (
                f"{self.location[0]}:{claim.line}: {claim.printed.text} for {claim.query}{given}: "
                f"{explanation(finding)}"
            )
            message += f"\nwhere: {claim.where}" if claim.where else ""
            message += f"\nnote: {claim.note}" if claim.note else ""
            raise ClaimFails(message)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The verdict alone, without a traceback, for a claim that does not hold."""
        if isinstance(excinfo.value, ClaimFails):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line of the claim counted from 0, and its name."""
        # Line 0 of a claim stands for the whole file.
        return self.path, max(self.claim.line - 1, 0), f"claim {self.name}"


# --- exact values kept beside a test --------------------------------------------------------------


class Regression:
    """The fixture `exact_regression` of one test."""

    def __init__(self, request: pytest.FixtureRequest, written: list[str]) -> None:
        self.update = request.config.getoption("--exact-update")
        self.folder = request.path.with_name(f"{request.path.stem}_exact")
        self.test = file_name(request.node.nodeid.partition("::")[2])
        self.written = written
        self.used = set[str]()

    def __call__(self, values: object, name: str = "") -> None:
        """Pass when the exact values (a number, a distribution, or nested mappings and sequences of
        them) are those stored, one in a line: `"EG(0, 0)" = "13/18"`. Floats are refused.
        """
        __tracebackhide__ = True
        # The second call would compare with, or overwrite, what the first one stored.
        if name in self.used:
            raise ExactDiceError(
                f"exact_regression is called twice with the name {name!r} in one test: give "
                "each call its own name"
            )
        self.used.add(name)
        now = _texts(values)
        call = f".{file_name(name)}" if name else ""
        path = self.folder / f"{self.test}{call}.toml"
        data = read_bytes(path) if path.exists() else None
        before = None if data is None else _stored(path, data)
        # A file that says the same stays untouched, and with it its time of change.
        if now == before:
            return
        if self.update:
            # The strings of JSON are strings of TOML too, but for DEL, which TOML wants escaped.
            quoted = partial(json.dumps, ensure_ascii=False)
            lines = [f"{quoted(key)} = {quoted(text)}\n" for key, text in now.items()]
            content = "".join([HEADING, *lines]).replace("\x7f", "\\u007F")
            path.parent.mkdir(parents=True, exist_ok=True)
            rewrite_atomically(path, data, content)
            self.written.append(str(path))
        elif before is None:
            raise AssertionError(
                f"no exact values are stored in {path}: run pytest --exact-update to write the "
                f"{len(now)} of this test"
            )
        else:
            differing = list(_differences(before, now))
            of_all = f"{len(differing)} of {len(before | now)} exact values"
            heading = f"{of_all} are not as stored in {path.name}:"
            raise AssertionError("\n  ".join([heading, *first_of(differing)]))


def file_name(test: str) -> str:
    """The name of a test as a file may have it; where characters had to be replaced, a checksum
    keeps names apart.

    >>> file_name("TestGains::test_value[3-20]"), file_name("test_value[a/b]")
    ('TestGains.test_value-3-20', 'test_value-a_b-f48221eb')
    """
    plain = test.replace("::", ".").replace("[", "-").removesuffix("]")
    # Cut, since file systems limit names; the checksum is that of the whole name.
    short = re.sub(r"[^\w.+=,-]", "_", plain, flags=re.ASCII)[:120]
    if short == plain:
        return short
    checksum = zlib.crc32(test.encode("utf-8", "surrogatepass"))
    return f"{short}-{checksum:08x}"


def _stored(path: Path, data: bytes) -> Texts:
    """{where: text} of the values in the file."""
    try:
        stored = tomllib.loads(decoded(path, data))
    # tomllib.TOMLDecodeError is a ValueError; deep nesting ends in a RecursionError.
    except (ValueError, RecursionError) as error:
        raise ExactDiceError(
            f"{path}: the stored values cannot be read: {error}; pytest --exact-update writes them "
            "anew"
        ) from error
    return {key: str(text) for key, text in stored.items()}


def _texts(values: object) -> Texts:
    """{where: text} of every value."""
    # The keys of mappings are written as texts, in which 1 and "1" are the same name.
    texts: Texts = {}
    for where, text in _entries("", values):
        if where in texts:
            raise ExactDiceError(f"two of the values to store have the same name {shown(where)}")
        texts[where] = text
    return texts


def _entries(where: str, value: object) -> Iterator[tuple[str, str]]:
    """(where, text) of every value within the value that is not made of others, each whole;
    `InexactError` for a float, which hangs on how a machine rounds.
    """
    place = where or "value"
    if isinstance(value, Mapping):
        for key, part in value.items():
            # Whole and not abridged: two long keys must not become one.
            name = key if isinstance(key, str) else shown(key, WHOLE)
            yield from _entries(f"{where}[{name}]" if where else name, part)
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield from _entries(f"{where}[{index}]", part)
    elif isinstance(value, Distribution):
        outcomes = items_in_order(frozenset(value))
        yield place, shown({outcome: value.probability(outcome) for outcome in outcomes}, WHOLE)
    elif isinstance(value, Interval):
        yield place, shown([value.lower, value.upper], WHOLE)
    # True is an int, and a text "1" is not the number 1.
    elif value is None or isinstance(value, bool | str | set | frozenset):
        yield place, shown(value, WHOLE)
    elif is_symbolic(value):
        yield place, str(value)
    else:
        yield place, exact_text(as_exact(value, place))


def _differences(before: Texts, now: Texts) -> Iterator[str]:
    """A line for each value that differs: in the order of the file, what is new after it."""
    for key in before | now:
        if key not in now:
            yield f"{key}: {abridged(before[key])} before, missing now"
        elif key not in before:
            yield f"{key}: {abridged(now[key])} now, not stored before"
        elif before[key] != now[key]:
            yield f"{key}: {abridged(before[key])} before, {abridged(now[key])} now"

"""For pytest: claims files as tests, one for each claim.

- `pytest report.toml` collects the claims of a file that is named on the command line; files
  matched by the setting `exactdice_claims` (patterns from the root folder) are collected among the
  tests. The message of a test that fails is the verdict, and the verdict is also the property
  `verdict` of every test in JUnit files. With the setting `exactdice_strict` a number cut off
  instead of rounded fails too. An estimate is judged together with all estimates of its file.
- The fixture `exact` is `exactdice.testing.exact`: close, optimal, table, consistent.

pytest loads `_exactdice_pytest.py` beside this package at its start; that imports this module when
it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from ..claims.claim import SAMPLED, Claim, Document, options_text
from ..claims.claims_file import read_claims
from ..claims.findings import explanation
from ..claims.judging import judge, verify
from ..claims.references import resolved
from ..claims.verdict import Finding, holds
from ..errors import ClaimsError


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
        return {
            finding.claim.name: finding for finding in verify(replace(self.document, claims=claims))
        }


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
            raise ClaimFails(self._message(finding))

    def _message(self, finding: Finding) -> str:
        claim = finding.claim
        given = f" ({', '.join(options_text(claim.given))})" if claim.given else ""
        lines = [
            (
                f"{self.location[0]}:{claim.line}: {claim.printed.text} for {claim.query}{given}: "
                f"{explanation(finding)}"
            )
        ]
        lines += [f"where: {claim.where}"] if claim.where else []
        lines += [f"note: {claim.note}"] if claim.note else []
        return "\n".join(lines)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The verdict alone, without a traceback, for a claim that does not hold."""
        if isinstance(excinfo.value, ClaimFails):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line of the claim counted from 0, and its name."""
        # Line 0 of a claim stands for the whole file.
        return self.path, max(self.claim.line - 1, 0), f"claim {self.name}"

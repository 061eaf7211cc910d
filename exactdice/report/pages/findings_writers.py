"""Findings in every format of `exactdice verify`: those for programmes and hosts, and the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...exact.numbers import one_of
from ..claims.findings import (
    Results,
    Unread,
    as_github,
    as_json,
    as_junit,
    as_markdown,
    as_sarif,
)


def as_html(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """The documents as their readers know them, each number with its verdict: a page of HTML."""
    # Loaded when it is asked for: a reader of Markdown comes with it.
    from .report_page import report_page

    return report_page(results, strict, unread)


WRITERS: Mapping[str, Callable[[Results, bool, Unread], str]] = {
    "json": as_json,
    "sarif": as_sarif,
    "junit": as_junit,
    "github": as_github,
    "markdown": as_markdown,
    "html": as_html,
}


def as_text(results: Results, form: str, strict: bool = False, unread: Unread = ()) -> str:
    """The findings in one of the formats of WRITERS; `unread` are files that could not be read, and
    why.
    """
    return WRITERS[one_of(WRITERS, form, "the format")](results, strict, unread)

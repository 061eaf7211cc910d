"""A claims file as a list: each claim with its number as a button."""

from __future__ import annotations

from collections.abc import Sequence

from ..claims.claim import options_text
from .placing import button, visible
from .shown_findings import ShownFinding, said_of


def claims_page(shown: Sequence[ShownFinding]) -> str:
    """A table of the claims, in their order."""
    rows = "".join(map(_row, shown))
    return (
        '<div class="scrolls"><table class="claims"><thead><tr><th>claim</th><th>printed</th>'
        f"<th>verdict</th><th>asked</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(one: ShownFinding) -> str:
    claim = one.claim
    where = f'<br><span class="faint">{visible(claim.where)}</span>' if claim.where else ""
    asked = "" if claim.unclear else " ".join([claim.query, *options_text(claim.given)])
    return (
        f'<tr data-of="{one.number}"><td>{visible(claim.name)}{where}</td>'
        f"<td>{button(one, visible(one.printed))}</td>"
        f"<td>{visible(said_of(one.finding))}</td>"
        f"<td><code>{visible(asked)}</code></td></tr>"
    )

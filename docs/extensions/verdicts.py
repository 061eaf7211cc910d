"""The verdicts of `verify` as a table, with the claim and the number that get each."""

import markdown_parts as markdown

from exactdice.report.claims.claim import HOLDS, MEANINGS, OPEN, STRICTLY_HOLDS, Verdict


def all_verdicts() -> str:
    """A table of the verdicts: meaning, whether the claim holds, its name for machines."""
    rows = ([str(one), MEANINGS[one], answer(one), f"`{name_of(one)}`"] for one in Verdict)
    return markdown.table(["verdict", "meaning", "holds", "`ruleId` in SARIF"], rows)


def answer(verdict: Verdict) -> str:
    """Whether a claim with this verdict holds."""
    if verdict in OPEN:
        return "open"
    if verdict in STRICTLY_HOLDS:
        return "yes"
    return "yes, but not with `--strict`" if verdict in HOLDS else "no"


def name_of(verdict: Verdict) -> str:
    """The verdict without blanks, as SARIF names it."""
    return verdict.replace(" ", "-")

"""Printed laws, such as `{1: 1/3, 2: 2/3}`, against the law that a query gives, outcome by
outcome; and printed sets of choices, such as `{1, 2}`, against all choices that are optimal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from ...distributions.distribution import Distribution
from ...exact.errors import ClaimsError, QueryError
from ...exact.numbers import Exact, Rounding
from ...game.text_of_values import as_written
from ...query.evaluate import evaluate_query
from ...query.register import Answer
from ...query.ties import ANY, broken_queries, optimal_choices
from ...query.values import is_law, said
from ..printed.spellings import Printed, UnclearMark, unwrapped
from .approximate import judge_near
from .claim import Claim, Kind, Tolerance
from .rounded import judge_rounded
from .values import short_decimal
from .verdict import OPEN, WRONG, Finding, Verdict, holds
from .without_decimals import NEAR, is_declared, is_whole

PrintedLaw = tuple[tuple[str, Printed], ...]  # the outcomes with their chances
# An entry begins after a comma, with its outcome and a colon.
OUTCOME = r"-?\d{1,30}(?:[/.]\d{1,30})?|[A-Za-z_]\w{0,60}|\([^(){}:]{1,200}\)"
ENTRY = re.compile(rf"[,;]\s{{0,9}}(?P<outcome>{OUTCOME})\s{{0,9}}(?::|\\colon|\\mapsto)", re.ASCII)
UPRIGHT = re.compile(r"\\(?:mathrm|text|textrm|mbox)\{([^\\{}]{0,80})\}")


def law_printed(text: str, read: Callable[[str], Printed]) -> PrintedLaw | None:
    r"""The outcomes of the law that a text prints, with their chances as `read` reads them; None
    where it prints none.

    >>> from ..printed.numbers import parse_printed
    >>> [name for name, _ in law_printed(r"$\{1: \frac{1}{3}, 2: \frac{2}{3}\}$", parse_printed)]
    ['1', '2']
    >>> law_printed("{1, 2}", parse_printed) is None
    True
    """
    if "{" not in text:  # as nearly all texts
        return None
    before, inside, _ = unwrapped(text.strip())
    is_escaped = inside.startswith("\\{") and inside.endswith("\\}")
    if not (is_escaped or "{" in before):
        return None
    inside = UPRIGHT.sub(r"\1", inside[2:-2] if is_escaped else inside).replace("\\_", "_")
    inside = f",{inside.strip()}"  # so that the first entry stands after a comma as well
    found = list(ENTRY.finditer(inside))
    if not found or found[0].start():
        return None
    ends = [after.start() for _, after in pairwise(found)] + [len(inside)]
    entries = [
        ("".join(one["outcome"].split()), _chance(inside[one.end() : end].strip(), read))
        for one, end in zip(found, ends, strict=True)
    ]
    counted = Counter(name for name, _ in entries)
    (name, times), *_ = counted.most_common(1)
    if times > 1:
        raise ClaimsError(f"a printed law must have each outcome once, got {name} {times} times")
    return tuple(entries)


def _chance(text: str, read: Callable[[str], Printed]) -> Printed:
    """The chance as it is printed, whose mark must be clear."""
    try:
        return read(text)
    except UnclearMark as error:  # of a single number both readings would be tried
        raise ClaimsError(str(error)) from error


def is_of_laws(claim: Claim, value: object) -> bool:
    """Whether a law is printed; what reads as odds too, as {3: 1}, is one where the value is."""
    return claim.law is not None and (is_law(value) or not claim.printed.value)


def judge_law(claim: Claim, value: object) -> Finding:
    """The finding on a printed law, given the law of its query."""
    found = _law_compared(claim, value)
    if found.verdict not in WRONG or claim.ties not in ("", ANY):
        return found
    broken = list(broken_queries(claim.node, claim.given))
    named = [
        name
        for name, node, given in broken
        if holds(_law_compared(claim, evaluate_query(node, given)))
    ]
    if named:
        reason = f"ties = {' or '.join(named)} gives it"
        return Finding(claim, Verdict.OTHER_TIES, reason=reason)
    if not broken:
        return found
    reason = f"{found.verdict} for the first optimum: {found.reason}"
    reason += "; other ways to break ties may give it"
    return replace(found, verdict=Verdict.UNDECIDED, reason=reason)


def _law_compared(claim: Claim, value: object) -> Finding:
    """The finding on the chances of all outcomes: as bad as the worst."""
    if not isinstance(value, Distribution):
        kind = "a law without an end" if is_law(value) else said(value)
        raise QueryError(
            "a printed law needs a query whose value is a law of finitely many outcomes, got "
            f"{kind}"
        )
    assert claim.law is not None  # as `is_of_laws` found
    chances = {as_written(one).replace(" ", ""): value.probability(one) for one in value}
    printed, least = dict(claim.law), left_out_below(claim.law)
    missing = [name for name in chances if name not in printed and chances[name] >= least]
    if missing:
        reason = f"outcomes are not printed: {', '.join(missing)}"
        return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    found = {name: _judged_chance(claim, one, chances.get(name, 0)) for name, one in claim.law}
    worst = max((one.verdict for one in found.values()), key=list(Verdict).index)
    rounded = [set(one.modes) for one in found.values() if one.verdict != Verdict.EXACT]
    shared = set(Rounding).intersection(*rounded) if rounded else set[Rounding]()
    modes = tuple(mode for mode in Rounding if mode in shared)  # that give all the chances
    if worst not in (*WRONG, *OPEN):
        # The chances may sum to 1, each a unit of its last place off at most, as one that is cut
        # off is; a whole number counts as it stands.
        entries = printed.values()
        total = Fraction(sum(entry.value for entry in entries))
        rounded_ones = (entry for entry in entries if not is_whole(entry))
        if abs(total - 1) > sum(2 * (entry.value - entry.cell.lower) for entry in rounded_ones):
            sums = f"sum to {short_decimal(total)}, which no rounding makes 1"
            reason = f"the chances that are printed {sums}"
            return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    reason = ""
    if worst in (*WRONG, *OPEN, Verdict.TRUNCATED):
        wrong = {name: one for name, one in found.items() if one.verdict == worst}
        reason = ", ".join(f"{name} has {one.correct or one.reason}" for name, one in wrong.items())
    return Finding(claim, worst, reason=reason, modes=modes)


def _judged_chance(claim: Claim, printed: Printed, chance: Exact) -> Finding:
    """The finding on one entry; in it a whole number says impossible or certain, or nearly so."""
    entry = replace(claim, printed=printed)
    if not is_whole(printed) or is_declared(entry):
        return judge_rounded(entry, chance)
    if printed.is_approximate:
        return judge_near(replace(entry, tolerance=Tolerance(NEAR, False)), chance)
    return judge_rounded(replace(entry, kind=Kind.EXACT), chance)


def left_out_below(law: PrintedLaw) -> Fraction:
    """The chance below which an outcome may be left out: one that rounds to 0 beside the others."""
    places = [one.places for _, one in law]
    # Beside fractions nothing is rounded.
    if not all(isinstance(one, int) for one in places):
        return Fraction(0)
    finest = max(0, *(one or 0 for one in places))
    return Fraction(1, 2 * 10**finest)


# --- sets -----------------------------------------------------------------------------------------


SET = re.compile(r"\$?\s*\\?\{(?P<inside>[^{}]*?)\\?\}\s*\$?")
MEMBER = re.compile(r"\d{1,30}|[A-Za-z_]\w{0,60}", re.ASCII)


def members_printed(text: str) -> frozenset[Answer] | None:
    r"""The members of the set that a text prints; None where it prints none.

    >>> sorted(members_printed(r"$\{1, 2\}$"))
    [1, 2]
    >>> members_printed("{0.5}") is None and members_printed("{7}") is None
    True
    """
    found = SET.fullmatch(text.strip())
    # Braces around one number may be those of LaTeX, and a set of one is judged like its member.
    is_number = "\\{" not in text and unwrapped(text.strip())[1].strip().isdecimal()
    if found is None or is_number:
        return None
    parts = [part.strip() for part in found["inside"].split(",")]
    if not all(MEMBER.fullmatch(part) for part in parts):
        return None
    return frozenset(int(part) if part.isdecimal() else part for part in parts)


def judge_set(claim: Claim, value: object) -> Finding:
    """The finding on a printed set, or on one number where the value is a set."""
    printed = frozenset([claim.printed.value]) if claim.members is None else claim.members
    optimal = None if isinstance(value, frozenset) else optimal_choices(claim.node, claim.given)
    right = value if isinstance(value, frozenset) else optimal or frozenset([value])
    if printed == right:
        return Finding(claim, Verdict.EXACT)
    if optimal is None or not printed <= optimal:
        return Finding(claim, Verdict.CONTRADICTED, reason=f"it is {as_written(right)}")
    reason = f"all optimal ones are {as_written(optimal)}"
    return Finding(claim, Verdict.ANOTHER, value, reason=reason)


def is_of_sets(claim: Claim, value: object) -> bool:
    """Whether a set is printed, or one number where the value is a set of numbers."""
    if claim.members is None:
        return isinstance(value, frozenset) and all(isinstance(one, Exact) for one in value)
    may_be_number = claim.printed.places is not None  # as {0,65} may in LaTeX
    is_asked_for = isinstance(value, frozenset) or optimal_choices(claim.node, claim.given)
    return not may_be_number or bool(is_asked_for)

"""Printed laws, such as `{1: 1/3, 2: 2/3}`, against the law that a query gives, outcome by
outcome.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from ..distribution import Distribution
from ..errors import ClaimsError, QueryError
from ..exact import Exact, Rounding
from ..printed.decimals import UnclearMark
from ..printed.numbers import Printed
from ..printed.spellings import unwrapped
from ..queries.evaluate import evaluate_query
from ..queries.ties import ANY, broken_queries
from ..words.written import as_written, is_law, said
from .approximate import judge_near
from .claim import Claim, Kind, Tolerance
from .rounded import judge_rounded
from .short_decimals import short_decimal
from .verdict import OPEN, WRONG, Finding, Verdict, holds
from .without_decimals import NEAR, is_declared, is_whole

PrintedLaw = tuple[tuple[str, Printed], ...]  # the outcomes with their chances
LONGEST_LAW = 20_000  # characters
MOST_SAID = 3  # outcomes whose chances are wrong that are named
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
    if "{" not in text or len(text) > LONGEST_LAW:  # as nearly all texts
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
    (name, times), *_ = Counter(name for name, _ in entries).most_common(1)
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
    found = _compared(claim, value)
    if found.verdict not in WRONG or claim.ties not in ("", ANY):
        return found
    broken = list(broken_queries(claim.node, claim.given))
    if not broken:
        return found
    named = [
        name for name, node, given in broken if holds(_compared(claim, evaluate_query(node, given)))
    ]
    if named:
        reason = f"ties = {' or '.join(named)} gives it"
        return Finding(claim, Verdict.OTHER_TIES, reason=reason)
    return _unknown(found, "other ways to break ties may give it")


def _unknown(found: Finding, why: str) -> Finding:
    reason = f"{found.verdict} for the first optimum: {found.reason}; {why}"
    return replace(found, verdict=Verdict.UNDECIDED, reason=reason)


def _compared(claim: Claim, value: object) -> Finding:
    """The finding on the chances of all outcomes: as bad as the worst."""
    if not isinstance(value, Distribution):
        kind = "a law without an end" if is_law(value) else said(value)
        raise QueryError(
            "a printed law needs a query whose value is a law of finitely many outcomes, got "
            f"{kind}"
        )
    assert claim.law is not None  # as `is_of_laws` found
    chances = {as_written(one).replace(" ", ""): value.probability(one) for one in value}
    left_out = _left_out(claim.law, chances)
    if left_out:
        return Finding(claim, Verdict.CONTRADICTED, reason=left_out)
    found = [
        (name, _judged_chance(claim, printed, chances.get(name, 0))) for name, printed in claim.law
    ]
    order = list(Verdict)
    worst = max((one.verdict for _, one in found), key=order.index)
    if worst not in (*WRONG, *OPEN) and not _may_sum_to_1(claim.law):
        total = short_decimal(sum(Fraction(printed.value) for _, printed in claim.law))
        reason = f"the chances that are printed sum to {total}, which no rounding makes 1"
        return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    if worst in (*WRONG, *OPEN, Verdict.TRUNCATED):
        worst_of = [(name, one) for name, one in found if one.verdict == worst]
        reasons = [f"{name} has {one.correct or one.reason}" for name, one in worst_of]
        return Finding(claim, worst, reason=", ".join(reasons[:MOST_SAID]), modes=_modes(found))
    return Finding(claim, worst, modes=_modes(found))


def _judged_chance(claim: Claim, printed: Printed, chance: Exact) -> Finding:
    """The finding on one entry; in it a whole number says impossible or certain, or nearly so."""
    entry = replace(claim, printed=printed)
    if not is_whole(printed) or is_declared(entry):
        return judge_rounded(entry, chance)
    if printed.is_approximate:
        return judge_near(replace(entry, tolerance=Tolerance(NEAR, False)), chance)
    return judge_rounded(replace(entry, kind=Kind.EXACT), chance)


def _may_sum_to_1(law: PrintedLaw) -> bool:
    """Whether the chances may sum to 1, each a unit of its last place off at most, as one that is
    cut off is; a whole number counts as it stands.
    """
    off, room = Fraction(-1), Fraction(0)
    for _, printed in law:
        off += printed.value
        room += 0 if is_whole(printed) else 2 * (printed.value - printed.cell.lower)
    return abs(off) <= room


def _left_out(law: PrintedLaw, chances: Mapping[str, Fraction]) -> str:
    """The complaint about outcomes that are not printed; "" where their chances round to 0 beside
    those that are.
    """
    printed, least = dict(law), left_out_below(law)
    missing = [name for name in chances if name not in printed and chances[name] >= least]
    names = ", ".join(missing[:MOST_SAID]) + (", ..." if len(missing) > MOST_SAID else "")
    return f"outcomes are not printed: {names}" if missing else ""


def left_out_below(law: PrintedLaw) -> Fraction:
    """The chance below which an outcome may be left out: one that rounds to 0 beside the others."""
    places = [one.places for _, one in law]
    # Beside fractions nothing is rounded.
    if not all(isinstance(one, int) for one in places):
        return Fraction(0)
    return Fraction(1, 2 * 10 ** max(0, *(one or 0 for one in places)))


def _modes(found: Sequence[tuple[str, Finding]]) -> tuple[Rounding, ...]:
    """The ways of rounding that give all the chances."""
    rounded = [set(one.modes) for _, one in found if one.verdict != Verdict.EXACT]
    shared = set(Rounding).intersection(*rounded) if rounded else set[Rounding]()
    return tuple(mode for mode in Rounding if mode in shared)

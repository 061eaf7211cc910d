"""Verdicts on claims: what the exact value says of a printed number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import NoReturn

from ..errors import ExactDiceError, QueryError
from ..exact import (
    NEAREST,
    Bounds,
    Exact,
    Progress,
    Rounding,
    decimal_text,
    exact_text,
    is_symbolic,
    round_scaled,
    shown,
)
from ..games.strategy_table import tables_beside
from ..queries.evaluate import evaluate_query, law_of_query
from ..queries.syntax import LONGEST, Arithmetic, Call, Node
from ..words.proving import proving
from ..words.register import Answer
from ..words.written import is_law, said
from .claims import Claim, Document, Kind, options_text
from .montecarlo import Estimate, estimate, holm, means_printed, negative_means_printed
from .tail_bounds import all_near


class Verdict(StrEnum):
    """The outcomes, best first."""

    EXACT = "exact"
    ROUNDED = "correctly rounded"
    TRUNCATED = "truncated"
    CONSISTENT = "consistent"  # an estimate from random games
    # an estimate that is rare, or one of several that are too close to be true, without proof that
    # it is wrong
    SUSPECT = "suspect"
    OFF_BY_ONE = "off by one in the last place"
    CONTRADICTED = "contradicted"
    UNDECIDED = "undecided"  # the exact value is known only within bounds that do not decide
    UNCHECKED = (
        "unchecked"  # the query could not be answered, or it is not clear which number it is about
    )


HOLDS = (Verdict.EXACT, Verdict.ROUNDED, Verdict.TRUNCATED, Verdict.CONSISTENT, Verdict.SUSPECT)
STRICTLY_HOLDS = (Verdict.EXACT, Verdict.ROUNDED, Verdict.CONSISTENT)
# bits at which an irrational value is enclosed, until the verdict is clear
REFINEMENTS = (128, 256, 1024, 4096, 16384)
WRONG = (Verdict.OFF_BY_ONE, Verdict.CONTRADICTED)


@dataclass(frozen=True)
class Finding:
    """A claim, its verdict, the exact value where there is one, and what a reader should know."""

    claim: Claim
    verdict: Verdict
    value: Answer = None
    correct: str = ""  # the exact value written like the printed number
    modes: tuple[Rounding, ...] = ()
    estimate: Estimate | None = None
    reason: str = ""
    hints: tuple[str, ...] = ()  # what a wrong number is the right value of
    proofs: tuple[str, ...] | None = (
        None  # what the checker said of the solutions behind the value; None when it was not asked
    )


def verify(document: Document, progress: Progress | None = None) -> list[Finding]:
    """A finding for each claim, in order; the p-values of all estimates of the document are
    corrected together (Holm).
    """
    return _verified(document, partial(judge, value_of=LastValue()), progress)


def verify_proved(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The same from solutions that the checker has accepted; each finding says what it proved,
    nothing where no proof covers the value.
    """
    return _verified(document, judge_proved, progress)


def _verified(
    document: Document, judge: Callable[[Claim], Finding], progress: Progress | None
) -> list[Finding]:
    claims = document.claims
    order = sorted(
        range(len(claims)), key=lambda k: (sorted(options_text(claims[k].given)), claims[k].query)
    )
    findings: dict[int, Finding] = {}
    for done, k in enumerate(
        order, 1
    ):  # the claims about one game together, so that it is solved once
        with tables_beside(document.path):
            findings[k] = judge(claims[k])
        if progress:
            progress(done, len(claims))
    return _corrected((findings[k] for k in range(len(claims))), document.alpha)


def value_claimed(claim: Claim) -> object:
    """The exact value of the claim's query; `ExactDiceError` when there is none."""
    value = evaluate_query(claim.node, claim.given)
    if is_symbolic(value):
        from ..symbolic import refuse_unknowns

        refuse_unknowns(value)
    return value


class LastValue:
    """The same, remembered for the next claim, which often asks the same: thousands of cells may
    hold one query, whose value is an expression or an error.
    """

    def __init__(self) -> None:
        self.asked: object = None
        self.found: Callable[[], object] = lambda: None

    def __call__(self, claim: Claim) -> object:
        """The value of the claim's query."""
        asked = (claim.node, options_text(claim.given))
        if asked != self.asked:
            self.asked, self.found = asked, _outcome(claim)
        return self.found()


def _outcome(claim: Claim) -> Callable[[], object]:
    """What gives the value of the claim's query, or raises its error, each time."""
    try:
        value = value_claimed(claim)
    except ExactDiceError as error:
        return partial(_raise, error)
    return lambda: value


def _raise(error: ExactDiceError) -> NoReturn:
    raise error.with_traceback(None)


def judge(claim: Claim, value_of: Callable[[Claim], object] = value_claimed) -> Finding:
    """The finding on one claim; an estimate is left CONSISTENT until the whole document
    is known.
    """
    if claim.unclear:
        return Finding(claim, Verdict.UNCHECKED, reason=claim.unclear)
    try:
        for key, value in claim.given.items():
            _check_length(key, value)
        if claim.kind == Kind.MONTECARLO:
            return _judge_estimate(claim)
        return judge_number(claim, value_of(claim))
    except ExactDiceError as error:
        return Finding(claim, Verdict.UNCHECKED, reason=str(error))


def _check_length(key: str, value: object) -> None:
    """Refuse a number that is longer than a query may be: TOML can write one, and no game has such
    an option.
    """
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, Exact) and max(abs(part.numerator), part.denominator) >= 10**LONGEST:
            raise QueryError(
                f"option {key} must have at most {LONGEST} digits, as a query must, got "
                f"{shown(part)}"
            )


def judge_proved(claim: Claim) -> Finding:
    """The same with what the checker said; a claim is left unchecked when it rejects a solution."""
    with proving() as book:
        found = judge(claim)
    return replace(found, proofs=() if found.verdict == Verdict.UNCHECKED else book.proofs)


def judge_number(claim: Claim, value: object) -> Finding:
    """The finding on a number that is no estimate, given the value of its query; an irrational one
    is enclosed ever more narrowly.
    """
    if not is_symbolic(value):
        return replace(_judge_ends(claim, _ends(value)), value=value)
    from ..symbolic import enclosure

    for bits in REFINEMENTS:
        found = _judge_ends(
            claim, _ends(enclosure(value, bits + 4 * abs(claim.printed.places or 0)))
        )
        if found.verdict != Verdict.UNDECIDED:
            break
    return replace(found, value=value)


def _judge_ends(claim: Claim, ends: tuple[Exact, ...]) -> Finding:
    """The verdict that holds for every number between the ends of an enclosure, or undecided."""
    found, *others = (_compared(claim, end) for end in ends)
    if not others:
        return found
    rounded = _rounded_between(claim, [found, *others])
    if rounded:
        return rounded
    agree = all(
        (other.verdict, other.modes, other.correct) == (found.verdict, found.modes, found.correct)
        for other in others
    )
    if not agree or found.verdict == Verdict.EXACT:
        return Finding(
            claim,
            Verdict.UNDECIDED,
            reason=f"the value is only known to lie in {_between(claim, ends)}",
        )
    return found


def _rounded_between(claim: Claim, found: list[Finding]) -> Finding | None:
    """Correctly rounded, when a nearest mode gives the printed number at both ends: a mode is
    monotone, so it does between them too.
    """
    if claim.kind == Kind.EXACT or claim.printed.places is None:
        return None
    modes = [set(Rounding) if one.verdict == Verdict.EXACT else set(one.modes) for one in found]
    shared = set(Rounding).intersection(*modes)
    if not shared & set(NEAREST):
        return None
    common = tuple(mode for mode in Rounding if mode in shared)
    return Finding(
        claim, Verdict.ROUNDED, correct=claim.printed.spelled(claim.printed.value), modes=common
    )


def _between(claim: Claim, ends: tuple[Exact, ...]) -> str:
    """The ends with some more decimals than are printed, rounded outwards."""
    places = max(claim.printed.places or 0, 0) + 6
    return (
        f"[{decimal_text(ends[0], places, Rounding.FLOOR)}, "
        f"{decimal_text(ends[1], places, Rounding.CEILING)}]"
    )


def _ends(value: object) -> tuple[Exact, ...]:
    """The value, or the two ends of its bounds."""
    if isinstance(value, Exact) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, Bounds):
        return (value.lower, value.upper)
    got = said(value)
    hint = ": mean(LAW), chance(LAW, x) and chance(LAW > x) are some" if is_law(value) else ""
    raise QueryError(f"a claim needs a query whose value is a number, got {got}{hint}")


def _compared(claim: Claim, value: Exact) -> Finding:
    printed = claim.printed
    wrong_sign = printed.is_minus_zero and value >= 0  # only a negative number is rounded to -0
    if printed.value == value and not wrong_sign:
        return Finding(claim, Verdict.EXACT)
    if _is_thousands(printed.text, value):
        return Finding(claim, Verdict.UNCHECKED, reason=f"{THOUSANDS}, got {shown(printed.text)}")
    if _is_uncertainty(printed.text, value):
        return Finding(claim, Verdict.UNCHECKED, reason=f"{UNCERTAIN}, got {shown(printed.text)}")
    short = _short(value)
    if printed.places is None:
        return Finding(
            claim, Verdict.CONTRADICTED, correct=printed.spelled(value) if short else shown(value)
        )
    correct = printed.spelled(value)
    if claim.kind == Kind.EXACT:
        return Finding(claim, Verdict.CONTRADICTED, correct=exact_text(value) if short else correct)
    scaled = int(printed.value * Fraction(10) ** printed.places)
    modes = tuple(
        mode
        for mode in Rounding
        if not wrong_sign and round_scaled(value, printed.places, mode) == scaled
    )
    return Finding(
        claim, _rounding_verdict(value, scaled, printed.places, modes), correct=correct, modes=modes
    )


THOUSANDS = "the mark may be one of thousands: write 1296 or 12 345 for a whole number"


def _is_thousands(text: str, value: Exact) -> bool:
    """Whether the number is right when its decimal mark is one of thousands: 1,296 for 1296."""
    digits = re.sub(r"[$*_`{} ]", "", text)  # in LaTeX the mark may stand in braces: 1{,}296
    whole, _, group = digits.replace(",", ".").partition(".")
    shaped = len(whole) <= 3 and len(group) == 3 and f"{whole}{group}".isdecimal()
    return shaped and value == int(f"{whole}{group}") and whole[0] != "0"


UNCERTAIN = (
    "the digits in brackets may be an uncertainty or a period: write the number without them, "
    "or the exact fraction"
)


def _is_uncertainty(text: str, value: Exact) -> bool:
    """Whether the number is right when the digits in brackets are those of an uncertainty:
    8.636(1) for what lies within 0.001 of 8.636.
    """
    plain = re.sub(r"[$*_`{} ]", "", text).replace(",", ".")
    found = re.fullmatch(r"([+-]?\d{1,9})\.(\d{1,30})\((\d{1,2})\)", plain, re.ASCII)
    if found is None:
        return False
    scaled = int(found[1] + found[2]) - value * 10 ** len(found[2])
    is_within: bool = abs(scaled) <= int(found[3])
    return is_within


def _rounding_verdict(
    value: Exact, scaled: int, places: int, modes: tuple[Rounding, ...]
) -> Verdict:
    if set(modes) & set(NEAREST):
        return Verdict.ROUNDED
    if Rounding.DOWN in modes:
        return Verdict.TRUNCATED
    distance = min(abs(scaled - round_scaled(value, places, mode)) for mode in NEAREST)
    return Verdict.OFF_BY_ONE if distance == 1 else Verdict.CONTRADICTED


def _short(value: Exact) -> bool:
    return value.numerator.bit_length() + value.denominator.bit_length() <= 120


# --- estimates ------------------------------------------------------------------------------------


def _judge_estimate(claim: Claim) -> Finding:
    law = law_of_query(claim.node, claim.given)
    printed = claim.printed
    if printed.places is None:
        raise QueryError("an estimate must be printed as a decimal, which shows how it was rounded")
    if claim.games is None:
        raise QueryError("an estimate needs n, the number of random games")
    if printed.is_minus_zero:
        means = negative_means_printed(printed.places, law, claim.games)
    else:
        means = means_printed(printed.value, printed.places, law, claim.games)
    found = estimate(law, claim.games, means)
    return Finding(
        claim, Verdict.CONSISTENT, law.mean(), printed.spelled(law.mean()), estimate=found
    )


def _corrected(findings: Iterable[Finding], alpha: Exact) -> list[Finding]:
    """The findings with Holm's correction over all estimates: contradicted where a proven bound is
    below alpha, suspect where p is.
    """
    findings = list(findings)
    places = [k for k, finding in enumerate(findings) if finding.estimate]
    estimates = [finding.estimate for finding in findings if finding.estimate]
    corrected, bounds = (
        holm([found.p for found in estimates]),
        holm([found.bound for found in estimates]),
    )
    for k, found, p, bound in zip(places, estimates, corrected, bounds, strict=True):
        verdict = _of_estimate(found.p, bound, alpha)
        findings[k] = replace(
            findings[k],
            verdict=verdict,
            estimate=replace(found, corrected=p, corrected_bound=bound),
        )
    return _too_close(findings, alpha)


def _of_estimate(p: Fraction, bound: Fraction, alpha: Exact) -> Verdict:
    """Rare alone is no proof: only a proven bound, corrected for all estimates, contradicts."""
    if bound < alpha:
        return Verdict.CONTRADICTED
    return Verdict.SUSPECT if p < alpha else Verdict.CONSISTENT


def _too_close(findings: list[Finding], alpha: Exact) -> list[Finding]:
    """The consistent estimates suspect, when together they are nearer the exact means than random
    games would be.
    """
    p = closeness(findings)
    if p is None or p >= alpha:
        return findings
    return [
        replace(f, verdict=Verdict.SUSPECT) if f.verdict == Verdict.CONSISTENT else f
        for f in findings
    ]


def _asked_of(node: Node) -> frozenset[object]:
    """What the outermost quantities of a query are asked of: the same games tell them all."""
    if isinstance(node, Call):
        return frozenset([(node.arguments, node.options)])
    if isinstance(node, Arithmetic):
        return _asked_of(node.left) | _asked_of(node.right)
    return frozenset()


def closeness(findings: Iterable[Finding]) -> Fraction | None:
    """A proven bound on the chance that independent estimates are together as near as these; None
    for fewer than two.

    Those of one run, such as win(a, b) and 1 - win(a, b), count once: by the farthest.
    """
    estimates = [(found.claim, found.estimate) for found in findings if found.estimate]
    apart: dict[tuple[object, ...], Fraction] = {}
    for claim, found in estimates:
        run = (_asked_of(claim.node), *options_text(claim.given), claim.games)
        apart[run] = max(found.near, apart.get(run, found.near))
    return all_near(list(apart.values())) if len(apart) > 1 else None


def rounding_modes(findings: Iterable[Finding]) -> tuple[int, tuple[Rounding, ...]]:
    """How many numbers were rounded to what they print, and the modes that give all of them; wrong
    numbers and exact ones are left out.
    """
    printed = (Verdict.ROUNDED, Verdict.TRUNCATED)
    rounded = [set(finding.modes) for finding in findings if finding.verdict in printed]
    if not rounded:
        return 0, ()
    of_all = set.intersection(*rounded)
    return len(rounded), tuple(mode for mode in Rounding if mode in of_all)


def exit_status(findings: Iterable[Finding], strict: bool = False) -> int:
    """0 when all claims hold, 1 when one is wrong, 2 when one is undecided or unchecked; strict:
    truncation is wrong too.
    """
    verdicts = {finding.verdict for finding in findings}
    if verdicts & {Verdict.UNDECIDED, Verdict.UNCHECKED}:
        return 2
    passing = set(STRICTLY_HOLDS if strict else HOLDS)
    return 0 if verdicts <= passing else 1

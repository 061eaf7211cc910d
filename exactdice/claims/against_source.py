"""Claims compared with the author's own result files."""

from __future__ import annotations

from dataclasses import replace

from ..exact import shown
from ..queries.evaluate import calls_in
from ..queries.syntax import Known, walk
from ..queries.words import OF_CLAIMS
from .claim import SAMPLED, Claim, Kind
from .rounded import judge_rounded
from .verdict import HOLDS, OPEN, Finding, Verdict

_, SOURCE, _ = OF_CLAIMS
OF_SOURCE = {
    **dict.fromkeys((Verdict.EXACT, Verdict.ROUNDED, Verdict.CUT), Verdict.MATCHES),
    **dict.fromkeys((Verdict.OFF_BY_ONE, Verdict.CONTRADICTED), Verdict.DIFFERS),
}


def of_source(found: Finding) -> Finding:
    """The finding in the words of sources, where nothing but numbers of result files says what the
    claim's number should be.
    """
    node = found.claim.node
    named = [part for part in walk(node) if isinstance(part, Known)]
    is_of_source = any(_is_source(known) for known in named) and not calls_in(node)
    if not is_of_source or found.verdict not in OF_SOURCE:
        return found
    return replace(found, verdict=OF_SOURCE[found.verdict])


def _is_source(known: Known) -> bool:
    return getattr(known.written, "name", "") == SOURCE


def beside_source(found: Finding) -> Finding:
    """The finding, with what the author's result file says where the claim names it besides its
    value: a number that differs from it is wrong, whatever its exact value says.
    """
    claim = found.claim
    if claim.origin is None or claim.defect:
        return found
    assert isinstance(claim.origin, Known)  # since the references of the claim are resolved
    there = claim.origin.value
    of_file = judge_rounded(_rounded(claim), there)
    if of_file.verdict == Verdict.TRUNCATED:
        return replace(found, of_source=f"{Verdict.MATCHES}, cut off")
    if OF_SOURCE.get(of_file.verdict) == Verdict.MATCHES:
        return replace(found, of_source=Verdict.MATCHES.value)
    if of_file.verdict in OPEN:
        return replace(found, of_source=f"of its source {of_file.verdict}: {of_file.reason}")
    says = f"it has {shown(there)}, printed {of_file.correct}"
    if found.verdict not in HOLDS:
        return replace(found, of_source=f"{Verdict.DIFFERS}: {says}")
    says = f"{says}; of its exact value: {found.verdict}"
    return replace(found, verdict=Verdict.DIFFERS, reason=says, correct="")


def _rounded(claim: Claim) -> Claim:
    """The claim as one of a number that was rounded, when it is an estimate."""
    return replace(claim, kind=Kind.ROUNDED) if claim.kind in SAMPLED else claim

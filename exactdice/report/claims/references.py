"""What a claim's query names beside exact quantities: numbers of other claims of its document, and
of the author's own result files.

claim("table1-a")                            what that claim prints, within its rounding
source("results.csv", row=3, column="mean")  a number of a result file; of a JSON file by a pointer

They are replaced by the numbers that they stand for before anything is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ...exact.errors import ExactDiceError, QueryError, nearest
from ...exact.numbers import Interval, Value, shown
from ...query.evaluate import Scope, names_in, options_in, sorted_out, value_of
from ...query.register import Word
from ...query.syntax import Call, Entries, Known, Node, Quantified, Text, query_text, rebuilt, walk
from ...query.values import said
from ...query.words import OF_CLAIMS
from ...writeup.tables.table import label_text
from .approximate import cell_of, ends_of_cell
from .claim import Claim, Document
from .sources import Key, Place, Sources

CLAIM, SOURCE = OF_CLAIMS


def resolved(document: Document) -> Document:
    """The document with the numbers in place of what its queries name; a claim that names nothing
    is unclear and says why.
    """
    lookup = _References(document)
    return replace(document, claims=tuple(map(lookup.resolved, document.claims)))


def _with_numbers(
    node: Node, number_of: Callable[[Call], Value], bound: frozenset[str] = frozenset()
) -> Node:
    """The query with numbers in place of what it names; `bound` are the variables around it."""
    inside = bound | {node.variable} if isinstance(node, Quantified) else bound
    plain = rebuilt(node, lambda part: _with_numbers(part, number_of, inside))
    if not isinstance(plain, Call) or plain.name not in OF_CLAIMS:
        return plain
    for name in sorted(names_in(plain) & bound):
        raise QueryError(
            f"{query_text(node)} must not ask for {name}, the variable of a quantifier: it is "
            "looked up before"
        )
    return Known(number_of(plain), node)


class _References:
    """What the claims of one document may name."""

    def __init__(self, document: Document) -> None:
        # Of claims of one name the first one keeps it.
        self.claims = {claim.name: claim for claim in reversed(document.claims)}
        self.sources = Sources(document.path.parent)

    def resolved(self, claim: Claim) -> Claim:
        """The claim with numbers in its queries, or unclear."""
        calls = [
            part
            for node in (claim.node, claim.origin or claim.node)
            for part in walk(node)
            if isinstance(part, Call) and part.name in OF_CLAIMS
        ]
        if claim.defect or not calls:
            return claim
        try:
            # Claims may name each other: of each only what it prints is asked.
            named = (call.arguments[0] for call in calls if call.name == CLAIM and call.arguments)
            texts = (one.text if isinstance(one, Text) else query_text(one) for one in named)
            if claim.name in texts:
                raise QueryError(
                    "the claim refers to itself: it must name the other claims that it follows from"
                )
            number_of = partial(self._number_of, sorted_out(claim.node, claim.given))
            node = _with_numbers(claim.node, number_of)
            origin = claim.origin and _with_numbers(claim.origin, number_of)
        except ExactDiceError as error:
            return replace(claim, unclear=str(error))
        # What a reference alone asked for, as in row=i, is no option of what is left.
        asked = options_in(node, claim.given) | names_in(node)
        given = {key: value for key, value in claim.given.items() if key in asked}
        return replace(claim, node=node, given=given, origin=origin)

    def _number_of(self, scope: Scope, call: Call) -> Value:
        """What the call stands for, under these options where its names have these values."""
        arguments = [value_of(argument, scope) for argument in call.arguments]
        own = {key: value_of(value, scope) for key, value in call.options}
        if call.name == SOURCE:
            return self.sources.number(_place(arguments, own))
        # What the claim of this id prints, within its rounding.
        name = _text(arguments[0]) if arguments else None
        if name is None or len(arguments) > 1 or own:
            raise QueryError('claim needs the id of a claim in quotes, as in claim("table1-a")')
        if name not in self.claims:
            raise QueryError(
                f"there is no claim {shown(name)} in this file{nearest(name, self.claims)}"
            )
        found = self.claims[name]
        if found.defect:
            raise QueryError(f"claim {shown(name)} says no number: {found.defect}")
        return Interval(*ends_of_cell(cell_of(found))).collapsed


def _place(arguments: Sequence[object], own: Entries) -> Place:
    """The place that `source(...)` names."""
    texts = list(map(_text, arguments))
    if len(texts) not in (1, 2) or None in texts:
        raise QueryError(
            'source is written source("results.csv", row=3, column="mean"), '
            'source("gains.csv", dice=3, column="EG(0,0)") or source("results.json", "/runs/0/win")'
        )
    file, pointer = (*texts, None)[:2]
    row, column = (_key(own.get(name), name) for name in ("row", "column"))
    others = {key: own[key] for key in own if key not in ("row", "column")}
    # What the row has in other columns, as a file has it.
    having = tuple((name, label_text(value)) for name, value in others.items())
    return Place(file or "", pointer, row, column, having)


def _key(given: object, name: str) -> Key | None:
    """A row or a column as the query names it."""
    text = _text(given)
    if given is None or text is not None:
        return text
    if type(given) is int:
        return given
    raise QueryError(f"{name} must be a number counted from 1 or a name, got {said(given)}")


def _text(given: object) -> str | None:
    """The text or the name that is given; None for anything else."""
    return given.name if isinstance(given, Word) and given.arguments is None else None

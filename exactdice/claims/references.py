"""What a claim's query names beside exact quantities: numbers of other claims of its document, of
the author's own result files, and of the author's own functions.

claim("table1-a")                            what that claim prints, within its rounding
source("results.csv", row=3, column="mean")  a number of a result file; of a JSON file by a pointer
python("module:function", 3)                 what the function returns, where that is allowed

They are replaced by the numbers that they stand for before anything is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..errors import ExactDiceError, QueryError, nearest
from ..exact import Bounds, Value, shown
from ..queries.evaluate import names_in, options_in, sorted_out, value_of
from ..queries.syntax import Call, Known, Node, Quantified, Text, query_text, rebuilt, walk
from ..queries.words import OF_CLAIMS
from ..tables.table import label_text
from ..words.register import Word
from ..words.written import said
from .cells import cell_of, ends_of_cell
from .claim import Claim, Document
from .oracles import NOT_ALLOWED, oracle
from .sources import Key, Place, Sources

CLAIM, SOURCE, PYTHON = OF_CLAIMS
Values = Mapping[str, object]


def resolved(document: Document, allow_python: bool = False) -> Document:
    """The document with the numbers in place of what its queries name; a claim that names nothing
    is unclear and says why.
    """
    lookup = _References(document, allow_python)
    return replace(document, claims=tuple(map(lookup.resolved, document.claims)))


def _names_something(claim: Claim) -> bool:
    """Whether a query of the claim names what is not replaced yet."""
    nodes = (claim.node,) if claim.origin is None else (claim.node, claim.origin)
    return any(_is_reference(part) for node in nodes for part in walk(node))


def _is_reference(node: Node) -> bool:
    return isinstance(node, Call) and node.name in OF_CLAIMS


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

    def __init__(self, document: Document, allow_python: bool) -> None:
        # Of claims of one name the first one keeps it.
        self.claims = {claim.name: claim for claim in reversed(document.claims)}
        self.sources = Sources(document.path.parent)
        self.allow_python = allow_python

    def resolved(self, claim: Claim) -> Claim:
        """The claim with numbers in its queries, or unclear."""
        if claim.defect or not _names_something(claim):
            return claim
        try:
            # Claims may name each other: of each only what it prints is asked.
            if claim.name in _named_by(claim):
                raise QueryError(
                    "the claim refers to itself: it must name the other claims that it follows from"
                )
            number_of = partial(self._number_of, *sorted_out(claim.node, claim.given))
            node = _with_numbers(claim.node, number_of)
            origin = claim.origin and _with_numbers(claim.origin, number_of)
        except ExactDiceError as error:
            return replace(claim, unclear=str(error))
        # What a reference alone asked for, as in row=i, is no option of what is left.
        asked = options_in(node, claim.given) | names_in(node)
        given = {key: value for key, value in claim.given.items() if key in asked}
        return replace(claim, node=node, given=given, origin=origin)

    def _number_of(self, options: Values, bindings: Values, call: Call) -> Value:
        """What the call stands for, under these options where its names have these values."""
        arguments = [value_of(argument, options, bindings) for argument in call.arguments]
        own = {key: value_of(value, options, bindings) for key, value in call.options}
        if call.name == CLAIM:
            return self._of_claim(arguments, own)
        if call.name == SOURCE:
            return self.sources.number(_place(arguments, own))
        return self._of_python(arguments, own)

    def _of_claim(self, arguments: Sequence[object], own: Values) -> Value:
        """What the claim of this id prints, within its rounding."""
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
        lower, upper = ends_of_cell(cell_of(found))
        return lower if lower == upper else Bounds(lower, upper)

    def _of_python(self, arguments: Sequence[object], own: Values) -> Value:
        """What the function returns."""
        if not self.allow_python:
            raise QueryError(NOT_ALLOWED)
        name = _text(arguments[0]) if arguments else None
        if name is None:
            raise QueryError('python needs a function, as in python("oracle:win", 3)')
        return oracle(name, arguments[1:], own)


def _place(arguments: Sequence[object], own: Values) -> Place:
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
    return Place(file or "", pointer, row, column, tuple(_entries(others)))


def _entries(others: Values) -> Iterator[tuple[str, str]]:
    """What the row has in other columns, as a file has it."""
    for name, value in others.items():
        yield name, label_text(value)


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


def _named_by(claim: Claim) -> Iterator[str]:
    """The ids of the claims that the query names."""
    for part in walk(claim.node):
        if isinstance(part, Call) and part.name == CLAIM and part.arguments:
            named = part.arguments[0]
            yield named.text if isinstance(named, Text) else query_text(named)

"""Options that hold a symbol, as `weights=p,1-p` do: which symbols they hold, numbers or a domain
in their place, statements about all of their values.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..exact.cost import refuse_costly
from ..exact.errors import ExactDiceError, QueryError, RulesError
from ..exact.numbers import Exact, exact_text, is_symbolic, parse_exact, shown, simplest
from ..symbolic.function import Condition, polynomial_on
from ..symbolic.rational_function import Polynomial, parameter, polynomial_of
from .arithmetic import (
    Ranging,
    compare,
    depends_on_symbol,
    exact_or_expression,
    join_truths,
    side,
)
from .register import Answer, Word, is_name
from .syntax import Comparison, Entries, called_in
from .values import LAWS, said

LISTED = "weights"  # the option whose names are symbols
NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
STEPS_A_NUMBER = 10_000  # for which something is asked


# --- read -----------------------------------------------------------------------------------------


def symbols_written(pairs: Mapping[str, str]) -> set[str]:
    """The keys that stand as names in the values of others, as p in `weights=p,1-p p=0..1/2`.

    >>> symbols_written({"weights": "p,1-p", "p": "1/3", "target": "3"})
    {'p'}
    """
    return {
        match[0]
        for key, text in pairs.items()
        for match in NAME.finditer(text)
        # A name that is called is none.
        if match[0] in pairs.keys() - {key} and not text[match.end() :].lstrip().startswith("(")
    }


def read_domain(name: str, text: str) -> Polynomial | None:
    """The symbol with the domain written low..high; None where the text is no such interval.

    >>> read_domain("p", "0..1/2").parameter
    Parameter(name='p', low=0, high=Fraction(1, 2))
    """
    ends = _parse_numbers(name, text, 2)
    return None if ends is None else parameter(name, *ends)


def read_steps(name: str, text: str) -> tuple[Exact, ...] | None:
    """The numbers for a name written low..high..step, of which any may be a fraction; None where
    the text is no such range.

    >>> read_steps("p", "0..1..1/4")
    (0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1)
    """
    ends = _parse_numbers(name, text, 3)
    if ends is None:
        return None
    low, high, step = ends
    if step <= 0 or high < low:
        raise QueryError(f"a range must go up, from the smaller number to the larger, got {text}")
    count = int((high - low) // step) + 1
    refuse_costly(f"a range of {shown(count)} numbers", STEPS_A_NUMBER * count, "larger steps")
    return tuple(simplest(low + step * k) for k in range(count))


def _parse_numbers(name: str, text: str, count: int) -> tuple[Exact, ...] | None:
    """So many numbers that are written for a symbol with .. between them; None for another
    count.
    """
    parts = text.split("..")
    if len(parts) != count:
        return None
    try:
        return tuple(map(parse_exact, parts))
    except ExactDiceError:
        raise QueryError(
            f"{name} is a symbol: write its domain as {name}=0..1/2, numbers for it as "
            f"{name}=1/4,1/3 or {name}=0..1..1/10, got {text}"
        ) from None


# --- held -----------------------------------------------------------------------------------------


def symbols_held(options: Entries) -> set[str]:
    """The names of the symbols that the options hold: all names in the weights, those in an
    expression, and those with a domain.
    """
    found = set[str]()
    for key, value in options.items():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Word):
                found.update((part.name,) if key == LISTED and part.arguments is None else ())
            elif not isinstance(part, Exact):
                found.update(_symbol_names(part))
    return found


def _symbol_names(part: object) -> Iterator[str]:
    if isinstance(part, Polynomial):
        yield part.parameter.name
    elif is_symbolic(part):
        yield from (str(unknown) for unknown in part.free_symbols)  # type: ignore[attr-defined]


def with_numbers(given: Entries, kept: Container[str], options: Container[str] = ()) -> Entries:
    """The given entries with the number or the domain of each symbol in its place, as by `p=1/3`;
    those in `kept` stand for something else as well. `options` are no symbols.
    """
    held = symbols_held(given)
    numbers: dict[str, Any] = {
        key: given[key] for key in given if key in held and key not in options
    }
    if not numbers:
        return dict(given)
    for key, number in numbers.items():
        if not isinstance(number, Exact | Polynomial):
            raise QueryError(
                f"{key} must be a number where {LISTED} hold it, or a domain as 0..1/2, got "
                f"{said(number)}"
            )
    rest = {key: value for key, value in given.items() if key not in numbers or key in kept}
    for key, value in list(rest.items()):
        if key in numbers:
            continue
        if not isinstance(value, tuple):
            rest[key] = _substitute(value, numbers)
            continue
        rest[key] = parts = tuple(_substitute(part, numbers) for part in value)
        for place, weight in enumerate(parts if key == LISTED else (), 1):
            if isinstance(weight, Exact) and weight < 0:
                where = ", ".join(
                    f"{name} = {exact_text(one) if isinstance(one, Exact) else one.parameter}"
                    for name, one in numbers.items()
                )
                raise QueryError(f"weight {place} is {exact_text(weight)} where {where}")
    return rest


def _substitute(part: object, numbers: Mapping[str, Answer]) -> Answer:
    """The number or the expression with numbers and domains for its symbols."""
    if is_name(part):
        return numbers.get(part.name, part)
    if not is_symbolic(part):
        return part
    from ..symbolic.expressions import as_expression, symbol

    fixed = {key: number for key, number in numbers.items() if isinstance(number, Exact)}
    values = {symbol(name): as_expression(number) for name, number in fixed.items()}
    left = part.subs(values)  # type: ignore[attr-defined]
    stated = [numbers[name] for name in _symbol_names(left) if name in numbers]
    if not stated:
        return exact_or_expression(left)
    return polynomial_of(left, "an option with a symbol", stated[0].parameter)


# --- statements -----------------------------------------------------------------------------------


def holds_over(quantifier: str, ends: tuple[Exact, Exact], condition: Answer, name: str) -> Answer:
    """Whether a statement is true for all numbers of an interval, or for any; the statement itself
    where it depends on another symbol alone.
    """
    if isinstance(condition, bool):  # whatever the symbol is
        return condition
    if not isinstance(condition, Condition):
        raise QueryError(
            f"over the symbol {name} a comparison of a value with a number is decided, as "
            f"EG(0,0) >= 0, got {said(condition)}"
        )
    if condition.name != name:
        return condition
    low, high = ends
    if quantifier == "all":
        return condition.holds(low, high)
    if quantifier == "any":
        return not condition.negated().holds(low, high)
    raise QueryError(f"over a symbol there is all and any, got {quantifier}")


def compared_over(node: Comparison, values: Sequence[Answer], bindings: Entries) -> Answer:
    """Whether each part with this value compares with the next; what is written in a symbol alone,
    as p > 1/2, is a statement over the numbers that the symbol takes.
    """
    if any(isinstance(value, LAWS) for value in values):
        return compare(node.marks, values)
    found = []
    parts = list(zip(node.parts, values, strict=True))
    for mark, pair in zip(node.marks, pairwise(parts), strict=True):
        # As functions where none is one, which has a domain of its own; the value of a call may
        # have a domain that the symbols in it do not tell.
        has_domain = any(depends_on_symbol(value) for _, value in pair)
        ends = []
        for part, value in pair:
            names = {value.name} if isinstance(value, Ranging) else set(_symbol_names(value))
            known = [bindings.get(name) for name in names]
            symbol = known[0] if len(known) == 1 else None
            if has_domain or called_in(part) or not isinstance(symbol, Ranging):
                ends.append(value)
                continue
            try:
                polynomial = polynomial_of(side(value), "what is written in a symbol")
            except RulesError as error:
                raise QueryError(str(error)) from error
            ends.append(polynomial_on(polynomial, symbol.low, symbol.high))
        found.append(compare((mark,), ends))
    return join_truths("and", found)


def holds_ranging(value: Answer, bindings: Entries) -> bool:
    """Whether the value is written in a symbol that takes the numbers of an interval."""
    return isinstance(value, Ranging) or any(
        isinstance(bindings.get(name), Ranging) for name in _symbol_names(value)
    )

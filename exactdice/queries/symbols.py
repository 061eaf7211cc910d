"""Options that hold a symbol, as `weights=p,1-p` do: which symbols they hold, numbers in their
place, statements about all of their values.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import QueryError
from ..exact import Exact, is_symbolic
from ..parametric.function import Condition
from ..words.register import Answer, Word
from ..words.written import said
from .arithmetic import number_or_expression

LISTED = "weights"  # the option whose names are symbols


def symbols_held(options: Mapping[str, object]) -> set[str]:
    """The names of the symbols that the weights hold."""
    return {name for part in _parts(options.get(LISTED)) for name in _names(part)}


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _names(part: object) -> set[str]:
    """The symbols of one weight."""
    if isinstance(part, Word):
        return {part.name} if part.arguments is None else set()
    if is_symbolic(part):
        return {str(unknown) for unknown in part.free_symbols}  # type: ignore[attr-defined]
    return set()


def with_numbers(given: Mapping[str, object], kept: set[str]) -> dict[str, object]:
    """The given entries with the number of each symbol in its place, as by `p=1/3`; those in `kept`
    stand for something else as well.
    """
    numbers = {key: given[key] for key in symbols_held(given) if key in given}
    if not numbers:
        return dict(given)
    for key, number in numbers.items():
        if not isinstance(number, Exact):
            raise QueryError(f"{key} must be a number where weights hold it, got {said(number)}")
    weights = tuple(_substituted(part, numbers) for part in _parts(given[LISTED]))
    rest = {key: value for key, value in given.items() if key not in numbers or key in kept}
    return {**rest, LISTED: weights}


def _substituted(part: object, numbers: Mapping[str, object]) -> Answer:
    """The weight with numbers for its symbols."""
    if isinstance(part, Word):
        return numbers.get(part.name, part)
    if not is_symbolic(part):
        return part
    from ..symbolic import as_expression, symbol

    values = {symbol(name): as_expression(number) for name, number in numbers.items()}
    return number_or_expression(part.subs(values))  # type: ignore[attr-defined]


def holds_over(quantifier: str, ends: tuple[Exact, Exact], condition: Answer, name: str) -> bool:
    """Whether a statement is true for all numbers of an interval, or for any."""
    if not isinstance(condition, Condition):
        raise QueryError(
            f"over the symbol {name} a comparison of a value with a number is decided, as "
            f"EG(0,0) >= 0, got {said(condition)}"
        )
    low, high = ends
    if quantifier == "all":
        return condition.holds(low, high)
    if quantifier == "any":
        return not condition.negated().holds(low, high)
    raise QueryError(f"over a symbol there is all and any, got {quantifier}")


def interval(low: Answer, high: Answer) -> tuple[Exact, Exact]:
    """The ends of an interval; `QueryError` unless they are numbers in their order."""
    if isinstance(low, Exact) and isinstance(high, Exact) and low < high:
        return low, high
    raise QueryError(f"an interval of a symbol needs low < high, got {said(low)}..{said(high)}")

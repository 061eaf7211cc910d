"""Options given in Python, `dice=3, d=range(1, 7)`, as the words that a command line writes."""

from __future__ import annotations

from collections.abc import Mapping

from ..argument_checks import a_text, got
from ..errors import QueryError
from ..exact import Exact, exact_text
from ..queries.evaluate import parse_values
from ..words.register import Answer


def words_of(options: Mapping[str, object]) -> list[str]:
    """`key=value` for each option.

    Numbers are ints, Fractions or texts such as "1/3"; a range of Python is one of labels, and a
    list or a tuple several values.

    >>> from fractions import Fraction
    >>> words_of({"dice": 3, "d": range(1, 7), "weights": (1, Fraction(1, 2)), "a": ["blind"]})
    ['dice=3', 'd=1..6', 'weights=1,1/2', 'a=blind']
    """
    return [f"{key}={_written(value, key)}" for key, value in options.items()]


def parameters_of(grid: Mapping[str, object]) -> dict[str, str | tuple[Answer, ...]]:
    """The parameters of a sweep as words, those with a list as the values in it.

    >>> found = parameters_of({"i": range(3), "a": ["blind", "1/2"], "weights": (1, 2)})
    >>> found["i"], [str(label) for label in found["a"]], found["weights"]
    ('0..2', ['blind', '1/2'], '1,2')
    """
    return {key: _parameter(key, given) for key, given in grid.items()}


def _parameter(key: str, given: object) -> str | tuple[Answer, ...]:
    if not isinstance(given, list):
        return _written(given, key)
    return tuple(parse_values(_one(part, key))[0] for part in given)


def _written(value: object, key: str) -> str:
    if isinstance(value, range):
        return _range(value, key)
    if isinstance(value, list | tuple):
        return ",".join(_one(part, key) for part in value)
    return _one(value, key)


def _range(labels: range, key: str) -> str:
    if not labels or labels.step < 1:
        raise QueryError(f"{key} must be a range that goes up and is not empty, got {labels}")
    step = f"..{labels.step}" if labels.step > 1 else ""
    return f"{labels[0]}..{labels[-1]}{step}"


def _one(value: object, key: str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Exact):
        return exact_text(value)
    if isinstance(value, str):
        return a_text(value, key)
    raise QueryError(
        f"{key} must be an int, a Fraction, a text such as '1/3', or a range or a list of these, "
        f"{got(value)}"
    )

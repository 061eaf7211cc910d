"""Functions of the author's own that a claim may be compared with: `python("module:function", 3)`.

Code is run only where the command line allows it, and only that of modules in the current folder or
below it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from ..argument_checks import FAILURES, said_by
from ..errors import ExactDiceError, QueryError, nearest
from ..exact import Exact, as_exact, parse_exact, shown, simplest
from ..loading import module_of
from ..words.register import Word
from ..words.written import said

NAME = re.compile(
    r"(?P<module>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):(?P<function>[A-Za-z_]\w*)", re.ASCII
)
NOT_ALLOWED = "python(...) needs --allow-python, since it runs code that the document names"
MOST_EXPONENT = 10_000  # of a Decimal that a function returns


def oracle(name: str, arguments: Sequence[object], options: Mapping[str, object]) -> Exact:
    """The exact number that the function returns; `QueryError` in one line for what goes wrong, and
    `InexactError` for a float.
    """
    match = NAME.fullmatch(name)
    if match is None:
        raise QueryError(
            f'python needs a module and a function of it, as in python("oracle:win", 3), got '
            f"{shown(name)}"
        )
    function = _function(match["module"], match["function"])
    given = [_as_python(argument) for argument in arguments]
    named = {key: _as_python(value) for key, value in options.items()}
    try:
        found = function(*given, **named)
    except ExactDiceError:
        raise  # it says already what is wrong
    except (*FAILURES, OSError) as error:
        raise QueryError(f"python({name}) fails: {said_by(error)}") from error
    return _exactly(found, f"what python({name}) returns")


def _function(module: str, name: str) -> Callable[..., object]:
    """The function of this name in a module in the current folder or below it."""
    folder = Path(*module.split("."))
    file = folder if folder.is_dir() else folder.with_suffix(".py")
    content = vars(module_of(file))
    found: object = content.get(name)
    if not callable(found):
        functions = [key for key, thing in content.items() if callable(thing) and key[0] != "_"]
        raise QueryError(f"{file} has no function {name}{nearest(name, functions)}")
    function: Callable[..., object] = found
    return function


def _as_python(value: object) -> object:
    """An argument of a query as a function takes it: a number, a text or a tuple of these."""
    if isinstance(value, tuple):
        return tuple(map(_as_python, value))
    if isinstance(value, Exact):
        return value
    if isinstance(value, Word) and value.arguments is None:
        return value.name
    raise QueryError(f"python(...) takes numbers and names known exactly, got {said(value)}")


def _exactly(found: object, what: str) -> Exact:
    """The number that the function returned."""
    if isinstance(found, str):
        return parse_exact(found)
    if isinstance(found, Decimal):
        is_written_out = found.is_finite() and abs(found.adjusted()) <= MOST_EXPONENT
        if not is_written_out:
            raise QueryError(f"{what} must be a number of at most 10^{MOST_EXPONENT}, got {found}")
        return simplest(Fraction(found))
    return as_exact(found, what)

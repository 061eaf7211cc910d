"""Single random changes of JSON documents: of any value, key, number, name or list in them."""

import json
from fractions import Fraction
from random import Random
from typing import Any

STRANGE = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    1.0,
    0.5,
    "",
    "wait",
    "0",
    "0x0",
    "-0x0",
    "0x1",
    "0x1/0x2",
    "0x2/0x4",
    "0x3/0x1",
    [],
    {},
    [[]],
)


def changed(document: Any, random: Random) -> Any:
    """The document with one change, which makes it another JSON value; the document itself stays as
    it is.
    """
    while True:
        path = random.choice(paths(document))
        other = replaced(document, path, lambda value: another(value, document, random))
        if text(other) != text(document):
            return other


def text(value: Any) -> str:
    """Equal just for equal JSON values: 1, 1.0 and true are three."""
    return json.dumps(value, sort_keys=True)


def paths(document: Any) -> list[tuple]:
    """The way to the document, and to every value in it."""
    found: list[tuple] = []
    add_paths(found, (), document)
    return found


def add_paths(found: list[tuple], path: tuple, value: Any) -> None:
    """Add the way to this value, and to every value in it."""
    found.append(path)
    if isinstance(value, (dict, list)):
        for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
            add_paths(found, (*path, key), entry)


def replaced(value: Any, path: tuple, change: Any) -> Any:
    """A copy in which the value at the path is change(it)."""
    if not path:
        return change(value)
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], change)
    return copy


def another(value: Any, document: Any, random: Random) -> Any:
    """One change of this value: one that fits its type, something strange, or a value from
    elsewhere in the document.
    """
    kind = random.randrange(8)
    if kind == 0:
        return random.choice(STRANGE)
    if kind == 1:
        return at(document, random.choice(paths(document)))
    if isinstance(value, dict):
        return another_object(value, random)
    if isinstance(value, list):
        return another_list(value, random)
    if isinstance(value, str):
        return another_text(value, random)
    return value + random.choice((-2, -1, 1, 2)) if type(value) is int else random.choice(STRANGE)


def at(value: Any, path: tuple) -> Any:
    return at(value[path[0]], path[1:]) if path else value


def another_object(value: dict, random: Random) -> dict:
    """With a key left out, added, renamed, or with two values exchanged."""
    copy = dict(value)
    keys = random.sample(list(copy), min(2, len(copy)))
    kind = random.randrange(4)
    if not keys or kind == 0:
        copy[random.choice(("x", "extra", "payoff", "y", "row"))] = random.choice(STRANGE)
    elif kind == 1:
        del copy[keys[0]]
    elif kind == 2:
        copy[random.choice(("x", "y", "ray", "payoff", keys[0] + " "))] = copy.pop(keys[0])
    else:
        copy[keys[0]], copy[keys[-1]] = copy[keys[-1]], copy[keys[0]]
    return copy


def another_list(value: list, random: Random) -> list:
    """With an entry more or less, doubled or strange, or with its entries in another order."""
    place = random.randrange(len(value) + 1)
    kind = random.randrange(6)
    if not value or kind == 0:
        return [*value[:place], random.choice(STRANGE), *value[place:]]
    if kind == 1:
        return value[:place] + value[place + 1 :]
    if kind == 2:
        return [*value, random.choice(value)]
    if kind == 3:
        return value[::-1]
    return (
        random.sample(value, len(value))
        if kind == 4
        else value[:place] + value[place:][:1] + value[place:]
    )


def another_text(value: str, random: Random) -> Any:
    """Another number, written in any way, or bounds of it; of a text that is no number, another
    text.
    """
    try:
        number = Fraction(*(int(part, 16) for part in value.split("/")))
    except (ValueError, TypeError, ZeroDivisionError):
        letters = [value.replace(one, other) for one, other in ("rh", "hr", "hb", "rb", "br")]
        return random.choice((value + "r", value[1:], value[::-1], value.upper(), *letters))
    step = random.choice(
        (1, Fraction(1, 2), Fraction(1, 6), Fraction(1, 2**20), number, Fraction(0))
    )
    near = number + random.choice((-1, 1)) * step
    ends = [written(number - abs(step)), written(number + abs(step))]
    badly = (
        value.upper(),
        value.replace("0x", "0x0"),
        value + "/0x1",
        " " + value,
        "+" + value,
        value + "_0",
        "-" + value,
        hex(2) + value[1:],
    )
    lists = (
        [value, value],
        ends,
        ends[::-1],
        [value],
        [value, ends[1]],
        [ends[0], value],
        [value, value, value],
    )
    return random.choice(
        (written(near), written(near), written(-number), random.choice(badly), random.choice(lists))
    )


def written(number: Fraction) -> str:
    return hex(number.numerator) + (f"/{number.denominator:#x}" if number.denominator > 1 else "")

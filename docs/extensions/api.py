"""The public names of a module as Markdown: the signature and the docstring of each."""

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

import markdown_parts as markdown

from exactdice.query.register import summary_of


def module(name: str, *names: str) -> str:
    """The public names of a module, or those named, each with its signature and docstring."""
    home = import_module(name)
    chosen = names or public_names(home)
    parts = [] if names else [markdown.prose(inspect.getdoc(home) or "")]
    parts += [described(f"{name}.{one}", getattr(home, one)) for one in chosen]
    return "\n".join(parts)


def all_names() -> str:
    """A table of the public names of `exactdice`, each with the first sentence on it."""
    home = import_module("exactdice")
    pages = pages_by_name()
    rows = []
    for name in home.__all__:
        thing = getattr(home, name)
        link = f"[`{name}`]({pages[name]}#{name.lower()})"
        rows.append([link, markdown.text(summary_of(thing)) if callable(thing) else repr(thing)])
    return markdown.table(["name", "what it is"], rows)


HERE = Path(__file__).parent.parent / "reference" / "api"
PLACE = re.compile(r"^<!-- made: api exactdice((?: \w+)+) -->$", re.MULTILINE)


def pages_by_name() -> dict[str, str]:
    """{public name: the page that describes it}, as the pages themselves say."""
    return {
        name: page.name
        for page in sorted(HERE.glob("*.md"))
        for place in PLACE.finditer(page.read_text(encoding="utf-8"))
        for name in place[1].split()
    }


def public_names(home: Any) -> list[str]:
    """The names that the module says are public, or else those that it defines without `_`."""
    said = getattr(home, "__all__", None)
    if said is not None:
        return list(said)
    return [
        name
        for name, thing in vars(home).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) == home.__name__
    ]


def described(path: str, thing: Any) -> str:
    """One function, class or constant under a heading."""
    name = path.rpartition(".")[2]
    parts = [f"### {_title(path, thing)}\n", markdown.fence(_heading(path, thing), "python")]
    if inspect.isclass(thing) or callable(thing):
        parts.append(markdown.docstring(thing))
    else:
        parts.append(_about_value(thing))
    if inspect.isclass(thing):
        parts += [_member(name, *member) for member in members(thing)]
    return "\n".join(parts)


def _title(path: str, thing: Any) -> str:
    """The name; with its module where `exactdice` has another thing of this name."""
    name = path.rpartition(".")[2]
    package = import_module("exactdice")
    is_other = name in package.__all__ and getattr(package, name) is not thing
    return path.removeprefix("exactdice.") if is_other else name


def _about_value(thing: Any) -> str:
    """What a constant is: its type and itself."""
    return f"A value of the type `{type(thing).__name__}`: {markdown.code(repr(thing))}.\n"


def _heading(path: str, thing: Any) -> str:
    module_name, _, name = path.rpartition(".")
    imported = f"from {module_name} import {name}"
    called = _called(name, thing)
    return f"{imported}\n\n{called}" if called else imported


def _called(name: str, thing: Any) -> str:
    """The name with its arguments; "" for what is not called."""
    is_class = inspect.isclass(thing)
    if is_class and (issubclass(thing, Enum) or getattr(thing, "_is_protocol", False)):
        return f"class {name}"
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return f"class {name}" if is_class else ""
    if is_class:
        return f"class {_wrapped(name, signature.replace(return_annotation=signature.empty))}"
    return f"def {_wrapped(name, signature)}"


def _wrapped(name: str, signature: inspect.Signature) -> str:
    """The name with its arguments, on lines that fit."""
    line = f"{name}{_plain(str(signature))}"
    if len(line) <= 90:
        return line
    parts = [_plain(str(one)) for one in _written(signature)]
    returned = signature.return_annotation
    end = ")" if returned is signature.empty else f") -> {_plain(_annotation(returned))}"
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), end])


def _written(signature: inspect.Signature) -> Iterator[str]:
    """The parameters with the marks between them."""
    inner = str(signature.replace(return_annotation=signature.empty))[1:-1]
    depth, start = 0, 0
    for k, sign in enumerate(inner):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            yield inner[start:k].strip()
            start = k + 1
    yield inner[start:].strip()


def _annotation(thing: Any) -> str:
    return thing if isinstance(thing, str) else inspect.formatannotation(thing)


def _plain(written: str) -> str:
    """A signature as it stands in the code: annotations without quotes and long names."""
    text = re.sub(r"ForwardRef\(([^()]*)\)", r"\1", written.replace("'", ""))
    return text.replace("exactdice.", "").replace("collections.abc.", "")


# --- members of classes ---------------------------------------------------------------------------


def members(thing: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that the class itself defines and says something of."""
    for name, member in vars(thing).items():
        if not name.startswith("_") and inspect.getdoc(_function(member)) and _is_own(member):
            yield name, member


def _function(member: Any) -> Any:
    """The function behind a property, a method of the class or a cached one."""
    for inner in ("fget", "__func__", "func"):
        if hasattr(member, inner):
            return getattr(member, inner)
    return member


def _is_own(member: Any) -> bool:
    return inspect.isroutine(_function(member))


def _member(owner: str, name: str, member: Any) -> str:
    function = _function(member)
    is_called = inspect.isfunction(member) or isinstance(member, classmethod | staticmethod)
    called = _without_self(name, function) if is_called else name
    return "\n".join(
        [
            f"#### {owner}.{name}\n",
            markdown.fence(called, "python"),
            markdown.docstring(function),
        ]
    )


def _without_self(name: str, function: Any) -> str:
    signature = inspect.signature(function)
    parameters = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    return _wrapped(name, signature.replace(parameters=parameters))

"""The commands of the terminal, described from what their own help says."""

from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

import markdown_parts as markdown
import typer

Command = Any  # of click, or of what typer has in its place


def commands() -> dict[str, Command]:
    """{name as it is typed: the command}."""
    return dict(_whole().commands)


def _whole() -> Command:
    from exactdice.cli.terminal.main import app

    return typer.main.get_command(app)


def command(name: str) -> str:
    """What the command does, how it is called, its arguments and options."""
    found = commands()[name]
    kinds = types_of(found)
    arguments = [parameter for parameter in found.params if _is_argument(parameter)]
    options = [parameter for parameter in found.params if not _is_argument(parameter)]
    usage = " ".join(["exactdice", name, *map(_called, arguments), *["[OPTIONS]"][: len(options)]])
    parts = [markdown.prose(found.help), markdown.fence(usage)]
    if arguments:
        parts.append(markdown.table(["argument", "meaning"], map(_argument_row, arguments)))
    if options:
        parts.append(_options_table(options, kinds))
    return "\n".join(parts)


def types_of(found: Command) -> dict[str, type]:
    """{parameter: the type of its value}, as the function behind the command is annotated."""
    hints = get_type_hints(found.callback)
    return {name: _type_within(hint) for name, hint in hints.items()}


def _type_within(hint: Any) -> Any:
    """The type of one value: `Path` of `Path | None`, `str` of `list[str] | None`."""
    while parts := [part for part in get_args(hint) if part is not NoneType]:
        hint = parts[0]
    return hint


def _options_table(options: list[Command], kinds: dict[str, type]) -> str:
    rows = (_option_row(option, kinds.get(option.name, str)) for option in options)
    return markdown.table(["option", "meaning", "default"], rows)


def all_commands() -> str:
    """A table of all commands, each with the first sentence of its help."""
    rows = (
        (f"[`{name}`](#exactdice-{name})", markdown.text(_first(found.help)))
        for name, found in commands().items()
    )
    return markdown.table(["command", "what it does"], rows)


def whole_options() -> str:
    """The options of `exactdice` itself."""
    whole = _whole()
    return _options_table(whole.params, types_of(whole))


def _first(help_text: str) -> str:
    return " ".join(help_text.partition("\n\n")[0].split())


def _is_argument(parameter: Command) -> bool:
    return parameter.param_type_name == "argument"


def _called(parameter: Command) -> str:
    """An argument as the line of usage shows it."""
    name = parameter.name.upper()
    many = f"{name}..." if parameter.nargs == -1 else name
    return many if parameter.required else f"[{many}]"


def _argument_row(parameter: Command) -> list[str]:
    return [markdown.code(_called(parameter)), markdown.text(parameter.help or "")]


# What stands for the value of an option of this type.
VALUES = {int: "N", float: "SECONDS", Path: "FILE", str: "TEXT"}


def _option_row(parameter: Command, kind: type) -> list[str]:
    value = "" if parameter.is_flag else VALUES.get(kind, "NAME")
    names = ", ".join(markdown.code(f"{name} {value}".rstrip()) for name in parameter.opts)
    return [names, _meaning(parameter, kind), _default(parameter)]


def _meaning(parameter: Command, kind: type) -> str:
    choices = list(kind) if isinstance(kind, type) and issubclass(kind, Enum) else []
    listed = f" One of {', '.join(map(markdown.code, map(str, choices)))}." if choices else ""
    many = " It may be repeated." if parameter.multiple and "repeat" not in parameter.help else ""
    return f"{markdown.text(parameter.help or '')}{listed}{many}"


def _default(parameter: Command) -> str:
    if isinstance(parameter.show_default, str):
        return markdown.text(parameter.show_default)
    default = parameter.default
    is_shown = default not in (None, False, ()) and not callable(default)
    return markdown.code(str(default)) if is_shown and parameter.show_default else ""

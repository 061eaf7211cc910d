"""The packages: the one list of their order, the imports between them, and the table of
them. The tests of the imports read it, and so does the page docs/contributing/house.md.
"""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

import exactdice

ROOT = Path(exactdice.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

# Imports go up this list only: a package, a part of one, or a module beside them may import itself
# and what stands before it. A package stands behind its parts for what is in none of them.
LAYERS = [
    "exact",
    "symbolic",
    "distributions",
    "game",
    "checker",
    "linear.lp",
    "linear.matrices",
    "linear",
    "solvers.hidden",
    "solvers.stores",
    "solvers",
    "solvers.evaluation",
    "solvers.arenas",
    "proofs",
    "games",
    "query",
    "jobs",
    "formulas",
    "interop",
    "writeup.tables",
    "writeup.sweep_table",
    "writeup.sweeps",
    "writeup.pictures",
    "writeup",
    "report.printed",
    "report.claims",
    "report.documents",
    "report.generated",
    "sphinx",
    "report.suggesting",
    "report.pages",
    "report",
    "testing",
    "cli.mcp_server",
    "cli.server",
    "cli.terminal",
    "cli.notebook",
    "cli",
]
PACKAGES = list(dict.fromkeys(one.split(".")[0] for one in LAYERS))
# What solves games, without queries, reports and commands: it stands alone (make engine).
ENGINE = PACKAGES[: PACKAGES.index("query")]
EXEMPT = {"__init__", "__main__"}  # the package's own front doors


def dotted(path):
    """`exactdice/games/dice_battle/rules.py` is ("exactdice", "games", "dice_battle"); a package's
    __init__ is the package.
    """
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


KNOWN = {dotted(path) for path in MODULES}


def layer(parts):
    """The package, or the part of one, or the module beside them, that the dotted name lies in."""
    part = ".".join(parts[1:3])
    return part if part in LAYERS else parts[1] if len(parts) > 1 else "__init__"


class Parsed(NamedTuple):
    docstring: str
    imports: list  # wherever in the file
    names: set  # that the file uses


@cache
def parsed(path):
    """What the tests look at in a file, which is read once for all of them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports, names = [], set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(node)
            if isinstance(node, ast.ImportFrom):
                names.update(name.name for name in node.names)
    return Parsed(ast.get_docstring(tree), imports, names)


def inside(path):
    """The modules of this package that the file imports, wherever in the file."""
    package = dotted(path) if path.name == "__init__.py" else dotted(path)[:-1]
    for node in parsed(path).imports:
        if isinstance(node, ast.Import):
            yield from (
                tuple(name.name.split("."))
                for name in node.names
                if name.name.split(".")[0] == "exactdice"
            )
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            if base[0] == "exactdice":
                for name in node.names:
                    yield (
                        (*base, name.name)
                        if (*base, name.name) in KNOWN
                        else (*base, f"[{name.name}]")
                        if base == ("exactdice",)
                        else base
                    )


def used_by_packages():
    """{package: the packages that its modules import}, in the order of PACKAGES; folders alone."""
    packages = [name for name in PACKAGES if (ROOT / name).is_dir()]
    found = {name: set() for name in packages}
    for path in MODULES:
        name, *_ = layer(dotted(path)).split(".")
        if name in found:
            targets = (layer(target) for target in inside(path) if len(target) > 1)
            found[name] |= {target.split(".")[0] for target in targets}
    return {
        name: [package for package in packages if package in found[name] - {name}]
        for name in packages
    }


# --- the table of packages -----------------------------------------------------------------------


def table_of_packages():
    """The table of all packages in their order, each with what its docstring says and what is
    in it.
    """
    return "\n".join(
        ["| package | what it is for | what is in it |", "|---|---|---|", *map(table_row, PACKAGES)]
    )


def table_row(name):
    package = ROOT / name
    is_folder = package.is_dir()
    first = summary(file_of(name))
    inside_it = (
        sorted(path.stem for path in package.iterdir() if is_part(path)) if is_folder else []
    )
    return (
        f"| `{name}{'/' if is_folder else '.py'}` | {first} | "
        f"{' '.join(f'`{part}`' for part in inside_it)} |"
    )


def file_of(name):
    """The module, or the one that opens the package."""
    package = ROOT / name
    return package / "__init__.py" if package.is_dir() else package.with_suffix(".py")


def is_part(path):
    """A module of a package or a package within it."""
    return path.stem[0] != "_" and (path.suffix == ".py" or (path / "__init__.py").exists())


def summary(path):
    """The first paragraph of the module's docstring, in one line as a row of a table has it."""
    text = " ".join(parsed(path).docstring.partition("\n\n")[0].split())
    return text.removesuffix(".").replace("|", "\\|")

"""The layers of DESIGN: imports go up one list only, and what each outside package may be imported
by.
"""

import ast
from functools import cache
from graphlib import TopologicalSorter

from layers import EXEMPT, KNOWN, LAYERS, MODULES, ROOT, dotted, inside, layer, parsed

HERE = "tests/project/layers.py"

# Outside packages that only these packages or modules may import; every other module may import the
# rest of the standard library,
# and these common dependencies.
ONLY_IN = {
    "IPython": ["cli/notebook/"],
    # In the last three its type alone.
    "matplotlib": [
        "writeup/pictures/",
        "cli/notebook/functions.py",
        "report/generated.py",
        "cli/server/__init__.py",
    ],
    "networkx": ["writeup/pictures/by_query.py"],
    "markdown_it": ["report/pages/document_page.py", "report/printed/source.py"],
    "pylatexenc": ["report/documents/latex_tables.py"],
    "typer": ["cli/terminal/"],
    "mcp": ["cli/mcp_server/"],
    "pydantic": ["cli/mcp_server/"],
    "anyio": ["cli/mcp_server/", "cli/server/"],
    "starlette": ["cli/server/"],
    "uvicorn": ["cli/server/"],
    "hypothesis": ["testing/"],
    "pytest": ["testing/pytest_plugin.py"],
    "gymnasium": ["interop/adapters/"],
    "pettingzoo": ["interop/adapters/environments.py"],
    "distributed": ["jobs/cluster.py"],
    "icepool": ["interop/adapters/__init__.py"],
    "pyspiel": ["interop/adapters/openspiel.py"],
    "sphinx": ["sphinx.py"],
    "docutils": ["sphinx.py"],
    "pandas": ["writeup/sweep_table.py"],
    "pyarrow": ["writeup/sweep_table.py"],
    "pulp": ["linear/lp/pulp/"],
    "highspy": ["linear/lp/floats.py"],
    "importlib": ["exact/loading.py"],  # the one door through which code is loaded by its name
}
NEVER_CALLED = {"eval", "exec", "__import__", "set_int_max_str_digits"}
NEVER_IMPORTED = {"pickle", "marshal", "shelve", "dill"}


def outside(path):
    """The outside packages that the file imports, wherever in the file."""
    for node in parsed(path).imports:
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split(".")[0]


def named(path):
    return str(path.relative_to(ROOT))


def test_every_module_has_its_place_in_the_list():
    for path in MODULES:
        name = layer(dotted(path))
        assert name in LAYERS or name in EXEMPT, (
            f"{named(path)} has no place in LAYERS of {HERE}: write {name!r} where it belongs"
        )


# One test asks all modules: a test for each of them takes far longer than what it looks at.
def test_imports_go_up_the_list_only():
    for path in MODULES:
        if layer(dotted(path)) not in EXEMPT:
            imports_go_up(path)


def imports_go_up(path):
    name = layer(dotted(path))
    for target in inside(path):
        if target == ("exactdice", "[__version__]"):
            continue
        assert len(target) > 1, (
            f"{named(path)} imports the whole package: import the module that is meant"
        )
        upper = layer(target)
        assert upper in LAYERS, (
            f"{named(path)} imports {upper}, which has no place in LAYERS of {HERE}"
        )
        assert LAYERS.index(upper) <= LAYERS.index(name), (
            f"{named(path)} imports {'.'.join(target)}, which comes after {name!r} in LAYERS"
        )


def test_no_module_imports_itself_by_a_detour():
    graph = {
        dotted(path): {t for t in inside(path) if t in KNOWN}
        for path in MODULES
        if layer(dotted(path)) not in EXEMPT
    }
    # a package's __init__ gathers its modules, so an import of the package is one of its gathered
    # names, not of the file
    packages = {dotted(path) for path in MODULES if path.name == "__init__.py"}
    tuple(
        TopologicalSorter(
            {
                module: targets - packages
                for module, targets in graph.items()
                if module not in packages
            }
        ).static_order()
    )


def test_the_checker_imports_nothing_of_the_package():
    assert list(inside(ROOT / "checker.py")) == []


def test_no_solver_imports_a_game_and_no_rule_sheet_imports_a_solver():
    for path in (ROOT / "solvers").rglob("*.py"):
        assert "games" not in {layer(target) for target in inside(path)}
    # A game file is the rule sheet: no solver, no print, no cached values. One sheet may read
    # another, and the categories that are written down beside it.
    folders = {path.parent for path in (ROOT / "games").glob("*/__init__.py")}
    sheets = {folder / "rules.py" for folder in folders if (folder / "rules.py").exists()}
    sheets |= {folder / "__init__.py" for folder in folders if len(list(folder.glob("*.py"))) == 1}
    sheets |= set((ROOT / "games").glob("*/categories.py"))
    for path in sheets:
        others = {
            target for target in inside(path) if target not in {dotted(sheet) for sheet in sheets}
        }
        assert {layer(target) for target in others} <= {
            "exact",
            "symbolic",
            "distributions",
            "game",
        }


def test_outside_packages_are_imported_only_where_they_belong():
    for path in MODULES:
        where = named(path)
        for package in ONLY_IN.keys() & set(outside(path)):
            allowed = ONLY_IN[package]
            assert where.startswith(tuple(allowed)), (
                f"{where} imports {package}: only {allowed} may"
            )


def test_nothing_is_evaluated_unpickled_or_unlimited():
    for path in MODULES:
        assert not set(outside(path)) & NEVER_IMPORTED, named(path)
        used = parsed(path).names
        assert not used & NEVER_CALLED, f"{named(path)} uses {sorted(used & NEVER_CALLED)}"


TESTS = sorted((ROOT.parent / "tests").rglob("test_*.py"))
OF_ALL = "project"  # tests of the project as a whole
OF_BROWSERS = {"browser": ("pages", "server")}  # folders of tests that need one, and their packages


def test_every_test_is_found_by_the_name_of_its_module():
    """tests/PACKAGE/test_MODULE.py, or test_MODULE_more.py; a package's own name is all of it."""
    for path in TESTS:
        package = path.parent.name
        if package != OF_ALL:
            begins_with_a_module(path, OF_BROWSERS.get(package, (package,)))


def begins_with_a_module(path, packages):
    names = set().union(*map(names_of, packages))
    words = path.stem.removeprefix("test_").split("_")
    starts = {"_".join(words[:k]) for k in range(1, len(words) + 1)}
    assert starts & names, (
        f"{path.name} begins with the name of no module of {' or '.join(packages)}"
    )


@cache
def names_of(package):
    """The package's own name and those of its modules."""
    if package in ("tests", "checker"):
        return {part.stem for part in ROOT.iterdir()}
    folders = [path for path in (ROOT / package, *ROOT.glob(f"*/{package}")) if path.is_dir()]
    assert folders, f"{package} is no package"
    return {package, *(part.stem for part in folders[0].iterdir())}


def test_every_folder_is_a_package():
    """Only packages are installed: the build finds them by their __init__.py."""
    folders = {path.parent for path in MODULES}
    assert all((folder / "__init__.py").exists() for folder in folders)


def test_this_file_sees_an_import_that_goes_down(tmp_path, monkeypatch):
    """The test of the test: a module of the lowest layer that imports the highest is noticed."""
    file = tmp_path / "exactdice" / "sphinx.py"
    file.parent.mkdir()
    file.write_text(
        "from .writeup.pictures.plot import draw\nfrom . import cli\ndef late():\n    import "
        "exactdice.games\n    from . import solvers\n"
    )
    monkeypatch.setattr("layers.ROOT", file.parent)
    assert {layer(target) for target in inside(file)} == {
        "writeup.pictures",
        "cli",
        "games",
        "solvers",
    }

"""What `import exactdice` must not load: packages that few need and everyone would wait for."""

import ast
import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import exactdice

# Each is imported by the function that needs it, or by a package that nobody loads at the start.
LATE = [
    *(
        "pulp",
        "highspy",
        "typer",
        "rich",
        "sympy",
        "matplotlib",
        "networkx",
        "hypothesis",
        "pytest",
    ),
    *(
        "pytest",
        "gymnasium",
        "pettingzoo",
        "icepool",
        "pyspiel",
        "jinja2",
        "mcp",
        "pydantic",
        "anyio",
    ),
    *("starlette", "uvicorn", "pandas", "pyarrow"),
]
LOADED = "import json, sys; print(json.dumps(sorted(name.split('.')[0] for name in sys.modules)))"


def loaded_after(statement):
    """The outside packages and modules that a new Python has loaded after the statement."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\n{LOADED}"], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("statement", ["import exactdice", "import exactdice.linear.lp"])
def test_importing_the_package_loads_nothing_that_can_wait(statement):
    assert not loaded_after(statement) & set(LATE)


@pytest.mark.parametrize("late", ["sympy", "json"])
def test_this_file_sees_a_package_that_is_loaded(late):
    """The test of the test."""
    assert late in loaded_after(f"import {late}")


def test_a_query_about_one_throw_loads_no_solver_and_no_game():
    statement = "from exactdice.query.evaluate import evaluate_query; evaluate_query('EP(5)')"
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport json, sys; print(json.dumps([*sys.modules]))"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(json.loads(done.stdout))
    assert "exactdice.query.functions.rolls" in loaded
    assert not loaded & {
        "numpy",
        "sympy",
        "exactdice.solvers",
        "exactdice.games",
        "exactdice.linear.lp",
    }


@pytest.mark.parametrize("package", ["exactdice"])
def test_what_is_loaded_on_request_is_what_type_checkers_read(package):
    """Each name of HOMES is imported under TYPE_CHECKING from the same module, and the reverse."""
    module = importlib.import_module(package)
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    read = {(node.module, name.name) for node in block.body for name in node.names}
    assert read == {(home, name) for home, names in module.HOMES.items() for name in names}
    for _, name in read:
        assert getattr(module, name) is not None


def test_no_function_hides_a_module_of_the_same_name():
    """`import exactdice.a.b as m` binds the attribute b of exactdice.a: that must be the module,
    not a function.
    """
    walked = pkgutil.walk_packages(exactdice.__path__, "exactdice.")
    names = [module.name for module in walked if not module.name.endswith("__main__")]
    assert len(names) > 100
    for name in names:
        module = importlib.import_module(name)
        package, last = name.rsplit(".", 1)
        assert getattr(sys.modules[package], last) is module, name

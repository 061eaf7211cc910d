"""Every module of the package imported: a name leads to the module that it says."""

import importlib
import pkgutil
import sys

import exactdice


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

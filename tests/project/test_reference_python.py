"""Every public name stands in the reference of Python, and every heading is one of its own."""

import inspect
import re
from functools import cache
from importlib import import_module

import pytest
from reference_pages import REFERENCE, api, filled, headings

import exactdice

# Modules whose public names all stand in the reference, besides those of the package itself.
WHOLE_MODULES = {
    "exactdice.interop.adapters": "adapters",
    "exactdice.formulas": "closed_forms",
    "exactdice.linear.lp": "programmes",
    "exactdice.linear.lp.pulp.solver": "programmes",
    "exactdice.solvers": "solving",
    "exactdice.testing": "testing",
}


@cache
def api_headings():
    pages = [path.stem for path in (REFERENCE / "api").glob("*.md") if path.stem != "index"]
    return {name: headings(filled(f"api/{name}")) for name in pages}


def test_every_public_name_is_described():
    described = [heading for found in api_headings().values() for heading in found]
    for name in exactdice.__all__:
        assert described.count(name) >= 1, name
    assert set(exactdice.__all__) <= set(api.pages_by_name())


def test_every_public_name_is_listed_with_its_page():
    listed = filled("api/index")
    for name in exactdice.__all__:
        (target,) = re.findall(rf"^\| \[`{name}`\]\((\w+)\.md#", listed, re.MULTILINE)
        assert name in api_headings()[target]


@pytest.mark.parametrize("module", WHOLE_MODULES)
def test_every_public_name_of_a_module_is_described(module):
    described = api_headings()[WHOLE_MODULES[module]]
    for name in api.public_names(import_module(module)):
        assert name in described or name in exactdice.__all__, name


def test_public_methods_are_described():
    described = headings(filled("api/laws"))
    for name, member in vars(exactdice.Distribution).items():
        if not name.startswith("_") and inspect.isfunction(member):
            assert f"Distribution.{name}" in described


# --- anchors --------------------------------------------------------------------------------------

WITHOUT_WORK = [
    path.relative_to(REFERENCE).as_posix().removesuffix(".md")
    for path in sorted(REFERENCE.rglob("*.md"))
    if path.parent.name != "games"
]


@pytest.mark.parametrize("name", WITHOUT_WORK)
def test_headings_of_a_page_are_unique(name):
    found = headings(filled(name))
    assert len(found) == len(set(found)), [one for one in found if found.count(one) > 1]

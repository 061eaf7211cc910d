"""No regular expression of the package is ambiguous, so none takes more than linear time."""

import ast
import importlib
import re
from functools import cache

import pytest
from ambiguity import ambiguity
from command_line import ROOT

SEARCHING = {"search", "finditer", "findall", "sub", "split"}
GUARDED = {
    "uncovered.py"
    # a look behind keeps its search from beginning within a number, which the lint does not see:
    # large
    # texts below
}
MODULES = sorted(
    path
    for path in (ROOT / "exactdice").rglob("*.py")
    if re.search(r"\bre\.", path.read_text(encoding="utf-8")) and path.name not in GUARDED
)
IMPORTS = re.compile(r"^ *from .+ import (\([^)]*\)|.*)", re.MULTILINE)
LOCAL = {  # names that patterns are made of within functions, each with the values it takes
    "questions.py": [{"beginnings": ["dice", r"lancer\w*"]}],
    "documents.py": [{"mark": mark} for mark in ",;\t"],
}


def module_of(path):
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def is_re(node):
    return isinstance(node, ast.Name) and node.id == "re"


def calls_of_re(tree):
    """(function, pattern, flags) of every call of a function of `re` that takes a pattern."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and is_re(node.func.value)
            and node.func.attr != "escape"
        ):
            at = {"sub": 4, "split": 3}.get(node.func.attr, 1 if node.func.attr == "compile" else 2)
            flags = [word.value for word in node.keywords if word.arg == "flags"] + node.args[at:]
            yield node.func.attr, node.args[0], flags[0] if flags else ast.Constant(0)


def searched_names(tree):
    """The names of compiled patterns by which texts are searched, here or where they are handed
    over.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from (word.id for word in node.args if isinstance(word, ast.Name))
            if isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHING:
                yield ast.unparse(node.func.value).rpartition(".")[2].partition("[")[0]


@cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def named_patterns(path):
    """The names that the module gives to what it compiles."""
    for node in tree_of(path).body:
        if isinstance(node, ast.Assign) and "re.compile(" in ast.unparse(node.value):
            yield from (word.id for word in ast.walk(node.targets[0]) if isinstance(word, ast.Name))


@cache
def all_named():
    """The names that any module gives to what it compiles."""
    return frozenset(name for path in MODULES for name in named_patterns(path))


def imported_names(path):
    """The words of the module's `from ... import ...`."""
    for names in IMPORTS.findall(path.read_text(encoding="utf-8")):
        yield from re.findall(r"\w+", names)


def searched_in(path):
    """(module, name) of the compiled patterns by which this module searches, its own or imported
    ones.
    """
    if path not in MODULES and all_named().isdisjoint(imported_names(path)):
        return set()  # most modules, which need not be parsed
    tree = tree_of(path)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    home = {name.name: node.module.rpartition(".")[2] for node in imports for name in node.names}
    return {(home.get(name, path.stem), name) for name in searched_names(tree)}


@cache
def all_searched():
    """(module, name) of the compiled patterns by which any module searches."""
    return set().union(*map(searched_in, (ROOT / "exactdice").rglob("*.py")))


def constants(tree):
    """Names that are texts, wherever in the module."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    ]
    return {
        target.id: node.value.value
        for node in found
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def value_of(node, names):
    return eval(
        compile(ast.fix_missing_locations(ast.Expression(node)), "pattern", "eval"), names
    )  # our own source


def patterns_of(path):
    """(pattern, flags, searched) of the regular expressions in the module."""
    tree = tree_of(path)
    names = constants(tree) | vars(module_of(path))
    assigned = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    compiled = {ast.unparse(node.value): node.targets[0].id for node in assigned}
    for function, pattern, flags in calls_of_re(tree):
        by_name = [
            name
            for value, name in compiled.items()
            if f"re.compile({ast.unparse(pattern)}" in value
        ]
        anywhere = function in SEARCHING or any(
            (path.stem, name) in all_searched() for name in by_name
        )
        anywhere |= function == "compile" and not by_name  # one that is used where it is made
        for local in LOCAL.get(path.name, [{}]):
            found = value_of(pattern, names | local)
            yield (
                found if isinstance(found, str) else found.pattern,
                int(value_of(flags, names)),
                anywhere,
            )


def ambiguous_in(path):
    """{(pattern, whether texts are searched by it): how it is ambiguous} of the module."""
    found = {
        (pattern, searched): ambiguity(pattern, flags, searched)
        for pattern, flags, searched in patterns_of(path)
    }
    return {case: kind for case, kind in found.items() if kind}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_regular_expression_of_the_package_is_ambiguous(path):
    assert ambiguous_in(path) == {}


# --- the lint knows bad patterns from good ones ---------------------------------------------------

BAD = {  # what is known to explode, from the issue trackers of many projects
    r"(a+)+$": "exponential",
    r"(?:\\ |\s| )+y": "exponential",
    r"(?:[ ]| )+x": "exponential",
    r"(a|a)*b": "exponential",
    r"(a|aa)+$": "exponential",
    r"(\w+\s?)*:": "exponential",
    r"\s*\s*x": "polynomial",
    r".*.*x": "polynomial",
    r"\d*[0-9]*x": "polynomial",
    r"end\s*(?:-->)?\s*$": "polynomial",
    r":(?P<words>.*?)(?:-->)?\s*$": "polynomial",
    r"a*b?a*c": "polynomial",
    r"[^\n]{0,1000}[a-z]{0,1000}x": "polynomial",
}
GOOD = [
    r"(\s|x )*y",
    r"(?:[^\n]*\n)*x",
    r"\d+\.\d+x",
    r"\s*[a-z]+\s*=x",
    r'"(?:[^"\\]|\\.)*"x',
    r"(a|b)*c",
    r"a{2,3}b",
    r"\d+(?:,\d+)*x",
    r"a*",
    r"a|b|c",
]


@pytest.mark.parametrize(("pattern", "kind"), BAD.items())
def test_the_lint_knows_bad_patterns(pattern, kind):
    assert ambiguity(pattern) == kind


@pytest.mark.parametrize("pattern", GOOD)
def test_the_lint_passes_good_patterns(pattern):
    assert ambiguity(pattern) == ""


def test_a_search_begins_anew_everywhere():
    assert ambiguity(r"\s+x") == ""
    assert ambiguity(r"\s+x", searched=True) == "polynomial"
    assert ambiguity(r"\\[^\n]*", searched=True) == ""  # cannot fail any more
    assert ambiguity(r"\\[a-z]\d", searched=True) == ""

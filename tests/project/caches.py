"""What a process keeps for itself, read off the code: functions that remember their last results,
and tables of modules that are filled while the program runs. The test of the caches reads it, and
so does the page docs/reference/limits.md.
"""

import ast
from functools import cache
from typing import NamedTuple

from layers import MODULES, ROOT

REMEMBERS = {"cache", "lru_cache", "kept", "checked"}  # what makes a function that remembers
EMPTY = {"dict", "list", "set", "defaultdict", "OrderedDict", "Counter"}
SINGLE = 1  # of a function without arguments, which has one result


class Cache(NamedTuple):
    """A function that remembers, and of how many calls; None where no number is stated."""

    module: str
    name: str
    most: int | None
    line: int
    is_explained: bool  # by a comment on its line or on the one above, or by the number's name


def called(node):
    """The name of what a decorator or a call calls, wherever it comes from."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Attribute):
        return function.attr
    return getattr(function, "id", "")


def stated(node, names):
    """The number of results that the call states; None where it states none."""
    if not isinstance(node, ast.Call):
        return None
    words = [word.value for word in node.keywords if word.arg in ("maxsize", "size")]
    for said in (*words, *node.args):
        said = names.get(said.id, said) if isinstance(said, ast.Name) else said
        try:
            number = number_of(said)
        except ValueError:
            continue
        if isinstance(number, int):
            return number
    return None


def number_of(node):
    """The whole number that is written there: 64, 1 << 16."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
        return number_of(node.left) << number_of(node.right)
    return ast.literal_eval(node)


def is_named(made, names):
    """Whether the number stands under a name of the module, where it is explained."""
    given = made.args if isinstance(made, ast.Call) else []
    return any(isinstance(one, ast.Name) and one.id in names for one in given)


@cache
def kept_in(path):
    """(its functions that remember results, its tables) of a file, which is read once for both."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    module = path.relative_to(ROOT).with_suffix("").as_posix()
    return list(caches_of(module, tree, text.splitlines())), list(tables_of(module, tree))


def caches_in(path):
    """Every function of the file that remembers results."""
    return kept_in(path)[0]


def tables_in(path):
    """The names in the file's module that stand for tables, empty at first."""
    return kept_in(path)[1]


def caches_of(module, tree, lines):
    names = constants(tree)
    for node in ast.walk(tree):
        for name, made, has_arguments in remembering(node):
            most = stated(made, names) if has_arguments else SINGLE
            above = lines[made.lineno - 2] if made.lineno > 1 else ""
            has_comment = "#" in lines[made.lineno - 1] or above.lstrip().startswith("#")
            yield Cache(module, name, most, made.lineno, has_comment or is_named(made, names))


def constants(tree):
    """{name: what it is} of the constants of a module."""
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def remembering(node):
    """(name, what makes it remember, whether it has arguments) of a function or a call."""
    if isinstance(node, ast.FunctionDef):
        arguments = node.args
        has_arguments = bool(arguments.args or arguments.vararg or arguments.kwonlyargs)
        for one in node.decorator_list:
            if called(one) in REMEMBERS:
                yield node.name, one, has_arguments
    elif isinstance(node, ast.Call) and node.args:
        made = node.func  # lru_cache(maxsize=4)(function), or cache(function)
        is_bare = isinstance(made, ast.Name) and made.id == "cache"
        if is_bare or (isinstance(made, ast.Call) and called(made) in REMEMBERS):
            yield ast.unparse(node.args[0]), made, True


def tables_of(module, tree):
    for node in tree.body:
        value = getattr(node, "value", None)
        if isinstance(node, ast.Assign | ast.AnnAssign) and value is not None and is_empty(value):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield module, ast.unparse(target)


def is_empty(value):
    """Whether it is a table without entries, which something enters later."""
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, ast.List):
        return not value.elts
    if not isinstance(value, ast.Call):
        return False
    function = value.func.value if isinstance(value.func, ast.Subscript) else value.func
    return called(function) in EMPTY and not value.args


@cache
def all_caches():
    """Every function of the package that remembers results."""
    return [found for path in MODULES for found in caches_in(path)]


def all_tables():
    """Every table of a module that is empty at first."""
    return [found for path in MODULES for found in tables_in(path)]


def table_of_caches():
    """The table of all caches, for a page."""
    rows = (f"| `{found.module}.py` | `{found.name}` | {found.most} |" for found in listed())
    return "\n".join(["| module | function | results |", "|---|---|---:|", *rows])


def listed():
    """The caches with a number of their own, those with the most results first."""
    own = [found for found in all_caches() if found.most is not None]
    return sorted(own, key=lambda found: (-found.most, found.module))

"""How large the house is: counts over the syntax trees of the files that git tracks.

    make size

A limit is a constant named MOST_, LARGEST_, LONGEST_, DEEPEST_ or FURTHEST_ something, or alone so.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIMIT = re.compile(r"_?(?:MOST|LARGEST|LONGEST|DEEPEST|FURTHEST|WIDEST|LEAST|SLOWEST)(?:_|$)")


def tracked(*folders: str) -> list[Path]:
    """The files of Python in these folders that git tracks and that still exist."""
    names = subprocess.check_output(["git", "ls-files", "-z", *folders], cwd=ROOT, text=True)
    return [
        ROOT / name for name in names.split("\0") if name.endswith(".py") and (ROOT / name).exists()
    ]


def main() -> None:
    """Print one number a line."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in tracked("exactdice")}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    code = sum(len(lines_with_code(tree)) for tree in trees.values())
    rows = {
        "syntax nodes of exactdice/": len(nodes),
        "modules": len(trees),
        "lines": sum(map(lines_of, trees)),
        "nodes a line with code": f"{len(nodes) / code:.2f}",
        "functions": len(functions),
        "query functions": sum(map(is_query_function, functions)),
        "named limits": sum(len(list(limits_in(tree))) for tree in trees.values()),
        "lines of checker.py": lines_of(ROOT / "exactdice/checker.py"),
        "lines of tests": sum(map(lines_of, tracked("tests"))),
    }
    for name, count in rows.items():
        print(f"{name:28}{count:>10}")


def lines_of(path: Path) -> int:
    """The lines of the file."""
    return path.read_text(encoding="utf-8").count("\n")


def lines_with_code(tree: ast.Module) -> set[int]:
    """The numbers of the lines on which a node begins, of a docstring the first."""
    return {node.lineno for node in ast.walk(tree) if hasattr(node, "lineno")}


# What enters a function of queries, and the same with arguments that several of them share.
ENTERED_BY = (
    *("quantity", "derived", "tail", "end_of_interval", "of_points"),
    *("word", "word_of_player", "about_it"),
)


def is_query_function(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether the function is entered as one of queries."""
    entered = [one.func for one in function.decorator_list if isinstance(one, ast.Call)]
    return any(isinstance(one, ast.Name) and one.id in ENTERED_BY for one in entered)


def limits_in(tree: ast.Module) -> Iterator[str]:
    """The names of the limits that the module sets."""
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        for target in targets:
            if isinstance(target, ast.Name) and LIMIT.match(target.id):
                yield target.id


main()

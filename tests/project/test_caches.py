"""What a process keeps for itself is bounded: every function that remembers results says of how
many calls.
"""

import ast

from layers import MODULES


def test_every_cache_says_of_how_many_calls():
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        with_arguments = (
            one
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef) and function.args.args
            for one in function.decorator_list
        )
        for made in with_arguments:
            text = ast.unparse(made)
            is_bare = text in ("cache", "functools.cache", "lru_cache", "functools.lru_cache")
            assert not is_bare, f"{path}, line {made.lineno}: write lru_cache(maxsize=N)"
            assert "maxsize=None" not in text, f"{path}, line {made.lineno}: a number is needed"

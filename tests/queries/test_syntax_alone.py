"""What a query means is decided by its parsed form, in every module of the package."""

import ast
import re

from command_line import ROOT

TEXTUAL = {
    "startswith",
    "endswith",
    "find",
    "count",
    "partition",
    "removeprefix",
    "removesuffix",
    "lower",
}
# What every such text holds: `query` in front of one of these, or behind `in`.
LOOKS = re.compile(rf"\bquery\b[\s)]*\.\s*({'|'.join(TEXTUAL)})\b|\bin\b[^\n]*\n?[^\n]*\bquery\b")


def is_query(node):
    return getattr(node, "id", getattr(node, "attr", None)) == "query"


def decides_by_text(node):
    """Whether the expression looks into the text of a query, as query.startswith("OPT") or "pig" in
    claim.query do.
    """
    if isinstance(node, ast.Compare):
        return any(
            isinstance(mark, ast.In | ast.NotIn) and is_query(side)
            for mark, side in zip(node.ops, node.comparators, strict=True)
        )
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in TEXTUAL
        and is_query(node.func.value)
    )


def test_no_module_decides_by_the_text_of_a_query():
    package = ROOT / "exactdice"
    texts = {path: path.read_text("utf-8") for path in package.rglob("*.py")}
    nodes = [
        (path.name, node)
        for path, text in texts.items()
        if LOOKS.search(text)
        for node in ast.walk(ast.parse(text))
    ]
    found = {name for name, node in nodes if decides_by_text(node)}
    # Where any text that could name a file is refused before it is read.
    assert found == {"answers.py"}

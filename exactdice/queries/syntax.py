"""The query language: calls of quantities, numbers, names, and + - * / between them. Nothing is
ever executed.

    query  = term (("+" | "-") term)*          term = factor (("*" | "/") factor)*
    factor = "-" factor | number | name | text | name "(" [argument ("," argument)*] ")"
           | "(" query ")" | "(" [query "," [query ("," query)* [","]]] ")"
    argument = query | option "=" query

Numbers are integers, decimals `0.25` (exact) and quotients `3/8`. A name is a quantity, a bound
name (`i=3`), or a word that the quantity around it understands: a strategy or a symbol. A text in
double quotes is such a word too, of any characters. Several in parentheses, `(3, 4, 5)`, are one
argument: a field of a state, or an action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..argument_checks import got
from ..errors import QueryError
from ..exact import Exact, exact_text, parse_exact, shown

# A chain of operations makes a tree as deep as it is long, parentheses one as deep as they nest:
# the limits keep every walk over it far from the depth of recursion that Python allows.
LONGEST = 2000  # characters of a query
DEEPEST = 30  # parentheses within parentheses
MOST_OPERATIONS = 200  # of one query

# ASCII alone: digits and letters of other scripts have no meaning here. ** is one mark so that it
# can be refused by its name.
TOKEN = re.compile(
    r'''\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|"(?P<text>[^"]+)"'''
    r"|(?P<mark>\*\*|[-+*/(),=]))",
    re.ASCII,
)


@dataclass(frozen=True)
class Number:
    """A number written in the query."""

    value: Exact


@dataclass(frozen=True)
class Name:
    """A name that is not called."""

    name: str


@dataclass(frozen=True)
class Text:
    """A text in quotes, such as the name of a file."""

    text: str


@dataclass(frozen=True)
class Several:
    """Several in parentheses: `(3, 4, 5)`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Call:
    """A name called with arguments and options."""

    name: str
    arguments: tuple[Node, ...]
    options: tuple[tuple[str, Node], ...] = ()


@dataclass(frozen=True)
class Arithmetic:
    """left (+ - * /) right."""

    mark: str
    left: Node
    right: Node


Node = Number | Name | Text | Several | Call | Arithmetic


# --- reading --------------------------------------------------------------------------------------


class _Reader:
    """Reads one query from its tokens; every error shows the place."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise QueryError(f"a query must have at most {LONGEST} characters, got {len(text)}")
        self.text, self.depth = text, 0
        self.tokens = list(self._tokens())
        if sum(text in ("+", "-", "*", "/") for _, text, _ in self.tokens) > MOST_OPERATIONS:
            raise QueryError(
                f"a query must have at most {MOST_OPERATIONS} operations: {shown(text)}"
            )
        self.place = 0

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        # blanks at the end belong to no token
        at, end = 0, len(self.text.rstrip())
        while at < end:
            match = TOKEN.match(self.text, at)
            if match is None:
                # the column shown is that of the character, not of the blanks before it
                at += len(self.text[at:]) - len(self.text[at:].lstrip())
                raise self.error(f"unexpected {self.text[at]!r}{_why(self.text[at])}", at)
            kind = match.lastgroup or ""
            yield kind, match[kind], match.start(kind)
            at = match.end()
        yield "end", "", end

    def error(self, message: str, at: int | None = None) -> QueryError:
        where = self.tokens[self.place][2] if at is None else at
        return QueryError(f"query {shown(self.text)}, column {where + 1}: {message}")

    def peek(self) -> str:
        return self.tokens[self.place][1]

    def take(self, *marks: str) -> str | None:
        """The next token when it is one of these marks."""
        kind, text, _ = self.tokens[self.place]
        if kind == "mark" and text in marks:
            self.place += 1
            return text
        return None

    def expect(self, mark: str) -> None:
        if self.take(mark) is None:
            raise self.error(
                f"expected {mark!r}, got {shown(self.peek())}"
                if self.peek()
                else f"expected {mark!r} before the end"
            )

    def sum(self) -> Node:
        # from left to right: 5 - 2 - 1 is (5 - 2) - 1
        node = self.product()
        mark = self.take("+", "-")
        while mark is not None:
            node = Arithmetic(mark, node, self.product())
            mark = self.take("+", "-")
        return node

    def product(self) -> Node:
        node = self.factor()
        mark = self.take("*", "/")
        while mark is not None:
            node = Arithmetic(mark, node, self.factor())
            mark = self.take("*", "/")
        return node

    def factor(self) -> Node:
        # every recursion of the reader passes here, so one counter bounds it
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"more than {DEEPEST} levels of parentheses and signs")
        node = self._factor()
        self.depth -= 1
        return node

    def _factor(self) -> Node:
        kind, text, _ = self.tokens[self.place]
        if self.take("-"):
            # a sign needs no kind of node of its own: `query_latex` writes it back
            return Arithmetic("-", Number(0), self.factor())
        if self.take("("):
            return self.parenthesised()
        if kind not in ("number", "name", "text"):
            why = " (powers are not part of a query)" if text == "**" else ""
            raise self.error(
                f"expected a number, a name or '(', got {shown(text)}{why}"
                if text
                else "the query ends too early"
            )
        self.place += 1
        if kind == "number":
            return Number(parse_exact(text))
        if kind == "text":
            return Text(text)
        return self.call(text) if self.take("(") else Name(text)

    def parenthesised(self) -> Node:
        """What is in parentheses, read from behind the opening one; with a comma it is several."""
        parts: list[Node] = []
        is_one = False
        while not self.take(")"):
            parts.append(self.sum())
            if not self.take(","):
                self.expect(")")
                is_one = len(parts) == 1
                break
        return parts[0] if is_one else Several(tuple(parts))

    def call(self, name: str) -> Call:
        """The call of the name, read from behind its opening parenthesis to the closing one."""
        arguments: list[Node] = []
        options: dict[str, Node] = {}
        while not self.take(")"):
            node = self.sum()
            # only here is it known that what was read was the name of an option
            if self.take("="):
                if not isinstance(node, Name) or node.name in options:
                    raise self.error("an option must be written once, as name=value")
                options[node.name] = self.sum()
            elif options:
                raise self.error("arguments come before options")
            else:
                arguments.append(node)
            if not self.take(","):
                self.expect(")")
                break
        return Call(name, tuple(arguments), tuple(options.items()))


def _why(character: str) -> str:
    known = {".": " (attributes are not part of a query)", "^": " (powers are not part of a query)"}
    return known.get(character, "")


def parse(text: str) -> Node:
    """The query as a tree; `QueryError` showing the column otherwise.

    >>> parse("5 - d")
    Arithmetic(mark='-', left=Number(value=5), right=Name(name='d'))
    """
    if not isinstance(text, str):
        raise QueryError(f"a query must be a text such as 'EG(0,0)', {got(text)}")
    reader = _Reader(text)
    node = reader.sum()
    if reader.peek():
        why = " (powers are not part of a query)" if reader.peek() == "**" else ""
        raise reader.error(f"unexpected {shown(reader.peek())}{why}")
    return node


def parse_list(text: str) -> list[Node]:
    """The queries separated by commas in the text, as trees."""
    reader = _Reader(text)
    nodes = [reader.sum()]
    while reader.take(","):
        nodes.append(reader.sum())
    if reader.peek():
        raise reader.error(f"unexpected {shown(reader.peek())}")
    return nodes


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it."""
    yield node
    if isinstance(node, Arithmetic):
        below: tuple[Node, ...] = (node.left, node.right)
    elif isinstance(node, Call):
        below = (*node.arguments, *(value for _, value in node.options))
    elif isinstance(node, Several):
        below = node.parts
    else:
        below = ()
    for part in below:
        yield from walk(part)


# --- writing --------------------------------------------------------------------------------------

# how strongly a mark binds; what is no arithmetic binds more strongly still
LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2}
LATEX_MARKS = {"+": " + ", "-": " - ", "*": r" \cdot ", "/": "/"}


def query_latex(node: Node) -> str:
    r"""The query in LaTeX, for math mode: names of several letters upright, numbers as they are.

    >>> print(query_latex(parse("EP_step(d1)*(P(d,k) - 1/4)")))
    \mathrm{EP\_step}(d_{1}) \cdot (P(d, k) - 1/4)
    """
    if isinstance(node, Number):
        return exact_text(node.value)
    if isinstance(node, Name):
        return name_latex(node.name)
    if isinstance(node, Text):
        return rf"\text{{``{node.text}''}}"
    if isinstance(node, Several):
        return f"({', '.join(map(query_latex, node.parts))})"
    if isinstance(node, Call):
        options = (f"{name_latex(key)} = {query_latex(value)}" for key, value in node.options)
        return (
            f"{name_latex(node.name)}({', '.join([*map(query_latex, node.arguments), *options])})"
        )
    level = LEVELS[node.mark]
    # on the right an equal level needs parentheses as well: a - (b - c)
    right = _within(node.right, level + 1)
    if node.mark == "-" and node.left == Number(0):
        return f"-{right}"
    return f"{_within(node.left, level)}{LATEX_MARKS[node.mark]}{right}"


def _within(node: Node, level: int) -> str:
    """The query in LaTeX, in parentheses when it binds less strongly than this."""
    text = query_latex(node)
    return f"({text})" if _level(node) < level else text


def _level(node: Node) -> int:
    """How strongly the query binds: a fraction as its bar does, names and calls most strongly."""
    if isinstance(node, Arithmetic):
        return LEVELS[node.mark]
    is_fraction = isinstance(node, Number) and node.value.denominator != 1
    return LEVELS["/"] if is_fraction else 3


def name_latex(name: str) -> str:
    r"""The name in LaTeX, for math mode: `d` and `d_{1}` in italics, a name of several letters
    upright.

    >>> print(*map(name_latex, ("d", "d1", "EP_step")))
    d d_{1} \mathrm{EP\_step}
    """
    letter, number = name[:1], name[1:]
    if letter.isalpha() and not number:
        return letter
    if letter.isalpha() and number.isdigit():
        return f"{letter}_{{{number}}}"
    upright = name.replace("_", r"\_")
    return rf"\mathrm{{{upright}}}"


def expression_latex(expression: Any) -> str:
    """The sympy expression in LaTeX, its names of several letters upright, with room between the
    lines of cases for fractions.
    """
    import sympy

    # where sympy changes a name, as for Greek letters, it writes it well by itself
    names = {
        symbol: name_latex(symbol.name)
        for symbol in expression.free_symbols
        if str(sympy.latex(symbol)) == symbol.name
    }
    text = str(sympy.latex(expression, symbol_names=names))
    return text.replace(r"\\", r"\\[3pt]") if expression.has(sympy.Piecewise) else text

"""The query language: calls of quantities, numbers, names, arithmetic and comparisons between
them. Nothing is ever executed.

    query      = both ("or" both)*              both   = negation ("and" negation)*
    negation   = "not" negation | comparison
    comparison = sum (("<" | "<=" | ">" | ">=" | "=" | "==" | "!=") sum)*
               | sum ["not"] "in" (range | sum)
    sum        = term (("+" | "-") term)*
    term       = factor (("*" | "/" | "//" | "%" | "@") factor)*
    factor     = "-" factor | atom ["**" factor]
    atom       = number | dice | name | text | name "(" [argument ("," argument)*] ")"
               | "(" query ")" | "(" [query "," [query ("," query)* [","]]] ")"
               | "{" query ("," query)* "}"
               | quantifier "(" variable "," (range | query) "," query ")"
    range      = sum ".." sum
    argument   = query | option "=" query

Numbers are integers, decimals `0.25` (exact) and quotients `3/8`. Dice are written as people write
them, `2d6` for the sum of two dice with six faces, which is `2 @ d(6)`. A name is a quantity, a
bound name (`i=3`), or a word that the quantity around it understands: a strategy or a symbol. A
text in double quotes is such a word too, of any characters. Several in parentheses, `(3, 4, 5)`,
are one argument: a field of a state, or an action. A quantifier asks for each value of its
variable: `all(i, 0..98, EG(i, i) < EG(i + 1, i + 1))`. `=` and `==` are the same, but for a name at
the beginning of an argument, where `name=value` is an option.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar

from ..distributions.distribution_text import LATEX
from ..exact.argument_checks import got
from ..exact.errors import QueryError
from ..exact.numbers import Exact, exact_text, parse_exact, shown

# A chain of operations makes a tree as deep as it is long: the limits keep every walk over it far
# from the depth of recursion that Python allows.
LONGEST = 2000  # characters of a query
MOST_OPERATIONS = 200  # of one query

# ASCII alone: digits and letters of other scripts have no meaning here. ** is one mark so that it
# can be refused by its name.
TOKEN = re.compile(
    r'''(?P<blank>\s+)|(?P<dice>\d+d\d+\b)|(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|"(?P<text>[^"]+)"'''
    r"|(?P<mark>\*\*|//|\.\.|[<>=!]=|[-+*/%@(),=<>{}])|(?P<other>.)",
    re.ASCII,
)
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
LOGIC = ("and", "or", "not", "in")  # names that are marks
# Each quantifier with what it is written around, for its messages.
STATED, COUNTED = "i, 0..9, EG(i, i) > 0", "d, 1..10, EP(d)"
QUANTIFIERS = {
    **dict.fromkeys(("all", "any", "count", "first"), STATED),
    **dict.fromkeys(("sum", "max_over", "min_over", "argmax", "argmin"), COUNTED),
}
TERM_MARKS = ("*", "/", "//", "%", "@")
OPERATIONS = frozenset(("+", "-", "**", *TERM_MARKS, *COMPARISONS, *LOGIC))
COMPARED = "two things are compared by == != < <= > >="
# What follows a number where dice are written in another way: the 2 of 2D6, the 4 of 4d6kh3.
DICE_ELSEWHERE = re.compile(r"[dDxX]")
DICE = "dice are written 2d6, and the sum of the 3 highest of 4 highest(d(6), 4, 3)"


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

    parts: Nodes


@dataclass(frozen=True)
class Call:
    """A name called with arguments and options."""

    name: str
    arguments: Nodes
    options: tuple[tuple[str, Node], ...] = ()


@dataclass(frozen=True)
class Arithmetic:
    """left (+ - * / // % ** @) right."""

    mark: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Comparison:
    """parts[0] marks[0] parts[1] marks[1] ...: every neighbouring pair compares so.

    `of_laws` says that distributions are compared as such, not what is drawn from them.
    """

    marks: tuple[str, ...]
    parts: Nodes
    of_laws: bool = False


@dataclass(frozen=True)
class Logic:
    """`and` or `or` between the parts, or `not` before the only one."""

    mark: str
    parts: Nodes


@dataclass(frozen=True)
class Membership:
    """element in container."""

    element: Node
    container: Node


@dataclass(frozen=True)
class Range:
    """The whole numbers first..last."""

    first: Node
    last: Node


@dataclass(frozen=True)
class Quantified:
    """A quantifier over all values of its variable in the body."""

    quantifier: str
    variable: str
    values: Node
    body: Node


@dataclass(frozen=True)
class Known:
    """A part of a query whose value is known before the query is evaluated."""

    value: Any = field(hash=False)  # a number, bounds or a law
    written: Node


Node = (
    Number
    | Known
    | Name
    | Text
    | Several
    | Call
    | Arithmetic
    | Comparison
    | Logic
    | Membership
    | Range
    | Quantified
)


Nodes = tuple[Node, ...]
Query = str | Node  # as it is written, or read already
Entries = Mapping[str, object]  # options of a query, or values of its names
Read = TypeVar("Read")

# --- reading --------------------------------------------------------------------------------------


class _Reader:
    """Reads one query from its tokens; every error shows the place."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise QueryError(f"a query must have at most {LONGEST} characters, got {len(text)}")
        self.text = text
        self.tokens = list(self._scan())
        if sum(text in OPERATIONS for _, text, _ in self.tokens) > MOST_OPERATIONS:
            raise QueryError(
                f"a query must have at most {MOST_OPERATIONS} operations: {shown(text)}"
            )
        self.place = 0

    def _scan(self) -> Iterator[tuple[str, str, int]]:
        # blanks at the end belong to no token
        text = self.text.rstrip()
        at = 0
        while match := TOKEN.match(text, at):
            kind = match.lastgroup or ""
            token = match[kind]
            if kind == "other":
                # the column shown is that of the character, not of blanks before it
                rest = text[at:].lstrip()
                hint = MEANT.get(rest[0], "")
                raise self.error(f"unexpected {rest[0]!r}{hint}", len(text) - len(rest))
            if kind != "blank":
                is_mark = kind == "name" and token in LOGIC
                yield "mark" if is_mark else kind, token, match.start(kind)
            at = match.end()
        yield "end", "", len(text)

    def error(self, message: str, at: int | None = None) -> QueryError:
        where = self.token[2] if at is None else at
        return QueryError(f"query {shown(self.text)}, column {where + 1}: {message}")

    @property
    def token(self) -> tuple[str, str, int]:
        """The kind, the text and the place of the next token."""
        return self.tokens[self.place]

    def peek(self) -> str:
        return self.token[1]

    def take(self, *marks: str) -> str | None:
        """The next token when it is one of these marks."""
        kind, text, _ = self.token
        if kind == "mark" and text in marks:
            self.place += 1
            return text
        return None

    def expect(self, mark: str, hint: str = "") -> None:
        if self.take(mark) is None:
            raise self.error(
                f"expected {mark!r}, got {shown(self.peek())}{self.why()}{hint}"
                if self.peek()
                else f"expected {mark!r} before the end{hint}"
            )

    def why(self) -> str:
        """A hint at the likely meaning of the token here; "" where nothing is known."""
        token = self.peek()
        if token in ("=", "<", ">"):
            return f" ({COMPARED})"
        kind_before = self.tokens[self.place - 1][0] if self.place else ""
        is_dice = DICE_ELSEWHERE.match(token) and kind_before in ("number", "dice")
        return f" ({DICE})" if is_dice else ""

    def query(self) -> Node:
        return self.logic("or", lambda: self.logic("and", self.negation))

    def logic(self, mark: str, part: Callable[[], Node]) -> Node:
        parts = [part()]
        while self.take(mark):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Logic(mark, tuple(parts))

    def negation(self) -> Node:
        if self.take("not"):
            return Logic("not", (self.negation(),))
        return self.comparison()

    def comparison(self) -> Node:
        """Sums with <, <=, ... between them, a membership, or a sum alone."""
        parts = [self.sum()]
        after = self.tokens[self.place : self.place + 2]
        is_negated = [text for _, text, _ in after] == ["not", "in"]
        self.place += is_negated
        if self.take("in"):
            found = Membership(parts[0], self.range_or(self.sum))
            return Logic("not", (found,)) if is_negated else found
        marks: list[str] = []
        while mark := self.take("=", *COMPARISONS):
            marks.append("==" if mark == "=" else mark)
            parts.append(self.sum())
        return Comparison(tuple(marks), tuple(parts)) if marks else parts[0]

    def range_or(self, read: Callable[[], Node]) -> Node:
        """A range, or what is read otherwise."""
        first = read()
        if self.take(".."):
            return Range(first, self.sum())
        return first

    def sum(self) -> Node:
        return self.arithmetic(("+", "-"), lambda: self.arithmetic(TERM_MARKS, self.factor))

    def arithmetic(self, marks: tuple[str, ...], part: Callable[[], Node]) -> Node:
        # from left to right: 5 - 2 - 1 is (5 - 2) - 1
        node = part()
        while mark := self.take(*marks):
            node = Arithmetic(mark, node, part())
        return node

    def factor(self) -> Node:
        if self.take("-"):
            # a sign needs no kind of node of its own: it is written back as one
            return Arithmetic("-", Number(0), self.factor())
        base = self.atom()
        if self.take("**"):
            return Arithmetic("**", base, self.factor())
        return base

    def atom(self) -> Node:
        """An atom, which binds most strongly: a number, a name, a call, a text, parentheses."""
        kind, text, _ = self.token
        if self.take("("):
            parts: list[Node] = []
            while not self.take(")"):
                parts.append(self.query())
                if not self.take(","):
                    self.expect(")")
                    # Without a comma it is no tuple of one.
                    return parts[0] if len(parts) == 1 else Several(tuple(parts))
            return Several(tuple(parts))
        if self.take("{"):
            parts = self.queries()
            self.expect("}")
            return Several(tuple(parts))
        if kind not in ("number", "dice", "name", "text"):
            raise self.error(
                f"expected a number, a name or '(', got {shown(text)}{self.why()}"
                if text
                else "the query ends too early"
            )
        self.place += 1
        if kind == "number":
            return Number(parse_exact(text))
        if kind == "dice":
            count, faces = map(parse_exact, text.split("d"))
            die = Call("d", (Number(faces),))
            return die if count == 1 else Arithmetic("@", Number(count), die)
        if kind == "text":
            return Text(text)
        if self.take("("):
            return self.call(text)
        return Name(text)

    def queries(self) -> list[Node]:
        """Queries separated by commas."""
        nodes = [self.query()]
        while self.take(","):
            nodes.append(self.query())
        return nodes

    def quantified(self, quantifier: str) -> Quantified:
        """A quantifier, read from behind its opening parenthesis to the closing one."""
        kind, variable, _ = self.token
        form = f": it is written {quantifier}({QUANTIFIERS[quantifier]})"
        if kind != "name":
            raise self.error(
                f"{quantifier} needs the name of its variable first, got {shown(variable)}{form}"
            )
        self.place += 1
        self.expect(",", form)
        values = self.range_or(self.query)
        self.expect(",", form)
        body = self.query()
        self.expect(")", form)
        return Quantified(quantifier, variable, values, body)

    def call(self, name: str) -> Call | Quantified:
        """The call of the name, read from behind its opening parenthesis to the closing one."""
        arguments: list[Node] = []
        options: dict[str, Node] = {}
        # The first of a set that is called for, as in first(support(L)), has no variable.
        is_of_set = (
            name == "first" and self.token[0] == "name" and self.tokens[self.place + 1][1] == "("
        )
        if name in QUANTIFIERS and not is_of_set:
            return self.quantified(name)
        while not self.take(")"):
            kind, option, _ = self.token
            if kind == "name" and self.tokens[self.place + 1][1] == "=":  # name=value
                self.place += 2
                if option in options:
                    raise self.error("an option must be written once, as name=value")
                options[option] = self.query()
            elif options:
                raise self.error("arguments come before options")
            else:
                arguments.append(self.query())
            if not self.take(","):
                self.expect(")")
                break
        return Call(name, tuple(arguments), tuple(options.items()))


# What is most likely meant by a character that queries do not know.
MEANT = {
    **dict.fromkeys("≥≤≠", f" ({COMPARED})"),
    **dict.fromkeys("×·⋅", " (a product is written *)"),
    "÷": " (a quotient is written /)",
    **dict.fromkeys("−–", " (minus is written -)"),
    ".": " (attributes are not part of a query: 4d6.highest(3) is highest(d(6), 4, 3))",
    "^": " (a power is written **)",
    "!": " (what is not so is written not, and != for two numbers that differ)",
    "&": " (both is written and)",
    "|": " (one or both is written or)",
    "~": " (what is not so is written not)",
    "'": ' (a text stands in double quotes, as in claim("table1-a"))',
}


# The queries of a table or a document are asked for again and again.
@lru_cache(maxsize=1024)
def _parsed(text: str) -> Node:
    return _parse_whole(text, _Reader.query)


def parse(query: Query) -> Node:
    """The query as a tree, read where it is a text; `QueryError` showing the column otherwise.

    >>> parse("5 - d")
    Arithmetic(mark='-', left=Number(value=5), right=Name(name='d'))
    """
    if isinstance(query, str):
        return _parsed(query)
    if isinstance(query, Node):
        return query
    raise QueryError(f"a query must be a text such as 'EG(0,0)', {got(query)}")


def parse_list(text: str) -> list[Node]:
    """The queries separated by commas in the text, as trees."""
    return _parse_whole(text, _Reader.queries)


def _parse_whole(text: str, read: Callable[[_Reader], Read]) -> Read:
    reader = _Reader(text)
    try:
        found = read(reader)
    except RecursionError as error:
        raise QueryError(f"the query {shown(text)} is nested too deeply") from error
    if reader.peek():
        raise reader.error(f"unexpected {shown(reader.peek())}{reader.why()}")
    return found


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it."""
    yield node
    for part in below(node):
        yield from walk(part)


# The queries of a table are asked for again and again.
@lru_cache(maxsize=1024)
def called_in(node: Node) -> tuple[Call, ...]:
    """All calls in the query."""
    return tuple(part for part in walk(node) if isinstance(part, Call))


@lru_cache(maxsize=1024)
def names_in(node: Node) -> frozenset[str]:
    """The names a query leaves open: neither called nor quantities, nor bound by a quantifier."""
    match node:
        case Name(name):
            return frozenset((name,))
        case Quantified(_, variable, values, body):
            return names_in(values) | (names_in(body) - {variable})
    return frozenset().union(*map(names_in, below(node)))


# Where the nodes just below a node stand, in two fields or in one for all; of a call see `below`.
BELOW: dict[type, tuple[str, ...]] = {
    Arithmetic: ("left", "right"),
    Membership: ("element", "container"),
    Range: ("first", "last"),
    Quantified: ("values", "body"),
    **dict.fromkeys((Several, Comparison, Logic), ("parts",)),
}
READ_BELOW: dict[type, Callable[[Node], Nodes]] = {
    kind: attrgetter(*names) for kind, names in BELOW.items()
}


def below(node: Node) -> Nodes:
    """The nodes just below."""
    if isinstance(node, Call):
        return (*node.arguments, *map(itemgetter(1), node.options))
    read = READ_BELOW.get(type(node))
    return () if read is None else read(node)


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node with each node just below it changed."""
    if isinstance(node, Call):
        options = tuple((key, change(value)) for key, value in node.options)
        return replace(node, arguments=tuple(map(change, node.arguments)), options=options)
    changed: dict[str, Any] = {}
    for name in BELOW.get(type(node), ()):
        part = getattr(node, name)
        changed[name] = tuple(map(change, part)) if isinstance(part, tuple) else change(part)
    return replace(node, **changed)


# --- writing --------------------------------------------------------------------------------------

# how strongly a mark binds; what has none binds more strongly still
LEVELS = {"or": 1, "and": 2, "not": 3, "in": 4} | dict.fromkeys(COMPARISONS, 4)
LEVELS |= {"+": 5, "-": 5} | dict.fromkeys(TERM_MARKS, 6) | {"**": 7}
NO_MARK = 8


def dice_text(node: Node) -> str:
    """Several dice as people write them, 2d6; "" for anything else."""
    match node:
        case Arithmetic("@", Number(int(dice)), Call("d", (Number(int(faces)),), ())) if (
            dice > 1 and faces > 1
        ):
            return f"{dice}d{faces}"
    return ""


class _Style(NamedTuple):
    """How queries are written: their marks, names, texts in quotes, several, and dice."""

    mark: Callable[[str], str]
    name: Callable[[str], str]
    text: Callable[[str], str]
    option: str
    one: str  # behind the only one of several
    power: str
    negation: str
    dice: Callable[[Node], str]
    has_braces: bool = False  # around exponents


def query_text(node: Node) -> str:
    """The query as it is written.

    >>> query_text(parse("1-(EP(5) - gain(blind,dice(2), dice=3))*2"))
    '1 - (EP(5) - gain(blind, dice(2), dice=3)) * 2'
    >>> query_text(parse("EP(2)/(3/2)"))
    'EP(2) / (3 / 2)'
    >>> query_text(parse("probability(3*2d6**2>=2 @ (d(6)-1))"))
    'probability(3 * 2d6 ** 2 >= 2 @ (d(6) - 1))'
    """
    return _format_node(node, PLAIN)


def query_latex(node: Node) -> str:
    r"""The query in LaTeX, for math mode: names of several letters upright, numbers as they are.

    >>> print(query_latex(parse("EP_step(d1)*(P(d,k) - 1/4)")))
    \mathrm{EP\_step}(d_{1}) \cdot (P(d, k) - 1/4)
    >>> print(query_latex(parse("probability(2d6 >= k)")))
    \mathrm{probability}(2 \mathbin{@} d(6) \geq k)
    """
    return _format_node(node, IN_LATEX)


def _format_node(node: Node, style: _Style) -> str:
    def within(part: Node, level: int) -> str:
        """The part, in parentheses where it binds less strongly than this."""
        text = _format_node(part, style)
        return f"({text})" if level_of(part) < level and not style.dice(part) else text

    def listed(parts: Iterable[Node]) -> str:
        return ", ".join(_format_node(part, style) for part in parts)

    level = level_of(node)
    match node:
        case Number(value):
            return exact_text(value)
        case Known(_, inside):
            return _format_node(inside, style)
        case Name(name):
            return style.name(name)
        case Text(text):
            return style.text(text)
        case Several(parts):
            return f"({listed(parts)}{style.one if len(parts) == 1 else ''})"
        case Call(name, arguments, options):
            given = [_format_node(part, style) for part in arguments]
            for key, option in options:
                given.append(f"{style.name(key)}{style.option}{_format_node(option, style)}")
            return f"{style.name(name)}({', '.join(given)})"
        case Range(first, last):
            return f"{_format_node(first, style)}..{_format_node(last, style)}"
        case Quantified(quantifier, variable, values, body):
            return f"{style.name(quantifier)}({style.name(variable)}, {listed((values, body))})"
        case Logic("not", (part,)):
            return f"{style.negation} {within(part, level + 1)}"
        case Arithmetic("-", Number(0), right):
            return f"-{within(right, LEVELS['**'])}"
        case Arithmetic("**", left, right):
            exponent = within(right, 0 if style.has_braces else level)
            return style.power.format(within(left, level + 1), exponent)
        case Arithmetic(mark, left, right):
            # a - (b - c) needs its parentheses, (a - b) - c does not
            sides = within(left, level), within(right, level + 1)
            return style.dice(node) or style.mark(mark).join(sides)
        case Membership():
            marks: tuple[str, ...] = ("in",)
        case Comparison(marks):
            pass
        case Logic(mark, parts):
            marks = (mark,) * (len(parts) - 1)
    text, *others = (within(part, level + 1) for part in below(node))
    for mark, other in zip(marks, others, strict=True):
        text += style.mark(mark) + other
    return text


def name_latex(name: str) -> str:
    r"""The name in LaTeX, for math mode: `d` and `d_{1}` in italics, a name of several letters
    upright.

    >>> print(*map(name_latex, ("d", "d1", "EP_step")))
    d d_{1} \mathrm{EP\_step}
    """
    letter = name[:1]
    number = name[1:]
    if letter.isalpha() and not number:
        return letter
    if letter.isalpha() and number.isdigit():
        return f"{letter}_{{{number}}}"
    upright = name.replace("_", r"\_")
    return rf"\mathrm{{{upright}}}"


LATEX_MARKS = {
    "*": r"\cdot",
    "//": r"\mathbin{/\!/}",
    "%": r"\bmod",
    "@": r"\mathbin{@}",
    "<=": r"\leq",
    ">=": r"\geq",
    "==": "=",
    "!=": r"\neq",
    "and": r"\land",
    "or": r"\lor",
    "in": r"\in",
}
PLAIN = _Style(" {} ".format, str, '"{}"'.format, "=", ",", "{} ** {}", "not", dice_text)
IN_LATEX = _Style(
    lambda mark: "/" if mark == "/" else f" {LATEX_MARKS.get(mark, mark)} ",
    name_latex,
    lambda text: rf"\text{{``{''.join(LATEX.get(one, one) for one in text)}''}}",
    " = ",
    "",
    "{}^{{{}}}",
    r"\lnot",
    lambda _: "",
    has_braces=True,
)


def level_of(node: Node) -> int:
    """How strongly the mark binds that the query shows outside parentheses: a fraction's bar as a
    division, a sign as a difference; names and calls bind most strongly.
    """
    match node:
        case Arithmetic(mark) | Logic(mark) | Comparison((mark, *_)):
            return LEVELS[mark]
        case Membership():
            return LEVELS["in"]
        case Known(_, written):
            return level_of(written)
        case Number(value) if value < 0:
            return LEVELS["-"]
        case Number(value) if value.denominator != 1:
            return LEVELS["/"]
    return NO_MARK


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
    if expression.has(sympy.Piecewise):
        return text.replace(r"\\", r"\\[3pt]")
    return text

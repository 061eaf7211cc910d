"""Any game as a model in PRISM's language, with the exact value beside it as the expected result of
a regression test.

- One player only ever has a choice (or nobody): `mdp`. The players take turns: `smg`. Both choose
  at once somewhere: `csg`. MAX is p1 and owns the actions a1, a2, ..., MIN is p2 and owns b1, b2,
  ... The last two kinds are those of PRISM-games.
- `s` is the number of the state. Probabilities are quotients of integers; an integer beyond 32 bits
  is written as 123.0, since PRISM reads whole numbers into 32 bits.
- PRISM refuses negative rewards, and a reward is infinite where play may never end. So each payoff
  between `low` and `high` is a lottery: a finished state leads to `won` with probability (payoff -
  low) / (high - low), else to `lost`. Then the value of the game is low + (high - low) * P, where P
  is the best probability of `won`; with two payoffs it is the chance of the higher one. A play
  without end is never `won`; it changes nothing, since a game that `solve` accepts has optimal
  strategies that end play.
- If play always ends there is a second property, the expected reward: `payoff - low` is paid in
  each finished state.

The properties are in the form of PRISM's own tests (`prism -test`): the comment `// RESULT: a/b`
stands before each. Their language is that of the manuals at prismmodelchecker.org (Property
Specification; PRISM-games: Modelling Language). Reading models is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from ..doors import a_path
from ..errors import RulesError
from ..exact import Exact, as_exact, exact_text, integer_text, shown, simplest
from ..files import check_writable, named, write_atomically
from ..game import MAX, MIN, PLAYERS, Game, Player
from ..graph import Node, StateGraph, always_ends, explore
from .words import one_line

MOST_STATES = 200_000  # of a model that is written
LETTERS = ("a", "b")
Law = tuple[tuple[int, int], ...]


def prism_text(graph: StateGraph) -> str:
    """The model of an explored game.

    >>> from exactdice.graph import explore
    >>> from exactdice.games.listed import Listed
    >>> print(prism_text(explore(Listed({0: {("toss", "wait"): {1: 2, 2: 1}, ("stop", "wait"): {2: 1}}, 1: 1, 2: -1}))))
    mdp
    <BLANKLINE>
    module game
      s : [0..4] init 0;
      // s=0: 0
      [a1] s=0 -> 2/3 : (s'=1) + 1/3 : (s'=2);  // 'toss'
      [a2] s=0 -> 1 : (s'=2);  // 'stop'
      [] s=1 -> 1 : (s'=3);  // 1
      [] s=2 -> 1 : (s'=4);  // 2
      [] s>=3 -> true;
    endmodule
    <BLANKLINE>
    label "won" = s=3;
    label "over" = s>=3;
    <BLANKLINE>
    rewards "payoff"
      s=1 : 2;
      s=2 : 0;
    endrewards
    <BLANKLINE>
    """
    kind = kind_of(graph)
    won = len(graph.nodes)
    low, high = payoff_range(graph)
    lines = [kind, "", *_players(graph, kind), "module game", f"  s : [0..{won + 1}] init 0;"]
    for k, node in enumerate(graph.nodes):
        lines += (
            _finished(k, node, low, high, won)
            if node.payoff is not None
            else _commands(k, node, kind)
        )
    lines += [
        f"  [] s>={won} -> true;",
        "endmodule",
        "",
        f'label "won" = s={won};',
        f'label "over" = s>={won};',
        "",
        'rewards "payoff"',
    ]
    lines += [
        f"  s={k} : {_quotient(node.payoff - low)};"
        for k, node in enumerate(graph.nodes)
        if node.payoff is not None
    ]
    return "\n".join([*lines, "endrewards"]) + "\n"


def props_text(graph: StateGraph, value: Exact) -> str:
    """The properties of the model and their exact results, for a game of this value."""
    low, high = payoff_range(graph)
    kind = kind_of(graph)
    player = "" if kind == "mdp" else "<<p1>> "
    best = "min" if _choosers(graph) == {MIN} else "max"
    lines = [f"// The value of {one_line(shown(graph.game))} is {exact_text(value)}."]
    lines += [
        f"// It is low + (high - low) * P[won], low = {exact_text(low)}, high = {exact_text(high)}."
    ]
    lines += [
        f"// RESULT: {exact_text(simplest(Fraction(value - low) / (high - low)))}",
        f'{player}P{best}=? [ F "won" ];',
    ]
    if always_ends(graph):
        lines += [
            "",
            "// It is low + R[over]; play always ends.",
            f"// RESULT: {exact_text(value - low)}",
        ]
        lines += [f'{player}R{{"payoff"}}{best}=? [ F "over" ];']
    return "\n".join(lines) + "\n"


def write_prism(game: Game, value: Exact, path: Path | str) -> Path:
    """Write the model to the file, which ends in .prism, and its properties beside it; the file of
    the properties.

    Raises `UnsolvableError` when the game has more than MOST_STATES states.
    """
    return write_model(model_graph(game), value, path)


def write_model(graph: StateGraph, value: Exact, path: Path | str) -> Path:
    """Write the model and the properties of an explored game, both or nothing; the file of the
    properties.
    """
    path, value = a_path(path), as_exact(value, "value")
    if path.suffix.lower() != ".prism":
        raise RulesError(f"a model must be in a file whose name ends in .prism, got {named(path)}")
    texts = {path: prism_text(graph), path.with_suffix(".props"): props_text(graph, value)}
    for file in texts:
        check_writable(file)
    for file, text in texts.items():
        write_atomically(file, text)
    return path.with_suffix(".props")


def model_graph(game: Game) -> StateGraph:
    """The graph of the game; `UnsolvableError` as soon as more states are found than a model is
    written for.
    """
    return explore(game, most=MOST_STATES)


def kind_of(graph: StateGraph) -> str:
    """The kind of model: mdp, smg or csg."""
    choosers = _choosers(graph)
    return "csg" if None in choosers else "smg" if len(choosers) == 2 else "mdp"


def _choosers(graph: StateGraph) -> set[Player | None]:
    """Who has a choice in some state; None for both at once."""
    return {node.mover for node in graph.nodes if node.payoff is None and _has_choice(node)}


def _has_choice(node: Node) -> bool:
    return any(len(actions) > 1 for actions in node.actions)


def payoff_range(graph: StateGraph) -> tuple[Exact, Exact]:
    """Below and above all payoffs and different: the least and the greatest, or the only one and
    the next number.
    """
    payoffs = [node.payoff for node in graph.nodes if node.payoff is not None]
    if not payoffs:
        raise RulesError(f"{shown(graph.game)} never ends, so there is no payoff to write")
    low, high = min(payoffs), max(payoffs)
    return low, high if high > low else low + 1


# --- lines ----------------------------------------------------------------------------------------


def _players(graph: StateGraph, kind: str) -> Iterator[str]:
    """Who owns what, and for a csg the module of each player."""
    if kind == "smg":
        for player, owns in zip(PLAYERS, (["game"], []), strict=True):
            count = max(len(node.actions[player]) for node in graph.nodes if node.payoff is None)
            yield (
                f"player p{player + 1} "
                f"{', '.join([*owns, *(f'[{LETTERS[player]}{c + 1}]' for c in range(count))])} "
                "endplayer"
            )
        yield ""
    if kind == "csg":
        yield from ("player p1 first endplayer", "player p2 second endplayer", "")
        for player, module in zip(PLAYERS, ("first", "second"), strict=True):
            yield f"module {module}"
            for k, node in enumerate(graph.nodes):
                yield from (
                    f"  [{LETTERS[player]}{c + 1}] s={k} -> true;"
                    for c in range(len(node.actions[player]))
                )
            yield from ("endmodule", "")


def _commands(k: int, node: Node, kind: str) -> Iterator[str]:
    yield f"  // s={k}: {one_line(shown(node.state))}"
    for a, row in enumerate(node.laws):
        for b, law in enumerate(row):
            label, comment = _label_and_comment(node, kind, a, b)
            yield f"  [{label}] s={k} -> {_law(law, node.totals[a][b])};{comment}"


def _label_and_comment(node: Node, kind: str, a: int, b: int) -> tuple[str, str]:
    """The label of a joint action, and a comment that names what is chosen."""
    if kind == "csg":
        return f"a{a + 1},b{b + 1}", f"  // {_named(node, MAX, a)}, {_named(node, MIN, b)}"
    if not _has_choice(node):
        return "", ""
    player: Player = MAX if node.mover == MAX else MIN
    chosen = a if player == MAX else b
    return f"{LETTERS[player]}{chosen + 1}", f"  // {_named(node, player, chosen)}"


def _named(node: Node, player: Player, chosen: int) -> str:
    return one_line(shown(node.actions[player][chosen]))


def _finished(k: int, node: Node, low: Exact, high: Exact, won: int) -> Iterator[str]:
    chance = Fraction((node.payoff or 0) - low) / (high - low)
    law = tuple(
        (state, weight)
        for state, weight in (
            (won, chance.numerator),
            (won + 1, chance.denominator - chance.numerator),
        )
        if weight
    )
    yield f"  [] s={k} -> {_law(law, chance.denominator)};  // {one_line(shown(node.state))}"


def _law(law: Law, total: int) -> str:
    return " + ".join(
        f"{_quotient(Fraction(weight, total))} : (s'={state})" for state, weight in law
    )


def _quotient(number: Exact) -> str:
    parts = (
        (number.numerator,) if number.denominator == 1 else (number.numerator, number.denominator)
    )
    return "/".join(integer_text(part) + (".0" if part >= 2**31 else "") for part in parts)

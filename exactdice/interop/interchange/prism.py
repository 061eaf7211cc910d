"""Any game as a model in PRISM's language, the exact value beside it as the expected result.

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

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from ...exact.argument_checks import a_path
from ...exact.errors import RulesError
from ...exact.files import check_writable, named, write_atomically
from ...exact.numbers import Exact, as_exact, exact_text, integer_text, shown, simplest
from ...game.graph import Node, StateGraph, always_ends
from ...game.protocol import MIN, PLAYERS, Player
from ...solvers.hidden.information import refuse_imperfect_information
from .tokens import one_line

LARGE = 2**31  # PRISM reads whole numbers into 32 bits, and larger ones as decimals
LETTERS = ("a", "b")
Law = Sequence[tuple[int, int]]


def prism_text(graph: StateGraph) -> str:
    """The model of an explored game.

    >>> from exactdice.game.graph import explore
    >>> from exactdice.games.listed_game import Listed
    >>> first = {("toss", "wait"): {1: 2, 2: 1}, ("stop", "wait"): {2: 1}}
    >>> print(prism_text(explore(Listed({0: first, 1: 1, 2: -1}))))
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
    refuse_imperfect_information(
        graph.game, "which a model of PRISM cannot say: it has no information sets"
    )
    kind = model_kind(graph)
    # The states after those of the graph: `won`, and then `lost`.
    won = len(graph.nodes)
    low, high = payoff_range(graph)
    lines = [kind, "", *_players(graph, kind)]
    lines += ["module game", f"  s : [0..{won + 1}] init 0;"]
    rewards = []
    for k, node in enumerate(graph.nodes):
        if node.payoff is None:
            lines += _commands(k, node, kind)
            continue
        # The lottery between `won` and `lost` that stands for the payoff
        chance = Fraction(node.payoff - low) / (high - low)
        lottery = (won, chance.numerator), (won + 1, chance.denominator - chance.numerator)
        law = _format_distribution(
            [(state, weight) for state, weight in lottery if weight], chance.denominator
        )
        lines.append(f"  [] s={k} -> {law};  // {one_line(shown(node.state))}")
        rewards.append(f"  s={k} : {_quotient(node.payoff - low)};")
    lines += [f"  [] s>={won} -> true;", "endmodule", ""]
    lines += [f'label "won" = s={won};', f'label "over" = s>={won};', ""]
    lines += ['rewards "payoff"', *rewards, "endrewards"]
    return "\n".join(lines) + "\n"


def props_text(graph: StateGraph, value: Exact) -> str:
    """The properties of the model and their exact results, for a game of this value."""
    low, high = payoff_range(graph)
    player = "" if model_kind(graph) == "mdp" else "<<p1>> "
    # in an mdp of MIN alone, the best probability is the least
    best = "min" if _choosers(graph) == {MIN} else "max"
    chance = simplest(Fraction(value - low) / (high - low))
    lines = [
        f"// The value of {one_line(shown(graph.game))} is {exact_text(value)}.",
        f"// It is low + (high - low) * P[won], low = {exact_text(low)}, "
        f"high = {exact_text(high)}.",
        f"// RESULT: {exact_text(chance)}",
        f'{player}P{best}=? [ F "won" ];',
    ]
    if always_ends(graph):
        lines += [
            "",
            "// It is low + R[over]; play always ends.",
            f"// RESULT: {exact_text(value - low)}",
            f'{player}R{{"payoff"}}{best}=? [ F "over" ];',
        ]
    return "\n".join(lines) + "\n"


def write_prism(graph: StateGraph, value: Exact, path: Path | str) -> Path:
    """The file of the properties, after it is written beside the model of an explored game of this
    value, which goes to the path; both are written or nothing is.
    """
    path = a_path(path)
    value = as_exact(value, "value")
    if path.suffix.lower() != ".prism":
        raise RulesError(f"a model must be in a file whose name ends in .prism, got {named(path)}")
    beside = path.with_suffix(".props")
    texts = {path: prism_text(graph), beside: props_text(graph, value)}
    # Looked at first, since a model without its properties would be of no use.
    for file in texts:
        check_writable(file)
    for file, text in texts.items():
        write_atomically(file, text)
    return beside


def model_kind(graph: StateGraph) -> str:
    """The kind of model: mdp, smg or csg."""
    choosers = _choosers(graph)
    # One state in which both choose makes the whole model one of that kind.
    if None in choosers:
        return "csg"
    return "smg" if len(choosers) == 2 else "mdp"


def _choosers(graph: StateGraph) -> set[Player | None]:
    """Who has a choice in some state; None for both at once."""
    return {
        node.mover
        for node in graph.nodes
        if node.payoff is None and max(map(len, node.actions)) > 1
    }


def payoff_range(graph: StateGraph) -> tuple[Exact, Exact]:
    """Two different numbers, below and above all payoffs.

    They are the least and the greatest payoff, or the only one and the next number.
    """
    payoffs = [node.payoff for node in graph.nodes if node.payoff is not None]
    if not payoffs:
        raise RulesError(f"{shown(graph.game)} never ends, so there is no payoff to write")
    low = min(payoffs)
    high = max(payoffs)
    return low, high if high > low else low + 1  # chances are quotients by high - low


# --- lines ----------------------------------------------------------------------------------------


def _players(graph: StateGraph, kind: str) -> Iterator[str]:
    """Who owns what, and for a csg the module of each player."""
    if kind == "smg":
        for player, modules in zip(PLAYERS, (["game"], []), strict=True):
            # A label belongs to the player in every state, so there are as many as it ever needs.
            count = max(len(node.actions[player]) for node in graph.nodes if node.payoff is None)
            labels = [f"[{_label(player, chosen)}]" for chosen in range(count)]
            yield f"player p{player + 1} {', '.join([*modules, *labels])} endplayer"
        yield ""
    if kind == "csg":
        yield from ("player p1 first endplayer", "player p2 second endplayer", "")
        for player, name in zip(PLAYERS, ("first", "second"), strict=True):
            yield f"module {name}"
            for k, node in enumerate(graph.nodes):
                for chosen in range(len(node.actions[player])):
                    yield f"  [{_label(player, chosen)}] s={k} -> true;"
            yield from ("endmodule", "")


def _label(player: Player, chosen: int) -> str:
    return f"{LETTERS[player]}{chosen + 1}"


def _commands(k: int, node: Node, kind: str) -> Iterator[str]:
    """A line for each joint action, its label made of the actions of those who have a choice."""
    yield f"  // s={k}: {one_line(shown(node.state))}"
    # Without a label where there is nothing to choose, whoever owns the module.
    alone = [player for player in PLAYERS if len(node.actions[player]) > 1]
    owners = PLAYERS if kind == "csg" else alone
    for a, row in enumerate(node.laws):
        for b, outcomes in enumerate(row):
            law = _format_distribution(outcomes, node.totals[a][b])
            chosen = (a, b)
            labels = ",".join(_label(player, chosen[player]) for player in owners)
            named = [one_line(shown(node.actions[player][chosen[player]])) for player in owners]
            comment = f"  // {', '.join(named)}" if named else ""
            yield f"  [{labels}] s={k} -> {law};{comment}"


def _format_distribution(law: Law, total: int) -> str:
    return " + ".join(f"{_quotient(Fraction(w, total))} : (s'={state})" for state, w in law)


def _quotient(number: Exact) -> str:
    parts = [number.numerator, number.denominator][: 1 + (number.denominator > 1)]
    return "/".join(integer_text(part) + ".0" * (part >= LARGE) for part in parts)

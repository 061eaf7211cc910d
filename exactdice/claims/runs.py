"""Which estimates were read off the same random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..queries.evaluate import names_in
from ..queries.syntax import Arithmetic, Call, Name, Node, below, query_text, walk
from ..queries.words import QUANTITIES
from ..words.proving import FOLLOWING
from .claim import Claim, options_text

PLAYED = ("a", "b", "d")  # arguments that say which games are played, or how many dice thrown
ASKED = ("score",)  # arguments that say what is asked of them
DIGITS = "digits"  # an option that asks for bounds on the same number

Run = tuple[str, ...]


def run_of(claim: Claim) -> Run:
    """What the estimates of one sample have in common: the run that the author names, else the
    games that were played and their number.

    win(a, b), 1 - draw(a, b) and chance(payoff_law(a, b), 1) with the same n are of one run,
    whatever state or outcome they ask for. Too many estimates in one run make the verdict on
    independent ones milder, never harsher.
    """
    return (claim.run,) if claim.run else games_of(claim)


def games_of(claim: Claim) -> Run:
    """The games that were played for an estimate: who played, or what was thrown, the options, and
    their number.
    """
    apart = (*names_in(claim.node), DIGITS)  # the values of names stand in the query's arguments
    options = {key: value for key, value in claim.given.items() if key not in apart}
    played = sorted(set(_played(claim.node, claim)))
    return (*played, *sorted(options_text(options)), f"n={claim.games}")


def _played(node: Node, claim: Claim) -> Iterator[str]:
    """Who plays in the query, or what is thrown."""
    if _is_game(node) and isinstance(node, Call):
        yield _arguments(node, claim)
    elif isinstance(node, Arithmetic) and _is_of_dice(node):
        yield query_text(node)  # dice that are added, or thrown several times
    elif isinstance(node, Call) and not _asks(node):
        yield query_text(node)  # a law of dice
    else:
        for part in below(node):
            yield from _played(part, claim)


def _is_game(node: Node) -> bool:
    """Whether it is a quantity of a game or a throw, and not of a law or of dice alone."""
    return isinstance(node, Call) and node.name in QUANTITIES and node.name not in FOLLOWING


def _asks(node: Node) -> bool:
    """Whether it asks something of games or of a law, as a mean does."""
    if not isinstance(node, Call) or node.name not in QUANTITIES:
        return False
    return _is_game(node) or QUANTITIES[node.name].is_mean


def _is_of_dice(node: Node) -> bool:
    """Whether it is an arithmetic of dice, and neither of numbers alone nor of what is asked."""
    parts = list(walk(node))
    return any(isinstance(part, Call) for part in parts) and not any(map(_asks, parts))


def _arguments(call: Call, claim: Claim) -> str:
    """The arguments that say which games are played, with the call's own options."""
    parameters = QUANTITIES[call.name].parameters
    named = list(zip(call.arguments, _stretched(parameters, len(call.arguments)), strict=True))
    of_players = [argument for argument, name in named if name in PLAYED]
    others = [argument for argument, name in named if name not in ASKED]
    played = [_text(argument, claim) for argument in of_players or others]
    options = (f"{key}={_text(value, claim)}" for key, value in call.options if key != DIGITS)
    return ", ".join([*played, *options])


def _stretched(parameters: Sequence[str], count: int) -> list[str]:
    """The names of so many arguments, of which the last may stand for several."""
    last = parameters[-1] if parameters else ""
    return [*parameters, *[last] * count][:count]


def _text(node: Node, claim: Claim) -> str:
    """The argument, where it is a name its value, as in a table over strategies."""
    if isinstance(node, Name) and node.name in claim.given:
        return str(claim.given[node.name])
    if isinstance(node, Call) and node.arguments:
        return f"{node.name}({', '.join(_text(part, claim) for part in node.arguments)})"
    return query_text(node)

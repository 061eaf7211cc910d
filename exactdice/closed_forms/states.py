"""EG(i, j) and OPT(i, j) of a race whose die holds a symbol, for one state or a range of states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ..cost import LIFTED, at_most
from ..errors import QueryError
from ..exact import Progress
from ..queries.evaluate import evaluate_query, names_in, sorted_out
from ..queries.syntax import Call, parse
from .parametric import ParametricRace, parametric_race, pieces_of
from .pieces import Pieces

ASKED = ("EG", "OPT", "OPT_all")
MOST_STATES = 2000


@dataclass(frozen=True)
class RaceStates:
    """The race, the query and the quantity it asks for, and {(i, j): pieces}."""

    query: str
    asked: str  # EG, OPT or OPT_all
    race: ParametricRace
    states: Mapping[tuple[int, int], Pieces]


def race_states(
    query: str,
    ranges: Mapping[str, Sequence[object]],
    given: Mapping[str, object],
    progress: Progress | None = None,
) -> RaceStates | None:
    """The pieces of EG or OPT at the states of the query; None when the query is no such call or no
    weight holds a symbol.

    >>> from exactdice.queries.evaluate import parse_option
    >>> rules = {"weights": parse_option("p,1-p"), "dice": 1, "target": 2}
    >>> found = race_states("EG(i,1)", {"i": range(2)}, rules)
    >>> [str(pieces.expression()) for pieces in found.states.values()]
    ['1 - 2*p', '1']
    """
    node = parse(query)
    if not isinstance(node, Call) or node.name not in ASKED:
        return None
    race = parametric_race(_options(node, given))
    # without a symbol the value is a number, which is computed elsewhere
    if race is None:
        return None
    # for its refusals alone, which do not depend on the number that a name has
    sorted_out(node, {**given, **dict.fromkeys(ranges, 0)})
    states = [
        _state(node, {**given, **dict(zip(ranges, indices, strict=True))})
        for indices in product(*ranges.values())
    ]
    if len(states) > at_most(MOST_STATES):
        raise QueryError(
            f"at most {MOST_STATES} states are computed at once, got {len(states)}; {LIFTED}"
        )
    return RaceStates(
        " ".join(query.split()),
        node.name,
        race,
        {state: pieces_of(race, *state, progress) for state in states},
    )


def _options(node: Call, given: Mapping[str, object]) -> dict[str, object]:
    """The options of the race: those given, and those that the call itself names."""
    # a name of the arguments is no option, but for target, as in EG(target - 1, 0)
    names = names_in(node) - {"target"}
    options = {key: value for key, value in given.items() if key not in names}
    return options | {key: evaluate_query(value, {}) for key, value in node.options}


def _state(node: Call, given: Mapping[str, object]) -> tuple[int, int]:
    if len(node.arguments) != 2:
        raise QueryError(
            f"{node.name} is called as {node.name}(i, j), got {len(node.arguments)} arguments"
        )
    found = []
    for argument in node.arguments:
        names = names_in(argument)
        known = {key: value for key, value in given.items() if key in names}
        missing = names - set(known)
        if missing:
            raise QueryError(
                f"{node.name} needs numbers for the points: give {', '.join(sorted(missing))} "
                "a value or a range"
            )
        found.append(evaluate_query(argument, known))
    return found[0], found[1]

"""What goes into which file: levels of states in the order in which they are solved, the same in
every process.

Levels are numbered from 0. The states after a state are of levels with smaller numbers; those on a
cycle are of one level. Within a level states stand in the order of their texts. Levels with few
states share a file with the next ones, so that there are never more than about 400 files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Protocol

import numpy as np

from ..errors import RulesError
from ..exact import Exact, shown
from ..graph.arrays import FINISHED, StateGraph
from ..graph.order import Unit, units_of
from .format import MOST_FILES
from .graph_digest import graph_digest
from .level_file import Row, Weights
from .states import state_text


class Found(NamedTuple):
    """What is known of a state once it is solved: see `Row`."""

    value: Exact
    optimal: tuple[int, ...]
    mixtures: tuple[Weights, Weights] | tuple[()]


FoundOf = Mapping[int, Found]  # {number of a state in the graph: what is known of it}


class LevelSolver(Protocol):
    """A solver that goes from level to level and may be told what is known already."""

    @property
    def method(self) -> str:
        """Its name."""

    def files(self, known: Iterable[FoundOf], count: int) -> Iterator[FoundOf]:
        """What is found of the states of each file, after the first ones, of which so many are
        known.
        """

    def chosen(self) -> Mapping[int, int]:
        """{state: place of the action} where strategies play another than the first optimal action,
        once all is found.
        """


class PlannedFile(NamedTuple):
    """The states of a file in the order of its rows with the level of each, and the units of the
    graph that they are in.
    """

    states: tuple[int, ...]
    levels: tuple[int, ...]
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class Plan:
    """All files in their order, and the text of each unfinished state; `digest` is that of the
    graph.
    """

    files: tuple[PlannedFile, ...]
    texts: Mapping[int, str]
    digest: str

    def rows(self, place: int, found: FoundOf) -> list[Row]:
        """What the file says of its states."""
        states, levels, _ = self.files[place]
        pairs = zip(states, levels, strict=True)
        return [Row(self.texts[k], level, *found[k]) for k, level in pairs]


def plan_of(graph: StateGraph) -> Plan:
    """The plan for the states of the graph; `RulesError` naming one that cannot be written."""
    texts = {
        k: state_text(graph.states[k]) for k in np.flatnonzero(graph.menu != FINISHED).tolist()
    }
    _refuse_equal(texts, graph)
    files = tuple(_files(graph, texts))
    order = [k for file in files for k in file.states]
    return Plan(files, texts, graph_digest(graph, order, texts))


def _refuse_equal(texts: Mapping[int, str], graph: StateGraph) -> None:
    """Raise `RulesError` when two states have one text, as classes of one name may have."""
    if len(set(texts.values())) == len(texts):
        return
    seen: dict[str, int] = {}
    for k, text in texts.items():
        other = seen.setdefault(text, k)
        if other != k:
            one, another = shown(graph.states[other]), shown(graph.states[k])
            raise RulesError(
                f"the states {one} and {another} differ, but are both written as {shown(text)}: a "
                "store cannot tell them apart"
            )


def _files(graph: StateGraph, texts: Mapping[int, str]) -> Iterator[PlannedFile]:
    """The files: whole levels, as many as it takes to have enough states."""
    enough = -(-len(texts) // MOST_FILES)
    states: list[int] = []
    levels: list[int] = []
    units: list[Unit] = []
    for level, some in _levels(graph):
        inside = [k for unit in some for k in unit.states.tolist() if k in texts]
        states += sorted(inside, key=texts.__getitem__)
        levels += [level] * len(inside)
        units += some
        if len(states) >= enough > 0:
            yield PlannedFile(tuple(states), tuple(levels), tuple(units))
            states, levels, units = [], [], []
    if units:
        yield PlannedFile(tuple(states), tuple(levels), tuple(units))


def _levels(graph: StateGraph) -> Iterator[tuple[int, list[Unit]]]:
    """The number of each level, and its units."""
    units = units_of(graph)
    pairs = zip(_numbers(graph, units), units, strict=True)
    for level, group in groupby(pairs, key=lambda pair: pair[0]):
        yield level, [unit for _, unit in group]


def _numbers(graph: StateGraph, units: Sequence[Unit]) -> list[int]:
    """The number of the level of each unit.

    Units without cycles come first and are levels. Those after them have the least number above
    all that they lead to; several may have one, which the order of the units keeps together.
    """
    level = np.zeros(len(graph), dtype=np.int64)
    numbers: list[int] = []
    first_cyclic = next((k for k, unit in enumerate(units) if unit.is_cyclic), len(units))
    for place, unit in enumerate(units):
        number = place
        if place >= first_cyclic:
            level[unit.states] = -1  # which does not count for itself
            number = max(first_cyclic, 1 + int(level[graph.led_to_from(unit.states)].max()))
        level[unit.states] = number
        numbers.append(number)
    return numbers

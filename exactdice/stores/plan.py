"""What goes into which file: levels of states in the order in which they are solved, the same in
every process.

The height of a state is the most moves from it to the end of play, the states of a cycle counting
as one. States of one height are a level; they need values of lower levels alone, but for those on a
cycle, which are of one level. Levels with few states share a file with the next ones, so that the
files are never more than about a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple, Protocol

from ..errors import RulesError
from ..exact import Exact, shown
from ..game import State
from .format import MOST_LEVELS
from .level_file import Row, Weights
from .states import state_text


class Found(NamedTuple):
    """What is known of a state once it is solved: see `Row`."""

    value: Exact
    optimal: tuple[int, ...]
    mixtures: tuple[Weights, Weights] | tuple[()]


class LevelSolver(Protocol):
    """A solver that goes from level to level and may be told what is known already."""

    @property
    def method(self) -> str:
        """Its name."""

    @property
    def heights(self) -> Mapping[int, int]:
        """{number of an unfinished state: its height}."""

    def state(self, node: int) -> State:
        """The state of this number."""

    def lines(self, names: Mapping[int, str]) -> Iterable[str]:
        """The rules at each state as a line of text, in the order of `names`, which has the text
        of every unfinished state.
        """

    def solve(self, nodes: Sequence[int]) -> None:
        """Find all of these states, whose successors elsewhere are known."""

    def know(self, node: int, found: Found) -> None:
        """Take this for what would be found of the state."""

    def found(self, node: int) -> Found:
        """What was found of the state, or is known of it."""

    def chosen(self) -> Mapping[int, int]:
        """{state: place of the action} where strategies play another than the first optimal action,
        once all is found.
        """


@dataclass(frozen=True)
class Plan:
    """The numbers of the states of each file in the order of its rows, and the text of each state.

    `digest` is that of the graph: of all states and of the rules at each.
    """

    files: tuple[tuple[int, ...], ...]
    names: Mapping[int, str]
    heights: Mapping[int, int]
    digest: str

    def row(self, node: int, found: Found) -> Row:
        """What the file says of the state."""
        return Row(self.names[node], self.heights[node], *found)


def plan_of(solver: LevelSolver) -> Plan:
    """The plan for the states of this solver; `RulesError` naming one that cannot be written."""
    heights = solver.heights
    texts = {node: state_text(solver.state(node)) for node in heights}
    _refuse_equal(texts, solver)
    order = sorted(heights, key=lambda node: (heights[node], texts[node]))
    names = {node: texts[node] for node in order}
    digest = sha256()
    for node, line in zip(order, solver.lines(names), strict=True):
        digest.update(f"{heights[node]} {names[node]} {line}\n".encode())
    return Plan(_files(order, heights), names, heights, digest.hexdigest())


def _refuse_equal(texts: Mapping[int, str], solver: LevelSolver) -> None:
    """Raise `RulesError` when two states have one text, as classes of one name may have."""
    if len(set(texts.values())) == len(texts):
        return
    seen: dict[str, int] = {}
    for node, text in texts.items():
        other = seen.setdefault(text, node)
        if other != node:
            raise RulesError(
                f"the states {shown(solver.state(other))} and {shown(solver.state(node))} differ, "
                f"but are both written as {shown(text)}: a store cannot tell them apart"
            )


def _files(order: Sequence[int], heights: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """The states of each file: whole levels, as many as it takes to have enough states."""
    enough = -(-len(order) // MOST_LEVELS)
    files: list[tuple[int, ...]] = []
    begun: list[int] = []
    for node in order:
        if len(begun) >= enough and heights[node] != heights[begun[-1]]:
            files.append(tuple(begun))
            begun = []
        begun.append(node)
    return (*files, tuple(begun)) if begun else ()

"""The bridge from games on graphs to the protocol of all games.

So every solver, strategy and command reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ...distributions.distribution import Distribution, point
from ...exact.argument_checks import a_truth, members
from ...exact.errors import RulesError
from ...exact.numbers import Exact, shown, shown_when_long
from ...game.optional import SupportsText, exploring_cost, field_text
from ...game.protocol import MAX, MIN, OTHER, WAIT, Action, Joint, Player

STEPS_A_TURN = 4  # for each that a move costs in the rules: laws and exact values are made of it
Position = Any  # hashable; each game on a graph has a type of its own


class Impartial(Protocol):
    """What the bridge reads: a position to start from and where both players alike may move.

    An `Arena` is one.
    """

    @property
    def start(self) -> Position:
        """The position in which play begins."""

    def options(self, position: Position) -> Iterable[Position]:
        """The positions that one move leads to, each once."""


class NormalPlayState(NamedTuple):
    """The position of the token, and who is to move."""

    position: Position
    to_move: Player = MAX


@shown_when_long
@dataclass(frozen=True)
class NormalPlay:
    """The game in turns on these rules: who cannot move loses; with `misere` it wins.

    An action is the position moved to.

    >>> from exactdice import solve
    >>> from exactdice.solvers.arenas.arena import arena
    >>> heaps = arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})  # 3 is in the kernel
    >>> solve(NormalPlay(heaps)).value
    -1
    """

    rules: Impartial
    misere: bool = False

    def __post_init__(self) -> None:
        members(
            self.rules,
            ("start", "options"),
            "the rules",
            "an Arena, or rules with start and options(position), such as Nim((3, 4, 5))",
        )
        object.__setattr__(self, "misere", a_truth(self.misere, "misere"))

    @property
    def exploring_cost(self) -> int:
        """What a list of all positions costs, each with either player to move, and their values."""
        return 2 * STEPS_A_TURN * exploring_cost(self.rules)

    @property
    def start(self) -> NormalPlayState:
        """The start of the rules, MAX to move."""
        return NormalPlayState(self.rules.start, MAX)

    def payoff(self, state: NormalPlayState) -> Exact | None:
        """-1 where MAX cannot move, +1 where MIN cannot; the opposite with `misere`."""
        # The first option is enough to know: rules may give them one by one.
        if any(True for _ in self.rules.options(state.position)):
            return None
        # Who is to move and cannot has lost, or won in misere play.
        return 1 if (state.to_move == MIN) != self.misere else -1

    def actions(self, state: NormalPlayState, player: Player) -> tuple[Action, ...]:
        """The positions that one move leads to."""
        if player != state.to_move:
            return (WAIT,)
        # The position itself is the action: it needs no name, and `outcomes` nothing to look up.
        moves = tuple(self.rules.options(state.position))
        if WAIT in moves:
            raise RulesError(
                f"a position must not be called {WAIT!r}, the word for not being to move, but "
                f"{shown(state)} leads to it"
            )
        return moves

    def outcomes(self, state: NormalPlayState, joint: Joint) -> Distribution[NormalPlayState]:
        """The token moves, and the turn passes."""
        return point(NormalPlayState(joint[state.to_move], OTHER[state.to_move]))

    def text(self, state: NormalPlayState) -> str:
        """The position as the rules draw it (`rules.text(position)`), and who is to move."""
        to_move = field_text("to_move", state.to_move)
        if isinstance(self.rules, SupportsText):
            return f"{self.rules.text(state.position)}\n{to_move}"
        return f"{field_text('position', state.position)}, {to_move}"

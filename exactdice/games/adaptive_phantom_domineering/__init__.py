"""Phantom Domineering played in turn before an umpire: the rule sheet.

The board, the dominoes and the end are those of Phantom Domineering: MAX lays horizontal dominoes
and moves first, MIN vertical ones, nobody sees the dominoes of the other, and who has no legal move
on its turn loses. MAX wins 1, a lost game is 0. There each player fixes beforehand the order in
which it will try its places. Here the players choose as they go: who is to move names a place, and
the umpire answers `legal`, and the domino lies there, or `illegal`, and the same player names
another place. An illegal try costs nothing, as in a list, where the first legal move is played.

The answer is for who tried alone. Lists are kept from the other, whatever is refused, so the other
hears neither what was named nor how often: it learns only that a domino was laid, by being to move.
So each list is a plan here too, the one that pays no heed to the answers, and the value can differ
from that of the lists only by what heeding them is worth.

Two shortenings leave the value as it is. A place that its own dominoes or banned cells touch, or
that was refused before, is no longer named: dominoes are never lifted, so the answer would be
`illegal` again, and a try in vain changes nothing and teaches nothing. And play ends as soon as who
is to move has no legal move, without naming all places in vain: nobody has a choice that matters
from there on.

Source: the examination paper on Phantom Domineering, section 3, for all but the umpire's answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...distributions.distribution import Distribution, point
from ...exact.numbers import shown_when_long
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, WAIT, Action, Joint, Player
from ..domineering.rules import drawing, open_moves, places
from ..phantom_domineering.rules import HiddenBoard

LEGAL = "legal"
ILLEGAL = "illegal"
Moves = tuple[int, ...]  # the indices of places, least first


class AdaptiveState(NamedTuple):
    """The moves laid by MAX and by MIN, those refused to each, who is to move, and what the umpire
    answered last (None at the start).
    """

    laid: tuple[Moves, Moves] = ((), ())
    refused: tuple[Moves, Moves] = ((), ())
    to_move: int = MAX
    answer: str | None = None


@shown_when_long
@dataclass(frozen=True)
class AdaptivePhantomDomineering(HiddenBoard):
    """The rules on a board of `rows` x `columns` without the `banned` cells, which both know.

    Moves and banned cells are written as in Domineering. Raises `RulesError` for a board without
    any place for a domino and for a cell off the board.

    >>> game = AdaptivePhantomDomineering(2, 3)
    >>> laid = AdaptiveState(laid=((0,), ()), to_move=MIN, answer="legal")
    >>> game.outcomes(game.start, (0, "wait")) == point(laid)
    True
    >>> game.observation(laid, MAX), game.observation(laid, MIN)
    ('legal', None)
    >>> game.outcomes(laid, ("wait", 1)).map(lambda state: state.answer)
    Distribution({'illegal': 1})
    """

    @property
    def start(self) -> AdaptiveState:
        """No domino is laid and MAX is to move."""
        return AdaptiveState()

    def payoff(self, state: AdaptiveState) -> int | None:
        """0 when MAX has no legal move on its turn, 1 when MIN has none."""
        if self._legal(state):
            return None
        return int(state.to_move == MIN)

    def actions(self, state: AdaptiveState, player: Player) -> tuple[Action, ...]:
        """The places that the player may still hope for, least first."""
        if player != state.to_move:
            return (WAIT,)
        hoped = open_moves(self, self._taken(state, (player,)), player)
        return tuple(move for move in hoped if move not in state.refused[player])

    def outcomes(self, state: AdaptiveState, joint: Joint) -> Distribution[AdaptiveState]:
        """The domino is laid and the other player is to move, or the place is refused."""
        player = PLAYERS[state.to_move]
        move = joint[player]
        if move in self._legal(state):
            laid = _add_move(state.laid, player, move)
            return point(state._replace(laid=laid, to_move=1 - player, answer=LEGAL))
        refused = _add_move(state.refused, player, move)
        return point(state._replace(refused=refused, answer=ILLEGAL))

    def observation(self, state: AdaptiveState, player: Player) -> str | None:
        """The umpire's answer, to who tried; nothing to the other."""
        # After an illegal try the same player is to move, after a legal one the other.
        tried = state.to_move if state.answer == ILLEGAL else 1 - state.to_move
        return state.answer if player == tried else None

    def text(self, state: AdaptiveState) -> str:
        """The board as the umpire sees it, what was refused, and who is to move.

        >>> game = AdaptivePhantomDomineering(2, 3)
        >>> print(game.text(AdaptiveState(((0,), ()), ((), (0,)), MIN, "illegal")))
        < > .
        . . .
        refused to MAX: none, to MIN: 0
        MIN to move
        """
        moves = [(player, move) for player in PLAYERS for move in state.laid[player]]
        refused = [" ".join(map(str, moves)) or "none" for moves in state.refused]
        return "\n".join(
            [
                *drawing(self, self.banned, moves),
                f"refused to MAX: {refused[MAX]}, to MIN: {refused[MIN]}",
                f"{NAMES[state.to_move]} to move",
            ]
        )

    def _legal(self, state: AdaptiveState) -> list[int]:
        """The moves of the player to move that touch no domino."""
        return open_moves(self, self._taken(state, PLAYERS), PLAYERS[state.to_move])

    def _taken(self, state: AdaptiveState, players: tuple[Player, ...]) -> int:
        """The banned cells and those under the dominoes of these players, as bits."""
        taken = self.board.start.occupied
        for player in players:
            cells = places(self, player)
            for move in state.laid[player]:
                taken |= cells[move]
        return taken


def _add_move(moves: tuple[Moves, Moves], player: Player, move: int) -> tuple[Moves, Moves]:
    """The moves of both with one more of this player."""
    longer = tuple(sorted((*moves[player], move)))
    return (longer, moves[MIN]) if player == MAX else (moves[MAX], longer)


GAMES = {"adaptive-phantom-domineering": AdaptivePhantomDomineering}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"adaptive-phantom-domineering": {"rows": 2, "columns": 3}}

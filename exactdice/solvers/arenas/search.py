"""Minimax and alpha-beta: the value of a position some moves deep, of games and of written trees.

They serve where the whole game is too big to explore. A heuristic says what a position is worth to
MAX when the search goes no deeper. Alpha-beta gives the same value as minimax and leaves out what
cannot change it: inside a window (alpha, beta) the value is exact, below it the answer is an upper
bound of at most alpha, above it a lower bound of at least beta. Source: the course chapter "Théorie
des jeux" (chapter IV), section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, Protocol

from ...distributions.distribution import point
from ...exact.argument_checks import an_instance, got, members, raise_rule_failed
from ...exact.errors import InexactError, RulesError
from ...exact.numbers import Exact, as_exact, no_int, shown, whole_or_none
from ...game.derived import GameFromGame
from ...game.optional import SupportsHeuristic
from ...game.protocol import (
    MAX,
    MIN,
    OTHER,
    Action,
    ActionDistribution,
    Game,
    Player,
    State,
    Strategy,
    checked_player,
    mover,
)
from ..fast_path import by_exact_class
from ..hidden.information import refuse_imperfect_information

SEARCHED_RULES = ("payoff", "mover", "moves", "play", "heuristic")
Bound = Exact | float  # an end of a window; where it is open -inf or inf, only ever compared with
Move = Any  # of the type that the game gives its moves
Variation = tuple[Action, ...]
# {(state, depth): bounds on its value, and best play where the value is exact}; a bound is exact or
# infinite, and no type says that the one which is returned is exact
Table = dict[Hashable, tuple[Any, Any, Variation]]


class Searchable(Protocol):
    """The members that a search reads; a turn-based `Game` without chance that has them too may be
    searched.
    """

    @property
    def start(self) -> State:
        """The position in which play begins."""

    def payoff(self, state: State) -> Exact | None:
        """The payoff to MAX when the game is over; None while it goes on."""

    def mover(self, state: State) -> Player:
        """The player to move."""

    def moves(self, state: State) -> Sequence[Action]:
        """The moves of the player to move; never empty while the game goes on."""

    def play(self, state: State, move: Move) -> State:
        """The position after the move."""

    def heuristic(self, state: State) -> Exact:
        """A guess at the value of the position to MAX.

        It is asked where the search stops, at the end of the game too.
        """


@dataclass(frozen=True)
class Search:
    """The result of a search.

    - `value`: the value of the position to MAX; outside the window a bound on it (see
      `alpha_beta`).
    - `variation`: best play by both, as far as the search went, the first of equally good moves;
      outside the window the play that shows the bound.
    - `nodes`: the positions visited, the root among them. `cuts`: the visited positions of which
      some moves were left out.
    """

    value: Exact
    variation: tuple[Action, ...]
    nodes: int
    cuts: int = 0


def minimax(game: Searchable, state: State | None = None, depth: int | None = None) -> Search:
    """The value of the state after `depth` moves of best play, by visiting every position.

    The state is the start unless one is given. Without a depth the search goes to the end of the
    game and counts payoffs; with one it counts the heuristic where it stops. Raises `RulesError`
    for a depth below 0.

    >>> minimax(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Search(value=3, variation=(0, 0), nodes=13, cuts=0)
    """
    return _Run(game, depth, None, prunes=False).search(state, -inf, inf)


def alpha_beta(
    game: Searchable,
    state: State | None = None,
    depth: int | None = None,
    *,
    window: tuple[Exact | None, Exact | None] = (None, None),
    table: Table | None = None,
) -> Search:
    """The value that `minimax` finds, leaving out the moves that cannot change it.

    `window` (alpha, beta), None for an open end: a value v strictly inside is found exactly; if v
    <= alpha the answer is in [v, alpha], if v >= beta it is in [beta, v]. `table`, a dict to be
    filled, keeps what is found about each position (and its depth) for when it is met again: bounds
    on its value, and best play where the value is exact. States must then be hashable, and one
    table serves one game, always with a depth or always without.

    >>> alpha_beta(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Search(value=3, variation=(0, 0), nodes=11, cuts=1)
    """
    if table is not None:
        an_instance(table, dict, "table", "a dict to be filled, or None")
    if not isinstance(window, (tuple, list)) or len(window) != 2:
        raise RulesError(
            f"a window must be a pair (alpha, beta), with None for an open end, {got(window)}"
        )
    alpha, beta = (
        open_end if end is None else as_exact(end, "an end of the window")
        for end, open_end in zip(window, (-inf, inf), strict=True)
    )
    if not alpha < beta:
        raise RulesError(
            f"a window must have its lower end below its upper end, got {shown(window)}"
        )
    return _Run(game, depth, table).search(state, alpha, beta)


class _Run:
    """One search under way."""

    def __init__(
        self, game: Searchable, depth: int | None, table: Table | None, *, prunes: bool = True
    ) -> None:
        names = ["start", "payoff", "mover", "moves", "play"]
        if depth is not None:  # to the end of the game no heuristic is asked
            names.append("heuristic")
        required = (
            "one with start, payoff, mover, moves, play and heuristic, as "
            "exactdice.solvers.arenas.search.searchable makes"
        )
        members(game, tuple(names), "the game of a search", required)
        self.game, self.depth, self.table = game, depth, table
        self.prunes = prunes
        self.nodes = self.cuts = 0

    def search(self, state: State | None, alpha: Bound, beta: Bound) -> Search:
        """The result from the state, the start unless one is given."""
        root = _checked_position(self.game, state)
        # A count down to 0; from -1, which never gets there, to the end of the game.
        depth = -1 if self.depth is None else _checked_depth(self.depth)
        try:
            value, variation = self.value(root, depth, alpha, beta)
        except Exception as error:
            raise_rule_failed(self.game, root, SEARCHED_RULES, error)
        return Search(value, variation, self.nodes, self.cuts)

    def value(self, state: State, depth: int, alpha: Bound, beta: Bound) -> tuple[Exact, Variation]:
        """The value of the position and the play that shows it; outside the window a bound."""
        self.nodes += 1
        line: Variation = ()
        payoff = self.game.payoff(state)
        if payoff is not None and self.depth is None:
            best = payoff
        # A search with a depth compares finished positions with guessed ones, so both must be on
        # the scale of the heuristic.
        elif depth == 0 or payoff is not None:
            best = self.game.heuristic(state)
        elif self.table is None:
            best, line = self.best_move(state, depth, alpha, beta)
        else:
            # By the depth too: a value some moves deep says nothing of one that looks further.
            low, high, line = self.table.get((state, depth), (-inf, inf, line))
            if low >= beta or high <= alpha or line:  # a line is kept beside exact values alone
                return (low if low >= beta else high), line
            best, line = self.best_move(state, depth, alpha, beta)
            # what was found is a lower bound above alpha, an upper one below beta, exact between
            lower = best if best > alpha else low
            upper = best if best < beta else high
            # Outside the window the line only shows a bound, which a wider one may not confirm.
            self.table[state, depth] = (lower, upper, line if alpha < best < beta else ())
        return best, line

    def best_move(
        self, state: State, depth: int, alpha: Bound, beta: Bound
    ) -> tuple[Exact, Variation]:
        """The best of the moves; as soon as the window is closed, the others are left out."""
        line: Variation = ()
        game = self.game
        best = None
        maximising = game.mover(state) == MAX
        moves = game.moves(state)
        for place, move in enumerate(moves, 1):
            value, rest = self.value(game.play(state, move), depth - 1, alpha, beta)
            # strictly better only: the first of equally good moves stays
            if best is not None and not (value > best if maximising else value < best):
                continue
            best = value
            line = (move, *rest)
            # What the mover has for certain narrows the window for the moves that are left.
            if self.prunes and maximising:
                alpha = max(alpha, value)
            elif self.prunes:
                beta = min(beta, value)
            # The other player has something as good or better elsewhere and will not let it come
            # to this.
            if alpha >= beta:
                self.cuts += place < len(moves)
                break
        if best is None:
            raise RulesError(
                f"{shown(state)} must have a move or be over, but it has no move and no payoff"
            )
        return best, line


def _checked_position(game: Searchable, state: State | None) -> State:
    """The state at which a search begins, the start unless one is given.

    A game may look at it with a method `position(state)`.
    """
    if state is None:
        return game.start
    look: Callable[[State], State] | None = getattr(game, "position", None)
    return state if look is None else look(state)


def _checked_depth(depth: object) -> int:
    number = whole_or_none(depth)
    if number is None or number < 0:
        raise RulesError(
            "the depth of a search must be an int of 0 or more, or None to search to the end, "
            f"got {no_int(depth)}"
        )
    return number


# --- games of the protocol ------------------------------------------------------------------------


@dataclass(frozen=True)
class Turns(GameFromGame):
    """A game of the protocol as something to search.

    It must be in turns, without chance, and have a method `heuristic(state)`.
    """

    game: Any  # a `Game` that `SupportsHeuristic` as well: no type says both

    def __post_init__(self) -> None:
        refuse_imperfect_information(self.game, "and a search looks at its states: use solve(game)")
        if not isinstance(self.game, SupportsHeuristic):
            raise RulesError(
                f"{shown(self.game)} cannot be searched: it needs a method heuristic(state)"
            )

    def mover(self, state: State) -> Player:
        """The player to move."""
        return mover(self.game, state)

    def moves(self, state: State) -> Sequence[Action]:
        """The actions of the player to move."""
        return self.actions(state, self.mover(state))

    def play(self, state: State, move: Move) -> State:
        """The one state that can follow; `RulesError` when chance has a part in it."""
        # Chance would need the mean of several positions, on which a window proves nothing.
        player = self.mover(state)
        # The other's single action need not be called WAIT.
        (other,) = self.actions(state, OTHER[player])
        joint = (move, other) if player == MAX else (other, move)
        distribution = self.game.outcomes(state, joint)
        if len(distribution) != 1:
            raise RulesError(
                f"only a game without chance can be searched, but {shown(move)} at "
                f"{shown(state)} has {len(distribution)} outcomes"
            )
        return next(iter(distribution))

    def heuristic(self, state: State) -> Exact:
        """The heuristic of the game."""
        worth: Exact = self.game.heuristic(state)
        return worth


@by_exact_class
def searchable(game: Game) -> Searchable:
    """The game as something to search; a game with a faster way registers it here."""
    return Turns(game)


def iterative_deepening(game: Searchable, state: State, depth: int) -> Search:
    """The search by which a player of a game that is won, drawn or lost chooses a move.

    Alpha-beta goes one move deep, two, ... `depth`. It stops at the first depth that shows a win,
    so that the shortest is played. Where all is lost it is the last search that did not see it, so
    that the loss takes as long as it can.
    """
    _refuse_blind(depth)
    # Each depth afresh: the work grows with the depth so fast that the last search outweighs the
    # rest.
    kept = alpha_beta(game, state, 1)
    state = _checked_position(game, state)
    sign = 1 if game.mover(state) == MAX else -1
    for deeper in range(2, depth + 1):
        if sign * _outcome(game, state, kept.variation) > 0:
            break
        found = alpha_beta(game, state, deeper)
        if sign * _outcome(game, state, found.variation) < 0:
            break
        kept = found
    return kept


def _refuse_blind(depth: int) -> None:
    """Refuse to choose a move without looking ahead."""
    if _checked_depth(depth) < 1:
        raise RulesError(
            f"to choose a move a search must look 1 move ahead or more, got {shown(depth)}"
        )


def _outcome(game: Searchable, state: State, variation: Variation) -> Exact:
    """The payoff to MAX when this is played; 0 when it does not reach the end of the game."""
    for move in variation:
        state = game.play(state, move)
    return game.payoff(state) or 0


def searcher(game: Game, depth: int) -> Strategy:
    """The strategy that searches so many moves ahead before each move."""
    _refuse_blind(depth)
    return partial(_first_move, searchable(game), depth)


def _first_move(rules: Searchable, depth: int, state: State) -> ActionDistribution:
    # A function of the module, as strategies are sent to other processes.
    return point(iterative_deepening(rules, state, depth).variation[0])


# --- written trees --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Valued:
    """An inner node of a tree with a value of its own, for searches that stop there."""

    value: Exact
    branches: tuple[object, ...]


@dataclass(frozen=True)
class Tree:
    """A written tree as something to search.

    A number is a leaf, a list of trees (or a `Valued`) an inner node. The players alternate,
    `first` at the root. A state is the path to a node: the indices of the branches taken.

    >>> alpha_beta(Tree([Valued(5, (3, 4)), 4], first=MAX), depth=1).value
    5
    >>> minimax(Tree([[3, 4], 4])).variation
    (1,)
    """

    root: object
    first: Player = MAX
    start: tuple[int, ...] = field(default=(), init=False)

    def __post_init__(self) -> None:
        # Copied into tuples: the lists that it was written in may change.
        object.__setattr__(self, "root", _frozen_tree(self.root, ()))
        object.__setattr__(self, "first", checked_player(self.first))

    def node(self, state: State) -> Any:
        """The number or the branches at the end of the path; `RulesError` when there is no such
        path.
        """
        node = self.root
        for index in state if isinstance(state, tuple) else (state,):
            below = _branches(node)
            # Python would read -1 as the last branch, and True as the second.
            is_branch = whole_or_none(index) is not None and 0 <= index < len(below)
            if not (is_branch and isinstance(state, tuple)):
                raise RulesError(
                    "a state of a tree must be a path, a tuple of indices of branches, "
                    f"{got(state)}"
                )
            node = below[index]
        return node

    def position(self, state: State) -> tuple[int, ...]:
        """The path; `RulesError` where the tree has none."""
        self.node(state)
        path: tuple[int, ...] = state
        return path

    def payoff(self, state: tuple[int, ...]) -> Exact | None:
        """The number of a leaf; None at an inner node."""
        node = self.node(state)
        if _branches(node):
            return None
        number: Exact = node
        return number

    def mover(self, state: tuple[int, ...]) -> Player:
        """The player whose level the node is on."""
        # The players alternate, so the length of the path tells whose turn it is.
        return MAX if (self.first == MAX) == (len(state) % 2 == 0) else MIN

    def moves(self, state: tuple[int, ...]) -> Sequence[Action]:
        """The indices of the branches."""
        return range(len(_branches(self.node(state))))

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        """The path with one more branch."""
        return (*state, move)

    def heuristic(self, state: tuple[int, ...]) -> Exact:
        """The number of a leaf or of a `Valued`; `RulesError` at an inner node without a value."""
        node = self.node(state)
        # Its own number first: a search that stops here must not ask what lies below.
        if isinstance(node, Valued):
            return node.value
        number = self.payoff(state)
        if number is None:
            raise RulesError(
                f"the search stops at the inner node {shown(state)}, which has no value: give "
                "it one with Valued, or go deeper"
            )
        return number


def _branches(node: object) -> Sequence[object]:
    branches = node.branches if isinstance(node, Valued) else node
    return branches if isinstance(branches, tuple) else ()


def _frozen_tree(node: object, path: tuple[int, ...]) -> object:
    """The node with tuples for lists, so that a tree can be hashed and nobody changes it.

    `RulesError` naming what is no tree.
    """
    branches = node.branches if isinstance(node, Valued) else node
    if isinstance(branches, (list, tuple)) and branches:
        below = tuple(_frozen_tree(branch, (*path, k)) for k, branch in enumerate(branches))
        if isinstance(node, Valued):
            return Valued(as_exact(node.value, f"the value at {shown(path)}"), below)
        return below
    try:
        return as_exact(node)
    except InexactError:
        raise RulesError(
            f"a leaf of a tree must be an int or a Fraction, {got(node)} at {shown(path)}"
        ) from None

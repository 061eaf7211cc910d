"""Games as lists of their states: a game given by one, short to read, whose repr can be pasted into
a test; and the states of any game with what can follow each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from ..distributions.distribution import Distribution
from ..exact.errors import RulesError, UnsolvableError
from ..exact.numbers import Exact, Progress, as_exact, ratio, shown, shown_when_long, simplest
from ..game.graph import Compiler, explore
from ..game.protocol import PLAYERS, Action, Game, Joint, Player, State
from ..linear.matrices.solve import Matrix, as_matrix
from ..proofs import itself
from ..solvers.fast_path import by_exact_class

Stage = Mapping[Joint, Mapping[State, int]]  # {(MAX's action, MIN's action): {next state: weight}}


def _copy_entry(entry: object) -> object:
    """The entry in dicts of its own, which nobody changes afterwards."""
    if not isinstance(entry, Mapping):
        return entry
    return {joint: dict(law) if isinstance(law, Mapping) else law for joint, law in entry.items()}


@shown_when_long
@dataclass(frozen=True)
class Listed:
    """The game of this table {state: payoff, or {(MAX's action, MIN's action): {next state:
    weight}}}, from its first state.

    A player who is not to move has the action "wait". Raises `RulesError` naming a state or a joint
    action that is missing, `InexactError` for a payoff that is not exact.

    >>> from exactdice import solve
    >>> toss = {("heads", "wait"): {1: 1, -1: 1}, ("pass", "wait"): {0: 1}}
    >>> solve(Listed({"toss": toss, 1: 1, -1: -1, 0: 0})).value
    0
    """

    table: Mapping[State, Exact | Stage]

    def __post_init__(self) -> None:
        if not isinstance(self.table, Mapping) or not self.table:
            raise RulesError(
                f"a listed game needs a table of at least one state, got {shown(self.table)}"
            )
        object.__setattr__(
            self, "table", {state: _copy_entry(entry) for state, entry in self.table.items()}
        )
        for state, entry in self.table.items():
            if not isinstance(entry, Mapping):
                as_exact(entry, f"the payoff of {shown(state)}")
                continue
            where = f"state {shown(state)}"
            if not entry or not all(isinstance(one, tuple) and len(one) == 2 for one in entry):
                raise RulesError(
                    f"{where} must list joint actions (MAX's action, MIN's action), got "
                    f"{shown(entry)}"
                )
            for joint in product(self.actions(state, 0), self.actions(state, 1)):
                if joint not in entry:
                    raise RulesError(
                        f"{where} must list every joint action, but {shown(joint)} is missing"
                    )
                for successor in self.outcomes(state, joint):
                    if successor not in self.table:
                        raise RulesError(
                            f"{where} leads by {shown(joint)} to {shown(successor)}, which the "
                            "table does not list"
                        )

    def __repr__(self) -> str:
        return f"Listed({self.table!r})"

    def __eq__(self, other: object) -> bool:
        """Whether the tables are equal, in order too, which says where play begins and how ties
        are broken.
        """
        return type(other) is type(self) and _ordered_entries(self.table) == _ordered_entries(
            other.table
        )

    def __hash__(self) -> int:
        # the states alone: stages are dicts, which have no hash, and equal games have equal
        # states
        return hash(tuple(self.table))

    @property
    def start(self) -> State:
        """The first state of the table."""
        return next(iter(self.table))

    def payoff(self, state: State) -> Exact | None:
        """The payoff listed for the state, None when it lists actions."""
        entry = self.table[state]
        return None if isinstance(entry, Mapping) else entry

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The player's actions in the order in which they are listed first."""
        return tuple(dict.fromkeys(joint[player] for joint in self._stage(state)))

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The law listed for the joint action."""
        return Distribution(self._stage(state)[joint])

    def _stage(self, state: State) -> Stage:
        entry = self.table[state]
        if not isinstance(entry, Mapping):
            raise RulesError(f"play is over at {shown(state)}")
        return entry


Seen = tuple[Hashable, Hashable]  # (what MAX observes, what MIN observes), None for nothing


@shown_when_long
@dataclass(frozen=True, eq=False, repr=False)
class ListedInformation(Listed):
    """The listed game in which the players do not see the state: they observe what is listed as
    {state: (what MAX observes, what MIN observes)}.

    None stands for nothing, as does a state that is left out. Raises `RulesError` for an
    observation of a state that the table does not list, or that cannot be hashed.

    >>> toss = {("wait", "wait"): {"heads": 1, "tails": 1}}
    >>> guess = {("H", "wait"): {1: 1}, ("T", "wait"): {0: 1}}
    >>> miss = {("H", "wait"): {0: 1}, ("T", "wait"): {1: 1}}
    >>> table = {"toss": toss, "heads": guess, "tails": miss, 1: 1, 0: 0}
    >>> game = ListedInformation(table, {"heads": ("landed", None), "tails": ("landed", None)})
    >>> game.observation("heads", 0), game.observation("heads", 1), game.observation("toss", 0)
    ('landed', None, None)
    """

    observations: Mapping[State, Seen]

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.observations, Mapping):
            raise RulesError(
                "observations must be listed as {state: (what MAX observes, what MIN observes)}, "
                f"got {shown(self.observations)}"
            )
        object.__setattr__(self, "observations", dict(self.observations))
        for state, seen in self.observations.items():
            if state not in self.table:
                raise RulesError(
                    f"{shown(state)} is observed, but the table does not list it; its first state "
                    f"is {shown(self.start)}"
                )
            if not isinstance(seen, tuple) or len(seen) != 2:
                raise RulesError(
                    f"what is observed of {shown(state)} must be a pair (what MAX observes, what "
                    f"MIN observes), got {shown(seen)}"
                )
            try:
                hash(seen)
            except TypeError:
                raise RulesError(
                    f"what is observed of {shown(state)} must be hashable, got {shown(seen)}"
                ) from None

    def __repr__(self) -> str:
        return f"ListedInformation({self.table!r}, {self.observations!r})"

    def __eq__(self, other: object) -> bool:
        """Whether the tables are equal, in order too, and the observations."""
        return super().__eq__(other) and self.observations == getattr(other, "observations", None)

    # A class that says when its games are equal has no hash of its own otherwise.
    __hash__ = Listed.__hash__

    def observation(self, state: State, player: Player) -> Hashable:
        """The observation listed for the player, None when it learns nothing."""
        return self.observations.get(state, (None, None))[player]


# --- a matrix is a game of one choice -------------------------------------------------------------


def one_choice(game: Game) -> Matrix:
    """The matrix of a game that is over after one choice of both players; `UnsolvableError` for any
    other.

    >>> one_choice(as_game(((1, 2), (3, 4))))
    ((1, 2), (3, 4))
    """
    compiler = Compiler(game)
    compiler.numbers[game.start]
    compiler.add_state(game.start)
    start = compiler.graph().nodes[0]
    payoffs = [game.payoff(state) for state in compiler.states]
    # a later state without a payoff, or the start again, means that play goes on
    if start.payoff is not None or None in payoffs[1:] or 0 in start.successors():
        raise UnsolvableError(
            f"{shown(game)} is not over after one choice of both players, so it is no matrix game"
        )
    paid = [
        0 if payoff is None else as_exact(payoff, f"the payoff of {shown(state)}")
        for state, payoff in zip(compiler.states, payoffs, strict=True)
    ]

    def mean(law: tuple[tuple[int, int], ...], total: int) -> Exact:
        return simplest(ratio(1, total) * sum(weight * paid[k] for k, weight in law))

    lines = zip(start.laws, start.totals, strict=True)
    return as_matrix([list(map(mean, laws, totals)) for laws, totals in lines])


def as_game(matrix: Matrix) -> Listed:
    """The game in which MAX picks a row and MIN a column, numbered from 1; its later states are
    (row, column).
    """
    cells = {
        (i, j): entry
        for i, row in enumerate(as_matrix(matrix), 1)
        for j, entry in enumerate(row, 1)
    }
    return Listed({"choose": {cell: {cell: 1} for cell in cells}, **cells})


def _ordered_entries(table: Mapping[State, object]) -> list[tuple[State, object]]:
    """The entries of the table, and of its stages, in their order."""
    return [
        (state, list(entry.items()) if isinstance(entry, Mapping) else entry)
        for state, entry in table.items()
    ]


Law = tuple[tuple[State, int], ...]  # the next states with their weights


@dataclass(frozen=True)
class Moves:
    """The actions of MAX and of MIN at a state, and the distribution of the next state for each
    pair of them, by MAX's action and then by MIN's.
    """

    actions: tuple[tuple[Action, ...], tuple[Action, ...]]
    laws: tuple[Law, ...]


@dataclass(frozen=True)
class Listing:
    """The states of a game, finished ones too, and `moves(state)` for those that are not.

    States of one `kind` move alike: they have the same actions, which change the numbers in the
    state by the same amounts with the same chances.
    """

    states: Sequence[State]
    kind: Callable[[State], Hashable]
    moves: Callable[[State], Moves]


@by_exact_class
def listing(game: Game, most: int, progress: Progress | None = None) -> Listing:
    """The listing of all states that play can reach; `UnsolvableError` when they are more than
    `most`.
    """
    states = [node.state for node in explore(game, progress=progress, most=most).nodes]
    # no other state is known to move like it
    return Listing(states, itself, partial(moves_at, game))


def moves_at(game: Game, state: State) -> Moves:
    """The moves at the state and the states that may follow."""
    rows, columns = (tuple(game.actions(state, player)) for player in PLAYERS)
    laws = [tuple(game.outcomes(state, joint).items()) for joint in product(rows, columns)]
    return Moves((rows, columns), tuple(laws))

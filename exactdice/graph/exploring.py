"""Finding every state of a game, breadth first, on one core or on several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MethodType

from ..argument_checks import listed, no_progress
from ..cost import STEPS_A_MOVE, STEPS_A_STATE, allowed, at_most, refuse_costly
from ..errors import RulesError, UnsolvableError
from ..exact import Progress, as_whole, shown
from ..game import Game, State, refuse_no_game
from ..optional import exploring_cost
from .arrays import StateGraph
from .compiling import BLOCK, Compiler, Part, hashable
from .growing import what_grows
from .parts import Parts

MOST_STATES = 1_500_000  # found in some twenty seconds, unless said otherwise
FIRST_LOOK = 10_000  # states after which it is asked whether a number in them grows without end
CHUNK = 16 * BLOCK  # states that are looked at before it is asked anew whether several cores should
STEPS_A_BYTE = 10  # of a state: it is made, hashed and compared


def explore(
    game: Game,
    starts: Iterable[State] | None = None,
    progress: Progress | None = None,
    most: int | None = None,
    jobs: int | None = None,
) -> StateGraph:
    """The graph of all states reachable from `game.start` (or from `starts`).

    Unless `most` says otherwise, MOST_STATES are listed where cost is limited, and any number where
    it is not. Raises `UnsolvableError` as soon as more than `most` states are found, `TooCostly`
    when states, transitions and the size of both are together beyond the limit of cost, and
    `RulesError` naming the state when a rule of the protocol is broken: no action, a payoff that is
    not exact, outcomes that are not a `Distribution`, a state that cannot be hashed. `progress` is
    told how many states were looked at, and None as how many there will be.

    Where many states wait that take long, `jobs` processes look at them, as many as there are cores
    if nothing is said; the graph is the same. A game whose rules must be asked in one process says
    `pure = False`.
    """
    refuse_no_game(game)
    no_progress(progress)
    largest = _most_states() if most is None else as_whole(most, "most", 1)
    refuse_costly(game, exploring_cost(game))
    search = _Search(game, largest, progress)
    for state in _begun(game, starts):
        # A start that is listed twice has one number.
        search.compiler.numbers[hashable(state)]
    with Parts(game, jobs) as parts:
        search.run(parts)
    return search.compiler.graph()


class _Search:
    """States that are looked at in the order they were found."""

    def __init__(self, game: Game, largest: int, progress: Progress | None) -> None:
        self.game, self.largest, self.progress = game, largest, progress
        self.compiler = Compiler(game)
        self.size = GrowingSize(game)
        self.starts = 0
        self.looking = FIRST_LOOK

    def run(self, parts: Parts) -> None:
        """Look at all states, those of a long list in parts."""
        states = self.compiler.states
        self.starts = len(states)
        # The list grows while it is read: numbers are given as states are found, so breadth first.
        while (done := self.compiler.done) < len(states):
            # In whole blocks, which share lists.
            blocks = (len(states) - done) // BLOCK
            if parts.worth_it(done, blocks * BLOCK):
                for some, part in parts.of(states[done : done + blocks * BLOCK]):
                    self._add(some, part)
            else:
                self._look_at_some(done + CHUNK)

    def _look_at_some(self, end: int) -> None:
        """Look at all states before this one, on this core."""
        states = self.compiler.states
        while (done := self.compiler.done) < min(end, len(states)):
            self._look_at(states[done])

    def _add(self, states: Sequence[State], part: Part | None) -> None:
        """Add these states, as looked at apart; where that failed they are looked at here."""
        if part is None:
            for state in states:
                self._look_at(state)
            return
        before = self.compiler.done
        self.compiler.append(part)
        for k in range(before, self.compiler.done):
            self._count(k)

    def _look_at(self, state: State) -> None:
        self.compiler.look_at(state)
        self._count(self.compiler.done - 1)

    def _count(self, k: int) -> None:
        """Stop where there is too much; tell of progress."""
        if len(self.compiler.states) > self.largest:
            raise _too_many(self.game, self.largest)
        totals = self.compiler.totals_of(k)
        self.size.count(self.compiler.states[k], self.compiler.ways_of(k), totals)
        if k + 1 >= self.looking:
            self._refuse_growing()
        # Told seldom, as many states are looked at in the time that telling takes.
        if self.progress and (k + 1) % 1000 == 0:
            self.progress(k + 1, None)

    def _refuse_growing(self) -> None:
        """Refuse a game of which it is proved that it has no end of states, now and, as some are
        wide at first, when twice as many are found.
        """
        self.looking *= 2
        growing = "" if allowed() is None else what_grows(self.compiler, self.starts)
        if growing:
            raise UnsolvableError(
                f"{shown(self.game)} has no end of states, {self.compiler.done} of which were "
                f"looked at: {growing} (limit=none lists on)"
            )


def _too_many(game: Game, largest: float) -> UnsolvableError:
    """What is raised when more than the largest number of states are found."""
    return UnsolvableError(
        f"more than {largest} states of {shown(game)} can be reached, and there may be "
        "no end of them: too many to list; "
        "limit=none at the command line lists all, in Python explore(game, most=...) "
        "lists more"
    )


def _begun(game: Game, starts: Iterable[State] | None) -> Iterable[State]:
    """The states where play may begin."""
    if starts is None:
        return [start_of(game)]
    return listed(starts, "starts", "a list of states, or None for the start of the game")


def _most_states() -> int:
    """How many states are listed when nobody says: any number where work may cost any."""
    return at_most(MOST_STATES)


class GrowingSize:
    """The cost of a graph as it grows, refused as soon as it is beyond the limit."""

    def __init__(self, game: object) -> None:
        self.game, self.steps, self.states, self.most = game, 0, 0, allowed()

    def count(self, state: State, ways: int = 0, totals: Iterable[int] = ()) -> None:
        """Add a state with so many ways on, under laws with these totals. What it and its weights
        take is looked at in the first hundred, then in every 64th for all of them.
        """
        if self.most is None:
            return
        self.states += 1
        self.steps += STEPS_A_STATE + STEPS_A_MOVE * ways
        # Measuring takes time too, so of many states only some are measured.
        if self.states <= 100:
            self.steps += _size_of(state, totals)
        elif self.states % 64 == 0:
            self.steps += 64 * _size_of(state, totals)
        if self.steps > self.most:
            refuse_costly(
                f"the graph of {shown(self.game)}, after {self.states} states that were found,",
                self.steps,
            )


def _size_of(state: State, totals: Iterable[int]) -> int:
    """The steps that a state and the weights of its laws take."""
    bits = sum(total.bit_length() for total in totals)
    # Two bytes that are kept are a step, so sixteen bits are one.
    return STEPS_A_BYTE * bytes_of(state) + bits // 16


def bytes_of(state: State) -> int:
    """About how many bytes the numbers, texts and collections in a state take beyond the first
    hundred or so.
    """
    if isinstance(state, int):
        return state.bit_length() >> 3
    if isinstance(state, (str, bytes)):
        return len(state)
    if isinstance(state, (tuple, frozenset)):
        return 8 * len(state) + sum([bytes_of(part) for part in state])
    return 0


def start_of(game: Game) -> State:
    """The start of the game; `RulesError` when it is a method, where a state is meant."""
    if isinstance(game.start, MethodType):
        raise RulesError("start must be a state, but it is a method: write @property above its def")
    return game.start

"""Finding every state of a game, breadth first, on one core or on several: processes that are
copies of this one do a part each, or workers on other machines.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from time import monotonic
from types import MethodType
from typing import Any

from ...exact.argument_checks import listed, no_progress
from ...exact.cost import STEPS_A_MOVE, STEPS_A_STATE, allowed, refuse_costly
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import Progress, as_whole, shown
from ...exact.processes import cores, deaf_to_interrupts, is_forking, serve_parent
from ...exact.session import session
from ..optional import exploring_cost, is_pure
from ..protocol import Game, State, refuse_no_game
from .arrays import StateGraph
from .compiling import Compiler, Part, Weights, hashable

CHUNK = 1024  # states that are looked at before it is asked anew whether several cores should
PART = 64  # states that a core looks at, at least
STEPS_A_BYTE = 10  # of a state: it is made, hashed and compared
SLOW = 1.0  # seconds on one core from which several are asked
# The games that processes were begun to look at, by their ids, which their copies have inherited.
KNOWN: dict[int, Game] = {}
ELSEWHERE = 64  # workers for which states are parted; those on other machines are not counted
Answers = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]  # see `copies`


def explore(
    game: Game,
    starts: Iterable[State] | None = None,
    progress: Progress | None = None,
    most: int | None = None,
    jobs: int | None = None,
) -> StateGraph:
    """The graph of all states reachable from `game.start` (or from `starts`).

    Raises `UnsolvableError` as soon as more than `most` states are found, `TooCostly` when states,
    transitions and the size of both are together beyond the limit of cost, and `RulesError` naming
    the state when a rule of the protocol is broken: no action, a payoff that is not exact, outcomes
    that are not a `Distribution`, a state that cannot be hashed. `progress` is told how many states
    were looked at, and None as how many there will be.

    Where many states wait that take long, `jobs` processes look at them, as many as there are cores
    if nothing is said; the graph is the same. A game whose rules must be asked in one process says
    `pure = False`.
    """
    refuse_no_game(game)
    no_progress(progress)
    largest = None if most is None else as_whole(most, "most", 1)
    refuse_costly(game, exploring_cost(game))
    compiler, size = Compiler(game), GrowingSize(game)
    begun = [start_of(game)] if starts is None else starts
    for state in listed(begun, "starts", "a list of states, or None for the start of the game"):
        # A start that is listed twice has one number.
        compiler.numbers[hashable(state)]
    states = compiler.states
    with closing(_in_parts(game, states, jobs)) as parts:
        for some, part in parts:
            done = compiler.done
            found = len(compiler.successors)
            if part is not None:
                compiler.append(part)
            # What failed elsewhere is looked at here.
            for state in some if part is None else ():
                compiler.look_at(state)
            for k in range(done, compiler.done):
                if largest is not None and len(states) > largest:
                    raise UnsolvableError(
                        f"more than {largest} states of {shown(game)} can be reached: too many to "
                        "list; in Python explore(game, most=...) lists more"
                    )
                ways = len(compiler.successors) - found
                size.count(states[k], ways, partial(compiler.distributions_of, k))
                found += ways
                # Told seldom, as many states are looked at in the time that telling takes.
                if progress and (k + 1) % 1000 == 0:
                    progress(k + 1, None)
    return compiler.graph()


class GrowingSize:
    """The cost of a graph as it grows, refused as soon as it is beyond the limit."""

    def __init__(self, game: object) -> None:
        self.game = game
        self.steps = 0
        self.states = 0
        self.most = allowed()

    def count(
        self, state: State, ways: int = 0, laws: Callable[[], Sequence[Weights]] = tuple
    ) -> None:
        """Add a state with so many ways on by these distributions. What it and its weights take is
        looked at in the first hundred, then in every 64th for all of them.
        """
        if self.most is None:
            return
        self.states += 1
        self.steps += STEPS_A_STATE + STEPS_A_MOVE * ways
        # Measuring takes time too, so of many states only some are measured.
        is_early = self.states <= 100
        if is_early or self.states % 64 == 0:
            bits = sum(sum(weights).bit_length() for weights in laws())
            # Two bytes that are kept are a step, so sixteen bits are one.
            size = STEPS_A_BYTE * bytes_of(state) + bits // 16
            self.steps += size if is_early else 64 * size
        if self.steps > self.most:
            refuse_costly(
                f"the graph of {shown(self.game)}, after {self.states} states that were found,",
                self.steps,
                "fewer states (where a number in them grows without end, leave it out)",
            )


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


# --- several cores --------------------------------------------------------------------------------


def _in_parts(
    game: Game, states: Sequence[State], jobs: int | None
) -> Generator[tuple[Sequence[State], Part | None]]:
    """All states of the list, which grows while it is read, in parts, each with what was found of
    it; None where it is to be looked at here, as where several cores are not worth it, a rule fails
    or an answer cannot be handed over. Numbers are given as states are found, so breadth first.
    """
    workers = None if jobs is None else as_whole(jobs, "jobs", 1)
    elsewhere = session().workers if is_pure(game) else None
    if workers is None:
        # A process that others began leaves the other cores to those.
        has_cores = multiprocessing.parent_process() is None and is_pure(game)
        workers = cores() if has_cores else 1
    began = monotonic()
    answers: Answers | None = None
    done = 0
    with ExitStack() as stack:
        while done < len(states):
            waiting = len(states) - done
            can_share = bool(elsewhere or answers or (workers > 1 and is_forking()))
            is_slow = jobs is not None or waiting * (monotonic() - began) > SLOW * done > 0
            if not (can_share and is_slow and waiting >= 2 * PART):
                stop = done + CHUNK
                while done < min(stop, len(states)):
                    yield [states[done]], None
                    done += 1
                continue
            if answers is None:
                # Those who look at states here are copies of this process, and so know the game.
                KNOWN[id(game)] = game
                stack.callback(KNOWN.pop, id(game))
                answers = stack.enter_context((elsewhere or copies)(workers))
            size = max(PART, waiting // (4 * (ELSEWHERE if elsewhere else workers)))
            parts = [states[k : k + size] for k in range(done, len(states), size)]
            asked = [(game if elsewhere else id(game), some) for some in parts]
            for some, part in zip(parts, answers(_part_of, asked), strict=True):
                yield some, part
                done += len(some)


def _part_of(asked: tuple[Game | int, Sequence[State]]) -> Part:
    """What is found of the states of the game, or of the one with this number."""
    known, states = asked
    compiler = Compiler(KNOWN[known] if isinstance(known, int) else known)
    for state in states:
        compiler.look_at(state)
    return compiler.part()


@contextmanager
def copies(workers: int) -> Iterator[Answers]:
    """Copies of this process, which answer a list of arguments in its order, each with what a
    function returns for it, or None where it fails or its process ends.
    """
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), serve_parent)

    def answers(work: Callable[[Any], Any], arguments: Sequence[Any]) -> Iterator[Any]:
        futures = []
        # The first that is given begins the processes; none is begun where one was ended.
        with suppress(BrokenExecutor), deaf_to_interrupts():
            futures = [pool.submit(work, argument) for argument in arguments]
        for place in range(len(arguments)):
            answer = None
            with suppress(Exception):  # it is said where the state is looked at here
                answer = futures[place].result()
            yield answer

    try:
        yield answers
    finally:
        # Whoever gives up waits for none of them.
        for process in [*(pool._processes or {}).values()]:
            process.kill()
        pool.shutdown(cancel_futures=True)

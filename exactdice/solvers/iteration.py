"""Strategy iteration: games in turns in which play can come back to a state.

The graph falls into layers (strongly connected components), solved one after the other, each after
those it leads to. In a layer that play can come back to, Hoffman and Karp's iteration (Management
Science 12, 1966):

1. Fix a choice for every state; the values of the layer solve one system of linear equations,
   exactly.
2. Where MIN has a strictly better action at these values, let it switch, and go to 1.
3. Where MAX has a strictly better action, let it switch, and go to 1. Otherwise the layer is
   solved.

**It stops.** MAX's strategy always ends play with probability 1 against every strategy of MIN. When
step 3 is reached, MIN's strategy is a best response to MAX's, and the values x hold x <= P x for
every choice of MIN, with equality unless MAX switched. Suppose play could go on for ever after a
switch, in a set of states that it never leaves: the mean of P x - x over the long run is 0 there,
so no state in it was switched, but then MAX's strategy before the switch did not end play. Hence
MAX's strategy keeps ending it, its values never fall and rise somewhere at each switch, and no
strategy comes twice. The same argument, with MAX fixed, bounds step 2. Floats only propose the
first choice.

**It is right.** At the end x = max or min of P x over the actions in every state, and MAX's
strategy ends play: by optional stopping it is paid at least x from each state, whatever MIN does.
If MIN too has optimal actions that end play whatever MAX does, it pays at most x. Then x is the
value, whatever a play without end would be worth. Otherwise the rules do not give the game a value:
they would have to say what such a play pays, and the solver says from which states it can be
forced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flint import fmpq

from ..argument_checks import no_progress
from ..errors import UnsolvableError
from ..exact import Progress, shown
from ..game import MAX, NAMES, OTHER, PLAYERS, Game, Player
from ..graph import Choices, StateGraph, endless, explore, is_cyclic, layers
from ..hidden.information import SEES_ALL, refuse_hidden
from ..solution import Solution
from .linear_layer import solve_layer
from .worth import Worth

FREE = fmpq(0)
SWEEPS = 60  # of floats over a layer at most, to propose the first choice: a bad one costs steps
SHOWN = 3  # states that a message names


def strategy_iteration(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game in turns in which play may come back to a state.

    Without cycles it is that of backward induction. Raises `UnsolvableError` naming states when a
    player can make play go on for ever there and the other cannot end it without loss: the rules do
    not say what such a play pays. Also when both players choose at once on a cycle.

    >>> from exactdice import DiceBattle
    >>> strategy_iteration(DiceBattle(dice=1, target=2, bust_score=0)).value
    Fraction(5, 7)
    """
    no_progress(progress)
    refuse_hidden(game, SEES_ALL)
    return solve_by_layers(explore(game, progress=progress), progress)


def solve_by_layers(
    graph: StateGraph, progress: Progress | None = None, toll: fmpq = FREE
) -> Solution:
    """The solution of the game from its graph, when every move costs MAX the toll beside the
    payoffs. With a toll, play must always end.
    """
    worth = Worth(graph)
    order = layers(graph)
    cyclic = any(is_cyclic(graph, layer) for layer in order)
    # Before any work, as a matrix game on a cycle has no exact value in general.
    refuse_simultaneous(graph, order)
    first = first_choices(graph, MAX) if cyclic else {}
    for done, layer in enumerate(order, 1):
        if is_cyclic(graph, layer):
            iterate(worth, layer, choice_in(worth, layer, first), toll=toll)
        else:
            worth.settle(layer[0], toll)
        if progress:
            progress(done, len(order))
    if not cyclic:
        return worth.solution("backward induction")
    # where play always ends there is nothing to refuse and the first optimal action serves
    chosen = ending_of(graph, worth.optimal) if first else {}
    return worth.solution("strategy iteration", chosen)


def ending_of(graph: StateGraph, optimal: Choices) -> dict[int, int]:
    """The optimal actions by which both players end play, where the first ones would not."""
    chosen: dict[int, int] = {}
    for player in PLAYERS:
        refuse_endless(graph, player, optimal)
        chosen |= ending_choices(graph, player, optimal)
    return chosen


def ending_choices(graph: StateGraph, player: Player, optimal: Choices) -> dict[int, int]:
    """The optimal actions by which the player ends play; nothing when the first ones do."""
    mine = _of_player(graph, player, optimal)
    # A strategy plays the first optimal action as a rule; another is chosen only where it must be.
    always_first = {k: best[:1] for k, best in mine.items()}
    stuck, _ = endless(graph, player, always_first)
    if not stuck:
        return {}
    _, way = endless(graph, player, mine)
    return {k: way[k] for k in mine if k in way}


def _of_player(graph: StateGraph, player: Player, choices: Choices) -> Choices:
    return {k: best for k, best in choices.items() if graph.nodes[k].mover == player}


def first_choices(graph: StateGraph, ender: Player) -> dict[int, int]:
    """A choice for each state of the ender that ends play whatever the other does.

    Nothing when play always ends. Raises `UnsolvableError` naming states where a player cannot end
    play.
    """
    stuck, _ = endless(graph)
    if not stuck:
        return {}
    for player in PLAYERS:
        refuse_endless(graph, player)
    _, way = endless(graph, ender)
    return way


def refuse_endless(graph: StateGraph, player: Player, optimal: Choices | None = None) -> None:
    """Raise `UnsolvableError` unless the player can end play whatever the other does.

    Only by optimal actions, when they are given.
    """
    allowed = None if optimal is None else _of_player(graph, player, optimal)
    stuck, _ = endless(graph, player, allowed)
    if not stuck:
        return
    names = ", ".join(shown(graph.nodes[k].state) for k in stuck[:SHOWN])
    more = f" and {len(stuck) - SHOWN} more states" if len(stuck) > SHOWN else ""
    chosen = any(len(list(graph.nodes[k].moves())) > 1 for k in stuck)
    who = f"{NAMES[player]} cannot end it there" if chosen else "nobody can end it there"
    loss = "" if optimal is None else " without loss"
    raise UnsolvableError(
        f"play need not end from {names}{more}: {who}{loss}, and the rules do not say what "
        "a play without end pays"
    )


def refuse_simultaneous(graph: StateGraph, order: Iterable[list[int]]) -> None:
    """Raise `UnsolvableError` naming a state of a cyclic layer where both players choose."""
    for layer in order:
        for k in layer:
            if graph.nodes[k].mover is None and is_cyclic(graph, layer):
                raise UnsolvableError(
                    f"{shown(graph.game)} can come back to {shown(graph.nodes[k].state)}, "
                    "where both players choose at once: its value "
                    "need not be a fraction; enclose(game, digits=50) gives bounds if play "
                    "always ends"
                )


def choice_in(worth: Worth, layer: list[int], ending: Mapping[int, int]) -> dict[int, int]:
    """A first choice of action in each state of the layer.

    It is the one that ends play if that is needed, else what floats propose.
    """
    if ending:
        return {k: ending[k] for k in layer}
    choice: dict[int, int] = {}
    for _ in range(SWEEPS):
        # Copied, since the sweep changes it. A sweep that changes no choice is a good place to
        # stop, as this is a proposal only.
        before = dict(choice)
        for k in layer:
            # entered at once, so that a sweep carries news further than one move
            choice[k], worth.approx[k] = worth.approximate_best(k)
        if choice == before:
            break
    return choice


def iterate(
    worth: Worth, layer: list[int], choice: dict[int, int], outer: Player = MAX, toll: fmpq = FREE
) -> None:
    """Enter the values of the layer, and all optimal actions, from a first choice.

    In that choice the outer player must end play. Every move inside the layer costs MAX the toll.
    """
    inner = OTHER[outer]
    while True:
        for k, value in _values(worth, layer, choice, toll).items():
            worth.enter(k, value)
        # the outer player switches only when the inner one has made its best reply
        if _switch(worth, layer, choice, inner, toll):
            continue
        if not _switch(worth, layer, choice, outer, toll):
            return


def _values(
    worth: Worth, layer: list[int], choice: Mapping[int, int], toll: fmpq
) -> dict[int, fmpq]:
    """The values of the layer under the choice."""
    inside = set(layer)
    rows = {}
    constants = {}
    for k in layer:
        law, total = worth.graph.nodes[k].move(choice[k])
        rows[k] = {t: fmpq(w, total) for t, w in law if t in inside}
        leaving = (worth.exact[t] * w for t, w in law if t not in inside)
        constants[k] = sum(leaving, FREE) / total - toll
    return solve_layer(rows, constants)


def _switch(
    worth: Worth, layer: list[int], choice: dict[int, int], player: Player, toll: fmpq
) -> bool:
    """Let the player switch to strictly better actions; whether there was one."""
    switched = False
    for k in layer:
        if worth.graph.nodes[k].mover != player:
            continue
        best, worth.optimal[k] = worth.best(k)
        # only when strictly better: switching between equals could go round for ever
        if best - toll != worth.exact[k]:
            choice[k] = worth.optimal[k][0]
            switched = True
    return switched

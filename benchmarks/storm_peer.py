"""Storm's exact model checker on a graph of ours, in rationals: what `generic.py` compares with.

It needs `stormpy` (the extra `oracles`). Storm knows one player who chooses, so the game that is
compared is Dice Battle where MAX decides for both.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from exactdice import MAX, MIN, WAIT, DiceBattle, Distribution

if TYPE_CHECKING:
    from exactdice.game.graph.arrays import StateGraph

WON = "won"
START = "init"


@dataclass(frozen=True)
class DecidedByOne:
    """Dice Battle where MAX chooses for both players, to win for the first."""

    battle: DiceBattle

    @property
    def start(self) -> Any:
        """The start of the battle."""
        return self.battle.start

    def payoff(self, state: Any) -> Any:
        """What the battle pays MAX."""
        return self.battle.payoff(state)

    def actions(self, state: Any, player: int) -> tuple[Any, ...]:
        """MAX has the actions of whoever is to move."""
        if player == MIN:
            return (WAIT,)
        first, second = (self.battle.actions(state, who) for who in (MAX, MIN))
        return first if len(first) > 1 else second

    def outcomes(self, state: Any, joint: tuple[Any, Any]) -> Distribution[Any]:
        """The law of the battle after that choice."""
        chosen = joint[MAX]
        first, second = (self.battle.actions(state, who) for who in (MAX, MIN))
        pair = (chosen, second[0]) if len(first) > 1 else (first[0], chosen)
        return self.battle.outcomes(state, pair)


def chance_to_win(graph: StateGraph) -> tuple[Fraction, float]:
    """(the largest chance that play ends in a state that pays 1, processor seconds of checking)."""
    import stormpy

    model = decision_process(graph)
    [wanted] = stormpy.parse_properties(f'Pmax=? [F "{WON}"]')
    used = time.process_time()
    found = stormpy.model_checking(model, wanted, only_initial_states=True)
    seconds = time.process_time() - used
    return Fraction(str(found.get_value(0))), seconds


def decision_process(graph: StateGraph) -> Any:
    """The graph as a Markov decision process with rational chances; finished states stay."""
    import stormpy

    matrix = stormpy.datastructures.SparseMatrixBuilder[stormpy.Rational]
    builder = matrix(force_dimensions=False, has_custom_row_grouping=True)
    one = stormpy.Rational(1)
    chances = _chances(graph, stormpy.Rational)
    row = 0
    for k in range(len(graph)):
        builder.new_row_group(row)
        if k in graph.payoffs:
            builder.add_next_value(row, k, one)
            row += 1
            continue
        for move in graph.moves_of(k):
            listed = chances[int(graph.law[move])]
            successors = [t for t, _ in graph.move(move)]
            for place in np.argsort(successors).tolist():
                builder.add_next_value(row, successors[place], listed[place])
            row += 1
    labels = stormpy.models.StateLabeling(len(graph))
    for name in (START, WON):
        labels.add_label(name)
    labels.add_label_to_state(START, 0)
    for k, payoff in graph.payoffs.items():
        if payoff == 1:
            labels.add_label_to_state(WON, k)
    parts = stormpy.models.SparseModelComponents[stormpy.Rational]
    built = parts(transition_matrix=builder.build(), state_labeling=labels)
    return stormpy.models.SparseMdp[stormpy.Rational](built)


def _chances(graph: StateGraph, rational: Any) -> list[list[Any]]:
    """The chances of each list of weights."""
    lists = graph.lists
    found = []
    for k, total in enumerate(lists.totals):
        found.append([rational(weight) / rational(total) for weight in lists.weights[k]])
    return found

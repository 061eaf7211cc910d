"""The sequence form: an exact equilibrium of a game with hidden information, by one linear
programme.

MAX's plan gives each of its sequences a weight: 1 for the one in which it has done nothing, and at
each of its information sets the weights of the actions sum to the weight of the sequence before it.
MIN answers with its best: q_I is what it lets MAX have from its information set I on, and

    maximise   paid(nothing) . x  +  sum of q_J over MIN's first information sets J
    subject to sum over a of x_(I,a) = x_(before I)                     for MAX's information sets I
               q_I <= paid(s) . x + sum of q_J over the sets J right after s
                                                       for each action of MIN at I, the sequence s
               x >= 0

where paid(s) . x is what MAX is paid on average where MIN's last action is that of s. The dual
prices of the second rows are MIN's plan. Its size is that of the tree, not of the strategies.

Source: D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized strategies in
game trees", STOC 1994.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...distributions.distribution import from_probabilities, point
from ...exact.errors import UnsolvableError
from ...exact.numbers import Exact, Progress, as_exact, shown
from ...game.optional import Hiding
from ...game.protocol import MAX, MIN, OTHER, ActionLaw, Player
from ...linear.lp import Outcome, Program, Row, Status, Variable, optimum
from .information import NOTHING, Information
from .solution import HiddenSolution, Weights, best_against, solution_of
from .tree import GameTree, game_tree

METHOD = "sequence form"


def sequence_form(game: Hiding, progress: Progress | None = None) -> HiddenSolution:
    """An exact equilibrium of a game with hidden information.

    Raises `RulesError` when two states with the same information have other actions, and
    `UnsolvableError` when play can come back.
    """
    return solve_tree(game_tree(game, progress), progress)


def solve_tree(tree: GameTree, progress: Progress | None = None) -> HiddenSolution:
    """The same of a tree that is there already."""
    form = SequenceForm.of(tree)
    outcome = optimum(form.program(), progress=progress)
    if outcome.status != Status.OPTIMAL or outcome.value is None:
        raise UnsolvableError(f"{shown(tree.game)} has no equilibrium: {outcome.status}")
    weights = form.weights(outcome)
    behaviours = (behaviour(tree, weights, MAX), behaviour(tree, weights, MIN))
    return solution_of(tree, outcome.value, behaviours, METHOD)


@dataclass(frozen=True)
class SequenceForm:
    """The programme of a tree with the player in the seat of MAX, with the columns of its sequences
    and of the information sets of the other, and the rows of the other's sequences.
    """

    tree: GameTree
    player: Player
    column: Mapping[int, int]  # of the player's sequence
    answer: Mapping[int, int]  # the column of the other's information set
    row: Mapping[int, int]  # of the other's sequence

    @staticmethod
    def of(tree: GameTree, player: Player = MAX) -> SequenceForm:
        """The sequence form of the tree."""
        other = OTHER[player]
        column = {sequence: k for k, sequence in enumerate(sequences(tree, player))}
        answer = {place: k for k, place in enumerate(tree.information_sets[other], len(column))}
        # The other's first sequence has no row: it is the objective. The rows of the player's sets
        # come first.
        later = enumerate(sequences(tree, other)[1:], len(tree.information_sets[player]))
        return SequenceForm(tree, player, column, answer, {sequence: k for k, sequence in later})

    def program(self) -> Program:
        """The linear programme."""
        tree, player, other = self.tree, self.player, OTHER[self.player]
        rows = []
        for place, info in tree.information_sets[player].items():
            # The weights of the actions sum to that of the sequence before.
            sums: dict[int, Exact] = {self.column[tree.sequence(place, player)]: -1}
            for action in info.actions:
                sums[self.column[tree.after(place, action, player)]] = 1
            rows.append(Row(f"i{place}", sums, 0, 0))
        # For each sequence of the other what the player is paid, less what it must be left.
        forms: dict[int, dict[int, Exact]] = {sequence: {} for sequence in (NOTHING, *self.row)}
        sign = 1 if player == MAX else -1
        for pair, paid in tree.paid.items():
            if paid:
                forms[pair[other]][self.column[pair[player]]] = sign * as_exact(paid)
        for place, info in tree.information_sets[other].items():
            forms[tree.sequence(place, other)][self.answer[place]] = 1
            for action in info.actions:
                forms[tree.after(place, action, other)][self.answer[place]] = -1
        for k, sequence in enumerate(self.row):
            rows.append(Row(f"s{k}", forms[sequence], lower=0))
        variables = (
            Variable("x0", lower=1, upper=1),
            *(Variable(f"x{k}") for k in range(1, len(self.column))),
            *(Variable(f"q{k}", lower=None) for k in range(len(self.answer))),
        )
        return Program(variables, tuple(rows), forms[NOTHING], maximise=True)

    def weights(self, outcome: Outcome) -> tuple[Weights, Weights]:
        """The plans of the player and of the other as weights of their sequences."""
        own = {sequence: outcome.x[k] for sequence, k in self.column.items()}
        # A price says how much the player would gain for each point that the row is relaxed.
        others = {sequence: -outcome.y[k] for sequence, k in self.row.items()}
        return own, {NOTHING: 1, **others}


def sequences(tree: GameTree, player: Player) -> list[int]:
    """The sequences of the player: the one in which nothing is done, then each action at each
    information set.
    """
    found = [NOTHING]
    for info in tree.information_sets[player].values():
        found.extend(tree.after(info.place, action, player) for action in info.actions)
    return found


# --- from weights to the law of each action -------------------------------------------------------

Behaviour = dict[Information, ActionLaw]


def behaviour(tree: GameTree, weights: tuple[Weights, Weights], player: Player) -> Behaviour:
    """{information: law of the action} of the plan with these weights.

    Where the plan never comes by its own choice any law is as good: the best response to the other
    plan stands there, which is also best once a mistake was made.
    """
    elsewhere = best_against(tree, player, weights[OTHER[player]]).chosen
    own = weights[player]
    laws = {}
    for place, info in tree.information_sets[player].items():
        before = own[tree.sequence(place, player)]
        law = point(elsewhere[place])
        if before:
            after = {action: own[tree.after(place, action, player)] for action in info.actions}
            chances = {one: Fraction(weight) / before for one, weight in after.items() if weight}
            law = from_probabilities(chances)
        laws[tree.information(place, player)] = law
    return laws

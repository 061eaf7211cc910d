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
from ...game.protocol import MAX, MIN, OTHER, Action, ActionLaw, Player
from ...linear.lp import Outcome, Program, Row, Status, Variable, optimum
from .information import NOTHING, Information
from .solution import HiddenSolution, Weights, best_against, solution_of
from .tree import GameTree, InformationSet, game_tree

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
    """The programme of a tree, with the columns of MAX's sequences and of MIN's information sets,
    and the rows of MIN's sequences.
    """

    tree: GameTree
    column: Mapping[int, int]  # of MAX's sequence
    answer: Mapping[int, int]  # the column of MIN's information set
    row: Mapping[int, int]  # of MIN's sequence

    @staticmethod
    def of(tree: GameTree) -> SequenceForm:
        """The sequence form of the tree."""
        sets_of_max, sets_of_min = tree.information_sets
        column = {sequence: k for k, sequence in enumerate(sequences(tree, MAX))}
        answer = {place: len(column) + k for k, place in enumerate(sets_of_min)}
        # MIN's first sequence has no row: it is the objective. The rows of MAX's sets come first.
        later = enumerate(sequences(tree, MIN)[1:], len(sets_of_max))
        return SequenceForm(tree, column, answer, {sequence: k for k, sequence in later})

    def program(self) -> Program:
        """The linear programme."""
        plan = tuple(Variable(f"x{k}") for k in range(1, len(self.column)))
        answers = tuple(Variable(f"q{k}", lower=None) for k in range(len(self.answer)))
        first = Variable("x0", lower=1, upper=1)
        forms = self._forms_of_min()
        rows = [self._row_of_max(info) for info in self.tree.information_sets[MAX].values()]
        for k, sequence in enumerate(self.row):
            rows.append(Row(f"s{k}", forms[sequence], lower=0))
        variables = (first, *plan, *answers)
        return Program(variables, tuple(rows), forms[NOTHING], maximise=True)

    def _row_of_max(self, info: InformationSet) -> Row:
        """The weights of the actions sum to that of the sequence before."""
        tree = self.tree
        before = tree.sequence(info.place, MAX)
        form: dict[int, Exact] = {self.column[before]: -1}
        for action in info.actions:
            form[self.column[tree.after(info.place, action, MAX)]] = 1
        return Row(f"i{info.place}", form, 0, 0)

    def _forms_of_min(self) -> dict[int, dict[int, Exact]]:
        """For each sequence of MIN what MAX is paid, less what it must leave."""
        tree = self.tree
        sequences = [NOTHING, *self.row]
        forms: dict[int, dict[int, Exact]] = {sequence: {} for sequence in sequences}
        for (of_max, of_min), paid in tree.paid.items():
            if paid:
                forms[of_min][self.column[of_max]] = as_exact(paid)
        for place, info in tree.information_sets[MIN].items():
            forms[tree.sequence(place, MIN)][self.answer[place]] = 1
            for action in info.actions:
                forms[tree.after(place, action, MIN)][self.answer[place]] = -1
        return forms

    def weights(self, outcome: Outcome) -> tuple[Weights, Weights]:
        """The plans of MAX and of MIN as weights of their sequences."""
        of_max = {sequence: outcome.x[k] for sequence, k in self.column.items()}
        # A price says how much MAX would gain for each point that MIN's row is relaxed.
        of_min = {sequence: -outcome.y[k] for sequence, k in self.row.items()}
        return of_max, {NOTHING: 1, **of_min}


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
    laws = {}
    for place, info in tree.information_sets[player].items():
        before = weights[player][tree.sequence(place, player)]
        law = _law(tree, player, info, weights[player], before) if before else None
        laws[tree.information(place, player)] = law or point(elsewhere[place])
    return laws


def _law(
    tree: GameTree, player: Player, info: InformationSet, weights: Weights, before: Exact
) -> ActionLaw:
    """The law of the action at the information set, which the plan comes to with this weight."""
    chances: dict[Action, Exact] = {}
    for action in info.actions:
        weight = weights[tree.after(info.place, action, player)]
        if weight:
            chances[action] = Fraction(weight) / before
    return from_probabilities(chances)

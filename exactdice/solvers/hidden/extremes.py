"""What all optimal strategies of a player have in common in a game with hidden information: the
least and the largest probability of an action, or mean of what is paid against a plan.

A plan is optimal when it guarantees the value, so the optimal ones are the points of the sequence
form at which its objective is the value v:

    the rows of the sequence form,  objective >= v,  weight of the sequence with nothing in it = 1

A linear form of the weights is least and largest there by two more programmes. The probability of
an action is no linear form but a ratio x_s / x_b, of the weights of the sequence that ends with the
action and of the one before. All rows but the last are homogeneous, so the point may be scaled:
with the row x_b = 1 in the place of the last one, x_s is the ratio. What has no point then is an
information that no optimal plan comes to by its own choices.

Source: A. Charnes, W. W. Cooper, "Programming with linear fractional functionals", Naval Research
Logistics Quarterly 9 (1962), 181-186.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property

from ...exact.errors import RulesError
from ...exact.numbers import Exact, Interval, Progress, Value, as_exact, lower_end, shown
from ...game.optional import hides
from ...game.protocol import MAX, NAMES, OTHER, Action, Player, checked_player, refuse_no_game
from ...linear.lp import Program, Row, Variable
from ...linear.matrices.optimal_laws import OptimalLaws, Strategies
from .information import NOTHING, Information
from .sequence_form import SequenceForm, solve_tree
from .solution import follow_plan, paid_against
from .tree import GameTree, InformationSet, game_tree

Pays = Callable[[Exact], Exact]  # what is asked about a payoff


class NeverReached(RulesError):
    """No optimal strategy of the player comes to the information by its own choices."""


def mixture_range(
    game: object,
    player: Player,
    information: Information,
    action: Action,
    progress: Progress | None = None,
) -> Interval:
    """The least and the largest probability of the player's action at this information, over all
    optimal strategies that come there by their own choices.

    Raises `RulesError` for a game that hides nothing, for what is no information or no action of
    the player, and where no optimal strategy comes.

    >>> from exactdice import Kuhn, mixture_range
    >>> mixture_range(Kuhn(), MAX, (1,), "bet")
    Interval(lower=0, upper=Fraction(1, 3))
    """
    checked_player(player)
    refuse_no_game(game)
    if not hides(game):
        raise RulesError(
            f"{shown(game)} hides nothing from its players: solve(game) says which actions are "
            "optimal in each state"
        )
    tree = game_tree(game, progress)
    found = information_set(tree, player, information)
    return OptimalPlans(tree, player, solve_tree(tree, progress).value).probability(found, action)


def information_set(tree: GameTree, player: Player, information: Information) -> InformationSet:
    """The information set of the player with this information; `RulesError` for anything else."""
    place = tree.knowledge(player).place_of(information) if type(information) is tuple else None
    found = tree.information_sets[player].get(NOTHING if place is None else place)
    if place is None or found is None:
        places = list(tree.information_sets[player])
        known = [shown(tree.information(one, player)) for one in [*places[:2], *places[-1:]]]
        some = f"such as {', '.join(dict.fromkeys(known))}" if known else "but it never chooses"
        raise RulesError(
            f"{shown(information)} must be what {NAMES[player]} knows where it chooses: the tuple "
            f"of its observations and actions, {some}"
        )
    return found


@dataclass(frozen=True)
class OptimalPlans:
    """All optimal plans of a player, as the points of a linear programme."""

    tree: GameTree
    player: Player
    value: Value  # to MAX

    @cached_property
    def form(self) -> SequenceForm:
        """The sequence form with the player in the seat of MAX."""
        return SequenceForm.of(self.tree, self.player)

    def probability(self, info: InformationSet, action: Action) -> Interval:
        """The least and the largest probability of the action at the information set."""
        if action not in info.actions:
            raise RulesError(
                f"the action must be one of {', '.join(map(shown, info.actions))}, got "
                f"{shown(action)}"
            )
        laws = self.laws(info, None)
        found = self.strategies.extent({laws.columns[action]: 1}, laws.unit)
        if found is None:
            known = self.tree.information(info.place, self.player)
            raise NeverReached(
                f"no optimal strategy of {NAMES[self.player]} comes to {shown(known)} by its own "
                "choices, so each of them may do anything there"
            )
        return found

    def paid(self, plan: object, pays: Pays) -> Interval:
        """The least and the largest mean of `pays(payoff)` when the other follows the plan."""
        other = OTHER[self.player]
        _, weights = follow_plan(self.tree, other, plan)
        sums = paid_against(self.tree.paid_by(pays), self.player, weights)
        form = {self.form.column[sequence]: as_exact(paid) for sequence, paid in sums.items()}
        found = self.strategies.extent(form, self.form.column[NOTHING])
        assert found is not None  # every strategy begins
        return found

    def laws(self, info: InformationSet, of: Hashable) -> OptimalLaws:
        """The laws of the action at the information set, over all optimal strategies."""
        before = self.form.column[self.tree.sequence(info.place, self.player)]
        columns = {
            action: self.form.column[self.tree.after(info.place, action, self.player)]
            for action in info.actions
        }
        return OptimalLaws(self.strategies, before, columns, of)

    @cached_property
    def strategies(self) -> Strategies:
        """The optimal plans, times any number: the sequence form with an objective of at least the
        value. From bounds on the value come plans that guarantee its lower end.
        """
        program = self.form.program()
        nothing, *others = program.variables
        # as every other weight: whoever asks says how the plan is scaled
        variables = (Variable(nothing.name), *others)
        guaranteed = dict(program.objective)
        value = self.value if self.player == MAX else -self.value
        guaranteed[0] = as_exact(guaranteed.get(0, 0)) - lower_end(value)
        rows = (*program.rows, Row("value", guaranteed, lower=0))
        cone = Program(variables, rows)
        return Strategies(cone, self.form.column[NOTHING], isinstance(value, Interval))

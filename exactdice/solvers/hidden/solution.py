"""Solving games with imperfect information: an exact equilibrium by the sequence form, best
responses in one pass, and the ranges over all optimal strategies.

**Equilibrium.** MAX's strategy gives each of its sequences a weight: 1 for the one in which it has
done nothing, and at each of its information sets the weights of the actions sum to the weight of
the sequence before it. MIN answers with its best: q_I is what it lets MAX have from its information
set I on, and

    maximise   paid(nothing) . x  +  sum of q_J over MIN's first information sets J
    subject to sum over a of x_(I,a) = x_(before I)                     for MAX's information sets I
               q_I <= paid(s) . x + sum of q_J over the sets J right after s
                                                       for each action of MIN at I, the sequence s
               x >= 0

where paid(s) . x is the mean payoff to MAX where MIN's last action is that of s. The dual prices of
the second rows are MIN's strategy. The size is that of the tree, not of the strategies. Source:
D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized strategies in game
trees", STOC 1994.

**Best response.** When the opponent follows a plan, each end of play pays the responder its payoff
times the probability of all that is not its own choice. These sums belong to its sequences; the
value of an information set is that of its best action, each worth the sums of its own sequence and
of the sets that come right after it. Sets that come later have larger places, so one pass from the
last to the first finds them all.

**All optimal strategies.** A strategy is optimal when it guarantees the value, so the optimal ones
are the points of the sequence form at which its objective is the value v:

    the rows of the sequence form,  objective >= v,  weight of the sequence with nothing in it = 1

A linear form of the weights has its minimum and maximum there by two more programs. The probability
of an action is no linear form but a ratio x_s / x_b, of the weights of the sequence that ends with
the action and of the one before. All rows but the last are homogeneous, so the point may be scaled:
with the row x_b = 1 in the place of the last one, x_s is the ratio. Where there is no point then,
no optimal strategy comes to the information by its own choices. Source: A. Charnes, W. W. Cooper,
"Programming with linear fractional functionals", Naval Research Logistics Quarterly 9 (1962),
181-186.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import chain
from math import ceil, floor

from flint import fmpq

from ...distributions.distribution import from_probabilities, point
from ...distributions.distribution_text import LONGEST, PLACES, value_html
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import (
    Exact,
    Interval,
    Progress,
    Value,
    as_exact,
    as_fmpq,
    decimal_text,
    exact_text,
    lower_end,
    shown,
    shown_when_long,
)
from ...game.optional import Hiding, hides
from ...game.protocol import (
    MAX,
    MIN,
    NAMES,
    OTHER,
    PLAYERS,
    Action,
    ActionDistribution,
    Player,
    State,
    Strategy,
    checked_player,
    refuse_no_game,
)
from ...game.solution import Solution
from ...game.text_of_values import as_written, written_apart
from ...linear.lp import Program, Row, Status, Variable, optimum
from ...linear.matrices.optimal_mixed_actions import OptimalMixedActions, Strategies
from .information import NOTHING, Information, information_strategy
from .tree import NEVER, GameTree, InformationSet, Paid, game_tree

Behaviour = Mapping[Information, ActionDistribution]  # a mixed action for each information
Pays = Callable[[Exact], Exact]  # a function of the payoff
# of a player's sequences: the probability that its own choices come there
Weights = Mapping[int, Exact]
# {sequence: what MAX is paid there}, with the probabilities of all but own choices in it
Sums = Mapping[int, fmpq]
MORE_PLACES = 8  # of short ends


@shown_when_long
@dataclass(frozen=True)
class ImperfectInformationSolution(Solution):
    """The exact solution of a game with imperfect information.

    - `value`: what MAX is paid on average when both play optimally; `values` holds the start alone,
      since what a state is worth depends on what the players believe.
    - `strategies[player][information]`: the mixed action of the player.
    - `information_sets[player][information]`: the states that the player cannot tell apart then.
    - `responder`: the player who answers the opponent's strategy as well as possible; None where
      both play optimally.
    - `method`: the name of the solver that found it.
    """

    behaviours: tuple[Behaviour, Behaviour] = field(default_factory=lambda: ({}, {}))
    information_sets: tuple[
        Mapping[Information, tuple[State, ...]], Mapping[Information, tuple[State, ...]]
    ] = field(default_factory=lambda: ({}, {}))
    responder: Player | None = None

    def _repr_html_(self) -> str:
        head = f"<code>{escape(shown(self.game))}</code>: value {value_html(self.value)} to MAX"
        tables = [f"<p>{head}</p>"]
        for name, table in zip(NAMES, self.strategies, strict=True):
            rows = [f"<tr><th>{name} knows</th><th>and plays</th></tr>"]
            texts = written_apart(table)
            for known, mixed in table.items():
                shares = []
                for action in mixed:
                    share = exact_text(mixed.probability(action))
                    if len(share) > LONGEST:
                        share = f"{decimal_text(mixed.probability(action), PLACES)} (rounded)"
                    shares.append(f"{escape(as_written(action))} {share}")
                rows.append(f"<tr><td>{escape(texts[known])}</td><td>{', '.join(shares)}</td></tr>")
            if table:
                tables.append(f"<table>{''.join(rows)}</table>")
        return "".join(tables)

    @property
    def strategies(self) -> tuple[Behaviour, Behaviour]:
        """An optimal strategy for MAX and one for MIN, as tables {information: mixed action}."""
        return self.behaviours


def _tree_solution(
    tree: GameTree,
    value: Exact,
    behaviours: tuple[Behaviour, Behaviour],
    method: str,
    responder: Player | None = None,
) -> ImperfectInformationSolution:
    """The solution of the tree with this value at its start; what players know stands in order, the
    shortest first, and among them from the least to the greatest where they compare.
    """
    start = tree.game.start
    sets = []
    for player in PLAYERS:
        places = tree.information_sets[player].items()
        found = {tree.information(place, player): info.states for place, info in places}
        order = sorted(found, key=len)
        # Words and numbers, say, do not compare.
        with suppress(TypeError):
            order = sorted(found, key=lambda known: (len(known), known))
        sets.append({known: found[known] for known in order})
    first, second = (
        {known: plan[known] for known in listed if known in plan}
        for plan, listed in zip(behaviours, sets, strict=True)
    )
    return ImperfectInformationSolution(
        tree.game,
        {start: value} if tree.game.payoff(start) is None else {},
        {},
        method,
        behaviours=(first, second),
        information_sets=(sets[MAX], sets[MIN]),
        responder=responder,
    )


def with_short_ends(bounds: Interval, digits: int) -> Interval:
    """The bounds, at most 10^-digits apart, rounded outwards to ends of a few decimals more, and
    still so close; ends with a smaller denominator stay.

    >>> with_short_ends(Interval(Fraction(1000, 3001), Fraction(1000, 2999)), 2)
    Interval(lower=Fraction(333, 1000), upper=Fraction(167, 500))
    """
    for places in range(digits + 1, digits + MORE_PLACES):
        unit = 10**places
        lower, upper = (
            end if end.denominator <= unit else Fraction(rounding(end * unit), unit)
            for end, rounding in ((bounds.lower, floor), (bounds.upper, ceil))
        )
        if (upper - lower) * 10**digits <= 1:
            return Interval(lower, upper)
    # They are as far apart as they may be.
    return bounds


# --- the sequence form ----------------------------------------------------------------------------


def sequence_form(game: Hiding, progress: Progress | None = None) -> ImperfectInformationSolution:
    """An exact equilibrium of a game with imperfect information.

    Raises `RulesError` when two states with the same information have other actions, and
    `UnsolvableError` when play can come back.
    """
    return solve_tree(game_tree(game, progress), progress)


def solve_tree(tree: GameTree, progress: Progress | None = None) -> ImperfectInformationSolution:
    """An exact equilibrium of the game with this tree."""
    form = SequenceForm(tree)
    outcome = optimum(form.program(), progress=progress)
    if outcome.status != Status.OPTIMAL or outcome.value is None:
        raise UnsolvableError(f"{shown(tree.game)} has no equilibrium: {outcome.status}")
    own = {sequence: outcome.x[k] for sequence, k in form.column.items()}
    # A price says how much MAX would gain for each point that the row is relaxed.
    prices = {sequence: -outcome.y[k] for sequence, k in form.row.items()}
    weights = own, {NOTHING: 1, **prices}
    behaviours = _behaviour(tree, weights, MAX), _behaviour(tree, weights, MIN)
    return _tree_solution(tree, outcome.value, behaviours, "sequence form")


class SequenceForm:
    """The program of a tree with the player in the seat of MAX: the columns of its sequences and of
    the information sets of the opponent, and the rows of the opponent's sequences.
    """

    def __init__(self, tree: GameTree, player: Player = MAX) -> None:
        self.tree, self.player = tree, player
        places = tree.information_sets[OTHER[player]]
        own, others = (
            # The sequence in which nothing is done, then each action at each information set.
            [NOTHING, *chain.from_iterable(info.after.values() for info in sets.values())]
            for sets in (tree.information_sets[player], places)
        )
        self.column = {sequence: k for k, sequence in enumerate(own)}
        self.answer = {place: k for k, place in enumerate(places, len(own))}
        # The opponent's first sequence has no row: it is the objective. The rows of the player's
        # sets come first.
        first = len(tree.information_sets[player])
        self.row = {sequence: k for k, sequence in enumerate(others[1:], first)}

    def program(self) -> Program:
        """The linear program."""
        tree, player, other = self.tree, self.player, OTHER[self.player]
        rows = []
        for place, info in tree.information_sets[player].items():
            # The weights of the actions sum to that of the sequence before.
            sums: dict[int, Exact] = {self.column[info.before]: -1}
            sums.update((self.column[sequence], 1) for sequence in info.after.values())
            rows.append(Row(f"i{place}", sums, 0, 0))
        # For each sequence of the opponent what the player is paid, less what it must be left.
        forms: dict[int, dict[int, Exact]] = {sequence: {} for sequence in (NOTHING, *self.row)}
        sign = 1 if player == MAX else -1
        for pair, paid in tree.paid.items():
            if paid:
                forms[pair[other]][self.column[pair[player]]] = sign * as_exact(paid)
        for place, info in tree.information_sets[other].items():
            forms[info.before][self.answer[place]] = 1
            for sequence in info.after.values():
                forms[sequence][self.answer[place]] = -1
        for k, sequence in enumerate(self.row):
            rows.append(Row(f"s{k}", forms[sequence], lower=0))
        variables = (
            Variable("x0", lower=1, upper=1),
            *(Variable(f"x{k}") for k in range(1, len(self.column))),
            *(Variable(f"q{k}", lower=None) for k in range(len(self.answer))),
        )
        return Program(variables, tuple(rows), forms[NOTHING], maximise=True)


def _behaviour(tree: GameTree, weights: tuple[Weights, Weights], player: Player) -> Behaviour:
    """The behaviour strategy with these weights. At information sets that it never reaches by its
    own choices, it plays a best response to the opponent's strategy.
    """
    elsewhere = best_against(tree, player, weights[OTHER[player]]).chosen
    own = weights[player]
    behaviour = {}
    for place, info in tree.information_sets[player].items():
        before = own[info.before]
        mixed = point(elsewhere[place])
        if before:
            weighted = {action: own[sequence] for action, sequence in info.after.items()}
            shares = {one: Fraction(weight) / before for one, weight in weighted.items() if weight}
            mixed = from_probabilities(shares)
        behaviour[tree.information(place, player)] = mixed
    return behaviour


# --- best responses -------------------------------------------------------------------------------


def best_response_imperfect_information(
    game: Hiding, plan: Strategy, player: Player, progress: Progress | None = None
) -> ImperfectInformationSolution:
    """The best that `player` can do, by what it knows, when the opponent follows the plan.

    Both strategies are in it: the best response, and the plan wherever it comes by its own choices.
    """
    tree = game_tree(game, progress)
    other = OTHER[player]
    mixed_actions, weights = follow_plan(tree, other, plan)
    response = best_against(tree, player, weights)
    chosen = response.chosen.items()
    answers = {tree.information(place, player): point(action) for place, action in chosen}
    given = {tree.information(place, other): mixed for place, mixed in mixed_actions.items()}
    pair = (answers, given) if player == MAX else (given, answers)
    return _tree_solution(tree, response.value, pair, "best response", player)


def follow_plan(
    tree: GameTree, player: Player, plan: object
) -> tuple[dict[int, ActionDistribution], Weights]:
    """The plan of this player as its mixed actions at the information sets where its own choices
    come, and as the weights of its sequences: the products of the probabilities of its actions.
    `RulesError` naming an action that the game does not allow.
    """
    followed = information_strategy(tree.game, plan)
    mixed_actions: dict[int, ActionDistribution] = {}
    weights: dict[int, Exact] = {NOTHING: 1}
    # Places are in the order of play, so the sequence before a set has its weight already.
    for place, info in tree.information_sets[player].items():
        before = weights.get(info.before, 0)
        if not before:
            continue
        known = tree.information(place, player)
        mixed = mixed_actions[place] = followed(known)
        for action in mixed:
            if action not in info.actions:
                raise RulesError(
                    f"the strategy of {NAMES[player]} plays {shown(action)} at {shown(known)}, "
                    f"where the actions are {', '.join(map(shown, info.actions))}"
                )
            weights[info.after[action]] = before * mixed.probability(action)
    return mixed_actions, weights


def paid_against(paid: Paid, player: Player, weights: Weights) -> Sums:
    """The payoffs to MAX at the player's sequences when the opponent's have these weights."""
    exact = {s: as_fmpq(w) for s, w in weights.items() if w}
    sums: dict[int, fmpq] = {}
    for pair, share in paid.items():
        mine, theirs = pair[player], pair[OTHER[player]]
        if theirs in exact:
            sums[mine] = sums.get(mine, NEVER) + share * exact[theirs]
    return sums


@dataclass(frozen=True)
class Response:
    """The best action of a player at each of its information sets, and what MAX is paid then.

    `worth[sequence]` is what MAX is paid where play goes on behind the player's sequence, times the
    probability of all that is not the player's own choice on the way.
    """

    chosen: Mapping[int, Action]
    value: Exact
    worth: Mapping[int, fmpq]


def best_against(tree: GameTree, player: Player, weights: Weights) -> Response:
    """The best that the player can do when the opponent's sequences have these weights."""
    worth = dict(paid_against(tree.paid, player, weights))
    chosen: dict[int, Action] = {}
    best = max if player == MAX else min
    for place, info in reversed(list(tree.information_sets[player].items())):
        values = {action: worth.get(sequence, NEVER) for action, sequence in info.after.items()}
        # The first of several best ones, as everywhere.
        chosen[place] = best(values, key=values.__getitem__)
        worth[info.before] = worth.get(info.before, NEVER) + values[chosen[place]]
    value = as_exact(worth.get(NOTHING, NEVER))
    return Response(dict(reversed(chosen.items())), value, worth)


# --- all optimal strategies -----------------------------------------------------------------------


class NeverReached(RulesError):
    """No optimal strategy of the player comes to the information by its own choices."""


def probability_range(
    game: object,
    player: Player,
    information: Information,
    action: Action,
    progress: Progress | None = None,
) -> Interval:
    """The minimum and the maximum of the probability of the player's action at this information,
    over all optimal strategies that come there by their own choices.

    Raises `RulesError` for a game that hides nothing, for what is no information or no action of
    the player, and where no optimal strategy comes.

    >>> from exactdice import Kuhn, probability_range
    >>> probability_range(Kuhn(), MAX, (1,), "bet")
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
    sets = tree.information_sets[player]
    place = tree.knowledge(player).place_of(information) if type(information) is tuple else None
    if place is None or place not in sets:
        places = list(sets)
        known = [shown(tree.information(one, player)) for one in [*places[:2], *places[-1:]]]
        some = f"such as {', '.join(dict.fromkeys(known))}" if known else "but it never chooses"
        raise RulesError(
            f"{shown(information)} must be what {NAMES[player]} knows where it chooses: the tuple "
            f"of its observations and actions, {some}"
        )
    plans = OptimalPlans(tree, player, solve_tree(tree, progress).value)
    return plans.probability(sets[place], action)


@dataclass(frozen=True)
class OptimalPlans:
    """All optimal strategies of a player, as the points of a linear program."""

    tree: GameTree
    player: Player
    value: Value  # to MAX

    @cached_property
    def form(self) -> SequenceForm:
        """The sequence form with the player in the seat of MAX."""
        return SequenceForm(self.tree, self.player)

    def probability(self, info: InformationSet, action: Action) -> Interval:
        """The minimum and the maximum of the probability of the action at the information set."""
        if action not in info.actions:
            raise RulesError(
                f"the action must be one of {', '.join(map(shown, info.actions))}, got "
                f"{shown(action)}"
            )
        optimal = self.laws(info, None)
        found = self.strategies.extent({optimal.columns[action]: 1}, optimal.unit)
        if found is None:
            known = self.tree.information(info.place, self.player)
            raise NeverReached(
                f"no optimal strategy of {NAMES[self.player]} comes to {shown(known)} by its own "
                "choices, so each of them may do anything there"
            )
        return found

    def paid(self, plan: object, pays: Pays) -> Interval:
        """The minimum and the maximum of the mean of `pays(payoff)` when the opponent follows the
        plan.
        """
        _, weights = follow_plan(self.tree, OTHER[self.player], plan)
        sums = paid_against(self.tree.paid_by(pays), self.player, weights)
        form = {self.form.column[sequence]: as_exact(paid) for sequence, paid in sums.items()}
        found = self.strategies.extent(form, self.form.column[NOTHING])
        assert found is not None  # every strategy begins
        return found

    def laws(self, info: InformationSet, of: Hashable) -> OptimalMixedActions:
        """The mixed actions at the information set, over all optimal strategies."""
        column = self.form.column
        columns = {action: column[sequence] for action, sequence in info.after.items()}
        return OptimalMixedActions(self.strategies, column[info.before], columns, of)

    @cached_property
    def strategies(self) -> Strategies:
        """The optimal strategies, times any number: the sequence form with an objective of at least
        the value. From bounds on the value come strategies that guarantee its lower end.
        """
        program = self.form.program()
        nothing, *others = program.variables
        # As every other weight: the caller says how the strategy is scaled.
        variables = (Variable(nothing.name), *others)
        guaranteed = dict(program.objective)
        value = self.value if self.player == MAX else -self.value
        guaranteed[0] = as_exact(guaranteed.get(0, 0)) - lower_end(value)
        rows = (*program.rows, Row("value", guaranteed, lower=0))
        return Strategies(
            Program(variables, rows), self.form.column[NOTHING], isinstance(value, Interval)
        )

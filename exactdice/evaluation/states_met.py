"""What the rules and the plans answer at the states that many plays meet, each asked once."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random
from typing import TypeVar

import numpy as np

from ..argument_checks import raise_rule_failed
from ..exact import Exact, as_exact
from ..game import MAX, MIN, PLAYERS, RULES, Game, Player, Profile, State, legal_choice
from .draws import Laws, Numbers, Truths, seen

T = TypeVar("T")
SECOND = 32  # bits for the place of the second action beside that of the first
KEPT = 1 << 20  # outcomes of laws that are remembered: some 100 MB


class StatesMet:
    """The states that plays have met, numbered as they come, and the laws of what follows there.

    A state is asked about once, as many plays meet the same ones.
    """

    def __init__(self, game: Game, plans: Profile) -> None:
        self.game, self.plans = game, plans
        self.states: list[State] = []
        self.payoffs: list[Exact | None] = []
        self._laws = Laws()
        self._numbers: dict[State, int] = {}
        # By state: whether play is over, and the laws of both actions (-1 where it is over).
        self._over = array("q")
        self._choices = (array("q"), array("q"))
        # The law of the next state, by the places of both actions, which no other state shares.
        self._moves: dict[int, int] = {}
        # By place: the number of the state that is the outcome there, -1 until it comes.
        self._after = array("q")

    @property
    def laws_asked(self) -> int:
        """How many laws the rules and the plans have given."""
        return len(self._laws)

    @property
    def full(self) -> bool:
        """Whether more is remembered than there is room for."""
        return len(self._laws.outcomes) > KEPT

    def number(self, state: State) -> int:
        """The number of a state."""
        if state not in self._numbers:
            self._ask(state)
            self._numbers[state] = len(self.states)
            self.states.append(state)
        return self._numbers[state]

    def _ask(self, state: State) -> None:
        payoff = self._answer(state, lambda: self.game.payoff(state))
        over = payoff is not None
        self.payoffs.append(as_exact(payoff, "payoff") if over else None)
        self._over.append(over)
        for player in PLAYERS:
            self._choices[player].append(-1 if over else self._choice(state, player))

    def _choice(self, state: State, player: Player) -> int:
        plan = self.plans[player]
        law = self._answer(state, lambda: legal_choice(self.game, state, player, plan))
        return self._laws.enter(law)

    def _answer(self, state: State, ask: Callable[[], T]) -> T:
        """What the rules answer at the state; `RulesError` naming it where they fail."""
        try:
            return ask()
        except Exception as error:
            raise_rule_failed(self.game, state, RULES, error)

    def over(self, at: Numbers) -> Truths:
        """Whether play is over at each of these states."""
        return seen(self._over)[at].astype(bool)

    def moved(self, at: Numbers, rng: Random) -> Numbers:
        """A state drawn one move after each of these, where play goes on."""
        first = self._laws.drawn(seen(self._choices[MAX])[at], rng)
        second = self._laws.drawn(seen(self._choices[MIN])[at], rng)
        # Every kind of move is looked up once, however many plays make it.
        _, plays, kinds = np.unique(
            first << SECOND | second, return_index=True, return_inverse=True
        )
        laws = [
            self._law_after(*move)
            for move in zip(
                at[plays].tolist(), first[plays].tolist(), second[plays].tolist(), strict=True
            )
        ]
        return self._reached(self._laws.drawn(np.array(laws, dtype=np.int64)[kinds], rng))

    def _law_after(self, number: int, first: int, second: int) -> int:
        """The law of the next state after the actions at these places."""
        move = first << SECOND | second
        if move not in self._moves:
            state, outcomes = self.states[number], self._laws.outcomes
            joint = outcomes[first], outcomes[second]
            # entered inside, as what is no law fails there
            self._moves[move] = self._answer(
                state, lambda: self._laws.enter(self.game.outcomes(state, joint))
            )
        return self._moves[move]

    def _reached(self, places: Numbers) -> Numbers:
        """The numbers of the states that are the outcomes at these places."""
        self._after.extend([-1] * (len(self._laws.outcomes) - len(self._after)))
        unknown = seen(self._after)[places] < 0
        for place in np.unique(places[unknown]).tolist():
            self._after[place] = self.number(self._laws.outcomes[place])
        return seen(self._after)[places]

"""What fixed strategies are worth where weights, payoffs or the strategies themselves hold symbols:
one rational function of all of them. The law of a length that has no bound is found here too, as a
function of the one symbol that counts the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping

from flint import fmpz_poly

from ...distributions.distribution import EndlessLaw
from ...distributions.series import Series
from ...exact.errors import RulesError
from ...exact.numbers import Exact, Progress, shown
from ...game.protocol import Game, State
from ...game.solution import computed_for
from ...symbolic.polynomial import Polynomial, reduced, without_domain
from ...symbolic.rational_function import Body, Function, ParametricLaw, RationalFunction
from ..parametric.chain import Answers, ChainSolver
from ..parametric.explored import explore_symbols

START = 0  # the number of the state in which play begins
LENGTH = "the length"  # a symbol that nobody sees


class ProfileFunctions(Answers):
    """The answers for a game in which every player follows a strategy, and so nothing is chosen;
    play begins in the start, or in the state `begun`.
    """

    def __init__(
        self, followed: Game, progress: Progress | None = None, begun: State | None = None
    ) -> None:
        starts = None if begun is None else [begun]
        super().__init__(explore_symbols(followed, progress, starts, may_choose=False), progress)

    def values(self) -> Mapping[State, Function]:
        """{state: what MAX is paid on average from there} for unfinished states."""
        found = self.asked(self.chain.payoffs)
        going_on = {state: None for state, k in self.chain.index.items() if k in self.chain.laws}
        return computed_for(going_on, lambda state: found[self.chain.index[state]])

    def value(self) -> Function:
        """What MAX is paid on average from the start."""
        return self._at_start(self.chain.payoffs)

    def _at_start(self, paid: Mapping[int, object], counted: Container[int] = ()) -> Function:
        """The mean of what is paid at the end and of 1 for each time that play is in a state that
        is counted.
        """
        return self.asked(paid, counted)[START]

    def payoff_law(self) -> ParametricLaw:
        """The law of what MAX is paid."""
        payoffs = sorted({self._number(payoff) for payoff in self.chain.payoffs.values()})
        return ParametricLaw({paid: self._chance(paid.__eq__) for paid in reversed(payoffs)})

    def chance(self, sign: int) -> Function:
        """The chance that what MAX is paid has this sign."""
        return self._chance(lambda paid: (paid > 0) - (paid < 0) == sign)

    def _chance(self, event: Callable[[Exact], bool]) -> Function:
        """The chance that play ends where the payoff is such a one."""
        payoffs = self.chain.payoffs.items()
        return self._at_start({k: int(event(self._number(payoff))) for k, payoff in payoffs})

    def _number(self, payoff: Exact | Polynomial) -> Exact:
        if isinstance(payoff, Polynomial):
            raise RulesError(
                f"the payoff {shown(payoff)} of {shown(self.chain.game)} holds a symbol, so its "
                "law is not known as one of numbers: ask for gain, its mean"
            )
        return payoff

    def mean_length(self) -> Function:
        """The mean number of moves."""
        return self.mean_visits(lambda _: True)

    def mean_visits(self, counted: Callable[[State], bool]) -> Function:
        """How often play is on average in unfinished states of which this is true."""
        states = self.chain.states
        there = {k for k in self.chain.laws if counted(states[k])}
        return self._at_start(dict.fromkeys(self.chain.payoffs, 0), there)

    def reach(self, there: Callable[[State], bool]) -> Function:
        """The chance that play passes through a state of which this is true."""
        nowhere = dict.fromkeys(self.chain.payoffs, 0)
        found = [k for k, state in enumerate(self.chain.states) if there(state)]
        return self._at_start(nowhere | dict.fromkeys(found, 1))

    # --- the length -------------------------------------------------------------------------------

    def generating_function(self, name: str) -> RationalFunction:
        """The sum of P(length = k) name^k, a rational function of this symbol and all others."""
        without_domain(name)  # refuses what is no name
        if name in [parameter.name for parameter in self.chain.parameters]:
            raise RulesError(
                f"{name} is a symbol of the game or its strategies: give the length another, such "
                "as z"
            )
        return self._of_length(name)

    def _of_length(self, name: str) -> RationalFunction:
        solver = ChainSolver(self.chain, self.progress, name)
        ones = dict.fromkeys(self.chain.payoffs, 1)
        found = solver.solved(ones, factor=solver.context.gens()[-1])
        return RationalFunction(solver.names, found[START])

    def length_law(self) -> ParametricLaw | None:
        """The law of the number of moves; None when it has no largest value."""
        top, under = self._of_length(LENGTH).parts
        if under.degrees()[-1]:
            return None
        return ParametricLaw(dict(self._coefficients(top, under)))

    def endless_length(self) -> EndlessLaw:
        """The law of the number of moves where nothing holds a symbol and it has no largest
        value.
        """
        top, under = self._of_length(LENGTH).parts
        return EndlessLaw(Series(0, 1, *map(_of_one_variable, (top, under))))

    def _coefficients(self, top: Body, under: Body) -> Iterator[tuple[int, Function]]:
        """(power of the last symbol, its coefficient) of top / under, by their order."""
        terms: dict[int, dict[tuple[int, ...], int]] = {}
        unseen = () if self.chain.parameters else (0,)  # the power of the symbol that nobody sees
        for powers, coefficient in top.to_dict().items():
            terms.setdefault(powers[-1], {})[powers[:-1] + unseen] = int(coefficient)
        below: Body = self.context.from_dict(
            {powers[:-1] + unseen: int(c) for powers, c in under.to_dict().items()}
        )
        for power, kept in sorted(terms.items()):
            above: Body = self.context.from_dict(kept)
            yield int(power), self.function(reduced(above, below))


def _of_one_variable(body: Body) -> fmpz_poly:
    """The polynomial in the one variable that it holds."""
    terms = {powers[0]: coefficient for powers, coefficient in body.to_dict().items()}
    return fmpz_poly([terms.get(k, 0) for k in range(max(terms) + 1)])

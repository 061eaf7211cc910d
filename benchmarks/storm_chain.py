"""Storm's parametric engine on a chain of ours: what `symbols.py --only storm` compares with.

It needs `stormpy` (the extra `oracles`).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import sympy
from flint import fmpz_poly

from exactdice.symbolic.rational_function import Parameter, function_of

if TYPE_CHECKING:
    from exactdice.solvers.symbol_graph import SymbolGraph

WON = "won"


def whole_body(weight: object) -> fmpz_poly:
    """The polynomial in p of a weight."""
    return function_of(weight, (Parameter("p"),)).numerator


def chance_to_win(chain: SymbolGraph) -> tuple[tuple[sympy.Poly, sympy.Poly], float]:
    """(the chance that play ends in a state that pays 1 as two polynomials in p, processor seconds
    of checking).
    """
    import stormpy

    model = parametric_chain(chain)
    [wanted] = stormpy.parse_properties(f'P=? [F "{WON}"]')
    used = time.process_time()
    found = stormpy.model_checking(model, wanted, only_initial_states=True)
    seconds = time.process_time() - used
    fraction = found.get_value(0).rational_function()
    top, under = (
        sympy.Poly(str(part), sympy.Symbol("p"), domain="QQ")
        for part in (fraction.numerator, fraction.denominator)
    )
    return (top, under), seconds


def parametric_chain(chain: SymbolGraph) -> Any:
    """The chain with rational functions as chances; finished states stay."""
    import stormpy

    function = stormpy.RationalFunction
    chances = _Chances()
    builder = stormpy.datastructures.SparseMatrixBuilder[function](force_dimensions=False)
    for k in range(len(chain.states)):
        if k in chain.payoffs:
            builder.add_next_value(k, k, chances.of([1], 1))
            continue
        law, given = chain.move(chain.moves_of(k)[0])
        (total,) = whole_body(given).coeffs()
        for t, weight in sorted(law):
            coefficients = [int(c) for c in whole_body(weight).coeffs()]
            builder.add_next_value(k, t, chances.of(coefficients, int(total)))
    labels = stormpy.models.StateLabeling(len(chain.states))
    for name in ("init", WON):
        labels.add_label(name)
    labels.add_label_to_state("init", 0)
    for k, payoff in chain.payoffs.items():
        if payoff == 1:
            labels.add_label_to_state(WON, k)
    parts = stormpy.models.SparseModelComponents[function]
    built = parts(transition_matrix=builder.build(), state_labeling=labels)
    return stormpy.models.SparseDtmc[function](built)


class _Chances:
    """Polynomials in p over numbers, as Storm holds them, each made once."""

    def __init__(self) -> None:
        from stormpy import numbers

        self.numbers = numbers.developer.cln
        self.symbol = self.numbers.Polynomial(numbers.Variable("p"))
        self.made: dict[tuple[int, ...], Any] = {}

    def of(self, coefficients: list[int], total: int) -> Any:
        """The quotient of the polynomial with these coefficients, lowest first, and a number."""
        key = (*coefficients, total)
        if key not in self.made:
            self.made[key] = self._quotient(coefficients, total)
        return self.made[key]

    def _quotient(self, coefficients: list[int], total: int) -> Any:
        # By Horner's rule.
        summed = self.numbers.Polynomial(self.numbers.Rational(0))
        for c in reversed(coefficients):
            summed = summed * self.symbol + self.numbers.Rational(c) / self.numbers.Rational(total)
        factored = self.numbers.create_factorized_polynomial(summed)
        return self.numbers.FactorizedRationalFunction(factored)

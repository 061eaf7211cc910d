"""The rounding kernel, against Python's own decimals."""

from decimal import (
    ROUND_05UP,
    ROUND_CEILING,
    ROUND_DOWN,
    ROUND_FLOOR,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    ROUND_UP,
    Context,
    Decimal,
)
from fractions import Fraction
from random import Random

import pytest

from exactdice.exact import Rounding, round_scaled

MODES = {
    Rounding.HALF_EVEN: ROUND_HALF_EVEN,
    Rounding.HALF_UP: ROUND_HALF_UP,
    Rounding.HALF_DOWN: ROUND_HALF_DOWN,
    Rounding.UP: ROUND_UP,
    Rounding.DOWN: ROUND_DOWN,
    Rounding.CEILING: ROUND_CEILING,
    Rounding.FLOOR: ROUND_FLOOR,
    Rounding.UP_05: ROUND_05UP,
}


@pytest.mark.parametrize("mode", Rounding)
def test_rounding_against_the_decimal_module(mode):
    """12500 numbers of finitely many decimals for each of the eight modes, a third of them ties:
    10^5 cases.
    """
    rng, context = Random(mode.value), Context(prec=60, rounding=MODES[mode])
    for _ in range(12_500):
        places = rng.randrange(6)
        digits = (
            rng.randrange(-(10**8), 10**8) * 10 + 5
            if rng.random() < 1 / 3
            else rng.randrange(-(10**9), 10**9)
        )
        extra = places + 1 if rng.random() < 1 / 2 else rng.randrange(12)
        expected = (
            Decimal(digits)
            .scaleb(-extra, context)
            .quantize(Decimal(1).scaleb(-places), context=context)
        )
        assert round_scaled(Fraction(digits, 10**extra), places, mode) == expected.scaleb(
            places, context
        )

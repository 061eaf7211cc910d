"""Fractions from their digits: any that the digits single out, and none where they do not."""

from fractions import Fraction
from random import Random

import pytest
from flint import fmpz

from exactdice.lp.reconstruction import Digits, fractions_near


def digits(numbers, places, unsure, rng):
    """The numbers with `places` binary places, the last `unsure` of them wrong."""
    off = [rng.randint(-(2**unsure) + 1, 2**unsure - 1) if unsure else 0 for _ in numbers]
    pairs = zip(numbers, off, strict=True)
    return Digits([fmpz(round(n * 2**places) + d) for n, d in pairs], places, unsure + 1)


@pytest.mark.parametrize("unsure", [0, 10, 40])
@pytest.mark.parametrize("bits", [1, 20, 300, 3000])
def test_fractions_come_back(bits, unsure):
    rng = Random(bits + unsure)
    below = [rng.randint(1, 2**bits) for _ in range(3)]
    numbers = [
        Fraction(rng.randint(-(4**bits), 4**bits), rng.choice(below) * rng.choice(below))
        for _ in range(20)
    ]
    found = fractions_near(digits(numbers, 18 * bits + unsure + 60, unsure, rng), [])
    assert [Fraction(int(n), int(found.denominator)) for n in found.numerators] == numbers


def test_too_few_digits_are_refused_and_the_hard_number_is_named():
    rng = Random(4)
    numbers = [Fraction(1, 3), Fraction(rng.getrandbits(200), rng.getrandbits(200) | 1)]
    hard = []
    assert fractions_near(digits(numbers, 100, 0, rng), hard) is None
    assert hard == [1]

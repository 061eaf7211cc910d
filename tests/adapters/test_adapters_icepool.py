"""Laws and dice of icepool, both ways, and 500 expressions that both work out."""

import sys
from fractions import Fraction
from random import Random

import pytest
from enumerated import distributions_of, laws
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Distribution, die, highest, joint, lowest, max_of, min_of, uniform
from exactdice.exact.errors import ExactDiceError, InexactError, RulesError
from exactdice.interop.adapters import from_icepool, to_icepool


def test_without_icepool_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "icepool", None)
    for wrong in (lambda: from_icepool(3), lambda: to_icepool(die(6))):
        with pytest.raises(
            ExactDiceError,
            match=r"^this adapter needs the package icepool: pip install 'exactdice\[icepool\]'$",
        ):
            wrong()


icepool = pytest.importorskip("icepool")
few = settings(max_examples=60)
labels = distributions_of(st.text(max_size=3))
truths = distributions_of(st.booleans())
tuples = distributions_of(
    st.tuples(st.integers(-2, 2), st.booleans(), st.tuples(st.integers(0, 1)))
)


@few
@given(st.one_of(laws, labels, truths, tuples))
def test_laws_go_there_and_back_unchanged(law):
    there = to_icepool(law)
    assert isinstance(there, icepool.Die)
    assert dict(there.items()) == dict(law.weights)
    assert there.denominator() == law.total
    back = from_icepool(there)
    assert back == law
    assert {type(x) for x in back} == {type(x) for x in law}


def test_dice_of_icepool_are_laws():
    assert from_icepool(icepool.d6) == die(6)
    assert from_icepool(icepool.Die({1: 2, "1": 0, 2: 4})) == Distribution({1: 1, 2: 2})
    assert from_icepool(icepool.tupleize(icepool.d6, icepool.d4)) == joint(die(6), die(4))
    # A vector is no tuple to Python, and one here.
    assert from_icepool(icepool.vectorize(icepool.d6, icepool.d4)) == joint(die(6), die(4))
    half = icepool.Die({Fraction(1, 2): 1, 3: 10**40})
    assert from_icepool(half) == Distribution({Fraction(1, 2): 1, 3: 10**40})
    # A pool is a die once it is evaluated.
    assert from_icepool(icepool.d6.pool(4).highest(3).sum()) == highest(die(6), 4, 3)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda: from_icepool(die(6)), RulesError, "takes a Die of icepool, got Distribution"),
        (lambda: from_icepool(icepool.Die({})), RulesError, "got the empty one"),
        (lambda: from_icepool(icepool.Die([0.5, 1])), InexactError, "the float 0.5: write"),
        (lambda: to_icepool(icepool.d6), RulesError, "must be a Distribution"),
        (lambda: to_icepool(die(6).explode()), RulesError, "must have finitely many outcomes"),
        (lambda: to_icepool(uniform(["a", 1])), RulesError, "must have an order"),
        (lambda: to_icepool(uniform([None, 1])), RulesError, "neither None nor a die, got None"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(wrong, error, message):
    with pytest.raises(error, match=message) as raised:
        wrong()
    assert "\n" not in str(raised.value)


# --- the same expression worked out by both -------------------------------------------------------

LARGEST = 150  # outcomes of a part of an expression


def leaf(rng):
    """A die, fair or loaded, with its text."""
    if rng.randrange(3):
        f = rng.choice([2, 3, 4, 6, 8, 10, 12, 20])
        return f"d{f}", die(f), icepool.d(f)
    weights = {rng.randrange(-4, 9): rng.randrange(1, 5) for _ in range(rng.randrange(1, 5))}
    return f"{weights}", Distribution(weights), icepool.Die(weights)


def with_number(text, ours, theirs, rng):
    x = rng.randrange(-3, 6)
    return rng.choice(
        [
            (f"({text} + {x})", ours + x, theirs + x),
            (f"({x} - {text})", x - ours, x - theirs),
            (f"({text} * {x})", ours * x, theirs * x),
            (f"({text} // {x or 2})", ours // (x or 2), theirs // (x or 2)),
            (f"({text} % {x or 2})", ours % (x or 2), theirs % (x or 2)),
            (f"abs({text})", abs(ours), abs(theirs)),
            (f"({text}).clip({x}, {x + 4})", ours.clip(x, x + 4), theirs.clip(x, x + 4)),
        ]
    )


def drawn_again(text, ours, theirs, rng):
    some = rng.sample(list(ours), rng.randrange(1, len(ours) + 1))
    depth = rng.randrange(3)
    if len(ours) == 1:
        return text, ours, theirs
    # Not all of them, with which icepool fails.
    part = some[:-1] or some
    return rng.choice(
        [
            (f"reroll({text}, {part})", ours.reroll(part), theirs.reroll(part, depth="inf")),
            (
                f"reroll({text}, {part}, {depth})",
                ours.reroll(part, depth),
                theirs.reroll(part, depth=depth),
            ),
            (f"explode({text}, {depth})", ours.explode(depth), theirs.explode(depth=depth)),
            (
                f"explode({text}, {depth}, {part})",
                ours.explode(depth, part),
                theirs.explode(part, depth=depth),
            ),
        ]
    )


def several(text, ours, theirs, rng):
    n = rng.randrange(1, 5)
    k = rng.randrange(n + 1)
    return rng.choice(
        [
            (f"{n} @ {text}", n @ ours, n @ theirs),
            (f"highest({text}, {n}, {k})", highest(ours, n, k), theirs.highest(n, k)),
            (f"lowest({text}, {n}, {k})", lowest(ours, n, k), theirs.lowest(n, k)),
        ]
    )


def of_two(one, other, rng):
    (s, a, x), (t, b, y) = one, other
    counts = a.clip(0, 3)
    return rng.choice(
        [
            (f"({s} + {t})", a + b, x + y),
            (f"({s} - {t})", a - b, x - y),
            (f"({s} * {t})", a * b, x * y),
            (f"max({s}, {t})", max_of(a, b), icepool.highest(x, y)),
            (f"min({s}, {t})", min_of(a, b), icepool.lowest(x, y)),
            (f"({s}.clip(0, 3) @ {t})", counts @ b, x.clip(0, 3) @ y),
            (f"({s} < {t})", a < b, x < y),
            (f"({s} <= {t})", a <= b, x <= y),
            (f"({s} > {t})", a > b, x > y),
            (f"({s} >= {t})", a >= b, x >= y),
            (f"({s} == {t})", a.equals(b), x == y),
        ]
    )


def expression(rng, depth):
    """(text, our law, icepool's die)."""
    if not depth:
        return leaf(rng)
    one = expression(rng, depth - 1)
    numbers = not any(isinstance(outcome, bool) for outcome in one[1])
    if not numbers or len(one[1]) > LARGEST:
        return one
    kind = rng.randrange(5)
    if kind < 2:
        return of_two(one, leaf(rng), rng)
    return (with_number, drawn_again, several)[kind - 2](*one, rng)


@pytest.mark.parametrize("seed", range(10))
def test_fifty_expressions_are_worked_out_alike(seed):
    rng = Random(seed)
    for _ in range(50):
        text, ours, theirs = expression(rng, rng.randrange(1, 4))
        assert ours == from_icepool(theirs), text
        assert to_icepool(ours).simplify() == theirs.simplify(), text

"""Proofs of values that are functions of a symbol: what is accepted, what is rejected and why, and
that nothing false is accepted.
"""

import copy
from contextlib import suppress
from fractions import Fraction
from random import Random

import pytest
from changed_documents import changed
from second_checker import problem_of
from symbol_games import KINDS, SymbolGame
from symbol_proofs import SYMBOLS, P, worth
from true_proofs import PALETTE, at, places, put, sealed
from two_checkers import accepted, plain

from exactdice import check, checker, proof, solve
from exactdice.checker import Rejected

PROVED = {name: plain(document) for name, document in SYMBOLS.items()}
TURNS, CYCLE = PROVED["turns, a symbol"], PROVED["a cycle, a symbol"]
AT_ONCE, DICE = PROVED["at once, a symbol"], PROVED["dice, a symbol"]
NUMBERS = [Fraction(k, 17) for k in range(1, 17)]
SAID = {
    "turns, a symbol": (
        "value in 3 pieces to MAX, for every 'p' from 0 to 1, over 2 states of an explicit graph "
        "from \"'max'\" to 4 payoffs"
    ),
    "a cycle, a symbol": (
        "value in 3 pieces to MAX, for every 'p' from 0 to 1 but 1 where a weight is 0, over 2 "
        "states of an explicit graph from \"'max'\" to 4 payoffs"
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_a_true_proof_is_accepted_by_both(name):
    assert accepted(PROVED[name])
    assert problem_of(PROVED[name]) is None


@pytest.mark.parametrize("name", SAID)
def test_what_is_proved_is_said_in_one_line(name):
    assert checker.check(PROVED[name]) == SAID[name]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_the_solutions_of_drawn_games_are_proved(kind, seed):
    solution = solve(SymbolGame(P, seed, kind))
    assert check(solution)
    document = plain(proof(solution))
    assert problem_of(document) is None
    names = [state["state"] for state in document["problem"]["states"] if "payoff" not in state]
    for number in NUMBERS[::5]:
        claimed = worth(document, number)
        numeric = solve(SymbolGame(number, seed, kind)).values
        said = {repr(state): value for state, value in numeric.items()}
        assert claimed is None or all(
            said.get(name, value) == value for name, value in zip(names, claimed, strict=True)
        )


# --- tampering ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROVED)
def test_what_is_accepted_of_the_same_rules_has_the_same_values(name):
    document, random = PROVED[name], Random(name)
    for _ in range(60):
        for part in ("values", "optimal"):
            told = sealed(document | {part: changed(document[part], random)})
            if accepted(told):
                assert says_the_same(told, document)


def says_the_same(one, other):
    """Whether they have the same values wherever no interval of a point lies."""
    pairs = [(worth(one, number), worth(other, number)) for number in NUMBERS]
    return all(said == known for said, known in pairs if None not in (said, known))


def coefficients_in(document):
    """The path of every coefficient that is claimed."""
    for path in places(document):
        found = at(document, path)
        is_claim = path[:1] in (("values",), ("optimal",))
        if is_claim and isinstance(found, str) and checker.NUMBER.fullmatch(found):
            yield path


@pytest.mark.parametrize("name", PROVED)
def test_a_coefficient_that_is_one_more_or_less_makes_no_other_proof(name):
    """A denominator of 0 may be another number, and an interval wider or narrower."""
    document = PROVED[name]
    for path in coefficients_in(document):
        for step in (1, -1):
            other = checker.ratio_text(checker.number(at(document, path)) + step)
            told = sealed(put(document, path, other))
            assert accepted(told) == (problem_of(told) is None), path
            assert not accepted(told) or says_the_same(told, document), path


JUNK = [*PALETTE, 10**5000, float("nan"), ["0x0"], "0x" + "f" * 3000]


@pytest.mark.parametrize("name", ["one player, a symbol", "at once, a symbol"])
def test_junk_at_any_place_is_rejected_and_nothing_else_is_raised(name):
    document = PROVED[name]
    for path in places(document):
        for junk in JUNK:
            other = put(document, path, copy.deepcopy(junk))
            if isinstance(other, dict) and path != ("digest",):
                with suppress(ValueError):  # an int that JSON cannot hold
                    other = sealed(other)
            with suppress(Rejected):
                checker.check(other)
                assert worth(other, NUMBERS[3]) == worth(document, NUMBERS[3]), (path, junk)


# --- why a document is rejected -------------------------------------------------------------------

HALF = [["-0x1", "0x2"], "0x0", "0x1"]  # 2 p - 1 from 0 to 1
KEPT = "what must keep its sign is 0 between the points"
REJECTED = {
    "domain without interior": (TURNS, ("problem", "domain"), ["0x1", "0x1"], "points must be"),
    "domain turned round": (TURNS, ("problem", "domain"), ["0x1", "0x0"], "points must be"),
    "a wider domain": (TURNS, ("problem", "domain"), ["-0x1", "0x1"], f"{KEPT} 0 and 1"),
    "a longer domain": (TURNS, ("problem", "domain"), ["0x0", "0x2"], f"{KEPT} 2 and 3"),
    "a break twice": (TURNS, ("optimal", "breaks"), ["0x1/0x2", "0x1/0x2"], "points must be"),
    "a wide interval": (TURNS, ("optimal", "breaks", 0), HALF, "points must be in ascending"),
    "a double root": (
        TURNS,
        ("optimal", "breaks", 0),
        [["0x1", "-0x4", "0x4"], "0x1/0x4", "0x9/0x10"],
        "a point must be the only root",
    ),
    "no root": (
        TURNS,
        ("optimal", "breaks", 0),
        [["0x1", "0x1"], "0x1/0x4", "0x9/0x10"],
        "a point must be the only root",
    ),
    # (16 p - 7) (2 p - 1) (16 p - 9): its signs at the ends differ, as with one root
    "three roots": (
        TURNS,
        ("optimal", "breaks", 0),
        [["-0x3f", "0x17e", "-0x300", "0x200"], "0x2/0x5", "0x3/0x5"],
        "a point must be the only root",
    ),
    "an end that is a root as well": (  # (5 p - 2) (2 p - 1)
        TURNS,
        ("optimal", "breaks", 0),
        [["0x2", "-0x9", "0xa"], "0x2/0x5", "0x3/0x5"],
        "a point must be the only root",
    ),
    "an interval of one number": (
        TURNS,
        ("optimal", "breaks", 0),
        [["-0x1", "0x2"], "0x1/0x2", "0x1/0x2"],
        "a point must lie in an interval",
    ),
    "a root of nothing": (
        TURNS,
        ("optimal", "breaks", 0),
        [[], "0x1/0x4", "0x3/0x4"],
        "a point must lie in an interval",
    ),
    "an interval that ends at the next point": (
        TURNS,
        ("optimal", "breaks"),
        [[["-0x1", "0x2"], "0x1/0x4", "0x3/0x4"], "0x3/0x4"],
        "points must be in ascending order",
    ),
    "another break": (TURNS, ("optimal", "breaks", 0), "0x3/0x8", KEPT),
    "a highest coefficient of 0": (TURNS, ("values", 1, 0, 1, 0), ["0x0"], "the last coefficient"),
    "a fraction as a coefficient": (TURNS, ("values", 1, 0, 1, 1), ["0x1/0x2"], "the document is"),
    "a denominator of 0": (TURNS, ("values", 1, 0, 1, 1), [], "a denominator must be positive"),
    "a denominator below 0": (TURNS, ("values", 1, 0, 1, 1), ["-0x1"], "a denominator must be"),
    "a denominator with a root": (
        TURNS,
        ("values", 1, 0, 1, 1),
        ["-0x1", "0x3"],
        "what must keep its sign is 0 between the points 0 and 1",
    ),
    "a piece that is empty": (TURNS, ("values", 0, 1, 0), 1, "pieces must go on to later points"),
    "a piece beyond the domain": (TURNS, ("values", 0, 1, 0), 4, "pieces must go on to later"),
    "no piece": (TURNS, ("values", 0), [], "pieces must cover the domain"),
    "a part of the domain": (TURNS, ("values", 1), [[1, [[], ["0x1"]]]], "pieces must cover"),
    "no law": (
        TURNS,
        ("problem", "states", 0, "laws", 0, 0),
        [],
        "the sum of the weights of a law",
    ),
    "a weight that is 0": (
        TURNS,
        ("problem", "states", 0, "laws", 0, 0, 0, 1),
        [],
        "state 0 'max'",
    ),
    "weights that are all 0 somewhere": (
        TURNS,
        ("problem", "states", 0, "laws", 0, 0),
        [[1, ["0x0", "0x1"]]],
        "the sum of the weights of a law must be positive",
    ),
    "an action too many": (
        TURNS,
        ("optimal", "best", 1, 1),
        ["go", "stop"],
        "state 2 'min': the best actions at point 0 or from there are",
    ),
    "a tie forgotten": (
        TURNS,
        ("optimal", "best", 1, 2),
        ["go"],
        "state 2 'min': the best actions",
    ),
    "a tie at the end": (TURNS, ("optimal", "best", 1, -1), [], "state 2 'min': the best actions"),
    "too few lists": (TURNS, ("optimal", "best", 1), [["go"]], "state 2 'min' must have what"),
    "a symbol that is none": (TURNS, ("problem", "symbol"), 1, "the symbol must be a text"),
    "shares that do not sum to 1": (
        AT_ONCE,
        ("optimal", "best", 0, 0, "row", 0, 0),
        ["0x1"],
        "state 0 'both': a mixture must be 2 shares that sum to 1",
    ),
    "a share below 0": (
        AT_ONCE,
        ("optimal", "best", 0, 0, "row", 0, 0),
        ["-0x1"],
        "state 0 'both': a share must not be negative",
    ),
    "a poor mixture": (
        AT_ONCE,
        ("optimal", "best", 0, 0, "row"),
        [[["0x1"], ["0x1"]], [[], ["0x1"]]],
        "state 0 'both': what MAX's mixture wins must not be negative",
    ),
    "play that goes in a circle": (
        CYCLE,
        ("problem", "states", 1, "laws", 0, 0),
        [[0, ["0x1"]]],
        "",
    ),
}


@pytest.mark.parametrize("name", REJECTED)
def test_why_a_document_is_rejected_is_said_in_one_line(name):
    document, path, value, said = REJECTED[name]
    told = sealed(put(document, path, value))
    assert problem_of(told) is not None
    with pytest.raises(Rejected) as caught:
        checker.check(told)
    assert str(caught.value).replace('"', "").startswith(said)


# --- a circle whose equations have many solutions -------------------------------------------------


def circle(best):
    """Both may pass for ever, and all values from 0 to p obey the equations."""
    one = [[1, ["0x1"]]]
    states = [
        {"state": "s", "actions": [["pass", "stop"], ["wait"]], "laws": [[one], [[[2, ["0x1"]]]]]},
        {"state": "t", "actions": [["wait"], ["pass"]], "laws": [[[[0, ["0x1"]]]]]},
        {"state": "end", "payoff": [["0x0", "0x1"], ["0x1"]]},
    ]
    problem = {"family": "pieces", "symbol": "p", "domain": ["0x1", "0x2"], "states": states}
    value = [[["0x0", "0x1"], ["0x1"]], [["0x2"], ["0x1"]]][best]
    listed = [["pass", "stop"], ["pass"]][best]
    optimal = {"breaks": [], "best": [[listed] * 3, [["pass"]] * 3]}
    rest = {"format": checker.FORMAT, "problem": problem, "values": [[[1, value]]] * 2}
    return sealed(rest | {"optimal": optimal})


def test_an_equation_that_holds_for_ever_proves_nothing():
    """MAX may stop for p; that 2 is its value where it passes for ever solves the equations."""
    for best in (0, 1):
        assert not accepted(circle(best))
        assert problem_of(circle(best)) is not None


# --- a value that no action is worth --------------------------------------------------------------


def one_choice(value, best):
    """MAX stops for 1, and this is claimed to be worth the value, a polynomial."""
    states = [
        {"state": "s", "actions": [["stop"], ["wait"]], "laws": [[[[1, ["0x1"]]]]]},
        {"state": "end", "payoff": [["0x1"], ["0x1"]]},
    ]
    problem = {"family": "pieces", "symbol": "p", "domain": ["0x0", "0x1"], "states": states}
    rest = {"format": checker.FORMAT, "problem": problem, "values": [[[1, [value, ["0x1"]]]]]}
    return sealed(rest | {"optimal": {"breaks": [], "best": [best]}})


def test_a_value_that_is_right_at_the_ends_alone_proves_nothing():
    assert accepted(one_choice(["0x1"], [["stop"]] * 3))
    best = [["stop"], [], ["stop"]]
    for value, at_ends in (
        (["0x2", "-0x1"], [[], [], ["stop"]]),  # 2 - p is 1 at the end
        (["0x1", "0x1"], [["stop"], [], []]),  # 1 + p at the start
        (["0x1", "0x1", "-0x1"], best),  # 1 + p (1 - p) at both
    ):
        told = one_choice(value, at_ends)
        assert problem_of(told) is not None
        with pytest.raises(Rejected, match="state 0 's': no action is worth the value from point"):
            checker.check(told)


# --- sizes ----------------------------------------------------------------------------------------


def steep(degree):
    """A document of one state, whose payoff has a high degree."""
    payoff = [[hex((-1) ** k * 3**k) for k in range(degree)], ["0x1"]]
    states = [
        {
            "state": "s",
            "actions": [["a", "b"], ["wait"]],
            "laws": [[[[1, ["0x1"]]]], [[[2, ["0x1"]]]]],
        },
        {"state": "t", "payoff": payoff},
        {"state": "u", "payoff": [["0x1"], ["0x1"]]},
    ]
    problem = {"family": "pieces", "symbol": "p", "domain": ["0x0", "0x1"], "states": states}
    optimal = {"breaks": [], "best": [[["a"]] * 3]}
    rest = {"format": checker.FORMAT, "problem": problem, "values": [[[1, payoff]]]}
    return sealed(rest | {"optimal": optimal})


@pytest.mark.usefixtures("must_end")
def test_hostile_sizes_are_rejected_and_not_computed():
    with pytest.raises(Rejected, match="too costly to check"):
        checker.check(steep(2_000))
    low = hex(1) + "/" + hex(2**900_000)
    narrow = put(TURNS, ("optimal", "breaks", 0), [["-0x1", "0x2"], low, "0x1"])
    with pytest.raises(Rejected):
        checker.check(sealed(narrow))

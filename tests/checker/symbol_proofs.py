"""True proofs of games that hold a symbol, and what such a document says at a number."""

from fractions import Fraction

from exactdice import DiceBattle, checker, parameter, proof, solve
from exactdice.games.listed_game import Listed

P = parameter("p", 0, 1)
ENDS = {"win": 1, "half": Fraction(1, 2), "draw": 0, "lose": -1}

# worth 2 p^2 - 1, or 0 where that is negative: up to the root of 1/2
ONE_PLAYER = Listed(
    {
        "first": {("go", "wait"): {"second": P, "lose": 1 - P}, ("pass", "wait"): {"draw": 1}},
        "second": {("go", "wait"): {"win": P, "lose": 1 - P}, ("pass", "wait"): {"draw": 1}},
        **ENDS,
    }
)
# worth 1 - p up to 1/2, where MIN begins to go, then 1 - 2 p^2, then 1/4: from the root of 3/8 on
TURNS = Listed(
    {
        "max": {("go", "wait"): {"min": P, "win": 1 - P}, ("stop", "wait"): {"quarter": 1}},
        "min": {("wait", "go"): {"lose": P, "win": 1 - P}, ("wait", "stop"): {"draw": 1}},
        "quarter": Fraction(1, 4),
        **ENDS,
    }
)
# Each may send play back; at p = 1 MIN's way back leads nowhere else. MIN stops up to the root of
# 2 p^2 + 2 p - 1, and MAX from that of 4 p^2 - p - 2 on.
CYCLE = Listed(
    {
        "max": {("go", "wait"): {"min": 1 + P, "owe": 1}, ("stop", "wait"): {"draw": 1}},
        "min": {("wait", "back"): {"max": 1, "win": 1 - P}, ("wait", "stop"): {"half": 1}},
        "owe": Fraction(-1, 4),
        **ENDS,
    }
)
AT_ONCE = Listed(
    {
        "both": {
            ("a", "x"): {"win": P, "draw": 1 - P},
            ("a", "y"): {"lose": 1},
            ("b", "x"): {"lose": 1},
            ("b", "y"): {"win": 1},
        },
        **ENDS,
    }
)
SYMBOLS = {
    "one player, a symbol": proof(solve(ONE_PLAYER)),
    "turns, a symbol": proof(solve(TURNS)),
    "a cycle, a symbol": proof(solve(CYCLE)),
    "at once, a symbol": proof(solve(AT_ONCE)),
    "dice, a symbol": proof(solve(DiceBattle(dice=2, target=2, weights=(P, 1 - P)))),
}


def worth(document, number):
    """What the document says of each unfinished state where the symbol is this number; None where
    the interval of a point holds it.
    """
    least, most = document["problem"]["domain"]
    points = [interval(point) for point in (least, *document["optimal"]["breaks"], most)]
    if any(low <= number <= high for low, high in points):
        return None
    place = sum(high < number for _, high in points)
    return [quotient_at(piece_to(place, pieces), number) for pieces in document["values"]]


def interval(point):
    texts = [point, point] if isinstance(point, str) else point[1:]
    return [checker.number(text) for text in texts]


def piece_to(place, pieces):
    return next(quotient for upper, quotient in pieces if upper >= place)


def quotient_at(quotient, number):
    top, under = (
        sum(int(c, 16) * number**k for k, c in enumerate(coefficients)) for coefficients in quotient
    )
    return top / under

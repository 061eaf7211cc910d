"""The part of the second checker that knows the family `pieces`, written from
docs/reference/proof_files.md alone.

Polynomials have fractions as coefficients, quotients are put over one denominator term by term, and
roots are counted by halving (Vincent): the polynomial without multiple roots, by Descartes' rule.
FLINT divides polynomials, which the first checker does by itself.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import fmpq, fmpq_poly
from second_checker_graph import MAX, MIN, State, a_list, an_int, an_object, can_end, need, number

WAITS = ["wait"]


def check_pieces(rules, values, optimal) -> None:
    an_object(rules, {"symbol", "domain", "states"})
    an_object(optimal, {"breaks", "best"})
    need(type(rules["symbol"]) is str, "the symbol is a text")
    least, most = a_list(rules["domain"], 2)
    points = [point_of(each) for each in (least, *a_list(optimal["breaks"]), most)]
    for one, other in pairwise(points):
        need(one.high < other.low, "points out of order")
    states = a_list(rules["states"])
    need(states, "no states")
    nodes = [node_of(state, len(states)) for state in states]
    unfinished = [k for k, node in enumerate(nodes) if node.payoff is None]
    check_weights(points, nodes)
    claims = dict(zip(unfinished, a_list(values, len(unfinished)), strict=True))
    worth = []
    for k, node in enumerate(nodes):
        last = len(points) - 1
        said = a_list(claims[k]) if k in claims else [[last, node.payoff]]
        worth.append(pieces_of(points, said))
    used = {}
    for k, said in zip(unfinished, a_list(optimal["best"], len(unfinished)), strict=True):
        used[k] = check_node(points, nodes, worth, k, said)
    if any(min(law, default=0) <= k for k in unfinished for law in nodes[k].all_laws()):
        check_play_ends(points, nodes, worth, used)


# --- what a file holds ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    polynomial: tuple | None  # None: it is low, and high
    low: Fraction
    high: Fraction

    def is_root_of(self, f) -> bool:
        """Whether f, which is not 0, is 0 here."""
        if self.polynomial is None:
            return value(f, self.low) == 0
        shared = common(f, self.polynomial)
        return value(shared, self.low) * value(shared, self.high) < 0


@dataclass(frozen=True)
class Node:
    payoff: object
    actions: tuple = ()
    laws: tuple = ()  # laws[a][b] is {place: weight}

    def all_laws(self) -> list:
        return [law for line in self.laws for law in line]


def point_of(said) -> Point:
    if type(said) is str:
        return Point(None, number(said), number(said))
    coefficients, low, high = a_list(said, 3)
    f, a, b = polynomial_of(coefficients), number(low), number(high)
    need(f and a < b, "no interval")
    need(value(f, a) * value(f, b) < 0, "no change of sign")
    need(variations(f, a, b) == 1, "not surely one root")
    return Point(tuple(f), a, b)


def polynomial_of(said) -> list:
    found = [number(each) for each in a_list(said)]
    need(all(c.denominator == 1 for c in found), "coefficients are whole")
    need(not found or found[-1] != 0, "the highest coefficient is 0")
    return found


def quotient_of(said) -> tuple:
    return tuple(polynomial_of(part) for part in a_list(said, 2))


def node_of(state, count) -> Node:
    need(type(state) is dict, "a state is an object")
    finished = "payoff" in state
    an_object(state, {"state", "payoff"} if finished else {"state", "actions", "laws"})
    need(type(state["state"]) in (str, int, float), "a name is a text or a number")
    if finished:
        return Node(state["payoff"])
    actions = a_list(state["actions"], 2)
    for names in actions:
        need(a_list(names), "no actions")
        need(all(type(name) in (str, int) for name in names), "no names")
        need(len(set(names)) == len(names), "a name occurs twice")
    lines = a_list(state["laws"], len(actions[0]))
    laws = [[law_of(law, count) for law in a_list(line, len(actions[1]))] for line in lines]
    return Node(None, tuple(actions), laws)


def law_of(pairs, count) -> dict:
    law: dict = {}
    for pair in a_list(pairs):
        place, weight = a_list(pair, 2)
        an_int(place, 0, count - 1)
        polynomial = polynomial_of(weight)
        need(polynomial, "a weight is 0")
        law.setdefault(place, []).append(polynomial)
    need(law, "an empty law")
    return law


def check_weights(points, nodes) -> None:
    last = len(points) - 1
    for node in nodes:
        for law in node.all_laws():
            for weight in weights_in(law):
                for i in range(last):
                    need(clear(points, weight, i, i + 1)[0] > 0, "a negative weight")
            need(clear(points, total_of(law), 0, last) == (1, False, False), "no weight")


def weights_in(law) -> list:
    return [weight for weights in law.values() for weight in weights]


def total_of(law) -> list:
    total: list = []
    for weight in weights_in(law):
        total = plus(total, weight)
    return total


def pieces_of(points, said) -> list:
    """[(place of the lower end, of the upper one, quotient), ...]"""
    found, before = [], 0
    for pair in said:
        upper, text = a_list(pair, 2)
        an_int(upper, before + 1, len(points) - 1)
        quotient = quotient_of(text)
        need_positive(points, quotient[1], before, upper)
        found.append((before, upper, quotient))
        before = upper
    need(before == len(points) - 1, "the domain is not covered")
    return found


def need_positive(points, f, i, j) -> None:
    need(clear(points, f, i, j) == (1, False, False), "a denominator is not positive")


# --- what must hold in a state --------------------------------------------------------------------


def check_node(points, nodes, worth, k, said) -> list:
    """The places of the actions that MAX and that MIN may play, for each piece."""
    node, own = nodes[k], worth[k]
    rows, columns = node.actions
    if WAITS not in (rows, columns):
        mixtures = [
            mixtures_of(points, node, *pair)
            for pair in zip(own, a_list(said, len(own)), strict=True)
        ]
        for i, j in intervals(node, worth, k):
            p, q = mixtures[piece_at(own, i)]
            check_mixtures(points, node, worth, k, (i, j), p, q)
        return [tuple(map(support, pair)) for pair in mixtures]
    a_list(said, 2 * len(own) + 1)
    player, names = (MAX, rows) if columns == WAITS else (MIN, columns)
    lists = [[place_of(name, names) for name in a_list(listed)] for listed in said]
    for i, j in intervals(node, worth, k):
        piece = piece_at(own, i)
        at_start, inside, at_end = best(points, node, worth, k, (i, j), player)
        starts = own[piece][0] == i
        need(lists[2 * piece + 1] == inside, "not what is best")
        need(
            lists[2 * piece if starts else 2 * piece + 1] == at_start, "not what is best at a point"
        )
        if j == len(points) - 1:
            need(lists[-1] == at_end, "not what is best at the last point")
    insides = lists[1::2]
    return [(best, [0]) if player == MAX else ([0], best) for best in insides]


def place_of(name, names) -> int:
    need(type(name) in (str, int) and name in names, "an action that is not there")
    return names.index(name)


def piece_at(pieces, i) -> int:
    return next(m for m, (low, high, _) in enumerate(pieces) if low <= i < high)


def intervals(node, worth, k) -> list:
    around = {k}.union(*node.all_laws())
    marks = {end for t in around for low, high, _ in worth[t] for end in (low, high)}
    return list(pairwise(sorted(marks)))


def mean(law, worth, i) -> tuple:
    """The mean over the law from point i on, as a quotient."""
    total: tuple = ([], [Fraction(1)])
    for place, weights in law.items():
        top, under = worth[place][piece_at(worth[place], i)][2]
        for weight in weights:
            total = sum_of(total, (product(weight, top), under))
    return total[0], product(total[1], total_of(law))


def best(points, node, worth, k, ends, player) -> tuple:
    """The places of the best actions at the one end, between, and at the other."""
    found: tuple = ([], [], [])
    own = worth[k][piece_at(worth[k], ends[0])][2]
    for a, law in enumerate(node.all_laws()):
        gap = difference(own, mean(law, worth, ends[0]))
        if gap:
            sign, first, last = clear(points, gap, *ends)
            need(sign == (1 if player == MAX else -1), "an action is better")
            is_best = (first, False, last)
        else:
            is_best = (True, True, True)
        for places, listed in zip(found, is_best, strict=True):
            if listed:
                places.append(a)
    need(found[1], "no action is as good")
    return found


def mixtures_of(points, node, piece, said) -> tuple:
    low, high, _ = piece
    an_object(said, {"row", "column"})
    found = []
    for key, names in zip(("row", "column"), node.actions, strict=True):
        shares = [quotient_of(each) for each in a_list(said[key], len(names))]
        total: tuple = ([], [Fraction(1)])
        for top, under in shares:
            need_positive(points, under, low, high)
            need_not_negative(points, top, low, high)
            total = sum_of(total, (top, under))
        need(total[0] == total[1], "the shares do not sum to 1")
        found.append(shares)
    return tuple(found)


def check_mixtures(points, node, worth, k, ends, p, q) -> None:
    own = worth[k][piece_at(worth[k], ends[0])][2]
    means = [[mean(law, worth, ends[0]) for law in line] for line in node.laws]
    for column in zip(*means, strict=True):
        need_not_negative(points, difference(against(p, column), own), *ends)
    for row in means:
        need_not_negative(points, difference(own, against(q, row)), *ends)


def against(mixture, means) -> tuple:
    total: tuple = ([], [Fraction(1)])
    for (top, under), (other, below) in zip(mixture, means, strict=True):
        total = sum_of(total, (product(top, other), product(under, below)))
    return total


def need_not_negative(points, f, i, j) -> None:
    need(not f or clear(points, f, i, j)[0] > 0, "less than 0 somewhere")


def support(mixture) -> list:
    return [a for a, (top, _) in enumerate(mixture) if top]


def check_play_ends(points, nodes, worth, used) -> None:
    for i in range(len(points) - 1):
        graph = {}
        for k, node in enumerate(nodes):
            both = node.laws and WAITS not in node.actions
            need(not both, "both choose where play may come back")
            now = used[k][piece_at(worth[k], i)] if k in used else ((), ())
            graph[k] = State((Fraction(0), Fraction(0)), node.laws, now)
        need(can_end(graph, MAX) and can_end(graph, MIN), "a player cannot end play")


# --- polynomials ----------------------------------------------------------------------------------


def clear(points, f, i, j) -> tuple:
    """The sign between the points, and whether f is 0 at the one and at the other."""
    need(f, "the polynomial is 0")
    return clear_between(points[i], points[j], tuple(f))


@lru_cache(maxsize=10_000)  # documents that differ in one place ask mostly the same
def clear_between(start: Point, end: Point, f: tuple) -> tuple:
    """The same of a polynomial that is not 0."""
    low, high = start.low, end.high
    zeros = [point.is_root_of(f) for point in (start, end)]
    simple = exactly_divided(f, common(f, slope(f)))
    found = roots_inside(simple, low, high)
    found += sum(value(simple, at) == 0 for at in (low, high))
    need(found == sum(zeros), "another root")
    between = value(f, (start.high + end.low) / 2)
    return (1 if between > 0 else -1), *zeros


def roots_inside(f, low, high) -> int:
    """How many roots a polynomial without multiple ones has strictly between."""
    most = variations(f, low, high)
    if most <= 1:
        return most
    middle = (low + high) / 2
    here = value(f, middle) == 0
    return roots_inside(f, low, middle) + here + roots_inside(f, middle, high)


def variations(f, low, high) -> int:
    """The changes of sign in (1 + x)^n f((low + high x) / (1 + x))."""
    found: list = []
    power = [Fraction(1)]  # of 1 + x
    for c in reversed(f):  # found (low + high x) + c (1 + x)^k
        found = plus(product(found, [low, high]), [c * each for each in power])
        power = product(power, [Fraction(1), Fraction(1)])
    signs = [c > 0 for c in found if c]
    return sum(a != b for a, b in pairwise(signs))


def value(f, at) -> Fraction:
    total = Fraction(0)
    for c in reversed(f):
        total = total * at + c
    return total


def slope(f) -> list:
    return [k * c for k, c in enumerate(f)][1:]


def plus(f, g) -> list:
    size = max(len(f), len(g))
    both = zip(list(f) + [0] * (size - len(f)), list(g) + [0] * (size - len(g)), strict=True)
    return shortened([a + b for a, b in both])


def shortened(f) -> list:
    while f and f[-1] == 0:
        f = f[:-1]
    return list(f)


def product(f, g) -> list:
    found = [Fraction(0)] * max(len(f) + len(g) - 1, 0)
    for i, a in enumerate(f):
        for j, b in enumerate(g):
            found[i + j] += a * b
    return shortened(found)


def sum_of(one, other) -> tuple:
    if one[1] == other[1]:
        return plus(one[0], other[0]), one[1]
    top = plus(product(one[0], other[1]), product(other[0], one[1]))
    return top, product(one[1], other[1])


def difference(one, other) -> list:
    """The numerator of the one less the other."""
    return sum_of(one, ([-c for c in other[0]], other[1]))[0]


def exactly_divided(f, g) -> list:
    return fractions_of(flint_polynomial(f) // flint_polynomial(g))


def common(f, g) -> list:
    """The greatest common divisor, with 1 as its highest coefficient."""
    return fractions_of(flint_polynomial(f).gcd(flint_polynomial(g)))


def flint_polynomial(f) -> fmpq_poly:
    return fmpq_poly([fmpq(c.numerator, c.denominator) for c in f])


def fractions_of(polynomial) -> list:
    return [Fraction(int(c.p), int(c.q)) for c in polynomial.coeffs()]

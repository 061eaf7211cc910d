"""Brute-force oracles: each answer is found a second time, slowly, straight from SPEC.md, with
nothing of exactdice but its errors.

The games at the end are written on the protocol of `exactdice.game.protocol`, as a user would write
one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, product
from math import comb, inf, lcm, log, prod, sqrt
from typing import Any, NamedTuple

from exactdice import MAX, MIN, WAIT, Distribution, point

Law = dict[Any, Fraction]

# --- throws (SPEC 1) ------------------------------------------------------------------------------


def enumerated_throw(weights: Sequence[int], count: int, bust: int = 1, bust_score: int = 1) -> Law:
    """The law of a throw from the list of all faces of all dice; weights[f - 1] is the weight of
    face f.
    """
    law: Law = defaultdict(Fraction)
    for faces in product(range(1, len(weights) + 1), repeat=count):
        score = bust_score if bust in faces else sum(faces)
        law[score] += Fraction(prod(weights[f - 1] for f in faces), sum(weights) ** count)
    return {score: p for score, p in law.items() if p}


def closed_form_Q(d: int, k: int) -> Fraction:
    """SPEC 1: 5^-d sum_j (-1)^j C(d, j) C(k - d - 5 j - 1, d - 1), for the default die."""
    total = sum(
        (-1) ** j * comb(d, j) * comb(k - d - 5 * j - 1, d - 1)
        for j in range(d + 1)
        if k - d - 5 * j - 1 >= 0
    )
    return Fraction(total, 5**d)


def law_of(distribution: Distribution[Any]) -> Law:
    """{outcome: probability} from the public weights."""
    return {
        outcome: Fraction(weight, distribution.total) for outcome, weight in distribution.items()
    }


def mean(terms: Iterable[tuple[Fraction | int, Fraction | int]]) -> Fraction:
    """The sum of chance times value over all terms, over one common denominator: a sum of Fractions
    is reduced at each addition, which takes ten times as long.
    """
    products = [(p.numerator * v.numerator, p.denominator * v.denominator) for p, v in terms if v]
    bottom = lcm(*(below for _, below in products))
    return Fraction(sum(top * (bottom // below) for top, below in products), bottom)


# --- the race in turns (SPEC 2) -------------------------------------------------------------------


class Race:
    """EG and all its ties over every (i, j), by SPEC 2's formula with Fractions and throws found by
    convolution.
    """

    def __init__(
        self,
        dice: int,
        target: int,
        weights: Sequence[int] = (1,) * 6,
        bust: int = 1,
        bust_score: int = 1,
    ) -> None:
        self.dice, self.target = dice, target
        self.throws = list(self._throws(weights, bust, bust_score))

    def _throws(self, weights: Sequence[int], bust: int, bust_score: int) -> Iterator[Law]:
        """The laws of 1, 2, ... dice, adding one die at a time."""
        sums: dict[int | None, int] = {0: 1}  # None: some die shows the bust face
        for d in range(1, self.dice + 1):
            added: dict[int | None, int] = defaultdict(int)
            for total, weight in sums.items():
                for face, w in enumerate(weights, 1):
                    added[None if total is None or face == bust else total + face] += weight * w
            sums = added
            law: dict[int, int] = defaultdict(int)
            for total, weight in sums.items():
                law[bust_score if total is None else total] += weight
            yield {k: Fraction(weight, sum(weights) ** d) for k, weight in law.items() if weight}

    def worth(self, gain: dict[tuple[int, int], Fraction], i: int, j: int, d: int) -> Fraction:
        """-sum_k P(d, k) EG(j, i + k), where EG(j, i + k) = -1 once i + k >= N."""
        return -mean(
            (p, gain[j, i + k] if i + k < self.target else -1)
            for k, p in self.throws[d - 1].items()
        )

    def points(self) -> Iterator[tuple[int, int]]:
        """Every (i, j), those with more points first."""
        most = self.target - 1
        return (
            (i, s - i)
            for s in range(2 * most, -1, -1)
            for i in range(max(0, s - most), min(s, most) + 1)
        )

    def solve(
        self,
    ) -> tuple[dict[tuple[int, int], Fraction], dict[tuple[int, int], tuple[int, ...]]]:
        """(EG, all optimal numbers of dice) over every (i, j)."""
        gain: dict[tuple[int, int], Fraction] = {}
        best: dict[tuple[int, int], tuple[int, ...]] = {}
        for i, j in self.points():
            worth = {d: self.worth(gain, i, j, d) for d in range(1, self.dice + 1)}
            gain[i, j] = max(worth.values())
            best[i, j] = tuple(d for d, w in worth.items() if w == gain[i, j])
        return gain, best

    def follow(
        self, plans: tuple[Callable[[int, int], Law], Callable[[int, int], Law]]
    ) -> dict[tuple[int, int, int], Fraction]:
        """{(i, j, who throws): the mean payoff to MAX}, i the thrower's points, when plan[who](i,
        j) is the law of its dice.
        """
        worth: dict[tuple[int, int, int], Fraction] = {}
        for i, j in self.points():
            for who in (MAX, MIN):
                win = 1 if who == MAX else -1
                worth[i, j, who] = mean(
                    (share * p, worth[j, i + k, 1 - who] if i + k < self.target else win)
                    for d, share in plans[who](i, j).items()
                    for k, p in self.throws[d - 1].items()
                )
        return worth


def every_play(game: Any, profile: Any, state: Any = None) -> Iterator[tuple[Fraction, Any, int]]:
    """(chance, payoff, number of moves) of every single play, nothing merged and nothing
    remembered.
    """
    state = game.start if state is None else state
    payoff = game.payoff(state)
    if payoff is not None:
        yield Fraction(1), payoff, 0
        return
    laws = [
        law_of(profile[who](state)) if game.actions(state, who) != (WAIT,) else {WAIT: Fraction(1)}
        for who in (MAX, MIN)
    ]
    for (a, p), (b, q) in product(laws[0].items(), laws[1].items()):
        for after, r in law_of(game.outcomes(state, (a, b))).items():
            for chance, paid, length in every_play(game, profile, after):
                yield p * q * r * chance, paid, length + 1


def every_race(
    weights: Sequence[int], target: int, plans: tuple[int, int], bust: int = 1, bust_score: int = 1
) -> Law:
    """{(winner, number of throws): chance} over every sequence of faces, when the players always
    throw plans[0], plans[1] dice.
    """
    found: dict[tuple[int, int], int] = defaultdict(int)  # {...: weight of its sequences of faces}

    def run(points: tuple[int, int], throws: int, weight: int) -> None:
        who = throws % 2
        for faces in product(range(1, len(weights) + 1), repeat=plans[who]):
            here = weight * prod(weights[f - 1] for f in faces)
            if here:
                after = points[who] + (bust_score if bust in faces else sum(faces))
                if after >= target:
                    found[who, throws + 1] += here
                else:
                    run((after, points[1]) if who == MAX else (points[0], after), throws + 1, here)

    run((0, 0), 0, 1)

    def rolled(throws: int) -> int:
        return sum(plans[throw % 2] for throw in range(throws))

    return {
        (who, throws): Fraction(weight, sum(weights) ** rolled(throws))
        for (who, throws), weight in found.items()
    }


# --- proofs ---------------------------------------------------------------------------------------


def is_true(document: dict[str, Any]) -> bool:
    """Whether the values and what is called optimal in a well-formed proof are those of its rules,
    solved again from nothing.
    """
    rules, values = document["problem"], [_fraction(v) for v in document["values"]]
    if rules["family"] == "race":
        return (values, document["optimal"]) == _race_truth(rules)
    return _graph_is_true(rules["states"], values, document["optimal"])


def _fraction(text: str) -> Fraction:
    top, _, bottom = text.partition("/")
    return Fraction(int(top, 16), int(bottom or "0x1", 16))


def _race_truth(rules: dict[str, Any]) -> tuple[list[Fraction], list[list[int]]]:
    weights = [int(w, 16) for w in rules["weights"]]
    gain, best = Race(
        rules["dice"], rules["target"], weights, rules["bust"], rules["bust_score"]
    ).solve()
    return [gain[key] for key in sorted(gain)], [list(best[key]) for key in sorted(gain)]


def _graph_is_true(
    states: list[dict[str, Any]], values: list[Fraction], optimal: list[Any]
) -> bool:
    unfinished = [k for k, state in enumerate(states) if "payoff" not in state]
    if not len(unfinished) == len(values) == len(optimal):
        return False
    if _comes_back(
        [{t for row in state.get("laws", ()) for law in row for t, _ in law} for state in states]
    ):
        return _cyclic_is_true(
            states,
            dict(zip(unfinished, values, strict=True)),
            dict(zip(unfinished, optimal, strict=True)),
        )
    claimed = dict(zip(unfinished, optimal, strict=True))
    worth: dict[int, Fraction] = {}

    def visit(k: int, path: tuple[int, ...]) -> bool:
        """Find worth[k]; False when play can come back or what is claimed there is not optimal."""
        if "payoff" in states[k]:
            worth[k] = _fraction(states[k]["payoff"])
        if k in worth:
            return True
        laws = states[k]["laws"]
        if k in path or not all(
            visit(t, (*path, k)) for row in laws for law in row for t, _ in law
        ):
            return False
        matrix = [
            [
                sum(worth[t] * int(w, 16) for t, w in law) / sum(int(w, 16) for _, w in law)
                for law in row
            ]
            for row in laws
        ]
        rows, columns = states[k]["actions"]
        if "wait" not in (rows[0], columns[0]):
            worth[k], right = _equilibrium(matrix, claimed[k])
            return right
        turn = (
            [(name, row[0]) for name, row in zip(rows, matrix, strict=True)]
            if columns[0] == "wait"
            else list(zip(columns, matrix[0], strict=True))
        )
        worth[k] = (max if columns[0] == "wait" else min)(w for _, w in turn)
        return claimed[k] == [name for name, w in turn if w == worth[k]]

    return (
        all(visit(k, ()) for k in range(len(states))) and [worth[k] for k in unfinished] == values
    )


def merged(law: list[Any]) -> dict[int, Fraction]:
    """{next state: chance} of a law in a proof, where a state may be listed twice."""
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for t, w in law:
        chances[t] += Fraction(int(w, 16), sum(int(v, 16) for _, v in law))
    return dict(chances)


def _comes_back(successors: list[set[int]]) -> bool:
    try:
        list(TopologicalSorter(dict(enumerate(successors))).static_order())
    except CycleError:
        return True
    return False


def _cyclic_is_true(
    states: list[dict[str, Any]], values: dict[int, Fraction], optimal: dict[int, Any]
) -> bool:
    nodes: list[Any] = []
    for state in states:
        if "payoff" in state:
            nodes.append(_fraction(state["payoff"]))
            continue
        laws = [merged(law) for row in state["laws"] for law in row]
        nodes.append((MAX if state["actions"][1] == ["wait"] else MIN, laws))
    low, high = positional_values(nodes)
    if low != high or any(low[k] != value for k, value in values.items()):
        return False
    for k, names in optimal.items():
        player, laws = nodes[k]
        means = [sum(p * low[t] for t, p in law.items()) for law in laws]
        if names != [
            name
            for name, mean in zip(states[k]["actions"][player], means, strict=True)
            if mean == low[k]
        ]:
            return False
    return True


# --- games that come back, by brute force ---------------------------------------------------------


def positional_values(nodes: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """What MAX can guarantee and what MIN can hold it to, over all pairs of pure stationary
    strategies.

    A node is a payoff, or (player, [{successor: chance}, ...] for each action). A play that may not
    end counts as the worst for whoever chooses first: minus infinity in the first list, plus
    infinity in the second.
    """
    turns = {k: node for k, node in enumerate(nodes) if isinstance(node, tuple)}
    mine, theirs = ([k for k, node in turns.items() if node[0] == player] for player in (MAX, MIN))

    def strategies(owned: list[int]) -> list[dict[int, int]]:
        return [
            dict(zip(owned, choice, strict=True))
            for choice in product(*(range(len(turns[k][1])) for k in owned))
        ]

    def chains(choice: dict[int, int]) -> dict[int, dict[int, Fraction]]:
        return {k: turns[k][1][a] for k, a in choice.items()}

    low = [
        [_absorbed(nodes, chains(first | second), -inf) for second in strategies(theirs)]
        for first in strategies(mine)
    ]
    high = [
        [_absorbed(nodes, chains(first | second), inf) for first in strategies(mine)]
        for second in strategies(theirs)
    ]
    every = range(len(nodes))
    return (
        [max(min(row[k] for row in rows) for rows in low) for k in every],
        [min(max(row[k] for row in rows) for rows in high) for k in every],
    )


def _absorbed(
    nodes: Sequence[Any], chain: dict[int, dict[int, Fraction]], endless: float
) -> list[Any]:
    """The mean payoff of a Markov chain from each node; `endless` from where it need not end."""
    ends = {k for k in range(len(nodes)) if k not in chain}
    can_end = _reaching(chain, ends)
    may_not = _reaching(chain, set(chain) - can_end)
    sure = [k for k in chain if k not in may_not]
    rows = []
    for k in sure:
        known = sum((p * nodes[t] for t, p in chain[k].items() if t in ends), Fraction(0))
        rows.append([Fraction(k == t) - chain[k].get(t, Fraction(0)) for t in sure] + [known])
    worth = dict(zip(sure, gauss(rows), strict=True))
    return [nodes[k] if k in ends else worth.get(k, endless) for k in range(len(nodes))]


def _reaching(chain: dict[int, dict[int, Fraction]], goal: set[int]) -> set[int]:
    reached = set(goal)
    while more := {
        k for k, law in chain.items() if k not in reached and any(t in reached for t in law)
    }:
        reached |= more
    return reached


def gauss(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of a square system given as rows of coefficients and right-hand side."""
    size = len(rows)
    for c in range(size):
        pivot = next(r for r in range(c, size) if rows[r][c])
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [v / rows[c][c] for v in rows[c]]
        for r in range(size):
            if r != c and rows[r][c]:
                rows[r] = [v - rows[r][c] * w for v, w in zip(rows[r], rows[c], strict=True)]
    return [row[-1] for row in rows]


def _equilibrium(matrix: list[list[Fraction]], mixtures: Any) -> tuple[Fraction, bool]:
    """The value that both mixtures prove, and whether they do (von Neumann: then there is no
    other).
    """
    p, q = ([_fraction(text) for text in mixtures[side]] for side in ("row", "column"))
    least = min(sum(a * row[j] for a, row in zip(p, matrix, strict=True)) for j in range(len(q)))
    most = max(sum(b * v for b, v in zip(q, row, strict=True)) for row in matrix)
    return least, least == most and sum(p) == sum(q) == 1 and min(p + q) >= 0


def two_by_two(matrix: Sequence[Sequence[Fraction]]) -> Fraction:
    """The value of a 2 x 2 matrix game: a saddle point, else (a d - b c) / (a + d - b - c)."""
    (a, b), (c, d) = matrix
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return Fraction(low) if low == high else Fraction(a * d - b * c) / (a + d - b - c)


# --- rigorous bounds on simulations ---------------------------------------------------------------


def hoeffding(plays: int, width: float, failure: float = 1e-9) -> float:
    """t with P(|mean of `plays` independent draws in an interval of this width - expectation| >= t)
    <= failure.

    Hoeffding 1963, theorem 2: P <= 2 exp(-2 n t^2 / width^2).
    """
    return width * sqrt(log(2 / failure) / (2 * plays))


# --- games on the protocol ------------------------------------------------------------------------


class Climber(NamedTuple):
    lead: int
    left: int  # turns left
    to_move: int


@dataclass(frozen=True)
class Climb:
    """In turns: `step` moves the lead by 1 to its mover, `leap` by 2 or back by 1; the sign of the
    lead pays after `turns` turns.
    """

    turns: int = 4

    @property
    def start(self) -> Climber:
        return Climber(0, self.turns, MAX)

    def payoff(self, state: Climber) -> int | None:
        return None if state.left else (state.lead > 0) - (state.lead < 0)

    def actions(self, state: Climber, player: int) -> tuple[str, ...]:
        return ("step", "leap") if player == state.to_move else (WAIT,)

    def outcomes(self, state: Climber, joint: tuple[str, str]) -> Distribution[Climber]:
        sign = 1 if state.to_move == MAX else -1
        moved = point(1) if joint[state.to_move] == "step" else Distribution({2: 2, -1: 1})
        return moved.map(
            lambda by: Climber(state.lead + sign * by, state.left - 1, 1 - state.to_move)
        )


class Hands(NamedTuple):
    score: int
    left: int


@dataclass(frozen=True)
class RockPaperScissors:
    """Both at once, `rounds` times: MAX is paid its wins minus its losses."""

    rounds: int = 2

    @property
    def start(self) -> Hands:
        return Hands(0, self.rounds)

    def payoff(self, state: Hands) -> int | None:
        return None if state.left else state.score

    def actions(self, state: Hands, player: int) -> tuple[str, ...]:
        return ("rock", "paper", "scissors")

    def outcomes(self, state: Hands, joint: tuple[str, str]) -> Distribution[Hands]:
        names = self.actions(state, MAX)
        won = (0, 1, -1)[(names.index(joint[0]) - names.index(joint[1])) % 3]
        return point(Hands(state.score + won, state.left - 1))


@dataclass(frozen=True)
class Listed:
    """A game from a table of (state, entry); it starts at the first state. Made by `listed`."""

    states: tuple[tuple[Any, Any], ...]

    @property
    def start(self) -> Any:
        return self.states[0][0]

    def _entry(self, state: Any) -> Any:
        return dict(self.states)[state]

    def payoff(self, state: Any) -> Any:
        entry = self._entry(state)
        return None if isinstance(entry, tuple) and len(entry) == 3 else entry

    def actions(self, state: Any, player: int) -> tuple[Any, ...]:
        return self._entry(state)[player]

    def outcomes(self, state: Any, joint: Any) -> Distribution[Any]:
        return Distribution(dict(dict(self._entry(state)[2])[joint]))


def listed(states: dict[Any, Any]) -> Listed:
    """The game with the table {state: payoff, or (player, {action: {next state: weight}}), or {(a,
    b): {next state: weight}}}.
    """

    def entry(described: Any) -> Any:
        if isinstance(described, tuple):
            player, moves = described
            return entry(
                {(a, WAIT) if player == MAX else (WAIT, a): law for a, law in moves.items()}
            )
        if isinstance(described, dict):
            sides = (tuple(dict.fromkeys(joint[who] for joint in described)) for who in (MAX, MIN))
            return (*sides, tuple((joint, tuple(law.items())) for joint, law in described.items()))
        return described

    return Listed(tuple((state, entry(described)) for state, described in states.items()))


# --- the token game (SPEC 6) ----------------------------------------------------------------------


def token_removals(left: tuple[int, ...], total: int) -> list[tuple[int, ...]]:
    """Every set of the tokens that sums to the total, from the list of all sets."""
    return [
        chosen
        for size in range(1, len(left) + 1)
        for chosen in combinations(left, size)
        if sum(chosen) == total
    ]


def sum_of_dice(*dice: Sequence[int]) -> Law:
    """The law of the sum of dice given by the weights of their faces 1, 2, ..., from the list of
    all faces.
    """
    law: Law = defaultdict(Fraction)
    for faces in product(*(range(1, len(weights) + 1) for weights in dice)):
        law[sum(faces)] += prod(
            Fraction(weights[f - 1], sum(weights)) for f, weights in zip(faces, dice, strict=True)
        )
    return {total: p for total, p in law.items() if p}


def token_scores(
    tokens: tuple[int, ...], law: Law, score: Callable[[tuple[int, ...]], Any], choose: Any = min
) -> dict[Any, Fraction]:
    """{set of tokens: expected score}, in Fractions; `choose` is min for optimal play, or the mean
    for uniformly random choice.
    """
    worth: dict[Any, Fraction] = {}
    for size in range(len(tokens) + 1):
        for left in combinations(tokens, size):
            worth[left] = Fraction(score(left)) if not left else Fraction(0)
            for total, p in law.items() if left else ():
                after = [
                    worth[tuple(t for t in left if t not in gone)]
                    for gone in token_removals(left, total)
                ]
                worth[left] += p * (choose(after) if after else Fraction(score(left)))
    return worth


# The arena of Chomp(2,3) as the chapter on games on graphs prints it, section 1.2, and the bars.
CHAPTER_ORDER = (3, 3), (3, 1), (3, 2), (2, 2), (3,), (1, 1), (2, 1), (2,), (1,)  # figure 3
CHAPTER = {
    0: [1, 2, 3, 4, 5],
    1: [4, 5, 6],
    2: [1, 3, 4, 5],
    3: [5, 6, 7],
    4: [7, 8],
    5: [8],
    6: [5, 7],
    7: [8],
    8: [],
}

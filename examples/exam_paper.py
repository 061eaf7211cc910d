"""The answer sheet of the examination paper on Phantom Domineering for any u_0, every value exact:

    python examples/exam_paper.py 42                 # questions 1 to 8, in some seconds
    python examples/exam_paper.py 42 --skip 7 --skip 8  # without these
    python examples/exam_paper.py 42 --mixtures      # with the lists that prove the values
    python examples/exam_paper.py 42 --rounds 3000   # the paper's algorithm beside the exact value

Where the paper asks for an approximation the exact value is given. docs/explanation/exam.md answers
its oral questions.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from exactdice import (
    MAX,
    MIN,
    PhantomDomineering,
    decimal_text,
    exact_text,
    solve,
    solve_matrix_game,
)
from exactdice.exact.errors import ExactDiceError
from exactdice.games.phantom_domineering import phantom_lines
from exactdice.games.phantom_domineering.rules import (
    banned_at,
    list_at,
    permutation,
    sequence,
    winner,
)
from exactdice.linear.matrices.bandit import bandit, guarantees

# How the answers read the paper, which can be read in more than one way.
READINGS = {
    1: "u_n = 15091 u_(n-1) mod 64007.",
    2: "The first three entries of the list, in the order in which they are appended.",
    3: "On 5 x 5 cells each player has 20 moves: list P(u_n, 20) of player 1 against list "
    "P(u_2n, 20) of player 2.",
    4: "The mean of u_x when x in 0..N-1 is drawn with probability u_x / (u_0 + ... + "
    "u_(N-1)): exactly (sum of u_x^2) / (sum of u_x). The mean of many draws comes close to it.",
    5: "Each player has 100 strategies, numbered from 0; the numbers decide, not the board.",
    6: "Each player has all its lists; the cell (u_1000 mod N, u_1001 mod P) is banned. A "
    "player without any move has the empty list.",
    7: "The lists of index u_0, ..., u_99 of each player, no cell banned; equal lists count "
    "once, which changes no value.",
    8: "The lists of index u_0, ..., u_9999 of each player, as in question 7; the values are "
    "exact although the paper asks for less.",
}
# The boards of question 6, and of 7 and 8, part by part.
BANNED = {"a": ((1, 4), (2, 3)), "b": ((3, 2), (2, 4)), "c": ((3, 3), (4, 2))}
LIMITED = {"a": ((3, 5), (4, 4), (5, 3)), "b": ((3, 6), (4, 5), (5, 4))}
LISTS = {7: 100, 8: 10_000}
PARITY = 100  # strategies of each player in question 5


@dataclass(frozen=True)
class Answer:
    """One number asked for: its part of the question, what it is, its value, and the optimal
    mixtures where it is the value of a game.
    """

    part: str
    asked: str
    value: Fraction | int | str
    mixtures: tuple[dict, ...] = ()


def terms(u0: int) -> Iterator[Answer]:
    """Question 1: the first terms of the sequence."""
    for n, term in enumerate(sequence(u0, 9)):
        yield Answer("abc"[n // 3], f"u({n})", term)


def permutations(u0: int) -> Iterator[Answer]:
    """Question 2: how the first lists begin."""
    for n, term in enumerate(sequence(u0, 3)):
        first_three = ", ".join(map(str, permutation(term, 4)[:3]))
        yield Answer("abc"[n], f"P(u({n}), 4), first three", first_three)


def winners(u0: int) -> Iterator[Answer]:
    """Question 3: who wins with which list."""
    game, u = PhantomDomineering(5, 5), sequence(u0, 19)
    for n in range(1, 10):
        won = winner(game, list_at(game, MAX, u[n]), list_at(game, MIN, u[2 * n]))
        asked = f"winner of list u({n}) against u({2 * n}) on 5 x 5"
        yield Answer("abc"[(n - 1) // 3], asked, f"player {2 - won}")


def means(u0: int) -> Iterator[Answer]:
    """Question 4: what the mean of many draws tends to."""
    for part, count in zip("abc", (10, 100, 1000), strict=True):
        u = sequence(u0, count)
        total, squares = sum(u), sum(term * term for term in u)
        # From u_0 = 0 every term is 0, and no term could be drawn.
        mean = Fraction(squares, total) if total else "undefined: every u is 0"
        yield Answer(part, f"mean of u(x), N = {count}", mean)


def parities(_u0: int) -> Iterator[Answer]:
    """Question 5: a game of numbers, whatever u_0 is."""
    for part, wanted in (("a", 1), ("b", 0)):
        wins = [[int((i + j) % 2 == wanted) for j in range(PARITY)] for i in range(PARITY)]
        found = solve_matrix_game(wins)
        mixtures = tuple(
            {k: chance for k, chance in enumerate(mixture) if chance}
            for mixture in (found.row, found.column)
        )
        yield Answer(part, f"player 1 wins when (i + j) mod 2 = {wanted}", found.value, mixtures)


def banned(u0: int) -> Iterator[Answer]:
    """Question 6: boards without a cell."""
    for part, boards in BANNED.items():
        for rows, columns in boards:
            cell = banned_at(rows, columns, u0)
            asked = f"iPD({rows}, {columns}), cell {cell} banned"
            yield solved(part, asked, PhantomDomineering(rows, columns, (cell,)))


def limited(u0: int, lists: int) -> Iterator[Answer]:
    """Questions 7 and 8: so many lists of each player."""
    for part, boards in LIMITED.items():
        for rows, columns in boards:
            game = PhantomDomineering(rows, columns, lists=lists, u0=u0)
            yield solved(part, f"lPD({rows}, {columns}), {lists} lists", game)


def solved(part: str, asked: str, game: PhantomDomineering) -> Answer:
    """The value of a game with the mixtures that prove it."""
    found = solve(game)
    first, second = ({n: law.probability(n) for n in law} for law in found.mixtures[game.start])
    return Answer(part, asked, found.value, (first, second))


QUESTIONS = {
    1: terms,
    2: permutations,
    3: winners,
    4: means,
    5: parities,
    6: banned,
    7: lambda u0: limited(u0, LISTS[7]),
    8: lambda u0: limited(u0, LISTS[8]),
}


def sheet_lines(u0: int, skip: set[int], mixtures: bool) -> Iterator[str]:
    """The lines of the sheet."""
    yield f"Answer sheet for u(0) = {u0}"
    for number in sorted(QUESTIONS.keys() - skip):
        yield from ("", f"Question {number}   {READINGS[number]}")
        for answer in QUESTIONS[number](u0):
            yield f"  {answer.part}) {answer.asked}{value_text(answer.value)}"
            for player, mixture in enumerate(answer.mixtures if mixtures else (), 1):
                law = ", ".join(f"{n}: {exact_text(chance)}" for n, chance in mixture.items())
                yield f"       player {player}: {{{law}}}"


def value_text(value: Fraction | int | str) -> str:
    """The value behind its sign: a text is said, a number is equated."""
    if isinstance(value, str):
        return f": {value}"
    is_whole = value == int(value)
    return f" = {exact_text(value)}{'' if is_whole else f'  (about {decimal_text(value, 4)})'}"


def approach_lines(u0: int, rounds: int, rng: Random) -> Iterator[str]:
    """The paper's algorithm on lPD(4, 4): its mean, the exact value, and what the counts of its
    draws are worth as mixtures.
    """
    game = PhantomDomineering(4, 4, lists=LISTS[7], u0=u0)
    lines = phantom_lines(game, merged=False)
    wins = lines.matrix().tolist()
    run = bandit(lambda i, j: wins[i][j], lines.shape, rng, rounds)
    worth = guarantees(lines, run.rows, run.columns)
    yield f"lPD(4, 4), {LISTS[7]} lists"
    yield (
        f"mean reward of {run.rounds} rounds: {decimal_text(run.mean, 6)}, its expectation "
        f"within {run.bound:.4f} of the value"
    )
    yield f"exact value{value_text(solve(game).value)}"
    yield (
        f"the mixtures of the run guarantee {decimal_text(worth.guaranteed, 6)} and concede "
        f"{decimal_text(worth.conceded, 6)}"
    )


def main() -> None:
    """Print what is asked for."""
    parser = ArgumentParser(description="The examination paper on Phantom Domineering.")
    parser.add_argument("u0", type=int, help="the first term, from 0 to 64006")
    parser.add_argument(
        "--skip", type=int, action="append", default=[], help="leave a question out"
    )
    parser.add_argument("--mixtures", action="store_true", help="print the optimal mixtures too")
    parser.add_argument("--rounds", type=int, help="run the paper's algorithm instead")
    asked = parser.parse_args()
    try:
        if asked.rounds is None:
            lines = sheet_lines(asked.u0, {*asked.skip}, asked.mixtures)
        else:
            lines = approach_lines(asked.u0, asked.rounds, Random(1))
        for line in lines:
            print(line)
    except ExactDiceError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()

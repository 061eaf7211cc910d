"""Gambit's `.nfg` files of two-player zero-sum games, read and written with exact rationals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from ...exact.argument_checks import a_path, a_text
from ...exact.errors import RulesError
from ...exact.files import write_atomically
from ...exact.numbers import exact_text, shown
from ...linear.matrices.solve import Matrix, as_matrix
from .tokens import GAMBIT, is_whole, number_at, quoted, read_as, words_of


def nfg_text(matrix: Matrix, title: str = "matrix game") -> str:
    """The game in Gambit's strategic form with payoffs listed for both players, MAX's strategies
    varying fastest.

    >>> print(nfg_text(((0, 1), (1, 0)), "pennies").splitlines()[0])
    NFG 1 R "pennies" { "MAX" "MIN" } { 2 2 }
    """
    matrix = as_matrix(matrix)
    size = f"{len(matrix)} {len(matrix[0])}"
    lines = [f'NFG 1 R {quoted(a_text(title, "title"))} {{ "MAX" "MIN" }} {{ {size} }}', ""]
    columns = chain(*zip(*matrix, strict=True))
    lines += [f"{exact_text(paid)} {exact_text(-paid)}" for paid in columns]
    return "\n".join(lines) + "\n"


def parse_nfg(text: str) -> Matrix:
    """The payoff matrix to the first player; `RulesError` when the file is no two-player zero-sum
    game in strategic form.

    >>> parse_nfg('NFG 1 R "g" { "A" "B" } { 1 2 } 1/2 -1/2 0.25 -0.25')
    ((Fraction(1, 2), Fraction(1, 4)),)
    """
    words = list(words_of(a_text(text, "a game to be read"), GAMBIT))
    tokens = [word.text for word in words]
    # R for rationals, D for decimals in older files: both kinds of numbers are read exactly.
    begins = " ".join(tokens[:3])
    if begins not in ("NFG 1 R", "NFG 1 D"):
        raise RulesError(f"a Gambit strategic game must begin with NFG 1 R, got {shown(begins)}")
    players, at = _braced(tokens, 4)  # after the title
    sizes, at = _braced(tokens, at)
    if len(players) != 2 or len(sizes) != 2 or not all(is_whole(size, 1) for size in sizes):
        raise RulesError(
            "the game must have two players with at least one strategy each, got "
            f"{shown(' '.join([*players, *sizes]))}"
        )
    m, n = map(int, sizes)
    rest = words[at:]
    if rest and rest[0].text.startswith('"'):  # an optional comment
        rest = rest[1:]
    # Counted before any is read, so that a file cut short is told by its length.
    count = 2 * m * n
    if len(rest) != count:
        raise RulesError(
            f"{m} x {n} strategies need {count} payoffs, got {len(rest)} (the version with "
            "outcomes in braces is not read)"
        )
    # Column by column of the matrix, the two payoffs of each pair together: Gambit lets the first
    # player's strategies vary fastest.
    numbers = [number_at(word, "payoff") for word in rest]
    of_first = numbers[::2]
    for k, (first, second) in enumerate(zip(of_first, numbers[1::2], strict=True)):
        # Exactly 0: a file with rounded decimals may be no zero-sum game, and says so here.
        if first + second != 0:
            raise RulesError(
                f"the game must be zero-sum, but strategies {k % m + 1} and {k // m + 1} pay "
                f"{shown(first)} and {shown(second)}"
            )
    return as_matrix([of_first[i::m] for i in range(m)])


def _braced(tokens: list[str], at: int) -> tuple[list[str], int]:
    """The words between braces that open at this token, an inner pair of braces standing for its
    number of words; the place after them.
    """
    # Gambit lists strategies by their number, or by their names in an inner pair of braces.
    words: list[str] = []
    depth = count = 0
    for place in range(at, len(tokens)):
        token = tokens[place]
        if token == "{" and depth < 2:
            depth += 1
            count = 0
        elif token == "}" and depth > 0:
            depth -= 1
            if depth == 0:
                return words, place + 1
            words.append(str(count))
        elif depth == 0 or token == "{":
            break
        elif depth == 1:
            words.append(token)
        else:
            count += 1
    raise RulesError(
        'the players and their numbers of strategies must stand in braces: { "A" "B" } { 2 2 }'
    )


def read_nfg(path: Path | str) -> Matrix:
    """The payoff matrix in the file, to its first player; `RulesError` naming the file when it
    holds none that `parse_nfg` reads.
    """
    return read_as(parse_nfg, path)


def write_nfg(
    matrix: Sequence[Sequence[object]], path: Path | str, title: str = "matrix game"
) -> None:
    """Write the game to the file, whole or not at all."""
    write_atomically(a_path(path), nfg_text(as_matrix(matrix), title))

"""Gambit's `.nfg` files of two-player zero-sum games, read and written with exact rationals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..doors import a_path, a_text
from ..errors import RulesError
from ..exact import exact_text, shown
from ..files import write_atomically
from ..matrices.solve import Matrix, as_matrix, columns_of
from .words import GAMBIT, Word, number_at, quoted, read_as, words_of


def nfg_text(matrix: Matrix, title: str = "matrix game") -> str:
    """The game in Gambit's strategic form with payoffs listed for both players.

    >>> print(nfg_text(((0, 1), (1, 0)), "pennies").splitlines()[0])
    NFG 1 R "pennies" { "MAX" "MIN" } { 2 2 }
    """
    matrix = as_matrix(matrix)
    label = quoted(a_text(title, "title"))
    size = f"{len(matrix)} {len(matrix[0])}"
    lines = [f'NFG 1 R {label} {{ "MAX" "MIN" }} {{ {size} }}', ""]
    # the format has the first player's strategies vary fastest
    for column in columns_of(matrix):
        lines += [f"{exact_text(entry)} {exact_text(-entry)}" for entry in column]
    return "\n".join(lines) + "\n"


def parse_nfg(text: str) -> Matrix:
    """The payoff matrix to the first player.

    `RulesError` when the file is no two-player zero-sum game in strategic form.

    >>> parse_nfg('NFG 1 R "g" { "A" "B" } { 1 2 } 1/2 -1/2 0.25 -0.25')
    ((Fraction(1, 2), Fraction(1, 4)),)
    """
    words = list(words_of(a_text(text, "a game to be read"), GAMBIT))
    tokens = [word.text for word in words]
    if tokens[:2] != ["NFG", "1"] or tokens[2:3] not in (["R"], ["D"]):
        raise RulesError(
            f"a Gambit strategic game must begin with NFG 1 R, got {shown(' '.join(tokens[:3]))}"
        )
    players, at = _braced(tokens, 4)
    sizes, at = _braced(tokens, at)
    if len(players) != 2 or len(sizes) != 2 or not all(map(_is_size, sizes)):
        raise RulesError(
            "the game must have two players with at least one strategy each, got "
            f"{shown(' '.join([*players, *sizes]))}"
        )
    rest = words[at:]
    if rest and rest[0].text.startswith('"'):  # an optional comment
        rest = rest[1:]
    m, n = map(int, sizes)
    if len(rest) != 2 * m * n:
        raise RulesError(
            f"{m} x {n} strategies need {2 * m * n} payoffs, got {len(rest)} (the version with "
            "outcomes in braces is not read)"
        )
    return _zero_sum(rest, m, n)


def _is_size(text: str) -> bool:
    # few digits, so that int() cannot refuse them; ASCII, since isdigit knows others
    return text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0


def _zero_sum(payoffs: list[Word], m: int, n: int) -> Matrix:
    """The first player's payoffs; `RulesError` unless the second player's are their opposites."""
    numbers = [number_at(word, "payoff") for word in payoffs]
    first = numbers[::2]
    second = numbers[1::2]
    for k, (paid, other) in enumerate(zip(first, second, strict=True)):
        if paid + other != 0:
            where = f"strategies {k % m + 1} and {k // m + 1}"
            raise RulesError(
                f"the game must be zero-sum, but {where} pay {shown(paid)} and {shown(other)}"
            )
    return as_matrix([[first[j * m + i] for j in range(n)] for i in range(m)])


def _braced(tokens: list[str], at: int) -> tuple[list[str], int]:
    """The words between braces that open at this token, and the place after them.

    An inner pair of braces stands for its number of words.
    """
    if tokens[at : at + 1] != ["{"] or "}" not in tokens[at:]:
        raise RulesError(
            'the players and their numbers of strategies must stand in braces: { "A" "B" } { 2 2 }'
        )
    words = []
    at += 1
    while tokens[at : at + 1] not in ([], ["}"]):
        if tokens[at] == "{":
            inner, at = _braced(tokens, at)
            words.append(str(len(inner)))
        else:
            words.append(tokens[at])
            at += 1
    return words, at + 1


def read_nfg(path: Path | str) -> Matrix:
    """The payoff matrix in the file, to its first player.

    `RulesError` naming the file when it holds none that `parse_nfg` reads.
    """
    return read_as(parse_nfg, path)


def write_nfg(matrix: Any, path: Path | str, title: str = "matrix game") -> None:
    """Write the game to the file, whole or not at all."""
    write_atomically(a_path(path), nfg_text(as_matrix(matrix), title))

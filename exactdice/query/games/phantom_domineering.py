"""The quantities of the examination paper on Phantom Domineering."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ...exact.argument_checks import kept
from ...exact.numbers import Exact
from ...exact.session import session
from ...game.protocol import MAX, MIN
from ...games.domineering.rules import cells_of
from ...games.phantom_domineering.rules import (
    MODULUS,
    PhantomDomineering,
    banned_at,
    list_at,
    permutation,
    winner,
)
from ...solvers import solve
from ..register import (
    CHANCE,
    Argument,
    OfGame,
    Positive,
    Whole,
    few_steps,
    no_options,
    quantity,
    whole,
)
from .domineering import Banned, board

STEPS_A_LIST = 100  # for each list that may be played


class Lists(NamedTuple):
    """Which lists the players have, and the banned cells."""

    u0: int
    lists: int
    banned: Banned


about_it = partial(OfGame, "phantom-domineering")


@about_it
def generator(u0: Argument = 42) -> int:
    """The setting of u: its first term."""
    return whole(u0, "u0", 0, MODULUS - 1)


@about_it
def limited(u0: Argument = 42, lists: Argument = 100, banned: Argument = ()) -> Lists:
    """The setting of a game in which each player has the lists of index u_0, ..., u_(lists - 1)."""
    return Lists(generator(u0=u0), whole(lists, "lists", 1), board(banned=banned))


on_board, lists_alone = about_it(board.setting), about_it(no_options)


@kept(64)
def _first_player_value(game: PhantomDomineering) -> Exact:
    return solve(game, session().progress).value


def lists_cost(setting: Argument, *_: Argument) -> int:
    """The cost of playing the lists of both players against each other, as far as the answer needs
    that.
    """
    return STEPS_A_LIST * setting.lists if isinstance(setting, Lists) else 0


def length_cost(_: None, n: int, b: int) -> int:
    """The cost of a permutation of this length, whose index may be as long."""
    return STEPS_A_LIST * b * (1 + n.bit_length() // 1000)


@quantity(generator, cost=few_steps, n="index")
def u(u0: int, n: Whole) -> int:
    """Term n of u_n = 15091 u_(n-1) mod 64007, from u_0 = u0."""
    return u0 * pow(15091, n, MODULUS) % MODULUS


@quantity(lists_alone, cost=length_cost, n="index", b="length")
def perm(_: None, n: Whole, b: Positive) -> tuple[int, ...]:
    """The permutation P(n, b) of 0..b-1; its period in n is b!."""
    return permutation(n, b)


@quantity(on_board, cost=lists_cost, outcomes=CHANCE, N="rows", P="columns")
def phantom(banned: Banned, N: Positive, P: Positive) -> Exact:
    """Chance to win of the first player at Phantom Domineering on N x P cells, each player with all
    its lists.
    """
    return _first_player_value(PhantomDomineering(N, P, cells_of(banned, N, P)))


@quantity(limited, cost=lists_cost, outcomes=CHANCE, N="rows", P="columns")
def phantom_limited(setting: Lists, N: Positive, P: Positive) -> Exact:
    """Chance to win of the first player at Phantom Domineering on N x P cells, each player with the
    lists of index u_0, ..., u_(lists - 1).
    """
    banned = cells_of(setting.banned, N, P)
    return _first_player_value(PhantomDomineering(N, P, banned, setting.lists, setting.u0))


@quantity(generator, cost=lists_cost, outcomes=CHANCE, N="rows", P="columns")
def phantom_banned(u0: int, N: Positive, P: Positive) -> Exact:
    """Chance to win of the first player with all lists when the cell (u_1000 mod N, u_1001 mod P)
    is banned.
    """
    return _first_player_value(PhantomDomineering(N, P, (banned_at(N, P, u0),)))


@quantity(
    on_board,
    cost=few_steps,
    N="rows",
    P="columns",
    n1="list of the first player",
    n2="list of the second",
)
def phantom_winner(banned: Banned, N: Positive, P: Positive, n1: Whole, n2: Whole) -> int:
    """The player, 1 or 2, who wins at Phantom Domineering when the first has the list of index n1
    and the second that of n2.
    """
    game = PhantomDomineering(N, P, cells_of(banned, N, P))
    first_wins = winner(game, list_at(game, MAX, n1), list_at(game, MIN, n2))
    return 1 if first_wins else 2

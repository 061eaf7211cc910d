"""Adaptive Phantom Domineering: what each player knows against an umpire written anew, the value
over all plans, and beside the value with lists, what fixing a list costs: nothing on small boards.
"""

from itertools import combinations, product

import pytest
from umpires import Umpire, value_by_sequences, value_over_plans

from exactdice import MAX, MIN, WAIT, AdaptivePhantomDomineering, AdaptiveState, solve
from exactdice.game.protocol import PLAYERS
from exactdice.games.phantom_domineering import phantom_solution
from exactdice.games.phantom_domineering.rules import PhantomDomineering

# --- what is known --------------------------------------------------------------------------------


def histories_of(game, state=None, known=((), ())):
    """The same from the rules of the game and what it says is observed."""
    state = game.start if state is None else state
    paid = game.payoff(state)
    if paid is not None:
        yield known, None, 1 - paid
        return
    actions = [game.actions(state, player) for player in PLAYERS]
    yield known, state.to_move, actions[state.to_move]
    for joint in product(*actions):
        (after,) = game.outcomes(state, joint)
        seen = [game.observation(after, player) for player in PLAYERS]
        parts = [
            tuple(part for part in (joint[player], seen[player]) if part not in (WAIT, None))
            for player in PLAYERS
        ]
        yield from histories_of(game, after, tuple(map(tuple.__add__, known, parts)))


@pytest.mark.parametrize(
    ("board", "count"),
    # nodes, ends, information sets and sequences of both
    [
        ((2, 2), (3, 2, 1, 0, 3, 1)),
        ((2, 3), (101, 40, 9, 8, 17, 14)),
        ((3, 2), (32, 21, 1, 9, 4, 25)),
        ((3, 3, ((1, 1),)), None),
        ((3, 3), (5231, 3140, 43, 369, 123, 817)),
    ],
)
def test_each_learns_what_the_umpire_tells_it_alone(board, count):
    told = list(Umpire(*board).histories())
    found = list(histories_of(AdaptivePhantomDomineering(*board)))
    assert found == told
    if count:
        assert sizes(found) == count


def sizes(histories):
    """How many histories, ends, information sets and sequences of MAX and of MIN there are."""
    moves = [{}, {}]
    for known, player, actions in histories:
        if player is not None:
            moves[player][known[player]] = actions
    ends = sum(player is None for _, player, _ in histories)
    sequences = [1 + sum(map(len, sets.values())) for sets in moves]
    return (len(histories), ends, *map(len, moves), *sequences)


# --- the value ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [(2, 3), (3, 2), (3, 3, ((1, 1),)), (2, 4, ((0, 0),))])
def test_sequences_are_worth_what_all_plans_are(board):
    assert value_by_sequences(Umpire(*board)) == value_over_plans(Umpire(*board))


BOARDS = [(2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (2, 4)]


@pytest.mark.parametrize("board", BOARDS)
def test_fixing_a_list_costs_nothing_up_to_3_x_3(board):
    lists = phantom_solution(PhantomDomineering(*board)).value
    assert value_by_sequences(Umpire(*board)) == lists
    assert solve(AdaptivePhantomDomineering(*board)).value == lists


@pytest.mark.parametrize(("banned", "value"), [((0, 0), 1), ((0, 1), 1), ((1, 1), "1/2")])
def test_nor_does_it_where_a_cell_is_banned(banned, value):
    adaptive = value_by_sequences(Umpire(3, 3, [banned]))
    assert adaptive == phantom_solution(PhantomDomineering(3, 3, (banned,))).value
    assert str(adaptive) == str(value)


@pytest.mark.slow
def test_of_all_boards_in_3_x_3_the_ring_alone_is_not_won_for_sure():
    """Where one wins for sure a list does, and it wins against answers heeded too."""
    cells = list(product(range(3), repeat=2))
    boards = [banned for k in range(8) for banned in combinations(cells, k) if has_room(banned)]
    unsure = []
    for banned in boards:
        value = phantom_solution(PhantomDomineering(3, 3, banned)).value
        assert value_by_sequences(Umpire(3, 3, banned)) == value
        if value not in (0, 1):
            unsure.append(banned)
    assert len(boards) == 449
    assert unsure == [((1, 1),)]


def has_room(banned):
    """Whether a domino fits on 3 x 3 cells without these."""
    umpire = Umpire(3, 3, banned)
    return any(place <= umpire.free for places in umpire.places for place in places)


# --- the rules ------------------------------------------------------------------------------------


def test_a_try_in_vain_costs_no_turn_and_is_not_repeated():
    game = AdaptivePhantomDomineering(3, 3)
    (laid,) = game.outcomes(game.start, (2, WAIT))  # the two left cells of the middle row
    (refused,) = game.outcomes(laid, (WAIT, 0))
    assert refused == AdaptiveState(((2,), ()), ((), (0,)), MIN, "illegal")
    assert game.actions(refused, MIN) == (1, 2, 3, 4, 5)
    (laid,) = game.outcomes(refused, (WAIT, 2))
    assert laid == AdaptiveState(((2,), (2,)), ((), (0,)), MAX, "legal")
    # MAX may hope for all but what its own domino touches
    assert game.actions(laid, MAX) == (0, 1, 4, 5)

"""Proofs by two strategies: accepted where both hold the value, rejected where one of them does
not, on games whose value is known from all their states.
"""

from functools import cache

import pytest

from exactdice import MAX, MIN, check, cost, proof, solve
from exactdice.checker import Rejected, digest
from exactdice.checker import check as check_alone
from exactdice.errors import TooCostly
from exactdice.games import ConnectFour, Domineering
from exactdice.games.connect_four.fast import held_by, solved_by_levels
from exactdice.graph import explore
from exactdice.proofs.checking import check_document
from exactdice.proofs.held import Holders, held_proof
from exactdice.solvers.fast_path import the_generic

# draws and one that MAX wins, of more than 16 squares
LARGE = [ConnectFour(9, 2), ConnectFour(3, 6, 3), ConnectFour(6, 3)]


@cache
def proved(game):
    """A document that several tests look at."""
    return proof(solve(game))


def by_the_solution(game):
    """Holders that play the first optimal action, wherever they are."""
    best = the_generic(solve)(game).optimal_actions
    chosen = {state: actions[0] for state, actions in best.items()}
    return Holders(game, (-1, 1), lambda player, least: chosen)


@pytest.mark.parametrize(
    "game",
    [
        ConnectFour(3, 3, 3),
        ConnectFour(2, 4, 2),
        ConnectFour(1, 1, 1),
        Domineering(2, 3),
        Domineering(3, 3),
    ],
    ids=str,
)
def test_two_strategies_prove_the_value_of_any_game_in_turns(game):
    value = solve(game).value
    document = held_proof(game, value, by_the_solution(game))
    said = check_alone(document)
    assert said.startswith(f"value {value} to MAX")
    listed = len(document["problem"]["states"])
    assert listed <= 2 * len(explore(game).nodes)


@pytest.mark.parametrize("value", [-1, 0, 1])
def test_another_value_is_not_proved_by_them(value):
    game = ConnectFour(3, 3, 3)
    document = held_proof(game, value, by_the_solution(game))
    if value == 0:  # the value of this board
        check_alone(document)
        return
    with pytest.raises(Rejected):
        check_alone(document)


@pytest.mark.parametrize("game", LARGE, ids=str)
def test_large_boards_are_proved_and_compared_with_their_game(game):
    solution = solve(game)
    document = proved(game)
    said = check(solution)
    assert said.startswith(f"value {solution.value} to MAX")
    assert check_document(document, game) == said
    other = ConnectFour(game.rows, game.columns, game.line + 1)
    with pytest.raises(Rejected, match="this is a proof, but not of"):
        check_document(document, other)


def test_changed_proofs_are_rejected():
    game = ConnectFour(9, 2)
    whole = proved(game)
    states = whole["problem"]["states"]
    unfinished = [state for state in states if "payoff" not in state]
    for k in range(0, len(unfinished), 11):
        rows, columns = unfinished[k]["actions"]
        names = columns if rows == ["wait"] else rows
        if len(whole["optimal"][k]) == len(names):
            continue
        changed = whole | {"optimal": list(whole["optimal"])}
        changed["optimal"][k] = [name for name in names if name not in whole["optimal"][k]][:1]
        with pytest.raises(Rejected):
            _checked(changed, game)
    for k, said in ((0, "0x1"), (0, ["-0x1", "0x1"]), (3, "0x1"), (4, "-0x1")):
        changed = whole | {"values": list(whole["values"])}
        changed["values"][k] = said
        with pytest.raises(Rejected):
            _checked(changed, game)


def _checked(document, game):
    document["digest"] = digest(document)
    return check_document(document, game)


def test_a_proof_that_would_be_too_long_is_refused_with_its_size():
    game = ConnectFour(9, 2)
    solution = solve(game)
    with cost.limit(10**4), pytest.raises(TooCostly, match=r"a proof .* of about .* states, would"):
        proof(solution)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "value"), [((4, 6), -1), ((4, 5), 0), ((5, 5), 0)])
def test_proofs_of_published_boards(size, value):
    """J. Tromp, https://tromp.github.io/c4/c4.html."""
    game = ConnectFour(*size)
    document = proof(solved_by_levels(game))
    assert check_document(document, game).startswith(f"value {value} to MAX")
    holder = MIN if value < 0 else MAX
    assert held_by(game, holder, abs(value))

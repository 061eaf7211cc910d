"""Proofs of games with hidden information as they are written, and compared with a game."""

import json
from dataclasses import dataclass
from fractions import Fraction

import pytest

from exactdice import (
    MAX,
    MIN,
    WAIT,
    DiceBattle,
    Interval,
    Kuhn,
    Leduc,
    LiarsDice,
    best_response,
    check,
    check_file,
    checker,
    enclose,
    point,
    proof,
    solve,
    uniform,
    write_proof,
)
from exactdice.game.solution import Enclosure
from exactdice.proofs.checking import check_document
from exactdice.proofs.solutions import write_checked_proof


def read(document):
    """As it is read from a file: lists, no tuples."""
    return json.loads(json.dumps(document))


def values_said(solution):
    return proof(solution)["values"]


# From the literature, as the pages of the games quote them.
KNOWN = {
    Kuhn(): "-0x1/0x12",
    LiarsDice(faces=3): "-0x1/0x9",
}


@pytest.mark.parametrize("game", KNOWN, ids=str)
def test_known_values_are_proved(game, tmp_path):
    solution = solve(game)
    assert values_said(solution) == [KNOWN[game]]
    assert check(solution).startswith(f"value {Fraction(solution.value)} to MAX, over ")
    path = tmp_path / "proof.json"
    assert write_checked_proof(solution, path) == check_file(path, game)


def test_leduc_is_proved():
    """Its value in decimals is that of the literature, and its information has 144 kinds for each
    player: -0.0856064...
    """
    said = check(solve(Leduc()))
    assert "about -0.0856064241 to MAX" in said
    assert said.endswith("deciding by 144 and 144 kinds of information")


def test_the_file_says_what_players_observe_and_no_information_set():
    document = proof(solve(Kuhn()))
    start, dealt, *_ = document["problem"]["states"]
    assert (start["observed"], start["actions"]) == ([None, None], [["wait"], ["wait"]])
    assert dealt["observed"] in [[str(a), str(b)] for a in (1, 2, 3) for b in (1, 2, 3)]
    assert set(document["problem"]) == {"family", "states"}
    known = [information for information, _ in document["optimal"]["MAX"]]
    assert sorted(known) == sorted([[c, *more] for c in "123" for more in ([], ["check", "bet"])])


# --- another game, another plan -------------------------------------------------------------------

OTHERS = {
    "more cards": (Kuhn(cards=4), "problem.states has 55 entries in the file, more are required"),
    "fewer cards": (Kuhn(cards=2), "problem.states has 55 entries in the file, 19 are required"),
    "another bet": (Kuhn(bet=2), "problem.states[25].payoff is '0x2' in the file"),
    "another start": (LiarsDice(faces=3), "problem.states[0].state is 'KuhnState(0, 0, ())' in"),
    "nothing hidden": (DiceBattle(dice=1, target=2), "problem has 2 entries in the file"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_proof_of_another_game_is_rejected(name):
    document = read(proof(solve(Kuhn())))
    game, said = OTHERS[name]
    with pytest.raises(checker.Rejected) as caught:
        check_document(document, game)
    assert said in str(caught.value)


def test_a_proof_of_a_game_that_hides_nothing_is_not_one_of_kuhn():
    document = read(proof(solve(DiceBattle(dice=1, target=2))))
    with pytest.raises(checker.Rejected, match="not of Kuhn"):
        check_document(document, Kuhn())


@pytest.mark.parametrize("player", [MAX, MIN])
def test_a_best_response_is_proved_as_a_game_of_one_player(player):
    """Against equal chances of all actions."""
    game = Kuhn()

    def evenly(information):
        return uniform(("fold", "call") if information[-1] == "bet" else ("check", "bet"))

    response = best_response(game, evenly, player)
    said = check(response)
    sets = "6 and 0" if player == MAX else "0 and 6"
    assert said.startswith(f"value {Fraction(response.value)} to MAX")
    assert said.endswith(f"deciding by {sets} kinds of information")
    assert response.value != solve(game).value


def test_a_best_response_to_a_plan_that_leaves_information_out():
    """MIN always folds and never bets: MAX bets and wins 1."""

    def meek(information):
        return point("fold" if information[-1] == "bet" else "check")

    response = best_response(Kuhn(), meek, MAX)
    assert response.value == 1
    assert check(response).startswith("value 1 to MAX")


def test_bounds_are_proved_by_the_strategies_that_come_with_them(tmp_path):
    """Who folds to every bet and never bets makes sure of -1, and concedes 1."""
    game = Kuhn()
    meek = {}
    for card in (1, 2, 3):
        for known in ((), ("check", "bet")):
            meek[(card, *known)] = point("fold" if known else "check")
        for heard in ("check", "bet"):
            meek[(card, heard)] = point("fold" if heard == "bet" else "check")
    bounds = {game.start: Interval(-1, 1)}
    enclosure = Enclosure(game, bounds, (meek, meek), "meek")
    assert check(enclosure).startswith("value -1 or more by at most 2^2 to MAX, over 25 states")
    write_proof(enclosure, tmp_path / "proof.json")
    assert check_file(tmp_path / "proof.json", game) == check(enclosure)


def test_bounds_that_were_solved_for_are_proved(tmp_path):
    enclosure = enclose(Kuhn(cards=4), 6)
    write_proof(enclosure, tmp_path / "proof.json")
    said = check_file(tmp_path / "proof.json", Kuhn(cards=4))
    assert said.startswith(("value -", "value of "))
    assert enclosure.value.lower <= solve(Kuhn(cards=4)).value <= enclosure.value.upper


# --- names ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Alike:
    """MAX observes 1 or "1", and guesses by an action 2 or "2" which it was: it wins 1 if right."""

    start = "start"

    def payoff(self, state):
        return int(state[0] == state[1]) if len(state) == 2 else None

    def actions(self, state, player):
        if player == MIN or state == self.start:
            return (WAIT,)
        # One information, whose states list its actions in two orders.
        return (2, "2") if state[0] == "int" else ("2", 2)

    def outcomes(self, state, joint):
        if state == self.start:
            return uniform([("int",), ("text",), ("number",)])
        return point((state[0], "int" if joint[MAX] == 2 else "text"))

    def observation(self, state, player):
        if player == MIN or state == self.start or len(state) == 2:
            return None
        return "1" if state[0] == "text" else 1


def test_names_that_look_alike_are_told_apart():
    """MAX cannot tell `int` from `number`, where no guess is right: 2/3."""
    solution = solve(Alike())
    assert solution.value == Fraction(2, 3)
    document = read(proof(solution))
    assert check_document(document, Alike()).startswith("value 2/3 to MAX")
    observed = {state["observed"][0] for state in document["problem"]["states"]}
    assert len(observed - {None}) == 2

"""First entries and visits of events, and values at ends, against every play of drawn games and of
Kuhn's and Leduc poker.
"""

from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from exactdice import MAX, MIN, WAIT, Distribution, Kuhn, Leduc
from exactdice.query.evaluate import evaluate_query
from exactdice.query.games_by_name import entered

REFERENCE = "drawn.py:GAME"


class Place(NamedTuple):
    round: int
    place: int


class Walk:
    """Four rounds on the places 0 to 3, in which the players take turns to choose a drawn law."""

    start = Place(0, 0)

    def __init__(self, seed):
        random = Random(seed)
        self.laws = {
            (n, m, action): {random.randint(0, 3): random.randint(1, 4) for _ in range(2)}
            for n in range(4)
            for m in range(4)
            for action in "abc"[: 2 + (n + m + seed) % 2]
        }

    def payoff(self, state):
        return Fraction(state.place, 3) if state.round == 4 else None

    def actions(self, state, player):
        names = tuple(a for a in "abc" if (*state, a) in self.laws)
        return names if player == state.round % 2 else (WAIT,)

    def outcomes(self, state, actions):
        law = self.laws[(*state, actions[state.round % 2])]
        return Distribution({Place(state.round + 1, m): w for m, w in law.items()})


def plays(game, state, chance=Fraction(1), before=()):
    """Every play when both draw among their actions: (its chance, its states)."""
    path = (*before, state)
    if game.payoff(state) is not None:
        yield chance, path
        return
    pairs = [(a, b) for a in game.actions(state, MAX) for b in game.actions(state, MIN)]
    for pair in pairs:
        law = dict(game.outcomes(state, pair).items())
        total = sum(law.values())
        for following, weight in law.items():
            share = chance * Fraction(weight) / total / len(pairs)
            yield from plays(game, following, share, path)


def asked(text):
    return evaluate_query(text, {"game": REFERENCE})


@pytest.mark.parametrize("seed", range(12))
def test_the_first_entry_of_an_event_and_whether_it_comes(seed):
    game = Walk(seed)
    every = list(plays(game, game.start))
    with entered(REFERENCE, game):
        for least in (1, 2, 3):
            law, means = defaultdict(Fraction), Fraction(0)
            for chance, path in every:
                first = next((s for s in path if s.place >= least), None)
                if first is not None:
                    law[first.round] += chance
                    means += chance * first.place
            comes = sum(law.values())
            assert asked(f"reach(random, random, place >= {least})") == comes
            if comes:
                found = asked(f"at_entry(random, random, place >= {least}, round)")
                assert {n: found[n] for n in found} == {n: c / comes for n, c in law.items()}
                mean = asked(f"mean(at_entry(random, random, place >= {least}, place))")
                assert mean == means / comes
        reached = {s for _, path in every for s in path}
        assert asked("states()") == len(reached)
        for end in (s for s in reached if s.round == 4):
            assert asked(f"value({end.round}, {end.place})") == game.payoff(end)


@pytest.mark.parametrize("game", [Kuhn(), Leduc()], ids=["kuhn", "leduc"])
def test_states_and_information_sets_of_poker(game):
    every = list(plays(game, game.start))
    reached = {s for _, path in every for s in path}
    known = set()
    for _, path in every:
        for k, state in enumerate(path[:-1]):
            for player in (MAX, MIN):
                if game.actions(state, player) != (WAIT,):
                    seen = tuple(game.observation(s, player) for s in path[: k + 1])
                    known.add((player, seen, state[2:]))
    with entered(REFERENCE, game):
        assert asked("states()") == len(reached)
        assert asked("information_sets()") == len(known)
        first = every[0][1]
        assert asked("gain(random, random)") == sum(c * game.payoff(p[-1]) for c, p in every)
        assert asked(f"reach(random, random, card_of_max == {first[1].card_of_max})") == sum(
            c for c, p in every if any(s.card_of_max == first[1].card_of_max for s in p)
        )

"""Proof files that an earlier state of this library wrote: the checker accepts them still, and each
is a proof of its game as the rules are today.
"""

import json
from pathlib import Path

import pytest
from small_games import SMALL

from exactdice import Kuhn, check_file, checker
from exactdice.exact.errors import ExactDiceError
from exactdice.query.games_by_name import GAMES

PROOFS = json.loads(Path(__file__).with_name("written_before.json").read_text(encoding="utf-8"))
CLASSES = {**GAMES, "kuhn": Kuhn}
OPTIONS = {**SMALL, "kuhn": {"cards": 3}}  # with which they were written


@pytest.mark.parametrize("name", PROOFS)
def test_it_is_accepted_as_a_proof_of_its_game(name, tmp_path):
    """A name with the word bounds is that of an enclosure within 20 digits."""
    assert checker.check(PROOFS[name])
    game_name = name.removesuffix(" bounds")
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(PROOFS[name]))
    game = CLASSES[game_name](**OPTIONS[game_name])
    assert check_file(file, game)
    other = GAMES["dice-battle"](dice=1, target=2)
    with pytest.raises((ExactDiceError, checker.Rejected)):
        check_file(file, other)

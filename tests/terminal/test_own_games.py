"""Games in files that the command line names, in every command."""

import json

import pytest
from race_in_a_file import GAME, RACE, VALUE_TO_2, here

from exactdice import checker


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("my games")
    (folder / "race.py").write_text(RACE)
    return folder


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", GAME, "length=2"], "value to the first player: 1/2 "),
        (["solve", f"{GAME}(length=2)"], "value to the first player: 1/2 "),
        (["value", "value()", f"game={GAME}", "length=2"], VALUE_TO_2),
        (["value", f'value(game="{GAME}", length=2)', f"game={GAME}"], VALUE_TO_2),
        (["table", "value(i, 0, MIN)", "i=1..2", f"game={GAME}", "length=3"], "| 1 |"),
        (["formula", "value()", f"game={GAME}", "length=2"], "value() = 1/2"),
        (["simulate", GAME, "--games", "3", "--seed", "1"], "payoff "),
        (["games", GAME], "length=3"),
        (["games", f"{GAME}(length=2)"], "length=2"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_every_command_takes_it(folder, words, said):
    status, out, err = here(folder, *words)
    assert (status, err) == (0, "")
    assert said in out


def test_it_is_written_plotted_and_proved(folder, tmp_path):
    tree, picture, proof = (tmp_path / name for name in ("race.efg", "race.png", "race.json"))
    assert here(folder, "export", GAME, "-o", tree)[0] == 0
    assert tree.read_text().startswith("EFG 2")
    words = ["plot", "value(i, 0, MIN)", "i=1..2", f"game={GAME}", "-o", picture]
    assert here(folder, *words)[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert here(folder, "solve", GAME, "-o", proof)[0] == 0
    assert checker.check(json.loads(proof.read_text()))
    assert here(folder, "check", proof, GAME)[0] == 0
    status, _, err = here(folder, "check", proof, GAME, "length=4")
    assert (status, err.startswith("rejected: ")) == (1, True)


def test_it_is_played(folder):
    status, out, _ = here(folder, "play", GAME, "length=1", text="step\n")
    assert status == 0
    assert "\nyou win\n" in out

"""Games that are played and simulated at the command line."""

import re

from command_line import run


def test_playing_a_game():
    # One die to 2 points: a person who throws badly at first is asked again.
    words = ("play", "dice-battle", "dice=1", "target=2", "--seed", "1", "--advice")
    done = run(*words, text="7\n?\n" + "1\n" * 20)
    assert done.returncode == 0
    assert "'7' is not an action here" in done.stdout
    assert "best: 1, expected gain 0.722222" in done.stdout
    assert {"you win", "you lose"} & {*done.stdout.splitlines()}
    assert "total 0; optimal: " not in done.stdout  # one die alone leaves nothing to choose
    assert done.stdout.endswith("you made no choice\n")


def test_playing_alone():
    # The first throw of this seed is 8: an answer that is no choice, advice, 1 and 7 removed; then
    # every set of tokens is tried.
    sets = [
        " ".join(str(t) for t in range(2, 9) if t != 7 and mask >> t & 1) for mask in range(4, 512)
    ]
    words = ("play", "tokens", "tokens=8", "--advice", "--seed", "3")
    done = run(*words, text="\n".join(["1 2", "?", "1+7", *sets * 6]))
    assert done.returncode == 0, done.stderr
    assert "you play alone" in done.stdout
    assert (
        "1 2 3 4 5 6 7 8, thrown 8\nyour action, 8 or 1 7 or 2 6 or 3 5 or 1 2 5 or 1 3 4 "
        "(? for advice): "
    ) in done.stdout
    assert "'1 2' is not an action here" in done.stdout
    assert "best: 8, expected gain -" in done.stdout
    assert "MAX plays 1 7: . 2 3 4 5 6 . 8\n" in done.stdout
    assert "\nyour score is " in done.stdout
    # Two dice throw 2 with chance 1/36, and 7 six times as often.
    assert re.search(r"thrown 2 +1/36 ", done.stdout)
    assert re.search(r"thrown 7 +1/6 ", done.stdout)
    assert "nobody moves second" in run("play", "tokens", "--second").stderr


def test_a_game_for_one_player(tmp_path):
    proof, picture = tmp_path / "proof.json", tmp_path / "counts.svg"
    assert (
        "value to the first player: -581285/419904"
        in run("solve", "tokens", "tokens=5", "-o", proof).stdout
    )
    assert "proved: value -581285/419904 to MAX" in run("check", proof).stdout
    words = ("simulate", "tokens", "tokens=5", "--first", "random", "--games", "50", "--seed", "1")
    done = run(*words, "-o", picture)
    assert ": random, 50 games" in done.stdout
    assert picture.read_bytes().startswith(b"<?xml")
    done = run("simulate", "tokens", "--first", "blind")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "a strategy must be one of largest_first, most_tokens" in done.stderr


def test_simulate_sets_the_sample_beside_the_exact_gain():
    profile = ("--first", "dice(3)", "--second", "dice(1)")
    done = run(
        "simulate", "dice-battle", "dice=3", "target=2", "--games", "500", "--seed", "1", *profile
    )
    assert done.returncode == 0
    assert "exact gain 0.297840" in done.stdout  # 193/648, Question 3 of Carnielli and Kachaikin
    assert done.stdout == run(*done.args[3:]).stdout  # the seed decides


def test_simulate_where_nothing_exact_is_known():
    words = ("simulate", "dice-battle", "dice=2", "target=6000", "--games", "2")
    done = run(*words, "--first", "blind", "--second", "random")
    assert done.returncode == 0
    assert "no exact value to compare with" in done.stdout

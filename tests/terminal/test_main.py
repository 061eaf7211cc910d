"""The command line as a person meets it: what it prints, its exit status, its complaints."""

import json

import pytest
from command_line import ROOT, run

from exactdice.terminal.shared import complete_game, complete_query

PRINTED = [
    (["value", "EG(0,0)", "dice=3", "target=2"], "13/18\n"),
    (
        ["value", "EG(0,0)", "dice=3", "target=2", "--format", "decimal", "--digits", "4"],
        "0.7222\n",
    ),
    (["value", "EG(0,0)", "dice=3", "target=2", "--format", "latex"], "\\frac{13}{18}\n"),
    (["value", "OPT_all(0,19)", "dice=2", "target=20"], "{1, 2}\n"),
    (
        ["value", "turns_law(dice(1), dice(1))", "dice=1", "target=2"],
        "{1: 5/6, 2: 5/36, 3: 1/36}\n",
    ),
    (["value", "best_dice_real()"], "(log(6/5) + 4)/(4*log(6/5))\n"),
    # q = 0.9 and mu = 4.4/0.9, so EP(3) = 3 * 4.4/0.9 * 0.729 + 1 - 0.729
    (["value", "EP(3)", "weights=1/10,1/10,1/10,1/10,1/10,1/2"], "10963/1000\n"),
    (["value", "EG(i,j)", "i=0", "j=0", "target=1"], "1\n"),
    (["value", "tokens_score(1,2,3)"], "883/432\n"),
    (["value", "tokens_choice(3,1,2,3)"], "{1, 2}\n"),
    (["value", "tokens_law(1,2)"], "{0: 1/18, 1: 1/36, 2: 11/12}\n"),
    (
        ["table", "P(d,k)", "d=1..2", "k=1..4", "--format", "csv"],
        "d \\ k,1,2,3,4\n1,1/6,1/6,1/6,1/6\n2,11/36,0,0,1/36\n",
    ),
]


@pytest.mark.parametrize(("words", "expected"), PRINTED)
def test_printed(words, expected):
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == expected


def test_huge_numbers_print_at_the_lowest_limit_on_digits():
    done = run("value", "EG(0,0)", PYTHONINTMAXSTRDIGITS="640")
    assert done.returncode == 0
    top, bottom = done.stdout.strip().split("/")
    # 2895 bits: the size of the reduced denominator known for 10 dice and 100 points
    assert int(bottom[:300]) > 0
    assert len(bottom) == 872
    assert len(top) == 871


def test_json():
    document = json.loads(run("value", "EP(1)", "--format", "json").stdout)
    assert document == {"query": "EP(1)", "given": {}, "value": "7/2"}


COMPLAINTS = [
    (["value", "EG(0,0)", "dice=0"], "dice must be"),
    (["value", "EG(0,0)", "target=0"], "target must be"),
    (["value", "EG(0,0)", "faces=1"], "faces must be"),
    (["value", "EG(0,0)", "weights=1/2,1/4"], "must sum to 1"),
    (["value", "EG(0,0)", "dcie=3"], "did you mean dice?"),
    (["value", "EGG(0,0)"], "did you mean EG?"),
    (["value", "EG(0,0)", "dice"], "expected key=value"),
    (["value", "EG(0,0)", "dice=1", "dice=2"], "given twice"),
    (["value", "turns_law(blind,blind)", "bust_score=0"], "no bound on the number of throws"),
    (["table", "EG(i,j)", "i=0..2"], "give it a value"),
    (["table", "EP(d)", "d=1..2", "--format", "word"], "--format must be one of"),
    (["table", "EP(d)", "d=1..2", "--style", "word"], "style must be one of"),
    (["plot", "EP(d)", "d=1..2", "-o", "a.jpg"], "must end in"),
    (["solve", "chess"], "unknown game chess"),
    (["solve", "dice-batle"], "did you mean dice-battle?"),
    (["solve", "dice-battle", "dice=0"], "dice must be"),
    (
        ["solve", "dice-battle", "dice=2", "target=4", "-o", "no/such/folder/s.json"],
        "its folder does not exist",
    ),
    (["solve", "dice-battle", "dice=2", "target=4", "-o", "."], "it is a folder"),
    (["vlue"], "No such command"),
    (["value"], "Missing argument"),
    (["value", "EP(1)", "--digits", "abc"], "--digits"),
    (["value", "EP(1)", "--format", "foo"], "is not one of"),
    (["simulate", "dice-battle", "--games", "0"], "--games"),
    (["simulate", "dice-battle", "bust_score=0", "weights=1,0"], "some throw must score"),
    (["solve", "dice-battle", "target=100000"], "the limit is 10^9: ask for something smaller"),
    (["value", "EG(0,0)", "target=6000"], "EG would cost 6.6*10^11 steps"),
    (["solve", "dice-battle", "target=1000"], "the limit is 10^9: ask for something smaller"),
    (["value", "P(1,3)", "faces=1000000000"], "at most 1000"),
    (["table", "P(d,k)", "d=1..3", "k=1..100000000000000000000000000000"], "at most 1000000 cells"),
    (["plot", "EP(d)", "d=1..3", "bust_score=1" + "0" * 400, "-o", "a.png"], "too large to draw"),
    (["verify", "missing.toml"], "cannot be read"),
    (
        ["verify", str(ROOT / "examples" / "dice_battle_report.toml"), "--format", "word"],
        "--format must be one of",
    ),
    (["simulate", "dice-battle", "--first", "blnd"], "did you mean blind?"),
    (["play", "dice-battle", "target=2"], "the input ended"),
]


@pytest.mark.parametrize(("words", "message"), COMPLAINTS)
def test_complaints_are_one_line_and_exit_status_2(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*words, text="")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_solve_and_check_and_tampering(tmp_path):
    proof = tmp_path / "s.json"
    done = run("solve", "dice-battle", "dice=4", "target=30", "-o", proof)
    assert done.returncode == 0
    assert "optimal first action: 4" in done.stdout
    assert run("check", proof).returncode == 0
    proof.write_text(proof.read_text().replace('"target":30', '"target":29', 1))
    assert run("check", proof).returncode == 1
    assert run("check", tmp_path / "missing.json").returncode == 2


def test_verify_the_report():
    done = run("verify", ROOT / "examples" / "dice_battle_report.toml")
    assert done.returncode == 1
    assert "4 contradicted" in done.stdout


def test_plot_writes_pictures(tmp_path):
    for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
        assert (
            run(
                "plot", "OPT(i,j)", "i=0..9", "j=0..9", "dice=3", "target=10", "-o", tmp_path / name
            ).returncode
            == 0
        )
        assert (tmp_path / name).read_bytes().startswith(start)


def test_playing_a_game():
    # One die to 2 points: a person who throws badly at first is asked again.
    done = run(
        "play",
        "dice-battle",
        "dice=1",
        "target=2",
        "--seed",
        "1",
        "--advice",
        text="7\n?\n" + "1\n" * 20,
    )
    assert done.returncode == 0
    assert "'7' is not an action here" in done.stdout
    assert "best: 1, expected gain 0.722222" in done.stdout
    assert done.stdout.strip().endswith(("you win", "you lose"))


def test_playing_alone():
    # The first throw of this seed is 8: an answer that is no choice, advice, 1 and 7 removed; then
    # every set of tokens is tried.
    sets = [
        " ".join(str(t) for t in range(2, 9) if t != 7 and mask >> t & 1) for mask in range(4, 512)
    ]
    done = run(
        "play",
        "tokens",
        "tokens=8",
        "--advice",
        "--seed",
        "3",
        text="\n".join(["1 2", "?", "1+7", *sets * 6]),
    )
    assert done.returncode == 0, done.stderr
    assert "you play alone" in done.stdout
    assert (
        "left 1 2 3 4 5 6 7 8, thrown 8\nyour action, 8 or 1 7 or 2 6 or 3 5 or 1 2 5 or 1 3 4 "
        "(? for advice): "
    ) in done.stdout
    assert "'1 2' is not an action here" in done.stdout
    assert "best: 8, expected gain -" in done.stdout
    assert "MAX plays 1 7: left 2 3 4 5 6 8\n" in done.stdout
    assert "your score is " in done.stdout.splitlines()[-1]
    assert "nobody moves second" in run("play", "tokens", "--second").stderr


def test_a_game_for_one_player(tmp_path):
    proof, picture = tmp_path / "proof.json", tmp_path / "counts.svg"
    assert (
        "value to the first player: -581285/419904"
        in run("solve", "tokens", "tokens=5", "-o", proof).stdout
    )
    assert "proved: value -581285/419904 to MAX" in run("check", proof).stdout
    done = run(
        "simulate",
        "tokens",
        "tokens=5",
        "--first",
        "random",
        "--games",
        "50",
        "--seed",
        "1",
        "-o",
        picture,
    )
    assert ": random, 50 games" in done.stdout
    assert picture.read_bytes().startswith(b"<?xml")
    done = run("simulate", "tokens", "--first", "blind")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "a strategy must be one of largest_first, most_tokens" in done.stderr


def test_playing_second():
    done = run(
        "play",
        "dice-battle",
        "dice=1",
        "target=2",
        "--second",
        "--opponent",
        "dice(1)",
        "--seed",
        "3",
        text="1\n" * 20,
    )
    assert done.returncode == 0
    assert "you are MIN, second, against dice(1)" in done.stdout


def test_simulate_sets_the_sample_beside_the_exact_gain():
    profile = ("--first", "dice(3)", "--second", "dice(1)")
    done = run(
        "simulate", "dice-battle", "dice=3", "target=2", "--games", "500", "--seed", "1", *profile
    )
    assert done.returncode == 0
    assert "exact gain 0.297840" in done.stdout  # 193/648, Question 3 of Carnielli and Kachaikin
    assert done.stdout == run(*done.args[3:]).stdout  # the seed decides


def test_simulate_a_race_whose_bust_scores_0_beside_its_exact_gain():
    """One die against one die to 2 points: the first player wins with 1 / (2 - 5/6) = 6/7, a gain
    of 5/7.
    """
    words = (
        "dice=1",
        "target=2",
        "bust_score=0",
        "--games",
        "50",
        "--first",
        "blind",
        "--second",
        "random",
    )
    assert "exact gain 0.714286" in run("simulate", "dice-battle", *words).stdout


def test_simulate_where_nothing_exact_is_known():
    done = run(
        "simulate",
        "dice-battle",
        "dice=2",
        "target=6000",
        "--games",
        "2",
        "--first",
        "blind",
        "--second",
        "random",
    )
    assert done.returncode == 0
    assert "no exact value to compare with" in done.stdout


def test_games_lists_games_and_quantities():
    text = run("games").stdout
    assert all(
        word in text for word in ("dice-battle", "EG(i, j)", "gain(a, b)", "best_dice_real()")
    )


def test_nothing_but_the_answer_when_piped():
    assert run("value", "EG(0,0)").stderr == ""


def test_completion():
    assert "gain(" in [name for name, _ in complete_query("ga")]
    assert complete_game("dice") == ["dice-battle"]
    done = run(_EXACTDICE_COMPLETE="complete_bash", COMP_WORDS="exactdice so", COMP_CWORD="1")
    assert "solve" in done.stdout


def test_no_summary_is_cut_where_a_docstring_goes_on_in_the_next_line():
    text = run("games").stdout
    listed = text.partition("strategies:")[0].splitlines()
    summaries = [line for line in listed if line.startswith("      ") and "options: " not in line]
    assert len(summaries) > 10
    assert all(line.endswith(".") for line in summaries)
    quantities = [line for line in listed if line.startswith("  EG(i, j)")]
    assert len(quantities) == 1
    assert quantities[0].endswith("worth(i, j).")


def test_the_list_of_commands_says_each_in_one_line():
    text = run("--help").stdout.partition("Commands")[2]
    entries = [line.strip("│ \n") for line in text.splitlines() if line.startswith("│")]
    assert len(entries) > 10
    assert all(entry.endswith(".") for entry in entries)

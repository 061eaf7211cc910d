"""Files of other programmes: what is written is read back with the same value, by this library, by
theirs, or by a second reader.
"""

import io
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prism_oracle import best, best_returning, read_model, results

from exactdice import DiceBattle, Interval, OneShotBattle, Pig, SimultaneousBattle, TokenGame, solve
from exactdice.cli.terminal import main as cli
from exactdice.exact.errors import ExactDiceError, RulesError, TooCostly, UnsolvableError
from exactdice.game.graph import explore
from exactdice.games.listed_game import one_choice
from exactdice.interop.interchange.gambit import efg_text, parse_efg, read_efg, read_nfg
from exactdice.interop.interchange.lp_file import read_lp
from exactdice.interop.interchange.prism import (
    model_kind,
    payoff_range,
    prism_text,
    props_text,
    write_prism,
)
from exactdice.interop.interchange.suffixes import read_arena, read_game, write_game
from exactdice.testing import (
    Listed,
    battles,
    games_in_turns,
    one_player_games,
    recurring_games,
    simultaneous_games,
)

law = settings(max_examples=60, deadline=None)
GAMES = st.one_of(
    games_in_turns(),
    one_player_games(),
    simultaneous_games(most_states=4),
    battles(most_dice=2, most_target=3),
)
HUGE = 10**40 + 1  # more than the 32 bits of PRISM's whole numbers


# --- Gambit's extensive form ----------------------------------------------------------------------


@given(GAMES)
@law
def test_efg_read_back_has_the_same_value(game):
    assert solve(parse_efg(efg_text(game))).value == solve(game).value


TREES = [
    DiceBattle(dice=2, target=2),
    OneShotBattle(dice=3),
    SimultaneousBattle(dice=2, target=2),
    TokenGame(tokens=3),
]
TREES.append(
    Listed(
        {
            0: {
                ("a\\", "x"): {1: 1},
                ("a\\", 'y"'): {2: 1},
                ("", "x"): {2: HUGE, 1: 1},
                ("", 'y"'): {1: 1},
            },
            1: Fraction(1, 3),
            2: -HUGE,
        }
    )
)


@pytest.mark.parametrize("game", TREES, ids=lambda game: type(game).__name__)
def test_gambit_reads_the_tree_and_finds_the_same_value(game):
    pygambit = pytest.importorskip(
        "pygambit", reason="Gambit is not installed (pip install pygambit)"
    )
    tree = pygambit.read_efg(io.StringIO(efg_text(game)))
    found = pygambit.nash.lp_solve(tree, rational=True).equilibria[0].payoff("MAX")
    assert Fraction(str(found)) == solve(game).value


def test_efg_as_others_write_it():
    # An entry of 1 on the way, outcomes and sets given again by their number, decimals, a comma,
    # escaped quotes, a comment.
    text = """EFG 2 D "say \\"hi\\"" { "A" "B" } "a comment
    of two lines"
    c "" 1 "coin" { "up" .25 "down" 0.75 } 1 "entry" { 1, -1 }
    p "" 1 7 "(1,7)" { "a" "a" } 0
    t "" 2 "win" { 1.5e1 -15 }
    t "" 0
    p "" 2 1 "" { "l" "r" } 1
    t "" 2
    t "" 3 "" { -3/2 +1.5 }"""
    # 1 + 1/4 max(15, 0) + 3/4 (1 + min(15, -3/2))
    assert solve(parse_efg(text)).value == 1 + Fraction(15, 4) - Fraction(3, 8)


BEGIN = 'EFG 2 R "g" { "A" "B" } '
BAD_EFG = [
    ("", "end of the file: EFG must stand here"),
    ('EFG 2 R "g" { "A" "B" "C" } t "" 0', "line 1: the game must have two players, got 3"),
    (BEGIN, "end of the file: c, p or t must begin a node"),
    (BEGIN + 't "" 1 "" { 1 -1 0 }', "an outcome must pay two players a number each, got 3"),
    (BEGIN + 't "" -1', "the number of the outcome must be a whole number from 0"),
    (BEGIN + 't "" 1', "outcome 1 must be described where it first appears"),
    (
        BEGIN + 'p "" 1 1 "" { "a" "b" } 1 "" { 1 -1 } t "" 0 t "" 1 "" { 2 -2 }',
        "outcome 1 is described differently before",
    ),
    (BEGIN + 'p "" 3 1 "" { "a" } 0 t "" 0', "the game has two players, got player 3"),
    (BEGIN + 'p "" 1 1 0', "information set 1 must be described where it first appears"),
    (
        BEGIN + '\np "" 1 7 "" { "a" "b" } 0\np "" 1 7 "" { "b" "a" } 0 t "" 0 t "" 0 t "" 0',
        "line 3: information set 7 is described differently on line 2: "
        "as 'b', 'a' here, as 'a', 'b' there",
    ),
    (BEGIN + 'p "" 1 1 "" { } 0', "the name of an action must stand here in quotes"),
    (BEGIN + 'c "" 1 "" { "x" -1 "y" 2 } 0 t "" 0 t "" 0', "must be non-negative"),
    (
        BEGIN + '\nc "" 1 "" { "x" 1/2 "y" 1/2 } 0\nc "" 1 "" { "x" 1/3 "y" 2/3 } 0 t "" 0',
        "line 3: event 1 is described differently on line 2: "
        "as 'x', 'y', 1/3, 2/3 here, as 'x', 'y', 1/2, 1/2 there",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD_EFG)
def test_bad_efg(text, message):
    with pytest.raises(RulesError, match=message.replace("}", r"\}")):
        parse_efg(text)


WORDS = [
    "c", "p", "t", "{", "}", '"a"', '"', "0", "1", "2", "-1", "1/2", ".5", 't "" 0', 't "" 1',
    'p "" 1 1 "" { "l" "r" } 0', "\\", "é",
]  # fmt: skip


def read_or_refused(text):
    try:
        return parse_efg(text)
    except ExactDiceError as error:
        return error


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(lambda words: BEGIN + " ".join(words)))
@settings(max_examples=200, deadline=None)
def test_junk_after_the_prologue_is_read_or_refused(text):
    found = read_or_refused(text)
    assert (
        isinstance(found, ExactDiceError)
        or solve(parse_efg(efg_text(found))).value == solve(found).value
    )


def test_efg_of_a_game_that_is_no_tree():
    with pytest.raises(UnsolvableError, match=r"can come back to a state \(.*: an .efg file is a"):
        efg_text(Pig(target=2))
    doubling = Listed(
        {
            k: {("a", "wait"): {k + 1: 1}, ("b", "wait"): {k + 1: 1}} if k < 40 else 0
            for k in range(41)
        }
    )
    with pytest.raises(TooCostly, match=f"of {2**41 - 1} nodes, would cost"):
        efg_text(doubling)


# --- PRISM ----------------------------------------------------------------------------------------


def expected(game):
    """The model and its properties, which must say the value of the game."""
    graph, value = explore(game), solve(game).value
    low, high = payoff_range(graph)
    listed = results(props_text(graph, value))
    assert low + (high - low) * listed[0][1] == value
    assert len(listed) == 1 or low + listed[1][1] == value
    return read_model(prism_text(graph)), listed


@given(
    st.one_of(
        games_in_turns(),
        one_player_games(),
        simultaneous_games(most_actions=2),
        battles(most_dice=2, most_target=3),
    )
)
@law
def test_a_second_reader_of_the_prism_model_finds_the_results(game):
    model, ((chance, p), (reward, r)) = expected(game)
    assert chance.removeprefix("<<p1>> ") in ('Pmax=? [ F "won" ]', 'Pmin=? [ F "won" ]')
    assert ("<<p1>>" in chance) == (model["kind"] != "mdp")
    assert best(model, {}, (1, 0), "min" in chance) == p
    assert best(model, model["rewards"], (0, 0), "min" in reward) == r


@given(recurring_games(most_states=4, most_actions=2))
@law
def test_a_second_reader_of_a_prism_model_that_comes_back_finds_the_result(game):
    model, ((chance, p), *_) = expected(game)
    assert best_returning(model, "min" in chance) == p


MINIMISING = Listed(
    {
        0: {("wait", "x"): {1: HUGE, 2: 1}, ("wait", "y"): {2: 1, 1: 1}},
        1: Fraction(1, HUGE),
        2: -HUGE,
    }
)
KINDS = [
    (TokenGame(tokens=3), "mdp"),
    (MINIMISING, "mdp"),
    (Listed({0: 5}), "mdp"),
    (Pig(target=3), "smg"),
    (OneShotBattle(dice=2), "csg"),
]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_kind_of_prism_model(game, kind):
    assert model_kind(explore(game)) == read_model(prism_text(explore(game)))["kind"] == kind


@pytest.mark.parametrize("game", [game for game, kind in KINDS if kind == "mdp"])
def test_storm_reads_the_mdp_and_finds_the_same_exact_results(tmp_path, game):
    stormpy = pytest.importorskip("stormpy", reason="Storm is not installed (pip install stormpy)")
    beside = write_prism(explore(game), solve(game).value, tmp_path / "game.prism")
    program = stormpy.parse_prism_program(str(tmp_path / "game.prism"))
    for text, number in results(beside.read_text()):
        checked = stormpy.parse_property(text, program)
        model = stormpy.build_model[stormpy.Rational](program, checked)
        assert (
            Fraction(str(stormpy.model_checking(model, checked).get_value(model.initial_states[0])))
            == number
        )


def test_storm_reads_the_smg(tmp_path):
    stormpy = pytest.importorskip("stormpy", reason="Storm is not installed (pip install stormpy)")
    graph = explore(Pig(target=3))
    (tmp_path / "pig.prism").write_text(prism_text(graph))
    model = stormpy.build_model[stormpy.Rational](
        stormpy.parse_prism_program(str(tmp_path / "pig.prism"))
    )
    assert model.nr_states == len(graph.nodes) + 2


def test_a_play_without_end_has_no_expected_reward():
    # PRISM's reward of a play that never ends is infinite; the probability of `won` takes it as
    # lost, so waiting is no better.
    waiting = Listed({0: {("go", "wait"): {1: 1, 2: 1}, ("stay", "wait"): {0: 1}}, 1: 1, 2: -1})
    assert results(props_text(explore(waiting), 0)) == [('Pmax=? [ F "won" ]', Fraction(1, 2))]


def test_a_model_is_not_written_without_its_properties(tmp_path):
    (tmp_path / "game.props").mkdir()
    with pytest.raises(ExactDiceError, match=r"game.props: cannot be written"):
        write_game(Listed({0: 5}), tmp_path / "game.prism")
    assert not (tmp_path / "game.prism").exists()


def test_prism_refusals(tmp_path):
    with pytest.raises(RulesError, match=r"ends in .prism"):
        write_prism(explore(Listed({0: 5})), 5, tmp_path / "game.nm")
    with pytest.raises(RulesError, match="never ends"):
        prism_text(explore(Listed({0: {("a", "x"): {0: 1}}})))


# --- by suffix, and at the terminal ---------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".nfg", ".efg"])
def test_a_game_written_and_read_by_suffix(tmp_path, suffix):
    game = OneShotBattle(dice=3, faces=4, weights=(1, 2, 3, 4))
    assert write_game(game, tmp_path / f"game{suffix}") == [tmp_path / f"game{suffix}"]
    solution = solve(read_game(tmp_path / f"game{suffix}"))
    assert solution.value == solve(game).value
    assert not isinstance(solution.value, Interval)


@pytest.mark.parametrize(
    ("suffix", "message"),
    [(".nfg", "not over after one choice"), (".lp", "not over"), (".txt", "ending in .nfg, .efg")],
)
def test_a_game_that_does_not_fit_the_suffix(tmp_path, suffix, message):
    with pytest.raises(ExactDiceError, match=message):
        write_game(DiceBattle(dice=1, target=2), tmp_path / f"game{suffix}")
    with pytest.raises(ExactDiceError, match=r"read from a file ending in \.nfg, \.efg"):
        read_game(tmp_path / "game.txt")


def told(capsys, *words):
    cli.app(list(map(str, words)), standalone_mode=False)
    return capsys.readouterr().out.splitlines()


def test_export_and_solve_at_the_terminal(tmp_path, capsys):
    race, throw = tmp_path / "race", tmp_path / "throw"
    assert told(capsys, "export", "dice-battle", "dice=1", "target=2", "-o", f"{race}.prism") == [
        f"wrote {race}.prism",
        f"wrote {race}.props",
    ]
    told(capsys, "export", "dice-battle", "dice=1", "target=2", "-o", f"{race}.efg")
    assert told(capsys, "solve", f"{race}.efg")[:2] == [
        f"{race}.efg",
        "value to the first player: 13/18 (about 0.7222222222)",
    ]
    told(capsys, "export", "one-shot-battle", "dice=2", "-o", f"{throw}.lp")
    lines = told(capsys, "solve", f"{throw}.lp")
    assert lines[1:3] == ["optimal: 3 variables, 3 rows, method: exact pivoting", "optimum: 0"]
    with pytest.raises(ExactDiceError, match="takes no options"):
        told(capsys, "solve", f"{throw}.lp", "dice=3")


READS = {".nfg": read_nfg, ".efg": read_efg, ".lp": read_lp, ".json": read_arena}


@pytest.mark.parametrize("suffix", READS)
@pytest.mark.parametrize("content", ["junk", None])
def test_what_cannot_be_read_is_named_once_by_its_file(tmp_path, suffix, content):
    path = tmp_path / f"file{suffix}"
    if content is not None:
        path.write_text(content)
    with pytest.raises(RulesError) as error:
        READS[suffix](str(path))
    assert str(error.value).startswith(f"{path}: ")
    assert str(error.value).count(f"{path}: ") == 1


def test_files_at_the_terminal_by_other_names(tmp_path, capsys):
    told(capsys, "export", "one-shot-battle", "dice=2", "-o", f"{tmp_path}/g.NFG")
    told(capsys, "export", f"{tmp_path}/g.NFG", "-o", f"{tmp_path}/g.EFG")
    assert told(capsys, "solve", f"{tmp_path}/g.EFG")[1] == "value to the first player: 0"
    assert (
        one_choice(read_game(tmp_path / "g.EFG"))
        == one_choice(OneShotBattle(dice=2))
        == read_nfg(tmp_path / "g.NFG")
    )
    for words in (["solve", "g.prism"], ["export", "g.lp", "-o", f"{tmp_path}/g.efg"]):
        with pytest.raises(
            ExactDiceError,
            match=rf"{words[1]}: a game is read from .* \.nfg or \.efg, and `solve` reads \.lp and",
        ):
            told(capsys, *words)


def test_a_proof_read_as_an_arena_is_known_as_a_proof(tmp_path, capsys):
    told(capsys, "solve", "dice-battle", "dice=1", "target=2", "-o", f"{tmp_path}/proof.json")
    with pytest.raises(RulesError, match="it is a proof file, for `exactdice check`"):
        told(capsys, "solve", f"{tmp_path}/proof.json")

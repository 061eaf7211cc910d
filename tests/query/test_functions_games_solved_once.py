"""What a game in a file answers, and how often a game is solved for many questions."""

import inspect

import pytest
from small_games import SMALL

from exactdice.cli.terminal.arguments import load_game
from exactdice.games.dice_battle import rules
from exactdice.query import strategies
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word

OPTIONS = {"dice": 2, "target": 4, "faces": 4}
QUESTIONS = [
    "value()",
    "value_to_mover(2, 0, MIN)",
    "optimal_actions(3, 1)",
    "strategy(1, 1)",
    "action_value(2, 1, 1)",
    "gain(optimal, random)",
    "payoff_distribution(optimal, last)",
    "win(optimal(ties=last), random)",
    "loss(mixed(first, 1/3, random, 2/3), optimal)",
    "turns_distribution(random, optimal)",
    "best_response_value(random)",
    "exploitability(random, first)",
    "reach_probability(random, random, 1, 1)",
    "expected_visits(optimal, random)",
    "positions_at(2)",
]


@pytest.fixture(scope="module")
def in_a_file(tmp_path_factory):
    """The reference of Dice Battle as somebody's own file."""
    source = inspect.getsource(rules)
    for dots in ("...", ".."):
        source = source.replace(f"from {dots}", "from exactdice." if dots == "..." else "from .")
    # To load it, its rules are checked with its defaults: those of a small game.
    source = source.replace("dice: int = 10", "dice: int = 3")
    source = source.replace("target: int = 100", "target: int = 10")
    file = tmp_path_factory.mktemp("own") / "battle.py"
    file.write_text(source, encoding="utf-8")
    reference = f"{file}:DiceBattle"
    load_game(reference)
    return reference


def test_a_game_in_a_file_says_what_the_same_game_built_in_says(in_a_file):
    for question in QUESTIONS:
        ours = evaluate_query(question, {"game": Word("dice-battle"), **OPTIONS})
        theirs = evaluate_query(question, {"game": Word(in_a_file), **OPTIONS})
        assert ours == theirs, question


@pytest.fixture
def solved_games(monkeypatch):
    """The games that are solved, in turn."""
    games = []
    solve = strategies.solve

    def counting(game, *rest):
        games.append(game)
        return solve(game, *rest)

    monkeypatch.setattr(strategies, "solve", counting)
    strategies._solution.cache_clear()
    return games


SEVERAL = ["dice-battle", "pig", "hog", "simultaneous-battle", "domineering", "nim", "tokens"]


@pytest.mark.parametrize("name", SEVERAL)
def test_a_game_is_solved_once_for_many_questions(name, solved_games):
    plans = "optimal" if name == "tokens" else "optimal, optimal"
    questions = [
        "value()",
        "value_to_mover()",
        "strategy()",
        f"gain({plans})",
        f"turns({plans})",
        "value()",
    ]
    for question in questions:
        evaluate_query(question, {"game": Word(name), **SMALL[name]})
    assert len(solved_games) == 1

"""Strategies as tables in files: what is written is what is read, and what is wrong is named."""

import pytest
from small_games import SMALL

from exactdice import MAX, MIN, Pig, TokenGame, solve
from exactdice.exact.errors import ExactDiceError
from exactdice.game.graph import explore
from exactdice.game.optional import hides
from exactdice.game.protocol import strategy
from exactdice.query.evaluate import evaluate_query
from exactdice.query.games_by_name import GAMES
from exactdice.query.register import Word
from exactdice.query.states import information_sets_of
from exactdice.query.strategies import named_strategy
from exactdice.query.strategy_table import by_table, read_field, write_table


def test_every_game_is_here():
    assert SMALL.keys() == GAMES.keys()


def places(game, player):
    """What the player's strategies are tables of: what it knows, or the states where it chooses."""
    if hides(game):
        return list(information_sets_of(game, player))
    states = [node.state for node in explore(game).nodes if node.payoff is None]
    return [state for state in states if tuple(game.actions(state, player)) != ("wait",)]


@pytest.mark.parametrize("name", SMALL)
def test_optimal_strategies_written_and_read_earn_the_value(name, tmp_path):
    game = GAMES[name](**SMALL[name])
    solution = solve(game)
    chosen_at = [places(game, player) for player in (MAX, MIN)]
    files = [tmp_path / f"{player}.csv" for player in (MAX, MIN)]
    plans = [strategy(solution.strategies[player]) for player in (MAX, MIN)]
    rows = [
        write_table(files[player], game, plans[player], player, chosen_at[player])
        for player in (MAX, MIN)
    ]
    tables = [f'by_table("{file}")' for file in files]
    if rows[MIN] == 0:  # a game for one
        tables.pop()
    given = {"game": Word(name), **SMALL[name]}
    assert evaluate_query(f"gain({', '.join(tables)})", given) == solution.value
    # every row is read as it was meant, not those alone that this play comes to
    for player in range(len(tables)):
        read = by_table(files[player], game, player)
        for place in chosen_at[player]:
            assert read(place) == plans[player](place)
    if len(tables) == 2:
        assert evaluate_query(f"exploitability({', '.join(tables)})", given) == 0


# --- what is wrong in a table ---------------------------------------------------------------------

PIG = Pig(target=2, faces=2)
HEAD = "first,second,turn_total,to_move,action,probability\n"
WRONG = [
    ("", "nothing"),
    (HEAD + "0,0,0,MAX,roll,0.99\n", r"\(0, 0, 0, MAX\) must sum to 1, got 99/100"),
    (HEAD + "0,0,0,MAX,jump,1\n", "line 2: the action of MAX .* must be one of roll, got jump"),
    (HEAD + "0,0,0,MAX,roll,1e400000000\n", "line 2"),
    (HEAD + "a,b,c,MAX,roll,1\n", "line 2: no state"),
    (HEAD + "(1,2),0,0,MAX,roll,1\n", "line 2: .* in quotes"),
    (HEAD + '0,0,0,MAX,"(((",1\n', "line 2"),
    ("first,second,action\n0,0,roll\n", "line 2: a row must have first, second"),
    ("\x00\x01\x02", "x.csv"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_table_that_is_wrong_is_refused_in_one_line_with_its_place(text, said, tmp_path):
    file = tmp_path / "x.csv"
    file.write_text(text, encoding="utf-8")
    query = f'gain(by_table("{file}"), random)'
    given = {"game": Word("pig"), "target": 2, "faces": 2}
    with pytest.raises(ExactDiceError) as refused:
        evaluate_query(query, given)
    assert "\n" not in str(refused.value)
    if said != "nothing":
        assert refused.match(said)
        assert str(file) in str(refused.value)
    else:
        assert refused.match(r"\(0, 0, 0, MAX\)|PigState")


def test_a_reachable_state_that_is_missing_is_named_as_a_query_writes_it(tmp_path):
    file = tmp_path / "x.csv"
    file.write_text(HEAD + "0,0,0,MAX,roll,1\n", encoding="utf-8")
    given = {"game": Word("pig"), "target": 3, "faces": 3}
    with pytest.raises(ExactDiceError, match=r"\(\d, \d, \d, MAX\)") as refused:
        evaluate_query(f'win(by_table("{file}"), random)', given)
    assert "\n" not in str(refused.value)
    assert "x.csv" in str(refused.value)


def test_tables_may_be_odd_and_right(tmp_path):
    file = tmp_path / "odd.csv"
    file.write_bytes(
        b"\xef\xbb\xbfaction, to_move, turn_total, second, first\r\n"
        b"roll, MAX, 0, 0, 0\r\n\r\nhold, 0, 1, 0, 0\r\nroll, MAX, 0, 0, 1\r\n"
    )
    read = by_table(file, Pig(target=3, faces=3), MAX)
    assert read(Pig(target=3, faces=3).start).probability("roll") == 1


FIELDS = [
    ("12", 12),
    ("(1, 2, 9)", (1, 2, 9)),
    ("()", ()),
    ("((1,), 2)", ((1,), 2)),
    ("MAX", MAX),
    ("none", None),
    ("roll", "roll"),
    # quotes begin a text
    ('(("(", 1), x)', (("(", 1), "x")),
    ('""', ""),
    ('(a"b, c)', ('a"b', "c")),
    ('"', '"'),
]


@pytest.mark.parametrize(("text", "value"), FIELDS)
def test_fields_are_read_as_queries_write_them(text, value):
    assert read_field(text) == value


@pytest.mark.parametrize(
    ("query", "given"),
    [
        ("gain({0}, random)", {"game": Word("pig"), "target": 4}),
        ("tokens_score(1, 2, 3, 4, policy={0})", {}),
    ],
)
def test_a_table_that_has_changed_is_read_anew(query, given, tmp_path):
    """Results are kept by the file as it was, whatever word asks."""
    game = TokenGame(4) if "tokens" in query else Pig(4)
    states = [node.state for node in explore(game).nodes]
    file, found = tmp_path / "plan.csv", []
    for name in ("last", "first", "last"):
        plan = named_strategy(game, Word(name), MAX)
        write_table(file, game, plan, MAX, states)
        asked = evaluate_query(query.format(f'by_table("{file}")'), given)
        assert asked == evaluate_query(query.format(name), given)
        found.append(asked)
    assert found[0] != found[1]

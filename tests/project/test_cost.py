"""What is too costly is refused before any work: every word and every game, at the command line and
in Python.

Work is counted in calls of functions, never in seconds.
"""

import inspect
import sys
import threading
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest

from exactdice import (
    MAX,
    WAIT,
    ConnectFour,
    DiceBattle,
    Domineering,
    NormalPlay,
    OneShotBattle,
    Pig,
    SimultaneousBattle,
    TokenGame,
    backward_induction,
    best_response,
    cost,
    decimal_text,
    dice,
    die,
    enclose,
    expected_score,
    length_law,
    mean_length,
    mixture,
    outcome_bounds,
    payoff_law,
    point,
    profile_bounds,
    profile_values,
    proof,
    reply_bounds,
    solve,
    strategy_iteration,
    throw,
    total_of,
)
from exactdice.arenas.arena import explored_arena
from exactdice.closed_forms.formulas import formula
from exactdice.closed_forms.states import race_states
from exactdice.errors import ExactDiceError, QueryError, TooCostly, UnsolvableError
from exactdice.exact import Bounds, round_scaled
from exactdice.games import GAMES
from exactdice.games.chomp.rules import Chomp, ChompRows
from exactdice.games.connect_four.fast import solved_outright, solving_steps
from exactdice.games.nim.rules import Nim, Subtraction
from exactdice.games.on_graphs import by_name as graph_games
from exactdice.games.on_graphs.words import GRAPH_GAMES
from exactdice.games.pig.bounds import win_bounds
from exactdice.games.tokens.table import removal_count
from exactdice.games.wythoff.rules import Wythoff
from exactdice.graph import explore
from exactdice.queries.evaluate import evaluate_query, parse_option
from exactdice.queries.words import QUANTITIES
from exactdice.solution import Solution
from exactdice.terminal.main import main
from exactdice.terminal.play import answer_to
from exactdice.throws.scores import expected_score as score_of_dice
from exactdice.words.register import quantity

FEW_CALLS = 30_000  # of functions, Python's own among them, from the question to its refusal
STARTED = 10**6  # with the start of the command line, which reads the words of all commands


class WorkBegan(BaseException):
    """More calls than a refusal takes; no `except Exception` on the way can hide it."""


class Counted:
    """Counts the calls made in the `with` block, and raises `WorkBegan` beyond the most."""

    def __init__(self, most: int = FEW_CALLS) -> None:
        self.most, self.calls = most, 0

    def __enter__(self) -> "Counted":
        sys.setprofile(self.count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def count(self, _frame: Any, event: str, _argument: Any) -> None:
        self.calls += event in ("call", "c_call")
        if self.calls > self.most:
            sys.setprofile(None)
            raise WorkBegan


LISTED = [  # (the query, its options)
    ("kernel_steps(chomp(1000,1000))", {}),
    ("kernel_steps(wythoff(315,315))", {}),
    ("EG(0,0)", {"dice": "2000"}),
    ("EG(0,0)", {"target": "1300"}),
    ("P(2000,5000)", {"faces": "200"}),
    ("turns_law(blind,optimal)", {"target": "600"}),
    ("turns_law(blind,random)", {"target": "600", "variant": "simultaneous"}),
    ("turns_law(blind,random)", {"target": "600", "variant": "simultaneous", "digits": "5"}),
    ("tokens_throw(100)", {"dice": "50", "faces": "1000"}),
    ("pig_win(0,0,0)", {"target": "500"}),
    ("pig_win(0,0,0)", {"target": "500", "digits": "50"}),
    ("domineering(6,7)", {}),
    ("connect_four_search(12)", {"rows": "50", "columns": "50"}),
    ("one_shot_value()", {"dice": "300"}),
    ("EG(0,0)", {"weights": ",".join(["0." + "3" * 600] * 2 + ["0." + "3" * 599 + "4"])}),
]


@pytest.mark.parametrize(("query", "given"), LISTED, ids=lambda part: str(part)[:40])
def test_what_would_not_end_is_refused_at_the_command_line(query, given, monkeypatch, capsys):
    words = [f"{key}={text}" for key, text in given.items()]
    monkeypatch.setattr(sys, "argv", ["exactdice", "value", query, *words])
    with pytest.raises(SystemExit) as ended, Counted(STARTED):
        main()
    complaint = capsys.readouterr().err
    assert ended.value.code == 2
    assert complaint.startswith(f"error: {query.partition('(')[0]} would cost ")
    assert "the limit is 10^9" in complaint
    assert "limit=none" in complaint
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(("query", "given"), LISTED, ids=lambda part: str(part)[:40])
def test_what_would_not_end_is_refused_in_python(query, given):
    options = {key: parse_option(text) for key, text in given.items()}
    with (
        pytest.raises(
            TooCostly,
            match=r"would cost .* and the limit is 10\^9: .*exactdice\.cost\.limit\(None\)",
        ),
        Counted(),
    ):
        evaluate_query(query, options)


LONG = (
    Fraction(1, 3) + Fraction(1, 10**2000),
    Fraction(1, 3),
    Fraction(1, 3) - Fraction(1, 10**2000),
)
AT_THE_DOOR = {  # what a user calls without any query
    "die": lambda: die(10**9),
    "die, huge": lambda: die(10**30),
    "throw": lambda: throw(die(200), 2000),
    "throw, huge": lambda: throw(die(6), 10**30),
    "total_of": lambda: total_of([die(1000)] * 5000),
    "score": lambda: score_of_dice(die(6), 10**30),
    "Pig": lambda: Pig(3, 10**30),
    "DiceBattle": lambda: DiceBattle(dice=10**9),
    "battle, dice": lambda: solve(DiceBattle(dice=2000)),
    "battle, target": lambda: solve(DiceBattle(target=5001)),
    "battle, weights of 2000 decimals": lambda: solve(DiceBattle(weights=LONG)),
    "battle, generic": lambda: strategy_iteration(DiceBattle(dice=10**4, target=1000)),
    "one shot": lambda: solve(OneShotBattle(dice=300)),
    "domineering": lambda: solve(Domineering(6, 7)),
    "domineering, huge": lambda: Domineering(10**30, 10**30),
    "connect four, huge": lambda: ConnectFour(10**9, 10**9),
    "chomp": lambda: solve(NormalPlay(Chomp(1000, 1000))),
    "chomp, huge": lambda: Chomp(10**9, 3).start,
    "chomp, value": lambda: graph_games.grundy(Chomp(2, 1300)),
    "chomp, list": lambda: graph_games.explored(Chomp(1000, 1000)),
    "wythoff": lambda: solve(NormalPlay(Wythoff(315, 315))),
    "nim": lambda: solve(NormalPlay(Nim((10**9,)))),
    "subtraction": lambda: graph_games.grundy(Subtraction(10**9, (*range(1, 1000), 10**9))),
    "tokens, dice": lambda: TokenGame(dice=10**9),
    "tokens, removals": lambda: solve(TokenGame(tokens=60, dice=60)),
    "tokens, policy": lambda: expected_score(TokenGame(tokens=60, dice=60), lambda state: state),
    "battle, lengths": lambda: length_law(DiceBattle(target=600), (lambda _: 1, lambda _: 1)),
}


@pytest.mark.parametrize("work", AT_THE_DOOR.values(), ids=AT_THE_DOOR)
def test_the_functions_that_do_the_work_refuse_it_themselves(work, must_end):
    with pytest.raises(TooCostly, match=r"would cost .* and the limit is 10\^9"), Counted():
        work()


# --- every word and every game --------------------------------------------------------------------

ARGUMENTS = {  # of each quantity, small; words stay as they are
    **dict.fromkeys(("P", "Q"), "2,5"),
    **dict.fromkeys(("EP", "EP_step", "best_dice", "connect_four_search", "tokens_throw"), "2"),
    **dict.fromkeys(("EG", "OPT", "OPT_last", "OPT_all"), "0,1"),
    **dict.fromkeys(("mixture", "mixed_over"), "0,1,variant=simultaneous"),
    **dict.fromkeys(("gain", "win", "draw", "loss", "turns", "turns_law"), "blind,random"),
    **dict.fromkeys(("payoff_law", "exploitability", "visits"), "blind,random"),
    **dict.fromkeys(("gain_from", "reach"), "blind,random,0,1"),
    **dict.fromkeys(
        ("gain_range", "win_range", "draw_range", "loss_range", "turns_range"), "blind,optimal"
    ),
    **dict.fromkeys(("gain_from_range", "reach_range"), "blind,optimal,0,1"),
    **dict.fromkeys(("best_response", "best_response_of_min"), "random"),
    **dict.fromkeys(("value", "worth", "best", "mixture_of_min"), "0,1"),
    **dict.fromkeys(("first_best", "last_best"), "0,1"),
    "after": "1,0,1",
    "positions_at": "2",
    **dict.fromkeys(("mean", "variance", "sd", "median", "modes", "support"), "throw_law(2)"),
    **dict.fromkeys(("chance", "at_least", "at_most"), "throw_law(2),5"),
    "quantile": "throw_law(2),1/2",
    "throw_law": "2",
    "lines_through": "1,2",
    **dict.fromkeys(
        ("grundy", "kernel", "kernel_steps", "winning_moves", "wins", "positions"), "chomp(2,3)"
    ),
    **dict.fromkeys(
        ("payoff", "perm", "phantom", "phantom_limited", "phantom_banned", "domineering"), "2,3"
    ),
    "one_shot_gain": "blind,optimal",
    "u": "3",
    "phantom_winner": "2,3,1,2",
    "pig_win": "1,2,0",
    "pig_gain": "hold_at(20),hold_at(25)",
    "pig_turns": "hold_at(20),hold_at(25)",
    **dict.fromkeys(("pig_turn", "pig_turn_law"), "hold_at(20),1,2"),
    **dict.fromkeys(("pig_hold", "pig_holds"), "1,2"),
    **dict.fromkeys(("tokens_score", "tokens_score_range", "tokens_law"), "1,2,3"),
    **dict.fromkeys(("tokens_throws", "tokens_throws_law"), "1,2,3"),
    **dict.fromkeys(("tokens_choice", "tokens_choices"), "3,1,2,3"),
    **dict.fromkeys(("tokens_chance", "tokens_chance_range"), "3,1,2,3"),
    "off_chance": "1/3,20,1/10",
    "d": "6",
    "abs": "d(6)-3",
    "uniform": "1,2,3",
    **dict.fromkeys(("max_of", "min_of", "joint", "mixture_of_laws"), "d(6),2@d(6)"),
    "marginal": "joint(d(6),d(4)),1",
    **dict.fromkeys(("given", "reroll", "reroll_once"), "d(6),1,2"),
    "explode": "d(6),2",
    "repeat_until": "d(6)>2",
    "clip": "d(6),2,4",
    **dict.fromkeys(("highest", "lowest", "middle"), "d(6),3,1"),
    "sorted_pool": "d(6),3,2",
    "successes": "d(6),3,5",
    **dict.fromkeys(("different", "largest_set", "longest_straight"), "d(6),3"),
    "sets": "d(6),3,2",
    "pairs_won": "d(6),3,d(6),2",
    **dict.fromkeys(("min", "max"), "1,2"),
    "share_of": "13",
    "mean_of_whole": "28,4",
    **dict.fromkeys(("binomial_p", "binomial_at_least", "binomial_at_most"), "3,5,1/2"),
    **dict.fromkeys(("wald_low", "wald_high", "wilson_low", "wilson_high"), "3,5,9/10"),
    **dict.fromkeys(("clopper_pearson_low", "clopper_pearson_high"), "3,5,9/10"),
}
SMALL = {"dice": "2", "target": "5", "rows": "3", "columns": "3", "line": "3", "lists": "20"}
HUGE = [10**3, 10**6, 10**30]
LIMIT = 10**5


def asked(name):
    """(query, options): the quantity with small arguments and options, and with each number in them
    grown in turn.
    """
    written = ARGUMENTS.get(name, "")
    small = {key: SMALL[key] for key in QUANTITIES[name].options if key in SMALL}
    parts = written.split(",")
    for number in HUGE:
        for place, part in enumerate(parts):
            if part.isdigit():
                yield (
                    f"{name}({','.join([*parts[:place], str(number), *parts[place + 1 :]])})",
                    small,
                )
        for option, default in QUANTITIES[name].options.items():
            if default is None or isinstance(default, int):
                yield f"{name}({written})", {**small, option: str(number)}
    for game in GRAPH_GAMES if "chomp(" in written else ():
        yield from (
            (f"{name}({game}({number},{other}))", {}) for number in HUGE for other in (2, number)
        )


@pytest.mark.parametrize("name", QUANTITIES)
def test_a_word_of_huge_numbers_is_answered_in_few_steps_or_refused(name, must_end):
    for query, given in asked(name):
        options = {key: parse_option(text) for key, text in given.items()}
        try:
            with cost.limit(LIMIT), Counted(10 * LIMIT):
                evaluate_query(query, options)
        except ExactDiceError:  # one line that says why
            pass
        except WorkBegan:
            pytest.fail(f"{query} with {given} went on")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_huge_numbers_is_solved_in_few_steps_or_refused(name, must_end):
    for option, parameter in inspect.signature(GAMES[name]).parameters.items():
        for number in HUGE:
            if parameter.default is not None and not isinstance(parameter.default, int | tuple):
                continue
            try:
                with cost.limit(LIMIT), Counted(10 * LIMIT):
                    solve(GAMES[name](**{option: number}))
            except ExactDiceError:
                pass
            except WorkBegan:
                pytest.fail(f"{name} with {option}={number} went on")


def test_every_word_states_its_cost():
    assert all(isinstance(QUANTITIES[name].cost, type(lambda: 0)) for name in QUANTITIES)
    with pytest.raises(TypeError, match="cost"):

        @quantity(lambda: None)
        def word_without_cost(_):
            """Never entered."""

    assert "word_without_cost" not in QUANTITIES
    assert set(ARGUMENTS) | {
        "best_dice_real",
        "states",
        "connect_four_value",
        "one_shot_value",
        "one_shot_strategy",
    } == set(QUANTITIES)


# --- the limit ------------------------------------------------------------------------------------


def test_what_the_reports_ask_stays_far_below_the_limit():
    """The reports play with 10 dice to 100 and nine tokens; a tenth of the limit is room for a
    slower machine.
    """
    with cost.limit(cost.MOST_STEPS // 10):
        for query, given in (
            ("EG(0,0)", {}),
            ("EG(0,0)", {"bust_score": 0}),
            ("pig_win(0,0,0)", {}),
            ("tokens_score(1,2,3,4,5,6,7,8,9)", {}),
        ):
            evaluate_query(query, given)
        for name in ("win", "turns", "best_response", "pig_gain"):
            found = QUANTITIES[name]
            cost.refuse_costly(name, found.cost(found.setting(), "blind", "blind"))
        cost.refuse_costly(
            "twenty tokens",
            QUANTITIES["tokens_score"].cost(QUANTITIES["tokens_score"].setting(), *range(1, 15)),
        )


def test_twenty_tokens_and_races_that_are_solved_today_may_be_asked():
    for name, options, arguments in (
        ("tokens_score", {}, tuple(range(1, 21))),
        ("EG", {"target": 1000}, (0, 0)),
        ("EG", {"dice": 1000}, (0, 0)),
        ("EG", {"target": 5000}, (4990, 4990)),
        ("P", {}, (2000, 5000)),
        ("pig_win", {"target": 150}, (0, 0, 0)),
        ("pig_win", {"target": 300, "digits": 50}, (0, 0, 0)),
        ("domineering", {}, (6, 6)),
        ("kernel_steps", {}, (evaluate_word("chomp(9,9)"),)),
    ):
        found = QUANTITIES[name]
        cost.refuse_costly(name, found.cost(found.setting(**options), *arguments))


def evaluate_word(text):
    from exactdice.queries.evaluate import parse_word

    return parse_word(text)


def test_the_limit_is_raised_and_lowered_in_a_block_and_for_its_thread_alone():
    assert cost.allowed() == cost.MOST_STEPS
    with cost.limit(None):
        cost.refuse_costly("anything", 10**50)
        found = []
        thread = threading.Thread(target=lambda: found.append(cost.allowed()))
        thread.start()
        thread.join()
        assert found == [cost.MOST_STEPS]
        with (
            cost.limit(10),
            pytest.raises(TooCostly, match=r"a text would cost 11 steps .* the limit is 10:"),
        ):
            cost.refuse_costly("a text", 11)
        assert cost.allowed() is None
    assert cost.allowed() == cost.MOST_STEPS


@pytest.mark.parametrize("steps", [0, -1, True, 1.5, "none"])
def test_a_limit_is_none_or_whole(steps):
    with (
        pytest.raises(
            ExactDiceError, match="the limit of cost must be None or an int of 1 or more, got "
        ),
        cost.limit(steps),
    ):
        pass


def run(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["exactdice", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code, *capsys.readouterr()


def test_the_command_line_raises_and_lowers_the_limit(monkeypatch, capsys):
    ask = ("value", "EG(0,0)", "dice=3", "target=20", "--format", "decimal")
    answer = run(monkeypatch, capsys, *ask)[1]
    assert run(monkeypatch, capsys, *ask, "limit=1000")[2].startswith("error: EG would cost 2.")
    for word in ("limit=none", "limit=10^12", "limit=5*10^8", "limit=123456789"):
        assert run(monkeypatch, capsys, *ask, word) == (0, answer, "")
    for word in ("limit=0", "limit=x", "limit=", "limit=-1", "limit=10^", "limit=1e9"):
        assert (
            "limit must be none or a number of steps such as 10^12"
            in run(monkeypatch, capsys, *ask, word)[2]
        )
    assert (
        run(monkeypatch, capsys, *ask, "limit=none", "limit=none")[2]
        == "error: limit is given twice\n"
    )
    assert cost.allowed() == cost.MOST_STEPS
    assert run(monkeypatch, capsys, "solve", "dice-battle", "dice=3", "limit=1000")[2].startswith(
        "error: DiceBattle(dice=3"
    )


def test_a_document_cannot_raise_the_limit(tmp_path, monkeypatch, capsys):
    with pytest.raises(QueryError, match="unknown option limit"):
        evaluate_query("EG(0,0)", {"limit": 10**12})
    with pytest.raises(QueryError, match="unknown option limit of EG"):
        evaluate_query("EG(0, 0, limit=none)", {})
    document = tmp_path / "report.md"
    document.write_text(
        "It gains **0.5**<!-- exactdice: EG(0,0) dice=2000 limit=none -->.\n", encoding="utf-8"
    )
    status, said, complained = run(monkeypatch, capsys, "verify", str(document))
    assert status == 2
    assert "unknown option limit" in said + complained
    document.write_text(
        "It gains **0.5**<!-- exactdice: EG(0,0) dice=2000 -->.\n", encoding="utf-8"
    )
    status, said, _ = run(monkeypatch, capsys, "verify", str(document))
    assert status == 2
    assert "EG would cost 1.1*10^9 steps" in said


# --- games without end, and games that grow -------------------------------------------------------


def next_number(state):
    return state + 1


@dataclass(frozen=True)
class Endless:
    """From 0 on and on: each state is made from the one before."""

    after: Any = next_number
    start: Any = 0
    width: int = 1

    def payoff(self, state):
        return None

    def actions(self, state, player):
        return ("on",) if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        return (
            mixture(die(self.width).map(lambda k: point(self.after(state + k))))
            if self.width > 1
            else point(self.after(state))
        )


GENERIC = {
    "solve": solve,
    "backward_induction": backward_induction,
    "strategy_iteration": strategy_iteration,
    "enclose": lambda game, progress: enclose(game, 5, progress),
    "profile_values": lambda game, progress: profile_values(
        game, (lambda _: "on", lambda _: WAIT), progress
    ),
    "payoff_law": lambda game, progress: payoff_law(
        game, (lambda _: "on", lambda _: WAIT), progress
    ),
    "mean_length": lambda game, progress: mean_length(
        game, (lambda _: "on", lambda _: WAIT), progress
    ),
    "length_law": lambda game, progress: length_law(
        game, (lambda _: "on", lambda _: WAIT), progress
    ),
    "best_response": lambda game, progress: best_response(game, lambda _: WAIT, MAX, progress),
    "proof": lambda game, progress: proof(Solution(game, {}, {}, "none"), progress),
}


@pytest.mark.parametrize("ask", GENERIC.values(), ids=GENERIC)
def test_an_endless_game_says_how_many_states_it_found_and_is_refused(ask):
    told = []
    with (
        cost.limit(2 * 10**6),
        pytest.raises(
            TooCostly,
            match=r"after \d+ states that were found, would cost .* and the limit is 2\*10\^6",
        ),
    ):
        ask(Endless(), lambda done, total: told.append((done, total)))
    assert told == [(1000 * k, None) for k in range(1, len(told) + 1)]
    assert len(told) >= 3


@pytest.mark.parametrize(
    ("game", "states"),
    [
        (Endless(), 10**4),
        (Endless(after=lambda state: (*state, len(state)), start=()), 2000),  # the states grow
        (Endless(after=lambda state: state * state, start=3), 30),  # and double
        (Endless(width=500), 200),  # the laws are large
    ],
)
def test_states_that_grow_and_laws_that_are_large_count(game, states):
    looked_at = []
    watched = type("Watched", (Endless,), {"payoff": lambda _, state: looked_at.append(state)})
    with cost.limit(3 * 10**6), pytest.raises(TooCostly, match="states that were found"):
        explore(watched(game.after, game.start, game.width))
    assert 3 < len(looked_at) < states


def test_the_number_of_states_is_limited_too():
    with pytest.raises(
        UnsolvableError, match=r"more than 100 states .* explore\(game, most=\.\.\.\) lists more"
    ):
        explore(Endless(), most=100)
    with (
        cost.limit(10**5),
        pytest.raises(
            TooCostly, match=r"the graph of positions from 0, after \d+ moves that were found,"
        ),
    ):
        explored_arena(lambda n: [n + 1], 0)


def test_removals_are_counted_as_they_are_listed():
    for tokens in ((1, 2, 3, 4, 5), (2, 3, 7), ()):
        sets = [[]]
        for token in tokens:
            sets += [[*chosen, token] for chosen in sets]
        for most in range(16):
            assert removal_count(tokens, most) == sum(sum(chosen) <= most for chosen in sets)


def test_a_game_without_an_end_is_refused_at_a_stated_number_of_states_which_limit_none_lifts(
    monkeypatch,
):
    class Endless:
        start = 0

        def payoff(self, state):
            return None if state < 5000 else 1

        def actions(self, state, player):
            return ("on",)

        def outcomes(self, state, joint):
            return point(state + 1)

    monkeypatch.setattr("exactdice.graph.MOST_STATES", 1000)
    with pytest.raises(
        UnsolvableError,
        match=(
            r"^more than 1000 states of .* can be reached, and there may be no end of them: "
            r".*limit=none"
        ),
    ):
        solve(Endless())
    with cost.limit(None):
        assert solve(Endless()).value == 1


def test_a_race_with_dice_of_many_faces_is_refused_without_a_look_at_each_of_them():
    game = DiceBattle(faces=100_000)
    assert len(game.one_die) == 100_000  # kept from here on
    with pytest.raises(TooCostly, match=r"would cost .* and the limit is 10\^9"), Counted():
        solve(game)


@pytest.mark.parametrize("dice", [1, 7, 40])
def test_the_law_of_a_one_shot_battle_is_that_of_all_pairs_of_throws(dice):
    game = OneShotBattle(dice=dice)
    first, second = throw(die(6), dice), throw(die(6), (dice + 1) // 2)
    pairs = [((k > m) - (k < m), v * w) for k, v in first.items() for m, w in second.items()]
    law = game.outcomes(game.start, (dice, (dice + 1) // 2))
    for sign in (1, 0, -1):
        assert law.probability(sign) == Fraction(
            sum(ways for each, ways in pairs if each == sign), first.total * second.total
        )


AT_ONCE = SimultaneousBattle(2, 2)


@pytest.mark.parametrize("digits", [10**9, 10**40])
@pytest.mark.parametrize(
    "asked",
    [
        lambda digits: enclose(Pig(3), digits),
        lambda digits: enclose(AT_ONCE, digits),
        lambda digits: enclose(DiceBattle(2, 2), digits),
        lambda digits: enclose(NormalPlay(Nim((1,))), digits),
        lambda digits: win_bounds(Pig(3), digits),
        lambda digits: profile_bounds(AT_ONCE, (dice(1), dice(2)), digits),
        lambda digits: outcome_bounds(AT_ONCE, (dice(1), dice(2)), digits),
        lambda digits: reply_bounds(AT_ONCE, dice(1), MAX, digits),
        lambda digits: decimal_text(Fraction(1, 3), digits),
        lambda digits: round_scaled(Fraction(1, 3), -digits),
        lambda digits: Bounds.around(Fraction(1, 3), digits),
    ],
)
def test_digits_without_end_are_refused(asked, digits):
    """Nothing of such a size is even begun; as many as can be had are not refused."""
    with pytest.raises(TooCostly, match="the limit is"):
        asked(digits)


def test_a_million_digits_are_not_refused():
    assert decimal_text(Fraction(1, 3), 10**6) == "0." + 10**6 * "3"


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("EG(0,0)", {"dice": 10, "target": 60, "weights": "p,1-p"}),
        ("EG(0,0)", {"dice": 3, "target": 60, "weights": "p,1-p"}),
        ("OPT(0,0)", {"dice": 4, "target": 30, "weights": "p,p,1-2*p"}),
    ],
)
def test_a_race_with_a_symbol_is_refused_before_it_is_begun(query, options):
    given = options | {"weights": parse_option(options["weights"])}
    with pytest.raises(TooCostly, match="with p in the weights would cost"):
        race_states(query, {}, given)
    small = given | {"dice": 2, "target": 3}
    assert race_states(query, {}, small).states


def test_a_closed_form_is_not_checked_without_end():
    for last in (10**9, 10**20):
        with pytest.raises(QueryError, match="at most 10000 numbers"):
            formula("EP(n)", None, {"n": range(1, last)})
    with pytest.raises(QueryError, match="a fit needs a range of 8 to 400"):
        formula("turns(dice(1), dice(1))", {"dice": 1}, {"target": range(1, 9000)})


@pytest.mark.parametrize("query", ["blind", "n", "n + 1", "2 + 3"])
def test_a_closed_form_of_no_quantity_is_refused(query):
    with pytest.raises(QueryError, match="holds no quantity"):
        formula(query)


def test_the_rows_of_a_bar_say_what_they_cost():
    """As much as the whole bar inside them, and never more than the bar that they are left of."""
    with pytest.raises(TooCostly):
        graph_games.explored(ChompRows((300,) * 300))
    for bar in ((3, 1), (4, 4, 4), (5, 2, 2, 1), (1,) * 9, (9,)):
        listed = len(graph_games.explored(ChompRows(bar)).vertices)
        assert Chomp(len(bar), bar[0]).positions >= listed
        assert ChompRows(bar).exploring_cost <= 50 * 9 * (20 + 4 * 9) * listed


def test_an_answer_without_end_is_given_up(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", StringIO("1" * 10**6))
    with pytest.raises(ExactDiceError, match="an answer must have at most 1000 characters"):
        answer_to("your action: ")
    monkeypatch.setattr("sys.stdin", StringIO("1\nlast"))
    assert [answer_to("? "), answer_to("? ")] == ["1", "last"]
    with pytest.raises(EOFError):
        answer_to("? ")
    assert capsys.readouterr().out == "your action: ? ? ? "


def test_a_solution_says_that_flat_boards_cost_more():
    cost_of = [solving_steps(ConnectFour(*sides)) for sides in ((5, 4), (4, 5), (2, 10))]
    assert cost_of == sorted(cost_of)
    assert cost_of[-1] > 9 * 10**7  # 10 s at 10^-7 s a step
    with cost.limit(10**8), pytest.raises(TooCostly):
        solved_outright(ConnectFour(1, 20, line=20))

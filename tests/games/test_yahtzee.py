"""Yahtzee and yatzy against a brute force that follows the rules throw by throw, the generic
solver, and against values of others.
"""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from exactdice.exact.errors import ExactDiceError, QueryError, RulesError
from exactdice.game.protocol import WAIT
from exactdice.games.yahtzee import SheetState, Yahtzee, Yatzy, solver
from exactdice.games.yahtzee.answers import checked_state, sheets_in, solved_sheets
from exactdice.games.yahtzee.solver import (
    carry,
    join_limbs,
    make_limbs,
    round_limbs,
    sheets_of,
    signs,
    solved_levels,
)
from exactdice.query.analysis import analysis_of
from exactdice.query.evaluate import evaluate_query
from exactdice.solvers import solve
from exactdice.solvers.fast_path import generic_function

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")

# --- the rules once more, for the brute force -----------------------------------------------------


def has_run(dice, length):
    return any(all(face + k in dice for k in range(length)) for face in dice)


def grouped(dice):
    """Faces by how often they show, most often and highest first."""
    return sorted(((dice.count(face), face) for face in set(dice)), reverse=True)


def yahtzee_score(name, dice):
    most = grouped(dice)[0][0]
    if name in UPPER:
        return sum(face for face in dice if face == UPPER.index(name) + 1)
    if name in ("three_of_a_kind", "four_of_a_kind"):
        return sum(dice) * (most >= (3 if name[0] == "t" else 4))
    if name == "full_house":
        return 25 * ([count for count, _ in grouped(dice)] == [3, 2])
    if name in ("small_straight", "large_straight"):
        return 30 * has_run(dice, 4) if name[0] == "s" else 40 * has_run(dice, 5)
    return 50 * (most == len(dice)) if name == "yahtzee" else sum(dice)


def yatzy_score(name, dice):
    if name in UPPER or name == "chance":
        return yahtzee_score(name, dice)
    alike = {"one_pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}
    if name in alike:
        return max((alike[name] * f for n, f in grouped(dice) if n >= alike[name]), default=0)
    pairs = sorted(face for count, face in grouped(dice) if count >= 2)
    if name == "two_pairs":
        return 2 * sum(pairs[-2:]) * (len(pairs) >= 2)
    if name == "house":
        return sum(dice) * ([count for count, _ in grouped(dice)] == [3, 2])
    straights = {"small_straight": ((1, 2, 3, 4, 5), 15), "large_straight": ((2, 3, 4, 5, 6), 20)}
    if name in straights:
        wanted, points = straights[name]
        return points * (tuple(sorted(dice)) == wanted)
    return 50 * (len(set(dice)) == 1)


def brute_force(game):
    """The mean of the most points, by trying everything in every situation that play comes to.

    The upper total is counted whole, and points are added as they are scored.
    """
    is_yahtzee = isinstance(game, Yahtzee)
    score = yahtzee_score if is_yahtzee else yatzy_score
    faces = range(1, game.faces + 1)

    def options(free, had_fifty, dice):
        """{category: points}."""
        if not is_yahtzee or len(set(dice)) > 1 or "yahtzee" in free:
            return {name: score(name, dice) for name in free}
        on_sheet = "yahtzee" in game.names
        bonus = game.yahtzee_bonus if had_fifty else 0
        own, jokers = UPPER[dice[0] - 1], {"full_house": 25}
        jokers |= {"small_straight": 30, "large_straight": 40}
        scores = {name: score(name, dice) for name in free}
        if on_sheet and game.joker != "none":
            if own not in free:
                scores |= {name: jokers[name] for name in free if name in jokers}
            if game.joker == "forced":
                lower = {name for name in free if name not in UPPER}
                must = {own} & free or lower or free
                scores = {name: scores[name] for name in must}
        return {name: points + bonus for name, points in scores.items()}

    @cache
    def at_sheet(free, upper, had_fifty):
        if not free:
            has_bonus = upper >= game.threshold and any(name in UPPER for name in game.names)
            return Fraction(game.upper_bonus if has_bonus else 0)

        @cache
        def with_dice(dice, left):
            if not left:
                return max(
                    points + after(name, dice)
                    for name, points in options(free, had_fifty, dice).items()
                )
            return max(thrown(kept, left - 1) for kept in kept_of(dice))

        def after(name, dice):
            added = sum(dice[at] for at in range(len(dice)) if UPPER[dice[at] - 1] == name)
            fifty = name == "yahtzee" and is_yahtzee and len(set(dice)) == 1
            return at_sheet(free - {name}, upper + added, had_fifty or fifty)

        @cache
        def thrown(kept, left):
            rest = list(product(faces, repeat=game.dice - len(kept)))
            found = (with_dice(tuple(sorted(kept + more)), left) for more in rest)
            return sum(found, Fraction(0)) / len(rest)

        return thrown((), game.rerolls)

    return at_sheet(frozenset(game.names), 0, False)


def kept_of(dice):
    return {kept for size in range(len(dice) + 1) for kept in combinations(dice, size)}


# --- small games of all kinds ---------------------------------------------------------------------


def drawn_game(seed):
    """A small game with random rules; those of odd seeds are of yatzy."""
    rng = random.Random(seed)
    kind = (Yahtzee, Yatzy)[seed % 2]
    dice, faces = rng.choice([(1, 3), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3)])
    offered = [each.name for each in kind.whole_sheet if each.face <= faces]
    names = rng.sample(offered, rng.randint(1, 3))
    if kind is Yahtzee and seed % 4 == 0 and "yahtzee" not in names:
        names.append("yahtzee")
    options = {"joker": rng.choice(["free", "forced", "none"])} if kind is Yahtzee else {}
    if kind is Yahtzee:
        options["yahtzee_bonus"] = rng.choice([0, 7, 100])
    return kind(
        dice=dice,
        faces=faces,
        rerolls=rng.randint(0, 2),
        categories=tuple(names),
        upper_bonus=rng.choice([0, 5, 35]),
        threshold=rng.randint(1, 5),
        **options,
    )


DRAWN = [drawn_game(seed) for seed in range(40)]
LARGER = [
    Yahtzee(dice=5, faces=2, rerolls=1, categories=("yahtzee", "full_house", "ones")),
    Yahtzee(
        dice=5, faces=2, rerolls=1, categories=("yahtzee", "full_house", "twos"), joker="forced"
    ),
    Yahtzee(dice=4, faces=4, rerolls=1, categories=("small_straight", "yahtzee")),
    Yatzy(dice=5, faces=2, rerolls=1, categories=("house", "two_pairs", "one_pair")),
]


def named(game):
    return f"{type(game).__name__}-{game.dice}x{game.faces}-{'-'.join(game.names)}"


@pytest.mark.parametrize("game", DRAWN + LARGER, ids=named)
def test_its_value_is_that_of_brute_force(game):
    assert solve(game).value == brute_force(game)


@pytest.mark.parametrize("game", DRAWN, ids=named)
def test_every_state_is_valued_as_by_the_generic_solver(game):
    generic, fast = generic_function(solve)(game), solve(game)
    assert fast.method != generic.method
    for state, value in generic.values.items():
        assert fast.values[state] == value
        assert fast.optimal_actions[state] == generic.optimal_actions[state]


# --- numbers of others ----------------------------------------------------------------------------

PUBLISHED = [  # to the digits that are printed
    # T. Verhoeff and E. Scheffers: Optimal Solitaire Yahtzee Player, and others after them
    (Yahtzee(), "254.5896"),
    # the same, with jokers that must be used
    (Yahtzee(joker="forced"), "254.5877"),
    # J. Glenn: An optimal strategy for Yahtzee: no bonus for further Yahtzees and no jokers
    (Yahtzee(joker="none", yahtzee_bonus=0), "245.8708"),
    (Yatzy(), "248.44"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "printed"), PUBLISHED, ids=lambda part: str(part)[:40])
def test_its_value_rounds_to_what_others_print(game, printed):
    value = solved_sheets(game).value(game.start)
    digits = len(printed.partition(".")[2])
    assert abs(value - Fraction(printed)) <= Fraction(1, 2 * 10**digits)


def test_one_category_of_five_alike():
    """Three throws for a Yahtzee make it with the chance 347897/7558272 (the pages of the
    catalogue's entry on Yahtzee).
    """
    game = Yahtzee(categories=("yahtzee",))
    assert solve(game).value == 50 * Fraction(347897, 7558272)


STORED = Yahtzee(dice=3, faces=3, categories=("ones", "twos", "yahtzee", "chance"), threshold=4)

# --- laws -----------------------------------------------------------------------------------------


def test_after_is_the_mean_over_what_comes():
    game = Yahtzee(dice=3, faces=3, categories=("ones", "yahtzee", "chance"))
    solved = solved_sheets(game)
    state = SheetState(("chance",), 0, 0, (1, 1, 3), 2)
    for action, worth in solved.worth(state).items():
        law = game.outcomes(state, (action, WAIT))
        assert worth == law.mean(solved.value)
    most = max(solved.worth(state).values())
    assert [a for a, each in solved.worth(state).items() if each == most] == [*solved.best(state)]


def test_the_number_of_sheets_is_that_of_others():
    """J. Glenn counts 536,448 sheets that play can come to."""
    sheets = sheets_of(Yahtzee())
    assert sum(sheets.size(level) for level in range(14)) == 536_448


@pytest.mark.parametrize("seed", range(4))
def test_floats_that_are_off_change_nothing_within_the_margin(seed, monkeypatch):
    """Floats that are some points off, and a margin as large: whole numbers overrule them."""
    rng, true = np.random.default_rng(seed), solve(STORED).value

    def off(limbs, denominator):
        found = round_limbs(limbs, denominator)
        return found + rng.uniform(0, 3, found.shape)

    def found():
        *_, level = solved_levels(sheets_of(STORED))
        return Fraction(join_limbs(level.limbs[:, 0]), level.denominator)

    monkeypatch.setattr(solver, "round_limbs", off)
    assert found() < true
    monkeypatch.setattr(solver, "MARGIN", int(8 * 2**53 / sheets_of(STORED).bound))
    assert found() == true


@pytest.mark.parametrize("first", [0, 1, 2**48 - 1, 3**90])
@pytest.mark.parametrize("second", [0, 7, 2**96, 3**90 + 1])
def test_limbs_are_whole_numbers(first, second):
    limbs = make_limbs([first, second], 4)
    assert [join_limbs(limbs[:, 0]), join_limbs(limbs[:, 1])] == [first, second]
    assert signs((limbs[:, :1] - limbs[:, 1:]).copy())[0] == (first > second) - (first < second)
    limbs *= 7776
    carry(limbs)
    assert [join_limbs(limbs[:, 0]), join_limbs(limbs[:, 1])] == [7776 * first, 7776 * second]
    # four limbs are made for values below 2^12 over 2^180
    near = Fraction(float(round_limbs(limbs, 2**180)[0]))
    assert abs(near - Fraction(7776 * first, 2**180)) <= 8 * Fraction(2**12, 2**53)


# --- stores ---------------------------------------------------------------------------------------


def test_a_store_goes_on_where_it_was_and_answers_as_memory_does(tmp_path):
    def stop(done, all_of_them):
        if done > all_of_them // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved_sheets(STORED, stop, store=tmp_path)
    begun = levels_in(tmp_path)
    assert 0 < len(begun) < 5
    stored, made = solved_sheets(STORED, store=tmp_path), solved_sheets(STORED)
    assert begun.items() < levels_in(tmp_path).items()
    assert all(stored.value(state) == made.value(state) for state in made.unfinished_sheets())


def levels_in(folder):
    """{categories written: what is kept of the level}."""
    with closing(sqlite3.connect(folder / "store.sqlite")) as base:
        return dict(base.execute("SELECT key, content FROM kept WHERE kind = 'level'"))


def test_cores_do_not_change_a_byte(tmp_path):
    for cores in (1, 3):
        solved_sheets(STORED, store=tmp_path / f"{cores}", cores=cores)
    assert levels_in(tmp_path / "1") == levels_in(tmp_path / "3")


def test_a_changed_byte_and_other_rules_are_refused(tmp_path):
    solved_sheets(STORED, store=tmp_path)
    with pytest.raises(ExactDiceError, match="the store is of other rules: its dice is 3, asked"):
        solved_sheets(Yahtzee(dice=2, categories=("ones",)), store=tmp_path)
    level = levels_in(tmp_path)[2]
    with closing(sqlite3.connect(tmp_path / "store.sqlite")) as base, base:
        other = level[:-1] + bytes([level[-1] ^ 1])
        base.execute("UPDATE kept SET content = ? WHERE kind = 'level' AND key = 2", (other,))
    with pytest.raises(ExactDiceError, match=r"what it says of level 2 was changed"):
        sheets_in(STORED, tmp_path).values[SheetState(("ones", "twos"))]


def test_a_store_is_asked_for_impossible_states_in_vain():
    solver = replace(analysis_of(Yahtzee()), store=True)
    assert solver.state_cost(()) == 0
    with pytest.raises(QueryError, match="no throws give an upper total of 6"):
        solver.check(SheetState(("ones",), 6))


# --- what is refused ------------------------------------------------------------------------------

FULL = Yahtzee(dice=5)
REFUSED = [
    (SheetState(("ones",), 6), "no throws give an upper total of 6 with ones written"),
    (SheetState((), 0, 1), "extra 1"),
    (SheetState(("onse",)), "did you mean ones"),
    (SheetState(dice=(1, 2, 3, 4, 5, 6), left=2), "the dice must be 5 numbers"),
    (SheetState(dice=(1, 2, 3, 4, 5), left=3), "at most 2 throws are left"),
    (SheetState(points=-1), "points must be a whole number"),
    (SheetState(FULL.names, 0, 0, (1, 1, 1, 1, 1)), "the sheet is full"),
    ((1, 2), "a state must have filled, upper"),
]


@pytest.mark.parametrize(("state", "said"), REFUSED)
def test_an_impossible_state_is_refused_in_one_line(state, said):
    with pytest.raises(RulesError, match=said) as error:
        checked_state(Yahtzee(categories=FULL.names[:3]) if state[:1] == ((),) else FULL, state)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"faces": 1}, "faces"),
        ({"categories": ()}, "must name one or more"),
        ({"joker": "fre"}, "did you mean free"),
    ],
)
def test_wrong_options_are_refused(options, said):
    with pytest.raises(RulesError, match=said):
        Yahtzee(**options)


# --- words ----------------------------------------------------------------------------------------


def test_words_ask_any_situation():
    def asked(query):
        return evaluate_query(
            f"{query[:-1]}, game=yahtzee, dice=2, faces=3, categories=(ones, yahtzee))"
        )

    game = Yahtzee(dice=2, faces=3, categories=("ones", "yahtzee"))
    solution = solve(game)
    assert asked("value((), 0)") == solution.value
    assert asked("optimal_actions((ones,), 1, 0, (3, 1), 1)") == frozenset(
        solution.optimal_actions[SheetState(("ones",), 1, 0, (1, 3), 1)]
    )
    # a pair of the 3 that is kept comes with one chance in three
    assert asked("action_value((3,), (ones,), 1, 0, (1, 3), 1)") == Fraction(50, 3)
    with pytest.raises(QueryError, match="no throws give"):
        asked("value((ones,), 3)")


def test_the_word_none_is_a_joker_rule():
    options = {"game": "yahtzee", "joker": None, "categories": ("chance",)}
    assert evaluate_query("value()", options) == Fraction(70, 3)

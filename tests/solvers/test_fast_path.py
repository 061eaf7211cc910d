"""A class derived from a game is another game: no fast path, no family of proofs, for every
registration there is.
"""

from contextlib import suppress
from fractions import Fraction
from inspect import signature
from types import SimpleNamespace

import pytest

import exactdice.query.words  # registers the strategies with names
from exactdice import (
    MAX,
    MIN,
    Blotto,
    ConnectFour,
    DiceBattle,
    Domineering,
    Farkle,
    Goofspiel,
    Hog,
    LiarsDice,
    OneShotBattle,
    PhantomDomineering,
    Pig,
    SimultaneousBattle,
    TokenGame,
    alpha_beta,
    backward_induction,
    best_response,
    check,
    checker,
    enclose,
    mean_length,
    payoff_distribution,
    profile_bounds,
    profile_values,
    proof,
    solve,
    strategy_iteration,
    uniform,
)
from exactdice.distributions.distribution import point
from exactdice.exact.errors import ExactDiceError, RulesError
from exactdice.game.optional import hides
from exactdice.games import on_graphs as graph_games
from exactdice.games.connect_four import value as connect_four_value
from exactdice.games.listed_game import Listed
from exactdice.games.on_graphs import grundy
from exactdice.games.on_graphs.rules import Chomp, ChompRows, Nim, Subtraction, Wythoff
from exactdice.games.pig.fast import win_bounds
from exactdice.games.yahtzee import Yahtzee, Yatzy
from exactdice.proofs import family_of, searched_of
from exactdice.solvers.arenas.arena import NormalPlay, explored_arena, grundy_values
from exactdice.solvers.arenas.search import searchable
from exactdice.solvers.fast_path import FAST_PATHS, by_exact_class, fast_path_of

SMALL = {  # one small game of every class that is registered somewhere
    DiceBattle: DiceBattle(dice=2, target=3),
    OneShotBattle: OneShotBattle(dice=2),
    SimultaneousBattle: SimultaneousBattle(dice=2, target=3),
    Pig: Pig(target=3),
    Hog: Hog(goal=3, dice=2),
    TokenGame: TokenGame(tokens=3, dice=1),
    Domineering: Domineering(2, 3),
    PhantomDomineering: PhantomDomineering(2, 2),
    ConnectFour: ConnectFour(3, 3, line=3),
    NormalPlay: NormalPlay(Nim((1, 2)), misere=False),
    Chomp: Chomp(2, 2),
    ChompRows: ChompRows((2, 1)),
    Wythoff: Wythoff(2, 2),
    Nim: Nim((1, 2)),
    Subtraction: Subtraction(5, (1, 2)),
    Farkle: Farkle(target=100, dice=1),
    Goofspiel: Goofspiel(cards=2),
    Blotto: Blotto(units=3, fields=2),
    LiarsDice: LiarsDice(faces=2),
    Yahtzee: Yahtzee(dice=2, faces=2, rerolls=1, categories=("ones", "yahtzee")),
    Yatzy: Yatzy(dice=2, faces=2, rerolls=1, categories=("ones", "one_pair")),
}
REGISTERED = [
    (function, game) for function, fast_paths in FAST_PATHS.items() for game in fast_paths
]
PLAYED = [game for game in SMALL if hasattr(game, "payoff")]
SEEN = [game for game in PLAYED if not hides(SMALL[game])]


def derived(game, **members):
    """The same options in a class derived from the game's, with some rules of its own."""
    new = type(f"My{type(game).__name__}", (type(game),), members)
    made = object.__new__(new)
    made.__dict__.update(game.__dict__)
    return made


def reversed_payoff(game):
    """The misere game: what MAX was paid is now paid to MIN."""
    parent = type(game)

    def payoff(self, state):
        paid = parent.payoff(self, state)
        return None if paid is None else -paid

    return derived(game, payoff=payoff)


def test_every_registered_class_is_tried_below():
    assert {game for _, game in REGISTERED} <= set(SMALL)
    assert {
        solve,
        enclose,
        profile_values,
        best_response,
        payoff_distribution,
        mean_length,
        family_of,
        searched_of,
    } <= set(FAST_PATHS)
    assert exactdice.query.words


class FastPathFollowed(BaseException):
    """Raised by a fast path that must not be followed."""


@pytest.mark.parametrize(("function", "game"), REGISTERED, ids=lambda part: part.__name__)
def test_a_derived_class_goes_the_generic_way(function, game, monkeypatch):
    def never(*_, **__):
        raise FastPathFollowed

    monkeypatch.setitem(FAST_PATHS[function], game, never)
    arguments = {"digits": 3} if function is enclose else {}
    _, *others = signature(function).parameters.values()
    given = {"digits": 3, "profile": ({}, {}), "plan": {}, "player": MAX, "opponent": {}}
    needed = {one.name: given.get(one.name) for one in others if one.default is one.empty}
    with pytest.raises(FastPathFollowed):
        function(SMALL[game], **needed)
    with suppress(
        ExactDiceError, TypeError, AttributeError
    ):  # other arguments are missing: only the way counts here
        function(derived(SMALL[game]), **arguments)


def test_a_function_registers_for_its_own_class_alone():
    @by_exact_class
    def told(_game):
        return "generic"

    @fast_path_of(told, DiceBattle)
    def told_fast(_game):
        return "fast"

    battle = SMALL[DiceBattle]
    assert (told(battle), told(derived(battle)), told(SimpleNamespace()), told_fast(battle)) == (
        "fast",
        "generic",
        "generic",
        "fast",
    )
    del FAST_PATHS[told]


# --- the rules of the derived class are the ones that are solved and proved -----------------------


@pytest.mark.parametrize(
    "game", [SMALL[game] for game in PLAYED], ids=lambda game: type(game).__name__
)
def test_the_same_rules_in_a_derived_class_have_the_same_value(game):
    assert solve(derived(game)).value == solve(game).value


@pytest.mark.parametrize(
    "game", [SMALL[game] for game in SEEN], ids=lambda game: type(game).__name__
)
def test_a_reversed_payoff_is_solved_and_proved_as_such(game):
    """The value of the reversed game by the generic solver on rules that no fast path knows: a
    plain object with the same members.
    """
    misere = reversed_payoff(game)
    plain = SimpleNamespace(
        start=misere.start, payoff=misere.payoff, actions=misere.actions, outcomes=misere.outcomes
    )
    solution = solve(misere)
    assert solution.value == strategy_iteration(plain).value
    document = proof(solution)
    assert document["problem"]["family"] == "graph"
    assert "an explicit graph" in checker.check(document)
    assert solution.value == -solve(exchanged(game)).value


def exchanged(game):
    """The game in which each player chooses the actions of the other; MAX is paid as before."""
    return SimpleNamespace(
        start=game.start,
        payoff=game.payoff,
        actions=lambda state, player: game.actions(state, 1 - player),
        outcomes=lambda state, joint: game.outcomes(state, joint[::-1]),
    )


@pytest.mark.parametrize(
    "game",
    [SMALL[DiceBattle], SMALL[SimultaneousBattle], SMALL[Pig]],
    ids=lambda game: type(game).__name__,
)
def test_bounds_and_laws_of_a_derived_class_follow_its_rules(game):
    misere = reversed_payoff(game)
    bounds = enclose(misere, digits=9)
    assert bounds.value.lower <= solve(misere).value <= bounds.value.upper
    assert "an explicit graph" in check(bounds)
    plans = [
        lambda state, player=player: uniform(game.actions(state, player)) for player in (MAX, MIN)
    ]
    assert payoff_distribution(misere, plans) == payoff_distribution(game, plans).map(
        lambda payoff: -payoff
    )
    assert profile_values(misere, plans)[misere.start] == -profile_values(game, plans)[game.start]
    assert mean_length(misere, plans) == mean_length(game, plans)
    worst_reply = best_response(exchanged(game), plans[MIN], MIN)
    assert best_response(misere, plans[MIN], MAX).value == -worst_reply.value


def test_a_tie_that_counts_half():
    """A simultaneous battle in which a draw is worth 1/2 to MAX, by hand: one die with two faces 1,
    2 and a target of 1.

    Any throw reaches the target at once; 1 (the bust score as well) and 2 are equally likely for
    both, so a quarter of the games is won, a quarter lost and half drawn.
    """

    class HalfForADraw(SimultaneousBattle):
        def payoff(self, state):
            paid = super().payoff(state)
            return Fraction(1, 2) if paid == 0 else paid

    game = HalfForADraw(dice=1, target=1, faces=2)
    assert solve(game).value == Fraction(1, 4)
    assert "value 1/4" in check(solve(game))


def test_rules_of_a_game_on_a_graph_in_a_derived_class():
    """Chomp without bites of the whole first column: its Grundy value comes from its
    own options.
    """

    class OnlyOneRow(Chomp):
        def options(self, bar):
            return [option for option in super().options(bar) if len(option) == len(bar)]

    rules = OnlyOneRow(2, 3)
    assert grundy(rules) == grundy_values(explored_arena(rules.options, rules.start))[rules.start]
    assert grundy(rules) != grundy(Chomp(2, 3))


# --- functions that know the rules of one class alone ---------------------------------------------


@pytest.mark.parametrize(
    ("ask", "game"),
    [
        (lambda game: win_bounds(game, 5), SMALL[Pig]),
        (
            lambda game: profile_bounds(game, (lambda _: 1, lambda _: 1), 5),
            SMALL[SimultaneousBattle],
        ),
        (connect_four_value, SMALL[ConnectFour]),
    ],
)
def test_functions_of_one_game_refuse_a_derived_class(ask, game):
    ask(game)
    name = type(game).__name__
    with pytest.raises(
        RulesError,
        match=(
            rf"needs a {name}, got .*: My{name} may have other rules, and solve\(game\) "
            r"takes every game"
        ),
    ):
        ask(derived(game))


# --- rules of classes that are not registered -----------------------------------------------------


class Takes:
    """A heap from which one of the numbers is taken; the numbers may change."""

    def __init__(self, heap, takes):
        self.heap, self.takes = heap, takes

    start = property(lambda self: self.heap)

    def options(self, heap):
        return [heap - take for take in self.takes if take <= heap]


def test_rules_that_change_are_asked_again():
    """Grundy values of subtraction games: heap mod 3 when 1 or 2 are taken, heap mod 2
    when 1 is.
    """
    rules = Takes(5, (1, 2))
    assert graph_games.grundy(rules) == 5 % 3
    rules.takes = (1,)
    assert (graph_games.grundy(rules), graph_games.winning_moves(rules)) == (5 % 2, (4,))
    rules.heap = 9
    assert graph_games.grundy(rules) == 9 % 2


def test_rules_that_say_they_equal_others_are_their_own():
    class OneAtATime(Nim):
        def options(self, heaps):
            return [(*heaps[:k], heap - 1, *heaps[k + 1 :]) for k, heap in enumerate(heaps) if heap]

        def __eq__(self, other):
            return isinstance(other, Nim)

        def __hash__(self):
            return hash(Nim((3, 4)))

    assert graph_games.grundy(Nim((3, 4))) == 3 ^ 4
    assert graph_games.grundy(OneAtATime((3, 4))) == (3 + 4) % 2


def test_a_class_that_says_it_equals_its_parent_passes_through_no_cache():
    class Lookalike(ConnectFour):
        def __eq__(self, other):
            return isinstance(other, ConnectFour)

        def __hash__(self):
            return hash(ConnectFour(2, 3, 2))

    connect_four_value(ConnectFour(2, 3, 2))
    with pytest.raises(RulesError, match="needs a ConnectFour"):
        connect_four_value(Lookalike(2, 3, 2))


def test_a_rule_of_hog_that_is_a_function_is_asked_each_time():
    points = [1]
    game = Hog(goal=6, dice=2, zero=lambda own, other: points[0], after=None)
    before = solve(game).value
    points[0] = 4
    assert solve(game).value == backward_induction(game).value != before
    game = Hog(goal=6, dice=2, zero=None, after=lambda own, other: (own + points[0], other))
    before = solve(game).value
    points[0] = 1
    assert solve(game).value != before


def test_listed_games_that_begin_elsewhere_are_not_equal():
    zero, five = (0, {("a", "wait"): {1: 1}}), (5, {("b", "wait"): {2: 1}})
    one, other = (
        Listed(dict([*stages, (1, 0), (2, 1)])) for stages in ((zero, five), (five, zero))
    )
    assert one != other
    assert (solve(one).value, solve(other).value) == (0, 1)


def test_a_search_plays_the_waiting_player_s_single_action_by_its_name():
    class OnlyOne:
        start = 0
        payoff = staticmethod(lambda state: state or None)
        actions = staticmethod(lambda _, player: ("l", "r") if player == MAX else ("only",))
        outcomes = staticmethod(
            lambda _, joint: point({("l", "only"): 1, ("r", "only"): -1}.get(joint, 2))
        )
        heuristic = staticmethod(lambda _: 0)

    assert alpha_beta(searchable(OnlyOne())).value == solve(OnlyOne()).value == 1


def test_the_tables_of_a_generic_solution_are_played_on_the_fast_path():
    """Both choose at once: a state that play does not reach is missing from the tables, which the
    generic way then follows.
    """
    game = SimultaneousBattle(dice=2, target=4)
    profile = backward_induction(game).strategies
    assert payoff_distribution(game, profile).mean() == solve(game).value


def test_a_game_may_be_given_by_name():
    assert solve(game=DiceBattle(2, 5)).value == solve(DiceBattle(2, 5)).value

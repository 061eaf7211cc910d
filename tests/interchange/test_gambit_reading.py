"""Gambit's `.efg` files with information sets, constant sums and players who forget."""

import pickle
from fractions import Fraction
from itertools import permutations

import pytest

from exactdice import solve
from exactdice.exact.errors import RulesError
from exactdice.game.optional import hides
from exactdice.game.protocol import MAX, MIN
from exactdice.games.listed_game import Listed, ListedInformation
from exactdice.interop.interchange.gambit import parse_efg

BEGIN = 'EFG 2 R "g" { "Ann" "Bob" }\n'
CARDS = "JQK"
BETS = [  # of Kuhn poker: (what was done, who is to move, what it may do)
    ("", 1, ("check", "bet")),
    ("c", 2, ("check", "bet")),
    ("cb", 1, ("fold", "call")),
    ("b", 2, ("fold", "call")),
]


def kuhn_nodes(deal, done=""):
    """The lines of the tree below what was done; outcomes 1 to 4 pay 1, -1, 2 and -2."""
    first_wins = CARDS.index(deal[0]) > CARDS.index(deal[1])
    ends = {
        "cc": 1 if first_wins else 2,
        "cbf": 2,
        "bf": 1,
        "cbc": 3 if first_wins else 4,
        "bc": 3 if first_wins else 4,
    }
    if done in ends:
        paid = {1: 1, 2: -1, 3: 2, 4: -2}[ends[done]]
        return [f't "" {ends[done]} "" {{ {paid} {-paid} }}']
    player, actions = next((player, actions) for at, player, actions in BETS if at == done)
    # Numbers of sets in no order of their nodes.
    number = 40 - 4 * CARDS.index(deal[player - 1]) - [at for at, _, _ in BETS].index(done)
    labels = " ".join(f'"{action}"' for action in actions)
    lines = [f'p "" {player} {number} "{deal[player - 1]}{done}" {{ {labels} }} 0']
    for action in actions:
        lines += kuhn_nodes(deal, done + action[0])
    return lines


def kuhn():
    deals = ["".join(deal) for deal in permutations(CARDS, 2)]
    chances = " ".join(f'"{deal}" 1/6' for deal in deals)
    lines = [f'c "" 1 "" {{ {chances} }} 0']
    for deal in deals:
        lines += kuhn_nodes(deal)
    return BEGIN + "\n".join(lines)


def test_kuhn_poker():
    game = parse_efg(kuhn())
    assert hides(game)
    assert solve(game).value == Fraction(-1, 18)  # Kuhn 1950
    assert set(solve(game).strategies[MAX]) == {
        *[(card,) for card in CARDS],
        *[(card, "check", f"{card}cb") for card in CARDS],
    }


PENNIES = 't "" 1 "" { 1 -1 } t "" 2 "" { -1 1 } '
MISMATCH = 't "" 2 "" { -1 1 } t "" 1 "" { 1 -1 } '
# A coin is tossed after Ann chose, and Bob sees only the coin: matching pennies twice over.
COIN_AFTER = 'p "" 1 1 "" { "H" "T" } 0 ' + "".join(
    'c "" 1 "" { "x" 1/3 "y" 2/3 } 0 '
    f'p "" 2 5 "" {{ "h" "t" }} 0 {ends} p "" 2 3 "" {{ "h" "t" }} 0 {ends}'
    for ends in (PENNIES, MISMATCH)
)
# Myerson's card: Ann sees it and raises or not, Bob, who does not, meets or passes.
CARD = """c "" 1 "" { "red" 1/2 "black" 1/2 } 0
p "" 1 1 "sees red" { "raise" "fold" } 0
p "" 2 1 "raised" { "meet" "pass" } 0 t "" 1 "" { 2 -2 } t "" 2 "" { 1 -1 } t "" 2
p "" 1 2 "sees black" { "raise" "fold" } 0
p "" 2 1 0 t "" 3 "" { -2 2 } t "" 2 t "" 4 "" { -1 1 }"""
# The same where every end pays 3 more to Bob.
CONSTANT = CARD.replace("-2 }", "1 }").replace("-1 }", "2 }").replace("{ -2 2 }", "{ -2 5 }")
CONSTANT = CONSTANT.replace("{ -1 1 }", "{ -1 4 }")
# Bob learns what Ann did only by the second signal, and her type never.
SIGNAL = 'c "" 1 "" { "strong" 1/4 "weak" 3/4 } 0 ' + "".join(
    f'p "" 1 {type_} "" {{ "beer" "quiche" }} 0 '
    f'p "" 2 1 "beer" {{ "duel" "leave" }} 0 {duel} t "" 0 '
    f'p "" 2 2 "quiche" {{ "duel" "leave" }} 0 {duel} t "" 0 '
    for type_, duel in ((1, 't "" 1 "" { 3 -3 }'), (2, 't "" 2 "" { -1 1 }'))
)
VALUES = [
    (COIN_AFTER, 0),
    (CARD, Fraction(1, 3)),  # Myerson 1991, section 2.1
    (CONSTANT, Fraction(1, 3)),
    # Whatever is signalled alike: a duel pays 1/4 * 3 - 3/4 = 0 on average; told apart it pays no
    # more than 0, as Bob would leave the strong one.
    (SIGNAL, 0),
    # One node for each of two at once, above chance: nothing else is hidden.
    ('p "" 1 1 "" { "H" "T" } 0 ' + 2 * ('p "" 2 1 "" { "h" "t" } 0 ' + PENNIES), -1),
]


@pytest.mark.parametrize(("tree", "value"), VALUES)
def test_value(tree, value):
    assert solve(parse_efg(BEGIN + tree)).value == value


def test_a_player_observes_its_set_by_its_own_name_else_by_its_number():
    text = CARD.replace('"sees black"', '"sees red"').replace('"raised"', '""')
    game = parse_efg(BEGIN + text)
    assert [game.observation(1, MAX), game.observation(6, MAX)] == [1, 2]
    assert [game.observation(2, MIN), game.observation(7, MIN)] == [1, 1]
    assert [game.observation(2, MAX), game.observation(0, MAX)] == [None, None]
    assert parse_efg(BEGIN + CARD).observation(1, MAX) == "sees red"


def test_an_action_called_wait_is_numbered_where_something_is_hidden():
    game = parse_efg(BEGIN + CARD.replace('"pass"', '"wait"').replace('"fold"', '"wait"'))
    assert game.actions(1, MAX) == ("1: raise", "2: wait")
    assert solve(game).value == Fraction(1, 3)


def test_a_game_read_can_be_pasted_hashed_and_pickled():
    game = parse_efg(BEGIN + CARD)
    pasted = eval(repr(game), {"ListedInformation": ListedInformation})
    assert pasted == game == pickle.loads(pickle.dumps(game))
    assert hash(pasted) == hash(game)
    assert ListedInformation(game.table, {}) != game != Listed(game.table)


DRIVER = 'p "" 1 1 "exits" { "on" "exit" } 0\np "" 1 1 0 t "" 0 t "" 1 "" { 4 -4 } t "" 0'
FORGETS_CARD = 'c "" 1 "" { "x" 1/2 "y" 1/2 } 0\n' + "".join(
    f'p "" 2 {card} "card {card}" {{ "l" }} 0\np "" 2 3 "later" {{ "a" "b" }} 0 t "" 0 t "" 0\n'
    for card in (1, 2)
)
LONG = "".join(f'p "" 1 {k} "" {{ "go" }} 0\n' for k in range(1, 9))
LONG = (
    'c "" 1 "" { "x" 1/2 "y" 1/2 } 0\n'
    + LONG
    + 't "" 0\n'
    + LONG.replace(" 1 8 ", " 1 7 ")
    + ('t "" 0')
)
REFUSED = [
    (
        DRIVER,
        'line 3: information set 1 ("exits") of "Ann" holds nodes behind different choices of its '
        "own, in lines 2 and 3; ",
    ),
    (FORGETS_CARD, 'line 6: information set 3 ("later") of "Bob" holds nodes behind different'),
    (LONG, 'line 19: information set 7 of "Ann" holds nodes behind different choices of its own'),
    (
        't "" 1 "" { 1 -1 }'.join(['c "" 1 "" { "x" 1/2 "y" 1/2 } 0\n', '\nt "" 2 "" { 3/2 0 }']),
        'line 4: the payoffs of "Bob" do not cancel those of "Ann": 3/2 and 0 have a sum of 3/2 '
        "here, those in line 3 a sum of 0; only zero-sum and constant-sum games are read",
    ),
]


@pytest.mark.parametrize(("tree", "message"), REFUSED)
def test_refused(tree, message):
    with pytest.raises(RulesError) as error:
        parse_efg(BEGIN + tree)
    assert message in str(error.value)


def test_deep_trees_are_read():
    # Deeper than Python recurses, with sets of two nodes.
    chain = "".join(f'p "" 1 {k} "" {{ "l" "r" }} 0\nt "" 0\n' for k in range(1, 3001))
    game = parse_efg(BEGIN + 'c "" 1 "" { "x" 1/2 "y" 1/2 } 0\n' + 2 * (chain + 't "" 0\n'))
    assert len(game.table) == 2 * 6001 + 1
    assert len(game.observations) == 6000

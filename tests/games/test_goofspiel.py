"""Goofspiel: the published first bid, an independent recursion with matrix games solved by listing
their supports, the theorem on bids at random, bad options.

Source: G. C. Rhoads and L. Bartholdi, "Computer solution to the game of pure strategy", Games 3
(2012), 150-156; S. M. Ross, "Goofspiel, the game of pure strategy", Journal of Applied Probability
8 (1971), 621-625.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from brute_force import all_states
from oracles import gauss

from exactdice import MAX, MIN, Goofspiel, check, exploitability, solve
from exactdice.game.optional import hides
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word


def asked(query, **options):
    return evaluate_query(query, {"game": Word("goofspiel"), **options})


def test_the_published_first_bid_for_the_prize_2_of_4():
    first = asked("strategy(2, (1, 2, 3, 4), (1, 2, 3, 4), (1, 3, 4))", cards=4)
    assert [first.probability(card) for card in (1, 2, 3, 4)] == [
        Fraction(154132, 457239),
        Fraction(62196, 457239),
        Fraction(240911, 457239),
        0,
    ]


@pytest.mark.slow
def test_the_published_values_of_five_cards_after_the_5_was_won_by_5_against_1():
    """Paid by a win, to whoever has won the 5; source: http://www.icynic.com/~don/psych5.html."""
    published = {4: "0", 3: "-253/44948", 2: "653/101043", 1: "-75237/1017724"}
    for prize, worth in published.items():
        left = tuple(card for card in (1, 2, 3, 4) if card != prize)
        query = f"value({prize}, (1, 2, 3, 4), (2, 3, 4, 5), {left}, 5)"
        assert asked(query, cards=5, pays=Word("win")) == Fraction(worth)


# --- an independent recursion ---------------------------------------------------------------------


def equal_payoffs(matrix):
    """(the mixture of the rows that makes all columns pay the same, what they pay); None where
    there is no single one.
    """
    size = len(matrix)
    rows = [[Fraction(matrix[i][j]) for i in range(size)] + [-1, 0] for j in range(size)]
    try:
        *mixture, paid = gauss([*rows, [1] * size + [0, 1]])
    except (StopIteration, ZeroDivisionError):
        return None
    return (mixture, paid) if min(mixture) >= 0 else None


def worth_of(matrix):
    """The value of a matrix game: the most that a mixture of rows secures, among those that make
    some columns pay the same (L. S. Shapley and R. N. Snow, 1950).
    """
    places = range(len(matrix))
    best = max(min(row) for row in matrix)
    for size in range(2, len(matrix) + 1):
        for rows in combinations(places, size):
            for columns in combinations(places, size):
                found = equal_payoffs([[matrix[i][j] for j in columns] for i in rows])
                if found is not None:
                    mixture = dict(zip(rows, found[0], strict=True))
                    pays = [sum(p * matrix[i][j] for i, p in mixture.items()) for j in places]
                    best = max(best, min(pays))
    return best


def sign(number):
    return (number > 0) - (number < 0)


def turned_up(left, prizes):
    """The prizes that may come next, each as likely."""
    return {"random": left, "order": left[:1], "reversed": left[-1:]}[prizes]


def recursion(prizes, tied, pays):
    """worth(stake, cards of MAX, cards of MIN, prizes face down, lead), from the rules in words."""

    @cache
    def worth(stake, own, other, left, lead):
        return worth_of([[after(stake, own, other, left, lead, a, b) for b in other] for a in own])

    def after(stake, own, other, left, lead, a, b):
        lead += stake * sign(a - b)
        if not left:
            return Fraction(lead if pays == "difference" else sign(lead))
        kept = stake if a == b and tied == "carried" else 0
        hands = tuple(x for x in own if x != a), tuple(x for x in other if x != b)
        coming = turned_up(left, prizes)
        below = [worth(kept + p, *hands, tuple(x for x in left if x != p), lead) for p in coming]
        return sum(below) / len(coming)

    return worth


@pytest.mark.parametrize("prizes", ["random", "order", "reversed"])
@pytest.mark.parametrize("tied", ["discarded", "carried"])
@pytest.mark.parametrize("pays", ["difference", "win"])
def test_every_state_is_worth_what_the_recursion_finds(prizes, tied, pays):
    game = Goofspiel(3, prizes, tied, pays)
    solution = solve(game)
    worth = recursion(prizes, tied, pays)
    begun = [state for state in solution.values if state.prize]
    assert len(begun) > 30
    for state in begun:
        assert solution.values[state] == worth(*state), state
    assert check(solution)


# --- bids at random -------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
@pytest.mark.parametrize("prizes", ["order", "random"])
def test_matching_the_prize_is_best_against_bids_at_random(cards, prizes):
    """Ross's theorem; the prize i is won against the cards below it: the sum of i (2 i - n - 1) / n
    is (n^2 - 1) / 6.
    """
    options = {"cards": cards, "prizes": Word(prizes)}
    won = asked("gain(match, random)", **options)
    assert won == Fraction(cards**2 - 1, 6) == asked("best_response_value(random)", **options)


# --- hidden bids ----------------------------------------------------------------------------------


def told(game):
    """{all bids and prizes of a play so far: what MAX and MIN have learnt and done}, from the rules
    of the game and what it says is observed.
    """
    told, pending = {}, [((), game.start, ((), ()))]
    while pending:
        play, state, known = pending.pop()
        if game.payoff(state) is not None:
            continue
        if state.prize:
            told[*play, state.prize] = known
        for joint in product(*(game.actions(state, player) for player in (MAX, MIN))):
            for after in game.outcomes(state, joint):
                seen = [game.observation(after, player) for player in (MAX, MIN)]
                parts = tuple((*known[k], joint[k], seen[k]) for k in (MAX, MIN))
                pending.append(((*play, state.prize, joint), after, parts))
    return told


def heard(play, player):
    """What an umpire has told the player: the prizes, its own bids and who won."""
    rounds = [part for part in play if part != 0 and part != ("wait", "wait")]
    return tuple(
        (part[player], sign(part[MAX] - part[MIN])) if isinstance(part, tuple) else part
        for part in rounds
    )


@pytest.mark.parametrize("prizes", ["random", "order", "reversed"])
@pytest.mark.parametrize("tied", ["discarded", "carried"])
def test_of_hidden_bids_a_player_learns_who_won_the_prize_alone(prizes, tied):
    plays = told(Goofspiel(3, prizes, tied, bids="hidden"))
    assert len(plays) == {"random": 3 + 6 * 9 + 6 * 36, "order": 46, "reversed": 46}[prizes]
    for player in (MAX, MIN):
        pairs = {(known[player], heard(play, player)) for play, known in plays.items()}
        # each is a function of the other
        assert len({known for known, _ in pairs}) == len(pairs) == len({said for _, said in pairs})
        assert len(pairs) < len(plays)


@pytest.mark.parametrize("pays", ["difference", "win"])
@pytest.mark.parametrize("prizes", ["order", "reversed"])
def test_hidden_bids_are_worth_nothing_where_both_hold_the_same_cards(prizes, pays):
    game = Goofspiel(3, prizes, pays=pays, bids="hidden")
    solution = solve(game)
    assert solution.value == 0
    assert exploitability(game, solution.strategies) == 0


def test_open_bids_hide_nothing():
    hidden = Goofspiel(3, bids="hidden")
    assert not hides(Goofspiel(3))
    assert hides(hidden)
    for state in all_states(hidden):
        assert Goofspiel(3).observation(state, MAX) == state
        assert hidden.observation(state, MAX) == hidden.observation(state, MIN)

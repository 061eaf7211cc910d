"""What queries are about, and which words of three languages say it."""

import pytest

from exactdice.suggesting.numbers import words_of
from exactdice.suggesting.questions import read_question
from exactdice.suggesting.subjects import is_said

SAID = [
    ("mean(2d6)", "On average two dice show seven."),
    ("mean(2d6)", "L'espérance de la somme de deux dés."),
    ("mean(2d6)", "Zwei Würfel zeigen im Mittel sieben."),
    ("gain(optimal, random)", "The best strategy has an edge over random play."),
    ("gain(optimal, random)", "Le joueur optimal gagne contre un joueur aléatoire."),
    ("gain(optimal, random)", "Der Gewinn des optimalen Spielers gegen den zufälligen."),
    ("chance(pairs_won(d(6), 3, d(6), 2) == 2)", "Der Angreifer schlägt beide Armeen."),
    ("EG(0, 0) variant=simultaneous", "Both throw simultaneously, for a small gain."),
]
UNSAID = [
    ("mean(2d6)", "Two dice show a sum of seven."),
    ("mean(2d6)", "Die Leute und das Mittel."),  # the German article is no die
    ("gain(optimal, random)", "The best strategy has an edge over blind play."),
    ("chance(pairs_won(d(6), 3, d(6), 2) == 2)", "A small straight of five dice."),
    ("best_response(optimal)", "The first player's optimal gain."),
    ("EG(0, 0) variant=simultaneous", "Both throw in turn, for a small gain."),
    ("u(5)", "Up to five unusual units."),
]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [*((*case, True) for case in SAID), *((*case, False) for case in UNSAID)],
)
def test_a_text_says_what_is_asked(query, text, expected):
    assert is_said(read_question(query, {}).subjects, words_of(text)) == expected


def test_the_numbers_that_a_text_must_say_are_those_of_the_query_and_of_its_own_options():
    query = "gain(dice(3), dice(1)) dice=4 target=2"
    assert read_question(query, {"target": "9"}).numbers == {3, 4, 2}
    assert read_question("gain(dice(3), dice(1))", {"dice": "4"}).numbers == {3}
    # A die has six faces unless a text says others.
    assert read_question("chance(3d6 == 5)", {}).numbers == {3, 5}
    assert read_question("chance(3d8 == 5)", {}).numbers == {3, 5, 8}

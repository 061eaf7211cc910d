"""What is asked about a game, which words of three languages say it, in which order questions are
asked, and what the time is spent on.
"""

import pytest

from exactdice.exact.cost import allowed
from exactdice.exact.errors import TooCostly
from exactdice.report.suggesting import questions as asking
from exactdice.report.suggesting.numbers import words_of
from exactdice.report.suggesting.questions import Asked, Asker, is_said, read_question
from exactdice.report.suggesting.suggest import suggest

SAID = [
    ("mean(2d6)", "On average two dice show seven."),
    ("mean(2d6)", "L'espérance de la somme de deux dés."),
    ("mean(2d6)", "Zwei Würfel zeigen im Mittel sieben."),
    ("gain(optimal, random)", "The best strategy has an edge over random play."),
    ("gain(optimal, random)", "Le joueur optimal gagne contre un joueur aléatoire."),
    ("gain(optimal, random)", "Der Gewinn des optimalen Spielers gegen den zufälligen."),
    ("probability(pairs_won(d(6), 3, d(6), 2) == 2)", "Der Angreifer schlägt beide Armeen."),
    ("EG(0, 0) variant=simultaneous", "Both throw simultaneously, for a small gain."),
]
UNSAID = [
    ("mean(2d6)", "Two dice show a sum of seven."),
    ("mean(2d6)", "Die Leute und das Mittel."),  # the German article is no die
    ("gain(optimal, random)", "The best strategy has an edge over blind play."),
    ("probability(pairs_won(d(6), 3, d(6), 2) == 2)", "A small straight of five dice."),
    ("best_response_value(optimal)", "The first player's optimal gain."),
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
    assert read_question("probability(3d6 == 5)", {}).numbers == {3, 5}
    assert read_question("probability(3d8 == 5)", {}).numbers == {3, 5, 8}


TABLE = """
| strategy | blind | optimal |
|---|---|---|
| blind | 0.3171 | 0.1234 |
| optimal | 0.2173 | 0.9876 |
"""
GAIN = "With three dice to 5 points the first player's optimal gain against blind play is 0.2006.\n"


@pytest.fixture
def evaluated(monkeypatch):
    """The evaluations so far: what each was asked with."""
    seen, evaluate = [], asking.evaluate_query

    def noting(node, given):
        seen.append((node, given))
        return evaluate(node, given)

    monkeypatch.setattr(asking, "evaluate_query", noting)
    return seen


def proposed(path, text, asker):
    path.write_text(text)
    found = suggest(path, "dice-battle", {"dice": "3", "target": "5"}, asker)
    return {(one.text, one.query) for one in found.proposals}


def test_cheap_questions_are_asked_before_dear_ones(monkeypatch):
    costs = {"mean(4d6)": 10**7, "mean(2d6)": 10, "mean(3d6)": 10**9, "mean(1d6)": 10**5}
    questions = {query: read_question(query, {}) for query in costs}
    names, told = {one.node: query for query, one in questions.items()}, []

    def evaluate(node, _given):
        if costs[names[node]] > allowed():
            raise TooCostly("too dear")
        told.append(names[node])
        return 1

    monkeypatch.setattr(asking, "evaluate_query", evaluate)
    asker = Asker(steps=10**8)
    asker.ask_each([Asked(one, {}) for one in questions.values()])
    assert told == ["mean(2d6)", "mean(1d6)", "mean(4d6)"]
    assert (dict(asker.refused), len(asker.kept)) == ({"mean(3d6)": 1}, 4)


def test_what_the_text_names_is_asked_first_and_nothing_more_when_it_names_all(evaluated, tmp_path):
    text = "So EG(0, 0) = 0.3.\n"
    # One evaluation takes all the time that there is.
    assert proposed(tmp_path / "r.md", text + TABLE, Asker(1, 0.5, lambda: len(evaluated))) == set()
    found = proposed(
        tmp_path / "r.md", text + TABLE, Asker(seconds=0.5, clock=lambda: len(evaluated))
    )
    assert found == {("0.3", "EG(0, 0)")}
    evaluated.clear()
    proposed(tmp_path / "r.md", text, Asker())
    assert len(evaluated) == 1


@pytest.mark.parametrize(("text", "is_asked"), [("", False), ("Both throw simultaneously. ", True)])
def test_the_simultaneous_battle_is_asked_only_where_the_text_says_it(
    evaluated, tmp_path, text, is_asked
):
    proposed(tmp_path / "r.md", f"{text}{GAIN}{TABLE}", Asker())
    assert any("variant" in given for _, given in evaluated) == is_asked

"""In which order questions are asked, and what the time is spent on."""

import pytest

from exactdice.cost import allowed
from exactdice.errors import TooCostly
from exactdice.suggesting import asking
from exactdice.suggesting.asking import Asked, Asker
from exactdice.suggesting.questions import read_question
from exactdice.suggesting.suggest import suggest

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
    assert (dict(asker.refused), asker.tried) == ({"mean(3d6)": 1}, 4)


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

from fractions import Fraction

import pytest
from kept_races import RACE, Levelled, Mirrored, stored
from small_games import SMALL

from exactdice import Pig, solve
from exactdice.game.graph import explore
from exactdice.game.optional import hides
from exactdice.query.games_by_name import game_named
from exactdice.solvers.fast_path import generic_function
from exactdice.solvers.iteration import folded
from exactdice.solvers.stores.equations import check_equations
from exactdice.solvers.stores.store import Store

OF_THEIR_OWN = ("yahtzee", "yatzy")  # whose stores hold sheets: see tests/games
STORED = [name for name in SMALL if name not in OF_THEIR_OWN]
SEEN = [name for name in STORED if not hides(game_named(name, SMALL[name]))]


@pytest.mark.parametrize("name", SEEN)
def test_a_store_holds_what_the_solver_finds(tmp_path, name):
    game = game_named(name, SMALL[name])
    read, found = solve(game, store=tmp_path), generic_function(solve)(game)
    assert read.method == found.method
    assert len(read.values) == len(found.values)
    for part in ("values", "optimal_actions", "mixtures", "chosen"):
        assert dict(getattr(read, part)) == dict(getattr(found, part))
    # A state comes back as what the rules take, not as something that is merely equal.
    assert {type(state) for state in read.values} == {type(state) for state in found.values}
    for mine, theirs in zip(read.strategies, found.strategies, strict=True):
        assert dict(mine) == dict(theirs)


@pytest.mark.parametrize("name", SEEN)
def test_what_is_stored_follows_from_itself_and_the_rules(tmp_path, name):
    game = game_named(name, SMALL[name])
    solve(game, store=tmp_path)
    checked = check_equations(Store(tmp_path, game), game)
    assert checked.states == checked.of == len(explore(game).nodes) - _finished(game)


def _finished(game):
    return sum(node.payoff is not None for node in explore(game).nodes)


asked = []


class Counted(Pig):
    def outcomes(self, state, joint):
        asked.append(state)
        return super().outcomes(state, joint)


def test_a_second_run_reads_and_asks_the_rules_for_no_state(tmp_path):
    game = Counted(target=3)
    value = solve(game, store=tmp_path).value
    asked.clear()
    assert solve(game, store=tmp_path).value == value
    assert not asked


def test_a_state_may_be_asked_for_by_what_equals_it(tmp_path):
    solution = stored(tmp_path)
    assert solution.values[(0, 0, 0)] == solution.values[(False, Fraction(0), 0)] == solution.value
    with pytest.raises(KeyError):
        solution.values[(0, 0, 7)]
    assert "no state" not in solution.values


def test_levels_are_solved_after_those_they_need(tmp_path):
    """Of a race the level of a state is the most moves from it to the end."""
    stored(tmp_path)
    graph = explore(RACE)

    def longest(k):
        node = graph.nodes[k]
        return 0 if node.payoff is not None else 1 + max(map(longest, node.successors()))

    levels = sorted(longest(k) for k, node in enumerate(graph.nodes) if node.payoff is None)
    found = [row.level for row in Store(tmp_path, RACE).rows()]
    # The first level is of the states where play is over, which have no row.
    assert [level - found[0] + levels[0] for level in found] == levels


def test_nothing_but_one_file_is_left(tmp_path):
    stored(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["store.sqlite"]


def test_progress_tells_the_levels_that_are_done(tmp_path):
    told = []
    solve(RACE, lambda done, total: told.append((done, total)), store=tmp_path)
    levels = Store(tmp_path).about["levels"]
    # Of the first level are the states where play is over, which are known.
    assert told == [(done, levels) for done in range(2, levels + 1)]


def test_levels_that_the_game_knows_are_the_levels_of_the_store(tmp_path):
    read, found = stored(tmp_path, Levelled()), solve(Levelled())
    assert dict(read.values) == dict(found.values)
    # Fruit is taken one by one: as many levels as there may be left of it.
    assert {row.level for row in Store(tmp_path, Levelled()).rows()} == {1, 2, 3, 4}
    checked = check_equations(Store(tmp_path, Levelled()), Levelled())
    assert checked.states == len(found.values)


def test_of_symmetric_states_the_store_has_one_and_answers_for_all(tmp_path):
    game = Mirrored()
    read, found = stored(tmp_path, game), solve(game)
    assert len(read.values) == len(found.values)
    for state in [(3, 2), (2, 3), (0, 1), (1, 0), (1, 3)]:
        assert read.values[state] == found.values[state]
        assert read.optimal_actions[state] == found.optimal_actions[state]
    listed = folded(game)
    assert check_equations(Store(tmp_path, game), listed).states == len(read.values)

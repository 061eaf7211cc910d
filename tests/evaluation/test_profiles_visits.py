"""How often play is at states: its mean and variance against laws and against each other."""

from itertools import count

from drawn_pigs import pigs, plans
from hypothesis import given

from exactdice import length_distribution
from exactdice.game.graph import explore
from exactdice.games.pig.profile import turns_moments
from exactdice.solvers.evaluation.profiles import Following, count_moments, least_count, visits


def counted(game, profile, is_counted):
    """Mean and variance of how often play is at unfinished states of which this is true."""
    graph = explore(Following(game, profile))
    places = enumerate(graph.states)
    chosen = [k not in graph.payoffs and is_counted(state) for k, state in places]
    return count_moments(graph, visits(graph), chosen)


@given(pigs(), plans, plans)
def test_the_moves_have_the_moments_of_their_law(game, first, second):
    law = length_distribution(game, (first, second))  # by its generating function
    assert counted(game, (first, second), lambda _: True) == (law.mean(), law.variance())


@given(pigs(), plans, plans)
def test_the_least_of_the_moves_is_the_first_outcome_of_their_law(game, first, second):
    law = length_distribution(game, (first, second))
    graph = explore(Following(game, (first, second)))
    going_on = [k not in graph.payoffs for k in range(len(graph))]
    assert least_count(graph, going_on) == next(k for k in count() if law[k])


@given(pigs(), plans, plans)
def test_the_turns_of_pig_have_the_moments_of_their_first_states(game, first, second):
    profile = (first, second)
    begun = counted(game, profile, lambda state: state.turn_total == 0)
    assert turns_moments(game, profile) == begun

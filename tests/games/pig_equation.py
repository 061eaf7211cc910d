"""The equation of Pig, from the rule sheet alone."""

from fractions import Fraction

from hypothesis import strategies as st

from exactdice import MAX, Pig
from exactdice.game import joint_action


@st.composite
def pigs(draw, most_target=5):
    faces = draw(st.integers(2, 4))
    bust = draw(st.integers(1, faces))
    weights = draw(
        st.lists(st.integers(0, 4), min_size=faces, max_size=faces).filter(
            lambda ws: sum(ws) > ws[bust - 1]
        )
    )
    return Pig(
        draw(st.integers(1, most_target)),
        weights=tuple(draw(st.sampled_from([weights, [1] * faces]))),
        bust=bust,
    )


def win_of(solution, state):
    """The chance to win of the player to move, 1 or 0 once the game is over."""
    payoff = solution.game.payoff(state)
    gain = solution.values[state] if payoff is None else payoff
    return Fraction(1 + (gain if state.to_move == MAX else -gain), 2)


def worths(solution, state):
    """{action: mean value to MAX of the next state}, from the rules and the values."""
    game, values = solution.game, solution.values
    return {
        action: game.outcomes(state, joint_action(state.to_move, action)).mean(
            lambda s: values[s] if game.payoff(s) is None else game.payoff(s)
        )
        for action in game.actions(state, state.to_move)
    }


def assert_equation(solution, states):
    """At each state the value is the best worth and the optimal actions are all that reach it: only
    the true values obey.
    """
    for state in states:
        found = worths(solution, state)
        best = max(found.values()) if state.to_move == MAX else min(found.values())
        assert solution.values[state] == best, state
        assert solution.optimal_actions[state] == tuple(
            action for action, worth in found.items() if worth == best
        ), state

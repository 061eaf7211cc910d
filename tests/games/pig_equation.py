"""The equation of Pig, from the rule sheet alone."""

from fractions import Fraction

from exactdice import MAX
from exactdice.game.protocol import joint_action


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

"""Battles in which both throw at once, drawn at random."""

from fractions import Fraction

from hypothesis import strategies as st

from exactdice import MAX, MIN, SimultaneousBattle

SCORING = st.integers(1, 7)  # bust scores with which play always moves on


@st.composite
def battles(draw, scores=SCORING, most=6):
    """Small battles with loaded dice, any bust face and any bust score."""
    faces = draw(st.integers(2, 4))
    weights = draw(
        st.one_of(
            st.none(),
            st.tuples(*[st.integers(0, 4)] * faces).filter(lambda w: any(w[1:]) and any(w[:-1])),
        )
    )
    bust = draw(st.integers(1, faces))
    if weights is not None and sum(weights) == weights[bust - 1]:
        weights = None
    return SimultaneousBattle(
        draw(st.integers(1, 3)),
        draw(st.integers(1, most)),
        faces=faces,
        weights=weights,
        bust=bust,
        bust_score=draw(scores),
    )


def means(game, state, ends):
    """The matrix of a state from the rule sheet: means of ends(successor) over the outcomes, in
    Fractions.
    """
    actions = [game.actions(state, player) for player in (MAX, MIN)]
    return [
        [Fraction(game.outcomes(state, (a, b)).mean(ends)) for b in actions[MIN]]
        for a in actions[MAX]
    ]

"""Small games of Pig and strategies for them, drawn at random."""

from random import Random

from hypothesis import strategies as st

from exactdice import Distribution, Pig, hold_at, point, uniform

CHOICES = [
    "roll",
    "roll",
    "hold",
    Distribution({"roll": 1, "hold": 2}),
    Distribution({"roll": 5, "hold": 1}),
    point("hold"),
]


def scattered(seed):
    """A strategy that at every state draws its choice, pure or mixed, from the seed: as irregular
    as any.
    """
    return lambda state: (
        "roll" if state.turn_total == 0 else Random(f"{seed} {tuple(state)}").choice(CHOICES)
    )


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


plans = st.one_of(
    st.integers(1, 9).map(hold_at),
    st.integers().map(scattered),
    st.just(lambda state: uniform(Pig().actions(state, state.to_move))),
)

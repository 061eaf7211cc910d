"""Dice Battles whose busts score 0: chosen ones, and drawn at random."""

from fractions import Fraction

from hypothesis import strategies as st

from exactdice import DiceBattle


@st.composite
def battles(draw, most_dice=4, most_target=9):
    faces = draw(st.integers(2, 6))
    bust = draw(st.integers(1, faces))
    ints = st.lists(st.integers(0, 6), min_size=faces, max_size=faces).filter(
        lambda ws: any(ws[: bust - 1] + ws[bust:])
    )
    weights = draw(
        st.none()
        | (
            ints
            | ints.map(
                lambda ws: [Fraction(w, sum(ws)) for w in ws] if 0 < max(ws) < sum(ws) else ws
            )
        ).map(tuple)
    )
    return DiceBattle(
        draw(st.integers(1, most_dice)), draw(st.integers(1, most_target)), faces, weights, bust, 0
    )


EXTREME = [
    DiceBattle(10, 20, bust_score=0),
    DiceBattle(3, 25, faces=2, bust_score=0),
    DiceBattle(5, 20, weights=(1, 1, 1, 1, 1, 5), bust_score=0),  # SPEC 1: 1/10 x5, 1/2
    DiceBattle(2, 12, faces=12, bust=12, bust_score=0),
    DiceBattle(3, 9, faces=3, weights=(0, 1, 1), bust_score=0),  # never busts
    DiceBattle(1, 1, bust_score=0),
    DiceBattle(20, 8, bust_score=0),
    DiceBattle(4, 12, weights=(1, *[10**12] * 5), bust_score=0),
    DiceBattle(
        4, 12, weights=(10**12, *[1] * 5), bust_score=0
    ),  # nearly always busts: the two states of a pair are worth nearly 1/2
    DiceBattle(
        4, 9, faces=3, weights=(10**400, 1, 1), bust_score=0
    ),  # every chance to score underflows
    DiceBattle(3, 9, faces=3, weights=(10**110, 1, 2), bust_score=0),  # with three dice only
    DiceBattle(3, 6, faces=3, weights=(1, 10**400, 10**400), bust_score=0),
    DiceBattle(13, 15, faces=2, weights=(10**25, 1), bust_score=0),
    DiceBattle(3, 10, faces=2, weights=(2**53 - 1, 2**53 + 1), bust_score=0),
    DiceBattle(3, 7, faces=4, weights=(1, 10**200, 10**100, 1), bust=3, bust_score=0),
    DiceBattle(3, 12, weights=(1, 10**12, 1, 10**12, 1, 1), bust_score=0),
]

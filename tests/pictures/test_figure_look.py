"""What may be said of how a picture looks."""

import re

import pytest

from exactdice import PlotStyle
from exactdice.exact.errors import ExactDiceError
from exactdice.writeup.pictures.figure import labels_of

WRONG = [
    ({"style": "papr"}, "style must be one of screen, paper, got 'papr' (did you mean paper?)"),
    ({"size": "5"}, "size must be width x height, as in 5x4 (inches) or 12x8cm, got '5'"),
    ({"size": "40x40", "dpi": 1200}, "a picture may have 40000000 dots, but 40x40 at 1200 dpi"),
    ({"size": 5}, "size must be a text, got 5"),
    ({"dpi": True}, "dpi must be a whole number from 1, got True"),
    ({"font": "DejaVu San"}, "the font 'DejaVu San' is not installed (did you mean DejaVu Sans"),
    ({"decimal": ";"}, "the decimal mark must be one of '.', ',', '{,}', got ';'"),
    ({"levels": "a"}, "levels must be auto, or numbers such as 0,1/4,0.5, got 'a'"),
    ({"labels": [1]}, "labels must be given as {name: text}"),
    ({"labels": {"i": 5}}, "the label 'i' must be a text, got 5"),
]


@pytest.mark.parametrize(("said", "message"), WRONG, ids=[str(said)[:40] for said, _ in WRONG])
def test_what_is_wrong_is_one_line(said, message):
    with pytest.raises(ExactDiceError, match=re.escape(message)) as caught:
        PlotStyle(**said)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_size_is_read_in_inches_and_centimetres():
    assert PlotStyle(size="5 x 4").inches == (5, 4)
    assert PlotStyle(size="25.4x12.7cm").inches == (10, 5)


@pytest.mark.parametrize("words", [["i"], ["=x"], ["i=a", "i=b"]])
def test_labels_are_names_and_texts(words):
    with pytest.raises(ExactDiceError, match="label"):
        labels_of(words)
